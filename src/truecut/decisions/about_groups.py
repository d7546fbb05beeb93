"""What to say of groups that are served worse: in words, and only where the gap matters and chance would not make it.

Recall and the false positive rate are looked at, since neither follows prevalence. The p values of both, over all
groups, are one family.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.catalogue.model import Model
from truecut.inference.intervals import LEVEL
from truecut.words import counted
from truecut.words.numerals import p_text, percent

if TYPE_CHECKING:
    from truecut.decisions.group_differences import GroupDifference

WATCHED = ("recall", "fpr")
MOST_NAMED = 3


@dataclass(frozen=True)
class GroupRemark:
    """A title and a sentence, with {units} and the like to be filled in, and the group if it is about one."""

    title: str
    text: str
    group: str = ""


def rate_differences(model: Model, groups: Mapping[str, Model], level: float = LEVEL) -> tuple[GroupDifference, ...]:
    """Return recall and the false positive rate of every group against the rest, with p values of one family."""
    if not groups:
        return ()
    from truecut.decisions.group_differences import differences_in

    return differences_in(model, groups, WATCHED, level=level)


def widest_differences(tested: Sequence[GroupDifference]) -> tuple[GroupDifference, ...]:
    """Return the widest gap of every group that has a worse rate than the rest: those beyond chance first."""
    widest: dict[str, GroupDifference] = {}
    for one in sorted(tested, key=lambda gap: (not gap.is_surely_worse, -abs(gap.difference or 0.0))):
        if one.is_worse:
            widest.setdefault(one.group, one)
    return tuple(widest.values())


def remarks_on_groups(tested: Sequence[GroupDifference], watched: Sequence[str] = WATCHED) -> Iterator[GroupRemark]:
    """Say for each metric, of two classes recall and FPR, which groups have a clearly worse one than the rest."""
    for name in watched:
        worse = [one for one in tested if one.metric == name and one.is_surely_worse and one.matters]
        if worse:
            yield _remark(sorted(worse, key=lambda one: -abs(one.difference or 0.0)))


def _remark(worse: list[GroupDifference]) -> GroupRemark:
    title, first = worse[0].title, worse[0]
    explained = (
        f"{'That is' if len(worse) == 1 else 'These are'} more than chance explains "
        f"({p_text(worse[-1].adjusted_p or 0.0)} after correction for "
        f"{counted(first.compared, 'comparison')}); see `truecut groups`."
    )
    if len(worse) == 1:
        return GroupRemark(
            f"{title} is worse in group {_literal(first.group)}: {_value(first)}, against {_rest(first)} elsewhere.",
            f"The gap is {_gap(first)}. {explained}",
            first.group,
        )
    named = "; ".join(f"{_literal(one.group)} {_value(one)} against {_rest(one)}" for one in worse[:MOST_NAMED])
    more = f"; and {len(worse) - MOST_NAMED} more" if len(worse) > MOST_NAMED else ""
    return GroupRemark(f"{title} is worse in {len(worse)} groups than elsewhere.", f"{named}{more}. {explained}")


def _value(one: GroupDifference) -> str:
    return percent(float(one.estimate))


def _rest(one: GroupDifference) -> str:
    return percent(float(one.rest))


def _gap(one: GroupDifference) -> str:
    low, high = sorted(abs(100 * (end or 0.0)) for end in (one.low, one.high))
    return f"{abs(100 * (one.difference or 0.0)):.1f} points ({low:.1f} to {high:.1f})"


def _literal(name: str) -> str:
    """Return a name that may hold braces so that it survives the filling in of words."""
    return repr(name).replace("{", "{{").replace("}", "}}")
