"""Every lesson is walked to its end: answered wrongly, answered rightly, done and shown."""

from __future__ import annotations

from itertools import combinations

import pytest

from truecut.catalogue.lessons import LESSONS, Deed
from truecut.catalogue.quiz import ChoiceAnswer

ROOM = "#lessons"


def reply(lab) -> str:
    return lab.page.locator(f"{ROOM} .reply:visible").inner_text()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_is_walked_by_answering(lab, lesson) -> None:
    lab.go(f"#lessons/{lesson.name}/1")
    for place, step in enumerate(lesson.steps, start=1):
        assert lab.page.locator(f"{ROOM} .eyebrow").inner_text().endswith(f"Step {place} of {len(lesson.steps)}")
        assert shown(lab) == usable(step, step.before)
        assert lab.page.locator(f"{ROOM} .waits:visible").count() == 0, "an answer is on the screen before it is given"
        answer_step(lab, step)
        assert shown(lab) == usable(step, step.after)
        assert step.has_rates or lab.page.locator(f"{ROOM} .waits:visible").count() == 0, "it is asked for later"
        if step.conclusion:
            assert lab.page.locator(f"{ROOM} .conclusion").inner_text() == step.conclusion
        if place < len(lesson.steps):
            lab.click("Next")
    assert lab.page.locator(f"{ROOM} .actions a:visible").first.inner_text().startswith(("Next lesson", "To the exer"))
    assert lab.errors == []


def answer_step(lab, step) -> None:
    """Answer wrongly first, then rightly; do what is to be done by the controls."""
    asks = step.asks
    if isinstance(asks, Deed):
        for control, value in asks.shown.items():
            lab.page.locator(f"{ROOM} [data-typed={control}]").fill(str(value))
        lab.drawn()
        solution = asks.solution
    elif isinstance(asks.answer, ChoiceAnswer):
        options = lab.page.locator(f"{ROOM} .option")
        wrong = next(place for place, option in enumerate(asks.answer.options) if not option.is_right)
        options.nth(wrong).click()
        assert asks.answer.options[wrong].says in reply(lab)
        assert shown(lab) == usable(step, step.before), "a wrong answer uncovers nothing"
        options.nth(asks.answer.right).click()
        solution = asks.solution
    else:
        box = lab.page.locator(f"{ROOM} .answer")
        box.fill(f"{asks.answer.slips[0].value:.6g}")
        box.press("Enter")
        assert asks.answer.slips[0].says in reply(lab)
        box.fill(f"{asks.answer.value:.6g}")
        box.press("Enter")
        solution = asks.solution
    lab.drawn()
    assert solution in reply(lab)


def shown(lab) -> set[str]:
    return set(
        lab.page.evaluate(
            "() => [...document.querySelectorAll('#lessons [data-view]')].filter(one => one.checkVisibility())"
            ".map(one => one.dataset.view)"
        )
    )


def usable(step, views) -> set[str]:
    """Return the views that the evidence of a step can fill."""
    counts = getattr(step.bench.evidence, "counts", None)
    if counts is None:
        return set(views) - {"classifiers"}
    return set(views) - {"scores", "calibration"} - ({"matrix"} if len(counts) > 1 else set())


def test_nobody_is_locked_in(lab) -> None:
    """Show me answers every question and does every deed."""
    lesson = next(one for one in LESSONS if one.name == "threshold")
    for place, step in enumerate(lesson.steps, start=1):
        lab.go(f"#lessons/{lesson.name}/{place}")
        lab.click("Show me")
        assert step.asks.solution in reply(lab)


def test_a_lesson_is_walked_with_the_keyboard_alone(lab) -> None:
    lab.go("#lessons/matrix/1")
    assert lab.page.evaluate("document.activeElement.textContent") == "What a confusion matrix is"
    lab.page.keyboard.press("Tab")
    lab.page.keyboard.press("Tab")  # the right answer is the second one
    lab.page.keyboard.press("Enter")
    lab.drawn()
    assert "In short: TP." in reply(lab)
    assert lab.page.evaluate("document.activeElement.textContent") == "Next"
    lab.page.keyboard.press("Enter")
    lab.arrive("#lessons/matrix/2")


# Steps with several classifiers, whose names stand in a table and beside points.
OF_SEVERAL = [
    (lesson.name, place)
    for lesson in LESSONS
    for place, step in enumerate(lesson.steps, start=1)
    if "classifiers" in step.after
]
LABELS = """() => [...document.querySelectorAll('#lessons .dot-label')]
    .map(label => label.getBoundingClientRect()).filter(box => box.width)
    .map(({ left, right, top, bottom }) => ({ left, right, top, bottom }))"""


@pytest.mark.parametrize("width", [390, 1180])
def test_several_classifiers_are_all_in_sight(open_lab, lab_html, width) -> None:
    shown = open_lab(lab_html, width=width)
    assert len(OF_SEVERAL) >= 5
    for name, place in OF_SEVERAL:
        shown.go(f"#lessons/{name}/{place}")
        shown.click("Show me")
        shown.drawn()
        hidden = "table => table.parentElement.scrollWidth - table.parentElement.clientWidth"
        assert shown.page.locator(f"{ROOM} .classifiers:visible").evaluate(hidden) <= 0, (name, place)
        labels = shown.page.evaluate(LABELS)
        for one, other in combinations(labels, 2):
            is_beside = one["right"] <= other["left"] or other["right"] <= one["left"]
            is_below = (
                one["bottom"] <= other["top"] + 6 or other["bottom"] <= one["top"] + 6
            )  # a box has air above its letters
            assert is_beside or is_below, (name, place)
    shown.page.context.close()


REACHES = """() => {
    const boxes = (what) => [...document.querySelectorAll(`#lessons ${what}`)]
        .map((one) => one.getBoundingClientRect()).filter((box) => box.width);
    const words = boxes('text.big');
    const isOver = (mark, word) =>
        mark.left < word.right && word.left < mark.right && mark.top < word.bottom - 4 && word.top + 4 < mark.bottom;
    return boxes('.row-mark').filter((mark) => words.some((word) => isOver(mark, word))).length;
}"""


def test_stacked_rows_end_below_the_words_of_their_class(lab) -> None:
    for place in (2, 3, 4):
        lab.go(f"#lessons/promise/{place}")
        lab.click("Show me")
        lab.drawn()
        assert lab.page.locator("#lessons .row-mark:visible").count() >= 40
        assert lab.page.evaluate(REACHES) == 0
