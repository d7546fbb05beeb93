"""The site is opened from its folder, as a reader would: wide and narrow, light and dark, without a network."""

from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
VIEWS = {
    f"{size} {scheme}": {"viewport": {"width": width, "height": 860}, "color_scheme": scheme}
    for size, width in (("desktop", 1280), ("phone", 390))
    for scheme in ("light", "dark")
}
ONE_OF_EACH_KIND = (
    "index.html",
    "start.html",
    "tutorials/notebook.html",
    "how-to/index.html",
    "how-to/thresholds.html",
    "metrics/index.html",
    "metrics/precision.html",
    "metrics/roc_auc.html",
    "gallery/index.html",
    "glossary/idea.html",
    "explanation/undefined.html",
    "reference/errors.html",
    "search.html",
)
SEARCHED = {"kappa": "kappa", "cross-fitting": "threshold", "Spark": "cluster", "prevalence": "prevalence"}


def opened(browser: Browser, view: str) -> tuple[Page, list[str]]:
    """Return a page, and the list that collects what goes wrong on it."""
    page = browser.new_context(offline=True, reduced_motion="reduce", **VIEWS[view]).new_page()
    wrong: list[str] = []
    page.on("request", lambda request: wrong.append(request.url) if request.url.startswith("http") else None)
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda problem: wrong.append(str(problem)))
    return page, wrong


@pytest.mark.parametrize("view", ["desktop light", "phone dark"])
def test_pages_load_nothing_from_elsewhere_and_fit_their_window(site: Path, browser: Browser, view: str) -> None:
    page, wrong = opened(browser, view)
    wide = []
    for path in sorted(site.rglob("*.html")):
        page.goto(path.as_uri(), wait_until="load")
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            wide.append(str(path.relative_to(site)))
    page.context.close()
    assert wrong == []
    assert wide == []


@pytest.mark.parametrize("view", VIEWS)
def test_axe_has_no_complaint(site: Path, browser: Browser, view: str) -> None:
    page, _ = opened(browser, view)
    found = []
    for name in ONE_OF_EACH_KIND:
        page.goto((site / name).as_uri())
        page.evaluate(AXE)
        result = page.evaluate("rules => axe.run(document, { runOnly: rules, preload: false })", RULES)
        found += [
            (name, problem["id"], problem["nodes"][0]["html"][:120], problem["nodes"][0]["failureSummary"])
            for problem in result["violations"]
        ]
    page.context.close()
    assert found == []


@pytest.mark.parametrize("word", SEARCHED)
def test_the_search_finds_words_and_shows_where(site: Path, browser: Browser, word: str) -> None:
    page, wrong = opened(browser, "phone light")
    page.goto(f"{(site / 'search.html').as_uri()}?q={word}")
    page.wait_for_selector("#search-results li")
    page.wait_for_function("document.querySelector('#search-results .search-summary, #search-results p.context')")
    first = page.locator("#search-results").inner_text().lower()
    page.context.close()
    assert SEARCHED[word].lower() in first
    assert wrong == []
