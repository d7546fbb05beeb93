"""What is known about predictions of many classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from truecut.catalogue import BY_NAME, metric
from truecut.catalogue.class_counts import Importance
from truecut.catalogue.class_metric import Average, ClassMetric
from truecut.catalogue.class_metrics import CLASS_METRICS_BY_NAME, class_metric
from truecut.catalogue.class_prices import prices_of_cells
from truecut.catalogue.class_reading import Absent, ClassWishes
from truecut.catalogue.class_situation import UNSTATED, ClassSituation
from truecut.catalogue.measures.class_scores import without_probabilities
from truecut.catalogue.model import Model
from truecut.counting.class_rows import ClassRows
from truecut.counting.class_table import ClassTable
from truecut.data.rows import Provenance
from truecut.decisions.class_parts import read_of_part, rest_of_classes
from truecut.decisions.small_groups import LEAST_ROWS
from truecut.errors import BadCall, Incompatible, UnknownAttribute, listed
from truecut.errors.boundary import answers_for_all
from truecut.errors.foreign_attributes import OF_CLASSES, foreign_attribute
from truecut.evaluation import Evaluation, EvaluationsByName
from truecut.evaluation.class_evaluations import ClassEvaluationsByName
from truecut.evaluation.class_saving import SavedClasses, SavedPart, save_classes
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL
from truecut.inference.many_classes.class_estimate import ClassEstimate
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.inference.many_classes.score_intervals import ClassScores
from truecut.storage.atomic_files import write_file
from truecut.summaries.groups_of_classes import GroupsOfClasses
from truecut.summaries.of_classes import summary_of_classes
from truecut.summaries.options import SummaryOptions
from truecut.summaries.summary import Summary
from truecut.words import DEFAULT, Words, words_from
from truecut.words.live_page import LivePage
from truecut.words.several import Several
from truecut.words.shown import Shown

if TYPE_CHECKING:
    from truecut.decisions.class_decision import ClassDecision
    from truecut.decisions.class_recommendation import ClassRecommendation
    from truecut.decisions.class_trade_off import TradeOff
    from truecut.decisions.group_differences import GroupDifference
    from truecut.inference.many_classes.class_comparison import ClassComparison
    from truecut.inference.many_classes.classification_report import ClassificationReport

RIGHT, WRONG = "right", "wrong"


@answers_for_all
@dataclass(frozen=True, eq=False)
class ClassEvaluation(Shown):
    """Predictions of many classes: the matrix, each class against the rest, and their scores together.

    >>> import truecut as tc
    >>> e = tc.example("rare-digits").evaluate()
    >>> e.metric("accuracy")
    <ClassEstimate: accuracy 95.5 % (93.4 to 96.9)>
    >>> e.classes["nine"].metric("recall")
    <Estimate: recall 66.7 % (39.1 to 86.2)>
    """

    read: Provenance
    matrix: ClassMatrix
    by_class: Mapping[str, Model] = field(default_factory=dict)
    words: Words = DEFAULT
    rows: ClassRows | None = None  # as they were read; None where only their table is known
    counted: ClassTable | None = None  # the table, where it was counted elsewhere
    situation: ClassSituation = UNSTATED
    origin: ClassEvaluation | None = field(default=None, repr=False)  # the rows as they were counted, if these are not
    by_group: Mapping[str, ClassEvaluation] = field(default_factory=dict, repr=False)
    factors: Any = field(default=None, repr=False)  # of a part: what a row of each class counts, as stated of all rows
    _summaries: dict[SummaryOptions, Summary] = field(default_factory=dict, init=False, repr=False)

    def __getattr__(self, name: str) -> NoReturn:
        """Answer what one model of two classes has with what many classes have."""
        if hasattr(type(self), name):  # a property that failed: its own error is to be seen
            object.__getattribute__(self, name)
        if name in CLASS_METRICS_BY_NAME or name in BY_NAME:
            raise UnknownAttribute(f'Many classes have no attribute {name!r}; ask e.metric("{name}").')
        raise foreign_attribute("An evaluation of many classes", name, OF_CLASSES) or AttributeError(
            f"{type(self).__name__!r} object has no attribute {name!r}"
        )

    def __getitem__(self, name: object) -> NoReturn:
        """Answer brackets with the ways to ask."""
        raise BadCall(f"One class against the rest is e.classes[{str(name)!r}], its metrics e.metric_of_class(...).")

    __iter__ = None  # it has places by no number

    @property
    def level(self) -> float:
        """Return how sure intervals are, as stated."""
        return self.situation.level

    def given(self, **parts: Any) -> ClassEvaluation:
        """Return the same rows in another situation; what is not named stays, and None takes a statement back.

        `parts` are those of the situation: `cost`, what answers cost by true and answered class, {("9", "3"): 5,
        "unsure": 0.3} or a table; `prevalence`, the share of classes where the model is used, {"9": 0.01}, those not
        named having the rest in proportion; `sampled`, the shares of classes there that are among the rows;
        `threshold`, the score from which an answer is given, one for all or by class; `level`, how sure intervals are;
        `words`.

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> round(e.metric("accuracy").value, 3), round(e.given(prevalence={"nine": 0.2}).metric("accuracy").value, 3)
        (0.955, 0.902)
        """
        # From the rows as they were counted: a second statement replaces the first, and shares are not weighed twice.
        base, words = self.origin or self, parts.pop("words", None)
        situation = self.situation.given(base.matrix, **parts)
        # Shares that were stated of all rows hold for a part of them until others are stated of the part itself.
        factors = None if {"prevalence", "sampled"} & parts.keys() else self.factors
        return base._stated(situation, self.words if words is None else words_from(words).over(self.words), factors)

    def _stated(self, situation: ClassSituation, words: Words, factors: Any = None) -> ClassEvaluation:
        """Return the rows as they were counted in a situation; with factors, as a part of rows that those are of."""
        found = replace(self, words=words, by_group={})
        # Before the shares of classes are weighed: from which score on a row is answered does not depend on them.
        if situation.threshold:
            found = found.decide(answer_from=dict(situation.threshold))
        each = situation.factors(found.matrix) if factors is None else factors
        # Classes weigh in a group what they weigh in the whole, or the parts would no longer add up to it.
        by_group = {name: group._stated(situation, words, each) for name, group in self.by_group.items()}
        if each is not None:
            found = found._counted_by(each, situation)
        return replace(found, situation=situation, origin=self, by_group=by_group, factors=factors)

    def _counted_by(self, factors: Any, situation: ClassSituation) -> ClassEvaluation:
        """Return the rows of each true class counting as they do where the model is used."""
        matrix = self.matrix
        unsure = np.zeros(len(matrix.classes)) if matrix.unsure is None else matrix.unsure
        counted = np.column_stack([matrix.rows, unsure]).astype(float)
        importance = matrix.importance
        if importance is None:
            if matrix.is_weighted or not matrix.is_whole:
                raise BadCall(
                    "Other shares of the classes need the weights of the rows, and only their sums are known."
                )
            # Every row counts once, so squares of weights add up to the number of rows.
            importance = Importance(counted, counted.astype(np.int64))
        table = None if self.table is None else self.table.counted_by(factors)
        models = {
            name: Model(name, table.score_table(matrix.classes.index(name)), model.threshold)
            for name, model in self.by_class.items()
            if table is not None
        }
        return replace(
            self,
            read=replace(self.read, stated=(situation.supposed,)),
            matrix=replace(
                matrix,
                rows=counted[:, :-1] * factors[:, None],
                unsure=None if matrix.unsure is None else unsure * factors,
                is_weighted=True,
                importance=importance.counted_by(factors),
                # A stated share does not vary; one that follows from sampling rates varies with the rows.
                fixes_classes=situation.prevalence is not None,
            ),
            by_class=models,
            rows=None if self.rows is None else self.rows.counted_by(factors),
            counted=table,
        )

    @property
    def classes(self) -> dict[str, Evaluation]:
        """Return, for each class that has a score, its evaluation against the rest."""
        return EvaluationsByName(
            "class", {name: self._two(model, name, f"not {name}") for name, model in self.by_class.items()}
        )

    @property
    def groups(self) -> dict[str, ClassEvaluation]:
        """Return one evaluation per group; empty where no column divides the rows.

        >>> import truecut as tc
        >>> labels, answers = ["a", "b", "c", "a"] * 9, ["a", "b", "b", "a"] * 9
        >>> e = tc.evaluate(labels, predicted=answers, group=["x", "y", "y", "x"] * 9)
        >>> {name: group.metric("accuracy").value for name, group in e.groups.items()}
        {'x': 1.0, 'y': 0.5}
        """
        return ClassEvaluationsByName("group", self.by_group)

    def without_group(self, name: str) -> ClassEvaluation:
        """Return the evaluation of all rows but one group's.

        `name` is that of the group.

        >>> import truecut as tc
        >>> labels, answers = ["a", "b", "c", "a"] * 9, ["a", "b", "b", "a"] * 9
        >>> e = tc.evaluate(labels, predicted=answers, group=["x", "y", "y", "x"] * 9)
        >>> e.without_group("x").metric("accuracy").value
        0.5
        """
        group = self.groups[name]
        if group.read.rows == self.read.rows:
            raise BadCall(f"All rows are in group {name!r}; there is nothing left beside it.")
        rest: ClassEvaluation = rest_of_classes(self, group, name)
        return rest

    def group_differences(
        self,
        name: str,
        average: Average | str | None = None,
        *,
        of: object = None,
        level: float | None = None,
        least_rows: int = LEAST_ROWS,
        **parameters: Any,
    ) -> Several[GroupDifference]:
        """Return a metric of every group against the rest of the rows, with intervals and p values adjusted by Holm.

        `name`, `average` and `parameters` are those of `metric`, or in one text "macro f1" and "recall of 9"; `of` is
        one class, against the rest of them. `level` is how sure the interval is. Groups of fewer than `least_rows` rows
        stand together.

        >>> import truecut as tc
        >>> labels, answers = ["a", "b", "c", "a"] * 9, ["a", "b", "b", "a"] * 9
        >>> e = tc.evaluate(labels, predicted=answers, group=["x", "y", "y", "x"] * 9)
        >>> e.group_differences("accuracy")[0]
        <ClassGroupDifference: accuracy of x against the rest: +0.500 (+0.226 to +0.710), better>
        """
        from truecut.decisions.class_groups import by_group_of_classes, quantity_of

        asked = quantity_of(name, average, of, parameters)
        found = by_group_of_classes(self, asked, level=self._sure(level), least_rows=least_rows)
        return Several(found.differences, "GroupDifference", whole=(self, found))

    @property
    def micro(self) -> Evaluation:
        """Return the micro average as an evaluation: every row once for each class, and whether it is of it.

        Its curves are the micro-averaged ROC and precision-recall curves. They compare scores across classes: a class
        with timid scores bends them though its own curve is fine.
        """
        return self._two(self.scores.pooled, "its class", "another class")

    @property
    def confidence(self) -> Evaluation:
        """Return the answers as an evaluation: were they right, by the score that they were given with?

        Its calibration is that of the answer, its precision at a threshold the share of right answers among those
        that are given from there on.
        """
        return self._two(Model("answer", self.table_of_scores.confidence()), RIGHT, WRONG)

    @cached_property
    def table(self) -> ClassTable | None:
        """Return the table of the classes' scores, which adds up; None without a score for every class."""
        if self.counted is not None or self.rows is None or self.rows.scores is None:
            return self.counted
        return ClassTable.from_rows(self.rows)

    @property
    def table_of_scores(self) -> ClassTable:
        """Return the table of the classes' scores, or say that there is none."""
        if self.table is None:
            raise BadCall("That needs a score for every class, and only predictions were given.")
        return self.table

    @cached_property
    def scores(self) -> ClassScores:
        """Return the scores of all classes."""
        return ClassScores(self.matrix.classes, self.by_class, self.table, self.rows, self.matrix.fixes_classes)

    def metric(
        self,
        name: str,
        average: Average | str | None = None,
        *,
        level: float | None = None,
        interval: str | None = None,
        convention: str | None = None,
        absent: Absent | str = Absent.UNDEFINED,
        **parameters: Any,
    ) -> ClassEstimate:
        """Return one metric of all classes together, with its interval.

        Metrics of four counts and of curves are averaged over the classes: `average` is "macro" (the default),
        "weighted" or "micro"; with `absent="left_out"` classes without a value are left out of it. Accuracy, kappa, log
        loss and others are one number of all classes and take no average. `name` is that of the metric and `parameters`
        its own. `level` is how sure the interval is. `interval` names another method than the default one. `convention`
        names a rule for what is undefined, such as "zero".

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> e.metric("f1", "macro")
        <ClassEstimate: macro F1 0.846 (0.777 to 0.897)>
        >>> e.metric("log_loss")
        <ClassEstimate: log loss 0.139 (0.095 to 0.216)>
        """
        entry = class_metric(name)
        # Elsewhere these choose a class; here they would be taken for parameters that no metric has.
        for word in ("pos_label", "positive", "labels"):
            if word in parameters:
                raise BadCall(f"{name} of one class is e.metric_of_class({name!r}, {parameters[word]!r}).")
        if isinstance(entry, ClassMetric) and entry.weighs_cells == "costs":
            parameters = {**self.stated_prices, **parameters}
        is_of_matrix = entry.is_of_matrix if isinstance(entry, ClassMetric) else entry.needs_only_counts
        if is_of_matrix:
            return self.matrix.metric(
                name,
                average,
                level=self._sure(level),
                interval=interval,
                convention=convention,
                absent=absent,
                **parameters,
            )
        wishes = ClassWishes(average, convention, absent)
        found = self.scores.estimate(name, wishes, level=self._sure(level), interval=interval, **parameters)
        return replace(found, metric=entry.name, parameters=parameters)

    def metric_of_class(self, name: str, of: object, *, level: float | None = None, **parameters: Any) -> Estimate:
        """Return a metric of one class against the rest, with its interval: as answered, or of its scores.

        `name` is that of a metric of two classes with its `parameters`, `of` the class. `level` is how sure the
        interval is.

        >>> import truecut as tc
        >>> tc.example("rare-digits").evaluate().metric_of_class("recall", "nine").value
        0.6666666666666666
        """
        own = self.matrix.classes[self.matrix.place(of)]
        if metric(name).needs_only_counts:
            return self.matrix.of(own).metric(name, level=self._sure(level), **parameters)
        if own not in self.by_class:
            raise BadCall(f"{name} of {own!r} needs its scores, and only predictions were given.")
        return self.classes[own].metric(name, level=self._sure(level), **parameters)

    def compare(
        self, other: ClassEvaluation, *, level: float | None = None, names: tuple[str, str] = ("first", "second")
    ) -> ClassComparison:
        """Compare with another model of the same rows, given in the same order; `tc.compare` takes several by name.

        `other` is the evaluation of the other model, and `names` are what the two are called. `level` is how sure the
        interval is.

        >>> import truecut as tc
        >>> a, b = (tc.example("rare-digits").evaluate(predicted=name) for name in ("logistic", "forest"))
        >>> a.compare(b, names=("logistic", "forest")).difference("accuracy", "forest", "logistic")
        <Difference: forest less logistic in accuracy: +0.016 (-0.002 to +0.035), p = 0.087>
        """
        return compared_classes({names[0]: self, names[1]: other}, level=self._sure(level))

    def decide(self, *, costs: Any = None, unsure: float | None = None, answer_from: Any = None) -> ClassEvaluation:
        """Return the evaluation of other answers to the same rows.

        With `costs` (a table of true by answered class, or {("9", "3"): 5} where other mistakes cost 1) each row gets
        the answer that is expected to cost least; with `unsure`, the price of leaving a row unsure, none where every
        answer is expected to cost more. `answer_from` gives answers from a score on, one for all or {"9": 0.6}. Recall
        then counts unsure rows as not found.

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> e.decide(unsure=0.2).matrix.unsure.tolist()
        [11, 8, 8, 11, 0]
        """
        costs, unsure = self._priced(costs, unsure, answer_from)
        found = self._with_answers(*self._answers(costs, unsure, answer_from))
        by_group = {
            name: group.decide(costs=costs, unsure=unsure, answer_from=answer_from)
            for name, group in self.by_group.items()
        }
        return replace(found, by_group=by_group)

    def decision(
        self, *, costs: Any = None, unsure: float | None = None, answer_from: Any = None, level: float | None = None
    ) -> ClassDecision:
        """Return what deciding so costs, what it saves against the likeliest class, and whether to use it.

        `costs`, `unsure` and `answer_from` are those of `decide`. `level` is how sure the interval is.

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> round(e.decision(costs={("eight", "one"): 20}, unsure=0.2).answered, 3)
        0.887
        """
        from truecut.decisions.class_decision import judged_decision

        costs, unsure = self._priced(costs, unsure, answer_from)
        answers, said = self._answers(costs, unsure, answer_from)
        prices = prices_of_cells(self.matrix, costs if costs is not None else {})
        return judged_decision(self._scored_rows, answers, prices, unsure, said=said, level=self._sure(level))

    def recommend(
        self, *, costs: Any = None, unsure: float | None = None, level: float | None = None
    ) -> ClassRecommendation:
        """Say how far to trust the answers and when to look again; with prices, whether to decide by them.

        `costs` and `unsure` are those of `decide`. `level` is how sure the interval is.

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> e.recommend().sentences.headline
        'Trust 95 answers in 100; look again when it says nine.'
        """
        level, (costs, unsure) = self._sure(level), self._priced(costs, unsure)
        summary = self.summary(level=level)
        if costs is None and unsure is None:
            assert summary.classes is not None
            return summary.classes.told
        from truecut.decisions.class_recommendation import recommended_answers

        decision = self.decision(costs=costs, unsure=unsure, level=level)
        decided = self.decide(costs=costs, unsure=unsure).matrix
        return recommended_answers(decided, summary.findings, words=self.words, level=level, decision=decision)

    def trade_off(self, *, level: float | None = None) -> TradeOff:
        """Return how many answers are right if only rows with a score from a cut on are answered, at every cut.

        `level` is how sure the interval is.

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> round(e.trade_off().promising(0.95).answered, 3)
        0.937
        """
        from truecut.decisions.class_trade_off import TradeOff

        return TradeOff.of(self.table_of_scores.confidence(), self._sure(level), float(self.matrix.true.sum()))

    def _answers(self, costs: Any, unsure: float | None, answer_from: Any) -> tuple[Any, str]:
        from truecut.decisions.class_answers import answers_from, cheapest_answers, cuts_of, price_of_unsure

        if answer_from is not None:
            if costs is not None or unsure is not None:
                raise BadCall("answer_from states the cut itself; leave out costs and unsure.")
            cuts = cuts_of(self.matrix, answer_from)
            by_class = dict(zip(self.matrix.classes, cuts.tolist(), strict=True))
            each = ", ".join(f"{cut:g} ({name})" for name, cut in by_class.items() if np.isfinite(cut))
            said = f"{cuts[0]:g}" if len(set(by_class.values())) == 1 else each
            return answers_from(self._scored_rows, cuts), f"answers from a score of {said} on, else unsure"
        if costs is None and unsure is None:
            raise BadCall("Say how to decide: costs=, unsure= (the price of leaving a row unsure) or answer_from=.")
        rows = self._scored_rows
        # An expected price is a sum over probabilities; of scores that only rank, it would be a number without a
        # meaning.
        reason = without_probabilities(self.table_of_scores)
        if reason:
            raise BadCall(f"Prices act on probabilities, and {reason}.")
        price = None if unsure is None else price_of_unsure(unsure)
        prices = prices_of_cells(self.matrix, costs if costs is not None else {})
        assert rows.scores is not None
        said = "the answer that is expected to cost least"
        if price is not None:
            said += f", unsure where each is expected to cost more than {price:g}"
        return cheapest_answers(rows.scores, prices, price), said

    def _with_answers(self, answers: Any, said: str) -> ClassEvaluation:
        from truecut.decisions.class_answers import matrix_of_answers

        rows = self._scored_rows
        # How the former answers were found is no longer true of these.
        inferred = tuple(line for line in self.read.inferred if not line.startswith("predictions: "))
        return replace(
            self,
            read=replace(self.read, inferred=(*inferred, f"predictions: {said}"), predicted=()),
            matrix=matrix_of_answers(rows, answers, self.matrix),
            rows=replace(rows, answers=answers),
            counted=None,  # with the former answers
        )

    @property
    def _scored_rows(self) -> ClassRows:
        if self.rows is None:
            raise BadCall("Deciding anew needs the rows, and only their table is known; evaluate the data again.")
        if self.rows.scores is None:
            raise BadCall("Deciding needs a score for every class, and only predictions were given.")
        return self.rows

    def classification_report(
        self, *, level: float | None = None, convention: str | None = None
    ) -> ClassificationReport:
        """Return precision, recall, F1 and support of every class and on average, with intervals.

        `level` is how sure the interval is. `convention` names a rule for what is undefined, such as "zero".

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> e.classification_report().to_dict()["nine"]["recall"]
        0.6666666666666666
        """
        return self.matrix.classification_report(level=self._sure(level), convention=convention)

    def summary(
        self, *, level: float | None = None, convention: str | None = None, group_metrics: Sequence[str] = ()
    ) -> Summary:
        """Return everything in one tree, which is found once: what every view draws.

        `level` is how sure the interval is. `convention` names a rule for what is undefined, such as "zero".
        `group_metrics` names what each group is to have in place of what is usual, such as "macro f1"; "all" is all.

        >>> import truecut as tc
        >>> e = tc.example("rare-digits").evaluate()
        >>> e.summary().kind.value
        'classes'
        """
        options = SummaryOptions(self._sure(level), convention, group_metrics=tuple(group_metrics))
        if options not in self._summaries:
            groups = GroupsOfClasses(self, options) if self.by_group else None
            found = summary_of_classes(self.read, self.matrix, self.scores, self.words, options, groups)
            self._summaries[options] = found
        return self._summaries[options]

    def html(
        self,
        *,
        level: float | None = None,
        command: str = "",
        costs: Any = None,
        unsure: float | None = None,
        beside: Mapping[str, ClassEvaluation] | None = None,
        name: str = "this model",
    ) -> str:
        """Return the interactive report as one HTML page: the decision, the matrix, every class, and "unsure".

        `level` is how sure the interval is. `costs` and `unsure` are the prices that the page opens with; others can be
        typed there. Models `beside` this one, by name, are of the same rows: the page shows each of them, and compares
        all pairs; `name` is what this one is called there. `command` is the command that the page says it was made by.

        >>> import truecut as tc
        >>> tc.evaluate(["a", "b", "c"] * 9, predicted=["a", "b", "b"] * 9).html().startswith("<!doctype html>")
        True
        """
        from truecut.evaluation.class_pages import page_of_classes

        level, (costs, unsure) = self._sure(level), self._priced(costs, unsure)
        shown = {name: self, **(beside or {})}
        if len(shown) < 1 + len(beside or {}):
            raise BadCall(f"Two models are called {name!r}; name this one otherwise with name=.")
        comparison = compared_classes(shown, level=level) if beside else None
        return page_of_classes(shown, level=level, command=command, costs=costs, unsure=unsure, comparison=comparison)

    def report(self, path: str | Path, **wishes: Any) -> None:
        """Write the interactive report to one HTML file; the wishes are those of `html`.

        `path` is the file, which is not one that the rows were read from; `wishes` are such as `costs=` and `unsure=`.

        >>> import tempfile, truecut as tc
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tc.evaluate(["a", "b", "c"] * 9, predicted=["a", "b", "b"] * 9).report(f"{folder}/report.html")
        """
        beside: Mapping[str, ClassEvaluation] = wishes.get("beside") or {}
        files = [file for one in (self, *beside.values()) for file in one.read.files]
        write_file(path, self.html(**wishes).encode("utf-8", errors="replace"), made_of=files)

    def show(self, *, height: int = 640, **wishes: Any) -> LivePage:
        """Return the interactive report for a notebook, which shows it in a frame; the wishes are those of `html`.

        `height` is that of the frame in pixels, and `wishes` are such as `costs=` and `unsure=`.

        >>> import truecut as tc
        >>> tc.evaluate(["a", "b", "c"] * 9, predicted=["a", "b", "b"] * 9).show(height=500).height
        500
        """
        return LivePage(self.html(**wishes), height)

    def save(self, path: str | Path) -> None:
        """Write the evaluation to one small file without rows; `tc.load` reads it, and files of parts add up.

        `path` is the file, which is not one that the rows were read from.

        >>> import tempfile, truecut as tc
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tc.evaluate(["a", "b", "c"] * 9, predicted=["a", "b", "b"] * 9).save(f"{folder}/e.truecut.json")
        ...     tc.load(f"{folder}/e.truecut.json").metric("accuracy").rows
        27.0
        """
        thresholds = {name: model.threshold for name, model in self.by_class.items()}
        rows, stated = self._as_answered, self.situation.as_plain()
        groups = {name: SavedPart(one.read.rows, one.matrix, one.table) for name, one in rows.by_group.items()}
        save_classes(SavedClasses(rows.read, rows.matrix, self.words, thresholds, rows.table, stated, groups), path)

    @property
    def _as_answered(self) -> ClassEvaluation:
        """Return the rows as counted, with the answers of stated cuts: every other part can be stated anew."""
        base, cuts = self.origin or self, self.situation.threshold
        return base.decide(answer_from=dict(cuts)) if cuts else base

    @classmethod
    def of_saved(cls, saved: SavedClasses) -> ClassEvaluation:
        """Return the evaluation that was saved; questions that need the rows are refused."""
        groups = {
            name: saved._replace(
                read=read_of_part(saved.read, f", group {name!r}", part.rows),
                matrix=part.matrix,
                table=part.table,
                situation={},
                groups={},
            )
            for name, part in saved.groups.items()
        }
        table = saved.table
        models = {
            name: Model(name, table.score_table(saved.matrix.classes.index(name)), threshold)
            for name, threshold in saved.thresholds.items()
            if table is not None and name in saved.matrix.classes
        }
        by_group = {name: cls.of_saved(group) for name, group in groups.items()}
        found = cls(saved.read, saved.matrix, models, saved.words, None, table, by_group=by_group)
        stated = ClassSituation.parts_in(saved.situation, saved.matrix.classes)
        return found.given(**stated) if stated else found

    def __add__(self, other: ClassEvaluation) -> ClassEvaluation:
        """Return the evaluation of the rows of both, which have the same classes and no row in common.

        Counts add up exactly, in any order: parts of a file, days, or machines.
        """
        if not isinstance(other, ClassEvaluation):
            return NotImplemented
        ours, theirs = self.matrix, other.matrix
        if ours.classes != theirs.classes:
            raise Incompatible(
                f"One evaluation has the classes {listed(ours.classes)}, the other {listed(theirs.classes)}; evaluate "
                "both with the same classes=."
            )
        if (self.table is None) != (other.table is None):
            raise Incompatible("One evaluation has scores of the classes and the other has predictions only.")
        if ours.is_weighted != theirs.is_weighted:
            raise Incompatible("One evaluation has importance weights and the other has none.")
        if self.read.groups != other.read.groups:
            raise Incompatible(
                "One evaluation is divided into groups otherwise than the other; evaluate both with the same group=."
            )
        unsure = [matrix.unsure for matrix in (ours, theirs) if matrix.unsure is not None]
        table = None if self.table is None or other.table is None else self.table + other.table
        # A part in which every row got an answer has no unsure rows, which is as good as none of each class.
        together = np.sum(unsure, axis=0) if unsure else None
        important = [matrix.importance for matrix in (ours, theirs) if matrix.importance is not None]
        # Those of one part alone would be the squares of some of the rows.
        importance = important[0] + important[1] if len(important) == 2 else None
        matrix = replace(ours, rows=ours.rows + theirs.rows, unsure=together, importance=importance)
        read = replace(
            self.read,
            source=f"{self.read.source} and {other.read.source}",
            rows=self.read.rows + other.read.rows,
            files=self.read.files + other.read.files,
            dropped={
                reason: self.read.dropped.get(reason, 0) + other.read.dropped.get(reason, 0)
                for reason in {**self.read.dropped, **other.read.dropped}
            },
        )
        thresholds = {name: model.threshold for name, model in self.by_class.items()}
        found = ClassEvaluation.of_saved(SavedClasses(read, matrix, self.words, thresholds, table))
        shared = {name: group + other.by_group[name] for name, group in self.by_group.items() if name in other.by_group}
        return replace(found, by_group={**self.by_group, **other.by_group, **shared})

    @property
    def stated_prices(self) -> dict[str, Any]:
        """Return the prices that were stated, as a metric of prices takes them; none where none were."""
        stated = {"costs": self.situation.cost, "unsure": self.situation.unsure}
        return {name: price for name, price in stated.items() if price is not None}

    def _priced(self, costs: Any, unsure: float | None, answer_from: Any = None) -> tuple[Any, float | None]:
        """Return the prices of a call, or those that were stated where it names none and no cut."""
        if costs is not None or unsure is not None or answer_from is not None:
            return costs, unsure
        return self.situation.cost, self.situation.unsure

    def _sure(self, level: float | None) -> float:
        return self.situation.level if level is None else level

    def _two(self, model: Model, positive: str, negative: str) -> Evaluation:
        return Evaluation(
            replace(self.read, positive=positive, negative=negative),
            {model.name: model},
            words=replace(self.words, positive=positive, negative=negative),
        )


def compared_classes(evaluations: Mapping[str, ClassEvaluation], *, level: float = LEVEL) -> ClassComparison:
    """Compare evaluations of many classes on the same rows."""
    from truecut.inference.many_classes.class_comparison import ClassComparison
    from truecut.inference.many_classes.paired_metrics import ClassModel

    models = {}
    for name, evaluation in evaluations.items():
        if not isinstance(evaluation, ClassEvaluation):
            raise BadCall(f"{name!r} is no evaluation of many classes, so there is nothing to compare it by.")
        if evaluation.rows is None:
            raise BadCall(f"A comparison needs the rows, and only the table of {name!r} is known; evaluate it again.")
        models[name] = ClassModel(name, evaluation.matrix, evaluation.scores, evaluation.rows)
    first = next(iter(evaluations.values())).read
    prices = next(iter(evaluations.values())).stated_prices
    return ClassComparison(models, replace(first, predicted=tuple(evaluations)), level, prices)
