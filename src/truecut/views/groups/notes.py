"""Why groups have no difference, interval or test."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.decisions.group_differences import GroupDifference

MOST_NAMED = 5  # groups to which a note applies


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
