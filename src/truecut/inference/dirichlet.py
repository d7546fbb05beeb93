"""The interval for any metric of four counts: draw the shares of the four cells, and look at the metric."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from truecut.catalogue import Metric
from truecut.inference.quantiles import checked_level
from truecut.outcomes import Counts

DRAWS = 20_000
SEED = 20_000  # any number: the same counts always give the same interval
PRIOR = 0.5  # Jeffreys'; 1 would fail near perfection


def dirichlet(entry: Metric, counts: Counts, parameters: Mapping[str, Any], level: float = 0.95) -> tuple[float, float]:
    """Return the Bayesian interval of Jeffreys' prior on the four cells, by simulation.

    It works with empty cells (Caelen 2017, Ann Math AI 81:429; Totsch & Hoffmann 2021, PeerJ CS 7:e398). The
    metric must not be a total: it sees shares of rows in the place of counts.
    """
    tail = (1 - checked_level(level)) / 2
    shares = np.random.default_rng(SEED).dirichlet([float(cell) + PRIOR for cell in counts.cells().values()], DRAWS)
    values = entry.along(Counts(*shares.T), **parameters)
    # Observed quantiles only: between two infinite ones there is nothing to interpolate.
    low, high = np.quantile(values[~np.isnan(values)], [tail, 1 - tail], method="inverted_cdf")
    return float(low), float(high)
