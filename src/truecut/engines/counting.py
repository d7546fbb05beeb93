"""An engine that counts: questions go to where the rows are, and only counted tables come back.

What makes an engine is one function, `ask`, that answers a `Question`. Everything else is here and the same for
all: the census of the columns, exact tables, and tables of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, isfinite
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import Weights, sortable
from truecut.data.columns import Column
from truecut.data.request import Roles
from truecut.data.rows import merged_scores
from truecut.engines.adaptive_cells import MOST_PARTS, MOST_ROUNDS, CountedCells, CountedTree
from truecut.engines.column_questions import ColumnQuestions, weighed
from truecut.engines.column_statistics import ColumnStatistics, Entries, TallyRequest, ValueCounts
from truecut.engines.coupled_rows import JointCounts, JointRequest
from truecut.engines.expressions import (
    HIGHEST,
    LOWEST,
    MANY,
    ROWS,
    SUM,
    ColumnKind,
    Dialect,
    GroupBy,
    Measure,
    all_of,
    ones,
)
from truecut.engines.inside_cells import CellCounts
from truecut.engines.joint_question import joint_counts, joint_question
from truecut.engines.score_tree import ScoreTree
from truecut.engines.threshold_edges import ThresholdEdges
from truecut.errors import BadCall, BadScore, BadWeight, InputError

Answer = Mapping[str, NDArray[Any]]
AS_WORDS = (ColumnKind.TEXT, ColumnKind.WIDE)  # how they are named; a score that is wide is a number still
DIGITS = {"first_digits": Measure(LOWEST, "digits"), "last_digits": Measure(HIGHEST, "digits")}
ENDS = {"low": Measure(LOWEST, "score"), "high": Measure(HIGHEST, "score")}


@dataclass(frozen=True, eq=False)
class CountingEngine:
    """A table that an engine holds; it is asked, never read."""

    name: str  # the table, in messages
    engine: str
    kinds: Mapping[str, ColumnKind]
    dialect: Dialect
    ask: Callable[[GroupBy], Answer]
    # How many groups a question has; if more than so many, any larger number. With None all are counted.
    distinct: Callable[[GroupBy, int | None], int]
    within: Callable[[GroupBy, CellCounts], Answer]  # sums inside cells of a question by cell and score, for the areas
    inferred: Mapping[str, str] = field(default_factory=dict)  # by column: how it was read, if not as it is

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of all columns."""
        return tuple(self.kinds)

    def read(self, names: tuple[str, ...], as_written: Collection[str] = ()) -> NoReturn:  # noqa: ARG002  # as a source
        """Refuse: no column leaves the engine, not even to look for the label in it."""
        raise InputError(
            f"The columns of {self.name} are not looked through for labels and scores; name them with --label and "
            "--score (in Python: label= and score=)."
        )

    def census(self, roles: Roles[str]) -> ColumnStatistics:
        """Count what the checks of rows need to know."""
        self._require_numbers(roles)
        seen = ColumnQuestions(self, roles)
        totals = _first_row(self.ask(seen.totals()))
        rows, incomplete = int(totals["all_rows"] or 0), int(totals["incomplete"] or 0)
        missing = {name: int(totals[f"missing_{i}"] or 0) for i, name in enumerate(roles.counted)}
        if not rows or incomplete == rows:
            return ColumnStatistics(
                rows, incomplete, missing, ValueCounts(Column(roles.label, np.array([])), np.array([], np.int64))
            )
        groups = {name: self.ask(seen.groups(name)) for name in roles.groups}
        labels = self._occurring(roles.label, self.ask(seen.labels()))
        predicted = {name: self._occurring(name, self.ask(seen.known(name))) for name in roles.predicted}
        return ColumnStatistics(
            rows,
            incomplete,
            missing,
            labels,
            {name: self._occurring(name, answer) for name, answer in groups.items()},
            {name: _in_order(answer)["left_rows"].astype(np.int64) for name, answer in groups.items()},
            {name: weighed(totals, i) for i, name in enumerate(seen.weighing)},
            predicted,
            self._occurring(roles.label, self.ask(seen.known(roles.label))) if predicted else None,
        )

    def adaptive_cells(self, asked: TallyRequest, most: int) -> CountedTree:
        """Return cells that follow the scores, as many as are worth having; each round makes at most twice so many."""
        tree = ScoreTree(is_whole=self.kinds[asked.score] not in (ColumnKind.REAL, ColumnKind.WIDE))
        found = self._cells(asked, tree).in_order(lower_is_positive=asked.lower_is_positive)
        for _ in range(MOST_ROUNDS - 1):
            cut = found.cut_of(tree, min(MOST_PARTS, 2 * most))
            if cut is None:
                break
            which, tree = cut
            found = found.replaced(which, self._cells(asked, tree))
            found = found.in_order(lower_is_positive=asked.lower_is_positive)
            if len(found) > 2 * most:  # neighbours are put together again, and finer ones would not be kept
                break
        return CountedTree(tree.of_all_rows(), found)

    def _cells(self, asked: TallyRequest, tree: ScoreTree) -> CountedCells:
        path = tree.path(self.dialect)
        sides = {name: measure for name, measure in _sides(asked, self.dialect).items() if name.endswith("_rows")}
        about = f"cells of the scores of {asked.score!r}"
        keys = {"cell": path.key}
        answer = self.ask(GroupBy(_view(self, asked), sides | ENDS, keys, _where(asked), about=about, path=path))
        rows = (answer[f"{side}_rows"].astype(float) for side in ("positive", "negative"))
        ends = (_numbers(answer[end]) for end in ENDS)
        return CountedCells(answer["cell"].astype(np.int64), *ends, *rows)

    def _counted_before(self, asked: TallyRequest, found: CountedCells) -> Answer:
        """Return what the rounds counted; only the rows of the cell that the threshold parts are counted again."""
        threshold, rows = asked.threshold, {}
        if found.low.dtype.kind in "iu" and isfinite(threshold):  # compared as whole numbers
            threshold = floor(threshold) if asked.lower_is_positive else ceil(threshold)
        if asked.lower_is_positive:
            is_parted = (found.low <= threshold) & (threshold < found.high)
        else:
            is_parted = (found.low < threshold) & (threshold <= found.high)
        for side in ("positive", "negative"):
            rows[f"{side}_rows"] = getattr(found, f"{side}s")[~is_parted].astype(np.int64)
        kept = rows | {end: getattr(found, end)[~is_parted] for end in ENDS}
        if not is_parted.any():
            return kept
        ends = [self.dialect.literal(getattr(found, end)[is_parted][0].item()) for end in ENDS]
        inside = f"({_where(asked)}) and score >= {ends[0]} and score <= {ends[1]}"
        measures = {name: one for name, one in _sides(asked, self.dialect).items() if name.endswith("_rows")} | ENDS
        keys = {"reached": _reached(asked, self.dialect)}
        about = f"rows of {asked.score!r} around the threshold"
        parted = self.ask(GroupBy(_view(self, asked), measures, keys, inside, about=about))
        parted = {name: _numbers(column) for name, column in parted.items()}
        return {name: np.concatenate([column, parted[name].astype(column.dtype)]) for name, column in kept.items()}

    def scores_of(self, asked: TallyRequest, most: int) -> int:
        """Return how many distinct scores there are, in all groups together; if more than `most`, any larger number."""
        keys = {"part": "part"} if asked.group else {}
        about = f"distinct scores of {asked.score!r}" + (f" by {asked.group!r}" if asked.group else "")
        return self.distinct(
            GroupBy(_view(self, asked), {}, {**keys, "score": "score"}, _where(asked), about=about), most
        )

    def tally(self, asked: TallyRequest) -> Entries:
        """Count the rows of each side by score or by cell, and by group if one is named."""
        keys = {"part": "part"} if asked.group else {}
        measures, path = _sides(asked, self.dialect), None
        is_wide = self.kinds[asked.score] == ColumnKind.WIDE and asked.flagged is None
        if isinstance(asked.cells, CountedTree):
            if not (asked.group or asked.amount or asked.roles.weight or is_wide):
                return _entries(self._counted_before(asked, asked.cells.counted), asked)
            path = asked.cells.tree.path(self.dialect)
            keys |= {"cell": path.key}
        elif asked.cells is not None:
            keys |= {"cell": asked.cells.cell.sql(self.dialect)}
        if asked.cells is None:
            keys |= {"score": "score"}
        else:
            keys |= {"reached": _reached(asked, self.dialect)}
            measures |= ENDS
        view = _view(self, asked)
        if is_wide:
            view |= {"digits": self.dialect.value(asked.score, ColumnKind.WIDE)}
            measures |= DIGITS
        about = asked.about + (f" by {asked.group!r}" if asked.group else "")
        answer = self.ask(GroupBy(view, measures, keys, _where(asked), about=about, path=path))
        if is_wide:
            _require_told_apart(answer, asked)
        return _entries(answer, asked)

    def together(self, asked: JointRequest) -> JointCounts:
        """Count the rows of each combination of class and places in the models' tables."""
        return joint_counts(self.ask(joint_question(self, asked)), asked)

    def pairs_of(self, roles: Roles[str], predicted: str, *, is_weighted: bool) -> Answer:
        """Count the rows of each label and prediction; with weights, also what they stand for."""
        asked = TallyRequest(roles, predicted, (), Weights.IMPORTANCE if is_weighted else Weights.REPEATED)
        view = _view(self, asked) | {"score": self.dialect.value(predicted, self.kinds[predicted])}
        counted = Measure(SUM if is_weighted else ROWS, "weight") if roles.weight else ones("1 = 1")
        measures, keys = {"counted_rows": counted, "all_rows": ones("1 = 1")}, {"label": "label", "predicted": "score"}
        if is_weighted:
            measures["squares"] = Measure(SUM, "weight * weight")
        return self.ask(GroupBy(view, measures, keys, _where(asked), about=f"labels and predictions of {predicted!r}"))

    def distinct_rows(self, names: Sequence[str]) -> tuple[dict[str, Column], NDArray[np.int64]]:
        """Return the distinct rows of some columns, in order, and how often each occurs; what is missing included."""
        view = {f"column_{i}": self.dialect.value(name, self.kinds[name]) for i, name in enumerate(names)}
        keys = {name: name for name in view}
        about = f"rows by {', '.join(map(repr, names))}"
        answer = self.ask(GroupBy(view, {"all_rows": ones("1 = 1")}, keys, about=about))
        columns = [self.column_of(name, answer[key]) for key, name in zip(keys, names, strict=True)]
        # Engines answer in any order, and the same rows are to come in the same one.
        order = np.lexsort([key for column in columns for key in (column.values, column.is_missing)])
        return {column.name: column.keep(order) for column in columns}, answer["all_rows"].astype(np.int64)[order]

    def column_of(self, name: str, values: NDArray[Any]) -> Column:
        """Return values that came from a column as one, text by number."""
        is_missing = np.array([value is None for value in values.tolist()], dtype=bool)
        missing, present = (is_missing if is_missing.any() else None), values[~is_missing]
        named: tuple[str, ...] | None
        if self.kinds[name] in AS_WORDS:
            # Not by np.unique: NumPy's text forgets zeros at its end.
            place = {word: i for i, word in enumerate(sorted(set(map(str, present.tolist()))))}
            codes, named = np.array([place[str(value)] for value in present.tolist()], dtype=np.intp), tuple(place)
        else:
            codes, named = np.array(present.tolist()), None
        found = np.zeros(len(values), dtype=codes.dtype)
        found[~is_missing] = codes
        return Column(name, found, named, missing)

    def combinations_of(self, asked: JointRequest, most: int) -> int:
        """Return how many combinations there are; if more than `most`, any larger number."""
        return self.distinct(replace(joint_question(self, asked), measures={}), most)

    def sums_within(self, asked: TallyRequest) -> Answer:
        """Return, per cell between thresholds, the sums that areas are made of; no score comes back."""
        if not isinstance(asked.cells, ThresholdEdges):
            raise BadCall("Sums within cells need thresholds between the cells.")
        sides = _sides(asked, self.dialect)
        if asked.roles.weight is None:
            sides = {"positives": sides["positive_rows"], "negatives": sides["negative_rows"]}
        measures = {side: sides[side] for side in ("positives", "negatives")}
        keys = {"cell": asked.cells.cell.sql(self.dialect), "score": "score"}
        about = f"the areas of {asked.score!r}"
        if self.kinds[asked.score] == ColumnKind.WIDE:
            self._require_digits_told_apart(asked)
        question = GroupBy(_view(self, asked), measures, keys, _where(asked), about=about)
        in_cells = self.ask(replace(question, keys={"cell": keys["cell"]}, about=f"the cells of {asked.score!r}"))
        order = np.argsort(in_cells["cell"].astype(float))
        cells, p, n = (in_cells[name].astype(float)[order] for name in ("cell", "positives", "negatives"))
        return self.within(question, CellCounts(cells, p, n, asked.lower_is_positive))

    def _require_digits_told_apart(self, asked: TallyRequest) -> None:
        """Refuse decimals of which some are one double: there are fewer doubles then than there are decimals."""
        view = _view(self, asked) | {"digits": self.dialect.value(asked.score, ColumnKind.WIDE)}
        questions = (
            GroupBy(view, {}, {key: key}, _where(asked), about=f"distinct {key} of {asked.score!r}")
            for key in ("score", "digits")
        )
        if len({self.distinct(question, None) for question in questions}) > 1:
            raise BadScore(merged_scores(asked.score))

    def _require_numbers(self, roles: Roles[str]) -> None:
        scores = (*roles.of("scores"), *roles.of("class_scores"), *roles.of("class_models"))
        for names, error in ((scores, BadScore), (roles.amounts, BadWeight), ((roles.weight,), BadWeight)):
            for name in names:
                if name is not None and self.kinds[name] == ColumnKind.TEXT:
                    raise error(f"Column {name!r} should hold numbers, but {self.engine} says that it holds text.")

    def _occurring(self, name: str, answer: Answer) -> ValueCounts:
        answer = _in_order(answer)
        if len(answer["value"]) > MANY:
            raise BadCall(f"Column {name!r} holds more than {MANY:,} different values, so it is no label and no group.")
        return ValueCounts(_column(name, answer["value"], self.kinds[name]), answer["value_rows"].astype(np.int64))


