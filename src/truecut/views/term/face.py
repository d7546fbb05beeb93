"""What a term of the glossary says of itself."""

from __future__ import annotations

from truecut.catalogue.glossary import Term
from truecut.views.face import Face, Grid, GridColumn
from truecut.views.term import TermView
from truecut.views.term.tables import term_sheet

IN_HEADING = ("term", "also", "says", "note")


def face_of_term(term: Term) -> Face:
    """Return the face of a term; its first sentence stands alone."""
    first, stop, more = term.says.partition(". ")
    sheet = term_sheet(term)
    columns = (GridColumn("what", title=" "), GridColumn("says", title=" "))
    return Face(
        f"{term.name[0].upper()}{term.name[1:]}: {first}{stop.rstrip()}",
        f"also {', '.join(term.also)}" if term.also else "",
        grids=(
            Grid("term", columns, sheet.rows, is_on_card=False),
            Grid("where to go on", columns, [row for row in sheet.rows if row[0] not in IN_HEADING]),
        ),
        notes=(*([more] if more else []), *term.notes),
        view=lambda: TermView(term),
    )
