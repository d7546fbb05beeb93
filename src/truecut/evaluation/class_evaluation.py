"""What is known about predictions of more than two classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from truecut.catalogue import Value, metric
from truecut.catalogue.class_matrix import Average, ClassMatrix, average_from, mean_over_classes
from truecut.catalogue.model import Model, each_class
from truecut.data.rows import Provenance
from truecut.errors import BadCall
from truecut.evaluation import ByName, Evaluation
from truecut.inference.intervals import LEVEL
from truecut.storage.atomic_files import write_file
from truecut.summaries.of_classes import summary_of_classes
from truecut.summaries.options import SummaryOptions
from truecut.summaries.summary import Summary
from truecut.words import DEFAULT, Words
from truecut.words.notebook_card import LivePage


@dataclass(frozen=True, eq=False)
class ClassEvaluation:
    """Predictions of more than two classes: the matrix, and each class against the rest."""

    read: Provenance
    matrix: ClassMatrix
    by_class: Mapping[str, Model] = field(default_factory=dict)
    words: Words = DEFAULT
    _summaries: dict[SummaryOptions, Summary] = field(default_factory=dict, init=False, repr=False)

    @property
    def classes(self) -> dict[str, Evaluation]:
        """Return, for each class that has a score, its evaluation against the rest."""
        return ByName(
            "class",
            {
                name: Evaluation(
                    replace(self.read, positive=name, negative=f"not {name}"),
                    {name: model},
                    words=replace(self.words, positive=name, negative=f"not {name}"),
                )
                for name, model in self.by_class.items()
            },
        )

    def metric(
        self, name: str, average: Average | str = Average.MACRO, *, convention: str | None = None, **parameters: Any
    ) -> Value:
        """Return one metric of all classes together; curve metrics are averaged over one-versus-rest curves."""
        if metric(name).needs_only_counts:
            return self.matrix.metric(name, average, convention=convention, **parameters)
        if not self.by_class:
            raise BadCall(f"{name} needs a score for every class, and only predictions were given.")
        if average_from(average) == Average.MICRO:
            raise BadCall(f"{name} has no micro average here; take the macro or the weighted one.")
        values = each_class(self.by_class, self.matrix.classes, name, **parameters)
        return mean_over_classes(values, self.matrix.support() if average == Average.WEIGHTED else None)

    def summary(self, *, level: float = LEVEL, convention: str | None = None) -> Summary:
        """Return everything in one tree, which is found once: what every view draws."""
        options = SummaryOptions(level, convention)
        if options not in self._summaries:
            found = summary_of_classes(self.read, self.matrix, self.by_class, self.words, options)
            self._summaries[options] = found
        return self._summaries[options]

    def html(self, *, level: float = LEVEL, command: str = "") -> str:
        """Return the interactive report as one HTML page: the matrix, and each class against the rest."""
        from truecut.summaries.report import ReportOptions, report_of
        from truecut.views.html import report_as_html

        return report_as_html(report_of(self.summary(level=level), ReportOptions(command=command)))

    def report(self, path: str | Path, **wishes: Any) -> None:
        """Write the interactive report to one HTML file; the wishes are those of `html`."""
        write_file(path, self.html(**wishes).encode("utf-8", errors="replace"))

    def show(self, *, height: int = 640, **wishes: Any) -> LivePage:
        """Return the interactive report for a notebook, which shows it in a frame; the wishes are those of `html`."""
        return LivePage(self.html(**wishes), height)
