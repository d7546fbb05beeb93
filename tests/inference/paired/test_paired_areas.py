"""Areas of models on the same rows vary together as brute force over rows says."""

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2
from scipy.stats import f as f_distribution

from truecut.counting.countable import Weights
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.inference.differences import student_p
from truecut.inference.paired.areas import PlacedAreas


def placed(labels, scores, weights=None, kind=Weights.IMPORTANCE, clusters=None):
    labels = np.asarray(labels, dtype=bool)
    tables = {n: ScoreTable.from_rows(labels, s, weights, weights_are=kind) for n, s in scores.items()}
    codes = None if clusters is None else np.asarray(clusters, dtype=np.int32)
    return PlacedRows.of(tables, scores, labels, weights=weights, clusters=codes)


@st.composite
def samples(draw):
    labels = [True, True, False, False, *draw(st.lists(st.booleans(), max_size=12))]
    scores = st.lists(st.integers(0, 5), min_size=len(labels), max_size=len(labels))
    return labels, {"a": draw(scores), "b": draw(scores), "c": draw(scores)}


def kernel(x, y):
    return (x > y) + (x == y) / 2


@given(samples())
def test_covariances_are_those_of_all_pairs_of_rows(sample):
    labels, scores = sample
    areas = PlacedAreas.of(placed(labels, scores), tuple(scores))
    positive = np.array(labels)
    wins = {n: kernel(np.array(s)[positive][:, None], np.array(s)[~positive][None, :]) for n, s in scores.items()}
    for i, one in enumerate(scores):
        assert areas.areas[i] == pytest.approx(wins[one].mean())
        for j, other in enumerate(scores):
            of_positives = np.cov(wins[one].mean(axis=1), wins[other].mean(axis=1))[0, 1] / positive.sum()
            of_negatives = np.cov(wins[one].mean(axis=0), wins[other].mean(axis=0))[0, 1] / (~positive).sum()
            assert areas.covariance[i, j] == pytest.approx(of_positives + of_negatives, abs=1e-12)


@given(samples())
def test_two_models_have_one_test_whichever_way_it_is_asked(sample):
    labels, scores = sample
    areas = PlacedAreas.of(placed(labels, scores), ("a", "b"))
    value, error, freedom = areas.difference("a", "b")
    joint = areas.joint()
    if error > 1e-9:
        assert (joint.squared, joint.rank) == (pytest.approx((value / error) ** 2), 1)
        assert joint.error_freedom == pytest.approx(freedom)
        assert joint.by_f()[2] == pytest.approx(student_p(value / error, freedom))
    else:
        assert (joint.squared, joint.rank, joint.by_f()[2], joint.by_chi_square()) == (0.0, 0, 1.0, 1.0)
        assert freedom == inf or value == pytest.approx(0)


@given(samples())
def test_the_joint_test_does_not_depend_on_the_order_of_models(sample):
    labels, scores = sample
    rows = placed(labels, scores)
    one, other = (PlacedAreas.of(rows, order).joint() for order in (("a", "b", "c"), ("c", "a", "b")))
    assert one.rank == other.rank
    assert one.squared == pytest.approx(other.squared, rel=1e-6, abs=1e-9)
    assert one.error_freedom == pytest.approx(other.error_freedom, rel=1e-6)


def test_the_joint_test_is_delongs_whatever_contrasts_are_taken():
    random = np.random.default_rng(3)
    labels = random.random(90) < 0.3
    rows = placed(labels, {name: random.normal(size=90) + skill * labels for skill, name in enumerate("abc")})
    areas = PlacedAreas.of(rows, ("a", "b", "c"))
    contrasts = np.array([[1, -1, 0], [1, 1, -2]])
    parts = [contrasts @ part @ contrasts.T for part in (areas.of_positives, areas.of_negatives)]
    whole = sum(parts)
    apart = contrasts @ areas.areas
    squared = apart @ np.linalg.solve(whole, apart)
    below = 0.0
    for part, number in zip(parts, (labels.sum(), (~labels).sum()), strict=True):
        share = part @ np.linalg.inv(whole)
        below += (np.trace(share @ share) + np.trace(share) ** 2) / (number - 1)
    joint = areas.joint()
    assert joint.squared == pytest.approx(squared)
    assert joint.by_chi_square() == pytest.approx(chi2.sf(squared, 2))
    assert joint.error_freedom == pytest.approx(6 / below)
    scaled = squared * (6 / below - 1) / (2 * 6 / below)
    assert joint.by_f() == pytest.approx((scaled, 6 / below - 1, f_distribution.sf(scaled, 2, 6 / below - 1)))


@given(samples(), st.data())
def test_repeated_rows_are_the_rows_themselves(sample, data):
    labels, scores = sample
    times = np.array(data.draw(st.lists(st.integers(1, 3), min_size=len(labels), max_size=len(labels))))
    short = PlacedAreas.of(placed(labels, scores, times, Weights.REPEATED), ("a", "b"))
    long = placed(np.repeat(labels, times), {n: np.repeat(s, times) for n, s in scores.items()})
    assert short.difference("a", "b") == pytest.approx(PlacedAreas.of(long, ("a", "b")).difference("a", "b"))


def test_equal_weights_of_importance_change_nothing():
    random = np.random.default_rng(5)
    labels = random.random(60) < 0.4
    scores = {n: random.normal(size=60) + labels for n in ("a", "b")}
    plain, weighted = placed(labels, scores), placed(labels, scores, np.full(60, 2.5))
    both = [PlacedAreas.of(rows, ("a", "b")).difference("a", "b") for rows in (plain, weighted)]
    assert both[0] == pytest.approx(both[1])


@given(samples(), st.data())
@settings(max_examples=50)
def test_clusters_add_up_as_obuchowski_says(sample, data):
    labels, scores = sample
    positive = np.array(labels)
    clusters = np.array(data.draw(st.lists(st.integers(0, 4), min_size=len(labels), max_size=len(labels))))
    areas = PlacedAreas.of(placed(labels, scores, clusters=clusters), ("a", "b"))
    p, n = positive.sum(), (~positive).sum()
    sums = {}
    for name in ("a", "b"):
        s = np.array(scores[name])
        wins = kernel(s[positive][:, None], s[~positive][None, :])
        area = wins.mean()
        above, below = wins.mean(axis=1) - area, wins.mean(axis=0) - area
        sums[name] = [
            (above[clusters[positive] == c].sum(), below[clusters[~positive] == c].sum()) for c in np.unique(clusters)
        ]

    def corrected(total, number):
        return total * number / (number - 1) if number > 1 else total

    x, y = (np.array([pair[side] for pair in sums["a"]]) for side in (0, 1))
    u, v = (np.array([pair[side] for pair in sums["b"]]) for side in (0, 1))
    expected = (
        corrected((x * u).sum(), len(np.unique(clusters[positive]))) / p**2
        + corrected((y * v).sum(), len(np.unique(clusters[~positive]))) / n**2
        + corrected((x * v + y * u).sum(), len(np.unique(clusters))) / (p * n)
    )
    assert areas.covariance[0, 1] == pytest.approx(expected, abs=1e-12)
