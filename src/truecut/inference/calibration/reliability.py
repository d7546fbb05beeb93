"""Whether probabilities mean what they say: the reliability curve with a band, its score in parts, tests and words.

The curve is the isotonic regression of the outcomes on the probabilities (CORP, without bins to choose: Dimitriadis,
Gneiting & Jordan 2021, PNAS 118:e2016191118), or by name the usual bins. The consistency band lies where the curve of
calibrated probabilities would; a curve outside it is miscalibrated there. Everything is computed from the score table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.defined import missing_probabilities
from truecut.catalogue.model import ONE_POINT, Model
from truecut.catalogue.origin import Origin
from truecut.counting.binned_counts import binned_counts
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, BadScore, UnknownName
from truecut.inference.calibration.binned import BinnedError, Spacing, binned, binned_error_beside_chance, checked_bins
from truecut.inference.calibration.by_design import tests_by_design
from truecut.inference.calibration.consistency import OutcomeCells, pointwise, pooling_starts, simultaneous
from truecut.inference.calibration.decomposition import Decomposition, decompositions
from truecut.inference.calibration.rising_bounds import Bounds, rising_bounds
from truecut.inference.calibration.significance import CalibrationTests, Coefficient
from truecut.inference.calibration.words import (
    ByChance,
    CalibrationVerdict,
    Outside,
    findings_of_calibration,
    verdict_of_calibration,
)
from truecut.inference.quantiles import checked_level
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.words import DEFAULT, Words
from truecut.words.numerals import count
from truecut.words.shown import Shown

REPLICATES, FEWEST_REPLICATES = 1_000, 100
BARS = 20  # of the histogram of probabilities
Name = TypeVar("Name", bound=StrEnum)


class ReliabilityBandKind(StrEnum):
    """How the curve is drawn."""

    CORP = "corp"
    BINNED = "binned"


class ReliabilityBand(StrEnum):
    """What the band of an isotonic curve says."""

    CONSISTENCY = "consistency"  # where the curve of calibrated probabilities would lie
    CONFIDENCE = "confidence"  # where the curve of all such rows lies, if it rises
    BOOTSTRAP = "bootstrap"  # the same by redrawing from the fitted curve: narrower, and covers too little


class ReliabilityPoint(NamedTuple):
    """The observed share at one probability, and the band there."""

    score: float
    observed: float
    low: float
    high: float
    rows: float


@dataclass(frozen=True, eq=False)
class ReliabilityCurve(Shown):
    """The points of a curve in rising order, as columns; iterate to have them one by one."""

    scores: NDArray[np.float64]
    observed: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    rows: NDArray[np.float64]  # by weight

    def __len__(self) -> int:
        return len(self.scores)

    def __iter__(self) -> Iterator[ReliabilityPoint]:
        for values in zip(self.scores, self.observed, self.low, self.high, self.rows, strict=True):
            yield ReliabilityPoint(*map(float, values))

    def thinned(self, most: int) -> ReliabilityCurve:
        """Return at most so many points, first and last among them; the rows of the others join their neighbours."""
        if most < 2:
            raise BadCall(f"A curve needs at least 2 points, not {most}.")
        if len(self) <= most:
            return self
        starts = pooling_starts(self.rows, most - 1)
        kept = np.append(starts, len(self) - 1) if starts[-1] < len(self) - 1 else starts
        return ReliabilityCurve(
            self.scores[kept], self.observed[kept], self.low[kept], self.high[kept], np.add.reduceat(self.rows, kept)
        )


class Histogram(NamedTuple):
    """How the rows of each class spread over the probabilities, by weight."""

    edges: NDArray[np.float64]
    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Calibration(Shown):
    """A reliability curve and all that goes with it.

    Around a consistency band the curve is judged; the other intervals, confidence bands and Wilson's of bins, lie
    around the curve and are judged against the diagonal.

    >>> import truecut as tc
    >>> e = tc.example("breast-cancer").evaluate(score="forest")
    >>> found = e.calibration(replicates=200)
    >>> found.verdict.value, found.points.to_frame().columns.tolist()
    ('miscalibrated, but little', ['score', 'observed', 'low', 'high', 'rows'])
    """

    kind: ReliabilityBandKind
    points: ReliabilityCurve
    level: float
    method: str  # of the band
    is_simultaneous: bool
    replicates: int
    seed: int
    decompositions: Mapping[str, Decomposition]  # of brier and log_loss
    chance: ByChance
    tests: CalibrationTests
    histogram: Histogram
    verdict: CalibrationVerdict
    findings: tuple[str, ...]  # in words, the verdict first
    notes: tuple[str, ...] = ()  # what to know about the numbers
    error: BinnedError | None = None  # of bins only
    origin: Origin | None = field(default=None, repr=False, compare=False)  # whose it is

    @property
    def decomposition(self) -> Decomposition:
        """Return the parts of the Brier score."""
        return self.decompositions["brier"]

    @property
    def slope(self) -> Coefficient:
        """Return the calibration slope, with its standard error; 1 is calibrated."""
        return self.tests.slope

    @property
    def intercept(self) -> Coefficient:
        """Return the intercept that goes with the slope; 0 is calibrated."""
        return self.tests.intercept

    def thinned(self, most: int) -> Calibration:
        """Return the same with at most so many points, to be drawn.

        `most` is how many.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> len(e.calibration(replicates=100).thinned(5).points.to_frame()) <= 5
        True
        """
        return replace(self, points=self.points.thinned(most))


@dataclass(frozen=True)
class CalibrationRequest:
    """What is asked of a reliability curve: how it is drawn, with which band, and how that is found."""

    kind: ReliabilityBandKind = ReliabilityBandKind.CORP
    band: ReliabilityBand = ReliabilityBand.CONSISTENCY
    is_simultaneous: bool = False
    bins: int = 10
    spacing: Spacing = Spacing.MASS
    level: float = 0.95
    replicates: int = REPLICATES
    seed: int = 0

    def __post_init__(self) -> None:
        checked_level(self.level)
        if self.replicates < FEWEST_REPLICATES:
            raise BadCall(f"A band needs at least {FEWEST_REPLICATES} replicates, not {self.replicates}.")

    @classmethod
    def of(cls, **options: Any) -> CalibrationRequest:
        """Return the request whose kinds are given by name."""
        return cls(**options | {what: _named(NAMED[what], what, options[what]) for what in NAMED if what in options})


NAMED: Mapping[str, type[StrEnum]] = {"kind": ReliabilityBandKind, "band": ReliabilityBand, "spacing": Spacing}


def calibration_of(model: Model, *, words: Words = DEFAULT, **options: Any) -> Calibration:
    """Return how well the probabilities of a model are calibrated; options are those of a `CalibrationRequest`."""
    wanted, table = CalibrationRequest.of(**options), _probabilities(model)
    cells, parts, tests = OutcomeCells.of(table), decompositions(table), tests_by_design(model, wanted.level)
    drawn = cells.drawn(cells.scores, wanted.replicates, Draws(wanted.seed, Purpose.CALIBRATED_OUTCOMES))
    curves = cells.refitted(drawn)
    chance = _chance(cells, parts["brier"].miscalibration, drawn, curves, wanted.level)
    is_binned = wanted.kind == ReliabilityBandKind.BINNED
    points, error = _in_bins(table, cells, drawn, wanted) if is_binned else (_isotonic(cells, curves, wanted), None)
    method = "wilson" if is_binned else wanted.band.value
    verdict = verdict_of_calibration(parts["brier"], chance, tests, wanted.level)
    outside = _outside(points) if method == ReliabilityBand.CONSISTENCY else None
    return Calibration(
        kind=wanted.kind,
        points=points,
        level=wanted.level,
        method=method,
        is_simultaneous=wanted.is_simultaneous and not is_binned,
        replicates=wanted.replicates,
        seed=wanted.seed,
        decompositions=parts,
        chance=chance,
        tests=tests,
        histogram=_histogram(table),
        verdict=verdict,
        findings=tuple(findings_of_calibration(verdict, parts["brier"], chance, tests, outside, words)),
        notes=tuple(_notes(model, cells, method)),
        error=error,
    )


def _in_bins(
    table: ScoreTable, cells: OutcomeCells, drawn: NDArray[Any], wanted: CalibrationRequest
) -> tuple[ReliabilityCurve, BinnedError]:
    found = binned(table, wanted.bins, wanted.spacing, wanted.level)
    bins = checked_bins(wanted.bins)
    error = binned_error_beside_chance(found, cells, drawn, bins=bins, spacing=wanted.spacing, level=wanted.level)
    return ReliabilityCurve(found.scores, found.observed, found.low, found.high, found.rows), error


def _isotonic(cells: OutcomeCells, curves: NDArray[np.float64], wanted: CalibrationRequest) -> ReliabilityCurve:
    observed = cells.observed
    if wanted.band == ReliabilityBand.BOOTSTRAP:
        draws = Draws(wanted.seed, Purpose.FITTED_OUTCOMES)
        curves = cells.refitted(cells.drawn(observed, wanted.replicates, draws))
    low, high = _band(cells, curves, wanted)
    return ReliabilityCurve(cells.scores, observed, low, high, cells.weights.astype(float))


def _band(cells: OutcomeCells, curves: NDArray[np.float64], wanted: CalibrationRequest) -> Bounds:
    band, level, is_simultaneous = wanted.band, wanted.level, wanted.is_simultaneous
    if band == ReliabilityBand.CONFIDENCE:
        successes = cells.positives / cells.weights * cells.rows
        return rising_bounds(successes, cells.rows, level, is_simultaneous=is_simultaneous, are_pooled=cells.are_pooled)
    if is_simultaneous and band == ReliabilityBand.BOOTSTRAP:
        raise BadCall("A bootstrap of isotonic regression holds nowhere at once; ask for the confidence band instead.")
    return simultaneous(curves, level) if is_simultaneous else pointwise(curves, level)


def missing_for_calibration(model: Model) -> str | None:
    """Say why a model has no reliability curve, or nothing."""
    return ONE_POINT if model.is_hard else missing_probabilities(model.curve)


def _probabilities(model: Model) -> ScoreTable:
    reason = missing_for_calibration(model)
    if reason and not model.is_hard and len(model.table):
        raise BadScore(
            f"{model.name!r} has no calibration: {reason}. Turn them into probabilities first: "
            "--recalibrate platt (in Python: e.recalibrate('platt')) fits a logistic curve to the scores, isotonic any "
            "rising one."
        )
    if reason:
        raise BadCall(f"{model.name!r} has no calibration: {reason}.")
    return model.table


def _named(names: type[Name], what: str, name: str) -> Name:
    if name not in list(names):
        raise UnknownName(what, str(name), [each.value for each in names])
    return names(name)


def _chance(
    cells: OutcomeCells,
    miscalibration: float,
    drawn: NDArray[np.int64],
    curves: NDArray[np.float64],
    level: float,
) -> ByChance:
    observed = float(cells.miscalibration(cells.positives[None], cells.observed[None])[0])
    by_chance = cells.miscalibration(drawn, curves)
    # Rounding must not decide between the observed value and a draw that is the same.
    as_much = int((by_chance >= observed - 1e-12).sum())
    # Pooled neighbours hide what is fitted inside a group, in the draws as in the observed value.
    hidden = miscalibration - observed if cells.are_pooled else 0.0
    return ByChance(
        float(by_chance.mean()) + hidden,
        float(np.quantile(by_chance, level)) + hidden,
        (1 + as_much) / (1 + len(by_chance)),
    )


def _outside(points: ReliabilityCurve) -> Outside:
    return Outside(points.scores, points.rows, points.observed > points.high, points.observed < points.low)


def _histogram(table: ScoreTable) -> Histogram:
    def bars(scores: NDArray[Any]) -> NDArray[np.intp]:
        return np.minimum((scores.astype(float) * BARS).astype(np.intp), BARS - 1)

    return Histogram(np.arange(BARS + 1) / BARS, *binned_counts(table, bars, BARS))


def _notes(model: Model, cells: OutcomeCells, method: str) -> Iterator[str]:
    if cells.are_pooled:
        yield (
            f"{count(cells.distinct)} distinct probabilities were pooled into {count(len(cells.scores))} groups of "
            "neighbours for curve and band, small ones at both ends; the decomposition and the tests use all of them"
        )
    if model.design.is_weighted:
        how = "with importance weights" if model.design.mix is None else "where the share of positives is stated,"
        yield f"{how} the band and what chance would give are drawn with the effective rows"
    if model.design.is_clustered:
        yield "rows of one cluster are taken for independent ones in the band, which is too sure of itself"
    if method == ReliabilityBand.CONFIDENCE:
        yield "the confidence band holds for every shape that rises with the score, and is wide for it"
    if method == ReliabilityBand.BOOTSTRAP:
        yield "isotonic regression has no exact bootstrap: this band covers too little, least of all at both ends"
