"""What a site needs that is opened from a folder: the words of its pages for the search, and nothing for developers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

LONGEST = 30_000  # characters of a page from which the search cuts what it shows
FOR_DEVELOPERS = ("*.map", "webpack-macros.html")

# Under file:// a page may not fetch its neighbours, so the words come from a script.
ANSWER_FETCH = """(function () {
  if (location.protocol !== "file:") return;
  const asked = window.fetch;
  window.fetch = function (address, ...rest) {
    const root = new URL(document.documentElement.dataset.content_root || "./", location.href).href;
    const name = new URL(address, location.href).href.replace(root, "").replace(/[?#].*/, "");
    const text = window.TRUECUT_TEXTS[name];
    if (text === undefined) return asked.call(this, address, ...rest);
    const made = document.implementation.createHTMLDocument("");
    made.body.innerHTML = '<div role="main"></div>';
    made.body.firstChild.textContent = text;
    return Promise.resolve(new Response(made.documentElement.outerHTML));
  };
})();
"""


def words_of(page: nodes.document) -> str:
    """Return what a page says, on one line; marks of HTML say nothing."""
    paragraphs = (part.findall(nodes.Text) for part in page.findall(nodes.paragraph))
    said = ("".join(text for text in part if not isinstance(text.parent, nodes.raw)) for part in paragraphs)
    return re.sub(r"\s+", " ", " ".join(said))[:LONGEST]


def finish(app: Sphinx, problem: Exception | None) -> None:
    """Write the words of all pages, and remove what only developers of the theme need."""
    if problem or app.builder.format != "html":
        return
    site = Path(app.outdir)
    for pattern in FOR_DEVELOPERS:
        for path in site.rglob(pattern):
            path.unlink()
    words = {
        app.builder.get_target_uri(name): words_of(app.env.get_doctree(name)) for name in sorted(app.env.found_docs)
    }
    script = f"window.TRUECUT_TEXTS = {json.dumps(words, ensure_ascii=False)};\n{ANSWER_FETCH}"
    (site / "_static" / "texts.js").write_text(script, encoding="utf-8")


def load_where_searched(app: Sphinx, name: str, *_: Any) -> None:
    """Load the words on the search page alone."""
    if name == "search":
        app.add_js_file("texts.js", priority=100)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect both."""
    app.connect("build-finished", finish)
    app.connect("html-page-context", load_where_searched)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
