"""One metric explained, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue import Better, Metric
from truecut.catalogue.explanation import Explanation, Relative
from truecut.views.metric_values import written
from truecut.views.visible_drawing import Text
from truecut.words.numerals import DASH, decimal, plain_number

STRONG, QUIET, NAME = "bold", "bright_black", "cyan"


def drawn_explanation(explanation: Explanation) -> RenderableType:
    """Return the formula, the numbers put in, what they mean, and what to beware of."""
    entry = explanation.metric
    title = Text(entry.title, style=STRONG)
    title.append(f"  {', '.join(entry.names)}", style=QUIET)
    taken: list[RenderableType] = [*(Text(note) for note in explanation.notes), ""] if explanation.notes else []
    lines: list[RenderableType] = [*taken, title, "", _formula(explanation), ""]
    if explanation.steps:
        lines += [_calculation(explanation), ""]
    if explanation.sentence:
        lines += [Text(explanation.sentence), ""]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style=QUIET, no_wrap=True)
    table.add_column()
    for what, said in _answers(explanation):
        table.add_row(what, said)
    return Group(*lines, table)


def _formula(explanation: Explanation) -> Table:
    entry, value = explanation.metric, explanation.value
    table = Table(box=None, show_header=False, padding=(0, 0, 0, 1), style=NAME)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    table.add_row(f" {entry.name}", "=", explanation.formula)
    if value is None:
        return table
    result = f"undefined: {value.undefined}" if value.value is None else written(entry, value)
    if value.convention:
        result += f" by the convention {value.convention!r}, since {value.undefined}"
    # Numbers that divide by zero equal nothing: the reason stands on a line of its own, without a sign before it.
    if value.value is None:
        table.add_row("", "=", explanation.numbers)
        table.add_row("", "", Text(result, style=STRONG))
    else:
        table.add_row("", "=", Text.assemble(explanation.numbers, " = ", (result, STRONG)))
    return table


def _calculation(explanation: Explanation) -> Table:
    """Return the steps that lead to the metric, a line for each."""
    table = Table(box=None, show_header=False, padding=(0, 0, 0, 1), style=QUIET)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for step in explanation.steps:
        table.add_row(f" {step.name}", "=", step.formula)
        if step.numbers:
            table.add_row("", "=", f"{step.numbers} = {DASH if step.value is None else decimal(step.value)}")
    return table


def _answers(explanation: Explanation) -> list[tuple[str, RenderableType]]:
    entry = explanation.metric
    answers: list[tuple[str, RenderableType]] = [
        ("Meaning", explanation.meaning),
        ("Speaks about", explanation.population),
        ("Range", _range(entry)),
        ("Use it when", explanation.use),
        ("It misleads", explanation.misleads),
    ]
    if explanation.same_as:
        answers.append(("The same as", Group(*(_relative(r, entry) for r in explanation.same_as))))
    if explanation.not_same_as:
        answers.append(("Not the same as", Group(*(_relative(r, entry) for r in explanation.not_same_as))))
    if explanation.parameters:
        chosen = ", ".join(f"{name} = {plain_number(value)}" for name, value in explanation.parameters.items())
        answers.append(("Parameters", chosen))
    if explanation.undefined:
        answers.append(("Undefined when", Group(*explanation.undefined)))
        answers.append(("By convention", _conventions(entry.conventions)))
    answers.append(("Reference", entry.reference))
    return answers


def _relative(relative: Relative, entry: Metric) -> Text:
    text = Text(relative.formula, style=NAME)
    if relative.value is not None and relative.value.value is not None:
        text.append(f" = {written(entry, relative.value)}", style="default")
    if relative.why:
        text.append(f": {relative.why}", style="default")
    return text


def _range(entry: Metric) -> str:
    low, high = (plain_number(bound) for bound in entry.bounds)
    better = "" if entry.better == Better.NEITHER else f"; {entry.better.value} is better"
    return f"{low} to {high}{better}"


def _conventions(conventions: Mapping[str, float]) -> str:
    if not conventions:
        return "left undefined where the formula has no value"
    said = ", ".join(f"{name} says {value:g}" for name, value in conventions.items())
    return f"where the formula has no value, {said}; truecut leaves it undefined unless asked"
