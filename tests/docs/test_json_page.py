"""docs/reference/json.md lists exactly the fields of real output."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from run_examples import DOCS, ROOT, run_in_process

from truecut.cli.main import COMMANDS
from truecut.decisions import class_findings
from truecut.decisions.findings import RULES

PAGE = (DOCS / "reference/json.md").read_text(encoding="utf-8")
CANCER = ["examples/breast-cancer.csv", "--positive", "malignant"]
SPAM = ["examples/spam.csv.gz", "--positive", "spam"]
DIGITS = ["examples/digits.csv", "--label", "digit"]
DIGIT_SCORES = ",".join(f"{i}=p{i}" for i in range(10))
FEW = ["--replicates", "200"]
LOGITS = "y,p\n" + "".join(f"{i % 2},{i % 7 - 3 + 2 * (i % 2)}\n" for i in range(60))
GAPS = "y,p,w,g\n1,0.9,1,a\n0,0.2,0,a\n1,,1,a\n0,0.1,2,b\n"

VALUE_FIELDS = {"value", "low", "high", "level", "method", "rows", "note", "undefined", "convention"}
VALUE_FIELDS |= {"clusters", "effective_rows", "standard_error", "degrees_of_freedom"}
CHECK = ["check", *SPAM, "--score", "boosted"]


def require(*requirements: str) -> list[str]:
    return [word for text in requirements for word in ("--require", text)] + ["--undecided", "pass"]


CALLS = {
    "truecut report": [
        ["report", *CANCER],
        ["report", *SPAM, "--score", "boosted", "--group", "length", "--cost", "fp=10,fn=1"],
        ["report", *DIGITS, "--predicted", "predicted"],
        ["report", *DIGITS, "--predicted", "predicted", "--positive", "8"],
        ["report", *DIGITS, "--class-score", DIGIT_SCORES],
        ["report", "examples/rare-digits.csv", "--label", "digit", "--predicted", "logistic", "--group", "forest"],
        ["report", "examples/digits-eight.parquet"],
        ["report", "--counts", "tp=0,fn=10,fp=0,tn=990"],
        ["report", "--counts", "tp=3,fn=10,fp=0,tn=990", "--baseline", "random,ideal"],
        ["report", "--counts", "tp=0,fn=10,fp=0,tn=990", "--convention", "textbook"],
        ["report", "GAPS", "--missing", "drop", "--weight", "w", "--group", "g"],
        ["report", "GAPS", "--missing", "drop", "--cluster", "g"],
        ["report", *SPAM, "--score", "boosted", "--fold", "length"],
    ],
    "truecut decide": [
        ["decide", *DIGITS, "--class-score", DIGIT_SCORES, "--price", "8:1=5", "--unsure", "0.4"],
        ["decide", *DIGITS, "--class-score", DIGIT_SCORES, "--right", "0.95"],
        ["decide", *DIGITS, "--class-score", DIGIT_SCORES],
    ],
    "truecut table": [
        ["table", *CANCER, "--points", "3"],
        ["table", *CANCER, "--points", "3", "--baseline", "random,no-information"],
        ["table", "GAPS", "--missing", "drop", "--weight", "w"],
        ["table", *SPAM, "--score", "boosted", "--every", "--metrics", "precision,lr_plus"],
        ["table", "--counts", "tp=9,fn=1,fp=0,tn=5", "--metrics", "lr_plus"],
    ],
    "truecut threshold": [
        ["threshold", *SPAM, "--score", "boosted", "--cost", "fp=10,fn=1", "--two", "precision=0.99,npv=0.99"],
        ["threshold", *SPAM, "--score", "boosted", "--rule", "f1", "--split", "length=long", "--prevalence", "0.01"],
        ["threshold", "GAPS", "--missing", "drop", "--rule", "recall"],
        [
            "threshold",
            *SPAM,
            "--score",
            "boosted",
            "--rule",
            "maximise recall subject to precision > 0.999 and recall > 0.999",
        ],
    ],
    "truecut cost": [
        ["cost", *CANCER, "--cost", "fp=10,fn=1", "--counts", "doctor:tp=180,fn=32,fp=10,tn=347"],
        ["cost", "GAPS", "--missing", "drop", "--cost", "fp=1,fn=1"],
        ["cost", "--counts", "tp=9,fn=1,fp=0,tn=5", "--cost", "fp=1,fn=2"],
        ["cost", "--counts", "a:tp=9,fn=1,fp=0,tn=5", "--counts", "b:tp=9,fn=1,fp=2,tn=9", "--cost", "fp=1,fn=2"],
    ],
    "truecut calibration": [
        ["calibration", *CANCER, "--score", "naive_bayes", "--recalibrate", "platt,isotonic,beta"],
        ["calibration", *CANCER, "--score", "logistic", "--kind", "binned"],
        ["calibration", *CANCER, "--score", "logistic", "--simultaneous"],
        ["calibration", "LOGITS", "--recalibrate", "platt"],
    ],
    "truecut curve": [
        ["curve", *CANCER, "roc", "--points", "5", *FEW],
        ["curve", *SPAM, "--score", "boosted", "lr_plus", "--at", "0.5,2"],
        ["curve", *CANCER, "--score", "logistic", "calibration", "--points", "5"],
        ["curve", *CANCER, "cost", "--cost", "fp=1,fn=20", "--points", "5", "--band", "simultaneous", *FEW],
    ],
    "truecut decision": [
        ["decision", *CANCER, "--at", "0.05,0.1", *FEW],
        ["decision", *SPAM, "--score", "boosted", "--prevalence", "0.01", "--at", "0.1", "--simultaneous", *FEW],
    ],
    "truecut groups": [
        ["groups", *SPAM, "--score", "boosted", "--group", "length", "--metric", "recall,precision,average_precision"],
        ["groups", "GAPS", "--missing", "drop", "--group", "g"],
    ],
    "truecut chance": [
        ["chance", *CANCER, "--draws", "200"],
        ["chance", "--counts", "tp=9,fn=1,fp=0,tn=5", "--metric", "lr_plus,prevalence"],
        ["chance", "GAPS", "--missing", "drop", "--weight", "w"],
        ["chance", "GAPS", "--missing", "drop", "--cluster", "g"],
    ],
    "truecut example": [["example"]],
    "truecut adjust": [["adjust", "a=0.01", "b=0.04", "--method", "hochberg"]],
    "truecut reconcile": [
        ["reconcile", *CANCER, "--score", "logistic", "--value", "0.99", "--of", "auc"],
        ["reconcile", "--counts", "tp=0,fn=1,fp=0,tn=5", "--value", "0", "--of", "precision"],
    ],
    "truecut publish": [
        ["publish", *CANCER],
        ["publish", "--counts", "tp=9,fn=1,fp=0,tn=5"],
    ],
    "truecut plan": [
        ["plan", "recall", "--expected", "0.85", "--within", "0.05"],
        ["plan", "roc_auc", "--expected", "0.8", "--against", "0.75", "--ratio", "9"],
        [
            "plan",
            "recall",
            "--expected",
            "0.85",
            "--against",
            "0.8",
            "--discordant",
            "0.15",
            "--rows",
            "9",
            "--ratio",
            "2",
        ],
        ["plan", *CANCER, "--score", "logistic", "--metric", "recall", "--within", "0.02"],
        ["plan", *CANCER, "--score", "logistic"],
        ["plan", "--positives", "100", "--negatives", "900", "--recall", "0.8", "--specificity", "0.9"],
    ],
    "truecut compare": [
        ["compare", *CANCER, *FEW],
        ["compare", *CANCER, "--score", "logistic,forest", "--above", "0,0.1", "--margin", "0.01", *FEW],
        ["compare", "--counts", "a:tp=9,fn=1,fp=0,tn=5", "--counts", "b:tp=5,fn=5,fp=2,tn=3"],
    ],
    "truecut check": [
        [
            *CHECK,
            "--baseline-score",
            "logistic",
            "--group",
            "length",
            "--each-group",
            *require("auc >= baseline.auc - 0.2"),
        ],
        [*CHECK, *require("recall >= 0.93", "f1 >= 0.5")],
        ["check", "--counts", "tp=0,fn=10,fp=0,tn=990", *require("precision >= 0.5")],
        ["check", "GAPS", "--missing", "drop", "--weight", "w", *require("recall >= 0.5")],
    ],
    "truecut explain": [
        ["explain", "precision", "--counts", "tp=0,fn=10,fp=0,tn=990"],
        ["explain", "f_beta", "--with", "beta=2"],
        ["explain", "lr_plus", "--counts", "tp=9,fn=1,fp=0,tn=5"],
        ["explain", "partial_auc"],
        ["explain", "confusion", "matrix"],
        ["explain", "beta"],
    ],
    "truecut quiz": [["quiz", "--questions", "60"], ["quiz", "--only", "sources"]],
    "truecut metrics": [["metrics"], ["metrics", "kappa"]],
}
# Names that stand for any of many: which part of a path they replace.
ANY = (
    (r"(metrics|overall|over|averages\.<average>)\.\w+", r"\1.<metric>"),
    (r"averages\.\w+", "averages.<average>"),
    (r"classes\.groups\[\]\.metrics\.[^.]+", "classes.groups[].metrics.<quantity>"),
    (r"dropped\.[^.]+", "dropped.<reason>"),
    (r"parameters\.\w+", "parameters.<parameter>"),
    (r"conventions\.[\w-]+", "conventions.<convention>"),
    (r"regions\.\w+", "regions.<classifier>"),
    (r"means\.\w+", "means.<classifier>"),
    (r"baselines\.[\w-]+", "baselines.<baseline>"),
    (r"gaps\.\w+\.\w+", "gaps.<classifier>.<model>"),
    (r"constant\..+", "constant.<strategy>"),
    (r"others\..+", "others.<formula>"),
    (r"recommendation\.(counts|thousand)\.\w+", r"recommendation.\1.<cell>"),
    (r"^situation\.cost\.\w+", "situation.cost.<outcome>"),
    (r"^situation\.sampled\.\w+", "situation.sampled.<class>"),
    (r"^situation\.threshold\.\w+", "situation.threshold.<model>"),
    (r"(recommendation\..+\.(?:saving|gap)|recommendation\.sentences)\.\w+", r"\1.<part>"),
)
WITHOUT_ROWS = ("truecut explain", "truecut quiz", "truecut metrics")
# Where columns are named as was asked for: in which list, and the names that are fixed.
COLUMNS = {
    "truecut table": ("rows[].", {"threshold", "model", "tp", "fp", "fn", "tn"}),
    "truecut curve": ("curves[].points[].", {"low", "high", "threshold"}),
}


def documented(section: str) -> dict[str, str]:
    """Return the fields of a command with their types."""
    read = {} if section in WITHOUT_ROWS else listed("What was read")
    return {**read, **listed("What was asked about"), **listed(section)}


def listed(section: str) -> dict[str, str]:
    """Return the fields of a section of the page with their types."""
    text = re.split(r"^## ", PAGE.partition(f"\n## {section}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", text.partition("\n### ")[0], re.MULTILINE)
    return {name: kind.strip() for name, kind in rows}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory) -> dict[str, list[dict[str, Any]]]:
    files = {"GAPS": GAPS, "LOGITS": LOGITS}
    paths = {name: tmp_path_factory.mktemp("data") / f"{name.lower()}.csv" for name in files}
    for name, text in files.items():
        paths[name].write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return {
            section: [_loaded([str(paths.get(word, word)) for word in call]) for call in calls]
            for section, calls in CALLS.items()
        }


def _loaded(call: list[str]) -> dict[str, Any]:
    code, text = run_in_process([*call, "--json"])
    assert code in (0, 1), text  # 1: no threshold meets the conditions
    return json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Return each field that is not an object itself, with its path; a value counts as one field."""
    if isinstance(data, dict) and not _is_value(data):
        for name, item in data.items():
            yield from leaves(item, f"{path}.{name}" if path else name)
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for item in data:
            yield from leaves(item, f"{path}[]")
    else:
        yield path, data


