"""Which of several models is best, and how often each would come first on other rows of the same kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.counting.placed_rows import PlacedRows
from truecut.inference.estimate import Estimate
from truecut.inference.paired.areas import PlacedAreas
from truecut.inference.paired.cells import DRAWS
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.resampling import MetricAtPoint, PairedBootstrap, values_in_draws
from truecut.inference.paired.verdict import sign_of
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.words.shown import Shown

VERY_MANY = 100_000  # rows


@dataclass(frozen=True)
class ModelStanding(Shown):
    """One model among several: its value, how far it is behind the leader, and how often it comes first."""

    model: str
    estimate: Estimate
    behind: Difference | None  # leader less this model; None for the leader itself
    first_place: float | None = None  # share of draws in which it is the best; ties are shared


@dataclass(frozen=True)
class ModelRanking(Shown):
    """Models from the best to the worst by one metric, and the answer in a sentence."""

    metric: str
    answer: str
    standings: tuple[ModelStanding, ...]
    tied: tuple[str, ...]  # models that cannot be told from the leader
    level: float
    at: str = ""
    note: str = ""
    but: str = ""  # why the best value does not make the best model

    @property
    def leader(self) -> str:
        """Return the model with the best value."""
        return self.standings[0].model


def first_places(
    rows: PlacedRows, models: Sequence[Model], wanted: MetricAtPoint, bootstrap: PairedBootstrap
) -> tuple[dict[str, float], int]:
    """Return in which share of draws of the rows each model is the best, and how many draws there were.

    Areas of very many rows are as good as normal, so they are drawn themselves, by how DeLong says they vary together.
    """
    if wanted.entry.area_scale and len(rows) >= VERY_MANY and bootstrap.replicates is None:
        areas = PlacedAreas.of(rows, [model.name for model in models])
        random = Draws(bootstrap.seed, Purpose.AREAS).generator()
        drawn = random.multivariate_normal(areas.areas, areas.covariance, DRAWS).T
    else:
        drawn = sign_of(wanted.entry) * values_in_draws(rows, models, wanted, bootstrap)
    shares = {model.name: float(share) for model, share in zip(models, shares_of_first(drawn), strict=True)}
    return shares, drawn.shape[1]


def shares_of_first(gains: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how often each line is the largest of its column; ties are shared, and undefined values never win.

    >>> shares_of_first(np.array([[1.0, 2.0, 3.0], [1.0, 3.0, np.nan]])).round(3).tolist()
    [0.5, 0.5]
    """
    known = np.where(np.isnan(gains), -np.inf, gains)
    is_first = (known == known.max(axis=0)) & ~np.isnan(gains)
    winners = is_first.sum(axis=0)
    there = winners > 0
    if not there.any():
        return np.full(len(gains), np.nan)
    return np.asarray((is_first[:, there] / winners[there]).mean(axis=1))
