"""Decision curves for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, log10

import numpy as np
from numpy.typing import NDArray
from rich.console import Group, RenderableType
from rich.table import Table

from truecut.data.rows import Provenance
from truecut.decisions.decision_curve import Benefit, DecisionCurve, ModelBenefit
from truecut.inference.bands.band import BandKind
from truecut.views.terminal_tables import QUIET, STRONG, WARN
from truecut.views.visible_drawing import Text
from truecut.words import Words
from truecut.words.numerals import count, percent

COLUMNS = ("threshold", "worth", "", "flag all", "gain", "", "avoided", "best")
SHOWN = 11  # thresholds that fit a screen


def drawn_decision_curve(read: Provenance, words: Words, curve: DecisionCurve) -> RenderableType:
    """Return where each model is worth acting on, and what it is worth at some thresholds."""
    parts: list[RenderableType] = [Text(sentence, style=STRONG) for sentence in curve.sentences]
    parts += [Text.assemble(("! ", WARN), warning) for warning in curve.warnings]
    about = f"{count(curve.rows)} {words.units}, {percent(curve.prevalence)} {words.positive}"
    parts += [Text(f"{read.source}, {about}.", style=QUIET)]
    for model in curve.models:
        parts += ["", *([Text(model.name, style=STRONG)] if len(curve.models) > 1 else []), _table(model, curve)]
    parts += ["", *(Text(line, style=QUIET) for line in _legend(curve, words))]
    return Group(*parts)


def _table(model: ModelBenefit, curve: DecisionCurve) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style=QUIET)
    for name in COLUMNS:
        table.add_column(name, justify="left" if not name else "right", no_wrap=True)
    digits = _digits(curve.prevalence)
    for i in _shown(len(curve.thresholds)):
        numbers = [_number(float(b.value[i]), digits) for b in (model.net_benefit, curve.flag_all, model.advantage)]
        table.add_row(
            percent(float(curve.thresholds[i])),
            numbers[0],
            _interval(model.net_benefit, i, digits),
            *numbers[1:],
            _interval(model.advantage, i, digits),
            f"{float(model.avoided.value[i]):.1f}",
            _chance(float(model.chance_best[i])),
            # Bold is a claim: that the model is worth acting on at this threshold beyond chance.
            style=STRONG if model.advantage.low[i] > 0 else "",
        )
    return table


def _digits(prevalence: float) -> int:
    """Return how many decimals tell net benefits apart: there is no more to gain than there are positives."""
    return 2 + max(1, ceil(-log10(prevalence)))


def _number(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:.{digits}f}"  # -0.0 + 0.0 is 0.0


def _chance(share: float) -> str:
    # 0 % and 100 % are said only where no resample, or every one, says so.
    if 0 < share < 0.01:
        return "<1 %"
    return ">99 %" if 0.99 < share < 1 else f"{100 * share:.0f} %"


def _shown(points: int) -> NDArray[np.intp]:
    return np.unique(np.linspace(0, points - 1, SHOWN).round().astype(np.intp))


def _interval(benefit: Benefit, i: int, digits: int) -> str:
    return f"{_number(float(benefit.low[i]), digits)} to {_number(float(benefit.high[i]), digits)}"


def _legend(curve: DecisionCurve, words: Words) -> Iterator[str]:
    yield "worth: net benefit, hits per row less false alarms at the odds of the threshold; flagging none is worth 0."
    yield "gain: over flagging all or none, whichever is worth more; bold where its lower limit is above 0."
    yield f"avoided: alarms in 100 {words.units}, against flagging all, with no more misses."
    together = "among all models, flagging all and none" if curve.is_paired else "beside flagging all and none"
    drawn = f"{count(curve.replicates)} resamples (seed {curve.seed})"
    yield f"best: share of {drawn} in which it is worth most, {together}."
    at_once = "at all thresholds at once" if curve.kind == BandKind.SIMULTANEOUS else "at each threshold by itself"
    yield f"Limits: {100 * curve.level:g} %, {at_once}." + (f" Note: {curve.note}." if curve.note else "")
