"""How often intervals hold where rows or outcomes do not count alike: weights, stated prevalences, costs, amounts.

    python -m benchmarks.coverage.unequal --samples 200
    python -m benchmarks.coverage.unequal --only costs --samples 1000 --json benchmarks/coverage/unequal.json

A model is known by its sensitivity and specificity at one threshold. A line names the world, the metric, how many
samples had an interval, how many of them held the truth, and how many lay wholly below and above it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import gamma, poisson

from benchmarks.coverage.unequal_worlds import Amounts, ByClass, ByDecision, Costs, Lognormal, Moved, UnequalWorld
from truecut.inference.intervals import estimate

SAMPLES, SEED = 1_000, 11
PROMISED = (0.93, 0.99)
JOINING = ("precision", "npv", "f1", "mcc", "lift", "accuracy")
WORLDS: Mapping[str, Sequence[UnequalWorld]] = {
    "moved": (
        Moved(60, 60, 0.85, 0.98, 0.01),
        Moved(300, 300, 0.85, 0.997, 0.01),
        Moved(200, 200, 0.85, 0.98, 0.01),
        Moved(50, 1_000, 0.8, 0.999, 0.0005),
        Moved(60, 140, 0.85, 0.9, 0.3),
        Moved(30, 270, 0.7, 0.95, 0.1),
        Moved(80, 120, 0.75, 0.97, 0.02),
        Moved(150, 600, 0.9, 0.995, 0.005),
        Moved(40, 40, 0.9, 0.95, 0.05),
    ),
    "weights": (
        ByClass(120, 0.5, 0.85, 0.98, 99.0),
        ByClass(600, 0.5, 0.85, 0.997, 99.0),
        ByClass(200, 0.5, 0.75, 0.95, 20.0),
        Lognormal(400, 0.3, 0.8, 0.9, 1.0),
        Lognormal(1_000, 0.05, 0.8, 0.95, 0.5),
        ByDecision(2_000, 0.05, 0.8, 0.95, 10.0),
        ByDecision(20_000, 0.05, 0.8, 0.95, 10.0),
    ),
    "costs": (
        Costs(1_000, 0.02, 0.8, 0.1, {"fn": 100, "fp": 1}),
        Costs(500, 0.01, 0.8, 0.05, {"fn": 1_000, "fp": 1}),
        Costs(1_000, 0.02, 0.8, 0.1, {"fn": 10, "fp": 1}),
        Costs(5_000, 0.003, 0.9, 0.02, {"fn": 100, "fp": 1}),
        Costs(5_000, 0.01, 0.9, 0.05, {"fn": 100, "fp": 1}),
        Costs(500, 0.3, 0.8, 0.1, {"fn": 5, "fp": 1}),
        Costs(200, 0.4, 0.85, 0.12, {"fn": 1, "fp": 1}),
        Costs(1_000, 0.1, 0.8, 0.05, {"tp": -10, "fp": 1, "fn": 5}),
        Costs(2_000, 0.005, 0.7, 0.03, {"fn": 300, "fp": 2}),
        Costs(800, 0.05, 0.95, 0.2, {"fn": 40, "fp": 1, "tp": 1}),
    ),
    "amounts": (
        Amounts(2_000, 0.02, 0.8, 0.05, 0.5),
        Amounts(2_000, 0.02, 0.8, 0.05, 1.0),
        Amounts(2_000, 0.02, 0.8, 0.05, 1.5),
        Amounts(2_000, 0.005, 0.8, 0.05, 1.0),
        Amounts(10_000, 0.05, 0.8, 0.05, 1.0),
        Amounts(10_000, 0.05, 0.8, 0.05, 1.5),
        Amounts(4_000, 0.01, 0.7, 0.03, 1.2),
    ),
}
METRICS = {"moved": JOINING, "weights": (*JOINING, "recall"), "costs": ("mean_cost",), "amounts": ("mean_cost",)}


@dataclass(frozen=True)
class Held:
    """How often the default interval of one metric held its truth in one world."""

    kind: str
    world: str
    metric: str
    method: str
    samples: int  # that had an interval
    held: float
    below: float  # share of intervals that lay wholly below the truth
    above: float

    @property
    def is_kept(self) -> bool:
        """Say whether the promise is kept, but for what the number of samples explains."""
        slack = 1.96 * sqrt(0.95 * 0.05 / max(1, self.samples))
        return PROMISED[0] - slack <= self.held


def held_in(kind: str, world: UnequalWorld, samples: int, seed: int) -> Iterator[Held]:
    """Simulate one world, and say of each metric how often its interval held."""
    random = np.random.default_rng(seed)
    names = METRICS[kind]
    truths = {name: world.truth(name) for name in names}
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    methods: dict[str, str] = {}
    for _ in range(samples):
        model = world.sample(random)
        for name in names:
            one = estimate(model, name)
            if one.low is not None and one.high is not None:
                found[name].append((one.low, one.high))
                methods[name] = one.method
    for name, limits in found.items():
        low, high = np.array(limits).T
        below, above = float(np.mean(high < truths[name])), float(np.mean(low > truths[name]))
        yield Held(kind, str(world), name, methods[name], len(limits), 1 - below - above, below, above)


HEADINGS = {
    "moved": "Moved to a stated prevalence",
    "weights": "Weights of importance",
    "costs": "Mean cost, dear outcomes",
    "amounts": "Mean cost, amounts of each row",
}
SECTION = """## Rows and outcomes that do not count alike

