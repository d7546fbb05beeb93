"""What the page says at its top."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from truecut.decisions.findings import Finding, Tone
from truecut.summaries.report.tree import ModelCharts
from truecut.summaries.summary import Summary, SummaryKind
from truecut.words.numerals import count, percent, times_in_100

RANKS = "ranks"  # the finding that a ranking carries information
FEW = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
LONGEST = 40  # signs of a model's name in the headline


def headline(summary: Summary) -> str:
    """Say the worst problem if there is one, otherwise how well the best model ranks, if it does."""
    first = first_title(summary.findings)
    if summary.kind == SummaryKind.COUNTS:
        return first or "What four counts say"
    worst = first_title(finding for finding in summary.findings if finding.tone == Tone.PROBLEM)
    if worst or not any(finding.code == RANKS for finding in summary.findings):
        return worst or first or "Nothing to warn of"
    areas = {model.name: model.metrics["roc_auc"].value or 0.0 for model in summary.models}
    best = max(areas, key=areas.__getitem__)
    name = best if len(best) <= LONGEST else f"{best[:LONGEST]}…"
    who = name.replace("{", "{{").replace("}", "}}") if len(areas) > 1 else "It"
    return summary.words.fill(
        f"{who} tells a {{positive}} {{unit}} from a {{negative}} one {times_in_100(areas[best])}"
    )


def first_title(findings: Iterable[Finding]) -> str:
    """Return the title of the first finding as a headline, or nothing."""
    return next((finding.title for finding in findings), "").rstrip(".")


def lede(summary: Summary, charts: Sequence[ModelCharts]) -> str:
    """Say who scored how many rows, and how many of them are positive."""
    page = charts[0]
    both = page.positives + page.negatives
    share = f" ({percent(page.positives / both)})" if both else ""
    who = "Four counts describe" if summary.kind == SummaryKind.COUNTS else _who_did(charts)
    same = " the same" if len(charts) > 1 else ""
    of_weight = " by weight" if page.weights == "importance" else ""
    of_them = f"{count(page.positives)} of them {summary.words.positive}{share}{of_weight}"
    return (
        f"{who}{same} {rows_in_words(summary)}, {of_them}."
        f"{'' if page.is_hard else ' Drag the threshold: every number and chart on this page answers for the cut.'}"
    )


def _who_did(charts: Sequence[ModelCharts]) -> str:
    """Say how many models scored the rows and how many only classified them."""
    hard = sum(one.is_hard for one in charts)
    did = {"scored": len(charts) - hard, "classified": hard}
    said = " and ".join(f"{_models(number)} {what}" for what, number in did.items() if number)
    return f"{said[:1].upper()}{said[1:]}"


def _models(number: int) -> str:
    return "one model" if number == 1 else f"{dict(enumerate(FEW, 2)).get(number, count(number))} models"


def rows_in_words(summary: Summary) -> str:
    """Return how many rows there are, in the user's words."""
    rows = summary.read.rows
    return f"{count(rows)} {summary.words.unit if rows == 1 else summary.words.units}"
