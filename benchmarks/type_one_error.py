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
    Test("three ROC AUCs, DeLong chi-square", lambda c: c.joint_test("roc_auc").p_value),
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


def table(samples: int) -> list[str]:
    """Return the lines of a Markdown table, one per test."""
    columns = [rejected(setting, samples) for setting in SETTINGS]
    lines = ["| test | " + " | ".join(f"{s.positives} + {s.negatives}" for s in SETTINGS) + " |"]
    lines.append("|---|" + "--:|" * len(SETTINGS))
    for test in TESTS:
        cells = (
            f"{100 * share:.1f} ± {100 * sqrt(0.05 * 0.95 / n):.1f}" for share, n in (c[test.name] for c in columns)
        )
        lines.append(f"| {test.name} | {' | '.join(cells)} |")
    return lines


PAGE = """# False alarms of the paired tests

Models of equal quality on the same rows, compared again and again on new samples. The table shows in how many samples
of a hundred each test finds a difference at the 5 % level, by the number of positive and negative rows. It should be 5.
Fewer means that a test is cautious, more that it promises too much. Behind ± stands the standard error that the number
of samples leaves.

{table}

With few rows of a class McNemar's tests are cautious, the exact one more than mid-p, since few rows decide and their
number is whole. The joint test of three areas, which relies on many rows, finds too much with ten positives, and says
so; for two models the default is Student's distribution, which is cautious there. So is the bootstrap at a common
operating point, where thresholds that are found anew jump from score to score.

Made by `python benchmarks/type_one_error.py --samples {samples} --write docs/explanation/type-one-error.md`
({bootstrap} samples where each needs draws of its own).
"""


def main() -> None:
    """Print the table, and write the page where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page of the documentation")
    options = parser.parse_args()
    lines = table(options.samples)
    print("\n".join(lines))
    if options.write:
        page = PAGE.format(
            table="\n".join(lines), samples=options.samples, bootstrap=min(options.samples, OF_A_BOOTSTRAP)
        )
        options.write.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
