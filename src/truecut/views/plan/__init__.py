"""How many rows are enough: plans, intervals with more rows, intervals to expect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truecut.data.rows import Provenance
    from truecut.inference.planning.expectation import Assumed, Expected
    from truecut.inference.planning.growth import Width
    from truecut.inference.planning.plans import Plan


@dataclass(frozen=True, eq=False)
class PlansView(View):
    """How many rows are enough."""

    plans: Sequence[Plan]
    read: Provenance | None = None  # if they were made from rows

    kind = "plan"
    text = made_by("plan.text:drawn_plans", "plans")
    data = made_by("plan.data:plans_data", "plans")
    sheet = made_by("plan.tables:plans_sheet", "plans")


@dataclass(frozen=True, eq=False)
class WidthsView(View):
    """How intervals would narrow with more rows."""

    read: Provenance
    widths: Sequence[Width]
    level: float

    kind = "widths"
    text = made_by("plan.text:drawn_widths", "read", "widths", "level")
    sheet = made_by("plan.tables:widths_sheet", "widths")

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
    text = made_by("plan.text:drawn_expected", "found", "assumed")
    sheet = made_by("plan.tables:expected_sheet", "found")

    def data(self) -> dict[str, Any]:
        """Return what was assumed, and one object per metric."""
        from truecut.views.json_values import rows_as_data

        return {"assumed": vars(self.assumed), "rows": rows_as_data(self.sheet())}
