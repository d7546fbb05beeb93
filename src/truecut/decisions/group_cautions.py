"""What to know before groups are held against the rest of the rows."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.catalogue import Better, Metric
from truecut.catalogue.metric import PrevalenceRole
from truecut.catalogue.model import Model
from truecut.decisions.score_levels import ScoreLevels
from truecut.words.numerals import percent

LARGE_GAP = 0.05  # of a rate, from which a difference matters whatever the rate is


def caution_about_prevalence(entry: Metric, groups: Sequence[Model]) -> str:
    """Say that a metric follows prevalence, where that differs over the groups."""
    shares = [
        float(model.table.total_positive) / float(model.table.total_positive + model.table.total_negative)
        for model in groups
        if model.table.rows
    ]
    low, high = (min(shares), max(shares)) if shares else (0.0, 0.0)
    is_free = (
        entry.better == Better.NEITHER
        or entry.without_skill == "prevalence"
        or entry.prevalence_is == PrevalenceRole.NOTHING
    )
    if is_free or high - low < LARGE_GAP:
        return ""
    return (
        f"{entry.title} follows prevalence, which goes from {percent(low)} to {percent(high)} over the groups: a "
        "difference may only mean that. Recall, FPR and ROC AUC do not."
    )


def caution_about_levels(entry: Metric, levels: ScoreLevels) -> str:
    """Say that all rows together are ranked otherwise than the groups, and what each group is held against then."""
    found = f"ROC AUC is {levels.together:.3f} over all rows but {levels.within.area:.3f} within groups"
    rest = "the rest is ranked within its groups too" if entry.area_scale else "no group is held against the rest"
    return f"The scores of the groups are on different levels: {found}. So {rest}."
