"""Bands, chance, plans and situations of scores from a cross-validation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from out_of_fold import out_of_fold
from truecut.errors import BadCall
from truecut.inference.bands.mean_over_folds import mean_line
from truecut.inference.bands.of_model import pooled_band


@pytest.fixture(scope="module")
def predicted():
    return out_of_fold()


@pytest.mark.parametrize("name", ["recall", "f1", "mcc", "kappa", "net_benefit"])
def test_a_band_along_the_thresholds_is_the_interval_at_each(predicted, name):
    y, score, fold, _ = predicted
    e = tc.evaluate(y, score, fold=fold)
    band = e.band(name, at=[0.3, 0.5])
    for threshold in (0.3, 0.5):
        found = e.cut_at(threshold).metric(name)
        assert band.at(threshold) == pytest.approx((found.value, found.low, found.high))
    assert band.method == found.method


def test_the_curve_of_a_cross_validation_is_the_mean_of_its_folds(predicted):
    y, score, fold, _ = predicted
    e = tc.evaluate(y, score, fold=fold)
    for curve in ("roc", "pr", "gain", "lift"):
        found = e.band(curve, at=[0.1, 0.2], replicates=200)
        each = [one.band(curve, at=[0.1, 0.2], replicates=200) for one in e.folds.values()]
        assert found.y == pytest.approx(np.mean([one.y for one in each], axis=0))
        below = 1.2 * np.sqrt(sum((one.y - one.low) ** 2 for one in each)) / 5
        assert found.y - found.low == pytest.approx(below)
        assert found.method == "bootstrap within folds"
    with pytest.raises(BadCall, match="no simultaneous band"):
        e.band("roc", kind="simultaneous")


ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=12)
RANKED = ROWS.filter(lambda rows: 0 < sum(is_positive for is_positive, _ in rows) < len(rows))


@given(folds=st.lists(RANKED, min_size=2, max_size=4))
def test_the_area_under_the_mean_curve_is_the_mean_of_the_areas(folds):
    each = [tc.evaluate(*(np.array(column) for column in zip(*rows, strict=True))) for rows in folds]
    for across, up, area in (("fpr", "recall", "roc_auc"), ("recall", "precision", "average_precision")):
        lines = [(one.curve.along(across), np.nan_to_num(one.curve.along(up), nan=1.0)) for one in each]
        x, height = mean_line(lines, is_stepped=up == "precision")
        under = float((np.diff(x) * (height[1:] + height[:-1]) / 2).sum())
        assert under == pytest.approx(np.mean([one.metric(area).value for one in each]))


def test_bands_of_costs_are_wider_by_what_training_has_in_common(predicted):
    y, score, fold, _ = predicted
    of_folds, plain = (tc.evaluate(y, score, **given) for given in ({"fold": fold}, {}))
    one, other = (e.band(tc.Cost(fp=1, fn=5), at=[0.3]) for e in (of_folds, plain))
    assert one.low[0] < other.low[0] < one.y[0] == other.y[0] < other.high[0] < one.high[0]


def test_the_band_on_the_page_is_that_of_the_curve_that_is_moved_along(predicted):
    y, score, fold, _ = predicted
    of_folds, plain = (tc.evaluate(y, score, **given).model for given in ({"fold": fold}, {}))
    one, other = (pooled_band(model, "roc", at=[0.1], replicates=200) for model in (of_folds, plain))
    assert one.y[0] == other.y[0]
    assert one.y[0] - one.low[0] == pytest.approx(1.2 * (other.y[0] - other.low[0]))
    assert "all folds pooled" in one.note


@pytest.mark.parametrize("name", ["ks", "average_precision", "roc_auc"])
def test_chance_exchanges_rows_within_folds(predicted, name):
    y, score, fold, _ = predicted
    found = tc.evaluate(y, score, fold=fold).chance(name, draws=400)
    chance, drawn = np.random.default_rng(5), []
    for _ in range(200):
        mixed = y.copy()
        for number in range(5):
            mixed[fold == number] = chance.permutation(mixed[fold == number])
        drawn.append(tc.evaluate(mixed, score, fold=fold).model.metric(name).value)
    assert found.mean == pytest.approx(np.mean(drawn), abs=4 * np.std(drawn) / np.sqrt(200))
    assert (found.low, found.high) == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.03)


def test_a_plan_allows_for_what_training_has_in_common(predicted):
    y, score, fold, _ = predicted
    of_folds, plain = (tc.evaluate(y, score, **given) for given in ({"fold": fold}, {}))
    for asked in ({"within": 0.03}, {"against": 0.7}):
        more, fewer = (e.plan("recall", **asked) for e in (of_folds, plain))
        assert more.needed == pytest.approx(1.44 * fewer.needed, abs=1)
        assert more.rows == pytest.approx(1.44 * fewer.rows, rel=0.01)
    found = of_folds.cut_at(0.5).plan("recall", within=0.03)
    estimate = tc.evaluate(np.tile(y, 7), np.tile(score, 7), fold=np.tile(fold, 7)).metric("recall")
    assert found.needed / 125 == pytest.approx(7 * ((estimate.high - estimate.low) / 2 / 0.03) ** 2, rel=0.05)


def test_folds_are_in_the_situation_of_all_rows(predicted):
    """Costs, threshold and prevalence that are stated reach every fold; classes weigh what they weigh in the whole."""
    y, score, fold, _ = predicted
    e = tc.evaluate(y, score, fold=fold, cost=tc.Cost(fp=1, fn=5), prevalence=0.1, threshold=0.3)
    by_hand = []
    for number in range(5):
        some = fold == number
        weights = np.where(y[some] == 1, 0.1 / y.mean(), 0.9 / (1 - y.mean()))
        flagged = score[some] >= 0.3
        lost = np.where(y[some] == 1, np.where(flagged, 0, 5), np.where(flagged, 1, 0))
        by_hand.append(float(np.average(lost, weights=weights)))
    over = e.over_folds("mean_cost")
    assert [float(value) for value in over.by_fold.values()] == pytest.approx(by_hand)
    plain, stated = tc.evaluate(y, score, fold=fold), {"prevalence": 0.1, "threshold": 0.3}
    asked = plain.over_folds("mean_cost", cost=tc.Cost(fp=1, fn=5), **stated)
    assert asked.estimate == over.estimate == e.metric("mean_cost")
    assert e.metric("roc_auc").value == plain.metric("roc_auc").value
