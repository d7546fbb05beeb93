"""A real Chromium, offline, and pages to open in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# Root may not use the sandbox, and a shared machine has little of /dev/shm.
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return a Chromium from the PATH, otherwise Playwright's own; without either this fails, and says so."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=OPTIONS)
        yield browser
        browser.close()


@dataclass
class Opened:
    """A page, and what went wrong on it."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def go(self, hash: str) -> None:
        """Move to another state by its link, and wait until everything has caught up."""
        self.page.evaluate("hash => { location.hash = hash }", hash)
        self.settle()

    def settle(self) -> None:
        """Wait until simulated intervals and hidden sections have caught up."""
        self.page.wait_for_timeout(700)  # the longest rest is 180 ms, and a machine may be busy

    def cells(self) -> dict[str, float]:
        """Return the four counts of the matrix."""
        return {cell: self.value(f"[data-cell={cell}] b") for cell in ("tp", "fp", "fn", "tn")}

    def value(self, selector: str) -> float:
        """Return the unrounded number behind what is shown."""
        return float(self.page.locator(selector).first.get_attribute("data-value") or "nan")

    def metrics(self) -> dict[str, dict[str, Any]]:
        """Return every metric as shown, unrounded: value, low, high, and the reason if there is none."""
        return self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll('.metric')].map(line => {
                const number = (element, name) =>
                    element.hasAttribute(name) ? Number(element.getAttribute(name)) : null;
                const [value, interval] = [line.querySelector('.value'), line.querySelector('.interval')];
                const found = { value: number(value, 'data-value'), low: number(interval, 'data-low'),
                                high: number(interval, 'data-high'), text: interval.textContent };
                for (const key in found) if (found[key] === Infinity) found[key] = 'inf';
                return [line.dataset.metric, found];
            }))"""
        )


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Return how to open a page, given as text, in a fresh and offline window."""
    contexts = []

    def opened(html: str, hash: str = "", width: int = 1280, height: int = 900, **options: Any) -> Opened:
        path = tmp_path / f"report-{len(contexts)}.html"
        path.write_text(html, encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": height}, offline=True, reduced_motion="reduce", **options
        )
        contexts.append(context)
        page = context.new_page()
        shown = Opened(page)
        page.on("pageerror", lambda error: shown.errors.append(str(error)))
        page.on("console", lambda message: shown.errors.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: shown.requests.append(request.url))
        page.goto(path.as_uri() + hash)
        if options.get("java_script_enabled", True):
            page.wait_for_selector("html.ready")
            shown.settle()
        return shown

    yield opened
    for context in contexts:
        context.close()
