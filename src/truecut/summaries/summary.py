"""The summary: one tree of all that was found, and the only thing a view sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from truecut.catalogue import BY_NAME, Value
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.decisions.findings import Finding
from truecut.decisions.recommendation import Recommendation
from truecut.decisions.recommending import DecisionQuestion
from truecut.errors import UnknownAttribute
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.options import DEFAULTS, SummaryOptions
from truecut.words import Words
from truecut.words.shown import Shown

if TYPE_CHECKING:
    from truecut.decisions.class_recommendation import ClassRecommendation
    from truecut.inference.paired.best import ModelStanding
    from truecut.inference.paired.difference import Difference
    from truecut.summaries.groups_of_classes import GroupsOfClasses
    from truecut.summaries.models_compared import ModelsCompared


class SummaryKind(StrEnum):
    """What was evaluated."""

    SCORES = "scores"
    PREDICTIONS = "predictions"
    COUNTS = "counts"
    CLASSES = "classes"


@dataclass(frozen=True)
class ClassSummary:
    """One class: as it was predicted, and by its own score, if there is one, against the rest."""

    name: str
    counts: Counts
    metrics: Mapping[str, Value]
    against_rest: ModelSummary


@dataclass(frozen=True)
class Classes:
    """More than two classes: the matrix, each class against the rest, and what they give together."""

    names: tuple[str, ...]
    matrix: tuple[tuple[float, ...], ...]  # rows by true class, columns by predicted class
    each: tuple[ClassSummary, ...]
    overall: Mapping[str, Value]
    averages: Mapping[str, Mapping[str, Value]]  # macro, weighted, micro
    told: ClassRecommendation  # how far to trust the answers, and when to look again
    unsure: tuple[float, ...] = ()  # rows of each true class that were left without an answer
    groups: GroupsOfClasses | None = None  # parts of the rows, where a column divides them


@dataclass(frozen=True)
class Summary(Shown):
    """All that was found about the models on the rows that were read."""

    kind: SummaryKind
    read: Provenance
    words: Words
    options: SummaryOptions = DEFAULTS
    models: tuple[ModelSummary, ...] = ()
    classes: Classes | None = None
    findings: tuple[Finding, ...] = ()
    compared: ModelsCompared | None = None  # several models on the same rows
    question: DecisionQuestion | None = None  # what is to be decided; more than two classes have no single threshold

    def __getattr__(self, name: str) -> Any:
        """Answer the name of a metric with the way to ask for it; a summary has one for each model."""
        if hasattr(type(self), name):  # a property that failed: its own error is to be seen
            return object.__getattribute__(self, name)
        ask = f'; each model has its own: summary.models[0].metrics["{name}"]' if name in BY_NAME else ""
        raise UnknownAttribute(f"A summary has no attribute {name!r}{ask}.")

    @property
    def place(self) -> str:
        """Return where the models are used, in words; nothing where that is where their rows come from."""
        return self.models[0].model.situation.place if self.models else ""

    @property
    def convention(self) -> str | None:
        """Return whose rule supplies values that are undefined."""
        return self.options.convention

    @property
    def recommendation(self) -> Recommendation | None:
        """Return which model to use and where to cut it, found when a view first asks."""
        return None if self.question is None else self.question.answer

    @property
    def standings(self) -> tuple[ModelStanding, ...]:
        """Return the models by ROC AUC, the best first, where which row is which is known and all have an area."""
        return () if self.compared is None else self.compared.standings

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Return the differences between all pairs of models."""
        return () if self.compared is None else self.compared.differences
