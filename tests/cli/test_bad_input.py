"""Every bad input is one line on standard error, exit code 2, and nothing on standard output."""

import json
import os
import re

import polars as pl
import pytest

GOOD = "y,p,q,w,g\n1,0.9,3,1,a\n0,0.2,1,2,a\n1,0.6,-2,1,b\n0,0.7,2,0,b\n0,0.1,-1,3,b\n"

BAD_CALLS = {
    "no input at all": (["report"], "Nothing to read"),
    "no input for a table": (["table"], "Nothing to read"),
    "a word for a count": (["report", "--counts", "tp=x,fn=1,fp=1,tn=1"], "tp must be a number, not 'x'"),
    "a negative count": (["report", "--counts", "tp=-1,fn=1,fp=1,tn=1"], "tp must be 0 or more"),
    "an infinite count": (["report", "--counts", "tp=inf,fn=1,fp=1,tn=1"], "finite"),
    "a count of NaN": (["report", "--counts", "tp=nan,fn=1,fp=1,tn=1"], "tp must be 0 or more"),
    "a missing count": (["report", "--counts", "tp=1,fn=1"], "fp and tn are missing"),
    "an unknown count": (["report", "--counts", "tp=1,fn=1,fp=1,tn=1,tpr=1"], "No count is called 'tpr'"),
    "counts and baseline": (
        ["table", "--counts", "tp=1,fn=1,fp=1,tn=1", "--baseline", "random"],
        "leave out --baseline",
    ),
    "counts and label": (["report", "--counts", "tp=1,fn=1,fp=1,tn=1", "--label", "y"], "leave out --label"),
    "an unknown word to explain": (["explain", "boosting"], "Nearest: "),
    "numbers for a term": (
        ["explain", "harmonic", "mean", "--counts", "tp=1,fn=1,fp=1,tn=1"],
        "is a term and no metric",
    ),
    "an unknown parameter": (["explain", "f_beta", "--with", "bta=2"], "Did you mean 'beta'"),
    "a parameter where there are none": (["explain", "recall", "--with", "beta=2"], "takes no parameters"),
    "a word for a parameter": (["explain", "f_beta", "--with", "beta=x"], "beta must be a number, not 'x'"),
    "NaN for a parameter": (["explain", "f_beta", "--with", "beta=nan"], "beta must be a number"),
    "wrong counts to explain": (["explain", "recall", "--counts", "tp=1"], "are missing"),
    "an unknown word": (["explain", "recall", "--words", "positve=x"], "Did you mean 'positive'"),
    "a search without result": (["metrics", "kapppa"], "Did you mean 'kappa'"),
    "a query without rows": (["report", "--sql", "select 1 as y, 0.5 as p where false"], "returns no rows"),
    "a wrong query": (["report", "--sql", "selec"], "The query cannot be run"),
}

