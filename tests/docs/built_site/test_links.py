"""Every address in the built site leads somewhere inside it, or is written out for the reader to follow."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from truecut.summaries.lab import places_to_open as rooms

ADDRESS = re.compile(r'\b(href|src|srcset)="([^"]+)"')
PLACE = re.compile(r'\bid="([^"]+)"')
ELSEWHERE = ("http:", "https:", "mailto:")
LAB = "live/lab.html"  # its places are made by its script


def test_every_link_has_its_page_and_its_place(site: Path) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    places = {path: {unescape(place) for place in PLACE.findall(text)} for path, text in texts.items()}
    bad = []
    for path, text in texts.items():
        for kind, written in ADDRESS.findall(text):
            address = unescape(written)
            if address.startswith("data:") or (kind == "href" and address.startswith(ELSEWHERE)):
                continue
            page, _, place = address.partition("#")
            if not page and path.parent == site / "live":
                continue  # its places are made by its script, and its own tests walk them
            target = (path.parent / unquote(page.partition("?")[0])).resolve() if page else path
            there = set(rooms()) if target == site / LAB else places.get(target)
            if not target.is_file() or (place and there is not None and unquote(place) not in there):
                bad.append(f"{path.relative_to(site)}: {address}")
    assert not bad, "\n".join(bad[:20])


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        for tag in re.findall(r"<(?:script|link|img|iframe|source)\b[^>]*>", path.read_text(encoding="utf-8")):
            assert not re.search(r'(?:src|href|srcset)="(?:https?:)?//', tag), f"{path.name}: {tag}"
    for path in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//", path.read_text(encoding="utf-8")), path.name
