"""`truecut quiz` in a pipe: answers come from standard input, one a line."""

import io
import json

import pytest

from truecut.catalogue.quiz import NumberAnswer, questions


@pytest.fixture
def answer(monkeypatch, run):
    """Return how to run a quiz with these lines typed."""

    def answered(lines: str, *words: str):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return run("quiz", *words)

    return answered


def test_a_right_answer_is_explained_with_the_numbers_put_in(answer) -> None:
    out = answer("120/142\n", "--only", "sources", "-n", "9").out  # only the first is answered
    assert "coronavirus model 1: accuracy" in out
    said = answer("0.99\n", "--only", "sources", "-n", "1").out
    assert "> 0.99\n✓ " in said
    assert "990) / (0 + 0 + 10 + 990) = 0.990" in said.replace("\n", " ").replace("  ", " ")
    assert "1 asked: 1 right at once" in said


def test_a_wrong_answer_is_told_what_it_computed_and_asked_again(answer) -> None:
    said = " ".join(answer("0.01\n0.99\n", "--only", "sources", "-n", "1").out.split())
    assert "✗ That is the error rate, which is 1 - accuracy" in said
    assert "1 asked: 0 right at once, 1 after another try, 0 shown." in said
    assert "truecut quiz --only sources" in said


def test_three_wrong_answers_show_the_right_one_and_so_does_an_empty_line(answer) -> None:
    assert "1 shown." in answer("0.2\n0.3\n0.4\n", "--only", "sources", "-n", "1").out
    assert "1 shown." in answer("\n", "--only", "sources", "-n", "1").out


def test_what_cannot_be_read_is_no_try(answer) -> None:
    said = answer("x\ny\nz\nw\n0.99\n", "--only", "sources", "-n", "1").out
    assert said.count("Write a number") == 4
    assert "1 right at once" in said


def test_q_and_the_end_of_the_input_leave(answer) -> None:
    assert answer("q\n").code == 0
    assert answer("").code == 0


def test_a_perfect_student_is_asked_as_often_as_wished(answer) -> None:
    asked = [question for question, _ in zip(questions(4, ("metric",)), range(5), strict=False)]
    typed = "".join(f"{question.answer.value:.4f}\n" for question in asked if isinstance(question.answer, NumberAnswer))
    assert (
        "5 asked: 5 right at once, 0 after another try, 0 shown.\n"
        in answer(typed, "--only", "metric", "--seed", "4", "-n", "5").out
    )


def test_json_holds_all_that_asks_and_judges(run) -> None:
    told = json.loads(run("quiz", "--json", "-n", "40", "--seed", "2").out)
    assert told["truecut"] == "quiz"
    assert len(told["questions"]) == 40
    assert {question["answer"]["type"] for question in told["questions"]} == {"number", "choice", "counts"}
    assert run("quiz", "--json", "-n", "40", "--seed", "2").out == run("quiz", "--json", "-n", "40", "--seed", "2").out


def test_a_sheet_has_the_answers_at_its_end(run) -> None:
    for form in ("text", "markdown"):
        sheet = run("quiz", "--format", form, "-n", "4").out
        head, _, tail = sheet.partition("Answers")
        assert "4. " in head or "**4.**" in head
        assert "4. " in tail


def test_an_unknown_kind_is_one_sentence(run) -> None:
    outcome = run("quiz", "--only", "metrics", "--json")
    assert outcome.code == 2
    assert "No kind of question is called 'metrics'. Did you mean 'metric'" in outcome.err
