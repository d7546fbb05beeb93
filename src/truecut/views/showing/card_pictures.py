"""The pictures of a card, each an image: notebooks remove drawings that stand in the page itself."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite

from truecut.views.face import CurvePicture, FaceCell, Grid
from truecut.views.showing.written import limit_columns

INK, SOFT = "#7f8790", "#8b929b"  # legible on white and on black
VERMILLION, BLUE = "213,94,0", "0,114,178"  # truly positive, truly negative
WIDE, TALL = 132, 16  # pixels of a whisker
SIDE, EDGE = 168, 4  # of curves
MOST_CURVES = 6


@dataclass(frozen=True)
class Axis:
    """The common axis of the whiskers of a table."""

    low: float
    high: float
    mark: float | None

    @classmethod
    def of(cls, grid: Grid, shown: int) -> Axis | None:
        """Return an axis that holds what is shown; None where there is nothing to draw."""
        names = (grid.whisker, *limit_columns(grid, grid.whisker))
        cells = [cell for name in names for cell in grid.column(name)[:shown]]
        numbers = [float(cell) for cell in cells if isinstance(cell, int | float) and isfinite(cell)]
        if not numbers:
            return None
        numbers += [] if grid.mark is None else [grid.mark]
        low, high = min(numbers), max(numbers)
        room = (high - low or abs(high) or 1) * 0.08
        return cls(low - room, high + room, grid.mark)

    def at(self, number: float) -> str:
        """Return where a number lies, in pixels; what is infinite lies at the end."""
        within = min(max(number, self.low), self.high)
        return f"{4 + (WIDE - 8) * (within - self.low) / (self.high - self.low):.1f}"


def drawn_whisker(axis: Axis, cells: Sequence[FaceCell]) -> str:
    """Return value and interval on the axis, beside its mark."""
    value, low, high = [*(None if isinstance(cell, str) else cell for cell in cells), None, None][:3]
    if value is None:
        return ""
    middle = TALL // 2
    parts = [f'<path d="M4 {middle}H{WIDE - 4}" stroke="#88888855"/>']
    if axis.mark is not None:
        parts.append(f'<path d="M{axis.at(axis.mark)} 1V{TALL - 1}" stroke="{SOFT}"/>')
    if low is not None and high is not None:
        line = f"M{axis.at(float(low))} {middle}H{axis.at(float(high))}"
        parts.append(f'<path d="{line}" stroke="{INK}" stroke-width="2.6"/>')
    parts.append(f'<circle cx="{axis.at(float(value))}" cy="{middle}" r="3.4" fill="{INK}"/>')
    return _image(parts, WIDE, TALL, "interval")


def picture_of_curves(picture: CurvePicture) -> str:
    """Return curves in the unit square."""
    reach = SIDE - 2 * EDGE

    def path(xs: Sequence[float], ys: Sequence[float]) -> str:
        points = zip(xs, ys, strict=True)
        return "L".join(f"{EDGE + reach * x:.1f} {SIDE - EDGE - reach * y:.1f}" for x, y in points)

    parts = [f'<path d="M{EDGE} {EDGE}h{reach}v{reach}h-{reach}z" stroke="#88888855"/>']
    if picture.has_diagonal:
        parts.append(f'<path d="M{EDGE} {SIDE - EDGE}l{reach}-{reach}" stroke="#888888aa" stroke-dasharray="1 3"/>')
    if picture.band:
        xs, low, high = picture.band
        around = f"M{path(xs, low)}L{path(xs[::-1], high[::-1])}z"
        parts.append(f'<path d="{around}" fill="#88888838"/>')
    for place, (xs, ys) in reversed(list(enumerate(picture.curves[:MOST_CURVES]))):
        look = (
            f'stroke="{SOFT}" stroke-width="1.3" stroke-dasharray="4 2"'
            if place
            else f'stroke="{INK}" stroke-width="2.1"'
        )
        parts.append(f'<path d="M{path(xs, ys)}" {look} stroke-linejoin="round"/>')
    if picture.ring:
        x, y = path([picture.ring[0]], [picture.ring[1]]).split()
        parts.append(f'<circle cx="{x}" cy="{y}" r="4.6" stroke="{INK}" stroke-width="2.4"/>')
    return _image(parts, SIDE, SIDE, f"{picture.y} against {picture.x}")


def _image(parts: Sequence[str], wide: int, tall: int, alt: str) -> str:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" fill="none">{"".join(parts)}</svg>'
    data = b64encode(drawing.encode("ascii")).decode("ascii")
    # Some pages give pictures a white ground, a margin, or a padding that leaves nothing of a thin one.
    style = "display:inline-block;margin:0;padding:0;background:transparent;vertical-align:middle;max-width:none"
    return (
        f'<img alt="{escape(alt)}" width="{wide}" height="{tall}" style="{style}" '
        f'src="data:image/svg+xml;base64,{data}">'
    )
