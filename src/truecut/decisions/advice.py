"""What to watch: which of precision and recall matters, a sensible beta, and a short list of metrics."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from truecut.decisions.costs import Cost
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


def advise(cost: Cost, prevalence: float | None = None) -> Advice:
    """Return what the stated costs of the two mistakes ask for.

    F-beta lets a miss weigh beta² times as much as a false alarm, so beta is the root of the ratio of their costs.

    >>> advise(Cost(fp=1, fn=4)).emphasis, advise(Cost(fp=1, fn=4)).beta
    ('recall', 2.0)
    """
    if prevalence is not None and not 0 <= prevalence <= 1:
        raise BadCall(f"A prevalence is a share between 0 and 1, not {prevalence:g}.")
    if cost.columns:
        raise BadCall("Advice on beta needs one price for each mistake, not one that follows an amount.")
    alarm = cost.price("fp").fixed - cost.price("tn").fixed
    miss = cost.price("fn").fixed - cost.price("tp").fixed
    if alarm <= 0 or miss <= 0:
        raise BadCall("Advice on beta needs a miss that costs more than a find, and false alarms that cost something.")
    ratio = miss / alarm
    emphasis = "recall" if ratio > ALIKE else "precision" if ratio < 1 / ALIKE else "both"
    return Advice(emphasis, sqrt(ratio), _why(ratio, emphasis), *_watch(prevalence))


def _why(ratio: float, emphasis: str) -> str:
    if emphasis == "both":
        return "A miss and a false alarm cost about the same, so precision and recall count alike: F1."
    worse, other, times = ("miss", "false alarm", ratio) if ratio > 1 else ("false alarm", "miss", 1 / ratio)
    return (
        f"A {worse} costs {times:.3g} times as much as a {other}, so {emphasis} matters more; F-beta weighs a miss "
        f"beta² times a false alarm, and beta = √{ratio:.3g} = {sqrt(ratio):.3g} does just that."
    )


def _watch(prevalence: float | None) -> tuple[tuple[str, ...], str]:
    if prevalence is not None and RARE <= prevalence <= 1 - RARE:
        return (
            FOR_BALANCE,
            f"both classes are common ({100 * prevalence:.3g} % positive), so accuracy says something too",
        )
    if prevalence is None:
        return FOR_IMBALANCE, "the shares of the classes are not known; these hold up if one of them is rare"
    return (
        FOR_IMBALANCE,
        f"one class is rare ({100 * prevalence:.3g} % positive), so accuracy is left out: it flatters by itself",
    )
