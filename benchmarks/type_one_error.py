"""How often each paired test finds a difference where there is none: near 5 in 100, or the test lies.

    python -m benchmarks.type_one_error
    python -m benchmarks.type_one_error --samples 400
    python -m benchmarks.type_one_error --write docs/explanation/type-one-error.md

Models of equal quality score the same rows: what all know, and noise of their own. Each test is asked at 5 %. The share
of samples in which it rejects is shown with the error that comes from the number of samples alone. Nothing is
asserted: the numbers are for reading.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

import truecut as tc
from benchmarks import unequal_pairs
from truecut.inference.paired.operating_points import OperatingPoint

NORMAL = NormalDist()
LEVEL = 0.95
SAMPLES = 1000
OF_A_BOOTSTRAP = 400  # samples, each with its own draws
OF_AN_INTERVAL = 400  # samples
DRAWS = 200
PRICES = tc.Cost(fn=5, fp=1)
OF_PAIRS = 600  # samples of rows that do not count alike

Ask = Callable[[tc.Comparison], float | None]


@dataclass(frozen=True)
class Setting:
    """How many rows of either class there are, and how good both models are."""

    positives: int
    negatives: int
    skill: float = 1.5
    shared: float = 0.7  # how much of the noise both models have in common

    def sample(self, random: np.random.Generator) -> tuple[NDArray[np.bool_], dict[str, NDArray[np.float64]]]:
        """Return labels, and the probabilities of three models that are equally good."""
        labels = np.arange(self.positives + self.negatives) < self.positives
        common = random.normal(size=len(labels))
        scores = {}
        for model in "abc":
            noise = self.shared * common + sqrt(1 - self.shared**2) * random.normal(size=len(labels))
            odds = self.skill * (self.skill * labels + noise - self.skill / 2)
            scores[model] = 1 / (1 + np.exp(-odds))
        return labels, scores


@dataclass(frozen=True)
class Crossing:
    """Two curves that cross: the first lies above up to a false positive rate of 10 %, and below the other after it."""

    positives: int
    negatives: int
    shared: float = 0.7
    middles: tuple[float, float] = (1.5, 1.4126)  # of the positives; the negatives' is 0
    spreads: tuple[float, float] = (1.0, 0.6)

    def sample(self, random: np.random.Generator) -> tuple[NDArray[np.bool_], dict[str, NDArray[np.float64]]]:
        """Return labels, and the scores of both models."""
        labels = np.arange(self.positives + self.negatives) < self.positives
        common = random.normal(size=len(labels))
        scores = {}
        for model, middle, spread in zip("ab", self.middles, self.spreads, strict=True):
            noise = self.shared * common + sqrt(1 - self.shared**2) * random.normal(size=len(labels))
            scores[model] = np.where(labels, middle + spread * noise, noise)
        return labels, scores


@dataclass(frozen=True)
class Test:
    """One test, and how its p-value is asked for."""

    name: str
    ask: Ask
    is_bootstrap: bool = False


def difference(metric: str, method: str | None = None, **options: object) -> Ask:
    """Ask for the p-value of a difference."""
    return lambda compared: compared.difference(metric, "a", "b", method=method, **options).p_value


TESTS = (
    Test("ROC AUC, DeLong with Student's t (default)", difference("roc_auc")),
    Test("ROC AUC, DeLong with the normal distribution", difference("roc_auc", "z")),
    Test("average precision, jackknife (default)", difference("average_precision")),
    Test("Brier score, t (default)", difference("brier")),
    Test("log loss, t (default)", difference("log_loss")),
    Test("recall, McNemar mid-p (default)", difference("recall")),
    Test("recall, McNemar exact", difference("recall", "exact")),
    Test("specificity, McNemar mid-p (default)", difference("specificity")),
    Test("accuracy, McNemar mid-p (default)", difference("accuracy")),
    Test("precision, weighted generalised score (default)", difference("precision")),
    Test("negative predictive value, weighted generalised score (default)", difference("npv")),
    Test("F1, eight cells (default)", difference("f1")),
    Test("Matthews correlation, eight cells (default)", difference("mcc")),
    Test("mean cost, a miss five times a false alarm, rows decided apart (default)", difference("mean_cost")),
    Test("three ROC AUCs, Hotelling's F (default)", lambda c: c.joint_test("roc_auc").p_value),
    Test("three ROC AUCs, DeLong's chi-square", lambda c: c.joint_test("roc_auc", method="chi-square").p_value),
    Test("three accuracies, Cochran's Q", lambda c: c.joint_test("accuracy").p_value),
    Test("three ROC AUCs, any pair after Holm", lambda c: min(d.adjusted_p for d in c.differences())),
    Test("KS distance, what each row does to it (default)", difference("ks")),
    Test("KS distance, paired bootstrap", difference("ks", "bootstrap"), is_bootstrap=True),
    Test("where each flags 5 %, slope of the curves (default)", difference("recall", at={"share_flagged": 0.05})),
    Test("where each flags 20 %, the same (default)", difference("recall", at={"share_flagged": 0.2})),
    Test("where each flags 50 %, the same (default)", difference("recall", at={"share_flagged": 0.5})),
    Test("where each finds 80 %, the same (default)", difference("specificity", at={"recall": 0.8})),
    Test("where each finds 90 %, the same (default)", difference("specificity", at={"recall": 0.9})),
    Test("where each falsely flags 10 %, the same (default)", difference("recall", at={"fpr": 0.1})),
    Test("where each flags as many as the first, the same (default)", difference("recall", at="same share flagged")),
    Test("where each finds as many as the first, the same (default)", difference("specificity", at="same recall")),
    Test(
        "where each flags 20 %, paired bootstrap",
        difference("recall", "bootstrap", at={"share_flagged": 0.2}),
        is_bootstrap=True,
    ),
    Test(
        "where each finds 90 %, paired bootstrap",
        difference("specificity", "bootstrap", at={"recall": 0.9}),
        is_bootstrap=True,
    ),
)
SETTINGS = (Setting(10, 200), Setting(30, 300), Setting(100, 400))


def rejected(setting: Setting, samples: int, seed: int = 1) -> dict[str, tuple[float, int]]:
    """Return, by test, the share of samples in which it finds a difference, and how many samples it was asked on."""
    random = np.random.default_rng(seed)
    found: dict[str, list[bool]] = {test.name: [] for test in TESTS}
    for sample in range(samples):
        compared = tc.compare(*setting.sample(random), replicates=DRAWS, cost=PRICES)
        for test in TESTS:
            if sample < OF_A_BOOTSTRAP or not test.is_bootstrap:
                p_value = test.ask(compared)
                found[test.name].append(p_value is not None and p_value <= 1 - LEVEL)
    return {name: (float(np.mean(seen)), len(seen)) for name, seen in found.items()}


# What is true, and the range of false positive rates that is asked about.
CLAIMS: dict[str, tuple[Callable[[int, int], Setting | Crossing], tuple[float, float]]] = {
    "both curves are the same, up to 20 %": (Setting, (0.0, 0.2)),
    "the curves cross at 10 %, up to 20 %": (Crossing, (0.0, 0.2)),
    "the curves cross at 10 %, there alone": (Crossing, (0.1, 0.1005)),
}


def claimed(world: Setting | Crossing, fpr: tuple[float, float], seed: int = 1) -> float:
    """Return how often a curve is said to lie above another everywhere in a range where it does not."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(OF_A_BOOTSTRAP):
        above = tc.compare(*world.sample(random), replicates=DRAWS).above("a", "b", fpr=fpr)
        found.append(above.answer.value == "yes")
    return float(np.mean(found))


