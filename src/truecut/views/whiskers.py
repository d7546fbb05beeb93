"""Small charts of characters: whiskers, which are an interval on an axis with its value on it, and bars."""

from __future__ import annotations

from math import isfinite

from truecut.catalogue import Value
from truecut.inference.estimate import Estimate
from truecut.views.visible_drawing import Text

DOT, LINE, REACH, MARK = "·", "━", "●", "┊"
BLOCKS = " ▁▂▃▄▅▆▇█"


def block(share: float) -> str:
    """Return a bar of one character, as high as a share of the highest one."""
    # Something is always drawn where there is something: one row among a million must not look like none.
    return BLOCKS[0 if share <= 0 else max(1, round(share * (len(BLOCKS) - 1)))]


def whisker(value: Value, low: float, high: float, wide: int, mark: float | None = None) -> Text:
    """Return the interval of a value between the two ends of an axis; nothing where value or axis has no end.

    >>> whisker(Estimate(0.75, low=0.5, high=1.0), 0.0, 1.0, 9, mark=0.25).plain
    '··┊·━━●━━'
    """
    if value.value is None or not isfinite(value.value) or not isfinite(high - low):
        return Text("")
    cells = [DOT] * wide

    def place(number: float) -> int:
        return min(wide - 1, max(0, round((number - low) / (high - low) * (wide - 1))))

    if mark is not None:
        cells[place(mark)] = MARK
    if isinstance(value, Estimate) and value.low is not None and value.high is not None:
        first, last = place(value.low), place(value.high)
        cells[first : last + 1] = LINE * (last - first + 1)
    cells[place(value.value)] = REACH
    return Text("".join(cells))
