"""The README fits on one screen, what it links to is there, and its commands run."""

import re
import shlex
from pathlib import Path

import pytest
from run_examples import ROOT, run_in_process

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (truecut .+)$", TEXT, re.MULTILINE)
TARGETS = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_it_fits_on_one_screen() -> None:
    assert len(TEXT.splitlines()) <= 50


def test_what_it_links_to_and_shows_is_there() -> None:
    linked = re.findall(r"\]\(([^)#]+)\)|src(?:set)?=\"([^\"]+)\"", TEXT)
    assert len(linked) > 10
    for link in (first or second for first, second in linked):
        assert (ROOT / link).is_file(), link


@pytest.mark.parametrize("command", COMMANDS)
def test_its_commands_run(command: str, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    code, said = run_in_process(shlex.split(command)[1:])
    assert code == 0, said


def test_its_targets_are_made() -> None:
    assert len(COMMANDS) == 3
    for target in re.findall(r"`?make ([a-z]+)", TEXT):
        assert target in TARGETS
