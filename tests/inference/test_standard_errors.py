"""Standard errors, statistics and degrees of freedom are those that SciPy and statsmodels find."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats
from statsmodels.api import GLM, families
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportions_ztest

import truecut as tc

RANDOM = np.random.default_rng(3)
LABELS = RANDOM.random(400) < 0.4
FIRST, SECOND = (np.clip(RANDOM.normal(0.35 + 0.3 * LABELS, spread), 0.01, 0.99) for spread in (0.15, 0.25))
CLUSTERS = np.arange(400) // 4


@pytest.fixture(scope="module")
def evaluation() -> tc.Evaluation:
    return tc.evaluate(LABELS, FIRST)


@pytest.fixture(scope="module")
def comparison() -> tc.Comparison:
    return tc.compare({"y": LABELS, "a": FIRST, "b": SECOND}, label="y", score=["a", "b"])


def test_a_share_has_that_of_a_binomial(evaluation):
    for interval in ("wilson", "clopper-pearson", "wald"):
        found = evaluation.metric("recall", interval=interval)
        assert found.standard_error == pytest.approx(sqrt(found.value * (1 - found.value) / LABELS.sum()))
        assert found.degrees_of_freedom is None


def test_a_mean_loss_has_that_of_a_mean(evaluation):
    losses = (FIRST - LABELS) ** 2
    for interval in ("t", "hall"):
        found = evaluation.metric("brier", interval=interval)
        assert found.standard_error == pytest.approx(stats.sem(losses))
        assert found.degrees_of_freedom == 399
    found = evaluation.metric("brier", interval="t")
    assert (found.low, found.high) == pytest.approx(stats.t.interval(0.95, 399, losses.mean(), stats.sem(losses)))


def test_kappa_has_that_of_statsmodels(evaluation):
    counts = evaluation.model.point.counts
    theirs = cohens_kappa(np.array([[counts.tp, counts.fp], [counts.fn, counts.tn]]))
    assert evaluation.metric("kappa", interval="fleiss").standard_error == pytest.approx(theirs.std_kappa)


def test_ratios_have_those_of_their_logarithms(evaluation):
    counts = evaluation.model.point.counts
    tp, fp, fn, tn = (float(cell) for cell in counts.cells().values())
    positives, negatives = tp + fn, fp + tn
    of_logs = {
        "lr_plus": 1 / tp - 1 / positives + 1 / fp - 1 / negatives,  # Simel, Samsa & Matchar
        "lr_minus": 1 / fn - 1 / positives + 1 / tn - 1 / negatives,
        "odds_ratio": 1 / tp + 1 / fp + 1 / fn + 1 / tn,  # Woolf
    }
    for name, variance in of_logs.items():
        found = evaluation.metric(name)
        assert found.standard_error == pytest.approx(found.value * sqrt(variance), rel=1e-6), name
    q = evaluation.metric("yules_q")
    assert q.standard_error == pytest.approx((1 - q.value**2) / 2 * sqrt(of_logs["odds_ratio"]), rel=1e-6)


def test_a_correlation_has_that_of_its_interval(evaluation):
    narrow = evaluation.metric("mcc", level=0.001)
    z = stats.norm.ppf(0.5005)
    assert narrow.standard_error == pytest.approx((narrow.high - narrow.low) / 2 / z, rel=1e-4)


def test_f_scores_have_that_of_the_delta_method(evaluation):
    counts = evaluation.model.point.counts
    tp, fp, fn = (float(cell) for cell in (counts.tp, counts.fp, counts.fn))
    share, rows = tp / (tp + fp + fn), tp + fp + fn
    of_share = sqrt(share * (1 - share) / rows)
    found = evaluation.metric("f1")
    assert found.method == "wilson-indirect"
    assert found.standard_error == pytest.approx(2 / (1 + share) ** 2 * of_share, rel=1e-6)
    assert evaluation.metric("f_beta").standard_error == pytest.approx(found.standard_error, rel=1e-6)


def test_a_calibration_slope_has_that_of_a_logistic_regression(evaluation):
    odds = np.log(FIRST / (1 - FIRST))
    fitted = GLM(LABELS.astype(float), np.column_stack([np.ones(400), odds]), family=families.Binomial()).fit()
    found = evaluation.metric("calibration_slope")
    assert (found.value, found.standard_error) == pytest.approx((fitted.params[1], fitted.bse[1]), rel=1e-6)


def test_a_bootstrap_has_the_deviation_of_its_replicates(evaluation):
    by_formula = evaluation.metric("brier").standard_error
    assert evaluation.metric("brier", interval="bootstrap").standard_error == pytest.approx(by_formula, rel=0.1)


def test_a_jackknife_has_that_of_the_bootstrap(evaluation):
    by_formula, drawn = (evaluation.metric("average_precision", interval=how) for how in ("jackknife", "bootstrap"))
    assert by_formula.standard_error == pytest.approx(drawn.standard_error, rel=0.15)
    assert by_formula.degrees_of_freedom == LABELS.sum() - 1


def test_clusters_of_one_row_have_that_of_rows(evaluation):
    single = tc.evaluate(LABELS, FIRST, cluster=np.arange(400))
    for name in ("recall", "roc_auc", "brier"):
        ours, plain = single.metric(name), evaluation.metric(name)
        assert ours.standard_error == pytest.approx(plain.standard_error, rel=0.01), name
    assert tc.evaluate(LABELS, FIRST, cluster=CLUSTERS).metric("brier").degrees_of_freedom == 99


def test_weights_say_their_effective_rows_and_no_design_effect():
    weights = RANDOM.uniform(0.5, 2, 400)
    found = tc.evaluate(LABELS, FIRST, weight=weights).metric("brier")
    assert found.effective_rows == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
    assert found.design_effect is None
    assert tc.evaluate(LABELS, FIRST).metric("brier").effective_rows is None


def test_a_value_without_an_interval_has_none_of_them(evaluation):
    found = evaluation.metric("uniform_guess_rate")
    assert (found.standard_error, found.degrees_of_freedom) == (None, None)


def test_mcnemars_statistic_is_that_of_statsmodels(comparison):
    right = [(scores >= 0.5) == LABELS for scores in (FIRST, SECOND)]
    table = [[np.sum(right[0] & right[1]), np.sum(right[0] & ~right[1])]]
    table.append([np.sum(~right[0] & right[1]), np.sum(~right[0] & ~right[1])])
    for method, is_exact in (("exact", True), ("chi-square", False)):
        theirs = mcnemar(table, exact=is_exact, correction=False)
        ours = comparison.difference("accuracy", "a", "b", method=method)
        assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert ours.degrees_of_freedom == 1
    apart = right[0].astype(float) - right[1]
    assert ours.standard_error == pytest.approx(apart.std() / 20)


def test_a_difference_of_mean_losses_is_a_paired_t_test(comparison):
    theirs = stats.ttest_rel((FIRST - LABELS) ** 2, (SECOND - LABELS) ** 2)
    ours = comparison.difference("brier", "a", "b")
    assert ours.method == "t"
    found = (ours.statistic, ours.p_value, ours.degrees_of_freedom)
    assert found == pytest.approx((theirs.statistic, theirs.pvalue, theirs.df))
    assert ours.standard_error == pytest.approx(ours.value / theirs.statistic)


def test_a_difference_of_shares_of_other_rows_is_a_score_test():
    first, second = (tc.evaluate(LABELS, scores) for scores in (FIRST, SECOND))
    flagged = [int((scores[LABELS] >= 0.5).sum()) for scores in (FIRST, SECOND)]
    statistic, p_value = proportions_ztest(flagged, [LABELS.sum()] * 2)
    ours = tc.compare_unpaired(first, second, "recall")
    assert (ours.statistic, ours.p_value) == pytest.approx((statistic, p_value))


def test_every_statistic_belongs_to_its_p_value(comparison):
    """A t or a z gives the p-value back, on its degrees of freedom."""
    for name, method in (("roc_auc", "delong-t"), ("roc_auc", "delong-z"), ("mcc", "delta"), ("ks", "linearised-t")):
        ours = comparison.difference(name, "a", "b", method=method)
        beyond = stats.norm if ours.degrees_of_freedom is None else stats.t(ours.degrees_of_freedom)
        assert 2 * beyond.sf(abs(ours.statistic)) == pytest.approx(ours.p_value), (name, method)
        assert ours.statistic == pytest.approx(ours.value / ours.standard_error), (name, method)
