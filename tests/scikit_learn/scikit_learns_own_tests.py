"""scikit-learn's own tests of the installed release, run unchanged while its functions are patched.

    python tests/scikit_learn/scikit_learns_own_tests.py            every file
    python tests/scikit_learn/scikit_learns_own_tests.py --fast     those that take seconds

Four rows stand for all from the first row on, so that scikit-learn's small examples go that way too. Ends with a
table of what passed and how many calls were fast in each file; the exit code is 1 if a test failed that is not
excepted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

FAST = (
    "metrics/tests/test_ranking.py",
    "metrics/tests/test_score_objects.py",
    "metrics/_plot/tests/test_confusion_matrix_display.py",
)
FILES = (
    *FAST,
    "metrics/tests/test_classification.py",
    "metrics/tests/test_common.py",
    "metrics/_plot/tests/test_common_curve_display.py",
    "metrics/_plot/tests/test_det_curve_display.py",
    "metrics/_plot/tests/test_precision_recall_display.py",
    "metrics/_plot/tests/test_roc_curve_display.py",
    "model_selection/tests/test_classification_threshold.py",
    "model_selection/tests/test_search.py",
    "model_selection/tests/test_validation.py",
    "tests/test_metaestimators_metadata_routing.py",
)
# Tests that cannot pass under the patch, each with its reason: there is none. What is skipped is skipped by
# scikit-learn itself, mostly tests of arrays other than NumPy's: with SCIPY_ARRAY_API=1 and array-api-strict installed,
# those that need no further library run too.
EXCEPTED: dict[str, str] = {}

PLUGIN = """
import truecut.sklearn as ts
from truecut.sklearn import functions, inside_scorers

functions.FEWEST_ROWS = inside_scorers.FEWEST_ROWS = 0
ts.patch()


def pytest_sessionfinish(session):
    used = ts.used()
    assert ts.is_patched()
    print(f"\\nFAST {sum(used.fast.values())} HANDED {sum(used.handed_on.values())}")
"""


def run(name: str, folder: Path) -> tuple[int, int, int, str, list[str]]:
    """Return how many tests of a file passed, failed and were skipped, what was fast, and which failed."""
    import sklearn

    (folder / "patching_plugin.py").write_text(PLUGIN, encoding="utf-8")
    report = folder / "report.xml"
    path = Path(sklearn.__file__).parent / name
    code = "import sys, pytest; sys.path.insert(0, sys.argv.pop(1)); sys.exit(pytest.main(sys.argv[1:]))"
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "patching_plugin", "-c", "/dev/null", f"--junitxml={report}"]
    deselected = [f"--deselect={path}::{test}" for test in EXCEPTED]
    command = [sys.executable, "-c", code, str(folder), *options, *deselected, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    fast = next((line for line in done.stdout.splitlines() if line.startswith("FAST")), "")
    if not report.exists() or not fast:
        return 0, 1, 0, "", [f"{name} did not run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"]
    suite = ElementTree.parse(report).getroot().find("testsuite")
    tests, failed = int(suite.get("tests")), int(suite.get("failures")) + int(suite.get("errors"))
    skipped = int(suite.get("skipped"))
    wrong = [
        f"{case.get('classname')}::{case.get('name')}: {problem.get('message', '')[:300]}"
        for case in suite
        for problem in [*case.findall("failure"), *case.findall("error")]
    ]
    return tests - failed - skipped, failed, skipped, fast, wrong


def main() -> int:
    """Run the files and print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--fast", action="store_true")
    asked.add_argument("files", nargs="*")
    given = asked.parse_args()
    failures: list[str] = []
    with TemporaryDirectory() as folder:
        for name in given.files or (FAST if given.fast else FILES):
            passed, failed, skipped, fast, wrong = run(name, Path(folder))
            print(f"{name:60} passed {passed:5} failed {failed:3} skipped {skipped:5}  {fast}", flush=True)
            failures += wrong
    print(*failures, sep="\n")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
