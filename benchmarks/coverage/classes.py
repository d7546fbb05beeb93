"""How often the intervals of many classes hold, with rare classes.

    python -m benchmarks.coverage.classes --samples 600 --json benchmarks/coverage/classes.json
    python -m benchmarks.coverage.classes --read benchmarks/coverage/classes.json --write coverage-of-classes.md

A row of class c has features N(0, 1), the c-th of them shifted by `distance`; the model gives the right probabilities,
or overconfident ones, whose log odds are `sharpness` times too large. True values are those of a million rows.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_reading import ClassWishes
from truecut.catalogue.model import Model
from truecut.counting.class_rows import ClassRows, most_likely
from truecut.counting.class_table import ClassTable
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.data.rows import Provenance
from truecut.decisions.class_answers import matrix_of_answers
from truecut.inference.estimate import Estimate
from truecut.inference.many_classes.class_comparison import ClassComparison
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.inference.many_classes.paired_metrics import ClassModel
from truecut.inference.many_classes.score_intervals import ClassScores

SAMPLES, SEED, MANY = 500, 20, 1_000_000
OF_MATRIX: dict[str, tuple[str, str | None, dict[str, Any]]] = {
    "accuracy": ("accuracy", None, {}),
    "macro F1": ("f1", "macro", {}),
    "macro precision": ("precision", "macro", {}),
    "balanced accuracy": ("balanced_accuracy", None, {}),
    "kappa": ("kappa", None, {}),
    "quadratic kappa": ("kappa", None, {"weights": "quadratic"}),
    "MCC": ("mcc", None, {}),
    "mean cost, one dear cell": ("mean_cost", None, {"costs": "dear"}),
}
OF_SCORES: dict[str, tuple[str, str | None, dict[str, Any]]] = {
    "log loss": ("log_loss", None, {}),
    "Brier score": ("brier_multiclass", None, {}),
    "log loss skill": ("log_loss_skill", None, {}),
    "Brier skill": ("brier_skill", None, {}),
    "macro ROC AUC": ("roc_auc", "macro", {}),
    "weighted ROC AUC": ("roc_auc", "weighted", {}),
    "ROC AUC of pairs": ("roc_auc_pairs", None, {}),
    "macro average precision": ("average_precision", "macro", {}),
    "weighted average precision": ("average_precision", "weighted", {}),
    "top-2 accuracy": ("top_k_accuracy", None, {"k": 2}),
}


INTRODUCTION = """# How often the intervals of many classes hold

An interval of 95 % should hold the true value in 95 of 100 samples. Here is how often it did with three and with ten
classes of which one is rare: about 10 to 12 rows of it in a sample.

Made by `python -m benchmarks.coverage.classes --samples {samples}`. With {samples} samples a coverage of 95 % is known
to within {within:.1f} percentage points. True values are those of a million rows.
"""
CLOSING = """
The intervals are those of `e.metric` and of reports. Those of matrices group rows by the true class, spread half a row
per class over its cells, and take Satterthwaite's degrees of freedom. Balanced accuracy joins Wilson's limits of the
classes. Averages of average precision take the influence of each row, with half a row like the worst of its class and,
below thirty rows of a class, at least the variance of coin tosses. Intervals of prices add half a row at the dearest
and at the cheapest price, since the dear mistake (50, one cell) is not seen in many samples.

In the last two columns rows differ in importance: weights are log-normal (0.5 on the log scale) and larger where a row
is hard. There the variance is a sum over squared weights, and a class is worth as many rows of equal weight as tell as
much. Differences are of two models that are equally good, so the share is one less the error of the first kind. Lines
and columns without a number were not simulated.

