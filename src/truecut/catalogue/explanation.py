"""One word explained: of a metric the formula, the numbers put in, and what they mean; of a term what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Any, overload

from truecut.catalogue import BY_NAME, Metric, Value
from truecut.catalogue.costs import Cost, cost_of
from truecut.catalogue.derived_values import WorkedStep, checked_values, derived, split_values
from truecut.catalogue.formula import Formula
from truecut.catalogue.glossary import Term, look_up, refuse_numbers, what_was_taken
from truecut.catalogue.point import CountedPoint
from truecut.catalogue.situation import Situation
from truecut.counting.counts import CELLS, Counts, checked_counts
from truecut.errors import BadCall
from truecut.errors.boundary import answers_in_sentences
from truecut.words import DEFAULT, Words
from truecut.words.numerals import DASH, plain_number
from truecut.words.shown import Shown


@dataclass(frozen=True)
class Relative:
    """Another way to write the metric, or something that is mistaken for it, with its value."""

    formula: str
    value: Value | None
    why: str = ""


@dataclass(frozen=True)
class Explanation(Shown):
    """All there is to say about a metric, in the user's words; with counts, in numbers too.

    >>> explain("recall").population
    'the rows that are truly positive'
    """

    metric: Metric
    formula: str
    parameters: dict[str, Any]
    meaning: str
    population: str
    use: str
    misleads: str
    undefined: tuple[str, ...]  # when and why there is no value
    same_as: tuple[Relative, ...]
    not_same_as: tuple[Relative, ...]
    steps: tuple[WorkedStep, ...] = ()  # how people work it out, the metric itself last
    numbers: str = ""  # the formula with the counts put in
    sentence: str = ""  # the same in words
    value: Value | None = None
    notes: tuple[str, ...] = ()  # what the word was taken for, and what else goes by it


# Only a metric has numbers to put in, so with any of them what is found is an explanation of one.
@overload
def explain(name: str, *, words: Words = DEFAULT) -> Explanation | Term: ...


# All that can be put in, as below.
@overload
def explain(
    name: str,
    *,
    tp: float | None = None,
    fp: float | None = None,
    fn: float | None = None,
    tn: float | None = None,
    words: Words = DEFAULT,
    convention: str | None = None,
    cost: Cost | Mapping[str, Any] | None = None,
    **parameters: Any,
) -> Explanation: ...
# Four counts by name, as a confusion matrix is written down, and what they are to be explained with.
@answers_in_sentences
def explain(
    name: str,
    *,
    tp: float | None = None,
    fp: float | None = None,
    fn: float | None = None,
    tn: float | None = None,
    words: Words = DEFAULT,
    convention: str | None = None,
    cost: Cost | Mapping[str, Any] | None = None,
    **parameters: Any,
) -> Explanation | Term:
    """Explain a word: a metric, with numbers if some are given; or a term, such as "confusion matrix".

    `name` is a metric's or a term's in any spelling, a name that another tool gives to a metric, or a question about
    one. `tp`, `fp`, `fn` and `tn` are the counts that a metric's formula looks at, and `parameters` its own or the
    values of other metrics that it follows from. `words` says what classes and rows are called. `convention` names a
    rule for what is undefined, and `cost` prices the outcomes.

    >>> print(explain("precision", tp=30, fn=10, fp=5, tn=55).numbers)
    30 / (30 + 5)
    >>> explain("f1", precision=0.5, recall=1).value.value
    0.6666666666666666
    >>> explain("what is a type 2 error?").name
    'type II error'
    """
    if not isinstance(name, str):
        raise BadCall(f"A metric or a term is explained by its name, a text, not by {type(name).__name__}.")
    found = look_up(name)
    given = {cell: count for cell, count in zip(CELLS, (tp, fp, fn, tn), strict=True) if count is not None}
    notes = what_was_taken(name, found)
    if isinstance(found.entry, Term):
        if given or convention is not None or cost is not None or parameters:
            refuse_numbers(found.entry)
        return replace(found.entry, notes=notes)
    entry = found.entry
    chosen, values = split_values(entry, {**found.parameters, **parameters})
    priced = prices_of(entry, cost)
    if are_enough(entry, given):
        told = explained(entry, None, words, priced | chosen, convention, {**values, **given})
    else:
        told = explained(entry, checked_counts(**given) if given else None, words, priced | chosen, convention, values)
    return replace(told, notes=notes)


def are_enough(entry: Metric, given: Mapping[str, Any]) -> bool:
    """Say whether fewer than four counts are all that the formula of a metric looks at.

    >>> are_enough(BY_NAME["recall"], {"tp": 30, "fn": 10}), are_enough(BY_NAME["accuracy"], {"tp": 30, "fn": 10})
    (True, False)
    """
    return 0 < len(given) < len(CELLS) and entry.needs_only_counts and cells_in_formula(entry) <= given.keys()


def cells_in_formula(entry: Metric) -> frozenset[str]:
    """Return the counts that a formula looks at."""
    return Formula(entry.formula).names & frozenset(CELLS)


def prices_of(entry: Metric, cost: Cost | Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the stated prices as a formula calls them; those that follow an amount cannot be put in."""
    stated = cost_of(cost)
    if stated is not None and stated.columns:
        raise BadCall(f"Four counts carry no amounts; state a number in place of {stated.columns[0]!r}.")
    if stated is not None and not entry.is_priced and "pt" not in entry.parameters:
        raise BadCall(f"{entry.name} has no prices in it; leave out the costs.")
    return Situation(cost=stated).parameters_of(entry, {})


