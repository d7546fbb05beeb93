"""Models on the same rows, all of them and by group: what a user holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.catalogue.origin import Origin
from truecut.catalogue.situation import Situation
from truecut.counting.baselines import baselines_named
from truecut.counting.thresholds import thresholds_by_model
from truecut.data.rows import Provenance, Rows
from truecut.decisions.findings import Finding, Subject
from truecut.decisions.small_groups import LEAST_ROWS
from truecut.errors import BadCall, UnknownName, listed
from truecut.errors.boundary import answers_for_all
from truecut.evaluation.one_model import OneModel
from truecut.storage.atomic_files import write_file
from truecut.storage.files_read import files_named
from truecut.summaries.of_models import findings_of_models, summary_of_models
from truecut.summaries.options import SummaryOptions
from truecut.summaries.summary import Summary
from truecut.words import DEFAULT, Words
from truecut.words.several import Several
from truecut.words.shown import Shown

if TYPE_CHECKING:
    from truecut.counting.placed_rows import PlacedRows
    from truecut.decisions.decision_curve import DecisionCurve
    from truecut.decisions.group_differences import GroupDifference
    from truecut.decisions.recommendation import Recommendation
    from truecut.decisions.recommending import DecisionQuestion
    from truecut.decisions.rows_to_look_at import RowsToLookAt
    from truecut.inference.comparison import Comparison
    from truecut.summaries.models_compared import ModelsCompared
    from truecut.summaries.publication import Publication
    from truecut.views.plots.plotter import Plots
    from truecut.words.live_page import LivePage

# Why there are none, and what to do.
NOT_THERE = {
    "group": "The rows are not divided; name a column with group=.",
    "fold": "The rows are not divided; name a column with fold=.",
    "class": 'The classes have no scores, only predictions; ask e.metric_of_class("recall", {name}).',
}


@answers_for_all
@dataclass(frozen=True, eq=False)
class Evaluation(OneModel, Shown):
    """Models on the same rows, each with its table, and the same per group.

    With one model, ask the evaluation itself: `e.metric("roc_auc")`. With several, ask one of `e.models`. Groups are
    evaluations too: `e.groups["north"].metric("recall")`.

    >>> import truecut as tc
    >>> e = tc.example("breast-cancer").evaluate(score="forest")
    >>> e.metric("roc_auc")
    <Estimate: ROC AUC 0.990 (0.979 to 0.996)>
    """

    read: Provenance
    by_model: Mapping[str, Model]
    by_group: Mapping[str, Mapping[str, Model]] = field(default_factory=dict)
    words: Words = DEFAULT
    place_rows: Callable[[], PlacedRows | None] | None = None  # the rows behind several models, while they are at hand
    at_hand: Rows | None = None  # the rows themselves; those of files that were saved or of an engine are not here
    _situations: dict[str, Evaluation] = field(default_factory=dict, init=False, repr=False)  # by what was stated
    _questions: dict[int, DecisionQuestion] = field(default_factory=dict, init=False, repr=False)  # by seed
    _summaries: dict[str, Summary] = field(default_factory=dict, init=False, repr=False)  # by what was asked of them

    def __post_init__(self) -> None:
        # Labels and scores fit the first two places as well, and would break far from here.
        if not isinstance(self.read, Provenance):
            raise BadCall("Evaluations are made by tc.evaluate(labels, scores).")

    @property
    def models(self) -> dict[str, Evaluation]:
        """Return one evaluation per model."""
        return EvaluationsByName(
            "model",
            {
                name: replace(
                    self,
                    read=_read_of_model(self.read, name),
                    by_model={name: model},
                    by_group={group: {name: models[name]} for group, models in self.by_group.items()},
                    place_rows=None,
                )
                for name, model in self.by_model.items()
            },
        )

    @property
    def scored(self) -> Evaluation:
        """Return the evaluation of the models that have scores; hard predictions beside them are left out, and said."""
        hard = [name for name in self.by_model if name not in self._scored]
        said = f"{listed(hard)} gave hard predictions, which have no threshold to move: left out"
        read = replace(self.read, inferred=(*self.read.inferred, said)) if hard else self.read
        by_group = {
            group: {name: model for name, model in models.items() if name in self._scored}
            for group, models in self.by_group.items()
        }
        return replace(self, read=read, by_model=self._scored, by_group=by_group)

    @property
    def groups(self) -> dict[str, Evaluation]:
        """Return one evaluation per group."""
        return EvaluationsByName(
            "group", {group: self._part(f", group {group!r}", models) for group, models in self.by_group.items()}
        )

    @property
    def folds(self) -> dict[str, Evaluation]:
        """Return one evaluation per fold of a cross-validation; empty where no column names folds."""
        models = {name: {} if one.folds is None else one.folds.models for name, one in self.by_model.items()}
        # A column names the folds of rows, so all models have the same.
        names = next(iter(models.values()))
        found = {fold: {name: folds[fold] for name, folds in models.items()} for fold in names}
        return EvaluationsByName("fold", {fold: self._part(f", fold {fold!r}", of) for fold, of in found.items()})

    def without_group(self, name: str) -> Evaluation:
        """Return the evaluation of all rows but one group's.

        `name` is that of the group.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7], group=["a", "a", "b", "b"])
        >>> e.without_group("a").rows
        2
        """
        from truecut.decisions.complement import rest_of

        group = self.groups[name].by_model
        rest = {model: rest_of(whole, group[model]) for model, whole in self.by_model.items()}
        # A table of no rows would make every metric undefined, for a reason that is not in the model.
        if not next(iter(rest.values())).table.rows:
            raise BadCall(f"All rows are in group {name!r}; there is nothing left beside it.")
        return self._part(f" without {name!r}", rest)

    def _part(self, what: str, models: Mapping[str, Model]) -> Evaluation:
        """Return the evaluation of some of the rows; how many were left out is known of all of them only."""
        first = next(iter(models.values()))
        read = replace(
            self.read,
            source=self.read.source + what,
            rows=first.table.rows,
            groups=(),
            folds=self.read.folds if first.folds else (),
            clusters=0 if first.clustered is None else first.clustered.number_of_clusters,
            dropped={},
        )
        return replace(self, read=read, by_model=models, by_group={}, place_rows=None, at_hand=None)

    @property
    def model(self) -> Model:
        """Return the only model; with several, say which there are."""
        if len(self.by_model) > 1:
            names = ", ".join(repr(name) for name in self.by_model)
            raise BadCall(f"There are {len(self.by_model)} models ({names}); ask one of them: e.models[name].")
        return self._first

    @property
    def _first(self) -> Model:
        return next(iter(self.by_model.values()))

    @property
    def class_names(self) -> tuple[str, str]:
        """Return what the negative and the positive class are called."""
        return self.read.negative, self.read.positive

    @property
    def rows(self) -> int:
        """Return how many rows were counted."""
        return self._first.table.rows

    @property
    def positives(self) -> float:
        """Return the positive rows, by weight."""
        return self._first.table.total_positive

    @property
    def negatives(self) -> float:
        """Return the negative rows, by weight."""
        return self._first.table.total_negative

    @property
    def situation(self) -> Situation:
        """Return what the evaluation is asked about: costs, prevalence, thresholds in force, classes, words."""
        return replace(
            self._first.situation,
            words=self.words,
            classes=(self.read.negative, self.read.positive),
            positive=self.read.positive,
            design=self._first.sampling.value,
        )

    def origin(self, chosen_on: str = "") -> Origin:
        """Return whose the results are: what was read, its words and the model, the first of several."""
        return Origin(self.read, self.words, self._first, chosen_on)

    def sure(self, level: float | None = None) -> float:
        """Return how sure intervals are: as the call says, else as the situation does."""
        return self._first.situation.level if level is None else level

    def given(self, *, origin: str = "", **parts: Any) -> Evaluation:
        """Return the same rows in another situation; what is not named stays, and None takes a statement back.

        The `parts` are these: `cost` is a `Cost` or a dictionary of prices, `prevalence` the share of positives where
        the model is used, `sampled` the shares of positives and negatives there that are among the rows, `threshold` a
        number for every scored model or a dictionary by model, `level` how sure intervals are, `rule` how thresholds
        are chosen, `words` what to call classes and rows. `origin` says where the statement comes from, such as the
        name of a file.

        >>> from truecut import evaluate
        >>> e = evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7])
        >>> e.given(cost={"fp": 1, "fn": 10}, threshold=0.65).metric("cost").value
        2.75
        """
        if parts.get("threshold") is not None:
            parts["threshold"] = self._thresholds(parts["threshold"])
        situation = self.situation.given(origin, **parts)
        _refuse_exchanged(self.read, situation.words)
        if situation.cost is not None:
            # Prices that follow a column need its sums at every score, which were counted with the rows or never will
            # be.
            for model in self.by_model.values():
                model.require_amounts(situation.cost)
        weights = {name: model.class_weights_in(situation) for name, model in self.by_model.items()}
        by_model = {name: model.given(situation, weights[name]) for name, model in self.by_model.items()}
        # Classes weigh in a group what they weigh in the whole, or the parts would no longer add up to it.
        of_parts = {name: None if one is None else one.of_a_part for name, one in weights.items()}
        by_group = {
            group: {name: model.given(situation, of_parts[name]) for name, model in models.items()}
            for group, models in self.by_group.items()
        }
        return replace(self, by_model=by_model, by_group=by_group, words=situation.words)

    def asked(self, **parts: Any) -> Evaluation:
        """Return what a call asks: the same rows, in the situation that its arguments state, each found once."""
        stated = {name: value for name, value in parts.items() if value is not None}
        if not stated:
            return self
        # By what it says: prices are often a dictionary, which cannot be a key.
        if repr(stated) not in self._situations:
            self._situations[repr(stated)] = self.given(**stated)
        return self._situations[repr(stated)]

    def cut_at(self, threshold: float) -> Evaluation:
        """Return the same evaluation judged at another threshold; hard predictions beside scores stay as they are.

        `threshold` is the score from which rows are flagged, for all models or in a dictionary by model.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.cut_at(0.3).metric("recall")
        <Estimate: recall 97.2 % (94.0 to 98.7)>
        """
        return self.given(threshold=threshold)

    @cached_property
    def by_rule(self) -> Evaluation:
        """Return the evaluation with scored models cut by the stated rule, where no threshold was stated for them.

        Without a rule it is this one. What was found on these rows is said, since it flatters a little.
        """
        rule, stated = self.situation.rule, self.situation.threshold
        names = [name for name in self._scored if name not in stated] if rule is not None else []
        if not names:
            return self
        chosen = {name: self.models[name].choose().threshold for name in names}
        nobody = float("-inf" if self.read.lower_is_positive else "inf")  # the end that flags no finite score
        cuts = {name: nobody if cut is None else cut for name, cut in chosen.items()}
        told = ", ".join(f"{name} {'flags nothing' if cut is None else f'at {cut:g}'}" for name, cut in chosen.items())
        read = replace(self.read, inferred=(*self.read.inferred, f"thresholds by {rule}, found on these rows: {told}"))
        return replace(self.given(threshold={**stated, **cuts}), read=read)

    def _thresholds(self, stated: Any) -> dict[str, float]:
        """Return the thresholds of the models that are meant: a number is for every one that has scores."""
        if not isinstance(stated, Mapping) and self._scored:
            return dict(thresholds_by_model(stated, self._scored))
        found = thresholds_by_model(stated, self.by_model)
        for name, threshold in found.items():
            self.by_model[name].cut_at(threshold)  # says why hard predictions have none
        return {name: found[name] for name in found if name in self._scored}

    # What `truecut decision` has as options, by the same names; together they are one `DecisionCurveRequest`.
    def decision_curve(
        self,
        *,
        low: float = 0.01,
        high: float = 0.5,
        points: int | None = None,
        thresholds: Sequence[float] | None = None,
        level: float | None = None,
        simultaneous: bool = False,
        prevalence: float | None = None,
        replicates: int = 2000,
        seed: int = 0,
    ) -> DecisionCurve:
        """Return the net benefit of all models over thresholds, beside flagging all and flagging none.

        Hard predictions beside scores are left out: they have no threshold to move. The thresholds are `points` from
        `low` to `high`, or those in `thresholds`. `level` is how sure the interval is, as the situation says if left
        out. With `simultaneous` the band holds at all of them at once. Where rows were sampled by class, `prevalence`
        says how common positives really are. `seed` starts the draws, of which there are `replicates`.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.decision_curve(low=0.1, high=0.4, replicates=200).thresholds.size
        61
        """
        from truecut.decisions.decision_curve import DecisionCurveRequest, decision_curve

        sure = self.sure(level)
        asked = DecisionCurveRequest(low, high, points, thresholds, sure, simultaneous, prevalence, replicates, seed)
        models = self._scored or self.by_model
        moved = [model.moved for model in models.values()]
        found = decision_curve(moved, asked, self._placed if len(models) > 1 else None)
        return replace(found, origin=self.origin())

    def group_differences(
        self, name: str, *, level: float | None = None, least_rows: int = LEAST_ROWS, **parameters: Any
    ) -> Several[GroupDifference]:
        """Return a metric of every group against the rest of the rows, with intervals and p values adjusted by Holm.

        `name` is that of the metric and `parameters` its own. `level` is how sure the interval is, as the situation
        says if left out. Groups of fewer than `least_rows` rows stand together.

        >>> import truecut as tc
        >>> e = tc.example("spam").evaluate(score="boosted", group="length")
        >>> [(one.group, round(one.difference, 3)) for one in e.group_differences("recall")]
        [('long', 0.082), ('medium', 0.009), ('short', -0.236)]
        """
        from truecut.decisions.group_differences import by_group

        groups = {group: models[self.model.name] for group, models in self.by_group.items()}
        found = by_group(self.model, groups, name, level=self.sure(level), least_rows=least_rows, **parameters)
        return Several(found.differences, "GroupDifference", whole=(self.origin(), found))

    def compare(
        self, *, reference: str = "", level: float | None = None, replicates: int | None = None, seed: int = 0
    ) -> Comparison:
        """Compare the models on their rows; of a saved evaluation, as if on different ones.

        `reference` is the model whose operating point is matched where one is asked for: the first, if not said.
        `level` is how sure the interval is, as the situation says if left out. `replicates` is how often rows are drawn
        where there is no formula, and `seed` starts the draws.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score=["forest", "logistic"])
        >>> e.compare().verdict("logistic", "forest").outcome.value
        'not enough data'
        """
        from truecut.engines.coupled_rows import CoupledRows
        from truecut.inference.comparison import Comparison

        # Models are compared where they would be used, and a stated rule says where that is.
        if self.by_rule is not self:
            return self.by_rule.compare(reference=reference, level=level, replicates=replicates, seed=seed)
        rows = self._placed
        read, models = self.read, self.by_model
        if isinstance(rows, CoupledRows):
            read = replace(read, inferred=(*read.inferred, rows.said))
            # Places are those in the tables that came with them.
            models = {name: replace(model, table=rows.tables[name]) for name, model in models.items()}
        return Comparison(read, models, rows, self.words, reference, self.sure(level), replicates, seed)

    def recommend(
        self,
        *,
        cost: Cost | Mapping[str, Any] | None = None,
        prevalence: float | str | None = None,
        level: float | None = None,
        seed: int = 0,
    ) -> Recommendation:
        """Return which model to use and where to cut it in the situation: what that does, saves and rests on.

        Without `cost` a miss and a false alarm are supposed to be equally bad, and the recommendation says so;
        `prevalence` is how common positives are where the model is used. `level` is how sure the interval is, as the
        situation says if left out. `seed` starts the draws.

        >>> from truecut import evaluate
        >>> e = evaluate([1, 0, 1, 0] * 50, [0.9, 0.2, 0.6, 0.7] * 50)
        >>> e.recommend(cost={"fp": 1, "fn": 10}).sentences.headline
        'Use scores, and flag from 0.6 up.'
        """
        from truecut.decisions.recommending import DecisionQuestion

        asked = self.asked(cost=cost, prevalence=prevalence, level=level)
        # Terminal, JSON and page ask again, and each question draws rows anew.
        if seed not in asked._questions:
            rows = asked.compare().rows if len(asked.by_model) > 1 else None
            asked._questions[seed] = DecisionQuestion(asked._subjects, rows, asked.situation.level, seed)
        return asked._questions[seed].answer

    @cached_property
    def findings(self) -> Several[Finding]:
        """Return what to know before trusting the numbers, in words, worst first."""
        return Several(findings_of_models(self._subjects), "Finding")

    def summary(
        self,
        *,
        level: float | None = None,
        convention: str | None = None,
        cost: Cost | Mapping[str, Any] | None = None,
        presets: Sequence[str] = (),
        group_metrics: Sequence[str] = (),
        baselines: Sequence[str] = (),
    ) -> Summary:
        """Return everything in one tree, which is found once: what every view draws.

        `level` is how sure the interval is, as the situation says if left out. `convention` names a rule for what is
        undefined, such as "zero". With a `cost`, thresholds are priced; each of `presets` is a rule or goal whose
        threshold is offered too. Groups have a few metrics whose intervals have a formula; `group_metrics` names
        others, or ["all"] of them. `baselines` are what stands beside each model: "random", "ideal", "flag-all",
        "flag-none", "no-information".

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score=["forest", "logistic"])
        >>> [one.name for one in e.summary(level=0.9).models]
        ['forest', 'logistic']
        """
        if cost is not None:
            wishes: dict[str, Any] = {"presets": presets, "group_metrics": group_metrics, "baselines": baselines}
            return self.asked(cost=cost).summary(level=level, convention=convention, **wishes)
        level = self.sure(level)
        held_against = baselines_named(baselines)
        options = SummaryOptions(level, convention, tuple(presets), tuple(group_metrics), held_against)
        if repr(options) not in self._summaries:
            compared = self._compared(level) if len(self.by_model) > 1 else None
            read = self.read if compared is None else compared.comparison.read
            found = summary_of_models(read, self._subjects, options, tuple(self.findings), compared)
            self._summaries[repr(options)] = found
        return self._summaries[repr(options)]

    def _compared(self, level: float) -> ModelsCompared:
        from truecut.summaries.models_compared import ModelsCompared

        return ModelsCompared(self.compare(level=level))

    def html(
        self,
        *,
        level: float | None = None,
        cost: Cost | Mapping[str, Any] | None = None,
        presets: Sequence[str] = (),
        least_group_rows: int = 0,
        rows: int = 0,
        command: str = "",
    ) -> str:
        """Return the interactive report as one HTML page that needs no network.

        `level` is how sure the interval is, as the situation says if left out. `cost` is what the page starts with,
        each of `presets` a rule or goal whose threshold is offered; groups of fewer rows than `least_group_rows` are
        left out. With `rows` the page carries so many rows of the data: the most confident mistakes of each kind and
        those nearest the cut, with the `id` and `show` of `evaluate`. `command` is the command that the page says it
        was made by.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.html().startswith("<!doctype html>")
        True
        """
        from truecut.summaries.report import ReportOptions, report_of
        from truecut.views.html import report_as_html

        summary = self.summary(level=level, cost=cost, presets=presets)
        return report_as_html(report_of(summary, ReportOptions(least_group_rows, command, self._to_look_at(rows))))

    def _to_look_at(self, most: int) -> RowsToLookAt | None:
        """Return the rows from which a report takes so many of each kind; None if it is to carry none."""
        if not most:
            return None
        from truecut.decisions.rows_to_look_at import RowsToLookAt

        if self.at_hand is None:
            raise BadCall(
                f"The rows of {self.read.source} are not at hand: they were counted before or by an engine, or are "
                "those of a group or fold; leave out rows, or evaluate the rows themselves in memory."
            )
        return RowsToLookAt(self.at_hand, most)

    def methods(self, *, level: float | None = None) -> Publication:
        """Return what a paper says of the model: methods with citations, cross tabulation, accuracy (STARD 2015).

        `level` is how sure the interval is, as the situation says if left out.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> print(e.methods().methods[:80])
        The model forest was evaluated on 569 rows, of which 212 (37.3 %) were truly mal
        """
        from truecut.summaries.publication import publication_of

        return publication_of(self.model, self.read, self.words, self.sure(level))

    def report(self, path: str | Path, **wishes: Any) -> None:
        """Write the interactive report to one HTML file; the wishes are those of `html`.

        `path` is the file, which is not one that the rows were read from; `wishes` are such as `cost=` and `rows=`.

        >>> import tempfile, truecut as tc
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).report(f"{folder}/report.html")
        """
        # A name may hold half a character (a lone surrogate), which no encoding has: it becomes a question mark.
        write_file(path, self.html(**wishes).encode("utf-8", errors="replace"), made_of=self.read.files)

    def show(self, *, height: int = 640, **wishes: Any) -> LivePage:
        """Return the interactive report for a notebook, which shows it in a frame; the wishes are those of `html`.

        `height` is that of the frame in pixels, and `wishes` are such as `cost=` and `rows=`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.show(height=500).height
        500
        """
        from truecut.words.live_page import LivePage

        return LivePage(self.html(**wishes), height)

    @property
    def plot(self) -> Plots:
        """Return the figures of the models: `e.plot.roc()`, `e.plot.matrix(ax=ax)` and so on; they need matplotlib."""
        from truecut.views.plots.plotter import Plots
        from truecut.views.plots.scene import Scene

        # Figures mark the threshold in force.
        cut = self.by_rule
        groups = {group: tuple(m.moved for m in models.values()) for group, models in cut.by_group.items()}
        models = tuple(model.moved for model in cut.by_model.values())
        return Plots(Scene(models, groups, self.words, files=self.read.files))

    def save(self, path: str | Path) -> None:
        """Write everything that was counted to one small file; `truecut.load` reads it.

        `path` is the file; its name may end as you like, and it is not one that the rows were read from. No row is in
        it.

        >>> import tempfile, truecut as tc
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).save(f"{folder}/e.truecut.json")
        ...     tc.load(f"{folder}/e.truecut.json").metric("roc_auc").value
        0.75
        """
        from truecut.evaluation.evaluation_file import Saved, save_evaluation

        stated = self.situation.as_plain()
        save_evaluation(Saved(self.read, self.by_model, self.by_group, self.words, stated), path)

    @cached_property
    def _subjects(self) -> tuple[Subject, ...]:
        return tuple(
            Subject(
                model,
                {group: models[name] for group, models in self.by_group.items()},
                self.words,
                is_only_model=len(self.by_model) == 1,
            )
            for name, model in self.by_model.items()
        )

    @cached_property
    def _placed(self) -> PlacedRows | None:
        return None if self.place_rows is None else self.place_rows()

    @property
    def _scored(self) -> dict[str, Model]:
        return {name: model for name, model in self.by_model.items() if not model.is_hard}


def load_evaluation(path: str | Path) -> Evaluation:
    """Read an evaluation that `Evaluation.save` wrote."""
    from truecut.evaluation.evaluation_file import saved_in

    saved = saved_in(path)
    read = replace(saved.read, files=files_named([path]))
    # A stored situation is stated anew, so that it is checked as if somebody had typed it.
    return Evaluation(read, saved.by_model, saved.by_group, saved.words).given(**saved.situation)


class EvaluationsByName(Shown, dict[str, Evaluation]):
    """Evaluations by name; a name that is not there gets a suggestion."""

    def __init__(self, kind: str, known: Mapping[str, Evaluation]) -> None:
        super().__init__(known)
        self.kind = kind

    def __missing__(self, name: str) -> Evaluation:
        if not self:
            raise UnknownName(self.kind, str(name), (), NOT_THERE.get(self.kind, "").format(name=repr(str(name))))
        raise UnknownName(self.kind, str(name), self)


def _refuse_exchanged(read: Provenance, words: Words) -> None:
    """Refuse words that call one class by the name of the other."""
    names = {"positive": read.positive, "negative": read.negative}
    for called, other in (("positive", "negative"), ("negative", "positive")):
        if getattr(words, called) == names[other] != names[called]:
            raise BadCall(f"The words call the {called} class {names[other]!r}, which is the name of the other class.")


def _read_of_model(read: Provenance, name: str) -> Provenance:
    is_hard = name in read.predicted
    return replace(read, scores=() if is_hard else (name,), predicted=(name,) if is_hard else ())