def table_of_claims() -> list[str]:
    """Return the lines of a Markdown table, one per way in which the claim is false."""
    lines = [
        "| the truth, and where it is asked | " + " | ".join(f"{s.positives} + {s.negatives}" for s in SETTINGS) + " |"
    ]
    lines.append("|---|" + "--:|" * len(SETTINGS))
    for truth, (world, fpr) in CLAIMS.items():
        shares = (claimed(world(s.positives, s.negatives), fpr) for s in SETTINGS)
        lines.append(f"| {truth} | {' | '.join(_share(share, OF_A_BOOTSTRAP) for share in shares)} |")
    return lines


@dataclass(frozen=True)
class Unequal:
    """Two models of which the second is better, with both rates known at every threshold."""

    positives: int
    negatives: int
    skills: tuple[float, float] = (1.2, 1.8)
    shared: float = 0.7
    threshold: float = 1.5

    def sample(self, random: np.random.Generator) -> tc.Comparison:
        """Return both models on as many rows, each of which may be of either class."""
        rows = self.positives + self.negatives
        labels, common = random.random(rows) < self.positives / rows, random.normal(size=rows)
        noise = (self.shared * common + sqrt(1 - self.shared**2) * random.normal(size=rows) for _ in self.skills)
        scores = {model: s * labels + n for model, s, n in zip("ab", self.skills, noise, strict=True)}
        return tc.compare(labels, scores, threshold=self.threshold)

    def counts(self, skill: float, threshold: float) -> tc.Counts:
        """Return the four shares of all rows there are."""
        recall, fpr = (1 - NORMAL.cdf(threshold - middle) for middle in (skill, 0.0))
        share = self.positives / (self.positives + self.negatives)
        return tc.Counts(share * recall, (1 - share) * fpr, share * (1 - recall), (1 - share) * (1 - fpr))

    def difference(self, metric: str, equal: str, target: float | None) -> float:
        """Return by how much the first model lies above the second where they are equal in one rate."""
        rate, wanted = tc.metrics(equal)[0], target
        if wanted is None:
            wanted = float(rate.at(self.counts(self.skills[0], self.threshold)))
        found = []
        for skill in self.skills:
            low, high = -9.0, 9.0
            for _ in range(60):
                middle = (low + high) / 2
                flags_more = float(rate.at(self.counts(skill, middle))) > wanted
                low, high = (middle, high) if flags_more else (low, middle)
            found.append(float(tc.metrics(metric)[0].at(self.counts(skill, low))))
        return found[0] - found[1]