def explained(
    entry: Metric,
    counts: Counts | None,
    words: Words,
    parameters: Mapping[str, Any],
    convention: str | None = None,
    values: Mapping[str, Any] | None = None,
) -> Explanation:
    """Explain an entry of the catalogue; `values` are those of other metrics, or fewer counts that are enough."""
    chosen = entry.chosen(parameters)
    few = {cell: count for cell, count in (values or {}).items() if cell in CELLS}
    known = checked_values({name: value for name, value in (values or {}).items() if name not in few}, entry.steps)
    if few and known:
        raise BadCall(f"Give either counts or the values of metrics, not both; leave out {' and '.join(known)}.")
    if known and counts is not None:
        raise BadCall(f"Give either four counts or the values of metrics, not both; leave out {' and '.join(known)}.")
    for name, value in chosen.items():
        if value != value:
            raise BadCall(f"{name} must be a number, not NaN.")
    if counts is not None and not entry.needs_only_counts:
        raise BadCall(
            f"{entry.name} needs {entry.needs.value}, and four counts do not tell them; leave out the counts."
        )
    in_words = Explanation(
        metric=entry,
        formula=entry.readable,
        parameters=chosen,
        meaning=words.fill(entry.meaning),
        population=words.fill(entry.population),
        use=words.fill(entry.use),
        misleads=words.fill(entry.misleads),
        undefined=_when_undefined(entry),
        steps=_steps(entry, counts, chosen),
        same_as=tuple(Relative(_shown(text), _evaluated(text, counts, chosen, known)) for text in entry.equals),
        not_same_as=tuple(
            Relative(_shown(text), _evaluated(text, counts, chosen, known), words.fill(why))
            for text, why in entry.confused_with.items()
        ),
    )
    if known:
        return _of_values(in_words, derived(entry, known, chosen))
    if counts is None:
        return _of_few(in_words, few, parameters, convention)
    return replace(
        in_words,
        numbers=_with_numbers(entry.formula, counts.cells() | chosen),
        sentence=_in_words(entry, counts, words),
        value=entry.at(counts, convention=convention, **parameters),
    )


