"""From four counts to their summary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from truecut.catalogue import CATALOGUE, Value
from truecut.catalogue.model import Model
from truecut.catalogue.point import CountedPoint
from truecut.catalogue.situation import UNSTATED, Situation
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.decisions.findings import Subject, findings_of
from truecut.decisions.recommending import DecisionQuestion
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.options import DEFAULTS, SummaryOptions
from truecut.summaries.summary import Summary, SummaryKind
from truecut.words import DEFAULT, Words


@dataclass(frozen=True, eq=False)
class CountsSummary(ModelSummary):
    """Four counts: nothing but what follows from them."""

    point: CountedPoint = field(kw_only=True)

    @property
    def rows(self) -> Any:
        """Return the sum of the counts, however large."""
        return self.point.counts.rows

    @property
    def threshold(self) -> float | None:
        """Return where somebody cut to get them, if that was said."""
        return self.point.threshold

    @property
    def counts(self) -> Counts:
        """Return them as they were given."""
        return self.point.counts

    @cached_property
    def metrics(self) -> Mapping[str, Value]:
        """Return every metric of four counts."""
        known = super().metrics
        return {entry.name: known[entry.name] for entry in CATALOGUE if entry.needs_only_counts}


def summary_of_point(
    point: CountedPoint, words: Words = DEFAULT, options: SummaryOptions = DEFAULTS, situation: Situation = UNSTATED
) -> Summary:
    """Return the summary of four counts."""
    model = Model.of_counts("counts", point.counts)
    subject = Subject(model.given(situation, model.class_weights_in(situation)), {}, words)
    return Summary(
        kind=SummaryKind.COUNTS,
        read=Provenance("four counts", point.counts.rows, words.positive, words.negative),
        words=words,
        options=options,
        models=(CountsSummary(subject, options, point=point),),
        findings=findings_of(subject),
        question=DecisionQuestion((subject,), None, options.level, called="this classifier"),
    )
