"""Questions as a sheet to print, and as data for a page that asks them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from truecut.catalogue.quiz import Question


@dataclass(frozen=True, eq=False)
class QuizView(View):
    """Some questions, and after them their answers."""

    questions: Sequence[Question]
    seed: int

    kind = "quiz"
    read = None

    def text(self, width: int) -> RenderableType:
        """Return a sheet to print, the answers at its end."""
        from truecut.views.quiz.text import drawn_quiz

        return drawn_quiz(self.questions, self.seed)

    def data(self) -> dict[str, Any]:
        """Return the questions with their answers as plain data."""
        from truecut.views.quiz.data import quiz_data

        return quiz_data(self.questions, self.seed)

    def markdown(self) -> str:
        """Return a sheet in Markdown."""
        from truecut.views.quiz.markdown import quiz_markdown

        return quiz_markdown(self.questions, self.seed)
