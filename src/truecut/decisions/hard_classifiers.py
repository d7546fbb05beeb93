"""What several hard classifiers tell of each other without prices: dominance, hull, and answers to turn round.

Each is one point of the ROC plane. Whoever is better in both rates is better at any price; whoever lies below the hull
of all points, with flagging none and flagging all, is the cheapest at no price (Provost & Fawcett 2001, Mach Learn
42:203).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from truecut.counting.counts import Counts
from truecut.decisions.geometry import ROUNDING, Region, RocPoint, undominated
from truecut.words.numerals import percent

Place = tuple[float, float]  # FPR and TPR
CORNERS: tuple[Place, Place] = ((0.0, 0.0), (1.0, 1.0))


def points_of(classifiers: Mapping[str, Counts]) -> list[RocPoint]:
    """Return the classifiers that have a place in the ROC plane: on rows of both classes."""
    return [
        RocPoint(name, counts)
        for name, counts in classifiers.items()
        if counts.tp + counts.fn and counts.fp + counts.tn
    ]


def hull_of(points: Sequence[RocPoint]) -> list[Place]:
    """Return the corners of the upper hull from flagging none to flagging all, by Andrew's monotone chain.

    >>> hull_of([RocPoint("A", Counts(tp=63, fn=37, fp=28, tn=72)), RocPoint("B", Counts(tp=77, fn=23, fp=77, tn=23))])
    [(0.0, 0.0), (0.28, 0.63), (1.0, 1.0)]
    """
    highest: dict[float, float] = {}
    for across, up in (*CORNERS, *((point.fpr, point.tpr) for point in points)):
        highest[across] = max(up, highest.get(across, 0.0))
    hull: list[Place] = [] if highest[0.0] == 0 else [CORNERS[0]]
    for place in sorted(highest.items()):
        while len(hull) >= 2 and _turns_up(hull[-2], hull[-1], place):
            hull.pop()
        hull.append(place)
    return hull


def _turns_up(first: Place, middle: Place, last: Place) -> bool:
    """Say whether the middle lies on or below the line from the first to the last."""
    run, rise = last[0] - first[0], last[1] - first[1]
    return (middle[1] - first[1]) * run <= (middle[0] - first[0]) * rise


def below_hull(points: Sequence[RocPoint]) -> list[RocPoint]:
    """Return the points that lie below the hull of all: some mixture of two others costs less, whatever the prices."""
    hull = hull_of(points)
    return [point for point in points if point.tpr < _height(hull, point.fpr) - ROUNDING]


def _height(hull: Sequence[Place], across: float) -> float:
    """Return the highest point of the hull at this FPR."""
    heights = [up for at, up in hull if at == across]
    for (left, low), (right, high) in pairwise(hull):
        if left < across < right:
            heights.append(low + (high - low) * (across - left) / (right - left))
    return max(heights)


def said_of_points(points: Sequence[RocPoint]) -> Iterator[str]:
    """Say what the points tell of each other without prices."""
    for point in points:
        if point.region != Region.ABOVE:
            yield f"{point.name}: {point.region.value}.{_turned_round(point, points)}"
    beaten = {
        point.name: [other.name for other in points if other.dominates(point)]
        for point in points
        if point.region != Region.BELOW
    }
    for name, better in beaten.items():
        if better:
            yield f"By these counts {name} is beaten in both rates by {' and '.join(better)}, so at any price."
    best = [point.name for point in undominated(list(points))]
    if len(points) > 1 and len(best) == 1:
        yield f"By these counts {best[0]} is no worse in either rate than any other; `truecut compare` says how sure."
    for point in below_hull(points):
        if point.region == Region.ABOVE and not beaten.get(point.name):
            yield (
                f"{point.name} lies below the hull of the others with flagging none and all: whatever mistakes cost, a "
                "mixture of two of those costs less."
            )


def _turned_round(point: RocPoint, points: Sequence[RocPoint]) -> str:
    if point.region != Region.BELOW:
        return ""
    turned = point.flipped
    said = f" {turned.name} has TPR {percent(turned.tpr)} and FPR {percent(turned.fpr)}"
    beaten = [other.name for other in points if other is not point and turned.dominates(other)]
    return f"{said}, better in both rates than {' and '.join(beaten)}." if beaten else f"{said}."
