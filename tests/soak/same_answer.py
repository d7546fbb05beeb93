"""Random situations, asked by every path on which a number is told: the answers must be the same.

``python -m tests.soak.same_answer --cases 1000`` asks all paths about each; the tests ask the slow ones now and then.
The first situation on which two paths differ is printed with its seed, and `--only SEED` runs it again.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from math import inf, isclose, isinf
from pathlib import Path
from typing import Any

import click
from tests.soak.paths_of_answers import ABSENT, QUICK, SLOW, Answer
from tests.soak.random_situations import Asked, drawn

from truecut.cli import main as commands

INFINITE = {"infinity": inf, "-infinity": -inf, "Infinity": inf, "-Infinity": -inf}
SAME = 1e-9


@dataclass(frozen=True)
class CommandLine:
    """Runs commands in this process, on the rows of one case."""

    asked: Asked
    folder: Path

    def __call__(
        self,
        command: str,
        *words: str,
        in_file: bool = False,
        one: bool = False,
        without: Sequence[str] = (),
        codes: Sequence[int] = (0,),
    ) -> Any:
        """Return the JSON that a command writes about the rows."""
        asked = self.asked
        named = [word for word in words if not word.startswith("--")][:1] if command == "curve" else []
        words = words[len(named) :]
        if in_file:
            (self.folder / "truecut.toml").write_text(asked.in_file)
            given: list[str] = ["--config", str(self.folder / "truecut.toml")]
        else:
            left_out = {*without, *_without_use_in(command)}
            stated = {name: value for name, value in asked.stated.items() if name not in left_out}
            said = Asked(asked.seed, asked.frame, self._read(one=one), self._of(stated, one=one))
            given = [str(self.folder / "rows.csv"), *said.reading, *said.typed]
        code, out, err = _run([command, *named, *given, *words, "--json", "--quiet"])
        (self.folder / "truecut.toml").unlink(missing_ok=True)
        assert code in codes, f"{command} {' '.join(words)}: exit code {code}, {err}"
        told = json.loads(out)
        loose = [] if command == "chance" else list(_outside(told))  # chance is not where the value lies
        assert not loose, f"{command} {' '.join(words)}: outside its interval: {loose[:3]}"
        return told

    def page(self, asked: Asked) -> Any:
        """Return what the page of the rows is told."""
        data = r'<script[^>]*type="application/json"[^>]*>(.*?)</script>'
        found = re.search(data, asked.evaluation.html(), re.DOTALL)
        assert found is not None
        return json.loads(found[1])

    def _read(self, *, one: bool) -> dict[str, Any]:
        read = dict(self.asked.read)
        if one and self.asked.scored:
            read.pop("predicted", None)
            read["score"] = read["score"][:1]
        elif one:
            read["predicted"] = read["predicted"][:1]
        return read

    def _of(self, stated: dict[str, Any], *, one: bool) -> dict[str, Any]:
        cuts = stated.get("threshold")
        if one and isinstance(cuts, dict):
            return {**stated, "threshold": {name: cuts[name] for name in self.asked.scored[:1]}}
        return stated


def _without_use_in(command: str) -> set[str | None]:
    """Return the parts of a situation that a command refuses where they are typed, which its help does not show."""
    found = commands.truecut.get_command(click.Context(commands.truecut), command)
    assert found is not None
    return {one.name for one in found.params if isinstance(one, click.Option) and one.hidden}


def _outside(told: Any) -> Iterator[Any]:
    """Return what is told with an interval that does not hold it, wherever it stands."""
    if isinstance(told, list):
        for one in told:
            yield from _outside(one)
    elif isinstance(told, dict):
        value = told.get("difference", told.get("value"))
        value = value.get("value") if isinstance(value, dict) else value
        ends = [told.get("low"), told.get("high")]
        if all(isinstance(number, int | float) for number in (value, *ends)):
            slack = 1e-9 * (1 + abs(value))
            if not ends[0] - slack <= value <= ends[1] + slack:
                yield told
        for one in told.values():
            yield from _outside(one)


def _run(words: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            commands.run(words)
        except SystemExit as stop:
            code = int(stop.code or 0)
    return code, out.getvalue(), err.getvalue()


def expected(asked: Asked, answer: Answer) -> Any:
    """Return what Python finds for the same question."""
    held = asked._held
    e = asked.evaluation
    if answer.group is not None:
        held.setdefault("grouped", asked.grouped)
        e = held["grouped"].groups[answer.group]
    e = e.models[answer.model] if answer.model in e.by_model else e.models[answer.model.partition(", fold")[0]]
    if answer.model not in e.by_model:
        e = e.folds[answer.model.partition(", fold ")[2]]
    if answer.threshold is not ABSENT and answer.model not in asked.read.get("predicted", ()):
        e = e.given(threshold=inf if answer.threshold is None else answer.threshold)
    key = repr((answer.model, answer.group, answer.threshold, answer.metric, answer.parameters))
    if key not in held:
        held[key] = e.metric(answer.metric, **dict(answer.parameters))
    return held[key]


def difference(asked: Asked, answer: Answer) -> str:
    """Return how an answer differs from that of Python, or nothing."""
    found = expected(asked, answer)
    parts = [("value", answer.value, found.value), ("low", answer.low, found.low), ("high", answer.high, found.high)]
    for name, theirs, ours in parts:
        if theirs is not ABSENT and not _alike(theirs, ours):
            return f"{answer}: {name} {theirs} where Python finds {ours} ({found.method})"
    for name, said, meant in (
        ("method", answer.method, found.method or None),
        ("reason", answer.undefined, found.undefined),
    ):
        if said is not ABSENT and said != meant:
            return f"{answer}: {name} {said!r} where Python says {meant!r}"
    return ""


def _alike(theirs: Any, ours: Any) -> bool:
    theirs = INFINITE.get(theirs, theirs) if isinstance(theirs, str) else theirs
    if theirs is None or ours is None:
        return theirs is None and (ours is None or isinf(ours))
    return isclose(theirs, ours, rel_tol=SAME, abs_tol=1e-12)


def differences(seed: int, paths: Sequence[Callable[..., Iterator[Answer]]], folder: Path) -> list[str]:
    """Return in which answers the paths differ from Python on the situation of this seed."""
    asked = drawn(seed)
    asked.frame.to_csv(folder / "rows.csv", index=False)
    line = CommandLine(asked, folder)
    found = []
    with _working_in(folder):
        for path in paths:
            try:
                found += [f"{path.__name__}: {said}" for one in path(asked, line) if (said := difference(asked, one))]
            except Exception as problem:  # whatever goes wrong is told with its seed
                found.append(f"{path.__name__}: {type(problem).__name__}: {problem}")
    return [f"{asked}\n  {one}" for one in found]


@contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run(seeds: Sequence[int], paths: Sequence[Callable[..., Iterator[Answer]]], *, is_patient: bool = False) -> int:
    """Ask about the situations of these seeds; stop at the first difference, unless all are wanted."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            if problems := differences(seed, paths, Path(folder)):
                print("\n".join(problems), flush=True)
                failed += 1
                if not is_patient:
                    raise SystemExit(1)
    print(f"{len(seeds):,} situations from seed {seeds[0]}, {failed or 'no'} with differences")
    return failed


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, help="ask about the situation of this seed alone")
    parser.add_argument("--path", help="ask on this path alone, such as by_table")
    parser.add_argument("--all", action="store_true", help="go on after the first difference")
    given = parser.parse_args()
    paths = [path for path in (*QUICK, *SLOW) if given.path in (None, path.__name__)]
    seeds = range(given.seed, given.seed + given.cases) if given.only is None else range(given.only, given.only + 1)
    sys.exit(bool(run(seeds, paths, is_patient=given.all)))


if __name__ == "__main__":
    main()
