"""What groups against the rest say of themselves."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.decisions.findings.finding import Tone
from truecut.decisions.group_differences import GroupDifference, GroupVerdict
from truecut.views.face import CellKind, Face, Grid, GridColumn, ends, kind_of_metric, short_title
from truecut.views.groups import GroupsView
from truecut.views.showing.written import written_cell, written_limits
from truecut.words import counted
from truecut.words.numerals import count

TONES = {GroupVerdict.WORSE: Tone.PROBLEM, GroupVerdict.BETTER: Tone.GOOD, GroupVerdict.DIFFERENT: Tone.WARNING}


def group_grid(found: Sequence[GroupDifference]) -> Grid:
    """Return one group per row."""
    name = found[0].entry.name if len(found) else ""
    kind, signed, p = kind_of_metric(name), CellKind.SIGNED, CellKind.P_VALUE
    columns = (
        GridColumn("metric", is_quiet=True),
        GridColumn("group"),
        GridColumn("rows", CellKind.COUNT),
        GridColumn("value", kind, _called(found[0]) if len(found) else ""),
        GridColumn("value_low", kind),
        GridColumn("value_high", kind),
        GridColumn("rest", kind, "elsewhere"),
        GridColumn("difference", signed),
        GridColumn("difference_low", signed),
        GridColumn("difference_high", signed),
        GridColumn("p_value", p, "p", is_quiet=True),
        GridColumn("adjusted_p", p, "p, adjusted"),
        GridColumn("verdict"),
        GridColumn("note", is_quiet=True),
    )
    rows = [
        (
            *(one.metric, one.group, one.rows, one.estimate.value, *ends(one.estimate), one.rest.value),
            *(one.difference, one.low, one.high, one.p_value, one.adjusted_p, one.verdict.value, one.note or None),
        )
        for one in found
    ]
    tones = [TONES.get(one.verdict) for one in found]
    return Grid("groups", columns, rows, whisker="difference", mark=0.0, tones=tones)


def _called(one: GroupDifference) -> str:
    """Return the metric in a few words; averages over classes, and those of one class, as they are asked for."""
    return short_title(one.metric) if one.metric == one.entry.name else one.metric


def face_of_group(one: GroupDifference) -> Face:
    """Return the face of one group against the rest."""
    interval = written_limits(CellKind.SIGNED, one.low, one.high)
    by = f": {written_cell(CellKind.SIGNED, one.difference)}{f' ({interval})' if interval else ''}"
    return Face(
        f"{_called(one)} of {one.group} against the rest{by}, {one.verdict.value}.",
        f"{counted(one.rows, 'row')}; {100 * one.level:g} % interval by {one.method}" if one.method else "",
        grids=(group_grid([one]),),
        notes=(one.note,) if one.note else (),
        tone=TONES.get(one.verdict),
    )


def face_of_groups(found: Sequence[GroupDifference]) -> Face:
    """Return the face of all groups."""
    if not len(found):
        return Face("No groups to compare.", grids=(group_grid(found),))
    whole = getattr(found, "whole", None)
    worse = sum(one.is_surely_worse for one in found)
    what = f"{counted(len(found), 'group')} against the rest in {_called(found[0])}"
    return Face(
        f"{what}: {count(worse)} worse beyond chance.",
        f"{100 * found[0].level:g} % intervals, p values adjusted by Holm",
        grids=(group_grid(found),),
        view=None if whole is None else lambda: GroupsView(whole[0].read, whole[0].words, [whole[1]]),
    )
