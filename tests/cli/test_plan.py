"""truecut plan and truecut chance as a person or a script meets them."""

import csv
import io
import json

import pytest


@pytest.fixture
def rows(tmp_path) -> str:
    """Return a file of 40 positives and 160 negatives."""
    lines = [f"1,{0.2 + i / 60}" for i in range(40)] + [f"0,{0.05 + i / 250}" for i in range(160)]
    path = tmp_path / "rows.csv"
    path.write_text("y,p\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def said(text: str) -> str:
    return " ".join(text.split())


# Plans


def test_a_plan_is_a_sentence_with_its_formula_and_reference(run):
    text = said(run("plan", "recall", "--expected", "0.85", "--within", "0.05", "--prevalence", "10%").out)
    assert "Recall known to within ±0.05: about 196 positives, 1,960 rows at this prevalence." in text
    assert "Wilson 1927" in text
    assert "Buderer 1996" in text


def test_a_metric_may_be_named_by_an_alias(run):
    text = run("plan", "sensitivity", "--expected", "0.85", "--within", "0.05").out
    assert text.startswith("Recall known to within")


def test_a_plan_as_data(run):
    call = ("plan", "roc_auc", "--expected", "0.8", "--against", "0.75", "--power", "0.9", "--ratio", "9")
    (found,) = json.loads(run(*call, "--json").out)["plans"]
    assert (found["metric"], found["power"], found["population"]) == ("roc_auc", 0.9, "positives")
    assert found["negatives"] == 9 * found["positives"]
    (row,) = csv.DictReader(io.StringIO(run(*call, "--format", "csv").out))
    assert int(row["needed"]) == found["needed"]
    assert "| roc\\_auc |" in run(*call, "--format", "markdown").out


def test_given_rows_the_power_is_said(run):
    call = ("plan", "recall", "--expected", "0.85", "--against", "0.8", "--discordant", "0.15", "--prevalence", "0.2")
    assert "400 positives, 2,000 rows at this prevalence have a power of 73.5 %." in said(
        run(*call, "--rows", "2000").out
    )


def test_widths_of_a_file_now_and_with_more_rows(run, rows):
    out = run("plan", rows, "--label", "y", "--score", "p").out
    assert "2× rows" in out
    assert "Average precision" in out
    data = json.loads(run("plan", rows, "--label", "y", "--score", "p", "--metric", "recall", "--json").out)
    assert [row["rows"] for row in data["rows"]] == [200, 400, 1000, 2000]
    halves = [row["half_width"] for row in data["rows"]]
    assert halves == sorted(halves, reverse=True)


def test_a_goal_for_a_file_says_what_there_is(run, rows):
    text = said(run("plan", rows, "--label", "y", "--score", "p", "--metric", "recall", "--within", "0.05").out)
    assert "; you have 40." in text


def test_intervals_to_expect(run):
    call = (
        "plan",
        "--positives",
        "100",
        "--negatives",
        "900",
        "--recall",
        "0.8",
        "--specificity",
        "0.9",
        "--roc-auc",
        "0.85",
    )
    out = run(*call).out
    assert "71.1 to 86.7 %" in out
    assert "Mean of 40 draws, seed 0: roc_auc (guarded), average_precision (jackknife)." in said(out)
    assert len(json.loads(run(*call, "--json").out)["rows"]) == 8


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "Say what to plan"),
        (("recal",), "is no file, and no metric is called 'recal'. Did you mean 'recall'"),
        (("recall",), "either how exactly"),
        (("recall", "--expected", "0.9", "--within", "x"), "must be a number"),
        (("--positives", "10", "--negatives", "10"), "Assume a recall"),
        (("mcc", "--within", "0.1", "--prevalence", "0.2"), "assume a recall and a specificity"),
    ],
)
def test_what_is_wrong_with_a_plan_is_one_sentence(run, arguments, says):
    outcome = run("plan", *arguments)
    assert outcome.code == 2
    assert says in outcome.err


# Chance


def test_chance_stands_beside_the_value_with_its_range(run, rows):
    out = run("chance", rows, "--label", "y", "--score", "p").out
    assert "Average precision" in out
    (area,) = [line for line in out.splitlines() if line.startswith("Area under the ROC curve")]
    assert "0.500" in area
    assert "< 0.001" in area


def test_chance_of_four_counts(run):
    call = ("chance", "--counts", "tp=8,fn=4,fp=30,tn=958", "--metric", "precision,prevalence")
    (model,) = json.loads(run(*call, "--json").out)["models"]
    precision, prevalence = model["metrics"]
    assert precision["mean"] == pytest.approx(12 / 1000)
    assert precision["method"] == "hypergeometric, exact"
    assert precision["constant"]["flag all"]["value"] == 12 / 1000
    assert prevalence["undefined"] == "it is the same for every model that flags as many rows"
    assert "Prevalence: it is the same" in run(*call).out


def test_chance_as_csv_and_markdown(run, rows):
    call = ("chance", rows, "--label", "y", "--score", "p", "--metric", "average_precision,recall", "--format")
    found = list(csv.DictReader(io.StringIO(run(*call, "csv").out)))
    assert [row["metric"] for row in found] == ["average_precision", "recall"]
    assert float(found[0]["chance_low"]) < 0.2 < float(found[0]["chance_high"])
    assert "### Against chance: p" in run(*call, "markdown").out


def test_the_seed_of_chance_is_the_users(run, rows):
    call = ("chance", rows, "--label", "y", "--score", "p", "--metric", "average_precision", "--json", "--seed")
    assert run(*call, "1").out == run(*call, "1").out
    assert run(*call, "1").out != run(*call, "2").out


def test_each_of_many_classes_is_held_against_chance(run, tmp_path):
    path = tmp_path / "kinds.csv"
    path.write_text("kind,guess\n" + "a,a\nb,c\nc,c\n" * 10, encoding="utf-8")
    outcome = run("chance", str(path), "--label", "kind", "--predicted", "guess", "--metric", "recall", "--json")
    found = {one["model"]: one["metrics"][0] for one in json.loads(outcome.out)["models"]}
    assert {name: one["value"] for name, one in found.items()} == {"a": 1.0, "b": 0.0, "c": 1.0}
    assert found["c"]["mean"] == pytest.approx(20 / 30)  # as many rows are answered with c, at random
