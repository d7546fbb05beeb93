"""Reliability curves: isotonic regression, bands, bins, the parts of a score, and the verdict in words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit, logit
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression, isotonic_regression

import truecut as tc
from strategies import PROBABILITIES, rows
from truecut.catalogue.measures.isotonic import isotonic_shares
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, BadScore, UnknownName
from truecut.inference.calibration.consistency import OutcomeCells, pointwise, pooling_starts, simultaneous
from truecut.inference.calibration.decomposition import decompositions
from truecut.inference.calibration.reliability import calibration_of
from truecut.inference.calibration.rising_bounds import rising_bounds
from truecut.inference.calibration.words import CalibrationVerdict
from truecut.inference.resampling.draws import Draws, Purpose


def drawn(rows, *, seed=0, bend=1.0, shift=0.0):
    """Return labels whose log odds are those of the probabilities, times bend, plus shift."""
    generator = np.random.default_rng(seed)
    p = generator.beta(1, 2, rows)
    odds = bend * (np.log(p) - np.log1p(-p)) + shift
    return generator.random(rows) < 1 / (1 + np.exp(-odds)), p


@given(
    st.integers(1, 12).flatmap(
        lambda scores: st.tuples(
            st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=scores, max_size=scores),
            st.integers(1, 4),
        )
    )
)
def test_many_regressions_at_once_are_those_of_scikit_learn(drawn_cells):
    cells, times = drawn_cells
    trials = np.array([more for _, more in cells])
    lines = np.array([np.roll([k for k, _ in cells], i) % (trials + 1) for i in range(times)])
    for line, fitted in zip(lines, isotonic_shares(lines, trials), strict=True):
        np.testing.assert_allclose(fitted, isotonic_regression(line / trials, sample_weight=trials), atol=1e-12)


@given(rows(scores=PROBABILITIES, lower_is_positive=False, least=1))
def test_the_curve_is_the_isotonic_regression_of_the_rows(drawn_rows):
    cells = OutcomeCells.of(drawn_rows.table())
    weights = np.ones(len(drawn_rows)) if drawn_rows.weights is None else drawn_rows.weights
    fitted = IsotonicRegression().fit(drawn_rows.scores, drawn_rows.labels.astype(float), weights)
    np.testing.assert_allclose(cells.observed, fitted.predict(cells.scores), atol=1e-9)
    assert (np.diff(cells.observed) >= -1e-12).all()


@given(rows(scores=PROBABILITIES, lower_is_positive=False, least=1))
def test_a_score_is_miscalibration_less_discrimination_plus_uncertainty(drawn_rows):
    for parts in decompositions(drawn_rows.table()).values():
        together = parts.miscalibration - parts.discrimination + parts.uncertainty
        assert together == pytest.approx(parts.value, abs=1e-12)
        assert 0 <= parts.discrimination <= parts.uncertainty + 1e-12
        assert parts.miscalibration >= 0


def test_the_parts_of_the_brier_score_are_the_metrics_of_the_catalogue():
    e = tc.evaluate(*drawn(400))
    parts = e.calibration(replicates=100).decomposition
    assert parts.value == pytest.approx(e.metric("brier").value)
    assert parts.miscalibration == pytest.approx(e.metric("brier_miscalibration").value)
    assert parts.discrimination == pytest.approx(e.metric("brier_discrimination").value)


def test_a_certain_mistake_makes_the_miscalibration_of_the_log_loss_infinite():
    parts = decompositions(ScoreTable.from_rows([True, False, True], [0.0, 0.5, 0.9]))["log_loss"]
    assert parts.value == parts.miscalibration == np.inf
    assert np.isfinite(parts.discrimination)


def test_calibrated_probabilities_stay_in_the_band_as_often_as_it_says():
    inside, wholly = [], []
    for seed in range(60):
        labels, p = drawn(300, seed=seed)
        cells = OutcomeCells.of(ScoreTable.from_rows(labels, p))
        curves = cells.refitted(cells.drawn(cells.scores, 400, Draws(seed, Purpose.CALIBRATED_OUTCOMES)))
        low, high = pointwise(curves, 0.9)
        inside.append(np.mean((low <= cells.observed) & (cells.observed <= high)))
        low, high = simultaneous(curves, 0.9)
        wholly.append(bool(((low <= cells.observed) & (cells.observed <= high)).all()))
    assert 0.86 <= np.mean(inside) <= 0.94
    assert 0.78 <= np.mean(wholly) <= 0.98  # 60 draws: three standard errors of 0.039


def test_a_simultaneous_band_holds_the_pointwise_one():
    e = tc.evaluate(*drawn(200))
    narrow, wide = e.calibration().points, e.calibration(simultaneous=True).points
    assert (wide.low <= narrow.low + 1e-12).all()
    assert (wide.high >= narrow.high - 1e-12).all()


@pytest.mark.parametrize("bend", [0.5, 2.0])
def test_a_confidence_band_covers_the_truth_at_least_as_often_as_it_says(bend):
    covered, wholly = [], []
    for seed in range(40):
        labels, p = drawn(200, seed=seed, bend=bend)
        e = tc.evaluate(labels, p)
        truth = expit(bend * logit(np.sort(p)))
        points = e.calibration(band="confidence", level=0.9, replicates=100).points
        covered.append(np.mean((points.low <= truth) & (truth <= points.high)))
        points = e.calibration(band="confidence", level=0.9, replicates=100, simultaneous=True).points
        wholly.append(bool(((points.low <= truth) & (truth <= points.high)).all()))
        assert (points.low <= points.observed).all()
        assert (points.observed <= points.high).all()
    assert np.mean(covered) >= 0.9
    assert np.mean(wholly) >= 0.9


def test_pooled_scores_are_bounded_by_whole_neighbours_only():
    successes, trials = np.array([0, 3, 9]), np.array([10, 10, 10])
    low, high = rising_bounds(successes, trials, 0.9, is_simultaneous=False)
    wider_low, wider_high = rising_bounds(successes, trials, 0.9, is_simultaneous=False, are_pooled=True)
    assert (wider_low <= low).all()
    assert (wider_high >= high).all()
    assert (wider_low[0], wider_high[-1]) == (0, 1)  # nothing lies beyond the ends


def test_a_bootstrap_lies_around_the_curve_and_is_no_simultaneous_band():
    e = tc.evaluate(*drawn(300))
    c = e.calibration(band="bootstrap")
    assert np.mean((c.points.low <= c.points.observed) & (c.points.observed <= c.points.high)) > 0.9
    assert any("no exact bootstrap" in note for note in c.notes)
    with pytest.raises(BadCall, match="ask for the confidence band"):
        e.calibration(band="bootstrap", simultaneous=True)


def test_the_same_seed_gives_the_same_band_and_another_one_another():
    e = tc.evaluate(*drawn(200))
    first, again, other = (e.calibration(seed=seed).points.low for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_repeated_row_is_so_many_rows():
    labels, p = drawn(60)
    times = np.arange(60) % 3 + 1
    weighted = ScoreTable.from_rows(labels, p, times, weights_are=Weights.REPEATED)
    written_out = ScoreTable.from_rows(np.repeat(labels, times), np.repeat(p, times))
    a, b = (calibration_of(Model("m", table), replicates=100) for table in (weighted, written_out))
    assert np.array_equal(a.points.observed, b.points.observed)
    assert np.array_equal(a.points.low, b.points.low)
    assert a.tests == b.tests


def test_importance_weights_count_in_the_curve_and_only_as_effective_rows_in_the_band():
    labels, p = drawn(200)
    plain = calibration_of(Model("m", ScoreTable.from_rows(labels, p)))
    heavier = calibration_of(Model("m", ScoreTable.from_rows(labels, p, np.full(200, 7.0))))
    np.testing.assert_allclose(plain.points.observed, heavier.points.observed)
    np.testing.assert_allclose(plain.points.low, heavier.points.low)  # seven times as heavy, yet not more rows
    assert any("importance" in note for note in heavier.notes)


def test_too_many_scores_are_pooled_into_small_groups_at_the_ends_and_it_is_said():
    labels, p = drawn(30_000)
    table = ScoreTable.from_rows(labels, p)
    cells = OutcomeCells.of(table, most=500)
    assert len(cells.scores) <= 500
    assert cells.rows.sum() == 30_000
    assert cells.rows[0] < cells.rows[len(cells.rows) // 2]
    assert cells.positives.sum() == labels.sum()
    exact = OutcomeCells.of(table, most=10**6)
    away = np.abs(np.interp(cells.scores, exact.scores, exact.observed) - cells.observed)
    assert away.mean() < 0.005
    c = tc.evaluate(labels, p).calibration(replicates=100)
    assert any("pooled" in note for note in c.notes)
    assert c.chance.p_value > 0.01


def test_few_scores_are_left_as_they_are():
    assert pooling_starts(np.ones(5), 5).tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("spacing", ["equal-width", "equal-mass"])
def test_bins_are_those_of_scikit_learn(spacing):
    labels, p = drawn(1000)
    points = tc.evaluate(labels, p).calibration("binned", spacing=spacing, replicates=100).points
    strategy = {"equal-width": "uniform", "equal-mass": "quantile"}[spacing]
    share, mean = calibration_curve(labels, p, n_bins=10, strategy=strategy)
    np.testing.assert_allclose(points.observed, share)
    np.testing.assert_allclose(points.scores, mean)
    assert points.rows.sum() == 1000
    assert (points.low <= points.observed).all()
    assert (points.observed <= points.high).all()


def test_one_is_in_the_last_bin():
    points = tc.evaluate([1, 0, 1, 0], [1.0, 0.0, 0.95, 0.1]).calibration("binned", spacing="equal-width").points
    assert points.rows.tolist() == [1, 1, 2]


def test_the_binned_error_is_the_metric_and_stands_beside_what_chance_gives():
    e = tc.evaluate(*drawn(1000))
    error = e.calibration("binned").error
    assert error.value == pytest.approx(e.metric("calibration_error").value)
    assert error.by_chance == pytest.approx(0.032, abs=0.008)  # what is known for 1,000 rows and 10 bins
    assert error.by_chance < error.chance_high


def test_calibrated_probabilities_are_rarely_called_miscalibrated():
    verdicts = [tc.evaluate(*drawn(200, seed=seed)).calibration(replicates=200).verdict for seed in range(100)]
    assert sum(verdict != CalibrationVerdict.CALIBRATED for verdict in verdicts) <= 12  # of 5 expected


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"bend": 0.4}, "They are too extreme"),
        ({"bend": 2.5}, "They are too cautious"),
        ({"shift": 1.0}, "As a whole they are too low"),
        ({"shift": -1.0}, "As a whole they are too high"),
        ({"bend": -1.0}, "Higher probabilities go with fewer positives"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_in_words(wrong, sentence):
    c = tc.evaluate(*drawn(2000, **wrong)).calibration()
    assert c.verdict == CalibrationVerdict.MISCALIBRATED
    assert c.findings[0].startswith("The probabilities are miscalibrated:")
    assert any(said.startswith(sentence) for said in c.findings)


def test_a_sure_but_small_miscalibration_is_called_little():
    c = tc.evaluate(*drawn(200_000, bend=0.93)).calibration(replicates=100)
    assert c.verdict == CalibrationVerdict.LITTLE


def test_thinning_keeps_the_ends_and_all_rows():
    points = tc.evaluate(*drawn(3000)).calibration(replicates=100).points
    fewer = points.thinned(50)
    assert len(fewer) <= 50
    assert (fewer.scores[0], fewer.scores[-1]) == (points.scores[0], points.scores[-1])
    assert fewer.rows.sum() == points.rows.sum()
    assert points.thinned(10_000) is points


def test_points_come_one_by_one_too():
    point = next(iter(tc.evaluate([1, 0], [0.9, 0.2]).calibration().points))
    assert (point.score, point.observed, point.rows) == (0.2, 0, 1)


def test_one_class_and_one_probability_have_a_curve():
    assert tc.evaluate([1, 1, 1], [0.9, 0.5, 0.7], positive="1").calibration().points.observed.tolist() == [1, 1, 1]
    c = tc.evaluate([1, 0, 0, 0], [0.25] * 4).calibration()
    assert c.verdict == CalibrationVerdict.CALIBRATED
    assert c.slope.undefined == "all rows have the same probability"


def test_the_histogram_holds_all_rows():
    labels, p = drawn(500)
    spread = tc.evaluate(labels, p).calibration().histogram
    assert spread.positives.sum() == labels.sum()
    assert spread.negatives.sum() == (~labels).sum()
    assert len(spread.edges) == len(spread.positives) + 1


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        ({"kind": "smooth"}, UnknownName, "No kind is called 'smooth'"),
        ({"band": "consistent"}, UnknownName, "Did you mean 'consistency'?"),
        ({"replicates": 10}, BadCall, "at least 100 replicates, not 10"),
        ({"level": 2}, BadCall, "A level lies between 0 and 1"),
        ({"kind": "binned", "bins": 0}, BadCall, "bins must be a whole number from 1 up"),
    ],
    ids=str,
)
def test_a_mistake_is_one_sentence(call, error, sentence):
    with pytest.raises(error, match=sentence):
        tc.evaluate([1, 0], [0.9, 0.2]).calibration(**call)


def test_other_scores_are_refused_and_the_way_out_is_named():
    with pytest.raises(
        BadScore, match=r"scores are not probabilities: they go from -1 to 3.*: e.recalibrate\('platt'\) fits"
    ):
        tc.evaluate([1, 0], [3.0, -1.0]).calibration()
    with pytest.raises(BadScore, match="lower scores are the positive ones"):
        tc.evaluate([1, 0], [0.3, 0.1], lower_is_positive=True).calibration()


def test_an_end_of_scores_just_above_1_is_told_as_it_is():
    e = tc.evaluate([0, 1, 0, 1], [0.25, 0.5, 0.75, 1.0000000001])
    with pytest.raises(BadScore, match=r"they go from 0\.25 to 1\.0000000001\. Turn them"):
        e.calibration()
