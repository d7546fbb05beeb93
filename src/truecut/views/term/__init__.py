"""A word of the glossary that is no metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from truecut.catalogue.glossary import Term
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class TermView(View):
    """One term: what it says, its drawing, where to go on."""

    term: Term

    kind = "term"
    read = None

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.term.text import drawn_term

        return drawn_term(self.term)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.term.data import term_data

        return term_data(self.term)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.term.tables import term_sheet

        return term_sheet(self.term)
