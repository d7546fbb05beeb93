"""The recommendation in words: an instruction first, then 1,000 rows, then money. No metric's name, no praise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from truecut.catalogue.model import Model
from truecut.decisions.recommendation import (
    Advised,
    OtherModel,
    Recommendation,
    Rival,
    RivalKind,
    Sentences,
)
from truecut.decisions.saving import Saving
from truecut.words import Words
from truecut.words.numerals import percent

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MOST_NAMED = 3
NO_CUT = "No cut saves even 1 % of what doing without costs."
LEAST_FLATTERY = 0.005  # of the cost, below which it is not worth saying


def recommendation_in_words(told: Recommendation, models: Sequence[str], called: str = "") -> Sentences:
    """Return the sentences of a recommendation; `called` is what to call the model, if not by its name."""
    words = told.words
    told = replace(told, model=called or told.model)
    return Sentences(
        above=_above(told, words),
        headline=_headline(told, models),
        lede=_lede(told, words),
        saves=tuple(_saves(told)),
        sure=" ".join(_sure(told, words)),
        question="" if told.is_stated else _question(words),
        change=tuple(_changes(told, words, models)),
    )


def no_answer_in_words(model: Model, words: Words) -> Sentences:
    """Return what to say where one of the classes does not occur."""
    table = model.table
    absent = words.negative if table.total_positive else words.positive
    what = "there are no rows" if not table.rows else f"there is no {absent} {words.unit}"
    return Sentences(
        above="",
        headline=f"No answer: {what}.",
        lede="What a cut does needs rows of both classes.",
        saves=(),
        sure=f"Nothing can be said before {words.units} of both classes are there.",
    )


def money(amount: float) -> str:
    """Return a cost in about three figures.

    >>> money(5945.4), money(114.76), money(61.4), money(1.32), money(-0.123), money(0)
    ('5,945', '115', '61', '1.3', '-0.12', '0')
    """
    size = abs(amount)
    if size < 1e-9:
        return "0"
    text = f"{int(size + 0.5):,}" if size >= 9.95 else f"{size:.1f}" if size >= 0.995 else f"{size:.2g}"
    if size >= 1e9:
        text = f"{size:.3g}"
    return f"{'-' if amount < 0 else ''}{text}"


def _amount(told: Recommendation, cost: float) -> str:
    """Return a cost with what it is in; without prices it is a number of mistakes, and in nothing."""
    return told.words.priced(money(cost)) if told.is_stated else money(cost)


def reach(saving: Saving) -> str:
    """Return the interval in brackets, or nothing where there is none."""
    if saving.low is None or saving.high is None:
        return ""
    return f" ({money(saving.low)} to {money(saving.high)})"


def _above(told: Recommendation, words: Words) -> str:
    place = "" if told.prevalence is None else f", if {percent(told.prevalence)} are {words.positive}"
    if not told.is_stated:
        verb = "Recommended" if told.verdict in (Advised.USE, Advised.UNPROVEN) else "The answer"
        return (
            f"No costs were stated. {verb} if a missed {words.positive} and a flagged {words.negative} are equally "
            f"bad{place}:"
        )
    return f"Recommended for these costs{place}" if told.verdict != Advised.DO_NOT_USE else f"At these costs{place}"


def _headline(told: Recommendation, models: Sequence[str]) -> str:
    trivial = told.trivial
    whom = "everybody" if trivial is not None and trivial.kind == RivalKind.ALL else "nobody"
    if told.verdict == Advised.DO_NOT_USE:
        what = told.model if len(models) == 1 else f"any of the {number_word(len(models))} models"
        return f"Do not use {what}: flagging {whom} {'costs less' if told.is_dearer else 'is as cheap'}."
    like = told.not_told_apart
    ties = f" (or {_one_of(len(like))} like it)" if like and len(models) > 1 else ""
    if told.verdict == Advised.UNPROVEN:
        where = "" if told.is_hard else f", {_from(told)}"
        return f"Perhaps {told.model}{where}: not shown to beat flagging {whom}."
    if told.is_hard:
        return f"Use {told.model}{ties} as it stands."
    return f"Use {told.model}{ties}, and flag {_from(told)}."


def _from(told: Recommendation) -> str:
    return f"from {told.told_cut} {'down' if told.is_downward else 'up'}"


def _one_of(number: int) -> str:
    return "another" if number == 1 else f"one of {number_word(number)}"


def _lede(told: Recommendation, words: Words) -> str:
    c, exact = told.thousand, told.exact_thousand
    flagged = f"{_or_less(c.tp + c.fp, exact.tp + exact.fp)} {'is' if c.tp + c.fp == 1 else 'are'} flagged"
    return (
        f"Of 1,000 {words.units}, {flagged}: {_or_less(c.tp, exact.tp)} {words.positive} and "
        f"{_or_less(c.fp, exact.fp)} {words.negative}. {_or_less(c.fn, exact.fn)} {words.positive} "
        f"{'slips' if c.fn == 1 else 'slip'} through. That costs {_amount(told, told.cost)}."
    )


def _or_less(whole: float, exact: float) -> str:
    """Return a whole number of rows; what is less than half a row and yet not nothing in figures, since it costs."""
    return f"{whole:,}" if whole else money(exact)


def _saves(told: Recommendation) -> Iterator[str]:
    for rival in told.against:
        if rival.saving.value == 0 and rival.saving.high == 0:
            continue
        way = "less" if rival.saving.value >= 0 else "more"
        shown = rival.saving if way == "less" else _turned(rival.saving)
        yield f"{_amount(told, shown.value)}{reach(shown)} {way} than {rival_name(rival)}"


def _turned(saving: Saving) -> Saving:
    low, high = (None if end is None else -end for end in (saving.high, saving.low))
    return Saving(-saving.value, low, high, saving.level)


def rival_name(rival: Rival) -> str:
    """Return what another decision is called."""
    if rival.kind == RivalKind.IN_USE:
        cut = f"{rival.threshold:g}"
        return f"{cut}, in use" if rival.was_given else f"the usual {cut}"
    return "flagging nobody" if rival.kind == RivalKind.NONE else "flagging everybody"


def _sure(told: Recommendation, words: Words) -> Iterator[str]:
    if told.verdict == Advised.DO_NOT_USE:
        yield "It does not save even 1 % of what doing without costs." if told.is_given_cut else NO_CUT
        return
    if told.verdict == Advised.UNPROVEN:
        if told.more_rows:
            yield f"About {_rounded(told.more_rows)} more {words.units} like these would settle it."
        else:
            yield f"More {words.units} would have to show that anything is saved at all."
    told_apart = [other for other in told.others if other.is_told_apart]
    like = told.not_told_apart
    if like:
        yield _ties(told, like)
    elif told_apart:
        nearest = told_apart[0]
        whom = nearest.model if len(told_apart) == 1 else f"all {number_word(len(told_apart))} others"
        yield f"Told apart from {whom}: {_amount(told, nearest.gap.value)} cheaper{reach(nearest.gap)}."
    found = told.range
    if found is not None:
        if found.low != found.high:
            low, high = found.told
            yield f"The cut could be {low} to {high}; that changes the cost by at most {_amount(told, found.worst)}."
        if found.flattery is not None and found.flattery > LEAST_FLATTERY * abs(told.cost):
            yield (
                f"Chosen and judged on the same {words.units}, the cost flatters itself by about "
                f"{_amount(told, found.flattery)}; the intervals allow for it."
            )


def _ties(told: Recommendation, like: Sequence[OtherModel]) -> str:
    nearest = like[0]
    names = _listed([other.model for other in like[:MOST_NAMED]])
    whom = names if len(like) <= MOST_NAMED else f"{number_word(len(like))} others"
    gap = f"the nearest, {nearest.model}, costs" if len(like) > 1 else "it costs"
    more = f"{_amount(told, nearest.gap.value)} more{reach(nearest.gap)}"
    return f"Not told apart from {whom}: {gap} {more}."


def _question(words: Words) -> str:
    return f"What is worse, a missed {words.positive} or a flagged {words.negative}, and by how much?"


def _changes(told: Recommendation, words: Words, models: Sequence[str]) -> Iterator[str]:
    if told.reign is not None and told.verdict != Advised.DO_NOT_USE:
        ends = [
            _price_end(end, words, is_upper=is_upper)
            for end, is_upper in ((told.reign.low, False), (told.reign.high, True))
            if end is not None
        ]
        here = f"On these {words.units} " if told.not_told_apart else ""
        if ends:
            yield f"{here}{told.model} stays the cheapest model until {' or '.join(ends)}."
        elif len(models) > 1:
            yield f"{here}{told.model} is the cheapest model at all prices from 1,000 : 1 to 1 : 1,000."
    shares = told.worthwhile
    if shares is not None and (shares.low is not None or shares.high is not None):
        low, high = (None if end is None else percent(end) for end in (shares.low, shares.high))
        between = f"between {low} and {high}" if low and high else f"more than {low}" if low else f"less than {high}"
        is_shown = told.verdict == Advised.USE
        worth = "It is worth having" if is_shown else "If the rows do not mislead, it is worth having"
        yield f"{worth} where {between} are {words.positive}."


def _price_end(ratio: float, words: Words, *, is_upper: bool) -> str:
    """Return where a price of a false alarm, in misses, ends something; the worse mistake is named first."""
    miss, alarm = f"a missed {words.positive}", f"a flagged {words.negative}"
    worse, other, times = (alarm, miss, ratio) if ratio >= 1 else (miss, alarm, 1 / ratio)
    if _figures(times) == "1":
        return f"{worse} is as bad as {other}"
    way = "more" if is_upper == (ratio >= 1) else "less"
    return f"{worse} is {way} than {_figures(times)} times as bad as {other}"


def _figures(number: float) -> str:
    return f"{float(f'{number:.2g}'):,g}"


def _rounded(number: int) -> str:
    return f"{int(float(f'{number:.2g}')):,}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def number_word(number: int) -> str:
    """Return a small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else f"{number:,}"
