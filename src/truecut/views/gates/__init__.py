"""Checked requirements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from truecut.data.rows import Provenance
    from truecut.decisions.checked import Checked


@dataclass(frozen=True, eq=False)
class GatesView(View):
    """Checked requirements."""

    checked: Checked

    kind = "check"
    telling = View.telling | {"markdown"}
    tells_cells = True
    text = made_by("gates.text:drawn_gates", "checked")
    data = made_by("gates.data:gates_data", "checked")
    sheet = made_by("gates.tables:gates_sheet", "checked")
    markdown = made_by("gates.tables:gates_as_markdown", "checked")
    junit = made_by("gates.junit:checked_as_junit", "checked")

    @property
    def read(self) -> Provenance:
        """Return what was read."""
        return self.checked.read
