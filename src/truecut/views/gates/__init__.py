"""Checked requirements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.decisions.checked import Checked
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class GatesView(View):
    """Checked requirements."""

    checked: Checked

    kind = "check"
    telling = View.telling | {"markdown"}
    tells_cells = True

    @property
    def read(self) -> Provenance:
        """Return what was read."""
        return self.checked.read

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.gates.text import drawn_gates

        return drawn_gates(self.checked)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.gates.data import gates_data

        return gates_data(self.checked)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.gates.tables import gates_sheet

        return gates_sheet(self.checked)

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.gates.tables import gates_as_markdown

        return gates_as_markdown(self.checked)

    def junit(self) -> str:
        """Return the requirements as suites of tests."""
        from truecut.views.gates.junit import checked_as_junit

        return checked_as_junit(self.checked)
