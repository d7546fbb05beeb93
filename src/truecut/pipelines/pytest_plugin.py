"""Requirements as tests: a fixture and a marker for pytest, loaded by it and idle unless one of them is used.

    def test_release(truecut):
        truecut.check("predictions.csv", "recall >= 0.8", "roc_auc >= 0.85", label="churned", score="p")

    @pytest.mark.truecut("roc_auc >= baseline.roc_auc - 0.01", baseline="last.truecut.json")
    def test_no_worse(evaluation): ...        # `evaluation` is a fixture of yours

A requirement that is not met fails the test with value, interval and reason, and without a traceback. What the rows
leave undecided fails too, unless `--truecut-undecided` says xfail, skip or pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from truecut.decisions.checked import Checked

UNDECIDED = ("fail", "xfail", "skip", "pass")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare what becomes of undecided requirements."""
    parser.getgroup("truecut").addoption(
        "--truecut-undecided",
        choices=UNDECIDED,
        default="fail",
        help="What becomes of a test whose requirements the rows leave undecided (fail).",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers", "truecut(*requirements, **options): hold the fixture `evaluation` to requirements of truecut"
    )


class Requirements:
    """Holds evaluations to requirements within one test."""

    def __init__(self, note: Callable[[str, str], None], undecided: str) -> None:
        self._note = note
        self._undecided = undecided

    def check(
        self,
        what: Any,
        *requirements: str | Sequence[str],
        baseline: Any = None,
        options: dict[str, Any] | None = None,
        **reading: Any,
    ) -> Checked:
        """Hold an evaluation, or what `truecut.evaluate` reads, to requirements, one by one or in a list.

        A baseline is an evaluation, or the file of a saved one; `options` are those of `truecut.check`.
        """
        import truecut

        evaluation = what if hasattr(what, "by_model") else truecut.evaluate(what, **reading)
        if isinstance(baseline, str) or hasattr(baseline, "__fspath__"):
            baseline = truecut.load(baseline)
        asked = {"undecided": "pass" if self._undecided == "pass" else "fail", **(options or {})}
        each = [one for given in requirements for one in ([given] if isinstance(given, str) else given)]
        checked = truecut.check(evaluation, each, baseline=baseline, **asked)
        self._tell(checked)
        return checked

    def _tell(self, checked: Checked) -> None:
        lines = lines_of(checked)
        for gate, line in zip(checked.gates, lines, strict=True):
            self._note(f"truecut: {gate.subject}: {gate.text}", line)
        if checked.passed:
            return
        message = "\n".join([checked.verdict, *lines])
        is_only_undecided = "failed" not in checked.outcomes
        if is_only_undecided and self._undecided == "xfail":
            pytest.xfail(message)
        if is_only_undecided and self._undecided == "skip":
            pytest.skip(message)
        pytest.fail(message, pytrace=False)


def lines_of(checked: Checked) -> Sequence[str]:
    """Return a line for each requirement: outcome, value, interval, reason."""
    from truecut.views.gates.tables import MARKS, interval_of, interval_title, value_of

    several = len(checked.subjects) > 1
    return [
        f"{MARKS[gate.outcome]} {f'{gate.subject}: ' if several else ''}{gate.text}: {value_of(gate)}"
        + (f" ({interval_title(checked)} {interval_of(gate)})" if gate.interval is not None else "")
        + (f". {gate.reason}" if gate.reason else "")
        for gate in checked.gates
    ]


@pytest.fixture
def truecut(request: pytest.FixtureRequest) -> Requirements:
    """Return what holds evaluations to requirements: `truecut.check(evaluation, "recall >= 0.8")`."""
    return _requirements(request.node)


def _requirements(item: Any) -> Requirements:
    # Not `record_property`, which warns under the default family of JUnit files.
    def note(name: str, text: str) -> None:
        item.user_properties.append((name, text))

    return Requirements(note, item.config.getoption("--truecut-undecided"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Hold the fixture `evaluation` of a marked test to the marker's requirements, before the test itself runs."""
    for mark in reversed(list(item.iter_markers("truecut"))):
        given = getattr(item, "funcargs", {})
        if "evaluation" not in given:
            pytest.fail("A test marked truecut takes the fixture `evaluation`, which you define.", pytrace=False)
        _requirements(item).check(given["evaluation"], *mark.args, **mark.kwargs)
