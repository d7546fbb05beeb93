"""Models compared on rows of which so many of each class were taken on purpose: only what each class does varies."""

from math import sqrt

import numpy as np
import pytest

import truecut as tc
from truecut.inference.paired.cells import EightCells, posterior_draws, posterior_limits
from truecut.inference.paired.found_difference import SAMPLED
from truecut.inference.quantiles import normal_quantile, student_quantile

POSITIVES, NEGATIVES = 80, 160


@pytest.fixture(scope="module")
def data():
    random = np.random.default_rng(8)
    labels = np.arange(POSITIVES + NEGATIVES) < POSITIVES
    common = random.normal(size=len(labels))
    scores = {m: s * labels + 0.6 * common + 0.8 * random.normal(size=len(labels)) for m, s in (("a", 1.0), ("b", 2.0))}
    return labels, {m: 1 / (1 + np.exp(0.8 - s)) for m, s in scores.items()}


@pytest.fixture(scope="module")
def study(data):
    return tc.compare(*data, design="case-control", replicates=300)


def test_accuracy_varies_about_the_mean_of_each_class(data, study):
    labels, scores = data
    right = {m: (s >= 0.5) == labels for m, s in scores.items()}
    apart = right["b"].astype(float) - right["a"]
    variance = sum(((apart[of] - apart[of].mean()) ** 2).sum() for of in (labels, ~labels)) / len(labels) ** 2
    found = study.difference("accuracy", "b", "a")
    half = normal_quantile(0.95) * sqrt(variance)
    assert found.high - found.low == pytest.approx(2 * half, rel=0.01)
    assert found.standard_error == pytest.approx(sqrt(variance), rel=0.01)
    assert found.method == "mover"
    by_name = study.difference("accuracy", "b", "a", method="delta")
    assert (by_name.low, by_name.high) == pytest.approx((found.value - half, found.value + half))
    assert SAMPLED in found.note


def test_mean_losses_vary_about_the_mean_of_each_class(data, study):
    labels, scores = data
    apart = (labels - scores["b"]) ** 2 - (labels - scores["a"]) ** 2
    variance = sum(apart[of].var(ddof=1) * of.sum() for of in (labels, ~labels)) / len(labels) ** 2
    found = study.difference("brier", "b", "a")
    half = student_quantile(0.95, len(labels) - 1) * sqrt(variance)
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))


@pytest.mark.parametrize("name", ["accuracy", "precision", "f1", "mcc", "average_precision", "brier", "kappa"])
def test_fixing_the_classes_takes_out_what_they_would_add(data, study, name):
    as_they_come = tc.compare(*data).difference(name, "b", "a", method="delta" if name == "precision" else None)
    found = study.difference(name, "b", "a")
    assert found.value == as_they_come.value
    assert found.high - found.low < 1.02 * (as_they_come.high - as_they_come.low)
    drawn = study.difference(name, "b", "a", method="bootstrap")
    assert "by class" in drawn.note
    assert drawn.high - drawn.low == pytest.approx(found.high - found.low, rel=0.25)


@pytest.mark.parametrize("name", ["recall", "specificity", "roc_auc", "informedness"])
def test_what_looks_at_each_class_alone_is_as_it_was(data, study, name):
    found, as_they_come = (c.difference(name, "b", "a") for c in (study, tc.compare(*data)))
    assert (found.low, found.high, found.p_value) == pytest.approx(
        (as_they_come.low, as_they_come.high, as_they_come.p_value), rel=1e-9
    )
    assert SAMPLED not in found.note


def test_at_a_common_point_the_share_of_positives_stays(data, study):
    found, as_they_come = (
        c.difference("precision", "b", "a", at={"share_flagged": 0.3}) for c in (study, tc.compare(*data))
    )
    assert max(found.p_value, as_they_come.p_value) < 0.001
    assert found.high - found.low < as_they_come.high - as_they_come.low
    assert SAMPLED in found.note


def test_cells_are_drawn_in_each_class_alone():
    rows = np.array([[[40.0, 2], [6, 7]], [[3, 1], [9, 14]]])
    random = np.random.default_rng(5)
    negatives, positives = (
        part.sum() * random.dirichlet(part.ravel() + 0.5, 200_000).reshape(-1, 2, 2) for part in rows
    )
    right = positives[:, 1, 0] - positives[:, 0, 1] - negatives[:, 1, 0] + negatives[:, 0, 1]
    accuracy = tc.metrics("accuracy")[0]
    found = posterior_limits(posterior_draws(EightCells(rows), 0, by_class=True), accuracy, {}, 0.95, of_ratio=False)
    assert found == pytest.approx(tuple(np.quantile(right / rows.sum(), [0.025, 0.975])), abs=0.003)
    as_they_come = posterior_limits(posterior_draws(EightCells(rows), 0), accuracy, {}, 0.95, of_ratio=False)
    assert found[1] - found[0] < 0.97 * (as_they_come[1] - as_they_come[0])


def test_intervals_hold_where_the_classes_are_fixed():
    held = []
    for seed in range(150):
        random = np.random.default_rng(seed)
        labels = np.arange(200) < 60
        scores = {m: s * labels + random.normal(size=200) for m, s in (("a", 0.5), ("b", 2.5))}
        found = tc.compare(labels, scores, threshold=1.0, design="case-control").difference("accuracy", "b", "a")
        # Of the positives 1 - Phi(0.5) and 1 - Phi(-1.5) are found; of the negatives both pass Phi(1).
        held.append(found.low <= 0.3 * (0.9331928 - 0.3085375) <= found.high)
    assert np.mean(held) > 0.89  # of 150 samples at 95 %, once in a thousand times fewer
