"""How the commands are run: in this process where that is enough, in one of their own where it matters."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import truecut as tc
from truecut.cli import main

GOOD = "y,p,q,w,g\n1,0.9,3,1,a\n0,0.2,1,2,a\n1,0.6,-2,1,b\n0,0.7,2,0,b\n0,0.1,-1,3,b\n"


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch) -> Callable[..., Outcome]:
    """Run a command in this process."""

    def go(*arguments: str, stdin: bytes | None = None) -> Outcome:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as stop:
            main.run(list(arguments))
        captured = capsys.readouterr()
        return Outcome(stop.value.code, captured.out, captured.err)

    return go


@pytest.fixture
def environment() -> dict[str, str]:
    """Return an environment in which a process of its own finds this truecut, and nothing about colours."""
    source = str(Path(tc.__file__).parents[1])
    # Without a buffer, half a write to a closed pipe goes unnoticed; people's Python has one.
    unwanted = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONUNBUFFERED")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return {**kept, "PYTHONPATH": source, "TERM": "xterm-256color"}


@pytest.fixture
def process(environment) -> Callable[..., subprocess.Popen]:
    """Start a command in a process of its own."""

    def start(*arguments: str, **options) -> subprocess.Popen:
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        env = {**environment, **options.pop("env", {})}
        return subprocess.Popen([sys.executable, "-m", "truecut", *arguments], env=env, **(streams | options))

    return start


@pytest.fixture
def good(tmp_path) -> str:
    """Return the name of a small good file."""
    (tmp_path / "good.csv").write_text(GOOD)
    return str(tmp_path / "good.csv")
