"""Hostile text in every place of every command: one sentence that can be read, exit code 0 or 2, nothing raw."""

import io
import re
import subprocess
import sys

import click
import pytest

from truecut.cli.main import run, truecut

# What moves a cursor, sets a title, turns a line round, hides, or is half a character; and markup of two kinds.
HOSTILE = "a\x1b]0;t\x07\x00\x9b31m\u202eb\u202c\udcff\nX\r\u2028\u200b[bold]<b>[/]"
BOOK = "x y" * 30_000
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
LONGEST = 3_500  # letters on standard error

COMMANDS = {name: truecut.get_command(click.Context(truecut), name) for name in truecut.list_commands(None)}


def places(command):
    """Return the ways to type a text to a command: as its argument, or behind an option that takes one."""
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            yield []
        elif isinstance(parameter, click.Option) and not parameter.is_flag:
            yield [parameter.opts[-1]]


def test_there_are_places_to_type_at():
    assert sum(len(list(places(command))) for command in COMMANDS.values()) > 500


@pytest.mark.parametrize("text", [HOSTILE, BOOK], ids=["hostile", "a book"])
@pytest.mark.parametrize("name", COMMANDS)
def test_hostile_text_is_answered_in_a_readable_sentence(name, text, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for place in places(COMMANDS[name]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        with pytest.raises(SystemExit) as ended:
            run([name, *place, text])
        said = capsys.readouterr()
        assert ended.value.code in (0, 2), place
        assert not RAW.search(said.out + said.err), place
        assert "Traceback" not in said.err, place
        assert len(said.err) < LONGEST, place


ANSWERS = {
    "control characters": HOSTILE.replace("\udcff", "").encode() + b"\n",
    "no text at all": bytes(range(128, 256)) + b"\n",
    "a book": b"x" * 100_000 + b"\n" + b"9" * 100_000 + b"\n" + b"(" * 50_000 + b"\n",
    "numbers": b"1e999999999\n1/0\nnan\n-inf\n1/" + b"0" * 5000 + b"\n",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_hostile_answers_to_a_quiz_are_echoed_harmlessly(name):
    command = [sys.executable, "-m", "truecut", "quiz", "--seed", "7"]
    ran = subprocess.run(command, input=ANSWERS[name] * 5, capture_output=True, check=False)
    said = (ran.stdout + ran.stderr).decode()
    assert ran.returncode == 0
    assert not RAW.search(said)
    assert "Traceback" not in said
    assert max(map(len, said.splitlines())) < 2_100


def test_a_password_in_a_long_message_is_masked_before_it_is_cut(capsys):
    secret = "s3cr3t" * 400
    with pytest.raises(SystemExit):
        run(["report", "rows.csv", "--color", f"postgresql://me:{secret}@host/db"])
    assert "s3cr3t" not in capsys.readouterr().err
