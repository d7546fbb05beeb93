"""Write the pages of docs/reference that the code itself can tell.

    python docs/make_reference.py            write them
    python docs/make_reference.py --check    exit 1 and name the pages that are out of date

The page on JSON is written by hand; a test holds it against real output. The page on Python is read off the docstrings
when the site is built.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

import truecut
from truecut import errors
from truecut.catalogue import BY_NAME, FAMILIES, Better, Metric
from truecut.catalogue.explanation import Explanation, Relative, explain
from truecut.catalogue.metric import GENERAL_CONVENTIONS
from truecut.catalogue.names_elsewhere import ELSEWHERE, TOOLS
from truecut.cli.main import COMMANDS
from truecut.cli.main import truecut as command_group
from truecut.words.numerals import plain_number

REFERENCE = Path(__file__).parent / "reference"
WIDTH = 80

ABOUT_FAMILIES = {
    "all rows": "They speak about all rows, so prevalence moves most of them.",
    "what was predicted": "They speak about the flagged rows, or about those not flagged. Prevalence moves them.",
    "what is true": "They speak about the positives, or about the negatives. Prevalence does not move them.",
    "both together": "They join what was predicted with what is true.",
    "every threshold": "They need scores, and look at all thresholds at once.",
    "probabilities": "They need scores that are probabilities: between 0 and 1, high for positive.",
}


# The catalogue


def metrics_page() -> str:
    """Return every entry of the catalogue, by family."""
    parts = [
        "# Metrics",
        _generated("the catalogue"),
        f"{sum(map(len, FAMILIES.values()))} metrics. Each has one plain name and its other names as aliases; "
        "case, spaces and hyphens do not matter. `truecut explain NAME` prints the same in a terminal, "
        "with your own numbers and words put in.",
        "`tp` are the positives that were flagged, `fp` the negatives that were flagged, `fn` the positives "
        "that were missed, `tn` the negatives that were left alone. Division follows one rule: 0 / 0 is "
        "undefined, anything else / 0 is infinite.",
        "Where a metric is undefined, a convention may supply a number if you ask for it by name. "
        f"{_general_conventions()} Others are listed with their metric. "
        "See [Undefined is a value](../explanation/undefined.md).",
        "## Contents",
    ]
    parts += [_contents(family, members) for family, members in FAMILIES.items()]
    for family, members in FAMILIES.items():
        parts += [f"## From {family}", ABOUT_FAMILIES[family]]
        parts += [_metric_section(entry) for entry in members]
    parts += ["## All names", "Every name and alias, and where it leads.", _all_names()]
    return _page(parts)


def _general_conventions() -> str:
    said = " and ".join(f"`{name}` ({value:g})" for name, value in GENERAL_CONVENTIONS.items())
    return f"Every metric knows {said}."


def _contents(family: str, members: tuple[Metric, ...]) -> str:
    links = ", ".join(f"[{entry.name}](#{entry.name})" for entry in members)
    return f"**From {family}:** {links}"


def _metric_section(entry: Metric) -> str:
    said = explain(entry.name)
    parts = [f"### {entry.name}", f"**{entry.title}.** {said.meaning}", _formula(entry, said)]
    parts.append("\n".join(f"- **{name}:** {text}" for name, text in _facts(entry, said)))
    return "\n\n".join(parts)


def _formula(entry: Metric, said: Explanation) -> str:
    return f"```text\n{entry.name} = {said.formula}\n```"


def _facts(entry: Metric, said: Explanation) -> Iterator[tuple[str, str]]:
    if entry.aliases:
        yield "Other names", ", ".join(f"`{alias}`" for alias in entry.aliases)
    yield "Needs", entry.needs.value
    if entry.parameters:
        yield "Parameters", ", ".join(f"`{name}` = {_parameter(value)}" for name, value in entry.parameters.items())
    yield "Speaks about", _cell(said.population)
    yield "Range", _range(entry)
    yield "Use it when", _cell(said.use)
    yield "It misleads", _cell(said.misleads)
    yield "Undefined when", _several(_cell(reason) for reason in said.undefined) or "never"
    if entry.conventions:
        yield "By convention", _conventions(entry.conventions)
    if said.same_as:
        yield "The same as", _several(map(_relative, said.same_as))
    if said.not_same_as:
        yield "Not the same as", _several(map(_relative, said.not_same_as))
    if entry.mirror:
        yield "Classes swapped", f"[{entry.mirror}](#{entry.mirror})"
    yield "Reference", _cell(entry.reference)


def _range(entry: Metric) -> str:
    low, high = (plain_number(bound) for bound in entry.bounds)
    better = "neither end is better" if entry.better == Better.NEITHER else f"{entry.better.value} is better"
    return f"{low} to {high}; {better}"


def _parameter(value: Any) -> str:
    return "none given" if value is None else f"`{value}`" if isinstance(value, bool | str) else plain_number(value)


def _conventions(conventions: Mapping[str, float]) -> str:
    return ", ".join(f"`{name}` says {value:g}" for name, value in conventions.items())


def _relative(relative: Relative) -> str:
    if relative.formula in BY_NAME:
        shown = f"[{relative.formula}](#{BY_NAME[relative.formula].name})"
    else:
        shown = f"`{relative.formula}`"
    return f"{shown}: {_cell(relative.why)}" if relative.why else shown


def _several(items: Any) -> str:
    return "; ".join(items)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def _all_names() -> str:
    links = (f"[{name}](#{BY_NAME[name].name})" for name in sorted(BY_NAME))
    return ", ".join(links)


# The command line


def command_line_page() -> str:
    """Return the help of every command."""
    parts = [
        "# Command line",
        _generated("the commands' own help"),
        "Data go to standard output, talk and errors to standard error. `-` reads standard input. "
        "A file is read by its suffix, or by its first bytes if it has none.",
        "| exit code | meaning |\n|--:|---|\n| 0 | done |\n"
        "| 1 | a verdict: a requirement is not met, or no threshold meets the constraints |\n"
        "| 2 | anything else that went wrong; one sentence says what |\n| 130 | interrupted |",
        "Only the first lines of a table are wanted? `truecut table FILE | head` is fine: a closed pipe is not an "
        "error.",
        "## truecut",
        _help(command_group, "truecut"),
    ]
    context = click.Context(command_group, info_name="truecut")
    for name in COMMANDS:
        command = command_group.get_command(context, name)
        assert command is not None
        parts += [f"## truecut {name}", _help(command, name, context)]
    return _page(parts)


def _help(command: click.Command, name: str, parent: click.Context | None = None) -> str:
    settings = command_group.context_settings
    context = click.Context(command, info_name=name, parent=parent, **settings)
    return f"```text\n{command.get_help(context)}\n```"


# Errors


def errors_page() -> str:
    """Return the tree of errors, and each of them in its own words."""
    return _page(
        [
            "# Errors",
            _generated("`truecut.errors`"),
            "Everything truecut raises on purpose is a `TruecutError`. Each message says what is wrong, where, and "
            "what to do. On the command line it is one sentence on standard error and exit code 2.",
            f"```text\n{_tree()}\n```",
            "| error | also a | raised when |\n|---|---|---|\n" + "\n".join(map(_error_row, _family())),
            "```python\n>>> import truecut as tc\n>>> try:\n"
            '...     tc.evaluate(["ham", "spam"], [0.2, 0.9])\n'
            "... except tc.TruecutError as problem:\n...     print(problem)\n"
            f"{_an_error()}\n```",
        ]
    )


def _an_error() -> str:
    try:
        truecut.evaluate(["ham", "spam"], [0.2, 0.9])
    except truecut.TruecutError as problem:
        return str(problem)
    return ""


def _tree() -> str:
    paragraphs = (errors.__doc__ or "").split("\n\n")
    return next(paragraph for paragraph in paragraphs if paragraph.startswith("TruecutError")).strip()


def _family(base: type = errors.TruecutError) -> Iterator[type]:
    yield base
    for child in base.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from _family(child)


def _error_row(error: type) -> str:
    builtin = [base.__name__ for base in error.__mro__ if base.__module__ == "builtins"]
    plain = next((name for name in builtin if name not in ("Exception", "BaseException", "object")), "Exception")
    return f"| `{error.__name__}` | `{plain}` | {_cell((error.__doc__ or '').splitlines()[0])} |"


# All pages


def names_page() -> str:
    """Return what other tools call the metrics, a table for each tool."""
    parts = [
        "# Names elsewhere",
        _generated("src/truecut/catalogue/names_elsewhere.py"),
        "What other tools call a metric, and where their number is another one. Numbers of scikit-learn are computed "
        "and compared by the tests; those of pROC, caret, ROCR, epiR and torchmetrics were computed by them, and are "
        "compared too. Names of yardstick, dcurves, Stata and SAS are as their manuals write them; those tools were "
        "not run for this page. `truecut explain` knows these names: "
        '`truecut explain "recall_score(pos_label=0)"`.',
    ]
    for tool in TOOLS:
        rows = [
            f"| `{_cell(entry.name)}` | [`{entry.ours}`](metrics.md#{entry.metric}) | {_cell(entry.note)} |"
            for entry in ELSEWHERE
            if entry.tool == tool
        ]
        parts += [f"## {tool}", "\n".join([f"| in {tool} | here | |", "|---|---|---|", *rows])]
    return _page(parts)


PAGES: dict[str, Callable[[], str]] = {
    "names-elsewhere.md": names_page,
    "metrics.md": metrics_page,
    "command-line.md": command_line_page,
    "errors.md": errors_page,
}


def _generated(source: str) -> str:
    return f"<!-- Written by docs/make_reference.py from {source}; do not edit by hand. -->"


def _page(parts: list[str]) -> str:
    return "\n\n".join(parts) + "\n"


def stale_pages() -> list[str]:
    """Return the pages that differ from what the code says now."""
    os.environ["COLUMNS"] = str(WIDTH)
    return [name for name, make in PAGES.items() if not _holds(REFERENCE / name, make())]


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    stale = stale_pages()
    if "--check" in arguments:
        for name in stale:
            print(f"docs/reference/{name} is out of date; run: python docs/make_reference.py", file=sys.stderr)
        return 1 if stale else 0
    for name in stale:
        (REFERENCE / name).write_text(PAGES[name](), encoding="utf-8")
        print(f"Wrote docs/reference/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
