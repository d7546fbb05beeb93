"""The report as one HTML file: no network, no rows, and no text that could run as script.

Whatever came from outside is escaped: as text by `html.escape`, as data inside a JSON block in which no character
can end it. The policy in the head of the page allows the one script and the one style that are in it, by their
hashes, and nothing else.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from truecut.decisions.findings import Finding, Tone
from truecut.decisions.recommendation import Recommendation
from truecut.errors.visible_text import UNSEEN, visible
from truecut.summaries.report import ReportSummary
from truecut.summaries.report.tree import ModelCharts
from truecut.views.page_data import as_data
from truecut.words.numerals import count, percent

SIGNS = {Tone.PROBLEM: "Problem: ", Tone.WARNING: "Mind: ", Tone.GOOD: "Good: "}
COMMAND = re.compile("`(truecut [a-z -]*)`")
_RIGHT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"  # Hebrew, Arabic and their kin
FROM_THE_RIGHT = re.compile(f"{_RIGHT}+(?: +{_RIGHT}+)*")


def report_as_html(report: ReportSummary) -> str:
    """Return the page: the same bytes for the same report."""
    told = report.summary.recommendation
    summary, style, script = report.summary, asset("report.css"), asset("report.js")
    places = {
        "policy": _policy(style, script),
        "title": escape(visible(f"{summary.read.source} · truecut")),
        "version": escape(report.version),
        "style": style,
        "source": _as_text(summary.read.source),
        "size": _as_text(_size(report)),
        "headline": _as_text(report.headline),
        "lede": _as_text(report.lede),
        "above": "" if told is None else _as_text(told.sentences.above),
        "beside": "" if told is None else _beside(told),
        "findings": "".join(_finding(finding) for finding in summary.findings),
        "without_script": "".join(_still(model) for model in report.models),
        "data": as_data(report),
        "script": script,
    }
    page = asset("report.html")
    # Split, so that what is put in is never searched for places again.
    text, *parts = page.split("{{")
    for part in parts:
        name, rest = part.split("}}", 1)
        text += places[name.strip()] + rest
    return text


@cache
def asset(name: str) -> str:
    """Return a part of the built page."""
    return files("truecut.views").joinpath("report", name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; script-src {_pinned(script)}; style-src {_pinned(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _pinned(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _size(report: ReportSummary) -> str:
    summary = report.summary
    words, rows = summary.words, summary.read.rows
    units = words.unit if rows == 1 else words.units
    if summary.classes is not None:
        return f"{count(rows)} {units}, {len(summary.classes.names)} classes"
    page = report.models[0]
    both = page.positives + page.negatives
    share = f" ({percent(page.positives / both)})" if both else ""
    return f"{count(rows)} {units}, {count(page.positives)} {words.positive}{share}"


def _beside(told: Recommendation) -> str:
    """Return what the decision saves, how sure that is and what speaks against it, for readers without script too."""
    said, units = told.sentences, _as_text(told.words.units)
    saves = "".join(f"<li>{_as_text(one)}</li>" for one in said.saves)
    objection = "None was found." if told.objection is None else told.objection.title
    return (
        f'<div><h2>What that saves per 1,000 {units}</h2><ul id="saves">{saves}</ul></div>'
        f'<div><h2>How sure that is</h2><p id="sure">{_as_text(said.sure)}</p></div>'
        f'<div class="objection"><h2>The strongest objection</h2><p id="objection">{_as_text(objection)}</p></div>'
    )


def _finding(finding: Finding) -> str:
    about = " · ".join(filter(None, (finding.model, finding.group)))
    of = f'<span class="about">{_as_text(about)}</span>' if about else ""
    # Colour alone tells nothing to those who do not see it: the tone is said, too.
    sign = f'<span class="unseen">{SIGNS[finding.tone]}</span>'
    model = _as_attribute(finding.model)
    return (
        f'<li class="{finding.tone.value}" data-code="{escape(finding.code)}" data-model="{model}">'
        f"{of}<h3>{sign}{_as_text(finding.title)}</h3><p>{_with_commands(finding.text)}</p></li>\n"
    )


def _with_commands(text: str) -> str:
    """Return a text with the commands that it names as code; other backticks may be part of somebody's names."""
    return COMMAND.sub(r"<code>\1</code>", _as_text(text))


def _as_text(text: str) -> str:
    """Return a text for the page: escaped, and what is written from the right set apart from the sentence around it."""
    return FROM_THE_RIGHT.sub(r"<bdi>\g<0></bdi>", escape(visible(text)))


def _as_attribute(text: str) -> str:
    """Return a text that the page's script reads as it was."""
    return UNSEEN.sub(lambda found: f"&#{ord(found[0])};", escape(text))


def _still(charts: ModelCharts) -> str:
    """Return the matrix of one model for readers without script."""
    counts = charts.summary.counts
    heads = (_as_text(charts.summary.name), "flagged", "not flagged")
    rows = ((charts.words.positive, counts.tp, counts.fn), (charts.words.negative, counts.fp, counts.tn))
    return (
        f"<table><thead><tr>{_joined('th', heads)}</tr></thead><tbody>"
        + "".join(
            f'<tr><th scope="row">{_as_text(name)}</th>{_joined("td", map(count, numbers))}</tr>'
            for name, *numbers in rows
        )
        + "</tbody></table>"
    )


def _joined(tag: str, texts: Iterable[str]) -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)
