"""Every worked example of the teaching material comes out as printed, and every erratum as corrected."""

import json
from pathlib import Path

import numpy as np
import pytest

from truecut.catalogue import metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.metric import PRICES
from truecut.counting.baselines import ideal_model, random_model
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable

EXAMPLES = json.loads((Path(__file__).parent / "data" / "source-examples.json").read_text(encoding="utf-8"))
CELLS_AS_PRINTED = ("tp", "tn", "fp", "fn")

counts_cases = pytest.mark.parametrize("case", EXAMPLES["counts_cases"], ids=lambda case: case["id"])


@counts_cases
def test_the_metrics_of_a_printed_table_are_those_printed(case):
    counts = Counts(**case["counts"])
    costs = {f"cost_{cell}": cost for cell, cost in case.get("cost", {}).items()}
    for name, expected in case["expect"].items():
        entry = metric(name)
        prices = dict.fromkeys(PRICES, 0) | costs if entry.is_priced else {}
        value = entry.at(counts, **prices)
        if expected is None:
            assert value.value is None
            assert value.undefined == "nothing was flagged"
        else:
            assert value.value == pytest.approx(expected, rel=1e-15)


def test_the_textbook_convention_gives_precision_1_to_a_model_that_flags_nobody():
    case = next(case for case in EXAMPLES["counts_cases"] if case["id"] == "coronavirus-1")
    value = metric("precision").at(Counts(**case["counts"]), convention="textbook")
    assert (value.value, value.undefined, value.convention) == (1.0, "nothing was flagged", "textbook")


@pytest.mark.parametrize(
    "case", [case for case in EXAMPLES["counts_cases"] if "labels" in case], ids=lambda case: case["id"]
)
def test_the_ten_samples_count_as_printed(case):
    table = ScoreTable.from_rows(case["labels"], case["predictions"])
    assert CountsCurve(table).at(1) == Counts(**case["counts"])


def test_the_cheaper_model_is_not_the_more_accurate_one():
    first, second = (
        Counts(**case["counts"]) for case in EXAMPLES["counts_cases"] if case["id"] in ("cost-M1", "cost-M2")
    )
    prices = {"cost_tp": -1, "cost_fn": 100, "cost_fp": 1, "cost_tn": 0}
    assert metric("accuracy").at(first).value < metric("accuracy").at(second).value
    assert metric("total_cost").at(first, **prices).value < metric("total_cost").at(second, **prices).value


def counts_with(precision: float, recall: float) -> Counts:
    """Return counts of this precision and recall, both with one decimal."""
    p, r = round(10 * precision), round(10 * recall)
    # tp / flagged = p / 10 and tp / positives = r / 10 with tp = p * r.
    return Counts(tp=p * r, fp=10 * r - p * r, fn=10 * p - p * r, tn=7)


@pytest.mark.parametrize("case", EXAMPLES["f_scores"], ids=lambda case: f"f1 = {case['f1']}")
def test_f1_agrees_with_the_printed_two_decimals(case):
    counts = counts_with(case["precision"], case["recall"])
    assert metric("precision").at(counts).value == pytest.approx(case["precision"])
    assert metric("recall").at(counts).value == pytest.approx(case["recall"])
    f1 = metric("f1").at(counts).value
    assert f1 == pytest.approx(2 * case["precision"] * case["recall"] / (case["precision"] + case["recall"]))
    assert case["f1"] == pytest.approx(f1, abs=0.005)


def test_the_third_model_is_best_by_f1():
    scores = [metric("f1").at(counts_with(case["precision"], case["recall"])).value for case in EXAMPLES["f_scores"]]
    assert max(scores) == scores[2] == pytest.approx(0.56 / 1.1)


def test_the_harmonic_mean_of_1_and_9():
    example = EXAMPLES["harmonic_mean"]
    values = {"a": example["a"], "b": example["b"]}
    assert Formula("(a + b) / 2").at(values) == example["mean"]
    assert Formula("2 / (1 / a + 1 / b)").at(values) == example["harmonic"]
    # F1 is the harmonic mean: precision 1 / 10 and recall 9 / 10 give 18 / 100, not 50 / 100.
    assert metric("f1").at(counts_with(0.1, 0.9)).value == example["harmonic"] / 10


