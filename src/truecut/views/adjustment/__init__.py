"""p values that allow for the number of tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from truecut.inference.multiple_tests import AdjustedPValues


@dataclass(frozen=True, eq=False)
class AdjustmentView(View):
    """Tests with p values as they were given and adjusted."""

    found: AdjustedPValues

    kind = "adjustment"
    read = None
    text = made_by("adjustment.tables:drawn_adjustment", "found")
    data = made_by("adjustment.tables:adjustment_data", "found")
    sheet = made_by("adjustment.tables:adjustment_sheet", "found")
