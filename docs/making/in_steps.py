"""What a metric of scores makes of the ten rows, step by step, counted without truecut."""

from __future__ import annotations

from collections.abc import Callable

from making.ten_rows import LABELS, SCORES, TOP_ROWS, roc_points

ROWS = list(zip(LABELS, SCORES, strict=True))
POSITIVE = [score for label, score in ROWS if label]
NEGATIVE = [score for label, score in ROWS if not label]
RANKED = [label for _, label in sorted(((score, label) for label, score in ROWS), reverse=True)]


def steps_of(name: str) -> str:
    """Return the steps in words, or nothing where they would be too many to follow."""
    return STEPS[name]() if name in STEPS else ""


def pairs_in_order() -> int:
    """Return in how many pairs of a positive and a negative the positive has the higher score."""
    return sum(positive > negative for positive in POSITIVE for negative in NEGATIVE)


def _area() -> str:
    won, pairs = pairs_in_order(), len(POSITIVE) * len(NEGATIVE)
    return (
        f"Five positives and five negatives make {pairs} pairs. In {won} of them the positive scores higher, "
        f"and no two scores are equal: {won}/{pairs} = {won / pairs}. They are also the squares under the curve."
    )


def _gini() -> str:
    area = pairs_in_order() / 25
    return f"The area under the ROC curve is {area}: 2 × {area} - 1 = {2 * area - 1:.2f}."


def _distance() -> str:
    x, y = max(roc_points(), key=lambda point: point[1] - point[0])
    return (
        f"The curve is highest above the diagonal at recall {y} and false positive rate {x}: {y} - {x} = {y - x:.1f}."
    )


def _top(above: str, value: float, rest: str) -> Callable[[], str]:
    hits = sum(RANKED[:TOP_ROWS])
    return lambda: f"Of the {TOP_ROWS} rows with the highest scores {hits} are positive: {above} = {value:g}{rest}."


def _average_precision() -> str:
    parts, hits = [], 0
    for place, label in enumerate(RANKED, start=1):
        hits += label
        if label:
            parts.append((hits, place))
    shown = " + ".join(f"{hit}/{place}" for hit, place in parts)
    value = sum(hit / place for hit, place in parts) / len(parts)
    return f"Each positive adds the precision at which it is found, and a fifth of recall: ({shown}) / 5 = {value:.4f}."


def _brier() -> str:
    squares = [(label - score) ** 2 for label, score in ROWS]
    shown = " + ".join(f"{square:.4f}" for square in squares[:3])
    total = sum(squares)
    return f"Ten squares, from the first row on: {shown} + … = {total:.4f}; a tenth of it is {total / 10:.4f}."


def _observed_to_expected() -> str:
    seen, expected = sum(LABELS), sum(SCORES)
    return f"{seen} rows are positive, and the probabilities add up to {expected:.2f}: {seen / expected:.4f}."


STEPS: dict[str, Callable[[], str]] = {
    "roc_auc": _area,
    "gini": _gini,
    "ks": _distance,
    "average_precision": _average_precision,
    "precision_at_k": _top("3/4", 3 / 4, ""),
    "recall_at_k": _top("3 of all 5 positives, 3/5", 3 / 5, ""),
    "lift_at_k": _top("3/4, against a half of all rows, 0.75/0.5", 1.5, ""),
    "brier": _brier,
    "brier_uncertainty": lambda: "Half of the rows are positive: 0.5 × (1 - 0.5) = 0.25.",
    "observed_expected_ratio": _observed_to_expected,
}
