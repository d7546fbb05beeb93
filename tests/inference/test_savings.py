"""What one decision saves against another, and how sure that is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from truecut.inference.proportions import wilson_limits
from truecut.inference.savings import IMPOSSIBLE, ShareOfClass, Shift, Stakes, saved

NOTHING = Shift(IMPOSSIBLE, IMPOSSIBLE)


def share(successes: int, trials: int) -> ShareOfClass:
    return ShareOfClass(successes / trials, *wilson_limits(successes, trials))


def test_one_class_alone_has_the_interval_of_its_share_times_the_price():
    found = saved(Shift(share(30, 100), IMPOSSIBLE), NOTHING, Stakes(found=5, spared=1, prevalence=0.2))
    low, high = wilson_limits(30, 100)
    assert (found.value, found.low, found.high) == pytest.approx((0.2 * 5 * 0.3, 0.2 * 5 * low, 0.2 * 5 * high))


def test_a_mistake_that_was_never_seen_still_counts():
    # 0 of 2,788 flagged by mistake: up to 3.84 / 2,791.84 of them may be, each at a price of 10.
    stakes = Stakes(found=1, spared=10, prevalence=0.02)
    found = saved(Shift(share(116, 1813), IMPOSSIBLE), Shift(share(0, 2788), IMPOSSIBLE), stakes)
    assert found.value == pytest.approx(0.02 * 116 / 1813)
    assert found.low < 0 < found.value < found.high
    assert found.value - found.low == pytest.approx(0.98 * 10 * 3.8415 / 2791.84, rel=1e-3)


@given(st.lists(st.integers(0, 40), min_size=4, max_size=4), st.floats(0.01, 0.99), st.floats(0, 20), st.floats(0, 20))
def test_exchanging_the_decisions_turns_the_saving_round(counts, prevalence, found, spared):
    shifts = [Shift(share(counts[i], 100), share(counts[i + 1], 100)) for i in (0, 2)]
    turned = [Shift(shift.second, shift.first) for shift in shifts]
    stakes = Stakes(found, spared, prevalence, 200)
    one, other = saved(*shifts, stakes), saved(*turned, stakes)
    assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low))


def test_many_rows_give_the_interval_of_the_mean():
    # 10,000 rows of each class: the normal interval of the mean of what each row saves.
    random = np.random.default_rng(1)
    first, second = (random.random((2, 10_000)) < 0.3 for _ in range(2))
    only_first, only_second = first & ~second, second & ~first
    counts = [[int(of_class.sum()) for of_class in side] for side in (only_first, only_second)]
    shifts = [Shift(share(a, 10_000), share(b, 10_000)) for a, b in zip(*counts, strict=True)]
    found = saved(*shifts, Stakes(found=3, spared=2, prevalence=0.5, rows=20_000))
    each = np.concatenate([3.0 * (only_first[0] * 1 - only_second[0]), -2.0 * (only_first[1] * 1 - only_second[1])])
    half = norm.ppf(0.975) * each.std() / np.sqrt(len(each))
    assert found.value == pytest.approx(each.mean())
    assert found.high - found.low == pytest.approx(2 * half, rel=0.02)
