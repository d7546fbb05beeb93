"""The card that a notebook shows: counts, a few numbers, and curves as a picture, in a few kilobytes.

It holds no script and loads nothing. Curves are an `<img>`, since notebooks remove drawings that stand in the page
itself. Every word of the user's is escaped. Text has the page's own colour and areas let its ground through, so that
one card fits light and dark pages.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from truecut.errors.visible_text import visible
from truecut.words import DEFAULT, Words
from truecut.words.numerals import count

SIDE, MARGIN = 150, 3  # pixels of the drawn curves
MOST_POINTS = 120  # of a curve: more are not seen at this size
MOST_LINES = 6  # curves
LONGEST = 200  # letters of one line
VERMILLION, BLUE = "213,94,0", "0,114,178"  # truly positive, truly negative
QUIET = "opacity:.7"
# A notebook styles every table of its own accord: lines, stripes and alignment are taken back.
TABLE = '<table style="border-collapse:separate;border-spacing:2px;border:0;margin:0;font-size:inherit;color:inherit">'
ROW = '<tr style="background:transparent">'


class Line(NamedTuple):
    """One number: what it is, its value and the interval, or why there is none."""

    name: str
    number: str
    note: str = ""


class RocLine(NamedTuple):
    """A ROC curve."""

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]


# A card has seven kinds of things on it, and whoever makes one names those that it has.
def card(
    head: str,
    said: Iterable[str] = (),
    *,
    cells: dict[str, Any] | None = None,
    words: Words = DEFAULT,
    lines: Sequence[Line] = (),
    curves: Sequence[RocLine] = (),
    ring: tuple[float, float] | None = None,
) -> str:
    """Return the card as HTML: a heading, sentences, numbers, the matrix of four counts, and curves.

    >>> "<script>" in card("<script>alert(1)</script>")
    False
    """
    parts = [_numbers(lines), _matrix(cells, words) if cells else "", _picture(curves, ring)]
    blocks = "".join(f'<div style="margin:8px 28px 0 0">{part}</div>' for part in parts if part)
    sentences = "".join(f'<div style="{QUIET}">{_shown(sentence)}</div>' for sentence in said if sentence)
    return (
        '<div style="font:13px/1.5 system-ui,sans-serif;max-width:62em">'
        f'<div style="font-weight:600;font-size:15px">{_shown(head)}</div>{sentences}'
        f'<div style="display:flex;flex-wrap:wrap;align-items:flex-start">{blocks}</div></div>'
    )


@dataclass(frozen=True)
class LivePage:
    """A whole HTML page that a notebook shows live."""

    page: str
    height: int = 640

    def _repr_html_(self) -> str:
        return framed(self.page, self.height)


def framed(page: str, height: int = 640) -> str:
    """Return a whole HTML page in a frame that may run its own scripts and reach nothing around it.

    >>> framed('<p title="x">').endswith('srcdoc="&lt;p title=&quot;x&quot;&gt;"></iframe>')
    True
    """
    return (
        f'<iframe sandbox="allow-scripts" style="width:100%;height:{int(height)}px;border:0" '
        f'title="truecut report" srcdoc="{escape(page)}"></iframe>'
    )


def _shown(text: str) -> str:
    text = visible(text)
    return escape(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")


def _cell(content: str, style: str, tag: str = "td") -> str:
    return f'<{tag} style="border:0;text-align:left;vertical-align:middle;{style}">{content}</{tag}>'


def _numbers(lines: Sequence[Line]) -> str:
    if not lines:
        return ""
    rows = "".join(
        ROW
        + _cell(_shown(line.name), "padding:1px 14px 1px 0")
        + _cell(_shown(line.number), "padding:1px 12px 1px 0;font-weight:600;text-align:right")
        + _cell(_shown(line.note), f"padding:1px 0;{QUIET}")
        + "</tr>"
        for line in lines
    )
    return f"{TABLE}{rows}</table>"


def _matrix(cells: dict[str, Any], words: Words) -> str:
    def box(cell: str, happened: str, hue: str, *, is_mistake: bool) -> str:
        stripes = f"repeating-linear-gradient(135deg,rgba({hue},.28) 0 2px,transparent 2px 7px)"
        ground = stripes if is_mistake else f"rgba({hue},.18)"
        number = f'<b style="font-size:16px">{escape(count(cells[cell]))}</b>'
        return _cell(f"{number}<br>{happened}", f"padding:5px 14px;min-width:5.5em;background:{ground}")

    def name(text: str) -> str:
        return _cell(_shown(text), "padding:0 10px 2px 2px;font-weight:600", "th")

    found = box("tp", "found", VERMILLION, is_mistake=False) + box("fn", "missed", VERMILLION, is_mistake=True)
    alarms = box("fp", "false alarms", BLUE, is_mistake=True) + box("tn", "left alone", BLUE, is_mistake=False)
    return (
        f"{TABLE}{ROW}{name('')}{name('flagged')}{name('not flagged')}</tr>"
        f"{ROW}{name(words.positive)}{found}</tr>{ROW}{name(words.negative)}{alarms}</tr></table>"
    )


def _picture(curves: Sequence[RocLine], ring: tuple[float, float] | None) -> str:
    """Return the ROC curves as an image; an image knows light from dark by itself."""
    lines = [_line(curve, is_first=i == 0) for i, curve in enumerate(curves[:MOST_LINES])]
    if not any(lines):
        return ""
    reach = SIDE - 2 * MARGIN
    drawing = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" fill="none">',
        "<style>.i{stroke:#1a1a1a}.r{stroke:#8a8a8a}"
        "@media(prefers-color-scheme:dark){.i{stroke:#eee}.r{stroke:#999}}</style>",
        f'<path d="M{MARGIN} {MARGIN}h{reach}v{reach}h-{reach}z" stroke="#88888866"/>',
        f'<path d="M{MARGIN} {SIDE - MARGIN}l{reach}-{reach}" stroke="#888888aa" stroke-dasharray="1 3"/>',
        *reversed(lines),
    ]
    if ring is not None:
        x, y = _placed(*ring)
        drawing.append(f'<circle cx="{x}" cy="{y}" r="4" class="i" stroke-width="2"/>')
    data = b64encode("".join([*drawing, "</svg>"]).encode("ascii")).decode("ascii")
    return f'<img alt="ROC curve" width="{SIDE}" height="{SIDE}" src="data:image/svg+xml;base64,{data}">'


def _line(curve: RocLine, *, is_first: bool) -> str:
    if np.isnan(curve.fpr).any() or np.isnan(curve.tpr).any():
        return ""
    # Evenly along the curve itself, so that steep and flat stretches are drawn alike.
    along = (curve.fpr + curve.tpr) / 2
    kept = np.unique(np.searchsorted(along, np.linspace(0, 1, MOST_POINTS)).clip(0, len(along) - 1))
    places = (" ".join(_placed(x, y)) for x, y in zip(curve.fpr[kept], curve.tpr[kept], strict=True))
    look = 'class="i" stroke-width="1.8"' if is_first else 'class="r" stroke-width="1.2" stroke-dasharray="4 2"'
    return f'<path d="M{"L".join(places)}" {look}/>'


def _placed(fpr: float, tpr: float) -> tuple[str, str]:
    reach = SIDE - 2 * MARGIN
    return f"{MARGIN + reach * fpr:.1f}", f"{SIDE - MARGIN - reach * tpr:.1f}"
