"""Results as strict JSON of a documented, versioned shape: no NaN, no Infinity; and the values that all of them share.

The shape is described in docs/reference/json.md. A field may be added without a new version; none is renamed or removed
without one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from math import isfinite, isinf
from typing import Any

from truecut.catalogue import Value
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.errors.visible_text import visible_in_json
from truecut.inference.estimate import Estimate
from truecut.views.sheet import Sheet

VERSION = 1
_encoded = json.JSONEncoder(allow_nan=False, ensure_ascii=False).encode
LONG = 100  # entries of a list from which each is one line: what thousands of groups hold is not read by eye


def as_json_text(kind: str, data: Mapping[str, Any]) -> str:
    """Return one object as text, with what it is and the version of its shape."""
    data = {"truecut": kind, "version": VERSION, **data}
    return visible_in_json("".join(_lines(data)))


def rows_as_data(sheet: Sheet) -> list[dict[str, Any]]:
    """Return a table as one object per row."""
    return [dict(zip(sheet.header, map(plain, row), strict=True)) for row in sheet.rows]


def read_as_data(read: Provenance) -> dict[str, Any]:
    """Return what was read."""
    return {
        "source": read.source,
        "rows": plain(read.rows),
        "label": read.label or None,
        "positive": read.positive or None,
        "negative": read.negative or None,
        "scores": list(read.scores),
        "predicted": list(read.predicted),
        "lower_is_positive": read.lower_is_positive,
        "weight": read.weight or None,
        "weights_are": read.weights_are.value,
        "groups": list(read.groups),
        "cluster": read.cluster or None,
        "clusters": read.clusters or None,
        "folds": list(read.folds),
        "dropped": dict(read.dropped),
        "inferred": list(read.inferred),
        "stated": list(read.stated),
    }


def counts_as_data(counts: Counts) -> dict[str, Any]:
    """Return the four counts."""
    return dict(counts.cells())


def metrics_as_data(metrics: Mapping[str, Value]) -> dict[str, Any]:
    """Return metrics by name."""
    return {name: value_as_data(value) for name, value in metrics.items()}


def value_as_data(value: Value) -> dict[str, Any]:
    """Return a value with its interval, or why there is none."""
    if value.value is None:
        return {"value": None, "undefined": value.undefined}
    # 0 by convention is no 0 that was found, so the reason stands beside it.
    supplied = {"undefined": value.undefined, "convention": value.convention} if value.convention else {}
    return {"value": plain(value.value), **supplied, **_interval(value)}


def _interval(value: Value) -> dict[str, Any]:
    if not isinstance(value, Estimate):
        return {}
    found: dict[str, Any] = {}
    if value.has_interval:
        found = {
            "low": plain(value.low),
            "high": plain(value.high),
            "level": value.level,
            "method": value.method,
            "rows": plain(value.rows),
        }
        if value.standard_error is not None:
            found["standard_error"] = plain(value.standard_error)
        if value.degrees_of_freedom is not None:
            found["degrees_of_freedom"] = plain(value.degrees_of_freedom)
    if value.note:
        found["note"] = value.note
    if value.clusters is not None:
        found["clusters"] = value.clusters
    # Of clusters it is told also where it is unknown: a missing entry would pass for as many as there are rows.
    if value.clusters is not None or value.effective_rows is not None:
        found["effective_rows"] = plain(value.effective_rows)
    return found


def plain(value: Any) -> Any:
    """Return what JSON can hold: an infinite number is the word infinity or -infinity."""
    if type(value) is float and isfinite(value):  # the usual case
        return value
    # Of clusters it is told also where it is unknown: a missing entry would pass for as many as there are rows.
    if isinstance(value, float) and isinf(value):
        return "infinity" if value > 0 else "-infinity"
    return list(value) if isinstance(value, tuple) else value


def _lines(value: Any, indent: str = "\n") -> Iterator[str]:
    """Return JSON as `json.dumps(indent=2)` writes it, but for the entries of long lists, each on a line of its own."""
    if not isinstance(value, dict | list) or not value:
        yield _encoded(value)
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    is_long = isinstance(value, list) and len(value) >= LONG
    for i, entry in enumerate(value):
        yield f"{',' if i else opening}{indent}  "
        if isinstance(value, dict):
            yield f"{_encoded(entry)}: "
            entry = value[entry]
        yield from (_encoded(entry),) if is_long else _lines(entry, f"{indent}  ")
    yield f"{indent}{closing}"
