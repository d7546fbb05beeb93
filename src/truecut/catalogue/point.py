"""A point: four counts, where they came from, and every metric that follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.catalogue import CATALOGUE, Value, metric
from truecut.counting.counts import Counts, checked_counts
from truecut.counting.thresholds import checked_threshold
from truecut.errors import BadCall
from truecut.words.numerals import DASH, decimal, percent, threshold

if TYPE_CHECKING:
    from truecut.words.notebook_card import Line

SHOWN = ("recall", "precision", "fpr", "accuracy", "f1")  # on a card


@dataclass(frozen=True)
class Point:
    """Counts at one threshold; without a threshold if they were given as counts or predictions.

    >>> counts(tp=30, fn=10, fp=5, tn=55).metric("recall").value
    0.75
    """

    counts: Counts
    threshold: float | None = None

    def __post_init__(self) -> None:
        if self.threshold is not None:
            object.__setattr__(self, "threshold", checked_threshold(self.threshold))

    def metric(self, name: str, *, convention: str | None = None, **parameters: Any) -> Value:
        """Return one metric by name or alias."""
        entry = metric(name)
        if not entry.needs_only_counts:
            raise BadCall(f"{entry.name} needs {entry.needs.value}, and four counts do not tell them.")
        return entry.at(self.counts, convention=convention, **parameters)

    def metrics(self, *, convention: str | None = None) -> dict[str, Value]:
        """Return every metric of four counts, by name."""
        return {
            entry.name: entry.at(self.counts, convention=convention) for entry in CATALOGUE if entry.needs_only_counts
        }

    def _repr_html_(self) -> str:
        """Return the card that a notebook shows."""
        head = "Four counts" if self.threshold is None else f"At threshold {threshold(self.threshold)}"
        return self.card(head)

    def card(self, head: str, said: Sequence[str] = ()) -> str:
        """Return the counts and a few metrics as HTML, under a heading and sentences."""
        from truecut.words.notebook_card import card

        return card(head, said, cells=self.counts.cells(), lines=[self._line(name) for name in SHOWN])

    def _line(self, name: str) -> Line:
        from truecut.words.notebook_card import Line

        entry, value = metric(name), self.metric(name)
        number = DASH if value.value is None else (percent if entry.is_percentage else decimal)(value.value)
        return Line(entry.title, number, value.undefined or "")


def counts(*, tp: float, fn: float, fp: float, tn: float) -> Point:
    """Return the point of four counts: everything that follows from a confusion matrix."""
    return Point(checked_counts(tp=tp, fn=fn, fp=fp, tn=tn))
