"""What a result says of itself, as plain data: a sentence, key numbers, typed tables, perhaps a picture.

A face knows no HTML, no terminal and no library of frames; `views/showing` makes all of these from it. How a column is
written for people and of which type it is in a frame both follow from its kind, so a percentage is 0.942 in a frame and
94.2 % on a card. Costly parts are found when they are looked at: a repr needs only the sentence and the key numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from truecut.catalogue import BY_NAME, Metric, Value, metric
from truecut.catalogue.class_metrics import CLASS_METRICS_BY_NAME
from truecut.decisions.findings.finding import Tone
from truecut.views.sheet import Sheet

if TYPE_CHECKING:
    from truecut.views.view import View

FaceCell = str | int | float | bool | None
Made = TypeVar("Made")


class CellKind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    COUNT = "count"
    NUMBER = "number"
    SHARE = "share"  # written in percent
    THRESHOLD = "threshold"
    P_VALUE = "p value"
    SIGNED = "signed"  # a difference, with its sign
    FLAG = "flag"

    @property
    def is_text(self) -> bool:
        """Say whether it is read from the left."""
        return self in (CellKind.TEXT, CellKind.FLAG)


@dataclass(frozen=True)
class GridColumn:
    """A column: `name` in frames, CSV and JSON, `title` for people; quiet ones are left off for people."""

    name: str
    kind: CellKind = CellKind.TEXT
    title: str = ""
    is_quiet: bool = False

    @property
    def shown(self) -> str:
        """Return the name for people."""
        return self.title or self.name.replace("_", " ")


@dataclass(frozen=True, eq=False)
class Grid:
    """A table of typed columns. With `mark`, value and interval are drawn on one axis beside a line at the mark."""

    name: str
    columns: tuple[GridColumn, ...]
    rows: Sequence[tuple[FaceCell, ...]]
    title: str = ""
    kinds: Sequence[CellKind] = ()  # of each row, where rows are different metrics
    tones: Sequence[Tone | None] = ()
    strong: int | None = None  # the row that leads
    whisker: str = ""  # the column that is drawn with its interval
    mark: float | None = None
    is_on_card: bool = True
    most: int = 12  # rows for people; a frame has them all

    @classmethod
    def of(cls, sheet: Sheet, name: str, kinds: Mapping[str, CellKind] | None = None, **how: Any) -> Grid:
        """Return a sheet with the kinds of its columns, which are read off the cells where nobody says them."""
        known = kinds or {}
        columns = tuple(
            GridColumn(header, known.get(header) or kind_of_cells([row[i] for row in sheet.rows]))
            for i, header in enumerate(sheet.header)
        )
        return cls(name, columns, sheet.rows, **how)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> list[FaceCell]:
        """Return the cells of a column, without NaN: what is not there is None."""
        place = self.names.index(name)
        return [known(row[place]) for row in self.rows]

    def kind(self, column: GridColumn, row: int) -> CellKind:
        """Return how a cell is written: by its column, or by its row where rows are different metrics."""
        return self.kinds[row] if self.kinds and column.kind == CellKind.NUMBER else column.kind


def known(cell: Any) -> FaceCell:
    """Return a cell as Python's own number or text; NaN is None."""
    if hasattr(cell, "item"):
        cell = cell.item()
    if isinstance(cell, float) and isnan(cell):
        return None
    found: FaceCell = cell
    return found


def kind_of_cells(cells: Sequence[Any]) -> CellKind:
    """Return the kind that holds all of these cells."""
    found = [known(cell) for cell in cells]
    there = [cell for cell in found if cell is not None]
    if any(isinstance(cell, str) for cell in there) or not there:
        return CellKind.TEXT
    if all(isinstance(cell, bool) for cell in there):
        return CellKind.FLAG
    return CellKind.COUNT if all(isinstance(cell, int) for cell in there) else CellKind.NUMBER


