"""Draw what truecut prints in a terminal as a picture.

    python docs/make_pictures.py

The picture is the real output of the command in its title. The same data give the same bytes, and
nothing is loaded from elsewhere when it is shown.
"""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import truecut as tc
from truecut.views.summary.text import drawn

DOCS = Path(__file__).parent
ROOT = DOCS.parent
WIDTH = 92
COMMAND = "truecut report examples/breast-cancer.csv --positive malignant --score logistic,forest"

# Quiet text must stay readable on the dark ground, so "bright black" is a light grey here.
BACKGROUND, FOREGROUND = "161b22", "e6edf3"
NORMAL = "21262d ff7b72 3fb950 d29922 58a6ff bc8cff 39c5cf c9d1d9"
BRIGHT = "9198a1 ffa198 56d364 e3b341 79c0ff d2a8ff 56d4dd f0f6fc"
FONT = re.compile(r"\s*@font-face\s*\{.*?\}", re.DOTALL)
FONT_FAMILY = re.compile(r"font-family:\s*Fira Code,\s*monospace")
MONOSPACE = "font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def theme() -> TerminalTheme:
    """Return the colours of the picture."""

    def colours(written: str) -> list[tuple[int, int, int]]:
        return [(c[0], c[1], c[2]) for c in map(bytes.fromhex, written.split())]

    return TerminalTheme(*colours(BACKGROUND), *colours(FOREGROUND), colours(NORMAL), colours(BRIGHT))


def summary_picture() -> str:
    """Return the report of two models as SVG."""
    options = shlex.split(COMMAND)
    evaluation = tc.evaluate(
        ROOT / options[2],
        positive=options[options.index("--positive") + 1],
        score=options[options.index("--score") + 1].split(","),
    )
    console = Console(
        record=True,
        width=WIDTH,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    console.print(drawn(evaluation.summary(), WIDTH))
    svg = console.export_svg(title=f"$ {COMMAND}", theme=theme(), unique_id="truecut")
    # The font would be fetched from a server; any monospaced one at hand will do.
    return FONT_FAMILY.sub(MONOSPACE, FONT.sub("", svg))


PICTURES = {"summary.svg": summary_picture}


def main() -> None:
    """Write all pictures."""
    for name, draw in PICTURES.items():
        path = DOCS / "pictures" / name
        path.write_text(draw(), encoding="utf-8")
        print(f"Wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
