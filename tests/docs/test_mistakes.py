"""docs/explanation/mistakes.md names every known mistake, and its numbers hold.

The numbers are worked out here from counts, without truecut: the page shows that truecut agrees.
"""

import json
import re
from fractions import Fraction
from math import log

import pytest
from run_examples import DOCS, ROOT

PAGE = (DOCS / "explanation/mistakes.md").read_text(encoding="utf-8")
ERRATA = json.loads((ROOT / "tests/reference/data/source-examples.json").read_text(encoding="utf-8"))["errata"]
PARTS = ("**Often written:**", "**Right:**", "**Why it matters:**")

# What the source says -> where the page corrects it.
CORRECTED = {
    "precision = 1 - FPR": "precision-is-not-1-fpr",
    "informedness = TP/(TP+FN) - FN/(TN+FP)": "informedness-subtracts-false-positives",
    "the Jaccard index of a binary problem equals accuracy": "jaccard-is-not-accuracy",
    "F-beta = 2PR/(beta^2 P + R)": "f-beta-needs-1-plus-beta-squared",
    "TPR = TP/(TP+FP) in one line": "tpr-is-over-the-positives",
    "weighted F = 2/(w1/P + w2/R)": "weighted-harmonic-mean",
    "third column of figure 7.3 is labelled threshold 0.2": "mislabelled-threshold",
    "specificity = FP/(FP+TN) in the caption of figure 7.9": "specificity-counts-true-negatives",
    "ROC drawn with sensitivity across and specificity up": "roc-axes",
    "the worst AUC is 0.5": "worst-auc-is-zero",
    "false positive rate described as the share of predicted false positives that are actually negative": (
        "fpr-is-a-share-of-negatives"
    ),
    "a definition line repeats TPR for the FPR": "fpr-is-not-tpr",
    "for around 32% of people predicted ... (prose about threshold 0.4)": "read-shares-from-the-table",
    "M1 costs 3910 and M2 4255, compared as they are": "totals-of-different-populations",
    "infection models A and B compared by their total costs": "totals-of-different-populations",
    "FPR = 0/(0+5) with three negatives": "denominators-come-from-the-rows",
    "the caption of table 7.6 divides true positives by positives and calls it specificity": (
        "a-caption-that-swaps-the-two"
    ),
    "the second model diagnosed 942 of the 1,000 people": "out-of-which-rows",
    "Youden's J ranges from 0 to 1": "youden-j-goes-below-zero",
    "the detection becomes always true after 0.726": "no-false-alarm-is-not-no-mistake",
}


def pairs_won(labels: list[int]) -> Fraction:
    """Return the AUC of rows listed from the lowest to the highest score, by counting pairs."""
    won = sum(a < b for a, x in enumerate(labels) if not x for b, y in enumerate(labels) if y)
    return Fraction(won, sum(labels) * (len(labels) - sum(labels)))


def mean_flipped_area(rows: int) -> float:
    """Return the mean of max(AUC, 1 - AUC) over all orders of as many positives as negatives, exactly."""
    ways = [1]  # orders by pairs won: the product of (1 - q^(rows + i)) / (1 - q^i)
    for i in range(1, rows + 1):
        ways = [a - b for a, b in zip([*ways, *[0] * (rows + i)], [*[0] * (rows + i), *ways], strict=True)]
        for k in range(i, len(ways)):
            ways[k] += ways[k - i]
        while ways[-1] == 0:
            ways.pop()
    pairs = rows * rows
    assert len(ways) == pairs + 1
    return sum(n * max(k, pairs - k) for k, n in enumerate(ways)) / pairs / sum(ways)


def kappa(tp: int, fn: int, fp: int, tn: int) -> float:
    n = tp + fn + fp + tn
    by_chance = ((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)) / n**2
    return ((tp + tn) / n - by_chance) / (1 - by_chance)