A model with a known sensitivity (se) and specificity (sp) at one threshold. Defaults should hold in 93 to 99 of 100
samples here. Made by `python -m benchmarks.coverage.unequal`, with as many samples as stand at each table; of 2,000
samples a coverage of 95 % is known to within 1.0 percentage points, of 500 to within 1.9. In bold: below 93 by more
than that. The lowest are worlds in which three to five rows of the kind that decides are expected: 91.4 to 92.9 there.
That is no accident of the samples: rows are whole, and of {few:g} expected ones the interval that half a row makes
(Jeffreys') holds {at_few:.1f} % exactly, at its worst {worst:.1f} (of {where:.2g} expected), on the average over 1 to
12 of them {average:.1f}. A whole row added to the variance would hold more everywhere, and be wider everywhere. A
quarter of a row for the lower limit and three quarters for the upper, halfway to the exact limits, would hold
{guarded:.1f} at the worst; {few:g} rows seen would have an interval {wider:.0f} % wider. It is not the default yet.
"""
FEW_EXPECTED = 3.0


JEFFREYS, HALFWAY = 0.5, 0.25  # of a row for the lower limit; what is left of one for the upper


def exactly_held(expected: float, level: float = 0.95, added: float = JEFFREYS) -> float:
    """Return how often the interval of a count holds so many expected rows, by summing over all counts.

    >>> round(exactly_held(3.0), 4), round(exactly_held(3.0, added=HALFWAY), 4)
    (0.9167, 0.9881)
    """
    counts = np.arange(200)
    low, high = _limits_of(counts, level, added)
    low[0] = 0.0  # a value at the end of its range stays in
    return float(poisson.pmf(counts, expected)[(low <= expected) & (expected <= high)].sum())


def _limits_of(counts: NDArray[np.int64], level: float, added: float) -> tuple[NDArray[Any], NDArray[Any]]:
    return gamma.ppf((1 - level) / 2, counts + added), gamma.ppf((1 + level) / 2, counts + 1 - added)


def section_of(found: Sequence[Held]) -> Iterator[str]:
    """Return the section of the documentation about these worlds."""
    expected = np.arange(1, 12.001, 0.01)
    held, guarded = (
        100 * np.array([exactly_held(number, added=added) for number in expected]) for added in (JEFFREYS, HALFWAY)
    )
    seen = np.array([int(FEW_EXPECTED)])
    usual, wider = (float(np.diff(_limits_of(seen, 0.95, added), axis=0)[0, 0]) for added in (JEFFREYS, HALFWAY))
    yield SECTION.format(
        few=FEW_EXPECTED,
        at_few=100 * exactly_held(FEW_EXPECTED),
        worst=held.min(),
        where=expected[held.argmin()],
        average=held.mean(),
        guarded=guarded.min(),
        wider=100 * (wider / usual - 1),
    )
    for kind, heading in HEADINGS.items():
        of_kind = [one for one in found if one.kind == kind]
        if not of_kind:
            continue
        names = list(dict.fromkeys(one.metric for one in of_kind))
        samples = {min(one.samples for one in of_kind), max(one.samples for one in of_kind)}
        yield f"### {heading} ({' to '.join(f'{number:,}' for number in sorted(samples))} samples)\n"
        yield f"| world | {' | '.join(f'`{name}`' for name in names)} |"
        yield "|---|" + "---:|" * len(names)
        for world in dict.fromkeys(one.world for one in of_kind):
            by_name = {one.metric: one for one in of_kind if one.world == world}
            yield f"| {world} | {' | '.join(_shown(by_name[name]) for name in names)} |"
        yield ""


def _shown(one: Held) -> str:
    return f"{100 * one.held:.1f}" if one.is_kept else f"**{100 * one.held:.1f}**"


def read(path: Path) -> list[Held]:
    """Return what an earlier run found."""
    return [Held(**plain) for plain in json.loads(path.read_text(encoding="utf-8"))]


def main() -> None:
    """Simulate, print, and write the numbers if asked to; a kind that is run anew takes the place of what was there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=tuple(WORLDS), help="one kind of worlds in the place of all")
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", metavar="FILE", type=Path)
    options = parser.parse_args()
    kinds = [options.only] if options.only else list(WORLDS)
    known = read(options.json) if options.json and options.json.exists() else []
    found = [one for one in known if one.kind not in kinds]
    for kind in kinds:
        for world in WORLDS[kind]:
            started = time.process_time()
            for one in held_in(kind, world, options.samples, options.seed):
                found.append(one)
                sides = f"below {one.below:5.1%}  above {one.above:5.1%}"
                print(f"{one.metric:<10} {one.method:<8} {one.world:<55} {one.held:6.1%}  {sides}", flush=True)
            print(f"  {time.process_time() - started:.0f} s", flush=True)
    if options.json:
        lines = ",\n".join(json.dumps(asdict(one)) for one in found)
        options.json.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
