"""The recommendation for many classes: how far to trust answers, when to look again, and whether to decide by price.

One frozen value that the terminal, JSON, notebooks and the page show alike. The page says the same of prices that are
typed there (`report/src/classes/advice.ts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from truecut.decisions.class_decision import ALWAYS_UNSURE, COMMONEST, LIKELIEST, ClassDecision, Use
from truecut.decisions.findings import Finding, Tone
from truecut.decisions.recommendation import Advised, Sentences
from truecut.decisions.recommendation_words import money
from truecut.inference.estimate import Estimate
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.inference.proportions import wilson_limits
from truecut.words import DEFAULT, Words
from truecut.words.numerals import count, percent
from truecut.words.shown import Shown

FAVOURITES = 3
OF_THE_HEADLINE = frozenset({"accuracy", "confusion"})  # findings that the sentences already tell


@dataclass(frozen=True)
class Confusion:
    """Rows of one class that were answered with another."""

    true: str
    answer: str
    rows: float
    of: float  # rows of the true class


@dataclass(frozen=True)
class ClassRecommendation(Shown):
    """How far to trust the answers, and what to do about the worst of them."""

    verdict: Advised
    accuracy: Estimate
    commonest: str  # the class with most rows, and what always saying it would reach
    without: float
    look_again: str | None  # the answer that is right less often than answers are, beyond chance
    wrong_there: Estimate | None  # the share of wrong ones among these answers
    favourites: tuple[Confusion, ...]  # the most frequent mistakes
    decision: ClassDecision | None  # by prices, where somebody stated them
    objection: Finding | None
    sentences: Sentences

    def __str__(self) -> str:
        return f"{self.sentences.headline}\n{self.sentences.lede}"


def recommended_answers(
    matrix: ClassMatrix,
    findings: Sequence[Finding] = (),
    *,
    words: Words = DEFAULT,
    level: float = 0.95,
    decision: ClassDecision | None = None,
) -> ClassRecommendation:
    """Say how far the answers of a matrix can be trusted; with a decision by prices, whether to decide so."""
    accuracy = matrix.metric("accuracy", level=level)
    rows = matrix.true.astype(float)
    most = int(rows.argmax()) if len(rows) else 0
    worst = answer_to_look_at(matrix, level)
    found = ClassRecommendation(
        verdict=_verdict(matrix, most, level),
        accuracy=accuracy,
        commonest=matrix.classes[most],
        without=float(rows[most] / rows.sum()) if rows.any() else 0.0,
        look_again=worst,
        wrong_there=None if worst is None else matrix.of(worst).metric("fdr", level=level),
        favourites=favourite_mistakes(matrix),
        decision=decision,
        objection=next(
            (one for one in findings if one.tone != Tone.GOOD and one.code not in OF_THE_HEADLINE),
            None,
        ),
        sentences=Sentences("", "", "", (), ""),
    )
    return _told(found, matrix, words)


def favourite_mistakes(matrix: ClassMatrix) -> tuple[Confusion, ...]:
    """Return the most frequent confusions of one class with another, the first of equals first."""
    rows = matrix.rows.astype(float)
    cells = [
        Confusion(matrix.classes[i], matrix.classes[j], float(rows[i, j]), float(matrix.true[i]))
        for i, j in np.argwhere(rows > 0)
        if i != j
    ]
    return tuple(sorted(cells, key=lambda one: -one.rows)[:FAVOURITES])


def answer_to_look_at(matrix: ClassMatrix, level: float) -> str | None:
    """Return the answer that is right least often, if that is less than all answers are, beyond chance.

    Its upper limit allows for all answers that were looked at (Bonferroni).
    """
    answered, right = matrix.answered.astype(float), matrix.rows.astype(float).diagonal()
    given = np.flatnonzero(answered > 0)
    if len(given) < 2:
        return None
    bar = float(right.sum() / answered.sum())
    worst = int(given[np.argmin(right[given] / answered[given])])
    wide = 1 - (1 - level) / len(given)
    high = matrix.of(matrix.classes[worst]).metric("precision", level=wide).high
    return matrix.classes[worst] if high is not None and high < bar else None


def _verdict(matrix: ClassMatrix, most: int, level: float) -> Advised:
    """Hold the answers against always naming the commonest class, on the rows where the two differ in being right."""
    rows = matrix.rows.astype(float)
    if not matrix.true.astype(float).sum() or (matrix.true.astype(float) > 0).sum() < 2:
        return Advised.NO_ANSWER
    gained = float(rows.trace() - rows[most, most])
    lost = float(matrix.true[most] - rows[most, most])
    if gained <= lost:
        return Advised.DO_NOT_USE
    if matrix.is_weighted:
        accuracy = matrix.metric("accuracy", level=level)
        bar = float(matrix.true[most]) / float(matrix.true.sum())
        return Advised.USE if accuracy.low is not None and accuracy.low > bar else Advised.UNPROVEN
    return Advised.USE if wilson_limits(gained, gained + lost, level)[0] > 1 / 2 else Advised.UNPROVEN


def _told(found: ClassRecommendation, matrix: ClassMatrix, words: Words) -> ClassRecommendation:
    decision = found.decision
    said = Sentences(
        above="Every mistake counts the same" if decision is None else "At these prices",
        headline=_headline(found),
        lede=_lede(found, matrix, words),
        saves=() if decision is None else _saves(decision, words),
        sure=_sure(found, words, matrix),
    )
    return replace(found, sentences=said)


def _headline(found: ClassRecommendation) -> str:
    if found.verdict == Advised.NO_ANSWER:
        return f"These rows cannot tell: all of them are {found.commonest}."
    if found.decision is not None:
        return headline_of_decision(found.decision, found.commonest)
    if found.verdict == Advised.DO_NOT_USE:
        return f"Do not trust it: always saying {found.commonest} is right as often."
    right = in_so_many(float(found.accuracy))
    if found.verdict == Advised.UNPROVEN:
        return f"Trust {right} at most: always saying {found.commonest} may do as well."
    if found.look_again is None:
        return f"Trust {right}; none of them stands out as worse."
    return f"Trust {right}; look again when it says {found.look_again}."


def headline_of_decision(decision: ClassDecision, commonest: str) -> str:
    """Say whether to decide so: by price, or with some rows left unsure."""
    use, best = decision.use, decision.strategies[0].name
    if use == Use.DO_NOT_USE:
        instead = {
            LIKELIEST: "Take the likeliest class: deciding by these prices saves nothing.",
            COMMONEST: f"Do not use it at these prices: always saying {commonest} is cheaper.",
            ALWAYS_UNSURE: "Do not use it at these prices: leaving every row unsure is cheaper.",
        }
        return instead[best]
    perhaps = use == Use.PERHAPS
    if decision.answered < 1:
        right = "" if decision.right.value is None else f": {round(100 * decision.right.value)} % of those are right"
        return f"{'Perhaps let' if perhaps else 'Let'} it answer {round(100 * decision.answered)} rows in 100{right}."
    if perhaps:
        return "Perhaps decide by price: not shown to be cheaper than the likeliest class."
    return "Decide by price, not by the likeliest class."


def _lede(found: ClassRecommendation, matrix: ClassMatrix, words: Words) -> str:
    total = float(matrix.true.sum())
    if not total:
        return f"No {words.unit} was read."
    right, answered = float(matrix.rows.astype(float).trace()), float(matrix.answered.astype(float).sum())
    low, high = found.accuracy.low, found.accuracy.high
    reach = "" if low is None or high is None else f" ({count(round(1000 * low))} to {count(round(1000 * high))})"
    parts = [f"Of 1,000 {words.units}, {count(round(1000 * right / total))} get the right class{reach}"]
    if answered < total and matrix.unsure is not None:
        parts.append(f", {count(round(1000 * (1 - answered / total)))} are left unsure")
    parts.append(f", {count(round(1000 * (answered - right) / total))} a wrong one.")
    if found.look_again is not None and found.wrong_there is not None:
        parts.append(f" When it says {found.look_again}, {percent(float(found.wrong_there))} are something else.")
    if found.favourites:
        said = ", ".join(f"{one.true} read as {one.answer} ({count(_of_rows(one.rows))})" for one in found.favourites)
        parts.append(f" Favourite mistakes: {said}.")
    return "".join(parts)


def _of_rows(number: float) -> float:
    """Return rows as people read them: where rows count as more or less than one, to a tenth."""
    return number if number == int(number) else round(number, 1)


def _saves(decision: ClassDecision, words: Words) -> tuple[str, ...]:
    saving = decision.saving
    value = 1000 * float(saving)
    less = value >= 0
    reach = ""
    if saving.low is not None and saving.high is not None:
        ends = sorted((1000 * saving.low * (1 if less else -1), 1000 * saving.high * (1 if less else -1)))
        reach = f" ({money(ends[0])} to {money(ends[1])})"
    lines = [f"{words.priced(money(abs(value)))}{reach} {'less' if less else 'more'} than the likeliest class"]
    for other in decision.strategies:
        if other.name != LIKELIEST:
            gap = 1000 * (other.mean_cost - float(decision.mean_cost))
            lines.append(f"{words.priced(money(abs(gap)))} {'less' if gap >= 0 else 'more'} than {other.name}")
    return tuple(lines)


def _sure(found: ClassRecommendation, words: Words, matrix: ClassMatrix) -> str:
    total = float(matrix.true.sum())
    if not total:
        return ""
    rows = f"{count(total)} {words.unit if total == 1 else words.units}"
    accuracy = found.accuracy
    if accuracy.low is None or accuracy.high is None:
        return f"{percent(float(accuracy))} of {rows} got the right class; {accuracy.note}."
    low, high = (percent(end).removesuffix(" %") for end in (accuracy.low, accuracy.high))
    return (
        f"{percent(float(accuracy))} ({low} to {high}) of {rows} got the right class; always saying {found.commonest} "
        f"would reach {percent(found.without)}."
    )


def in_so_many(share: float) -> str:
    """Return a share as answers in a hundred, or in as many as it takes not to promise all or none.

    >>> in_so_many(0.867), in_so_many(0.9996), in_so_many(1.0)
    ('87 answers in 100', '9,996 answers in 10,000', 'all answers')
    """
    if share in (0, 1):
        return "all answers" if share else "no answer"
    base = 100
    while round(base * share) in (0, base) and base < 10**12:
        base *= 10
    right = round(base * share)
    return f"{count(right)} {'answer' if right == 1 else 'answers'} in {count(base)}"
