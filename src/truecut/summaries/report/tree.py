"""What the page draws beside the summary. `views/page_data.py` writes it, `report/src/payload.ts` reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from truecut.catalogue import Value
from truecut.catalogue.costs import PER_ROW, Cost, Price
from truecut.catalogue.model import Model
from truecut.counting.counts import CELLS
from truecut.decisions.rows_to_look_at import LookedAt, RowsToLookAt
from truecut.summaries.histogram import ScoreHistogram
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.report.other_shares import OtherShares
from truecut.summaries.summary import Summary
from truecut.words import Words

UNSTATED = Cost(fp=1, fn=1)

Numbers = tuple[float, ...]
Tree = Any  # a formula as data: a name, a number, or [operator, tree, tree]


@dataclass(frozen=True)
class ReportOptions:
    """What is asked of the page alone."""

    least_group: int = 0  # smaller groups are left out
    command: str = ""  # that made the page
    rows: RowsToLookAt | None = None  # of which the page carries some; none unless it was asked for


@dataclass(frozen=True)
class FollowedAmount:
    """The part of a price that follows amounts: as it was stated, and what it comes to for a row of its class."""

    text: str
    mean: float


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
    is_priced: bool  # its formula holds the prices of outcomes
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
    depends_on_prevalence: bool  # on how common positives are
    parameters: Mapping[str, Any]
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
    told: str = ""  # unless every score is there: in how many figures each is told, to base 36; 0 as it stands here
    tp_squares: Numbers = ()  # sums of squared weights, where rows have weights of importance
    fp_squares: Numbers = ()
    worth_positive: Numbers = ()  # what amounts add to the cost of each class, from flagging nothing on
    worth_negative: Numbers = ()


@dataclass(frozen=True)
class Corners:
    """The corners of the ROC hull of a group: its own cheapest cuts, whatever mistakes cost.

    Where prices follow amounts its cheapest cut is here too, and others may be the cheapest by other prices.
    """

    scores: Numbers
    tp: Numbers
    fp: Numbers
    is_complete: bool  # no other cut can be the cheapest
    worth_positive: Numbers | None = None  # what amounts add to the cost of each class
    worth_negative: Numbers | None = None


@dataclass(frozen=True)
class GroupCuts:
    """A group at some of its model's cuts."""

    name: str
    rows: int
    positives: float
    negatives: float
    tp: Numbers
    fp: Numbers
    worth_positive: Numbers | None = None  # what amounts add to the cost of each class, from flagging nothing on
    worth_negative: Numbers | None = None
    corners: Corners | None = None  # not where groups and models are many


@dataclass(frozen=True)
class WorseGroups:
    """Which rates of which groups are worse than the rest's at one threshold, beyond chance and by enough to matter."""

    threshold: float
    compared: int  # tests that the p values allow for
    worse: tuple[tuple[str, str], ...]  # group and metric


@dataclass(frozen=True)
class ChartedGroups:
    """The groups of a model that the page shows, and how many it leaves out."""

    groups: tuple[GroupCuts, ...] = ()
    cuts: tuple[int, ...] = ()  # which of the model's cuts they are counted at; none: all of them
    worse: tuple[WorseGroups, ...] = ()  # where groups were tested
    left_out: int = 0


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
class ChartBand:
    """Where a curve may lie."""

    x: Numbers
    low: Numbers
    high: Numbers
    method: str = ""


@dataclass(frozen=True)
class ShareBand(ChartBand):
    """The same of a curve whose both axes are shares, and are drawn from 0 to 1."""


@dataclass(frozen=True)
class FoldLine:
    """A metric that needs no threshold in every fold, and over all of them."""

    metric: str
    by_fold: tuple[Value, ...]
    mean: float | None
    sd: float | None
    pooled: Value


@dataclass(frozen=True)
class ChartedFolds:
    """The folds of a cross-validation."""

    said: str
    names: tuple[str, ...]
    rows: tuple[int, ...]
    lines: tuple[FoldLine, ...]
    worth: float  # of a row, where a fitted model had a part in a metric
    worth_of_truth: float  # and where it had none