An estimate that hangs on fewer than ten rows of a class says so in its note.
"""


@dataclass(frozen=True)
class World:
    """A population of classes and a model of it, from which so many rows are drawn."""

    name: str
    classes: int
    rare: float  # the share of the rarest class
    rows: int
    distance: float
    sharpness: float = 1.0
    is_weighted: bool = False  # rows differ in importance, and more of it lies on rows that are hard

    @property
    def shares(self) -> NDArray[np.float64]:
        """Return the share of every class, the rare one last."""
        rest = np.linspace(1.4, 0.6, self.classes - 1)
        return np.append(rest / rest.sum() * (1 - self.rare), self.rare)

    def sample(self, random: np.random.Generator, rows: int) -> ClassRows:
        """Draw rows, of which each class has at least two."""
        truth = random.choice(self.classes, rows, p=self.shares)
        while np.bincount(truth, minlength=self.classes).min() < 2:
            truth = random.choice(self.classes, rows, p=self.shares)
        features = random.standard_normal((rows, self.classes))
        features[np.arange(rows), truth] += self.distance
        return self._told(truth, features, self._weights(random, truth, features))

    def pair(self, random: np.random.Generator, rows: int) -> tuple[ClassRows, ClassRows]:
        """Draw rows that two models see alike but for noise of their own, so that neither is better."""
        first = self.sample(random, rows)
        features = random.standard_normal((rows, self.classes))
        features[np.arange(rows), first.truth] += self.distance
        weights = self._weights(random, first.truth, features)
        seen = [features + 0.5 * random.standard_normal(features.shape) for _ in range(2)]
        a, b = (self._told(first.truth, one, weights) for one in seen)
        return a, b

    def _told(self, truth: NDArray[np.intp], features: NDArray[np.float64], weights: Any) -> ClassRows:
        odds = (np.log(self.shares) + self.distance * features) * self.sharpness
        told = np.exp(odds - odds.max(axis=1, keepdims=True))
        scores = told / told.sum(axis=1, keepdims=True)
        kind = Weights.IMPORTANCE if self.is_weighted else Weights.NONE
        return ClassRows(tuple(map(str, range(self.classes))), truth, most_likely(scores), scores, weights, kind)

    def _weights(self, random: np.random.Generator, truth: NDArray[np.intp], features: NDArray[np.float64]) -> Any:
        if not self.is_weighted:
            return None
        seen = features[np.arange(len(truth)), truth] - self.distance
        return np.exp(0.5 * random.standard_normal(len(truth)) - 0.3 * seen)


WORLDS = (
    World("3 classes, rarest 4 %, 300 rows", 3, 0.04, 300, 1.7),
    World("3 classes, rarest 2.5 %, 400 rows, strong model", 3, 0.025, 400, 2.7),
    World("10 classes, rarest 1.2 %, 800 rows", 10, 0.012, 800, 2.4),
    World("10 classes, rarest 1 %, 1,000 rows, overconfident", 10, 0.01, 1_000, 2.9, 1.5),
    World("3 classes, rarest 5 %, 400 weighted rows", 3, 0.05, 400, 1.7, is_weighted=True),
    World("10 classes, rarest 1.5 %, 1,200 weighted rows", 10, 0.015, 1_200, 2.4, is_weighted=True),
)
# Differences of two models that are equally good.
PAIRED: dict[str, tuple[str, str | None]] = {
    "accuracy": ("accuracy", None),
    "macro F1": ("f1", "macro"),
    "balanced accuracy": ("balanced_accuracy", None),
    "kappa": ("kappa", None),
    "MCC": ("mcc", None),
    "log loss": ("log_loss", None),
    "Brier score": ("brier_multiclass", None),
    "macro ROC AUC": ("roc_auc", "macro"),
    "micro ROC AUC": ("roc_auc", "micro"),
    "ROC AUC of pairs": ("roc_auc_pairs", None),
    "macro average precision": ("average_precision", "macro"),
}


@dataclass(frozen=True)
class Held:
    """How often an interval held the truth in one world."""

    world: str
    metric: str
    method: str
    truth: float
    held: float
    above: float  # of the samples, where the whole interval lay above the truth
    width: float
    samples: int


def evaluated(rows: ClassRows, name: str = "model") -> ClassModel:
    """Return the matrix and the scores of a sample."""
    size, is_weighted = len(rows.classes), rows.weights_are == Weights.IMPORTANCE
    empty = ClassMatrix(rows.classes, np.zeros((size, size), np.int64), is_weighted=is_weighted)
    matrix = matrix_of_answers(rows, rows.answers, empty)
    assert rows.scores is not None
    models = {
        name: Model(
            name,
            ScoreTable.from_rows(rows.truth == place, rows.scores[:, place], rows.weights, weights_are=rows.weights_are)
            if is_weighted
            else ScoreTable.from_rows(rows.truth == place, rows.scores[:, place]),
        )
        for place, name in enumerate(rows.classes)
    }
    return ClassModel(name, matrix, ClassScores(rows.classes, models, ClassTable.from_rows(rows), rows), rows)


def estimates(rows: ClassRows) -> dict[str, Estimate]:
    """Return every metric of a sample with its interval."""
    dear = 1.0 - np.eye(len(rows.classes))
    dear[-1, 0] = 50
    model = evaluated(rows)
    matrix, scores = model.matrix, model.scores
    found: dict[str, Estimate] = {}
    for said, (name, average, parameters) in OF_MATRIX.items():
        given = {"costs": dear} if "costs" in parameters else parameters
        found[said] = matrix.metric(name, average, **given)
    for said, (name, average, parameters) in OF_SCORES.items():
        found[said] = scores.estimate(name, ClassWishes(average), **parameters)
    return found


def truths(world: World) -> dict[str, float]:
    """Return the values of a million rows, in parts: means over parts, whose error is far below that of a sample."""
    random = np.random.default_rng([SEED, 1])
    parts = [estimates(world.sample(random, MANY // 10)) for _ in range(10)]
    return {name: float(np.mean([float(part[name]) for part in parts])) for name in parts[0]}


def held_in(world: World, samples: int, seed: int) -> list[Held]:
    """Return how often each interval held the truth of one world."""
    random, truth = np.random.default_rng([seed, world.rows]), truths(world)
    drawn = [estimates(world.sample(random, world.rows)) for _ in range(samples)]
    found = []
    for name, true in truth.items():
        known = [one[name] for one in drawn if one[name].low is not None]
        low, high = np.array([(one.low, one.high) for one in known]).T
        held = float(np.mean((low <= true) & (true <= high)))
        width = float(np.mean(high - low))
        found.append(Held(world.name, name, known[0].method, true, held, float(np.mean(low > true)), width, len(known)))
    return found


def apart_in(world: World, samples: int, seed: int) -> list[Held]:
    """Return how often the interval of a difference held 0 where two models are equally good."""
    random = np.random.default_rng([seed, world.rows, 2])
    held: dict[str, list[tuple[bool, float, str]]] = {name: [] for name in PAIRED}
    for _ in range(samples):
        first, second = (evaluated(rows, name) for rows, name in zip(world.pair(random, world.rows), "ab", strict=True))
        compared = ClassComparison({"a": first, "b": second}, Provenance("a sample", len(first.rows), "", ""))
        for said, (name, average) in PAIRED.items():
            one = compared.difference(name, "a", "b", average)
            if one.low is not None and one.high is not None:
                held[said].append((one.low <= 0 <= one.high, one.high - one.low, one.method))
    return [
        Held(
            world.name,
            f"difference of {name}",
            known[-1][2],
            0.0,
            *np.mean([(h, 0.0, w) for h, w, _ in known], 0).tolist(),
            len(known),
        )
        for name, known in held.items()
    ]


def page(results: Sequence[Held], samples: int) -> str:
    """Return the page of the documentation."""
    worlds = list(dict.fromkeys(one.world for one in results))
    within = 196 * (0.95 * 0.05 / samples) ** 0.5
    lines = [INTRODUCTION.format(samples=samples, within=within)]
    lines.append("| metric | interval | " + " | ".join(worlds) + " |")
    lines.append("|---|---|" + "---:|" * len(worlds))
    for name in dict.fromkeys(one.metric for one in results):
        of = {one.world: one for one in results if one.metric == name}
        cells = " | ".join(f"{100 * of[world].held:.1f}" if world in of else "–" for world in worlds)
        methods = " or ".join(f"`{method}`" for method in dict.fromkeys(one.method for one in of.values()))
        lines.append(f"| {name} | {methods} | {cells} |")
    return "\n".join([*lines, CLOSING])


def main(arguments: Sequence[str] | None = None) -> None:
    """Simulate, or read what was simulated, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--start", type=int, default=0, help="the first world; those before it are left out")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--read", type=Path)
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args(arguments)
    if asked.read:
        kept = json.loads(asked.read.read_text())
        results, samples = [Held(**one) for one in kept["results"]], kept["samples"]
    else:
        results, samples = [], asked.samples
        for world in WORLDS[asked.start :]:
            found = held_in(world, samples, asked.seed) + apart_in(world, samples, asked.seed)
            results += found
            for one in found:
                print(
                    f"{one.world}: {one.metric}: {100 * one.held:.1f} (truth {one.truth:.4f}, width {one.width:.4f})",
                    flush=True,
                )
    if asked.json:
        kept = {"samples": samples, "seed": asked.seed, "results": [asdict(one) for one in results]}
        asked.json.write_text(json.dumps(kept, indent=1) + "\n")
    if asked.write:
        asked.write.write_text(page(results, samples), encoding="utf-8")


if __name__ == "__main__":
    main()
