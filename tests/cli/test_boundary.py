"""Whatever happens inside a command: one sentence, exit code 2, and a traceback only for those who ask."""

import os
import resource
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

import truecut.cli.output as output
from truecut.cli.limited_memory import NO_MEMORY
from truecut.cli.main import COMMANDS
from truecut.errors import BadCall

HUGE = "9" * 400
CANCER = Path(__file__).parents[2] / "examples" / "breast-cancer.csv"
FAILURES = {
    "memory": (MemoryError(), 2, "There is not enough memory"),
    "recursion": (RecursionError("maximum recursion depth exceeded"), 2, "nested too deeply"),
    "disk": (OSError(28, "No space left on device", "/tmp/x\x1b[2J"), 2, "No space left on device: /tmp/x\\x1b[2J"),
    "socket": (OSError("timed out"), 2, "timed out"),
    "key": (KeyError("scores"), 2, "inside truecut (KeyError: 'scores')"),
    "overflow": (OverflowError("int too large to convert to float"), 2, "OverflowError"),
    "encoding": (UnicodeEncodeError("ascii", "é", 0, 1, "no"), 2, "UnicodeEncodeError"),
    "panic": (type("PanicException", (BaseException,), {})("a\nb"), 2, "PanicException: a b"),
    "own": (BadCall("Say\nwhat."), 2, "Say\\nwhat."),
    "click": (click.ClickException("odd \x1b[2J"), 2, "Error: odd"),
    "click file": (click.FileError("x", "odd"), 2, "odd"),
    "interruption": (KeyboardInterrupt(), 130, "truecut: interrupted."),
    "abort": (click.Abort(), 130, "truecut: interrupted."),
    "pipe": (BrokenPipeError(32, "Broken pipe"), 141, ""),
    "exit": (SystemExit(1), 141, ""),
}


OF_THREE = (
    "select i % 3 as y, if(y = 0, 0.8, 0.1) as a, if(y = 1, 0.8, 0.1) as b, if(y = 2, 0.8, 0.1) as c from range(9) t(i)"
)


def counts(command: str) -> list[str]:
    """Return words with which a command runs up to its end."""
    four = "tp=30,fn=10,fp=5,tn=55"
    return {
        "report": ["--counts", four],
        "check": ["--counts", four, "--require", "recall >= 0.1"],
        "compare": ["--counts", f"a:{four}", "--counts", f"b:{four}"],
        "explain": ["recall"],
        "metrics": ["kappa"],
        "adjust": ["0.01", "0.04"],
        "example": [],
        "quiz": ["--questions", "1"],
        "plan": ["recall", "--expected", "0.9", "--within", "0.1"],
        "plot": ["--list"],
        "completion": ["bash"],
        "chance": ["--counts", four],
        "init": [str(CANCER), "--stdout"],
        "lab": ["--counts", four, "-o", "-"],
        "decide": ["--sql", OF_THREE, "--label", "y", "--class-score", "0=a,1=b,2=c"],
    }.get(command, ["--sql", "select i % 2 as y, i / 9.0 as p from range(8) t(i)", "--label", "y", "--score", "p"]) + {
        "curve": ["roc"],
        "threshold": ["--rule", "youden"],
        "cost": ["--cost", "fp=1,fn=2"],
        "reconcile": ["--value", "1", "--of", "auc"],
        "groups": ["--sql", "select i % 2 as y, i / 9.0 as p, i % 4 as g from range(40) t(i)", "--group", "g"],
    }.get(command, [])


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_failure_of_every_command_is_one_sentence(command, failure, run, monkeypatch):
    problem, code, said = FAILURES[failure]

    def fails(*_, **__):
        raise problem

    monkeypatch.setattr(getattr(import_module(f"truecut.cli.{command}"), command), "callback", fails)
    outcome = run(command, *counts(command))
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err
    assert "Traceback" not in outcome.err
    assert "\x1b" not in outcome.err
    assert len(outcome.err.strip().splitlines()) <= 1


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "completion"])
def test_every_command_writes_through_one_function_and_fails_alike(command, run, monkeypatch):
    def fails(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output, "silence_standard_output", lambda: None)
    monkeypatch.setattr(output, "_write_out", fails)
    outcome = run(command, *counts(command))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("truecut: Cannot write to standard output: No space left on device.\n")


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("completion", "plot", "init", "lab")])
def test_a_dash_is_standard_output(command, run):
    plain = run(command, *counts(command), "--format", "json")
    assert plain.code == 0
    assert plain.out.startswith("{")
    assert run(command, *counts(command), "--format", "json", "-o", "-") == plain


