"""What the lab's page is told, as JSON; `report/src/lab/payload.ts` names the same fields.

Questions repeat each other's sentences with other numbers. Each sentence stands in the page once, in `texts`, with a
place for every number; a text is then its place in that list and the numbers.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

from truecut.catalogue.lessons import Bench, Classifiers, Deed, Hills, Lesson, ScoredRows, Step
from truecut.catalogue.lessons.by_hand import RowsByHand, SweepByHand
from truecut.catalogue.quiz import Question
from truecut.counting.counts import CELLS
from truecut.summaries.lab import LabSummary
from truecut.summaries.report.entries import tree_of
from truecut.views.page_data import as_script_data
from truecut.views.quiz.data import question_data

NUMBER = re.compile(r"\d(?:[\d,.]*\d)?")
PLACE = "\x00"
DIGITS = 12  # of what a wrong answer computes: it is compared in hundredths
RELATIONS: dict[type[ast.cmpop], str] = {ast.GtE: ">=", ast.LtE: "<=", ast.Eq: "="}


class SharedTexts:
    """Sentences without their numbers, each once."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def add(self, text: str) -> list[int | str]:
        """Return where a text stands, and its numbers."""
        shape = NUMBER.sub(PLACE, text)
        return [self.places.setdefault(shape, len(self.places)), *NUMBER.findall(text)]


def lab_data(lab: LabSummary) -> str:
    """Return the lab as JSON that may stand inside a script element."""
    texts = SharedTexts()
    exercises = {kind: [_shared(question_data(one), texts) for one in asked] for kind, asked in lab.exercises.items()}
    return as_script_data(
        {
            "version": lab.version,
            "level": lab.level,
            "z": lab.z,
            "metrics": lab.metrics,
            "lessons": [_lesson(lesson) for lesson in lab.lessons],
            "by_hand": [_by_hand(table) for table in lab.by_hand],
            "seed": lab.seed,
            "exercises": exercises,
            "texts": list(texts.places),
            "source": lab.source,
            "starts": lab.starts,
        }
    )


def _shared(question: dict[str, Any], texts: SharedTexts) -> dict[str, Any]:
    """Return a question whose sentences stand elsewhere."""
    answer = dict(question["answer"])
    if "hint" in answer:
        answer["hint"] = texts.add(answer["hint"])
    for many in ("slips", "options"):
        if many in answer:
            answer[many] = [_short({**one, "says": texts.add(one["says"])}) for one in answer[many]]
    sentences = {name: texts.add(question[name]) for name in ("story", "asks", "solution")}
    return {**question, **sentences, "answer": answer}


def _short(slip: dict[str, Any]) -> dict[str, Any]:
    number = slip.get("number")
    return {**slip, "number": float(f"{number:.{DIGITS}g}")} if isinstance(number, float) else slip


def _lesson(lesson: Lesson) -> dict[str, Any]:
    return {
        "name": lesson.name,
        "title": lesson.title,
        "about": lesson.about,
        "steps": [_step(step) for step in lesson.steps],
    }


def _step(step: Step) -> dict[str, Any]:
    asks = step.asks
    return {
        "text": step.text,
        "bench": _bench(step.bench),
        "before": step.before,
        "after": step.after,
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
