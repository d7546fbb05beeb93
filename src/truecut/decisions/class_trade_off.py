"""What is gained by leaving the least sure rows unanswered: the share of right answers by the share answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.curve import Curve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.proportions import clopper_pearson, wilson
from truecut.words.shown import Shown

MOST_CUTS = 20  # at which a promise is tested
NO_CUT = "No cut keeps that promise for sure on so few rows; promise less, or answer nothing."


class Answering(NamedTuple):
    """What happens when answers are given from a score on."""

    answer_from: float
    answered: float  # the share of rows that get an answer
    right: float  # the share of right answers among these
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class TradeOff(Shown):
    """The share of right answers among those given, at every score from which answers could be given.

    The first entry answers the surest rows only, the last one all.
    """

    answer_from: NDArray[np.float64]
    answered: NDArray[np.float64]
    right: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    level: float
    risk_coverage_area: float  # the mean over rows, the surest first, of the share of wrong answers so far
    _given: NDArray[np.float64]
    _hits: NDArray[np.float64]
    _rows: float

    @classmethod
    def of(cls, confidence: ScoreTable, level: float = 0.95, rows: float | None = None) -> TradeOff:
        """Find the trade-off of answers that were right or wrong, by the score they were given with."""
        if confidence.is_weighted:
            raise BadCall("The trade-off counts rows, and rows of different importance are not supported there yet.")
        counts = Curve(confidence).counts
        hits, given = counts.tp[1:].astype(float), (counts.tp[1:] + counts.fp[1:]).astype(float)
        total = float(given[-1]) if rows is None else rows
        low, high = wilson(hits, given, level)
        # Rows of one score come in no order, so they share the risk that all of them end at.
        area = float(((1 - hits / given) * np.diff(given, prepend=0.0)).sum() / given[-1])
        return cls(confidence.scores, given / total, hits / given, low, high, level, area, given, hits, total)

    def __len__(self) -> int:
        return len(self.answer_from)

    def __getitem__(self, entry: int) -> Answering:
        columns = (self.answer_from, self.answered, self.right, self.low, self.high)
        return Answering(*(float(column[entry]) for column in columns))

    def at_share(self, answered: float) -> Answering:
        """Return the cut that answers at least this share of the rows, and no more than it must.

        `answered` is the share.

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> round(e.trade_off().at_share(0.8).right, 3)
        1.0
        """
        if not 0 < answered <= 1:
            raise BadCall(f"A share of rows to answer lies between 0 and 1, not at {answered:g}.")
        enough = np.flatnonzero(self.answered >= answered - 1e-12)
        return self[int(enough[0]) if len(enough) else len(self) - 1]

    def promising(self, right: float, *, confidence: float = 0.95) -> Answering:
        """Return the cut that answers most rows while the share of right answers is at least so large.

        `right` is that share. The lower limit of Clopper & Pearson has to reach the promise, at a level that allows for
        all cuts looked at (Bonferroni), so the promise holds of new rows as surely as `confidence` says.

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> round(e.trade_off().promising(0.95).answer_from, 3)
        0.783
        """
        if not 0 < right < 1:
            raise BadCall(f"A share of right answers lies between 0 and 1, not at {right:g}.")
        places = np.unique(np.linspace(0, len(self) - 1, min(MOST_CUTS, len(self))).astype(int))
        level = 1 - 2 * (1 - confidence) / len(places)
        kept = [i for i in places if clopper_pearson(self._hits[i], self._given[i], level)[0] >= right]
        if not kept:
            raise BadCall(NO_CUT)
        return self[int(kept[-1])]