def test_debugging_shows_the_traceback_as_well(run, monkeypatch):
    def fails(**_):
        raise KeyError("postgresql://me:secret@host/db \x1b[2J")

    monkeypatch.setattr(import_module("truecut.cli.metrics").metrics, "callback", fails)
    for words in (["--debug", "metrics"], ["metrics", "--debug"]):
        outcome = run(*words)
        assert outcome.code == 2
        assert outcome.err.startswith("Traceback (most recent call last)")
        assert "secret" not in outcome.err
        assert "\x1b" not in outcome.err
    monkeypatch.setenv("TRUECUT_DEBUG", "1")
    assert "Traceback" in run("metrics").err
    monkeypatch.setenv("TRUECUT_DEBUG", "0")
    assert "Traceback" not in run("metrics").err


@pytest.mark.parametrize(
    "words",
    [
        ["report", "--counts", f"tp={HUGE},fn=1,fp=1,tn=1"],
        ["report", "--counts", f"tp={HUGE * 20},fn=1,fp=1,tn=1"],
        ["report", "--counts", "tp=1e400,fn=1,fp=1,tn=1"],
        ["report", "--counts", "tp=1,fn=1,fp=1,tn=1", "--threshold", "1e400"],
        ["report", "--counts", "tp=1,fn=1,fp=1,tn=1", "--threshold", f"-{HUGE}"],
        ["explain", "f_beta", "--with", "beta=1e999", "--counts", "tp=1,fn=1,fp=1,tn=1"],
        ["plan", "recall", "--expected", "0.9", "--within", HUGE],
        ["check", "--counts", "tp=1,fn=1,fp=1,tn=1", "--require", f"recall >= {HUGE}"],
        ["check", "--counts", "tp=1,fn=1,fp=1,tn=1", "--require", "recall >= 0.1", "--level", HUGE],
        ["compare", "--counts", f"a:tp={HUGE},fn=1,fp=1,tn=1", "--counts", "b:tp=1,fn=1,fp=1,tn=1"],
    ],
)
def test_a_number_beyond_all_numbers_is_refused(words, run):
    outcome = run(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert "inside truecut" not in outcome.err
    assert HUGE not in outcome.err


@pytest.mark.parametrize("command", ["report", "check", "explain"])
@pytest.mark.parametrize("digits", [100, 200, 300])
def test_counts_of_many_digits_are_answered_or_refused(command, digits, run):
    four = f"tp={'9' * digits},fn=10,fp=5,tn=55"
    words = {
        "check": ["--counts", four, "--require", "mcc >= 0.1"],
        "explain": ["mcc", "--counts", four],
    }.get(command, ["--counts", four])
    outcome = run(command, *words)
    assert "inside truecut" not in outcome.err


# Only a process of its own shows these


def test_a_closed_standard_output_is_said(process):
    running = process("metrics", "kappa", preexec_fn=lambda: os.close(1), stdout=None)
    assert running.communicate(timeout=60)[1] == b"truecut: Cannot write to standard output: it is closed.\n"
    assert running.returncode == 2


@pytest.mark.parametrize("require", ["recall >= 0.1", "recall >= 0.99"])
def test_a_gate_tells_its_verdict_though_nobody_listens(require, process):
    words = ["check", "--counts", "tp=300,fn=100,fp=5,tn=55", "--require", require]
    read, write = os.pipe()
    os.close(read)
    for streams in ({"stdout": write}, {"stderr": write}, {"stderr": None, "preexec_fn": lambda: os.close(2)}):
        running = process(*words, **streams)
        running.communicate(timeout=60)
        assert running.returncode == (0 if require == "recall >= 0.1" else 1)
    os.close(write)


def test_help_for_a_reader_that_has_gone_is_quiet(process):
    read, write = os.pipe()
    os.close(read)
    running = process("report", "--help", stdout=write)
    assert running.communicate(timeout=60)[1] == b""
    assert running.returncode == 141
    os.close(write)


@pytest.mark.parametrize("words", [["report", "--help"], ["metrics"], ["explain", "roc_auc"]])
def test_a_terminal_that_knows_ascii_only_is_answered(words, process):
    running = process(*words, env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, b"")
    assert out.isascii()


def limited(mebibytes: int):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes * 2**20,) * 2)


@pytest.mark.parametrize("mebibytes", [100, 400, 1023])
def test_too_little_memory_to_start_with_is_one_sentence(mebibytes, process):
    running = process("check", str(CANCER), "--require", "recall >= 0.1", preexec_fn=limited(mebibytes))
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (2, b"")
    assert err.startswith(b"truecut: This process may address less than 1 GiB of memory")
    assert err.count(b"\n") == 1


@pytest.mark.parametrize(("least", "code"), [("0.1", 0), ("0.9999", 1)])
def test_a_limit_of_memory_that_suffices_changes_no_verdict(least, code, process, good):
    words = ["check", good, "--label", "y", "--score", "p", "--require", f"specificity >= {least}"]
    words += ["--decide-by", "value"]
    plain, held = (process(*words, **more) for more in ({}, {"preexec_fn": limited(3000)}))
    assert plain.communicate(timeout=120) == held.communicate(timeout=120)
    assert plain.returncode == held.returncode == code


