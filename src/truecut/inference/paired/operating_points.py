"""Where models are compared: at their own thresholds, or where they flag, find or falsely flag equally many.

Scores of two models mean different things, so the same score is no common point; the same share of flagged rows is.
Where a threshold is found on the rows at hand, it varies with them: whoever resamples must find it again each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.errors import BadCall
from truecut.words.numerals import percent

OWN = "own"
COMMON = ("share_flagged", "recall", "fpr")  # what can be made equal
ROUNDING = 1e-9


@dataclass(frozen=True)
class OperatingPoint:
    """What is equal among the models: nothing (each at its own threshold), or one rate.

    Without a target it is the rate that the reference model has at its own threshold.

    >>> operating_point({"share_flagged": 0.05}).words("gbm")
    'where each flags 5.0 % of the rows'
    """

    equal: str = ""
    target: float | None = None

    @property
    def is_own(self) -> bool:
        """Say whether every model keeps its own threshold."""
        return not self.equal

    def words(self, reference: str) -> str:
        """Return where that is, in words."""
        if self.is_own:
            return "at the models' own thresholds"
        if self.target is None:
            as_many = {"share_flagged": "flags as many rows", "recall": "finds as many", "fpr": "falsely flags as many"}
            return f"where each {as_many[self.equal]} as {reference} at its own threshold"
        shown = percent(self.target)
        verbs = {"share_flagged": f"flags {shown} of the rows", "recall": f"finds {shown}"}
        return f"where each {verbs.get(self.equal, f'falsely flags {shown} of the negatives')}"


def operating_point(given: OperatingPoint | str | Mapping[str, Any]) -> OperatingPoint:
    """Return the operating point from what a person gave.

    >>> operating_point("same share flagged"), operating_point("recall=90%")
    (OperatingPoint(equal='share_flagged', target=None), OperatingPoint(equal='recall', target=0.9))
    """
    if isinstance(given, OperatingPoint):
        return given
    if isinstance(given, str):
        plain = given.strip().lower()
        if plain == OWN:
            return OperatingPoint()
        name, equals, text = plain.removeprefix("same ").partition("=")
        return _of_rate(name, _share(text) if equals else None, given)
    if len(given) != 1:
        raise BadCall("Models can be made equal in one rate at a time, such as at={'share_flagged': 0.05}.")
    (name, target), *_ = given.items()
    return _of_rate(str(name), float(target), given)


def _of_rate(name: str, target: float | None, given: object) -> OperatingPoint:
    plain = name.strip().replace(" ", "_").replace("-", "_")
    found = "share_flagged" if plain in ("share", "flagged") else metric(plain).name
    if found == "specificity":
        found, target = "fpr", None if target is None else 1 - target
    if found not in COMMON:
        raise BadCall(
            f"Models cannot be made equal in {name!r}; give at='own', 'same share flagged', 'same recall' or 'same "
            "fpr', or one of these with its value, such as 'recall=0.9'."
        )
    if target is not None and not 0 <= target <= 1:
        raise BadCall(f"An operating point is a share between 0 and 1, not {given!r}.")
    return OperatingPoint(found, target)


def _share(text: str) -> float:
    try:
        return float(text.strip().removesuffix("%")) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        raise BadCall(f"An operating point is a share such as 0.9 or 90%, not {text!r}.") from None


def rate_at(point: OperatingPoint, tp: NDArray[Any], fp: NDArray[Any], entry: int) -> NDArray[np.float64]:
    """Return the rate that is made equal, at one entry of the curves of many resamples (one per line)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        if point.equal == "recall":
            return np.asarray(tp[:, entry] / tp[:, -1])
        if point.equal == "fpr":
            return np.asarray(fp[:, entry] / fp[:, -1])
        return np.asarray((tp[:, entry] + fp[:, entry]) / (tp[:, -1] + fp[:, -1]))


def entries_at(point: OperatingPoint, tp: NDArray[Any], fp: NDArray[Any], target: NDArray[Any]) -> NDArray[np.intp]:
    """Return the entry of each curve at which the rate has its target.

    Recall: the first that reaches it; false positive rate: the last that keeps it; share flagged: the nearest one, the
    smaller of two that are equally near.
    """
    if point.equal == "recall":
        return np.asarray(np.argmax(tp >= (target * tp[:, -1])[:, None] * (1 - ROUNDING), axis=1))
    if point.equal == "fpr":
        kept = fp <= (target * fp[:, -1])[:, None] * (1 + ROUNDING) + ROUNDING
        return np.asarray(kept.sum(axis=1) - 1)
    flagged = tp + fp
    return np.asarray(np.argmin(np.abs(flagged - (target * flagged[:, -1])[:, None]), axis=1))
