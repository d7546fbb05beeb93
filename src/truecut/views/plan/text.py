"""How many rows are enough, for a terminal: plans, intervals with more rows, intervals to expect."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue import metric
from truecut.data.rows import Provenance
from truecut.inference.estimate import Estimate
from truecut.inference.planning.expectation import Assumed, Expected
from truecut.inference.planning.growth import Width
from truecut.inference.planning.plans import Plan
from truecut.views.metric_values import interval, written
from truecut.views.terminal_tables import QUIET, STRONG
from truecut.views.visible_drawing import Text
from truecut.words.numerals import DASH, count, decimal


def drawn_plans(plans: Sequence[Plan]) -> RenderableType:
    """Return each plan as a sentence, with how it was found and what it supposes."""
    parts: list[RenderableType] = []
    for one in plans:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(style=QUIET, no_wrap=True)
        table.add_column()
        for what, said in _said(one):
            table.add_row(what, said)
        parts += [Text(one.sentence, style=_style(one)), "", table, ""]
    return Group(*parts[:-1])


def drawn_widths(read: Provenance, widths: Sequence[Width], level: float) -> RenderableType:
    """Return the intervals of each metric now, and with more rows."""
    times = sorted({one.times for one in widths})
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for i, title in enumerate(("", "value", *(_more(read.rows, n) for n in times))):
        table.add_column(title, justify="left" if i == 0 else "right", no_wrap=i > 0)
    for name in dict.fromkeys(one.metric for one in widths):
        of_metric = {one.times: one for one in widths if one.metric == name}
        cells = [Text(_half(of_metric[n]), style=STRONG if n == 1 else "") for n in times]
        table.add_row(metric(name).title, written(metric(name), of_metric[times[0]].estimate), *cells)
    top = Text.assemble((read.source, STRONG), (f"  {count(read.rows)} rows", QUIET))
    said = (
        f"Half of the {100 * level:g} % interval, now and if more rows like these came: each value is known to within "
        "± so much. Percentages in points."
    )
    # A metric without an interval has none at any number of rows, and the same reason.
    notes = dict.fromkeys(
        f"{metric(one.metric).title}: {one.estimate.note or one.estimate.undefined}"
        for one in widths
        if one.half is None
    )
    return Group(top, "", table, "", Text(said, style=QUIET), *(Text(note, style=QUIET) for note in notes))


def drawn_expected(found: Sequence[Expected], assumed: Assumed) -> RenderableType:
    """Return the intervals to expect."""
    first = found[0]
    supposed = ", ".join(f"{name} {share:g}" for name, share in vars(assumed).items() if share is not None)
    top = Text.assemble(
        (f"{first.positives:,} positives, {first.negatives:,} negatives", STRONG), (f"  assumed: {supposed}", QUIET)
    )
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for i, title in enumerate(("", "value", f"{100 * first.level:g} % interval", "±")):
        table.add_column(title, justify="right" if i else "left", no_wrap=i > 0)
    for one in found:
        entry, value = metric(one.metric), Estimate(one.value, low=one.low, high=one.high)
        half = f"{100 * one.half:.1f}" if entry.is_percentage else decimal(one.half)
        table.add_row(
            entry.title,
            Text(written(entry, value), style=STRONG),
            interval(entry, value),
            half,
        )
    return Group(top, "", table, "", *(Text(line, style=QUIET) for line in _how(found)))


def _how(found: Sequence[Expected]) -> list[str]:
    # Most intervals are found in one or two ways: each way is said once, with the metrics that it serves.
    by_how: dict[str, list[str]] = {}
    for one in found:
        by_how.setdefault(one.how, []).append(f"{one.metric} ({one.method})")
    return [f"{how[0].upper()}{how[1:]}: {', '.join(names)}." for how, names in by_how.items()]


def _style(one: Plan) -> str:
    return "bold green" if one.is_enough else "bold yellow" if one.is_enough is False else STRONG


def _said(one: Plan) -> list[tuple[str, str]]:
    rows = "" if one.rows is None else f"{one.rows:,}"
    if one.positives is not None and one.negatives is not None:
        rows += f": {one.positives:,} positive, {one.negatives:,} negative"
    said = [
        ("Rows", rows),
        ("Level", f"{100 * one.level:g} %" + ("" if one.power is None else f", power {100 * one.power:.3g} %")),
        ("Method", one.method),
        *(("Or", f"{needed:,} by {formula}") for formula, needed in one.others.items()),
        ("Assumes", "; ".join(one.assumptions)),
        ("Reference", one.reference),
        ("Note", one.note),
    ]
    return [(what, text) for what, text in said if text]


def _more(rows: int, times: int) -> str:
    return f"{count(rows)} rows" if times == 1 else f"{times}× rows"


def _half(one: Width) -> str:
    if one.half is None:
        return DASH
    return f"±{100 * one.half:.1f}" if metric(one.metric).is_percentage else f"±{decimal(one.half)}"
