"""What chance would do, as plain data, in the shape of docs/reference/json.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from truecut.data.rows import Provenance
from truecut.inference.chance.no_skill import NoSkill
from truecut.views.json_values import plain, read_as_data, value_as_data

ByModel = Mapping[str, Sequence[NoSkill]]


def chances_data(read: Provenance, by_model: ByModel) -> dict[str, Any]:
    """Return everything, in full."""
    models = [{"model": name, "metrics": [_data(one) for one in found]} for name, found in by_model.items()]
    return {"read": read_as_data(read), "models": models}


def _data(one: NoSkill) -> dict[str, Any]:
    found = one.chance
    return {
        "metric": found.metric,
        "value": plain(found.observed),
        "mean": plain(found.mean),
        "low": plain(found.low),
        "high": plain(found.high),
        "level": found.level,
        "p_value": found.p_value,
        "positives": found.positives,
        "rows": found.rows,
        "method": found.method or None,
        "undefined": found.undefined or None,
        "note": found.note or None,
        "sentence": found.sentence,
        "constant": {name: value_as_data(value) for name, value in one.constant.items()},
    }
