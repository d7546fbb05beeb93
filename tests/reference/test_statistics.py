"""Values and intervals computed with R, by exact arithmetic or printed in the literature come out the same."""

import csv
import json
from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from truecut.catalogue import metric
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.evaluation.comparing import compare
from truecut.inference.clustered.rows import rows_by_cluster
from truecut.inference.clustered.variance import ClusteredArea, area_covariance
from truecut.inference.comparison import Comparison
from truecut.inference.composites import kappa_standard_error
from truecut.inference.delong import Ranking, envelope, logit_delong, newcombe, placements, wald_delong
from truecut.inference.differences import Share, miettinen_nurminen, newcombe_difference
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import estimate
from truecut.inference.losses import Losses
from truecut.inference.multiple_tests import holm
from truecut.inference.paired import discordant
from truecut.inference.paired.areas import PlacedAreas
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.discordant import Discordant
from truecut.inference.precision_recall import Influences

DATA = Path(__file__).parent / "data"
ENTRIES = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))["entries"]
WORDS = {"NaN": nan, "Infinity": inf, "-Infinity": -inf}

# Quantity -> the metric of four counts that it is.
OF_COUNTS = {"mcc": "mcc", "cohen_kappa": "kappa", "precision": "precision", "lr_plus": "lr_plus"}

# Quantity -> the metric of the whole curve that it is, and what its parameters are called here.
OF_A_CURVE: dict[str, tuple[str, dict[str, str]]] = {
    "roc_auc": ("roc_auc", {}),
    "average_precision": ("average_precision", {}),
    "pr_auc_interpolated": ("pr_auc", {}),
    "partial_auc": ("partial_auc", {"fpr": "fpr"}),
    "partial_auc_tpr": ("partial_auc", {"tpr": "tpr"}),
    "h_measure": ("h_measure", {"a": "alpha", "b": "beta"}),
    "roc_auc_convex_hull": ("roc_auc_hull", {}),
    "brier": ("brier", {}),
    "log_loss": ("log_loss", {}),
}
STANDARDISED = {"partial_auc_standardised": "partial_auc", "partial_auc_tpr_standardised": "partial_auc_tpr"}

# Quantity -> the metric of four counts whose interval it is.
WITH_AN_INTERVAL = {
    "sensitivity_ci": "recall",
    "specificity_ci": "specificity",
    "ppv_ci": "precision",
    "npv_ci": "npv",
    "lr_plus_ci": "lr_plus",
    "lr_minus_ci": "lr_minus",
    "dor_ci": "odds_ratio",
    "mcc_ci": "mcc",
    "f1_ci": "f1",
    "fbeta_ci": "f_beta",
    "youden_ci": "informedness",
}

# How the intervals are called there -> how they are called here; F2 says it in its source only.
INTERVALS = {
    "Wilson 95%": "wilson",
    "Clopper-Pearson 95%": "clopper-pearson",
    "Jeffreys 95%": "jeffreys",
    "Agresti-Coull 95%": "agresti-coull",
    "Simel log 95%": "simel",
    "score 95%": "koopman",
    "Woolf": "woolf",
    "Fisher-z 95%": "fisher-z",
    "Wilson-indirect": "wilson-indirect",
    "trinomial score": "score",
    "logit delta": "logit",
    "MOVER-Wilson": "mover",
}

# How the intervals of ROC AUC are called there -> how they are computed here.
OF_AN_AREA: dict[str, Callable[[Ranking], tuple[float, float]]] = {
    "DeLong Wald 95%": lambda ranking: wald_delong(ranking.area, ranking.variance),
    "logit DeLong 95%": lambda ranking: logit_delong(ranking.area, ranking.variance),
    "Newcombe 5": lambda ranking: newcombe(ranking.area, ranking.positives, ranking.negatives),
    "guarded 95%": envelope,
}
RESAMPLED = "stratified percentile bootstrap"

# How the intervals of a difference are called there -> how they are computed here.
OF_PAIRED_SHARES = {
    "Tango 95%": discordant.tango,
    "Newcombe paired hybrid score 95%": discordant.newcombe_paired,
    "Bonett-Price 95%": discordant.bonett_price,
}
OF_TWO_SHARES = {"Newcombe hybrid score 95%": newcombe_difference, "Miettinen-Nurminen 95%": miettinen_nurminen}
OF_DISCORDANT = {
    "mcnemar_exact_p": discordant.exact,
    "mcnemar_midp_p": discordant.mcnemar_mid_p,
    "mcnemar_p": discordant.asymptotic,
    "mcnemar_chi2": discordant.chi_square,
}

