"""Everything truecut raises on purpose.

TruecutError                  catch this to catch them all
├── InputError                the data cannot be read as labels and scores
│   ├── UnreadableSource      a file, query or table cannot be opened or parsed
│   ├── MissingColumn         a named column is not in the data
│   ├── MissingValues         values are missing, and nobody said to drop them
│   ├── BadLabel              the labels are not the two that were expected
│   ├── BadScore              a score is not a number, or not the kind a metric needs
│   ├── BadWeight             a weight is negative or not a number
│   └── EmptyGroup            a group has no rows
├── BadCall                   the call contradicts itself or lacks something
│   ├── UnknownArgument       a function has no argument of this name
│   └── UnknownAttribute      an object has no attribute of this name, and something else in its place
├── UnknownName               no metric, model or group has this name
├── Incompatible              two tables cannot be combined
└── EngineMissing             an optional engine is not installed

Each message is written for the person at the keyboard: what is wrong, where, and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable

from truecut.errors.doors import as_called, as_typed
from truecut.errors.visible_text import masked, visible

FEW = 8  # names that are told where none is near


class TruecutError(Exception):
    """Base of every error raised on purpose; its message is one line, fit for a terminal, and tells no password.

    >>> import truecut as tc
    >>> try:
    ...     tc.evaluate([1, 0, 1], [0.9, 0.2])
    ... except tc.TruecutError as error:
    ...     print(error)
    'labels' has 3 rows but 'scores' has 2; they must describe the same rows.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(visible(masked(message)))

    def __str__(self) -> str:
        # A KeyError would quote its message.
        return as_called(self.for_both)

    @property
    def for_both(self) -> str:
        """Return the message as it was written, for whoever makes another one of it."""
        return str(self.args[0]) if self.args else ""

    @property
    def typed(self) -> str:
        """Return the message as the command line tells it: what to do is said by options."""
        return as_typed(self.for_both)


class InputError(TruecutError, ValueError):
    """The data cannot be read as labels and scores."""


class UnreadableSource(InputError):
    """A file, query or table cannot be opened or parsed."""


class MissingColumn(InputError):
    """A named column is not in the data."""

    def __init__(self, name: str, known: Iterable[str], source: str) -> None:
        known = list(known)
        super().__init__(f"{source} has no column {name!r}.{near_miss(name, known)} Its columns are {listed(known)}.")


class MissingValues(InputError):
    """Values are missing, and nobody said to drop them."""


class BadLabel(InputError):
    """The labels are not the two that were expected."""


class BadScore(InputError):
    """A score is not a number, or not the kind of number that a metric needs."""


class BadWeight(InputError):
    """A weight is negative or not a number."""


class EmptyGroup(InputError):
    """A group has no rows."""


class BadCall(TruecutError, ValueError):
    """The call contradicts itself, or lacks something that cannot be guessed."""


class UnknownArgument(BadCall, TypeError):
    """A function has no argument of this name."""


class UnknownAttribute(BadCall, AttributeError):
    """An object has no attribute of this name, and something else in its place."""


class UnknownName(TruecutError, KeyError):
    """No metric, model or group has this name."""

    def __init__(self, kind: str, name: str, known: Iterable[str], instead: str = "") -> None:
        known = list(known)
        said = f" {instead}" if instead else near_miss(name, known)
        if not said and 0 < len(known) <= FEW:
            said = f" There {'is' if len(known) == 1 else 'are'} {listed(known)}."
        super().__init__(f"No {kind} is called {name!r}.{said}")


class Incompatible(TruecutError, ValueError):
    """Two tables cannot be combined."""


class EngineMissing(TruecutError, ImportError):
    """An optional engine is not installed."""


def near_miss(name: str, known: list[str]) -> str:
    """Return " Did you mean x or y?", or nothing if nothing is near.

    >>> near_miss("precison", ["precision", "recall"])
    " Did you mean 'precision'?"
    """
    by_lower = {candidate.lower(): candidate for candidate in known}
    turned = sorted(name.lower().replace("-", "_").split("_"))
    same_words = next((one for one in known if sorted(one.lower().split("_")) == turned and "_" in one), None)
    if same_words is not None:  # auc_roc is roc_auc
        return f" Did you mean {same_words!r}?"
    import difflib

    near = difflib.get_close_matches(name.lower(), list(by_lower), n=3, cutoff=0.6)
    return f" Did you mean {' or '.join(repr(by_lower[n]) for n in near)}?" if near else ""


def listed(items: Iterable[object], most: int = 12) -> str:
    """Return the items as a readable list, cut after `most`.

    >>> listed(["a", "b"])
    "'a', 'b'"
    """
    items = list(items)
    shown = ", ".join(repr(item) for item in items[:most])
    return shown if len(items) <= most else f"{shown} and {len(items) - most} more"
