"""docs/reference/json.md lists exactly the fields of real output."""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from run_examples import DOCS, ROOT, run_in_process

from truecut import summary
from truecut.decisions import findings

PAGE = (DOCS / "reference/json.md").read_text(encoding="utf-8")
CANCER = ["examples/breast-cancer.csv", "--positive", "malignant"]
SPAM = ["examples/spam.csv.gz", "--positive", "spam"]
DIGITS = ["examples/digits.csv", "--label", "digit"]
DIGIT_SCORES = ",".join(f"{i}=p{i}" for i in range(10))
GAPS = "y,p,w,g\n1,0.9,1,a\n0,0.2,0,a\n1,,1,a\n0,0.1,2,b\n"

VALUE_FIELDS = {"value", "low", "high", "level", "method", "rows", "note", "undefined", "convention"}
CHECK = ["check", *SPAM, "--score", "boosted"]


def require(*requirements: str) -> list[str]:
    return [word for text in requirements for word in ("--require", text)] + ["--undecided", "pass"]


CALLS = {
    "truecut report": [
        ["report", *CANCER],
        ["report", *SPAM, "--score", "boosted", "--group", "length"],
        ["report", *DIGITS, "--predicted", "predicted"],
        ["report", *DIGITS, "--predicted", "predicted", "--positive", "8"],
        ["report", *DIGITS, "--class-score", DIGIT_SCORES],
        ["report", "examples/digits-eight.parquet"],
        ["report", "--counts", "tp=0,fn=10,fp=0,tn=990"],
        ["report", "--counts", "tp=0,fn=10,fp=0,tn=990", "--convention", "textbook"],
        ["report", "GAPS", "--missing", "drop", "--weight", "w", "--group", "g"],
    ],
    "truecut table": [
        ["table", *CANCER, "--points", "3"],
        ["table", "GAPS", "--missing", "drop", "--weight", "w"],
        ["table", *SPAM, "--score", "boosted", "--every", "--metrics", "precision,lr_plus"],
        ["table", "--counts", "tp=9,fn=1,fp=0,tn=5", "--metrics", "lr_plus"],
    ],
    "truecut threshold": [
        ["threshold", *SPAM, "--score", "boosted", "--cost", "fp=10,fn=1", "--two", "precision=0.99,npv=0.99"],
        ["threshold", *SPAM, "--score", "boosted", "--rule", "f1", "--split", "length=long", "--prevalence", "0.01"],
        ["threshold", "GAPS", "--missing", "drop", "--rule", "recall"],
        ["threshold", *SPAM, "--score", "boosted", "--rule", "maximise recall subject to precision > 1"],
    ],
    "truecut cost": [
        ["cost", *CANCER, "--cost", "fp=10,fn=1", "--counts", "doctor:tp=180,fn=32,fp=10,tn=347"],
        ["cost", "GAPS", "--missing", "drop", "--cost", "fp=1,fn=1"],
        ["cost", "--counts", "tp=9,fn=1,fp=0,tn=5", "--cost", "fp=1,fn=2"],
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
    ],
    "truecut metrics": [["metrics"], ["metrics", "kappa"]],
}
# Names that stand for any of many: which part of a path they replace.
ANY = (
    (r"(metrics|overall|averages\.<average>)\.\w+", r"\1.<metric>"),
    (r"averages\.\w+", "averages.<average>"),
    (r"dropped\.[^.]+", "dropped.<reason>"),
    (r"parameters\.\w+", "parameters.<parameter>"),
    (r"conventions\.[\w-]+", "conventions.<convention>"),
    (r"regions\.\w+", "regions.<classifier>"),
    (r"gaps\.\w+\.\w+", "gaps.<classifier>.<model>"),
)
READING = ("truecut report", "truecut table", "truecut threshold", "truecut cost", "truecut check")
COUNTS = {"threshold", "model", "tp", "fp", "fn", "tn"}


def documented(section: str) -> dict[str, str]:
    """Return the fields of a command with their types."""
    return {**(listed("What was read") if section in READING else {}), **listed(section)}


def listed(section: str) -> dict[str, str]:
    """Return the fields of a section of the page with their types."""
    text = re.split(r"^## ", PAGE.partition(f"\n## {section}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", text.partition("\n### ")[0], re.MULTILINE)
    return {name: kind.strip() for name, kind in rows}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory) -> dict[str, list[dict[str, Any]]]:
    gaps = tmp_path_factory.mktemp("data") / "gaps.csv"
    gaps.write_text(GAPS, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return {
            section: [_loaded([str(gaps) if word == "GAPS" else word for word in call]) for call in calls]
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
    return "value" in data and data.keys() <= VALUE_FIELDS


def general(path: str, section: str) -> str:
    for pattern, name in (*ANY[1:], ANY[0]):
        path = re.sub(pattern, name, path)
    if section == "truecut table" and path.startswith("rows[].") and path[7:] not in COUNTS:
        return "rows[].<column>"
    return path


def fields(section: str, outputs: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[str, Any]]:
    for output in outputs[section]:
        for path, item in leaves(output):
            if path not in ("truecut", "version"):
                yield general(path, section), item


@pytest.mark.parametrize("section", CALLS)
def test_every_field_is_on_the_page_and_nothing_else(section, outputs) -> None:
    empty = {"{}", "[]"}
    found = {path for path, item in fields(section, outputs) if str(item) not in empty}
    # An empty list says nothing about what is in it; some other output has it filled.
    whole = found | {path for path, item in fields(section, outputs) if str(item) in empty}
    assert found - documented(section).keys() == set()
    assert {path for path in documented(section) if path not in whole} == set()


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
        assert list(output)[:2] == list(documented("Every object"))
        assert output["version"] == 1
        assert f"`{output['truecut']}`" in PAGE


def test_values_have_only_the_fields_of_a_value(outputs) -> None:
    values = [item for section in CALLS for _, item in fields(section, outputs) if isinstance(item, dict) and item]
    keys = {key for value in values for key in value}
    assert keys == documented("A value").keys()
    for value in values:
        assert (value["value"] is None) == ("undefined" in value and "convention" not in value)


def test_every_code_of_a_finding_is_on_the_page() -> None:
    codes = set(_codes(findings)) | set(_codes(summary))
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
