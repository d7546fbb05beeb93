"""Averages of both classes at a threshold live weights, stated shares, clusters and folds, or say why they cannot."""

import numpy as np
import pandas as pd
import pytest

import truecut as tc

ROWS = 300


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, ROWS)
    scores = np.clip(0.5 * y + 0.7 * rng.random(ROWS) - 0.1, 0, 1)
    return pd.DataFrame(
        {
            "y": y,
            "s": scores,
            "w": rng.integers(1, 4, ROWS) / 2,
            "who": np.arange(ROWS) // 5,
            "fold": np.arange(ROWS) % 5,
        }
    )


def at_half(frame, **roles):
    return tc.evaluate(frame, label="y", score="s", **roles).at(0.5)


@pytest.mark.parametrize(
    "roles",
    [{}, {"weight": "w"}, {"prevalence": 0.1}, {"sampled": (1.0, 0.1)}],
    ids=["rows", "weights", "stated", "sampled"],
)
def test_the_macro_average_is_the_mean_of_both_classes(frame, roles):
    point = at_half(frame, **roles)
    other = tc.evaluate(
        frame.assign(y=1 - frame["y"], s=(frame["s"] < 0.5).astype(int)), label="y", score="s", **_swapped(roles)
    ).at(0.5)
    found = point.metric("f1", average="macro")
    assert found.value == pytest.approx((point.metric("f1").value + other.metric("f1").value) / 2, rel=1e-9)
    assert found.low < found.value < found.high


def _swapped(roles):
    """Return the same statement about the other class as the positive one."""
    if "prevalence" in roles:
        return {"prevalence": 1 - roles["prevalence"]}
    return {"sampled": roles["sampled"][::-1]} if "sampled" in roles else roles


def test_accuracy_of_the_matrix_is_that_of_the_point(frame):
    for roles in ({}, {"weight": "w"}, {"prevalence": 0.1}):
        point = at_half(frame, **roles)
        assert point.matrix.metric("accuracy").value == pytest.approx(point.metric("accuracy").value, rel=1e-12)


@pytest.mark.parametrize(
    ("roles", "told"), [({"cluster": "who"}, "belong together"), ({"fold": "fold"}, "folds share")]
)
def test_what_an_average_does_not_know_is_said_in_the_place_of_an_interval(frame, roles, told):
    point = at_half(frame, **roles)
    for found in (point.metric("f1", average="macro"), point.matrix.of("1").metric("f1")):
        assert (found.low, told in found.note) == (None, True)
    assert point.metric("f1").low is not None


def test_top_1_at_stated_shares_is_accuracy_with_its_interval():
    e = tc.example("digits").evaluate().given(prevalence={"9": 0.01})
    top, accuracy = e.metric("top_k_accuracy", k=1), e.metric("accuracy")
    assert tuple(top) == pytest.approx(tuple(accuracy), abs=2e-3)
    assert e.metric("no_information_rate").low is None
    assert e.read.stated
    assert not any("shares" in sentence for sentence in e.read.inferred)
