"""How rows of many classes are answered, for a terminal: what to do first, then the trade-off."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.decisions.class_trade_off import Answering
from truecut.summaries.of_class_decision import DecidedClasses
from truecut.views.recommendation.text import drawn_recommendation
from truecut.views.terminal_tables import QUIET, STRONG
from truecut.views.visible_drawing import Text
from truecut.words import counted
from truecut.words.numerals import count, percent, threshold


def drawn_decision(summary: DecidedClasses) -> RenderableType:
    """Return the recommendation at the stated prices, the cut that was asked for, and the trade-off."""
    rows = f"  {counted(summary.read.rows, 'row')}, {len(summary.matrix.classes)} classes"
    parts: list[RenderableType] = [Text.assemble((summary.read.source, STRONG), (rows, QUIET)), ""]
    if summary.told is not None:
        parts += drawn_recommendation(summary.told)
    if summary.cut is not None:
        parts += [Text(cut_in_words(summary.cut), style=STRONG), ""]
    if summary.said:
        left = 0 if summary.matrix.unsure is None else summary.matrix.unsure.sum()
        parts += [Text(f"Answers: {summary.said}; {count(float(left))} rows are left unsure.", style=QUIET), ""]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for head in ("answer from", "answered", "right of those", f"{100 * summary.level:g} %"):
        table.add_column(head, justify="right", no_wrap=True)
    for one in summary.shown:
        table.add_row(threshold(one.answer_from), percent(one.answered), percent(one.right), limits_of_right(one))
    parts += [Text("What answering fewer rows would give, the likeliest class of each:"), table]
    area = f"{summary.trade_off.risk_coverage_area:.4f}"
    parts.append(Text(f"Area under risk and coverage: {area} (0 where mistakes come last).", style=QUIET))
    return Group(*parts)


def limits_of_right(one: Answering) -> str:
    """Return the interval of the share of right answers."""
    return f"{percent(one.low).removesuffix(' %')} to {percent(one.high)}"


def cut_in_words(cut: Answering) -> str:
    """Say what answering from a score on does."""
    return (
        f"Answer from a score of {threshold(cut.answer_from)} on: {percent(cut.answered)} of the rows get an answer, "
        f"{percent(cut.right)} ({limits_of_right(cut)}) of those the right one."
    )
