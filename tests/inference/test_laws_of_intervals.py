"""What holds for every interval, read off the catalogue and its methods."""

from math import isfinite

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import CELL, asked_of, counts, parameters, rows, rows_for
from truecut.catalogue import CATALOGUE, Metric, metric
from truecut.catalogue.metric import SAMPLE_PRICES
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.counts import Counts
from truecut.counting.score_table import ScoreTable
from truecut.inference.intervals import Estimation, estimate
from truecut.inference.methods import methods_of
from truecut.inference.resampling.bootstrap import bootstraps_of


def exact_methods_of(entry: Metric) -> list[str]:
    """Return all but the bootstraps, whose laws are in test_bootstrap.py."""
    return [name for name in methods_of(entry) if name not in bootstraps_of(entry)]


OF_COUNTS = [(entry, name) for entry in CATALOGUE if entry.needs_only_counts for name in exact_methods_of(entry)]
OF_CURVES = [(entry, name) for entry in CATALOGUE if not entry.needs_only_counts for name in exact_methods_of(entry)]
SHARES = [(entry, name) for entry, name in OF_COUNTS if entry.is_proportion and name != "dirichlet"]
# By simulation, or with something added to the counts only where one of them is 0.
NOT_IN_STEP = {"dirichlet", "t"}

SMALL_CELL = st.integers(0, 30)
LEVELS = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99])


