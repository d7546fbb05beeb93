"""First findings in plain words: what a careful reader would notice before trusting a number.

A rule looks at one model and returns a finding or nothing. Each fires on an effect that is large
enough to matter, and stays silent where chance alone would do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from truecut.decisions.findings.finding import Finding, Subject, Tone
from truecut.decisions.findings.folds import clusters_in_folds, few_in_folds, fold_levels
from truecut.decisions.findings.groups import group_levels, groups_served_worse, one_class_groups
from truecut.decisions.findings.ranking import (
    accuracy_against_no_information,
    hidden_in_cells,
    no_better_than_chance,
    ranks_well,
    reversed_scores,
    too_good,
)
from truecut.decisions.findings.rows import copies, few_clusters, few_rows, imbalance, one_class, sampled_by_class
from truecut.decisions.findings.scores import (
    heavy_ties,
    infinite_log_loss,
    logits,
    nothing_or_everything_flagged,
    percentages,
)

__all__ = ["RULES", "Finding", "Subject", "Tone", "findings_of"]

Rule = Callable[[Subject], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    one_class,
    hidden_in_cells,
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
    clusters_in_folds,
    fold_levels,
    few_in_folds,
    one_class_groups,
    group_levels,
    groups_served_worse,
    ranks_well,
)


def findings_of(subject: Subject) -> tuple[Finding, ...]:
    """Return all findings about a model, worst first."""
    found = [finding for rule in RULES for finding in rule(subject)]
    return tuple(sorted(found, key=lambda finding: list(Tone).index(finding.tone)))
