"""Groups against the rest as JSON, CSV and Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truecut.catalogue import metric
from truecut.data.rows import Provenance
from truecut.decisions.group_differences import ByGroup, GroupDifference
from truecut.views.as_json import as_text, plain, read_as_data, value_as_data
from truecut.views.forest import notes_on, said_difference, said_p
from truecut.views.sheet import Cell, Sheet, escaped
from truecut.views.written import interval, written

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


def groups_as_json(read: Provenance, found: Sequence[ByGroup]) -> str:
    """Return every metric by group, in full."""
    return as_text("groups", {"read": read_as_data(read), "metrics": [_metric(one) for one in found]})


def groups_sheet(found: Sequence[ByGroup]) -> Sheet:
    """Return one row per model, metric and group."""
    return Sheet(COLUMNS, [(one.model, one.metric, *_row(group)) for one in found for group in one.differences])


def groups_markdown(found: Sequence[ByGroup]) -> str:
    """Return one table per metric for reading, the worst group first."""
    return "\n".join(_table(one) for one in found)


def _table(one: ByGroup) -> str:
    entry = metric(one.metric)
    unit = " (points)" if entry.is_percentage else ""
    sheet = Sheet(
        (
            "group",
            "rows",
            entry.name,
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
                said_p(group.adjusted_p),
                group.verdict.value,
            )
            for group in one.worst_first
        ],
        f"{entry.title} by group: {one.model}",
    )
    said = [one.caution, *notes_on(one.worst_first)]
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


def _metric(one: ByGroup) -> dict[str, Any]:
    return {
        "model": one.model,
        "threshold": plain(one.threshold),
        "metric": one.metric,
        "overall": value_as_data(one.overall),
        "caution": one.caution or None,
        "groups": [_group(group) for group in one.differences],
    }


def _group(group: GroupDifference) -> dict[str, Any]:
    return {
        "group": group.group,
        "members": list(group.members),
        "rows": group.rows,
        "value": value_as_data(group.estimate),
        "rest": value_as_data(group.rest),
        "difference": plain(group.difference),
        "low": plain(group.low),
        "high": plain(group.high),
        "level": group.level,
        "method": group.method or None,
        "test": group.test or None,
        "p_value": group.p_value,
        "adjusted_p": group.adjusted_p,
        "compared": group.compared,
        "verdict": group.verdict.value,
        "matters": group.matters,
        "note": group.note or None,
    }