def each(pairs: list[tuple[Metric, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("entry", "interval"), pairs, ids=lambda part: getattr(part, "name", part))


def of_counts(at: Counts) -> Model:
    return Model.of_counts("counts", at)


def doubled(table: ScoreTable) -> ScoreTable:
    return table + table


def assert_honest(found, entry: Metric, stays_inside: bool) -> None:
    if not found.has_interval:
        assert found.note
        return
    assert found.is_defined
    assert found.method
    assert found.low <= found.value <= found.high
    assert found.rows > 0
    if stays_inside:
        lowest, highest = entry.bounds
        assert lowest <= found.low
        assert found.high <= highest


@each(OF_COUNTS)
@settings(max_examples=25)
@given(data=st.data())
def test_an_interval_of_counts_holds_the_value_and_stays_in_bounds(entry, interval, data):
    at, level = data.draw(st.one_of(counts(SMALL_CELL), counts(CELL))), data.draw(LEVELS)
    model, chosen = asked_of(of_counts(at), data.draw(parameters(entry)))
    found = estimate(model, entry.name, interval=interval, level=level, **chosen)
    assert_honest(found, entry, methods_of(entry)[interval].stays_inside)


@each([(entry, name) for entry, name in OF_COUNTS if methods_of(entry)[name].takes_weights])
@settings(max_examples=25)
@given(data=st.data())
def test_an_interval_of_weighted_counts_holds_the_value_and_stays_in_bounds(entry, interval, data):
    table = data.draw(rows(kinds=(Weights.IMPORTANCE,))).table()
    found = estimate(Model("model", table), entry.name, interval=interval)
    assert_honest(found, entry, methods_of(entry)[interval].stays_inside)
    if found.has_interval:
        assert found.rows <= table.rows + 1e-9


@each(OF_CURVES)
@settings(max_examples=25)
@given(data=st.data())
def test_an_interval_of_a_curve_holds_the_value_and_stays_in_bounds(entry, interval, data):
    table = data.draw(rows_for(entry)).table()
    found = estimate(Model("model", table), entry.name, interval=interval, **data.draw(parameters(entry)))
    assert_honest(found, entry, methods_of(entry)[interval].stays_inside)


@each(OF_COUNTS)
@settings(max_examples=12)
@given(at=counts(SMALL_CELL))
def test_being_surer_is_never_narrower(entry, interval, at):
    found = [estimate(of_counts(at), entry.name, interval=interval, level=level) for level in (0.5, 0.9, 0.95, 0.99)]
    if not found[0].has_interval:
        return
    low, high = [one.low for one in found], [one.high for one in found]
    assert low == sorted(low, reverse=True)
    assert high == sorted(high)


@each(OF_CURVES)
@settings(max_examples=12)
@given(data=st.data())
def test_being_surer_of_a_curve_is_never_narrower(entry, interval, data):
    model = Model("model", data.draw(rows_for(entry)).table())
    found = [estimate(model, entry.name, interval=interval, level=level) for level in (0.5, 0.9, 0.95, 0.99)]
    if not found[0].has_interval:
        return
    low, high = [one.low for one in found], [one.high for one in found]
    assert low == sorted(low, reverse=True)
    assert high == sorted(high)


@each([(entry, name) for entry, name in OF_COUNTS if name not in NOT_IN_STEP and not entry.is_total])
@settings(max_examples=20)
@given(at=counts(st.integers(1, 60)))
def test_twice_the_rows_are_never_wider(entry, interval, at):
    prices = SAMPLE_PRICES if entry.is_priced else {}
    once, twice = (
        estimate(asked_of(of_counts(counted), prices)[0], entry.name, interval=interval) for counted in (at, at + at)
    )
    assert once.has_interval
    assert twice.low >= once.low - 1e-9
    assert twice.high <= once.high + 1e-9


@each([(entry, name) for entry, name in OF_CURVES if entry.name != "average_precision"])
@settings(max_examples=20)
@given(data=st.data())
def test_twice_the_rows_of_a_curve_are_never_wider(entry, interval, data):
    table = data.draw(rows_for(entry, kinds=(Weights.NONE,), least=6)).table()
    if min(table.total_positive, table.total_negative) < 2:  # one row has no spread, two have some
        return
    once = estimate(Model("model", table), entry.name, interval=interval)
    twice = estimate(Model("model", doubled(table)), entry.name, interval=interval)
    if not once.has_interval:
        return
    assert twice.high - twice.low <= once.high - once.low + 1e-9


@each([(entry, name) for entry, name in SHARES if entry.mirror])
@settings(max_examples=30)
@given(at=counts())
def test_swapped_classes_have_the_interval_of_the_mirror(entry, interval, at):
    found = estimate(of_counts(at), entry.name, interval=interval)
    mirrored = estimate(of_counts(at.swapped()), entry.mirror, interval=interval)
    assert (mirrored.low, mirrored.high) == (found.low, found.high)


@pytest.mark.parametrize("interval", [name for name in exact_methods_of(metric("recall")) if name != "dirichlet"])
@settings(max_examples=30)
@given(at=counts())
def test_a_share_and_the_rest_mirror_each_other(interval, at):
    hit, missed = (estimate(of_counts(at), name, interval=interval) for name in ("recall", "fnr"))
    if not hit.has_interval:
        return
    assert (missed.low, missed.high) == pytest.approx((1 - hit.high, 1 - hit.low), abs=1e-9)


# Hanley and McNeil suppose that the scores of positives spread more.
@pytest.mark.parametrize("interval", [name for name in exact_methods_of(metric("roc_auc")) if name != "hanley-mcneil"])
@settings(max_examples=30)
@given(data=st.data())
def test_the_area_of_swapped_classes_is_the_same(interval, data):
    table = data.draw(rows_for(metric("roc_auc"))).table()
    found, swapped = (estimate(Model("model", one), "roc_auc", interval=interval) for one in (table, table.swapped()))
    if not found.has_interval:
        return
    assert (swapped.low, swapped.high) == pytest.approx((found.low, found.high), abs=1e-9)


@each(OF_COUNTS)
@pytest.mark.parametrize("cells", [(0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (5, 0, 0, 5)])
def test_empty_cells_never_crash(entry, interval, cells):
    found = estimate(of_counts(Counts(*cells)), entry.name, interval=interval)
    assert_honest(found, entry, methods_of(entry)[interval].stays_inside)


@each(OF_COUNTS)
def test_more_rows_than_64_bits_hold_never_crash(entry, interval):
    found = estimate(of_counts(Counts(tp=10**20, fp=3 * 10**19, fn=7, tn=10**21)), entry.name, interval=interval)
    assert_honest(found, entry, methods_of(entry)[interval].stays_inside)


@given(at=counts(st.integers(0, 50)))
def test_an_f_score_of_equal_weights_is_wilson_read_as_f1(at):
    f1, score = estimate(of_counts(at), "f1"), estimate(of_counts(at), "f_beta", beta=1.0)
    if not f1.has_interval:
        return
    assert (score.low, score.high) == pytest.approx((f1.low, f1.high), abs=1e-7)


@pytest.mark.parametrize(("beta", "name"), [(0.0, "precision"), (np.inf, "recall")])
@given(at=counts(st.integers(0, 50)))
def test_an_f_score_of_one_side_only_is_wilson(beta, name, at):
    plain, score = estimate(of_counts(at), name), estimate(of_counts(at), "f_beta", beta=beta)
    if not plain.has_interval:
        return
    assert (score.low, score.high) == pytest.approx((plain.low, plain.high), abs=1e-7)


@pytest.mark.parametrize("entry", [entry for entry in CATALOGUE if entry.is_proportion], ids=lambda entry: entry.name)
@settings(max_examples=30)
@given(at=counts())
def test_a_share_knows_what_more_rows_would_tell(entry, at):
    found = Estimation(of_counts(at), entry).with_rows(3)
    thrice = estimate(of_counts(Counts(**{cell: 3 * rows for cell, rows in at.cells().items()})), entry.name)
    assert found.has_interval == thrice.has_interval
    if found.has_interval:
        assert (found.low, found.high, found.rows) == pytest.approx((thrice.low, thrice.high, thrice.rows))


@each(OF_COUNTS)
@settings(max_examples=10)
@given(at=counts(st.integers(1, 300)))
def test_more_rows_never_widen_an_interval(entry, interval, at):
    asked = Estimation(of_counts(at), entry, interval=interval)
    once, more = asked.with_rows(1), asked.with_rows(5)
    if once.has_interval and isfinite(once.high):
        assert more.high - more.low <= (once.high - once.low) * (1 + 1e-9)


@given(data=st.data())
def test_equal_weights_are_no_weights(data):
    drawn = data.draw(rows_for(metric("brier"), kinds=(Weights.NONE,), least=4))
    weighted = ScoreTable.from_rows(drawn.labels, drawn.scores, np.full(len(drawn), 2.0))
    over_both_classes = ("precision", "f1", "alerts_per_true_positive")
    for name in ("recall", "informedness", "brier", "roc_auc", *over_both_classes):
        usual = "dirichlet" if name in over_both_classes else None
        plain = estimate(Model("model", drawn.table()), name, interval=usual)
        found = estimate(Model("model", weighted), name)
        assert found.has_interval == plain.has_interval
        if plain.has_interval and isfinite(plain.high):
            assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=1e-9)
            assert found.rows == pytest.approx(plain.rows)