def test_memory_that_does_not_suffice_is_never_a_verdict(process, tmp_path):
    (tmp_path / "data.csv").write_text("y,p\n" + "1,0.123456\n0,0.654321\n" * 9_000_000)
    words = ["check", str(tmp_path / "data.csv"), "--label", "y", "--score", "p", "--require", "recall >= 0.9"]
    running = process(*words, preexec_fn=limited(1024))
    out, err = running.communicate(timeout=120)
    assert (running.returncode, out) == (2, b"")
    assert err.decode().splitlines()[-1].startswith("truecut: ")
    assert b"Traceback" not in err


@pytest.mark.parametrize("ending", ["os._exit(1)", "os.abort()", "os.kill(os.getpid(), signal.SIGSEGV)"])
def test_a_library_that_ends_a_command_gives_no_verdict(ending):
    code = f"import os, signal; from truecut.cli.limited_memory import ended_under as u; u(1e12, lambda: {ending})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"truecut: {NO_MEMORY}\n")


# Inputs and outputs


@pytest.mark.parametrize("name", ["good.csv", "./good.csv", "link.csv", "folder/../good.csv"])
def test_the_input_is_not_written_over(name, run, good, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.csv").symlink_to("good.csv")
    before = (tmp_path / "good.csv").read_bytes()
    for source in ([good], ["*.csv"], ["--sql", "select * from 'good.csv'"]):
        if source[0] == "--sql" and name == "link.csv":
            continue  # the query does not name it
        outcome = run("report", *source, "--label", "y", "--score", "p", "-o", name)
        assert outcome.code == 2
        assert "name another file" in outcome.err
    assert (tmp_path / "good.csv").read_bytes() == before
    assert (tmp_path / "link.csv").is_symlink()


def test_a_file_on_standard_input_is_not_written_over(process, good, tmp_path):
    before = (tmp_path / "good.csv").read_bytes()
    with (tmp_path / "good.csv").open("rb") as file:
        running = process("report", "-", "--label", "y", "--score", "p", "-o", good, stdin=file)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 2
    assert b"name another file" in err
    assert (tmp_path / "good.csv").read_bytes() == before


def test_two_outputs_of_one_command_are_two_files(run, good, tmp_path):
    place = str(tmp_path / "out.csv")
    outcome = run("compare", good, "--label", "y", "--score", "p,q", "-o", place, "--disagreements", place)
    assert outcome.code == 2
    assert "written twice" in outcome.err
    assert not (tmp_path / "out.csv").exists()


def test_models_called_like_folders_get_files_beside_each_other(run, tmp_path):
    (tmp_path / "rows.csv").write_text("y,a/../x,b\x1b[2J,c\n" + "1,0.9,0.2,0.7\n0,0.2,0.8,0.1\n" * 10)
    words = ["--label", "y", "--score", "a/../x,b\x1b[2J,c", "-q", "--disagreements", str(tmp_path / "out.csv")]
    assert run("compare", str(tmp_path / "rows.csv"), *words).code == 0
    assert len(list(tmp_path.glob("out.*.csv"))) == 3
    assert all("\x1b" not in path.name for path in tmp_path.iterdir())


def test_one_figure_may_go_to_standard_output(process, good):
    running = process("plot", good, "roc", "--label", "y", "--score", "p", "--format", "svg", "-o", "-", "-q")
    out, err = running.communicate(timeout=120)
    assert (running.returncode, err) == (0, b"")
    assert out.startswith(b"<?xml")


def test_several_figures_do_not_fit_into_standard_output(run, good):
    outcome = run("plot", good, "roc", "pr", "--label", "y", "--score", "p", "-o", "-")
    assert (outcome.code, outcome.out) == (2, "")
    assert "one figure in one format" in outcome.err


def test_the_file_of_the_situation_is_not_written_over(run, good, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "truecut.toml").write_text('[data]\nlabel = "y"\nscore = "p"\n')
    for words in ([good], [good, "--config", "truecut.toml"]):
        outcome = run("report", *words, "--format", "json", "-o", "./truecut.toml")
        assert outcome.code == 2
        assert "which is read; name another file" in outcome.err
    assert (tmp_path / "truecut.toml").read_text().startswith("[data]")


def test_an_example_and_its_table_are_two_files(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = run("example", "spam", "--folder", ".", "--format", "json", "-o", "./spam.csv.gz")
    assert outcome.code == 2
    assert "written twice" in outcome.err
    assert not (tmp_path / "spam.csv.gz").exists()


def test_an_example_goes_into_no_file(run, good):
    outcome = run("example", "spam", "--folder", good)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("spam.csv.gz: File exists.\n")
