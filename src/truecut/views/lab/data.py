"""What the lab's page is told, as JSON; `report/src/lab/payload.ts` names the same fields."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

from truecut.catalogue import Metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.lessons import Bench, Classifiers, Deed, Hills, Lesson, ScoredRows, Step
from truecut.catalogue.lessons.by_hand import RowsByHand, SweepByHand
from truecut.catalogue.quiz import Question
from truecut.catalogue.quiz.rates import called, is_of_all, meaning_of
from truecut.counting.counts import CELLS
from truecut.summaries.lab import LabQuiz, LabSummary
from truecut.summaries.report.entries import tree_of
from truecut.views.page_data import as_script_data
from truecut.views.quiz.data import question_data

RELATIONS: dict[type[ast.cmpop], str] = {ast.GtE: ">=", ast.LtE: "<=", ast.Eq: "="}


def lab_data(lab: LabSummary) -> str:
    """Return the lab as JSON that may stand inside a script element."""
    return as_script_data(
        {
            "version": lab.version,
            "level": lab.level,
            "z": lab.z,
            "metrics": lab.metrics,
            "lessons": [_lesson(lesson) for lesson in lab.lessons],
            "by_hand": [_by_hand(table) for table in lab.by_hand],
            "quiz": _quiz(lab.quiz),
            "source": lab.source,
            "starts": lab.starts,
        }
    )


def _quiz(quiz: LabQuiz) -> dict[str, Any]:
    return {
        "seed": str(quiz.seed),
        "settings": quiz.settings,
        "rates": [_rate(entry) for entry in quiz.rates],
        "corners": quiz.corners,
        "exercises": [question_data(one) for one in quiz.exercises],
    }


def _rate(entry: Metric) -> dict[str, Any]:
    told = {
        "name": entry.name,
        "called": called(entry),
        "readable": entry.readable,
        "formula": tree_of(entry.formula),
        "meaning": meaning_of(entry),
        "is_of_all": entry.is_proportion and is_of_all(entry),
    }
    if not entry.is_proportion:
        return told
    return {
        **told,
        "numerator": tree_of(Formula(entry.formula).numerator),
        "denominator": tree_of(entry.denominator),
        "population": entry.population,
    }


def _lesson(lesson: Lesson) -> dict[str, Any]:
    return {
        "name": lesson.name,
        "title": lesson.title,
        "about": lesson.about,
        "practise": lesson.practise,
        "steps": [_step(step) for step in lesson.steps],
    }


def _step(step: Step) -> dict[str, Any]:
    asks = step.asks
    return {
        "text": step.text,
        "bench": _bench(step.bench),
        "before": step.before,
        "after": step.after,
        "has_rates": step.has_rates,
        "conclusion": step.conclusion,
        **({"question": question_data(asks)} if isinstance(asks, Question) else {"deed": _deed(asks)}),
    }


def _deed(deed: Deed) -> dict[str, Any]:
    return {
        "asks": deed.asks,
        "goals": [goal_of(goal) for goal in deed.goals],
        "shown": deed.shown,
        "solution": deed.solution,
    }


def goal_of(text: str) -> list[Any]:
    """Return a comparison of two formulas as data.

    >>> goal_of("fp + fn = 0")
    [['+', 'fp', 'fn'], '=', 0]
    """
    comparison = ast.parse(re.sub(r"(?<![<>=])=(?!=)", "==", text), mode="eval").body
    if not isinstance(comparison, ast.Compare):
        raise TypeError(f"{text!r} compares nothing.")
    left, right = ast.unparse(comparison.left), ast.unparse(comparison.comparators[0])
    return [tree_of(left), RELATIONS[type(comparison.ops[0])], tree_of(right)]


def _bench(bench: Bench) -> dict[str, Any]:
    return {
        "evidence": _evidence(bench.evidence),
        "threshold": bench.threshold,
        "prices": {cell: bench.prices.get(cell, 0) for cell in CELLS},
        "words": bench.words,
        "in_rows": bench.in_rows,
        "has_curves": bench.has_curves,
        "tells_cheapest": bench.tells_cheapest,
    }


def _evidence(evidence: Hills | ScoredRows | Classifiers) -> dict[str, Any]:
    if isinstance(evidence, Hills):
        return {"kind": "hills", "positive": evidence.positive, "negative": evidence.negative}
    if isinstance(evidence, ScoredRows):
        return {"kind": "rows", "labels": evidence.labels, "scores": evidence.scores}
    return {"kind": "classifiers", "classifiers": _named(evidence.counts)}


def _named(counts: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"name": name, "counts": one.cells()} for name, one in counts.items()]


def _by_hand(table: RowsByHand | SweepByHand) -> dict[str, Any]:
    told: dict[str, Any] = {"name": table.name, "title": table.title, "about": table.about}
    if isinstance(table, SweepByHand):
        return {**told, "words": table.words, "cuts": table.cuts}
    return {
        **told,
        "labels": table.rows.labels,
        "scores": table.rows.scores,
        "names": table.names,
        "is_rising": table.is_rising,
    }
