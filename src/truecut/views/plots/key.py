"""The key: what each line is and its number, in a corner where nothing is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from truecut.errors.visible_text import visible
from truecut.views.plots.style import INK, QUIET, figure_of, is_ours

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.offsetbox import OffsetBox

LONGEST = 28  # letters of a name
MOST_INSIDE = 7  # lines; more go below the axes
UNDER_LABELS = 27.0  # points below the axes, where ticks and label end
SAMPLE = 17.0  # points
CORNERS = {
    "lower right": (1.0, 0.0),
    "upper right": (1.0, 1.0),
    "lower left": (0.0, 0.0),
    "upper left": (0.0, 1.0),
    "center right": (1.0, 0.5),
    "center left": (0.0, 0.5),
    "lower center": (0.5, 0.0),
    "upper center": (0.5, 1.0),
    "center": (0.5, 0.5),
}
LETTER, LINE = 0.56, 1.38  # width of a letter and height of a line, for the size of the type
MOST_COVERED = 25  # points of lines under a key inside the axes, of 200 for each line
BELOW = "key-below"  # how such a key is marked
MOST_ACROSS, SMALLEST = 0.62, 4.5  # share of the axes of users that a key covers, and points of its type
MARKER = 40  # points that a single marker counts for


@dataclass(frozen=True)
class KeyEntry:
    """One line of the key: how it is drawn, what it is, and a number."""

    name: str
    number: str = ""
    look: dict[str, Any] = field(default_factory=dict)  # of a line; nothing for a remark
    is_chosen: bool = False
    is_remark: bool = False  # stands below the others, as wide as it is


def key_of_model(name: str, number: str, look: dict[str, Any], *, is_chosen: bool) -> KeyEntry:
    """Return the line of a model."""
    return KeyEntry(shortened_name(name), number, look, is_chosen)


def shortened_name(name: str, most: int = LONGEST) -> str:
    """Return the name, cut in the middle if it is long: the end often tells names apart.

    >>> shortened_name("a_model_with_a_very_long_name_v2", 16)
    'a_model_…_name_v2'
    """
    name = visible(" ".join(name.split()))  # no font has a glyph for what is not seen
    half = most // 2
    return name if len(name) <= most else f"{name[:half]}…{name[-half:]}"


def add_key(ax: Axes, entries: Sequence[KeyEntry], *, heading: str = "", at: str = "") -> None:
    """Put the key where the fewest lines run; where it is long, or asked to be, below the axes."""
    from matplotlib.offsetbox import AnchoredOffsetbox, VPacker
    from matplotlib.transforms import ScaledTranslation

    listed = [entry for entry in entries if not entry.is_remark]
    listed = [KeyEntry("", heading), *listed] if heading else listed
    ours, size = is_ours(ax), float(ax.xaxis.label.get_fontsize()) * 0.93
    if not ours:  # whose type may be large, and the axes small
        size = min(size, max(SMALLEST, size * MOST_ACROSS / _needed(ax, listed, entries, size)[0]))
    remarks = [_columns([entry], size) for entry in entries if entry.is_remark]
    box = VPacker(pad=0, sep=size * 0.35, children=[_columns(listed, size), *remarks], align="left")
    lines = len(listed) + len(remarks)
    # Below the axes of users may stand anything; there the key stays inside, where it covers least.
    if not ours or (not at and lines <= MOST_INSIDE):
        at = _emptiest(ax, _reach(ax, listed, entries, size), may_be_below=ours)
    place: dict[str, Any] = {"loc": at, "borderpad": 0.3}
    # In points below the axes, not in shares of them: panels of different heights keep the same distance.
    if ours and (lines > MOST_INSIDE or at == "below"):
        below = ax.transAxes + ScaledTranslation(0, -UNDER_LABELS / 72, figure_of(ax).dpi_scale_trans)
        place = {"loc": "upper left", "bbox_to_anchor": (0.0, 0.0), "bbox_transform": below, "borderpad": 0.0}
    key = AnchoredOffsetbox(child=box, frameon=True, pad=0.25, **place)
    key.patch.set(facecolor="white", edgecolor="none", alpha=0.85)
    key.set_zorder(5.5)
    # How a figure that is laid out later knows how much room to leave.
    key.set_gid(BELOW if "bbox_to_anchor" in place else None)
    ax.add_artist(key)


def _columns(rows: Sequence[KeyEntry], size: float) -> OffsetBox:
    from matplotlib.offsetbox import HPacker, VPacker

    def column(children: list[Artist], align: Literal["left", "right"]) -> OffsetBox:
        return VPacker(pad=0, sep=size * 0.35, children=children, align=align)

    columns: list[Artist] = [
        column([_sample(entry, size) for entry in rows], "left"),
        column([_text(entry.name, entry, size) for entry in rows], "left"),
    ]
    if any(entry.number for entry in rows):
        columns.append(column([_text(entry.number, entry, size) for entry in rows], "right"))
    return HPacker(pad=0, sep=size * 0.6, children=columns, align="top")


def height_below(ax: Axes) -> float:
    """Return how many inches the key takes that stands below the axes."""
    from matplotlib.offsetbox import AnchoredOffsetbox

    keys = [key for key in ax.get_children() if isinstance(key, AnchoredOffsetbox) and key.get_gid() == BELOW]
    return sum(key.get_window_extent().height / figure_of(ax).dpi for key in keys)


def _sample(entry: KeyEntry, size: float) -> OffsetBox:
    from matplotlib.lines import Line2D
    from matplotlib.offsetbox import DrawingArea

    area = DrawingArea(SAMPLE, size, 0, 0)
    if entry.look:
        look = {name: value for name, value in entry.look.items() if name != "zorder"}
        middle = size * 0.42
        points = ([SAMPLE / 2], [middle]) if "marker" in look else ([0, SAMPLE], [middle, middle])
        area.add_artist(Line2D(*points, **look))
    return area


def _text(text: str, entry: KeyEntry, size: float) -> OffsetBox:
    from matplotlib.offsetbox import TextArea

    colour = INK if entry.look else QUIET
    weight = "bold" if entry.is_chosen else "normal"
    # A name may hold a dollar sign, which would begin a formula.
    return TextArea(text, textprops={"fontsize": size, "color": colour, "fontweight": weight, "parse_math": False})


def _reach(ax: Axes, listed: Sequence[KeyEntry], entries: Sequence[KeyEntry], size: float) -> tuple[float, float]:
    """Return which share of the axes a key covers, across and up."""
    across, up = _needed(ax, listed, entries, size)
    return min(1.0, across), min(1.0, up)


def _needed(ax: Axes, listed: Sequence[KeyEntry], entries: Sequence[KeyEntry], size: float) -> tuple[float, float]:
    """Return about how wide and how high a key is, by the axes."""
    remarks = [entry for entry in entries if entry.is_remark]
    letters = max(len(e.name) for e in listed) + max(len(e.number) for e in listed)
    letters = max(letters, *(len(entry.name) for entry in remarks), 0)
    (width, height), box = figure_of(ax).get_size_inches(), ax.get_position()
    inches = (SAMPLE + LETTER * size * (letters + 3)) / 72, LINE * size * (len(listed) + len(remarks) + 0.7) / 72
    return inches[0] / (box.width * width), inches[1] / (box.height * height)


def _emptiest(ax: Axes, reach: tuple[float, float], *, may_be_below: bool) -> str:
    """Return the corner with the fewest drawn points, of equals the first listed; "below" if lines run everywhere."""
    drawn, (across, up) = _drawn(ax), reach
    covered = {}
    for corner, (x, y) in CORNERS.items():
        left, bottom = x * (1 - across), y * (1 - up)
        inside = (drawn[:, 0] > left) & (drawn[:, 0] < left + across)
        covered[corner] = int((inside & (drawn[:, 1] > bottom) & (drawn[:, 1] < bottom + up)).sum())
    best = min(covered, key=lambda corner: covered[corner])
    return "below" if may_be_below and covered[best] > MOST_COVERED else best


def _drawn(ax: Axes) -> Any:
    """Return points along every line, in shares of the axes."""
    found = [np.zeros((0, 2))]
    for line in ax.get_lines():
        corners = ax.transAxes.inverted().transform(line.get_transform().transform(line.get_path().vertices))
        # What runs far outside must not make what is inside look sparse.
        corners = np.clip(corners[np.isfinite(corners).all(axis=1)], -0.1, 1.1)
        if len(corners):
            found.append(_evenly(corners) if len(corners) > 1 else np.repeat(corners, MARKER, axis=0))
    return np.concatenate(found)


def _evenly(corners: Any, points: int = 200) -> Any:
    steps = np.hypot(*np.diff(corners, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    where = np.linspace(0, along[-1], points)
    return np.column_stack([np.interp(where, along, corners[:, i]) for i in (0, 1)])
