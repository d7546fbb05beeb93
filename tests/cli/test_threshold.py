"""truecut threshold: the number on a pipe, the reasons on a terminal."""

import json

import pytest

SPAM = ("examples/spam.csv.gz", "--label", "kind", "--positive", "spam", "--score", "boosted")
GOAL = "maximise recall subject to precision >= 0.99"


@pytest.fixture(autouse=True)
def from_the_root(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)


def test_a_pipe_gets_the_threshold_alone_and_exactly(run):
    outcome = run("threshold", *SPAM, "--rule", "f1")
    assert (outcome.code, outcome.out, outcome.err) == (0, "0.523844\n", "")


def test_the_number_flags_the_rows_that_were_promised(run):
    cut = run("threshold", *SPAM, "--rule", GOAL).out.strip()
    report = json.loads(run("report", *SPAM, "--threshold", cut, "--json").out)["models"][0]
    decision = json.loads(run("threshold", *SPAM, "--rule", GOAL, "--no-cross-fit", "--json").out)
    assert report["counts"] == decision["counts"]
    assert report["metrics"]["precision"]["value"] >= 0.99


def test_the_text_says_why_what_happens_and_that_it_flatters_itself(run):
    text = " ".join(run("threshold", *SPAM, "--cost", "fp=10,fn=1", "--format", "text").out.split())
    assert "Flag when score >= 0.947792." in text
    assert "where the stated costs of all rows add up to the least" in text
    assert "For calibrated probabilities these costs ask for 0.909091" in text
    assert "Chosen and judged on the same rows, which flatters it." in text
    assert "On rows that did not choose it, the cost of a row is" in text
    assert "of 1,000 rows" in text


def test_without_a_rule_costs_decide_and_else_youden(run):
    assert run("threshold", *SPAM).out == run("threshold", *SPAM, "--rule", "youden").out
    cheapest = run("threshold", *SPAM, "--cost", "fp=10,fn=1").out
    assert cheapest == run("threshold", *SPAM, "--cost", "fp=10,fn=1", "--rule", "cheapest").out


def test_what_no_threshold_meets_is_said_and_ends_with_1(run):
    outcome = run("threshold", *SPAM, "--rule", "maximise recall subject to recall > 99.99% and fpr < 0.01%")
    assert outcome.code == 1
    assert float(outcome.out) > 0
    assert outcome.err == "truecut: no threshold meets recall > 0.9999 and fpr < 0.0001.\n"


def test_a_split_chooses_on_one_part_and_judges_on_the_rest(run):
    spam = ("threshold", *SPAM, "--rule", "f1", "--split", "length=long")
    data = json.loads(run(*spam, "--json").out)
    assert not data["same_rows"]
    assert data["chosen_on"] == "the rows with length = long"
    assert sum(data["counts"].values()) == 1537 + 1530  # short and medium
    assert "optimism" not in data
    assert "judged on other rows" in run(*spam, "--format", "text").out


