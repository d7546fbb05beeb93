"""What values, four counts and metrics by name say of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from truecut.catalogue import Value
from truecut.catalogue.model import Metrics
from truecut.catalogue.point import CountedPoint
from truecut.counting.counts import CELLS, Counts
from truecut.views.face import (
    CellKind,
    Face,
    FourCells,
    Grid,
    GridColumn,
    KeyNumber,
    Later,
    ends,
    key_number,
    kind_of_metric,
    short_title,
)
from truecut.views.json_values import plain, value_as_data
from truecut.views.showing.written import said, written_cell
from truecut.words import counted
from truecut.words.numerals import count, plain_number, threshold

FIRST = ("roc_auc", "average_precision", "recall", "precision", "specificity", "f1", "mcc", "brier")
OF_POINT = ("recall", "precision", "fpr", "accuracy", "f1")
MOST_IN_A_LINE = 5


def face_of_value(value: Value) -> Face:
    """Return the face of a number with its interval, or of the reason why there is none."""
    # A plain value is shown here too, and knows neither its metric nor an interval.
    name = getattr(value, "metric", "")
    of = getattr(value, "of", "")
    asked = {key: told for key, told in getattr(value, "parameters", {}).items() if isinstance(told, str | int | float)}
    kind, what = kind_of_metric(name), f"{_averaged(of)}{short_title(name)}{_told(asked)}" if name else "value"
    low, high = ends(value)
    number = KeyNumber(what, value.value, kind, low, high, value.undefined or "")
    sentence = f"{what} is undefined: {value.undefined}" if value.value is None else said(number)
    method, rows, note = (getattr(value, field, None) for field in ("method", "rows", "note"))
    # Without limits there is nothing that the level would be about.
    level = getattr(value, "level", None) if low is not None else None
    about = [
        of,
        f"{100 * level:g} % interval{f' by {method}' if method else ''}" if level is not None else "",
        f"{count(rows)} rows" if rows else "",
        note or "",
        f"supplied by the convention {value.convention!r}" if value.convention else "",
    ]
    named = {"metric": name, "parameters": {key: plain(told) for key, told in asked.items()}, "of": of}
    return Face(
        sentence,
        "; ".join(filter(None, about)),
        (number,),
        (_value_grid(value, name, of),),
        is_one_number=True,
        data=lambda: {**{key: told for key, told in named.items() if told}, **value_as_data(value)},
    )


def _told(asked: Mapping[str, Any]) -> str:
    """Return the parameters that a metric was asked with, in brackets.

    >>> _told({"beta": 2}), _told({})
    (' (beta 2)', '')
    """
    return f" ({', '.join(f'{name} {plain_number(told)}' for name, told in asked.items())})" if asked else ""


def _value_grid(value: Value, name: str, of: str) -> Grid:
    kind, (low, high) = kind_of_metric(name), ends(value)
    method, rows, note = (getattr(value, field, None) for field in ("method", "rows", "note"))
    level = getattr(value, "level", None) if low is not None else None
    columns = (
        GridColumn("metric"),
        *([GridColumn("of")] if of else []),
        *(GridColumn(end, kind) for end in ("value", "low", "high")),
        GridColumn("level", CellKind.NUMBER),
        GridColumn("method"),
        GridColumn("rows", CellKind.COUNT),
        GridColumn("undefined"),
        GridColumn("note"),
    )
    row = (
        name or None,
        *([of] if of else []),
        value.value,
        low,
        high,
        level,
        method or None,
        rows,
        value.undefined,
        note or None,
    )
    return Grid("value", columns, [row])


def _averaged(of: str) -> str:
    """Return how several classes were taken together, to be put before a metric's name."""
    average, _, rest = of.partition(" ")
    return f"{average} " if rest.startswith("average") else ""


def face_of_metrics(found: Metrics[Any]) -> Face:
    """Return the face of metrics by name; a line computes only a few of them."""
    first = [name for name in FIRST if name in found]

    def grids() -> tuple[Grid, ...]:
        order = [*first, *(name for name in found if name not in first)]
        return (metrics_grid({name: found[name] for name in order}),)

    def numbers() -> tuple[KeyNumber, ...]:
        # One by one: no metric is computed that the line has no place for.
        known = (name for name in first if found[name].is_defined)
        return tuple(key_number(name, found[name]) for _, name in zip(range(MOST_IN_A_LINE), known, strict=False))

    return Face(f"{count(len(found))} metrics by name.", "", numbers(), Later(grids))


def metrics_grid(found: Mapping[str, Value], *, is_on_card: bool = True) -> Grid:
    """Return one row per metric, with its interval."""
    columns = (
        GridColumn("metric"),
        *(GridColumn(end, CellKind.NUMBER) for end in ("value", "low", "high")),
        GridColumn("method", is_quiet=True),
        GridColumn("undefined", title="why not", is_quiet=True),
        GridColumn("note", is_quiet=True),
    )
    rows = [
        (name, v.value, *ends(v), getattr(v, "method", "") or None, v.undefined, getattr(v, "note", "") or None)
        for name, v in found.items()
    ]
    # Shares, counts and numbers stand in one column, so that each row is written in its own way.
    return Grid("metrics", columns, rows, kinds=[kind_of_metric(name) for name in found], is_on_card=is_on_card)


def face_of_point(point: CountedPoint) -> Face:
    """Return the face of four counts with their metrics."""
    counts = point.counts
    names = getattr(point, "classes", ("negative", "positive"))
    where = "" if point.threshold is None else f"At threshold {threshold(point.threshold)}, "
    found = f"{count(counts.tp)} of {count(counts.tp + counts.fn)} positives are found"
    sentence = f"{where}{found}, with {counted(counts.fp, 'false alarm')}"
    values = {name: point.metric(name) for name in OF_POINT}
    return Face(
        f"{sentence[:1].upper()}{sentence[1:]}.",
        f"{count(counts.rows)} rows",
        tuple(key_number(name, value) for name, value in values.items()),
        Later(lambda: (metrics_grid(point.metrics(), is_on_card=False), cells_grid(counts))),
        notes=(point.said_of_unsure,) if any(point.unsure) else (),
        four=FourCells(counts.cells(), names[1], names[0]),
    )


def cells_grid(counts: Counts) -> Grid:
    """Return the four counts, one a row."""
    rows = [(cell, number) for cell, number in counts.cells().items()]
    return Grid("counts", (GridColumn("cell"), GridColumn("rows", CellKind.COUNT)), rows, is_on_card=False)


def face_of_counts(counts: Counts) -> Face:
    """Return the face of four counts, or of a whole curve of them."""
    if np.ndim(counts.tp):
        columns = tuple(GridColumn(cell, CellKind.COUNT) for cell in CELLS)
        rows = Later(
            lambda: list(zip(*(np.asarray(column).tolist() for column in counts.cells().values()), strict=True))
        )
        sentence = f"Four counts at each of {count(len(counts.tp))} thresholds."
        return Face(sentence, grids=(Grid("counts", columns, rows),))
    said_all = ", ".join(f"{cell} {written_cell(CellKind.COUNT, n)}" for cell, n in counts.cells().items())
    return Face(f"{said_all}.", f"{count(counts.rows)} rows", (), (cells_grid(counts),), four=FourCells(counts.cells()))