def cost_of_a_row(share: float, counts: tuple[int, int, int, int], find: float, miss: float, alarm: float) -> float:
    tp, fn, fp, tn = counts
    return share * (find * tp + miss * fn) / (tp + fn) + (1 - share) * alarm * fp / (fp + tn)


M1, M2, A, B = (150, 40, 60, 250), (250, 45, 5, 200), (150, 170, 50, 630), (150, 20, 200, 630)
PRICES, INFECTION = (-1, 100, 1), (27000, 37000, 2000)
IDEAL_TP = sum(label and i / 1408 >= 0.8 for i, label in enumerate([0] * 1023 + [1] * 386))
TEN = [0, 1, 0, 0, 1, 0, 1, 0, 1, 1]
IDEAL = [0] * 1023 + [1] * 386
IDEAL_FP = sum(not label and i / 1408 >= 0.4 for i, label in enumerate(IDEAL))

# The number as the page writes it -> how it is worked out.
NUMBERS = {
    "precision-is-not-1-fpr": {"15.4 %": 90 / (90 + 495), "95 %": 1 - 495 / 9900, "eleven in thirteen": 11 / 13},
    "tpr-is-over-the-positives": {"0.75": 30 / 40, "0.857": 30 / 35},
    "fpr-is-a-share-of-negatives": {"8.3 %": 5 / 60},
    "fpr-is-not-tpr": {"0.083": 5 / 60, "0.75": 30 / 40},
    "type-i-error-is-the-fpr": {"5 %": 495 / 9900, "84.6 %": 495 / 585, "0.0495": 495 / 10000},
    "specificity-counts-true-negatives": {"0.8": 4 / 5, "0.2": 1 / 5},
    "informedness-subtracts-false-positives": {"0.6667": 30 / 40 - 5 / 60, "0.5833": 30 / 40 - 10 / 60},
    "jaccard-is-not-accuracy": {"0.667": 30 / 45, "0.85": 85 / 100, "0.15": 90 / 595, "0.95": 9495 / 10000},
    "f-beta-needs-1-plus-beta-squared": {"0.4": 2 / (2**2 + 1)},
    "weighted-harmonic-mean": {"0.7742": 4 / (35 / 30 + 3 * 40 / 30), "0.387": 2 / (35 / 30 + 3 * 40 / 30)},
    "mislabelled-threshold": {"0.4": sum(TEN[8:]) / 5, "0.8": sum(TEN[4:]) / 5, "0.6": TEN[:4].count(0) / 5},
    "roc-axes": {"0.72": pairs_won(TEN)},
    "read-shares-from-the-table": {"0.449": IDEAL_FP / 1023, "32.6 %": IDEAL_FP / 1409},
    "a-caption-that-swaps-the-two": {"0.6": 3 / 5, "0.8": 4 / 5, "60 %": 3 / 5, "80 %": 4 / 5},
    "denominators-come-from-the-rows": {"0.333": 1 / 3, "0.2": 1 / 5, "33.3 %": 1 / 3, "20 %": 1 / 5},
    "youden-j-goes-below-zero": {"-0.64": 24 / 100 + 12 / 100 - 1, "0.64": 76 / 100 + 88 / 100 - 1},
    "out-of-which-rows": {"94.2 %": 942 / 1000, "95.2 %": 942 / 990, "0.9515": 942 / 990, "95.0 %": 950 / 1000},
    "no-false-alarm-is-not-no-mistake": {"282": IDEAL_TP, "104": 386 - IDEAL_TP, "0.731": IDEAL_TP / 386},
    "totals-of-different-populations": {
        "7.82": cost_of_a_row(0.38, M1, *PRICES),
        "5.49": cost_of_a_row(0.38, M2, *PRICES),
        "12.03": cost_of_a_row(0.59, M1, *PRICES),
        "8.51": cost_of_a_row(0.59, M2, *PRICES),
        "38 %": 190 / 500,
        "59 %": 295 / 500,
        "10440": cost_of_a_row(0.32, A, *INFECTION),
        "9344": cost_of_a_row(0.32, B, *INFECTION),
        "5615": cost_of_a_row(0.17, A, *INFECTION),
        "5190": cost_of_a_row(0.17, B, *INFECTION),
    },
    "matrix-orientation": {"0.75": 30 / 40, "0.857": 30 / 35},
    "worst-auc-is-zero": {"0.28": 1 - pairs_won(TEN), "0.0": pairs_won([1, 1, 0, 0])},
    "do-not-flip-after-looking": {"0.57": mean_flipped_area(20)},
    "accuracy-needs-a-bar": {"99.9 %": 9990 / 10000},
    "threshold-one-half": {"1186.0": 10 * 108 + 106, "730.0": 10 * 48 + 250},
    "predictive-values-move": {"90 %": 450 / 500, "8 %": 9 / 108, "0.67": 54 / 81},
    "no-fixed-labels-for-kappa": {"0.8": kappa(450, 50, 50, 450), "0.14": kappa(9, 1, 99, 891)},
    "gini-is-not-impurity": {"0.478": 2 * 1813 * 2788 / 4601**2},
    "ks-p-value": {"0.02": 400 / 20000},
    "no-trapezoid-under-pr": {"0.554": 0.1 + 0.9 * (1 + 0.01) / 2 - 1e-9, "0.109": 0.1 + 0.9 * 0.01},
    "pool-counts-over-folds": {"0.567": (16 / 20 + 2 / 6) / 2, "0.692": 18 / 26},
    "lift-and-ties": {"3.33": 1 / 0.3, "1.0": 0.3 / 0.3},
    "log-loss-is-not-clipped": {"0.35": -log(1e-15) / 100, "0.16": -log(1e-7) / 100},
    "resampling-shifts-probabilities": {"-2.197": -log(9)},
}
WORDS = {"eleven in thirteen": 495 / 585}


