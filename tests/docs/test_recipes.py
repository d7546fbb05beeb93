"""CONTRIBUTING.md names what is there, and a recipe that is followed in a copy of the house is enough."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from run_examples import ROOT

import truecut
from truecut.cli.threshold import threshold
from truecut.decisions.rules import RULES
from truecut.summaries.report import report_of
from truecut.views.page_data import payload_of
from truecut.views.plots.kinds import KINDS
from truecut.views.plots.plotter import Plots

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "truecut"
SCRIPT = ROOT / "report" / "src"
NAMED = sorted(set(re.findall(r"`([^`\n]+)`", PAGE)))
PATHS = [name for name in NAMED if re.fullmatch(r"[\w./-]*(/|\.(py|ts|md|json|cpp|css|pyi))", name)]
# "`NAME` of `path`": a thing that the file defines.
DEFINED = sorted(set(re.findall(r"`(\w+)`\s+of\s+`([\w./]+\.\w+)`", PAGE)))


def found(name: str) -> Path:
    """Return where a path of the page leads, from the source, the scripts of the page or the top."""
    for base in (SOURCE, SCRIPT, ROOT):
        if (base / name).exists():
            return base / name
    pytest.fail(f"CONTRIBUTING.md names {name}, which is nowhere")


@pytest.mark.parametrize("name", PATHS)
def test_a_file_that_a_recipe_names_exists(name: str) -> None:
    assert found(name)


@pytest.mark.parametrize(("name", "path"), DEFINED)
def test_what_a_recipe_says_a_file_defines_is_defined_there(name: str, path: str) -> None:
    text = found(path).read_text(encoding="utf-8")
    defines = rf"^(?:export )?(?:def |class |const |function )?{name}\b\s*(?:[:=(]|: )"
    assert re.search(defines, text, re.MULTILINE), f"{path} defines no {name}"


@pytest.mark.parametrize("name", [name for name in NAMED if re.fullmatch(r"[A-Z][a-z]\w+(\.\w+\(\w+\))?", name)])
def test_a_class_that_a_recipe_names_is_defined(name: str) -> None:
    word = name.partition(".")[0]
    assert any(re.search(rf"^class {word}\b", path.read_text(encoding="utf-8"), re.M) for path in SOURCE.rglob("*.py"))


def test_targets_of_make_that_the_page_names_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z-]+)`", PAGE))
    assert {"test", "lint"} <= named <= targets


# What a recipe asks for in a second place.


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_is_listed_for_its_users(rule) -> None:
    said = CliRunner().invoke(threshold, ["--help"]).output
    assert re.search(rf"\b{rule.name}\b", said.partition("Rules:")[2])
    assert f"\n| `{rule.name}` |" in (ROOT / "docs" / "how-to" / "thresholds.md").read_text(encoding="utf-8")


def test_a_figure_has_a_method_of_its_name_and_a_method_its_figure() -> None:
    methods = {name for name, thing in vars(Plots).items() if callable(thing) and not name.startswith("_")}
    assert methods - {"styled", "draw", "each", "panels"} == {kind.name for kind in KINDS}


def test_a_routine_of_the_kernel_is_bound_declared_and_written_in_numpy_too() -> None:
    declared = {
        node.name for node in parsed(SOURCE / "kernel" / "_native.pyi").body if isinstance(node, ast.FunctionDef)
    }
    in_numpy = {
        node.name
        for name in ("portable.py", "portable_draws.py", "portable_hulls.py")
        for node in parsed(SOURCE / "kernel" / name).body
        if isinstance(node, ast.FunctionDef)
    }
    bound = set(re.findall(r'"([a-z_]+)", ', (ROOT / "native" / "module.cpp").read_text(encoding="utf-8")))
    assert declared <= in_numpy
    assert declared <= bound


def test_an_engine_is_tested_beside_the_others() -> None:
    engines = {
        node.name.removeprefix("on_")
        for path in (SOURCE / "engines").glob("*.py")
        for node in parsed(path).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("on_")
    }
    listed = parsed(ROOT / "tests" / "engines" / "distributed" / "conftest.py")
    named = next(
        ast.literal_eval(n.value) for n in listed.body if isinstance(n, ast.Assign) and n.targets[0].id == "ENGINES"
    )
    assert engines == {{"postgresql": "postgres"}.get(name.lower(), name.lower()) for name in named}


def test_the_page_reads_every_field_that_it_is_told() -> None:
    read = set(re.findall(r"^\s+(\w+)\??:", (SCRIPT / "payload.ts").read_text(encoding="utf-8"), re.MULTILINE))
    labels, scores = [1, 0, 1, 0] * 20, [0.9, 0.2, 0.4, 0.6] * 20
    evaluation = truecut.evaluate(
        {"y": labels, "p": scores, "q": scores[::-1], "g": list("ab") * 40}, label="y", group="g"
    )
    told = payload_of(report_of(evaluation.summary()))
    (first, *_), charts = told["models"], fields_of(told["models"][0].values())
    assert {"histogram", "thresholds", "groups", "worse_groups"} <= first.keys()
    assert (told.keys() | first.keys() | charts) - read == set()


def fields_of(parts: Iterable[Any]) -> set[str]:
    """Return the names of all fields that the page's own tree has."""
    found: set[str] = set()
    for part in parts:
        if isinstance(part, Mapping):
            found |= fields_of(part.values())
        elif isinstance(part, tuple):
            found |= fields_of(part)
        elif type(part).__module__ == "truecut.summaries.report.tree":
            found |= vars(part).keys() | fields_of(vars(part).values())
    return found


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


