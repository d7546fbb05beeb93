"""Compared models as sheets: what CSV and Markdown show, and the rows on which two models disagree."""

from __future__ import annotations

from truecut.inference.paired.disagreement import Disagreements
from truecut.inference.paired.wording import amount, interval_of_difference, value
from truecut.summaries.comparison import ComparisonSummary, MetricComparison
from truecut.views.metric_values import interval as interval_of_value
from truecut.views.provenance_lines import lines_about
from truecut.views.sheet import Sheet, escaped
from truecut.words.numerals import DASH, p_text, percent


def differences_sheet(summary: ComparisonSummary) -> Sheet:
    """Return one difference per row: the CSV of a comparison."""
    header = ("metric", "first", "second", "value_first", "value_second", "difference", "low", "high", "p_value")
    return Sheet(
        (*header, "adjusted_p", "family", "method", "at", "note"),
        [
            (
                of.metric.name,
                found.first,
                found.second,
                *found.values,
                found.value,
                found.low,
                found.high,
                found.p_value,
                found.adjusted_p,
                found.family,
                found.method or None,
                of.at or None,
                found.undefined or found.note or None,
            )
            for of in summary.metrics
            for found in of.differences
        ],
    )


def comparison_as_markdown(summary: ComparisonSummary) -> str:
    """Return the answer, a table of values and one of differences per metric, and what to know."""
    said = [summary.ranked.answer] if len(summary.models) > 2 or not summary.verdicts else []
    said += [*(verdict.sentence for verdict in summary.verdicts), *(above.sentence for above in summary.above)]
    # The answer is often the sentence of the only verdict.
    once = "\n".join(f"- {escaped(line)}" for line in dict.fromkeys(said))
    parts = [f"# {escaped(summary.read.source)}\n", f"{once}\n"]
    for of in summary.metrics:
        parts += [_values(of, summary).as_markdown(), _differences(of, summary).as_markdown()]
    about = (*lines_about(summary.read), *summary.notes)
    parts.append("\n".join(f"- {escaped(line)}" for line in about) + "\n")
    return "\n".join(parts)


def disagreements_sheet(found: Disagreements) -> Sheet:
    """Return the rows on which two models decide differently."""
    return Sheet(found.header, list(found.rows()))


def _values(of: MetricComparison, summary: ComparisonSummary) -> Sheet:
    is_first = of.metric.name == summary.ranked.metric
    standings = summary.ranked.standings if is_first else of.standings
    return Sheet(
        ("model", "value", f"{100 * summary.level:g} % interval", *(("comes first",) if is_first else ())),
        [
            (
                one.model,
                value(of.metric, one.estimate.value),
                interval_of_value(of.metric, one.estimate) or DASH,
                *((DASH if one.first_place is None else percent(one.first_place),) if is_first else ()),
            )
            for one in standings
        ],
        f"{of.metric.title}{', ' + of.at if of.at else ''}",
    )


def _differences(of: MetricComparison, summary: ComparisonSummary) -> Sheet:
    rows = []
    for found in of.differences:
        size = DASH if found.value is None else amount(of.metric, found.value)
        known = found.low is not None and found.high is not None
        ends = interval_of_difference(of.metric, found.low or 0.0, found.high or 0.0) if known else DASH
        p_value = DASH if found.p_value is None else p_text(found.p_value)
        adjusted = DASH if found.adjusted_p is None else p_text(found.adjusted_p)
        rows.append((f"{found.first} - {found.second}", size, ends, p_value, adjusted))
    family = of.differences[0].family
    header = (
        "difference",
        "value",
        f"{100 * summary.level:g} % interval",
        "p",
        f"p of {family} ({summary.adjusted_by})",
    )
    return Sheet(header, rows)
