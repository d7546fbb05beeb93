"""Rows that come here from an engine, because the question needs them and there are few enough.

Clusters, repeats of a cross-validation and a score for every class are questions about rows: how those of a patient
resemble each other, which class of a row scored highest. A group-by of the columns brings the distinct rows and how
often each occurs, and from there on they are rows in memory: the same checks, the same answer. They have no numbers,
since rows on many machines have no order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.data.columns import Column
from truecut.data.request import Roles
from truecut.data.roles import FoundRoles
from truecut.data.rows import Columns
from truecut.errors import BadCall

COMPARED = "comparisons of many classes"
AT_ONCE = 8  # columns whose values take as much room as a counted score does


class RowEngine(Protocol):
    """An engine that tells its distinct rows."""

    @property
    def name(self) -> str:
        """Say what is counted in messages."""
        ...

    @property
    def engine(self) -> str:
        """Say what counts."""
        ...

    def distinct_rows(self, names: Sequence[str]) -> tuple[dict[str, Column], NDArray[np.int64]]:
        """Return the distinct rows of some columns, and how often each occurs."""
        ...


def parts_of_classes(roles: Roles[str]) -> str:
    """Say which parts of rows of many classes are asked for, which no engine counts; nothing if none are."""
    return "groups of many classes" if roles.groups else ""


def _why(roles: Roles[str]) -> str:
    parts, why = parts_of_classes(roles), why_rows(roles)
    # Scores of every class could be counted, but for their parts.
    return (parts or why if roles.class_scores or roles.class_models else why or parts) or COMPARED


def why_rows(roles: Roles[str]) -> str:
    """Say what of a request is a question about rows; nothing if counted scores answer it."""
    if roles.cluster is not None:
        return "clusters"
    if roles.class_scores or roles.class_models:
        return "scores of every class"
    if len(roles.fold) > 1:
        return "repeats of a cross-validation"
    return "groups within folds" if roles.fold and roles.groups else ""


def fit_here(roles: Roles[str], rows: int, most: int) -> bool:
    """Say whether so many rows take no more room than `most` counted scores."""
    return rows * max(len(set(roles.all)), AT_ONCE) <= most * AT_ONCE


def require_few(engine: RowEngine, roles: Roles[str], rows: int, most: int) -> None:
    """Refuse to bring more rows than fit, unless that was asked for."""
    if not fit_here(roles, rows, most):
        limit = most * AT_ONCE // max(len(set(roles.all)), AT_ONCE)
        why = _why(roles).capitalize()
        raise BadCall(
            f"{why} need the rows, and {engine.engine} holds {rows:,} of them, more than the {limit:,} that come here "
            "unasked; evaluate a sample of them, or bring them all with --resolution exact (in Python: "
            "resolution='exact')."
        )


def rows_here(engine: RowEngine, found: FoundRoles) -> Columns:
    """Return the columns in their roles, with every row as often as it occurs."""
    roles = found.roles
    columns, times = engine.distinct_rows(tuple(dict.fromkeys(roles.all)))
    every = np.repeat(np.arange(len(times)), times)
    said = f"rows: {len(every):,} came from {engine.engine}, for {_why(roles)}"
    return Columns(
        engine.name,
        roles.each(lambda name: columns[name].keep(every)),
        (*found.inferred, said),
        are_numbered=False,
    )
