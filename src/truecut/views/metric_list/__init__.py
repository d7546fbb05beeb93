"""Metrics of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truecut.catalogue import Metric


@dataclass(frozen=True, eq=False)
class MetricListView(View):
    """Metrics of the catalogue."""

    metrics: Sequence[Metric]

    kind = "metrics"
    read = None
    text = made_by("metric_list.text:drawn_catalogue", "metrics")
    data = made_by("metric_list.data:metric_list_data", "metrics")
    sheet = made_by("metric_list.tables:catalogue_sheet", "metrics")
