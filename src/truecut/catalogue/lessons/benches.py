"""What several lessons put on the bench."""

from __future__ import annotations

from truecut.catalogue.lessons.lesson import ScoredRows
from truecut.counting.counts import Counts
from truecut.words import Words

SICK = Words(positive="sick", negative="healthy", unit="patient")
SPAM = Words(positive="spam", negative="good", unit="email")
LEAVING = Words(positive="leaving", negative="staying", unit="customer")
INFECTED = Words(positive="infected", negative="not infected", unit="patient")
# Figure 7.5 of the book prints no scores; these give its thresholds 0.2, 0.5 and 0.8 the rows it counts there.
TEN_ROWS = ScoredRows((0, 1, 0, 0, 1, 0, 1, 0, 1, 1), (0.02, 0.06, 0.11, 0.16, 0.27, 0.41, 0.55, 0.68, 0.84, 0.93))

_PLACES = tuple((2 * place + 1) / 20 for place in range(10))
EVENLY = ScoredRows((1,) * 10 + (0,) * 10, _PLACES * 2)


def counts_as_read(tp: int, fn: int, fp: int, tn: int) -> Counts:
    """Return four counts in the order in which a matrix is read."""
    return Counts(tp=tp, fn=fn, fp=fp, tn=tn)
