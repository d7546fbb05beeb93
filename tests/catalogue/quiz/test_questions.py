"""Questions can be answered, wrong answers are told what they computed, and nothing gives the answer away."""

import json
import re
from itertools import islice
from pathlib import Path

import pytest

from truecut.catalogue import BY_NAME
from truecut.catalogue.glossary import TERMS
from truecut.catalogue.quiz import EXERCISES, KINDS, LETTERS, ChoiceAnswer, NumberAnswer, judged, known_kinds, questions
from truecut.catalogue.quiz.judging import numbers_in
from truecut.catalogue.quiz.matrices import cells_counted
from truecut.catalogue.quiz.rates import ASKED, rate_question, slips_of
from truecut.catalogue.quiz.settings import SETTINGS
from truecut.counting.counts import Counts
from truecut.errors import UnknownName

SOURCE = json.loads((Path(__file__).parents[2] / "reference/data/source-examples.json").read_text(encoding="utf-8"))
MANY = 60
EVERY = [question for kind in KINDS for question in islice(questions(1, (kind,)), MANY)]
ALL = [*EVERY, *EXERCISES]


def right_answers(question) -> list[str]:
    """Return the right answer as people would write it."""
    answer = question.answer
    if isinstance(answer, NumberAnswer):
        written = [f"{answer.value:.4f}", f"{answer.value:.2f}"]
        return written + ([f"{answer.value:.2%}", f"{answer.value:.2%}".replace(".", ",")] if answer.is_share else [])
    if isinstance(answer, ChoiceAnswer):
        return [LETTERS[answer.right], answer.options[answer.right].text.upper()]
    return [" ".join(map(str, answer.cells)), "TP {} FN {} FP {} TN {}".format(*answer.cells)]


@pytest.mark.parametrize("kind", [*KINDS, "sources"])
def test_the_right_answer_is_taken_however_it_is_written(kind: str) -> None:
    for question in (one for one in ALL if one.kind == kind):
        for typed in right_answers(question):
            assert judged(question, typed).is_right, (question, typed)


@pytest.mark.parametrize("kind", [*KINDS, "sources"])
def test_no_slip_passes_and_each_is_answered_in_words(kind: str) -> None:
    for question in (one for one in ALL if one.kind == kind):
        answer = question.answer
        if isinstance(answer, NumberAnswer):
            for slip in answer.slips:
                verdict = judged(question, repr(slip.value))
                assert not verdict.is_right, (question, slip)
                assert verdict.says in {one.says for one in answer.slips}
        elif isinstance(answer, ChoiceAnswer):
            assert [option.is_right for option in answer.options].count(True) == 1
            for letter, option in zip(LETTERS, answer.options, strict=False):
                assert judged(question, letter).is_right == option.is_right
                assert option.is_right or option.says.endswith((".", "!"))
        else:
            for cells, says in answer.slips:
                assert judged(question, " ".join(map(str, cells))).says == says


def test_a_reply_does_not_give_the_number_away() -> None:
    for question in (one for one in ALL if isinstance(one.answer, NumberAnswer) and one.answer.is_share):
        for slip in question.answer.slips:
            assert f"{question.answer.value:.3f}" not in slip.says
            assert f"{question.answer.value:.2f}" not in slip.says


@pytest.mark.parametrize("asked", ASKED)
def test_every_other_rate_is_told_by_its_name(asked: str) -> None:
    counts = Counts(tp=31, fn=12, fp=7, tn=58)
    question = rate_question("metric", BY_NAME[asked], counts, SETTINGS[0])
    for other in set(ASKED) - {asked}:
        value = float(BY_NAME[other].at(counts))
        if abs(value - question.answer.value) > 0.02:
            said = judged(question, f"{value:.3f}").says
            assert BY_NAME[other].title.lower() in said.lower() or "plain average" in said, (asked, other, said)


def test_recall_for_precision_is_told_whom_it_was_divided_by() -> None:
    question = rate_question("metric", BY_NAME["precision"], Counts(tp=30, fn=10, fp=5, tn=55), SETTINGS[0])
    assert judged(question, "0.75").says == (
        "That is the recall: you divided by the emails that are truly spam (40). "
        "The precision is a share of the emails flagged as spam (35)."
    )
    assert judged(question, "1/7").says.startswith("That is the false discovery rate, which is 1 - precision")
    assert judged(question, "0.3").says.startswith("You divided by everybody")
    assert judged(question, "30").says.startswith("That is how many there are")
    assert judged(question, "35/30").says == "That is upside down: the part goes on top."


