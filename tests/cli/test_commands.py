"""The commands: what they print, in every format, at every width, with and without colour."""

import csv
import io
import json
import re
from pathlib import Path

import polars as pl
import pytest

from truecut.catalogue import CATALOGUE
from truecut.cli.main import COMMANDS

COUNTS = "tp=30,fn=10,fp=5,tn=55"
EXAMPLES = Path(__file__).parents[2] / "examples"


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no strict JSON")


def strict(text: str) -> dict:
    return json.loads(text, parse_constant=refuse)


CANCER = ["report", str(EXAMPLES / "breast-cancer.csv"), "--positive", "malignant"]
DIGITS = ["report", str(EXAMPLES / "digits.csv"), "--label", "digit"]
REPORTS = {
    "scores": [*CANCER, "--score", "forest"],
    "several models": CANCER,
    "groups": ["report", str(EXAMPLES / "spam.csv.gz"), "--positive", "spam", "--group", "length"],
    "log odds": ["report", str(EXAMPLES / "digits-eight.parquet")],
    "predictions": [*DIGITS, "--predicted", "predicted", "--positive", "8"],
    "classes": [*DIGITS, "--predicted", "predicted"],
    "scores of classes": [*DIGITS, "--class-score", ",".join(f"{i}=p{i}" for i in range(10))],
    "an infinite threshold": [*CANCER, "--threshold", "inf"],
    "counts": ["report", "--counts", COUNTS],
    "counts with infinite metrics": ["report", "--counts", "tp=3,fn=0,fp=0,tn=3"],
    "no counts": ["report", "--counts", "tp=0,fn=0,fp=0,tn=0"],
    "huge counts": ["report", "--counts", f"tp={10**30},fn=1,fp=1,tn={10**30}"],
}


@pytest.mark.parametrize("kind", REPORTS)
def test_every_report_is_strict_json(kind, run):
    outcome = run(*REPORTS[kind], "--json")
    assert (outcome.code, outcome.err) == (0, "")
    assert strict(outcome.out)["truecut"] == "summary"


@pytest.mark.parametrize("kind", REPORTS)
def test_every_report_is_csv_that_parses_back(kind, run):
    outcome = run(*REPORTS[kind], "--format", "csv", "--quiet")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert (outcome.code, outcome.err) == (0, "")
    assert len(rows) > 4
    for row in rows:
        assert None not in row
        assert (row["value"] == "") == (row["undefined"] != "")
        float(row["value"] or 0)


@pytest.mark.parametrize("kind", REPORTS)
def test_every_report_is_well_formed_markdown(kind, run):
    lines = run(*REPORTS[kind], "--format", "markdown").out.splitlines()
    assert lines[0].startswith("# ")
    tables = "\n".join(lines).split("\n\n")
    for table in (part.splitlines() for part in tables if part.startswith("|")):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table}) == 1


