"""How often three intervals of the area under the ROC curve hold it where the classes spread unequally.

    python -m benchmarks.coverage.areas
    python -m benchmarks.coverage.areas --samples 200 --json benchmarks/coverage/areas.json

Negatives score N(0, 1), positives N(distance, spread): a spread of 2 stands for positives of many kinds, some of which
look like negatives. How many rows each class has is fixed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import ndtri

from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.inference.delong import AreaRule, Ranking, envelope, guarded, logit_delong, newcombe, trusted_method

SAMPLES = 1_000
SIZES = ((10, 990), (30, 270), (50, 50), (50, 450), (100, 1_900), (300, 700))
AREAS = (0.6, 0.8, 0.9, 0.95, 0.98, 0.99)
SPREADS = (0.5, 1.0, 2.0, 3.0)


def _logit_delong(ranking: Ranking) -> tuple[float, float]:
    if trusted_method(ranking) == AreaRule.NEWCOMBE or not ranking.variance:
        return newcombe(ranking.area, ranking.positives, ranking.negatives)
    return logit_delong(ranking.area, ranking.variance)


INTERVALS: dict[str, Callable[[Ranking], tuple[float, float]]] = {
    "guarded": guarded,
    "envelope": envelope,
    "logit-delong": _logit_delong,
}


@dataclass(frozen=True)
class Held:
    """How often an interval held the area in one world, and how wide it was."""

    positives: int
    negatives: int
    area: float
    spread: float
    interval: str
    held: float
    width: float

    @property
    def world(self) -> tuple[int, int, float, str]:
        """Return where and by what it was found, whatever the area."""
        return self.positives, self.negatives, self.spread, self.interval


def held_in(positives: int, negatives: int, area: float, spread: float, samples: int, seed: int) -> list[Held]:
    """Return how often each interval held the area of one world."""
    random = np.random.default_rng(seed)
    labels = np.arange(positives + negatives) < positives
    distance = ndtri(area) * sqrt(1 + spread**2)
    ends: dict[str, list[tuple[float, float]]] = {name: [] for name in INTERVALS}
    for _ in range(samples):
        scores = random.normal(size=len(labels))
        scores[labels] = distance + spread * scores[labels]
        ranking = Ranking.of(CountsCurve(ScoreTable.from_rows(labels, scores)))
        for name, interval in INTERVALS.items():
            ends[name].append(interval(ranking))
    found = []
    for name, limits in ends.items():
        low, high = np.array(limits).T
        held = float(np.mean((low <= area) & (area <= high)))
        width = float(f"{np.mean(high - low):.4g}")
        found.append(Held(positives, negatives, area, spread, name, held, width))
    return found


def section_of(found: Sequence[Held], samples: int) -> Iterator[str]:
    """Return the lines of the page of the documentation."""
    areas = ", ".join(f"{area:g}" for area in dict.fromkeys(one.area for one in found))
    yield "## The area under the ROC curve where the classes spread unequally\n"
    yield f"Lowest and highest coverage over areas of {areas}, with {samples:,} samples each,"
    yield "by `python -m benchmarks.coverage.areas`. A spread of 2 means that positives score twice as far apart as"
    yield "negatives. `guarded` is the default.\n"
    spreads = list(dict.fromkeys(one.spread for one in found))
    yield "| positives + negatives | interval | " + " | ".join(f"spread {spread:g}" for spread in spreads) + " |"
    yield "|---|---|" + "---:|" * len(spreads)
    sizes = dict.fromkeys((one.positives, one.negatives) for one in found)
    for (positives, negatives), name in product(sizes, INTERVALS):
        cells = []
        for spread in spreads:
            world = (positives, negatives, spread, name)
            held = [100 * one.held for one in found if one.world == world]
            cells.append(f"{min(held):.1f}–{max(held):.1f}")
        yield f"| {positives:,} + {negatives:,} | `{name}` | {' | '.join(cells)} |"
    yield ""


def read(path: Path) -> list[Held]:
    """Return what was found before."""
    return [Held(**plain) for plain in json.loads(path.read_text(encoding="utf-8"))]


def main() -> None:
    """Simulate, print the table, and keep the numbers if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers as JSON")
    options = parser.parse_args()
    found: list[Held] = []
    for size, area, spread in product(SIZES, AREAS, SPREADS):
        found += held_in(*size, area, spread, options.samples, options.seed)
    print("\n".join(section_of(found, options.samples)))
    if options.json:
        plain: list[dict[str, Any]] = [asdict(one) for one in found]
        options.json.write_text("[\n" + ",\n".join(map(json.dumps, plain)) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
