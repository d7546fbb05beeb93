"""What a metric is: one entry of plain data, and all we say about it anywhere.

A metric of the four counts is its formula, written as text: population, the sentence with the
numbers put in and whether it is a share of rows are read off it. A metric of the whole curve
has a function in the place of the formula. Everything else about the two is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf, isclose, isinf, isnan
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.formula import Formula
from truecut.catalogue.value import Value
from truecut.counting.counts import CELLS, Counts
from truecut.errors import BadCall, UnknownName
from truecut.errors.misuses import meant_by
from truecut.words.shown import Shown

if TYPE_CHECKING:
    from truecut.counting.counts_curve import CountsCurve

ALL_ROWS = "tp + fp + fn + tn"

# Whom a share of rows speaks about, by its denominator.
POPULATIONS = {
    ALL_ROWS: "all {units}",
    "tp + fp": "the {units} flagged as {positive}",
    "fn + tn": "the {units} not flagged",
    "tp + fn": "the {units} that are truly {positive}",
    "fp + tn": "the {units} that are truly {negative}",
    "tp + fp + fn": "the {units} that are flagged or truly {positive}",
}

NO_COSTS = "no costs were stated; state them with --cost (in Python: given(cost=...))"
NO_ROWS = "there are no rows"
NOTHING_FLAGGED = "nothing was flagged"
ALL_FLAGGED = "everything was flagged"
NO_POSITIVES = "no row is truly positive"
NO_NEGATIVES = "no row is truly negative"

# Why a quotient has no value, by the sum of cells that is 0.
EMPTY = {
    ALL_ROWS: NO_ROWS,
    "tp + fp": NOTHING_FLAGGED,
    "fn + tn": ALL_FLAGGED,
    "tp + fn": NO_POSITIVES,
    "fp + tn": NO_NEGATIVES,
}

SAMPLE_PRICES = {"cost_tp": 0, "cost_fp": 1, "cost_fn": 1, "cost_tn": 0}  # to read traits off a formula of prices
PRICES = tuple(SAMPLE_PRICES)  # what a formula calls the price of each outcome

OF_TRUTH = (ALL_ROWS, "tp + fn", "fp + tn")  # denominators that do not depend on what is flagged

GENERIC = {"tp": 30, "fp": 7, "fn": 11, "tn": 55}  # counts at which no two different formulas agree by accident

GENERAL_CONVENTIONS = {"zero": 0.0, "one": 1.0}
UNBOUNDED = (0.0, inf)
CONVENTIONS = ("textbook", "scikit-learn", *GENERAL_CONVENTIONS)


class Better(StrEnum):
    """Which direction is better."""

    HIGHER = "higher"
    LOWER = "lower"
    NEAR_ONE = "nearer to 1"
    NEAR_ZERO = "nearer to 0"
    NEITHER = "neither"


class Needs(StrEnum):
    """What a metric is computed from."""

    COUNTS = "four counts"
    CURVE = "scores"
    PROBABILITIES = "probabilities"
    CLASSES = "all classes"


class PrevalenceRole(StrEnum):
    """What the share of positives is to a metric."""

    NOTHING = "nothing"  # each class is looked at on its own: more rows of one change nothing
    NOTHING_ON_AVERAGE = "nothing on average"  # it estimates the same in samples by class
    WEIGHT = "a weight"  # of what is read off the ROC curve
    PART = "a part"  # of what is measured
    MOST = "most"  # of what varies from sample to sample
    ALL = "all"  # the model does not matter


Loss = Callable[[NDArray[Any]], NDArray[Any]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Metric(Shown):
    """One number about a classifier, and what to know before believing it.

    Texts may say {positive}, {negative}, {unit} and {units}: the user's words are put in.

    >>> import truecut as tc
    >>> tc.metrics("recall")[0].formula
    'tp / (tp + fn)'
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    formula: str  # evaluated for a metric of four counts, otherwise only shown
    counted: str = ""  # for a share of rows: what those in the numerator are or were
    meaning: str = ""
    population: str = ""
    bounds: tuple[float, float] = (0.0, 1.0)
    better: Better = Better.HIGHER
    undefined: Mapping[str, str] = field(default_factory=dict)  # what is 0 then -> why there is no value
    conventions: Mapping[str, float] = field(default_factory=dict)  # whose rule -> the value it supplies
    clipped: Callable[..., float] | None = None  # what scikit-learn says where it is infinite
    use: str
    misleads: str
    steps: Mapping[str, str] = field(default_factory=dict)  # how people work it out: name -> formula, itself last
    equals: tuple[str, ...] = ()  # the same number from other metrics, as formulas over their names
    confused_with: Mapping[str, str] = field(default_factory=dict)  # what it is not -> why not
    mirror: str = ""  # what it becomes when the other class is called positive
    parameters: Mapping[str, Any] = field(default_factory=dict)  # names with their defaults
    mirrored_parameters: Mapping[str, str] = field(default_factory=dict)
    is_priced: bool = False  # its formula holds the prices of outcomes, which nobody but the user knows
    in_percent: bool = False  # written in percent, as every share of rows is
    is_total: bool = False  # doubling all rows doubles it; every other metric stays as it is
    prevalence_is: PrevalenceRole = PrevalenceRole.PART  # read off the formula of four counts
    is_smooth: bool = True  # maxima and hulls are not: they jump where a row is left out
    is_picked: bool = False  # the best of many, picked on the rows that it is judged on
    lifted_by_noise: int = (
        0  # the power of it to which noise adds the same wherever the truth lies; 0 where it does not
    )
    area_scale: float = 0.0  # how fast it rises with the area under the ROC curve, being 1 where that is 1
    losses: tuple[Loss, Loss] | None = None  # whose mean it is: of a positive and of a negative row, by probability
    without_skill: str = ""  # the metric that is its value where scores say nothing
    no_interval: str = ""  # why it has none
    needs: Needs = Needs.COUNTS
    function: Callable[..., Value | float] | None = None
    reference: str

    def __post_init__(self) -> None:
        if self.counted:
            parsed = Formula(self.formula)
            object.__setattr__(self, "population", POPULATIONS[parsed.denominator])
            object.__setattr__(self, "meaning", f"Of {self.population}, the share that {self.counted}.")
        if self.needs == Needs.COUNTS and not self.undefined:
            denominator = Formula(self.formula).denominator
            object.__setattr__(self, "undefined", {denominator: EMPTY[denominator]} if denominator else {})
        if self.needs == Needs.COUNTS:
            object.__setattr__(self, "prevalence_is", self._role_of_prevalence())

    @property
    def is_proportion(self) -> bool:
        """Say whether the value is a share of rows."""
        return self.needs == Needs.COUNTS and Formula(self.formula).is_proportion

    @property
    def is_share_of_truth(self) -> bool:
        """Say whether it is a share of rows that are the same for every model, such as the positive ones.

        Two models are then right or wrong about the same rows, one by one.
        """
        return self.is_proportion and self.denominator in OF_TRUTH and self.prevalence_is != PrevalenceRole.ALL

    @property
    def is_predictive_value(self) -> bool:
        """Say whether it is a share of the rows that were flagged, or of those that were not."""
        return self.is_proportion and self.denominator in ("tp + fp", "fn + tn")

    @property
    def denominator(self) -> str:
        """Return the denominator of a share of rows as a formula."""
        return Formula(self.formula).denominator

    @property
    def is_percentage(self) -> bool:
        """Say whether people write the value in percent."""
        return self.is_proportion or self.in_percent

    @property
    def needs_only_counts(self) -> bool:
        """Say whether four counts are enough."""
        return self.needs == Needs.COUNTS

    @property
    def is_free_of_prevalence(self) -> bool:
        """Say whether it means the same where the share of positives was decided, as in a case-control study."""
        return self.prevalence_is in (PrevalenceRole.NOTHING, PrevalenceRole.NOTHING_ON_AVERAGE)

    @property
    def is_of_each_class(self) -> bool:
        """Say whether each class is looked at on its own, so that more rows of one change nothing."""
        return self.prevalence_is == PrevalenceRole.NOTHING

    @property
    def is_of_roc(self) -> bool:
        """Say whether it looks at each class on its own, at a point of the ROC curve or along it."""
        return self.prevalence_is in (PrevalenceRole.NOTHING, PrevalenceRole.WEIGHT)

    @property
    def is_mean_over_rows(self) -> bool:
        """Say whether it is the mean of what a row is worth by the cell it is in: linear in the shares of the cells."""
        if not self.needs_only_counts or self.is_total:
            return False
        whole = {cell: self._value_at({cell: 1}) for cell in GENERIC}
        mean = sum(rows * whole[cell] for cell, rows in GENERIC.items()) / sum(GENERIC.values())
        return isclose(mean, self._value_at(GENERIC), rel_tol=1e-9)

    def of_area(self, area: float) -> float:
        """Return the value of a metric that is read off the area under the ROC curve."""
        return self.area_scale * area + (1 - self.area_scale)

    @property
    def readable(self) -> str:
        """Return the formula as people read it."""
        return str(Formula(self.formula)) if self.needs_only_counts else self.formula

    @property
    def variables(self) -> tuple[str, ...]:
        """Return what its formula holds beside the four counts: parameters, and prices."""
        return (*self.parameters, *(PRICES if self.is_priced else ()))

    @property
    def names(self) -> tuple[str, ...]:
        """Return every name under which the metric is found."""
        return (self.name, *self.aliases)

    def at(self, counts: Counts, *, convention: str | None = None, **parameters: Any) -> Value:
        """Return the value at four counts, exactly.

        `counts` are the four, and `parameters` those of the metric. `convention` names a rule for what is undefined,
        such as "zero".

        >>> from truecut.catalogue import metric
        >>> metric("precision").at(Counts(tp=0, fp=0, fn=2, tn=3))
        <Value: value is undefined: nothing was flagged>
        """
        self._require(Needs.COUNTS)
        require_convention(convention)
        if self.is_priced and not all(price in parameters for price in PRICES):
            return Value.absent(NO_COSTS)
        names = counts.cells() | self.chosen(parameters)
        number = Formula(self.formula).at(names)
        if not isnan(number):
            return Value(number)
        return self.by_convention(self._why_undefined(names), convention)

    def along(self, counts: Counts, **parameters: Any) -> NDArray[np.float64]:
        """Return the value at each of many counts, NaN where undefined.

        `counts` hold arrays, and `parameters` are those of the metric.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> tc.metrics("precision")[0].along(e.curve.counts).round(2).tolist()
        [nan, 1.0, 1.0, 0.67, 0.75, 0.6, 0.5]
        """
        self._require(Needs.COUNTS)
        if self.is_priced and not all(price in parameters for price in PRICES):
            raise BadCall(f"{self.name} is undefined: {NO_COSTS}.")
        formula, values = Formula(self.formula), self.chosen(parameters)
        # Along a curve, a cell that nobody asks for is never worked out.
        values |= {cell: getattr(counts, cell) for cell in CELLS if cell in formula.names}
        return formula.along(values)

    def of(self, curve: CountsCurve, *, convention: str | None = None, **parameters: Any) -> Value:
        """Return the value of a whole curve.

        `curve` is that of an evaluation, and `parameters` are those of the metric. `convention` names a rule for what
        is undefined, such as "zero".

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> tc.metrics("roc_auc")[0].of(e.curve).value
        0.8888888888888888
        """
        if self.function is None:
            raise BadCall(f"{self.name} belongs to one threshold; ask for it at a threshold.")
        require_convention(convention)
        result = self.function(curve, **self.chosen(parameters))
        return self.agreed(result if isinstance(result, Value) else Value(float(result)), curve, convention)

    def agreed(self, value: Value, source: Any, convention: str | None) -> Value:
        """Return `value`, or what `convention` makes of `source` in its place where there is none or it is infinite.

        >>> import truecut as tc
        >>> perfect = tc.counts(tp=3, fn=0, fp=0, tn=2).counts
        >>> lr_plus = tc.metrics("lr_plus")[0]
        >>> lr_plus.agreed(lr_plus.at(perfect), perfect, None).value
        inf
        """
        if value.value is None:
            return self.by_convention(value.undefined or "", convention)
        if self.clipped is not None and convention == "scikit-learn" and isinf(value.value):
            return Value(self.clipped(source), None, convention)
        return value

    def chosen(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters, the defaults filled in; an unknown one is an error."""
        for name in parameters:
            if name not in self.variables:
                if not self.parameters:
                    raise BadCall(f"{self.name} takes no parameters, but {name!r} was given.{self._instead(name)}")
                raise UnknownName(f"parameter of {self.name}", name, self.parameters)
        return dict(self.parameters) | dict(parameters)

    def _instead(self, parameter: str) -> str:
        """Return what was probably meant by a parameter that the metric does not have."""
        if parameter == "beta" and self.name == "f1":
            return f' {self.name} has a beta of 1 by definition; e.metric("f_beta", beta=2) has others.'
        if parameter == "adjusted" and self.name == "balanced_accuracy":
            return " Adjusted for chance it is informedness; of many classes, balanced_accuracy_adjusted."
        if parameter in ("pos_label", "positive"):
            other = f' of the other class is {self.mirror}: e.metric("{self.mirror}")' if self.mirror else ""
            return f" {self.title}{other}." if other else " Say which class is positive in evaluate(positive=...)."
        return meant_by(parameter)

    def _role_of_prevalence(self) -> PrevalenceRole:
        """Read off the formula what happens when there are twice as many positives, and when others are flagged."""
        here = self._value_at(GENERIC)
        more_positives = {**GENERIC, "tp": 2 * GENERIC["tp"], "fn": 2 * GENERIC["fn"]}
        if isclose(here, self._value_at(more_positives), rel_tol=1e-9):
            return PrevalenceRole.NOTHING
        others_flagged = {"tp": GENERIC["fn"], "fn": GENERIC["tp"], "fp": GENERIC["tn"], "tn": GENERIC["fp"]}
        is_all = isclose(here, self._value_at(others_flagged), rel_tol=1e-9)
        return PrevalenceRole.ALL if is_all else PrevalenceRole.PART

    def _value_at(self, cells: Mapping[str, int]) -> float:
        return Formula(self.formula).at(
            {cell: cells.get(cell, 0) for cell in GENERIC} | SAMPLE_PRICES | dict(self.parameters)
        )

    def _require(self, needed: Needs) -> None:
        if self.needs != needed:
            raise BadCall(f"{self.name} needs {self.needs.value}, not only {needed.value}.")

    def _why_undefined(self, names: Mapping[str, Any]) -> str:
        for zero, reason in {ALL_ROWS: NO_ROWS, **self.undefined}.items():
            if Formula(zero).at(names) == 0:
                return reason
        return "the formula gives 0 / 0 here"

    def by_convention(self, reason: str, convention: str | None) -> Value:
        """Return the value that a convention supplies where there is none for a reason."""
        if convention is None:
            return Value.absent(reason)
        known = {**GENERAL_CONVENTIONS, **self.conventions}
        return Value(known[convention], reason, convention) if convention in known else Value.absent(reason)


def require_convention(convention: str | None) -> None:
    """Refuse a convention that nobody knows."""
    if convention is not None and convention not in CONVENTIONS:
        raise UnknownName("convention", convention, CONVENTIONS)
