"""Reading an answer as people write it, and saying what a wrong one computed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from truecut.catalogue.quiz.question import Answer, ChoiceAnswer, CountsAnswer, NumberAnswer, Question

LETTERS = "abcdefgh"
NAMES = ("true positives (truth 1, said 1)", "false negatives (truth 1, said 0)")
CELLS = (*NAMES, "false positives (truth 0, said 1)", "true negatives (truth 0, said 0)")
NOT_A_NUMBER = "Write a number: 0.8, 80 % or 4/5."
FOUR_NUMBERS = "Write four numbers in the order TP FN FP TN, such as 3 2 1 4."


@dataclass(frozen=True)
class Judgement:
    """Whether an answer is right, and what to say to it."""

    is_right: bool
    says: str
    is_readable: bool = True  # an answer that could not be read is no try


def judged(question: Question, typed: str) -> Judgement:
    """Return what an answer is worth.

    >>> from truecut.catalogue.quiz.question import Slip
    >>> answer = NumberAnswer(0.75, slips=(Slip(0.6, "That is recall."),))
    >>> question = Question(kind="metric", story="", asks="", answer=answer, solution="3 / 4")
    >>> judged(question, "75 %").is_right, judged(question, "3/5").says
    (True, 'That is recall.')
    """
    answer: Answer = question.answer
    if isinstance(answer, NumberAnswer):
        return _judged_number(answer, typed)
    return _judged_choice(answer, typed) if isinstance(answer, ChoiceAnswer) else _judged_counts(answer, typed)


def numbers_in(typed: str) -> Iterator[float]:
    """Return the numbers that a text may mean: 0.8, .8, 0,8, 80 %, 80, 4/5, 1,409.

    >>> list(numbers_in("4/5")), list(numbers_in("80")), list(numbers_in("0,8"))
    ([0.8], [80.0, 0.8], [0.8])
    """
    text = typed.strip().lower().replace("−", "-").replace("percent", "%")
    text = re.sub(r"\s*([%/])\s*", r"\1", text)
    text = re.sub(r"(?<=\d),(?=\d{3}(?:\D|$))", "", text).replace(",", ".")
    found = re.fullmatch(r"(-?(?:\d+\.?\d*|\.\d+))(?:/(\d+\.?\d*))?(%?)", text)
    if not found or (found[2] and not float(found[2])):
        return
    number = float(found[1]) / float(found[2] or 1)
    if found[3]:
        yield number / 100
        return
    yield number
    if number > 1 and not found[2]:
        yield number / 100


def _judged_number(answer: NumberAnswer, typed: str) -> Judgement:
    read = list(numbers_in(typed))
    if not read:
        return Judgement(False, NOT_A_NUMBER, is_readable=False)
    meant = read if answer.is_share else read[:1]
    if any(abs(number - answer.value) <= answer.tolerance for number in meant):
        return Judgement(True, "")
    near = [
        (abs(number - slip.value), slip.says)
        for number in meant
        for slip in answer.slips
        if abs(number - slip.value) <= answer.tolerance
    ]
    if near:
        return Judgement(False, min(near)[1])
    if answer.is_share and all(not 0 <= number <= 1 for number in meant):
        return Judgement(False, "A share lies between 0 and 1. What is the part, and of which whole?")
    return Judgement(False, answer.hint)


def _judged_choice(answer: ChoiceAnswer, typed: str) -> Judgement:
    said = typed.strip().lower().rstrip(".)")
    by_letter = dict(zip(LETTERS, answer.options, strict=False))
    by_text = {option.text.lower(): option for option in answer.options}
    chosen = by_letter.get(said) or by_text.get(said)
    if chosen is None:
        letters = ", ".join(list(by_letter)[: len(answer.options)])
        return Judgement(False, f"Choose one of {letters}.", is_readable=False)
    return Judgement(chosen.is_right, chosen.says)


def _judged_counts(answer: CountsAnswer, typed: str) -> Judgement:
    given = [int(number) for number in re.findall(r"\d+", typed)]
    if len(given) != len(CELLS):
        return Judgement(False, FOUR_NUMBERS, is_readable=False)
    if tuple(given) == answer.cells:
        return Judgement(True, "")
    for cells, says in answer.slips:
        if tuple(given) == cells:
            return Judgement(False, says)
    rows = sum(answer.cells)
    if sum(given) != rows:
        return Judgement(
            False, f"Your four numbers add up to {sum(given)}, and there are {rows} rows: tick each off once."
        )
    wrong = [name for name, mine, right in zip(CELLS, given, answer.cells, strict=True) if mine != right]
    return Judgement(False, f"Look again for the {wrong[0]}.")
