"""Somebody else's number and what explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.decisions.reconciling import Reconciliation
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class ReconciliationView(View):
    """A number that was told, and the conventions that give it."""

    read: Provenance
    model: str
    found: Reconciliation

    kind = "reconciliation"

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.reconciliation.tables import drawn_reconciliation

        return drawn_reconciliation(self.model, self.found)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.reconciliation.tables import reconciliation_data

        return reconciliation_data(self.read, self.model, self.found)

    def sheet(self) -> Sheet:
        """Return every convention as one table."""
        from truecut.views.reconciliation.tables import reconciliation_sheet

        return reconciliation_sheet(self.found)
