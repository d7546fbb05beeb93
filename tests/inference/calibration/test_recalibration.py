"""What recalibrating would change, on rows that did not fit it."""

import numpy as np
import pytest
from hypothesis import given
from scipy.optimize import minimize
from scipy.special import expit, logit
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import roc_auc_score

import truecut as tc
from strategies import PROBABILITIES, rows
from truecut.catalogue.measures.logistic import Outcomes
from truecut.catalogue.measures.probability_maps import fit_beta, fit_isotonic, fit_platt
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, BadScore, UnknownName
from truecut.inference.calibration.recalibration import recalibration_of
from truecut.inference.calibration.recalibration_words import RecalibrationVerdict


def drawn(rows=2000, seed=0, bend=1.0):
    generator = np.random.default_rng(seed)
    p = generator.uniform(0.02, 0.98, rows)
    return generator.random(rows) < expit(bend * logit(p)), p


def seen(table):
    return Outcomes(table.positives, table.negatives)


@given(rows(scores=PROBABILITIES, lower_is_positive=False, least=1))
def test_the_isotonic_map_is_that_of_scikit_learn_between_scores_too(drawn_rows):
    table = drawn_rows.table()
    fitted = fit_isotonic(table.scores, seen(table))
    theirs = IsotonicRegression(out_of_bounds="clip").fit(
        drawn_rows.scores, drawn_rows.labels.astype(float), drawn_rows.weights
    )
    grid = np.linspace(0, 1, 41)
    np.testing.assert_allclose(fitted(grid), theirs.predict(grid), atol=1e-9)


@pytest.mark.parametrize("on_log_odds", [True, False])
def test_platt_has_the_least_loss_for_softened_labels(on_log_odds):
    labels, p = drawn(300, bend=0.5)
    x = logit(p) if on_log_odds else p
    positives, negatives = labels.sum(), (~labels).sum()
    target = np.where(labels, (positives + 1) / (positives + 2), 1 / (negatives + 2))
    best = minimize(lambda ab: np.sum(np.logaddexp(0, ab[0] + ab[1] * x) - target * (ab[0] + ab[1] * x)), [0, 1])
    table = ScoreTable.from_rows(labels, p)
    fitted = fit_platt(table.scores, seen(table), on_log_odds=on_log_odds)
    assert (fitted.intercept, fitted.slope) == pytest.approx(tuple(best.x), abs=1e-4)


def test_platt_fits_even_where_a_score_parts_the_classes():
    table = ScoreTable.from_rows([True, True, False, False], [3.0, 2.0, 1.0, -1.0])
    fitted = fit_platt(table.scores, seen(table), on_log_odds=False)
    assert 0 < fitted([-1.0])[0] < 0.5 < fitted([3.0])[0] < 1


def test_the_beta_map_of_calibrated_probabilities_is_nearly_the_identity():
    table = ScoreTable.from_rows(*drawn(50_000))
    fitted = fit_beta(table.scores, seen(table))
    grid = np.linspace(0.05, 0.95, 19)
    np.testing.assert_allclose(fitted(grid), grid, atol=0.02)


def test_a_beta_map_never_falls():
    table = ScoreTable.from_rows(*drawn(500, bend=-1.0))
    fitted = fit_beta(table.scores, seen(table))
    assert fitted.rise >= 0
    assert fitted.fall >= 0
    assert (np.diff(fitted(np.linspace(0, 1, 50))) >= 0).all()


@pytest.mark.parametrize("method", ["platt", "isotonic", "beta"])
def test_a_threshold_is_translated_there_and_back(method):
    r = tc.evaluate(*drawn(bend=0.4)).recalibrate(method, repeats=1)
    assert r.new_threshold == pytest.approx(float(r.map([0.5])[0]))
    for probability in (0.35, 0.5, 0.6):
        assert float(r.map([r.old_threshold(probability)])[0]) == pytest.approx(probability, abs=1e-9)


def test_a_probability_that_no_score_reaches_has_no_threshold():
    table = ScoreTable.from_rows([True, False, False, True, False], [0.9, 0.9, 0.5, 0.2, 0.1])
    steps = fit_isotonic(table.scores, seen(table))
    assert steps.score_at(0.9) is None
    assert steps.score_at(0.0) == 0.1


@pytest.mark.parametrize("method", ["platt", "isotonic", "beta"])
def test_extreme_probabilities_are_worth_recalibrating(method):
    r = tc.evaluate(*drawn(bend=0.4)).recalibrate(method)
    assert r.verdict == RecalibrationVerdict.WORTH_IT
    assert r.brier_gain.low > 0
    assert r.after.brier < r.before.brier
    assert r.after.miscalibration < r.before.miscalibration
    assert r.brier_gain.value == pytest.approx(r.before.brier - r.after.brier)
    assert r.findings[0].startswith("Recalibrating is worth it: the Brier score falls")


def test_calibrated_probabilities_are_not_worth_it_and_few_rows_may_make_them_worse():
    assert tc.evaluate(*drawn()).recalibrate("platt").verdict == RecalibrationVerdict.NOT_WORTH_IT
    few = [tc.evaluate(*drawn(60, seed=seed)).recalibrate("isotonic") for seed in range(10)]
    assert RecalibrationVerdict.WORTH_IT not in {r.verdict for r in few}
    assert any("would make it worse" in r.findings[0] for r in few)


