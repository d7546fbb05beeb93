"""A term for a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue.glossary import Term
from truecut.views.term.drawings import DRAWINGS
from truecut.views.visible_drawing import Text

STRONG, QUIET, NAME = "bold", "bright_black", "cyan"


def drawn_term(term: Term) -> RenderableType:
    """Return what a term says, its drawing, and where to go on."""
    title = Text(term.name[0].upper() + term.name[1:], style=STRONG)
    if term.also:
        title.append(f"  {', '.join(term.also)}", style=QUIET)
    taken: list[RenderableType] = [*(Text(note) for note in term.notes), ""] if term.notes else []
    parts: list[RenderableType] = [*taken, title, "", Text(term.says), ""]
    if term.picture:
        parts += [*(Text(line, no_wrap=True, overflow="crop") for line in DRAWINGS[term.picture].splitlines()), ""]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style=QUIET, no_wrap=True)
    table.add_column()
    for what, said in _answers(term).items():
        table.add_row(what, said)
    return Group(*parts, table)


def _answers(term: Term) -> dict[str, RenderableType]:
    answers: dict[str, RenderableType] = {}
    if term.formula:
        answers["Formula"] = Text(term.formula, style=NAME)
    if term.relatives:
        answers["See also"] = ", ".join(term.relatives)
    if term.command:
        answers["Try"] = Text(term.command, style=NAME)
    if term.lab:
        answers["Learn"] = Text(f"truecut lab --at {term.lab}", style=NAME)
    if term.exercise:
        answers["Practise"] = Text(f"truecut quiz --only {term.exercise}", style=NAME)
    if term.page:
        answers["Read"] = f"{term.page} in the documentation"
    return answers
