"""A threshold judged on rows that did not choose it tells the truth; on its own rows it flatters itself."""

from collections import Counter
from math import comb, inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from strategies import PROBABILITIES, SIXTEENTHS, Rows, rows
from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.counts import CELLS, Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.decisions import cross_fitting
from truecut.decisions.chosen_threshold import choose
from truecut.decisions.cross_fitting import (
    FEWEST_RESAMPLES,
    CrossFit,
    cross_fit,
    judge,
    rows_of_rarer_class,
    threshold_spread,
)
from truecut.decisions.model_decision import stakes_of
from truecut.errors import BadCall

SIMULATIONS = 200


def model_of(labels: np.ndarray, scores: np.ndarray) -> Model:
    return Model("m", Rows(labels, scores).table())


def by_youden(model: Model) -> float | None:
    return choose(stakes_of(model), "youden").threshold


# ---- unbiased, on simulated data with a known truth


class Binormal:
    """Negatives around 0 and positives around `shift`, both with deviation 1; 30 and 120 of them."""

    positives, negatives, shift = 30, 120, 1.2
    cost = Cost(fp=1, fn=4)

    def draw(self, random: np.random.Generator) -> Model:
        labels = np.arange(self.positives + self.negatives) < self.positives
        return model_of(labels, random.normal(np.where(labels, self.shift, 0.0)))

    def chosen(self, model: Model) -> float | None:
        return choose(stakes_of(model, self.cost), "cheapest").threshold

    def true_cost(self, threshold: float | None) -> float:
        """Return the mean cost of new rows with the same shares of the classes, in closed form."""
        cut = inf if threshold is None else threshold
        missed, alarms = norm.cdf(cut - self.shift), norm.sf(cut)
        return (4 * self.positives * missed + self.negatives * alarms) / (self.positives + self.negatives)


def test_the_cross_fitted_cost_is_unbiased_and_the_naive_one_is_optimistic():
    # What is unbiased: K folds estimate the true cost of thresholds chosen on (K - 1) / K of the rows. Here K = 5, so
    # the truth to compare with is the mean true cost of the thresholds chosen on 120 of the 150 rows; a threshold
    # chosen on all of them is a little better than that. Both classes divide evenly by 5, so no fold weighs more.
    truth, random = Binormal(), np.random.default_rng(11)
    honest, naive = [], []
    for seed in range(SIMULATIONS):
        model = truth.draw(random)
        fit = cross_fit(model, truth.chosen, folds=5, repeats=1, seed=seed)
        honest.append(fit.mean_cost(truth.cost) - np.mean([truth.true_cost(t) for t in fit.thresholds]))
        chosen = truth.chosen(model)
        naive.append(truth.cost.mean(judge(model, chosen).counts) - truth.true_cost(chosen))
    assert abs(np.mean(honest)) < 3 * standard_error(honest)
    assert np.mean(naive) < -5 * standard_error(naive)
    assert standard_error(honest) < 0.01  # of a cost of about 0.5: the test could have seen a bias


def standard_error(values: list[float]) -> float:
    return float(np.std(values, ddof=1)) / sqrt(len(values))


def test_pure_noise_looks_good_on_its_own_rows_and_worthless_across_folds():
    random = np.random.default_rng(12)
    labels = np.arange(220) < 20
    apparent, honest = [], []
    for seed in range(60):
        model = model_of(labels, random.normal(size=220))
        apparent.append(choose(stakes_of(model), "youden").value)
        honest.append(cross_fit(model, by_youden, repeats=2, seed=seed).metric("youden"))
    assert np.mean(apparent) > 0.1
    assert abs(np.mean(honest)) < 0.03
    assert abs(np.mean(honest)) < 3 * standard_error(honest)


# ---- how rows are dealt out


class Recorder:
    """A chooser that keeps the models it is shown."""

    def __init__(self) -> None:
        self.seen: list[Model] = []

    def __call__(self, model: Model) -> float:
        self.seen.append(model)
        return 0.5


some_rows = rows(scores=PROBABILITIES, least=10, most=30).filter(lambda rows: 5 <= rows.labels.sum() <= len(rows) - 5)


@given(rows=some_rows, folds=st.integers(2, 5), seed=st.integers(0, 99))
def test_every_row_is_in_exactly_one_fold(rows, folds, seed):
    recorder = Recorder()
    table = rows.table()
    fit = cross_fit(Model("m", table), recorder, folds=folds, repeats=2, seed=seed)
    assert len(fit.judged) == 2
    assert len(fit.thresholds) == len(recorder.seen) == 2 * folds
    for judged in fit.judged:
        # All rows are judged once, each class with its whole weight.
        assert judged.counts.tp + judged.counts.fn == pytest.approx(table.total_positive)
        assert judged.counts.fp + judged.counts.tn == pytest.approx(table.total_negative)
    for division in (recorder.seen[:folds], recorder.seen[folds:]):
        # Each score is in all the others but one, folds - 1 times in all.
        for score, positives, negatives in zip(table.scores, table.positives, table.negatives, strict=True):
            at_score = [np.flatnonzero(part.table.scores == score) for part in division]
            for side, whole in (("positives", positives), ("negatives", negatives)):
                found = sum(getattr(m.table, side)[at].sum() for m, at in zip(division, at_score, strict=True))
                assert found == pytest.approx((folds - 1) * whole)


