"""From models to their summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from truecut.data.rows import Provenance
from truecut.decisions.findings import Finding, Subject, Tone, findings_of
from truecut.decisions.recommending import DecisionQuestion
from truecut.summaries.group_metrics import metrics_of_groups
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.options import DEFAULTS, SummaryOptions
from truecut.summaries.summary import Summary, SummaryKind

if TYPE_CHECKING:
    from truecut.summaries.models_compared import ModelsCompared


def summary_of_models(
    read: Provenance,
    subjects: Sequence[Subject],
    options: SummaryOptions = DEFAULTS,
    findings: tuple[Finding, ...] | None = None,
    compared: ModelsCompared | None = None,
) -> Summary:
    """Return the summary of one or several models on the same rows; known findings are not looked for again."""
    metrics_of_groups(options.group_metrics)  # a name that no metric has is refused before anything is computed
    models = tuple(ModelSummary(subject, options) for subject in subjects)
    if subjects[0].model.situation.cost is not None or options.presets:
        for model in models:
            _ = model.thresholds  # whoever names a rule or a cost hears at once what is wrong with it
    return Summary(
        kind=SummaryKind.PREDICTIONS if subjects[0].model.is_hard else SummaryKind.SCORES,
        read=read,
        words=subjects[0].words,
        options=options,
        models=models,
        findings=findings_of_models(subjects) if findings is None else findings,
        compared=compared,
        question=DecisionQuestion(subjects, None if compared is None else compared.comparison.rows, options.level),
    )


def findings_of_models(subjects: Sequence[Subject]) -> tuple[Finding, ...]:
    """Return the findings of all models, worst first; what is true of every one is about the rows, and said once."""
    found = [findings_of(subject) for subject in subjects]
    shared = set.intersection(*({replace(finding, model="") for finding in of_model} for of_model in found))
    about = [replace(f, model="") if replace(f, model="") in shared else f for of_model in found for f in of_model]
    return worst_first(dict.fromkeys(about))


def worst_first(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings in the order in which they should be read."""
    return tuple(sorted(found, key=lambda finding: list(Tone).index(finding.tone)))
