"""Take pictures of the HTML report in every state that a reader may meet, in forced colours, on a phone and on paper.

    python docs/make_state_pictures.py [state ...]

The states are those of `docs/making/report_states.py`; Poppler draws the sheets of paper.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from making.report_states import STATES
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

PICTURES = Path(__file__).parent / "pictures" / "report"
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"]
COLOURS = 160
FIRST = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"}
MORE: dict[str, dict[str, Any]] = {
    "two-forced": {"forced_colors": "active", "color_scheme": "dark"},
    "eight-phone": {"viewport": {"width": 390, "height": 844}},
}


def photograph(browser: Browser, page: Path, name: str, **options: Any) -> None:
    """Take the first screen of one state."""
    context = browser.new_context(offline=True, reduced_motion="reduce", **{**FIRST, **options})
    tab = context.new_page()
    tab.goto(page.as_uri())
    tab.wait_for_selector("html.ready")
    tab.wait_for_timeout(700)
    write_small(tab.screenshot(), PICTURES / f"state-{name}.png")
    context.close()


def photograph_paper(browser: Browser, page: Path) -> None:
    """Print the page and take both sheets."""
    tab, paper = browser.new_page(), page.with_suffix(".pdf")
    tab.goto(page.as_uri())
    tab.wait_for_selector("html.ready")
    tab.wait_for_timeout(700)
    tab.pdf(path=paper, format="A4", print_background=True)
    tab.close()
    subprocess.run(["pdftoppm", "-r", "96", "-png", paper, paper.with_suffix("")], check=True)
    for sheet, name in ((1, "decision"), (2, "evidence")):
        write_small(page.with_name(f"{page.stem}-{sheet}.png").read_bytes(), PICTURES / f"paper-{name}.png")


def write_small(png: bytes, path: Path) -> None:
    """Write a picture with few colours; those of few pixels count too, since hue says what is true."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)


def main(wanted: list[str]) -> None:
    """Take the pictures of the states that are named, or of all."""
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
        for state in wanted or STATES:
            page = Path(folder) / f"{state}.html"
            page.write_text(STATES[state](), encoding="utf-8")
            photograph(browser, page, state)
            for name, options in MORE.items():
                if name.startswith(f"{state}-"):
                    photograph(browser, page, name, **options)
            if state == "two":
                photograph_paper(browser, page)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
