"""At a stated prevalence only what happens within each class varies, in intervals, differences and draws."""

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.catalogue.metric import PrevalenceRole

P = 0.02
RANDOM = np.random.default_rng(8)
ROWS = 500
LABELS = np.arange(ROWS) < 200
COMMON = RANDOM.normal(size=ROWS)
SCORES = {name: 1 / (1 + np.exp(-(2 * LABELS - 1 + COMMON + RANDOM.normal(size=ROWS)))) for name in "ab"}


@pytest.fixture(scope="module")
def moved() -> tc.Evaluation:
    return tc.evaluate(LABELS, SCORES["a"]).given(prevalence=P)


@pytest.fixture(scope="module")
def plain() -> tc.Evaluation:
    return tc.evaluate(LABELS, SCORES["a"])


def test_one_false_alarm_at_one_percent_is_not_taken_for_certainty():
    counts = tc.confusion([1] * 60 + [0] * 60, [1] * 51 + [0] * 9 + [1] + [0] * 59).given(prevalence=0.01)
    found = counts.metric("precision")
    assert (found.low, found.high) == pytest.approx((0.10122992, 0.82419941), abs=1e-6)
    assert (found.method, found.effective_rows) == ("cells", None)
    assert found.note == "the number of false positives, about 1, decides this"


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_what_looks_at_each_class_stays_as_it_is(entry, moved, plain):
    if entry.is_priced or entry.prevalence_is != PrevalenceRole.NOTHING:
        return
    assert moved.metric(entry.name) == plain.metric(entry.name)


@pytest.mark.parametrize("name", ["prevalence", "no_information_rate", "brier_uncertainty"])
def test_what_was_stated_is_not_unsure(name, moved):
    found = moved.metric(name)
    assert found.low is None
    assert "was stated" in found.note


@pytest.mark.parametrize("name", ["brier", "log_loss", "average_precision", "brier_skill"])
def test_curves_vary_within_each_class(name, moved):
    """The standard error is that of samples with as many rows of each class, moved to the same prevalence."""
    drawn = []
    for seed in range(300):
        rng = np.random.default_rng(seed)
        rows = np.concatenate([rng.integers(0, 200, 200), 200 + rng.integers(0, 300, 300)])
        drawn.append(float(tc.evaluate(LABELS[rows], SCORES["a"][rows]).given(prevalence=P).model.metric(name)))
    found = moved.metric(name)
    assert found.standard_error == pytest.approx(np.std(drawn), rel=0.2)
    assert found.low < found.value < found.high
    assert "importance" not in found.note


def test_a_bootstrap_keeps_the_classes(moved):
    found = moved.metric("recall_at_precision", precision=0.1)
    assert "resamples within each class" in found.note


def test_differences_are_those_of_the_place_where_models_are_used():
    here = tc.evaluate(LABELS, SCORES)
    there = here.given(prevalence=P)
    for name in ("precision", "f1", "accuracy", "brier", "average_precision"):
        found = there.compare().difference(name, "a", "b")
        values = [there.by_model[model].metric(name).value for model in "ab"]
        assert found.value == pytest.approx(values[0] - values[1])
        assert found.low < found.value < found.high
        assert "importance" not in found.note
    assert there.compare().difference("precision", "a", "b").method == "mover"
    assert there.compare().difference("recall", "a", "b") == here.compare().difference("recall", "a", "b")


def test_a_stated_cost_is_compared():
    e = tc.evaluate(LABELS, SCORES).given(cost={"fp": 1, "fn": 10})
    found, total = (e.compare().difference(name, "a", "b") for name in ("mean_cost", "total_cost"))
    costs = [e.by_model[model].metric("mean_cost").value for model in "ab"]
    assert found.value == pytest.approx(costs[0] - costs[1])
    assert (total.low, total.high) == pytest.approx((ROWS * found.low, ROWS * found.high), rel=1e-6)
    moved = e.given(prevalence=P).compare().difference("mean_cost", "a", "b")
    assert moved.method == "wilson-mover"
    assert moved.high - moved.low < found.high - found.low
