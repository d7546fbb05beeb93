"""Both kernels find every row where its score stands in the table, whatever the scores are."""

from __future__ import annotations

import importlib
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut import kernel as chosen

MODULES = {"portable": "truecut.kernel.portable"}
if os.environ.get("TRUECUT_KERNEL") != "portable":
    MODULES["native"] = "truecut.kernel._native"
each_kernel = pytest.mark.parametrize("kernel", MODULES)
each_score_type = pytest.mark.parametrize("score_type", (np.float64, np.float32, np.int64, np.uint64))

HARD = {
    "spread": np.random.default_rng(1).normal(size=5_000),
    "one outlier": np.append(np.random.default_rng(2).normal(size=5_000), 1e30),
    "infinities": np.array([np.inf, -np.inf, 0.0, -0.0, 1.0, np.inf]),
    "only infinities": np.array([np.inf, -np.inf]),
    "too far apart": np.array([-1.7e308, 1.7e308, 0.0, 1e-320]),
    "subnormal": np.array([0.0, 5e-324, 1e-323]),
    "crowded": 1 + np.arange(3_000) * 2.0**-52,
    "one score": np.full(10, 0.3),
    "tied": np.random.default_rng(3).integers(0, 7, 5_000) / 7,
    "none": np.array([]),
}


def places_with(kernel, falling, scores, **options):
    return importlib.import_module(MODULES[kernel]).places(falling, scores, **options)


@each_kernel
@pytest.mark.parametrize("name", HARD)
def test_a_score_stands_where_the_table_has_it(kernel, name):
    scores = HARD[name]
    falling = np.unique(scores)[::-1].copy()
    found = places_with(kernel, falling, scores)
    assert found.dtype == np.int32
    np.testing.assert_array_equal(falling[found], scores)


@each_kernel
@each_score_type
@given(numbers=st.lists(st.integers(0, 2**63 - 1), min_size=1, max_size=50))
def test_scores_of_every_type_have_places(kernel, score_type, numbers):
    scores = np.array(numbers, dtype=score_type)
    falling = np.unique(scores)[::-1].copy()
    np.testing.assert_array_equal(falling[places_with(kernel, falling, scores)], scores)


@pytest.mark.skipif("native" not in MODULES, reason="TRUECUT_KERNEL=portable is set")
@pytest.mark.parametrize("workers", [1, 2, 7])
def test_any_number_of_workers_finds_the_same(workers):
    scores = np.random.default_rng(4).random(10_000)
    falling = np.sort(scores)[::-1].copy()
    expected = places_with("portable", falling, scores)
    np.testing.assert_array_equal(places_with("native", falling, scores, workers=workers), expected)


def test_columns_of_other_types_and_views_have_places_too():
    falling, scores = np.array([3, 2, 1], dtype=np.int16), np.array([2, 1, 3, 3], dtype=np.int16)
    assert chosen.places(falling, scores).tolist() == [1, 2, 0, 0]
    assert chosen.places(np.array([1.0, 2.0])[::-1], np.array([1.0, 9.0, 2.0])[::2]).tolist() == [1, 0]
