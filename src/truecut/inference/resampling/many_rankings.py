"""Metrics of the ranking, for many curves at once: areas, hulls, the top of the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from truecut.catalogue import metric
from truecut.catalogue.measures.incomplete_beta import incomplete_betas
from truecut.counting.counts import Counts
from truecut.inference.resampling.many_curves import Curves, Values, Ways


def _roc_auc(curves: Curves) -> Values:
    twice = (curves.negatives * (curves.tp[:, 1:] + curves.tp[:, :-1])).sum(axis=1)
    return np.asarray(twice / (2 * curves.total_positive * curves.total_negative))


def _average_precision(curves: Curves) -> Values:
    tp, fp = curves.tp[:, 1:], curves.fp[:, 1:]
    precision = np.divide(tp, tp + fp, out=np.zeros_like(tp), where=tp > 0)
    return np.asarray((curves.positives * precision).sum(axis=1) / curves.total_positive)


def _pr_auc(curves: Curves) -> Values:
    place = np.nonzero(curves.positives)
    before, fp_before = curves.tp[place], curves.fp[place]
    more, more_fp = curves.positives[place], curves.negatives[place]
    flagged, added = before + fp_before, more + more_fp
    growth = added / flagged
    damping = np.log1p(growth) / growth
    bent = (before * (more + more_fp * damping) + fp_before * more * (1 - damping)) / flagged
    # Before the first rows there is nothing to bend: they are flagged all at once.
    areas = more * np.where(flagged > 0, bent, more) / added
    return np.minimum(1.0, np.bincount(place[0], weights=areas, minlength=len(curves)) / curves.total_positive)


def _ks(curves: Curves) -> Values:
    return np.asarray((curves.tp / curves.tp[:, -1:] - curves.fp / curves.fp[:, -1:]).max(axis=1))


def _hull_area(curves: Curves) -> Values:
    area = curves.hulls.sums(lambda tp, _, more, more_fp: more_fp * (tp + more / 2))
    return area / (curves.total_positive * curves.total_negative)


def _h_measure(curves: Curves, alpha: float | None, beta: float | None) -> Values:
    hulls, positives, negatives = curves.hulls, curves.total_positive, curves.total_negative
    rows = positives + negatives
    a = 1 + positives / rows if alpha is None else np.full(len(curves), float(alpha))
    b = 1 + negatives / rows if beta is None else np.full(len(curves), float(beta))
    mean, owner = a / (a + b), hulls.owner
    # Corner k is best from the cost at which the next piece begins to pay to that of the piece before it.
    slope = np.diff(hulls.tp) / (np.diff(hulls.tp) + np.diff(hulls.fp))
    is_last, is_first = np.append(owner[1:] != owner[:-1], True), np.insert(owner[1:] != owner[:-1], 0, True)
    low = np.where(is_last, 0.0, np.append(slope, 0.0))

    def between(a: Values, b: Values) -> Values:
        up_to_low = incomplete_betas(low, a[owner], b[owner])
        return np.asarray(np.where(is_first, 1.0, np.insert(up_to_low[:-1], 0, 1.0)) - up_to_low)

    of_alarms, of_misses = mean[owner] * between(a + 1, b), (1 - mean[owner]) * between(a, b + 1)
    losses = (hulls.fp * of_alarms + (positives[owner] - hulls.tp) * of_misses) / rows[owner]
    loss = np.bincount(owner, weights=losses, minlength=len(curves))
    flag_all = negatives / rows * mean * incomplete_betas(positives / rows, a + 1, b)
    flag_none = positives / rows * (1 - mean) * incomplete_betas(negatives / rows, b + 1, a)
    return np.asarray(np.maximum(0.0, 1 - loss / (flag_all + flag_none)))


def _partial_auc(curves: Curves, fpr: Any, tpr: Any, standardised: bool) -> Values:
    window = _span(fpr, is_fpr=True) if fpr is not None or tpr is not None else (0.0, 0.1), _span(tpr, is_fpr=False)
    x, y = curves.fp / curves.fp[:, -1:], curves.tp / curves.tp[:, -1:]
    area = np.where(curves.total_positive * curves.total_negative > 0, _area_within(x, y, *window), np.nan)
    if not standardised:
        return area
    corner = np.array([[0.0, 1.0]])
    by_chance = _area_within(corner, corner, *window)[0]
    (left, right), (below, above) = window
    room = (right - left) * (above - below) - by_chance
    return (1 + (area - by_chance) / room) / 2 if room > 0 else np.full(len(curves), np.nan)


def _span(span: Any, is_fpr: bool) -> tuple[float, float]:
    """Return a range of rates; one number means up to that FPR, or from that TPR on."""
    if span is None:
        return 0.0, 1.0
    low, high = span if isinstance(span, tuple | list) else (0.0, span) if is_fpr else (span, 1.0)
    return float(low), float(high)


def _area_within(x: Values, y: Values, across: tuple[float, float], up: tuple[float, float]) -> Values:
    area = _area_above(x, y, across, up[0])
    return area - _area_above(x, y, across, up[1]) if up[1] < 1 else area


def _area_above(x: Values, y: Values, across: tuple[float, float], floor: float) -> Values:
    edges = np.clip(x, *across)
    # Scores at which every curve lies outside the window add nothing.
    used = np.flatnonzero((np.diff(edges, axis=1) > 0).any(axis=0))
    if not len(used):
        return np.zeros(len(x))
    columns = slice(used[0], used[-1] + 2)
    x, y, edges = x[:, columns], y[:, columns], edges[:, columns]
    width = np.diff(x, axis=1)
    rise = np.divide(np.diff(y, axis=1), width, out=np.zeros_like(width), where=width > 0)
    start = y[:, :-1] + rise * (edges[:, :-1] - x[:, :-1]) - floor
    end = y[:, :-1] + rise * (edges[:, 1:] - x[:, :-1]) - floor
    base: Any = 1.0
    if floor > 0:
        base = np.divide(end, end - start, out=np.ones_like(end), where=(start < 0) & (end > 0))
        start, end = np.maximum(start, 0), np.maximum(end, 0)
    return np.asarray((np.diff(edges, axis=1) * base * (start + end)).sum(axis=1) / 2)


def _at_top(name: str) -> Callable[..., Values]:
    entry = metric(name)

    def at_k(curves: Curves, k: float | None, share: float) -> Values:
        rows = curves.total_positive + curves.total_negative
        wanted = share * rows if k is None else np.full(len(curves), float(k))
        wanted = np.where(wanted <= rows, wanted, np.nan)
        flagged = curves.tp + curves.fp
        # The first entry that flags as many; what is missing to it comes in parts from the one before.
        after = np.maximum(1, (flagged < wanted[:, None]).sum(axis=1))
        of_each = np.arange(len(curves))
        before, more = flagged[of_each, after - 1], flagged[of_each, after] - flagged[of_each, after - 1]
        part = np.divide(wanted - before, more, out=np.where(np.isnan(wanted), np.nan, 0.0), where=more > 0)
        tp = curves.tp[of_each, after - 1] * (1 - part) + curves.tp[of_each, after] * part
        fp = wanted - tp
        return entry.along(Counts(tp=tp, fp=fp, fn=curves.total_positive - tp, tn=curves.total_negative - fp))

    return at_k


WAYS: Ways = {
    "roc_auc": _roc_auc,
    "gini": lambda curves: 2 * _roc_auc(curves) - 1,
    "partial_auc": _partial_auc,
    "average_precision": _average_precision,
    "pr_auc": _pr_auc,
    "ks": _ks,
    "roc_auc_hull": _hull_area,
    "h_measure": _h_measure,
    "precision_at_k": _at_top("precision"),
    "recall_at_k": _at_top("recall"),
    "lift_at_k": _at_top("lift"),
}
