"""Intervals for metrics that join several counts: F-beta, the correlation of truth and prediction, sums of shares."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, log, log1p, sqrt, tanh

from truecut.inference.quantiles import last_where, normal_quantile

Limits = tuple[float, float]


def mover(shares: Sequence[float], limits: Sequence[Limits]) -> Limits:
    """Return how far below and above the sum of independent shares its interval reaches.

    The distances of the ends add like standard errors, not like numbers (Zou & Donner 2008, Stat Med 27:1693).
    """
    below = sqrt(sum((share - low) ** 2 for share, (low, _) in zip(shares, limits, strict=True)))
    above = sqrt(sum((high - share) ** 2 for share, (_, high) in zip(shares, limits, strict=True)))
    return below, above


def f_score(tp: float, fp: float, fn: float, recall_weight: float, level: float = 0.95) -> Limits:
    """Return the values of tp / (tp + w fn + (1 - w) fp) that a score test of the three cells does not reject.

    For w = 1/2 it is Wilson's interval of tp / (tp + fp + fn) read as F1 (Lam, Gopal & Qian 2023, arXiv
    2309.14621); for w = 0 and w = 1 it is Wilson's interval of precision and of recall.
    """
    cells, w = (tp, fn, fp), recall_weight
    value = tp / (tp + w * fn + (1 - w) * fp)
    threshold = normal_quantile(level) ** 2

    def is_rejected(supposed: float) -> bool:
        if not 0 < supposed < 1:
            return True
        contrast = (1 - supposed, -w * supposed, -(1 - w) * supposed)
        distance = sum(c * rows for c, rows in zip(contrast, cells, strict=True))
        shares = _shares_under(contrast, cells)
        variance = sum(cells) * sum(c * c * share for c, share in zip(contrast, shares, strict=True))
        return distance * distance > threshold * variance

    low = last_where(is_rejected, 0.0, value) if tp else 0.0
    high = 1 - last_where(lambda missing: is_rejected(1 - missing), 0.0, 1 - value) if value < 1 else 1.0
    return low, high


def f_score_on_log_odds(tp: float, fp: float, fn: float, recall_weight: float, level: float = 0.95) -> Limits | None:
    """Return the interval on the log odds by the delta method; None at 0 and 1, which have none."""
    w = recall_weight
    wrong = w * fn + (1 - w) * fp
    if not tp or not wrong:
        return None
    variance = 1 / tp + (w * w * fn + (1 - w) ** 2 * fp) / wrong**2
    return around_log_odds(tp / (tp + wrong), wrong / (tp + wrong), normal_quantile(level) * sqrt(variance))


def around_log_odds(share: float, rest: float, half: float) -> Limits:
    """Return the shares whose log odds lie so far from those of a share; `rest` is 1 - share."""
    middle = log(share) - log(rest)
    return _share_of_odds(middle - half), _share_of_odds(middle + half)


def fisher_z(tp: float, fp: float, fn: float, tn: float, level: float = 0.95) -> Limits:
    """Return the interval of the Matthews correlation by Fisher's z, 1/2 added to all cells if one is 0.

    The variance is that of the delta method for four counts drawn together (Itaya et al. 2025, Stat Med 44:e10303).
    Sums are formed exactly: near perfect agreement 1 - mcc² would be lost in rounding.
    """
    added = Fraction(0) if all((tp, fp, fn, tn)) else Fraction(1, 2)
    a, b, c, d = (Fraction(cell) + added for cell in (tp, fp, fn, tn))
    flagged, positives, negatives, left = a + b, a + c, b + d, c + d
    product, excess = flagged * positives * negatives * left, a * d - b * c
    # The derivatives of mcc, times the square root of the product of margins.
    slopes = (
        (a, d - excess / 2 * (1 / flagged + 1 / positives)),
        (b, -c - excess / 2 * (1 / flagged + 1 / negatives)),
        (c, -b - excess / 2 * (1 / left + 1 / positives)),
        (d, a - excess / 2 * (1 / left + 1 / negatives)),
    )
    rest = 1 - excess**2 / product  # 1 - mcc²
    variance = sum((cell * slope**2 for cell, slope in slopes), Fraction(0)) / product / rest**2
    size = sqrt(excess**2 / product)
    z = log1p(size) - log(rest) / 2
    middle, half = (z if excess > 0 else -z), normal_quantile(level) * sqrt(variance)
    return tanh(middle - half), tanh(middle + half)


def kappa_standard_error(tp: float, fp: float, fn: float, tn: float) -> float:
    """Return the standard error of Cohen's kappa (Fleiss, Cohen & Everitt 1969, Psychol Bull 72:323)."""
    n = tp + fp + fn + tn
    a, b, c, d = tp / n, fp / n, fn / n, tn / n
    flagged, positives, left, negatives = a + b, a + c, c + d, b + d
    by_chance = flagged * positives + left * negatives
    kappa = (a + d - by_chance) / (1 - by_chance)
    rest = 1 - kappa
    agreeing = a * (1 - (flagged + positives) * rest) ** 2 + d * (1 - (left + negatives) * rest) ** 2
    differing = rest**2 * (b * (positives + left) ** 2 + c * (negatives + flagged) ** 2)
    spread = agreeing + differing - (kappa - by_chance * rest) ** 2
    return sqrt(max(0.0, spread) / n) / (1 - by_chance)


def _shares_under(contrast: Sequence[float], cells: Sequence[float]) -> list[float]:
    """Return the likeliest shares of the cells whose contrast is 0: rows / (1 + l c) for some multiplier l.

    Where only an empty cell could bring that about, l is at its end and the empty cell gets the share left over.
    """
    rows = sum(cells)
    lowest, highest = -1 / max(contrast), -1 / min(contrast)
    filled = [(n, c) for n, c in zip(cells, contrast, strict=True) if n]
    if all(c <= 0 for _, c in filled):
        multiplier = lowest
    elif all(c >= 0 for _, c in filled):
        multiplier = highest
    else:
        # Only one root can lie between the ends.
        nearest = min(_multipliers(filled), key=lambda root: max(lowest - root, root - highest))
        multiplier = min(max(nearest, lowest), highest)
    shares = [n / (rows * (1 + multiplier * c)) if n else 0.0 for n, c in zip(cells, contrast, strict=True)]
    empty = [cell for cell, n in enumerate(cells) if not n]
    if empty:
        at_end = min(empty, key=lambda cell: abs(1 + multiplier * contrast[cell]))
        shares[at_end] = max(0.0, 1 - sum(shares))
    return shares


def _multipliers(filled: Sequence[tuple[float, float]]) -> list[float]:
    """Return where sum n c / (1 + l c) is 0: over two or three cells an equation of first or second degree in l."""
    rows, constant = sum(n for n, _ in filled), sum(n * c for n, c in filled)
    if len(filled) == 2:
        square, linear = 0.0, filled[0][1] * filled[1][1] * rows
    else:
        (_, a), (_, b), (_, c) = filled
        square = a * b * c * rows
        linear = sum(n * own * (a + b + c - own) for n, own in filled)
    if not square:
        return [-constant / linear]
    root = sqrt(max(0.0, linear * linear - 4 * square * constant))
    # Add numbers of one sign only; the other root follows from the product of both.
    larger = -(linear + root) / 2 if linear >= 0 else (root - linear) / 2
    return [larger / square, constant / larger] if larger else [0.0]


def _share_of_odds(log_odds: float) -> float:
    # Never raise e to a large power: 1 / (1 + exp(800)) would overflow.
    return 1 / (1 + exp(-log_odds)) if log_odds >= 0 else exp(log_odds) / (1 + exp(log_odds))
