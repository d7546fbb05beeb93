"""Questions and replies for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue.quiz import LETTERS, ChoiceAnswer, Question
from truecut.views.visible_drawing import Text

STRONG, QUIET, GOOD, BAD = "bold", "bright_black", "green", "yellow"


def drawn_question(question: Question, number: int) -> RenderableType:
    """Return a question with what is given."""
    title = Text(f"{number}. ", style=STRONG)
    title.append(question.name or question.kind.replace("_", " "), style=QUIET)
    parts: list[RenderableType] = [title, Text(question.story)]
    if question.table:
        parts += ["", _table(question)]
    parts += ["", Text(question.asks, style=STRONG)]
    if isinstance(question.answer, ChoiceAnswer):
        options = zip(LETTERS, question.answer.options, strict=False)
        parts += [Text(f"  {letter}  {option.text}") for letter, option in options]
    return Group(*parts)


def drawn_reply(is_right: bool, says: str) -> RenderableType:
    """Return what is said to an answer."""
    return Text(f"{'✓' if is_right else '✗'} {says}", style=GOOD if is_right else BAD)


def drawn_quiz(questions: Sequence[Question], seed: int) -> RenderableType:
    """Return the questions, then the answers."""
    parts: list[RenderableType] = [Text(f"{len(questions)} questions (seed {seed})", style=QUIET)]
    for number, question in enumerate(questions, start=1):
        parts += ["", drawn_question(question, number)]
    parts += ["", Text("Answers", style=STRONG)]
    return Group(
        *parts, *(Text(f"{number}. {question.solution}") for number, question in enumerate(questions, start=1))
    )


def _table(question: Question) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 1))
    for place in range(len(question.table[0])):
        table.add_column(style=QUIET if place == 0 else "", justify="left" if place == 0 else "right")
    for row in question.table:
        table.add_row(*row)
    return table
