"""What each outcome costs, and what that makes of a curve.

A cost is a number for each of the four outcomes (gains are negative), and one for every row that is
tested at all. A number may depend on an amount that each row carries: a missed fraud costs its amount.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.counts import CELLS, Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.thresholds import checked_threshold
from truecut.errors import BadCall, near_miss

PER_ROW = "per_row"

# What people call the outcomes; the user's own words for the classes may stand before or behind.
OUTCOMES = {
    "tp": ("true_positive", "caught", "found", "hit", "detected"),
    "fp": ("false_positive", "false_alarm", "type_1", "type_i"),
    "fn": ("false_negative", "missed", "miss", "overlooked", "type_2", "type_ii"),
    "tn": ("true_negative", "left_alone", "passed", "correct_rejection"),
    PER_ROW: ("per_row", "row", "test", "each", "every_row"),
}
TERM = re.compile(
    r"\s*(?P<sign>[-+])?\s*(?P<factor>[0-9.]+(?:[eE][-+]?[0-9]+)?)?"
    r"(?:(?(factor)\s*\*?)\s*(?P<column>[^\W\d][\w ]*))?\s*"
)
ROUNDING = 1e-13  # of all that is at stake: smaller differences in cost come from rounding


@dataclass(frozen=True)
class Price:
    """A sum of fixed parts and of parts that follow an amount: 5 + 0.8 * amount.

    >>> read_price("2000 + 5000 + 20000").fixed
    27000.0
    """

    fixed: float = 0.0
    per_amount: Mapping[str, float] = field(default_factory=dict)  # column of amounts -> factor
    parts: tuple[float, ...] = ()  # of the fixed number, where it was given as a sum

    def __post_init__(self) -> None:
        for number in (self.fixed, *self.per_amount.values()):
            if not isfinite(number):
                raise BadCall(f"A cost must be a finite number, not {number:g}.")

    def __abs__(self) -> Price:
        """Return the price with its size alone, be it a cost or a gain."""
        return Price(abs(self.fixed), {column: abs(factor) for column, factor in self.per_amount.items()})

    def __str__(self) -> str:
        fixed = " + ".join(f"{part:,.15g}" for part in self.parts) if len(self.parts) > 1 else ""
        terms = [f"{fixed} = {self.fixed:,.15g}" if fixed else f"{self.fixed:,.15g}"] if self.fixed else []
        terms += [column if factor == 1 else f"{factor:g} * {column}" for column, factor in self.per_amount.items()]
        return " + ".join(terms) or "0"


@dataclass(frozen=True)
class Cost:
    """The price of each outcome, and of testing a row.

    >>> Cost(tp=-1, fn=100, fp=1).total(Counts(tp=150, fn=40, fp=60, tn=250))
    3910.0
    >>> Cost(fn="5 + 0.8 * amount", fp=2).columns
    ('amount',)
    """

    tp: Price | float | str = 0.0
    fp: Price | float | str = 0.0
    fn: Price | float | str = 0.0
    tn: Price | float | str = 0.0
    per_row: Price | float | str = 0.0

    def __post_init__(self) -> None:
        for outcome in (*CELLS, PER_ROW):
            self.price(outcome)

    def __abs__(self) -> Cost:
        """Return the cost with the size of each price alone."""
        return Cost(**{outcome: abs(self.price(outcome)) for outcome in (*CELLS, PER_ROW)})

    def price(self, outcome: str) -> Price:
        """Return what one outcome costs, or with 'per_row' what testing a row costs."""
        given = getattr(self, outcome)
        if isinstance(given, str):
            return read_price(given)
        return given if isinstance(given, Price) else Price(float(given))

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns of amounts that the prices follow."""
        prices = (self.price(name) for name in (*CELLS, PER_ROW))
        return tuple(dict.fromkeys(column for price in prices for column in price.per_amount))

    def total(self, counts: Counts, amounts: Mapping[str, Counts] | None = None) -> Any:
        """Return what all rows together cost; with arrays, at each of many thresholds."""
        total: Any = 0.0
        for cell in CELLS:
            price, tested = self.price(cell), self.price(PER_ROW)
            total = total + (price.fixed + tested.fixed) * getattr(counts, cell)
            for column in self.columns:
                factor = price.per_amount.get(column, 0.0) + tested.per_amount.get(column, 0.0)
                if factor:
                    total = total + factor * getattr(_amounts_of(column, amounts), cell)
        return total

    def mean(self, counts: Counts, amounts: Mapping[str, Counts] | None = None) -> Any:
        """Return what a row costs on average."""
        if not np.any(counts.rows):
            raise BadCall("There are no rows, so there is no cost of a row.")
        return self.total(counts, amounts) / counts.rows

    @property
    def best_threshold(self) -> float | None:
        """Return where to cut calibrated probabilities, with no data needed; None if amounts or gains forbid it.

        A row is worth flagging when p * (cost of a miss - cost of a hit) outweighs
        (1 - p) * (cost of a false alarm - cost of leaving alone).

        >>> Cost(fp=1, fn=4).best_threshold
        0.2
        """
        if self.columns:
            return None
        tp, fp, fn, tn = (self.price(cell).fixed for cell in CELLS)
        alarm, miss = fp - tn, fn - tp
        return alarm / (alarm + miss) if alarm >= 0 and miss >= 0 and alarm + miss > 0 else None


