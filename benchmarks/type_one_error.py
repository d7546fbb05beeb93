"""How often each paired test finds a difference where there is none: near 5 in 100, or the test lies.

    python benchmarks/type_one_error.py
    python benchmarks/type_one_error.py --samples 400
    python benchmarks/type_one_error.py --write docs/explanation/type-one-error.md

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

import numpy as np
from numpy.typing import NDArray

import truecut as tc

LEVEL = 0.95
SAMPLES = 1000
OF_A_BOOTSTRAP = 200  # samples, each with its own draws
DRAWS = 200

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
    Test("three ROC AUCs, Hotelling's F (default)", lambda c: c.joint_test("roc_auc").p_value),
    Test("three ROC AUCs, DeLong's chi-square", lambda c: c.joint_test("roc_auc", method="chi-square").p_value),
    Test("three accuracies, Cochran's Q", lambda c: c.joint_test("accuracy").p_value),
    Test("three ROC AUCs, any pair after Holm", lambda c: min(d.adjusted_p for d in c.differences())),
    Test("KS distance, paired bootstrap (default)", difference("ks"), is_bootstrap=True),
    Test(
        "precision at the same share flagged, paired bootstrap (default)",
        difference("precision", at={"share_flagged": 0.2}),
        is_bootstrap=True,
    ),
)
SETTINGS = (Setting(10, 200), Setting(30, 300), Setting(100, 400))


def rejected(setting: Setting, samples: int, seed: int = 1) -> dict[str, tuple[float, int]]:
    """Return, by test, the share of samples in which it finds a difference, and how many samples it was asked on."""
    random = np.random.default_rng(seed)
    found: dict[str, list[bool]] = {test.name: [] for test in TESTS}
    for sample in range(samples):
        compared = tc.compare(*setting.sample(random), replicates=DRAWS)
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

The bootstrap at a common operating point is cautious at any size. Differences there are whole numbers of rows, and many
draws show none at all. To count those half, or to take a normal distribution with the standard error of the draws, gave
1 to 3 % from 30 positives on in a trial of 400 samples, so neither is done.

## One curve above another everywhere

`above` is asked whether the first of two curves lies above the second everywhere in a range of false positive rates,
where it does not. The table shows in how many samples of a hundred it says yes, with 95 % confidence, all the same. It
should be 5 at most.

{claims}

Over a whole range it hardly ever does, since the smallest distance of the two curves, in standard errors, must be
larger than chance makes the largest. The error comes near its limit only where the curves are far apart everywhere
else, as at one rate alone.

Made by `python benchmarks/type_one_error.py --samples {samples} --write docs/explanation/type-one-error.md`
({bootstrap} samples where each needs draws of its own, {draws} of them).
"""


def main() -> None:
    """Print the table, and write the page where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page of the documentation")
    options = parser.parse_args()
    lines, claims = table(options.samples), table_of_claims()
    print("\n".join([*lines, "", *claims]))
    if options.write:
        page = PAGE.format(
            table="\n".join(lines),
            claims="\n".join(claims),
            samples=options.samples,
            draws=DRAWS,
            bootstrap=min(options.samples, OF_A_BOOTSTRAP),
        )
        options.write.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
