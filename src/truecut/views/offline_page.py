"""A page in one file: a built script, a built style and a template, filled in; it loads nothing and sends nothing.

The policy in the head of the page allows the one script and the one style that are in it, by their hashes, and nothing
else. What is put in must have been escaped for the place where it stands.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files

MOST_BYTES = 400_000  # beyond them the data are packed, which anybody can read who can run the page


def offline_page(name: str, places: Mapping[str, str]) -> str:
    """Return a page, such as report/report, with its places filled: the same bytes for the same texts."""
    style, script = asset(f"{name}.css"), asset(f"{name}.js")
    filled = {**places, "policy": _policy(style, script), "style": style, "script": script}
    # Split, so that what is put in is never searched for places again.
    text, *parts = asset(f"{name}.html").split("{{")
    for part in parts:
        place, rest = part.split("}}", 1)
        text += filled[place.strip()] + rest
    return text


def page_that_travels(name: str, places: Mapping[str, str]) -> str:
    """Return a page whose data are packed where it would be larger than a mailbox takes."""
    page = offline_page(name, places)
    return page if len(page.encode()) <= MOST_BYTES else offline_page(name, {**places, "data": packed(places["data"])})


def packed(data: str) -> str:
    """Return data of a page as a JSON text of deflated bytes, which the page's script unpacks."""
    deflating = zlib.compressobj(zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS)  # without a header
    return json.dumps(b64encode(deflating.compress(data.encode()) + deflating.flush()).decode())


@cache
def asset(path: str) -> str:
    """Return a part of a built page, such as report/report.js."""
    return files("truecut.views").joinpath(path).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; script-src {_pinned(script)}; style-src {_pinned(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _pinned(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
