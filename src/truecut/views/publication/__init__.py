"""What a paper, a pull request or a model card says of a classifier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.summaries.publication import Publication
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class PublicationView(View):
    """Table, methods and references of each model."""

    read: Provenance
    publications: Sequence[Publication]

    kind = "publication"
    tells_place = False

    def text(self, width: int) -> RenderableType:  # rich wraps it
        """Return it for a terminal."""
        from truecut.views.publication.text import drawn_publications

        return drawn_publications(self.publications)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.publication.tables import publications_data

        return publications_data(self.read, self.publications)

    def sheet(self) -> Sheet:
        """Return the estimates as one table."""
        from truecut.views.publication.tables import publications_sheet

        return publications_sheet(self.publications)

    def markdown(self) -> str:
        """Return it for a manuscript or a pull request."""
        from truecut.views.publication.tables import publications_markdown

        return publications_markdown(self.publications)

    def model_card(self) -> str:
        """Return the metadata of a model card on Hugging Face."""
        from truecut.views.publication.model_card import model_index

        return model_index(self.read, self.publications)
