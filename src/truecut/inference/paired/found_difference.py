"""How a difference is found: the method that fits the metric, the point where models are compared, and the rows.

At their own thresholds models are compared by the methods of the metric. At a common operating point the thresholds
were found on the rows, which every method there must allow for: by the slope of the curves, or by drawing the rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite

from truecut.catalogue.model import Model
from truecut.errors import BadCall
from truecut.inference.interval_request import joined
from truecut.inference.paired import of_amounts
from truecut.inference.paired.common_point import by_local_slope, weight_of_a_row
from truecut.inference.paired.difference import Difference, Pair, PairedInterval
from truecut.inference.paired.local_curve import jump_of
from truecut.inference.paired.methods import DIFFERENCES, NOT_PLAIN, by_bootstrap, by_delta, has_logs, paired_method
from truecut.inference.paired.operating_points import OperatingPoint

LOCAL_SLOPE, BOOTSTRAP = "local-slope", "bootstrap"
JUMP = 1.5  # standard errors by which a rate may jump at a threshold before rows are drawn

CHOSEN_HERE = {
    LOCAL_SLOPE: "the thresholds were found on these rows, which the interval allows for",
    BOOTSTRAP: "the thresholds were found on these rows, and every draw finds them anew",
}
MANY_TIED = "many rows share the score at a threshold, so rows were drawn"
SAMPLED = "the rows were sampled by class, so it is a difference among rows with as many of each class"
AMOUNTS = "the costs follow amounts of the rows: there is an interval of their difference at the models' own thresholds"
NO_TEST = "net benefit is compared by its interval, without a test (Vickers et al. 2023)"


@dataclass(frozen=True)
class ComparisonPoint:
    """Where models are compared: the point, the models at their own thresholds, and the one that may set the point."""

    point: OperatingPoint
    own: Mapping[str, Model]
    reference: str

    @property
    def setter(self) -> Model | None:
        """Return the model whose own threshold sets the point."""
        return None if self.point.is_own or self.point.target is not None else self.own[self.reference]

    def between(self, pair: Pair) -> tuple[OperatingPoint, str]:
        """Return a point that two models can find alone, and the one of them that sets it."""
        if self.setter is None or self.reference in (pair.first.name, pair.second.name):
            return self.point, self.reference if self.setter is not None else ""
        # The rate of a third model is a number to these two.
        return replace(self.point, target=float(self.setter.metric(self.point.equal))), ""


def found_difference(
    pair: Pair, meeting: ComparisonPoint, method: str | None, *, of_ratio: bool = False, where: str = ""
) -> Difference:
    """Return the difference or ratio of two models that are cut where they meet."""
    entry, names = pair.entry, (pair.first.name, pair.second.name)
    known = [pair.value_of(model) for model in pair.models]
    values = known[0].value, known[1].value
    plain = Difference(entry.name, *names, None, values, level=pair.level, is_ratio=of_ratio, at=where)
    for name, value in zip(names, known, strict=True):
        if value.value is None or not isfinite(value.value):
            return replace(plain, undefined=f"{name}: {value.undefined or 'the value is infinite'}")
    first, second = pair.values
    if of_ratio and not second:
        return replace(plain, undefined=f"{names[1]} has a value of 0")
    if entry.is_priced and pair.first.situation.follows_amounts:
        if of_ratio or not meeting.point.is_own:
            return replace(plain, value=first / second if of_ratio else first - second, note=AMOUNTS)
        if method not in (None, of_amounts.METHOD):
            raise BadCall(f"{method!r} does not fit costs that follow amounts; there is {of_amounts.METHOD}.")
        how, found = of_amounts.METHOD, of_amounts.by_squares(pair)
    else:
        how, found = _found(pair, meeting, method, of_ratio=of_ratio)
    how = found.method or how
    is_benefit = entry.name == "net_benefit"
    low, high = found.limits or (None, None)
    return replace(
        plain,
        value=first / second if of_ratio else first - second,
        low=low,
        high=high,
        p_value=None if is_benefit else found.p_value,
        method=how if low is not None else "",
        rows=found.rows,
        standard_error=found.standard_error,
        statistic=None if is_benefit else found.statistic,
        degrees_of_freedom=None if is_benefit else found.degrees_of_freedom,
        note=joined(
            "" if meeting.point.is_own or low is None else CHOSEN_HERE[how],
            found.note,
            NO_TEST if is_benefit else "",
            "" if pair.design.identifies(entry) else SAMPLED,
        ),
    )


def _found(pair: Pair, meeting: ComparisonPoint, method: str | None, *, of_ratio: bool) -> tuple[str, PairedInterval]:
    if meeting.point.is_own and not of_ratio:
        how, find = paired_method(pair, method)
        return how, find(pair)
    asked = None if method is None else DIFFERENCES.plain_name(method)
    first_choice = "delta" if meeting.point.is_own else LOCAL_SLOPE
    offered = [BOOTSTRAP] if meeting.point.is_own and pair.design.kind in NOT_PLAIN else [first_choice, BOOTSTRAP]
    if asked is not None and asked not in offered:
        raise BadCall(f"{method!r} does not fit here; there is {' or '.join(offered)}, the first being the default.")
    chosen = asked or offered[0]
    if chosen == "delta":
        return chosen, by_delta(pair, of_ratio=True)
    is_tied = asked is None and chosen == LOCAL_SLOPE and _jumps(pair, meeting.point.equal)
    if chosen == LOCAL_SLOPE and not is_tied and (not of_ratio or has_logs(pair)):
        return chosen, by_local_slope(pair, meeting.point, meeting.setter, of_ratio=of_ratio)
    # The draws cut each model anew, so they start from the thresholds that the models have themselves.
    own = replace(pair, first=meeting.own[pair.first.name], second=meeting.own[pair.second.name])
    found = by_bootstrap(*meeting.between(pair), own, of_ratio=of_ratio)
    return BOOTSTRAP, replace(found, note=joined(MANY_TIED if is_tied else "", found.note))


def _jumps(pair: Pair, equal: str) -> bool:
    return any(jump_of(model, equal, weight_of_a_row(pair)) > JUMP for model in pair.models)
