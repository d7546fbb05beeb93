"""The list of metrics as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truecut.catalogue import Metric
from truecut.words import DEFAULT


def metric_list_data(metrics: Sequence[Metric]) -> dict[str, Any]:
    """Return a list of metrics."""
    rows = [
        {
            "name": entry.name,
            "title": entry.title,
            "aliases": list(entry.aliases),
            "formula": entry.readable,
            "needs": entry.needs.value,
            "better": entry.better.value,
            "meaning": DEFAULT.fill(entry.meaning),
        }
        for entry in metrics
    ]
    return {"rows": rows}
