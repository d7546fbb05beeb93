"""One model in detail: the whole curve, the scores and the cut, the four counts and their rates."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table

from truecut.catalogue import metric
from truecut.inference.estimate import Estimate
from truecut.summaries.histogram import ScoreHistogram
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.summary import Summary, SummaryKind
from truecut.views.metric_values import interval, written
from truecut.views.terminal_tables import NEGATIVE, POSITIVE, QUIET, STRONG, grid, natural_width, short, side_by_side
from truecut.views.visible_drawing import Text
from truecut.views.whiskers import block, whisker
from truecut.words import Words
from truecut.words.numerals import count, decimal, threshold

BARS = 32  # of the histogram, each the sum of neighbouring ones
AXIS, WIDE_ENOUGH = 19, 80  # characters; narrower terminals have no whiskers
BEFORE_NOTES = 61  # characters of name, value, interval and whisker
AT_EVERY_THRESHOLD = ("roc_auc", "average_precision", "ks", "brier", "log_loss")
AT_THE_THRESHOLD = {
    "accuracy": "Accuracy",
    "balanced_accuracy": "Balanced accuracy",
    "f1": "F1",
    "mcc": "MCC",
    "kappa": "Kappa",
    "informedness": "Youden's J",
    "lr_plus": "LR+",
    "lr_minus": "LR-",
}
COIN_TOSS = 0.5


def told_most_of(summary: Summary) -> ModelSummary:
    """Return the model that is shown in detail: the recommended one, else the first."""
    told = summary.recommendation
    wanted = told.model if told is not None and told.is_a_cut else summary.models[0].name
    return next(model for model in summary.models if model.name == wanted)


def in_detail(model: ModelSummary, summary: Summary, width: int) -> list[RenderableType]:
    """Return all about one model but its groups."""
    parts: list[RenderableType] = []
    if summary.kind == SummaryKind.SCORES:
        about = f"  {model.name}, one of {len(summary.models)} models" if len(summary.models) > 1 else ""
        heading = Text.assemble(("At every threshold", "underline"), (about, QUIET))
        parts += [heading, _every_threshold(model, width), *_calibration(model), ""]
        rule = "<=" if summary.read.lower_is_positive else ">="
        parts.append(
            Text.assemble(
                (f"At threshold {threshold(model.threshold or 0)}", "underline"),
                (f"  flagged when score {rule} threshold", QUIET),
            )
        )
        if model.histogram:
            parts += [*_histogram(model, model.histogram.coarser(BARS), summary), ""]
    # The most telling drawing that fits: a narrow terminal loses intervals before it loses counts.
    drawings = (_matrix(model, summary.words), _cells(model), _cells(model, with_intervals=False))
    counts = next((drawing for drawing in drawings if natural_width(drawing) <= width), drawings[-1])
    return [*parts, counts, "", _metrics(model, width), ""]


def _every_threshold(model: ModelSummary, width: int) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for justify in ("left", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    notes = {name: model.metrics[name].undefined or _yardstick(name, model) for name in AT_EVERY_THRESHOLD}
    # A reason for an undefined value is longer than a yardstick, and matters more than whiskers.
    has_axis = width >= WIDE_ENOUGH and max(map(len, notes.values())) <= width - BEFORE_NOTES
    if has_axis:
        table.add_column(no_wrap=True)
    table.add_column()  # only the remark may go on in the next line
    for name in AT_EVERY_THRESHOLD:
        entry, value = metric(name), model.metrics[name]
        number = Text(written(entry, value), style=STRONG)
        low, high = entry.bounds
        axis = [whisker(value, low, high, AXIS, _no_skill(name, model))] if has_axis else []
        ends = Text(interval(entry, value), style=QUIET)
        table.add_row(short(name), number, ends, *axis, Text(notes[name], style=QUIET))
    return table


def _no_skill(name: str, model: ModelSummary) -> float | None:
    # The area of a coin toss is the same on all rows; what others reach without skill is a metric of these rows.
    if name == "roc_auc":
        return COIN_TOSS
    known = metric(name).without_skill
    return model.metrics[known].value if known else None


def _yardstick(name: str, model: ModelSummary) -> str:
    without = _no_skill(name, model)
    if name == "roc_auc":
        return "a coin toss is 0.5"
    if without is not None:
        return f"without skill {decimal(without)}"
    return "perfect is 0" if name == "log_loss" else "largest TPR - FPR"


def _calibration(model: ModelSummary) -> Iterator[Table]:
    """Say in a line whether the probabilities are right as a whole."""
    kept = model.calibration
    if kept is None:
        return
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    # As wide as the names above it, so that both read as one table.
    table.add_column(no_wrap=True, min_width=max(len(short(name)) for name in AT_EVERY_THRESHOLD))
    table.add_column()
    style = "bold yellow" if kept.is_miscalibrated else STRONG
    table.add_row("Calibration", Text.assemble((kept.verdict, style), (f": {kept.numbers}", QUIET)))
    yield table


def _histogram(model: ModelSummary, spread: ScoreHistogram, summary: Summary) -> Iterator[Text]:
    # Between two bars, so that every bar is wholly on one side.
    cut = round(spread.place(model.threshold or 0.0) * len(spread.positives))
    wide = min(14, max(len(summary.words.positive), len(summary.words.negative)))
    # Shares of each class: in counts a rare class would be a flat line.
    positives, negatives = ([bar / (sum(side) or 1) for bar in side] for side in (spread.positives, spread.negatives))
    highest = max(*positives, *negatives) or 1
    for name, shares, style in (
        (summary.words.positive, positives, POSITIVE),
        (summary.words.negative, negatives, NEGATIVE),
    ):
        bars = "".join(block(share / highest) for share in shares)
        flagged_right = not summary.read.lower_is_positive
        # What the model gets wrong is dim: misses of the one class, false alarms of the other.
        is_hit_right = (style == POSITIVE) == flagged_right
        left, right = (f"{style} dim", style) if is_hit_right else (style, f"{style} dim")
        yield Text.assemble((f"{name[:wide]:>{wide}} ", style), (bars[:cut], left), ("┃", STRONG), (bars[cut:], right))
    ends = f"{threshold(spread.low)}{threshold(spread.high):>{len(spread.positives) + 1 - len(threshold(spread.low))}}"
    yield Text(" " * (wide + 1) + ends, style=QUIET)


def _matrix(model: ModelSummary, words: Words) -> Table:
    table, counts = grid(5, header=("", "flagged", "not flagged", "", _level(model))), model.counts

    def rate(name: str) -> Text:
        value = model.metrics[name]
        text = Text.assemble((f"{name if name != 'npv' else 'NPV'} ", QUIET))
        return text.append(written(metric(name), value), style=STRONG)

    def range_of(name: str) -> Text:
        return Text(interval(metric(name), model.metrics[name]), style=QUIET)

    table.add_row(
        Text(words.positive, style=POSITIVE),
        f"{count(counts.tp)} found",
        f"{count(counts.fn)} missed",
        rate("recall"),
        range_of("recall"),
    )
    table.add_row(
        Text(words.negative, style=NEGATIVE),
        f"{count(counts.fp)} false alarms" if counts.fp != 1 else "1 false alarm",
        f"{count(counts.tn)} left alone",
        rate("specificity"),
        range_of("specificity"),
    )
    table.add_row("", rate("precision"), rate("npv"), "", "")
    table.add_row("", range_of("precision"), range_of("npv"), "", "")
    return table


def _level(model: ModelSummary) -> str:
    recall = model.metrics["recall"]
    return f"{100 * recall.level:g} % interval" if isinstance(recall, Estimate) and recall.has_interval else ""


def _cells(model: ModelSummary, *, with_intervals: bool = True) -> Table:
    """Return the four counts and their rates one below the other, for where the matrix does not fit."""
    table, c = grid(3), model.counts
    for name, number in (("found", c.tp), ("missed", c.fn), ("false alarms", c.fp), ("left alone", c.tn)):
        table.add_row(name, Text(count(number), style=STRONG))
    for name in ("recall", "specificity", "precision", "npv"):
        value = model.metrics[name]
        range_of = Text(interval(metric(name), value), style=QUIET) if with_intervals else ""
        table.add_row(metric(name).title, Text(written(metric(name), value), style=STRONG), range_of)
    return table


def _metrics(model: ModelSummary, width: int) -> Table:
    """Return further metrics with their intervals, in two columns where there is room."""
    cells = [
        (title, Text(written(metric(name), value), style=STRONG), Text(interval(metric(name), value), style=QUIET))
        for name, title in AT_THE_THRESHOLD.items()
        for value in [model.metrics[name]]
    ]
    tables = [side_by_side(cells, 2), side_by_side(cells, 1), side_by_side([pair[:2] for pair in cells], 1)]
    return next((table for table in tables if natural_width(table) <= width), tables[-1])
