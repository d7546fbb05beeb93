"""Questions as plain data: whoever asks them can judge an answer without knowing any formula."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truecut.catalogue.quiz import Answer, ChoiceAnswer, NumberAnswer, Question
from truecut.views.json_values import plain


def quiz_data(questions: Sequence[Question], seed: int) -> dict[str, Any]:
    """Return questions with their answers."""
    return {"seed": seed, "questions": [question_data(question) for question in questions]}


def question_data(question: Question) -> dict[str, Any]:
    """Return one question with its answer."""
    return {
        "kind": question.kind,
        "exercise": question.name or None,
        "story": question.story,
        "table": [list(row) for row in question.table],
        "asks": question.asks,
        "answer": _answer(question.answer),
        "solution": question.solution,
    }


def _answer(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, NumberAnswer):
        return {
            "type": "number",
            "number": plain(answer.value),
            "tolerance": answer.tolerance,
            "is_share": answer.is_share,
            "slips": [{"number": plain(slip.value), "says": slip.says} for slip in answer.slips],
            "hint": answer.hint,
        }
    if isinstance(answer, ChoiceAnswer):
        options = [{"text": one.text, "is_right": one.is_right, "says": one.says} for one in answer.options]
        return {"type": "choice", "options": options}
    slips = [{"counts": list(cells), "says": says} for cells, says in answer.slips]
    return {"type": "counts", "counts": list(answer.cells), "slips": slips}
