"""Requirements on models of many classes: averages, classes, each class, ends of intervals, baselines."""

import numpy as np
import pytest

import truecut as tc
from truecut.decisions.checked import GateOutcome
from truecut.decisions.language import read_condition
from truecut.errors import BadCall, TruecutError

PASSED, FAILED, UNDECIDED = GateOutcome.PASSED, GateOutcome.FAILED, GateOutcome.UNDECIDED
NAMES = ("a", "b", "not sure")


def table(rows=400, *, skill=2.0, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, rows)
    logits = rng.normal(size=(rows, 3)) + skill * np.eye(3)[truth]
    scores = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return {"y": [NAMES[i] for i in truth], **{name: scores[:, i] for i, name in enumerate(NAMES)}}


def evaluated(**options):
    return tc.evaluate(table(**options), label="y", class_scores={name: name for name in NAMES})


QUANTITIES = (
    "accuracy",
    "macro f1",
    "weighted precision",
    "micro roc_auc",
    "roc_auc",
    "log_loss",
    "kappa(weights=linear)",
    "top_k_accuracy(k=2)",
    "brier_multiclass",
    "recall of a",
    'roc_auc of "not sure"',
)


def asked(e, text):
    """Ask the evaluation what a requirement is about, by its own methods."""
    of = read_condition(f"{text} >= 0.5").quantity
    if of.of_class:
        return e.metric_of_class(of.name, of.of_class)
    parameters = {name: int(value) if name == "k" else value for name, value in of.parameters.items()}
    return e.metric(of.name, of.average or None, **parameters)


@pytest.mark.parametrize("text", QUANTITIES)
def test_a_requirement_is_decided_by_the_interval_that_the_metric_has(text):
    e = tc.evaluate(
        table(), label="y", class_scores={name: name for name in NAMES}, classes=NAMES
    )  # linear weights need an order
    found = asked(e, text)
    inside, below, above = (found.low + found.high) / 2, found.low - 1e-3, found.high + 1e-3
    outcomes = [tc.check(e, f"{text} >= {limit:.12f}").gates[0] for limit in (below, inside, above)]
    assert [gate.outcome for gate in outcomes] == [PASSED, UNDECIDED, FAILED]
    for gate in outcomes:
        assert (gate.value.value, gate.interval.low, gate.interval.high) == (found.value, found.low, found.high)


def test_each_class_is_a_requirement_of_its_own():
    e = evaluated()
    checked = tc.check(e, ["recall of each class >= 0.5"])
    assert [gate.text for gate in checked.gates] == [
        "recall of a >= 0.5",
        "recall of b >= 0.5",
        'recall of "not sure" >= 0.5',
    ]
    for name, gate in zip(NAMES, checked.gates, strict=True):
        assert gate.value.value == e.matrix.of(name).metric("recall").value


def test_several_models_and_a_baseline_are_held_to_the_same():
    good, bad = evaluated(), evaluated(skill=0.3)
    checked = tc.check({"good": good, "bad": bad}, "macro f1 >= baseline.macro f1 + 0.1", baseline=bad)
    assert [(gate.model, gate.outcome) for gate in checked.gates] == [("good", PASSED), ("bad", FAILED)]
    assert checked.gates[0].limit.value == pytest.approx(bad.metric("f1").value + 0.1)
    assert not checked


def test_how_many_rows_would_settle_it_is_told_and_settles_it():
    e = evaluated(rows=300)
    found = e.metric("accuracy")
    limit = round(found.value - 0.6 * (found.value - found.low), 4)
    gate = tc.check(e, f"accuracy >= {limit}").gates[0]
    assert gate.outcome == UNDECIDED
    factor = 1 + gate.more.rows / 300
    bigger = tc.ClassMatrix(e.matrix.classes, np.rint(e.matrix.rows * factor * 1.05).astype(int))
    assert bigger.metric("accuracy").low > limit - 0.002


def test_an_infinite_loss_fails_without_an_interval():
    rows = table()
    rows["a"][rows["y"].index("a")] = 0.0
    e = tc.evaluate(rows, label="y", class_scores={name: name for name in NAMES})
    gate = tc.check(e, "log_loss <= 3").gates[0]
    assert gate.outcome == FAILED
    assert "probability 0" in gate.reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("macro accuracy >= 0.5", "two numbers go by that name"),
        ("macro kappa >= 0.5", "takes no average"),
        ("brier <= 0.5", "has several definitions"),
        ("recall of z >= 0.5", "'z'"),
        ("recall(k=2) >= 0.5", "takes no parameters"),
        ("kappa(weights=cubic) >= 0.5", "cubic"),
        ("top_k_accuracy(k=2, ties=maybe) >= 0.5", "maybe"),
        ("accuracy >= 50", "Did you mean 50%"),
        ("macro f1 >= 0", "met by every model"),
        ("accuracy >= baseline.accuracy", "none was given"),
        ("mean_cost <= 1", "costs"),
        ("f1_macro >= 0.5", "'macro f1'"),
        ("macro recall of a >= 0.5", "not of one"),
    ],
)
def test_what_says_too_little_or_too_much_is_refused(text, said):
    with pytest.raises(TruecutError) as refused:
        tc.check(evaluated(), text)
    assert said in str(refused.value)


def test_contradictions_are_found_for_averages_apart():
    e = evaluated()
    with pytest.raises(BadCall, match="cannot both be met"):
        tc.check(e, ["macro f1 >= 0.9", "macro f1 <= 0.8"])
    tc.check(e, ["macro f1 >= 0.9", "weighted f1 <= 0.8"])


def test_predictions_alone_have_no_requirement_on_scores():
    e = tc.evaluate(["a", "b", "c"], predicted=["a", "b", "b"])
    with pytest.raises(BadCall, match="only predictions were given"):
        tc.check(e, "log_loss <= 1")
    with pytest.raises(BadCall, match="only predictions were given"):
        tc.check(e, "roc_auc of a >= 0.5")
