"""All pages that are made from the code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from making.gallery import gallery_pages
from making.glossary_pages import glossary_pages
from making.metric_pages import metric_pages


def made_pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Return each page with its place; figures are drawn into the folder beside them."""
    yield from metric_pages()
    yield from glossary_pages()
    yield from gallery_pages(folder)