def _view(engine: CountingEngine, asked: TallyRequest) -> dict[str, str]:
    """Return the plain view of the rows that a tally counts."""
    dialect, kinds, roles = engine.dialect, engine.kinds, asked.roles
    view = {
        f"needed_{i}": dialect.value(name, kinds[name])
        for i, name in enumerate(roles.counted)
        if name not in (roles.label, asked.score, asked.group, asked.amount, roles.weight)
    }
    view |= {"label": dialect.value(roles.label, kinds[roles.label])}
    name, kind, flagged = asked.score, kinds[asked.score], asked.flagged
    view |= {"score": dialect.number(name, kind) if flagged is None else dialect.flags(name, kind, flagged)}
    if asked.group:
        view |= {"part": dialect.value(asked.group, kinds[asked.group])}
    factors = {"weight": roles.weight, "amount": asked.amount}
    for name, column in factors.items():
        if column:
            number = dialect.number(column, kinds[column])
            is_whole = asked.weights_are == Weights.REPEATED and kinds[column] == ColumnKind.WHOLE
            view |= {name: number if is_whole else dialect.real(number)}
    return view


def _require_told_apart(answer: Answer, asked: TallyRequest) -> None:
    """Refuse decimals of which some are one double: among those of one score, the first differs from the last."""
    differ = answer["first_digits"] != answer["last_digits"]
    if asked.cells is not None:  # a cell holds several scores, unless its ends are one
        differ = differ & (answer["low"] == answer["high"])
    if np.any(differ):
        raise BadScore(merged_scores(asked.score))


