"""Groups against the rest as sheets: what CSV and Markdown show."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.decisions.group_differences import ByGroup, GroupDifference
from truecut.views.groups.notes import left_out_of, notes_on, shown_of
from truecut.views.metric_values import interval, said_difference, written
from truecut.views.sheet import Cell, Sheet, escaped
from truecut.words.numerals import written_p

COLUMNS = (
    "model",
    "metric",
    "group",
    "rows",
    "value",
    "low",
    "high",
    "rest",
    "difference",
    "difference_low",
    "difference_high",
    "p_value",
    "adjusted_p",
    "verdict",
    "note",
)


def groups_sheet(found: Sequence[ByGroup]) -> Sheet:
    """Return one row per model, metric and group."""
    return Sheet(COLUMNS, [(one.model, one.metric, *_row(group)) for one in found for group in one.differences])


def groups_markdown(found: Sequence[ByGroup]) -> str:
    """Return one table per metric for reading, the worst group first."""
    return "\n".join(_table(one) for one in found)


def _table(one: ByGroup) -> str:
    entry = one.entry
    unit = " (points)" if entry.is_percentage else ""
    sheet = Sheet(
        (
            "group",
            "rows",
            one.metric,
            "interval",
            f"difference to rest{unit}",
            "interval of difference",
            "p",
            "verdict",
        ),
        [
            (
                group.group,
                f"{group.rows:,}",
                written(entry, group.estimate),
                interval(entry, group.estimate),
                said_difference(entry, group.difference),
                ""
                if group.low is None
                else f"{said_difference(entry, group.low)} to {said_difference(entry, group.high)}",
                written_p(group.adjusted_p),  # the one that the verdict follows
                group.verdict.value,
            )
            for group in shown_of(one)
        ],
        f"{one.title} by group: {one.model}",
    )
    said = [left_out_of(one), one.caution, *notes_on(one.worst_first)]
    notes = [f"{escaped(line)}\n" for line in said if line]
    return "\n".join([sheet.as_markdown(), *notes])


def _row(group: GroupDifference) -> tuple[Cell, ...]:
    return (
        group.group,
        group.rows,
        group.estimate.value,
        group.estimate.low,
        group.estimate.high,
        group.rest.value,
        group.difference,
        group.low,
        group.high,
        group.p_value,
        group.adjusted_p,
        group.verdict.value,
        group.note or group.estimate.note or None,
    )
