"""Take the pictures of the HTML report and of the lab that the documentation shows.

    python docs/make_report_pictures.py

Real predictions from `examples` go through `truecut report`; each section is photographed in a Chromium, in light and
in dark and on a phone, and written to `docs/pictures/report` with few colours, so that the files stay small. Rooms of
the lab go to `docs/pictures/lab`.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import truecut as tc
from truecut.summaries.lab import lab_of
from truecut.views.lab import LabView

DOCS = Path(__file__).parent
PICTURES = DOCS / "pictures" / "report"
EXAMPLE = DOCS.parent / "examples" / "spam.csv.gz"
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"]
LAB_PICTURES = DOCS / "pictures" / "lab"
ROOMS = {"bench": "#bench"}
COLOURS = 96
SECTIONS = ("cut", "good", "cost", "trust", "which", "who", "methods")
VIEWS = {
    "light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
}


def make_page(path: Path) -> None:
    """Write the report of the models in the example."""
    evaluation = tc.evaluate(
        str(EXAMPLE),
        label="kind",
        positive="spam",
        group="length",
        words=tc.Words(positive="spam", negative="ham", unit="message"),
    )
    evaluation.report(path, cost=tc.Cost(fp=10, fn=1), command="truecut report spam.csv.gz --cost fp=10,fn=1")


def photograph(browser: Browser, page: Path, view: str) -> None:
    """Take the top of the page and each of its sections in one view."""
    context = browser.new_context(offline=True, reduced_motion="reduce", **VIEWS[view])
    tab = context.new_page()
    tab.goto(page.as_uri())
    tab.wait_for_selector("html.ready")
    for name in ("top", *SECTIONS):
        if name != "top":
            tab.evaluate("id => document.getElementById(id).scrollIntoView()", name)
        tab.wait_for_timeout(500)
        write_small(tab.screenshot(), PICTURES / f"{view}-{name}.png")
    context.close()


def photograph_lab(browser: Browser, page: Path, view: str) -> None:
    """Take the rooms of the lab in one view."""
    context = browser.new_context(offline=True, reduced_motion="reduce", **VIEWS[view])
    tab = context.new_page()
    for name, address in ROOMS.items():
        tab.goto(f"{page.as_uri()}{address}")
        tab.reload()  # an address that differs behind its # alone loads nothing
        tab.wait_for_selector("html.ready")
        tab.wait_for_timeout(300)
        write_small(tab.screenshot(), LAB_PICTURES / f"{view}-{name}.png")
    context.close()


def write_small(png: bytes, path: Path) -> None:
    """Write a picture with few colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(path, optimize=True)


def main() -> None:
    """Take all pictures."""
    for folder_of_pictures in (PICTURES, LAB_PICTURES):
        folder_of_pictures.mkdir(parents=True, exist_ok=True)
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder) / "report.html"
        make_page(page)
        browser = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
        lab = Path(folder) / "lab.html"
        lab.write_text(LabView(lab_of()).page(), encoding="utf-8")
        for view in VIEWS:
            photograph(browser, page, view)
            photograph_lab(browser, lab, view)
        browser.close()


if __name__ == "__main__":
    main()