BAD_FILES = {
    "no such file": ("goood.csv", [], "Did you mean 'good.csv'"),
    "no such column": ("good.csv", ["--label", "yy"], "has no column 'yy'. Did you mean 'y'?"),
    "no such score": ("good.csv", ["--label", "y", "--score", "P2"], "has no column 'P2'"),
    "no such group": ("good.csv", ["--label", "y", "--score", "p", "--group", "gg"], "has no column 'gg'"),
    "no such label": ("good.csv", ["--label", "y", "--score", "p", "--positive", "2"], "is not among them"),
    "three labels": ("three.csv", [], "3 different labels"),
    "two labels in doubt": ("animals.csv", [], "it is not clear which is the positive one"),
    "a missing score": ("nan.csv", [], "1 in column 'p' (first in row 2)"),
    "a stray word": ("word.csv", ["--score", "p"], "row 2 holds 'high'"),
    "an empty file": ("empty.csv", [], "empty"),
    "a file without rows": ("header.csv", [], "no rows"),
    "a folder": ("folder", [], "is a folder"),
    "a file that cannot be opened": ("loop.csv", [], "loop.csv"),
    "a truncated file": ("cut.parquet", [], "cut short or damaged"),
    "rubbish": ("rubbish.csv", [], "rubbish.csv"),
    "rubbish of no kind": ("rubbish", [], "rubbish"),
    "a group without rows": (
        "gaps.csv",
        ["--group", "g", "--missing", "drop"],
        "Group 'b' of column 'g' has no rows left",
    ),
    "a negative weight": ("good.csv", ["--score", "p", "--label", "y", "--weight", "q"], "in row 3"),
    "a word for a weight": ("good.csv", ["--score", "p", "--label", "y", "--weight", "g"], "row 1 holds 'a'"),
    "a fraction that repeats": (
        "good.csv",
        ["--score", "q", "--label", "y", "--weight", "p", "--weights-are", "repeated"],
        "whole number, but row 1 has 0.9",
    ),
    "a file and counts": ("good.csv", ["--counts", "tp=1,fn=1,fp=1,tn=1"], "leave out the file"),
    "scores as predictions": ("good.csv", ["--label", "y", "--predicted", "p"], "--score"),
    "scores and class scores": (
        "good.csv",
        ["--label", "y", "--score", "p", "--class-score", "0=q"],
        "do not go together",
    ),
    "one column in two roles": (
        "good.csv",
        ["--label", "y", "--score", "q", "--predicted", "q"],
        "both as scores and as predictions",
    ),
    "two formats": ("good.csv", ["--score", "p", "--json", "--format", "csv"], "contradict each other"),
    "an unknown suffix": ("good.csv", ["--score", "p", "-o", "report.pdf"], "Cannot tell the format from 'report.pdf'"),
    "a threshold of NaN": ("good.csv", ["--label", "y", "--score", "p", "--threshold", "nan"], "not NaN"),
}


@pytest.fixture
def bad(tmp_path):
    files = {
        "good.csv": GOOD,
        "three.csv": "y,p\na,0.9\nb,0.2\nc,0.6\n",
        "animals.csv": "y,p\ncat,0.9\ndog,0.2\n",
        "nan.csv": "y,p\n1,0.9\n0,NaN\n1,0.6\n",
        "word.csv": "y,p\n1,0.9\n0,high\n1,0.6\n",
        "empty.csv": "",
        "header.csv": "y,p\n",
        "gaps.csv": "y,p,g\n1,0.9,a\n0,,b\n1,0.6,a\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop.csv").symlink_to(tmp_path / "loop.csv")  # nobody can open it, not even root
    pl.DataFrame({"y": [0, 1], "p": [0.1, 0.9]}).write_parquet(tmp_path / "whole.parquet")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "whole.parquet").read_bytes()[:-20])
    for name in ("rubbish.csv", "rubbish"):
        (tmp_path / name).write_bytes(bytes(i * 7919 % 256 for i in range(3000)))
    return tmp_path


def require_one_line(outcome, said: str) -> None:
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("truecut: ")
    assert outcome.err.endswith((".\n", "?\n"))
    assert outcome.err.count("\n") == 1
    assert said in outcome.err


@pytest.mark.parametrize("case", BAD_CALLS)
def test_a_bad_call_is_one_line(case, run):
    arguments, said = BAD_CALLS[case]
    require_one_line(run(*arguments), said)


@pytest.mark.parametrize("case", BAD_FILES)
def test_a_bad_file_is_one_line(case, run, bad):
    name, arguments, said = BAD_FILES[case]
    require_one_line(run("report", str(bad / name), *arguments), said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--metrics", "roc_auc"], "one number for all thresholds"),
        (["--metrics", "precison"], "Did you mean 'precision'"),
        (["--every", "--baseline", "ideal"], "leave out --baseline"),
        (["--from", "1", "--to", "0"], "must go up"),
        (["--group", "g"], "leave out --group"),
        (["--counts", "tp=1,fn=1,fp=1,tn=1"], "--label"),
    ],
)
def test_a_table_that_cannot_be_made_is_one_line(arguments, said, run, good):
    require_one_line(run("table", good, "--label", "y", "--score", "p", *arguments), said)


