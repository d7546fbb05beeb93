"""What a file holds, before anybody evaluates it: which column is what, and why."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.data.labels import as_spelled, read_labels
from truecut.data.predictions import present
from truecut.data.request import Request, Roles
from truecut.data.roles import find_roles
from truecut.errors import BadLabel
from truecut.evaluation.from_data import source_of


@dataclass(frozen=True)
class Described:
    """The columns in their roles, the labels that occur, and what of it was found rather than said."""

    roles: Roles[str]
    inferred: tuple[str, ...]
    classes: tuple[str, ...]  # the positive one last, where it is clear
    positive: str | None  # None: nobody but the user knows


def describe(request: Request) -> Described:
    """Return what the rows of a request hold; only what has no doubt is decided.

    >>> describe(Request({"kind": ["a", "b", "a"], "p": [0.1, 0.8, 0.3]})).positive is None
    True
    """
    source = source_of(request.data)
    found = find_roles(source, request.roles)
    column = as_spelled(source.read((found.roles.label,), (found.roles.label,))[found.roles.label])
    classes = tuple(str(one) for one in present(column))
    try:
        labels = read_labels(column, request.reading.positive)
    except BadLabel:
        return Described(found.roles, found.inferred, classes, None)
    return Described(found.roles, found.inferred, (labels.negative, labels.positive), labels.positive)
