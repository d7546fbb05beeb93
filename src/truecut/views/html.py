"""The report as one HTML file: no network, no rows, and no text that could run as script.

Whatever came from outside is escaped: as text by `html.escape`, as data inside a JSON block in which no character
can end it. The policy in the head of the page allows the one script and the one style that are in it, by their
hashes, and nothing else.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from math import isinf, isnan
from typing import Any

from truecut.catalogue.model import FLAGGED
from truecut.decisions.findings import Finding, Tone
from truecut.numerals import count, percent
from truecut.summaries.report import ReportSummary
from truecut.summaries.report.tree import Cuts, GroupCuts, ModelPage, Reliability, ShareBand
from truecut.summaries.report.written_columns import as_drawn, as_text, in_steps
from truecut.words import Words

SIGNS = {Tone.PROBLEM: "Problem: ", Tone.WARNING: "Mind: ", Tone.GOOD: "Good: "}
COMMAND = re.compile("`(truecut [a-z -]*)`")
_RIGHT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"  # Hebrew, Arabic and their kin
FROM_THE_RIGHT = re.compile(f"{_RIGHT}+(?: +{_RIGHT}+)*")
# Steps take a third of the space of what they add up to.
GROWING = dict.fromkeys(("tp", "fp", "tp_squares", "fp_squares"), in_steps)
WRITTEN: Mapping[type, Mapping[str, Callable[[Any], Any]]] = {
    Cuts: {**GROWING, "scores": as_text},
    GroupCuts: GROWING,
    ShareBand: dict.fromkeys(("x", "low", "high"), as_drawn),
    Reliability: dict.fromkeys(("scores", "observed", "low", "high"), as_drawn),
}


def report_as_html(report: ReportSummary) -> str:
    """Return the page: the same bytes for the same report."""
    style, script = asset("report.css"), asset("report.js")
    places = {
        "policy": _policy(style, script),
        "title": escape(f"{report.title} · truecut"),
        "version": escape(report.version),
        "style": style,
        "source": _as_text(report.read.source),
        "size": _as_text(_size(report)),
        "headline": _as_text(report.headline),
        "lede": _as_text(report.lede),
        "findings": "".join(_finding(finding) for finding in report.findings),
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


def as_data(report: ReportSummary) -> str:
    """Return the report as JSON that may stand inside a script element."""
    text = json.dumps(_plain(report), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _plain(thing: Any) -> Any:
    """Return dictionaries, lists, texts and finite numbers; what JSON has no number for is a text or null."""
    if isinstance(thing, Words):
        return {name: getattr(thing, name) for name in ("positive", "negative", "unit", "units")}
    if is_dataclass(thing):
        written = WRITTEN.get(type(thing), {})
        return {
            field.name: _plain(written[field.name](value) if field.name in written else value)
            for field in fields(thing)
            if (value := getattr(thing, field.name)) is not None
        }
    if isinstance(thing, Mapping):
        return {str(name): _plain(value) for name, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [_plain(value) for value in thing]
    if isinstance(thing, float):
        return _number(thing)
    return thing


def _number(number: float) -> int | float | str | None:
    if isnan(number):
        return None
    if isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return int(number) if number == int(number) and abs(number) < 2**53 else number


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; script-src {_pinned(script)}; style-src {_pinned(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _pinned(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _size(report: ReportSummary) -> str:
    words, rows = report.words, report.read.rows
    units = words.unit if rows == 1 else words.units
    if report.classes is not None:
        return f"{count(rows)} {units}, {len(report.classes.names)} classes"
    page = report.models[0]
    both = page.positives + page.negatives
    share = f" ({percent(page.positives / both)})" if both else ""
    return f"{count(rows)} {units}, {count(page.positives)} {words.positive}{share}"


def _finding(finding: Finding) -> str:
    about = " · ".join(filter(None, (finding.model, finding.group)))
    of = f'<span class="about">{_as_text(about)}</span>' if about else ""
    sign = f'<span class="unseen">{SIGNS[finding.tone]}</span>'
    return (
        f'<li class="{finding.tone.value}" data-code="{escape(finding.code)}" data-model="{escape(finding.model)}">'
        f"{of}<h3>{sign}{_as_text(finding.title)}</h3><p>{_with_commands(finding.text)}</p></li>\n"
    )


def _with_commands(text: str) -> str:
    """Return a text with the commands that it names as code; other backticks may be part of somebody's names."""
    return COMMAND.sub(r"<code>\1</code>", _as_text(text))


def _as_text(text: str) -> str:
    """Return a text for the page: escaped, and what is written from the right set apart from the sentence around it."""
    return FROM_THE_RIGHT.sub(r"<bdi>\g<0></bdi>", escape(text))


def _still(page: ModelPage) -> str:
    """Return the matrix of one model for readers without script."""
    cells = _cells_at_threshold(page)
    heads = (escape(page.name), "flagged", "not flagged")
    rows = ((page.words.positive, cells["tp"], cells["fn"]), (page.words.negative, cells["fp"], cells["tn"]))
    return (
        f"<table><thead><tr>{_joined('th', heads)}</tr></thead><tbody>"
        + "".join(
            f'<tr><th scope="row">{escape(name)}</th>{_joined("td", map(count, numbers))}</tr>'
            for name, *numbers in rows
        )
        + "</tbody></table>"
    )


def _joined(tag: str, texts: Iterable[str]) -> str:
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)


def _cells_at_threshold(page: ModelPage) -> dict[str, float]:
    at = FLAGGED if page.is_hard else page.threshold
    flagged = [
        place
        for place, cut in enumerate(page.cuts.scores)
        if at is not None and (cut <= at if page.lower_is_positive else cut >= at)
    ]
    tp, fp = (page.cuts.tp[flagged[-1]], page.cuts.fp[flagged[-1]]) if flagged else (0, 0)
    return {"tp": tp, "fp": fp, "fn": page.positives - tp, "tn": page.negatives - fp}
