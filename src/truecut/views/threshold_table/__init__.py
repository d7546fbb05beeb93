"""The counts and metrics at many thresholds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from truecut.catalogue.curve import SweepTable
    from truecut.data.rows import Provenance
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class ThresholdTableView(View):
    """The counts and metrics at many thresholds, by model."""

    tables: Sequence[SweepTable]
    read: Provenance | None
    baselines: Mapping[str, str] = field(default_factory=dict)  # what each is, by its name

    kind = "table"
    tells_place = False
    telling = View.telling - {"text"}
    width = 10_000  # a table of numbers runs over the edge rather than losing digits or columns

    @property
    def follows_prevalence(self) -> bool:
        """Say whether a column is among them that does not look at each class on its own."""
        from truecut.catalogue import metric

        return any(not metric(name).is_of_each_class for one in self.tables for name in one.metrics)

    def text(self, width: int) -> RenderableType:
        """Return the table aligned."""
        from rich.console import Group

        from truecut.views.sheet_text import drawn_sheet
        from truecut.views.visible_drawing import Text

        parts: list[RenderableType] = [drawn_sheet(self.sheet())]
        if self.baselines:
            parts += ["", *(Text(f"{name}: {said}", style="bright_black") for name, said in self.baselines.items())]
        return Group(*parts)

    def data(self) -> dict[str, Any]:
        """Return one object per row, and what was read for it."""
        from truecut.views.json_values import read_as_data, rows_as_data

        read = {"read": read_as_data(self.read)} if self.read else {}
        baselines = {"baselines": dict(self.baselines)} if self.baselines else {}
        return {**read, **baselines, "rows": rows_as_data(self.sheet())}

    def sheet(self) -> Sheet:
        """Return the rows of all models, with the model's name in front if there are several."""
        from truecut.views.sheet import Sheet

        first = self.tables[0]
        if len(self.tables) == 1:
            return Sheet(first.header, list(first.rows()))
        return Sheet(("model", *first.header), [(one.model, *row) for one in self.tables for row in one.rows()])
