"""scikit-learn's own functions made fast wherever they are held already, and given back as they were.

Every metric function of scikit-learn is a wrapper that checks parameters and holds the function itself in one cell of
its closure. Putting another function into that cell reaches every reference that was ever taken: imports made before,
scorers, displays, calls inside scikit-learn. Names, signatures, documentation, identity and pickles stay scikit-
learn's own.
"""

from __future__ import annotations

import functools
import os
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import CellType
from typing import Any

from truecut import kernel
from truecut.sklearn.functions import NAMES, answering
from truecut.sklearn.inside_scorers import scoring_along_thresholds, scoring_at_thresholds, sharing_counts

Undo = Callable[[], None]


class _Patch:
    """How often scikit-learn was patched, and how it is put back."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.depth = 0
        self.undo: list[Undo] = []


_state = _Patch()


def patch() -> None:
    """Make scikit-learn's metric functions fast for two classes, everywhere they are held already.

    Calls are counted: as many calls of `unpatch` put scikit-learn back.

    >>> patch()
    >>> is_patched()
    True
    >>> unpatch()
    """
    with _state.lock:
        _state.depth += 1
        if _state.depth > 1:
            return
        try:
            changes = _changes()  # all are found before any is made
        except _UnknownBuild as problem:
            warnings.warn(f"scikit-learn is left as it is: {problem}", stacklevel=2)
            return
        for change in changes:
            _state.undo.append(change())


def unpatch() -> None:
    """Undo one call of `patch`; the last one puts scikit-learn back as it was.

    >>> patch()
    >>> unpatch()
    >>> is_patched()
    False
    """
    with _state.lock:
        if not _state.depth:
            return
        _state.depth -= 1
        if not _state.depth:
            while _state.undo:
                _state.undo.pop()()


def is_patched() -> bool:
    """Say whether scikit-learn's functions are fast now.

    >>> with patched():
    ...     is_patched()
    True
    """
    return bool(_state.undo)


@contextmanager
def patched() -> Iterator[None]:
    """Make scikit-learn's metric functions fast until the block ends.

    >>> from sklearn.metrics import roc_auc_score
    >>> with patched():
    ...     float(roc_auc_score([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]))
    0.75
    """
    patch()
    try:
        yield
    finally:
        unpatch()


class _UnknownBuild(Exception):
    """A function of scikit-learn is not built as is known."""


def _changes() -> list[Callable[[], Undo]]:
    """Return what is to be changed: each is a call that changes it and returns how to undo that."""
    import sklearn.metrics
    from sklearn.metrics import _scorer
    from sklearn.utils import parallel

    changes: list[Callable[[], Undo]] = []
    for name in NAMES:
        if hasattr(sklearn.metrics, name):
            cell = _cell(getattr(sklearn.metrics, name))
            changes.append(functools.partial(_set_cell, cell, answering(name, cell.cell_contents)))
    if hasattr(sklearn.metrics, "metric_at_thresholds"):
        cell = _cell(sklearn.metrics.metric_at_thresholds)
        changes.append(functools.partial(_set_cell, cell, scoring_at_thresholds(cell.cell_contents)))
    for owner, name, changed in (
        (_scorer._MultimetricScorer, "__call__", sharing_counts),
        (_scorer._CurveScorer, "_score", scoring_along_thresholds),
        (parallel._FuncWrapper, "__init__", _carrying),
    ):
        if name not in vars(owner):
            raise _UnknownBuild(f"{owner.__name__} of scikit-learn {_version()} has no {name}.")
        changes.append(functools.partial(_set_attribute, owner, name, changed(vars(owner)[name])))
    return changes


def _cell(function: Any) -> CellType:
    """Return the innermost cell that holds a wrapped function."""
    found: CellType | None = None
    while hasattr(function, "__wrapped__"):
        inner = function.__wrapped__
        cells = [cell for cell in function.__closure__ or () if cell.cell_contents is inner]
        if len(cells) != 1:
            break
        found, function = cells[0], inner
    if found is None or hasattr(function, "__wrapped__"):
        raise _UnknownBuild(f"{function.__name__} of scikit-learn {_version()} is not built as truecut knows it.")
    return found


def _version() -> str:
    import sklearn

    return str(sklearn.__version__)


def _set_cell(cell: CellType, value: Any) -> Undo:
    before = cell.cell_contents
    cell.cell_contents = value
    return lambda: setattr(cell, "cell_contents", before)


def _set_attribute(owner: type, name: str, value: Any) -> Undo:
    before = vars(owner)[name]
    setattr(owner, name, value)
    return lambda: setattr(owner, name, before)


class _PatchedTask:
    """A task that is patched where it runs, for as long as it runs: no worker stays patched."""

    def __init__(self, task: Callable[..., Any]) -> None:
        # Not called `function`: scikit-learn copies the attributes of a task over its own, which has that name.
        self._task = task
        self._made_in = _here()
        functools.update_wrapper(self, task, updated=())

    def __call__(self, *args: Any, **options: Any) -> Any:
        # Beside other workers the kernel keeps to one processor.
        with patched(), nullcontext() if self._made_in == _here() else kernel.alone():
            return self._task(*args, **options)


def _here() -> tuple[int, int]:
    return os.getpid(), threading.get_ident()


def _carrying(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return how scikit-learn wraps a task for its workers, which then know that they are patched."""

    @functools.wraps(original)
    def __init__(self: Any, function: Any) -> None:  # noqa: N807
        original(self, _PatchedTask(function))

    return __init__
