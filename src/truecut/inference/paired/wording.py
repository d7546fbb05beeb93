"""How comparisons are said: differences, p-values, verdicts and rankings in sentences."""

from __future__ import annotations

from dataclasses import replace

from truecut.catalogue import Metric
from truecut.catalogue.class_metrics import any_metric
from truecut.inference.paired.best import ModelStanding
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.verdict import ComparisonOutcome, sign_of
from truecut.words.numerals import count, decimal, p_text, percent

NAMED_AFTER = ("Brier", "Cohen", "Fowlkes-Mallows", "Gini", "Kolmogorov-Smirnov", "Matthews", "Yule")
EVEN_CHANCE = "would give an even chance of settling it, if the difference stays what it is here"


def amount(entry: Metric, number: float) -> str:
    """Return a difference of a metric as people write it.

    >>> amount(any_metric("recall"), -0.0123), amount(any_metric("roc_auc"), 0.0123)
    ('-1.2 points', '0.012')
    """
    if entry.is_total:
        return count(number)
    return f"{_points(number)} points" if entry.is_percentage else decimal(number)


def value(entry: Metric, number: float | None) -> str:
    """Return a value of a metric as people write it."""
    if number is None:
        return "–"
    if entry.is_total:
        return count(number)
    return percent(number) if entry.is_percentage and 0 <= number <= 1 else decimal(number)


def interval_of_difference(entry: Metric, low: float, high: float) -> str:
    """Return an interval of a difference as people write it.

    >>> interval_of_difference(any_metric("recall"), -0.0123, 0.034)
    '-1.2 to 3.4 points'
    """
    return f"{amount(entry, low).removesuffix(' points')} to {amount(entry, high)}"


def title_of_difference(difference: Difference) -> str:
    """Return what two models differ in: the metric, with the average over classes that was asked for."""
    title = any_metric(difference.metric).title
    return f"{difference.average.capitalize()} {_within(title)}" if difference.average else title


def difference_in_words(difference: Difference) -> str:
    """Return by how much two models differ, with the interval and the p-value in brackets."""
    entry = any_metric(difference.metric)
    title = title_of_difference(difference)
    if difference.value is None:
        return f"{title} has no difference ({difference.undefined})"
    told = []
    if difference.low is not None and difference.high is not None:
        # What is lower by 3 is lower by 2 to 4, not by -4 to -2.
        turned = difference.value < 0
        ends = (-difference.high, -difference.low) if turned else (difference.low, difference.high)
        told.append(f"{100 * difference.level:g} % interval {interval_of_difference(entry, *ends)}")
    if difference.p_value is not None:
        told.append(p_text(difference.p_value))
    brackets = f" ({', '.join(told)})" if told else ""
    if not difference.value:
        return f"{title} is the same{brackets}"
    direction = "higher" if difference.value > 0 else "lower"
    return f"{title} is {direction} by {amount(entry, abs(difference.value))}{brackets}"


def verdict_sentence(
    outcome: ComparisonOutcome,
    two_sided: Difference,
    one_sided: Difference,
    margin: float | None,
    more_rows: int | None,
) -> str:
    """Return a verdict with its numbers put in."""
    first, second, entry = two_sided.first, two_sided.second, any_metric(two_sided.metric)
    size = difference_in_words(two_sided)
    limit = "" if margin is None else amount(entry, margin)
    if outcome in (ComparisonOutcome.BETTER, ComparisonOutcome.WORSE):
        return f"{first} is {outcome.value} than {second}: its {_within(size)}."
    if outcome == ComparisonOutcome.TIED:
        size = _within(difference_in_words(replace(one_sided, p_value=None)))
        return f"{first} and {second} are tied within the margin of {limit}: {first}'s {size}."
    if outcome == ComparisonOutcome.NOT_WORSE:
        size = _within(difference_in_words(replace(one_sided, p_value=None)))
        return f"{first} is not worse than {second} by the margin of {limit} or more: its {size}."
    if two_sided.value is None or two_sided.low is None:
        why = two_sided.undefined or two_sided.note
        return f"Not enough data to tell {first} from {second} by {_within(title_of_difference(two_sided))}: {why}."
    if two_sided.low == two_sided.high:
        return f"{first} cannot be told from {second} by {_within(title_of_difference(two_sided))}: {two_sided.note}."
    further = f"{count(rounded(more_rows))} more {'row' if more_rows == 1 else 'rows'}" if more_rows else ""
    more = f" About {further} like these {EVEN_CHANCE}." if more_rows else ""
    return f"Not enough data to tell {first} from {second}: {first}'s {_within(size)}.{more}"


def ranking_answer(
    entry: Metric, standings: tuple[ModelStanding, ...], tied: tuple[str, ...], draws: int | None, but: str = ""
) -> str:
    """Return which model is best, in one or two sentences; `but` says why the best value does not make it so."""
    leader = standings[0]
    often = leader.first_place
    places = "" if often is None or draws is None else f" It comes first in {percent(often)} of {draws:,} draws."
    best = "lowest" if sign_of(entry) < 0 else "highest"
    shown, title = value(entry, leader.estimate.value), _within(entry.title)
    if not tied:
        smallest = max((s.behind.adjusted_p or 0.0) for s in standings[1:] if s.behind is not None)
        allowing = f", allowing for {len(standings) - 1} comparisons" if len(standings) > 2 else ""
        sure = f"beyond chance ({p_text(smallest)}{allowing})"
        if but:
            return f"{leader.model} has the {best} {title}, {shown}, {sure}; {but}.{places}"
        return f"{leader.model} is best: its {title} of {shown} is the {best}, {sure}.{places}"
    if len(tied) == len(standings) - 1:
        others = "the others" if len(tied) > 1 else tied[0]
        return (
            f"{leader.model} has the {best} {title}, {shown}, but cannot be told from {others} on these rows.{places}"
        )
    behind = [one.model for one in standings[1:] if one.model not in tied]
    rest = f"{behind[0]} is" if len(behind) == 1 else "the others are"
    return (
        f"{leader.model} has the {best} {title}, {shown}, but cannot be told from {' and '.join(tied)}; {rest} "
        f"behind.{places}"
    )


def rounded(rows: int) -> int:
    """Return a number of rows to two digits, since no more are known.

    >>> rounded(1234), rounded(57)
    (1300, 57)
    """
    unit = int(10 ** max(0, len(str(rows)) - 2))
    return -(-rows // unit) * unit


def _points(share: float) -> str:
    number = 100 * share or 0.0  # without the sign that a float 0 may have
    return f"{number:.1f}" if abs(number) >= 0.05 or not number else f"{number:.2g}"


def _within(sentence: str) -> str:
    """Return what begins with the title of a metric as it stands within a sentence."""
    first = sentence.split(" ", 1)[0].removesuffix("'s")
    return sentence if first in NAMED_AFTER or not first[1:].islower() else sentence[:1].lower() + sentence[1:]
