"""Two decisions about the same rows agree with enumeration, with statsmodels and with published formulas."""

from itertools import product
from math import comb, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar

from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.metric import SAMPLE_PRICES
from truecut.counting.counts import Counts
from truecut.inference.paired import discordant
from truecut.inference.paired.cells import (
    FLAGGED,
    LEFT,
    NEGATIVE,
    POSITIVE,
    EightCells,
    contrast,
    delta_error_of_pair,
    permutation_test,
    predictive_value_statistic,
    slopes_of_counts,
)
from truecut.inference.paired.discordant import Discordant, tango, tango_z
from truecut.inference.paired.many import cochran_q
from truecut.inference.quantiles import normal_quantile

counts = st.integers(0, 40)
cells = st.builds(Discordant, counts, counts, counts, st.integers(1, 40))
filled = st.lists(st.integers(1, 60), min_size=8, max_size=8).map(np.array)


def eight(rows: np.ndarray) -> EightCells:
    return EightCells(np.asarray(rows, dtype=float).reshape(2, 2, 2))


@given(cells)
def test_mcnemar_agrees_with_statsmodels(seen):
    table = [[seen.both, seen.first_only], [seen.second_only, seen.neither]]
    assert discordant.exact(seen) == pytest.approx(mcnemar(table, exact=True).pvalue, abs=1e-12)
    if seen.differing:
        theirs = mcnemar(table, exact=False, correction=False)
        assert discordant.chi_square(seen) == pytest.approx(theirs.statistic)
        assert discordant.asymptotic(seen) == pytest.approx(theirs.pvalue)


@given(st.integers(0, 12), st.integers(0, 12))
def test_mid_p_counts_what_is_as_extreme_half(b, c):
    tosses = b + c
    chances = [comb(tosses, heads) / 2**tosses for heads in range(tosses + 1)]
    further = sum(p for heads, p in enumerate(chances) if abs(2 * heads - tosses) > abs(b - c))
    as_far = sum(p for heads, p in enumerate(chances) if abs(2 * heads - tosses) == abs(b - c))
    # A split in equal halves stands alone, and counts half of itself.
    assert discordant.mcnemar_mid_p(Discordant(3, b, c, 3)) == pytest.approx(further + as_far / 2 if tosses else 1.0)


@given(cells, st.sampled_from([0.8, 0.95, 0.99]))
def test_tango_ends_where_its_own_test_begins_to_reject(seen, level):
    low, high = tango(seen, level)
    z = normal_quantile(level)
    assert low <= seen.difference <= high
    for end, sign in ((low, 1), (high, -1)):
        if -1 < end < 1 and end != seen.difference:
            assert sign * tango_z(seen, end) == pytest.approx(z, abs=1e-5)


@given(cells)
def test_intervals_turn_with_the_models(seen):
    turned = Discordant(seen.both, seen.second_only, seen.first_only, seen.neither)
    for limits in (tango, discordant.newcombe_paired, discordant.bonett_price):
        low, high = limits(seen)
        assert limits(turned) == pytest.approx((-high, -low))


@given(st.lists(st.tuples(*[st.booleans()] * 3), min_size=2, max_size=40))
def test_cochran_agrees_with_statsmodels(decided):
    table = np.array(decided, dtype=float)
    statistic, freedom, p_value = cochran_q(table.T)
    if (table.sum(axis=1) % 3).any():
        theirs = cochrans_q(table)
        assert (statistic, freedom, p_value) == pytest.approx((theirs.statistic, theirs.df, theirs.pvalue))
    else:
        assert (statistic, p_value) == (0.0, 1.0)


def test_repeated_rows_count_as_often_as_they_stand_for():
    decided, times = np.array([[1, 1, 0, 0], [0, 1, 1, 0]]), np.array([3, 1, 2, 5])
    assert cochran_q(decided, times) == pytest.approx(cochran_q(np.repeat(decided, times, axis=1)))


@pytest.mark.parametrize("entry", [e for e in CATALOGUE if e.needs_only_counts], ids=lambda entry: entry.name)
def test_slopes_are_those_of_the_formula(entry):
    at = Counts(tp=31.0, fp=7.0, fn=12.0, tn=90.0)
    chosen = {**entry.parameters, **(SAMPLE_PRICES if entry.is_priced else {})}
    found = slopes_of_counts(entry, at, chosen)
    for (of_class, decision), cell in (((1, 1), "tp"), ((0, 1), "fp"), ((1, 0), "fn"), ((0, 0), "tn")):
        step = 1e-5 * at.cells()[cell]
        beside = [Counts(**{**at.cells(), cell: at.cells()[cell] + s}) for s in (-step, step)]
        ends = [float(entry.along(counts, **chosen)) for counts in beside]
        assert found[of_class, decision] == pytest.approx((ends[1] - ends[0]) / (2 * step), rel=1e-5, abs=1e-9)


