"""Groups without one of the classes, and groups that are served worse than the rest."""

from __future__ import annotations

from collections.abc import Iterator

from truecut.decisions.about_groups import MOST_NAMED, remarks_on_groups
from truecut.decisions.findings.finding import Finding, Subject, Tone


def one_class_groups(subject: Subject) -> Iterator[Finding]:
    """Notice groups in which one of the classes does not occur; many of them at once."""
    for name in ("positive", "negative"):
        without = [group for group, model in subject.groups.items() if not getattr(model.table, f"total_{name}")]
        lost = "recall" if name == "positive" else "specificity"
        if len(without) > MOST_NAMED:
            named = ", ".join(map(_literal, without[:MOST_NAMED]))
            yield subject.say(
                "one_class_group",
                Tone.WARNING,
                f"{len(without):,} groups have no {{{name}}} {{unit}}.",
                f"{named} and {len(without) - MOST_NAMED:,} more hold one class only, so they have no ROC AUC and no "
                f"{lost}.",
            )
            continue
        for group in without:
            rows = subject.groups[group].table.rows
            yield subject.say(
                "one_class_group",
                Tone.WARNING,
                f"Group {_literal(group)} has no {{{name}}} {{unit}}.",
                f"It holds {rows:,} {'{unit}' if rows == 1 else '{units}'} of one class only, so it has no ROC AUC and "
                f"no {lost}.",
                group,
            )


def groups_served_worse(subject: Subject) -> Iterator[Finding]:
    """Notice groups whose recall or false positive rate is clearly worse than that of the rest of the rows."""
    for remark in remarks_on_groups(subject.group_differences):
        yield subject.say("group_worse", Tone.WARNING, remark.title, remark.text, remark.group)


def _literal(name: str) -> str:
    """Return a name that may hold braces so that it survives the filling in of words."""
    return repr(name).replace("{", "{{").replace("}", "}}")
