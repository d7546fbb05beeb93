"""What is supposed about the world where a model of many classes is used, beside the rows, which are counted once.

Prices of answers, how common each class is there, the scores from which answers are given, and how sure intervals are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isclose
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_counts import ClassCounts
from truecut.catalogue.class_prices import finite_number, prices_of_cells
from truecut.catalogue.situation import LEVEL, READ, share_from
from truecut.counting.thresholds import checked_threshold
from truecut.errors import BadCall, near_miss
from truecut.words.numerals import percent
from truecut.words.shown import Shown

UNSURE = "unsure"  # among prices: what leaving a row without an answer costs
SUPPOSED = "each class being answered there as on these rows"
# Parts of a situation that many classes do not have, and why.
OF_TWO_CLASSES = {
    "rule": "a rule chooses one threshold between two classes; of many, `truecut decide --right 95%` (in Python: "
    "e.trade_off().promising(0.95)) finds from which score on to answer",
}


@dataclass(frozen=True)
class ClassSituation(Shown, is_spelled=True):
    """The situation of many classes; each part is stated, or what is usual."""

    cost: tuple[tuple[float, ...], ...] | None = None  # of each true class (down) answered with each (across)
    unsure: float | None = None  # what leaving a row without an answer costs
    prevalence: Mapping[str, float] | None = None  # the shares of classes where the model is used
    sampled: Mapping[str, float] | None = None  # the shares of each class there that are among the rows
    threshold: Mapping[str, float] | None = None  # by class: the score from which it is answered
    level: float = LEVEL

    def given(self, matrix: ClassCounts, **parts: Any) -> ClassSituation:
        """Return the same situation with these parts; None takes a statement back, and the others stay."""
        for name, value in parts.items():
            if name in OF_TWO_CLASSES and value is not None:
                raise BadCall(f"There are {len(matrix.classes)} classes, and {OF_TWO_CLASSES[name]}.")
            if name not in (*PARTS, *OF_TWO_CLASSES):
                raise BadCall(f"A situation of many classes has no {name!r}.{near_miss(name, list(PARTS))}")
        read: dict[str, Any] = {}
        if "cost" in parts:
            read |= dict(zip(("cost", "unsure"), _prices(matrix, parts["cost"]), strict=True))
        if "level" in parts:
            read["level"] = READ["level"](parts["level"])
        for name, take in (("prevalence", _shares), ("sampled", _rates), ("threshold", _cuts)):
            if name in parts:
                read[name] = None if parts[name] is None else take(matrix, parts[name])
        made = replace(self, **read)
        if made.prevalence is not None and made.sampled is not None:
            raise BadCall("Give either a prevalence or sampling rates; each follows from the other.")
        return made

    def as_plain(self) -> dict[str, Any]:
        """Return what was stated as plain data; cuts are not told again, since the answers follow them already."""
        stated = {name: getattr(self, name) for name in ("cost", UNSURE, "prevalence", "sampled")}
        level = {} if self.level == LEVEL else {"level": self.level}
        return {name: part for name, part in stated.items() if part is not None} | level

    @classmethod
    def parts_in(cls, plain: Mapping[str, Any], classes: tuple[str, ...]) -> dict[str, Any]:
        """Return the parts, as `given` takes them, of what `as_plain` told of these classes."""
        parts = dict(plain)
        unsure = parts.pop(UNSURE, None)
        if "cost" in parts or unsure is not None:
            rows = parts.get("cost") or ()
            cells = {(true, said): price for true, row in zip(classes, rows) for said, price in zip(classes, row)}  # noqa: B905
            parts["cost"] = cells | ({} if unsure is None else {UNSURE: unsure})
        return parts

    def factors(self, matrix: ClassCounts) -> NDArray[np.float64] | None:
        """Return what a row of each class counts there, all rows together counting as many; None where as here."""
        true = matrix.true.astype(float)
        if self.prevalence is not None:
            share, rest = self.prevalence, 1 - sum(self.prevalence.values())
            others = sum(rows for name, rows in zip(matrix.classes, true, strict=True) if name not in share)
            wanted = [share.get(name, rest * rows / others if others else 0.0) for name, rows in self._each(matrix)]
            return np.asarray(np.array(wanted) * true.sum() / np.where(true > 0, true, 1))
        if self.sampled is None:
            return None
        factors = np.array([1 / self.sampled.get(name, 1.0) for name in matrix.classes])
        return np.asarray(factors * true.sum() / (factors * true).sum())

    @property
    def supposed(self) -> str:
        """Return what is supposed of classes that are more or less common elsewhere, as a note; otherwise nothing."""
        if self.prevalence is not None:
            told = ", ".join(f"{name} {percent(share)}" for name, share in self.prevalence.items())
            return f"shares of the classes: {told}, {SUPPOSED}"
        if self.sampled is None:
            return ""
        told = ", ".join(f"{percent(share)} of {name}" for name, share in self.sampled.items())
        return f"shares of the classes: as where {told} were sampled, {SUPPOSED}"

    @staticmethod
    def _each(matrix: ClassCounts) -> zip[tuple[str, float]]:
        return zip(matrix.classes, matrix.true.astype(float).tolist(), strict=True)


def are_prices_of_cells(given: Any) -> bool:
    """Say whether costs are those of cells, of true and answered class, rather than of the outcomes of two classes.

    >>> are_prices_of_cells({("9", "3"): 5}), are_prices_of_cells({"9:3": 5}), are_prices_of_cells({"fn": 5})
    (True, True, False)
    """
    if given is None or isinstance(given, str) or hasattr(given, "best_threshold"):
        return False
    if isinstance(given, Mapping):
        return any(isinstance(cell, tuple) or cell == UNSURE or ":" in str(cell) for cell in given)
    return True  # a table


def _prices(matrix: ClassCounts, given: Any) -> tuple[Any, float | None]:
    """Return the price of every cell, and of a row that is left unsure."""
    if given is None:
        return None, None
    if not are_prices_of_cells(given):
        raise BadCall(
            f"There are {len(matrix.classes)} classes, and a price belongs to each pair of a true and an answered "
            "class: --cost 9:3=5,unsure=0.3 (in Python: cost={('9', '3'): 5, 'unsure': 0.3}, or a table)."
        )
    unsure = None
    if isinstance(given, Mapping):
        cells = {_cell(matrix, name): price for name, price in given.items() if name != UNSURE}
        unsure = None if given.get(UNSURE) is None else finite_number(given[UNSURE], "A price")
        given = {cell: finite_number(price, "A price") for cell, price in cells.items()}
    return tuple(map(tuple, prices_of_cells(matrix, given).tolist())), unsure


def _cell(matrix: ClassCounts, name: Any) -> tuple[str, str]:
    if isinstance(name, tuple):
        return name if len(name) == 2 else _refuse_cell(name)
    true, colon, answer = str(name).partition(":")
    # A class may have a colon in its name: the cut that leaves two classes is meant.
    while colon and true not in matrix.classes and ":" in answer:
        more, colon, answer = answer.partition(":")
        true = f"{true}:{more}"
    return (true.strip(), answer.strip()) if colon else _refuse_cell(name)


def _refuse_cell(name: Any) -> Any:
    raise BadCall(f"A price belongs to a true and an answered class, such as 9:3=5, and not to {name!r}.")


def _shares(matrix: ClassCounts, given: Any) -> dict[str, float]:
    """Return the shares of the classes that are named; the others have what is left, in proportion to their rows."""
    if not isinstance(given, Mapping):
        raise BadCall(
            f"There are {len(matrix.classes)} classes, and a prevalence is the share of one of them: --prevalence "
            f"{matrix.classes[0]}=10% (in Python: prevalence={{{matrix.classes[0]!r}: 0.1}})."
        )
    shares = {}
    for name, share in given.items():
        own = matrix.classes[matrix.place(name)]
        shares[own] = share_from(f"The prevalence of {own!r}", share)
    total, true = sum(shares.values()), dict(zip(matrix.classes, matrix.true.tolist(), strict=True))
    left = [name for name in matrix.classes if name not in shares and true[name]]
    if not left and not isclose(total, 1, abs_tol=1e-6):
        raise BadCall(f"The shares of the classes add up to {total:g}, not to 1; leave out one that has what is left.")
    if left and total >= 1:
        raise BadCall(f"The stated shares add up to {total:g}, which leaves nothing for {left[0]!r}; state it too.")
    for name in shares:
        if not true[name]:
            raise BadCall(f"No row is truly {name!r}, so nothing is known of how it would be answered elsewhere.")
    return shares


def _rates(matrix: ClassCounts, given: Any) -> dict[str, float]:
    """Return the shares of classes that were sampled; of those that are not named, all were."""
    if not isinstance(given, Mapping) or {"positives", "negatives"} & {str(name) for name in given}:
        raise BadCall(
            f"There are {len(matrix.classes)} classes, and a share is sampled of each: --sampled "
            f"{matrix.classes[0]}=10% (in Python: sampled={{{matrix.classes[0]!r}: 0.1}})."
        )
    rates = {}
    for name, rate in given.items():
        own = matrix.classes[matrix.place(name)]
        whole = str(rate).strip() in ("1", "1.0", "100%")
        rates[own] = 1.0 if whole else share_from(f"The sampled share of {own!r}", rate)
    return rates


def _cuts(matrix: ClassCounts, given: Any) -> dict[str, float]:
    """Return the score from which each class is answered: one for all, or by class, the others always."""
    if not isinstance(given, Mapping):
        return dict.fromkeys(matrix.classes, checked_threshold(given))
    return {matrix.classes[matrix.place(name)]: checked_threshold(cut) for name, cut in given.items()}


PARTS = ("cost", "prevalence", "sampled", "threshold", "level")
UNSTATED = ClassSituation()