def test_the_cross_fit_sees_through_a_fit_to_noise():
    apparent, judged = [], []
    for seed in range(10):
        e = tc.evaluate(*drawn(150, seed=seed))  # calibrated: there is nothing to gain
        apparent.append(e.metric("brier_miscalibration").value)
        judged.append(e.recalibrate("isotonic", repeats=3).brier_gain.value)
    assert min(apparent) > 0
    assert np.mean(judged) < 0


def test_the_gain_that_is_promised_is_the_gain_on_new_rows():
    e, (labels, p) = tc.evaluate(*drawn(1000, bend=0.5)), drawn(200_000, seed=9, bend=0.5)
    r = e.recalibrate("platt")
    real = np.mean((p - labels) ** 2) - np.mean((r.map(p) - labels) ** 2)
    assert r.brier_gain.low < real < r.brier_gain.high


def test_an_order_that_stays_keeps_the_area_and_ties_may_change_it():
    e = tc.evaluate(*drawn(bend=0.4))
    platt, isotonic = e.recalibrate("platt", repeats=2), e.recalibrate("isotonic", repeats=2)
    assert platt.after.roc_auc == pytest.approx(platt.before.roc_auc)
    assert isotonic.after.roc_auc < isotonic.before.roc_auc
    assert e.metric("roc_auc").value == pytest.approx(platt.before.roc_auc, abs=0.01)


def test_the_map_of_all_rows_gives_the_area_of_its_own_probabilities():
    labels, p = drawn(500)
    r = tc.evaluate(labels, p).recalibrate("isotonic", repeats=1)
    assert roc_auc_score(labels, r.map(p)) >= roc_auc_score(labels, p)  # the hull of the ROC curve


@pytest.mark.parametrize("method", ["platt", "isotonic"])
@pytest.mark.parametrize("lower_is_positive", [False, True])
def test_any_score_becomes_a_probability(method, lower_is_positive):
    labels, p = drawn(1000)
    scores = 3 * logit(p) + 7
    e = tc.evaluate(labels, -scores if lower_is_positive else scores, lower_is_positive=lower_is_positive)
    r = e.recalibrate(method)
    assert (r.verdict, r.before) == (RecalibrationVerdict.TURNED, None)
    assert r.brier_gain.undefined
    away = np.abs(r.map(-scores if lower_is_positive else scores) - p)
    assert away.mean() < 0.05
    assert r.after.brier < r.uncertainty
    assert float(r.map([r.old_threshold(0.5)])[0]) == pytest.approx(0.5)


def test_an_impossible_row_makes_the_log_loss_infinite_and_it_is_said():
    labels, p = drawn(300, bend=2.0)
    r = tc.evaluate(labels, p).recalibrate("isotonic")
    assert r.after.log_loss == np.inf
    assert "infinite" in r.log_loss_gain.undefined
    assert any("take a smooth map" in said for said in r.findings)


def test_certain_probabilities_are_moved_a_little_and_it_is_said():
    labels, p = drawn(300)
    p[:3] = (0.0, 1.0, 1.0)
    r = tc.evaluate(labels, p).recalibrate("platt")
    assert np.isfinite(r.map([0.0, 1.0])).all()
    assert r.map.clip < 0.02
    assert any("nearer to 0 or 1" in note for note in r.notes)


def test_the_same_seed_deals_the_same_folds():
    e = tc.evaluate(*drawn(200))
    first, again, other = (e.recalibrate("isotonic", seed=seed).after.brier for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_weight_of_the_same_size_for_all_changes_nothing():
    labels, p = drawn(200, bend=0.5)
    plain = tc.evaluate(labels, p).recalibrate("isotonic", repeats=2)
    heavy = tc.evaluate(labels, p, weight=np.full(200, 0.3)).recalibrate("isotonic", repeats=2)
    assert heavy.after.brier == pytest.approx(plain.after.brier)
    assert heavy.brier_gain.low == pytest.approx(plain.brier_gain.low, rel=1e-6)


def test_repeated_rows_are_dealt_one_by_one():
    labels, p = drawn(100)
    times = np.arange(100) % 3 + 1
    weighted = ScoreTable.from_rows(labels, p, times, weights_are=Weights.REPEATED)
    written_out = ScoreTable.from_rows(np.repeat(labels, times), np.repeat(p, times))
    a, b = (recalibration_of(Model("m", table), "platt", repeats=2) for table in (weighted, written_out))
    assert a.after == b.after
    assert a.brier_gain == b.brier_gain


@pytest.mark.parametrize(
    ("rows_given", "call", "error", "sentence"),
    [
        (([1, 0] * 5, [0.9, 0.2] * 5), {"method": "plat"}, UnknownName, "Did you mean 'platt'?"),
        (([1, 0] * 5, [0.9, 0.2] * 5), {"folds": 1}, BadCall, "at least 2 folds"),
        (([1, 0] * 2, [0.9, 0.2] * 2), {}, BadCall, "needs 5 rows of each class; the rarer one has 2"),
        (([1, 0] * 5, [0.5] * 10), {"method": "platt"}, BadCall, "All rows have the same score"),
        (([1, 0] * 5, [9.0, 0.2] * 5), {"method": "beta"}, BadScore, "A beta map starts from probabilities"),
        (([1, 0] * 5, [np.inf, 0.2] * 5), {}, BadScore, "infinite scores"),
    ],
    ids=str,
)
def test_a_mistake_is_one_sentence(rows_given, call, error, sentence):
    with pytest.raises(error) as problem:
        tc.evaluate(*rows_given).recalibrate(**call)
    assert sentence in str(problem.value)