def _of_values(in_words: Explanation, steps: tuple[WorkedStep, ...]) -> Explanation:
    """Return the explanation with the formula that leads from the known values to the metric."""
    last = steps[-1]
    value = Value(last.value) if last.value is not None else Value.absent("the formula gives 0 / 0 here")
    return replace(in_words, formula=last.formula, steps=steps[:-1], numbers=last.numbers, value=value)


def _of_few(
    in_words: Explanation, few: Mapping[str, Any], parameters: Mapping[str, Any], convention: str | None
) -> Explanation:
    """Return the explanation with numbers, if those given are all that the formula looks at."""
    entry = in_words.metric
    given = {**parameters, **few}
    if not given or not entry.needs_only_counts or not Formula(entry.formula).names <= given.keys():
        return in_words
    # Whatever the counts are that the formula does not look at, the value is the same.
    counts = checked_counts(**{**dict.fromkeys(CELLS, 1), **few})
    return replace(
        in_words,
        numbers=_with_numbers(entry.formula, given),
        value=entry.at(counts, convention=convention, **parameters),
    )


def _steps(entry: Metric, counts: Counts | None, parameters: Mapping[str, Any]) -> tuple[WorkedStep, ...]:
    """Return how people work the metric out, with numbers where there are any."""
    values: dict[str, Any] = {} if counts is None else counts.cells() | dict(parameters)
    steps = []
    for name, text in entry.steps.items():
        if counts is None:
            steps.append(WorkedStep(name, _shown(text)))
            continue
        result = Formula(text).at(values)
        steps.append(WorkedStep(name, _shown(text), _with_numbers(text, values), None if isnan(result) else result))
        values[name] = result
    return tuple(steps)


def _with_numbers(text: str, values: Mapping[str, Any]) -> str:
    """Return a formula with numbers put in; what was worked out before is shown to four digits."""
    return Formula(text).with_names({name: _number(value) for name, value in values.items()})


def _number(value: Any) -> str:
    if value != value:
        return DASH
    return f"{value:.4g}" if isinstance(value, float) and abs(value) < 1 else plain_number(value)


def _in_words(entry: Metric, counts: Counts, words: Words) -> str:
    """Say a share of rows as people say it: of the 35 flagged, 30 are."""
    if not entry.counted:
        return ""
    formula = Formula(entry.formula)
    cells = counts.cells()
    among, those = Formula(formula.denominator).at(cells), Formula(formula.numerator).at(cells)
    population = words.fill(entry.population).removeprefix("the ").removeprefix("all ")
    of_all = "Of all" if entry.population.startswith("all ") else "Of the"
    if not among:
        return f"There are no {population}, so there is no share to speak of."
    return f"{of_all} {plain_number(among)} {population}, {plain_number(those)} {words.fill(entry.counted)}."


def _when_undefined(entry: Metric) -> tuple[str, ...]:
    if entry.needs_only_counts:
        return tuple(f"{Formula(zero)} = 0: {reason}" for zero, reason in entry.undefined.items())
    return tuple(f"{when}: {reason}" for when, reason in entry.undefined.items())


def _shown(text: str) -> str:
    return str(Formula(text))


def _evaluated(
    text: str, counts: Counts | None, parameters: dict[str, Any], known: Mapping[str, float]
) -> Value | None:
    """Return the value of a formula over cells, parameters and the names of other metrics."""
    if counts is None:
        at_hand = {**parameters, **known}
        result = Formula(text).at(at_hand) if known and Formula(text).names <= at_hand.keys() else nan
        return Value(result) if result == result else None
    point, names = CountedPoint(counts), dict(parameters)
    for name in Formula(text).names - parameters.keys():
        if name in CELLS:
            names[name] = getattr(counts, name)
        elif BY_NAME[name].needs_only_counts:
            names[name] = float(point.metric(name))
        else:
            return None
    result = Formula(text).at(names)
    return Value(result) if result == result else Value.absent("it needs a value that is undefined here")