def section(name: str) -> str:
    after = PAGE.partition(f'<a id="{name}"></a>\n')[2]
    return re.split(r'<a id="|^## ', after, maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum["says"][:40])
def test_every_known_mistake_is_on_the_page(erratum) -> None:
    assert section(CORRECTED[erratum["says"]])


def test_every_anchor_is_used_once() -> None:
    names = re.findall(r'<a id="([^"]+)"></a>', PAGE)
    assert len(names) == len(set(names))
    assert set(CORRECTED.values()) | set(NUMBERS) <= set(names)


@pytest.mark.parametrize("name", re.findall(r'<a id="([^"]+)"></a>', PAGE))
def test_a_mistake_is_told_in_full(name: str) -> None:
    text = section(name)
    assert text.startswith("### ")
    places = [text.find(part) for part in PARTS]
    assert -1 not in places
    assert places == sorted(places)
    assert ">>> " in text


@pytest.mark.parametrize("name", NUMBERS)
def test_the_numbers_hold(name: str) -> None:
    for written, computed in NUMBERS[name].items():
        assert re.search(rf"(?<![\d.]){re.escape(written)}(?!\d)", section(name)), f"{written} is not on the page"
        if written in WORDS:
            assert computed == pytest.approx(WORDS[written])
            continue
        number = written.removesuffix(" %")
        shown = float(computed) * (100 if written.endswith("%") else 1)
        decimals = len(number.partition(".")[2])
        assert f"{shown:.{decimals}f}" == number


def test_errata_with_a_counting_example_agree_with_the_source() -> None:
    source = json.loads((ROOT / "tests/reference/data/source-examples.json").read_text(encoding="utf-8"))
    steps = source["roc_steps"]
    assert steps["labels_by_ascending_score"] == TEN
    assert steps["auc"] == float(pairs_won(TEN))
    at = next(row for row in source["ideal_model"]["rows"] if row[0] == 0.4)
    assert at[3] == IDEAL_FP
