"""Which of many groups are shown, and why some have no difference, interval or test."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.decisions.group_differences import ByGroup, GroupDifference

MOST_NAMED = 5  # groups to which a note applies
MOST_MEMBERS = 50  # small groups that stand together and are named
WORST, BEST = 40, 20  # of many groups


def shown_of(one: ByGroup) -> tuple[GroupDifference, ...]:
    """Return the groups, the worst first; of many only the worst and the best."""
    groups = one.worst_first
    known = [group for group in groups if group.estimate.value is not None]
    return groups if len(groups) <= WORST + BEST else (*known[:WORST], *known[WORST:][-BEST:])


def left_out_of(one: ByGroup) -> str:
    """Say which groups are shown, and how to get all of them; nothing if all are."""
    if len(one.differences) <= WORST + BEST:
        return ""
    return f"The {WORST} worst and the {BEST} best of {len(one.differences):,} groups; `-o groups.csv` writes all."


def members_of(group: GroupDifference) -> str:
    """Return the small groups that stand together in one; of many the first."""
    more = f" and {len(group.members) - MOST_MEMBERS:,} more" if len(group.members) > MOST_MEMBERS else ""
    return f"{group.group} {', '.join(group.members[:MOST_MEMBERS])}{more}"


def notes_on(groups: Sequence[GroupDifference]) -> list[str]:
    """Return why groups have no difference, interval or test, each reason once with the groups it holds for."""
    by_note: dict[str, list[str]] = {}
    for group in groups:
        if group.note:
            by_note.setdefault(group.note, []).append(group.group)
    return [f"{_named(names, len(groups))}: {note}" for note, names in by_note.items()]


def _named(names: Sequence[str], groups: int) -> str:
    if len(names) == groups and groups > 1:
        return "all groups"
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
