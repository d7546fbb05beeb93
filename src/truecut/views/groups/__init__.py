"""Every group against the rest of the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.decisions.group_differences import ByGroup
    from truecut.views.sheet import Sheet
    from truecut.words import Words


@dataclass(frozen=True, eq=False)
class GroupsView(View):
    """Every group against the rest of the rows."""

    read: Provenance
    words: Words
    found: Sequence[ByGroup]

    kind = "groups"
    tells_place = False

    @property
    def follows_prevalence(self) -> bool:
        """Say whether a metric is among them that does not look at each class on its own."""
        from truecut.catalogue import metric

        return any(not metric(one.metric).is_of_each_class for one in self.found)

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.groups.text import drawn_groups

        return drawn_groups(self.read, self.words, self.found, width)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.groups.data import groups_data

        return groups_data(self.read, self.found)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.groups.tables import groups_sheet

        return groups_sheet(self.found)

    def markdown(self) -> str:
        """Return it for people who read Markdown."""
        from truecut.views.groups.tables import groups_markdown

        return groups_markdown(self.found)
