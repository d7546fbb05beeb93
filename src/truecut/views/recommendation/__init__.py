"""The recommendation, which reports begin with: which model, which cut, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.decisions.recommendation import Recommendation


@dataclass(frozen=True, eq=False)
class RecommendationView(View):
    """Which model to use and where to cut it."""

    told: Recommendation

    kind = "recommendation"
    read = None
    data = made_by("recommendation.data:recommendation_data", "told")
    markdown = made_by("recommendation.text:recommendation_as_markdown", "told")

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from rich.console import Group

        from truecut.views.recommendation.text import drawn_recommendation

        return Group(*drawn_recommendation(self.told))
