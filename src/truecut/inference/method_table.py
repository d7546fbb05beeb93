"""Which methods there are: by the trait of a metric, the sampling design of the rows, and what is wanted.

There is one table for each thing that is wanted: intervals (`methods.py`) and differences of two models on the same
rows (`paired/methods.py`). Both are looked up here, and a name is refused in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from truecut.catalogue.design import Design, DesignKind
from truecut.errors import BadCall, UnknownName

OF_ROWS = {
    DesignKind.CLUSTERED: " of rows that come in clusters",
    DesignKind.WEIGHTED: " of rows with weights of importance",
}

Method = TypeVar("Method")
Subject = TypeVar("Subject")  # what a method is for: a metric, or the shape of a curve


@dataclass(frozen=True)
class MethodRow(Generic[Subject, Method]):
    """Methods by name for what has a trait, on rows of some designs."""

    methods: Callable[[Subject], Mapping[str, Method]]
    fits: Callable[[Subject], bool] = lambda _: True
    designs: Collection[DesignKind] = tuple(DesignKind)


@dataclass(frozen=True)
class MethodTable(Generic[Subject, Method]):
    """All methods of one kind: those of every row that fits, in order; the first is the default."""

    what: str  # "interval for {subject}"
    rows: tuple[MethodRow[Subject, Method], ...]
    also_called: Mapping[str, str] = field(default_factory=dict)

    def methods(self, subject: Subject, kind: DesignKind) -> dict[str, Method]:
        """Return the methods by name, the default first; empty where there is none."""
        found: dict[str, Method] = {}
        for row in self.rows:
            if kind in row.designs and row.fits(subject):
                found = {**found, **{name: how for name, how in row.methods(subject).items() if name not in found}}
        return found

    def plain_name(self, name: str) -> str:
        """Return the name of a method however it was typed."""
        plain = name.strip().lower().replace("_", "-").replace(" ", "-")
        return self.also_called.get(plain, plain)

    def method(
        self, subject: Subject, design: Design, name: str | None, known: Collection[str]
    ) -> tuple[str, Method] | None:
        """Return the method of this name, the default without one; None where there is none at all.

        A name that others have, as `known` tells, is refused with what there is; any other with a suggestion.
        """
        methods = self.methods(subject, design.kind)
        if name is None:
            return next(iter(methods.items()), None)
        plain = self.plain_name(name)
        if plain in methods:
            return plain, methods[plain]
        there_are = f"there {'is' if len(methods) == 1 else 'are'} {', '.join(methods)}" if methods else "there is none"
        what = self.what.format(subject=getattr(subject, "name", subject))
        if plain in known:
            raise BadCall(f"{plain!r} is no {what}{OF_ROWS.get(design.kind, '')}; {there_are}.")
        raise UnknownName(f"{what} ({there_are})", name, methods)
