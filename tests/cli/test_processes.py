"""What only a process of its own shows: pipes, signals, terminals, completion."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from truecut.cli.main import COMMANDS

COLOUR = re.compile(r"\x1b\[[0-9;]*(3[0-7]|9[0-7]|38;5;\d+)[0-9;]*m")
COUNTS = ["report", "--counts", "tp=30,fn=10,fp=5,tn=55"]


def ended(process: subprocess.Popen) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out.decode(), err.decode()


def in_terminal(process, *arguments: str, **options) -> str:
    """Return what a command writes to a terminal."""
    ours, theirs = pty.openpty()
    running = process(*arguments, stdout=theirs, stderr=theirs, **options)
    os.close(theirs)
    parts = []
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        parts.append(part)
    os.close(ours)
    assert running.wait(timeout=60) == 0
    return b"".join(parts).decode()


def test_the_version_is_printed(process):
    assert ended(process("--version")) == (0, "truecut 0.1.0\n", "")


def test_a_mistake_exits_with_2_and_no_traceback(process):
    code, out, err = ended(process("report", "nowhere.csv"))
    assert (code, out) == (2, "")
    assert err == "truecut: There is no file 'nowhere.csv'.\n"


def test_a_pipe_gets_no_colours_unless_asked_for(process):
    assert "\x1b" not in ended(process(*COUNTS))[1]
    assert COLOUR.search(ended(process(*COUNTS, "--color", "always"))[1])


def test_a_terminal_gets_colours_unless_told_not_to(process):
    assert COLOUR.search(in_terminal(process, *COUNTS))
    assert not COLOUR.search(in_terminal(process, *COUNTS, env={"NO_COLOR": "1"}))
    assert "\x1b" not in in_terminal(process, *COUNTS, "--color", "never", "--quiet")  # no spinner either


def test_a_reader_that_has_seen_enough_is_no_mistake(process, tmp_path):
    rows = 20_000
    pl.DataFrame({"y": [i % 2 for i in range(rows)], "p": [i / rows for i in range(rows)]}).write_csv(
        tmp_path / "big.csv"
    )
    running = process("table", str(tmp_path / "big.csv"), "--every", "--format", "csv", "--quiet")
    assert running.stdout.readline() == b"threshold,tp,tn,fp,fn,tpr,fpr\n"
    running.stdout.close()
    assert running.wait(timeout=60) == 0
    assert running.stderr.read() == b""
    running.stderr.close()


def test_a_full_disk_is_one_line(process):
    with Path("/dev/full").open("wb") as full:
        running = process(*COUNTS, stdout=full)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 2
    assert err == b"truecut: Cannot write to standard output: No space left on device.\n"


def test_an_interruption_ends_with_130_and_no_traceback(process):
    running = process("report", "-", stdin=subprocess.PIPE)
    running.stdin.write(b"y,p\n" + b"1,0.5\n" * 100_000)  # more than a pipe holds: once written, it is being read
    running.stdin.flush()
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.decode().strip() == "truecut: interrupted."


def test_a_terminal_that_knows_no_blocks_gets_a_report_all_the_same(process, good):
    env = {"PYTHONIOENCODING": "ascii"}
    code, out, err = ended(process("report", good, "--label", "y", "--score", "p", env=env))
    assert (code, err) == (0, "")
    assert "At 0.5 it finds 2 of 2 positive rows" in out
    assert out.isascii()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("truecut re", {"report", "reconcile"}),
        ("truecut report --thr", {"--threshold"}),
        ("truecut completion f", {"fish"}),
        ("truecut nonsense ", set(COMMANDS)),
    ],
)
def test_bash_completes_commands_and_options(typed, expected, process, environment, tmp_path):
    script = ended(process("completion", "bash"))[1]
    (tmp_path / "truecut").write_text(f'#!/bin/sh\nexec {sys.executable} -m truecut "$@"\n')
    (tmp_path / "truecut").chmod(0o755)
    words = typed.split(" ")
    ask = f"{script}\nCOMP_WORDS=({' '.join(words)!s} )\nCOMP_CWORD={len(words) - 1}\n_truecut_completion truecut\n"
    ask += 'printf "%s\\n" "${COMPREPLY[@]}"'
    env = {**environment, "PATH": f"{tmp_path}:{environment['PATH']}"}
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, env=env, check=True)
    assert set(done.stdout.split()) == expected
    assert done.stderr == ""


def test_a_query_leaves_nothing_on_standard_error(process):
    query = "select x % 2 as y, x / 10.0 as p from range(10) as t(x)"
    code, out, err = ended(process("table", "--sql", query, "--label", "y", "--score", "p", "--positive", "1"))
    assert (code, err) == (0, "")
    assert out


def test_output_that_is_lost_is_no_success(process):
    with open("/dev/full", "wb") as full:  # noqa: PTH123  # a device, no file
        running = process("metrics", stdout=full)
        running.communicate(timeout=60)
    assert running.returncode == 2