def _where(asked: TallyRequest) -> str:
    """Keep the rows that lack nothing and have a weight."""
    roles = asked.roles
    elsewhere = (roles.label, asked.score, asked.group, asked.amount, roles.weight)
    needed = [f"needed_{i} is not null" for i, name in enumerate(roles.counted) if name not in elsewhere]
    needed += ["label is not null", "score is not null"]
    needed += ["part is not null"] if asked.group else []
    needed += ["weight > 0"] if roles.weight else []
    needed += ["amount > 0"] if asked.amount else []
    return all_of(needed)


def _sides(asked: TallyRequest, dialect: Dialect) -> dict[str, Measure]:
    """Return what is counted on each side: rows, and the weights and their squares where there are any."""
    positive = dialect.is_among("label", asked.positive)
    factors = [name for name, column in (("weight", asked.roles.weight), ("amount", asked.amount)) if column]
    measures: dict[str, Measure] = {}
    for side, condition in (("positive", positive), ("negative", f"not ({positive})")):
        measures[f"{side}_rows"] = ones(condition)
        if not factors:
            continue
        weight = " * ".join(factors)
        how, squared = (ROWS if asked.weights_are == Weights.REPEATED else SUM), dialect.real(weight)
        measures[f"{side}s"] = Measure(how, f"case when {condition} then {weight} else 0 end")
        measures[f"{side}_squares"] = Measure(SUM, f"case when {condition} then {squared} * {squared} else 0 end")
    return measures


