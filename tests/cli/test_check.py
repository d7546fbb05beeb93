"""truecut check: exit codes, formats, files of requirements, baselines, and one sentence for what is wrong."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import truecut as tc

EXAMPLES = Path(__file__).parents[2] / "examples"
SPAM = [str(EXAMPLES / "spam.csv.gz"), "--label", "kind", "--positive", "spam", "--score", "boosted"]
COUNTS = ["--counts", "tp=80,fn=20,fp=30,tn=170"]  # recall 0.8, from 0.711 to 0.867


@pytest.fixture
def check(run):
    def go(*arguments: str, **options):
        return run("check", *arguments, **options)

    return go


def require(*texts: str) -> list[str]:
    return [word for text in texts for word in ("--require", text)]


@pytest.fixture
def predictions(tmp_path) -> Path:
    random = np.random.default_rng(0)
    labels = random.random(300) < 0.5
    new, old = np.clip(random.normal(0.35 + 0.3 * labels[:, None], 0.15, (300, 2)), 0, 1).round(3).T
    lines = [f"{int(y)},{p},{q},{'ns'[i % 2]}" for i, (y, p, q) in enumerate(zip(labels, new, old, strict=True))]
    path = tmp_path / "preds.csv"
    path.write_text("\n".join(["y,new,old,region", *lines, ""]))
    return path


# Exit codes


@pytest.mark.parametrize(
    ("requirements", "more", "code"),
    [
        (["recall >= 0.7", "f1 >= 0.6"], [], 0),
        (["recall >= 0.7", "recall >= 0.9"], [], 1),
        (["recall >= 0.7", "recall >= 0.75"], [], 1),
        (["recall >= 0.7", "recall >= 0.75"], ["--undecided", "pass"], 0),
        (["recall >= 0.9", "recall >= 0.75"], ["--undecided", "pass"], 1),
        (["recall >= 0.75"], ["--decide-by", "value"], 0),
        (["recall >= 0.75"], ["--level", "0.5"], 0),
        (["recall@lower >= 71%"], [], 0),
        (["auc >= 0.5"], [], 1),
        (["cost@value <= 7"], ["--cost", "fn=100,fp=1"], 0),
    ],
)
@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown", "junit"])
def test_the_exit_code_says_whether_all_passed(requirements, more, code, form, check):
    outcome = check(*COUNTS, *require(*requirements), *more, "--format", form)
    assert (outcome.code, outcome.err) == (code, "")
    assert outcome.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*COUNTS], "Nothing is required"),
        ([*COUNTS, *require("recal >= 0.8")], "at character 1, 'recal' is not a metric. Did you mean 'recall'"),
        ([*COUNTS, *require("recall => 0.8")], "at character 8"),
        ([*COUNTS, *require("recall >= __import__('os')")], "at character 22"),
        ([*COUNTS, *require("auc >= baseline.auc")], "mentions a baseline, but none was given"),
        ([*COUNTS, *require("cost <= 1")], "no costs were stated"),
        ([*COUNTS, *require("uniform_guess_rate@lower >= 0.5")], "it does not depend on the rows"),
        ([*COUNTS, *require("recall >= 0.8"), "--level", "95"], "level lies between"),
        ([*COUNTS, *require("recall >= 0.8"), "--label", "y"], "leave out --label"),
        ([*COUNTS, *require("recall >= 0.8"), "--each-group"], "give both --group COLUMN and --each-group"),
        ([*SPAM, *require("recall >= 0.8"), "--group", "length"], "give both --group COLUMN and --each-group"),
        (require("recall >= 0.8"), "Nothing to read"),
        ([*SPAM, *require("recall >= 0.8"), "--baseline", "no-such.csv"], "There is no file 'no-such.csv'"),
        ([*SPAM, *require("recall >= 0.8"), "--rules", "no-such.toml"], "Cannot read no-such.toml"),
        (["-", *require("recall >= 0.8"), "--baseline-score", "q"], "Standard input can be read only once"),
        ([*COUNTS, *require("recall >= 0.8"), "-o", "gates.pdf"], "Cannot tell the format"),
        (
            [str(EXAMPLES / "digits.csv"), "--label", "digit", "--predicted", "predicted", *require("brier <= 0.8")],
            "has several definitions",
        ),
    ],
)
def test_a_bad_call_is_one_sentence_and_nothing_on_standard_output(arguments, said, check):
    stdin = b"y,p,q\n1,0.9,0.8\n0,0.1,0.2\n" if arguments[0] == "-" else None
    outcome = check(*arguments, stdin=stdin)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("truecut: ")
    assert outcome.err.count("\n") == 1
    assert said in outcome.err


# What comes out


def test_text_is_for_people(check):
    outcome = check(*SPAM, *require("recall >= 0.9", "precision@lower >= 0.95", "fpr <= 4%"))
    assert outcome.code == 1
    lines = [line.split() for line in outcome.out.splitlines()]
    assert ["✓", "recall", ">=", "0.9", "0.942", "0.930", "to", "0.951", "passed"] in lines
    assert ["✗", "precision@lower", ">=", "0.95", "0.940", "0.929", "to", "0.9505", "failed"] in lines
    assert outcome.out.rstrip().endswith("Not passed: of 3 requirements 1 passed, 1 failed, 1 undecided.")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_text_fits_its_terminal(width, check, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    outcome = check(*SPAM, *require("auc >= baseline.auc - 0.001", "f1 >= 0.9"), "--baseline-score", "logistic")
    assert "…" not in outcome.out
    for line in outcome.out.splitlines():
        assert len(line) <= width
        assert line == line.rstrip()


def test_every_format_tells_the_same_outcomes(check):
    call = [*SPAM, *require("recall >= 0.9", "recall >= 0.94", "recall >= 0.99")]
    expected = ["passed", "undecided", "failed"]
    found = json.loads(check(*call, "--json").out, parse_constant=pytest.fail)
    assert [gate["outcome"] for gate in found["gates"]] == expected
    rows = csv.DictReader(io.StringIO(check(*call, "--format", "csv").out))
    assert [row["outcome"] for row in rows] == expected
    root = ElementTree.fromstring(check(*call, "--format", "junit").out.encode())
    assert [test[0].tag for test in root.iter("testcase")] == ["system-out", "error", "failure"]
    markdown = check(*call, "--format", "markdown").out
    assert [line.split("|")[5].strip() for line in markdown.splitlines() if "recall" in line] == expected


def test_the_result_can_be_written_to_files(check, tmp_path):
    for name, more in (("gates.json", []), ("gates.md", []), ("gates.csv", []), ("gates.xml", ["--format", "junit"])):
        outcome = check(*COUNTS, *require("recall >= 0.9"), *more, "-o", str(tmp_path / name))
        assert (outcome.code, outcome.out) == (1, "")
        assert outcome.err == f"Wrote {tmp_path / name}\n"
        assert (tmp_path / name).read_text()
    ElementTree.parse(tmp_path / "gates.xml")


def test_what_was_inferred_is_said_beside_numbers_unless_quiet(check):
    call = [str(EXAMPLES / "digits-eight.parquet"), *require("recall >= 0.1"), "--format", "csv"]
    assert "truecut: inferred label" in check(*call).err
    assert check(*call, "--quiet").err == ""


def test_users_words_are_used(check):
    outcome = check(*COUNTS, *require("recall >= 0.75"), "--words", "positive=spam,negative=ham,unit=email")
    assert "more emails that are truly spam" in " ".join(outcome.out.split())


# Models, groups and baselines


def test_every_model_is_checked(check, predictions):
    found = json.loads(check(str(predictions), "--score", "new,old", *require("auc >= 0.6"), "--json").out)
    assert [gate["model"] for gate in found["gates"]] == ["new", "old"]


def test_every_group_is_checked_if_asked_for(check, predictions):
    call = [str(predictions), "--score", "new", "--group", "region", "--each-group", *require("auc >= 0.6"), "--json"]
    assert [gate["group"] for gate in json.loads(check(*call).out)["gates"]] == [None, "n", "s"]


def of_old(predictions: Path) -> float:
    return tc.evaluate(str(predictions), label="y", score="old").metric("roc_auc").value


@pytest.mark.parametrize("kind", ["another file", "another column", "another column of a file", "a saved evaluation"])
def test_a_baseline_may_be(kind, check, predictions, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text(predictions.read_text().replace("y,new,old", "y,x,new" if kind == "another file" else "y,x,old"))
    tc.evaluate(str(predictions), label="y", score="old").save(tmp_path / "old.json")
    given = {
        "another file": ["--baseline", str(other)],
        "another column": ["--baseline-score", "old"],
        "another column of a file": ["--baseline", str(other), "--baseline-score", "old"],
        "a saved evaluation": ["--baseline", str(tmp_path / "old.json")],
    }[kind]
    call = [str(predictions), "--label", "y", "--score", "new", *require("auc >= baseline.auc - 0.1"), *given]
    outcome = check(*call, "--json")
    found = json.loads(outcome.out)
    assert (outcome.code, found["baseline"]) == (0, "other.csv" if str(other) in given else "preds.csv")
    assert found["gates"][0]["limit"]["value"] == of_old(predictions) - 0.1
    assert "its own uncertainty is not part of the interval" in found["gates"][0]["notes"][0]


def test_a_saved_baseline_has_no_columns(check, predictions, tmp_path):
    tc.evaluate(str(predictions), label="y", score="old").save(tmp_path / "old.json")
    call = [
        str(predictions),
        "--score",
        "new",
        *require("auc >= baseline.auc"),
        "--baseline",
        str(tmp_path / "old.json"),
    ]
    outcome = check(*call, "--baseline-score", "old")
    assert (outcome.code, outcome.out) == (2, "")
    assert "leave out --baseline-score" in outcome.err


def test_a_report_is_no_baseline(check, predictions, run, tmp_path):
    run("report", str(predictions), "--score", "old", "-o", str(tmp_path / "report.json"), "--quiet")
    call = [str(predictions), "--score", "new", *require("auc >= baseline.auc")]
    outcome = check(*call, "--baseline", str(tmp_path / "report.json"))
    assert (outcome.code, outcome.out) == (2, "")
    assert "it is not a file that truecut saved" in outcome.err


# Files of requirements


@pytest.fixture
def rules(tmp_path):
    def write(text: str) -> str:
        (tmp_path / "model.gate.toml").write_text(text)
        return str(tmp_path / "model.gate.toml")

    return write


def test_a_file_of_requirements_says_all_there_is_to_say(check, rules):
    file = rules(
        'require = ["recall >= 0.95"]\nlabel = "kind"\npositive = "spam"\nscore = "boosted"\nthreshold = 0.2\n'
        'level = 0.9\nundecided = "pass"\ndecide_by = "interval"\n'
    )
    outcome = check(SPAM[0], "--rules", file, "--json")
    found = json.loads(outcome.out)
    assert outcome.code == 0
    assert (found["level"], found["undecided"]) == (0.9, "pass")
    assert (found["gates"][0]["threshold"], found["gates"][0]["model"]) == (0.2, "boosted")


def test_the_command_line_adds_requirements_and_overrides_the_rest(check, rules):
    file = rules('require = "recall >= 0.7"\nlevel = 0.9\nundecided = "pass"\nscore = "boosted"\nthreshold = 0.2\n')
    call = [*SPAM[:-1], "logistic", "--rules", file, *require("auc >= 0.5"), "--level", "0.8", "--undecided", "fail"]
    found = json.loads(check(*call, "--threshold", "0", "--json").out)
    assert [gate["requirement"] for gate in found["gates"]] == ["recall >= 0.7", "auc >= 0.5"]
    assert (found["level"], found["undecided"]) == (0.8, "fail")
    assert (found["gates"][0]["model"], found["gates"][0]["threshold"]) == ("logistic", 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('requires = ["recall >= 0.8"]', "Did you mean 'require'?"),
        ("require = [", "model.gate.toml is not TOML"),
        ('require = ["recal >= 0.8"]', "'recal' is not a metric"),
        ('require = ["recall >= 0.8"]\nlevel = "high"', "level in model.gate.toml must be a number"),
        ('require = ["recall >= 0.8"]\nlevel = 95', "level lies between 0 and 1"),
    ],
)
def test_a_bad_file_of_requirements_is_one_sentence(text, said, check, rules):
    outcome = check(*COUNTS, "--rules", rules(text))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert said in outcome.err
