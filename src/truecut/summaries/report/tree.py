"""What the page is told. `report/src/payload.ts` names the same fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from truecut.catalogue import Value
from truecut.data.rows import Provenance
from truecut.decisions.findings import Finding
from truecut.inference.estimate import Estimate
from truecut.inference.paired.difference import Difference
from truecut.summaries.summary import Classes, SummaryKind
from truecut.words import Words

SCHEMA = 1

Numbers = tuple[float, ...]
Tree = Any  # a formula as data: a name, a number, or [operator, tree, tree]


@dataclass(frozen=True)
class MetricEntry:
    """One metric of four counts: its formula as data, and what to know about it.

    Texts still say {positive}, {negative}, {unit} and {units}: each class of many has its own words.
    """

    name: str
    title: str
    family: str
    aliases: tuple[str, ...]
    formula: Tree
    numerator: Tree | None  # of a share of rows
    denominator: Tree | None
    meaning: str
    use: str
    misleads: str
    equals: tuple[str, ...]
    confused_with: Mapping[str, str]
    undefined: tuple[tuple[Tree, str], ...]  # what is 0 then, and why there is no value
    better: str
    bounds: tuple[float, float]
    is_percentage: bool
    is_total: bool
    parameters: Mapping[str, float]
    interval: str  # name of the default method, or ''
    by_class: str  # its interval where rows were sampled by class: "own", "none" or "spread" of both rates
    reference: str


@dataclass(frozen=True)
class CurveEntry:
    """One metric of the whole curve, which no threshold moves; each model knows its value."""

    name: str
    title: str
    family: str
    aliases: tuple[str, ...]
    formula: str
    meaning: str
    use: str
    misleads: str
    better: str
    bounds: tuple[float, float]
    is_percentage: bool
    reference: str


@dataclass(frozen=True)
class Cuts:
    """Scores to cut at, the most demanding first, and what each flags; flagging nothing comes before all of them.

    A score may stand here shortened to what flags the same rows, unless every score is there; then `digits` says how
    many of them are enough for the threshold that people see.
    """

    scores: Numbers
    digits: tuple[int, ...]
    tp: Numbers
    fp: Numbers
    is_complete: bool  # every distinct score is there
    exact: Numbers = ()  # further thresholds at which these counts are exact
    tp_squares: Numbers = ()  # sums of squared weights, where rows have weights of importance
    fp_squares: Numbers = ()


@dataclass(frozen=True)
class GroupCuts:
    """A group at some of its model's cuts."""

    name: str
    rows: int
    positives: float
    negatives: float
    tp: Numbers
    fp: Numbers
    auc: Value


@dataclass(frozen=True)
class Gaps:
    """Which rates of which groups are worse than the rest's at one threshold, beyond chance and by enough to matter."""

    threshold: float
    compared: int  # tests that the p values allow for
    worse: tuple[tuple[str, str], ...]  # group and metric


@dataclass(frozen=True)
class Bars:
    """How many positives and negatives fall into equal steps between two scores."""

    low: float
    high: float
    positives: Numbers
    negatives: Numbers


@dataclass(frozen=True)
class Preset:
    """A threshold worth looking at, and why."""

    name: str
    threshold: float | None  # None flags nothing
    why: str


@dataclass(frozen=True)
class PageMetric:
    """A metric of the whole curve, as the page shows it."""

    value: float | None
    undefined: str | None = None
    low: float | None = None
    high: float | None = None
    method: str | None = None
    note: str | None = None

    @classmethod
    def of(cls, found: Estimate) -> PageMetric:
        """Return what is shown of an estimate."""
        return cls(found.value, found.undefined, found.low, found.high, found.method or None, found.note or None)


@dataclass(frozen=True)
class Reliability:
    """What share of the rows with a score is positive, and where it would lie if the scores were calibrated."""

    scores: Numbers
    observed: Numbers
    low: Numbers
    high: Numbers
    verdict: str
    method: str


@dataclass(frozen=True)
class PageBand:
    """Where a curve may lie."""

    x: Numbers
    low: Numbers
    high: Numbers
    method: str = ""


@dataclass(frozen=True)
class ShareBand(PageBand):
    """The same of a curve whose both axes are shares, and are drawn from 0 to 1."""


@dataclass(frozen=True)
class ModelPage:
    """One model, or one class against the rest."""

    name: str
    words: Words
    rows: int
    positives: float
    negatives: float
    threshold: float | None
    is_hard: bool
    lower_is_positive: bool
    are_probabilities: bool
    distinct_scores: int
    weights: str
    is_sampled_by_class: bool  # then the share of positives was decided, and does not vary
    is_clustered: bool  # then rows resemble each other, and no interval of the dial would hold
    student: float  # how many standard errors a mean over all rows may be away
    cuts: Cuts
    bars: Bars | None
    stretched: Bars | None  # on the log odds
    presets: tuple[Preset, ...]
    known: Mapping[str, PageMetric]  # metrics of the whole curve
    reliability: Reliability | None
    groups: tuple[GroupCuts, ...] = ()
    gaps: tuple[Gaps, ...] = ()  # where groups were tested
    group_cuts: tuple[int, ...] = ()  # which of the cuts the groups are counted at; none: all of them
    bands: Mapping[str, PageBand] = field(default_factory=dict)


@dataclass(frozen=True)
class ReportSummary:
    """Everything on the page."""

    version: str
    kind: SummaryKind
    title: str
    headline: str
    lede: str
    read: Provenance
    words: Words
    level: float
    z: float
    findings: tuple[Finding, ...]
    metrics: tuple[MetricEntry, ...]
    curve_metrics: tuple[CurveEntry, ...]
    models: tuple[ModelPage, ...]
    axis: str
    stretch: tuple[float, float] | None  # from which to which probability the log odds are drawn
    cost: Mapping[str, float]
    cost_is_stated: bool
    command: str = ""
    classes: Classes | None = None
    comparison: tuple[Difference, ...] = ()  # paired, between models
    schema: int = SCHEMA
