"""What a way of answering costs beside the ones that need no thought, and whether to use it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.class_rows import UNSURE, ClassRows
from truecut.decisions.class_answers import Answers
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.inference.many_classes.matrix_intervals import BY_PRICE
from truecut.inference.many_classes.price_means import mean_of_prices
from truecut.inference.proportions import wilson_limits
from truecut.words.numerals import percent
from truecut.words.shown import Shown

LIKELIEST, COMMONEST, ALWAYS_UNSURE = "the likeliest class", "always the commonest class", "always unsure"


class Use(StrEnum):
    """Whether to decide so."""

    USE = "use"
    PERHAPS = "perhaps"  # the interval of what it saves reaches 0
    DO_NOT_USE = "do not use"


@dataclass(frozen=True)
class Strategy:
    """A way of answering, and what a row costs by it."""

    name: str
    mean_cost: float


@dataclass(frozen=True)
class ClassDecision(Shown):
    """What deciding by prices costs a row, what it saves against the likeliest class, and what else there was."""

    said: str  # how answers are given
    mean_cost: Estimate
    saving: Estimate  # by row, against answering with the likeliest class
    strategies: tuple[Strategy, ...]  # that need no thought, the cheapest first
    answered: float  # the share of rows that get an answer
    right: Estimate  # the share of right answers among these
    changed: int  # rows answered otherwise than with the likeliest class

    @property
    def use(self) -> Use:
        """Say whether to decide so: it has to save against the likeliest class, and beat what needs no thought."""
        best = self.strategies[0]
        if best.mean_cost <= float(self.mean_cost) and best.name != LIKELIEST:
            return Use.DO_NOT_USE
        if float(self.saving) <= 0:
            return Use.DO_NOT_USE
        return Use.USE if self.saving.low is not None and self.saving.low > 0 else Use.PERHAPS

    def __str__(self) -> str:
        heads = {Use.USE: "Decide so", Use.PERHAPS: "Perhaps decide so", Use.DO_NOT_USE: "Do not decide so"}
        saving = self.saving
        said = f"{1000 * float(saving):.3g}"
        if saving.low is not None and saving.high is not None:
            said += f" ({1000 * saving.low:.3g} to {1000 * saving.high:.3g})"
        best = self.strategies[0]
        lines = [
            f"{heads[self.use]}: {self.said}.",
            f"It saves {said} per 1,000 rows against answering with the likeliest class.",
            f"{percent(self.answered)} of the rows get an answer, {_share(self.right)} of those the right one.",
        ]
        if best.name != LIKELIEST:
            lines.append(f"Without thought, {best.name} costs {1000 * best.mean_cost:.3g} per 1,000 rows.")
        return "\n".join(lines)


def judged_decision(
    rows: ClassRows, answers: Answers, prices: NDArray[np.float64], unsure: float | None, *, said: str, level: float
) -> ClassDecision:
    """Hold answers against the likeliest class, row by row, and against what needs no thought."""
    if rows.weights is not None:
        raise BadCall("Decisions are priced row by row, and rows of different weight are not supported there yet.")
    assert rows.scores is not None
    likeliest: Answers = rows.scores.argmax(axis=1)
    costs, usual = (_costs(rows, given, prices, unsure or 0.0) for given in (answers, likeliest))
    given = answers != UNSURE
    simple = [Strategy(LIKELIEST, float(usual.mean()))]
    shares = rows.size / len(rows)
    simple.append(Strategy(COMMONEST, float((shares @ prices)[int(rows.size.argmax())])))
    if unsure is not None:
        simple.append(Strategy(ALWAYS_UNSURE, unsure))
    hits, answered = int((answers == rows.truth).sum()), int(given.sum())
    return ClassDecision(
        said,
        _mean(costs, np.append(prices, [] if unsure is None else unsure), level),
        _mean(usual - costs, _differences(prices, unsure), level),
        tuple(sorted(simple, key=lambda one: one.mean_cost)),
        answered / len(rows),
        _share_right(hits, answered, level),
        int((answers != likeliest).sum()),
    )


def _costs(rows: ClassRows, answers: Answers, prices: NDArray[np.float64], unsure: float) -> NDArray[np.float64]:
    given = answers != UNSURE
    return np.where(given, prices[rows.truth, np.where(given, answers, 0)], unsure)


def _differences(prices: NDArray[np.float64], unsure: float | None) -> NDArray[np.float64]:
    """Return every difference that one decision can make to a row: of two prices of the same true class."""
    ends = prices if unsure is None else np.column_stack([prices, np.full(len(prices), unsure)])
    return np.asarray((ends[:, :, None] - ends[:, None, :]).ravel())


def _mean(amounts: NDArray[np.float64], possible: Any, level: float) -> Estimate:
    """Return the mean; half a row is added at either end of what can be, since what was not seen may still happen."""
    distinct = np.unique(np.round(np.append(possible, amounts), 12))
    rows = np.bincount(np.searchsorted(distinct, np.round(amounts, 12)), minlength=len(distinct)).astype(float)
    mean = float(amounts.mean())
    if len(distinct) < 2:
        return Estimate(mean, level=level, note="all rows cost the same")
    low, high = mean_of_prices(distinct, rows, level)
    return Estimate(
        mean, low=min(low, mean), high=max(high, mean), level=level, method=BY_PRICE, rows=float(len(amounts))
    )


def _share_right(hits: int, answered: int, level: float) -> Estimate:
    if not answered:
        return Estimate(None, "no row gets an answer", level=level)
    low, high = wilson_limits(hits, answered, level)
    return Estimate(hits / answered, low=low, high=high, level=level, method="wilson", rows=float(answered))


def _share(right: Estimate) -> str:
    if right.value is None or right.low is None or right.high is None:
        return "none"
    return (
        f"{percent(right.value)} ({percent(right.low).removesuffix(' %')} to {percent(right.high).removesuffix(' %')})"
    )
