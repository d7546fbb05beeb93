"""The small language of constraints and requirements.

    maximise recall subject to precision >= 0.9
    minimise cost subject to fpr <= 1e-4 and share_flagged <= 2% with 95% confidence
    recall >= 0.8
    precision@lower >= 0.7
    share_flagged@value <= 200/50000
    roc_auc >= baseline.roc_auc - 0.01
    macro f1 >= 0.8
    recall of each class >= 0.7
    precision of "not sure" >= 0.9

It is read by the parser below and nothing else; what it does not understand it refuses with the place
and a suggestion.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isinf
from typing import NoReturn

from truecut.catalogue import BY_NAME
from truecut.catalogue.class_metric import Average
from truecut.catalogue.class_metrics import CLASS_METRICS_BY_NAME, any_metric
from truecut.decisions.goals import (
    BASELINE,
    COMPARISONS,
    Condition,
    EndOfInterval,
    Goal,
    Limit,
    Quantity,
)
from truecut.errors import TruecutError, near_miss
from truecut.words.numerals import hundredth

TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,4})?)"
    r"|(?P<word>[A-Za-z_][A-Za-z_0-9]*)|(?P<quoted>\"[^\"]+\"|'[^']+')|(?P<sign>>=|<=|==|[-+<>=@.,()%/]))"
)
LOOKS_LIKE = {"≥": ">=", "⩾": ">=", "≤": "<=", "⩽": "<=", "−": "-", "–": "-", "％": "%", "&": "and", "|": "@"}
ENDS = (EndOfInterval.LOWER.value, EndOfInterval.UPPER.value, EndOfInterval.VALUE.value)
LONGEST_SHOWN = 200  # characters of a text that an error repeats


class NotUnderstood(TruecutError, ValueError):
    """A rule or requirement cannot be read; says where."""


def read_goal(text: str) -> Goal:
    """Read a goal such as "maximise recall subject to precision >= 0.9".

    >>> str(read_goal("maximize recall subject to precision >= 90%"))
    'maximise recall subject to precision >= 0.9'
    """
    return _Reader(text).goal()


def read_condition(text: str) -> Condition:
    """Read a requirement such as "precision@lower >= 0.7".

    >>> read_condition("auc >= baseline.auc - 0.01").limit.quantity.is_baseline
    True
    """
    return _Reader(text, knows_classes=True).only_condition()


def read_quantity(text: str) -> Quantity:
    """Read a plain metric of many classes, such as "weighted f1" or "kappa(weights=quadratic)".

    >>> read_quantity("weighted f1").average
    'weighted'
    """
    return _Reader(text, knows_classes=True).only_quantity()


@dataclass(frozen=True)
class _Token:
    kind: str  # number, word, sign or end
    text: str
    start: int


class _Reader:
    """Reads tokens from left to right, each grammar rule a method."""

    def __init__(self, text: str, *, knows_classes: bool = False) -> None:
        self.text = text
        self.knows_classes = knows_classes  # a threshold divides two classes, so a goal knows no others
        self.tokens = self._tokens()
        self.next = 0

    def goal(self) -> Goal:
        verb = self.peek.text.lower()
        if verb not in VERBS:
            example = "" if not any(sign in self.text for sign in COMPARISONS) else EXAMPLE.format(condition=self.text)
            self._fail(f"should be maximise or minimise{example}", list(VERBS))
        self.next += 1
        quantity = self._goal_quantity()
        conditions = self._conditions() if self._accept("subject") else []
        if not conditions and self.peek.text.lower() == "with":
            self._fail("has nothing to be sure of: confidence is for conditions, which follow 'subject to'")
        confidence = self._confidence() if self._accept("with") else None
        self._end(["and", "with"] if conditions else ["subject"])
        return Goal(quantity, VERBS[verb], tuple(conditions), confidence)

    def only_condition(self) -> Condition:
        condition = self._condition()
        self._end([])
        return condition

    def only_quantity(self) -> Quantity:
        quantity = self._goal_quantity()
        self._end([])
        return quantity

    def _conditions(self) -> list[Condition]:
        self._expect("to")
        conditions = [self._condition()]
        while self._accept("and"):
            conditions.append(self._condition())
        return conditions

    def _condition(self) -> Condition:
        start = self.peek.start
        quantity = self._quantity()
        comparison = self.peek.text
        if comparison not in COMPARISONS:
            self._fail(f"should be one of {', '.join(COMPARISONS)}")
        self.next += 1
        limit = self._limit()
        return Condition(quantity, comparison, limit, self.text[start : self.peek.start].strip())

    def _limit(self) -> Limit:
        number, quantity, sign, is_percent = 0.0, None, -1.0 if self._accept("-") else 1.0, False
        while True:
            if self.peek.kind == "number":
                number += sign * self._number()
                is_percent |= self.tokens[self.next - 1].text == "%"
            elif self.peek.kind != "word":
                self._fail("should be a number or a metric")
            elif quantity is not None or sign < 0:
                self._fail("should be a number: a limit is one metric at most, and numbers added to it")
            else:
                quantity = self._quantity()
            if self.peek.text not in ("+", "-"):
                return Limit(number, quantity, is_percent)
            sign = -1.0 if self.peek.text == "-" else 1.0
            self.next += 1

    def _goal_quantity(self) -> Quantity:
        start = self.next
        quantity = self._quantity()
        if quantity.is_baseline or quantity.bound != EndOfInterval.WHOLE:
            self.next = start
            self._fail("should be a plain metric: a goal has no baseline and no bound")
        return quantity

    def _quantity(self) -> Quantity:
        is_baseline = self.peek.text.lower() == BASELINE and self._after.text == "."
        if is_baseline:
            self.next += 2
        average = self._average()
        name = self._metric()
        parameters = self._parameters(name) if self.peek.text == "(" else {}
        of_class, of_each = self._class() if self.knows_classes and self._accept("of") else ("", False)
        if average and (of_class or of_each):
            self._fail(f"is more than can be understood: {average} is an average over all classes, not of one")
        bound = self._bound() if self._accept("@") else EndOfInterval.WHOLE
        return Quantity(name, parameters, bound, is_baseline, average, of_class, of_each)

    def _average(self) -> str:
        word = self.peek.text.lower()
        if not self.knows_classes or self.peek.kind != "word" or word not in list(Average):
            return ""
        self.next += 1
        return word

    def _class(self) -> tuple[str, bool]:
        """Read which class is meant: a word, a number, something in quotes, or each of them."""
        if self.peek.text.lower() == "each" and self._after.text.lower() == "class":
            self.next += 2
            return "", True
        sign = "-" if self._accept("-") else ""
        if self.peek.kind not in ("number", *(() if sign else ("word", "quoted"))):
            self._fail('should be a class, "in quotes" unless it is one word or number, or "each class"')
        token = self.peek
        self.next += 1
        return (token.text[1:-1] if token.kind == "quoted" else sign + token.text), False

    def _metric(self) -> str:
        name = self.peek.text.lower()
        if self.peek.kind != "word":
            self._fail("should be a metric")
        known = {**BY_NAME, **CLASS_METRICS_BY_NAME} if self.knows_classes else BY_NAME
        if name not in known:
            self._fail(f"is not a metric{self._averaged(name)}", [*known])
        self.next += 1
        return any_metric(name).name

    def _averaged(self, name: str) -> str:
        """Say how an average is written, to whoever writes it in one word, as others do."""
        for average in Average if self.knows_classes else ():
            for of in (name.removesuffix(f"_{average.value}"), name.removeprefix(f"{average.value}_")):
                if of != name and of in BY_NAME:
                    return f": an average over classes is written '{average.value} {of}'"
        return ""

    def _parameters(self, of: str) -> dict[str, float | str]:
        known = [*any_metric(of).parameters]
        if self.knows_classes and of in CLASS_METRICS_BY_NAME:
            known = [*dict.fromkeys((*known, *CLASS_METRICS_BY_NAME[of].parameters))]
        if not known:
            self._fail(f"has no place here: {of} takes no parameters")
        self._expect("(")
        parameters: dict[str, float | str] = {}
        while not self._accept(")"):
            if self.peek.text not in known:
                self._fail(f"should be a parameter of {of}: {' or '.join(known)}", known)
            if self.peek.text in parameters:
                self._fail("is given twice")
            name = self._word()
            self._expect("=")
            parameters[name] = self._word() if self._takes_word else self._signed()
            if self.peek.text not in (",", ")"):
                self._fail("should be ',' or ')'")
            self._accept(",")
        return parameters

    @property
    def _takes_word(self) -> bool:
        return self.knows_classes and self.peek.kind == "word"

    def _signed(self) -> float:
        sign = -1.0 if self._accept("-") else 1.0
        return sign * self._number()

    def _bound(self) -> EndOfInterval:
        word = self.peek.text.lower()
        if word not in ENDS:
            self._fail("should be lower, upper or value", [*ENDS])
        self.next += 1
        return EndOfInterval(word)

    def _confidence(self) -> float:
        start = self.next
        share = self._number()
        self._expect("confidence")
        if not 0.5 <= share < 1:
            self.next = start
            self._fail("should be from 50% to below 100%")
        return share

    def _number(self) -> float:
        if self.peek.kind != "number":
            self._fail("should be a number")
        is_percent = self._after.text == "%"
        number = hundredth(self.peek.text) if is_percent else float(self.peek.text)
        if isinf(number):
            self._fail("is too large a number")
        self.next += 1 + is_percent
        return number if is_percent or not self._accept("/") else self._divided(number)

    def _divided(self, number: float) -> float:
        """Read what a number is divided by: of 50,000 rows, 200 are 200/50000."""
        divisor = float(self.peek.text) if self.peek.kind == "number" else 0.0
        if not divisor or isinf(divisor) or isinf(number / divisor):
            self._fail("should be a number to divide by")
        self.next += 1
        return number / divisor

    def _word(self) -> str:
        if self.peek.kind != "word":
            self._fail("should be a word")
        self.next += 1
        return self.tokens[self.next - 1].text

    def _accept(self, text: str) -> bool:
        if self.peek.text.lower() != text:
            return False
        self.next += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            self._fail(f"should be {text!r}")

    def _end(self, possible: list[str]) -> None:
        if self.peek.kind != "end":
            with_a_point = "; decimals are written with a point" if self.peek.text == "," else ""
            if self.peek.text.lower() in ("where", "if", "with", "when", "such", "given"):
                self._fail('should be "subject to"', possible)
            self._fail(f"is more than can be understood here{with_a_point}", possible)

    @property
    def peek(self) -> _Token:
        return self.tokens[self.next]

    @property
    def _after(self) -> _Token:
        return self.tokens[min(self.next + 1, len(self.tokens) - 1)]

    def _tokens(self) -> list[_Token]:
        tokens: list[_Token] = []
        place, end = 0, len(self.text.rstrip())
        while place < end:
            found = TOKEN.match(self.text, place)
            if found is None:
                unread = self.text[place:].lstrip()
                meant = f"; did you mean {LOOKS_LIKE[unread[0]]!r}?" if unread[0] in LOOKS_LIKE else ""
                self._refuse(len(self.text) - len(unread), f"{unread[0]!r} has no meaning here{meant}")
            kind = str(found.lastgroup)
            # Only a class is written in quotes.
            if kind == "quoted" and (not tokens or tokens[-1].text.lower() != "of"):
                self._refuse(found.start(kind), f"{found[kind][0]!r} has no meaning here")
            tokens.append(_Token(kind, found[kind], found.start(kind)))
            place = found.end()
        return [*tokens, _Token("end", "", len(self.text))]

    def _fail(self, what: str, known: list[str] | None = None) -> NoReturn:
        """Say what is wrong with the next token, and what it may have been meant to be."""
        found = self.peek.text
        said = f"{_cut(found)!r} {what}" if found else f"something is missing at the end: it {what}"
        near = near_miss(found, known) if known and len(found) <= LONGEST_SHOWN and " is written " not in said else ""
        self._refuse(self.peek.start, said, near)

    def _refuse(self, place: int, said: str, suggestion: str = "") -> NoReturn:
        ending = "" if said.endswith("?") else "."
        raise NotUnderstood(f"Cannot read {_cut(self.text)!r}: at character {place + 1}, {said}{ending}{suggestion}")


EXAMPLE = "; a goal says what to maximise: maximise recall subject to {condition}"
VERBS = {"maximise": True, "maximize": True, "minimise": False, "minimize": False}


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
