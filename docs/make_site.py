"""Build the documentation site into build/site, with warnings as errors.

    python docs/make_site.py

The pages of this folder and those that are made from the code are laid together in build/pages; what did not change
is neither written nor read again.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from making.everything import made_pages
from making.live_pages import live_pages
from sphinx.cmd.build import main as sphinx

DOCS = Path(__file__).parent
BUILD = DOCS.parent / "build"
PAGES, SITE, READ = BUILD / "pages", BUILD / "site", BUILD / "doctrees"
FIGURES = "gallery"  # drawn again only if the code is newer
COPIED = ("*.md", "*.svg", "*.png", "*.css")


def lay_pages(folder: Path) -> None:
    """Copy the pages and pictures that changed, make those that the code tells, and remove those that are gone."""
    wanted = {path.relative_to(DOCS): path for pattern in COPIED for path in DOCS.rglob(pattern)}
    for place, path in wanted.items():
        put(folder / place, path.read_bytes())
    made = {Path(place): text for place, text in made_pages(folder)}
    for place, text in made.items():
        put(folder / place, text.encode())
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        place = path.relative_to(folder)
        if place not in wanted and place not in made and place.parts[0] != FIGURES:
            path.unlink()


def put(path: Path, content: bytes) -> None:
    """Write a file if it is not so already."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def main(arguments: list[str]) -> int:
    """Build the site; `--fresh` forgets what was built before."""
    if "--fresh" in arguments:
        for folder in (PAGES, SITE, READ):
            shutil.rmtree(folder, ignore_errors=True)
    lay_pages(PAGES)
    os.environ["TRUECUT_ROOT"] = str(DOCS.parent)  # where the notebook runs
    failed = sphinx(["-W", "--keep-going", "-q", "-c", str(DOCS), "-d", str(READ), str(PAGES), str(SITE)])
    if not failed:
        for place, text in live_pages():
            put(SITE / place, text.encode())
        print("Open build/site/index.html")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
