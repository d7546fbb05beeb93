"""A chosen threshold for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue import metric
from truecut.counting.counts import CELLS
from truecut.decisions.chosen_threshold import Decision
from truecut.summaries.decision import ThresholdSummary
from truecut.views.metric_values import written
from truecut.views.terminal_tables import GOOD, QUIET, STRONG, WARN
from truecut.views.visible_drawing import Text
from truecut.words.numerals import DASH, count, decimal, percent, threshold

MOST_WINS = 3


def drawn_threshold(summary: ThresholdSummary) -> RenderableType:
    """Return the decision with its reasons, what it does to 1,000 rows, and its neighbours."""
    parts: list[RenderableType] = [_headline(summary), *map(Text, _reasons(summary)), ""]
    for warning in summary.warnings:
        parts += [Text.assemble(("! ", WARN), warning), ""]
    parts += [_what_happens(summary), "", _metrics(summary), ""]
    if summary.cost:
        parts += [
            Text(f"Cost: {summary.words.priced(decimal(summary.cost.per_thousand))} per 1,000 {summary.words.units}."),
            "",
        ]
    parts += [_neighbours(summary), ""]
    parts += [Text.assemble((f"{mark} ", style), text) for mark, style, text in _honesty(summary)]
    if summary.two_cuts:
        parts += ["", *map(Text, _two_cuts(summary))]
    return Group(*parts)


def _headline(summary: ThresholdSummary) -> Text:
    decision = summary.decision
    sign = "<=" if summary.read.lower_is_positive else ">="
    cut = decision.threshold
    flag = "Flag nothing." if cut is None else f"Flag when score {sign} {summary.told[cut]}."
    return Text.assemble((flag, STRONG), (f"  {summary.read.source}, {summary.model}", QUIET))


def _reasons(summary: ThresholdSummary) -> Iterator[str]:
    decision = summary.decision
    if summary.read.folds:
        yield "One threshold for all folds, whose rows are counted together."
    yield f"Chosen {decision.why if decision.why.startswith('where') else f'to {decision.why}'}."
    if decision.value is not None:
        yield f"There, {_measured(decision)} is {_amount(summary, decision.value)}."
    for failure in decision.failures:
        value = DASH if failure.value is None else decimal(failure.value)
        by = "" if failure.misses_by is None else f", and misses it by {decimal(failure.misses_by)}"
        yield f"Not met: {failure.condition}. The value is {value}{by}."
    if decision.tied:
        others = "1 other threshold is" if decision.tied == 1 else f"{decision.tied:,} other thresholds are"
        yield f"{others} exactly as good; this one flags the fewest rows."
    # A threshold with many digits looks exact; between two scores any other does the same.
    if decision.same_rows_from is not None and decision.threshold is not None:
        yield (
            f"Any threshold between {decision.same_rows_from!r} (left out) and {decision.threshold!r} flags the same "
            "rows."
        )
    # Theory needs no rows: where the two differ much, the scores are no probabilities.
    if summary.for_calibrated is not None:
        yield f"For calibrated probabilities these costs ask for {threshold(summary.for_calibrated)}, without any data."
    if summary.elsewhere:
        yield f"Counts and metrics are those to expect at {summary.elsewhere}, {summary.assumption}."


def _measured(decision: Decision) -> str:
    return "the cost of a row" if decision.measure.name == "mean_cost" else str(decision.measure)


def _amount(summary: ThresholdSummary, value: float) -> str:
    """Return what a threshold was chosen by, with what costs are in where that is a cost."""
    is_cost = summary.decision.measure.name in ("mean_cost", "total_cost")
    return summary.words.priced(decimal(value)) if is_cost else decimal(value)


def _what_happens(summary: ThresholdSummary) -> Table:
    words, c = summary.words, summary.per_thousand
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column(f"of 1,000 {words.units}")
    table.add_column("flagged", justify="right")
    table.add_column("not flagged", justify="right")
    table.add_row(words.positive, _short(c.tp), _short(c.fn))
    table.add_row(words.negative, _short(c.fp), _short(c.tn))
    return table


def _metrics(summary: ThresholdSummary) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("left", "right", "left", "right"):
        table.add_column(justify=justify)
    pairs = [
        (metric(name).title, Text(written(metric(name), value), style=STRONG))
        for name, value in summary.metrics.items()
    ]
    # Rounded up: an odd metric stands in the left column.
    half = -(-len(pairs) // 2)
    for left, right in zip(pairs[:half], pairs[half:], strict=False):
        table.add_row(*left, *right)
    return table


def _neighbours(summary: ThresholdSummary) -> Table:
    decision, words = summary.decision, summary.words
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    measure = words.priced("cost in") if words.money else "cost"
    measure = measure if decision.measure.name == "mean_cost" else str(decision.measure)
    for name in ("", "threshold", *CELLS, measure):
        table.add_column(name, justify="right")
    near = [(n.threshold, n.counts, n.value, "") for n in decision.neighbours]
    near.append((decision.threshold, decision.point.counts, decision.value, "▸"))
    # The more rows a threshold flags, the further down it stands.
    for cut, counts, value, mark in sorted(near, key=lambda row: row[1].tp + row[1].fp):
        table.add_row(
            mark,
            "none" if cut is None else summary.told[cut],
            *(count(getattr(counts, cell)) for cell in CELLS),
            DASH if value is None else decimal(value),
            style=STRONG if mark else "",
        )
    return table


def _honesty(summary: ThresholdSummary) -> Iterator[tuple[str, str, str]]:
    decision, optimism = summary.decision, summary.optimism
    if not decision.same_rows:
        yield "✓", GOOD, f"Chosen on {summary.chosen_on}, judged on other rows."
        return
    yield "!", WARN, "Chosen and judged on the same rows, which flatters it."
    if summary.too_few is not None:
        yield " ", "", f"With {summary.too_few} rows of the rarer class there are too few to find out by how much."
    if optimism is None:
        return
    fit, spread = optimism.fit, optimism.spread
    if optimism.cross_fitted is not None and optimism.apparent is not None:
        yield (
            " ",
            "",
            f"On rows that did not choose it, {_measured(decision)} is {_amount(summary, optimism.cross_fitted)} "
            f"instead of {_amount(summary, optimism.apparent)} ({fit.folds} folds, {fit.repeats} times).",
        )
    yield (
        " ",
        "",
        f"Over {spread.resamples} resamples the threshold falls between {_cut(spread.low)} and {_cut(spread.high)} "
        f"{percent(spread.level)} of the time; most often at "
        + ", ".join(f"{_cut(cut)} ({percent(share)})" for cut, share in spread.wins[:MOST_WINS])
        + ".",
    )
    # Left out of the shares above, which would otherwise look surer than they are.
    if spread.without:
        yield " ", "", f"{spread.without} further resamples allowed no choice at all."


def _two_cuts(summary: ThresholdSummary) -> Iterator[str]:
    cuts = summary.two_cuts
    if cuts is None:
        return
    for name, decision, sign in (("Accept", cuts.accept, ">="), ("Reject", cuts.reject, "<")):
        if decision.feasible:
            cut = "flagging nothing" if decision.threshold is None else summary.told[decision.threshold]
            yield f"{name} when score {sign} {cut}."
        else:
            yield f"{name}: no threshold allows it ({decision.failures[0].condition} is never met)."
    yield (
        f"Accepted {percent(cuts.share_accepted)}, rejected {percent(cuts.share_rejected)}, referred to somebody "
        f"{percent(cuts.share_referred)}."
    )


def _cut(value: float | None) -> str:
    return "flagging nothing" if value is None else threshold(value)


def _short(number: float) -> str:
    return count(number) if number == int(number) else f"{number:,.1f}"