ON_THEIR_OWN = {
    "auc_covariance",
    "average_precision_ci",
    "average_precision_se",
    "clustered_auc_covariance",
    "clustered_auc_variance",
    "cohen_kappa_se",
    "confusion_metrics",
    "delong_placements",
    "holm_adjusted_p",
    "ks",
    "net_benefit",
    "net_benefit_se",
    "net_benefit_treat_all",
    "optimal_threshold",
    "optimal_threshold_youden",
    "paired_auc_diff_ci",
    "paired_auc_p",
    "paired_auc_t",
    "paired_auc_z",
    "paired_difference_ci",
    "partial_auc_two_way",
    "proportion_ci",
    "proportion_difference_ci",
    "roc_auc_ci",
    "roc_auc_variance",
    "roc_convex_hull",
    "roc_points",
}


def cases(*quantities: str) -> pytest.MarkDecorator:
    chosen = [entry for entry in ENTRIES if entry["quantity"] in quantities]
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case["id"])


def assert_as_expected(value: float, case: dict[str, Any], expected: Any = None) -> None:
    """Compare with the tolerance that the reference itself states."""
    expected = case["expected"] if expected is None else expected
    tolerance = case["tol"]
    assert value == pytest.approx(
        float(WORDS.get(expected, expected)), rel=tolerance.get("rel", 0), abs=tolerance.get("abs", 0), nan_ok=True
    )


def column(case: dict[str, Any], *names: str) -> np.ndarray | None:
    """Return a column of the case: written in it, or of its file."""
    given = next((case["input"][name] for name in names if name in case["input"]), None)
    if given is None:
        return None
    if isinstance(given, str):
        with (DATA / case["data"]).open(encoding="utf-8", newline="") as lines:
            given = [row[given] for row in csv.DictReader(lines)]
    return np.array([float(WORDS.get(value, value)) for value in given])


def curve_of(case: dict[str, Any]) -> CountsCurve:
    labels = column(case, "y") == 1
    return CountsCurve(ScoreTable.from_rows(labels, column(case, "score", "prob"), column(case, "weight")))


def counts_of(case: dict[str, Any]) -> Counts:
    return Counts(**{cell: case["input"][cell] for cell in ("tp", "fp", "fn", "tn")})


@cases(*OF_COUNTS)
def test_a_metric_of_four_counts(case):
    assert_as_expected(float(metric(OF_COUNTS[case["quantity"]]).at(counts_of(case))), case)


@cases("confusion_metrics")
def test_all_the_metrics_of_one_screening(case):
    for name, expected in case["expected"].items():
        assert_as_expected(float(metric(name).at(counts_of(case))), case, expected)


@cases(*OF_A_CURVE)
def test_a_metric_of_a_whole_curve(case):
    name, parameter_names = OF_A_CURVE[case["quantity"]]
    parameters = {parameter_names[theirs]: value for theirs, value in case.get("params", {}).items()}
    assert_as_expected(float(metric(name).of(curve_of(case), **parameters)), case)


@cases(*STANDARDISED)
def test_a_standardised_partial_area(case):
    assert_as_expected(float(metric("partial_auc").of(curve_of(case), **case["params"], standardised=True)), case)


@cases("partial_auc_two_way")
def test_a_partial_area_in_a_window_of_both_rates(case):
    # At most this false positive rate and at least this true positive rate.
    window = {"fpr": (0, case["params"]["fpr_max"]), "tpr": (case["params"]["tpr_min"], 1)}
    assert_as_expected(float(metric("partial_auc").of(curve_of(case), **window)), case)


@cases("ks")
def test_the_largest_distance_of_the_rates(case):
    assert_as_expected(float(metric("ks").of(curve_of(case))), case, case["expected"]["ks"])


@cases("net_benefit")
def test_the_net_benefit_of_a_model(case):
    pt = case["params"]["pt"]
    assert_as_expected(float(metric("net_benefit").at(curve_of(case).at(pt), pt=pt)), case)


@cases("net_benefit_treat_all")
def test_the_net_benefit_of_treating_everybody(case):
    is_positive = column(case, "y") == 1
    everybody = Counts(tp=int(is_positive.sum()), fp=int((~is_positive).sum()), fn=0, tn=0)
    assert_as_expected(float(metric("net_benefit").at(everybody, pt=case["params"]["pt"])), case)


