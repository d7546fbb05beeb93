"""The situation: what an evaluation is asked about, beside the rows, which are counted once and never moved.

What outcomes cost, how common positives are where the model is used, the thresholds in force and how sure intervals
are: one frozen value that every metric, rule, gate, comparison, finding and view reads. An argument of a call is a
`given` for that call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from types import MappingProxyType
from typing import Any

from truecut.catalogue.class_weights import ASSUMPTION
from truecut.catalogue.costs import Cost, cost_of
from truecut.catalogue.metric import PRICES, Metric
from truecut.counting.thresholds import checked_threshold
from truecut.errors import BadCall, near_miss
from truecut.words import DEFAULT, Words, words_from
from truecut.words.numerals import percent
from truecut.words.shown import Shown

LEVEL, LEAST_LEVEL = 0.95, 0.5
FIXED = {
    "positive": "Which class is positive was fixed when the rows were counted; evaluate again with positive={!r}.",
    "classes": "The classes were fixed when the rows were counted; evaluate again with classes={!r}.",
    "design": "How rows were sampled was fixed when they were counted; evaluate again with design={!r}.",
}
NOBODY_SAID: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Situation(Shown, is_spelled=True):
    """What is supposed about the world; each part is stated, or what is usual.

    >>> Situation().given(cost={"fp": 1, "fn": 10}, prevalence="2%").prevalence
    0.02
    """

    cost: Cost | None = None  # None: nobody said
    prevalence: float | None = None  # where the model is used; None: as in the rows
    sampled: tuple[float, float] | None = None  # shares of the positives and negatives there that are among the rows
    threshold: Mapping[str, float] = field(default_factory=dict)  # by model, only those that were stated
    rule: str | None = None  # how a threshold is chosen
    level: float = LEVEL
    words: Words = DEFAULT
    classes: tuple[str, ...] = ()  # the negative one first; fixed when rows are counted, as the next two
    positive: str = ""
    design: str = "cohort"
    origin: Mapping[str, str] = field(default_factory=dict)  # where a part was stated, if not in a call

    def given(self, origin: str = "", **parts: Any) -> Situation:
        """Return the same situation with these parts; None takes a statement back, and the others stay.

        `parts` are those of `Evaluation.given`, and `origin` says where the statement comes from.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.situation.given(prevalence=0.1).prevalence
        0.1
        """
        for name in parts:
            if name in FIXED:
                raise BadCall(FIXED[name].format(parts[name]))
            if name not in READ:
                raise BadCall(f"A situation has no {name!r}.{near_miss(name, [*READ])}")
        read = {name: READ[name](value) for name, value in parts.items()}
        if parts.get("words") is not None:
            read["words"] = read["words"].over(self.words)
        said = {name: where for name, where in self.origin.items() if name not in parts}
        if origin:
            said |= {name: origin for name, value in read.items() if value not in (None, NOBODY_SAID)}
        made = replace(self, **read, origin=said)
        if made.prevalence is not None and made.sampled is not None:
            raise BadCall("Give either a prevalence or sampling rates; each follows from the other.")
        return made

    def parameters_of(self, entry: Metric, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters of a metric with what the situation says about them: prices, and what follows."""
        stated = {} if self.cost is None else {f"cost_{cell}": price for cell, price in self.cost.fixed.items()}
        for name in parameters:
            # What asks for all parameters hands on the stated prices with them.
            if entry.is_priced and name in PRICES and parameters[name] != stated.get(name):
                price = f"{name.removeprefix('cost_')!r}: {parameters[name]}"
                raise BadCall(f"Prices are stated together, for all metrics at once: given(cost={{{price}, ...}}).")
        chosen = dict(parameters)
        if self.cost is None:
            return chosen
        if entry.is_priced:
            return chosen | stated
        if "pt" in entry.parameters and "pt" not in chosen and self.cost.best_threshold is not None:
            chosen["pt"] = self.cost.best_threshold
        return chosen

    def as_plain(self) -> dict[str, Any]:
        """Return what was stated, as plain data that can be written down and read back.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.given(prevalence=0.1).situation.as_plain()["prevalence"]
        0.1
        """
        prices = None if self.cost is None else {name: price.exact for name, price in self.cost.stated.items()}
        return {
            "cost": prices,
            "prevalence": self.prevalence,
            "sampled": None if self.sampled is None else list(self.sampled),
            "threshold": dict(self.threshold),
            "rule": self.rule,
            "level": self.level,
        }

    @property
    def place(self) -> str:
        """Return where the model is used, in words; nothing where that is where its rows come from."""
        if self.prevalence is not None:
            return f"a prevalence of {percent(self.prevalence)}"
        if self.sampled is None:
            return ""
        positives, negatives = map(percent, self.sampled)
        return f"a place of which {positives} of the positives and {negatives} of the negatives were sampled"

    @property
    def supposed(self) -> str:
        """Return what is supposed of metrics where the model is used elsewhere, as a note; otherwise nothing."""
        return f"metrics are those to expect at {self.place}, {ASSUMPTION}" if self.is_moved else ""

    @property
    def follows_amounts(self) -> bool:
        """Say whether a stated price follows what each row is worth, so that four counts do not tell the cost."""
        return self.cost is not None and bool(self.cost.columns)

    @property
    def is_moved(self) -> bool:
        """Say whether the model is used where positives are more or less common than in its rows."""
        return self.prevalence is not None or self.sampled is not None


