"""Areas under curves: against pairs of rows and exact polygons, and unmoved by what keeps the order of the scores."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import isnan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, roc_auc_score

from strategies import SMALL_WHOLE, rows
from truecut.catalogue.measures.areas import (
    area_through,
    average_precision,
    interpolated_pr_area,
    roc_area,
    roc_area_within,
    scaled,
    standardised_area_within,
)
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable

AREAS = (roc_area, roc_area_within, standardised_area_within, average_precision, interpolated_pr_area)
of_both_classes = rows(scores=SMALL_WHOLE, least=2).filter(lambda drawn: len(set(drawn.labels.tolist())) == 2)
tenths = st.tuples(st.integers(0, 9), st.integers(1, 10)).map(lambda ends: (ends[0], min(10, sum(ends))))


def weights_of(drawn):
    return [Fraction(weight) for weight in ([1.0] * len(drawn) if drawn.weights is None else drawn.weights.tolist())]


def exact_curve(drawn):
    """Return the ROC curve of the rows as exact points, from (0, 0) to (1, 1)."""
    each = list(zip(drawn.labels.tolist(), drawn.scores.tolist(), weights_of(drawn), strict=True))
    total = {label: sum(w for y, _, w in each if y == label) for label in (True, False)}
    points = [(Fraction(0), Fraction(0))]
    for score in sorted(set(drawn.scores.tolist()), reverse=not drawn.lower_is_positive):
        here = {label: sum(w for y, s, w in each if (y, s) == (label, score)) / total[label] for label in total}
        points.append((points[-1][0] + here[False], points[-1][1] + here[True]))
    return points


def exact_area_above(points, across, floor):
    """Return the area between a horizontal line and the curve above it, piece by piece."""
    area = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(points):
        left, right = max(x0, across[0]), min(x1, across[1])
        if left >= right:
            continue
        low, high = (y0 + (y1 - y0) * (x - x0) / (x1 - x0) - floor for x in (left, right))
        if low < 0 < high:
            left, low = right - (right - left) * high / (high - low), Fraction(0)
        area += (right - left) * (max(low, 0) + max(high, 0)) / 2
    return area


@given(of_both_classes)
def test_the_roc_area_is_the_weight_of_pairs_in_the_right_order(drawn):
    each = list(zip(drawn.labels.tolist(), drawn.scores.tolist(), weights_of(drawn), strict=True))
    sign = -1 if drawn.lower_is_positive else 1
    pairs = [(v * w, sign * (s - t)) for y, s, v in each if y for z, t, w in each if not z]
    right = sum(w * Fraction((apart > 0) + (apart >= 0), 2) for w, apart in pairs)
    assert roc_area(drawn.curve()) == pytest.approx(float(right / sum(w for w, _ in pairs)), rel=1e-14)


@given(of_both_classes, tenths, tenths)
def test_the_area_inside_a_window_is_that_of_the_polygon(drawn, across, up):
    fpr, tpr = (tuple(Fraction(end, 10) for end in span) for span in (across, up))
    expected = exact_area_above(exact_curve(drawn), fpr, tpr[0]) - exact_area_above(exact_curve(drawn), fpr, tpr[1])
    spans = tuple(map(float, fpr)), tuple(map(float, tpr))
    assert roc_area_within(drawn.curve(), *spans) == pytest.approx(float(expected), abs=1e-14)
    # McClish's scale: the diagonal's part of the window is 1/2, the whole window is 1.
    by_chance = exact_area_above([(0, 0), (1, 1)], fpr, tpr[0]) - exact_area_above([(0, 0), (1, 1)], fpr, tpr[1])
    room = (fpr[1] - fpr[0]) * (tpr[1] - tpr[0]) - by_chance
    standardised = standardised_area_within(drawn.curve(), *spans)
    # Windows that only rounding puts above the diagonal have no scale worth comparing.
    if room > Fraction(1, 10**6):
        assert standardised == pytest.approx(float((1 + (expected - by_chance) / room) / 2), abs=1e-9)
    elif room < 0:
        assert isnan(standardised)


def test_a_window_that_chance_fills_has_no_scale():
    curve = CountsCurve(ScoreTable.from_rows([True, False], [2, 1]))
    assert isnan(standardised_area_within(curve, fpr=(0.5, 1.0), tpr=(0.0, 0.5)))


@given(of_both_classes)
def test_areas_are_those_of_scikit_learn(drawn):
    scores = -drawn.scores if drawn.lower_is_positive else drawn.scores
    found = roc_area(drawn.curve()), average_precision(drawn.curve())
    theirs = (f(drawn.labels, scores, sample_weight=drawn.weights) for f in (roc_auc_score, average_precision_score))
    assert found == pytest.approx(tuple(theirs), rel=1e-12)


@given(of_both_classes)
def test_the_interpolated_area_is_the_integral_of_precision_over_recall(drawn):
    from scipy.integrate import quad

    share = sum(w for y, w in zip(drawn.labels.tolist(), weights_of(drawn), strict=True) if y) / sum(weights_of(drawn))
    area = 0.0
    for (x0, y0), (x1, y1) in pairwise([(float(x), float(y)) for x, y in exact_curve(drawn)]):

        def precision(part, x0=x0, y0=y0, x1=x1, y1=y1):
            tp = float(share) * (y0 + part * (y1 - y0))
            return tp / (tp + float(1 - share) * (x0 + part * (x1 - x0)))

        area += (y1 - y0) * quad(precision, 0, 1, epsabs=1e-12)[0] if y1 > y0 else 0.0
    assert interpolated_pr_area(drawn.curve()) == pytest.approx(area, abs=1e-9)


@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.__name__)
@given(of_both_classes)
def test_only_the_order_of_the_scores_matters(area, drawn):
    stretched = replace(drawn, scores=np.exp(drawn.scores / 3.0) - 40)
    assert area(stretched.curve()) == area(drawn.curve())
    turned = replace(drawn, scores=-drawn.scores, lower_is_positive=not drawn.lower_is_positive)
    assert area(turned.curve()) == area(drawn.curve())


@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.__name__)
@given(rows(scores=SMALL_WHOLE, kinds=("repeated",), least=2))
def test_a_weight_is_that_many_rows(area, drawn):
    assume(len(set(drawn.labels.tolist())) == 2)
    times = drawn.weights.astype(int)
    spelled_out = drawn.take(np.repeat(np.arange(len(drawn)), times))
    assert area(replace(spelled_out, weights=None).curve()) == area(drawn.curve())
    assert area(replace(drawn, weights_are="importance").curve()) == pytest.approx(area(drawn.curve()), rel=1e-13)


@given(of_both_classes)
def test_the_best_and_the_worst_order_are_exactly_one_and_zero(drawn):
    best = replace(drawn, scores=drawn.labels.astype(float), lower_is_positive=False)
    assert [area(best.curve()) for area in AREAS] == [1.0] * 5
    worst = replace(best, lower_is_positive=True)
    assert (roc_area(worst.curve()), roc_area_within(worst.curve())) == (0.0, 0.0)


def test_a_straight_line_through_any_points_is_half_the_square():
    assert area_through(np.array([0, 1, 3]), np.array([0, 2, 6])) == 0.5
    assert area_through(np.array([0.0, 0.1, 0.3]), np.array([0.0, 1e300, 3e300])) == pytest.approx(0.5, rel=1e-15)


@given(st.lists(st.integers(1, 2**40), min_size=1, max_size=9))
def test_scaling_loses_no_digit_and_ends_between_a_half_and_one(steps):
    cumulated = np.cumsum(steps)
    found = scaled(cumulated)
    assert 0.5 <= found[-1] < 1
    exponent = int(cumulated[-1]).bit_length()
    assert [Fraction(x) * 2**exponent for x in found.tolist()] == cumulated.tolist()
