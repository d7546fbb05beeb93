"""Recalibration in words: worth it or not, and what else would change."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from math import isinf

from truecut.inference.estimate import Estimate
from truecut.words.numerals import decimal, percent, threshold

LEAST_GAIN = 0.01  # of the Brier score: a smaller gain, however sure, is not worth another step in production

Scores = tuple[float, float, float]  # Brier score, log loss, ROC AUC


class RecalibrationVerdict(StrEnum):
    """Whether to recalibrate."""

    WORTH_IT = "worth it"
    NOT_WORTH_IT = "not worth it"
    WORSE = "would make it worse"
    TURNED = "turned into probabilities"


def verdict_of_recalibration(gain: Estimate, before: float | None) -> RecalibrationVerdict:
    """Return the verdict of the fall of the Brier score; before is None where there were no probabilities."""
    if before is None or gain.value is None or gain.low is None or gain.high is None:
        return RecalibrationVerdict.TURNED
    if gain.high < 0:
        return RecalibrationVerdict.WORSE
    return (
        RecalibrationVerdict.WORTH_IT
        if gain.low > 0 and gain.value >= LEAST_GAIN * before
        else RecalibrationVerdict.NOT_WORTH_IT
    )


def findings_of_recalibration(
    verdict: RecalibrationVerdict,
    gain: Estimate,
    *,
    before: Scores | None,
    after: Scores,
    uncertainty: float,
    thresholds: tuple[float, float],
) -> Iterator[str]:
    """Return what there is to say, the verdict first."""
    brier, log_loss, area = after
    if before is None:
        skill = percent(max(0.0, 1 - brier / uncertainty))
        yield (
            f"The scores can be turned into probabilities with a Brier score of {brier:.3g} on rows that did not fit "
            f"the map; that saves {skill} of the {uncertainty:.3g} of saying the prevalence to all."
        )
    else:
        yield _headline(verdict, gain, before[0], brier)
        yield from _log_loss(before[1], log_loss)
        if abs(before[2] - area) >= 5e-4:
            change = f"from {decimal(before[2])} to {decimal(area)}"
            yield f"ROC AUC goes {change}, since rows that differed are given the same probability."
    if isinf(log_loss) and (before is None or not isinf(before[1])):
        yield (
            "The log loss becomes infinite: some rows that did not fit the map were called impossible. Where that "
            "matters, take a smooth map: platt."
        )
    yield f"The present threshold {threshold(thresholds[0])} becomes {threshold(thresholds[1])}."


def _headline(verdict: RecalibrationVerdict, gain: Estimate, before: float, after: float) -> str:
    change = f"from {before:.3g} to {after:.3g} on rows that did not fit the map"
    between = f"{_signed(gain.low)} to {_signed(gain.high)}, {100 * gain.level:g} % interval"
    if verdict == RecalibrationVerdict.WORTH_IT:
        return f"Recalibrating is worth it: the Brier score falls {change} (a gain of {between})."
    if verdict == RecalibrationVerdict.WORSE:
        return f"Recalibrating would make it worse: the Brier score rises {change} (a gain of {between})."
    if gain.low is not None and gain.low > 0:
        return f"Recalibrating is hardly worth it: the Brier score falls, but only {change} (a gain of {between})."
    return (
        f"Recalibrating is not worth it on this evidence: the Brier score goes {change}, which may be chance "
        f"(a gain of {between})."
    )


def _log_loss(before: float, after: float) -> Iterator[str]:
    if isinf(after):
        return
    was = "infinite" if isinf(before) else f"{before:.3g}"
    yield f"The log loss goes from {was} to {after:.3g}."


def _signed(number: float | None) -> str:
    return "" if number is None else f"{number:.2g}"
