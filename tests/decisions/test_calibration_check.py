"""Whether probabilities are right as a whole, in one line that never contradicts the long answer."""

import numpy as np
import pytest

import truecut as tc
from truecut.decisions.calibration_check import calibration_check
from truecut.inference.calibration.words import CalibrationVerdict


def promised(bend=1.0, shift=0.0, rows=1500, seed=1, **options):
    random = np.random.default_rng(seed)
    odds = random.normal(size=rows)
    labels = random.random(rows) < 1 / (1 + np.exp(-odds))
    return tc.evaluate(labels, 1 / (1 + np.exp(-bend * odds - shift)), **options)


@pytest.mark.parametrize(
    ("bend", "shift", "fault"),
    [(3.0, 0.0, "too extreme"), (0.3, 0.0, "too cautious"), (1.0, 1.0, "too high"), (1.0, -1.0, "too low")],
)
def test_what_is_wrong_is_named(bend, shift, fault):
    found = calibration_check(promised(bend, shift).model)
    assert found.is_miscalibrated
    assert found.verdict.startswith("miscalibrated, ")
    assert fault in found.verdict
    assert found.p_value < 1e-6


def test_calibrated_probabilities_have_no_fault_and_say_their_numbers():
    found = calibration_check(promised().model)
    assert (found.is_miscalibrated, found.verdict) == (False, "no fault seen")
    assert found.numbers.startswith("observed/expected ")
    assert ", slope " in found.numbers


@pytest.mark.parametrize("seed", range(8))
def test_a_fault_seen_here_is_seen_by_the_whole_answer_too(seed):
    e = promised(1.0 + 0.15 * (seed % 4), rows=400, seed=seed)
    if calibration_check(e.model).is_miscalibrated:
        assert e.calibration(replicates=100).verdict != CalibrationVerdict.CALIBRATED


def test_calibrated_probabilities_are_rarely_blamed():
    blamed = sum(calibration_check(promised(rows=200, seed=seed).model).is_miscalibrated for seed in range(200))
    assert blamed <= 14  # 5 expected of 200 at 2.5 %


def test_rows_in_clusters_are_judged_by_the_intervals_of_clusters():
    e = promised(3.0, cluster=np.arange(1500) // 3)
    found = calibration_check(e.model)
    assert (found.slope.low, found.slope.high) == (
        e.metric("calibration_slope").low,
        e.metric("calibration_slope").high,
    )
    assert (found.is_miscalibrated, found.p_value) == (True, None)


def test_one_probability_for_all_rows_has_a_fault_too():
    """No test knows a single probability; 115 positives of 400 where 200 were promised are too few all the same."""
    found = calibration_check(tc.evaluate([1] * 115 + [0] * 285, [0.5] * 400).model)
    assert found.verdict == "miscalibrated, too high"
    assert found.p_value is None


@pytest.mark.parametrize("stated", [{"prevalence": 0.02}, {"sampled": (1, 0.05)}])
def test_a_stated_share_of_positives_is_lived(stated):
    e = promised(rows=600)
    there = e.given(**stated)
    found = calibration_check(there.model)
    assert calibration_check(e.model).verdict == "no fault seen"
    assert found.verdict.startswith("miscalibrated, too high")
    tests = there.calibration(replicates=100).tests
    for name, here, whole in (
        ("observed_expected_ratio", found.observed_expected, tests.observed_expected),
        ("calibration_slope", found.slope, tests.slope),
        ("calibration_intercept", tests.in_the_large, tests.in_the_large),
    ):
        asked = there.metric(name)
        assert (here.value, here.low, here.high, here.method) == (asked.value, asked.low, asked.high, asked.method)
        assert (whole.low, whole.high) == (asked.low, asked.high)


@pytest.mark.parametrize("role", ["weight", "cluster", "fold", None])
def test_the_long_answer_has_the_intervals_of_the_metrics(role):
    random = np.random.default_rng(2)
    column = {"weight": random.lognormal(0, 0.5, 1500), "cluster": np.arange(1500) // 3, "fold": np.arange(1500) % 5}
    e = promised(1.5, **({} if role is None else {role: column[role]}))
    tests = e.calibration(replicates=100).tests
    for name, whole in (
        ("observed_expected_ratio", tests.observed_expected),
        ("calibration_slope", tests.slope),
        ("calibration_intercept", tests.in_the_large),
    ):
        asked = e.metric(name)
        assert (whole.value, whole.low, whole.high) == pytest.approx((asked.value, asked.low, asked.high)), name
        assert whole.method == asked.method, name


@pytest.mark.parametrize("seed", range(40))
def test_no_fault_and_a_fault_are_not_said_together(seed):
    e = promised(1.0, 0.1 + 0.005 * seed, rows=300, seed=seed)
    short, whole = calibration_check(e.model), e.calibration(replicates=100)
    ratio = short.observed_expected
    assert not (short.verdict == "no fault seen" and not ratio.low <= 1 <= ratio.high)
    if whole.verdict == CalibrationVerdict.CALIBRATED:
        blamed = [said for said in whole.findings if said.startswith(("As a whole they are", "They are too"))]
        assert all("looked at alone" in said for said in blamed)


@pytest.mark.parametrize(
    "model",
    [
        tc.evaluate([1, 0], [5.0, -3.0]).model,
        tc.evaluate([1, 1], [0.5, 0.6]).model,
        tc.evaluate({"y": [1, 0], "g": [1, 0]}, label="y", predicted="g").model,
    ],
)
def test_what_promises_nothing_has_no_line(model):
    assert calibration_check(model) is None
