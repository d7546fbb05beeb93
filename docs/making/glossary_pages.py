"""The glossary behind `truecut explain`: a page per kind of term, and every spelling on one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from making.live_pages import in_the_lab
from making.metric_pages import prose
from making.pictures import row_of
from making.term_pictures import drawing_of
from truecut.catalogue import BY_NAME, CATALOGUE, Metric
from truecut.catalogue.glossary import KINDS, TERMS, Entry, Kind, Term, kind_of_term, look_up, spellings_of

DOCS = Path(__file__).parents[1]
TITLES = {
    Kind.CELL: "The four cells",
    Kind.DATA: "What the data are",
    Kind.IDEA: "Ideas",
    Kind.CURVE: "Curves",
    Kind.DECISION: "Deciding",
    Kind.STATISTICS: "Statistics",
    Kind.PROCEDURE: "Ways of doing it",
    Kind.MISTAKE: "Mistakes and mix-ups",
}


def glossary_pages() -> Iterator[tuple[str, str]]:
    """Return every page under glossary/ with its place."""
    yield "glossary/index.md", index()
    for kind, terms in KINDS.items():
        yield f"glossary/{kind}.md", f"# {TITLES[kind]}\n\n" + "\n\n".join(map(entry, terms)) + "\n"


def index() -> str:
    """Return the page of all spellings."""
    every = sorted(
        {
            (spelling.replace("_", " "), thing.name): thing
            for thing in (*CATALOGUE, *TERMS)
            for spelling in spellings_of(thing)
        }.items(),
        key=lambda item: item[0][0].lower(),
    )
    parts = [
        "# Glossary",
        f"{len(TERMS)} terms and {len(CATALOGUE)} metrics under {len(every)} spellings. `truecut explain WORD` opens "
        "the same in a terminal; slips and plurals are understood, and no word is a dead end.",
        "\n".join(
            f"- [{TITLES[kind]}]({kind}.md): {', '.join(term.name for term in terms)}" for kind, terms in KINDS.items()
        ),
        "- [Metrics](../metrics/index.md): a page each",
        "## Every spelling",
        *by_letter([(spelling, address(thing)) for (spelling, _), thing in every]),
        "```{toctree}\n:hidden:\n\n" + "\n".join(f"{TITLES[kind]} <{kind}>" for kind in KINDS) + "\n```",
    ]
    return "\n\n".join(parts) + "\n"


def by_letter(links: list[tuple[str, str]]) -> Iterator[str]:
    """Return links in a paragraph for each letter that they begin with, in a list that can be scanned."""

    def letter(link: tuple[str, str]) -> str:
        return link[0][0].upper() if link[0][0].isalpha() and link[0][0].isascii() else "0 to 9, signs"

    for first, some in groupby(sorted(links, key=lambda link: (letter(link), link[0].lower())), key=letter):
        yield f"**{first}** · " + " · ".join(f"[{prose(text)}]({place})" for text, place in some)


def entry(term: Term) -> str:
    """Return one term as a section."""
    parts = [f"({anchor(term)})=\n## {term.name[0].upper()}{term.name[1:]}"]
    if term.also:
        parts.append(f"*{', '.join(map(prose, term.also))}*")
    parts.append(prose(term.says))
    if term.picture:
        parts.append(row_of(drawing_of(term.picture)))
    if term.formula:
        parts.append(f"```text\n{term.formula}\n```")
    parts.append(" ".join(_further(term)))
    return "\n\n".join(parts)


def _further(term: Term) -> Iterator[str]:
    if term.relatives:
        yield "**See also** " + ", ".join(f"[{name}]({address(look_up(name).entry)})" for name in term.relatives) + "."
    if term.command:
        yield f"**Try** `{term.command}`."
    if term.lab:
        yield f"**Learn** {in_the_lab(term.lab, 'in the lab')} (`truecut lab --at {term.lab}`)."
    if term.exercise:
        practise = in_the_lab(f"exercises/{term.exercise}", "without end")
        yield f"**Practise** {practise} (`truecut quiz --only {term.exercise}`)."
    if term.page:
        yield f"**Read** [{title_of(term.page)}](../{term.page}.md)."


def title_of(page: str) -> str:
    """Return the heading of a page."""
    folder, _, name = page.rpartition("/")
    if folder == "metrics":
        return BY_NAME[name].title if name in BY_NAME else "Metrics"
    path = DOCS / f"{page}.md"
    return (
        re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)[1]
        if path.is_file()
        else folder.capitalize()
    )


def anchor(term: Term) -> str:
    """Return where a term stands on its page."""
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.name.lower()).strip("-")


def address(thing: Entry) -> str:
    """Return the page and place of a metric or a term, seen from the glossary."""
    return f"../metrics/{thing.name}.md" if isinstance(thing, Metric) else f"{kind_of_term(thing)}.md#{anchor(thing)}"