@cases("roc_points")
def test_the_points_of_the_roc_curve(case):
    counts = curve_of(case).counts
    points = np.column_stack([metric("fpr").along(counts), metric("tpr").along(counts)])
    np.testing.assert_allclose(points, case["expected"], rtol=0, atol=case["tol"]["abs"])


@cases("roc_convex_hull")
def test_the_corners_of_the_hull_lie_on_the_curve_and_enclose_the_hull_area(case):
    counts = curve_of(case).counts
    points = {tuple(point) for point in np.column_stack([metric("fpr").along(counts), metric("tpr").along(counts)])}
    corners = [tuple(corner) for corner in case["expected"]]
    assert set(corners) <= points
    across, up = np.array(corners).T
    assert metric("roc_auc_hull").of(curve_of(case)).value == pytest.approx(
        np.sum(np.diff(across) * (up[1:] + up[:-1]) / 2), abs=case["tol"]["abs"]
    )


@cases("optimal_threshold")
def test_the_threshold_of_the_highest_accuracy(case):
    curve = curve_of(case)
    accuracy = metric("accuracy").along(curve.counts)
    # Where several thresholds share the best value the highest stands first.
    best = int(np.argmax(accuracy))
    assert_as_expected(accuracy[best], case, case["expected"]["value"])
    assert_as_expected(curve.thresholds[best], case, case["expected"]["threshold"])


@cases("optimal_threshold_youden")
def test_the_threshold_of_the_highest_youden_index(case):
    curve = curve_of(case)
    best = int(np.argmax(metric("youden").along(curve.counts)))
    at_best = curve.entry(best)
    assert_as_expected(curve.thresholds[best], case, case["expected"]["threshold_observed"])
    for name, theirs in (("sensitivity", "sensitivity"), ("specificity", "specificity"), ("youden", "J")):
        assert_as_expected(float(metric(name).at(at_best)), case, case["expected"][theirs])


@cases("roc_auc_variance")
def test_the_variance_of_an_area(case):
    assert_as_expected(Ranking.of(curve_of(case)).variance, case)


def clustered_areas(case: dict[str, Any], *names: str) -> list[ClusteredArea]:
    labels, scores = column(case, "y") == 1, {name: column(case, name) for name in names}
    tables = {name: ScoreTable.from_rows(labels, values) for name, values in scores.items()}
    rows = PlacedRows.of(tables, scores, labels, clusters=column(case, "cluster").astype(np.int32))
    return [ClusteredArea.of(rows_by_cluster(rows, name), CountsCurve(tables[name])) for name in names]


@cases("clustered_auc_variance")
def test_the_variance_of_an_area_of_clustered_rows(case):
    (area,) = clustered_areas(case, "score")
    assert_as_expected(area.variance, case)


@cases("clustered_auc_covariance")
def test_the_covariance_of_two_areas_of_clustered_rows(case):
    assert_as_expected(area_covariance(*clustered_areas(case, "score_a", "score_b")), case)


@cases("roc_auc_ci")
def test_the_interval_of_an_area(case):
    if case["method"] == RESAMPLED:
        model = Model("model", curve_of(case).table)
        assert_interval(estimate(model, "roc_auc", interval="bootstrap", stratified=True, replicates=20_000), case)
        return
    interval = OF_AN_AREA[case["method"]](Ranking.of(curve_of(case)))
    for end, expected in zip(interval, case["expected"], strict=True):
        assert_as_expected(end, case, expected)


@cases("delong_placements")
def test_the_placements_of_the_first_rows(case):
    labels, scores, curve = column(case, "y") == 1, column(case, "score"), curve_of(case)
    of_positives, of_negatives = placements(curve)
    for of_class, rows, name in ((of_positives, labels, "V10"), (of_negatives, ~labels, "V01")):
        for score, expected in zip(scores[rows][:3], case["expected"][name], strict=True):
            assert_as_expected(of_class[curve.table.scores == score].item(), case, expected)


def assert_interval(found: Estimate | Difference, case: dict[str, Any]) -> None:
    for end, expected in zip((found.low, found.high), case["expected"], strict=True):
        assert_as_expected(end, case, expected)


@cases("proportion_ci")
def test_the_interval_of_a_share(case):
    found, rows = case["input"]["x"], case["input"]["n"]
    model = Model.of_counts("counts", Counts(tp=found, fn=rows - found, fp=0, tn=0))
    assert_interval(estimate(model, "recall", interval=INTERVALS[case["method"]]), case)


