"""The report of many classes as one HTML file: no network, and no text that could run as script."""

from __future__ import annotations

from html import escape

from truecut.errors.visible_text import visible
from truecut.summaries.report.class_page import ClassPage
from truecut.summaries.summary import Classes
from truecut.views.class_page_data import class_page_as_data
from truecut.views.html import as_text, finding_as_html
from truecut.views.offline_page import offline_page
from truecut.words.numerals import count


def class_page_as_html(page: ClassPage) -> str:
    """Return the page: the same bytes for the same evaluation."""
    summary = page.summary
    classes = summary.classes
    assert classes is not None
    told = page.told or classes.told
    said, rows, words = told.sentences, summary.read.rows, summary.words
    objection = "None was found." if told.objection is None else told.objection.title
    places = {
        "title": escape(visible(f"{summary.read.source} · truecut")),
        "version": escape(page.version),
        "source": as_text(summary.read.source),
        "size": as_text(f"{count(rows)} {words.unit if rows == 1 else words.units}, {len(classes.names)} classes"),
        "above": as_text(said.above),
        "headline": as_text(said.headline),
        "lede": as_text(said.lede),
        "sure": as_text(said.sure),
        "objection": as_text(objection),
        "findings": "".join(finding_as_html(finding) for finding in summary.findings),
        "without_script": _still(classes),
        "data": class_page_as_data(page),
    }
    return offline_page("report/classes", places)


def _still(classes: Classes) -> str:
    """Return the matrix for readers without script."""
    heads = "".join(f'<th scope="col">{as_text(name)}</th>' for name in classes.names)
    lines = "".join(
        f'<tr><th scope="row">{as_text(name)}</th>{"".join(f"<td>{count(rows)}</td>" for rows in line)}</tr>'
        for name, line in zip(classes.names, classes.matrix, strict=True)
    )
    return f"<table><thead><tr><td>truly \\ read as</td>{heads}</tr></thead><tbody>{lines}</tbody></table>"
