"""The recommendation, which reports begin with: which model, which cut, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.decisions.recommendation import Recommendation


@dataclass(frozen=True, eq=False)
class RecommendationView(View):
    """Which model to use and where to cut it."""

    told: Recommendation

    kind = "recommendation"
    read = None

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from rich.console import Group

        from truecut.views.recommendation.text import drawn_recommendation

        return Group(*drawn_recommendation(self.told))

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.recommendation.data import recommendation_data

        return recommendation_data(self.told)

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.recommendation.text import recommendation_as_markdown

        return recommendation_as_markdown(self.told)
