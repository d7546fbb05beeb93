"""The lab in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from truecut.summaries.lab import lab_of
from truecut.views.lab import LabView

# The address changes, the room opens, and the bench is drawn in the frame after.
GO = """hash => new Promise(done => {
    const later = () => requestAnimationFrame(() => requestAnimationFrame(done));
    if (location.hash === hash) later();
    else { addEventListener('hashchange', later, { once: true }); location.hash = hash; }
})"""
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass
class Lab:
    """The page, and what went wrong on it."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def go(self, hash: str) -> None:
        """Go to a room or to a state."""
        self.page.evaluate(GO, hash)

    def arrive(self, hash: str) -> None:
        """Wait until the address begins like this, and the room is drawn."""
        for _ in range(100):
            if self.page.evaluate("location.hash").startswith(hash):
                break
            self.page.wait_for_timeout(30)
        else:
            raise AssertionError(f"{self.page.url} is not {hash}")
        self.drawn()

    def drawn(self) -> None:
        """Wait until what was moved is drawn."""
        self.page.evaluate(DRAWN)

    def cells(self, room: str = "#bench") -> dict[str, float]:
        """Return the four counts of the matrix."""
        return {
            cell: float(self.page.locator(f"{room} [data-cell={cell}] b").get_attribute("data-value") or "nan")
            for cell in ("tp", "fp", "fn", "tn")
        }

    def click(self, text: str) -> None:
        """Click a visible button or link of this text."""
        self.page.locator("button:visible, main a:visible").get_by_text(text, exact=True).first.click()
        self.drawn()


@pytest.fixture(scope="session")
def lab_html() -> str:
    """Return the lab without anybody's rows."""
    return LabView(lab_of()).page()


@pytest.fixture(scope="module")
def open_lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Lab]]:
    """Return how to open a lab in a fresh and offline window."""
    contexts: list[Any] = []
    folder: Path = tmp_path_factory.mktemp("lab")

    def opened(html: str, hash: str = "", width: int = 1280, height: int = 900, **options: Any) -> Lab:
        path = folder / f"lab-{len(contexts)}.html"
        path.write_text(html, encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": height}, offline=True, reduced_motion="reduce", **options
        )
        contexts.append(context)
        shown = Lab(context.new_page())
        shown.page.set_default_timeout(8000)
        shown.page.on("pageerror", lambda error: shown.errors.append(str(error)))
        shown.page.on("console", lambda told: shown.errors.append(told.text) if told.type == "error" else None)
        shown.page.on("request", lambda request: shown.requests.append(request.url))
        shown.page.goto(path.as_uri() + hash)
        shown.page.wait_for_selector("html.ready")
        shown.drawn()
        return shown

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def lab(open_lab: Callable[..., Lab], lab_html: str) -> Lab:
    """Return one lab that the tests of a file share."""
    return open_lab(lab_html)
