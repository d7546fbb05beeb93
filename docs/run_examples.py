"""Run the examples on the pages of the documentation, and show or write what they give.

    python docs/run_examples.py            name the examples whose output is not what the page shows
    python docs/run_examples.py --write    put in what they give now

A ``console`` block holds commands after ``$`` and their output; a ``python`` block holds ``>>>`` lines.
The examples of one page run in one fresh folder, in which `examples` is the folder of the repository.
A line ``...`` in an output stands for any lines.
"""

from __future__ import annotations

import contextlib
import difflib
import doctest
import io
import os
import shlex
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
ROOT = DOCS.parent
FENCE = "```"
GAP = "..."
SHELL_SIGNS = set("|<>;&()")
COLOURS = ("FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE")
DOCTEST_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass
class Page:
    """One page as lines, and what its examples need to run."""

    path: Path
    lines: list[str]
    names: dict[str, Any] = field(default_factory=dict)  # what python blocks have defined so far
    exit_code: int = 0  # of the last command

    @classmethod
    def read(cls, path: Path) -> Page:
        """Read a page."""
        return cls(path, path.read_text(encoding="utf-8").splitlines())

    def blocks(self) -> Iterator[tuple[str, int, int]]:
        """Return language, first line and end of each fenced block."""
        start, language = None, ""
        for i, line in enumerate(self.lines):
            if not line.startswith(FENCE):
                continue
            if start is None:
                start, language = i + 1, line.removeprefix(FENCE).strip()
            else:
                yield language, start, i
                start = None


@dataclass(frozen=True)
class Step:
    """One command or expression of a block, and the output that stands under it."""

    place: str  # file:line
    source: list[str]
    shown: list[str]
    given: list[str]

    @property
    def agrees(self) -> bool:
        """Say whether the page shows what the example gives."""
        return matches(self.shown, self.given)

    def difference(self) -> str:
        """Return both, line by line."""
        return "\n".join([self.place, *difflib.ndiff(self.shown, self.given)])


def pages() -> list[Path]:
    """Return every page of the documentation."""
    return sorted(DOCS.rglob("*.md"))


def run_page(page: Page) -> tuple[list[Step], list[str]]:
    """Run the examples of a page; return each with its output, and the page as it should be."""
    steps: list[Step] = []
    fresh, copied = [], 0
    with _prepared() as folder:
        for language, start, end in page.blocks():
            if language == "console":
                found = list(_commands(page, start, end, folder))
            elif language == "python" and any(line.startswith(">>>") for line in page.lines[start:end]):
                found = _doctests(page, start, end)
            else:
                continue
            steps += found
            fresh += page.lines[copied:start]
            for step in found:
                fresh += step.source + (step.shown if step.agrees else _with_gaps(step.shown, step.given))
            copied = end
    return steps, fresh + page.lines[copied:]


def matches(shown: list[str], given: list[str]) -> bool:
    """Say whether the lines agree, where a line `...` stands for any lines.

    >>> matches(["a", "...", "d"], ["a", "b", "c", "d"])
    True
    """
    if GAP not in shown:
        return shown == given
    gap = shown.index(GAP)
    if shown[:gap] != given[:gap]:
        return False
    rest = shown[gap + 1 :]
    return not rest or any(matches(rest, given[i:]) for i in range(gap, len(given) + 1))


def _with_gaps(shown: list[str], given: list[str]) -> list[str]:
    """Return the output with gaps where they were, as near as can be told."""
    parts = _parts(shown)
    if len(parts) == 1 or len(given) <= len(shown):
        return given
    kept, position = given[: len(parts[0])], len(parts[0])
    for part in parts[1:-1]:
        near = difflib.get_close_matches(part[0], given[position:], n=1, cutoff=0.3) if part else []
        if near:
            position = given.index(near[0], position)
            kept += [GAP, *given[position : position + len(part)]]
            position += len(part)
    last = parts[-1]
    return [*kept, GAP, *(given[-len(last) :] if last else [])]


