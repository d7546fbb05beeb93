"""Sums over probabilities, against exact arithmetic."""

from __future__ import annotations

import math
from math import fsum, inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.kernel import sums_of_losses

SMALLEST = 5e-324
HARD = [SMALLEST, 1e-310, 2.2250738585072014e-308, 1e-300, 1e-17, 0.25, 0.5, 2 / 3, 1 - 1e-9, math.nextafter(1, 0)]
probabilities = st.one_of(st.sampled_from(HARD), st.floats(SMALLEST, 1, exclude_max=True))
entries = st.lists(st.tuples(probabilities, st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=200)
odds = st.one_of(st.sampled_from([0.0, -0.0, 1e-300, 36.7, -36.8, 709.0, -745.1, 746.0, -2000.0]), st.floats(-800, 800))


def columns(rows, *types):
    return [np.array(column, dtype=kind) for column, kind in zip(zip(*rows, strict=True), types, strict=True)]


def losses_by_hand(p):
    length = math.hypot(p, 1 - p)
    of_positive = ((1 - p) ** 2, -math.log(p) if p else inf, p / length)
    return of_positive, (p * p, -math.log1p(-p) if p < 1 else inf, (1 - p) / length)


@given(rows=entries, pivots=st.lists(st.floats(-2, 2), min_size=6, max_size=6))
def test_powers_of_losses_are_those_of_every_row(rows, pivots):
    found = sums_of_losses.loss_powers(*columns(rows, float, np.int64, np.int64), np.array(pivots))
    wanted, sizes = [], []
    for side in (0, 1):
        for loss in range(3):
            apart = [(row[1 + side], losses_by_hand(row[0])[side][loss] - pivots[3 * side + loss]) for row in rows]
            for power in (1, 2, 3):
                wanted.append(fsum(weight * one**power for weight, one in apart))
                sizes.append(fsum(weight * abs(one) ** power for weight, one in apart))
    wanted += [
        fsum((a + b) * p for p, a, b in rows),
        fsum((a * (1 - p) - b * p) * (1 - 2 * p) for p, a, b in rows),
        fsum((a + b) * (1 - 2 * p) ** 2 * p * (1 - p) for p, a, b in rows),
    ]
    sizes += [wanted[-3], float(sum(a + b for _, a, b in rows)), wanted[-1]]
    assert len(found) == 21
    for ours, exact, size in zip(found, wanted, sizes, strict=True):
        assert ours == pytest.approx(exact, rel=0, abs=4e-14 * size + 1e-320)


def test_a_certainty_that_fails_loses_all_and_one_that_nobody_has_loses_nothing():
    pivots, counts = np.zeros(6), (np.array([0, 3, 1]), np.array([2, 1, 0]))
    failed = sums_of_losses.loss_powers(np.array([1.0, 0.5, 0.0]), *counts, pivots).reshape(7, 3)
    assert failed[1, 0] == failed[4, 0] == inf
    assert np.isfinite(failed[[0, 2, 3, 5, 6]]).all()
    kept = sums_of_losses.loss_powers(
        np.array([1.0, 0.5, 0.0]), counts[1][::1] * 0 + [1, 3, 0], np.array([0, 1, 2]), pivots
    )
    assert np.isfinite(kept).all()
    assert kept.reshape(7, 3)[1, 0] == pytest.approx(3 * math.log(2), rel=1e-15)


@pytest.mark.parametrize("kind", [np.int64, float])
@given(rows=st.lists(st.tuples(odds, st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=200))
def test_sums_along_a_line_are_those_of_every_row(kind, rows):
    line = (0.25, -0.5, 2.0, 1.5)  # centre, spread, intercept, slope
    found = sums_of_losses.logistic_sums(*columns(rows, float, kind, kind), *line)
    terms = []
    for x, a, b in rows:
        z = (x - line[0]) / line[1]
        at = line[2] + line[3] * z
        small = math.exp(-abs(at))
        large = 1 / (1 + small)
        likely, unlikely = (large, small * large) if at >= 0 else (small * large, large)
        bend, loss = likely * unlikely, (a + b) * math.log1p(small) + (b if at > 0 else a) * abs(at)
        of_row = [a * unlikely, b * likely, a * unlikely * z, b * likely * z, a * bend, b * bend]
        terms.append([*of_row, (a + b) * bend * z, (a + b) * bend * z * z, loss])
    for ours, column in zip(found, zip(*terms, strict=True), strict=True):
        # One unit in the last place of x is many of e^-|x|: the odds themselves are rounded.
        assert ours == pytest.approx(fsum(column), rel=0, abs=4e-13 * fsum(map(abs, column)) + 1e-300)


def test_a_line_through_what_is_not_a_number_is_none():
    found = sums_of_losses.logistic_sums(
        np.array([0.5, 1.0]), np.array([1, 0]), np.array([0, 1]), 0.0, 1.0, math.nan, 1.0
    )
    assert np.isnan(found).all()


@given(rows=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(any), min_size=1, max_size=60))
def test_influences_are_what_a_row_more_adds(rows):
    positives, negatives = columns(rows, np.int64, np.int64)
    if not positives.any():
        positives[-1] = 1

    def average(more):
        """Return the average precision with some rows weighing a little more."""
        a, b = (side + extra for side, extra in zip((positives, negatives), more, strict=True))
        tp, fp = np.cumsum(a), np.cumsum(b)
        return float((a * tp / (tp + fp)).sum() / tp[-1])

    step, whole = 1e-6, average((0, 0))
    sums = [0.0] * 4
    for side, counts in enumerate((positives, negatives)):
        for place in np.flatnonzero(counts):
            more = [np.zeros(len(rows)), np.zeros(len(rows))]
            more[side][place] = step
            down = [-one for one in more]
            influence = (average(more) - average(down)) / (2 * step)
            sums[2 * side] += counts[place] * influence
            sums[2 * side + 1] += counts[place] * influence**2
    found = sums_of_losses.precision_influences(positives, negatives, whole, np.zeros(2))
    np.testing.assert_allclose(found, sums, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("rows", [2**31, 2**32 + 1, 2**52 + 1, 2**60 + 2**40 + 1])
def test_counts_beyond_32_bits_are_rounded_once(rows):
    columns_of_one = np.array([0.0]), np.array([rows]), np.array([0])
    assert sums_of_losses.logistic_sums(*columns_of_one, 0.0, 1.0, 0.0, 1.0)[0] == rows / 2
    assert sums_of_losses.loss_powers(np.array([0.5]), *columns_of_one[1:], np.zeros(6))[0] == rows / 4


def test_sums_do_not_depend_on_where_a_block_of_entries_ends(monkeypatch):
    random = np.random.default_rng(3)
    scores = np.sort(random.random(50))[::-1]
    counts = random.integers(0, 4, 50), random.integers(0, 4, 50)

    def found():
        return np.concatenate([
            sums_of_losses.loss_powers(scores, *counts, np.full(6, 0.3)),
            sums_of_losses.logistic_sums(scores, *counts, 0.5, 0.2, -0.3, 1.1),
            sums_of_losses.precision_influences(*counts, 0.5, np.array([0.01, -0.01])),
        ])  # fmt: skip

    whole = found()
    for entries in (1, 7, 49):
        monkeypatch.setattr(sums_of_losses, "BLOCK", entries)
        np.testing.assert_allclose(found(), whole, rtol=1e-12, atol=1e-14)
