"""How well probabilities are calibrated, for a terminal: the verdict, the reliability curve, the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isinf

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table

from truecut.inference.calibration.recalibration import Quality, Recalibration
from truecut.inference.calibration.recalibration_words import RecalibrationVerdict as Worth
from truecut.inference.calibration.reliability import Calibration, ReliabilityBandKind, ReliabilityCurve
from truecut.inference.calibration.significance import CalibrationTests, SignificanceTest
from truecut.inference.calibration.words import CalibrationVerdict
from truecut.inference.estimate import Estimate
from truecut.summaries.calibration import CalibrationSummary, ModelCalibration
from truecut.views.terminal_tables import GOOD, QUIET, STRONG, WARN, sentences
from truecut.views.visible_drawing import Text
from truecut.views.whiskers import block
from truecut.words.numerals import DASH, INFINITY, count, decimal, percent, written_p

WIDE, HIGH = 60, 21  # of the drawing: three columns for each bar of the histogram
BAND, DIAGONAL, SEEN, INTERVAL = "░", "·", "●", "│"
MARKS = {
    CalibrationVerdict.CALIBRATED: ("✓", GOOD),
    CalibrationVerdict.LITTLE: ("!", WARN),
    CalibrationVerdict.MISCALIBRATED: ("✗", "bold red"),
    Worth.WORTH_IT: ("✓", GOOD),
    Worth.NOT_WORTH_IT: ("–", QUIET),
    Worth.WORSE: ("✗", "bold red"),
    Worth.TURNED: ("✓", GOOD),
}


def drawn_calibration(summary: CalibrationSummary) -> RenderableType:
    """Return each model with its verdict, its curve, its numbers and what recalibrating would change."""
    read = summary.read
    parts: list[RenderableType] = [
        Text.assemble((read.source, STRONG), (f"  {count(read.rows)} {summary.words.units}", QUIET)),
    ]
    if read.folds:
        parts.append(Text("all folds pooled: one curve for the probabilities of all their models", style=QUIET))
    for model in summary.models:
        parts += ["", *_model(model, summary)]
    return Group(*parts)


def _model(model: ModelCalibration, summary: CalibrationSummary) -> Iterator[RenderableType]:
    if len(summary.models) > 1 or model.calibration is None:
        yield Text(model.name, style="bold underline")
    if model.calibration is None:
        yield Text(f"No reliability curve: {model.undefined}.")
    else:
        yield from _calibration(model.calibration, summary)
    for recalibration in model.recalibrations:
        yield ""
        yield from _recalibration(recalibration)


def _calibration(calibration: Calibration, summary: CalibrationSummary) -> Iterator[RenderableType]:
    yield _sentences(calibration.verdict, calibration.findings)
    yield ""
    yield Text(_legend(calibration, summary.words.positive), style=QUIET)
    yield from _picture(calibration)
    yield ""
    if calibration.kind == ReliabilityBandKind.BINNED:
        yield _bins(calibration.points)
        yield from map(Text, _binned_error(calibration))
        yield ""
    yield _parts(calibration)
    yield ""
    yield _tests(calibration.tests)
    yield from (Text(f"Note: {note}.", style=QUIET) for note in calibration.notes)


def _sentences(verdict: CalibrationVerdict | Worth, findings: Sequence[str], about: str = "") -> Table:
    """Return the verdict with its mark, and the other sentences below it."""
    mark, style = MARKS[verdict]
    table = sentences()
    # The first sentence is the verdict itself, the others its reasons.
    first, *others = findings
    table.add_row(Text(mark, style=style), Text.assemble((f"{about}: " if about else "", QUIET), (first, STRONG)))
    for sentence in others:
        table.add_row("", sentence)
    return table


def _legend(calibration: Calibration, positive: str) -> str:
    level = percent(calibration.level).replace(".0 %", " %")
    if calibration.kind == ReliabilityBandKind.BINNED:
        return f"{SEEN} share of {positive} in each bin, with its {level} interval; {DIAGONAL} calibrated"
    everywhere = ", everywhere at once" if calibration.is_simultaneous else ""
    says = {
        "consistency": "where calibrated probabilities would lie",
        "confidence": "where the share of all such rows lies",
        "bootstrap": "where refitted curves lie",
    }[calibration.method]
    draws = f"; {count(calibration.replicates)} draws, seed {calibration.seed}"
    made = "" if calibration.method == "confidence" else draws
    return f"{SEEN} share of {positive}; {BAND} {says} ({level}{everywhere}{made}); {DIAGONAL} calibrated"


def _picture(calibration: Calibration) -> Iterator[Text]:
    """Return the curve over the square from 0 to 1, and how many rows have each probability below it."""
    rows = [[(" ", "")] * WIDE for _ in range(HIGH)]

    def put(column: int, share: float, sign: str, style: str) -> None:
        rows[_line_of(share)][column] = (sign, style)

    columns = (
        _bin_columns(calibration.points)
        if calibration.kind == ReliabilityBandKind.BINNED
        else _columns(calibration.points)
    )
    for column, _, low, high in columns:
        for line in range(_line_of(high), _line_of(low) + 1):
            rows[line][column] = (INTERVAL if calibration.kind == ReliabilityBandKind.BINNED else BAND, QUIET)
    # In this order, since what is put later covers what is there: the band, the diagonal, the curve.
    for column in range(WIDE):
        put(column, (column + 0.5) / WIDE, DIAGONAL, QUIET)
    for column, observed, low, high in columns:
        is_off = _is_off(calibration, (column + 0.5) / WIDE, observed, low, high)
        put(column, observed, SEEN, WARN if is_off else STRONG)
    for i, row in enumerate(rows):
        label = {0: "1", HIGH // 2: "0.5", HIGH - 1: "0"}.get(i, "")
        yield Text.assemble((f"{label:>4} ", QUIET), *row)
    yield Text(f"     {_bars(calibration)}")
    yield Text(f"     0{'0.5':>{WIDE // 2 + 1}}{'1':>{WIDE // 2 - 2}}", style=QUIET)


def _line_of(share: float) -> int:
    return round((1 - min(1.0, max(0.0, share))) * (HIGH - 1))


def _columns(points: ReliabilityCurve) -> list[tuple[int, float, float, float]]:
    """Return column, curve, and band where there are scores."""
    centres = (np.arange(WIDE) + 0.5) / WIDE
    first, last = (min(WIDE - 1, int(score * WIDE)) for score in (points.scores[0], points.scores[-1]))
    lines = [np.interp(centres, points.scores, values) for values in (points.observed, points.low, points.high)]
    return [(i, *(float(values[i]) for values in lines)) for i in range(first, last + 1)]  # type: ignore[misc]


def _bin_columns(points: ReliabilityCurve) -> list[tuple[int, float, float, float]]:
    return [(min(WIDE - 1, int(p.score * WIDE)), p.observed, p.low, p.high) for p in points]


def _is_off(calibration: Calibration, score: float, observed: float, low: float, high: float) -> bool:
    judged = observed if calibration.method == "consistency" else score
    return not low <= judged <= high


def _bars(calibration: Calibration) -> str:
    rows = calibration.histogram.positives + calibration.histogram.negatives
    heights = np.sqrt(rows / max(rows.max(), 1e-300))  # so that a few rows can be seen beside many
    each = WIDE // len(rows)
    return "".join(block(height) * each for height in heights)


def _bins(points: ReliabilityCurve) -> Table:
    table = _table("promised", "observed", "interval", "rows")
    for point in points:
        limits = f"{percent(point.low).removesuffix(' %')} to {percent(point.high)}"
        table.add_row(percent(point.score), Text(percent(point.observed), style=STRONG), limits, count(point.rows))
    return table


def _binned_error(calibration: Calibration) -> Iterator[str]:
    error = calibration.error
    if error is None:
        return
    yield (
        f"Expected calibration error {error.value:.3g} in {error.bins} {error.spacing.value} bins; calibrated "
        f"probabilities show {error.by_chance:.3g} by chance, and rarely more than {error.chance_high:.3g}."
    )


def _parts(calibration: Calibration) -> Table:
    table = _table("", "score", "= miscalibration", "- discrimination", "+ uncertainty")
    for parts in calibration.decompositions.values():
        values = (parts.value, parts.miscalibration, parts.discrimination, parts.uncertainty)
        title = {"brier": "Brier score", "log_loss": "Log loss"}[parts.score]
        table.add_row(title, *(INFINITY if isinf(value) else f"{value:.4g}" for value in values))
    return table


def _tests(tests: CalibrationTests) -> Table:
    table = _table("", "value", "interval", "SE", "ideal", "p")
    rows: Sequence[tuple[str, Estimate, float | None, str]] = (
        ("Observed / expected", tests.observed_expected, None, "1"),
        ("In the large", tests.in_the_large, tests.in_the_large.standard_error, "0"),
        ("Intercept", tests.intercept, tests.intercept.standard_error, "0"),
        ("Slope", tests.slope, tests.slope.standard_error, "1"),
    )
    for name, value, error, ideal in rows:
        limits = "" if value.low is None or value.high is None else f"{decimal(value.low)} to {decimal(value.high)}"
        number = DASH if value.value is None else decimal(value.value)
        table.add_row(name, Text(number, style=STRONG), limits, "" if error is None else decimal(error), ideal, "")
    for name, test in (("Intercept 0, slope 1", tests.likelihood_ratio), ("Spiegelhalter's z", tests.spiegelhalter)):
        table.add_row(name, *_significance(test))
    return table


def _significance(test: SignificanceTest) -> tuple[str, ...]:
    if test.statistic is None or test.p_value is None:
        return DASH, "", "", "", ""
    return decimal(test.statistic), "", "", "", written_p(test.p_value)


def _recalibration(recalibration: Recalibration) -> Iterator[RenderableType]:
    yield _sentences(recalibration.verdict, recalibration.findings, recalibration.method.value)
    table = _table("", "Brier", "log loss", "miscalibration", "ROC AUC")
    if recalibration.before is not None:
        table.add_row("now", *_quality(recalibration.before))
    table.add_row("recalibrated", *_quality(recalibration.after))
    yield table
    yield Text(
        f"Cross-fitted in {recalibration.folds} folds, {recalibration.repeats} times, seed {recalibration.seed}.",
        style=QUIET,
    )
    yield from (Text(f"Note: {note}.", style=QUIET) for note in recalibration.notes)


def _quality(quality: Quality) -> Iterator[str]:
    for value in (quality.brier, quality.log_loss, quality.miscalibration, quality.roc_auc):
        yield INFINITY if isinf(value) else f"{value:.4g}"


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column(first, justify="left" if not first else "right", no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table