def _parts(lines: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in lines:
        if line == GAP:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


# Commands


def _commands(page: Page, start: int, end: int, folder: Path) -> Iterator[Step]:
    lines = page.lines[start:end]
    firsts = [i for i, line in enumerate(lines) if line.startswith("$ ")]
    for first, after in zip(firsts, [*firsts[1:], len(lines)], strict=True):
        last = first
        while lines[last].endswith("\\"):
            last += 1
        typed = "\n".join([lines[first].removeprefix("$ "), *lines[first + 1 : last + 1]])
        given = _output_of(typed, page, folder).splitlines()
        place = f"{page.path.name}:{start + first + 1}"
        yield Step(place, lines[first : last + 1], lines[last + 1 : after], given)


def _output_of(typed: str, page: Page, folder: Path) -> str:
    if typed == "echo $?":
        return f"{page.exit_code}\n"
    if typed.startswith("truecut ") and not _needs_shell(typed):
        page.exit_code, text = run_in_process(shlex.split(typed)[1:])
    else:
        done = subprocess.run(
            ["bash", "-c", typed], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        page.exit_code, text = done.returncode, done.stdout.decode()
    return text


def _needs_shell(typed: str) -> bool:
    words = shlex.shlex(typed, posix=True, punctuation_chars=True)
    return any(set(word) <= SHELL_SIGNS for word in words if word)


def run_in_process(arguments: list[str]) -> tuple[int, str]:
    """Run a command in this process; return its exit code and all that it wrote."""
    from truecut.cli.main import run

    raw = io.BytesIO()
    written = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(written), contextlib.redirect_stderr(written):
        try:
            run(arguments)
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
    return code, raw.getvalue().decode()


@contextlib.contextmanager
def _prepared() -> Iterator[Path]:
    """Go to a fresh folder with the examples and, for pipes, our commands on the path; and come back."""
    before, here = dict(os.environ), Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "examples").symlink_to(ROOT / "examples", target_is_directory=True)
        tools = folder / ".bin"
        tools.mkdir()
        for name, arguments in (("truecut", "-m truecut"), ("python3", "")):
            tool = tools / name
            tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', encoding="utf-8")
            tool.chmod(0o755)
        os.environ.update(
            COLUMNS="80",
            PATH=f"{tools}{os.pathsep}{os.environ['PATH']}",
            PYTHONPATH=os.pathsep.join(filter(None, sys.path)),
            PYTHONIOENCODING="utf-8",
        )
        for colour in COLOURS:
            os.environ.pop(colour, None)
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ.update(before)


# Python


def _doctests(page: Page, start: int, end: int) -> list[Step]:
    lines = page.lines[start:end]
    examples = doctest.DocTestParser().get_examples("\n".join(lines) + "\n")
    ends = [example.lineno for example in examples[1:]] + [len(lines)]
    steps = []
    for example, after in zip(examples, ends, strict=True):
        source_end = example.lineno + example.source.count("\n")
        shown = lines[source_end:after]
        given = _value_of(example, page)
        trailing = _blank_at_end(shown)
        agrees = doctest.OutputChecker().check_output(
            example.want, "".join(f"{line}\n" for line in given), DOCTEST_FLAGS
        )
        place = f"{page.path.name}:{start + example.lineno + 1}"
        source = lines[example.lineno : source_end]
        steps.append(Step(place, source, shown, shown if agrees else given + trailing))
    return steps


def _value_of(example: doctest.Example, page: Page) -> list[str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(example.source, page.path.name, "single"), page.names)
        except Exception as problem:
            module = type(problem).__module__
            name = type(problem).__qualname__ if module == "builtins" else f"{module}.{type(problem).__qualname__}"
            return ["Traceback (most recent call last):", "    ...", f"{name}: {problem}"]
    return out.getvalue().splitlines()


def _blank_at_end(lines: list[str]) -> list[str]:
    written = len("\n".join(lines).rstrip("\n").splitlines()) if any(lines) else 0
    return lines[written:]


def main(arguments: list[str]) -> int:
    """Run all pages, or those named; return 1 if an example gives something else and nothing was written."""
    is_writing = "--write" in arguments
    named = [Path(argument).resolve() for argument in arguments if not argument.startswith("-")]
    wrong = 0
    for path in named or pages():
        steps, fresh = run_page(Page.read(path))
        stale = [step for step in steps if not step.agrees]
        for step in stale:
            print(step.place if is_writing else step.difference())
        if stale and is_writing:
            path.write_text("\n".join(fresh) + "\n", encoding="utf-8")
        wrong += len(stale)
    return 1 if wrong and not is_writing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
