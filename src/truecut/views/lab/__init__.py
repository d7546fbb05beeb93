"""The lab: one offline page on which everything that decides about a classifier can be moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View

if TYPE_CHECKING:
    from truecut.summaries.lab import LabSummary


@dataclass(frozen=True, eq=False)
class LabView(View):
    """The lab, with the reader's rows if there are any."""

    lab: LabSummary

    read = None

    def page(self) -> str:
        """Return the page: the same bytes for the same lab."""
        from html import escape

        from truecut.errors.visible_text import visible
        from truecut.views.lab.data import lab_data
        from truecut.views.offline_page import offline_page

        source = escape(visible(self.lab.source))
        places = {
            "title": f"{source} · truecut lab" if source else "truecut lab",
            "version": escape(self.lab.version),
            "source": source or "how a classifier is judged",
            "data": lab_data(self.lab),
        }
        return offline_page("lab/lab", places)