def test_rows_of_another_file_may_choose(run, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("y,p\n1,0.9\n0,0.2\n1,0.6\n0,0.7\n", encoding="utf-8")
    data = tmp_path / "data.csv"
    data.write_text("y,p\n1,0.65\n0,0.1\n", encoding="utf-8")
    decision = json.loads(run("threshold", str(data), "--choose-on", str(other), "--rule", "recall", "--json").out)
    assert decision["threshold"] == 0.6
    assert decision["counts"] == {"tp": 1, "fp": 0, "fn": 0, "tn": 1}
    assert decision["chosen_on"] == "other.csv"


def test_flagging_nothing_is_a_threshold_beyond_all_scores(run, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("y,p\n1,0.1\n0,0.9\n", encoding="utf-8")
    assert run("threshold", str(data), "--cost", "fp=100,fn=1").out == "inf\n"
    assert run("threshold", str(data), "--cost", "fp=100,fn=1", "--format", "text").out.startswith("Flag nothing.")


def test_a_capacity_is_never_exceeded(run):
    data = json.loads(
        run("threshold", *SPAM, "--rule", "capacity", "--with", "rows=100", "--json", "--no-cross-fit").out
    )
    assert data["counts"]["tp"] + data["counts"]["fp"] <= 100


def test_the_choice_among_its_neighbours_is_a_sheet(run):
    lines = run("threshold", *SPAM, "--rule", "f1", "--format", "csv").out.splitlines()
    assert lines[0] == "what,threshold,tp,fp,fn,tn,f1"
    assert [line.split(",")[0] for line in lines[1:]] == ["neighbour", "neighbour", "chosen", "neighbour", "neighbour"]
    assert lines[3].startswith("chosen,0.523844,1706,100,107,2688,0.94")
    assert run("threshold", *SPAM, "--rule", "f1", "--format", "markdown").out.startswith("| what | threshold |")


def test_a_share_may_be_written_in_percent(run):
    capacity = ("threshold", *SPAM, "--rule", "capacity", "--with")
    assert run(*capacity, "share=2%").out == run(*capacity, "share=0.02").out


def test_two_thresholds_leave_a_share_to_somebody(run):
    data = json.loads(run("threshold", *SPAM, "--two", "precision=0.99,npv=0.99", "--json", "--no-cross-fit").out)
    cuts = data["two_cuts"]
    assert cuts["accept"]["threshold"] > cuts["reject"]["threshold"]
    assert cuts["share_accepted"] + cuts["share_rejected"] + cuts["share_referred"] == pytest.approx(1)


def test_another_prevalence_keeps_the_rates_and_changes_precision(run):
    goal = ("threshold", *SPAM, "--rule", "maximise specificity subject to recall >= 0.9", "--json", "--no-cross-fit")
    here, there = json.loads(run(*goal).out), json.loads(run(*goal, "--prevalence", "0.01").out)
    assert there["threshold"] == here["threshold"]  # a goal of rates does not depend on prevalence
    assert there["metrics"]["recall"]["value"] == pytest.approx(here["metrics"]["recall"]["value"])
    assert there["metrics"]["precision"]["value"] < here["metrics"]["precision"]["value"] / 2


def test_rarer_positives_move_the_cheapest_threshold_up(run):
    costs = ("threshold", *SPAM, "--cost", "fp=10,fn=1")
    assert float(run(*costs, "--prevalence", "0.05").out) > float(run(*costs).out)


def test_sampling_rates_weigh_case_control_data_back(run):
    costs = ("threshold", *SPAM, "--cost", "fp=10,fn=1", "--json", "--no-cross-fit")
    sampled = json.loads(run(*costs, "--sampled", "positives=1,negatives=0.1").out)
    share = 1813 / (1813 + 2788 / 0.1)
    moved = json.loads(run(*costs, "--prevalence", repr(share)).out)
    assert sampled["threshold"] == moved["threshold"]
    assert sampled["metrics"]["precision"]["value"] == pytest.approx(moved["metrics"]["precision"]["value"])


def test_the_same_seed_gives_the_same_bytes(run):
    calls = [run("threshold", *SPAM, "--rule", "youden", "--resamples", "30", "--json").out for _ in range(2)]
    assert calls[0] == calls[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--rule", "maximise recal"), "at character 10, 'recal' is not a metric. Did you mean 'recall'"),
        (("--rule", "yoden"), "No rule or metric is called 'yoden'. Did you mean 'youden'"),
        (("--rule", "roc_auc"), "roc_auc is one number for all thresholds"),
        (("--rule", "cheapest"), "state them with --cost"),
        (("--rule", "youden", "--with", "beta=2"), "takes no parameter 'beta'"),
        (("--cost", "fn=lots,fp=1"), "has no column 'lots'"),
        (("--cost", "fnn=1"), "No outcome is called 'fnn'. Did you mean 'fn'"),
        (("--split", "length"), "--split should look like COLUMN=VALUE"),
        (("--split", "length=huge"), "No group is called 'huge'"),
        (("--two", "precision=0.9"), "need an aim for each"),
        (("--prevalence", "2"), "prevalence lies between 0 and 1, and 2 does not. 2 % is written 2% or 0.02."),
        (("--sampled", "negatives=0"), "The sampled share of negatives lies between 0 and 1, and 0 does not."),
        (("--sampled", "cases=1"), "Sampling rates are those of positives and negatives, not of 'cases'."),
        (("--folds", "1", "--format", "text"), "at least 2 folds"),
    ],
    ids=str,
)
def test_a_mistake_is_one_sentence(run, arguments, sentence):
    outcome = run("threshold", *SPAM, *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert sentence in outcome.err
    assert outcome.err.startswith("truecut: ")
    assert outcome.err.count("\n") == 1


def test_one_model_must_be_named(run):
    outcome = run("threshold", "examples/spam.csv.gz", "--label", "kind", "--positive", "spam")
    assert (outcome.code, outcome.out) == (2, "")
    assert "name one: --score logistic or --score boosted." in outcome.err


def test_hard_predictions_have_no_threshold_to_choose(run):
    outcome = run("threshold", "examples/digits.csv", "--label", "digit", "--predicted", "predicted", "--positive", "8")
    assert (outcome.code, outcome.out) == (2, "")
    assert "gave hard predictions: one point, and no threshold to move; `truecut cost` prices it" in outcome.err


@pytest.mark.parametrize("asked", [["threshold", "--format", "text"], ["cost", "--cost", "fp=1,fn=3"]])
def test_reversed_scores_are_said_and_not_only_that_nothing_is_to_be_flagged(asked, run, tmp_path):
    rows = "".join(f"{int(i % 4 == 0)},{0.2 + i / 1000 if i % 4 == 0 else 0.6 + i / 1000:.3f}\n" for i in range(200))
    (tmp_path / "reversed.csv").write_text("y,s\n" + rows)
    found = run(*asked, str(tmp_path / "reversed.csv"), "--label", "y", "--score", "s")
    assert "The scores look reversed." in found.out
    right = run(*asked, str(tmp_path / "reversed.csv"), "--label", "y", "--score", "s", "--lower-is-positive")
    assert "reversed" not in right.out.replace("reversed.csv", "")
