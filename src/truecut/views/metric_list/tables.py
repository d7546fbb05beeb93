"""The list of metrics as a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.catalogue import Metric
from truecut.views.sheet import Sheet
from truecut.words import DEFAULT


def catalogue_sheet(metrics: Sequence[Metric]) -> Sheet:
    """Return a list of metrics."""
    return Sheet(
        ("name", "aliases", "formula", "needs", "better", "meaning"),
        [(m.name, ", ".join(m.aliases), m.readable, m.needs.value, m.better.value, _plain_words(m)) for m in metrics],
    )


def _plain_words(entry: Metric) -> str:
    return DEFAULT.fill(entry.meaning)
