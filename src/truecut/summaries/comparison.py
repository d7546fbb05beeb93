"""A comparison as one plain tree: the only input of the views that draw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from truecut.catalogue import Metric, metric
from truecut.catalogue.model import Model
from truecut.data.rows import Provenance
from truecut.decisions.findings.ranking import said_of_reversed
from truecut.errors import UnknownName
from truecut.inference.comparison import At, Comparison
from truecut.inference.paired.best import ModelRanking, ModelStanding
from truecut.inference.paired.criterion import Criterion, at_cheapest, at_share_of_reference
from truecut.inference.paired.difference import MAX_T, Difference
from truecut.inference.paired.dominance import Dominance
from truecut.inference.paired.many import JointTest, has_joint_test
from truecut.inference.paired.operating_points import OperatingPoint, operating_point
from truecut.inference.paired.row_influence import FEWEST_CLUSTERS
from truecut.inference.paired.verdict import Verdict
from truecut.words import DEFAULT, Words
from truecut.words.numerals import decimal
from truecut.words.numerals import threshold as written

OF_SCORES = ("roc_auc", "average_precision", "recall", "specificity", "precision")
ADJUSTED_BY = {"holm": "Holm", "benjamini-hochberg": "Benjamini-Hochberg", MAX_T: "max-t"}  # the default first
OF_DECISIONS = ("recall", "specificity", "precision", "f1", "accuracy")


@dataclass(frozen=True)
class MetricComparison:
    """One metric: the models from the best to the worst, every pair, and all of them together."""

    metric: Metric
    standings: tuple[ModelStanding, ...]
    differences: tuple[Difference, ...]
    joint: JointTest | None
    at: str


@dataclass(frozen=True)
class Cell:
    """Who flags how many rows of a class."""

    is_positive: bool
    by_first: bool
    by_second: bool
    rows: float


@dataclass(frozen=True)
class PairOfModels:
    """Two models and the rows by who flags them."""

    first: str
    second: str
    cells: tuple[Cell, ...]

    @property
    def differing(self) -> float:
        """Return the rows on which they decide differently."""
        return sum(cell.rows for cell in self.cells if cell.by_first != cell.by_second)

    def alone(self, *, of_positives: bool, by_first: bool) -> float:
        """Return the rows of a class that one of the models flags alone."""
        return sum(
            cell.rows
            for cell in self.cells
            if cell.is_positive == of_positives and cell.by_first == by_first and cell.by_second != by_first
        )

    def of_class(self, *, positive: bool) -> float:
        """Return the rows of a class."""
        return sum(cell.rows for cell in self.cells if cell.is_positive == positive)


@dataclass(frozen=True)
class ComparisonSummary:
    """Everything that was found about models on the same rows."""

    read: Provenance
    words: Words
    models: tuple[str, ...]
    thresholds: tuple[float | None, ...]  # None for hard predictions
    reference: str
    level: float
    seed: int
    is_paired: bool
    ranked: ModelRanking  # by the first metric
    verdicts: tuple[Verdict, ...]  # by the first metric: the other models beside the reference
    metrics: tuple[MetricComparison, ...]
    pairs: tuple[PairOfModels, ...]
    above: tuple[Dominance, ...]
    adjust: str = "holm"
    criterion: str = ""  # what decides, in words
    cuts: str = ""  # where models were cut that had no stated threshold
    outside: tuple[str, ...] = ()  # thresholds that lie outside the scores of their model
    supposed: str = ""  # of metrics where positives are more or less common than in the rows
    reversed_scores: tuple[str, ...] = ()  # models whose scores look reversed

    @property
    def answer(self) -> str:
        """Return who is best in a sentence: of two models the verdict says who is ahead, of more the ranking."""
        is_pair = len(self.models) == 2 and len(self.verdicts) == 1
        return self.verdicts[0].sentence if is_pair else self.ranked.answer

    @property
    def adjusted_by(self) -> str:
        """Return how several comparisons are allowed for, as people write it."""
        return ADJUSTED_BY[self.adjust]

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what to know about the numbers, each said once."""
        said = [
            f"compared by {self.criterion}" if self.criterion else "",
            self.cuts,
            *self.outside,
            *self.reversed_scores,
        ]
        said += [self.supposed, self.ranked.note]
        said += [note for verdict in self.verdicts for note in verdict.notes]
        said += [difference.note for of in self.metrics for difference in of.differences]
        said += [of.joint.note for of in self.metrics if of.joint is not None]
        return tuple(dict.fromkeys(part for note in said for part in note.split("; ") if part))


