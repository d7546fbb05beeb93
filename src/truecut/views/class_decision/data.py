"""How rows of many classes are answered, as plain data in the shape of docs/reference/json.md, and as tables."""

from __future__ import annotations

from typing import Any

from truecut.decisions.class_trade_off import Answering
from truecut.summaries.of_class_decision import DecidedClasses
from truecut.views.class_decision.text import cut_in_words
from truecut.views.json_values import plain, read_as_data
from truecut.views.recommendation.data import class_recommendation_data
from truecut.views.recommendation.text import recommendation_as_markdown
from truecut.views.sheet import Sheet, escaped

HEADS = ("answer_from", "answered", "right", "low", "high")


def decision_data(summary: DecidedClasses) -> dict[str, Any]:
    """Return how rows are answered, the matrix of these answers, and the trade-off."""
    unsure = summary.matrix.unsure
    return {
        "read": read_as_data(summary.read),
        "level": summary.level,
        "said": summary.said or None,
        "names": list(summary.matrix.classes),
        "matrix": summary.matrix.rows.tolist(),
        "unsure": [0] * len(summary.matrix.classes) if unsure is None else unsure.tolist(),
        "recommendation": None if summary.told is None else class_recommendation_data(summary.told),
        "cut": None if summary.cut is None else answering_as_data(summary.cut),
        "risk_coverage_area": summary.trade_off.risk_coverage_area,
        "trade_off": [answering_as_data(one) for one in summary.shown],
    }


def answering_as_data(one: Answering) -> dict[str, Any]:
    """Return what answering from a score on gives."""
    return {name: plain(value) for name, value in one._asdict().items()}


def trade_off_sheet(summary: DecidedClasses) -> Sheet:
    """Return a row for every score from which answers could be given."""
    return Sheet(HEADS, [tuple(summary.trade_off[entry]) for entry in range(len(summary.trade_off))])


def decision_markdown(summary: DecidedClasses) -> str:
    """Return the recommendation, the cut and the trade-off at some shares."""
    parts = [] if summary.told is None else [recommendation_as_markdown(summary.told)]
    parts += [] if summary.cut is None else [f"{escaped(cut_in_words(summary.cut))}\n"]
    parts.append(
        Sheet(HEADS, [tuple(one) for one in summary.shown], "What answering fewer rows would give").as_markdown()
    )
    return "\n".join(parts)
