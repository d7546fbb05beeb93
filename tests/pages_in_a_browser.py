"""Pages in a real Chromium that is offline, and what went wrong on them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, Page, sync_playwright

# First the one without windows of its own: a page opens in a tenth of a second there, in half a second in the others.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
# Root may not use the sandbox, and a shared machine has little of /dev/shm.
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"]
# Pages put off what is out of sight. Whoever knows what is still to come need not wait longer than it takes, on a busy
# machine as on an idle one. What waits for seconds, such as freeing a file that was saved, draws nothing.
TIMERS = """(() => {
    const waiting = new Set(), [begin, end] = [window.setTimeout, window.clearTimeout];
    window.setTimeout = (act, after = 0, ...rest) => {
        const id = begin(() => { waiting.delete(id); act(...rest); }, after);
        if (after < 2000) waiting.add(id);
        return id;
    };
    window.clearTimeout = (id) => { waiting.delete(id); end(id); };
    window.isResting = () => waiting.size === 0;
})()"""
# An address that changed and a frame that was asked for start timers of their own: so it must be quiet three times.
SETTLED = """() => new Promise(done => {
    const look = quiet => requestAnimationFrame(() => requestAnimationFrame(() => {
        if (quiet === 3) done();
        else look(isResting() ? quiet + 1 : 0);
    }));
    look(0);
})"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a Chromium from the PATH, otherwise Playwright's own; without either this fails, and says so."""
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

    def settle(self) -> None:
        """Wait until simulated intervals and hidden sections have caught up."""
        self.page.evaluate(SETTLED)


Shown = TypeVar("Shown", bound=Opened)


@contextmanager
def windows(browser: Browser, folder: Path, kind: type[Shown]) -> Iterator[Callable[..., Shown]]:
    """Return how to open a page, given as text, in a fresh and offline window; all are closed in the end."""
    contexts: list[Any] = []

    def opened(html: str, hash: str = "", width: int = 1280, height: int = 900, **options: Any) -> Shown:
        path = folder / f"page-{len(contexts)}.html"
        path.write_text(html, encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": height}, offline=True, reduced_motion="reduce", **options
        )
        contexts.append(context)
        context.add_init_script(TIMERS)
        page = context.new_page()
        shown = kind(page)
        page.on("pageerror", lambda error: shown.errors.append(str(error)))
        page.on("console", lambda told: shown.errors.append(told.text) if told.type == "error" else None)
        page.on("request", lambda request: shown.requests.append(request.url))
        page.goto(path.as_uri() + hash)
        if options.get("java_script_enabled", True):
            page.wait_for_selector("html.ready")
            shown.settle()
        return shown

    yield opened
    for context in contexts:
        context.close()