def share_from(name: str, given: Any) -> float:
    """Return a share strictly between 0 and 1; 2% and 0.02 are the same, 2 and 1 are refused.

    >>> share_from("prevalence", "2%")
    0.02
    """
    text = str(given).strip()
    is_percent = text.endswith("%")
    try:
        number = float(text.removesuffix("%")) / 100 if is_percent else float(text)
    except ValueError:
        number = None
    if number is None or isinstance(given, bool) or not isfinite(number):
        raise BadCall(f"{name} must be a share such as 0.02 or 2%, not {given!r}.")
    if not 0 < number < 1:
        meant = (
            f" {text} % is written {text}% or {float(text) / 100:g}." if not is_percent and 1 <= number < 100 else ""
        )
        raise BadCall(f"{name} lies between 0 and 1, and {text} does not.{meant}")
    return number


def _level(given: Any) -> float:
    level = share_from("A level", given)
    if level < LEAST_LEVEL:
        # 0.05 is mostly meant for the error, and would make every interval narrow.
        raise BadCall(f"A level lies between 0.5 and 1, and {given} does not. An error of {level:g} is {1 - level:g}.")
    return level


def _prevalence(given: Any) -> float | None:
    return None if given is None else share_from("prevalence", given)


def _sampled(given: Any) -> tuple[float, float] | None:
    if given is None:
        return None
    try:
        rates = {**given} if isinstance(given, Mapping) else dict(zip(("positives", "negatives"), given, strict=True))
    except (TypeError, ValueError):
        raise BadCall(f"sampled= takes two shares, of the positives and of the negatives, not {given!r}.") from None
    for name in rates:
        if name not in ("positives", "negatives"):
            raise BadCall(f"Sampling rates are those of positives and negatives, not of {name!r}.")
    positives, negatives = (_rate(name, rates.get(name, 1)) for name in ("positives", "negatives"))
    return positives, negatives


def _rate(name: str, given: Any) -> float:
    return 1.0 if str(given).strip() in ("1", "1.0", "100%") else share_from(f"The sampled share of {name}", given)


def _threshold(given: Any) -> Mapping[str, float]:
    if given is None:
        return NOBODY_SAID
    if not isinstance(given, Mapping):
        raise BadCall('A situation holds one threshold for each model, by name: {"glu": 126}.')
    return {str(name): checked_threshold(cut) for name, cut in given.items()}


def _rule(given: Any) -> str | None:
    return None if given is None else str(given)


def _words(given: Any) -> Words:
    return DEFAULT if given is None else words_from(given)


# How each part that can be stated anew is read.
READ: dict[str, Callable[[Any], Any]] = {
    "cost": cost_of,
    "prevalence": _prevalence,
    "sampled": _sampled,
    "threshold": _threshold,
    "rule": _rule,
    "level": lambda given: LEVEL if given is None else _level(given),
    "words": _words,
}
UNSTATED = Situation()
