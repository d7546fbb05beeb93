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


def test_a_slip_is_said_on_standard_error_and_not_when_quiet(run) -> None:
    outcome = run("explain", "presicion")
    assert outcome.err == "'presicion' is taken for 'precision'.\n"
    assert outcome.out == run("explain", "precision").out
    assert run("explain", "presicion", "--quiet").err == ""


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
