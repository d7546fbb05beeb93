"""How figures look: colours, line styles, type, and the page they stand on.

Hue says what truly happened, stripes are a mistake, ink is the chosen model and its threshold, grey is the rest. The
style holds inside `page` only; on axes of the user's own, the user's style holds, and nothing global is ever changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truecut.errors import BadCall, EngineMissing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe & Ito's colours, which colour-blind readers tell apart; text needs a little more contrast than areas.
POSITIVE, NEGATIVE = "#D55E00", "#0072B2"
POSITIVE_TEXT, NEGATIVE_TEXT = "#C24E00", "#0068A3"
POSITIVE_PALE, NEGATIVE_PALE = "#FBE7D9", "#DCEBF5"
INK, GREY, QUIET, PALE = "#1A1A1A", "#8A8A8A", "#5F5F5F", "#D9D9D9"
STRIPES = "/////"
DASHES: tuple[Any, ...] = ("solid", (0, (5, 2)), (0, (2.2, 1.2)), (0, (6, 1.5, 1.5, 1.5)))

WIDTH = 3.4  # inches: one column of a journal
FONT = "DejaVu Sans"  # comes with matplotlib, so that the same data give the same bytes everywhere
PLAIN_TEXT: dict[Any, Any] = {"text.parse_math": False}  # a name may hold a dollar sign
STYLE: dict[Any, Any] = PLAIN_TEXT | {
    "font.family": [FONT],
    "font.size": 7.0,
    "axes.titlesize": 8.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 6.0,
    "axes.labelsize": 7.0,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "axes.formatter.useoffset": False,
    "figure.facecolor": "white",
    "figure.titlesize": 8.0,
    "figure.titleweight": "bold",
    "figure.constrained_layout.h_pad": 0.04,
    "figure.constrained_layout.w_pad": 0.04,
    "hatch.linewidth": 0.7,
    "lines.linewidth": 1.3,
    "lines.solid_capstyle": "butt",
    "text.color": INK,
    "text.usetex": False,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": QUIET,
    "ytick.labelcolor": QUIET,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.minor.size": 0.0,
    "ytick.minor.size": 0.0,
}
LONGEST_LINE = 32  # letters of a label on axes of users
FINEST = 2000  # steps on an axis: what lies closer together looks the same in print


@contextmanager
def styled(font: str | None = None) -> Iterator[None]:
    """Draw in the style of the house, and put everything back afterwards."""
    if font is not None and not font.strip():
        raise BadCall("The name of the font is empty.")
    try:
        from matplotlib import rc_context
    except ImportError:
        raise EngineMissing("Figures need matplotlib; install it with: pip install 'truecut[plot]'") from None
    # Letters that the chosen font lacks come from the one that is always there.
    with rc_context(STYLE | {"font.family": [font, FONT] if font else [FONT]}):
        yield


def new_figure(width: float, height: float) -> Figure:
    """Return a figure that pyplot knows nothing of, so that none is left behind."""
    if not 1 <= width <= 40:
        raise BadCall(f"A figure is between 1 and 40 inches wide, not {width:g}.")
    return house_figure()(figsize=(width, height), layout="constrained")


@cache
def house_figure() -> type[Figure]:
    """Return the type of our own figures, by which they are told from those of users."""
    from matplotlib.figure import Figure

    return type("HouseFigure", (Figure,), {})


def is_ours(ax: Axes) -> bool:
    """Say whether the axes stand on a figure of ours, with room that is ours to take."""
    return isinstance(figure_of(ax), house_figure())


def require_axes(ax: object) -> None:
    """Refuse what cannot be drawn on."""
    if ax is not None and not hasattr(ax, "transAxes"):
        raise BadCall(
            f"ax= takes matplotlib's Axes (figure, ax = plt.subplots()), not a value of type {type(ax).__name__}."
        )


@contextmanager
def page(ax: Axes | None, height: float, width: float = WIDTH, font: str | None = None) -> Iterator[Axes]:
    """Return the axes to draw on: the user's own in the user's style, or those of a new figure in ours."""
    if ax is None:
        with styled(font):
            yield new_figure(width, height).add_subplot()
        return
    from matplotlib import rc_context

    with rc_context(PLAIN_TEXT):
        yield ax


def figure_of(ax: Axes) -> Figure:
    """Return the whole figure that the axes stand on."""
    figure = ax.get_figure(root=True)
    if figure is None:
        raise BadCall("These axes were removed from their figure; draw on others.")
    return figure


def finish(figure: Figure, question: str, axes: Sequence[Axes], titles: Sequence[str]) -> None:
    """Put in the titles: of panels their names below the question, of a single figure the question itself."""
    if len(axes) > 1 and question:
        figure.suptitle(question, x=0.008, ha="left")
    for panel, title in zip(axes, titles, strict=True):
        panel.set_title(title or question, parse_math=False)
    # Ticks are made when something is first drawn: here, in the style of the house, and not at some later time.
    figure.draw_without_rendering()


def look(place: int) -> dict[str, Any]:
    """Return how the line of a model is drawn: ink for the first, grey and broken for the rest."""
    if place == 0:
        return {"color": INK, "linestyle": "solid", "linewidth": 1.4, "zorder": 4}
    dashes = DASHES[1:]
    tone = (GREY, "#5A5A5A", "#B0B0B0")[(place - 1) // len(dashes) % 3]
    return {"color": tone, "linestyle": dashes[(place - 1) % len(dashes)], "linewidth": 1.1, "zorder": 3}


def label_axes(ax: Axes, x: str, y: str) -> None:
    """Name both axes; the names may hold any sign."""
    if not is_ours(ax):
        x, y = _short_label(x), _short_label(y)
    ax.set_xlabel(x, parse_math=False)
    ax.set_ylabel(y, parse_math=False)


def _short_label(label: str) -> str:
    """Return a label for axes of users, beside which there may be another panel: the name in textbooks, if it has one.

    >>> _short_label("ham rows flagged (false positive rate)")
    'false positive rate'
    """
    _, _, name = label.removesuffix(")").rpartition(" (")
    return fill(name if label.endswith(")") else label, LONGEST_LINE)


def in_percent(axis: Any) -> None:
    """Write the ticks of an axis in percent."""
    axis.set_major_formatter(lambda share, _: f"{round(100 * share, 9):g} %")


def unit_square(ax: Axes) -> None:
    """Let both axes go from 0 to 100 %, with room for a line that runs along an edge."""
    for limits, axis in ((ax.set_xlim, ax.xaxis), (ax.set_ylim, ax.yaxis)):
        limits(-0.012, 1.012)
        axis.set_ticks(np.arange(6) / 5)
        in_percent(axis)
    ax.set_aspect("equal", adjustable="box", anchor="W")


def entries_seen(*coordinates: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the entries of a line that can be told apart in print, its ends always among them."""
    count = len(coordinates[0])
    if count <= FINEST:
        return np.arange(count)
    cells = []
    for values in coordinates:
        finite = values[np.isfinite(values)]
        reach = float(np.ptp(finite)) if len(finite) else 0.0
        cells.append(np.round(np.nan_to_num(values) / (reach or 1.0) * FINEST))
    moved = np.any([np.diff(cell) != 0 for cell in cells], axis=0)
    return np.flatnonzero(np.concatenate([[True], moved[:-1], [True]]))
