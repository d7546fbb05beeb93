"""A sentence for both doors names what is written at the door that was used, and only that."""

import ast
import re
from pathlib import Path

import pytest

import truecut as tc
from truecut.errors.doors import as_called, as_typed

WORDS = "(in Python: "


def written_for_both():
    """Return every text of the house that speaks of both doors, with a letter for what is put in."""
    for path in sorted(Path(tc.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        pieces = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if id(node) in pieces or path.name == "doors.py":
                continue
            parts = node.values if isinstance(node, ast.JoinedStr) else [node]
            text = "".join(part.value if _is_text(part) else "x" for part in parts)
            if WORDS in text:
                yield path.name, text


def _is_text(part):
    return isinstance(part, ast.Constant) and isinstance(part.value, str)


TEXTS = list(written_for_both())


@pytest.mark.parametrize(("path", "text"), TEXTS, ids=[f"{path} {place}" for place, (path, _) in enumerate(TEXTS)])
def test_every_text_for_both_can_be_told_at_one(path, text):
    assert "in Python" not in as_typed(text), path
    assert not re.search(r" --[a-z]", as_called(text)), path


def test_there_are_such_texts():
    assert len(TEXTS) > 20


def test_python_is_answered_in_python():
    with pytest.raises(tc.TruecutError) as problem:
        tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).costs()
    assert str(problem.value) == "State what each outcome costs, such as cost=tc.Cost(fn=100, fp=1)."
    with pytest.raises(tc.TruecutError, match=r"name it with positive=\.$"):
        tc.evaluate(["ham", "spam"], [0.1, 0.9])


def test_the_command_line_is_answered_with_options(run, tmp_path):
    rows = tmp_path / "rows.csv"
    rows.write_text("kind,score\nham,0.1\nspam,0.9\n", encoding="utf-8")
    done = run("report", str(rows), "--label", "kind", "--score", "score")
    assert done.code == 2
    assert done.err.endswith("name it with --positive.\n")
