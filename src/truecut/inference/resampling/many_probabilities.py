"""Metrics of probabilities, for many curves at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from truecut.inference.losses import OF_PROBABILITIES
from truecut.inference.resampling.many_curves import Curves, Values, Ways


def _mean_loss(name: str) -> Callable[[Curves], Values]:
    def mean(curves: Curves) -> Values:
        losses = [loss(curves.scores.astype(float)) for loss in OF_PROBABILITIES[name]]
        sides = (curves.positives, curves.negatives)
        # Where no curve has a row, ln 0 is nobody's loss.
        sums = [side @ np.where(side.any(axis=0), loss, 0.0) for side, loss in zip(sides, losses, strict=True)]
        return np.asarray(sum(sums) / (curves.total_positive + curves.total_negative))

    return mean


def _uncertainty(curves: Curves) -> Values:
    return curves.total_positive * curves.total_negative / (curves.total_positive + curves.total_negative) ** 2


def _entropy(curves: Curves) -> Values:
    share = curves.total_positive / (curves.total_positive + curves.total_negative)
    return -(share * np.log(share) + (1 - share) * np.log1p(-share))


def _skill(loss: Values, of_prevalence: Values) -> Values:
    return 1 - loss / np.where(of_prevalence > 0, of_prevalence, np.nan)


def _recalibrated_brier(curves: Curves) -> Values:
    """Return the Brier score of the share of positives in each piece of the hull."""
    left = curves.hulls.sums(lambda _tp, _fp, more, more_fp: more * more_fp / (more + more_fp))
    return left / (curves.total_positive + curves.total_negative)


def _calibration_error(curves: Curves, bins: int) -> Values:
    rows = curves.positives + curves.negatives
    total = curves.total_positive + curves.total_negative
    middle = (curves.tp + curves.fp)[:, 1:] - rows / 2
    bin_of = np.minimum((middle / np.maximum(1, total[:, None]) * bins).astype(np.intp), bins - 1)
    place = bin_of + np.arange(len(curves))[:, None] * bins
    surplus = curves.positives - curves.scores * rows
    sums = np.bincount(place.ravel(), weights=surplus.ravel(), minlength=len(curves) * bins)
    return np.asarray(np.abs(sums.reshape(len(curves), bins)).sum(axis=1) / total)


def _observed_expected(curves: Curves) -> Values:
    return np.asarray(curves.total_positive / ((curves.positives + curves.negatives) @ curves.scores))


WAYS: Ways = {
    "brier": _mean_loss("brier"),
    "log_loss": _mean_loss("log_loss"),
    "spherical_score": _mean_loss("spherical_score"),
    "brier_skill": lambda curves: _skill(_mean_loss("brier")(curves), _uncertainty(curves)),
    "log_loss_skill": lambda curves: _skill(_mean_loss("log_loss")(curves), _entropy(curves)),
    "brier_uncertainty": _uncertainty,
    "brier_miscalibration": lambda curves: np.maximum(0.0, _mean_loss("brier")(curves) - _recalibrated_brier(curves)),
    "brier_discrimination": lambda curves: _uncertainty(curves) - _recalibrated_brier(curves),
    "calibration_error": _calibration_error,
    "observed_expected_ratio": _observed_expected,
}