@given(filled)
def test_the_ratio_of_precisions_has_the_variance_of_moskowitz_and_pepe(rows):
    seen = eight(rows)
    of_logs = contrast(seen, metric("precision"), {}, of_logs=True)
    n = seen.rows
    first, second = n[:, FLAGGED, :].sum(), n[:, :, FLAGGED].sum()
    both = n[:, FLAGGED, FLAGGED].sum()
    ppv = n[POSITIVE, FLAGGED, :].sum() / first, n[POSITIVE, :, FLAGGED].sum() / second
    # Var log PPV_a + Var log PPV_b - 2 Cov, each given the rows that were flagged (Moskowitz & Pepe 2006).
    joint = (
        n[POSITIVE, FLAGGED, FLAGGED] * (1 - ppv[0]) * (1 - ppv[1]) + n[NEGATIVE, FLAGGED, FLAGGED] * ppv[0] * ppv[1]
    )
    covariance = joint / (ppv[0] * ppv[1] * first * second)
    variance = (1 - ppv[0]) / (ppv[0] * first) + (1 - ppv[1]) / (ppv[1] * second) - 2 * covariance
    assert both > 0
    assert delta_error_of_pair(seen, of_logs) == pytest.approx(sqrt(max(0.0, variance)), rel=1e-6, abs=1e-9)


@given(filled)
def test_a_difference_of_recalls_has_the_plain_variance_of_paired_shares(rows):
    seen = eight(rows)
    found = seen.among(POSITIVE)
    variance = (found.differing - (found.first_only - found.second_only) ** 2 / found.rows) / found.rows**2
    assert delta_error_of_pair(seen, contrast(seen, metric("recall"), {}, of_logs=False)) == pytest.approx(
        sqrt(variance)
    )


def test_kosinski_reproduces_a_worked_example():
    # With no row flagged by both, the statistic is the pooled test of two independent shares.
    rows = np.zeros((2, 2, 2))
    rows[POSITIVE, FLAGGED, LEFT], rows[NEGATIVE, FLAGGED, LEFT] = 30, 10
    rows[POSITIVE, LEFT, FLAGGED], rows[NEGATIVE, LEFT, FLAGGED] = 24, 16
    rows[:, LEFT, LEFT] = 50
    pooled = 54 / 80
    z = (30 / 40 - 24 / 40) / sqrt(pooled * (1 - pooled) * (2 / 40))

    assert predictive_value_statistic(eight(rows), FLAGGED) == pytest.approx(z**2)


def test_kosinski_of_the_other_class_is_that_of_negative_predictive_value():
    rows = np.arange(1, 9).reshape(2, 2, 2)
    turned = rows[::-1, ::-1, ::-1]
    assert predictive_value_statistic(eight(rows), LEFT) == pytest.approx(
        predictive_value_statistic(eight(turned), FLAGGED)
    )


@given(st.lists(st.integers(0, 3), min_size=8, max_size=8), st.sampled_from(["f1", "mcc", "accuracy", "lr_plus"]))
@settings(max_examples=40)
def test_the_swap_test_agrees_with_exchanging_row_by_row(rows, name):
    seen, entry = eight(np.array(rows)), metric(name)
    decided = [(y, a, b) for (y, a, b), n in np.ndenumerate(np.array(rows).reshape(2, 2, 2)) for _ in range(n)]
    moving = [i for i, (_, a, b) in enumerate(decided) if a != b]

    def distance(some):
        found = []
        for which in (1, 2):
            c = {"tp": 0, "fp": 0, "fn": 0, "tn": 0}
            for row in some:
                c[("t" if row[which] == row[0] else "f") + ("p" if row[which] else "n")] += 1
            found.append(float(entry.along(Counts(**c))))
        with np.errstate(invalid="ignore"):
            return abs(np.subtract(*found))

    observed, extreme = distance(decided), 0
    for exchanged in product((False, True), repeat=len(moving)):
        some = list(decided)
        for i, swap in zip(moving, exchanged, strict=True):
            y, a, b = decided[i]
            some[i] = (y, b, a) if swap else (y, a, b)
        extreme += not distance(some) < observed - 1e-12
    if np.isfinite(observed):
        assert permutation_test(seen, entry, {}, 0) == pytest.approx(extreme / 2 ** len(moving))


def test_relative_likelihood_ratios_use_logs():
    seen = eight(np.array([50, 4, 6, 10, 8, 5, 7, 40]))
    lr = [float(metric("lr_plus").along(seen.counts(model))) for model in (0, 1)]
    change = contrast(seen, metric("lr_plus"), {}, of_logs=True)
    step = 1e-4
    moved = seen.rows.copy()
    moved[1, 1, 0] += step
    now = [float(metric("lr_plus").along(eight(moved).counts(model))) for model in (0, 1)]
    assert change[1, 1, 0] == pytest.approx((log(now[0] / now[1]) - log(lr[0] / lr[1])) / step, rel=1e-3)