@dataclass(frozen=True, eq=False)
class CostCurve:
    """What every threshold of a curve costs."""

    cost: Cost
    curve: CountsCurve
    amounts: Mapping[str, CountsCurve] = field(default_factory=dict)

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """Return the total cost at each entry of the curve."""
        return np.asarray(self.cost.total(self.curve.counts, self._aligned()), dtype=float)

    @cached_property
    def means(self) -> NDArray[np.float64]:
        """Return the mean cost of a row at each entry of the curve."""
        return self.totals / self._rows

    @cached_property
    def rounding(self) -> float:
        """Return how far two mean costs may lie apart by rounding alone, where gains and costs cancel."""
        at_stake = abs(self.cost).total(self.curve.counts, self._aligned())
        return ROUNDING * float(np.max(at_stake)) / self._rows

    @property
    def cheapest(self) -> int:
        """Return the entry that costs the least; of equals, the one that flags the fewest rows."""
        return int(np.argmax(self.means <= self.means.min() + self.rounding))

    @property
    def _rows(self) -> float:
        rows = self.curve.table.total_positive + self.curve.table.total_negative
        if not rows:
            raise BadCall("There are no rows, so there is no cost of a row.")
        return rows

    def at(self, threshold: float) -> float:
        """Return the total cost at one threshold."""
        return float(self.totals[int(self.curve.reached([checked_threshold(threshold)])[0])])

    def within(self, tolerance: float) -> tuple[int, int]:
        """Return the first and last entry around the cheapest that keep all but this share of its saving.

        The saving is that against flagging all or nothing, whichever costs less; every entry between the two
        returned keeps as much.
        """
        if not 0 <= tolerance <= 1:
            raise BadCall(f"A tolerance is a share of the saving between 0 and 1, not {tolerance:g}.")
        cheapest, least = self.cheapest, self.means.min()
        room = tolerance * (min(self.means[0], self.means[-1]) - least) + self.rounding
        dear = np.flatnonzero(self.means > least + room)
        before, after = dear[dear < cheapest], dear[dear > cheapest]
        first = int(before[-1]) + 1 if len(before) else 0
        last = int(after[0]) - 1 if len(after) else len(self.totals) - 1
        return first, last

    def _aligned(self) -> dict[str, Counts]:
        """Return the amounts on each side of every entry of the curve."""
        return {column: _aligned(self.curve, amounts) for column, amounts in self.amounts.items()}


def _aligned(curve: CountsCurve, amounts: CountsCurve) -> Counts:
    """Return the amounts at the entries of another curve: rows without an amount have no score there."""
    entries = np.concatenate([[0], amounts.reached(curve.table.scores)])
    return Counts(**{cell: column[entries] for cell, column in amounts.counts.cells().items()})


def _amounts_of(column: str, amounts: Mapping[str, Counts] | None) -> Counts:
    if amounts is None or column not in amounts:
        raise BadCall(f"The cost follows the amounts of column {column!r}, but the rows carry no such amounts.")
    return amounts[column]


def read_cost(given: Mapping[str, str], words: tuple[str, ...] = ()) -> Cost:
    """Return a cost from what a person typed: tp=-1,fn=100,fp=1 or missed=100,false alarm=1.

    >>> read_cost({"missed spam": "100", "false alarm": "1"}, words=("spam",)).price("fn").fixed
    100.0
    """
    prices: dict[str, Price] = {}
    for name, text in given.items():
        outcome = _outcome(name, words)
        if outcome in prices:
            raise BadCall(f"The cost of {outcome} is given twice.")
        prices[outcome] = read_price(text)
    if not prices:
        raise BadCall("A cost needs at least one number, such as fn=100,fp=1.")
    return Cost(**prices)


def read_price(text: str) -> Price:
    """Return a price from a sum of numbers and columns, such as 5 + 0.8 * amount."""
    parts: list[float] = []
    amounts: dict[str, float] = {}
    place = 0
    while place < len(text):
        term = TERM.match(text, place)
        if term is None or not (term["factor"] or term["column"]) or (place and not term["sign"]):
            raise BadCall(
                f"Cannot read the cost {text!r}: at character {place + 1} a number or a column is needed, such as "
                "5 + 0.8 * amount."
            )
        sign = -1.0 if term["sign"] == "-" else 1.0
        try:
            factor = sign * float(term["factor"] or 1)
        except ValueError:
            raise BadCall(f"Cannot read the cost {text!r}: {term['factor']!r} is not a number.") from None
        if term["column"]:
            column = term["column"].strip()
            amounts[column] = amounts.get(column, 0.0) + factor
        else:
            parts.append(factor)
        place = term.end()
    if not parts and not amounts:
        raise BadCall("A cost is empty; give a number.")
    return Price(sum(parts), amounts, tuple(parts))


def _outcome(name: str, words: tuple[str, ...]) -> str:
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    known = {alias: outcome for outcome, aliases in OUTCOMES.items() for alias in (outcome, *aliases)}
    if plain in known:
        return known[plain]
    for word in words:
        plain = plain.replace(word.strip().lower().replace(" ", "_"), "").strip("_")
    if plain not in known:
        raise BadCall(
            f"No outcome is called {name!r}.{near_miss(plain, list(known))} There are tp, fp, fn, tn and per_row."
        )
    return known[plain]
