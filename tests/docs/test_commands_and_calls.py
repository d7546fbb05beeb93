"""The page that holds commands against calls names every command once, and calls that are there."""

import re
from pathlib import Path

import truecut as tc
from truecut.cli.main import truecut

PAGE = (Path(__file__).parents[2] / "docs/reference/commands-and-calls.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| `truecut")]


def test_every_command_has_its_row():
    named = [name for row in ROWS for name in re.findall(r"`truecut (\w+)", row.split("|")[1])]
    assert sorted(named) == sorted(truecut.list_commands(None))


def test_every_call_is_there():
    named = [name for row in ROWS for name in re.findall(r"`((?:tc|e|c)\.[\w.]+)`", row.split("|")[2])]
    assert len(named) > 30
    for name in named:
        thing = {"tc": tc, "e": tc.Evaluation, "c": tc.Comparison}[name.split(".")[0]]
        for part in name.split(".")[1:]:
            thing = getattr(thing, part)
        assert thing.__doc__, name