@given(rows=some_rows, folds=st.integers(2, 5))
def test_each_class_is_spread_evenly(rows, folds):
    recorder = Recorder()
    table = rows.table()
    cross_fit(Model("m", table), recorder, folds=folds, repeats=1)
    for name in ("positive", "negative"):
        # A weight that repeats a row stands for so many rows.
        rows_of = f"{name}s" if table.weights == Weights.REPEATED else f"{name}_rows"
        total = int(getattr(table, rows_of).sum())
        left_out = sorted(total - int(getattr(model.table, rows_of).sum()) for model in recorder.seen)
        assert left_out[-1] - left_out[0] <= 1
        assert sum(left_out) == total


def test_tied_rows_are_dealt_as_if_each_had_been_dealt_by_itself():
    # 12 of 30 positives share a score. How many of them fall into a fold of 6 is hypergeometric:
    # mean 6 * 12/30 = 2.4, variance 6 * 0.4 * 0.6 * 24/29.
    labels = np.arange(60) < 30
    scores = np.where(np.arange(60) % 30 < 12, 0.5, np.arange(60) / 1000)
    recorder = Recorder()
    cross_fit(model_of(labels, scores), recorder, folds=5, repeats=600, seed=5)
    dealt = [12 - int(model.table.positives[model.table.scores == 0.5].sum()) for model in recorder.seen]
    assert np.mean(dealt) == pytest.approx(2.4)
    variance = 6 * 0.4 * 0.6 * 24 / 29
    # The variance of a sample variance is about 2 v^2 / n.
    assert np.var(dealt) == pytest.approx(variance, abs=4 * variance * sqrt(2 / len(dealt)))
    expected = {k: hypergeometric(k) * len(dealt) for k in range(7)}
    found = Counter(dealt)
    chi_square = sum((found[k] - n) ** 2 / n for k, n in expected.items())
    assert chi_square < 22.5  # of 6 degrees of freedom, exceeded once in 1,000 times


def hypergeometric(k: int) -> float:
    return comb(12, k) * comb(18, 6 - k) / comb(30, 6)


def test_the_same_seed_gives_the_same_result_and_another_seed_another():
    truth = Binormal()
    model = truth.draw(np.random.default_rng(3))
    first, again, other = (cross_fit(model, truth.chosen, repeats=3, seed=seed) for seed in (7, 7, 8))
    assert first == again
    assert first.judged != other.judged
    spreads = [threshold_spread(model, truth.chosen, resamples=50, seed=seed) for seed in (7, 7, 8)]
    assert spreads[0] == spreads[1] != spreads[2]


@given(rows=some_rows, data=st.data())
def test_amounts_are_dealt_out_with_their_rows(rows, data):
    # Zero amounts and ties: the table of amounts has fewer rows, and fewer scores, than the other.
    amounts = np.array(data.draw(st.lists(st.one_of(st.just(0.0), SIXTEENTHS), min_size=len(rows), max_size=len(rows))))
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights
    valued = Rows(rows.labels, rows.scores, amounts * weights, lower_is_positive=rows.lower_is_positive).table()
    fit = cross_fit(Model("m", rows.table(), amounts={"amount": valued}), Recorder(), folds=3, repeats=1)
    judged = fit.judged[0].amounts["amount"]
    assert judged.tp + judged.fn == pytest.approx(float(valued.positives.sum()))
    assert judged.fp + judged.tn == pytest.approx(float(valued.negatives.sum()))
    # All folds are cut at 0.5, so together they are the rows cut at 0.5.
    whole = CountsCurve(valued).at(0.5)
    for cell in CELLS:
        assert getattr(judged, cell) == pytest.approx(getattr(whole, cell), abs=1e-9)


def test_where_every_score_occurs_once_amounts_stay_with_their_row():
    labels, scores = np.arange(40) < 10, np.arange(40.0)
    amounts = np.arange(40.0) % 7
    model = Model("m", Rows(labels, scores).table(), amounts={"amount": Rows(labels, scores, amounts).table()})
    recorder = Recorder()
    cross_fit(model, recorder, folds=5, repeats=1)
    by_score = dict(zip(scores, amounts, strict=True))
    for part in recorder.seen:
        table = part.amounts["amount"]
        assert set(table.scores) <= set(part.table.scores)
        assert {score: p + n for score, p, n in zip(table.scores, table.positives, table.negatives, strict=True)} == {
            score: by_score[score] for score in part.table.scores if by_score[score]
        }


def test_too_few_rows_or_folds_are_refused():
    model = model_of(np.array([True] * 3 + [False] * 9), np.arange(12.0))
    assert rows_of_rarer_class(model) == 3
    with pytest.raises(BadCall, match="needs 5 rows of each class; the rarer one has 3"):
        cross_fit(model, by_youden)
    with pytest.raises(BadCall, match="at least 2 folds and 1 repeat"):
        cross_fit(model, by_youden, folds=1)
    with pytest.raises(BadCall, match="at least 2 folds and 1 repeat"):
        cross_fit(model, by_youden, folds=3, repeats=0)


