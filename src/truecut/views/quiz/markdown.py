"""Questions as a sheet in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truecut.catalogue.quiz import LETTERS, ChoiceAnswer, Question


def quiz_markdown(questions: Sequence[Question], seed: int) -> str:
    """Return the questions, then the answers."""
    parts = [f"# {len(questions)} questions (seed {seed})"]
    for number, question in enumerate(questions, start=1):
        parts += [f"**{number}.** {question.story}", *_given(question), question.asks]
    answers = "\n".join(f"{number}. {question.solution}" for number, question in enumerate(questions, start=1))
    return "\n\n".join([*parts, "## Answers", answers]).replace("*(", "\\*(") + "\n"


def _given(question: Question) -> Iterator[str]:
    if question.table:
        head, *rows = question.table
        lines = [head, ("---",) * len(head), *rows]
        yield "\n".join(f"| {' | '.join(line)} |" for line in lines)
    if isinstance(question.answer, ChoiceAnswer):
        options = zip(LETTERS, question.answer.options, strict=False)
        yield "\n".join(f"- ({letter}) {option.text}" for letter, option in options)
