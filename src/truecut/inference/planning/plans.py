"""A plan, and the question it answers: so many rows of some kind, and what they achieve."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil

from truecut.catalogue import Metric, metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.metric import ALL_ROWS
from truecut.errors import BadCall
from truecut.inference.planning.expectation import Assumed
from truecut.words.shown import Shown

ENOUGH = 100  # of each class, by the rule of thumb for validating a model
FEW = (
    f"To validate a model, {ENOUGH} positives and {ENOUGH} negatives are advised at least (Collins et al. 2016, Stat "
    "Med 35:214), whatever this answer says."
)
POSITIVES, NEGATIVES, ROWS, FLAGGED, LEFT = "positives", "negatives", "rows", "flagged rows", "rows not flagged"
ONE_OF = {POSITIVES: "positive", NEGATIVES: "negative", FLAGGED: "flagged row", LEFT: "row not flagged"}
OF_DENOMINATOR = {"tp + fn": POSITIVES, "fp + tn": NEGATIVES, ALL_ROWS: ROWS, "tp + fp": FLAGGED, "fn + tn": LEFT}
AREA = "roc_auc"


@dataclass(frozen=True)
class Plan(Shown):
    """So many rows of some kind, what they achieve, and by which formula.

    `needed` counts rows of the `population`: positives for recall, negatives for specificity, flagged rows for
    precision. With a prevalence it is turned into `rows` with so many `positives` and `negatives`; otherwise these are
    None. Where the rows were given, `power` is the answer.

    >>> import truecut as tc
    >>> tc.plan("recall", expected=0.9, within=0.03).needed
    388
    """

    metric: str
    goal: str
    expected: float
    level: float
    needed: int
    population: str
    method: str
    reference: str
    assumptions: tuple[str, ...] = ()
    power: float | None = None
    rows: int | None = None
    positives: int | None = None
    negatives: int | None = None
    others: Mapping[str, int] = field(default_factory=dict)  # needed by other formulas
    have: int | None = None  # rows of the population that there are
    is_power_asked: bool = False
    note: str = ""

    @property
    def is_enough(self) -> bool | None:
        """Say whether there are as many rows as needed; None where none were looked at."""
        return None if self.have is None else self.have >= self.needed

    @property
    def sentence(self) -> str:
        """Return the answer in one sentence."""
        about = f"{metric(self.metric).title} {self.goal}: "
        if self.is_power_asked:
            return f"{about}{self._rows_of_each} have a power of {100 * (self.power or 0):.3g} %."
        have = "" if self.have is None else f"; you have {self.have:,}"
        return f"{about}about {self._rows_of_each}{have}."

    @property
    def _rows_of_each(self) -> str:
        needed = f"{self.needed:,} {ONE_OF.get(self.population, 'row') if self.needed == 1 else self.population}"
        if self.population == ROWS:
            return needed if self.positives is None else f"{needed}, {self.positives:,} of them positive"
        if self.rows is None:
            return needed
        why = "at this prevalence" if self.population in (POSITIVES, NEGATIVES) else "at this share flagged"
        return f"{needed}, {self.rows:,} rows {why}"


@dataclass(frozen=True)
class PlanRequest:
    """What is asked of a plan, all of it."""

    entry: Metric
    expected: float | None
    within: float | None
    against: float | None
    power: float | None
    prevalence: float | None
    flagged: float | None
    correlation: float | None
    discordant: float | None
    rows: int | None
    level: float
    assumed: Assumed
    seed: int

    @property
    def value(self) -> float:
        """Return the expected value, or ask for it."""
        if self.expected is None:
            raise BadCall(f"Say which {self.entry.name} to expect (expected, --expected).")
        return self.expected

    def need_prevalence(self) -> float:
        """Return the prevalence, or ask for it."""
        if self.prevalence is None:
            raise BadCall(
                f"A plan for {self.entry.name} needs the prevalence, or the negatives to each positive (ratio)."
            )
        return self.prevalence

    @property
    def goal(self) -> str:
        """Return what is to be achieved, in words."""
        if self.within is not None:
            return f"known to within ±{self.within:g}"
        other = "another model's" if self.correlation is not None or self.discordant is not None else "a stated"
        return f"of {self.value:.3g} told from {other} {self.against:.3g}"

    @property
    def population(self) -> str:
        """Return the rows that are counted: those of the denominator of a share, the positives of a ranking, or all."""
        if self.entry.name == AREA:
            return POSITIVES
        return OF_DENOMINATOR[Formula(self.entry.formula).denominator] if is_planned_share(self.entry) else ROWS

    @property
    def share_of_rows(self) -> float:
        """Return which share of all rows belongs to the population, or ask for what it depends on."""
        if self.population == ROWS:
            return 1.0
        if self.population in (POSITIVES, NEGATIVES):
            prevalence = self.need_prevalence()
            return prevalence if self.population == POSITIVES else 1 - prevalence
        if self.flagged is None:
            raise BadCall(f"To turn {self.population} into rows, say which share of the rows is flagged (flagged).")
        return self.flagged if self.population == FLAGGED else 1 - self.flagged

    @property
    def knows_rows(self) -> bool:
        """Say whether rows of the population can be turned into all rows."""
        known = {ROWS: 1.0, POSITIVES: self.prevalence, NEGATIVES: self.prevalence}
        return known.get(self.population, self.flagged) is not None

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return what is supposed of the rows."""
        prevalence = "" if self.prevalence is None else f"prevalence {self.prevalence:g}"
        flagged = "" if self.flagged is None else f"{100 * self.flagged:g} % of the rows are flagged"
        return tuple(filter(None, (prevalence, flagged)))

    def answer(
        self,
        needed: int,
        method: str,
        reference: str,
        assumptions: tuple[str, ...] = (),
        others: Mapping[str, int] | None = None,
    ) -> Plan:
        """Return the plan of so many rows of the population, turned into all rows where it is known how."""
        said = (*assumptions, *self.assumptions)
        of = (self.entry.name, self.goal, self.value, self.level, needed, self.population, method, reference, said)
        plain = Plan(*of, others=others or {})
        if not self.knows_rows:
            return plain
        rows = self.rows or ceil(needed / self.share_of_rows - 1e-9)
        if self.prevalence is None:
            return replace(plain, rows=rows)
        positives = needed if self.population == POSITIVES else ceil(rows * self.prevalence - 1e-9)
        few = min(positives, rows - positives) < ENOUGH
        return replace(plain, rows=rows, positives=positives, negatives=rows - positives, note=FEW if few else "")


def is_planned_share(entry: Metric) -> bool:
    """Say whether a metric is a share of rows that can be counted beforehand."""
    return entry.is_proportion and Formula(entry.formula).denominator in OF_DENOMINATOR


def share_inside(value: float | None, question: PlanRequest) -> float:
    """Return a value that a plan can start from, or say that it is none."""
    if value is None or not 0 < value < 1:
        raise BadCall(f"A plan needs values of {question.entry.name} between 0 and 1, not {value}.")
    return value
