"""The site as `make docs` built it, and a Chromium that is offline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pages_in_a_browser import chromium

SITE = Path(__file__).parents[3] / "build" / "site"


@pytest.fixture(scope="session")
def site() -> Path:
    assert (SITE / "index.html").is_file(), "build the site first: make docs"
    return SITE


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser
