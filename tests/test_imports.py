"""Nothing is imported unasked, and every public name is there."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import truecut as tc
from truecut import kernel
from truecut.views.plots.kinds import KINDS

HOUSE = Path(tc.__file__).parent
OF_OTHER_REPORTS = (
    "truecut.decisions.class_",
    "truecut.decisions.group_differences",
    "truecut.engines",
    "truecut.evaluation.class_",
    "truecut.inference.comparison",
    "truecut.inference.many_classes",
    "truecut.inference.paired",
    "truecut.storage.stored",
)
OF_ERRORS = ("truecut.errors", "truecut.errors.doors", "truecut.errors.visible_text")
HEAVY = ("numpy", "polars", "narwhals", "rich", "scipy", "pandas", "click", "pyarrow", "duckdb", "sklearn")


def loaded(code: str) -> list[str]:
    """Run the code in a fresh process and return every module that it imported."""
    ask = f"import sys\ntry:\n    exec({code!r})\nexcept SystemExit:\n    pass\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    return done.stderr.split()


def imported(code: str) -> set[str]:
    """Run the code in a fresh process and return which heavy packages it imported."""
    return {name.partition(".")[0] for name in loaded(code)} & set(HEAVY)


def test_importing_truecut_imports_nothing_heavy():
    assert imported("import truecut") == set()


def test_evaluating_lists_needs_numpy_only():
    code = "import truecut; truecut.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).metric('roc_auc')"
    assert imported(code) == {"numpy"}


def test_four_counts_need_numpy_only():
    assert imported("import truecut; truecut.counts(tp=3, fn=1, fp=1, tn=3).metrics()") == {"numpy"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--version"], {"click"}),
        (["--help"], {"click", "numpy"}),
        (["explain", "precision"], {"click", "numpy", "rich"}),
        (["report", "--counts", "tp=3,fn=1,fp=1,tn=3", "--json"], {"click", "numpy"}),
    ],
)
def test_a_command_imports_no_more_than_it_needs(arguments, expected):
    found = imported(f"from truecut.cli.main import run; run({arguments!r})")
    assert found <= expected


def test_a_report_of_a_file_needs_neither_scipy_nor_narwhals(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,p\n" + "".join(f"{i % 3 == 0:d},{i / 200}\n" for i in range(200)))
    found = loaded(f"from truecut.cli.main import run; run(['report', {str(path)!r}])")
    assert {name.partition(".")[0] for name in found} & set(HEAVY) == {"click", "numpy", "polars", "rich"}
    assert "truecut.summaries.of_models" in found
    # One model of two classes without groups, in memory: what the others need is not loaded for it.
    assert [name for name in found if name.startswith(OF_OTHER_REPORTS)] == []


def test_the_version_is_told_without_knowing_any_format():
    # Modules of the package, not the finder by which an editable install of it is found.
    names = loaded("from truecut.cli.main import run; run(['--version'])")
    found = {name for name in names if name.partition(".")[0] == "truecut"}
    commands = {f"truecut.cli{name}" for name in ("", ".main", ".streams", ".limited_memory")}
    assert found <= {"truecut", *commands, *OF_ERRORS}


def test_public_names_are_listed_once_and_all_resolve():
    assert tc.__all__ == list(tc.PUBLIC)
    for name in tc.PUBLIC:
        assert getattr(tc, name) is not None
    assert set(tc.__all__) < set(dir(tc))


@pytest.mark.parametrize("name", tc.PUBLIC)
def test_a_public_name_is_what_is_defined_under_it_in_the_module_that_is_named(name):
    module, _, attribute = tc.PUBLIC[name].partition(":")
    found = getattr(tc, name)
    assert (found.__module__, found.__name__) == (f"truecut.{module}", attribute or name)
    # A class is called by its own name; only a function may have a shorter one for the public.
    assert not attribute or not isinstance(found, type)


def test_a_class_name_stands_for_one_thing():
    defined = Counter(
        node.name
        for path in HOUSE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert len(defined) > 100
    assert [name for name, times in defined.items() if times > 1] == []


def may_be_called_as_elsewhere(place: Path, name: str) -> bool:
    """Say whether a function is a command, a figure, a routine of the kernels or one of scikit-learn's."""
    return {
        "cli": name in (place.stem, "truecut"),  # a command is called as what it shows
        "kernel": name in kernel.__all__,  # alike in both kernels, and some as the measure that asks for them
        "views/plots": name in {kind.name for kind in KINDS},  # a figure is called as what it draws
        "sklearn": name in ("evaluate", "log_loss"),  # of an estimator; as scikit-learn calls it
        "pipelines": name == "truecut",  # what pytest hands to a test
    }.get(place.parent.as_posix(), False)


def test_a_function_name_stands_for_one_thing():
    places: dict[str, set[Path]] = {}
    for path in HOUSE.rglob("*.py"):
        place = path.relative_to(HOUSE)
        # The files of the curves answer the same questions: where points are, and which limits they have by chance.
        where = place.parent if place.parent == Path("inference/bands") else place
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            is_public = isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
            if is_public and not may_be_called_as_elsewhere(place, node.name):
                places.setdefault(node.name, set()).add(where)
    assert len(places) > 1000
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_other_names_do_not_exist():
    with pytest.raises(AttributeError, match="module 'truecut' has no attribute 'evalute'"):
        tc.evalute
