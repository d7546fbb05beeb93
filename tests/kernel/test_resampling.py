"""Both kernels draw the same replicates, and the draws are what they promise to be."""

from __future__ import annotations

import importlib
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truecut import kernel as chosen
from truecut.catalogue.measures.areas import area_through, average_precision, roc_area
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.inference.delong import placements
from truecut.kernel import Scheme, portable, portable_draws
from truecut.kernel.portable_hulls import corners_of_hull

NATIVE_IS_WANTED = os.environ.get("TRUECUT_KERNEL") != "portable"
MODULES = {"portable": "truecut.kernel.portable"}
if NATIVE_IS_WANTED:
    MODULES["native"] = "truecut.kernel._native"

each_kernel = pytest.mark.parametrize("kernel", MODULES)
needs_native = pytest.mark.skipif(not NATIVE_IS_WANTED, reason="TRUECUT_KERNEL=portable is set")
each_scheme = pytest.mark.parametrize("scheme", [scheme.value for scheme in Scheme])
STATISTICS = ("resampled_counts", "resampled_roc_auc", "resampled_average_precision")


@st.composite
def counts(draw, most: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Draw positives and negatives per score, with at least one row."""
    column = st.lists(st.sampled_from([0, 0, 1, 1, 2, 7]), min_size=1, max_size=most)
    positives = np.array(draw(column), np.int64)
    negatives = np.array([draw(st.sampled_from([0, 1, 1, 3])) for _ in positives], np.int64)
    return (positives, negatives) if (positives + negatives).any() else (positives + 1, negatives)


def module(kernel: str):
    return importlib.import_module(MODULES[kernel])


def table_of(positives: np.ndarray, negatives: np.ndarray) -> ScoreTable:
    there = positives + negatives > 0
    sides = [positives[there], negatives[there]] * 3
    return ScoreTable(np.arange(len(positives), 0, -1.0)[there], *sides)


def test_the_random_numbers_are_those_of_threefry():
    # The known answers of Random123 for 13 rounds; here the key is not mixed first.
    known = {
        (0, 0, 0, 0): (0x9D1C5EC6, 0x8BD50731),
        (0x13198A2E, 0x03707344, 0x243F6A88, 0x85A308D3): (0xBA3E4725, 0xF27D669E),
    }
    for (k0, k1, c0, c1), answer in known.items():
        place = np.array([c0 | c1 << 32], np.uint64)
        mixed = k0 | k1 << 32
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(portable_draws, "_mix", lambda _, mixed=mixed: mixed)
            low, high = portable_draws.random_words(0, 0, place)
        assert (int(low[0]), int(high[0])) == answer


@needs_native
@each_scheme
@pytest.mark.parametrize("statistic", STATISTICS)
@given(columns=counts(), seed=st.integers(0, 2**64 - 1), first=st.integers(0, 2**40))
@settings(deadline=None, max_examples=30)
def test_both_kernels_give_the_same_bits(statistic, scheme, columns, seed, first):
    from truecut.kernel import _native

    expected = getattr(portable, statistic)(*columns, 5, seed, scheme, first)
    for workers in (1, 3):
        for avx2 in (True, False):
            found = getattr(_native, statistic)(*columns, 5, seed, scheme, first, workers, avx2)
            np.testing.assert_array_equal(found, expected)


@needs_native
@each_scheme
def test_both_kernels_give_the_same_bits_for_many_rows(scheme):
    from truecut.kernel import _native

    random = np.random.default_rng(3)
    columns = random.integers(0, 3, 20_000), random.integers(0, 2, 20_000)
    for statistic in STATISTICS:
        expected = getattr(portable, statistic)(*columns, 3, 11, scheme, 0)
        for avx2 in (True, False):
            np.testing.assert_array_equal(getattr(_native, statistic)(*columns, 3, 11, scheme, 0, 2, avx2), expected)


@each_kernel
@each_scheme
@given(columns=counts())
@settings(deadline=None, max_examples=40)
def test_statistics_are_those_of_the_resampled_table(kernel, scheme, columns):
    of_counts, of_area, of_precision = (getattr(module(kernel), name)(*columns, 4, 2, scheme) for name in STATISTICS)
    for positives, negatives, area, precision in zip(*of_counts, of_area, of_precision, strict=True):
        if not positives.any():
            assert np.isnan(precision)
            continue
        curve = CountsCurve(table_of(positives.astype(np.int64), negatives.astype(np.int64)))
        assert precision == pytest.approx(average_precision(curve))
        if negatives.any():
            assert area == pytest.approx(roc_area(curve))
        else:
            assert np.isnan(area)


@each_kernel
@given(columns=counts())
@settings(deadline=None, max_examples=40)
def test_as_many_rows_are_drawn_as_there_are(kernel, columns):
    positives, negatives = columns
    drawn, others = module(kernel).resampled_counts(*columns, 6, 0, "rows")
    assert (drawn.sum(axis=1) + others.sum(axis=1) == positives.sum() + negatives.sum()).all()
    drawn, others = module(kernel).resampled_counts(*columns, 6, 0, "class")
    assert (drawn.sum(axis=1) == positives.sum()).all()
    assert (others.sum(axis=1) == negatives.sum()).all()


@each_kernel
@each_scheme
def test_a_replicate_is_the_same_whatever_is_asked_for_beside_it(kernel, scheme):
    columns = np.array([1, 2, 0, 1, 5]), np.array([0, 1, 3, 1, 4])
    together = module(kernel).resampled_counts(*columns, 10, 4, scheme)
    alone = [module(kernel).resampled_counts(*columns, 1, 4, scheme, place) for place in range(10)]
    for side in (0, 1):
        np.testing.assert_array_equal(together[side], np.concatenate([one[side] for one in alone]))
    assert not np.array_equal(together[0], module(kernel).resampled_counts(*columns, 10, 5, scheme)[0])


def test_a_poisson_draw_has_mean_one_exactly():
    at_least = 65536 - portable_draws.POISSON_THRESHOLDS.astype(int)
    assert at_least.sum() == 65536
    variance = ((2 * np.arange(1, 9) - 1) * at_least).sum() / 65536 - 1
    assert variance == pytest.approx(1, abs=1e-4)


@each_kernel
@each_scheme
def test_rows_are_drawn_as_often_as_chance_has_it(kernel, scheme):
    rows = np.ones(50, np.int64)
    drawn, others = module(kernel).resampled_counts(rows, rows, 2_000, 9, scheme)
    times = np.concatenate([drawn, others], axis=1)
    # Each mean over 2,000 replicates has a standard error of 0.022, and there are 100 of them.
    assert np.abs(times.mean(axis=0) - 1).max() < 5 * 0.0224
    among = 100 if scheme == "rows" else 50
    expected = 1 if scheme == "poisson" else 1 - 1 / among
    assert times.var(axis=0).mean() == pytest.approx(expected, abs=0.02)
    covariance = np.cov(times[:, 0], times[:, 1])[0, 1]
    assert covariance == pytest.approx(0 if scheme == "poisson" else -1 / among, abs=0.1)


RANKINGS = {"whole numbers": chosen.ranked, "floats": portable.ranked_as_floats}
each_ranking = pytest.mark.parametrize("ranked", RANKINGS.values(), ids=list(RANKINGS))


@each_ranking
@given(columns=counts())
@settings(deadline=None, max_examples=60)
def test_the_ranking_is_that_of_all_placements(ranked, columns):
    positives, negatives = columns[0] + 1, columns[1] + 1
    curve = CountsCurve(table_of(positives, negatives))
    area, of_positives, of_negatives = ranked(positives, negatives)
    assert area == pytest.approx(area_through(curve.counts.fp, curve.counts.tp), abs=1e-14)
    expected = [
        float((rows * (places - area) ** 2).sum())
        for rows, places in zip((positives, negatives), placements(curve), strict=True)
    ]
    assert (of_positives, of_negatives) == pytest.approx(tuple(expected), abs=1e-9)


@each_ranking
def test_perfect_separation_is_exactly_one_without_spread(ranked):
    assert ranked(np.array([3, 0]), np.array([0, 4])) == (1.0, 0.0, 0.0)


@each_kernel
@given(columns=counts())
@settings(deadline=None, max_examples=60)
def test_average_precision_is_the_mean_precision_at_each_positive(kernel, columns):
    positives, negatives = columns[0] + 1, columns[1]
    flagged = np.cumsum(positives + negatives)
    expected = (positives * np.cumsum(positives) / flagged).sum() / positives.sum()
    found = module(kernel).average_precision(positives, negatives)
    assert found == pytest.approx(expected, rel=1e-14)
    assert found == portable.average_precision(positives, negatives)


@each_kernel
@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_corners_of_many_hulls_are_those_of_each(kernel, data):
    size = data.draw(st.integers(1, 12))
    line = st.lists(st.integers(0, 3), min_size=size, max_size=size)
    lines = data.draw(st.lists(st.tuples(line, line), min_size=1, max_size=4))
    across, up = (np.array([np.cumsum([0, *one[side]]) for one in lines], float) for side in (0, 1))
    found = module(kernel).hull_corners(across, up)
    for x, y, corners in zip(across, up, found, strict=True):
        first = np.append(True, (np.diff(x) > 0) | (np.diff(y) > 0))  # the others repeat a point
        np.testing.assert_array_equal(
            np.flatnonzero(corners), np.flatnonzero(first)[corners_of_hull(x[first], y[first])]
        )


@each_kernel
def test_an_unknown_scheme_is_refused(kernel):
    with pytest.raises(ValueError, match="'rows', 'class' or 'poisson'"):
        module(kernel).resampled_roc_auc(np.array([1]), np.array([1]), 2, 0, "jackknife")


@needs_native
def test_the_native_kernel_is_taken_where_it_is_there():
    assert chosen.KERNEL == "native"


@needs_native
@pytest.mark.parametrize("columns", [([-1], [2]), ([2**40], [1]), ([1, 2], [1])], ids=["negative", "many", "uneven"])
def test_the_native_kernel_refuses_counts_that_it_cannot_draw(columns):
    from truecut.kernel import _native

    with pytest.raises(ValueError):
        _native.resampled_counts(*(np.array(column, np.int64) for column in columns), 1, 0, "rows")
