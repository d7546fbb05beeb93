"""A real Chromium, offline, and pages to open in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from pages_in_a_browser import Opened, chromium, windows


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


class Report(Opened):
    """A report on the screen."""

    def go(self, hash: str) -> None:
        """Move to another state by its link, and wait until everything has caught up."""
        self.page.evaluate("hash => { location.hash = hash }", hash)
        self.settle()

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
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Report]]:
    """Return how to open a page, given as text, in a fresh and offline window."""
    with windows(browser, tmp_path, Report) as opened:
        yield opened
