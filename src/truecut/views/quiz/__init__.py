"""Questions as a sheet to print, and as data for a page that asks them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truecut.catalogue.quiz import Question


@dataclass(frozen=True, eq=False)
class QuizView(View):
    """Some questions, and after them their answers."""

    questions: Sequence[Question]
    seed: int

    kind = "quiz"
    read = None
    text = made_by("quiz.text:drawn_quiz", "questions", "seed")
    data = made_by("quiz.data:quiz_data", "questions", "seed")
    markdown = made_by("quiz.markdown:quiz_markdown", "questions", "seed")