def ten_steps() -> CountsCurve:
    labels = EXAMPLES["roc_steps"]["labels_by_ascending_score"]
    return CountsCurve(ScoreTable.from_rows(labels, np.arange(len(labels))))


def test_each_step_along_the_points_counts_as_printed():
    curve, steps = ten_steps(), EXAMPLES["roc_steps"]
    for passed, (tp, tn) in enumerate(zip(steps["true_positives"], steps["true_negatives"], strict=True)):
        counts = curve.at(passed)
        assert (counts.tp, counts.tn) == (tp, tn)


def test_the_area_under_the_ten_steps():
    assert metric("roc_auc").of(ten_steps()).value == pytest.approx(EXAMPLES["roc_steps"]["auc"], abs=1e-15)


@pytest.mark.parametrize(("threshold", "passed"), [("0.2", 4), ("0.5", 6), ("0.8", 8)])
def test_the_thresholds_of_figure_7_3(threshold, passed):
    counts = ten_steps().at(passed)
    for name, expected in EXAMPLES["roc_steps"]["thresholds_of_figure_7_3"][threshold].items():
        assert metric(name).at(counts).value == expected


def test_the_first_of_six_points():
    example = EXAMPLES["six_points"]
    first = example["first_point"]
    curve = CountsCurve(ScoreTable.from_rows(example["labels"], example["scores"]))
    assert curve.thresholds[1] == first["threshold"]
    counts = curve.at(first["threshold"])
    assert metric("tpr").at(counts).value == first["tpr"]
    assert metric("fpr").at(counts).value == first["fpr"]


def test_the_area_under_six_points_does_not_depend_on_which_table_of_the_source_is_right():
    labels, scores = EXAMPLES["six_points"]["labels"], EXAMPLES["six_points"]["scores"]
    as_elsewhere = [0.70 if score == 0.72 else score for score in scores]
    areas = [metric("roc_auc").of(CountsCurve(ScoreTable.from_rows(labels, s))).value for s in (scores, as_elsewhere)]
    # Of 9 pairs only (0.68, 0.72) is in the wrong order.
    assert areas == [8 / 9, 8 / 9]


def churn_rows() -> tuple[list[bool], list[float]]:
    """Return rows that pass each printed threshold as printed: those lost next score in between."""
    sweep = EXAMPLES["churn_sweep"]
    labels: list[bool] = []
    scores: list[float] = []
    for here, following in zip(sweep["rows"], [*sweep["rows"][1:], [None, 0, 0, 0, 0]], strict=True):
        for label, column in ((True, 1), (False, 3)):
            lost = here[column] - following[column]
            labels += [label] * lost
            scores += [here[0]] * lost
    return labels, scores


def test_a_sweep_of_101_thresholds_reproduces_the_churn_table():
    labels, scores = churn_rows()
    sweep = CountsCurve(ScoreTable.from_rows(labels, scores)).sweep(101)
    assert (sum(labels), len(labels) - sum(labels)) == (386, 1023)
    for threshold, *printed in EXAMPLES["churn_sweep"]["rows"]:
        (index,) = np.flatnonzero(sweep.thresholds == threshold)
        assert [getattr(sweep.counts, cell)[index] for cell in CELLS_AS_PRINTED] == printed


def test_the_churn_table_agrees_with_the_case_at_one_half():
    case = next(case for case in EXAMPLES["counts_cases"] if case["id"] == "churn-at-0.5")
    assert CountsCurve(ScoreTable.from_rows(*churn_rows())).at(0.5) == Counts(**case["counts"])


def test_the_ideal_model_counts_as_printed():
    thresholds = np.array([row[0] for row in EXAMPLES["ideal_model"]["rows"]])
    counts = ideal_model(386, 1023, thresholds)
    for index, (_, *printed) in enumerate(EXAMPLES["ideal_model"]["rows"]):
        assert [getattr(counts, cell)[index] for cell in CELLS_AS_PRINTED] == printed


def test_the_ideal_model_is_its_rows_written_out():
    labels = [False] * 1023 + [True] * 386
    curve = CountsCurve(ScoreTable.from_rows(labels, np.linspace(0, 1, 1409)))
    thresholds = np.arange(101) / 100
    assumed, counted = ideal_model(386, 1023, thresholds), curve.counts_at(thresholds)
    for cell in CELLS_AS_PRINTED:
        assert getattr(assumed, cell).tolist() == getattr(counted, cell).tolist()