def _is_value(data: dict[str, Any]) -> bool:
    return "value" in data and not isinstance(data["value"], list) and data.keys() <= VALUE_FIELDS


def general(path: str, section: str) -> str:
    for pattern, name in (*ANY[1:], ANY[0]):
        path = re.sub(pattern, name, path)
    place, fixed = COLUMNS.get(section, ("", set()))
    is_column = place and path.startswith(place) and path.removeprefix(place) not in fixed
    return f"{place}<column>" if is_column else path


def fields(section: str, outputs: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[str, Any]]:
    for output in outputs[section]:
        for path, item in leaves(output):
            if path not in ("truecut", "version"):
                yield general(path, section), item


def test_every_command_that_speaks_json_has_a_section() -> None:
    speaking = {f"truecut {name}" for name in COMMANDS if name not in ("plot", "completion", "init", "lab")}
    assert speaking == CALLS.keys()


@pytest.mark.parametrize("section", CALLS)
def test_every_field_is_on_the_page_and_nothing_else(section, outputs) -> None:
    empty = {"{}", "[]"}
    found = {path for path, item in fields(section, outputs) if str(item) not in empty}
    # An empty list says nothing about what is in it; some other output has it filled.
    whole = found | {path for path, item in fields(section, outputs) if str(item) in empty}
    assert found - documented(section).keys() == set()
    assert listed(section).keys() - whole == set()


