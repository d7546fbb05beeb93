"""Figures as bytes: the same figure gives the same ones, since no date and no random name gets in."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truecut.errors import BadCall
from truecut.storage.atomic_files import with_folder, write_file
from truecut.views.plots.style import styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What to leave out of each format: a date would differ from one run to the next.
FORMATS: dict[str, dict[str, Any]] = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}
DOTS = 300  # per inch, of PNG
REPRODUCIBLE: dict[Any, Any] = {
    "svg.hashsalt": "truecut",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,  # fonts that journals accept
}


def as_bytes(figure: Figure, form: str, font: str | None = None) -> bytes:
    """Return a figure as PDF, SVG or PNG."""
    if form not in FORMATS:
        raise BadCall(f"A figure is written as {', '.join(FORMATS)}, not as {form!r}.")
    with styled(font):
        from matplotlib import rc_context

        with rc_context(REPRODUCIBLE):
            paper = io.BytesIO()
            figure.savefig(paper, format=form, dpi=DOTS, metadata=FORMATS[form])
    return paper.getvalue()


def write_figure(figure: Figure, path: Path, *, made_of: Iterable[Path] = ()) -> None:
    """Write a figure in the format that the name ends in, over none of the files that it was `made_of`."""
    write_file(with_folder(path), as_bytes(figure, path.suffix.lower().removeprefix(".")), made_of=made_of)