class Later(Sequence[Made], Generic[Made]):
    """Parts of a face that are costly, made when one is first looked at."""

    def __init__(self, make: Callable[[], Sequence[Made]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Sequence[Made]:
        return self._make()

    @overload
    def __getitem__(self, place: int) -> Made: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Made]: ...
    def __getitem__(self, place: int | slice) -> Made | Sequence[Made]:
        return self._made[place]

    def __iter__(self) -> Iterator[Made]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


@dataclass(frozen=True)
class KeyNumber:
    """A number that is worth showing large, with its interval."""

    name: str
    value: float | None
    kind: CellKind = CellKind.NUMBER
    low: float | None = None
    high: float | None = None
    note: str = ""


@dataclass(frozen=True, eq=False)
class CurvePicture:
    """Curves in the unit square, the one that matters first, with a ring, a band and a diagonal."""

    curves: Sequence[tuple[Sequence[float], Sequence[float]]]
    x: str
    y: str
    ring: tuple[float, float] | None = None
    band: tuple[Sequence[float], Sequence[float], Sequence[float]] | None = None
    has_diagonal: bool = True
    said: str = ""  # which line is which


@dataclass(frozen=True, eq=False)
class SquareOfCounts:
    """Rows by true class, down, and answered class, across."""

    classes: tuple[str, ...]
    rows: Sequence[Sequence[float]]


@dataclass(frozen=True)
class FourCells:
    """Four counts with the words of both classes."""

    cells: Mapping[str, float]
    positive: str = "positive"
    negative: str = "negative"


@dataclass(frozen=True, eq=False)
class Face:
    """All that a result says of itself; `view` is that of the command line, where there is one."""

    sentence: str
    about: str = ""
    numbers: tuple[KeyNumber, ...] = ()
    grids: Sequence[Grid] = ()  # the first is the default of to_frame()
    findings: Sequence[tuple[Tone | None, str]] = ()
    notes: Sequence[str] = ()
    picture: Callable[[], CurvePicture | SquareOfCounts | None] = lambda: None
    four: FourCells | None = None
    tone: Tone | None = None
    on_card: Callable[[], Face] | None = None  # where a card says more than a line, which is costly to find
    view: Callable[[], View] | None = None
    has_tiles: bool = True  # whether the card shows key numbers large, as where no table has them
    is_one_number: bool = False  # shown in a line of its own, not in a card
    told: Mapping[str, Any] = field(default_factory=dict)  # further fields of its JSON, where it has no view
    data: Callable[[], Mapping[str, Any]] | None = None  # its JSON, where commands tell it as a part of theirs

    @cached_property
    def shown_grids(self) -> Sequence[Grid]:
        """Return the tables; a result without any has that of its key numbers."""
        if len(self.grids) or not self.numbers:
            return self.grids
        columns = (GridColumn("what"), *(GridColumn(name, CellKind.NUMBER) for name in ("value", "low", "high")))
        rows = [(one.name, one.value, one.low, one.high) for one in self.numbers]
        return (Grid("numbers", columns, rows, kinds=[one.kind for one in self.numbers], is_on_card=False),)


PEOPLE = ("Brier", "Fowlkes", "Gini", "Kolmogorov", "Matthews")
# For sentences; the heads of a terminal's columns have less room (`terminal_tables.py`).
SHORT = {"roc_auc": "ROC AUC", "average_precision": "average precision", "brier": "Brier score", "fpr": "FPR"}


def kind_of_metric(name: str) -> CellKind:
    """Return how the values of a metric are written."""
    entry = entry_named(name)
    if entry is None:
        return CellKind.NUMBER
    if entry.is_total:
        return CellKind.COUNT
    return CellKind.SHARE if entry.is_percentage else CellKind.NUMBER


def entry_named(name: str) -> Metric | None:
    """Return the entry of the catalogue, or none where the name is not in it."""
    return CLASS_METRICS_BY_NAME.get(name) if name not in BY_NAME else metric(name)


def short_title(name: str) -> str:
    """Return what a metric is called in a column or a short sentence."""
    entry = entry_named(name)
    if name in SHORT or entry is None:
        return SHORT.get(name, name.replace("_", " "))
    # F1, MCC, Cohen's kappa, Brier skill
    is_a_name = not entry.title[1:2].islower() or "'s" in entry.title or entry.title.startswith(PEOPLE)
    return entry.title if is_a_name else entry.title[:1].lower() + entry.title[1:]


def ends(value: Any) -> tuple[float | None, float | None]:
    """Return the limits of an interval; of a value that has none, nothing."""
    return getattr(value, "low", None), getattr(value, "high", None)


def key_number(name: str, value: Value, title: str = "") -> KeyNumber:
    """Return a metric as a key number."""
    low, high = ends(value)
    return KeyNumber(title or short_title(name), value.value, kind_of_metric(name), low, high, value.undefined or "")
