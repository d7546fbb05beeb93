"""The report of many classes as one HTML file: no network, and no text that could run as script."""

from __future__ import annotations

from html import escape

from truecut.errors.visible_text import visible
from truecut.summaries.report.class_page import ClassPage
from truecut.summaries.summary import Classes
from truecut.views.class_page_data import class_page_as_data
from truecut.views.html import as_page_text, finding_as_html
from truecut.views.offline_page import page_that_travels
from truecut.words.numerals import count

MOST_IN_MATRIX, MOST_MISTAKES = 50, 100  # of the table that needs no script: classes, and of more their mistakes


def class_page_as_html(page: ClassPage) -> str:
    """Return the page: the same bytes for the same evaluation, and never more of them than a mailbox takes."""
    summary = page.summary
    classes = summary.classes
    assert classes is not None
    told = page.told or classes.told
    said, rows, words = told.sentences, summary.read.rows, summary.words
    objection = "None was found." if told.objection is None else told.objection.title
    places = {
        "title": escape(visible(f"{summary.read.source} · truecut")),
        "version": escape(page.version),
        "source": as_page_text(summary.read.source),
        "size": as_page_text(f"{count(rows)} {words.unit if rows == 1 else words.units}, {len(classes.names)} classes"),
        "above": as_page_text(said.above),
        "headline": as_page_text(said.headline),
        "lede": as_page_text(said.lede),
        "sure": as_page_text(said.sure),
        "objection": as_page_text(objection),
        "findings": "".join(finding_as_html(finding) for finding in summary.findings),
        "without_script": _still(classes),
        "data": class_page_as_data(page),
    }
    return page_that_travels("report/classes", places)


def _mistakes(classes: Classes) -> str:
    cells = [
        (rows, true, answer)
        for i, (true, line) in enumerate(zip(classes.names, classes.matrix, strict=True))
        for j, (answer, rows) in enumerate(zip(classes.names, line, strict=True))
        if i != j and rows
    ]
    most = sorted(cells, key=lambda cell: -cell[0])[:MOST_MISTAKES]
    lines = "".join(
        f'<tr><th scope="row">{as_page_text(true)}</th><td>{as_page_text(answer)}</td><td>{count(rows)}</td></tr>'
        for rows, true, answer in most
    )
    return f"<table><thead><tr><th>truly</th><th>read as</th><th>rows</th></tr></thead><tbody>{lines}</tbody></table>"


def _still(classes: Classes) -> str:
    """Return the matrix for readers without script; of more classes than anybody reads, the most frequent mistakes."""
    if len(classes.names) > MOST_IN_MATRIX:
        return _mistakes(classes)
    heads = "".join(f'<th scope="col">{as_page_text(name)}</th>' for name in classes.names)
    lines = "".join(
        f'<tr><th scope="row">{as_page_text(name)}</th>{"".join(f"<td>{count(rows)}</td>" for rows in line)}</tr>'
        for name, line in zip(classes.names, classes.matrix, strict=True)
    )
    return f"<table><thead><tr><td>truly \\ read as</td>{heads}</tr></thead><tbody>{lines}</tbody></table>"
