"""Groups for a terminal: one line each, with whiskers on a common axis and the value of all rows marked on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue import Metric, Value
from truecut.data.rows import Provenance
from truecut.decisions.group_differences import ByGroup, GroupDifference, GroupVerdict
from truecut.errors.visible_text import visible
from truecut.views.groups.notes import left_out_of, members_of, notes_on, shown_of
from truecut.views.metric_values import interval, said_difference, written
from truecut.views.terminal_tables import QUIET, STRONG
from truecut.views.visible_drawing import Text
from truecut.words import Words, counted
from truecut.words.numerals import count, decimal, threshold, written_p

STYLES = {GroupVerdict.WORSE: "bold red", GroupVerdict.BETTER: "green", GroupVerdict.DIFFERENT: "bold yellow"}
TO_REST = "to rest"
LEAST_AXIS, GOOD_AXIS, MOST_AXIS = 12, 24, 48  # characters
LONG_NAME = 28


def drawn_groups(read: Provenance, words: Words, found: Sequence[ByGroup], width: int = 80) -> RenderableType:
    """Return every metric by group, one forest below the other."""
    top = Text.assemble((read.source, STRONG), (f"  {count(read.rows)} {words.units}", QUIET))
    parts: list[RenderableType] = [top, ""]
    several = len({one.model for one in found}) > 1
    for one in found:
        parts += [_heading(one, several), *_forest(one, width), ""]
    return Group(*parts, *_legend(found))


def _heading(one: ByGroup, several: bool) -> Text:
    entry = one.entry
    title = Text(f"{one.model}: {one.title}" if several else one.title, style="underline")
    where = "" if one.threshold is None else f" at threshold {threshold(one.threshold)}"
    ends = interval(entry, one.overall)
    said = f"  all rows{where}: {written(entry, one.overall)}" + (f" ({ends})" if ends else "")
    return title.append(said, style=f"{QUIET} not underline")


def _forest(one: ByGroup, width: int) -> list[RenderableType]:
    entry, groups = one.entry, shown_of(one)
    columns: dict[str, list[str]] = {
        "rows": [count(group.rows) for group in groups],
        one.metric: [written(entry, group.estimate) for group in groups],
        TO_REST: [said_difference(entry, group.difference) for group in groups],
        "interval": [_ends(entry, group) for group in groups],
        "p": [written_p(group.adjusted_p) for group in groups],
    }
    names = max(min(max(len(visible(group.group)) for group in groups), LONG_NAME), len("Group"))
    verdicts = max(len(_said(group)) for group in groups)

    def room() -> int:
        taken = sum(max(map(len, (name, *cells))) + 2 for name, cells in columns.items())
        return width - names - 2 - taken - verdicts - 4

    # Columns make room for the axis, which says at a glance what they say in numbers; the value and p stay.
    for name in ("interval", "rows", TO_REST):
        if room() < GOOD_AXIS:
            del columns[name]
    wide = min(room(), MOST_AXIS)
    axis = _Axis.of(one, wide) if wide >= LEAST_AXIS else None
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column("Group", overflow="fold", width=names)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
        if name == one.metric and axis:
            table.add_column(axis.ticks(entry), no_wrap=True)
    table.add_column("", no_wrap=True)
    for i, group in enumerate(groups):
        cells: list[RenderableType] = []
        for name, texts in columns.items():
            cells.append(Text(texts[i], style=STRONG if name == one.metric else ""))
            if name == one.metric and axis:
                cells.append(axis.whisker(group, STYLES.get(group.verdict, "")))
        table.add_row(group.group, *cells, Text(_said(group), style=STYLES.get(group.verdict, QUIET)))
    lines = [Text(line, style=QUIET) for line in (left_out_of(one), one.caution, *notes_on(one.worst_first)) if line]
    lines += [Text(members_of(group), style=QUIET) for group in one.differences if group.members]
    return [table, *lines]


def _said(group: GroupDifference) -> str:
    return "" if group.verdict in (GroupVerdict.ALIKE, GroupVerdict.UNKNOWN) else group.verdict.value


def _ends(entry: Metric, group: GroupDifference) -> str:
    if group.low is None or group.high is None:
        return ""
    return f"{said_difference(entry, group.low)} to {said_difference(entry, group.high)}"


def _legend(found: Sequence[ByGroup]) -> list[Text]:
    tested = [group for one in found for group in one.differences if group.p_value is not None]
    if not tested:
        return []
    level, most = tested[0].level, max(group.compared for group in tested)
    holm = f", after Holm's correction for {counted(most, 'comparison')} of each metric" if most > 1 else ""
    points = ", percentages in points" if any(one.entry.is_percentage for one in found) else ""
    said = (
        f"Each group against the rest of the rows{points}. Whiskers and intervals: {100 * level:g} %; ┊ all rows; p: "
        f"in either direction{holm}."
    )
    return [Text(said, style=QUIET)]


class _Axis:
    """The range that the intervals of all groups take, over so many characters."""

    def __init__(self, low: float, high: float, middle: float | None, wide: int) -> None:
        self.low, self.high, self.middle, self.wide = low, high, middle, wide

    @classmethod
    def of(cls, one: ByGroup, wide: int) -> _Axis | None:
        """Return the axis on which everything that is finite can be drawn."""
        values = [end for group in one.differences for end in _drawable(group.estimate)] + _drawable(one.overall)
        if not values:
            return None
        low, high = min(values), max(values)
        # A little air, and some width where all values are one.
        around = (high - low) * 0.02 or 0.5
        return cls(low - around, high + around, one.overall.value, wide)

    def ticks(self, entry: Metric) -> str:
        """Return the values at both ends."""
        first, last = (_tick(entry, end) for end in (self.low, self.high))
        return first + last.rjust(self.wide - len(first))

    def whisker(self, group: GroupDifference, style: str) -> Text:
        """Return the interval of a group as a line with its value on it."""
        cells = [" "] * self.wide
        if self.middle is not None and isfinite(self.middle):
            cells[self._place(self.middle)] = "┊"
        value, ends = group.estimate.value, _drawable(group.estimate)
        # With an infinite end, or none at all, a line would promise a limit that there is not.
        if len(ends) == 3:
            left, right = self._place(min(ends)), self._place(max(ends))
            cells[left : right + 1] = "─" * (right - left + 1)
            if right > left:
                cells[left], cells[right] = "├", "┤"
        if value is not None and isfinite(value):
            cells[self._place(value)] = "●"
        return Text("".join(cells), style=style)

    def _place(self, value: float) -> int:
        return min(self.wide - 1, max(0, int((value - self.low) / (self.high - self.low) * self.wide)))


def _drawable(value: Value) -> list[float]:
    ends = (value.value, getattr(value, "low", None), getattr(value, "high", None))
    return [end for end in ends if end is not None and isfinite(end)]


def _tick(entry: Metric, end: float) -> str:
    low, high = entry.bounds
    # The air around the axis may reach beyond what the metric can be.
    inside = min(max(end, low), high)
    return f"{100 * inside:.0f} %" if entry.is_percentage else decimal(inside)
