"""Four counts that were typed in place of rows, or beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import Decorator, Pairs, number_from, part
from truecut.cli.sources import THE_FILE, evaluation_from
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.cli.situation import StatedSituation
    from truecut.cli.sources import NamedRows
    from truecut.counting.counts import Counts
    from truecut.evaluation import Evaluation


ONE_POINT = (
    "Four counts are one point, and there is no threshold to move; `truecut cost` prices them against flagging nobody "
    "and everybody."
)


@dataclass(frozen=True)
class RefusedCounts:
    """The option --counts of a command that four counts cannot answer, for a reason that lies in them."""

    reason: str

    def declared(self) -> Iterator[Decorator]:
        """Return the option, which the help leaves out."""
        yield click.option("--counts", "counts", multiple=True, hidden=True)

    def typed(self, values: dict[str, Any]) -> None:
        """Refuse four counts."""
        if values["counts"]:
            raise BadCall(self.reason)


def no_counts(reason: str) -> Any:
    """Declare that a command cannot answer about four counts, and why."""
    return part(RefusedCounts(reason))


def counts_from(typed: dict[str, str]) -> Counts:
    """Return the four counts that were typed."""
    from truecut.counting.counts import CELLS, cell_named, checked_counts
    from truecut.errors import UnknownName

    counts = {}
    for name, text in typed.items():
        cell = cell_named(name)
        if cell is None:
            raise UnknownName("count", name, CELLS)
        if cell in counts:
            raise BadCall(f"{cell} is given twice.")
        counts[cell] = number_from(name, text)
    return checked_counts(**counts)


def counts_alone(typed: dict[str, str], rows: NamedRows) -> Counts:
    """Return four counts in place of rows; anything about rows contradicts them."""
    # Counts and rows are two answers to one question; which one was meant is not for a program to guess.
    if rows.given:
        raise BadCall(f"Give either --counts or rows to count, not both; leave out {' and '.join(rows.given)}.")
    return counts_from(typed)


def evaluation_of_counts(typed: dict[str, str], rows: NamedRows, situation: StatedSituation) -> Evaluation:
    """Return the evaluation of the one classifier that made these counts."""
    from truecut.catalogue.model import Model
    from truecut.data.rows import Provenance
    from truecut.evaluation import Evaluation

    counts, own = counts_alone(typed, rows), situation.words
    read = Provenance("four counts", counts.rows, own.positive, own.negative)
    return _in_situation(Evaluation(read, {"counts": Model.of_counts("counts", counts)}, words=own), situation)


def evaluation_asked(
    typed: dict[str, str] | None, rows: NamedRows, situation: StatedSituation, two_classes: str
) -> Evaluation:
    """Return the evaluation of the counts that were typed, or else of the rows, which have two classes."""
    if typed is not None:
        return evaluation_of_counts(typed, rows, situation)
    return evaluation_from(rows.request(situation), two_classes)


def classifiers_from(typed: tuple[str, ...]) -> dict[str, Counts]:
    """Return the counts of several classifiers by name; those without one are numbered."""
    classifiers: dict[str, Counts] = {}
    for i, text in enumerate(typed, start=1):
        name, counts = named_counts(text)
        if ":" not in text:
            name = f"classifier {i}" if len(typed) > 1 else "counts"
        if name in classifiers:
            raise BadCall(f"Two classifiers are called {name!r}.")
        classifiers[name] = counts
    return classifiers


def evaluation_of_classifiers(
    classifiers: dict[str, Counts], rows: NamedRows, situation: StatedSituation
) -> Evaluation:
    """Return the evaluation of classifiers that are known by their counts, on rows that may differ."""
    from truecut.catalogue.model import Model
    from truecut.data.rows import Provenance
    from truecut.evaluation import Evaluation

    given = [what for what in rows.given if what != THE_FILE or rows.paths]  # figures are named where files are
    if given:
        raise BadCall(f"Give either --counts or rows to count, not both; leave out {' and '.join(given)}.")
    own = situation.words
    read = Provenance("four counts", sum(one.rows for one in classifiers.values()), own.positive, own.negative)
    models = {name: Model.of_counts(name, one) for name, one in classifiers.items()}
    return _in_situation(Evaluation(read, models, words=own), situation)


def _in_situation(evaluation: Evaluation, situation: StatedSituation) -> Evaluation:
    stated = situation.of_counts()
    return evaluation.given(cost=stated.cost, prevalence=stated.prevalence, sampled=stated.sampled, level=stated.level)


def named_counts(text: str) -> tuple[str, Counts]:
    """Return what stands before the last colon, and the four counts behind it."""
    name, _, counts = text.rpartition(":")
    return name.strip(), counts_from(Pairs().convert(counts, None, None))
