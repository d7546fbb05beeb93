"""From models and their situation to the recommendation."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from truecut.catalogue.costs import Cost
from truecut.catalogue.measures.hull import hull_entries
from truecut.catalogue.model import Model
from truecut.counting.counts import CELLS, Counts
from truecut.counting.told_thresholds import told_threshold
from truecut.decisions.chosen_threshold import threshold_of
from truecut.decisions.cross_fitting import FOLDS, REPEATS, cross_fit, threshold_spread
from truecut.decisions.findings import Finding, Subject, Tone, findings_of
from truecut.decisions.findings.ranking import reversed_scores
from truecut.decisions.model_decision import cost_curve, decide
from truecut.decisions.recommendation import (
    Advised,
    CutRange,
    OtherModel,
    Recommendation,
    Rival,
    RivalKind,
)
from truecut.decisions.recommendation_words import no_answer_in_words, recommendation_in_words
from truecut.decisions.saving import THOUSAND, PricedModel
from truecut.decisions.what_would_change import reign_of, worthwhile_shares
from truecut.errors import BadCall
from truecut.inference.folds import rows_by_class
from truecut.inference.interval_request import joined
from truecut.inference.resampling.coarse import coarsened_for_cuts
from truecut.words import Words

if TYPE_CHECKING:
    from truecut.counting.placed_rows import PlacedRows

SUPPOSED = Cost(fp=1, fn=1)  # until somebody says which mistake is worse
WORTH_HAVING = 0.01  # of what flagging nobody or everybody costs: a model that saves less is not worth its keep
DRAWS = 200  # of the rows, to see where else the cheapest cut may lie
MOST_WORK = 4e6  # distinct scores times draws: larger tables are drawn from less often
MOST_SCORES = 5_000  # to choose from in draws and folds: of more, neighbours are put together
MOST_ROWS = 2_000_000  # dealt out to folds, over all divisions
MOST_MORE = 1e4  # times as many rows: nobody collects more to settle one question
NO_OBJECTION = ("accuracy", "imbalance", "no_division")  # of metrics, or of the threshold in use


@dataclass(frozen=True, eq=False)
class DecisionQuestion:
    """What is to be decided: models on the same rows with their groups, and the rows where they are known."""

    subjects: Sequence[Subject]
    rows: PlacedRows | None = None
    level: float = 0.95
    seed: int = 0
    called: str = ""  # the only model, in sentences, where its name says nothing

    @property
    def first(self) -> Model:
        """Return the first model, in whose situation all are."""
        return self.subjects[0].model

    @property
    def words(self) -> Words:
        """Return what the classes and rows are called."""
        return self.subjects[0].words

    @cached_property
    def answer(self) -> Recommendation:
        """Return the recommendation, which is found once."""
        # Counts of hundreds of digits are more than floats hold; what then is infinite decides nothing.
        with np.errstate(over="ignore", invalid="ignore"):
            return recommend(self)

    @cached_property
    def cost(self) -> Cost:
        """Return the stated prices; or that both mistakes are as bad, which is then said to be supposed."""
        return self.first.situation.cost or SUPPOSED

    @cached_property
    def priced(self) -> dict[str, PricedModel]:
        """Return the models with the cost of each cut."""
        return {subject.model.name: PricedModel(subject.model, self.cost) for subject in self.subjects}

    @cached_property
    def cuts(self) -> dict[str, int]:
        """Return the cut of each model: where the stated rule says, else the cheapest."""
        return {name: _cut(priced) for name, priced in self.priced.items()}


# Longer than most: it names every part of a recommendation once.
def recommend(question: DecisionQuestion) -> Recommendation:
    """Return which model to use and where to cut it under the situation."""
    table = question.first.table
    if not table.total_positive or not table.total_negative:
        return _no_answer(question)
    costs = {name: priced.at(question.cuts[name]) for name, priced in question.priced.items()}
    chosen = min(costs, key=costs.__getitem__)
    best, cut = question.priced[chosen], question.cuts[chosen]
    ends = {0: best.at(0), best.last: best.at(best.last)}
    idle = min(ends, key=ends.__getitem__)
    is_useless = ends[idle] - costs[chosen] < WORTH_HAVING * abs(ends[idle]) or cut in ends
    found = None if is_useless or best.model.is_hard else _range_of(best, cut, question)
    flattery = (found and found.flattery) or 0.0
    dearer, cut = costs[chosen] - ends[idle], idle if is_useless else cut
    against = _rivals(best, cut, flattery, question.level)
    proof = next(rival.saving for rival in against if rival.kind == (RivalKind.NONE if not idle else RivalKind.ALL))
    verdict = Advised.DO_NOT_USE if is_useless else Advised.USE if proof.is_sure else Advised.UNPROVEN
    is_everybody = is_useless and idle == best.last
    threshold = None if is_everybody or best.model.is_hard else threshold_of(best.model.curve, cut)
    told = Recommendation(
        verdict=verdict,
        model=chosen,
        threshold=threshold,
        told_cut=told_threshold(best.model.curve, threshold),
        is_everybody=is_everybody,
        is_hard=best.model.is_hard,
        is_downward=question.first.table.lower_is_positive,
        prices=question.cost,
        is_stated=question.first.situation.cost is not None,
        prevalence=question.first.situation.prevalence,
        level=question.level,
        counts=best.model.curve.entry(cut),
        thousand=whole_thousand(best.model.moved.curve.entry(cut)),
        cost=best.at(cut),
        exact_thousand=_of_a_thousand(best.model.moved.curve.entry(cut)),
        against=against,
        others=() if is_useless else _others(question, chosen),
        range=found,
        reign=reign_of(question.priced, chosen) if len(question.priced) > 1 else None,
        worthwhile=None if is_useless else worthwhile_shares(best, WORTH_HAVING),
        objection=_looks_reversed(question) if is_useless else _objection(question, chosen, cut),
        is_given_cut=best.model.is_hard or best.model.situation.rule is not None,
        is_dearer=dearer > 0 and dearer >= WORTH_HAVING * abs(ends[idle]),
        words=question.words,
        more_rows=_more_rows(best, (cut, idle), flattery, question.level) if verdict == Advised.UNPROVEN else None,
    )
    return replace(told, sentences=recommendation_in_words(told, list(question.priced), question.called))


def whole_thousand(counts: Counts) -> Counts:
    """Return 1,000 rows in whole ones, those rounded up first that lose most by rounding down.

    >>> whole_thousand(Counts(tp=1, fp=1, fn=1, tn=0))
    Counts(tp=334, fp=333, fn=333, tn=0)
    """
    exact = _of_a_thousand(counts).cells()
    whole = {cell: int(number + 1e-9) for cell, number in exact.items()}
    by_loss = sorted(CELLS, key=lambda cell: whole[cell] - exact[cell])
    for cell in by_loss[: int(THOUSAND) - sum(whole.values())]:
        whole[cell] += 1
    return Counts(**whole)


def _of_a_thousand(counts: Counts) -> Counts:
    return Counts(**{cell: THOUSAND * float(number) / float(counts.rows) for cell, number in counts.cells().items()})


def _cut(priced: PricedModel) -> int:
    rule = priced.model.situation.rule
    if rule is None or priced.model.is_hard:
        return priced.cheapest
    return priced.entry_of(decide(priced.model.moved, rule, cost=priced.cost).threshold)


def _rivals(best: PricedModel, cut: int, flattery: float, level: float) -> tuple[Rival, ...]:
    model = best.model

    def rival(kind: RivalKind, entry: int, threshold: float | None) -> Rival:
        was_given = threshold is not None and model.has_stated_threshold
        saving = best.saving((cut, entry), level=level)
        return Rival(kind, threshold, best.at(entry), saving.less(flattery) if entry != cut else saving, was_given)

    # 0.5 is a usual cut of probabilities; of a blood sugar it says nothing, and nobody uses it.
    is_in_use = not model.is_hard and (model.has_stated_threshold or model.table.are_probabilities)
    in_use = (rival(RivalKind.IN_USE, best.entry_of(model.threshold), model.threshold),) if is_in_use else ()
    return (*in_use, rival(RivalKind.NONE, 0, None), rival(RivalKind.ALL, best.last, None))


def _others(question: DecisionQuestion, chosen: str) -> tuple[OtherModel, ...]:
    """Return the other models at their cheapest cuts; intervals allow for their number (Bonferroni)."""
    number = len(question.priced) - 1
    if not number:
        return ()
    from truecut.inference.comparison import NOT_PAIRED

    best, cut = question.priced[chosen], question.cuts[chosen]
    level = 1 - (1 - question.level) / number
    found = []
    for name, other in question.priced.items():
        if name == chosen:
            continue
        entry = question.cuts[name]
        gap = best.saving_against(other, (cut, entry), question.rows, level=level)
        # Each of the two was chosen on these rows, so what one flatters itself is not taken off the other.
        note = joined(gap.note, NOT_PAIRED if question.rows is None else "")
        gap = replace(gap, level=question.level, adjusted_for=number, note=note)
        threshold = None if other.model.is_hard else threshold_of(other.model.curve, entry)
        found.append(OtherModel(name, threshold, other.at(entry), gap))
    return tuple(sorted(found, key=lambda other: other.cost))


def _range_of(best: PricedModel, cut: int, question: DecisionQuestion) -> CutRange | None:
    """Return where the cut falls in other samples, and how much it flatters itself on its own rows."""
    model, cost = best.model.moved, best.cost
    rule = model.situation.rule
    if rule is None and not model.amounts and not model.design.is_clustered:
        coarse = coarsened_for_cuts(model.table, hull_entries(model.curve), MOST_SCORES)
        model = replace(model, table=coarse, folds=None)

    def chooser(part: Model) -> float | None:
        if rule is not None:
            return decide(part, rule, cost=cost).threshold
        curve = cost_curve(part, cost)
        return threshold_of(curve.curve, curve.cheapest)

    flattery = None
    if min(int(rows.sum()) for rows in rows_by_class(model.table)) >= FOLDS:
        with suppress(BadCall):
            repeats = max(1, min(REPEATS, MOST_ROWS // model.table.rows))
            fit = cross_fit(model, chooser, folds=FOLDS, repeats=repeats, seed=question.seed)
            flattery = max(0.0, THOUSAND * fit.mean_cost(cost) - best.at(cut))
    draws = max(20, min(DRAWS, int(MOST_WORK / max(1, len(model.table)))))
    spread = threshold_spread(model, chooser, resamples=draws, level=question.level, seed=question.seed)
    entries = sorted(best.entry_of(end) for end in (spread.low, spread.high))
    worst = THOUSAND * float(np.max(best.curve.means_at(slice(entries[0], entries[1] + 1)))) - best.at(cut)
    told = told_threshold(model.curve, spread.low), told_threshold(model.curve, spread.high)
    return CutRange(spread.low, spread.high, max(0.0, worst), flattery, spread.resamples, spread.seed, told)


def _more_rows(best: PricedModel, entries: tuple[int, int], flattery: float, level: float) -> int | None:
    """Return how many more rows like these would prove the saving, if it stays as it is; None if too many would."""
    if best.cost.columns or flattery >= best.at(entries[1]) - best.at(entries[0]):
        return None

    def is_enough(times: float) -> bool:
        # A choice on more rows flatters itself less, about as their number grows.
        return best.saving(entries, level=level, times=times).less(flattery / times).is_sure

    if not is_enough(MOST_MORE):
        return None
    low, high = 1.0, MOST_MORE
    while high - low > 1e-3 * low:
        middle = (low * high) ** 0.5
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return ceil((high - 1) * best.model.table.rows)


def _looks_reversed(question: DecisionQuestion) -> Finding | None:
    """Return what speaks against leaving models alone: that one of them may only be read the wrong way round."""
    return next((found for subject in question.subjects for found in reversed_scores(subject)), None)


def _objection(question: DecisionQuestion, chosen: str, cut: int) -> Finding | None:
    """Return the worst that speaks against the decision itself, found at its cut."""
    subject = next(subject for subject in question.subjects if subject.model.name == chosen)
    threshold = None if subject.model.is_hard else threshold_of(subject.model.curve, cut)
    at_cut = replace(subject if threshold is None else subject.cut_at(threshold), is_only_model=True)
    found = [one for one in findings_of(at_cut) if one.tone != Tone.GOOD and one.code not in NO_OBJECTION]
    return found[0] if found else None


def _no_answer(question: DecisionQuestion) -> Recommendation:
    model = question.first
    counts = model.point.counts
    told = Recommendation(
        verdict=Advised.NO_ANSWER,
        model=model.name,
        threshold=None if model.is_hard else model.threshold,
        is_everybody=False,
        is_hard=model.is_hard,
        is_downward=question.first.table.lower_is_positive,
        prices=question.cost,
        is_stated=model.situation.cost is not None,
        prevalence=model.situation.prevalence,
        level=question.level,
        counts=counts,
        thousand=whole_thousand(counts) if counts.rows else counts,
        cost=THOUSAND * float(question.cost.mean(counts, model.amounts_at(model.threshold))) if counts.rows else 0.0,
        exact_thousand=_of_a_thousand(counts) if counts.rows else counts,
        words=question.words,
    )
    return replace(told, sentences=no_answer_in_words(model, question.words))
