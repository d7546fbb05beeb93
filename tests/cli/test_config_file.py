"""truecut.toml says once what every command needs; what is typed goes before it, and no slip in it is overlooked."""

import gzip
import json
import tomllib
from pathlib import Path

import polars as pl
import pytest

import truecut as tc
from truecut.errors.visible_text import visible

SPAM = gzip.decompress((Path(__file__).parents[2] / "examples" / "spam.csv.gz").read_bytes())
GOOD = """
[data]
file = "spam.csv"
label = "kind"
classes = ["ham", "spam"]
positive = "spam"
score = ["logistic", "boosted"]
[situation]
cost = { fp = 10, fn = 1 }
threshold = { logistic = 0.5, boosted = 0.711 }
prevalence = "9.9%"
[words]
unit = "email"
[check]
require = ["recall >= 80%"]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "spam.csv").write_bytes(SPAM)
    (tmp_path / "truecut.toml").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_every_part_is_read_and_said(run):
    outcome = run("report", "--json")
    assert "cost fp=10, fn=1" in outcome.err
    data = json.loads(outcome.out)
    by_model = {model["name"]: model for model in data["models"]}
    assert [by_model[name]["threshold"] for name in ("logistic", "boosted")] == [0.5, 0.711]
    assert data["situation"]["cost"] == {"fp": "10", "fn": "1"}
    assert data["situation"]["origin"]["file"] == "truecut.toml"
    assert by_model["boosted"]["metrics"]["mean_cost"]["value"] == pytest.approx(
        0.0990 * 0.08218 + 0.901 * 10 * 0.02941, rel=1e-3
    )


@pytest.mark.usefixtures("folder")
def test_what_is_typed_goes_before_the_file_and_that_is_said(run):
    outcome = run("report", "--prevalence", "2%", "--json")
    assert "prevalence 2% (typed, in place of 9.9%)" in outcome.err
    assert json.loads(outcome.out)["situation"]["prevalence"] == 0.02


@pytest.mark.usefixtures("folder")
def test_requirements_add_up(run):
    outcome = run("check", "--score", "boosted", "--require", "fpr <= 10%")
    assert outcome.code == 0
    assert "recall >= 80%" in outcome.out
    assert "fpr <= 10%" in outcome.out


def test_a_part_without_use_is_left_out_from_the_file_and_refused_if_typed(run, folder):
    (folder / "truecut.toml").write_text(GOOD.replace("[words]", 'rule = "f1"\n[words]'))
    assert run("table", "--score", "boosted", "--points", "2").code == 0
    outcome = run("table", "--score", "boosted", "--rule", "f1")
    assert outcome.code == 2
    assert "--rule has no use in `truecut table`; leave it out." in outcome.err


@pytest.mark.usefixtures("folder")
def test_no_file_is_read_where_nobody_wants_it(run):
    outcome = run("report", "spam.csv", "--positive", "spam", "--no-config", "--json")
    assert "origin" not in outcome.err
    assert json.loads(outcome.out)["situation"]["origin"] is None


@pytest.mark.usefixtures("folder")
def test_counts_take_the_place_of_the_data_and_keep_the_situation(run):
    data = json.loads(run("report", "--counts", "tp=30,fn=10,fp=5,tn=55", "--json").out)
    (model,) = data["models"]
    assert model["metrics"]["precision"]["value"] == pytest.approx(0.099 * 0.75 / (0.099 * 0.75 + 0.901 * 5 / 60))


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("prevalence =", "prevalance =", "has a key 'prevalance' in [situation]. Did you mean 'prevalence'?"),
        ("label =", "cost = {fp=1,fn=1}\nlabel =", "cost belongs into [situation] of truecut.toml, not [data]."),
        (
            "[data]",
            'require = ["recall >= 1%"]\n[data]',
            "require belongs into [check] of truecut.toml",
        ),
        ('label = "kind"', 'label = "sort"', "has no column 'sort'"),
        ("boosted = 0.711", "boostd = 0.711", "No model is called 'boostd'. Did you mean 'boosted'?"),
        ("fp = 10, fn = 1", "fn = 1", "By these prices a false alarm costs nothing"),
        ('"9.9%"', "9.9", "prevalence lies between 0 and 1, and 9.9 does not. 9.9 % is written 9.9% or 0.099."),
        ('"9.9%"', "true", "prevalence must be a share"),
        ("[words]", "[word]", "has a table or key 'word', which means nothing here. Did you mean 'words'?"),
        ("[words]", "[words", "is not TOML"),
        ("{ logistic = 0.5, boosted = 0.711 }", '"cheapest"', "A threshold in force is a number; choose it with"),
        ('positive = "spam"', 'positive = "Spam"', "'Spam'"),
    ],
)
def test_a_slip_in_the_file_is_refused(before, after, says, run, folder):
    assert before in GOOD
    (folder / "truecut.toml").write_text(GOOD.replace(before, after, 1))
    outcome = run("report")
    assert outcome.code == 2
    assert says in outcome.err


def test_two_files_that_may_be_meant_are_refused(run, folder):
    (folder / "data").mkdir()
    (folder / "data" / "spam.csv").write_bytes(SPAM)
    (folder / "data" / "truecut.toml").write_text(GOOD)
    outcome = run("report", "data/spam.csv")
    assert outcome.code == 2
    assert "Two truecut.toml may be meant" in outcome.err
    assert run("report", "data/spam.csv", "--config", "truecut.toml", "--json").code == 0


@pytest.mark.usefixtures("folder")
def test_a_curve_is_no_file(run):
    assert json.loads(run("curve", "roc", "--score", "boosted", "--points", "5", "--json").out)


def test_init_writes_what_is_clear_and_asks_the_rest(run, tmp_path, monkeypatch):
    (tmp_path / "spam.csv").write_bytes(SPAM)
    monkeypatch.chdir(tmp_path)
    outcome = run("init", "spam.csv")
    assert outcome.code == 0
    assert "which is positive, spam or ham?" in outcome.err
    assert outcome.err.count("Wrote truecut.toml") == 1
    text = (tmp_path / "truecut.toml").read_text()
    assert 'label = "kind"' in text
    assert "# positive = " in text
    assert run("report").code == 2  # the positive class is still to be said
    assert run("report", "--positive", "spam", "--json").code == 0
    again = run("init", "spam.csv")
    assert again.code == 2
    assert "never written over" in again.err


@pytest.mark.parametrize("words", [["--stdout"], ["-o", "-"]])
def test_init_shows_what_it_would_write(words, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spam.csv").write_text("y,p\nspam,0.9\nham,0.2\n" * 5)
    outcome = run("init", "spam.csv", *words)
    assert outcome.code == 0
    assert tomllib.loads(outcome.out)["data"]["label"] == "y"
    assert [path.name for path in tmp_path.iterdir()] == ["spam.csv"]


def test_names_of_others_do_not_break_out_of_the_file_that_init_writes(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    label, classes = "y\x1b[2J\u202e", ['a"\n[situation]\nprevalence = 0.9\n#', "b\x7f\U000e0041"]
    frame = pl.DataFrame({label: classes * 5, "p\u2066\x85": [0.9, 0.2] * 5})
    frame.write_csv(tmp_path / "rows.csv")
    assert run("init", "rows.csv").code == 0
    text = (tmp_path / "truecut.toml").read_text()
    assert all(visible(line) == line for line in text.splitlines())
    found = tomllib.loads(text.replace("# classes", "classes"))
    assert found["data"]["label"] == label
    assert sorted(found["data"]["classes"]) == sorted(classes)
    assert not found["situation"]


def test_money_is_what_costs_are_in(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text("y,p\n" + "1,0.9\n0,0.2\n1,0.6\n0,0.7\n" * 20)
    data = '[data]\nfile = "rows.csv"\nlabel = "y"\nscore = "p"\n[situation]\ncost = { fp = 1, fn = 4 }\n'
    (tmp_path / "truecut.toml").write_text(f'{data}[words]\nmoney = "EUR"\n')
    assert "That costs 250 EUR." in " ".join(run("report").out.split())
    assert "Costs in EUR: a miss 4; a false alarm 1." in run("cost").out
    told = json.loads(run("report", "--json").out)
    assert told["situation"]["money"] == "EUR"
    assert told["recommendation"]["sentences"]["lede"].endswith("That costs 250 EUR.")
    e = tc.evaluate("rows.csv", label="y", score="p", cost={"fp": 1, "fn": 4}, words={"money": "EUR"})
    e.save("saved.json")
    assert tc.load("saved.json").recommend().sentences.lede.endswith("250 EUR.")
