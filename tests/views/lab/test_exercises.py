"""The exercises are those of the quiz with the same seed, and an answer is judged as the quiz judges it."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from truecut.catalogue.quiz import (
    EXERCISES,
    KINDS,
    LETTERS,
    SOURCES,
    ChoiceAnswer,
    CountsAnswer,
    NumberAnswer,
    judged,
    known_kinds,
    questions,
)
from truecut.catalogue.quiz.draw import Draw
from truecut.summaries.lab import lab_of
from truecut.views.lab import LabView
from truecut.views.quiz.data import question_data

SEED = 3
SHOWN = 8
NUMBERS = 40  # of every kind, for each of the seeds
SEEDS = (0, 1, 2026, -5, 10**20)
# Each address is opened, and what the page says that it asks is kept.
HEAR = """async addresses => {
    const heard = [];
    const listen = event => heard.push(event.detail);
    document.addEventListener('asked', listen);
    for (const address of addresses) {
        await new Promise(done => { addEventListener('hashchange', done, { once: true }); location.hash = address; });
    }
    document.removeEventListener('asked', listen);
    return heard;
}"""
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
    """What is asked is on the page, and two of each kind are answered in every way."""
    every = list(islice(questions(SEED, (kind,)), SHOWN))
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


@pytest.mark.parametrize("kind", [*known_kinds(), "all"])
def test_the_page_makes_the_questions_of_the_quiz_without_end(asked, kind) -> None:
    """Text, table, answer, what wrong answers compute, and the solution: to the last letter and the last bit."""
    only = () if kind == "all" else (kind,)
    many = len(EXERCISES) if kind == SOURCES else NUMBERS
    for seed in SEEDS:
        asked.go("#own")
        heard = asked.page.evaluate(HEAR, [f"#exercises/{kind}/{number + 1}/{seed}" for number in range(many)])
        known = [question_data(question) for question in islice(questions(seed, only), many)]
        assert len(heard) == many
        for number, (mine, right) in enumerate(zip(heard, known, strict=True), start=1):
            assert mine.pop("exercise", None) == right.pop("exercise")
            assert mine == right, (kind, seed, number)


def test_far_and_odd_addresses_have_a_question(asked) -> None:
    for address, (kind, number) in {
        "metric/100000": ("metric", 100_000),
        "metric/0": ("metric", 1),
        "metric/x": ("metric", 1),
        "metric/-3": ("metric", 1),
        "metric/1e99": ("metric", 1),
        "sources/99999": ("sources", len(EXERCISES)),
    }.items():
        asked.go("#own")
        (heard,) = asked.page.evaluate(HEAR, [f"#exercises/{address}"])
        right = EXERCISES[-1] if kind == SOURCES else KINDS[kind](Draw(f"{kind}/{SEED}/{number - 1}"))
        assert heard["story"] == right.story, address
        assert heard["asks"] == right.asks, address
    for address in ("constructor/1", "__proto__", "metrics/2", "metric/2/drop-table"):
        asked.go("#own")
        assert asked.page.evaluate(HEAR, [f"#exercises/{address}"])[0]["asks"]
    assert asked.errors == []


def test_next_leads_on_and_other_ones_have_another_seed(asked) -> None:
    asked.go("#own")
    asked.go("#exercises/cell/30")
    for number in (31, 32, 33):
        asked.click("Skip")
        asked.arrive(f"#exercises/cell/{number}")
    link = asked.page.locator("#exercises").get_by_text("Other ones", exact=True)
    assert re.fullmatch(r"#exercises/cell/1(/\d+)?", link.get_attribute("href") or "")


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
