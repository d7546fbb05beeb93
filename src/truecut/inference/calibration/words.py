"""Calibration in words: the verdict first, then what is wrong, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from truecut.inference.calibration.decomposition import Decomposition
from truecut.inference.calibration.significance import CalibrationTests
from truecut.words import Words
from truecut.words.numerals import decimal, percent, times_in_100

LITTLE = 0.01  # of the Brier score of saying the prevalence to all: less miscalibration hardly matters
ALONE = " That is this number looked at alone; of several, chance moves one more often."
LEAST_SHARE = 0.01  # of the rows: a stretch of the curve that holds fewer is not worth a sentence


class CalibrationVerdict(StrEnum):
    """Whether the probabilities mean what they say."""

    CALIBRATED = "no miscalibration can be seen"
    LITTLE = "miscalibrated, but little"
    MISCALIBRATED = "miscalibrated"


@dataclass(frozen=True)
class ByChance:
    """How much miscalibration calibrated probabilities show on as many rows."""

    mean: float
    high: float  # what they stay below as often as the level says
    p_value: float  # how often they show at least as much as was seen


@dataclass(frozen=True, eq=False)
class Outside:
    """Where the curve lies outside the band of calibrated probabilities."""

    scores: NDArray[np.float64]
    rows: NDArray[np.float64]
    above: NDArray[np.bool_]
    below: NDArray[np.bool_]


def verdict_of_calibration(
    brier: Decomposition, chance: ByChance, tests: CalibrationTests, level: float
) -> CalibrationVerdict:
    """Return the verdict of two tests: of any rising shape, and of probabilities too extreme or shifted.

    Where both can be made there are two chances to go wrong, and each gets half of what the level leaves.
    """
    p_values = _p_values(chance, tests)
    if min(p_values) * len(p_values) > 1 - level:
        return CalibrationVerdict.CALIBRATED
    beyond_chance = brier.miscalibration - chance.mean
    return CalibrationVerdict.LITTLE if beyond_chance < LITTLE * brier.uncertainty else CalibrationVerdict.MISCALIBRATED


def findings_of_calibration(
    verdict: CalibrationVerdict,
    brier: Decomposition,
    chance: ByChance,
    tests: CalibrationTests,
    outside: Outside | None,
    words: Words,
) -> Iterator[str]:
    """Return what there is to say, most important first."""
    yield _headline(verdict, brier, chance, tests)
    yield (
        f"Of the Brier score of {brier.value:.3g}, {brier.miscalibration:.3g} is miscalibration that recalibrating "
        f"could remove at most; calibrated probabilities show {chance.mean:.3g} by chance on as many "
        f"{words.units}."
    )
    alone = ALONE if verdict == CalibrationVerdict.CALIBRATED else ""
    yield from (said + alone for said in _in_the_large(tests, words))
    yield from _spread(tests, alone)
    if outside is not None and verdict != CalibrationVerdict.CALIBRATED:
        yield from _places(outside, words)


def _headline(verdict: CalibrationVerdict, brier: Decomposition, chance: ByChance, tests: CalibrationTests) -> str:
    if verdict == CalibrationVerdict.CALIBRATED:
        how_often = times_in_100(chance.p_value)
        return f"No miscalibration can be seen: calibrated probabilities would look at least this far off {how_often}."
    chance_would = f"calibrated probabilities would look this far off {_rarely(min(_p_values(chance, tests)))}"
    if verdict == CalibrationVerdict.MISCALIBRATED:
        return f"The probabilities are miscalibrated: {chance_would}."
    share = percent(max(0.0, brier.miscalibration - chance.mean) / brier.uncertainty) if brier.uncertainty else "0 %"
    return (
        f"The probabilities are miscalibrated, but little: {chance_would}, yet it costs no more than {share} of the "
        "Brier score of knowing only the prevalence."
    )


def _p_values(chance: ByChance, tests: CalibrationTests) -> list[float]:
    """Return how often chance would go as far by each test; without log odds Spiegelhalter's test steps in."""
    of_line = (tests.likelihood_ratio.p_value, tests.spiegelhalter.p_value)
    return [chance.p_value, *[p_value for p_value in of_line if p_value is not None][:1]]


def _rarely(share: float) -> str:
    return "less than once in 1,000 times" if share < 0.001 else times_in_100(share)


def _in_the_large(tests: CalibrationTests, words: Words) -> Iterator[str]:
    ratio = tests.observed_expected
    if ratio.value is None or ratio.low is None or ratio.high is None or ratio.low <= 1 <= ratio.high:
        return
    side = "too low" if ratio.value > 1 else "too high"
    yield (
        f"As a whole they are {side}: for each {words.positive} {words.unit} that they promise there are "
        f"{decimal(ratio.value)} ({decimal(ratio.low)} to {decimal(ratio.high)})."
    )


def _spread(tests: CalibrationTests, alone: str) -> Iterator[str]:
    slope = tests.slope
    if slope.value is None:
        yield from _without_slope(tests, alone)
        return
    if slope.low is None or slope.high is None or slope.low <= 1 <= slope.high:
        return
    said = f"slope {decimal(slope.value)} ({decimal(slope.low)} to {decimal(slope.high)})"
    if slope.value < 0:
        yield f"Higher probabilities go with fewer positives: the {said} is below 0.{alone}"
    elif slope.value < 1:
        yield f"They are too extreme, the high ones too high and the low ones too low: {said}.{alone}"
    else:
        yield f"They are too cautious, the high ones too low and the low ones too high: {said}.{alone}"


def _without_slope(tests: CalibrationTests, alone: str) -> Iterator[str]:
    """Say by Spiegelhalter's test what the slope would have said."""
    yield f"There is no calibration slope: {tests.slope.undefined}."
    z, p_value = tests.spiegelhalter.statistic, tests.spiegelhalter.p_value
    if z is None or p_value is None or p_value > 1 - tests.level:
        return
    said = (
        f"the Brier score is {'higher' if z > 0 else 'lower'} than they promise themselves (Spiegelhalter's z {z:.2f})"
    )
    yield f"They are too {'extreme' if z > 0 else 'cautious'}: {said}.{alone}"


def _places(outside: Outside, words: Words) -> Iterator[str]:
    """Return the stretch with the most rows on either side of the band."""
    for mask, side, remedy in ((outside.above, "above", "too low"), (outside.below, "below", "too high")):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
        stretches = [(float(outside.rows[a:b].sum()), a, b - 1) for a, b in edges.reshape(-1, 2)]
        most = max(stretches, default=None)
        if most is None or most[0] < LEAST_SHARE * outside.rows.sum():
            continue
        share, low, high = most[0] / outside.rows.sum(), outside.scores[most[1]], outside.scores[most[2]]
        where = f"at {decimal(low)}" if low == high else f"between {decimal(low)} and {decimal(high)}"
        how_many = f"{percent(share)} of the {words.units}"
        yield f"They are {remedy} {where}, where the curve lies {side} the band ({how_many})."
