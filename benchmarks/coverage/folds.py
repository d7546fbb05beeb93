"""How often intervals of a cross-validation hold the mean value of models fitted like these, and what others promise.

    python -m benchmarks.coverage.folds
    python -m benchmarks.coverage.folds --samples 100

Both classes are bell curves in several features. The truth is the mean over training sets of that size: of the value
that each fitted model has on rows that nobody saw, known by a formula for a linear model and by 4,000 new rows for
nearest neighbours. Nothing is asserted: the numbers are for reading.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from math import erf, sqrt

import numpy as np
from numpy.typing import NDArray

import truecut as tc
from truecut.inference.delong import logit_delong

Numbers = NDArray[np.float64]
Scorer = Callable[[Numbers], Numbers]
NEW_ROWS, NEIGHBOURS, APART = 4000, 7, 1.6  # how far apart the classes are, in standard deviations
WAYS = (
    "auc, told",
    "auc, SE not times 1.2",
    "auc, mean ± sd",
    "auc, nadeau-bengio",
    "accuracy, told",
    "accuracy, plain",
)


@dataclass(frozen=True)
class World:
    """A learner, how many rows and features it has, and into how many folds the rows are divided."""

    learner: str
    rows: int
    features: int
    folds: int

    def drawn(self, rows: int, random: np.random.Generator) -> tuple[Numbers, NDArray[np.bool_]]:
        """Return features and classes of so many rows, half of them positive."""
        labels = np.arange(rows) % 2 == 1
        features = random.normal(size=(rows, self.features))
        features[labels, 0] += APART
        return features, labels

    def fitted(self, features: Numbers, labels: NDArray[np.bool_]) -> tuple[Scorer, Numbers]:
        """Return what scores rows, cut at 0, and the weights of a linear model; none for nearest neighbours."""
        if self.learner == "linear":
            means = [features[labels == side].mean(axis=0) for side in (False, True)]
            centred = features - np.where(labels[:, None], means[1], means[0])
            weights = np.linalg.solve(centred.T @ centred / (len(labels) - 2), means[1] - means[0])
            middle = float(weights @ (means[0] + means[1]) / 2)
            return lambda new: new @ weights - middle, np.append(weights, middle)
        return lambda new: _share_of_neighbours(features, labels, new) - 0.5, np.empty(0)

    def truth(self, score: Scorer, weights: Numbers, random: np.random.Generator) -> tuple[float, float]:
        """Return area and accuracy of a fitted model on rows that nobody saw."""
        if len(weights):
            *slopes, middle = weights.tolist()
            length, shift = sqrt(sum(slope**2 for slope in slopes)), slopes[0] * APART
            right = (_normal(middle / length) + _normal((shift - middle) / length)) / 2
            return _normal(shift / length / sqrt(2)), right
        features, labels = self.drawn(NEW_ROWS, random)
        found = tc.evaluate(labels, score(features), threshold=0.0)
        return float(found.metric("roc_auc")), float(found.model.metric("accuracy"))


def _share_of_neighbours(features: Numbers, labels: NDArray[np.bool_], new: Numbers) -> Numbers:
    distances = (new**2).sum(axis=1)[:, None] - 2 * new @ features.T + (features**2).sum(axis=1)
    nearest = np.argpartition(distances, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
    return np.asarray(labels[nearest].mean(axis=1))


def _normal(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def intervals_of(e: tc.Evaluation) -> list[tuple[float, float]]:
    """Return what each way promises of one cross-validation."""
    over, accuracy = e.over_folds("roc_auc"), e.over_folds("accuracy")
    told, mean, sd = over.estimate, float(over.mean or 0.0), float(over.sd or 0.0)
    plain = logit_delong(float(told), (float(told.standard_error or 0.0) / 1.2) ** 2)
    corrected = e.metric("roc_auc", interval="nadeau-bengio")
    pooled = tc.evaluate(e.table, threshold=0.0).metric("accuracy")
    told_accuracy = accuracy.estimate
    return [
        (float(told.low or 0), float(told.high or 1)),
        plain,
        (mean - sd, mean + sd),
        (float(corrected.low or 0), float(corrected.high or 1)),
        (float(told_accuracy.low or 0), float(told_accuracy.high or 1)),
        (float(pooled.low or 0), float(pooled.high or 1)),
    ]


def coverage(world: World, samples: int, seed: int) -> list[float]:
    """Return how often each way holds the truth, in per cent."""
    random, promised, truths = np.random.default_rng(seed), [], []
    for _ in range(samples):
        features, labels = world.drawn(world.rows, random)
        fold, scores = random.permutation(world.rows // 2).repeat(2) % world.folds, np.empty(world.rows)
        for number in range(world.folds):
            score, weights = world.fitted(features[fold != number], labels[fold != number])
            scores[fold == number] = score(features[fold == number])
            truths.append(world.truth(score, weights, random))
        promised.append(intervals_of(tc.evaluate(labels, scores, fold=fold, threshold=0.0)))
    area, accuracy = np.mean(truths, axis=0)
    of = np.array([area] * 4 + [accuracy] * 2)
    ends = np.array(promised)
    return (100 * ((ends[:, :, 0] <= of) & (of <= ends[:, :, 1])).mean(axis=0)).tolist()


WORLDS = (
    World("linear", 100, 10, 5),
    World("linear", 100, 30, 10),
    World("7 neighbours", 200, 5, 5),
    World("7 neighbours", 200, 5, 10),
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    print(f"| learner, rows, features, folds | {' | '.join(WAYS)} |\n|---|{'---:|' * len(WAYS)}")
    for world in WORLDS:
        found = coverage(world, asked.samples, asked.seed)
        name = f"{world.learner}, {world.rows}, {world.features}, {world.folds}"
        print(f"| {name} | {' | '.join(f'{share:.1f}' for share in found)} |", flush=True)


if __name__ == "__main__":
    main()
