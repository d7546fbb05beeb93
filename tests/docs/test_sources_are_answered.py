"""Every case and every word of the teaching documents is answered: by a page, the lab, an exercise or a command.

What they get wrong is held by `test_mistakes.py`, the worked examples by `test_worked_examples.py`.
"""

from __future__ import annotations

import json

import pytest
from run_examples import DOCS, ROOT

from truecut.catalogue import Metric
from truecut.catalogue.glossary import TERMS, look_up
from truecut.catalogue.lessons import LESSONS, Classifiers
from truecut.catalogue.lessons.by_hand import BY_HAND, RowsByHand
from truecut.catalogue.quiz import EXERCISES, CountsAnswer, NumberAnswer
from truecut.summaries.lab import places_to_open

DATA = ROOT / "tests/reference/data"
SOURCE = json.loads((DATA / "source-examples.json").read_text(encoding="utf-8"))
TAUGHT = json.loads((DATA / "teaching-terms.json").read_text(encoding="utf-8"))["terms"]
WORKED = (DOCS / "examples/index.md").read_text(encoding="utf-8")

# Beside its section on the page of worked examples, each case is taught or asked; the place names which.
CASES = {
    "coronavirus-1": "lessons/worthless",
    "coronavirus-2": "lessons/rare",
    "spam-1": "lessons/matrix",
    "spam-2": "lessons/worse",
    "figure-7.1": "lessons/threshold",
    "exercise-7.2": "exercise 7.2: sensitivity",
    "pen-and-paper": "pen and paper",
    "useless-99.9": "lessons/worthless",
    "cost-M1": "lessons/populations",
    "cost-M2": "lessons/populations",
    "infection-A": "lessons/populations",
    "infection-B": "lessons/populations",
    "roc-point-A": "lessons/flip",
    "roc-point-B": "lessons/flip",
    "roc-point-C": "lessons/flip",
    "roc-point-C-reversed": "lessons/flip",
    "churn-at-0.5": "hand/churn",
}
TABLES = {"roc_steps": "hand/ten", "six_points": "hand/six", "churn_sweep": "hand/churn", "ideal_model": "hand/ideal"}
OTHERS = {"f_scores": "lessons/f1", "harmonic_mean": "lessons/f1"}


def counted_in(place: str) -> list[dict[str, int]]:
    """Return the four counts that somebody meets at a place of the lab, or in an exercise."""
    room, _, name = place.partition("/")
    if room == "lessons":
        steps = next(lesson.steps for lesson in LESSONS if lesson.name == name)
        return [counts for step in steps for counts in of_bench(step.bench)]
    if room == "hand":
        table = next(table for table in BY_HAND if table.name == name)
        assert not isinstance(table, RowsByHand)
        return [{"tp": tp, "fn": fn, "fp": fp, "tn": tn} for _, tp, fn, fp, tn in table.cuts]
    answer = next(exercise.answer for exercise in EXERCISES if exercise.name == place)
    if isinstance(answer, CountsAnswer):
        return [{"tp": answer.tp, "fn": answer.fn, "fp": answer.fp, "tn": answer.tn}]
    return []


def of_bench(bench) -> list[dict[str, int]]:
    evidence = bench.evidence
    if isinstance(evidence, Classifiers):
        return [{cell: int(number) for cell, number in one.cells().items()} for one in evidence.counts.values()]
    if not hasattr(evidence, "labels"):
        return []
    said = [score >= (bench.threshold or 2) for score in evidence.scores]
    pairs = list(zip(map(bool, evidence.labels), said, strict=True))
    truth_and_said = {"tp": (True, True), "fn": (True, False), "fp": (False, True), "tn": (False, False)}
    return [{cell: pairs.count(pair) for cell, pair in truth_and_said.items()}]


def test_no_case_is_forgotten() -> None:
    assert {case["id"] for case in SOURCE["counts_cases"]} == set(CASES)
    assert set(SOURCE) - {"about", "counts_cases", "errata", "f_scores_note"} == {*TABLES, *OTHERS}


@pytest.mark.parametrize("case", SOURCE["counts_cases"], ids=lambda case: case["id"])
def test_every_case_is_on_its_page_and_is_taught_or_asked(case) -> None:
    assert f"(example-{case['id'].replace('.', '-').lower()})=" in WORKED
    place = CASES[case["id"]]
    if place == "exercise 7.2: sensitivity":
        answer = next(exercise.answer for exercise in EXERCISES if exercise.name == place)
        assert isinstance(answer, NumberAnswer)
        assert answer.value == pytest.approx(case["expect"]["recall"])
    else:
        assert case["counts"] in counted_in(place)


@pytest.mark.parametrize("place", [*TABLES.values(), *OTHERS.values()])
def test_tables_and_means_have_a_place_in_the_lab(place) -> None:
    assert place in places_to_open()


def test_the_means_of_the_sources_are_asked_for() -> None:
    told = [step.asks for lesson in LESSONS if lesson.name == "f1" for step in lesson.steps]
    values = [asks.answer.value for asks in told if isinstance(getattr(asks, "answer", None), NumberAnswer)]
    assert SOURCE["harmonic_mean"]["harmonic"] in values
    replies = " ".join(
        f"{asks.solution} {' '.join(option.says for option in getattr(asks.answer, 'options', ()))}"
        for asks in told
        if hasattr(asks, "answer")
    )
    for score in SOURCE["f_scores"]:
        precision, recall = score["precision"], score["recall"]
        assert f"{2 * precision * recall / (precision + recall):.3f}" in replies


@pytest.mark.parametrize("taught", TAUGHT, ids=lambda taught: taught["term"])
def test_every_word_leads_to_something_that_is_there(taught) -> None:
    entry = look_up(taught["term"]).entry
    if isinstance(entry, Metric):
        return  # every metric has a page, which is made of its entry
    assert entry.page or entry.command or entry.exercise or entry.lab


@pytest.mark.parametrize("term", [term for term in TERMS if term.lab], ids=lambda term: term.name)
def test_a_term_leads_to_a_place_that_the_lab_has(term) -> None:
    assert term.lab in places_to_open()


def test_every_lesson_is_reached_by_a_term() -> None:
    assert {f"lessons/{lesson.name}" for lesson in LESSONS} <= {term.lab for term in TERMS}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_page_of_the_lab_lists_every_lesson_with_what_remains(lesson) -> None:
    page = (DOCS / "how-to/lab.md").read_text(encoding="utf-8")
    assert f"| {lesson.title} (`lessons/{lesson.name}`) | {lesson.steps[-1].conclusion} |" in page
