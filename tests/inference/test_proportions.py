"""The interval of a share is that of the reference values, and it solves the equation it is defined by."""

import json
from math import nan
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm

from truecut.errors import BadCall
from truecut.inference.proportions import wilson, wilson_limits

ENTRIES = json.loads(
    (Path(__file__).parent.parent / "reference" / "data" / "expected.json").read_text(encoding="utf-8")
)["entries"]
WILSON = [entry for entry in ENTRIES if entry.get("method") == "Wilson 95%"]
SHARES = {
    "proportion_ci": lambda given: (given["x"], given["n"]),
    "sensitivity_ci": lambda given: (given["tp"], given["tp"] + given["fn"]),
    "specificity_ci": lambda given: (given["tn"], given["tn"] + given["fp"]),
    "ppv_ci": lambda given: (given["tp"], given["tp"] + given["fp"]),
    "npv_ci": lambda given: (given["tn"], given["tn"] + given["fn"]),
}


@pytest.mark.parametrize("case", WILSON, ids=lambda case: case["id"])
def test_the_interval_is_that_of_the_reference(case):
    successes, trials = SHARES[case["quantity"]](case["input"])
    assert wilson(successes, trials) == pytest.approx(tuple(case["expected"]), abs=case["tol"]["abs"])


def test_there_are_reference_values():
    assert len(WILSON) >= 6


@given(trials=st.integers(1, 10**6), data=st.data(), level=st.sampled_from([0.5, 0.8, 0.95, 0.999]))
def test_the_ends_solve_the_score_equation(trials, data, level):
    successes = data.draw(st.integers(0, trials))
    share, z = successes / trials, norm.ppf((1 + level) / 2)
    low, high = (float(end) for end in wilson(successes, trials, level))
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        # (share - p)^2 = z^2 p (1 - p) / m
        assert (share - end) ** 2 == pytest.approx(z**2 * end * (1 - end) / trials, rel=1e-6, abs=1e-15)


@pytest.mark.parametrize(("successes", "trials"), [(0, 7), (3, 7), (7, 7), (1, 400)])
def test_scipy_gives_the_same(successes, trials):
    theirs = binomtest(successes, trials).proportion_ci(0.9, method="wilson")
    assert wilson(successes, trials, 0.9) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_none_and_all_have_exact_ends():
    low, high = wilson([0, 20], [20, 20])
    assert (low[0], high[1]) == (0.0, 1.0)


def test_no_trials_have_no_interval():
    np.testing.assert_array_equal(wilson([0, 1], [0, 2])[0][0], nan)
    np.testing.assert_array_equal(wilson([0, 1], [0, 2])[1][0], nan)


@pytest.mark.parametrize("level", [0, 1, 95, nan])
def test_a_level_is_a_share(level):
    with pytest.raises(BadCall, match="A level lies between 0 and 1"):
        wilson(1, 2, level)


@given(st.floats(0, 1), st.floats(1e-3, 1e12), st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_wilson_of_one_share_has_the_bits_of_wilson_of_many(share, trials, level):
    successes = min(share * trials, trials)
    low, high = wilson(successes, trials, level)
    assert wilson_limits(successes, trials, level) == (float(low), float(high))
