"""Metrics of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from truecut.catalogue import Metric
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class MetricListView(View):
    """Metrics of the catalogue."""

    metrics: Sequence[Metric]

    kind = "metrics"
    read = None

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.metric_list.text import drawn_catalogue

        return drawn_catalogue(self.metrics)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.metric_list.data import metric_list_data

        return metric_list_data(self.metrics)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.metric_list.tables import catalogue_sheet

        return catalogue_sheet(self.metrics)
