"""The ROC convex hull: against SciPy's, Andrew's chain and scikit-learn's isotonic regression."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from sklearn.isotonic import IsotonicRegression

from strategies import SMALL_WHOLE, rows
from truecut.catalogue.measures.areas import roc_area
from truecut.catalogue.measures.hull import hull_area, hull_entries, stretches
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.kernel.portable_hulls import corners_of_hull

of_both_classes = rows(scores=SMALL_WHOLE, least=2).filter(lambda drawn: len(set(drawn.labels.tolist())) == 2)
paths = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=60)


def chain(points):
    """Return the corners of the upper hull by Andrew's monotone chain."""
    kept = []
    for i, (x, y) in enumerate(points):
        while len(kept) >= 2:
            (x0, y0), (x1, y1) = points[kept[-2]], points[kept[-1]]
            if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) < 0:
                break
            kept.pop()
        kept.append(i)
    return kept


@given(paths)
def test_the_hull_is_that_of_the_monotone_chain(steps):
    steps = [step for step in steps if step != (0, 0)] or [(1, 1)]
    x, y = np.cumsum([(0, 0), *steps], axis=0).T
    assert corners_of_hull(x, y).tolist() == chain(list(zip(x.tolist(), y.tolist(), strict=True)))


@given(of_both_classes)
def test_the_hull_area_is_the_area_under_the_chain(drawn):
    counts = drawn.curve().counts
    points = list(zip(counts.fp.tolist(), counts.tp.tolist(), strict=True))
    corners = [points[i] for i in chain(points)]
    twice = sum((x1 - x0) * (y1 + y0) for (x0, y0), (x1, y1) in pairwise(corners))
    assert hull_area(drawn.curve()) == pytest.approx(twice / (2 * points[-1][0] * points[-1][1]), rel=1e-14)
    assert hull_area(drawn.curve()) >= roc_area(drawn.curve())


@given(of_both_classes)
def test_the_hull_is_that_of_qhull(drawn):
    curve = drawn.curve()
    fpr, tpr = curve.counts.fp / curve.counts.fp[-1], curve.counts.tp / curve.counts.tp[-1]
    # With the corner (1, 0) the hull is a polygon whose area is the area under its upper side.
    polygon = ConvexHull(np.vstack([np.column_stack([fpr, tpr]), [1, 0]]))
    assert hull_area(curve) == pytest.approx(polygon.volume, abs=1e-12)
    ours = {(round(x, 12), round(y, 12)) for x, y in np.column_stack([fpr, tpr])[hull_entries(curve)].tolist()}
    theirs = {(round(x, 12), round(y, 12)) for x, y in polygon.points[polygon.vertices].tolist()}
    # Qhull merges facets within rounding: what it keeps is a corner here, and what it drops lies on a chord.
    assert theirs - {(1.0, 0.0)} <= ours


@pytest.mark.parametrize("times", [10**6, 10**11])
def test_the_hull_of_large_counts_has_the_same_corners(times):
    random = np.random.default_rng(3)
    labels = random.random(400) < 0.4
    small = ScoreTable.from_rows(labels, np.round(random.normal(labels), 1))
    columns = [small.positives * times, small.negatives * times]
    large = CountsCurve(ScoreTable(small.scores, *columns * 3))
    assert hull_entries(large).tolist() == hull_entries(CountsCurve(small)).tolist()


def test_the_hull_of_counts_whose_products_overflow_is_that_of_whole_numbers():
    random = np.random.default_rng(5)
    # The first score has negatives only: the totals decide whether products fit, not the first entry.
    positives = np.concatenate([[0], random.integers(0, 2**40, 60)])
    negatives = np.concatenate([[1], random.integers(0, 2**40, 60)])
    curve = CountsCurve(ScoreTable(np.arange(61, 0, -1) / 100, *[positives, negatives] * 3))
    points = list(zip(curve.counts.fp.tolist(), curve.counts.tp.tolist(), strict=True))
    assert points[-1][0] * points[-1][1] > 2**63
    assert hull_entries(curve).tolist() == chain(points)


def isotonic(curve: CountsCurve) -> np.ndarray:
    """Return, for each distinct score, the share of positives in its stretch of the hull."""
    positives, negatives = stretches(curve)
    return np.repeat(positives / (positives + negatives), np.diff(hull_entries(curve)))


@given(of_both_classes)
def test_shares_along_the_hull_are_the_isotonic_regression_of_the_labels(drawn):
    curve = drawn.curve()
    theirs = IsotonicRegression(increasing=not drawn.lower_is_positive)
    theirs.fit(drawn.scores.astype(float), drawn.labels.astype(float), sample_weight=drawn.weights)
    np.testing.assert_allclose(isotonic(curve), theirs.predict(curve.table.scores.astype(float)), atol=1e-12)
    per_score = curve.table.positives + curve.table.negatives
    assert (isotonic(curve) * per_score).sum() == pytest.approx(curve.table.total_positive)


@given(of_both_classes)
def test_recalibrating_once_is_enough(drawn):
    # Isotonic regression is a projection: its own result is its best fit.
    shares = isotonic(drawn.curve())
    of_row = dict(zip(drawn.curve().table.scores.tolist(), shares.tolist(), strict=True))
    again = replace(drawn, scores=np.array([of_row[s] for s in drawn.scores.tolist()]), lower_is_positive=False)
    np.testing.assert_allclose(isotonic(again.curve()), again.curve().table.scores, atol=1e-12)
    assert hull_area(again.curve()) == pytest.approx(hull_area(drawn.curve()), rel=1e-12)
    assert roc_area(again.curve()) == pytest.approx(hull_area(drawn.curve()), rel=1e-12)


@given(of_both_classes)
def test_a_corner_is_the_best_threshold_for_some_costs_and_only_corners_are(drawn):
    counts = drawn.curve().counts
    corners = hull_entries(drawn.curve()).tolist()
    for i, j in pairwise(corners):
        # At the slope between two corners both cost the same, and nothing costs less.
        more, more_fp = counts.tp[j] - counts.tp[i], counts.fp[j] - counts.fp[i]
        cost = more * counts.fp - more_fp * counts.tp
        assert cost[i] == pytest.approx(cost.min(), abs=1e-9)
        assert cost[j] == pytest.approx(cost.min(), abs=1e-9)
