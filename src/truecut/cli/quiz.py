"""truecut quiz: questions without end, and what wrong answers computed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.options import NameList, Options, option
from truecut.cli.output import Output, draw, output_of, put, write
from truecut.cli.streams import is_terminal, tell
from truecut.errors.visible_text import visible, without_its_middle
from truecut.views.quiz import QuizView

if TYPE_CHECKING:
    from truecut.catalogue.quiz import Question

SHEET = 10  # questions on a sheet, if nobody says how many
TRIES = 3
SHOW, LEAVE = ("", "?", "show"), ("q", "quit", "exit")


@dataclass(frozen=True, kw_only=True)
class QuizArguments(Options):
    """What was typed about a quiz."""

    only: tuple[str, ...] = option(
        "--only", type=NameList(), default="", metavar="KIND,...", help="Ask these kinds of questions only."
    )
    questions: int | None = option(
        "--questions", "-n", type=click.IntRange(min=1), help="How many; without end if nobody says."
    )
    seed: int | None = option(
        "--seed", type=int, help="The same seed asks the same questions. Default: a new one at a terminal, otherwise 0."
    )
    output: Output = output_of(QuizView)


@click.command(
    epilog="""\b
Examples:
  truecut quiz
  truecut quiz --only metric,threshold
  truecut quiz --only sources --seed 0
  truecut quiz -n 8 --format markdown -o sheet.md
  truecut quiz -n 20 --json

\b
Kinds: cell, matrix, metric, orientation, no_information, means, threshold, area, corner, cost, beta,
prevalence, kappa, and sources (the exercises of a course).""",
)
@takes(QuizArguments)
def quiz(request: QuizArguments) -> None:
    """Ask questions about judging classifiers, and say what a wrong answer computed.

    Answers are read from standard input, one a line: 0.8, 80 % or 4/5; a letter; four numbers. An empty line shows the
    answer, q leaves. With a format, questions and answers are written as a sheet or as JSON, and nothing is asked.
    """
    from truecut.catalogue.quiz import questions

    seed = _chosen_seed(request.seed)
    asked = questions(seed, request.only)
    if request.output.is_chosen:
        sheet = tuple(islice(asked, request.questions or SHEET))
        write(QuizView(sheet, seed), request.output)
        return
    if not request.output.quiet:
        tell(f"Seed {seed}. An empty line shows the answer, q leaves.")
    score = Score()
    for number, question in enumerate(islice(asked, request.questions), start=1):
        outcome = _asked(question, number, request.output)
        if outcome == "left":
            break
        score = score.with_one(question.kind, outcome)
    if told := score.sentence():
        draw("", request.output)
        draw(told, request.output)


def _chosen_seed(given: int | None) -> int:
    if given is not None:
        return given
    if not is_terminal(sys.stdin):
        return 0
    from secrets import randbelow

    return randbelow(10_000)


def _asked(question: Question, number: int, output: Output) -> str:
    """Ask one question until it is answered, shown or left; return which."""
    from truecut.catalogue.quiz import judged
    from truecut.views.quiz.text import drawn_question, drawn_reply

    draw("", output)
    draw(drawn_question(question, number), output)
    tried = 0
    for typed in _typed_lines(output):
        if typed in LEAVE:
            return "left"
        if typed in SHOW:
            draw(question.solution, output)
            return "shown"
        verdict = judged(question, typed)
        if verdict.is_right:
            draw(drawn_reply(True, question.solution), output)
            return "right" if not tried else "later"
        tried += verdict.is_readable
        draw(drawn_reply(False, verdict.says), output)
        if tried == TRIES:
            draw(question.solution, output)
            return "shown"
    return "left"


def _typed_lines(output: Output) -> Iterator[str]:
    """Return what is typed, line by line; where nobody sits, each line is shown as if somebody had typed it."""
    if is_terminal(sys.stdin):
        with suppress(EOFError, ImportError):
            import readline  # noqa: F401  (lets the line be edited)

            while True:
                yield input("> ").strip().lower()
        return
    while sys.stdin is not None and (line := sys.stdin.readline()):
        put(f"> {without_its_middle(visible(line.rstrip()))}", output)
        yield line.strip().lower()


@dataclass(frozen=True)
class Score:
    """How it went."""

    outcomes: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    def with_one(self, kind: str, outcome: str) -> Score:
        """Return it with one more question."""
        missed = self.missed + Counter([kind]) if outcome != "right" else self.missed
        return replace(self, outcomes=self.outcomes + Counter([outcome]), missed=missed)

    def sentence(self) -> str:
        """Say how it went, and what to practise."""
        right, later, shown = (self.outcomes[outcome] for outcome in ("right", "later", "shown"))
        asked = right + later + shown
        if not asked:
            return ""
        told = f"{asked} asked: {right} right at once, {later} after another try, {shown} shown."
        if not self.missed:
            return told
        return f"{told} To practise what was missed: truecut quiz --only {self.missed.most_common(1)[0][0]}"
