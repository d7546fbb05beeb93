"""Groups without one of the classes, and groups that are served worse than the rest."""

from __future__ import annotations

from collections.abc import Iterator

from truecut.decisions.about_groups import remarks_on_groups
from truecut.decisions.findings.finding import Finding, Subject, Tone


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
    for remark in remarks_on_groups(subject.group_differences):
        yield subject.say("group_worse", Tone.WARNING, remark.title, remark.text, remark.group)


def _literal(name: str) -> str:
    """Return a name that may hold braces so that it survives the filling in of words."""
    return repr(name).replace("{", "{{").replace("}", "}}")