def test_the_ideal_model_is_always_right_at_0_726():
    counts = ideal_model(386, 1023, np.array([0.726]))
    assert metric("accuracy").along(counts).tolist() == [1.0]


def test_the_random_model_knows_nothing_at_any_threshold():
    thresholds = np.arange(1, 100) / 100
    counts = random_model(386, 1023, thresholds)
    np.testing.assert_allclose(metric("recall").along(counts), 1 - thresholds)
    np.testing.assert_allclose(metric("fpr").along(counts), 1 - thresholds)
    np.testing.assert_allclose(metric("informedness").along(counts), 0, atol=1e-15)
    np.testing.assert_allclose(metric("precision").along(counts), 386 / 1409)


# Each erratum: the wrong formula as printed, the metric it claims to be, and the number each gives
# at tp=30, fp=5, fn=10, tn=55 (beta = 2, weights 1 and 3).
AT = Counts(tp=30, fp=5, fn=10, tn=55)
PRECISION, RECALL = 30 / 35, 30 / 40
ERRATA_IN_FORMULAS = {
    "precision = 1 - FPR": ("precision", {}, "1 - fpr", 55 / 60, 30 / 35),
    "informedness = TP/(TP+FN) - FN/(TN+FP)": (
        "informedness",
        {},
        "tp / (tp + fn) - fn / (fp + tn)",
        30 / 40 - 10 / 60,
        30 / 40 + 55 / 60 - 1,
    ),
    "the Jaccard index of a binary problem equals accuracy": ("jaccard", {}, "accuracy", 85 / 100, 30 / 45),
    "F-beta = 2PR/(beta^2 P + R)": (
        "f_beta",
        {"beta": 2},
        "2 * precision * recall / (beta**2 * precision + recall)",
        2 * PRECISION * RECALL / (4 * PRECISION + RECALL),
        5 * PRECISION * RECALL / (4 * PRECISION + RECALL),
    ),
    "TPR = TP/(TP+FP) in one line": ("tpr", {}, "tp / (tp + fp)", 30 / 35, 30 / 40),
    "weighted F = 2/(w1/P + w2/R)": (
        "weighted_f",
        {"w_precision": 1, "w_recall": 3},
        "2 / (w_precision / precision + w_recall / recall)",
        2 / (1 / PRECISION + 3 / RECALL),
        4 / (1 / PRECISION + 3 / RECALL),
    ),
    "specificity = FP/(FP+TN) in the caption of figure 7.9": (
        "specificity",
        {},
        "fp / (fp + tn)",
        5 / 60,
        55 / 60,
    ),
    "false positive rate described as the share of predicted false positives that are actually negative": (
        "fpr",
        {},
        "fp / (tp + fp)",
        5 / 35,
        5 / 60,
    ),
    "a definition line repeats TPR for the FPR": ("fpr", {}, "tp / (tp + fn)", 30 / 40, 5 / 60),
    "the caption of table 7.6 divides true positives by positives and calls it specificity": (
        "specificity",
        {},
        "tp / (tp + fn)",
        30 / 40,
        55 / 60,
    ),
}


@pytest.mark.parametrize("says", ERRATA_IN_FORMULAS)
def test_a_misprinted_formula_gives_another_number_and_the_catalogue_warns_of_it(says):
    name, parameters, as_printed, wrong, right = ERRATA_IN_FORMULAS[says]
    entry = metric(name)
    metrics = {other: metric(other).at(AT).value for other in ("precision", "recall", "fpr", "accuracy")}
    assert Formula(as_printed).at(AT.cells() | metrics | parameters) == pytest.approx(wrong)
    assert entry.at(AT, **parameters).value == pytest.approx(right)
    assert abs(right - wrong) > 0.01
    assert as_printed in entry.confused_with


def test_f_beta_with_the_misprinted_constant_would_give_a_perfect_model_two_fifths():
    perfect = {"precision": 1, "recall": 1, "beta": 2}
    assert Formula("2 * precision * recall / (beta**2 * precision + recall)").at(perfect) == 2 / 5
    assert metric("f_beta").at(Counts(tp=5, fp=0, fn=0, tn=5), beta=2).value == 1


