"""What chance would do on the same rows, by model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from truecut.data.rows import Provenance
    from truecut.inference.chance.no_skill import NoSkill
    from truecut.words import Words


@dataclass(frozen=True, eq=False)
class ChanceView(View):
    """What chance would do on the same rows, by model."""

    read: Provenance
    words: Words
    by_model: Mapping[str, Sequence[NoSkill]]

    kind = "chance"
    tells_place = False
    text = made_by("chance.text:drawn_chances", "read", "words", "by_model", "width")
    data = made_by("chance.data:chances_data", "read", "by_model")
    sheet = made_by("chance.tables:chances_sheet", "by_model")
    markdown = made_by("chance.tables:chances_markdown", "by_model")
