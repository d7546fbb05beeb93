"""Isotonic regression of many lines at once: against the max-min formula in fractions, and scikit-learn."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import isotonic_regression

from truecut.catalogue.measures.isotonic import FITS_INT64, isotonic_shares

cells = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(any), min_size=1, max_size=9)


def max_min(positives, rows):
    """Return max over a <= i of min over b >= i of the share in a..b (Barlow et al. 1972, theorem 1.4)."""
    places = range(len(rows))

    def share(a, b):
        return Fraction(sum(positives[a : b + 1]), sum(rows[a : b + 1]))

    return [float(max(min(share(a, b) for b in places[i:]) for a in places[: i + 1])) for i in places]


@given(cells)
def test_whole_counts_give_the_nearest_float_to_the_exact_share(drawn):
    positives, rows = [p for p, _ in drawn], [p + n for p, n in drawn]
    found = isotonic_shares(np.array([positives]), np.array(rows))[0].tolist()
    assert found == max_min(positives, rows)


@given(st.lists(cells, min_size=1, max_size=5), st.integers(1, 6))
def test_lines_do_not_hear_of_each_other(lines, scores):
    rows = np.arange(1, scores + 1)
    positives = np.array([[line[i % len(line)][0] % (rows[i] + 1) for i in range(scores)] for line in lines])
    together = isotonic_shares(positives, rows)
    for line, found in zip(positives, together, strict=True):
        assert found.tolist() == isotonic_shares(line[None], rows)[0].tolist()


@pytest.mark.parametrize("seed", range(5))
def test_weights_are_fitted_as_by_scikit_learn(seed):
    random = np.random.default_rng(seed)
    rows = random.exponential(size=50)
    positives = rows * random.random((3, 50))
    for line, found in zip(positives, isotonic_shares(positives, rows), strict=True):
        np.testing.assert_allclose(found, isotonic_regression(line / rows, sample_weight=rows), atol=1e-13)


def test_equal_neighbours_stay_equal_and_rising_ones_stay_what_they_are():
    assert isotonic_shares(np.array([[1, 2, 3]]), np.array([2, 4, 4])).tolist() == [[0.5, 0.5, 0.75]]


def test_counts_whose_products_would_overflow_are_still_pooled():
    # 2**62 positives of 2**62 rows and one of 2: int64 products would wrap and the shares would fall.
    many = 2**62
    assert many > FITS_INT64
    found = isotonic_shares(np.array([[many, 1]]), np.array([many, 2]))[0]
    assert found[0] == found[1] == pytest.approx(1.0)
