"""What chosen thresholds say of themselves: the cut and why, two cuts, and how much a choice flatters itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.origin import Origin
from truecut.counting.counts import CELLS
from truecut.decisions.chosen_threshold import Decision, threshold_of
from truecut.decisions.findings.finding import Tone
from truecut.decisions.model_decision import Optimism
from truecut.decisions.two_cuts import TwoCuts
from truecut.summaries.decision import DecisionContext, summary_of_threshold
from truecut.views.face import (
    CellKind,
    Face,
    FourCells,
    Grid,
    GridColumn,
    KeyNumber,
    Later,
    key_number,
    kind_of_metric,
    short_title,
)
from truecut.views.showing.written import written_cell
from truecut.views.threshold import ThresholdView
from truecut.views.threshold.data import optimism_as_data, two_cuts_as_data
from truecut.words import counted
from truecut.words.numerals import count, percent, threshold

AT_CHOICE = ("recall", "precision", "fpr", "accuracy")
TITLES = {"tp": "found", "fp": "false alarms", "fn": "missed", "tn": "left alone"}
FLATTERS = "Chosen and judged on the same rows, which flatters it; e.optimism(...) says by how much."


def face_of_decision(decision: Decision) -> Face:
    """Return the face of a chosen threshold."""
    head = "Flag nothing" if decision.threshold is None else f"Cut at {threshold(decision.threshold)}"
    return Face(
        f"{head}: chosen {decision.why}.",
        decision.reference,
        tuple(key_number(name, decision.point.metric(name)) for name in AT_CHOICE),
        (_neighbours(decision),),
        findings=tuple(_objections(decision)),
        four=FourCells(decision.point.counts.cells(), *_classes(decision)),
        told={"threshold": decision.threshold, "rule": decision.rule, "feasible": decision.feasible},
        # Chosen on a bare curve, it knows no rows of which the command would tell.
        view=None if decision.origin is None else partial(_view, decision, decision.origin),
    )


def _view(found: Decision, origin: Origin) -> ThresholdView:
    """Return what the command of the same result shows."""
    context = DecisionContext(chosen_on=origin.chosen_on)
    return ThresholdView(summary_of_threshold(origin.read, origin.words, origin.model, found, context))


def _classes(decision: Decision) -> tuple[str, str]:
    """Return what the positive and the negative class are called."""
    if decision.origin is None:
        return "positive", "negative"
    words = decision.origin.words
    return words.positive, words.negative


def _objections(decision: Decision) -> Iterator[tuple[Tone, str]]:
    if decision.failures:
        yield Tone.PROBLEM, f"No threshold meets {decision.unmet}."
    if decision.same_rows:
        yield Tone.WARNING, FLATTERS


def _neighbours(decision: Decision) -> Grid:
    measure = str(decision.measure)
    value = GridColumn("value", kind_of_metric(decision.measure.name), measure.replace("_", " "))
    counts = (GridColumn(cell, CellKind.COUNT, TITLES[cell]) for cell in CELLS)
    columns = (
        GridColumn("threshold", CellKind.THRESHOLD),
        value,
        *counts,
        GridColumn("chosen", CellKind.FLAG, is_quiet=True),
    )
    rows = [(one.threshold, one.value, *one.counts.cells().values(), False) for one in decision.neighbours]
    rows.append((decision.threshold, decision.value, *decision.point.counts.cells().values(), True))
    # The one that flags the fewest rows first, as everywhere.
    rows.sort(key=lambda row: row[2] + row[3])
    return Grid("neighbours", columns, rows, "Beside it", strong=next(i for i, row in enumerate(rows) if row[-1]))


def face_of_two_cuts(cuts: TwoCuts) -> Face:
    """Return the face of accepting above one threshold and rejecting below another."""
    sentence = (
        f"{percent(cuts.share_accepted)} of the rows are accepted, {percent(cuts.share_rejected)} rejected and "
        f"{percent(cuts.share_referred)} referred."
    )
    columns = (
        GridColumn("what"),
        GridColumn("threshold", CellKind.THRESHOLD),
        GridColumn("share", CellKind.SHARE, "of the rows"),
        GridColumn("rule"),
        GridColumn("feasible", CellKind.FLAG, "can be met"),
    )
    rows = [
        ("accept from", cuts.accept.threshold, cuts.share_accepted, cuts.accept.rule, cuts.accept.feasible),
        ("reject below", cuts.reject.threshold, cuts.share_rejected, cuts.reject.rule, cuts.reject.feasible),
        ("refer between", None, cuts.share_referred, None, None),
    ]
    findings = tuple(
        (Tone.PROBLEM, f"No threshold meets {one.unmet}.") for one in (cuts.accept, cuts.reject) if one.failures
    )
    return Face(
        sentence,
        "Chosen and judged on the same rows.",
        grids=(Grid("cuts", columns, rows),),
        findings=findings,
        data=lambda: two_cuts_as_data(cuts),
    )


def face_of_optimism(found: Optimism) -> Face:
    """Return the face of how much a choice flatters itself."""
    kind, measure = kind_of_metric(found.measure), short_title(found.measure)
    apparent, fitted = written_cell(kind, found.apparent), written_cell(kind, found.cross_fitted)
    spread = found.spread
    title = f"Where the threshold falls over {count(spread.resamples)} resamples"
    columns = (GridColumn("threshold", CellKind.THRESHOLD), GridColumn("share", CellKind.SHARE, "of the resamples"))
    return Face(
        f"{measure} is {apparent} on the rows that chose the threshold, and {fitted} on rows that did not.",
        f"{found.fit.folds} folds, {counted(found.fit.repeats, 'division')}, seed {found.fit.seed}",
        (
            KeyNumber("apparent", found.apparent, kind),
            KeyNumber("cross-fitted", found.cross_fitted, kind),
            KeyNumber("difference", found.difference, CellKind.SIGNED),
            KeyNumber(f"threshold from ({100 * spread.level:g} %)", spread.low, CellKind.THRESHOLD),
            KeyNumber("to", spread.high, CellKind.THRESHOLD),
        ),
        (
            Grid(
                "thresholds",
                columns,
                spread.wins,
                title,
                most=5,
            ),
        ),
        data=lambda: optimism_as_data(found),
    )


def face_of_cost_curve(found: CostCurve) -> Face:
    """Return the face of what every threshold costs."""
    best = found.cheapest
    cut = threshold_of(found.curve, best)
    where = "flagging nothing" if cut is None else f"a cut at {threshold(cut)}"
    columns = (
        GridColumn("threshold", CellKind.THRESHOLD),
        GridColumn("total", CellKind.NUMBER),
        GridColumn("mean", CellKind.NUMBER, "of a row"),
    )

    places = range(len(found.curve))

    def line(place: int) -> dict[str, float | None]:
        worth = float(found.totals[place]), float(found.means[place])
        return {"threshold": threshold_of(found.curve, place), "total": worth[0], "mean": worth[1]}

    def grids() -> tuple[Grid, ...]:
        return (Grid("costs", columns, [tuple(line(place).values()) for place in places], is_on_card=False),)

    return Face(
        f"Of {count(len(found.curve))} thresholds {where} costs the least.",
        f"prices {found.cost}",
        (
            KeyNumber("total", float(found.totals[best])),
            KeyNumber("of a row", float(found.means[best])),
            KeyNumber("flagging nothing, of a row", float(found.means[0])),
            KeyNumber("flagging all, of a row", float(found.means[-1])),
        ),
        Later(grids),
        data=lambda: {"prices": str(found.cost), "cheapest": line(best), "thresholds": [*map(line, places)]},
    )
