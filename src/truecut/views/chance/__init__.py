"""What chance would do on the same rows, by model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.inference.chance.no_skill import NoSkill
    from truecut.views.sheet import Sheet
    from truecut.words import Words


@dataclass(frozen=True, eq=False)
class ChanceView(View):
    """What chance would do on the same rows, by model."""

    read: Provenance
    words: Words
    by_model: Mapping[str, Sequence[NoSkill]]

    kind = "chance"
    tells_place = False

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.chance.text import drawn_chances

        return drawn_chances(self.read, self.words, self.by_model, width)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.chance.data import chances_data

        return chances_data(self.read, self.by_model)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.chance.tables import chances_sheet

        return chances_sheet(self.by_model)

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.chance.tables import chances_markdown

        return chances_markdown(self.by_model)
