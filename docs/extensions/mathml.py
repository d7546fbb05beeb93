"""Formulas as MathML, made while the site is built: no script, no font, nothing to fetch."""

from __future__ import annotations

from docutils import nodes
from docutils.utils.math import latex2mathml
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def inline(page: HTML5Translator, formula: nodes.math) -> None:
    """Write a formula within a line."""
    page.body.append(latex2mathml.tex2mathml(formula.astext()))
    raise nodes.SkipNode


def block(page: HTML5Translator, formula: nodes.math_block) -> None:
    """Write a formula of its own; it can be scrolled with the keyboard where it is wider than the page."""
    written = latex2mathml.tex2mathml(formula.astext(), as_block=True)
    page.body.append(f'<div class="math" tabindex="0" role="math">{written}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Let Sphinx write formulas this way."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
