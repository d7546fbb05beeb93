"""How many rows are enough: plans, intervals with more rows, intervals to expect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.inference.planning.expectation import Assumed, Expected
    from truecut.inference.planning.growth import Width
    from truecut.inference.planning.plans import Plan
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class PlansView(View):
    """How many rows are enough."""

    plans: Sequence[Plan]
    read: Provenance | None = None  # if they were made from rows

    kind = "plan"

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.plan.text import drawn_plans

        return drawn_plans(self.plans)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.plan.data import plans_data

        return plans_data(self.plans)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.plan.tables import plans_sheet

        return plans_sheet(self.plans)


@dataclass(frozen=True, eq=False)
class WidthsView(View):
    """How intervals would narrow with more rows."""

    read: Provenance
    widths: Sequence[Width]
    level: float

    kind = "widths"

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.plan.text import drawn_widths

        return drawn_widths(self.read, self.widths, self.level)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.plan.tables import widths_sheet

        return widths_sheet(self.widths)

    def data(self) -> dict[str, Any]:
        """Return one object per metric and number of rows."""
        from truecut.views.json_values import read_as_data, rows_as_data

        return {"read": read_as_data(self.read), "rows": rows_as_data(self.sheet())}


@dataclass(frozen=True, eq=False)
class ExpectedView(View):
    """Which intervals to expect of so many rows."""

    found: Sequence[Expected]
    assumed: Assumed

    kind = "expected"
    read = None

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.plan.text import drawn_expected

        return drawn_expected(self.found, self.assumed)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.plan.tables import expected_sheet

        return expected_sheet(self.found)

    def data(self) -> dict[str, Any]:
        """Return what was assumed, and one object per metric."""
        from truecut.views.json_values import rows_as_data

        return {"assumed": vars(self.assumed), "rows": rows_as_data(self.sheet())}
