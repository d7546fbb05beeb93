"""Scores of many classes, counted where the rows are: two questions for each class make the table of all of them.

The first counts rows by the score of a class, by their label and by whether the class is their answer; the second, of
rows whose label it is, by how many classes score higher. No row comes back, and answers of disjoint rows add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from truecut.counting.class_table import OFF
from truecut.counting.countable import Weights
from truecut.data.request import Roles
from truecut.engines.expressions import HIGHEST, ROWS, SUM, ColumnKind, Dialect, GroupBy, Measure, all_of, ones

FAR = 1e100  # beyond which a sum of scores is not made: PostgreSQL refuses sums and squares that overflow


@dataclass(frozen=True)
class ClassQuestions:
    """What is asked about columns of scores, one for each class."""

    dialect: Dialect
    kinds: Mapping[str, ColumnKind]
    roles: Roles[str]
    weights_are: Weights

    def by_score(self, place: int, predictions: Sequence[object] = ()) -> GroupBy:
        """Count rows by the score of a class, by label, and by whether they are answered with the class.

        Without predictions the answer is the class with the highest score, the first of them in a tie.
        """
        if self.roles.predicted:
            answered = self.dialect.is_among("prediction", predictions)
        else:
            others = [
                f"score_{place} {'>' if other < place else '>='} score_{other}"
                for other in range(len(self.roles.class_scores))
                if other != place
            ]
            answered = all_of(others)
        keys = {"score": f"score_{place}", "label": "label", "answered": f"case when {answered} then 1 else 0 end"}
        column = self.roles.of("class_scores")[place]
        return GroupBy(self._view, self._counted, keys, self._where, about=f"scores of {column!r}")

    def by_rank(self, place: int, labels: Sequence[object]) -> GroupBy:
        """Count the rows of a class by how many classes score higher than it and how many equal to it, with losses."""
        own, scores = f"score_{place}", self._scores
        keys = {
            "above": _number_of(f"{score} > {own}" for score in scores),
            "equal": _number_of(f"{score} = {own}" for score in scores),
        }
        where = all_of([self._where, self.dialect.is_among("label", labels)])
        column = self.roles.of("class_scores")[place]
        return GroupBy(self._view, self._counted | self._losses(own), keys, where, about=f"ranks of {column!r}")

    def predictions(self) -> GroupBy:
        """Count the predictions of the rows that are counted."""
        return GroupBy(self._view, self._counted, {"prediction": "prediction"}, self._where, about="predictions")

    @property
    def _scores(self) -> list[str]:
        return [f"score_{i}" for i in range(len(self.roles.class_scores))]

    @property
    def _view(self) -> dict[str, str]:
        dialect, kinds, roles = self.dialect, self.kinds, self.roles
        columns = zip(self._scores, roles.of("class_scores"), strict=True)
        view = {score: dialect.real(dialect.number(column, kinds[column])) for score, column in columns}
        view |= {"label": dialect.value(roles.label, kinds[roles.label])}
        for column in roles.of("predicted"):
            view |= {"prediction": dialect.value(column, kinds[column])}
        if roles.weight:
            weight = dialect.number(roles.weight, kinds[roles.weight])
            view |= {"weight": weight if self._is_whole else dialect.real(weight)}
        return view

    @property
    def _is_whole(self) -> bool:
        return self.weights_are == Weights.REPEATED and self.kinds[self.roles.weight or ""] == ColumnKind.WHOLE

    @property
    def _where(self) -> str:
        return all_of([*(f"{name} is not null" for name in self._view), *(["weight > 0"] if self.roles.weight else [])])

    @property
    def _counted(self) -> dict[str, Measure]:
        counted = {"all_rows": ones("1 = 1")}
        if self.roles.weight:
            weight = self.dialect.real("weight")
            counted["weights"] = Measure(ROWS if self.weights_are == Weights.REPEATED else SUM, "weight")
            counted["squares"] = Measure(SUM, f"{weight} * {weight}")
        return counted

    def _losses(self, own: str) -> dict[str, Measure]:
        """Return the sums of the first powers of the Brier loss, and how far probabilities are from adding up to 1."""
        dialect, scores = self.dialect, self._scores
        are_shares = all_of([f"{score} >= 0 and {score} <= 1" for score in scores])
        are_near = all_of([f"abs({score}) < {dialect.literal(FAR)}" for score in scores])
        loss = f"({' + '.join(f'{score} * {score}' for score in scores)} - 2 * {own} + 1)"
        weight = f"{dialect.real('weight')} * " if self.roles.weight else ""
        gap = f"case when {are_near} then abs({' + '.join(scores)} - 1) else cast('Infinity' as {dialect.double}) end"
        sums = {
            f"loss_{power}": Measure(
                SUM, f"case when {are_shares} then {weight}{' * '.join([loss] * power)} else {dialect.real('0')} end"
            )
            for power in (1, 2, 3)
        }
        return sums | {
            "no_shares": ones(f"not ({are_shares})"),
            "off_rows": ones(f"{gap} > {dialect.literal(OFF)}"),
            "off_most": Measure(HIGHEST, gap),
        }


def _number_of(conditions: Iterable[str]) -> str:
    return " + ".join(f"case when {condition} then 1 else 0 end" for condition in conditions)
