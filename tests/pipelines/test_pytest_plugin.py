"""Requirements as tests, tried in a pytest of its own."""

import os
import subprocess
import sys
from importlib.metadata import entry_points
from xml.etree import ElementTree

import pytest

# Installed, pytest finds the plugin by itself.
LOADED = [] if entry_points(group="pytest11", name="truecut") else ["-p", "truecut.pipelines.pytest_plugin"]
ROWS = "y,p\n" + "".join(f"{i % 2},{(i % 2) * 0.6 + (i % 7) / 20}\n" for i in range(80))


def run(folder, code: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "rows.csv").write_text(ROWS)
    (folder / "test_model.py").write_text(code)
    # A folder of its own settings, so that those around it do not matter.
    # An editable installation brings a module of its own, about which pytest warns wherever a plugin is found in it.
    settings = ["[pytest]", "addopts = --strict-markers", "filterwarnings =", "  error"]
    settings.append("  ignore:Module already imported so cannot be rewritten")
    (folder / "pytest.ini").write_text("\n".join(settings))
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *LOADED, *options]
    # Asserts of a plugin's package are rewritten, all of its modules, unless an earlier run left them compiled.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder.parent / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


FIXTURE = """
import pytest
import truecut as tc

@pytest.fixture
def evaluation():
    return tc.evaluate("rows.csv", label="y", score="p")
"""


def test_a_met_requirement_passes_and_is_noted(tmp_path):
    code = "def test_release(truecut):\n    truecut.check('rows.csv', 'recall >= 0.8', label='y', score='p')\n"
    done = run(tmp_path, code, "--junitxml=found.xml")
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    properties = ElementTree.parse(tmp_path / "found.xml").getroot().findall(".//property")
    assert [one.get("name") for one in properties] == ["truecut: p: recall >= 0.8"]
    assert "95 % interval" in properties[0].get("value")


def test_a_failed_requirement_says_value_interval_and_reason_without_a_traceback(tmp_path):
    code = FIXTURE + "\ndef test_release(truecut, evaluation):\n    truecut.check(evaluation, 'specificity <= 0.2')\n"
    done = run(tmp_path, code)
    assert done.returncode == 1
    assert "Not passed: of 1 requirement 1 failed." in done.stdout
    assert "✗ specificity <= 0.2: 1.000 (95 % interval 0.912 to 1.000)" in done.stdout
    assert "Traceback" not in done.stdout
    assert "truecut.check(" not in done.stdout


def test_requirements_may_come_in_a_list(tmp_path):
    asked = "['recall >= 0.1', 'specificity <= 0.2']"
    code = FIXTURE + f"\ndef test_release(truecut, evaluation):\n    truecut.check(evaluation, {asked})\n"
    done = run(tmp_path, code)
    assert "Not passed: of 2 requirements 1 " in done.stdout
    assert "✗ specificity <= 0.2" in done.stdout


@pytest.mark.parametrize(
    ("option", "summary"), [("fail", "1 failed"), ("xfail", "1 xfailed"), ("skip", "1 skipped"), ("pass", "1 passed")]
)
def test_what_the_rows_leave_undecided_is_chosen(tmp_path, option, summary):
    code = FIXTURE + "\ndef test_release(truecut, evaluation):\n    truecut.check(evaluation, 'recall >= 0.95')\n"
    done = run(tmp_path, code, f"--truecut-undecided={option}")
    assert summary in done.stdout, done.stdout + done.stderr


def test_the_marker_holds_the_fixture_and_a_baseline(tmp_path):
    code = (
        FIXTURE
        + """
tc.evaluate("rows.csv", label="y", score="p").save("last.truecut.json")

@pytest.mark.truecut("recall >= 0.8")
@pytest.mark.truecut("roc_auc >= baseline.roc_auc - 0.2", baseline="last.truecut.json")
def test_no_worse(evaluation):
    assert evaluation.rows == 80

@pytest.mark.truecut("specificity <= 0.2")
def test_worse(evaluation):
    raise AssertionError("requirements come first")

@pytest.mark.truecut("recall >= 0.8")
def test_without():
    pass
"""
    )
    done = run(tmp_path, code)
    assert "2 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "requirements come first" not in done.stdout
    assert "takes the fixture `evaluation`" in done.stdout


def test_loading_the_plugin_imports_nothing_heavy():
    code = "import sys, truecut.pipelines.pytest_plugin; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "polars", "scipy", "click"} & set(loaded)
