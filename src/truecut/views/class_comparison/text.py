"""Compared models of many classes for a terminal: the verdict first, then the numbers."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue import Value
from truecut.catalogue.class_metrics import class_metric
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.verdict import ComparisonOutcome
from truecut.inference.paired.wording import amount, interval_of_difference, title_of_difference
from truecut.summaries.of_compared_classes import AnswersCompared, ComparedClasses
from truecut.views.metric_values import written
from truecut.views.provenance_lines import inferred_and_left_out
from truecut.views.terminal_tables import QUIET, STRONG
from truecut.views.visible_drawing import Text
from truecut.words import counted
from truecut.words.numerals import DASH, count, p_text, written_p


def drawn_classes(summary: ComparedClasses) -> RenderableType:
    """Return the verdicts, every difference, and whether the models answer alike."""
    rows = f"  {counted(summary.read.rows, 'row')}, {len(summary.classes)} classes"
    parts: list[RenderableType] = [Text.assemble((summary.read.source, STRONG), (rows, QUIET))]
    parts += [Text(line, style=QUIET) for line in inferred_and_left_out(summary.read)]
    parts.append("")
    for verdict in summary.verdicts:
        mark = "?" if verdict.outcome == ComparisonOutcome.NOT_ENOUGH_DATA else "✓"
        parts.append(Text(f"{mark} {verdict.sentence}"))
    parts += ["", _differences(summary), ""]
    parts += [Text(_alike(one)) for one in summary.answers]
    parts.append(Text("Such tests say that models answer differently, never which is better.", style=QUIET))
    notes = dict.fromkeys(f"{one.metric}: {one.note}" for one in summary.differences if one.note)
    parts += [Text(f"Note: {note}.", style=QUIET) for note in notes]
    return Group(*parts)


def _differences(summary: ComparedClasses) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    is_pair = len(summary.models) == 2
    table.add_column("Metric")
    if not is_pair:
        table.add_column("Models")
    for head in (
        *(summary.models if is_pair else ("first", "second")),
        "difference",
        f"{100 * summary.level:g} %",
        "p",
    ):
        table.add_column(head, justify="right", no_wrap=True)
    for one in summary.differences:
        entry = class_metric(one.metric)
        names = [] if is_pair else [f"{one.first} – {one.second}"]
        values = [written(entry, Value(value)) if value is not None else DASH for value in one.values]
        table.add_row(title_of_difference(one), *names, *values, *_numbers(one))
    return table


def _numbers(one: Difference) -> tuple[str, str, str]:
    entry = class_metric(one.metric)
    if one.value is None:
        return DASH, "", DASH
    limits = "" if one.low is None or one.high is None else interval_of_difference(entry, one.low, one.high)
    p_value = one.p_value if one.adjusted_p is None else one.adjusted_p
    return amount(entry, one.value), limits, written_p(p_value)


def _alike(one: AnswersCompared) -> str:
    tests = ", ".join(f"{test.name} {p_text(test.p_value)}" for test in one.tests)
    return f"{one.first} and {one.second} answer {count(one.differing)} rows differently ({tests})."