def summary_of_comparison(
    comparison: Comparison,
    names: Sequence[str] = (),
    *,
    at: At = "own",
    margin: float | None = None,
    above: tuple[float, float] | None = None,
    adjust: str = "holm",
) -> ComparisonSummary:
    """Return what there is to say about the models, by these metrics: the first one decides."""
    if adjust not in ADJUSTED_BY:
        raise UnknownName("adjustment of p-values", adjust, ADJUSTED_BY)
    said = ""
    if not names and comparison.criterion == Criterion.COST and operating_point(at).is_own:
        comparison, said = at_cheapest(comparison)
    chosen = [metric(name) for name in names] or default_metrics(comparison)
    decides = chosen[0].name if names or not operating_point(at).is_own or margin is not None else None
    point, first, reference = operating_point(at), chosen[0], comparison.reference
    others = [name for name in comparison.models if name != reference]
    verdicts = tuple(_verdict(comparison, other, decides, margin, _at(first, point)) for other in others)
    supposed = comparison.models[reference].situation.supposed
    if comparison.rows is None and comparison.criterion == Criterion.COST:
        comparison, said = at_share_of_reference(comparison, said)
    of_first = _at(first, point)
    return ComparisonSummary(
        comparison.read,
        comparison.words,
        tuple(comparison.models),
        tuple(None if model.is_hard else model.threshold for model in comparison.models.values()),
        reference,
        comparison.level,
        comparison.seed,
        comparison.rows is not None,
        _ranking(comparison, decides, of_first, adjust),
        verdicts,
        tuple(_of_metric(comparison, entry, _at(entry, point), adjust) for entry in chosen),
        () if comparison.rows is None else tuple(_pairs(comparison)),
        () if above is None else tuple(comparison.above(other, reference, fpr=above) for other in others),
        adjust,
        str(comparison.criterion) if decides is None else metric(decides).title,
        said,
        tuple(filter(None, map(outside_scores, comparison.models.values()))),
        supposed,
        tuple(filter(None, map(_reversed, comparison.models.values()))),
    )


def _reversed(model: Model) -> str:
    """Say that the scores of a model look reversed, so that it is worse than it need be."""
    area = model.metric("roc_auc").value
    is_so = not model.is_hard and area is not None and bool(said_of_reversed(model, DEFAULT))
    return f"the scores of {model.name!r} look reversed (ROC AUC {area:.3f}): --lower-is-positive?" if is_so else ""


def _ranking(comparison: Comparison, decides: str | None, at: OperatingPoint, adjust: str) -> ModelRanking:
    """Return who comes first; where a class is absent and nobody asked for a metric, that nobody can be told."""
    name = decides or comparison.criterion.metric
    values = [model.metric(name) for model in comparison.models.values()]
    undefined = next((one.undefined for one in values if not one.is_defined), None)
    if decides is not None or undefined is None:
        return comparison.ranking(decides, at=at, adjust=adjust)
    answer = f"Not enough data to rank the models: {undefined}."
    return ModelRanking(name, answer, (), tuple(comparison.models), comparison.level)


def outside_scores(model: Model) -> str:
    """Say that a stated threshold flags every row or none, if it does."""
    table = model.table
    if model.is_hard or not len(table) or model.name not in model.situation.threshold:
        return ""
    low, high = (decimal(float(end)) for end in (table.scores.min(), table.scores.max()))
    cut, counts, everywhere = model.threshold, model.point.counts, f"every score of {model.name!r} ({low} to {high})"
    side = "below" if cut < table.scores.min() else "above"
    where = f"{written(cut)} lies {side} {everywhere}"
    if not counts.tp + counts.fp:
        return f"{where}: nothing is flagged"
    return f"{where}: everything is flagged" if cut < table.scores.min() or cut > table.scores.max() else ""


def _verdict(
    comparison: Comparison, other: str, decides: str | None, margin: float | None, at: OperatingPoint
) -> Verdict:
    if decides is None:
        return comparison.verdict(other, comparison.reference)
    return comparison.verdict(other, comparison.reference, metric=decides, margin=margin, at=at)


def default_metrics(comparison: Comparison) -> list[Metric]:
    """Return what is compared unless something is asked for: of scores or of decisions, as far as it has a value."""
    is_hard = any(model.is_hard for model in comparison.models.values())
    priced = ("mean_cost",) if comparison.situation.cost is not None else ()
    entries = [metric(name) for name in (*priced, *(OF_DECISIONS if is_hard else OF_SCORES))]
    models = comparison.models.values()
    return [entry for entry in entries if all(model.metric(entry.name).is_defined for model in models)] or entries[:1]


def _at(entry: Metric, point: OperatingPoint) -> OperatingPoint:
    """Return the operating point, which a metric of all thresholds has none of."""
    return point if entry.needs_only_counts else OperatingPoint()


def _of_metric(comparison: Comparison, entry: Metric, point: OperatingPoint, adjust: str) -> MetricComparison:
    differences = tuple(comparison.differences(entry.name, at=point, adjust=adjust))
    return MetricComparison(
        entry,
        tuple(comparison.standings(entry.name, at=point, adjust=adjust)),
        differences,
        _joint(comparison, entry, point),
        differences[0].at,
    )


def _joint(comparison: Comparison, entry: Metric, point: OperatingPoint) -> JointTest | None:
    rows = comparison.rows
    if (
        rows is None
        or comparison.has_folds
        or len(comparison.models) < 3
        or not point.is_own
        or not has_joint_test(entry)
    ):
        return None
    is_weighted = next(iter(comparison.models.values())).design.is_weighted
    if entry.is_share_of_truth and (rows.clusters is not None or is_weighted):
        return None
    few = rows.clusters is not None and rows.number_of_clusters < FEWEST_CLUSTERS
    return None if few else comparison.joint_test(entry.name)


def _pairs(comparison: Comparison) -> Iterator[PairOfModels]:
    for first, second in combinations(comparison.models, 2):
        cells = comparison.disagreements(first, second).cells
        yield PairOfModels(first, second, tuple(Cell(*cell) for cell in cells))
