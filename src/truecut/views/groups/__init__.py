"""Every group against the rest of the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truecut.data.rows import Provenance
    from truecut.decisions.group_differences import ByGroup
    from truecut.words import Words


@dataclass(frozen=True, eq=False)
class GroupsView(View):
    """Every group against the rest of the rows."""

    read: Provenance
    words: Words
    found: Sequence[ByGroup]

    kind = "groups"
    tells_place = False
    text = made_by("groups.text:drawn_groups", "read", "words", "found", "width")
    data = made_by("groups.data:groups_data", "read", "found")
    sheet = made_by("groups.tables:groups_sheet", "found")
    markdown = made_by("groups.tables:groups_markdown", "found")

    @property
    def follows_prevalence(self) -> bool:
        """Say whether a metric is among them that does not look at each class on its own."""
        return any(not one.entry.is_of_each_class for one in self.found)
