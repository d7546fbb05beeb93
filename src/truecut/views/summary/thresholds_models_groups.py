"""What stands beside a model in a report: other thresholds, other models, and the groups it serves worst."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from truecut.catalogue import metric
from truecut.decisions.threshold_options import SHOWN
from truecut.summaries.beside import SHOWN as SHOWN_BESIDE
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.summary import Summary
from truecut.views.metric_values import said_difference, written
from truecut.views.summary.one_model import told_most_of
from truecut.views.terminal_tables import HERE, QUIET, fitting, of_metrics, short
from truecut.views.visible_drawing import Text
from truecut.views.whiskers import whisker
from truecut.words import counted
from truecut.words.numerals import DASH, count, decimal, threshold, written_p

if TYPE_CHECKING:
    from truecut.decisions.group_differences import GroupDifference
    from truecut.inference.paired.best import ModelStanding
    from truecut.summaries.groups_of_classes import GroupsOfClasses

OF_A_MODEL = ("roc_auc", "average_precision", "brier", "recall", "precision", "f1", "accuracy")
BESIDE_STANDINGS = ("recall", "precision", "f1")
OF_DECISIONS = ("recall", "fpr", "precision", "f1", "accuracy")
ENDS = "0.5           1"  # the head of a column of whiskers, and its width
WIDE_ENOUGH = 80  # characters; narrower terminals have no whiskers
MOST_GROUPS, MOST_NAMED = 3, 5
TESTS = {"delong-t": "DeLong's test", "delong-t within folds": "DeLong's test within folds"}
NOTHING = "none"  # the threshold that flags nothing


def thresholds(model: ModelSummary, width: int, money: str = "") -> list[RenderableType]:
    """Return the thresholds worth a look; `money` is what costs are in."""
    options = model.thresholds
    if not options:
        return []
    columns: dict[str, list[str]] = {"cut": [option.told or NOTHING for option in options]}
    for name in SHOWN:
        columns[short(name)] = [written(metric(name), option.metrics[name]) for option in options]
    if any(option.mean_cost is not None for option in options):
        columns[f"{money or 'cost'}/1,000"] = [
            DASH if one.mean_cost is None else decimal(1000 * one.mean_cost) for one in options
        ]
    names = [f"{HERE if option.is_now else '  '}{option.name}" for option in options]
    first_to_go = [short(name) for name in ("f1", "share_flagged")]
    note = Text("Found on these rows, which flatters them; `truecut threshold` says by how much.", style=QUIET)
    return [fitting("Thresholds", names, columns, width, first_to_go), note, ""]


def baselines(model: ModelSummary, width: int) -> list[RenderableType]:
    """Return what stands beside the model at its threshold: each line says what it is."""
    if not model.baselines:
        return []
    names = [name for name in SHOWN_BESIDE if name in model.baselines[0].metrics]
    lines = [(f"{HERE}{model.name}", "", model.metrics), *((f"  {o.name}", "", o.metrics) for o in model.baselines)]
    legend = [Text(f"{one.name}: {one.said}", style=QUIET) for one in model.baselines]
    return [of_metrics("Beside it", lines, names, width), *legend, ""]


def models_side_by_side(summary: Summary, width: int) -> list[RenderableType]:
    """Return the models side by side: by how far each is behind the best, where their rows are at hand."""
    if len(summary.models) < 2:
        return []
    first = told_most_of(summary).name
    if not summary.standings:
        names = [name for name in OF_A_MODEL if any(model.metrics[name].is_defined for model in summary.models)]
        lines = [(f"{HERE if m.name == first else '  '}{m.name}", "", m.metrics) for m in summary.models]
        return [of_metrics("Models", lines, names, width), ""]
    by_name, standings = {model.name: model for model in summary.models}, summary.standings
    area = metric("roc_auc")
    columns: dict[str, list[str | Text]] = {
        "ROC AUC": [written(area, one.estimate) for one in standings],
        ENDS: [whisker(one.estimate, 0.5, 1.0, len(ENDS)) for one in standings],
        "to the best": [_behind(one) for one in standings],
        "p": [written_p(one.behind.adjusted_p) if one.behind else "" for one in standings],
        "": [Text(_verdict(one)) for one in standings],
    }
    if width < WIDE_ENOUGH:
        del columns[ENDS]
    beside = [short(name) for name in BESIDE_STANDINGS]
    for name in BESIDE_STANDINGS:
        columns[short(name)] = [written(metric(name), by_name[one.model].metrics[name]) for one in standings]
    names = [f"{HERE if one.model == first else '  '}{one.model}" for one in standings]
    first_to_go = [head for head in (*reversed(beside), ENDS, "p") if head in columns]
    corrected = ", p by Holm" if len(standings) > 2 else ""
    note = f"On the same rows, by {_method(standings)}{corrected}; `truecut compare` says more."
    table = fitting("Models", names, columns, width, first_to_go)
    return [table, Text(note, style=QUIET), "", *_decisions(summary, width)]


def _decisions(summary: Summary, width: int) -> list[RenderableType]:
    """Return what each model decides, where hard predictions stand beside scores: they have no area to rank by."""
    if all(model.threshold is not None for model in summary.models):
        return []
    first = told_most_of(summary).name
    lines = [
        (f"{HERE if model.name == first else '  '}{model.name}{_cut(model)}", "", model.metrics)
        for model in summary.models
    ]
    return [of_metrics("Decisions", lines, OF_DECISIONS, width), ""]


def _cut(model: ModelSummary) -> str:
    return "" if model.threshold is None else f" at {threshold(model.threshold)}"


def _method(standings: Sequence[ModelStanding]) -> str:
    methods = dict.fromkeys(one.behind.method for one in standings if one.behind and one.behind.method)
    return ", ".join(TESTS.get(method, method) for method in methods)


def _behind(one: ModelStanding) -> str:
    """Return how far a model lies below the best, with the interval of that."""
    behind = one.behind
    if behind is None or behind.value is None:
        return "" if behind is None else DASH
    size = said_difference(metric("roc_auc"), -behind.value)
    if behind.low is None or behind.high is None:
        return size
    low, high = (said_difference(metric("roc_auc"), -end) for end in (behind.high, behind.low))
    return f"{size} ({low} to {high})"


def _verdict(one: ModelStanding) -> str:
    if one.behind is None:
        return "best"
    p = one.behind.adjusted_p
    return "" if p is None else "worse" if p < 1 - one.behind.level else "not told apart"


def groups_served_worst(model: ModelSummary, width: int) -> list[RenderableType]:
    """Return the groups that are served worst, and where to see all of them."""
    return _worst_of([group.name for group in model.groups], model.group_differences, "recall or FPR", width)


def class_groups_served_worst(groups: GroupsOfClasses | None, width: int) -> list[RenderableType]:
    """Return the groups of rows of many classes that are served worst, and where to see all of them."""
    if groups is None:
        return []
    return _worst_of([one.name for one in groups.each], groups.differences, "accuracy or macro recall", width)


def _worst_of(groups: Sequence[str], gaps: Sequence[GroupDifference], watched: str, width: int) -> list[RenderableType]:
    if not groups:
        return []
    shown, number = gaps[:MOST_GROUPS], counted(len(groups), "group")
    if not shown:
        named = ", ".join(groups[:MOST_NAMED])
        more = ", ..." if len(groups) > MOST_NAMED else ""
        said = f"{number} ({named}{more}): none has a worse {watched} than the rest; `truecut groups` shows all."
        return [Text(said, style=QUIET), ""]
    columns: dict[str, list[str | Text]] = {
        "rows": [count(gap.rows) for gap in shown],
        "rate": [Text(short(gap.metric) if gap.metric == gap.entry.name else gap.metric) for gap in shown],
        "here": [written(gap.entry, gap.estimate) for gap in shown],
        "rest": [written(gap.entry, gap.rest) for gap in shown],
        "points": [_points(gap) for gap in shown],
        "p": [written_p(gap.adjusted_p) for gap in shown],
        "": [Text("worse" if gap.is_surely_worse else "") for gap in shown],
    }
    note = f"The widest gaps of {number}, p by Holm; `truecut groups` shows all."
    table = fitting("Groups", [gap.group for gap in shown], columns, width, ("rows", "p"))
    return [table, Text(note, style=QUIET), ""]


def _points(gap: GroupDifference) -> str:
    entry = gap.entry
    size = said_difference(entry, gap.difference)
    if gap.low is None or gap.high is None:
        return size
    return f"{size} ({said_difference(entry, gap.low)} to {said_difference(entry, gap.high)})"