def test_what_was_read_lists_nothing_that_no_command_says(outputs) -> None:
    found = {path for section in CALLS for path, _ in fields(section, outputs) if path.startswith("read.")}
    assert listed("What was read").keys() - found == set()


@pytest.mark.parametrize("section", CALLS)
def test_fields_have_the_type_the_page_says(section, outputs) -> None:
    kinds = documented(section)
    for path, item in fields(section, outputs):
        if path in kinds:
            assert any(_fits(item, kind) for kind in re.split(r", | or ", kinds[path])), (path, item, kinds[path])


def _fits(item: Any, kind: str) -> bool:
    if kind.startswith("list"):
        return isinstance(item, list)
    return {
        "string": isinstance(item, str),
        "integer": isinstance(item, int) and not isinstance(item, bool),
        "number": isinstance(item, int | float) and not isinstance(item, bool),
        "boolean": isinstance(item, bool),
        "null": item is None,
        "value": isinstance(item, dict) and "value" in item,
    }[kind]


def test_every_object_says_what_it_is(outputs) -> None:
    for output in (output for outputs_of_one in outputs.values() for output in outputs_of_one):
        assert list(output)[:2] == list(listed("Every object"))
        assert output["version"] == 1
        assert f"`{output['truecut']}`" in PAGE


def test_values_have_only_the_fields_of_a_value(outputs) -> None:
    values = [item for section in CALLS for _, item in fields(section, outputs) if isinstance(item, dict) and item]
    keys = {key for value in values for key in value}
    assert keys == listed("A value").keys()
    for value in values:
        assert (value["value"] is None) == ("undefined" in value and "convention" not in value)


def test_every_code_of_a_finding_is_on_the_page() -> None:
    modules = {inspect.getmodule(rule) for rule in RULES} | {class_findings}
    codes = {code for module in modules for code in _codes(module)}
    listed = re.findall(
        r"^\| `(\w+)` \|", PAGE.partition("### Codes of findings")[2].partition("\n## ")[0], re.MULTILINE
    )
    assert sorted(listed) == sorted(codes)


def _codes(module: Any) -> Iterator[str]:
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("say", "Finding"):
                yield node.args[0].value
