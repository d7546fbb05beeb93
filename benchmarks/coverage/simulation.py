"""Draw samples of a world, and see which intervals hold the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.coverage.worlds import World
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.counting.counts import Counts
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import estimate

SLOW = 4  # methods that simulate themselves get so many times fewer samples
SIMULATED = ("dirichlet", "cells", "bootstrap", "percentile", "bca")
PRICED = Situation().given(cost={"fp": 1, "fn": 1})  # so that a mean cost is an error rate


@dataclass(frozen=True)
class Coverage:
    """How often the interval of one metric held the truth of one world."""

    world: World
    metric: str
    method: str
    truth: float
    samples: int  # that gave an interval
    without: int  # that gave none: the metric was undefined, or the method said so
    held: float  # share of the intervals that held the truth
    too_low: float  # share that lay wholly below the truth
    too_high: float
    width: float  # the median

    @property
    def line(self) -> str:
        """Return the coverage as a line of text."""
        world = f"{self.world.rows:>6,} rows  {self.world.prevalence:>5.0%} positive  AUC {self.world.area:.2f}"
        sides = f"below {self.too_low:5.1%}  above {self.too_high:5.1%}  width {self.width:.3g}  none {self.without}"
        return f"{self.metric:<28} {self.method:<20} {world}  {self.held:6.1%}  {sides}"

    @property
    def plain(self) -> dict[str, Any]:
        """Return the coverage as plain data, numbers rounded as far as they mean anything."""
        numbers = {
            name: None if not isfinite(value) else float(f"{value:.6g}")
            for name, value in vars(self).items()
            if isinstance(value, float)
        }
        world = {"rows": self.world.rows, "prevalence": self.world.prevalence, "area": self.world.area}
        return {**vars(self), **numbers, "world": world}


def coverage_of_counts(world: World, names: Sequence[str], samples: int, random: np.random.Generator) -> list[Coverage]:
    """Return the coverage of metrics of four counts."""
    drawn = random.multinomial(world.rows, world.cells, size=samples)
    models = [replace(Model.of_counts("sample", Counts(*map(int, cells))), situation=PRICED) for cells in drawn]
    truth = replace(Model.of_counts("truth", Counts(*world.cells)), situation=PRICED)
    truths = {name: float(truth.metric(name)) for name in names}
    return _covered(world, truths, models)


def coverage_of_curves(world: World, names: Sequence[str], samples: int, random: np.random.Generator) -> list[Coverage]:
    """Return the coverage of metrics of the curve and of probabilities."""
    if not names:
        return []
    truths = {name: float(world.truth.metric(name)) for name in names}
    return _covered(world, truths, [world.sample(random) for _ in range(samples)])


def _covered(world: World, truths: Mapping[str, float], models: Sequence[Model]) -> list[Coverage]:
    found: dict[str, list[Estimate]] = {name: [] for name in truths}
    slow: set[str] = set()
    # Model by model, since metrics of one model share the draws of its bootstrap.
    for number, model in enumerate(models):
        for name in truths:
            if name in slow and number >= len(models) // SLOW:
                continue
            found[name].append(estimate(model, name))
            if any(word in found[name][-1].method for word in SIMULATED):
                slow.add(name)
    return [_coverage(world, name, truths[name], found[name]) for name in truths]


def _coverage(world: World, name: str, truth: float, found: Sequence[Estimate]) -> Coverage:
    limits = np.array([(one.low, one.high) for one in found if one.has_interval], dtype=float).reshape(-1, 2)
    low, high = limits.T
    below, above = _share(high < truth), _share(low > truth)
    methods = Counter(one.method for one in found if one.has_interval)
    return Coverage(
        world,
        name,
        methods.most_common(1)[0][0] if methods else "",
        truth,
        len(limits),
        len(found) - len(limits),
        1 - below - above,
        below,
        above,
        float(np.median(high - low)) if len(limits) else nan,
    )


def _share(is_so: NDArray[np.bool_]) -> float:
    return float(is_so.mean()) if len(is_so) else nan
