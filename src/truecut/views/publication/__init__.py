"""What a paper, a pull request or a model card says of a classifier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truecut.data.rows import Provenance
    from truecut.summaries.publication import Publication


@dataclass(frozen=True, eq=False)
class PublicationView(View):
    """Table, methods and references of each model."""

    read: Provenance
    publications: Sequence[Publication]

    kind = "publication"
    tells_place = False
    text = made_by("publication.text:drawn_publications", "publications")
    data = made_by("publication.tables:publications_data", "read", "publications")
    sheet = made_by("publication.tables:publications_sheet", "publications")
    markdown = made_by("publication.tables:publications_markdown", "publications")
    model_card = made_by("publication.model_card:model_index", "read", "publications")
