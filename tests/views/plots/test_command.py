"""truecut plot: files where they were asked for, and sentences where something is wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import truecut as tc
from truecut.cli import main
from truecut.views.plots.kinds import KINDS

EXAMPLES = Path(__file__).parents[3] / "examples"
LINES = (f"{i % 3 == 0:d},{i * 37 % 100 / 100},{i * 53 % 100 / 100},{'ab'[i % 2]}\n" for i in range(40))
ROWS = "y,p,q,g\n" + "".join(LINES)


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command in a folder of its own; return its exit code and what it said."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text(ROWS)

    def go(*arguments: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as stop:
            main.run(["plot", *arguments])
        captured = capsys.readouterr()
        return stop.value.code, captured.out + captured.err

    return go


def in_a_process(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run code where this truecut is found, and nothing is imported yet."""
    env = {**os.environ, "PYTHONPATH": str(Path(tc.__file__).parents[1])}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


def written(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_each_figure_is_a_file_in_each_format(run, tmp_path):
    code, said = run("rows.csv", "--label", "y", "--score", "p", "roc", "pr", "-o", "out", "--format", "pdf,svg,png")
    assert code == 0
    assert written(tmp_path / "out") == ["pr.pdf", "pr.png", "pr.svg", "roc.pdf", "roc.png", "roc.svg"]
    assert "Wrote out/roc.pdf" in said
    assert (tmp_path / "out/roc.pdf").read_bytes().startswith(b"%PDF")


def test_one_figure_goes_to_a_file_of_any_name(run, tmp_path):
    assert run("rows.csv", "--label", "y", "--score", "p", "matrix", "-o", "my.svg", "-q") == (0, "")
    assert (tmp_path / "my.svg").read_bytes().startswith(b"<?xml")


def test_without_a_name_all_that_can_be_drawn_are_and_the_rest_is_said(run, tmp_path):
    code, said = run("rows.csv", "--label", "y", "--score", "p", "--group", "g", "--format", "png")
    assert code == 0
    drawn = {kind.name for kind in KINDS} - {"cost"}
    assert {Path(name).stem for name in written(tmp_path / "figures")} == drawn
    assert "left out: cost cannot be drawn: nobody said what each outcome costs (--cost fn=20,fp=1)." in said


def test_bands_and_stretched_ends_are_drawn_on_request(run, tmp_path):
    plain = ("rows.csv", "--label", "y", "--score", "p,q", "roc", "ks", "rates", "distribution", "--format", "svg")
    assert run(*plain, "-o", "plain")[0] == 0
    assert run(*plain, "-o", "more", "--band", "pointwise", "--stretch")[0] == 0
    for name in ("roc.svg", "ks.svg", "rates.svg", "distribution.svg"):
        assert (tmp_path / "plain" / name).read_bytes() != (tmp_path / "more" / name).read_bytes()


def test_metrics_stand_behind_a_colon_and_in_the_name_of_the_file(run, tmp_path):
    code, _ = run(
        "rows.csv", "--label", "y", "--score", "p", "--group", "g", "groups:fpr", "threshold:f1,mcc", "--format", "svg"
    )
    assert code == 0
    assert written(tmp_path / "figures") == ["groups-fpr.svg", "threshold-f1-mcc.svg"]


def test_several_models_and_groups_become_panels(run, tmp_path):
    code, _ = run("rows.csv", "--label", "y", "--score", "p,q", "matrix", "roc", "-o", "models", "--format", "svg")
    assert code == 0
    code, _ = run("rows.csv", "--label", "y", "--score", "p", "--group", "g", "roc", "--each", "group", "-o", "g.svg")
    assert code == 0
    assert written(tmp_path / "models") == ["matrix.svg", "roc.svg"]


def test_hard_classifiers_are_drawn_from_their_counts(run, tmp_path):
    """The points A and C of the course: C is better turned round, which is said and drawn."""
    counts = ["--counts", "A:tp=63,fn=37,fp=28,tn=72", "--counts", "C:TP=24,fn=76,fp=88,tn=12"]
    code, err = run("roc", *counts, "-o", str(tmp_path / "roc.svg"))
    assert code == 0
    assert "C reversed has TPR 76.0 % and FPR 12.0 %, better in both rates than A." in err
    assert (tmp_path / "roc.svg").stat().st_size > 1000
    code, err = run("roc", "x.csv", *counts)
    assert (code, "Give either --counts or rows to count, not both; leave out the file." in err) == (2, True)


def test_more_than_two_classes_have_a_matrix(run):
    digits = str(EXAMPLES / "digits.csv")
    assert run(digits, "--label", "digit", "--predicted", "predicted", "matrix", "-o", "m.png", "-q") == (0, "")
    code, said = run(digits, "--label", "digit", "--predicted", "predicted", "roc")
    assert (code, said.splitlines()[-1]) == (
        2,
        "truecut: roc divides two classes; name the positive one with --positive, or draw the matrix.",
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rok"], "'rok' is neither a file nor a figure. Did you mean 'roc'?"),
        (["roc:recall"], "Cannot read 'roc:recall'; metrics can be named as in threshold:metrics"),
        (["groups:recal"], "Did you mean 'recall'"),
        (["roc", "pr", "-o", "one.pdf"], "Several figures do not fit into 'one.pdf'; name a folder"),
        (["roc", "-o", "one.gif"], "end it in .pdf, .svg or .png"),
        (["roc", "--format", "gif"], "not as 'gif'"),
        (["roc", "--format", "png", "-o", "one.pdf"], "contradict each other"),
        (["cost"], "nobody said what each outcome costs"),
        (["groups"], "the rows are not divided into groups"),
        (["roc", "--width", "0"], "between 1 and 40 inches"),
        (["roc", "--level", "2"], "A level lies between 0 and 1"),
    ],
)
def test_what_is_wrong_is_one_sentence(run, tmp_path, arguments, said):
    code, text = run("rows.csv", "--label", "y", "--score", "p", *arguments)
    assert code == 2
    assert said in text
    assert written(tmp_path) == ["rows.csv"]


def test_the_list_names_every_figure(run):
    code, said = run("--list")
    assert code == 0
    assert [line.split()[0] for line in said.splitlines()] == [kind.name for kind in KINDS]


def test_without_matplotlib_a_sentence_says_what_to_install(tmp_path):
    (tmp_path / "rows.csv").write_text(ROWS)
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from truecut.cli.main import run\n"
        "run(['plot', 'rows.csv', '--label', 'y', '--score', 'p', 'roc'])"
    )
    done = in_a_process(code, tmp_path)
    assert done.returncode == 2
    assert (
        done.stderr.splitlines()[-1] == "truecut: Figures need matplotlib; install it with: pip install 'truecut[plot]'"
    )


def test_listing_and_evaluating_import_no_matplotlib(tmp_path):
    code = (
        "import sys, truecut\n"
        "from truecut.cli.main import run\n"
        "truecut.evaluate([1, 0], [0.9, 0.1])._repr_html_()\n"
        "try:\n    run(['plot', '--list'])\nexcept SystemExit:\n    pass\n"
        "assert 'matplotlib' not in sys.modules\nassert 'scipy' not in sys.modules"
    )
    done = in_a_process(code, tmp_path)
    assert done.returncode == 0, done.stderr
