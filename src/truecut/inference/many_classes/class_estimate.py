"""A value of several classes, with what it is of and how sure one can be of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truecut.catalogue.value import Value
from truecut.errors import BadCall, listed
from truecut.inference.estimate import Estimate


@dataclass(frozen=True)
class ClassEstimate(Estimate):
    """An estimate that says which classes it is of, and how they were taken together."""

    of: str = ""

    @classmethod
    def plain(cls, value: Value, level: float, of: str = "", note: str = "") -> ClassEstimate:
        """Return a value without an interval, and why."""
        return cls(value.value, value.undefined, value.convention, level=level, of=of, note=note)


def require_method(name: str, interval: str | None, known: Sequence[str]) -> None:
    """Refuse a method of making intervals that a metric of many classes does not have."""
    if interval is not None and interval not in known:
        has = f"the intervals {listed(known)}" if known else "no interval"
        raise BadCall(f"With many classes {name} has {has}, not {interval!r}.")
