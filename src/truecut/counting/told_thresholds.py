"""How a threshold is told to people: as short as may be, and whoever types it flags the same rows.

A threshold is mostly a score of many digits. Rounded to three of them it may lie above that score, and the row on the
cut is lost; cut off after three it may lie below the next score, and more rows are flagged.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal

import numpy as np

from truecut.counting.counts_curve import CountsCurve

FIGURES, IN_TABLES = 3, 6  # of a threshold in a headline and elsewhere, if they are enough
MOST_FIGURES = 17  # of a float
ABOVE_ALL = "above all scores"


def told_threshold(curve: CountsCurve, threshold: float | None, figures: int = FIGURES) -> str:
    """Return a threshold in so many figures, or in more where fewer would flag other rows; None flags nothing.

    >>> from truecut.counting.score_table import ScoreTable
    >>> curve = CountsCurve(ScoreTable.from_rows([True, False, True], [0.947792, 0.947, 0.2]))
    >>> told_threshold(curve, 0.947792), told_threshold(curve, 0.947), told_threshold(curve, 0.5)
    ('0.9477', '0.947', '0.5')
    """
    return ABOVE_ALL if threshold is None else _told(curve, threshold, figures)[1]


def figures_enough(curve: CountsCurve, score: float) -> int:
    """Return in how many figures, the others cut off on the side of what is flagged, a score flags the same rows.

    >>> from truecut.counting.score_table import ScoreTable
    >>> figures_enough(CountsCurve(ScoreTable.from_rows([True, False], [0.947792, 0.947])), 0.947792)
    4
    """
    return _told(curve, score, FIGURES)[0]


def _told(curve: CountsCurve, threshold: float, figures: int) -> tuple[int, str]:
    if not np.isfinite(threshold):
        return figures, f"{threshold:g}"
    shorter = [(digits, text) for digits in range(figures, MOST_FIGURES) for text in _short(curve, threshold, digits)]
    same = curve.reached([float(text) for _, text in shorter]) == curve.reached([threshold])[0]
    # 0 and 1 are ends of a scale to whoever reads them, and say more than a cut near them.
    fits = (
        found
        for found, is_same in zip(shorter, same.tolist(), strict=True)
        if is_same and (float(found[1]) not in (0, 1) or threshold in (0, 1))
    )
    return next(fits, (MOST_FIGURES, repr(threshold)))


def _short(curve: CountsCurve, threshold: float, figures: int) -> list[str]:
    """Return the nearest number of so many figures, and the nearest on the side of what is flagged."""
    towards = ROUND_CEILING if curve.table.lower_is_positive else ROUND_FLOOR
    exact = Decimal(threshold)
    rounded = (Context(prec=figures, rounding=way).plus(exact) for way in (ROUND_HALF_UP, towards))
    # Written as floats are: 0.5 and not 0.500, 1e-05 and not 0.00001.
    return [f"{float(number):.{figures}g}" for number in rounded]
