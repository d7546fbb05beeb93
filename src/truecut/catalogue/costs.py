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

from truecut.counting.counts import CELLS, Counts
from truecut.errors import BadCall, near_miss
from truecut.errors.boundary import answers_for_all
from truecut.words.shown import Shown

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


@dataclass(frozen=True)
class Price(Shown, is_spelled=True):
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

    @property
    def exact(self) -> str:
        """Return the price as text that reads back as the very same numbers."""
        parts = self.parts or ((self.fixed,) if self.fixed or not self.per_amount else ())
        terms = [repr(part) for part in parts]
        terms += [f"{factor!r} * {column}" for column, factor in self.per_amount.items()]
        return " + ".join(terms).replace("+ -", "- ")

    def __str__(self) -> str:
        fixed = " + ".join(f"{part:,.15g}" for part in self.parts) if len(self.parts) > 1 else ""
        terms = [f"{fixed} = {self.fixed:,.15g}" if fixed else f"{self.fixed:,.15g}"] if self.fixed else []
        terms += [column if factor == 1 else f"{factor:g} * {column}" for column, factor in self.per_amount.items()]
        return " + ".join(terms) or "0"


@answers_for_all
@dataclass(frozen=True, kw_only=True)
class Cost(Shown, is_spelled=True):
    """The price of each outcome, and of testing a row; None where nobody said one, which then counts as 0.

    >>> Cost(tp=-1, fn=100, fp=1).total(Counts(tp=150, fn=40, fp=60, tn=250))
    3910.0
    >>> Cost(fn="5 + 0.8 * amount", fp=2).columns
    ('amount',)
    """

    tp: Price | float | str | None = None
    fp: Price | float | str | None = None
    fn: Price | float | str | None = None
    tn: Price | float | str | None = None
    per_row: Price | float | str | None = None

    def __post_init__(self) -> None:
        self._prices  # noqa: B018  # says at once what is no price

    def __repr__(self) -> str:
        """Return the call that makes it: what nobody said is left out."""
        said = (f"{name}={getattr(self, name)!r}" for name in (*CELLS, PER_ROW) if getattr(self, name) is not None)
        return f"Cost({', '.join(said)})"

    def __abs__(self) -> Cost:
        """Return the cost with the size of each price alone."""
        return self._sizes

    @cached_property
    def _sizes(self) -> Cost:
        # Kept, since every resample of the rows asks how far rounding may move its cheapest cut.
        return Cost(**{outcome: abs(self.price(outcome)) for outcome in (*CELLS, PER_ROW)})

    def price(self, outcome: str) -> Price:
        """Return what one outcome costs, or with 'per_row' what testing a row costs.

        `outcome` is "tp", "fp", "fn", "tn" or "per_row".

        >>> import truecut as tc
        >>> tc.Cost(fn="5 + 0.8 * amount").price("fn").fixed
        5.0
        """
        return self._prices[outcome]

    @cached_property
    def _prices(self) -> dict[str, Price]:
        return {outcome: _price(getattr(self, outcome)) for outcome in (*CELLS, PER_ROW)}

    @property
    def stated(self) -> dict[str, Price]:
        """Return the prices that somebody stated."""
        return {name: self.price(name) for name in (*CELLS, PER_ROW) if getattr(self, name) is not None}

    def __str__(self) -> str:
        return ", ".join(f"{name}={price}" for name, price in self.stated.items())

    @cached_property
    def fixed(self) -> dict[str, float]:
        """Return what an outcome costs without amounts, the test of the row included."""
        return {cell: self.price(cell).fixed + self.price(PER_ROW).fixed for cell in CELLS}

    def unit(self, cell: str, column: str) -> float:
        """Return what one unit of an amount costs in an outcome, the test of the row included; "" is a row itself."""
        if not column:
            return self.fixed[cell]
        return sum(self.price(name).per_amount.get(column, 0.0) for name in (cell, PER_ROW))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Return the columns of amounts that the prices follow."""
        prices = (self.price(name) for name in (*CELLS, PER_ROW))
        return tuple(dict.fromkeys(column for price in prices for column in price.per_amount))

    @property
    def of_amounts_alone(self) -> Cost:
        """Return what follows amounts, the test of a row with its outcome, and nothing that is fixed."""
        tested = self.price(PER_ROW).per_amount
        prices = {}
        for cell in CELLS:
            own = self.price(cell).per_amount
            columns = dict.fromkeys((*own, *tested))
            prices[cell] = Price(0.0, {name: own.get(name, 0.0) + tested.get(name, 0.0) for name in columns})
        return Cost(**prices)

    def only(self, *cells: str) -> Cost:
        """Return the prices of these outcomes alone."""
        return Cost(**{cell: self.price(cell) for cell in cells})

    def total(self, counts: Counts, amounts: Mapping[str, Counts] | None = None) -> Any:
        """Return what all rows together cost; with arrays, at each of many thresholds.

        `counts` are the four counts, and `amounts` what rows are worth in each outcome, where prices follow amounts.

        >>> import truecut as tc
        >>> tc.Cost(fp=1, fn=10).total(tc.Counts(tp=150, fn=40, fp=60, tn=250))
        460.0
        """
        total: Any = 0.0
        for cell in CELLS:
            total = total + self.unit(cell, "") * getattr(counts, cell)
            for column in self.columns:
                factor = self.unit(cell, column)
                if factor:
                    total = total + factor * getattr(_amounts_of(column, amounts), cell)
        return total

    def mean(self, counts: Counts, amounts: Mapping[str, Counts] | None = None) -> Any:
        """Return what a row costs on average.

        `counts` are the four counts, and `amounts` what rows are worth in each outcome, where prices follow amounts.

        >>> import truecut as tc
        >>> tc.Cost(fp=1, fn=10).mean(tc.Counts(tp=150, fn=40, fp=60, tn=250))
        0.92
        """
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


def _price(given: Price | float | str | None) -> Price:
    if isinstance(given, str):
        return read_price(given)
    if given is None:
        return Price()
    return given if isinstance(given, Price) else Price(_number(given))


def _amounts_of(column: str, amounts: Mapping[str, Counts] | None) -> Counts:
    if amounts is None or column not in amounts:
        raise BadCall(f"The cost follows the amounts of column {column!r}, but the rows carry no such amounts.")
    return amounts[column]


# A mistake, what would have been right, and what each is called.
MISTAKES = (("fp", "tn", "a false alarm", "leaving a row alone"), ("fn", "tp", "a miss", "a find"))


def decidable(cost: Cost) -> Cost:
    """Return prices that leave something to decide; refuse those that forget a mistake, or turn a gain round.

    >>> decidable(Cost(fp=0, fn=1)).price("fn").fixed
    1.0
    """
    for mistake, right, called, instead in MISTAKES:
        gap = _size(cost.price(mistake)) - _size(cost.price(right))
        if gap > 0 or (gap == 0 and mistake in cost.stated):
            continue
        if mistake not in cost.stated and right not in cost.stated:
            raise BadCall(
                f"By these prices {called} costs nothing; state {mistake}= as well ({mistake}=0 if that is meant)."
            )
        hint = f" Gains are negative: {right}=-{_size(cost.price(right)):g}." if _size(cost.price(right)) > 0 else ""
        raise BadCall(
            f"By these prices {instead} costs {-gap:g} more than {called}, so nothing is to be decided.{hint}"
            if gap < 0
            else f"By these prices {called} costs as much as {instead}; state {mistake}= as well."
        )
    return cost


def cost_of(given: Cost | Mapping[str, Any] | None) -> Cost | None:
    """Return stated prices, checked: a `Cost`, or a dictionary such as {"fn": 10, "fp": 1}; None takes them back.

    >>> str(cost_of({"missed": 10, "fp": "2 + 3"}))
    'fp=2 + 3 = 5, fn=10'
    """
    if given is None:
        return None
    if isinstance(given, Mapping):
        given = read_cost({str(name): str(price) for name, price in given.items()})
    if not isinstance(given, Cost):
        raise BadCall(f"A cost is tc.Cost(fn=..., fp=...) or a dictionary of prices, not {given!r}.")
    return decidable(given)


def _size(price: Price) -> float:
    # An amount is taken for one unit: it is the sign of the price that matters here.
    return price.fixed + sum(price.per_amount.values())


def _number(given: Any) -> float:
    try:
        if isinstance(given, bool):
            raise TypeError
        return float(given)
    except (TypeError, ValueError):
        raise BadCall(f"A price is a number or a text such as '5 + 0.8 * amount', not {given!r}.") from None


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
            f"No outcome is called {name!r}.{near_miss(plain, list(known))} There are tp, fp, fn, tn and per_row; "
            "of many classes a price is that of a true and an answered class, such as 9:3=5."
        )
    return known[plain]
