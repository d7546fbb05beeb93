"""The exercises are those of the quiz with the same seed, and an answer is judged as the quiz judges it."""

from __future__ import annotations

from itertools import islice

import pytest

from truecut.catalogue.quiz import LETTERS, ChoiceAnswer, CountsAnswer, NumberAnswer, judged, known_kinds, questions
from truecut.summaries.lab import OF_EACH_KIND, lab_of
from truecut.views.lab import LabView

SEED = 3
TYPED = ("", "x", "0.5", ".5", "50", "50 %", "50percent", "1/2", "1/0", "-1", "1,5", "1,234", "7", "0", "100", "1 2 3")


@pytest.fixture(scope="module")
def asked(open_lab):
    return open_lab(LabView(lab_of(seed=SEED)).page(), "#exercises")


def answers_to(question) -> list[str]:
    """Return answers that are right, wrong by a slip, in other spellings, or no answers at all."""
    answer = question.answer
    if isinstance(answer, NumberAnswer):
        values = [answer.value, *(slip.value for slip in answer.slips)]
        return [*(f"{value:.6g}" for value in values), f"{100 * answer.value:.4g} %", *TYPED]
    if isinstance(answer, ChoiceAnswer):
        return list(LETTERS[: len(answer.options)])  # a page has buttons in the place of other spellings
    assert isinstance(answer, CountsAnswer)
    every = [answer.cells, *(cells for cells, _ in answer.slips), (1, 1, 1, 1)]
    return [*(" ".join(map(str, cells)) for cells in every), "1 2 3"]


@pytest.mark.parametrize("kind", known_kinds())
def test_questions_and_verdicts_are_those_of_the_quiz(asked, kind) -> None:
    """Each question of a kind is on its page, and two of them are answered in every way."""
    every = list(islice(questions(SEED, (kind,)), OF_EACH_KIND))
    for number, question in enumerate(every, start=1):
        asked.go(f"#exercises/{kind}/{number}")
        shown = asked.page.locator("#exercises .asked")
        text = shown.inner_text()
        assert question.asks in text
        assert question.story in text
        for cell in {cell for row in question.table for cell in row}:
            assert cell in text
        if number <= 2:
            judge(asked, question, f"#exercises/{kind}/{number}")
    assert asked.errors == []


def judge(asked, question, hash: str) -> None:
    for typed in answers_to(question):
        give(asked, question, typed)
        verdict = judged(question, typed)
        reply = asked.page.locator("#exercises .reply").inner_text()
        assert (question.solution if verdict.is_right else verdict.says) in reply, typed
        assert ("✓" in reply) is verdict.is_right, typed
        if verdict.is_right:  # and over: the next answer begins anew
            asked.go("#own")
            asked.go(hash)


def give(asked, question, typed: str) -> None:
    """Answer as a reader would; four numbers are typed into four boxes."""
    if isinstance(question.answer, ChoiceAnswer):
        asked.page.locator("#exercises .option").nth(LETTERS.index(typed)).click()
        return
    boxes = asked.page.locator("#exercises .answer")
    if isinstance(question.answer, CountsAnswer):
        for place, text in enumerate((*typed.split(), *[""] * 4)[:4]):
            boxes.nth(place).fill(text)
    else:
        boxes.fill(typed)
    asked.page.locator("#exercises .typed button").click()


def test_a_shown_answer_is_no_right_one(asked) -> None:
    asked.go("#own")
    asked.go("#exercises/metric/2")
    asked.click("Show me")
    assert "shown" in asked.page.locator("#exercises .score").inner_text()
    assert asked.page.locator("#exercises .answer").is_disabled()
    assert "truecut quiz --only metric --seed 3" in asked.page.locator("#exercises").inner_text()
