"""Hard classifiers without prices: who is beaten, who is on the hull, whose answers are better turned round."""

from itertools import combinations, pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.catalogue.costs import Cost
from truecut.counting.counts import Counts
from truecut.decisions.geometry import RocPoint
from truecut.decisions.hard_classifiers import below_hull, hull_of, points_of, said_of_points

# 002_8dfdb7664fd070e5.txt: the points A, B and C of the ROC plane.
COURSE = {
    "A": Counts(tp=63, fn=37, fp=28, tn=72),
    "B": Counts(tp=77, fn=23, fp=77, tn=23),
    "C": Counts(tp=24, fn=76, fp=88, tn=12),
}
cells = st.builds(lambda tp, fp: Counts(tp=tp, fn=20 - tp, fp=fp, tn=20 - fp), st.integers(0, 20), st.integers(0, 20))
classifiers = st.lists(cells, min_size=1, max_size=6).map(lambda found: {f"m{i}": c for i, c in enumerate(found)})


def test_the_points_of_the_course():
    assert list(said_of_points(points_of(COURSE))) == [
        "B: a flag says nothing about the truth: guessing at the same rate does as well.",
        "C: it is worse than guessing: turn its answers round. C reversed has TPR 76.0 % and FPR 12.0 %, better in "
        "both rates than A.",
    ]
    assert hull_of(points_of(COURSE)) == [(0, 0), (0.28, 0.63), (1, 1)]
    assert [point.name for point in below_hull(points_of(COURSE))] == ["B", "C"]


def test_who_is_better_in_both_rates_wins_at_every_price():
    models = {"M1": Counts(tp=150, fn=40, fp=60, tn=250), "M2": Counts(tp=250, fn=45, fp=5, tn=200)}
    assert list(said_of_points(points_of(models))) == [
        "By these counts M1 is beaten in both rates by M2, so at any price.",
        "By these counts M2 is no worse in either rate than any other; `truecut compare` says how sure.",
    ]


def test_a_point_below_a_mixture_is_said_to_be():
    three = {
        "low": Counts(tp=40, fn=60, fp=5, tn=95),
        "middle": Counts(tp=50, fn=50, fp=30, tn=70),
        "high": Counts(tp=90, fn=10, fp=50, tn=50),
    }
    (said,) = said_of_points(points_of(three))
    assert said.startswith("middle lies below the hull of the others with flagging none and all")


@given(found=classifiers)
def test_the_hull_is_what_mixtures_of_two_reach(found):
    places = [(0.0, 0.0), (1.0, 1.0), *((point.fpr, point.tpr) for point in points_of(found))]
    hull = hull_of(points_of(found))
    assert (hull[0], hull[-1]) == ((0.0, 0.0), (1.0, 1.0))
    for across, up in hull[1:-1]:
        for (left, low), (right, high) in combinations(sorted(places), 2):
            if left < across < right:
                assert low + (high - low) * (across - left) / (right - left) <= up + 1e-9
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) if b[0] > a[0] else inf for a, b in pairwise(hull)]
    assert slopes == sorted(slopes, reverse=True)


@given(found=classifiers, prices=st.tuples(st.integers(1, 50), st.integers(1, 50)))
def test_below_the_hull_is_the_cheapest_at_no_price(found, prices):
    points = points_of(found)
    cost = Cost(fp=prices[0], fn=prices[1])
    idle = [RocPoint("none", Counts(0, 0, 20, 20)), RocPoint("all", Counts(20, 20, 0, 0))]
    cheapest = min(float(cost.mean(point.counts)) for point in (*points, *idle))
    for point in below_hull(points):
        assert float(cost.mean(point.counts)) > cheapest


def test_a_classifier_without_a_class_has_no_place():
    assert points_of({"x": Counts(tp=3, fn=1, fp=0, tn=0)}) == []


@pytest.mark.parametrize(("tp", "fp"), [(0, 0), (20, 20), (20, 0)])
def test_corners_are_named(tp, fp):
    (said, *_) = said_of_points(points_of({"x": Counts(tp=tp, fn=20 - tp, fp=fp, tn=20 - fp)}))
    assert said.startswith("x: it flags") or said == "x: it makes no mistake."