def test_every_threshold_of_predictions_is_one_line(run, good):
    require_one_line(run("table", good, "--label", "y", "--predicted", "y", "--every"), "hard predictions: one point")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--no-such-option"],
        ["repot"],
        ["report", "--no-such-option"],
        ["report", "--format", "pdf"],
        ["report", "--counts", "tp"],
        ["report", "--counts", "tp=1,tp=2,fn=1,fp=1,tn=1"],
        ["table", "--points", "1"],
        ["explain"],
        ["completion", "tcsh"],
    ],
)
def test_a_mistyped_option_is_explained_by_its_usage(arguments, run):
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("Usage: truecut")
    assert "Error: " in outcome.err


def test_a_mistyped_command_is_answered_with_the_near_one(run):
    assert "There is no command 'repot'. Did you mean 'report' or 'plot'?" in run("repot").err


# Where results go


@pytest.mark.parametrize("name", ["out.json", "out.csv", "out.md", "out.txt"])
def test_an_output_file_is_written_in_the_format_of_its_suffix(name, run, good, tmp_path):
    outcome = run("report", good, "--label", "y", "--score", "p", "-o", str(tmp_path / name))
    assert (outcome.code, outcome.out) == (0, "")
    assert f"Wrote {tmp_path / name}\n" in outcome.err
    text = (tmp_path / name).read_text()
    assert text.startswith({"out.json": "{", "out.csv": "model,", "out.md": "# good.csv", "out.txt": "good.csv"}[name])
    assert "\x1b" not in text
    assert {entry.name for entry in tmp_path.iterdir()} == {"good.csv", name}


def test_bad_input_leaves_an_existing_file_as_it_was(run, bad):
    (bad / "old.json").write_text("old")
    require_one_line(run("report", str(bad / "three.csv"), "-o", str(bad / "old.json")), "3 different labels")
    assert (bad / "old.json").read_text() == "old"


@pytest.mark.parametrize("place", ["nowhere/out.json", "good.csv/out.json", "folder.json", f"{'n' * 300}.json"])
def test_a_place_that_cannot_be_written_is_one_line(place, run, good, tmp_path):
    (tmp_path / "folder.json").mkdir()
    before = sorted(entry.name for entry in tmp_path.iterdir())
    outcome = run("report", good, "--label", "y", "--score", "p", "-q", "-o", str(tmp_path / place))
    require_one_line(outcome, "Cannot write")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == before


def test_an_output_that_is_no_file_is_written_to_and_not_replaced(run, good, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    outcome = run("report", good, "--label", "y", "--score", "p", "--json", "-q", "-o", str(tmp_path / "pipe"))
    assert outcome.code == 0
    assert os.read(reader, 1) == b"{"
    assert (tmp_path / "pipe").is_fifo()
    os.close(reader)


def test_an_output_that_is_a_link_is_followed(run, good, tmp_path):
    (tmp_path / "target.json").write_text("old")
    (tmp_path / "link.json").symlink_to(tmp_path / "target.json")
    assert run("report", good, "--label", "y", "--score", "p", "-o", str(tmp_path / "link.json")).code == 0
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "target.json").read_text().startswith("{")


def test_decimal_commas_are_refused_with_the_query_that_reads_them(run, tmp_path):
    path = tmp_path / "export.csv"
    path.write_text("sick;risk %\nyes;18,4\nno;7,25\n")
    words = ["report", str(path), "--label", "sick", "--score", "risk %", "--format", "json"]
    refused = run(*words)
    assert refused.code == 2
    query = re.search(r"a decimal comma is read with --sql '(.+)'\.$", refused.err.strip())[1]
    read = run(*words, "--sql", query)
    assert json.loads(read.out)["models"][0]["metrics"]["roc_auc"]["value"] == 1
