"""The report as one HTML file: no network, no rows unless they were asked for, and no text that could run as script.

Whatever came from outside is escaped: as text by `html.escape`, as data inside a JSON block in which no character
can end it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from truecut.decisions.findings import Finding, Tone
from truecut.decisions.recommendation import Recommendation
from truecut.errors.visible_text import UNSEEN, visible
from truecut.summaries.report import ReportSummary
from truecut.summaries.report.many_models import MANY_MODELS
from truecut.summaries.report.tree import ModelCharts
from truecut.views.offline_page import page_that_travels
from truecut.views.page_data import as_data
from truecut.words.numerals import count, percent

MOST_FINDINGS = 24  # that a reader without script is told: of forty models each has its own, and they say the same
SIGNS = {Tone.PROBLEM: "Problem: ", Tone.WARNING: "Mind: ", Tone.GOOD: "Good: "}
COMMAND = re.compile("`(truecut [a-z -]*)`")
_RIGHT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"  # Hebrew, Arabic and their kin
FROM_THE_RIGHT = re.compile(f"{_RIGHT}+(?: +{_RIGHT}+)*")


def report_as_html(report: ReportSummary) -> str:
    """Return the page: the same bytes for the same report, and never more of them than a mailbox takes."""
    told = report.summary.recommendation
    summary = report.summary
    places = {
        "title": escape(visible(f"{summary.read.source} · truecut")),
        "version": escape(report.version),
        "source": as_page_text(summary.read.source),
        "size": as_page_text(_size(report)),
        "headline": as_page_text(report.headline),
        "lede": as_page_text(report.lede),
        "above": "" if told is None else as_page_text(told.sentences.above),
        "beside": "" if told is None else _beside(told),
        "findings": "".join(finding_as_html(finding) for finding in summary.findings[:MOST_FINDINGS]),
        "without_script": "".join(_still(model) for model in report.models[:MANY_MODELS]),
        "data": as_data(report),
    }
    return page_that_travels("report/report", places)


def _size(report: ReportSummary) -> str:
    summary = report.summary
    words, rows = summary.words, summary.read.rows
    units = words.unit if rows == 1 else words.units
    page = report.models[0]
    both = page.positives + page.negatives
    share = f" ({percent(page.positives / both)})" if both else ""
    return f"{count(rows)} {units}, {count(page.positives)} {words.positive}{share}"


def _beside(told: Recommendation) -> str:
    """Return what the decision saves, how sure that is and what speaks against it, for readers without script too."""
    said, units = told.sentences, as_page_text(told.words.units)
    saves = "".join(f"<li>{as_page_text(one)}</li>" for one in said.saves)
    objection = "None was found." if told.objection is None else told.objection.title
    return (
        f'<div><h2>What that saves per 1,000 {units}</h2><ul id="saves">{saves}</ul></div>'
        f"<div{'' if said.sure else ' hidden'}><h2>How sure that is</h2>"
        f'<p id="sure">{as_page_text(said.sure)}</p></div>'
        f'<div class="objection"><h2>The strongest objection</h2><p id="objection">{as_page_text(objection)}</p></div>'
    )


def finding_as_html(finding: Finding) -> str:
    """Return one finding as an item of the list."""
    about = " · ".join(filter(None, (finding.model, finding.group)))
    of = f'<span class="about">{as_page_text(about)}</span>' if about else ""
    # Colour alone tells nothing to those who do not see it: the tone is said, too.
    sign = f'<span class="unseen">{SIGNS[finding.tone]}</span>'
    model = _as_attribute(finding.model)
    return (
        f'<li class="{finding.tone.value}" data-code="{escape(finding.code)}" data-model="{model}">'
        f"{of}<h3>{sign}{as_page_text(finding.title)}</h3><p>{_with_commands(finding.text)}</p></li>\n"
    )


def _with_commands(text: str) -> str:
    """Return a text with the commands that it names as code; other backticks may be part of somebody's names."""
    return COMMAND.sub(r"<code>\1</code>", as_page_text(text))


def as_page_text(text: str) -> str:
    """Return a text for the page: escaped, and what is written from the right set apart from the sentence around it."""
    return FROM_THE_RIGHT.sub(r"<bdi>\g<0></bdi>", escape(visible(text)))


def _as_attribute(text: str) -> str:
    """Return a text that the page's script reads as it was."""
    return UNSEEN.sub(lambda found: f"&#{ord(found[0])};", escape(text))


def _still(charts: ModelCharts) -> str:
    """Return the matrix of one model for readers without script."""
    counts = charts.summary.counts
    heads = (as_page_text(charts.summary.name), "flagged", "not flagged")
    rows = ((charts.words.positive, counts.tp, counts.fn), (charts.words.negative, counts.fp, counts.tn))
    return (
        f"<table><thead><tr>{_joined('th', heads)}</tr></thead><tbody>"
        + "".join(
            f'<tr><th scope="row">{as_page_text(name)}</th>{_joined("td", map(count, numbers))}</tr>'
            for name, *numbers in rows
        )
        + "</tbody></table>"
    )


def _joined(tag: str, texts: Iterable[str]) -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)