def test_the_same_seed_asks_the_same_and_another_asks_others() -> None:
    assert list(islice(questions(5), 30)) == list(islice(questions(5), 30))
    assert list(islice(questions(5), 30)) != list(islice(questions(6), 30))
    first_round = [question.kind for question in islice(questions(5), len(known_kinds()))]
    assert sorted(first_round) == sorted(known_kinds())


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UnknownName, match="'metrics'"):
        next(questions(0, ("metrics",)))


def test_generated_numbers_agree_with_the_rows_that_are_shown() -> None:
    for question in EVERY:
        if question.kind == "matrix":
            truth, said = ([int(cell) for cell in row[1:]] for row in question.table[1:])
            assert question.answer.cells == cells_counted(truth, said)
        if question.kind == "threshold":
            labels, scores = ([float(cell) for cell in row[1:]] for row in question.table)
            needed = int(re.search(r"at least (\d+) %", question.asks)[1]) / 100
            kept = [t for t in scores if sum(y for y, s in zip(labels, scores, strict=True) if s >= t) >= needed * 5]
            assert max(kept) == pytest.approx(question.answer.value)


def test_the_exercises_of_the_sources_have_the_answers_of_the_sources() -> None:
    told = {question.name: question for question in EXERCISES}
    assert len(told) == len(EXERCISES)
    cases = {case["id"]: case for case in SOURCE["counts_cases"]}
    pairs = {
        "coronavirus model 1: accuracy": ("coronavirus-1", "accuracy"),
        "coronavirus model 1: recall": ("coronavirus-1", "recall"),
        "coronavirus model 2: accuracy": ("coronavirus-2", "accuracy"),
        "coronavirus model 2: recall": ("coronavirus-2", "recall"),
        "spam model 1: precision": ("spam-1", "precision"),
        "spam model 2: precision": ("spam-2", "precision"),
        "figure 7.1: sensitivity": ("figure-7.1", "recall"),
        "figure 7.1: specificity": ("figure-7.1", "specificity"),
        "exercise 7.2: sensitivity": ("exercise-7.2", "recall"),
        "exercise 7.2: specificity": ("exercise-7.2", "specificity"),
        "class sizes of 9,990 and 10: accuracy": ("useless-99.9", "accuracy"),
        "churn at 0.5: true positive rate": ("churn-at-0.5", "recall"),
        "churn at 0.5: false positive rate": ("churn-at-0.5", "fpr"),
        "cost of M1": ("cost-M1", "total_cost"),
    }
    for name, (case, metric) in pairs.items():
        assert told[name].answer.value == pytest.approx(cases[case]["expect"][metric])
    paper = cases["pen-and-paper"]["counts"]
    assert told["pen and paper"].answer.cells == tuple(paper[cell] for cell in ("tp", "fn", "fp", "tn"))
    assert told["figure 7.5: the area"].answer.value == SOURCE["roc_steps"]["auc"]
    assert told["six rows: the first point"].answer.value == pytest.approx(SOURCE["six_points"]["first_point"]["tpr"])
    assert told["the mean of 1 and 9"].answer.value == SOURCE["harmonic_mean"]["harmonic"]
    assert told["infection: a hit"].answer.value == cases["infection-A"]["cost"]["tp"]
    assert told["infection: a miss"].answer.value == cases["infection-A"]["cost"]["fn"]
    for exercise in ("exercise 7.1", "exercise 7.3", "exercise 7.4"):
        assert any(name.startswith(exercise) for name in told)


def test_every_exercise_that_a_term_names_is_a_kind_and_every_kind_is_named() -> None:
    named = {term.exercise for term in TERMS if term.exercise}
    assert named == set(known_kinds())


@pytest.mark.parametrize(
    ("typed", "read"),
    {
        "0.8": [0.8], ".8": [0.8], "0,8": [0.8], "80 %": [0.8], "80%": [0.8], "80": [80, 0.8], "4/5": [0.8],
        "4 / 5": [0.8],
        "1,409": [1409, 14.09], "-1": [-1], "3 2": [], "abc": [], "1/0": [], "": [], "nan": [], "1e3": [],
    }.items(),
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(typed: str, read: list[float]) -> None:
    assert list(numbers_in(typed)) == pytest.approx(read)


def test_counts_of_a_question_keep_all_rates_apart() -> None:
    for question in (one for one in EVERY if one.kind == "metric"):
        values = sorted({round(slip.value, 9) for slip in question.answer.slips if slip.value <= 1})
        assert min(abs(value - question.answer.value) for value in values) > question.answer.tolerance


def test_slips_need_no_words_of_the_user() -> None:
    entry = BY_NAME["recall"]
    assert all(slip.says for slip in slips_of(entry, Counts(tp=3, fn=2, fp=1, tn=4)))