def _reached(asked: TallyRequest, dialect: Dialect) -> str:
    """Return whether the threshold is reached: no cell is split by it, so the counts there stay exact."""
    reaches = "<=" if asked.lower_is_positive else ">="
    return f"case when score {reaches} {dialect.literal(asked.threshold)} then 1 else 0 end"


def _entries(answer: Answer, asked: TallyRequest) -> Entries:
    sides = {f"{side}_rows": answer[f"{side}_rows"].astype(np.int64) for side in ("positive", "negative")}
    counted = dict(sides)
    kind = np.int64 if asked.weights_are == Weights.REPEATED else np.float64
    for side in ("positive", "negative"):
        rows = sides[f"{side}_rows"]
        counted[f"{side}s"] = answer[f"{side}s"].astype(kind) if f"{side}s" in answer else rows
        counted[f"{side}_squares"] = answer[f"{side}_squares"].astype(float) if f"{side}s" in answer else rows
    parts = answer["part"].tolist() if asked.group else None
    if asked.cells is None:
        return Entries(sortable(_numbers(answer["score"])), None, counted, parts)
    low, high = _ends(answer)
    return Entries(high, low, counted, parts) if asked.lower_is_positive else Entries(low, high, counted, parts)


def _ends(answer: Answer) -> list[NDArray[Any]]:
    """Return the lowest and highest score of each cell."""
    return np.split(sortable(_numbers(np.concatenate([answer["low"], answer["high"]]))), 2)


def _numbers(values: NDArray[Any]) -> NDArray[Any]:
    return np.array(values.tolist()) if values.dtype.kind == "O" else values


def _first_row(answer: Answer) -> dict[str, Any]:
    return {name: column.tolist()[0] for name, column in answer.items()}


def _in_order(answer: Answer) -> Answer:
    """Return the values in order, since an engine has none."""
    order = sorted(range(len(answer["value"])), key=answer["value"].tolist().__getitem__)
    return {name: column[order] for name, column in answer.items()}


def _column(name: str, values: NDArray[Any], kind: ColumnKind) -> Column:
    if kind in AS_WORDS:
        return Column(name, np.arange(len(values)), tuple(map(str, values.tolist())))
    return Column(name, np.array(values.tolist()))
