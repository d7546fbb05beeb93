"""The recommendation as plain data, in the shape of docs/reference/json.md."""

from __future__ import annotations

from typing import Any

from truecut.catalogue.costs import PER_ROW
from truecut.counting.counts import CELLS
from truecut.decisions.class_decision import ClassDecision
from truecut.decisions.class_recommendation import ClassRecommendation
from truecut.decisions.recommendation import Recommendation, Sentences
from truecut.decisions.saving import Saving
from truecut.views.json_values import counts_as_data, plain, value_as_data


def recommendation_data(told: Recommendation) -> dict[str, Any]:
    """Return every part of a recommendation by name."""
    found, reign, shares, objection, said = told.range, told.reign, told.worthwhile, told.objection, told.sentences
    return {
        "situation": {
            "cost": {name: str(told.prices.price(name)) for name in (*CELLS, PER_ROW)},
            "prevalence": told.prevalence,
            "is_stated": told.is_stated,
        },
        "verdict": told.verdict.value,
        "model": told.model,
        "threshold": plain(told.threshold),
        "told_cut": None if told.threshold is None else told.told_cut,
        "is_everybody": told.is_everybody,
        "counts": counts_as_data(told.counts),
        "thousand": counts_as_data(told.thousand),
        "cost": plain(told.cost),
        "against": _against(told),
        "others": _others(told),
        "range": None
        if found is None
        else {
            "low": plain(found.low),
            "high": plain(found.high),
            "worst": found.worst,
            "flattery": found.flattery,
            "draws": found.draws,
            "seed": found.seed,
        },
        "reign": None if reign is None else {"low": reign.low, "high": reign.high},
        "worthwhile": None if shares is None else {"low": shares.low, "high": shares.high},
        "objection": None if objection is None else {"code": objection.code, "title": objection.title},
        "more_rows": told.more_rows,
        "sentences": _sentences(said),
    }


def _against(told: Recommendation) -> list[dict[str, Any]]:
    return [
        {
            "kind": rival.kind.value,
            "threshold": plain(rival.threshold),
            "was_given": rival.was_given,
            "cost": plain(rival.cost),
            "saving": _saving(rival.saving),
        }
        for rival in told.against
    ]


def _others(told: Recommendation) -> list[dict[str, Any]]:
    return [
        {
            "model": other.model,
            "threshold": plain(other.threshold),
            "cost": plain(other.cost),
            "gap": _saving(other.gap),
            "is_told_apart": other.is_told_apart,
        }
        for other in told.others
    ]


def class_recommendation_data(told: ClassRecommendation) -> dict[str, Any]:
    """Return every part of a recommendation for many classes by name."""
    objection = told.objection
    return {
        "verdict": told.verdict.value,
        "accuracy": value_as_data(told.accuracy),
        "commonest": told.commonest,
        "without": plain(told.without),
        "look_again": told.look_again,
        "wrong_there": None if told.wrong_there is None else value_as_data(told.wrong_there),
        "favourites": [
            {"true": one.true, "answer": one.answer, "rows": plain(one.rows), "of": plain(one.of)}
            for one in told.favourites
        ],
        "decision": None if told.decision is None else class_decision_data(told.decision),
        "objection": None if objection is None else {"code": objection.code, "title": objection.title},
        "sentences": _sentences(told.sentences),
    }


def class_decision_data(decision: ClassDecision) -> dict[str, Any]:
    """Return what deciding by prices costs and saves."""
    return {
        "said": decision.said,
        "use": decision.use.value,
        "mean_cost": value_as_data(decision.mean_cost),
        "saving": value_as_data(decision.saving),
        "strategies": [{"name": one.name, "mean_cost": plain(one.mean_cost)} for one in decision.strategies],
        "answered": plain(decision.answered),
        "right": value_as_data(decision.right),
        "changed": decision.changed,
    }


def _sentences(said: Sentences) -> dict[str, Any]:
    return {
        "above": said.above,
        "headline": said.headline,
        "lede": said.lede,
        "saves": list(said.saves),
        "sure": said.sure,
        "question": said.question,
        "change": list(said.change),
    }


def _saving(saving: Saving) -> dict[str, Any]:
    return {
        "value": plain(saving.value),
        "low": plain(saving.low),
        "high": plain(saving.high),
        "level": saving.level,
        "method": saving.method,
        "adjusted_for": saving.adjusted_for,
        "note": saving.note,
    }
