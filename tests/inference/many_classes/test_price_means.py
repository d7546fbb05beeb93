"""The interval of a mean of prices is the exact quantile of its posterior."""

import numpy as np
import pytest
from scipy.stats import beta

from truecut.inference.many_classes.price_means import mean_of_prices, share_below


@pytest.mark.parametrize(("none", "some"), [(90, 10), (100, 0), (0, 1), (3, 1), (5000, 3), (100_000, 20)])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_two_prices_are_a_beta_distribution(none, some, level):
    found = mean_of_prices(np.array([0.0, 1.0]), np.array([float(none), float(some)]), level)
    tail = (1 - level) / 2
    assert found == pytest.approx(beta.ppf([tail, 1 - tail], some + 0.5, none + 0.5), rel=1e-10)


@pytest.mark.parametrize(
    ("prices", "rows"),
    [([0, 1, 5], [1500, 230, 4]), ([-2, -1, 0, 3, 100], [3, 0, 900, 20, 0]), ([0, 0.3, 1], [0, 1, 0])],
)
def test_any_prices_agree_with_draws_of_the_posterior(prices, rows):
    amounts, counted = np.array(prices, float), np.array(rows, float)
    shapes = counted.copy()
    shapes[[0, -1]] += 0.5
    drawn = np.random.default_rng(0).standard_gamma(shapes, size=(200_000, len(shapes)))
    means = (drawn @ amounts) / drawn.sum(axis=1)
    for limit, share in zip(mean_of_prices(amounts, counted, 0.9), (0.05, 0.95), strict=True):
        assert (means < limit).mean() == pytest.approx(share, abs=0.003)


def test_prices_may_be_moved_and_stretched():
    prices, rows = np.array([0.0, 1.0, 7.0]), np.array([40.0, 8.0, 1.0])
    low, high = mean_of_prices(prices, rows, 0.95)
    assert mean_of_prices(3 * prices - 2, rows, 0.95) == pytest.approx((3 * low - 2, 3 * high - 2), rel=1e-10)


def test_the_share_below_is_one_half_where_both_sides_are_alike():
    assert share_below(np.array([-2.0, 2.0]), np.array([3.5, 3.5])) == pytest.approx(0.5, abs=1e-14)
