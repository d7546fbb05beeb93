"""Functions are small: at most six parameters and forty lines, or the line above says why not."""

import ast
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parents[2] / "src/truecut"
MOST_PARAMETERS = 6
MOST_LINES = 40


def large_without_a_reason(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        of = node.args
        names = [one.arg for one in (*of.posonlyargs, *of.args, *of.kwonlyargs) if one.arg not in ("self", "cls")]
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        long = (node.end_lineno or 0) - body[0].lineno + 1 if body else 0
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        has_reason = first > 1 and lines[first - 2].strip().startswith("#")
        if (len(names) > MOST_PARAMETERS or long > MOST_LINES) and not has_reason:
            yield f"{path.name}:{node.lineno} {node.name}: {len(names)} parameters, {long} lines"


def test_large_functions_say_why_in_a_comment_above_them():
    assert [found for path in sorted(HOUSE.rglob("*.py")) for found in large_without_a_reason(path)] == []


def test_a_large_function_is_found_and_its_reason_too(tmp_path):
    many = "def f(a, b, c, d, e, g, *, h): return 0\n"
    long = "def f():\n" + "    pass\n" * 41
    for text in (many, long):
        path = tmp_path / "room.py"
        path.write_text(text)
        assert len(list(large_without_a_reason(path))) == 1
        path.write_text(f"# There is a reason.\n{text}")
        assert not list(large_without_a_reason(path))
