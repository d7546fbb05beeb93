"""What an engine does is shown on a terminal while it does it."""

from __future__ import annotations

import io
import logging
import sys

import pytest

from truecut.cli import output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("is_quiet", [False, True])
def test_a_terminal_shows_the_job_that_an_engine_runs(is_quiet: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    engines = logging.getLogger("truecut.engines")
    with output.working("Reading and counting", quiet=is_quiet):
        engines.info("%s counts %s", "Spark", "scores of 'gbm'")
        _wait_for(lambda: "scores of 'gbm'" in terminal.getvalue() or is_quiet)
    assert ("Spark counts scores of 'gbm'" in terminal.getvalue()) is not is_quiet
    assert (engines.handlers, engines.level) == ([], logging.NOTSET)


def _wait_for(happened) -> None:
    import time

    end = time.monotonic() + 20
    while not happened() and time.monotonic() < end:
        time.sleep(0.02)
