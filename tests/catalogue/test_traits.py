"""What an entry says about its metric is true of its numbers, for every metric of the catalogue."""

from math import isfinite

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.metric import SAMPLE_PRICES, PrevalenceRole
from truecut.catalogue.model import Model
from truecut.counting.counts import CELLS, Counts
from truecut.counting.score_table import ScoreTable

ROWS = st.integers(1, 500)
OF_COUNTS = [entry for entry in CATALOGUE if entry.needs_only_counts]
OF_CURVES = [entry for entry in CATALOGUE if not entry.needs_only_counts]


def each(entries):
    return pytest.mark.parametrize("entry", entries, ids=lambda entry: entry.name)


def table(seed: int = 5, *, times: int = 1) -> ScoreTable:
    """Return probabilities of 60 positives, and of 90 negatives so many times."""
    random = np.random.default_rng(seed)
    positives, negatives = random.beta(4, 2, size=60), np.tile(random.beta(2, 4, size=90), times)
    return ScoreTable.from_rows(np.arange(60 + len(negatives)) < 60, np.concatenate([positives, negatives]).round(2))


def value(entry, of: ScoreTable) -> float:
    return float(Model("m", of).metric(entry.name))


@given(tp=ROWS, fp=ROWS, fn=ROWS, tn=ROWS)
@each([entry for entry in OF_COUNTS if entry.prevalence_is == PrevalenceRole.NOTHING])
def test_what_looks_at_each_class_does_not_see_more_negatives(entry, tp, fp, fn, tn):
    few, many = Counts(tp, fp, fn, tn), Counts(tp, 3 * fp, fn, 3 * tn)
    assert float(entry.at(few)) == pytest.approx(float(entry.at(many)))


@each(CATALOGUE)
def test_a_metric_sees_more_negatives_unless_it_says_that_it_does_not(entry):
    """One that is free on average moves by less than one that is not."""
    once, thrice = value(entry, table()), value(entry, table(times=3))
    if entry.prevalence_is == PrevalenceRole.NOTHING:
        assert once == pytest.approx(thrice)
    else:
        assert once != pytest.approx(thrice, abs=1e-9)
    if entry.prevalence_is == PrevalenceRole.NOTHING_ON_AVERAGE:
        assert once == pytest.approx(thrice, rel=0.05)


@each(CATALOGUE)
def test_what_only_prevalence_decides_is_the_same_for_every_model(entry):
    guessed = ScoreTable.from_rows(np.arange(150) < 60, np.random.default_rng(1).random(150).round(2))
    first, second = (value(entry, of) for of in (guessed, table()))
    alike = first == pytest.approx(second)
    constant = entry.no_interval == "it does not depend on the rows"
    assert alike == (entry.prevalence_is == PrevalenceRole.ALL or constant)


@given(tp=ROWS, fp=ROWS, fn=ROWS, tn=ROWS)
@each(OF_COUNTS)
def test_a_mean_over_rows_is_the_mean_of_its_cells(entry, tp, fp, fn, tn):
    counts = Counts(tp, fp, fn, tn)
    if entry.is_mean_over_rows:
        prices = SAMPLE_PRICES if entry.is_priced else {}
        of_one = {
            cell: float(entry.at(Counts(**{name: int(name == cell) for name in CELLS}), **prices)) for cell in CELLS
        }
        mean = sum(rows * of_one[cell] for cell, rows in counts.cells().items()) / counts.rows
        assert float(entry.at(counts, **prices)) == pytest.approx(mean)


def test_means_over_rows_are_these():
    found = {entry.name for entry in OF_COUNTS if entry.is_mean_over_rows}
    assert found == {"accuracy", "error_rate", "prevalence", "share_flagged", "mean_cost", "net_benefit"} | {
        "uniform_guess_rate"
    }


@each([entry for entry in CATALOGUE if entry.losses])
def test_a_mean_loss_is_the_mean_of_its_losses(entry):
    of = table()
    of_positive, of_negative = (loss(of.scores) for loss in entry.losses)
    rows = of.positives.sum() + of.negatives.sum()
    assert value(entry, of) == pytest.approx((of.positives @ of_positive + of.negatives @ of_negative) / rows)


@each([entry for entry in CATALOGUE if entry.area_scale])
def test_what_is_read_off_the_area_follows_from_it(entry):
    for seed in range(5):
        assert value(entry, table(seed)) == pytest.approx(entry.of_area(value(metric("roc_auc"), table(seed))))
    assert entry.of_area(1.0) == 1.0


@each([entry for entry in CATALOGUE if entry.without_skill])
def test_scores_that_say_nothing_have_the_value_without_skill(entry):
    of = ScoreTable.from_rows([True] * 3 + [False] * 7, [0.3] * 10)
    assert value(entry, of) == pytest.approx(value(metric(entry.without_skill), of))


@each(CATALOGUE)
def test_two_models_share_the_rows_of_a_share_of_truth(entry):
    """Its denominator stays while rows are flagged; that of a predictive value moves with them."""
    if not entry.is_proportion:
        assert not entry.is_share_of_truth
        assert not entry.is_predictive_value
        return
    assert not (entry.is_share_of_truth and entry.is_predictive_value)
    model = Model("m", table())
    numerators = {float(model.at(cut).metric(entry.name)) for cut in (0.2, 0.5, 0.8)}
    assert (len(numerators) == 1) == (entry.prevalence_is == PrevalenceRole.ALL)


def test_shares_that_can_be_compared_row_by_row_are_these():
    shares = [entry.name for entry in CATALOGUE if entry.is_share_of_truth]
    assert sorted(shares) == ["accuracy", "error_rate", "fnr", "fpr", "recall", "share_flagged", "specificity"]
    assert sorted(e.name for e in CATALOGUE if e.is_predictive_value) == ["fdr", "fomr", "npv", "precision"]


@each(OF_CURVES)
def test_what_is_picked_or_lifted_by_noise_is_a_maximum_and_not_smooth(entry):
    if entry.is_picked or entry.lifted_by_noise:
        assert not entry.is_smooth
    assert entry.is_picked == ("picked on these very rows" in entry.misleads)


@each([entry for entry in CATALOGUE if entry.lifted_by_noise])
def test_noise_lifts_what_is_said_to_be_lifted(entry):
    """Where scores say nothing, fewer rows give a higher value."""
    random = np.random.default_rng(2)

    def mean(rows: int) -> float:
        tables = (ScoreTable.from_rows(random.random(rows) < 0.5, random.uniform(0.45, 0.55, rows)) for _ in range(30))
        return float(np.mean([value(entry, of) for of in tables]))

    few, many = mean(40), mean(1000)
    assert isfinite(few)
    assert few > many + 0.01
