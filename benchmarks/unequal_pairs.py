"""How often a paired difference is found where there is none, if rows or classes do not count alike.

    python -m benchmarks.unequal_pairs --samples 600

Two equally good classifiers decide about the same rows; their decisions are correlated within each class. Each is
asked at 5 % for a difference of metrics that join both classes: with weights that follow the class, at a stated
prevalence, and where so many rows of each class were taken on purpose (`mover`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from truecut.catalogue import metric
from truecut.counting.counts import Counts
from truecut.inference.differences import p_from_interval
from truecut.inference.paired.cells import EightCells
from truecut.inference.paired.mover import CorrelatedPair

SAMPLES, LEVEL = 1_000, 0.95
METRICS = ("precision", "npv", "f1", "mcc", "accuracy")


@dataclass(frozen=True)
class EqualPair:
    """Rows of each class, how often both classifiers flag them, and how much their decisions go together."""

    name: str
    positives: int
    negatives: int
    se: float
    fpr: float
    together: float  # the correlation of both decisions within a class
    mix: float | None = None  # the stated share of positives, or the one that was decided
    weight: float = 1.0  # of a negative
    is_cohort: bool = False  # how many rows are positive is left to chance

    def sample(self, random: np.random.Generator) -> CorrelatedPair:
        """Return the eight cells of one sample."""
        positives = self.positives
        if self.is_cohort:
            rows = self.positives + self.negatives
            positives = int(random.binomial(rows, self.positives / rows))
        negatives = self.positives + self.negatives - positives
        rows_of = [self._decided(random, negatives, self.fpr), self._decided(random, positives, self.se)]
        weights = np.array([self.weight, 1.0])[:, None, None]
        cells = np.array(rows_of, dtype=float)
        return CorrelatedPair(EightCells(weights * cells), EightCells(weights**2 * cells), self.mix)

    def _decided(self, random: np.random.Generator, rows: int, rate: float) -> list[list[int]]:
        apart = rate * (1 - rate) * (1 - self.together)
        both, neither = rate - apart, 1 - rate - apart
        both_flag, first, second, none = (int(n) for n in random.multinomial(rows, [both, apart, apart, neither]))
        return [[none, second], [first, both_flag]]


PAIRS = (
    EqualPair("stated 1 %, 60 + 60, se 0.85, fpr 0.02", 60, 60, 0.85, 0.02, 0.0, mix=0.01),
    EqualPair("stated 1 %, 300 + 300, se 0.85, fpr 0.01", 300, 300, 0.85, 0.01, 0.5, mix=0.01),
    EqualPair("stated 5 %, 150 + 250, se 0.8, fpr 0.05", 150, 250, 0.8, 0.05, 0.4, mix=0.05),
    EqualPair("stated 30 %, 60 + 140, se 0.85, fpr 0.1", 60, 140, 0.85, 0.1, 0.6, mix=0.3),
    EqualPair("weights 1:99, 60 + 60, se 0.85, fpr 0.02", 60, 60, 0.85, 0.02, 0.3, weight=99.0, is_cohort=True),
    EqualPair("weights 1:20, 100 + 200, se 0.8, fpr 0.08", 100, 200, 0.8, 0.08, 0.5, weight=20.0, is_cohort=True),
    EqualPair("case-control, 100 + 100, se 0.85, fpr 0.1", 100, 100, 0.85, 0.1, 0.6, mix=0.5),
)


def rejected(pair: EqualPair, samples: int, seed: int = 3) -> dict[str, tuple[float, int]]:
    """Return, by metric, the share of samples in which a difference is found, and how many had both values."""
    random = np.random.default_rng(seed)
    found: dict[str, list[bool]] = {name: [] for name in METRICS}
    for _ in range(samples):
        sample = pair.sample(random)
        counts = [sample.of_model(model) for model in (0, 1)]
        for name in METRICS:
            value_of = metric(name).along
            first, second = (float(value_of(cells.moved(Counts(*cells.weights)))) for cells in counts)
            if np.isfinite(first) and np.isfinite(second):
                p = 1.0
                if sum(sample.cells.differing()):
                    p = p_from_interval(first - second, *sample.interval(value_of, LEVEL), LEVEL)
                found[name].append(p < 1 - LEVEL)
    return {name: (float(np.mean(seen)), len(seen)) for name, seen in found.items()}


def table(samples: int, pairs: Sequence[EqualPair] = PAIRS) -> list[str]:
    """Return the lines of a Markdown table, one per pair of classifiers."""
    lines = [f"| rows | {' | '.join(f'`{name}`' for name in METRICS)} |", "|---|" + "--:|" * len(METRICS)]
    for pair in pairs:
        shares = rejected(pair, samples)
        cells = (f"{100 * share:.1f} ± {100 * sqrt(0.05 * 0.95 / number):.1f}" for share, number in shares.values())
        lines.append(f"| {pair.name} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    print("\n".join(table(parser.parse_args().samples)))


if __name__ == "__main__":
    main()
