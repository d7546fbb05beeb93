"""What a result says of the place that its numbers are about, where somebody stated that it is another.

Results that tell it in their own words do so; for the others the writer puts it into each format: a line of text or
Markdown, a field of JSON, columns of a sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truecut.views.sheet import Sheet
    from truecut.views.view import View

UNMOVED = "a stated share of positives changes nothing here: these numbers look at each class on its own"


def supposed_in(view: View, situation: Mapping[str, Any] | None) -> str:
    """Return what is supposed of the numbers of a result, or that they do not follow it; nothing where all is here."""
    stated = _stated(situation)
    if not stated:
        return ""
    if not view.follows_prevalence:
        return UNMOVED
    from truecut.catalogue.situation import Situation

    return Situation().given(**stated).supposed


def said_beside(view: View, situation: Mapping[str, Any] | None) -> list[str]:
    """Return the sentences that go with a result: of thresholds that were stated, and of another place."""
    said = "" if view.tells_place else supposed_in(view, situation)
    marks = [mark["said"] for mark in (situation or {}).get("marks") or ()]
    return [*marks, *([f"{said[0].upper()}{said[1:]}."] if said else [])]


def beside_sheet(view: View, sheet: Sheet, situation: Mapping[str, Any] | None) -> Sheet:
    """Return a sheet with what was stated of the place in columns of its own, unless the result tells it itself."""
    stated = _stated(situation)
    if not stated or view.tells_place or not view.follows_prevalence:
        return sheet
    # In columns, since a program that reads the sheet has no place for a sentence.
    columns = {
        "stated_prevalence": stated.get("prevalence"),
        **{f"sampled_{name}": share for name, share in dict(stated.get("sampled") or {}).items()},
    }
    known = {name: share for name, share in columns.items() if share is not None}
    rows = [(*row, *known.values()) for row in sheet.rows]
    return replace(sheet, header=(*sheet.header, *known), rows=rows)


def _stated(situation: Mapping[str, Any] | None) -> dict[str, Any]:
    names = ("prevalence", "sampled")
    stated = {} if situation is None else {name: situation[name] for name in names if situation.get(name) is not None}
    # What is stated of many classes is among what was read, since it names each.
    sampled = stated.get("sampled") or {}
    of_many = isinstance(stated.get("prevalence"), Mapping) or not {*sampled} <= {"positives", "negatives"}
    return {} if of_many else stated
