"""Maps from scores to probabilities, fitted to what was seen: Platt's, isotonic, beta.

A map is plain data and a function of scores. Platt's and the beta map are smooth and need few rows; the isotonic
one follows any rising shape, needs many, and may say 0 or 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from truecut.catalogue.measures.isotonic import isotonic_shares
from truecut.catalogue.measures.logistic import Outcomes, fitted, log_odds

HALVINGS = 100
UNSURE = 0.25  # where 0 and 1 are moved to if there is no other probability
LEAST_CLIP = 2.0**-53  # nearer to 1 there is no other number


class ProbabilityMap(Protocol):
    """A fitted function from scores to probabilities."""

    def __call__(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Return the probability of each score."""
        ...

    def score_at(self, probability: float) -> float | None:
        """Return the score from which on the map says at least this much; None if it never does."""
        ...


@dataclass(frozen=True)
class PlattMap:
    """A logistic curve: log odds of the result = intercept + slope × score, or × log odds of the score.

    Probabilities nearer to 0 or 1 than `clip` count as that near, since log odds are infinite there.

    >>> double = PlattMap(0.0, 2.0, on_log_odds=True, clip=1e-6)
    >>> double([0.5, 0.8]).round(4).tolist()  # odds 4 become odds 16
    [0.5, 0.9412]
    """

    intercept: float
    slope: float
    on_log_odds: bool
    clip: float = 0.0

    def __call__(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Return the probability of each score."""
        from scipy.special import expit

        x = _clipped_log_odds(scores, self.clip) if self.on_log_odds else np.asarray(scores, dtype=float)
        return np.asarray(expit(self.intercept + self.slope * x))

    def score_at(self, probability: float) -> float | None:
        """Return the score to which the map gives this probability; None if it never says so much."""
        from scipy.special import expit

        if not self.slope:
            return None
        # Beyond the clip the map is flat: log odds go on, but no score is given more than the one at the clip.
        if self.on_log_odds and self([1 - self.clip if self.slope > 0 else self.clip])[0] < probability:
            return None
        x = (float(log_odds(np.array(probability))) - self.intercept) / self.slope
        return float(expit(x)) if self.on_log_odds else x


@dataclass(frozen=True)
class BetaMap:
    """Log odds of the result = intercept + rise × ln p - fall × ln(1 - p); rise and fall are 0 or more.

    Kull, Silva Filho & Flach 2017, AISTATS, 623.
    """

    intercept: float
    rise: float
    fall: float
    clip: float

    def __call__(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Return the probability of each score."""
        from scipy.special import expit

        p = np.clip(np.asarray(scores, dtype=float), self.clip, 1 - self.clip)
        return np.asarray(expit(self.intercept + self.rise * np.log(p) - self.fall * np.log1p(-p)))

    def score_at(self, probability: float) -> float | None:
        """Return the probability to which the map gives this one; None if it never says so much."""
        low, high = self.clip, 1 - self.clip
        if self([high])[0] < probability:
            return None
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if self([middle])[0] >= probability else (middle, high)
        return high


@dataclass(frozen=True, eq=False)
class IsotonicMap:
    """Steps from rising scores to probabilities, joined by straight lines; beyond both ends the last step goes on.

    >>> steps = IsotonicMap(np.array([0.25, 0.5, 1.0]), np.array([0.0, 0.5, 1.0]))
    >>> steps([0.0, 0.375, 1.5]).tolist()
    [0.0, 0.25, 1.0]
    """

    scores: NDArray[np.float64]
    probabilities: NDArray[np.float64]

    def __call__(self, scores: ArrayLike) -> NDArray[np.float64]:
        """Return the probability of each score."""
        return np.asarray(np.interp(np.asarray(scores, dtype=float), self.scores, self.probabilities))

    def score_at(self, probability: float) -> float | None:
        """Return the first score, coming from where the map is lowest, that is given this probability or more."""
        falls = self.probabilities[0] > self.probabilities[-1]
        scores, p = (self.scores[::-1], self.probabilities[::-1]) if falls else (self.scores, self.probabilities)
        step = int(np.searchsorted(p, probability, side="left"))
        if step == len(p):
            return None
        if step == 0:
            return float(scores[0])
        part = (probability - p[step - 1]) / (p[step] - p[step - 1])
        return float(scores[step - 1] + part * (scores[step] - scores[step - 1]))


def fit_platt(scores: NDArray[Any], seen: Outcomes, *, on_log_odds: bool) -> PlattMap | None:
    """Return Platt's map; None if there is one score only.

    The labels are taken for slightly uncertain, as Platt does, so that a fit exists even where a score parts the
    classes (Platt 1999, Advances in Large Margin Classifiers, 61).
    """
    clip = nearest_to_certain(scores) if on_log_odds else 0.0
    x = _clipped_log_odds(scores, clip) if on_log_odds else scores.astype(float)
    line = fitted(x[:, None], _softened(seen))
    return None if np.isnan(line).any() else PlattMap(float(line[0]), float(line[1]), on_log_odds, clip)


def fit_beta(scores: NDArray[Any], seen: Outcomes) -> BetaMap | None:
    """Return the beta map of probabilities; None if there is one score only. A negative part is left out."""
    clip = nearest_to_certain(scores)
    p = np.clip(scores.astype(float), clip, 1 - clip)
    columns, softened = np.column_stack([np.log(p), -np.log1p(-p)]), _softened(seen)
    kept = [0, 1]
    while kept:
        line = fitted(columns[:, kept], softened)
        if np.isnan(line).any():
            return None
        if (line[1:] >= 0).all():
            parts = dict(zip(kept, line[1:].tolist(), strict=True))
            return BetaMap(float(line[0]), parts.get(0, 0.0), parts.get(1, 0.0), clip)
        kept.pop(int(np.argmin(line[1:])))
    positives, negatives = float(softened.positives.sum()), float(softened.negatives.sum())
    return BetaMap(float(np.log(positives / negatives)), 0.0, 0.0, clip)


def fit_isotonic(scores: NDArray[Any], seen: Outcomes) -> IsotonicMap:
    """Return the isotonic map of scores whose most likely positive comes first."""
    there = np.flatnonzero(seen.rows > 0)[::-1]
    shares = isotonic_shares(seen.positives[None, there], seen.rows[there])[0]
    # Of each step its first and its last score are enough.
    changes = np.flatnonzero(shares[1:] != shares[:-1])
    ends = np.unique(np.concatenate([[0], changes, changes + 1, [len(there) - 1]]))
    knots, steps = scores[there][ends].astype(float), shares[ends]
    rising = slice(None) if len(knots) < 2 or knots[0] < knots[-1] else slice(None, None, -1)
    return IsotonicMap(knots[rising], steps[rising])


def nearest_to_certain(probabilities: NDArray[Any]) -> float:
    """Return half the distance to 0 or 1 of the probability that is nearest to it, without being it."""
    distance = np.minimum(probabilities, 1 - probabilities).astype(float)
    return max(LEAST_CLIP, float(distance[distance > 0].min(initial=2 * UNSURE) / 2))


def _clipped_log_odds(scores: ArrayLike, clip: float) -> NDArray[np.float64]:
    return log_odds(np.clip(np.asarray(scores, dtype=float), clip, 1 - clip))


def _softened(seen: Outcomes) -> Outcomes:
    positives, negatives = seen.positives.sum(), seen.negatives.sum()
    of_positive, of_negative = (positives + 1) / (positives + 2), 1 / (negatives + 2)
    return Outcomes(
        seen.positives * of_positive + seen.negatives * of_negative,
        seen.positives * (1 - of_positive) + seen.negatives * (1 - of_negative),
    )