def test_a_repeated_row_counts_as_so_many_rows():
    rows = Rows(np.array([True, False]), np.array([1.0, 0.0]), np.array([6.0, 9.0]), Weights.REPEATED)
    fit = cross_fit(Model("m", rows.table()), by_youden, folds=3, repeats=2)
    assert [judged.counts for judged in fit.judged] == [Counts(tp=6, fp=0, fn=0, tn=9)] * 2


def test_a_part_that_allows_no_choice_is_said():
    model = model_of(np.arange(20) % 2 == 0, np.zeros(20))
    with pytest.raises(BadCall, match="a part of the rows allows no choice: No threshold lies above the diagonal"):
        cross_fit(model, lambda part: choose(stakes_of(part), "tipping_point").threshold)
    with pytest.raises(BadCall, match="finds no threshold on any of 20 resamples"):
        threshold_spread(model, lambda part: choose(stakes_of(part), "tipping_point").threshold, resamples=20)


def test_a_metric_is_the_mean_over_divisions_and_undefined_if_it_is_in_one():
    judged = [judge(model_of(np.array([True, False]), np.array([1.0, 0.0])), cut) for cut in (1.0, 0.0, None)]
    fit = CrossFit(2, 2, 0, tuple(judged[:2]), (1.0, 0.0))
    assert fit.metric("precision") == (1 + 1 / 2) / 2
    assert fit.metric("f_beta", beta=2) == pytest.approx((1 + 5 / 6) / 2)
    assert fit.mean_cost(Cost(fp=4)) == (0 + 4 / 2) / 2
    assert np.isnan(CrossFit(2, 2, 0, (judged[2],), (None,)).metric("precision"))


# ---- where the threshold falls over resamples


@given(rows=some_rows)
def test_resamples_keep_the_size_of_each_class(rows):
    recorder = Recorder()
    table = rows.table()
    threshold_spread(Model("m", table), recorder, resamples=20)
    for model in recorder.seen:
        if table.weights == Weights.REPEATED:
            assert model.table.total_positive == table.total_positive
            assert model.table.total_negative == table.total_negative
        else:
            assert model.table.positive_rows.sum() == table.positive_rows.sum()
            assert model.table.negative_rows.sum() == table.negative_rows.sum()
        assert set(model.table.scores) <= set(table.scores)


def test_the_spread_is_the_quantiles_of_the_chosen_thresholds():
    answers = iter([*range(1, 100), None])
    model = model_of(np.array([True, False]), np.array([1.0, 0.0]))
    spread = threshold_spread(model, lambda _: next(answers), resamples=100, level=0.9)
    # Of 100 thresholds from 1 to 99 and one above all, the 5th and the 95th.
    assert (spread.low, spread.high) == (5.0, 95.0)
    assert spread.wins[0] == (1, 0.01)
    assert sum(share for _, share in spread.wins) == pytest.approx(1)
    assert spread.without == 0


def test_flagging_nothing_lies_beyond_all_scores():
    answers = iter([None] * 30 + [2.0] * 70)
    model = model_of(np.array([True, False]), np.array([1.0, 0.0]))
    spread = threshold_spread(model, lambda _: next(answers), resamples=100)
    assert (spread.low, spread.high) == (2.0, None)
    assert spread.wins == ((2.0, 0.7), (None, 0.3))


def test_a_clear_threshold_always_wins():
    model = model_of(np.repeat([True, False], 10), np.repeat([2.0, 1.0], 10))
    spread = threshold_spread(model, by_youden, resamples=40)
    assert (spread.low, spread.high, spread.wins) == (2.0, 2.0, ((2.0, 1.0),))


@pytest.mark.parametrize(("work", "times"), [(30_000, 30), (100, FEWEST_RESAMPLES)])
def test_large_tables_are_resampled_less_often_and_it_is_said(monkeypatch, work, times):
    monkeypatch.setattr(cross_fitting, "MOST_WORK", work)
    scores = np.arange(1000.0)
    spread = threshold_spread(model_of(scores % 2 == 0, scores), lambda _: 0.5, resamples=500)
    assert spread.resamples == times


def test_the_spread_covers_the_best_threshold_of_the_truth():
    truth = Binormal()
    grid = np.linspace(-1, 3, 4001)
    best = grid[np.argmin([truth.true_cost(cut) for cut in grid])]
    spread = threshold_spread(truth.draw(np.random.default_rng(1)), truth.chosen, resamples=200)
    assert spread.low < best < spread.high


def test_a_model_that_flags_low_scores_is_cross_fitted_alike():
    labels = np.arange(60) < 20
    scores = np.random.default_rng(2).normal(labels * 1.0)
    up = Model("m", Rows(labels, scores).table())
    down = Model("m", Rows(labels, -scores, lower_is_positive=True).table())
    fits = [cross_fit(model, by_youden, repeats=2, seed=1) for model in (up, down)]
    assert fits[0].judged == fits[1].judged
    assert [-t for t in fits[0].thresholds] == list(fits[1].thresholds)
