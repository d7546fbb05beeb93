"""What a paper says of a classifier, as it says of itself."""

from __future__ import annotations

from truecut.summaries.publication import Publication
from truecut.views.face import Face, FourCells, Grid
from truecut.views.publication import PublicationView
from truecut.views.publication.tables import publications_sheet


def face_of_publication(found: Publication) -> Face:
    """Return the face of table, methods and references."""
    first = found.methods.partition(". ")[0]
    return Face(
        f"{first.rstrip('.')}.",
        f"{found.model}: methods, cross tabulation and accuracy as STARD 2015 asks",
        grids=(Grid.of(publications_sheet([found]), "accuracy", most=20),),
        notes=(found.methods, *(f"{n}. {text}" for n, text in enumerate(found.references, 1))),
        four=FourCells(found.counts.cells(), found.words.positive, found.words.negative),
        view=lambda: PublicationView(found.read, [found]),
    )
