"""Both kernels pool the same blocks and find the same corners, bit by bit."""

from __future__ import annotations

import importlib
import os
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

MODULES = {"portable": "truecut.kernel.portable"}
if os.environ.get("TRUECUT_KERNEL") != "portable":
    MODULES["native"] = "truecut.kernel._native"
each_kernel = pytest.mark.parametrize("kernel", MODULES)
outcomes = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(any), min_size=1, max_size=30)


def pooled_by_hand(positives, rows):
    """Return shares by pooling two neighbours at a time, in fractions."""
    blocks = []
    for successes, trials in zip(positives, rows, strict=True):
        blocks.append([successes, trials, 1])
        while len(blocks) > 1 and Fraction(*blocks[-2][:2]) >= Fraction(*blocks[-1][:2]):
            last = blocks.pop()
            blocks[-1] = [a + b for a, b in zip(blocks[-1], last, strict=True)]
    return [successes / trials for successes, trials, size in blocks for _ in range(size)]


@each_kernel
@given(rows=st.lists(st.integers(1, 9), min_size=1, max_size=25), data=st.data())
def test_shares_rise_and_fit_best(kernel, rows, data):
    lines = [[data.draw(st.integers(0, one)) for one in rows] for _ in range(3)]
    found = importlib.import_module(MODULES[kernel]).rising_shares(np.array(lines, np.int64), np.array(rows, np.int64))
    assert found.tolist() == [pooled_by_hand(line, rows) for line in lines]


def corners_by_hand(points):
    """Return the points that no chord of two others covers."""
    kept = []
    for i, (x, y) in enumerate(points):
        while len(kept) > 1:
            (x0, y0), (x1, y1) = points[kept[-2]], points[kept[-1]]
            if (x - x0) * (y1 - y0) > (y - y0) * (x1 - x0):
                break
            kept.pop()
        kept.append(i)
    return kept


@each_kernel
@given(outcomes)
def test_corners_of_a_curve_are_those_of_its_hull(kernel, counted):
    positives, negatives = np.array(counted, np.int64).T.copy()
    found = importlib.import_module(MODULES[kernel]).hull_of_counts(positives, negatives)
    sums = np.concatenate([[[0, 0]], np.cumsum(np.array(counted), axis=0)])
    assert found.tolist() == corners_by_hand([(int(fp), int(tp)) for tp, fp in sums])


@pytest.mark.skipif("native" not in MODULES, reason="TRUECUT_KERNEL=portable is set")
def test_many_rows_and_any_number_of_workers_give_the_same():
    random = np.random.default_rng(5)
    rows = random.integers(1, 1000, 500)
    lines = random.binomial(rows, np.linspace(0, 1, 500), size=(40, 500))
    native, portable = (importlib.import_module(MODULES[name]) for name in ("native", "portable"))
    expected = portable.rising_shares(lines, rows)
    for workers in (1, 2, 5):
        assert native.rising_shares(lines, rows, workers=workers).tobytes() == expected.tobytes()
    big = random.integers(0, 2**20, (2, 1000))
    assert native.hull_of_counts(*big.copy()).tolist() == portable.hull_of_counts(*big).tolist()
