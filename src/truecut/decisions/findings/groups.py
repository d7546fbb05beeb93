"""Groups without one of the classes, served worse than the rest, or with scores on a level of their own."""

from __future__ import annotations

from collections.abc import Iterator

from truecut.decisions.about_groups import MOST_NAMED, remarks_on_groups
from truecut.decisions.findings.finding import Finding, Subject, Tone
from truecut.decisions.score_levels import ScoreLevels
from truecut.decisions.small_groups import by_column


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


def group_levels(subject: Subject) -> Iterator[Finding]:
    """Notice groups that are each ranked better than all rows together, since their scores are on different levels."""
    model = subject.model
    if model.is_hard:
        return
    for names in by_column(subject.groups, model.table.rows).values():
        groups = {name: subject.groups[name] for name in names}
        levels = ScoreLevels.of(model, groups) if len(names) > 1 else None
        if levels is None or not levels.differ or levels.within.area < levels.together:
            continue
        yield subject.say(
            "group_levels",
            Tone.WARNING,
            "Scores of the groups are on different levels.",
            f"ROC AUC is {levels.within.area:.3f} within groups and {levels.together:.3f} over all rows, since a score "
            "does not mean the same in every group. If the groups are folds of a cross-validation, name their column "
            "with --fold; otherwise calibrate by group, or cut each where it should be.",
        )


def _literal(name: str) -> str:
    """Return a name that may hold braces so that it survives the filling in of words."""
    return repr(name).replace("{", "{{").replace("}", "}}")