@dataclass(frozen=True)
class ModelCharts:
    """One model, or one class against the rest, with what its charts are drawn from."""

    summary: ModelSummary
    positives: float
    negatives: float
    mix: float | None  # the share of positives, where it does not vary
    counts_alike: bool  # whether all rows of a class have one weight
    cuts: Cuts
    stretched: ScoreHistogram | None = None  # on the log odds; its ends are probabilities
    reliability: Reliability | None = None
    groups: ChartedGroups = ChartedGroups()
    bands: Mapping[str, ChartBand] = field(default_factory=dict)
    folds: ChartedFolds | None = None
    looked_at: LookedAt | None = None  # rows of the data, where they were asked for
    other_shares: OtherShares | None = None  # by which metrics of the curve follow the reader's share of positives

    @property
    def words(self) -> Words:
        """Return what its classes are called."""
        return self.summary.subject.words

    @property
    def is_hard(self) -> bool:
        """Say whether it is one point, with no threshold to move."""
        return self.summary.model.is_hard

    @property
    def lower_is_positive(self) -> bool:
        """Say whether low scores are flagged."""
        return self.summary.model.table.lower_is_positive

    @property
    def are_probabilities(self) -> bool:
        """Say whether its scores may be read as probabilities."""
        return self.summary.model.table.are_probabilities and not self.is_hard

    @property
    def has_stated_threshold(self) -> bool:
        """Say whether somebody said where it is cut."""
        return self.summary.model.has_stated_threshold

    @property
    def weights(self) -> str:
        """Say what weights of rows mean."""
        return self.summary.model.table.weights.value

    @property
    def is_sampled_by_class(self) -> bool:
        """Say whether the share of positives was decided, and does not vary."""
        return self.summary.model.design.is_by_class

    @property
    def is_clustered(self) -> bool:
        """Say whether rows resemble each other, so that no interval of the dial would hold."""
        return self.summary.model.design.is_clustered


@dataclass(frozen=True)
class PairedCuts:
    """What two models flag together at pairs of their cuts; cut 0 flags nothing, cut 1 is the first of `Cuts`."""

    first: int  # the place of the model
    second: int
    first_cuts: tuple[int, ...]
    second_cuts: tuple[int, ...]
    tp: Numbers
    fp: Numbers
    tp_squares: Numbers = ()
    fp_squares: Numbers = ()


@dataclass(frozen=True)
class LeftOutModel:
    """A model that the page does not carry: how it ranks, and its cheapest cut in the stated situation."""

    name: str
    roc_auc: float | None
    cut: str  # in as few figures as flag the same rows; empty where there is none
    cost: float | None  # of 1,000 rows


@dataclass(frozen=True)
class LeftOutModels:
    """The models that a page of very many does not carry."""

    number: int
    listed: tuple[LeftOutModel, ...]
    may_be_cheapest: bool  # whether one of them could be the cheapest in another situation


@dataclass(frozen=True)
class ReportSummary:
    """The summary, and what only the page draws."""

    summary: Summary
    version: str
    headline: str
    lede: str
    z: float
    z_of_many: float  # of intervals that allow for a comparison with each other model
    metrics: tuple[MetricEntry, ...]
    curve_metrics: tuple[CurveEntry, ...]
    models: tuple[ModelCharts, ...]
    axis: str
    stretch: tuple[float, float] | None  # from which to which probability the log odds are drawn
    command: str = ""
    pairs: tuple[PairedCuts, ...] | None = None  # none where models are many, or which row is which is not known
    left_out: LeftOutModels | None = None  # none where the page carries all models

    @property
    def cost(self) -> Cost:
        """Return what the page starts with: the stated cost, or a miss and a false alarm at 1 each."""
        return self._stated or UNSTATED

    @property
    def cost_is_stated(self) -> bool:
        """Say whether somebody said what mistakes cost."""
        return self._stated is not None

    @property
    def cost_follows(self) -> dict[str, FollowedAmount] | None:
        """Return which prices follow amounts, in words and by how much on average; None where none does."""
        if not self.cost.columns:
            return None
        model = self.models[0].summary.model
        return {
            outcome: FollowedAmount(
                str(Price(0.0, self.cost.price(outcome).per_amount)),
                sum(
                    factor * _mean_amount(model, column, outcome)
                    for column, factor in self.cost.price(outcome).per_amount.items()
                ),
            )
            for outcome in (*CELLS, PER_ROW)
            if self.cost.price(outcome).per_amount
        }

    @property
    def _stated(self) -> Cost | None:
        return self.models[0].summary.model.situation.cost if self.models else None


def _mean_amount(model: Model, column: str, outcome: str) -> float:
    """Return what the rows are worth on average that may have an outcome: those of its class, or all."""
    worth, rows = model.amounts[column], model.table
    ofs = {"tp": (1, 0), "fn": (1, 0), "fp": (0, 1), "tn": (0, 1)}
    positive, negative = ofs.get(outcome, (1, 1))
    counted = positive * rows.total_positive + negative * rows.total_negative
    return (positive * worth.total_positive + negative * worth.total_negative) / counted if counted else 0.0
