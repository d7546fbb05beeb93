"""One metric explained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from truecut.catalogue.explanation import Explanation


@dataclass(frozen=True, eq=False)
class ExplanationView(View):
    """One metric: formula, numbers, words."""

    explanation: Explanation

    kind = "explanation"
    read = None
    text = made_by("explanation.text:drawn_explanation", "explanation")
    data = made_by("explanation.data:explanation_data", "explanation")
    sheet = made_by("explanation.tables:explanation_sheet", "explanation")
