"""Questions without end: generated from a seed, checked, and wrong answers diagnosed by what they compute.

A question is plain data (`question.py`), so a terminal and a page can ask the same one; seed and number make it again,
also on the page of the lab: `report/src/lab/exercises` makes each kind the same way, from the same draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from types import MappingProxyType

from truecut.catalogue.quiz.curves import area_question, corner_question
from truecut.catalogue.quiz.deciding import beta_question, cost_question, threshold_question
from truecut.catalogue.quiz.draw import Draw
from truecut.catalogue.quiz.judging import LETTERS, Judgement, judged
from truecut.catalogue.quiz.matrices import cell_question, matrix_question
from truecut.catalogue.quiz.question import Answer, ChoiceAnswer, CountsAnswer, NumberAnswer, Question
from truecut.catalogue.quiz.rates import (
    kappa_question,
    means_question,
    metric_question,
    no_information_question,
    orientation_question,
    prevalence_question,
)
from truecut.catalogue.quiz.sources import EXERCISES, KIND
from truecut.errors import UnknownName

__all__ = [
    "EXERCISES",
    "KINDS",
    "LETTERS",
    "SOURCES",
    "Answer",
    "ChoiceAnswer",
    "CountsAnswer",
    "Judgement",
    "NumberAnswer",
    "Question",
    "judged",
    "known_kinds",
    "questions",
]  # fmt: skip

SOURCES = KIND
# What a kind asks -> how a question of it is made; in the order in which they are learned.
KINDS: Mapping[str, Callable[[Draw], Question]] = MappingProxyType(
    {
        "cell": cell_question,
        "matrix": matrix_question,
        "metric": metric_question,
        "orientation": orientation_question,
        "no_information": no_information_question,
        "means": means_question,
        "threshold": threshold_question,
        "area": area_question,
        "corner": corner_question,
        "cost": cost_question,
        "beta": beta_question,
        "prevalence": prevalence_question,
        "kappa": kappa_question,
    }
)


def known_kinds() -> tuple[str, ...]:
    """Return what can be asked for by name."""
    return (*KINDS, SOURCES)


def questions(seed: int, only: tuple[str, ...] = ()) -> Iterator[Question]:
    """Return questions without end, the same ones for the same seed; of some kinds only, if they are named.

    >>> first, again = next(questions(7)), next(questions(7))
    >>> first == again
    True
    """
    for kind in only:
        if kind not in known_kinds():
            raise UnknownName("kind of question", kind, known_kinds())
    kinds = only or known_kinds()
    exercises = EXERCISES if only else Draw(f"{SOURCES}/{seed}").some_of(EXERCISES, len(EXERCISES))
    for turn in count():
        # Every kind comes once in a round, in an order of its own.
        for kind in kinds if only else Draw(f"round/{seed}/{turn}").some_of(kinds, len(kinds)):
            if kind == SOURCES:
                yield exercises[turn % len(exercises)]
            else:
                yield KINDS[kind](Draw(f"{kind}/{seed}/{turn}"))