# What is compared, what is made equal, and the rate: None for that of the first model at its own threshold.
INTERVALS = (
    ("precision", "share_flagged", 0.2),
    ("f1", "share_flagged", 0.2),
    ("specificity", "recall", 0.9),
    ("precision", "recall", 0.9),
    ("recall", "fpr", 0.1),
    ("precision", "share_flagged", None),
    ("specificity", "recall", None),
)


def held(world: Unequal, seed: int = 1) -> dict[tuple[str, str, float | None], float]:
    """Return how often the intervals at common operating points hold the true difference."""
    random = np.random.default_rng(seed)
    truth = {asked: world.difference(*asked) for asked in INTERVALS}
    found: dict[tuple[str, str, float | None], list[bool]] = {asked: [] for asked in INTERVALS}
    for _ in range(OF_AN_INTERVAL):
        compared = world.sample(random)
        for metric, equal, target in INTERVALS:
            one = compared.difference(metric, "a", "b", at=OperatingPoint(equal, target))
            true = truth[metric, equal, target]
            found[metric, equal, target].append(one.low is not None and one.low <= true <= one.high)
    return {asked: float(np.mean(seen)) for asked, seen in found.items()}


def table_of_intervals() -> list[str]:
    """Return the lines of a Markdown table, one per metric and point."""
    columns = [held(Unequal(s.positives, s.negatives)) for s in SETTINGS]
    lines = ["| interval | " + " | ".join(f"{s.positives} + {s.negatives}" for s in SETTINGS) + " |"]
    lines.append("|---|" + "--:|" * len(SETTINGS))
    for metric, equal, target in INTERVALS:
        where = OperatingPoint(equal, target).words("the first")
        cells = (_share(column[metric, equal, target], OF_AN_INTERVAL) for column in columns)
        lines.append(f"| {tc.metrics(metric)[0].title} {where} | {' | '.join(cells)} |")
    return lines


