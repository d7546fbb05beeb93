"""`truecut explain` opens terms as it opens metrics; every command that a term names runs."""

import json
import shlex
from pathlib import Path

import pytest

from truecut.catalogue.glossary import TERMS, Picture
from truecut.views.term.drawings import DRAWINGS

ROOT = Path(__file__).parents[2]
ROWS = "examples/breast-cancer.csv --label diagnosis --positive malignant --score logistic"


def test_a_term_is_shown_with_its_drawing_and_where_to_go_on(run) -> None:
    out = run("explain", "confusion", "matrix").out
    assert "TP" in out
    assert "truecut report --counts" in out
    assert run("explain", "Confusion Matrix").out == out


def test_a_term_has_the_formats_of_a_metric(run) -> None:
    told = json.loads(run("explain", "roc curve", "--json").out)
    assert (told["truecut"], told["name"], told["picture"]) == ("term", "ROC curve", "roc")
    assert run("explain", "roc curve", "--format", "csv").out.startswith("what,says")


def test_a_slip_is_said_first(run) -> None:
    taken, _, rest = run("explain", "presicion").out.partition("\n\n")
    assert taken == "'presicion' is taken for 'precision'."
    assert rest == run("explain", "precision").out


def test_what_else_goes_by_a_word_is_in_every_format(run) -> None:
    note = "Two are named. Precision: Of the rows flagged as positive, the share that are truly positive."
    asked = ("explain", "accuracy or precision")
    assert note in " ".join(run(*asked).out.split())
    assert json.loads(run(*asked, "--json").out)["notes"][0].startswith(note)
    assert note in run(*asked, "--format", "csv").out


def test_a_number_in_the_word_is_put_in_unless_another_is_given(run) -> None:
    four = ["--counts", "tp=30,fn=10,fp=5,tn=55"]
    assert run("explain", "F2", *four).out == run("explain", "f_beta", "--with", "beta=2", *four).out
    assert "beta = 3" in run("explain", "F2", "--with", "beta=3", *four).out


def test_every_picture_has_a_drawing_that_fits_a_terminal() -> None:
    assert set(DRAWINGS) == set(Picture)
    assert {term.picture for term in TERMS} >= set(Picture)
    for drawing in DRAWINGS.values():
        assert max(map(len, drawing.splitlines())) <= 76


@pytest.mark.parametrize("command", sorted({term.command for term in TERMS if term.command}))
def test_commands_of_terms_run(command: str, run, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(ROOT)
    named = (
        command.replace("CALIBRATION_FILE", "examples/breast-cancer.csv")
        .replace("FILE", ROWS, 1)
        .replace("WORD", "kappa")
    )
    words = shlex.split(named.replace("compare", "compare --score forest"))[1:]
    if words[0] == "plot":
        words += ["-o", str(tmp_path)]
    assert run(*words).code in (0, 1), named


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (("recall", "TP=30", "fn=10"), "= 30 / (30 + 10) = 75.0 %"),
        (("recall", "tp:30", "FN:10"), "= 30 / (30 + 10) = 75.0 %"),
        (("recall", "TP", "30", "FN", "10"), "= 30 / (30 + 10) = 75.0 %"),
        (("recall", "30", "TP", "10", "FN"), "= 30 / (30 + 10) = 75.0 %"),
        (("recall", "true positives=30", "false negatives = 10"), "= 30 / (30 + 10) = 75.0 %"),
        (("recall", "--counts", "TP: 30, FN: 10; FP: 5 TN: 55"), "= 30 / (30 + 10) = 75.0 %"),
        (("recall", "--counts", "30 TP, 10 FN, 5 false positives, 55 TN"), "= 30 / (30 + 10) = 75.0 %"),
        (("f1", "precision:", "0.3", "recall", "=", "0.8"), "= 2 × 0.3 × 0.8 / (0.3 + 0.8) = 0.436"),
        (("kappa", "observed=80%", "expected=0.5"), "= (0.8 - 0.5) / (1 - 0.5) = 0.600"),
        (("precision", "--counts", "tp=30,fp=5"), "= 30 / (30 + 5) = 85.7 %"),
        (("f1", "tp=30", "fn=10", "fp=5"), "= 2 × 30 / (2 × 30 + 5 + 10) = 0.800"),
        (("f1", "tp=0", "fn=0", "fp=0"), "undefined: no row is positive and nothing was flagged"),
        (("uniform_guess_rate", "classes=6"), "= 1 / 6 = 16.7 %"),
        (("1/6",), "= 1 / 6 = 16.7 %"),
        (("f1", "precision=0.3", "recall=0.8"), "(precision + recall) / 2 = 0.550: the plain mean"),
    ],
)
def test_as_few_numbers_are_put_in_as_a_formula_looks_at(run, typed, line) -> None:
    done = run("explain", *typed)
    assert done.code == 0
    assert line in done.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("accuracy", "tp=3", "fn=1"), "fp and tn are missing"),
        (("recall", "tp=-1", "fn=3"), "tp must be 0 or more"),
        (("recall", "--counts", "30,10,5,55"), "say which count is which"),
        (("recall", "tp=3", "TP=4", "fn=1"), "tp is given twice"),
        (("kappa", "observed=80", "expected=50"), "observed lies between 0 and 1"),
        (("kappa", "accuracy=0.8"), "it follows from expected and observed"),
        (("precision", "tp=3", "fp=1", "recall=0.3"), "leave out recall"),
    ],
)
def test_too_few_numbers_and_contradictions_are_refused(run, typed, said) -> None:
    done = run("explain", *typed)
    assert done.code == 2
    assert said in done.err


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("difference between precision and recall", "Precision against recall"),
        ("what is the formula for recall", "Recall"),
        ("define specificity", "Specificity"),
        ("explain the roc curve", "ROC curve"),
    ],
)
def test_questions_open_what_they_ask_about(run, asked, title) -> None:
    assert run("explain", asked).out.startswith(title)


def test_a_name_inside_a_longer_question_comes_first_among_the_nearest(run) -> None:
    done = run("explain", "where on earth does one put a threshold")
    assert done.code == 2
    assert "Nearest: threshold (it is in the question)" in done.err


def test_of_two_that_are_named_one_is_explained_and_the_other_said_in_a_sentence(run) -> None:
    note, _, rest = run("explain", "f1", "vs", "accuracy").out.partition("\n\n")
    assert rest == run("explain", "f1").out
    said = "Accuracy: Of all rows, the share that were classified rightly. More: truecut explain accuracy"
    assert said in " ".join(note.split())
