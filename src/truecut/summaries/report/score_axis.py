"""How the page spreads scores over a width: plainly, by their log odds, or by the share that they flag."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np

from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.counting.searching import first_where
from truecut.summaries.histogram import BARS, ScoreHistogram

OUTSIDE = 0.0005  # of the rows may lie beyond the ends of a stretched axis
NARROWEST = 1e-12  # probability at which a stretched axis ends at the latest
CROWDED = 0.5  # share of the rows in a tenth of the range, from which a plain axis shows too little

Range = tuple[float, float]


def stretch_of(tables: Sequence[ScoreTable]) -> Range | None:
    """Return from which to which probability log odds are worth drawing; None where scores are no probabilities."""
    if not tables or not all(table.are_probabilities for table in tables):
        return None
    low = min(_quantile(table, OUTSIDE) for table in tables)
    high = max(_quantile(table, 1 - OUTSIDE) for table in tables)
    low, high = max(min(low, 0.4), NARROWEST), min(max(high, 0.6), 1 - NARROWEST)
    return float(f"{low:.3g}"), 1 - float(f"{1 - high:.3g}")


def axis_for(histograms: Sequence[ScoreHistogram | None], stretch: Range | None) -> str:
    """Say how to spread the scores: plainly, unless most rows of a model would then crowd at one end."""
    if not any(histograms):
        return "share" if histograms else "score"
    return ("stretched" if stretch else "share") if any(map(_is_crowded, filter(None, histograms))) else "score"


def stretched(table: ScoreTable, stretch: Range) -> ScoreHistogram:
    """Return the histogram of log odds; its ends are written as probabilities."""
    low, high = stretch
    ends = float(_log_odds(low)), float(_log_odds(high))
    bars = ScoreHistogram.between(table, *ends, lambda scores: _log_odds(np.clip(scores, low, high)))
    return ScoreHistogram(low, high, bars.positives, bars.negatives)


def _is_crowded(bars: ScoreHistogram) -> bool:
    both, tenth = np.add(bars.positives, bars.negatives), ceil(BARS / 10)
    return bool(max(both[:tenth].sum(), both[-tenth:].sum()) > CROWDED * both.sum())


def _quantile(table: ScoreTable, share: float) -> float:
    """Return a quantile of the scores strictly between 0 and 1; what is certain has no log odds."""
    rising = slice(None) if table.lower_is_positive else slice(None, None, -1)
    scores = table.scores[rising]
    start, end = int(np.searchsorted(scores, 0.0, side="right")), int(np.searchsorted(scores, 1.0))
    if start == end:
        return 0.5
    counts = CountsCurve(table).counts

    def rows_of(lowest: Any) -> Any:
        """Return the rows that so many of the lowest scores have."""
        flagged = lowest if table.lower_is_positive else len(table) - lowest
        rows = (counts.tp[flagged] + counts.fp[flagged]).astype(float)
        return rows if table.lower_is_positive else float(counts.tp[-1] + counts.fp[-1]) - rows

    certain = rows_of(np.array(start))
    wanted = share * (rows_of(np.array(end)) - certain)
    found = first_where(end - start, lambda entries: rows_of(start + entries + 1) - certain, wanted)
    return float(scores[start + min(int(found), end - start - 1)])


def _log_odds(probabilities: Any) -> Any:
    return np.log(probabilities) - np.log1p(-np.asarray(probabilities))
