"""The ten rows that all pages share, and what metrics of scores see in them."""

from __future__ import annotations

from making.pictures import Points, dot, figure, line, square
from truecut.catalogue import Metric, Needs

LABELS = [0, 1, 0, 0, 1, 0, 1, 0, 1, 1]
SCORES = [0.02, 0.11, 0.15, 0.18, 0.35, 0.42, 0.55, 0.64, 0.86, 0.93]
TOP_ROWS = 4
OF_PRECISION = ("average_precision", "pr_auc", "recall_at_precision", "precision_at_recall", "best_subject_to")
OF_THE_TOP = ("precision_at_k", "recall_at_k", "lift_at_k")
# The limits that metrics under a condition start with, and where the window of the partial area ends.
UPRIGHT = {"recall_at_fpr": 0.01, "sensitivity_at_specificity": 0.1, "partial_auc": 0.4, "precision_at_recall": 0.9}
LEVEL = {"specificity_at_sensitivity": 0.9, "recall_at_precision": 0.9, "best_subject_to": 0.6}
DIAGONAL = [(0.0, 0.0), (1.0, 1.0)]


def picture_of(entry: Metric) -> str:
    """Return what a metric of scores or probabilities looks at."""
    if entry.name == "calibration_error" or entry.needs == Needs.PROBABILITIES:
        return _misses(entry)
    if entry.name in OF_THE_TOP:
        return _ranked()
    return _precision_recall(entry) if entry.name in OF_PRECISION else _roc(entry)


def roc_points() -> list[tuple[float, float]]:
    """Return the ROC curve of the ten rows, from the strictest threshold on."""
    points, hits, alarms = [(0.0, 0.0)], 0, 0
    for label in reversed(LABELS):
        hits, alarms = hits + label, alarms + 1 - label
        points.append((alarms / LABELS.count(0), hits / LABELS.count(1)))
    return points


def hull(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the upper convex hull of a curve."""
    kept: list[tuple[float, float]] = []
    for x, y in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], (x, y)) >= 0:
            kept.pop()
        kept.append((x, y))
    return kept


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _limits(entry: Metric) -> str:
    if entry.name in UPRIGHT:
        return line([(UPRIGHT[entry.name], 0), (UPRIGHT[entry.name], 1)], "limit")
    return line([(0, LEVEL[entry.name]), (1, LEVEL[entry.name])], "limit") if entry.name in LEVEL else ""


def _roc(entry: Metric) -> str:
    roc = roc_points()
    curve = line(DIAGONAL, "axis") + line(roc, "curve") + _limits(entry)
    area: Points = [*roc, (1, 0)]
    if entry.name == "gini":
        area = [*roc, (0, 0)]
    elif entry.name == "roc_auc_hull":
        area, curve = [*hull(roc), (1, 0)], curve + line(hull(roc), "limit")
    elif entry.name == "partial_auc":
        area = [*(point for point in roc if point[0] <= UPRIGHT["partial_auc"]), (UPRIGHT["partial_auc"], 0)]
    elif entry.name == "ks":
        x, y = max(roc, key=lambda point: point[1] - point[0])
        area, curve = [], curve + line([(x, x), (x, y)], "limit")
    elif entry.name in UPRIGHT or entry.name in LEVEL:
        area = []
    body = (line(area, "area", is_closed=True) if area else "") + curve
    said = f"the ROC curve of ten rows, for {entry.title}"
    return square(body, "false positive rate", "recall", said, "The ten rows below, one step each.")


def _precision_recall(entry: Metric) -> str:
    points = [(y, y / (y + x)) for x, y in roc_points()[1:]]
    body = line(points, "curve") + _limits(entry)
    if entry.name in ("average_precision", "pr_auc"):
        stairs, before = [(0.0, 0.0)], 0.0
        for recall, precision in points:
            if recall > before:
                stairs += [(before, precision), (recall, precision)]
                before = recall
        body = line([*stairs, (1, 0)], "area", is_closed=True) + body
    said = f"precision against recall of ten rows, for {entry.title}"
    return square(body, "recall", "precision", said, "The ten rows below, from strict to lenient.")


def _ranked() -> str:
    circles = "".join(
        f'<circle cx="{12 + 21 * place}" cy="34" r="8" class="{"hit" if label else "miss"}"/>'
        for place, label in enumerate(reversed(LABELS))
    )
    cut = 12 + 21 * TOP_ROWS - 10.5
    body = (
        f'{circles}<path d="M{cut} 12V58" class="limit"/>'
        f'<text x="{cut - 4}" y="74" font-size="11" text-anchor="end" class="quiet">the {TOP_ROWS} highest</text>'
    )
    caption = "The ten rows below, highest score first; filled ones are positive."
    return figure((214, 84), body, f"ten rows in order of score, cut after {TOP_ROWS}", caption)


def _misses(entry: Metric) -> str:
    body = line(DIAGONAL, "curve") + "".join(
        line([(score, score), (score, label)], "limit") + dot(score, label, "hit" if label else "miss")
        for score, label in zip(SCORES, LABELS, strict=True)
    )
    caption = "The ten rows below; dashes are how far each probability was from what happened."
    return square(
        body, "probability p", "what happened, y", f"ten probabilities and outcomes, for {entry.title}", caption
    )