def _share(share: float, samples: int) -> str:
    return f"{100 * share:.1f} ± {100 * sqrt(0.05 * 0.95 / samples):.1f}"


def table(samples: int) -> list[str]:
    """Return the lines of a Markdown table, one per test."""
    columns = [rejected(setting, samples) for setting in SETTINGS]
    lines = ["| test | " + " | ".join(f"{s.positives} + {s.negatives}" for s in SETTINGS) + " |"]
    lines.append("|---|" + "--:|" * len(SETTINGS))
    for test in TESTS:
        cells = (_share(*column[test.name]) for column in columns)
        lines.append(f"| {test.name} | {' | '.join(cells)} |")
    return lines


PAGE = """# False alarms of the paired tests

Models of equal quality on the same rows, compared again and again on new samples. The table shows in how many samples
of a hundred each test finds a difference at the 5 % level, by the number of positive and negative rows. It should be 5.
Fewer means that a test is cautious, more that it promises too much. Behind ± stands the standard error that the number
of samples leaves.

{table}

With few rows of a class McNemar's tests are cautious, the exact one more than mid-p, since few rows decide and their
number is whole. DeLong's chi-square of three areas takes their covariance for known and finds too much with few
positives. Hotelling's F allows for that, and with two models it is Student's t; both are cautious with ten positives.

The KS distance is largest where it is flat, so its threshold may be taken for given, and what each row does to it
follows. Its bootstrap, by name, promises too much with ten positives and is cautious with many, since noise lifts a
maximum in every draw.

Where models are cut at a common operating point, all metrics of four counts ask the same question, so they have one
p-value, and one row in the table. The test allows for thresholds that were found on the same rows, by the slope of the
curves there. It is cautious where few rows tell the models apart: ten positives, few rows flagged, or nearly all
positives found. McNemar's test is so for the same reason. The bootstrap, by name, is cautious from 30 positives on:
differences there are whole numbers of rows, and many draws show none at all. It remains the default where many rows
share the score at the threshold.

## Weights, stated prevalences and rows sampled by class

Two classifiers that are equally good, whose decisions go together within each class, and metrics that join both
classes. The intervals of both and their correlation (`mover`) decide. It should be 5 here too; 3 to 6 is what is asked
for.

{unequal}

With 60 rows of each class and decisions that are independent, a difference of negative predictive values is found in 8
of 100 samples where there is none; with weights of 1:99 on as few rows accuracy and F1 are cautious, since one false
alarm decides. Made by `python -m benchmarks.unequal_pairs --samples {of_pairs}`.

## How often the interval at a common point holds

Two models, of which the second is better, on rows as they come. The interval of the difference should hold the true one
in 95 of 100 samples.

{intervals}

## One curve above another everywhere

`above` is asked whether the first of two curves lies above the second everywhere in a range of false positive rates,
where it does not. The table shows in how many samples of a hundred it says yes, with 95 % confidence, all the same. It
should be 5 at most.

{claims}

Over a whole range it hardly ever does, since the smallest distance of the two curves, in standard errors, must be
larger than chance makes the largest. The error comes near its limit only where the curves are far apart everywhere
else, as at one rate alone.

Made by `python -m benchmarks.type_one_error --samples {samples} --write docs/explanation/type-one-error.md`
({bootstrap} samples where each needs draws of its own, {draws} of them; {of_an_interval} for intervals).
"""


def main() -> None:
    """Print the table, and write the page where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page of the documentation")
    options = parser.parse_args()
    lines, intervals, claims = table(options.samples), table_of_intervals(), table_of_claims()
    print("\n".join([*lines, "", *intervals, "", *claims]))
    if options.write:
        page = PAGE.format(
            table="\n".join(lines),
            unequal="\n".join(unequal_pairs.table(OF_PAIRS)),
            of_pairs=OF_PAIRS,
            intervals="\n".join(intervals),
            claims="\n".join(claims),
            samples=options.samples,
            draws=DRAWS,
            of_an_interval=OF_AN_INTERVAL,
            bootstrap=min(options.samples, OF_A_BOOTSTRAP),
        )
        options.write.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
