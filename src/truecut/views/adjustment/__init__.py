"""p values that allow for the number of tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.inference.multiple_tests import AdjustedPValues
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class AdjustmentView(View):
    """Tests with p values as they were given and adjusted."""

    found: AdjustedPValues

    kind = "adjustment"
    read = None

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.adjustment.tables import drawn_adjustment

        return drawn_adjustment(self.found)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.adjustment.tables import adjustment_data

        return adjustment_data(self.found)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.adjustment.tables import adjustment_sheet

        return adjustment_sheet(self.found)