@pytest.mark.parametrize("kind", REPORTS)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_report_fits_its_terminal_and_nothing_is_cut(kind, width, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    outcome = run(*REPORTS[kind])
    assert (outcome.code, outcome.err) == (0, "")
    assert "…" not in outcome.out
    assert "\x1b" not in outcome.out
    for line in outcome.out.splitlines():
        assert len(line) <= width
        assert line == line.rstrip()


def test_the_same_input_gives_the_same_bytes(run):
    for form in ("text", "json", "csv", "markdown"):
        first, second = (run(*REPORTS["groups"], "--format", form).out for _ in range(2))
        assert first == second


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_what_was_inferred_is_part_of_the_report(form, run):
    out = " ".join(run("report", str(EXAMPLES / "digits-eight.parquet"), "--format", form).out.split())
    out = out.replace("\\_", "_")
    assert "label: column 'is_eight', the only one that holds two labels" in out
    assert "scores: columns 'boosted', 'nearest', the ones with decimal numbers" in out
    assert "positive: 'True', since the labels are 'True' and 'False'" in out


@pytest.mark.parametrize("command", [["report", "--format", "csv"], ["table"], ["table", "--format", "markdown"]])
def test_what_was_inferred_is_said_beside_numbers_unless_quiet(command, run):
    said, quiet = (run(*command, str(EXAMPLES / "digits-eight.parquet"), *more) for more in ([], ["--quiet"]))
    assert "truecut: inferred positive: 'True', since the labels are 'True' and 'False'\n" in said.err
    assert quiet.err == ""
    assert quiet.out == said.out


def test_rows_that_were_dropped_are_said(run, tmp_path):
    (tmp_path / "gaps.csv").write_text("y,p\n1,0.9\n0,\n0,0.1\n")
    file = str(tmp_path / "gaps.csv")
    assert "left out: 1 row, because a value was missing" in run("report", file, "--missing", "drop").out
    assert strict(run("report", file, "--missing", "drop", "--json").out)["read"]["dropped"] == {
        "a value was missing": 1
    }


def test_the_kind_of_weights_is_said(run, good):
    named = ["report", good, "--label", "y", "--score", "p", "--weight", "w", "--weights-are", "repeated"]
    assert "weighted by 'w' (repeated weights)" in run(*named).out
    assert "taken as repeated weights" in run(*named, "--format", "markdown").out
    assert strict(run(*named, "--json").out)["read"]["weights_are"] == "repeated"


def test_infinite_scores_are_strict_json_too(run, tmp_path):
    (tmp_path / "inf.csv").write_text("y,p\n1,inf\n0,-inf\n1,0.5\n0,0.1\n")
    for command in ("report", "table"):
        outcome = run(command, str(tmp_path / "inf.csv"), "--json")
        assert outcome.code == 0
        strict(outcome.out)
    rows = strict(run("table", str(tmp_path / "inf.csv"), "--every", "--json").out)["rows"]
    assert [row["threshold"] for row in rows] == [None, "infinity", 0.5, 0.1, "-infinity"]


def test_hostile_column_names_and_groups_come_out_literally(run, tmp_path):
    frame = pl.DataFrame({"y": [1, 0, 1, 0], "[red]p|{x}": [0.9, 0.1, 0.8, 0.3], "g": ["*a*", "*a*", "b|c", "b|c"]})
    frame.write_parquet(tmp_path / "hostile.parquet")
    named = ["report", str(tmp_path / "hostile.parquet"), "--label", "y", "--score", "[red]p|{x}", "--group", "g"]
    assert "b|c" in run(*named).out
    assert "Metrics: \\[red\\]p\\|{x}" in run(*named, "--format", "markdown").out
    assert strict(run(*named, "--json").out)["models"][0]["name"] == "[red]p|{x}"


def test_a_threshold_beyond_the_reach_of_floats_is_exact(run, tmp_path):
    (tmp_path / "ids.csv").write_text(f"y,s\n1,{2**53 + 1}\n0,{2**53}\n")
    outcome = run("report", str(tmp_path / "ids.csv"), "--score", "s", "--threshold", str(2**53 + 1), "--json")
    assert strict(outcome.out)["models"][0]["counts"] == {"tp": 1, "fp": 0, "fn": 0, "tn": 1}


# Standard input and queries


def test_standard_input_may_be_text_or_parquet(run, good):
    expected = strict(run("report", good, "--label", "y", "--score", "p", "--json").out)["models"]
    frame = pl.read_csv(good)
    parquet = io.BytesIO()
    frame.write_parquet(parquet)
    for data in (frame.write_csv().encode(), parquet.getvalue()):
        outcome = run("report", "-", "--label", "y", "--score", "p", "--json", stdin=data)
        found = strict(outcome.out)
        assert found["models"] == expected
        assert found["read"]["source"] == "standard input"


def test_a_query_reads_files_and_the_view_data(run, good):
    query = "select y, p from data where g = 'b'"
    found = strict(run("report", good, "--sql", query, "--json").out)
    assert found["models"][0]["counts"] == {"tp": 1, "fp": 1, "fn": 0, "tn": 1}
    assert found["read"]["source"] == "the query"


# Table


def test_a_table_has_101_rows_and_the_usual_columns(run, good):
    rows = list(csv.DictReader(io.StringIO(run("table", good, "--score", "p", "--label", "y", "--format", "csv").out)))
    assert list(rows[0]) == ["threshold", "tp", "tn", "fp", "fn", "tpr", "fpr"]
    assert [float(row["threshold"]) for row in rows] == [i / 100 for i in range(101)]
    assert list(rows[20].values()) == ["0.2", "2", "1", "2", "0", "1.0", "0.6666666666666666"]


def test_a_table_says_the_same_in_every_format(run, good):
    named = ["table", good, "--score", "p", "--label", "y", "--points", "3", "--metrics", "precision,lr_plus"]
    text, markdown = (run(*named, "--format", form).out.splitlines() for form in ("text", "markdown"))
    found = strict(run(*named, "--json").out)
    assert found["rows"][2] == {
        "threshold": 1.0,
        "tp": 0,
        "tn": 3,
        "fp": 0,
        "fn": 2,
        "precision": None,
        "lr_plus": None,
    }
    assert found["read"]["label"] == "y"
    assert text[0].split() == ["threshold", "tp", "tn", "fp", "fn", "precision", "lr_plus"]
    assert text[3].split() == ["1", "0", "3", "0", "2", "–", "–"]
    assert markdown[4] == "| 1 | 0 | 3 | 0 | 2 | – | – |"


def test_a_table_is_as_wide_as_it_needs_to_be(run, good, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    metrics = ",".join(entry.name for entry in CATALOGUE if entry.needs_only_counts)
    out = run("table", good, "--score", "p", "--label", "y", "--points", "2", "--metrics", metrics).out
    assert "…" not in out
    assert out.splitlines()[0].split() == ["threshold", "tp", "tn", "fp", "fn", *metrics.split(",")]


def test_a_table_of_several_models_names_them(run, good):
    rows = strict(run("table", good, "--score", "p,q", "--label", "y", "--points", "2", "--json").out)["rows"]
    assert [(row["model"], row["threshold"]) for row in rows] == [("p", 0.0), ("p", 1.0), ("q", -2.0), ("q", 3.0)]


def test_a_table_of_every_threshold(run, good):
    rows = strict(run("table", good, "--score", "p", "--label", "y", "--every", "--json").out)["rows"]
    assert [row["threshold"] for row in rows] == [None, 0.9, 0.7, 0.6, 0.2, 0.1]


@pytest.mark.parametrize(("baseline", "tp"), [("random", [2, 1, 0]), ("ideal", [2, 2, 1])])
def test_a_table_has_a_baseline_beside_the_models(baseline, tp, run, good):
    found = strict(
        run("table", good, "--score", "p,q", "--label", "y", "--points", "3", "--baseline", baseline, "--json").out
    )
    assert [row["tp"] for row in found["rows"] if row["model"] == baseline] == tp
    assert {row["model"] for row in found["rows"]} == {"p", "q", baseline}
    assert [*found["baselines"]] == [baseline]


def test_several_baselines_stand_beside_a_model_and_say_what_they_are(run, good):
    named = ["--score", "p", "--label", "y", "--baseline", "random,ideal,no-information"]
    table = run("table", good, *named, "--points", "2", "--cost", "fp=1,fn=10").out
    assert "no-information: names the more common class every time" in table
    report = run("report", good, *named).out
    assert "random: flags as many rows, whichever they are" in report
    found = strict(run("report", good, *named, "--json").out)["models"][0]["baselines"]
    assert [one["name"] for one in found] == ["random", "ideal", "no-information"]
    assert found[1]["metrics"]["accuracy"]["value"] == 1
    assert "names the more common class every time" in run("report", good, *named, "--format", "markdown").out
    wrong = run("table", good, "--score", "p", "--label", "y", "--baseline", "randm")
    assert (wrong.code, wrong.err.endswith("No baseline is called 'randm'. Did you mean 'random'?\n")) == (2, True)


def test_a_table_of_counts_is_one_row(run):
    found = strict(run("table", "--counts", f"tp={10**20},fn=10,fp=5,tn=55", "--json").out)
    assert found["rows"] == [
        {"threshold": None, "tp": 10**20, "tn": 55, "fp": 5, "fn": 10, "tpr": 1.0, "fpr": pytest.approx(5 / 60)}
    ]


def test_from_and_to_bound_the_thresholds(run, good):
    named = ["table", good, "--score", "p", "--label", "y", "--points", "3", "--from", "0.2", "--to", "0.6"]
    assert [row["threshold"] for row in strict(run(*named, "--json").out)["rows"]] == pytest.approx([0.2, 0.4, 0.6])


# Explain and metrics


def test_explain_shows_the_formula_the_numbers_and_the_relatives(run):
    out = run("explain", "precision", "--counts", COUNTS).out
    for said in ("precision = tp / (tp + fp)", "= 30 / (30 + 5) = 85.7 %", "1 - fdr = 85.7 %", "1 - fpr = 91.7 %"):
        assert said in out
    assert out.index("The same as") < out.index("1 - fdr") < out.index("Not the same as") < out.index("1 - fpr")


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown"])
@pytest.mark.parametrize("counts", [[], ["--counts", COUNTS]])
def test_explain_uses_the_words_that_were_typed_in_every_format(form, counts, run):
    words = ["--words", "positive=spam,negative=ham,unit=email"]
    outcome = run("explain", "recall", *counts, *words, "--format", form)
    assert (outcome.code, outcome.err) == (0, "")
    assert "emails that are truly spam" in " ".join(outcome.out.split())
    if form == "json":
        assert strict(outcome.out)["truecut"] == "explanation"


def test_explain_takes_counts_in_any_spelling_and_values_of_other_metrics(run):
    counts = run("explain", "kappa", "--counts", "TP=30,False-Negatives=10,fp=5,Tn=55").out
    assert counts == run("explain", "kappa", "tp=30", "fn=10", "fp=5", "tn=55").out
    assert "(observed - expected) / (1 - expected)" in counts
    f1 = run("explain", "f1", "precision=0.8", "recall=60%").out
    assert "2 × 0.8 × 0.6 / (0.8 + 0.6) = 0.686" in f1
    twice = run("explain", "f1", "tp=1", "--counts", "tp=1,fn=1,fp=1,tn=1")
    assert (twice.code, twice.err) == (2, "truecut: Four counts are given twice; leave out --counts or tp.\n")
    assert run("explain", "f1", "tp=1", "TP=2", "fn=1").err == "truecut: tp is given twice.\n"


def test_explain_finds_a_metric_by_any_of_its_names(run):
    assert run("explain", "Sensitivity").out == run("explain", "recall").out


def test_metrics_lists_all_of_them_in_every_format(run):
    names = [entry.name for entry in CATALOGUE]
    found = strict(run("metrics", "--json").out)
    assert [row["name"] for row in found["rows"]] == names
    assert [row["name"] for row in csv.DictReader(io.StringIO(run("metrics", "--format", "csv").out))] == names
    assert len(run("metrics", "--format", "markdown").out.splitlines()) == 2 + len(names)
    for text in (run("metrics").out, run("metrics", "--format", "csv").out):
        assert "{" not in text
        for name in names:
            assert name in text


def test_metrics_searches_by_every_word(run):
    found = [row["name"] for row in strict(run("metrics", "kappa", "--json").out)["rows"]]
    assert found == ["kappa"]


# Help and completion


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_helps_with_examples(command, run):
    outcome = run(*command.split(), "--help")
    assert outcome.code == 0
    assert outcome.out.startswith("Usage: truecut")
    assert not command or "Examples:" in outcome.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_calls_the_command(shell, run):
    outcome = run("completion", shell)
    assert outcome.code == 0
    assert "truecut" in outcome.out
    assert f"_TRUECUT_COMPLETE={shell}_complete" in outcome.out


def test_an_interruption_is_said_and_ends_with_130(run, monkeypatch):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("truecut.cli.explain.write", interrupt)
    outcome = run("explain", "recall", "--json")
    assert outcome.code == 130
    assert outcome.err.strip() == "truecut: interrupted."


def test_a_convention_supplies_what_is_undefined_and_says_so(run):
    outcome = run("report", "--counts", "tp=0,fn=10,fp=0,tn=990", "--convention", "textbook")
    assert outcome.code == 0
    assert "the convention 'textbook' supplies its value" in outcome.out
    assert "precision 100 %" in outcome.out
    outcome = run("explain", "precision", "--counts", "tp=0,fn=10,fp=0,tn=990", "--convention", "textbook")
    assert "= 100 % by the convention 'textbook', since nothing was flagged" in " ".join(outcome.out.split())


def test_four_counts_have_findings_too(run):
    outcome = run("report", "--counts", "tp=0,fn=10,fp=0,tn=9990")
    assert "Nothing is flagged in the predictions." in outcome.out
    assert "Only 0.1 % of the rows are positive." in outcome.out
