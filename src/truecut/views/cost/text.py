"""What decisions cost, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue import metric
from truecut.catalogue.class_weights import ASSUMPTION
from truecut.catalogue.costs import PER_ROW, Cost
from truecut.counting.counts import CELLS
from truecut.decisions.geometry import Region, RocPoint
from truecut.decisions.hard_classifiers import said_of_points
from truecut.summaries.decision import CostLine, CostSummary, Crossing, ModelCost
from truecut.views.metric_values import written
from truecut.views.terminal_tables import QUIET, STRONG, WARN
from truecut.views.visible_drawing import Text
from truecut.words import Words
from truecut.words.numerals import DASH, count, decimal, percent, threshold

MOST_CROSSINGS = 3
WAYS = {"flipped": "turning the answers round", "flag all": "flagging everybody", "flag none": "flagging nobody"}
LEAST_GAP = 5e-5  # smaller than what is shown


def drawn_costs(summary: CostSummary) -> RenderableType:
    """Return what models or classifiers cost, and what they save."""
    parts: list[RenderableType] = [_prices(summary.cost, summary.words.money), ""]
    if summary.elsewhere:
        parts.insert(1, Text(f"Rows and costs are those to expect at {summary.elsewhere}, {ASSUMPTION}."))
    if len(summary.models) > len(summary.classifiers):
        parts.insert(0, Text(summary.read.source, style=STRONG))
    if summary.classifiers:
        parts += [_classifiers(summary), ""]
        parts += [Text(line) for line in _verdict(summary)]
    parts += [Text(line) for line in _beside(summary)]
    for model in summary.models:
        parts += [_model(model), *(Text(line) for line in _about(model, summary.words)), ""]
    for warning in summary.warnings:
        parts += [Text.assemble(("! ", WARN), warning), ""]
    parts += [Text(_crossing(crossing)) for crossing in summary.crossings]
    if summary.slope is not None:
        gained = f"{decimal(summary.slope)} of TPR must be gained for each 1 of FPR"
        parts.append(Text(f"In the ROC plane lines of equal cost have the slope {decimal(summary.slope)}: {gained}."))
    if summary.advice:
        watch = ", ".join(summary.advice.watch)
        parts += [Text(summary.advice.why), Text(f"Watch {watch}: {summary.advice.watch_why}.", style=QUIET)]
    return Group(*parts)


def _prices(cost: Cost, money: str) -> Text:
    named = {"tp": "a find", "fn": "a miss", "fp": "a false alarm", "tn": "leaving alone", PER_ROW: "testing a row"}
    # What costs nothing was mostly not stated, and five zeros would hide the one price that was.
    stated = [f"{named[name]} {cost.price(name)}" for name in named if str(cost.price(name)) != "0"]
    return Text(f"Costs{f' in {money}' if money else ''}: {'; '.join(stated)}.", style=QUIET)


def _classifiers(summary: CostSummary) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for name in ("classifier", *CELLS, "accuracy", "total cost", "per row"):
        table.add_column(name, justify="left" if name == "classifier" else "right")
    for line in summary.classifiers:
        accuracy = (summary.accuracies or {})[line.name]
        table.add_row(
            line.name,
            *(_rows(getattr(line.counts, cell)) for cell in CELLS),
            written(metric("accuracy"), accuracy),
            Text(_rows(line.total), style=STRONG),
            decimal(line.mean),
        )
    return table


def _verdict(summary: CostSummary) -> Iterator[str]:
    lines = summary.classifiers
    if len(lines) < 2:
        yield from (_region(point) for point in summary.regions.values() if point.region != Region.ABOVE)
        return
    # Costs of a row follow the share of positives, so that rows of different shares have no common cheapest.
    if summary.common_shares:
        yield from _at_common_shares(summary)
        yield ""
        return
    cheapest = min(lines, key=lambda line: line.mean)
    accuracies = summary.accuracies or {}
    known = [line.name for line in lines if accuracies[line.name].is_defined]
    most_accurate = max(known, key=lambda name: float(accuracies[name]), default=cheapest.name)
    # The lesson of costs: the two need not be one classifier, and where they are there is nothing to add.
    if float(accuracies[most_accurate]) > float(accuracies[cheapest.name]):
        yield f"{cheapest.name} is the cheapest by row, although {most_accurate} is more accurate."
    else:
        yield f"{cheapest.name} is the cheapest by row."
    for point in summary.regions.values():
        if point.region != Region.ABOVE:
            yield _region(point)
    if summary.undominated and len(summary.undominated) < len(lines):
        yield f"In the ROC plane no other is better at once in both rates than: {', '.join(summary.undominated)}."
    yield ""


def _at_common_shares(summary: CostSummary) -> Iterator[str]:
    """Say who is cheaper where both meet the same share of positives: their totals are of different populations."""
    low, high = summary.common_shares
    yield (
        f"Positives are {percent(low.share)} to {percent(high.share)} of the rows that were counted, so the totals "
        "are of different populations and do not tell who is cheaper."
    )
    for one in summary.common_shares:
        cheapest_first = sorted(one.means.items(), key=lambda x: x[1])
        costs = ", ".join(f"{name} {summary.words.priced(decimal(mean))}" for name, mean in cheapest_first)
        yield f"At {percent(one.share)} positives a row costs {costs}."
    if low.cheapest == high.cheapest:
        yield f"By these counts {low.cheapest} is the cheapest at either share, and between."
    else:
        yield f"Who is the cheapest depends on the share: {low.cheapest} at the lower, {high.cheapest} at the higher."
    yield from said_of_points(list(summary.regions.values()))


def _beside(summary: CostSummary) -> Iterator[str]:
    for classifier, gaps in summary.gaps.items():
        for model, gap in gaps.items():
            if abs(gap) < LEAST_GAP:
                yield f"{classifier} lies on the ROC curve of {model}."
                continue
            more, side = ("more", "above") if gap > 0 else ("less", "below")
            yield f"{classifier} lies {side} the ROC curve of {model}: {percent(abs(gap))} {more} TPR at the same FPR."
    if summary.gaps:
        yield ""


def _region(point: RocPoint) -> str:
    said = f"{point.name}: {point.region.value}."
    if point.region != Region.BELOW:
        return said
    turned = point.flipped
    return f"{said} {turned.name} has TPR {percent(turned.tpr)} and FPR {percent(turned.fpr)}."


def _model(model: ModelCost) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for name in (model.name, "threshold", *CELLS, "total", "per 1,000", "saves"):
        table.add_column(name, justify="left" if name == model.name else "right")
    for line in model.lines:
        table.add_row(*_cells(line), style=STRONG if line.name == "cheapest" else "")
    return table


def _crossing(crossing: Crossing) -> str:
    places = ", ".join(f"FPR {percent(across)}" for across, _ in crossing.places[:MOST_CROSSINGS])
    more = f" and {len(crossing.places) - MOST_CROSSINGS} more places" if len(crossing.places) > MOST_CROSSINGS else ""
    pair = f"{crossing.first} and {crossing.second}"
    return f"The ROC curves of {pair} cross at {places}{more}: which is better depends on the cut."


def _cells(line: CostLine) -> list[str]:
    return [
        line.name,
        DASH if line.threshold is None or line.name == "flag all" else threshold(line.threshold),
        *(_rows(getattr(line.counts, cell)) for cell in CELLS),
        _rows(line.total),
        decimal(line.per_thousand),
        DASH if line.name == "now" else decimal(1000 * line.saves),
    ]


def _rows(number: float) -> str:
    """Return rows as people write them; those of another place are no whole ones."""
    return count(number) if number == int(number) else f"{number:,.1f}"


def _about(model: ModelCost, words: Words) -> Iterator[str]:
    now = model.lines[0]
    if now.low is not None and now.high is not None:
        limits = f"{100 * model.level:g} % interval {decimal(1000 * now.low)} to {decimal(1000 * now.high)}"
        yield f"As it is now, 1,000 cost {words.priced(decimal(now.per_thousand))} ({limits})."
    saved = ", ".join(f"{words.priced(decimal(saving))} against {name}" for name, saving in model.savings.items())
    yield f"Per 1,000 {'it' if model.is_hard else 'the cheapest'} saves {saved}."
    if model.is_hard:
        dearer = [line.name for line in model.lines if line.saves > 0]
        if dearer:
            yield f"By these prices {WAYS[dearer[0]]} costs less than {model.name} does."
    elif model.cheap_from != model.cheap_to:
        yield (
            f"Any threshold from {_cut(model.cheap_from)} to {_cut(model.cheap_to)} keeps at least "
            f"{percent(1 - model.tolerance)} of what the cheapest saves against flagging all or none."
        )
    if model.never_best:
        yield (
            f"{count(model.never_best)} of {count(model.thresholds)} thresholds would be the cheapest for no costs at "
            "all: they lie below the convex hull of the ROC curve."
        )
    if model.for_calibrated is not None and model.are_probabilities:
        yield f"If the scores are calibrated probabilities, these costs ask for {threshold(model.for_calibrated)}."


def _cut(value: float | None) -> str:
    return "flagging nothing" if value is None else threshold(value)
