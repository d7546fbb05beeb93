"""The lab in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from pages_in_a_browser import Opened, windows
from truecut.summaries.lab import lab_of
from truecut.views.lab import LabView

# The address changes, the room opens, and the bench is drawn in the frame after.
GO = """hash => new Promise(done => {
    const later = () => requestAnimationFrame(() => requestAnimationFrame(done));
    if (location.hash === hash) later();
    else { addEventListener('hashchange', later, { once: true }); location.hash = hash; }
})"""
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Lab(Opened):
    """The lab, and what went wrong on it."""

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
    with windows(browser, tmp_path_factory.mktemp("lab"), Lab) as opened:
        yield opened


@pytest.fixture(scope="module")
def lab(open_lab: Callable[..., Lab], lab_html: str) -> Lab:
    """Return one lab that the tests of a file share."""
    return open_lab(lab_html)
