"""Groups of rows of many classes against the rest: of an average, of one class, or of all classes together.

A metric is named as requirements name it: "accuracy", "macro f1", "recall of 9". What is about one class against the
rest of them is a question of two classes, and is answered as it is there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

import numpy as np

from truecut.catalogue import Better, Metric, metric
from truecut.catalogue.class_metric import Average, ClassMetric, average_from
from truecut.catalogue.class_metrics import class_metric
from truecut.catalogue.model import Model
from truecut.data.labels import shown
from truecut.decisions.class_parts import ClassPart, rest_of_classes, together_of_classes
from truecut.decisions.goals import Quantity
from truecut.decisions.group_cautions import LARGE_GAP
from truecut.decisions.group_differences import (
    INFINITE,
    NO_REST,
    ByGroup,
    GroupDifference,
    by_group,
    by_their_intervals,
    by_their_shares,
)
from truecut.decisions.language import read_quantity
from truecut.decisions.small_groups import LEAST_ROWS, columns_of_groups
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.inference.multiple_tests import holm
from truecut.inference.weighted import Share
from truecut.words.numerals import percent

ANSWERS = "the answers"
WATCHED = ("accuracy", "macro recall")  # where groups are looked for that are served worse


@dataclass(frozen=True)
class ClassGroupDifference(GroupDifference):
    """A metric of many classes in one group and in the rest of the rows; the difference is group - rest."""

    @property
    def entry(self) -> Metric:
        """Return what is known of the metric."""
        return entry_of(read_quantity(self.metric))

    @property
    def title(self) -> str:
        """Return what the metric is called in a sentence."""
        return title_of_quantity(read_quantity(self.metric))


@dataclass(frozen=True)
class ClassByGroup(ByGroup):
    """One metric of many classes: of all rows, and of every group against the rest."""

    @property
    def entry(self) -> Metric:
        """Return what is known of the metric."""
        return entry_of(read_quantity(self.metric))

    @property
    def title(self) -> str:
        """Return what the metric is called at the head of a table."""
        return title_of_quantity(read_quantity(self.metric))


def entry_of(quantity: Quantity) -> Metric:
    """Return the metric of a quantity of many classes; that of one class is one of two classes."""
    return metric(quantity.name) if quantity.of_class else class_metric(quantity.name)


def title_of_quantity(quantity: Quantity) -> str:
    """Return what a quantity is called at the head of a table.

    >>> title_of_quantity(read_quantity("macro f1")), title_of_quantity(read_quantity("recall of 9"))
    ('F1 (macro average)', 'Recall of 9')
    """
    title = entry_of(quantity).title
    if quantity.of_class:
        return f"{title} of {quantity.of_class}"
    return f"{title} ({quantity.average} average)" if quantity.average else title


def quantity_of(name: str, average: Average | str | None, of: object, parameters: Mapping[str, Any]) -> Quantity:
    """Return what is asked for: in one text, or by the name of a metric, its average or its class.

    >>> str(quantity_of("f1", "macro", None, {})), str(quantity_of("recall", None, 9, {}))
    ('macro f1', 'recall of 9')
    """
    found = read_quantity(name)
    if average is not None:
        found = replace(found, average=average_from(average).value)
    if of is not None:
        found = replace(found, of_class=shown(of))
    if found.average and found.of_class:
        raise BadCall(f"{found.average} is an average over all classes, not of {found.of_class!r}; give one of both.")
    return replace(found, parameters={**found.parameters, **parameters})


def as_asked(quantity: Quantity, classes: Sequence[str]) -> list[Quantity]:
    """Return a quantity as it is told: with the average that it has, and class by class where each is meant."""
    if quantity.of_each:
        return [replace(quantity, of_each=False, of_class=name) for name in classes]
    entry = entry_of(quantity)
    if not quantity.of_class and not quantity.average and not isinstance(entry, ClassMetric):
        quantity = replace(quantity, average=Average.MACRO.value)
    return [replace(quantity, name=entry.name)]


def quantity_estimate(quantity: Quantity, of: ClassPart, level: float, convention: str | None = None) -> Estimate:
    """Return a quantity of an evaluation of many classes."""
    found: Estimate
    asked = {name: int(value) if name == "k" else value for name, value in quantity.parameters.items()}
    asked |= {} if convention is None else {"convention": convention}
    if quantity.of_class:
        found = of.metric_of_class(quantity.name, quantity.of_class, level=level, **asked)
    else:
        found = of.metric(quantity.name, quantity.average or None, level=level, **asked)
    return found


def by_group_of_classes(
    whole: ClassPart, quantity: Quantity, *, level: float, least_rows: int = LEAST_ROWS, model: str = ""
) -> ByGroup:
    """Return a metric of all rows and of every group; groups of fewer than `least_rows` rows stand together."""
    if not whole.by_group:
        raise BadCall("The rows are not divided into groups; name a column with group= (--group).")
    if quantity.of_each:
        raise BadCall(f"{str(quantity)!r} is one question for each class; name the class.")
    asked = as_asked(quantity, whole.matrix.classes)[0]
    entry, name = entry_of(asked), model or next(iter(whole.read.predicted), ANSWERS)
    if entry.is_total:
        raise BadCall(f"{entry.name} grows with the rows, so groups of different size cannot be compared by it.")
    if asked.of_class:
        return _of_one_class(whole, asked, level, least_rows, name)
    found = []
    for label, (part, members) in _shown(whole, least_rows).items():
        one = _difference(asked, part, rest_of_classes(whole, part, label), level)
        found.append(replace(one, group=label, rows=part.read.rows, members=members))
    overall = quantity_estimate(asked, whole, level)
    differences = _adjusted(found, whole.read.rows)
    return ClassByGroup(name, None, str(asked), overall, differences, _caution(asked, whole))


def watched_differences(whole: ClassPart, level: float) -> tuple[GroupDifference, ...]:
    """Return accuracy and macro recall of every group against the rest, with p values of one family."""
    if not whole.by_group:
        return ()
    found = [by_group_of_classes(whole, read_quantity(name), level=level) for name in WATCHED]
    return _adjusted([one for each in found for one in each.differences], whole.read.rows)


def _adjusted(found: Sequence[GroupDifference], rows: int) -> tuple[GroupDifference, ...]:
    """Return the differences, of one or several metrics, with p values adjusted for all that were tested.

    Of two groups that make up all rows each is the rest of the other: one question asked twice counts as one.
    """
    groups = {one.group: one.rows for one in found}
    is_asked_twice = len(groups) == 2 and sum(groups.values()) == rows
    questions = [(one.metric, "" if is_asked_twice else one.group) for one in found]
    tested = {asked: one.p_value for asked, one in zip(questions, found, strict=True) if one.p_value is not None}
    corrected = dict(zip(tested, holm(list(tested.values())), strict=True))
    return tuple(
        replace(one, adjusted_p=corrected.get(asked), compared=len(tested))
        for asked, one in zip(questions, found, strict=True)
    )


def _shown(whole: ClassPart, least_rows: int) -> dict[str, tuple[ClassPart, tuple[str, ...]]]:
    """Return the groups, the small ones of a column as one under a name that says so, with the names of its members."""
    sizes = {name: group.read.rows for name, group in whole.by_group.items()}
    found: dict[str, tuple[ClassPart, tuple[str, ...]]] = {}
    for column, names in columns_of_groups(sizes, whole.read.rows).items():
        small = [name for name in names if sizes[name] < least_rows]
        small = small if len(small) > 1 else []
        found |= {name: (whole.by_group[name], ()) for name in names if name not in small}
        if small:
            label = f"({len(small)} groups of fewer than {least_rows} rows{f' by {column}' if column else ''})"
            parts = [whole.by_group[name] for name in small]
            found[label] = (together_of_classes(whole, parts, label), tuple(small))
    return found


def _difference(asked: Quantity, group: ClassPart, rest: ClassPart, level: float) -> ClassGroupDifference:
    if not rest.read.rows:
        none = Estimate(None, "no rows", level=level)
        return ClassGroupDifference(str(asked), "", 0, quantity_estimate(asked, group, level), none, note=NO_REST)
    of_group, of_rest = (quantity_estimate(asked, part, level) for part in (group, rest))
    plain = ClassGroupDifference(str(asked), "", 0, of_group, of_rest, level=level)
    if of_group.value is None or of_rest.value is None:
        missing = of_group.undefined if of_group.value is None else f"in the rest {of_rest.undefined}"
        return replace(plain, note=missing or "")
    if not isfinite(of_group.value) or not isfinite(of_rest.value):
        return replace(plain, note=INFINITE)
    plain = replace(plain, difference=of_group.value - of_rest.value)
    entry = entry_of(asked)
    shares = [_share(part) for part in (group, rest)]
    found: GroupDifference
    if isinstance(entry, ClassMetric) and entry.share_of and all(shares):
        wrong = entry.share_of != "recall"
        here, there = (Share(s.trials - s.successes if wrong else s.successes, s.trials) for s in shares if s)
        found = by_their_shares(plain, here, there)
    else:
        found = by_their_intervals(plain)
    assert isinstance(found, ClassGroupDifference)
    return found


def _share(part: ClassPart) -> Share | None:
    """Return how many of how many rows were answered rightly; None where rows differ in importance."""
    matrix = part.matrix
    return None if matrix.is_weighted else Share(float(matrix.rows.trace()), float(matrix.true.sum()))


def _of_one_class(whole: ClassPart, asked: Quantity, level: float, least_rows: int, name: str) -> ByGroup:
    """Return a metric of one class against the rest of them, as two classes have it."""
    entry = metric(asked.name)
    own = whole.matrix.classes[whole.matrix.place(asked.of_class)]

    def against_rest(part: ClassPart) -> Model:
        if entry.needs_only_counts:
            judged: Model = part.matrix.of(own).judged
        elif own in part.by_class:
            judged = part.by_class[own]
        else:
            raise BadCall(f"{entry.name} of {own!r} needs its scores, and only predictions were given.")
        return replace(judged, name=name)

    groups = {group: against_rest(part) for group, part in whole.by_group.items()}
    found = by_group(against_rest(whole), groups, entry.name, level=level, least_rows=least_rows, **asked.parameters)
    text = str(replace(asked, of_class=own))
    differences = tuple(ClassGroupDifference(**{**vars(one), "metric": text}) for one in found.differences)
    return ClassByGroup(name, None, text, found.overall, differences, found.caution)


def _caution(asked: Quantity, whole: ClassPart) -> str:
    """Say that a metric follows how common the classes are, where that differs over the groups."""
    entry = entry_of(asked)
    is_free = asked.average == Average.MACRO and entry.name in ("recall", "fnr", "roc_auc", "roc_auc_pairs")
    if is_free or entry.name == "balanced_accuracy" or entry.better == Better.NEITHER:
        return ""
    shares = np.array([group.matrix.true / group.matrix.true.sum() for group in whole.by_group.values()], dtype=float)
    apart = shares.max(axis=0) - shares.min(axis=0)
    widest = int(apart.argmax())
    if apart[widest] < LARGE_GAP:
        return ""
    low, high = (percent(float(end)) for end in (shares[:, widest].min(), shares[:, widest].max()))
    return (
        f"{entry.title} follows how common each class is, and {whole.matrix.classes[widest]!r} goes from {low} to "
        f"{high} over the groups: a difference may only mean that. Macro recall does not."
    )
