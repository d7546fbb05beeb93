"""First findings in plain words: what a careful reader would notice before trusting a number.

A rule looks at one model and returns a finding or nothing. Each fires on an effect that is large
enough to matter, and stays silent where chance alone would do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import inf, sqrt

import numpy as np

from truecut.decisions.belonging import about_copies, about_few_clusters
from truecut.decisions.group_gaps import GroupDifference
from truecut.decisions.sampling import about_sampling
from truecut.decisions.served_worse import complaints, gaps_of
from truecut.inference.clustered.variance import area_error
from truecut.model import Model
from truecut.numerals import percent, times_in_100
from truecut.words import Words, counted

FEW_ROWS = 30  # of a class: below this, no share of it is worth two digits
RARE = 0.10
MANY_TIES = 0.20  # of all pairs of a positive and a negative row
LEAST_PERCENTAGE = 20  # a highest score below this may be a rating
SURE = 2.0  # standard errors away from chance


class Tone(StrEnum):
    """How a finding should be read; the worst come first."""

    PROBLEM = "problem"
    WARNING = "warning"
    GOOD = "good"


@dataclass(frozen=True)
class Finding:
    """One thing to know, in a title and a sentence or two."""

    code: str
    tone: Tone
    title: str
    text: str
    model: str = ""
    group: str = ""


@dataclass(frozen=True, eq=False)
class Subject:
    """What a rule looks at: a model, its groups and the words to use."""

    model: Model
    groups: Mapping[str, Model]
    words: Words
    is_only_model: bool = True

    @cached_property
    def gaps(self) -> tuple[GroupDifference, ...]:
        """Return recall and the false positive rate of every group against the rest."""
        return gaps_of(self.model, self.groups)

    def say(self, code: str, tone: Tone, title: str, text: str, group: str = "") -> Finding:
        """Return a finding about this model."""
        name = "" if self.is_only_model else self.model.name
        return Finding(code, tone, self.words.fill(title), self.words.fill(text), name, group)


Rule = Callable[[Subject], Iterator[Finding]]


def findings_of(subject: Subject) -> tuple[Finding, ...]:
    """Return all findings about a model, worst first."""
    found = [finding for rule in RULES for finding in rule(subject)]
    return tuple(sorted(found, key=lambda finding: list(Tone).index(finding.tone)))


def one_class(subject: Subject) -> Iterator[Finding]:
    """Notice that one of the two classes does not occur at all."""
    table = subject.model.table
    for name, total, what in (
        ("positive", table.total_positive, "recall, ROC AUC and average precision"),
        ("negative", table.total_negative, "specificity, the false positive rate and ROC AUC"),
    ):
        if not total:
            yield subject.say(
                "one_class",
                Tone.PROBLEM,
                f"There is no {{{name}}} {{unit}}.",
                f"Without one, {what} have no value. Is the right label named as the positive one?",
            )


def reversed_scores(subject: Subject) -> Iterator[Finding]:
    """Notice an AUC clearly below one half, and say what the scores give when turned round."""
    area = subject.model.metric("roc_auc").value
    if area is None or 0.5 - area <= SURE * _chance_error(subject.model):
        return
    remedy = (
        "If high scores mean {positive}, leave out --lower-is-positive"
        if subject.model.table.lower_is_positive
        else "If low scores mean {positive}, say so with --lower-is-positive"
    )
    yield subject.say(
        "reversed",
        Tone.PROBLEM,
        "The scores look reversed.",
        f"ROC AUC is {area:.3f}, below the 0.5 of a coin toss. {remedy}: ROC AUC is then {1 - area:.3f}. Or the labels "
        "are swapped. Settle which before looking at results: flipping whatever falls below 0.5 makes noise look good.",
    )


def no_better_than_chance(subject: Subject) -> Iterator[Finding]:
    """Notice an AUC that scores without any knowledge would reach too."""
    area = subject.model.metric("roc_auc").value
    spread = SURE * _chance_error(subject.model)
    if area is None or abs(area - 0.5) > spread:
        return
    yield subject.say(
        "chance",
        Tone.WARNING,
        "The ranking cannot be told from chance.",
        f"ROC AUC is {area:.3f}; on as many {{units}}, scores drawn at random land between "
        f"{max(0, 0.5 - spread):.2f} and {min(1, 0.5 + spread):.2f} nineteen times in twenty.",
    )


def ranks_well(subject: Subject) -> Iterator[Finding]:
    """Put an AUC clearly above one half into words."""
    area = subject.model.metric("roc_auc").value
    if area is None or area - 0.5 <= SURE * _chance_error(subject.model):
        return
    yield subject.say(
        "ranks",
        Tone.GOOD,
        "The ranking carries information.",
        "Put one random {positive} {unit} next to one random {negative} one: the {positive} one has the "
        f"{'lower' if subject.model.table.lower_is_positive else 'higher'} score {times_in_100(area)} "
        f"(ROC AUC {area:.3f}, a coin toss is 0.5).",
    )


def too_good(subject: Subject) -> Iterator[Finding]:
    """Notice a perfect separation, which is more often a leak than a triumph."""
    table = subject.model.table
    if subject.model.metric("roc_auc").value == 1 and table.rows >= FEW_ROWS:
        yield subject.say(
            "perfect",
            Tone.WARNING,
            "The two classes are separated perfectly.",
            f"Every {{positive}} {{unit}} scores {'below' if table.lower_is_positive else 'above'} every {{negative}} "
            "one. On real data that is most often a leak: does the model see something that is known only afterwards, "
            "or the rows it was fitted on?",
        )


def accuracy_against_no_information(subject: Subject) -> Iterator[Finding]:
    """Hold accuracy against calling every row the more common class."""
    accuracy = subject.model.metric("accuracy").value
    bar = subject.model.metric("no_information_rate").value
    if accuracy is None or bar is None or bar == 1:
        return
    counts = subject.model.point.counts
    common = "{negative}" if counts.fp + counts.tn >= counts.tp + counts.fn else "{positive}"
    if accuracy <= bar:
        yield subject.say(
            "accuracy",
            Tone.WARNING,
            f"Accuracy is {percent(accuracy)}, no better than the {percent(bar)} without a model.",
            f"Calling every {{unit}} {common} would be right at least as often. Judge it by recall and precision"
            f"{'' if subject.model.is_hard else ', or move the threshold'}.",
        )
    else:
        yield subject.say(
            "accuracy",
            Tone.GOOD,
            f"Accuracy is {percent(accuracy)}, against {percent(bar)} without a model.",
            f"That bar is what calling every {{unit}} {common} would reach.",
        )


def imbalance(subject: Subject) -> Iterator[Finding]:
    """Warn that some metrics flatter where one class is rare."""
    positives, negatives = subject.model.table.total_positive, subject.model.table.total_negative
    if not positives or not negatives:
        return
    share = min(positives, negatives) / (positives + negatives)
    if share >= RARE:
        return
    if positives < negatives:
        rare, flattered = "{positive}", "Accuracy and specificity"
        look = f"precision, recall and average precision, whose no-skill value is {share:.3g} here"
    else:
        rare, flattered = "{negative}", "Accuracy, precision and recall"
        look = "specificity and NPV, or name {negative} as the positive label"
    yield subject.say(
        "imbalance",
        Tone.WARNING,
        f"Only {percent(share)} of the {{units}} are {rare}.",
        f"{flattered} look good almost by themselves then. Look at {look}.",
    )


def few_rows(subject: Subject) -> Iterator[Finding]:
    """Warn that a handful of rows of a class cannot carry a precise share."""
    table = subject.model.table
    counted = {
        "positive": int(table.positive_rows.sum()),
        "negative": int(table.negative_rows.sum()),
    }
    for name, rows in counted.items():
        if 0 < rows < FEW_ROWS:
            many = "one" if rows == 1 else f"{rows}"
            share = "recall" if name == "positive" else "specificity"
            yield subject.say(
                "few_rows",
                Tone.WARNING,
                f"There {'is' if rows == 1 else 'are'} only {many} {{{name}}} {'{unit}' if rows == 1 else '{units}'}.",
                f"A single {{unit}} moves {share} by {100 / rows:.3g} percentage points; read the numbers with that "
                "in mind.",
            )


def few_clusters(subject: Subject) -> Iterator[Finding]:
    """Warn that clusters are what counts, and that there are few of them."""
    for said in about_few_clusters(subject.model):
        yield subject.say("few_clusters", Tone.WARNING, said.title, said.text)


def sampled_by_class(subject: Subject) -> Iterator[Finding]:
    """Warn that the share of positives was decided, and what depends on it."""
    for said in about_sampling(subject.model):
        yield subject.say("sampled_by_class", Tone.WARNING, said.title, said.text)


def copies(subject: Subject) -> Iterator[Finding]:
    """Notice rows that look as if they belonged together though nobody said so."""
    for said in about_copies(subject.model):
        yield subject.say("copies", Tone.WARNING, said.title, said.text)


def logits(subject: Subject) -> Iterator[Finding]:
    """Notice scores that look like log odds, whose middle is 0 and not 0.5."""
    low, high = _range(subject.model)
    if subject.model.is_hard or not (low < 0 < high and max(-low, high) > 1):
        return
    yield subject.say(
        "logits",
        Tone.WARNING,
        "The scores look like log odds (logits), not probabilities.",
        f"They go from {low:.3g} to {high:.3g}. Ranking metrics are right as they are; Brier score and log loss need "
        f"probabilities. {_where_to_cut(subject.model, 0.0)} The probability of a log odds x is 1 / (1 + exp(-x)).",
    )


def percentages(subject: Subject) -> Iterator[Finding]:
    """Notice scores that look like percentages, whose middle is 50."""
    low, high = _range(subject.model)
    if subject.model.is_hard or not (low >= 0 and LEAST_PERCENTAGE < high <= 100):
        return
    yield subject.say(
        "percentages",
        Tone.WARNING,
        "The scores look like percentages, not probabilities.",
        f"They go from {low:.3g} to {high:.3g}. Ranking metrics are right as they are; Brier score and log loss need "
        f"them divided by 100. {_where_to_cut(subject.model, 50.0)}",
    )


def nothing_or_everything_flagged(subject: Subject) -> Iterator[Finding]:
    """Notice a threshold that does not divide the rows."""
    counts = subject.model.point.counts
    low, high = _range(subject.model)
    what = "Nothing" if not counts.tp + counts.fp else "Everything" if not counts.fn + counts.tn else ""
    if not what or not counts.rows:
        return
    where = "in the predictions" if subject.model.is_hard else f"at threshold {subject.model.threshold:g}"
    yield subject.say(
        "no_division",
        Tone.PROBLEM,
        f"{what} is flagged {where}.",
        f"The scores go from {low:.4g} to {high:.4g}; name a threshold between them with --threshold."
        if low < high and not subject.model.is_hard
        else "There is nothing to tell apart.",
    )


def heavy_ties(subject: Subject) -> Iterator[Finding]:
    """Notice that many pairs of rows cannot be told apart by their score."""
    model = subject.model
    pairs = float(model.table.total_positive) * float(model.table.total_negative)
    if model.is_hard or not pairs:
        return
    table = model.table
    # Scores that were only counted together, in a cell, need not be equal.
    are_equal = np.True_ if table.ends is None else np.asarray(table.ends == table.scores)
    tied = float(np.sum(table.positives.astype(float) * table.negatives.astype(float) * are_equal)) / pairs
    if tied <= MANY_TIES:
        return
    yield subject.say(
        "ties",
        Tone.WARNING,
        f"{percent(tied)} of all pairs of a {{positive}} and a {{negative}} {{unit}} have the same score.",
        f"The scores take only {counted(len(model.table), 'distinct value')}, so the threshold can be set in few "
        "places. Were they rounded, or are they predictions rather than scores?",
    )


def infinite_log_loss(subject: Subject) -> Iterator[Finding]:
    """Notice a probability of exactly 0 or 1 that turned out wrong."""
    model = subject.model
    if model.is_hard or not model.table.are_probabilities or model.metric("log_loss").value != inf:
        return
    scores = model.table.scores
    wrong = int(model.table.positive_rows[scores == 0].sum() + model.table.negative_rows[scores == 1].sum())
    yield subject.say(
        "certain_and_wrong",
        Tone.WARNING,
        f"{wrong:,} {'{unit} was' if wrong == 1 else '{units} were'} called certain or impossible, wrongly.",
        "A probability of exactly 0 or 1 that fails makes the log loss infinite. Were the probabilities rounded?",
    )


def one_class_groups(subject: Subject) -> Iterator[Finding]:
    """Notice groups in which one of the classes does not occur."""
    for group, model in subject.groups.items():
        units = "{unit}" if model.table.rows == 1 else "{units}"
        for name, total in (("positive", model.table.total_positive), ("negative", model.table.total_negative)):
            if not total:
                yield subject.say(
                    "one_class_group",
                    Tone.WARNING,
                    f"Group {_literal(group)} has no {{{name}}} {{unit}}.",
                    f"It holds {model.table.rows:,} {units} of one class only, so it has no ROC AUC and no "
                    f"{'recall' if name == 'positive' else 'specificity'}.",
                    group,
                )


def groups_served_worse(subject: Subject) -> Iterator[Finding]:
    """Notice groups whose recall or false positive rate is clearly worse than that of the rest of the rows."""
    for complaint in complaints(subject.gaps):
        yield subject.say("group_worse", Tone.WARNING, complaint.title, complaint.text, complaint.group)


RULES: tuple[Rule, ...] = (
    one_class,
    reversed_scores,
    nothing_or_everything_flagged,
    no_better_than_chance,
    too_good,
    accuracy_against_no_information,
    imbalance,
    few_rows,
    few_clusters,
    sampled_by_class,
    copies,
    logits,
    percentages,
    heavy_ties,
    infinite_log_loss,
    one_class_groups,
    groups_served_worse,
    ranks_well,
)


def _chance_error(model: Model) -> float:
    """Return the standard error of the AUC of scores without knowledge (Mann-Whitney)."""
    positives, negatives = int(model.table.positive_rows.sum()), int(model.table.negative_rows.sum())
    if not positives or not negatives:
        return inf
    error = sqrt((positives + negatives + 1) / (12 * positives * negatives))
    return error if model.clustered is None else max(error, area_error(model))


def _range(model: Model) -> tuple[float, float]:
    scores = model.table.scores
    return (float(scores.min()), float(scores.max())) if len(scores) else (inf, inf)


def _where_to_cut(model: Model, middle: float) -> str:
    if model.threshold == middle:
        return f"The threshold {middle:g} is their middle."
    return f"Their middle is {middle:g}, but the threshold is {model.threshold:g}; set it with --threshold {middle:g}."


def _literal(name: str) -> str:
    """Return a name that may hold braces so that it survives the filling in of words."""
    return repr(name).replace("{", "{{").replace("}", "}}")
