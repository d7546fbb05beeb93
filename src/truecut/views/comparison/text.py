"""Compared models for a terminal: the answer first, then the numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isinf

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.inference.paired.best import ModelStanding
from truecut.inference.paired.difference import MAX_T, Difference
from truecut.inference.paired.verdict import ComparisonOutcome
from truecut.inference.paired.wording import amount, interval_of_difference, value
from truecut.summaries.comparison import ComparisonSummary, MetricComparison, PairOfModels
from truecut.views.metric_values import interval as interval_of_value
from truecut.views.provenance_lines import inferred_and_left_out
from truecut.views.terminal_tables import GOOD, QUIET, STRONG, WARN, sentences, short
from truecut.views.visible_drawing import Text
from truecut.words import counted
from truecut.words.numerals import DASH, count, p_text, percent, threshold, written_p

UNSETTLED = ("?", WARN)
MARKS = {
    ComparisonOutcome.NOT_ENOUGH_DATA: UNSETTLED,
    ComparisonOutcome.DEPENDS_ON_PRICES: UNSETTLED,
    ComparisonOutcome.DEPENDS_ON_SHARE: UNSETTLED,
    ComparisonOutcome.IDLE: UNSETTLED,
}
SURE = ("✓", GOOD)


def drawn_comparison(summary: ComparisonSummary) -> RenderableType:
    """Return the answer, every metric, where the models disagree, and what to know."""
    parts: list[RenderableType] = [*_about(summary), "", _answers(summary), ""]
    if len(summary.models) == 2:
        parts += [_two_models(summary), *_beside(summary), ""]
    else:
        for of in summary.metrics:
            parts += [Text(_title(of), style="underline"), _many_models(of, summary), *_together(of), ""]
    parts += [Text(line) for pair in summary.pairs for line in _disagreement(pair, summary)]
    parts += [""] if summary.pairs else []
    parts += [Text(f"Note: {note}.", style=QUIET) for note in _notes(summary)]
    return Group(*parts)


def _about(summary: ComparisonSummary) -> Iterator[Text]:
    rows = counted(summary.read.rows, "row")
    yield Text.assemble((summary.read.source, STRONG), (f"  {rows}", QUIET))
    for line in inferred_and_left_out(summary.read):
        yield Text(line, style=QUIET)
    cuts = dict.fromkeys(cut for cut in summary.thresholds if cut is not None)
    if len(cuts) == 1:
        cut = next(iter(cuts))
        yield Text("nothing is flagged" if isinf(cut) else f"threshold {threshold(cut)}", style=QUIET)


def _answers(summary: ComparisonSummary) -> Table:
    table = sentences()
    ranked = summary.ranked
    is_settled = not ranked.tied and not ranked.but
    # Of two models the verdict says who is ahead, and the ranking would say it twice.
    if len(summary.models) > 2 or not summary.verdicts:
        mark, style = SURE if is_settled else ("?", WARN)
        table.add_row(Text(mark, style=style), Text(ranked.answer, style=STRONG))
    for verdict in {verdict.sentence: verdict for verdict in summary.verdicts}.values():  # the same is said once
        mark, style = MARKS.get(verdict.outcome, SURE)
        strong = STRONG if len(summary.verdicts) == 1 else ""
        table.add_row(Text(mark, style=style), Text(verdict.sentence, style=strong))
    for above in summary.above:
        mark, style = ("?", WARN) if above.answer.value == "not sure" else SURE
        table.add_row(Text(mark, style=style), Text(above.sentence))
    return table


def _two_models(summary: ComparisonSummary) -> Table:
    """Return one table of all metrics."""
    first, second = summary.models
    # The other model stands beside the reference, as in the verdict.
    if summary.reference == first:
        first, second = second, first
    table = _table("", first, second, "difference", f"{_percent(summary)} interval", "p")
    for of in summary.metrics:
        difference = _turned(of.differences[0], first)
        values = (value(of.metric, one) for one in difference.values)
        table.add_row(_name(of), *values, *_difference(of, difference), written_p(difference.p_value))
    return table


def _beside(summary: ComparisonSummary) -> Iterator[Text]:
    """Return where the metrics of four counts are taken, and which model comes first how often."""
    places = dict.fromkeys(of.at for of in summary.metrics if of.at)
    for at in places:
        names = ", ".join(_name(of) for of in summary.metrics if of.at == at)
        yield Text(f"{names}: {at}.", style=QUIET)
    leader = next(iter(summary.ranked.standings), None)  # none where nobody can be ranked
    if leader is not None and leader.first_place is not None:
        by = short(summary.ranked.metric)
        often = percent(leader.first_place)
        yield Text(f"By {by}, {leader.model} comes first in {often} of the draws of these rows.", style=QUIET)


def _many_models(of: MetricComparison, summary: ComparisonSummary) -> Table:
    is_first = of.metric.name == summary.ranked.metric
    standings = summary.ranked.standings if is_first else of.standings
    wide = _percent(summary)
    often = ["first in"] if is_first else []
    table = _table("", "value", f"{wide} interval", *often, "behind", f"{wide} interval", "p*")
    for one in standings:
        known = (value(of.metric, one.estimate.value), interval_of_value(of.metric, one.estimate) or DASH)
        often = [DASH if one.first_place is None else percent(one.first_place)] if is_first else []
        table.add_row(one.model, Text(known[0], style=STRONG), known[1], *often, *_behind(of, one))
    return table


def _table(*header: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for i, name in enumerate(header):
        table.add_column(name, justify="right" if i else "left", overflow="fold", no_wrap=bool(i))
    return table


def _behind(of: MetricComparison, standing: ModelStanding) -> tuple[str, str, str]:
    if standing.behind is None:
        return "", "", ""
    return (*_difference(of, standing.behind), written_p(standing.behind.adjusted_p))


def _difference(of: MetricComparison, difference: Difference) -> tuple[str, str]:
    if difference.value is None:
        return DASH, DASH
    size = amount(of.metric, difference.value)
    if difference.low is None or difference.high is None:
        return size, DASH
    return size.removesuffix(" points"), interval_of_difference(of.metric, difference.low, difference.high)


def _turned(difference: Difference, first: str) -> Difference:
    """Return the same difference, seen from the other model."""
    if difference.first == first:
        return difference
    return replace(
        difference,
        first=difference.second,
        second=difference.first,
        value=None if difference.value is None else -difference.value,
        values=(difference.values[1], difference.values[0]),
        # Seen from the other side the ends change places.
        low=None if difference.high is None else -difference.high,
        high=None if difference.low is None else -difference.low,
    )


def _together(of: MetricComparison) -> list[Text]:
    if of.joint is None:
        return []
    test = of.joint
    freedom = f"{test.freedoms} degrees of freedom"
    said = f"All together: {test.title} {test.statistic:.2f}, {freedom}, {p_text(test.p_value)}."
    return [Text(said, style=QUIET)]


def _disagreement(pair: PairOfModels, summary: ComparisonSummary) -> Iterator[str]:
    words = summary.words
    start = "At their own thresholds, " if any(cut is not None for cut in summary.thresholds) else ""
    if not pair.differing:
        yield f"{start}{pair.first} and {pair.second} decide alike on every {words.unit}."
        return
    finds = [count(pair.alone(of_positives=True, by_first=first)) for first in (True, False)]
    alarms = [count(pair.alone(of_positives=False, by_first=first)) for first in (True, False)]
    total = [count(pair.of_class(positive=positive)) for positive in (True, False)]
    yield (
        f"{start}{pair.first} and {pair.second} decide {count(pair.differing)} {words.units} differently: of "
        f"{total[0]} {words.positive}, {pair.first} alone flags {finds[0]} and {pair.second} alone {finds[1]}; of "
        f"{total[1]} {words.negative}, {alarms[0]} and {alarms[1]}."
    )


def _notes(summary: ComparisonSummary) -> Iterator[str]:
    yield from summary.notes
    if len(summary.models) > 2:
        number = max(of.differences[0].family for of in summary.metrics)
        allows = "p* and the intervals beside it allow" if summary.adjust == MAX_T else "p* allows"
        to_leader = f"{len(summary.models) - 1} comparisons with the leader ({summary.adjusted_by})"
        yield f"{allows} for {to_leader}; there are {number} pairs"
    methods = {of.metric.name: of.differences[0].method for of in summary.metrics if of.differences[0].method}
    # Whoever writes a paper looks for these at the end.
    yield f"methods: {', '.join(f'{name} {method}' for name, method in methods.items())}; level {summary.level:g}"


def _title(of: MetricComparison) -> str:
    return f"{of.metric.title}{', ' + of.at if of.at else ''}"


def _name(of: MetricComparison) -> str:
    return short(of.metric.name)


def _percent(summary: ComparisonSummary) -> str:
    return f"{100 * summary.level:g} %"