@cases(*WITH_AN_INTERVAL)
def test_the_interval_of_a_metric_of_four_counts(case):
    name, interval = WITH_AN_INTERVAL[case["quantity"]], INTERVALS[case.get("method", case["source"])]
    model = Model.of_counts("counts", counts_of(case))
    assert_interval(estimate(model, name, interval=interval, **case.get("params", {})), case)


@cases("cohen_kappa_se")
def test_the_standard_error_of_kappa(case):
    assert_as_expected(kappa_standard_error(**counts_of(case).cells()), case)


@cases("average_precision_se")
def test_the_standard_error_of_average_precision(case):
    assert_as_expected(Influences.of(curve_of(case)).standard_error_by_class, case)


@cases("average_precision_ci")
def test_the_interval_of_average_precision(case):
    found = estimate(Model("model", curve_of(case).table), "average_precision", interval="jackknife-by-class")
    assert_interval(found, case)


@cases("net_benefit_se")
def test_the_standard_error_of_net_benefit(case):
    counts = curve_of(case).at(case["params"]["pt"])
    assert_as_expected(Losses.of_counts(metric("net_benefit"), counts, case["params"]).standard_error, case)


def paired_of(case: dict[str, Any]) -> Comparison:
    scores = {name: column(case, name) for name in ("score_a", "score_b")}
    return compare(column(case, "y") == 1, scores)


@cases("auc_covariance")
def test_how_two_areas_vary_together(case):
    assert_as_expected(PlacedAreas.of(paired_of(case).rows, ("score_a", "score_b")).covariance[0, 1], case)


@cases("paired_auc_z", "paired_auc_p", "paired_auc_diff_ci")
def test_two_areas_on_the_same_rows_by_the_normal_distribution(case):
    found = paired_of(case).difference("roc_auc", "score_a", "score_b", method="z")
    if case["quantity"] == "paired_auc_diff_ci":
        assert_interval(found, case)
    elif case["quantity"] == "paired_auc_p":
        assert_as_expected(found.p_value, case)
    else:
        assert_as_expected(found.value / ((found.high - found.low) / 2 / NormalDist().inv_cdf(0.975)), case)


@cases("paired_auc_t")
def test_two_areas_on_the_same_rows_by_students_distribution(case):
    compared = paired_of(case)
    _, error, freedom = PlacedAreas.of(compared.rows, ("score_a", "score_b")).difference("score_a", "score_b")
    found = compared.difference("roc_auc", "score_a", "score_b")
    seen = {"diff": found.value, "se": error, "t": found.value / error, "df": freedom}
    seen |= {"p": found.p_value, "lo": found.low, "hi": found.high}
    assert seen.keys() == case["expected"].keys()
    for name, expected in case["expected"].items():
        assert_as_expected(seen[name], case, expected)


def discordant_of(case: dict[str, Any]) -> Discordant:
    given = case["input"]
    both = given.get("a", 0)  # where only the rows in all are said, it does not matter how they agree
    return Discordant(both, given["b"], given["c"], given.get("d", given.get("n", 0) - given["b"] - given["c"]))


@cases(*OF_DISCORDANT)
def test_rows_that_are_decided_differently(case):
    assert_as_expected(OF_DISCORDANT[case["quantity"]](discordant_of(case)), case)


@cases("paired_difference_ci")
def test_the_interval_of_two_shares_of_the_same_rows(case):
    limits = OF_PAIRED_SHARES[case.get("method", "Tango 95%")](discordant_of(case))
    for end, expected in zip(limits, case["expected"], strict=True):
        assert_as_expected(end, case, expected)


@cases("proportion_difference_ci")
def test_the_interval_of_two_shares_of_different_rows(case):
    given = case["input"]
    shares = Share(given["x1"], given["n1"]), Share(given["x2"], given["n2"])
    for end, expected in zip(OF_TWO_SHARES[case["method"]](*shares), case["expected"], strict=True):
        assert_as_expected(end, case, expected)


@cases("holm_adjusted_p")
def test_many_p_values_are_adjusted(case):
    for adjusted, expected in zip(holm(case["input"]["p"]), case["expected"], strict=True):
        assert_as_expected(adjusted, case, expected)


def test_no_quantity_is_forgotten():
    covered = {*OF_COUNTS, *OF_A_CURVE, *STANDARDISED, *ON_THEIR_OWN, *WITH_AN_INTERVAL, *OF_DISCORDANT}
    assert {entry["quantity"] for entry in ENTRIES} == covered
