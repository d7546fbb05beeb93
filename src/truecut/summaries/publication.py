"""What a paper says of a classifier: the table that STARD asks for, a paragraph of methods, and what it cites.

STARD 2015 (Bossuyt et al., BMJ 351:h5527) asks for the cross tabulation of the test against the reference standard
(item 23) and for estimates of accuracy with their precision (item 24).
"""

from __future__ import annotations

from dataclasses import dataclass

from truecut.catalogue import metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.inference.citations import citation_of
from truecut.inference.cross_validation import plain_method
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate
from truecut.words import Words
from truecut.words.numerals import count, decimal, percent, threshold
from truecut.words.shown import Shown

STARD = (
    "Bossuyt PM, Reitsma JB, Bruns DE, et al. STARD 2015: an updated list of essential items for reporting diagnostic "
    "accuracy studies. BMJ 2015;351:h5527."
)
OF_CUT = ("recall", "specificity", "precision", "npv", "lr_plus", "lr_minus", "odds_ratio", "accuracy")
OF_SCORES = ("roc_auc", "average_precision")
OF_PROBABILITIES = ("brier", "calibration_slope", "calibration_intercept")
NAMES = {"recall": "Sensitivity (recall)", "precision": "Positive predictive value (precision)"}


@dataclass(frozen=True)
class PublishedRow:
    """One number of the table: what it is called, its estimate, and what it was counted from."""

    name: str
    title: str
    estimate: Estimate
    fraction: str = ""  # 1,707 / 1,813, where it is a share of rows

    @property
    def value(self) -> str:
        """Return the value as a paper writes it."""
        return self._written(self.estimate.value)

    @property
    def interval(self) -> str:
        """Return the interval as a paper writes it."""
        return f"{self._written(self.estimate.low)} to {self._written(self.estimate.high)}"

    def _written(self, number: float | None) -> str:
        if number is None:
            return "–"
        return percent(number) if metric(self.name).is_percentage else decimal(number)


@dataclass(frozen=True)
class Publication(Shown):
    """Table, methods and references of one model."""

    model: str
    read: Provenance
    words: Words
    counts: Counts
    threshold: float | None
    level: float
    rows: tuple[PublishedRow, ...]

    @property
    def methods(self) -> str:
        """Return the paragraph for the methods section."""
        said = [self._what(), self._cut(), self._intervals(), self._design()]
        return " ".join(part for part in said if part)

    def __str__(self) -> str:
        """Return the paragraph and what it cites."""
        return "\n".join([self.methods, "", *(f"{n}. {text}" for n, text in enumerate(self.references, 1))])

    def _what(self) -> str:
        counts, words = self.counts, self.words
        positives = counts.tp + counts.fn
        rows = positives + counts.fp + counts.tn
        share = f" ({percent(positives / rows)})" if rows else ""
        subject = f"The model {self.model}" if self.read.label else "A classifier"
        return (
            f"{subject} was evaluated on {count(rows)} {words.units}, of which {count(positives)}{share} were truly "
            f"{words.positive}."
        )

    def _cut(self) -> str:
        if self.threshold is None:
            return f"Its predictions of {self.words.positive} were taken as they are."
        direction = "at or below" if self.read.lower_is_positive else "at or above"
        return (
            f"{self.words.units.capitalize()} with a score {direction} {threshold(self.threshold)} were classified as "
            f"{self.words.positive}."
        )

    def _intervals(self) -> str:
        by_method: dict[str, list[str]] = {}
        for row in self.rows:
            if row.estimate.has_interval:
                by_method.setdefault(plain_method(row.estimate.method), []).append(_in_sentence(row.title))
        said = [f"{_listed(titles)} by {self._called(method)}" for method, titles in by_method.items()]
        return f"{100 * self.level:g} % confidence intervals were computed for {'; for '.join(said)}." if said else ""

    def _called(self, method: str) -> str:
        cited = citation_of(method)
        return f"the method {method!r}" if cited is None else f"{cited.phrase} [{self._number_of(cited.reference)}]"

    def _design(self) -> str:
        said = []
        if self.read.cluster:
            said.append(f"Intervals allow for {count(self.read.clusters)} clusters of {self.words.units}.")
        if any(plain_method(row.estimate.method) != row.estimate.method for row in self.rows):
            said.append(
                f"Each score is that of a model of a cross-validation that was not fitted on its {self.words.unit}. As "
                "these models share most of what they were fitted on, standard errors were taken 1.2 times (so that a "
                f"{self.words.unit} counts as 1/1.44 of one), and what looks at the order of scores was found within "
                "folds and averaged."
            )
        if self.read.weight:
            said.append(f"{self.words.units.capitalize()} carried {self.read.weights_are.value} weights.")
        for reason, rows in self.read.dropped.items():
            were = f"{self.words.unit} was" if rows == 1 else f"{self.words.units} were"
            said.append(f"{count(rows)} {were} left out because {reason}.")
        asked = f"Accuracy is told as items 23 and 24 of STARD 2015 ask [{self._number_of(STARD)}]."
        return " ".join([*said, asked, "Analyses were made with truecut."])

    @property
    def references(self) -> tuple[str, ...]:
        """Return what is cited, in the order of the numbers in the text."""
        cited = [citation_of(plain_method(row.estimate.method)) for row in self.rows if row.estimate.has_interval]
        return tuple(dict.fromkeys([*(one.reference for one in cited if one is not None), STARD]))

    def _number_of(self, reference: str) -> int:
        return self.references.index(reference) + 1


def publication_of(model: Model, read: Provenance, words: Words, level: float = LEVEL) -> Publication:
    """Return what a paper says of a model."""
    point = model.point
    names = [*OF_CUT, *(() if model.is_hard else OF_SCORES)]
    if not model.is_hard and estimate(model, "brier", level=level).is_defined:
        names += OF_PROBABILITIES
    found = ((name, estimate(model, name, level=level)) for name in names)
    rows = tuple(
        PublishedRow(name, NAMES.get(name, metric(name).title), of, _fraction(name, point.counts))
        for name, of in found
        if of.is_defined
    )
    return Publication(model.name, read, words, point.counts, point.threshold, level, rows)


def _fraction(name: str, counts: Counts) -> str:
    entry = metric(name)
    if not entry.is_proportion:
        return ""
    formula, cells = Formula(entry.formula), counts.cells()
    parts = (Formula(part).at(cells) for part in (formula.numerator, formula.denominator))
    return " / ".join(map(count, parts))


def _in_sentence(title: str) -> str:
    """Return a title within a sentence: lower case, but for names and abbreviations."""
    first, _, rest = title.partition(" ")
    keeps = first.isupper() or first in ("Brier", "Matthews", "Cohen's", "Youden's") or any(c.isdigit() for c in first)
    return title if keeps else f"{first.lower()} {rest}".strip()


def _listed(titles: list[str]) -> str:
    *others, last = titles
    return f"{', '.join(others)} and {last}" if others else last
