"""What to watch: which of precision and recall matters, a sensible beta, and a short list of metrics."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from truecut.catalogue import metric
from truecut.catalogue.costs import Cost
from truecut.errors import BadCall

RARE = 0.10
ALIKE = 1.25  # costs within this factor of each other count as the same

# For classes of very different size accuracy is left out on purpose.
FOR_IMBALANCE = (
    "no_information_rate",
    "kappa",
    "precision",
    "markedness",
    "recall",
    "informedness",
    "specificity",
    "f1",
    "mcc",
    "threat_score",
    "average_precision",
)
FOR_BALANCE = ("accuracy", "no_information_rate", "roc_auc", "recall", "precision", "specificity", "f1", "mcc")


@dataclass(frozen=True)
class Advice:
    """Which mistake is the worse one, what that asks for, and why."""

    emphasis: str  # "recall", "precision" or "both"
    beta: float
    why: str
    watch: tuple[str, ...]
    watch_why: str


def advise(cost: Cost, prevalence: float | None = None, *, has_scores: bool = True) -> Advice:
    """Return what the stated costs of the two mistakes ask for.

    F-beta lets a miss weigh beta² times as much as a false alarm, so beta is the root of the ratio of their costs.
    Without scores, metrics that need them are left out.

    >>> advise(Cost(fp=1, fn=4)).emphasis, advise(Cost(fp=1, fn=4)).beta
    ('recall', 2.0)
    """
    if prevalence is not None and not 0 <= prevalence <= 1:
        raise BadCall(f"A prevalence is a share between 0 and 1, not {prevalence:g}.")
    if cost.columns:
        raise BadCall("Advice on beta needs one price for each mistake, not one that follows an amount.")
    stakes = _Stakes.of(cost)
    if stakes.alarm <= 0 or stakes.miss <= 0:
        raise BadCall("Advice on beta needs a miss that costs more than a find, and false alarms that cost something.")
    watch, why = _watch(prevalence, stakes)
    kept = tuple(name for name in watch if has_scores or metric(name).needs_only_counts)
    return Advice(stakes.emphasis, sqrt(stakes.ratio), stakes.why, kept, why)


@dataclass(frozen=True)
class _Stakes:
    """What each mistake costs more than the right answer on the same row would have."""

    miss: float
    alarm: float
    steps: str  # how the two were worked out; empty where right answers cost nothing

    @classmethod
    def of(cls, cost: Cost) -> _Stakes:
        tp, fp, fn, tn = (cost.price(cell).fixed for cell in ("tp", "fp", "fn", "tn"))
        steps = f" (net of the right answer: {_less(fn, tp)} against {_less(fp, tn)})" if tp or tn else ""
        return cls(fn - tp, fp - tn, steps)

    @property
    def ratio(self) -> float:
        return self.miss / self.alarm

    @property
    def emphasis(self) -> str:
        return "recall" if self.ratio > ALIKE else "precision" if self.ratio < 1 / ALIKE else "both"

    @property
    def said(self) -> str:
        """Return how many times as much the worse mistake costs as the other."""
        is_miss = self.ratio > 1
        worse, other, times = (
            ("miss", "false alarm", self.ratio) if is_miss else ("false alarm", "miss", 1 / self.ratio)
        )
        return f"{worse} costs {times:.3g} times as much as a {other}"

    @property
    def why(self) -> str:
        if self.emphasis == "both":
            return f"A miss and a false alarm cost about the same{self.steps}, so precision and recall count alike: F1."
        return (
            f"A {self.said}{self.steps}, so {self.emphasis} matters more; F-beta weighs a miss beta² times a false "
            f"alarm, and beta = √{self.ratio:.3g} = {sqrt(self.ratio):.3g} does just that."
        )


def _less(mistake: float, right: float) -> str:
    if not right:
        return f"{mistake:g}"
    return f"{mistake:g} - {f'({right:g})' if right < 0 else f'{right:g}'} = {mistake - right:g}"


def _watch(prevalence: float | None, stakes: _Stakes) -> tuple[tuple[str, ...], str]:
    """Return what agrees with the prices: F1 and accuracy only where both mistakes cost alike."""
    is_alike = stakes.emphasis == "both"

    def agreeing(names: tuple[str, ...]) -> tuple[str, ...]:
        return names if is_alike else tuple("f_beta" if name == "f1" else name for name in names if name != "accuracy")

    if prevalence is None:
        why = "the shares of the classes are not known; these hold up if one of them is rare"
        return agreeing(FOR_IMBALANCE), why
    shares = f"({100 * prevalence:.3g} % positive)"
    if not RARE <= prevalence <= 1 - RARE:
        why = f"one class is rare {shares}, so accuracy is left out: it flatters by itself"
        return agreeing(FOR_IMBALANCE), why
    if is_alike:
        return FOR_BALANCE, f"both classes are common {shares}, so accuracy says something too"
    why = f"both classes are common {shares}, but accuracy is left out: it counts both mistakes alike"
    return agreeing(FOR_BALANCE), why
