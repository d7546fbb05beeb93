"""What the ROC plane says, checked against costs tried one by one."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import PROBABILITIES, Rows, counts, rows
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost
from truecut.catalogue.measures.hull import hull_entries
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.decisions.chosen_threshold import choose
from truecut.decisions.geometry import Region, RocPoint, crossings, iso_cost_slope, never_best, undominated
from truecut.decisions.rules import RuleContext
from truecut.errors import BadCall

EXAMPLES = json.loads(
    (Path(__file__).parent.parent / "reference" / "data" / "source-examples.json").read_text(encoding="utf-8")
)["counts_cases"]
POINTS = {
    case["id"].removeprefix("roc-point-"): RocPoint(case["id"].removeprefix("roc-point-"), Counts(**case["counts"]))
    for case in EXAMPLES
    if case["id"].startswith("roc-point-")
}
A, B, C, REVERSED = (POINTS[name] for name in ("A", "B", "C", "C-reversed"))
points = counts(st.integers(0, 6)).filter(lambda c: c.tp + c.fn and c.fp + c.tn).map(lambda c: RocPoint("x", c))
whole_rows = rows(scores=PROBABILITIES, kinds=("none", "repeated"), least=2, most=20).filter(
    lambda rows: 0 < rows.labels.sum() < len(rows)
)


def test_the_points_of_the_source_lie_where_it_says():
    assert (A.region, B.region, C.region) == (Region.ABOVE, Region.DIAGONAL, Region.BELOW)
    assert (A.fpr, A.tpr) == (0.28, 0.63)
    assert C.flipped.counts == REVERSED.counts
    assert C.flipped.name == "C reversed"
    assert C.flipped.region == Region.ABOVE


def test_c_reversed_is_northwest_of_a_and_of_c():
    assert C.flipped.dominates(A)
    assert A.dominates(C)
    assert not A.dominates(B)  # fewer false alarms, but fewer finds too
    assert not B.dominates(A)
    assert [point.name for point in undominated([A, B, C, C.flipped])] == ["B", "C reversed"]


@pytest.mark.parametrize(
    ("counts", "region"),
    [
        (Counts(tp=0, fp=0, fn=3, tn=5), Region.NOTHING),
        (Counts(tp=3, fp=5, fn=0, tn=0), Region.EVERYTHING),
        (Counts(tp=3, fp=0, fn=0, tn=5), Region.PERFECT),
        (Counts(tp=1, fp=2, fn=2, tn=4), Region.DIAGONAL),
        (Counts(tp=0, fp=5, fn=3, tn=0), Region.BELOW),
    ],
)
def test_the_corners_and_the_diagonal_have_a_meaning(counts, region):
    assert RocPoint("x", counts).region == region


@given(point=points)
def test_the_region_follows_from_exact_rates(point):
    c = point.counts
    tpr, fpr = Fraction(c.tp, c.tp + c.fn), Fraction(c.fp, c.fp + c.tn)
    named = {(0, 0): Region.NOTHING, (1, 1): Region.EVERYTHING, (1, 0): Region.PERFECT}
    side = Region.ABOVE if tpr > fpr else Region.BELOW if tpr < fpr else Region.DIAGONAL
    assert point.region == named.get((tpr, fpr), side)


@given(point=points)
def test_flipping_mirrors_the_point_at_the_middle_and_twice_is_nothing(point):
    assert point.flipped.tpr == pytest.approx(1 - point.tpr)
    assert point.flipped.fpr == pytest.approx(1 - point.fpr)
    assert point.flipped.flipped.counts == point.counts


@given(ours=points, theirs=points)
def test_a_point_dominates_if_no_costs_prefer_the_other_and_some_prefer_it(ours, theirs):
    def cost(point: RocPoint, alarm: int) -> float:
        return alarm * point.fpr + (12 - alarm) * (1 - point.tpr)

    gains = [cost(theirs, alarm) - cost(ours, alarm) for alarm in range(13)]
    assert ours.dominates(theirs) == (min(gains) >= -1e-12 and max(gains) > 1e-12)


def test_one_class_has_no_place_in_the_plane():
    with pytest.raises(BadCall, match="x has no place in the ROC plane"):
        RocPoint("x", Counts(tp=1, fp=0, fn=1, tn=0))


# ---- costs and the hull


def slopes(curve: CountsCurve) -> list[Fraction]:
    """Return every ratio of positive costs that matters: the slopes of all chords, and some between and beyond."""
    tp, fp = curve.counts.tp.tolist(), curve.counts.fp.tolist()
    pairs = [(i, j) for i in range(len(tp)) for j in range(i + 1, len(tp))]
    chords = {Fraction(tp[j] - tp[i], fp[j] - fp[i]) for i, j in pairs if fp[j] > fp[i] and tp[j] > tp[i]}
    steps = sorted({Fraction(1, 10**6), Fraction(10**6), *chords})
    return steps + [(low + high) / 2 for low, high in pairwise(steps)]


@given(rows=whole_rows)
def test_what_is_never_best_is_beaten_at_every_pair_of_costs(rows):
    curve = rows.curve()
    best: set[int] = {0, len(curve) - 1}
    for slope in slopes(curve):
        worth = [tp - slope * fp for tp, fp in zip(curve.counts.tp.tolist(), curve.counts.fp.tolist(), strict=True)]
        best |= {entry for entry, w in enumerate(worth) if w == max(worth)}
    assert never_best(curve).tolist() == sorted({*range(len(curve))} - best)


def test_what_is_never_best_is_found_with_fractional_weights_too():
    labels = np.array([1, 0, 1, 1, 0, 0], dtype=bool)
    weights = np.array([0.1, 0.2, 0.3, 0.1, 0.7, 0.1])
    curve = Rows(labels, np.arange(6.0, 0, -1), weights).curve()
    # Up to 0.1, across 0.2, up twice: the stop before the second rise and the third score lie below the hull.
    assert never_best(curve).tolist() == [2, 3, 5]


@given(rows=whole_rows, alarm=st.integers(1, 9), miss=st.integers(1, 9))
def test_the_line_of_equal_cost_through_the_cheapest_point_leaves_no_point_above(rows, alarm, miss):
    curve = rows.curve()
    cost = Cost(fp=alarm, fn=miss, per_row=3)
    table = curve.table
    prevalence = table.total_positive / (table.total_positive + table.total_negative)
    slope = iso_cost_slope(cost, prevalence)
    cheapest = choose(RuleContext(curve, CostCurve(cost, curve)), "cheapest")
    tpr, fpr = curve.counts.tp / table.total_positive, curve.counts.fp / table.total_negative
    c = cheapest.point.counts
    intercept = c.tp / table.total_positive - slope * c.fp / table.total_negative
    assert (tpr <= intercept + slope * fpr + 1e-9).all()
    # Among equally cheap ones the fewest rows are flagged, so the point touched is a corner.
    entry = next(i for i in range(len(curve)) if curve.entry(i) == c)
    assert entry in hull_entries(curve)


def test_a_slope_counts_both_classes():
    assert iso_cost_slope(Cost(fp=1, fn=9), prevalence=0.1) == pytest.approx(1.0)
    assert iso_cost_slope(Cost(fp=3, tn=1, fn=2, tp=-2), prevalence=0.5) == 0.5
    assert iso_cost_slope(Cost(fn=1), prevalence=0.5) == 0


@pytest.mark.parametrize(
    ("cost", "prevalence"),
    [(Cost(fp=1), 0.5), (Cost(fp=-1, fn=1), 0.5), (Cost(fp=1, fn=1), 0.0), (Cost(fp=1, fn=1), 1.0)],
)
def test_without_two_mistakes_and_two_classes_there_is_no_slope(cost, prevalence):
    with pytest.raises(BadCall, match="Lines of equal cost need"):
        iso_cost_slope(cost, prevalence)


def test_costs_by_amount_have_no_slope():
    with pytest.raises(BadCall, match="follow an amount"):
        iso_cost_slope(Cost(fp=1, fn="amount"), 0.5)


# ---- where two curves cross


def through(*points: tuple[int, int]) -> CountsCurve:
    """Return a curve through (false alarms, finds), one score per point, from (0, 0) to (10, 10)."""
    fp, tp = np.array([(0, 0), *points, (10, 10)]).T
    positives, negatives = np.diff(tp), np.diff(fp)
    scores = np.arange(len(positives), 0, -1.0)
    return CountsCurve(ScoreTable(scores, positives, negatives, positives, negatives, positives, negatives))


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        # Straight lines: 2x from the left meets 1/2 + x/2 at x = 1/3.
        (through((5, 10)), through((0, 5)), [(1 / 3, 2 / 3)]),
        # One rises straight up through the other.
        (through((2, 0), (2, 8)), through(), [(0.2, 0.2)]),
        (through((2, 0), (2, 8)), through((5, 6)), [(0.2, 0.24)]),
        # One goes straight across through the other.
        (through((0, 5), (8, 5)), through(), [(0.5, 0.5)]),
        # Steps through steps, and at last through a straight line.
        (
            through((0, 2), (4, 2), (4, 9), (10, 9)),
            through((1, 0), (1, 5), (6, 5)),
            [(0.1, 0.2), (0.4, 0.5), (0.92, 0.9)],
        ),
        # They meet at one point, where neither has a corner before: first below, then above.
        (through((1, 1), (2, 4)), through((1, 2), (2, 4), (9, 5)), [(0.2, 0.4)]),
        # They run together from (2, 4) to (4, 6), and part on the other side: it is where they meet.
        (through((1, 1), (2, 4), (4, 6), (5, 9)), through((1, 2), (2, 4), (4, 6), (5, 7)), [(0.2, 0.4)]),
        # They touch and stay on their sides.
        (through((2, 6), (4, 6)), through((1, 2), (4, 6), (8, 7)), []),
        (through((2, 8)), through((4, 7)), []),
        (through((2, 8)), through((2, 8)), []),
        (through(), through(), []),
    ],
)
def test_made_curves_cross_where_they_were_made_to(ours, theirs, expected):
    for one, other in ((ours, theirs), (theirs, ours)):
        found = crossings(one, other)
        assert len(found) == len(expected)
        for point, wanted in zip(found, expected, strict=True):
            assert point == pytest.approx(wanted, abs=1e-12)


@given(ours=whole_rows, theirs=whole_rows)
def test_a_crossing_lies_on_both_curves_whichever_is_named_first(ours, theirs):
    one, other = ours.curve(), theirs.curve()
    found = crossings(one, other)
    np.testing.assert_allclose(np.array(found), np.array(crossings(other, one)), atol=1e-9)
    for fpr, tpr in found:
        for curve in (one, other):
            assert distance_to(curve, fpr, tpr) < 1e-9


def distance_to(curve: CountsCurve, fpr: float, tpr: float) -> float:
    """Return how far a point is from the nearest stretch of a curve."""
    x, y = curve.counts.fp / curve.counts.fp[-1], curve.counts.tp / curve.counts.tp[-1]
    dx, dy = np.diff(x), np.diff(y)
    share = np.clip(((fpr - x[:-1]) * dx + (tpr - y[:-1]) * dy) / (dx**2 + dy**2), 0, 1)
    return float(np.hypot(x[:-1] + share * dx - fpr, y[:-1] + share * dy - tpr).min())


def test_one_class_alone_has_no_curve_to_cross():
    lonely = Rows(np.array([True, True]), np.array([1.0, 2.0])).curve()
    with pytest.raises(BadCall, match="one of the two classes is missing"):
        crossings(lonely, through())
