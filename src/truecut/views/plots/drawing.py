"""A figure that shows itself: a notebook has its picture as the last line of a cell, whatever its settings."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truecut.errors import BadCall
from truecut.views.plots.figure_files import write_figure
from truecut.views.plots.style import styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DOTS = 200  # per inch of the picture ...
SHOWN = 100  # ... of which so many are shown to an inch, so that it is sharp on any screen


class Drawing:
    """A figure and its Axes. pyplot never hears of it, so nothing is left open and nothing is shown twice.

    `.ax` or `.axes` are matplotlib's, to be changed; `.save("roc.pdf")` keeps it. What an Axes can do it passes on:
    `e.plot.roc().set_title("Test set")`.
    """

    def __init__(self, figure: Figure, axes: Sequence[Axes], said: str = "", files: Iterable[Path] = ()) -> None:
        self.figure, self.axes, self._said = figure, tuple(axes), said
        self._files = tuple(files)  # that the rows were read from

    @property
    def ax(self) -> Axes:
        """Return the only Axes; of several panels, ask `.axes`."""
        if len(self.axes) > 1:
            raise BadCall(f"This figure has {len(self.axes)} panels; ask .axes for them.")
        return self.axes[0]

    def save(self, path: str | Path) -> Drawing:
        """Write the figure as PDF, SVG or PNG, as the name ends, and return it.

        `path` is the file, which is not one that the rows were read from.

        >>> import tempfile, truecut as tc
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     drawn = tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).plot.roc().save(f"{folder}/roc.svg")
        """
        write_figure(self.figure, Path(path), made_of=self._files)
        return self

    def __repr__(self) -> str:
        wide, tall = self.figure.get_size_inches()
        return f"<Drawing: {self._said}, {wide:.1f} by {tall:.1f} inches; .save('figure.pdf') keeps it>"

    def _repr_mimebundle_(self, **_wishes: Any) -> tuple[dict[str, str], dict[str, Any]]:
        """Return the picture, and how large it is to be shown."""
        paper = io.BytesIO()
        with styled():
            self.figure.savefig(paper, format="png", dpi=DOTS)
        wide, tall = self.figure.get_size_inches()
        size = {"width": round(SHOWN * wide), "height": round(SHOWN * tall)}
        return {"image/png": b64encode(paper.getvalue()).decode("ascii"), "text/plain": repr(self)}, {"image/png": size}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.ax, name)
