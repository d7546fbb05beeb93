"""A word of the glossary that is no metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from truecut.catalogue.glossary import Term


@dataclass(frozen=True, eq=False)
class TermView(View):
    """One term: what it says, its drawing, where to go on."""

    term: Term

    kind = "term"
    read = None
    text = made_by("term.text:drawn_term", "term")
    data = made_by("term.data:term_data", "term")
    sheet = made_by("term.tables:term_sheet", "term")
