"""The site as `make docs` built it, and a Chromium that is offline."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

SITE = Path(__file__).parents[3] / "build" / "site"
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# Root may not use the sandbox, and a shared machine has little of /dev/shm.
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"]


@pytest.fixture(scope="session")
def site() -> Path:
    assert (SITE / "index.html").is_file(), "build the site first: make docs"
    return SITE


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=OPTIONS)
        yield browser
        browser.close()