def test_the_third_column_of_figure_7_3_belongs_to_threshold_0_8_and_not_0_2():
    third = EXAMPLES["roc_steps"]["thresholds_of_figure_7_3"]["0.8"]
    at = {threshold: ten_steps().at(passed) for threshold, passed in (("0.2", 4), ("0.8", 8))}
    assert {name: metric(name).at(at["0.8"]).value for name in third} == third
    assert {name: metric(name).at(at["0.2"]).value for name in third} != third


def test_the_area_is_the_same_with_specificity_drawn_against_sensitivity():
    curve = ten_steps()
    sensitivity = metric("recall").along(curve.counts)
    specificity = metric("specificity").along(curve.counts)
    area_as_drawn = np.sum(np.diff(sensitivity) * (specificity[1:] + specificity[:-1]) / 2)
    assert area_as_drawn == pytest.approx(metric("roc_auc").of(curve).value) == 0.72


def test_the_worst_area_is_0_and_belongs_to_reversed_scores():
    labels = [False, False, True, True, True]
    areas = {
        "right order": ScoreTable.from_rows(labels, [1, 2, 3, 4, 5]),
        "no order": ScoreTable.from_rows(labels, [1, 1, 1, 1, 1]),
        "reversed": ScoreTable.from_rows(labels, [5, 4, 3, 2, 1]),
    }
    found = {order: metric("roc_auc").of(CountsCurve(table)).value for order, table in areas.items()}
    assert found == {"right order": 1, "no order": 1 / 2, "reversed": 0}


def test_the_ideal_model_flags_45_and_not_32_percent_of_the_negatives_at_0_4():
    row = next(row for row in EXAMPLES["ideal_model"]["rows"] if row[0] == 0.4)
    _, tp, tn, fp, fn = row
    assert metric("fpr").at(Counts(tp=tp, fp=fp, fn=fn, tn=tn)).value == 459 / 1023 == pytest.approx(0.449, abs=5e-4)


def test_the_first_of_six_points_has_three_negatives_below_it_and_not_five():
    six = EXAMPLES["six_points"]
    first = CountsCurve(ScoreTable.from_rows(six["labels"], six["scores"])).at(six["first_point"]["threshold"])
    assert (first.fp, first.fp + first.tn) == (0, 3)


def test_the_second_coronavirus_model_is_right_about_942_of_990_healthy_people_and_950_of_all():
    case = next(case for case in EXAMPLES["counts_cases"] if case["id"] == "coronavirus-2")
    counts = Counts(**case["counts"])
    assert metric("specificity").at(counts).value == 942 / 990
    assert metric("accuracy").at(counts).value == 950 / 1000


def test_youdens_j_of_a_model_that_is_always_wrong_is_minus_1_and_flipping_makes_it_1():
    always_wrong, flipped = Counts(tp=0, fn=4, fp=6, tn=0), Counts(tp=4, fn=0, fp=0, tn=6)
    assert metric("informedness").bounds == (-1, 1)
    assert [metric("informedness").at(counts).value for counts in (always_wrong, flipped)] == [-1, 1]


def test_the_ideal_model_misses_104_of_386_at_0_8():
    assert ideal_model(386, 1023, np.array([0.8])).fn.tolist() == [104]


def test_no_erratum_is_forgotten():
    # Those about costs of different populations are in test_source_conclusions.py.
    tested_on_their_own = {
        "third column of figure 7.3 is labelled threshold 0.2",
        "ROC drawn with sensitivity across and specificity up",
        "the worst AUC is 0.5",
        "for around 32% of people predicted ... (prose about threshold 0.4)",
        "FPR = 0/(0+5) with three negatives",
        "the second model diagnosed 942 of the 1,000 people",
        "Youden's J ranges from 0 to 1",
        "the detection becomes always true after 0.726",
        "M1 costs 3910 and M2 4255, compared as they are",
        "infection models A and B compared by their total costs",
    }
    assert {erratum["says"] for erratum in EXAMPLES["errata"]} == tested_on_their_own | set(ERRATA_IN_FORMULAS)


def test_no_section_is_forgotten():
    assert set(EXAMPLES) == {
        "about",
        "counts_cases",
        "f_scores",
        "f_scores_note",
        "harmonic_mean",
        "roc_steps",
        "six_points",
        "churn_sweep",
        "ideal_model",
        "errata",
    }
