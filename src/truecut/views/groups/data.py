"""Groups against the rest as plain data, in the shape of docs/reference/json.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truecut.data.rows import Provenance
from truecut.decisions.group_differences import ByGroup, GroupDifference
from truecut.views.json_values import plain, read_as_data, value_as_data


def groups_data(read: Provenance, found: Sequence[ByGroup]) -> dict[str, Any]:
    """Return every metric by group, in full."""
    return {"read": read_as_data(read), "metrics": [_metric(one) for one in found]}


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
