"""truecut decide: the same decisions as in Python, and every slip gets a sentence."""

import csv
import json

import pytest

import truecut as tc

RARE = ["examples/rare-digits.csv", "--label", "digit"]
NAMES = ("zero", "one", "two", "eight", "nine")
SCORES = ["--class-score", ",".join(f"{name}=p_{name}" for name in NAMES)]


@pytest.fixture(scope="module")
def rare():
    return tc.evaluate(RARE[0], label="digit", class_scores={name: f"p_{name}" for name in NAMES})


@pytest.fixture
def told(run):
    def found(*more):
        outcome = run("decide", *RARE, *SCORES, *more, "--json")
        assert outcome.code == 0, outcome.err
        return json.loads(outcome.out)

    return found


def test_prices_decide_as_in_python_by_cell_and_by_file(rare, told, tmp_path):
    costs = {("nine", "two"): 20, ("eight", "one"): 5}
    by_cell = told("--price", "nine:two=20", "--price", "eight:one=5", "--unsure", "0.5")
    expected = rare.decide(costs=costs, unsure=0.5).matrix
    assert by_cell["matrix"] == expected.rows.tolist() and by_cell["unsure"] == expected.unsure.tolist()
    decision = rare.decision(costs=costs, unsure=0.5)
    assert by_cell["recommendation"]["decision"]["saving"]["low"] == decision.saving.low
    file = tmp_path / "prices.csv"
    with file.open("w", newline="") as opened:
        writer = csv.writer(opened)
        writer.writerow(["true", *NAMES])
        writer.writerows([a, *(costs.get((a, b), int(a != b)) for b in NAMES)] for a in NAMES)
    by_file = told("--prices", str(file), "--unsure", "0.5")
    assert {**by_file, "recommendation": None} == {**by_cell, "recommendation": None}


def test_the_answers_are_written_row_by_row(rare, told, tmp_path):
    file = tmp_path / "answers.csv"
    found = told("--answer-from", "nine=0.9", "--answers", str(file))
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert len(rows) == rare.read.rows
    assert sum(row["answer"] == "" for row in rows) == sum(found["unsure"])
    assert all(float(row["probability"]) >= 0.9 for row in rows if row["answer"] == "nine")


def test_a_promise_is_kept_by_the_lower_limit(rare, told):
    cut = told("--right", "90%")["cut"]
    assert cut == rare.trade_off().promising(0.9)._asdict()
    assert cut["low"] >= 0.9


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["--price", "nine-two=5"], "should look like 9:3=5"),
        (["--price", "nine:tow=5"], "No class is called 'tow'"),
        (["--price", "nine:two=5,nine:two=6"], "given twice"),
        (["--price", "nine:two=many"], "'many'"),
        (["--unsure", "-1"], "from 0 up"),
        (["--unsure", "0.3", "--right", "95%"], "one way at a time"),
        (["--right", "1.5"], "between 0 and 1"),
        (["--prices", "no-such.csv"], "no-such.csv"),
        (["--answer-from", "nine=0.5,ten=0.5"], "No class is called 'ten'"),
    ],
)
def test_a_slip_gets_a_sentence(run, typed, said):
    outcome = run("decide", *RARE, *SCORES, *typed)
    assert outcome.code == 2 and said in outcome.err and "Traceback" not in outcome.err


def test_two_classes_are_sent_to_their_own_commands(run):
    outcome = run("decide", "examples/breast-cancer.csv", "--positive", "malignant")
    assert outcome.code == 2 and "truecut threshold" in outcome.err
