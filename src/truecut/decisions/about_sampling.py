"""What to know about rows that were chosen on purpose: so many of each class."""

from __future__ import annotations

from collections.abc import Iterator

from truecut.catalogue.model import Model
from truecut.decisions.about_clusters import Remark


def about_sampling(model: Model) -> Iterator[Remark]:
    """Say that the share of positives was decided, if it was."""
    if not model.design.is_by_class or model.situation.is_moved:
        return
    yield Remark(
        "How common {positive} {units} are was decided when they were sampled.",
        "Sensitivity, specificity, likelihood ratios and ROC AUC do not depend on it. Precision, accuracy, F1, MCC, "
        "kappa, average precision, net benefit and the Brier score do, and speak of this mixture alone: state a "
        "prevalence (--prevalence; in Python e.given(prevalence=...)) before they are told to anybody.",
    )