# Walked in a copy of the house.


class House:
    """A copy of source, tests and documentation, in which a recipe is followed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        left_out = shutil.ignore_patterns("__pycache__", "node_modules", "*.png", "*.gz")
        shutil.copytree(Path(truecut.__file__).parent, path / "src" / "truecut", ignore=left_out)
        # An editable install finds the package before any path does; the copy must be the one that is asked.
        forget = (
            "import sys\nsys.meta_path[:] = [one for one in sys.meta_path if 'ScikitBuild' not in type(one).__name__]\n"
        )
        (path / "src" / "sitecustomize.py").write_text(forget, encoding="utf-8")
        for name in (
            "tests",
            "docs",
            "report/src",
            "report/build.mjs",
            "pyproject.toml",
            "CONTRIBUTING.md",
            "Makefile",
        ):
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, path / name, ignore=left_out)
            else:
                (path / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, path / name)

    def change(self, name: str, old: str, new: str) -> None:
        """Write something else into a file, once."""
        file = self.path / "src" / "truecut" / name
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} has {text.count(old)} times {old!r}"
        file.write_text(text.replace(old, new), encoding="utf-8")

    def add(self, name: str, text: str) -> None:
        """Write something at the end of a file."""
        with (self.path / "src" / "truecut" / name).open("a", encoding="utf-8") as file:
            file.write(text)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the copy."""
        # A plugin that pytest finds by itself makes it compile all of its package anew, and truecut is one.
        environment = {**os.environ, "PYTHONPATH": str(self.path / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        # What the first command compiles, the others read: the copy is changed before it, and thrown away after them.
        for name in ("PYTEST_ADDOPTS", "PYTHONDONTWRITEBYTECODE"):
            environment.pop(name, None)
        python = [sys.executable, *command]
        return subprocess.run(python, cwd=self.path, env=environment, capture_output=True, text=True, check=False)

    def test(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run tests of the copy."""
        return self.run(
            "-m", "pytest", "-p", "no:cacheprovider", "--no-header", "-o", "addopts=--import-mode=importlib", *arguments
        )


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


OF_COUNTS = """
METRICS = (
    *METRICS,
    Metric(
        name="walked_share",
        title="Walked share",
        formula="fp / (tp + fp + fn + tn)",
        counted="are {negative} and were flagged",
        better=Better.LOWER,
        use="To see that one entry is enough.",
        misleads="It is here for a test only.",
        reference="None 2000, Journal of Nothing 1:1",
    ),
)
"""
OF_A_CURVE = """
METRICS = (
    *METRICS,
    Metric(
        name="walked_area",
        title="Walked area",
        formula="half of the area",
        meaning="Half of the area under the ROC curve.",
        population=PAIRS,
        bounds=(0.0, 0.5),
        needs=Needs.CURVE,
        prevalence_is=PrevalenceRole.NOTHING,
        function=unless(missing_class, lambda curve: roc_area(curve) / 2),
        undefined=WITHOUT_A_CLASS,
        use="To see that one entry and a function are enough.",
        misleads="It is here for a test only.",
        reference="None 2000, Journal of Nothing 1:1",
    ),
)
"""


def test_one_entry_makes_a_metric_everywhere(house: House) -> None:
    house.add("catalogue/over_all_rows.py", OF_COUNTS)
    house.add("catalogue/from_curve.py", OF_A_CURVE)
    laws = house.test("tests/catalogue", "-k", "walked_share or walked_area")
    assert laws.returncode == 0, laws.stdout
    assert int(re.search(r"(\d+) passed", laws.stdout)[1]) > 50
    stale = house.run("docs/make_reference.py", "--check")
    assert stale.returncode == 1
    assert "metrics.md" in stale.stderr
    assert house.run("docs/make_reference.py").returncode == 0
    page = (house.path / "docs/reference/metrics.md").read_text(encoding="utf-8")
    assert "### walked_share\n" in page
    assert "### walked_area\n" in page
    explained = house.run("-m", "truecut", "explain", "walked_share", "--counts", "tp=3,fp=2,fn=1,tn=4")
    assert "2 / (3 + 2 + 1 + 4)" in explained.stdout
    report = house.run("-m", "truecut", "report", "--counts", "tp=3,fp=2,fn=1,tn=4", "--json")
    told = next(entry for entry in walk(json.loads(report.stdout)) if "walked_share" in entry)["walked_share"]
    assert told["value"] == 0.2
    assert told["low"] < 0.2 < told["high"]
    house.run("-m", "truecut", "report", "--counts", "tp=3,fp=2,fn=1,tn=4", "-o", "page.html")
    data = (house.path / "page.html").read_text(encoding="utf-8").partition('id="data">')[2].partition("</script>")[0]
    shown = next(entry for entry in json.loads(data)["metrics"] if entry["name"] == "walked_share")
    assert (shown["numerator"], shown["denominator"]) == ("fp", ["+", ["+", ["+", "tp", "fp"], "fn"], "tn"])


def walk(tree):
    """Yield every dictionary of a JSON tree."""
    if isinstance(tree, dict):
        yield tree
        for branch in tree.values():
            yield from walk(branch)
    elif isinstance(tree, list):
        for branch in tree:
            yield from walk(branch)


def test_a_finding_without_a_place_on_the_page_or_a_case_fails_a_test(house: House) -> None:
    house.change(
        "decisions/findings/__init__.py",
        "    ranks_well,\n)\n\n\ndef",
        "    ranks_well,\n    walked,\n)\n\n\ndef",
    )
    house.change(
        "decisions/findings/__init__.py",
        "RULES: tuple",
        "def walked(subject: Subject) -> Iterator[Finding]:\n"
        '    yield subject.say("walked", Tone.GOOD, "Walked", "It was walked.")\n\n\nRULES: tuple',
    )
    failed = house.test("tests/views/report/test_build.py", "tests/decisions/test_findings.py", "-k", "every")
    assert "test_every_finding_knows_where_its_numbers_are" in failed.stdout
    assert "test_every_rule_has_its_case" in failed.stdout


def test_a_rule_that_is_not_listed_for_its_users_fails_a_test(house: House) -> None:
    house.change(
        "decisions/rules.py",
        ")\nBY_NAME = ",
        '    Rule(name="walked_rule", title="Walked", sentence="where it is walked", measure="recall", worth=_youden,'
        ' reference="None 2000"),\n)\nBY_NAME = ',
    )
    rows = house.path / "rows.csv"
    rows.write_text("y,p\n" + "".join(f"{int(i % 3 == 0)},{i / 40}\n" for i in range(40)))
    chosen = house.run(
        "-m", "truecut", "threshold", "rows.csv", "--label", "y", "--score", "p", "--rule", "walked_rule"
    )
    assert re.fullmatch(r"0\.\d+\n", chosen.stdout), chosen.stderr
    failed = house.test("tests/docs/test_recipes.py", "-k", "listed_for_its_users and walked_rule")
    assert "1 failed" in failed.stdout
