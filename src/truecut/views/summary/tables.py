"""The parts of a summary as sheets: what CSV and Markdown show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from truecut.catalogue import Metric, Value, metric
from truecut.catalogue.class_metrics import class_metric
from truecut.decisions.class_groups import entry_of
from truecut.decisions.findings import Finding
from truecut.decisions.threshold_options import SHOWN
from truecut.inference.estimate import Estimate
from truecut.inference.paired.best import ModelStanding
from truecut.summaries.effective_rows import about_clusters, about_weights
from truecut.summaries.group_metrics import EVERY, metrics_of_groups
from truecut.summaries.groups_of_classes import GroupsOfClasses
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.part_summary import PartSummary
from truecut.summaries.summary import Classes, ClassSummary, Summary
from truecut.views.metric_values import interval, titled, with_interval, written
from truecut.views.provenance_lines import lines_about
from truecut.views.recommendation.text import recommendation_as_markdown
from truecut.views.sheet import Cell, Sheet, escaped
from truecut.views.summary.folds import fold_rows, fold_sheet
from truecut.words.numerals import DASH, count

OF_A_VALUE = ("metric", "value", "low", "high", "undefined")
MOST_GROUPS = 60  # that a table for reading shows
OF_A_GROUP_OF_CLASSES = ("accuracy", "macro recall", "macro precision", "macro f1", "macro roc_auc", "log_loss")
OF_A_GROUP = ("prevalence", "roc_auc", "recall", "precision", "fpr", "share_flagged")


def metrics_of(summary: Summary) -> Sheet:
    """Return every value of a summary, one per row: the CSV of a report."""
    # A row per value, since an undefined one has its reason beside it, and metrics differ between groups and classes.
    rows: list[tuple[Cell, ...]] = []
    for model in summary.models:
        if model.threshold is not None:
            rows.append((model.name, None, "threshold", model.threshold, None, None, None))
        rows += [(model.name, None, *row) for row in _values(model)]
        rows += [] if model.folds is None else fold_rows(model, model.folds)
        for group in model.groups:
            rows += [(model.name, group.name, *row) for row in _values(group)]
    if summary.classes:
        return _metrics_of_classes(summary.classes)
    return Sheet(("model", "group", *OF_A_VALUE), rows)


def _metrics_of_classes(classes: Classes) -> Sheet:
    rows: list[tuple[Cell, ...]] = [("", None, name, *_value(value)) for name, value in classes.overall.items()]
    for average, values in classes.averages.items():
        rows += [(average, None, name, *_value(value)) for name, value in values.items()]
    for one in classes.each:
        rows += [("", one.name, *row) for row in _values(one)]
    if classes.groups is None:
        return Sheet(("average", "class", *OF_A_VALUE), rows)
    rows = [(None, *row) for row in rows]
    for group in classes.groups.each:
        for name, asked in classes.groups.quantities.items():
            called = str(replace(asked, average="", of_class=""))
            rows.append((group.name, asked.average, asked.of_class or None, called, *_value(group.metrics[name])))
    return Sheet(("group", "average", "class", *OF_A_VALUE), rows)


def markdown_of(summary: Summary) -> str:
    """Return the whole report as Markdown."""
    about = [f"- {escaped(line)}" for line in lines_about(summary.read)]
    if summary.read.weight and about_weights(summary):
        about.append(f"- {escaped(about_weights(summary))}")
    if summary.read.cluster:
        about.append(f"- {escaped(about_clusters(summary))}")
    if summary.convention:
        about.append(f"- where a metric is undefined, the convention {summary.convention!r} supplies its value")
    parts = [f"# {escaped(summary.read.source)}\n", "\n".join(about) + "\n"]
    told = summary.recommendation if summary.classes is None else summary.classes.told
    if told is not None:
        # Above what was read: whoever opens the file wants the answer first.
        parts.insert(1, recommendation_as_markdown(told))
    if summary.findings:
        parts += ["## Findings\n", "\n".join(map(_finding, summary.findings)) + "\n"]
    parts += [sheet.as_markdown() for sheet in _sheets(summary)]
    return "\n".join(parts)


def _sheets(summary: Summary) -> Iterator[Sheet]:
    for model in summary.models:
        yield _matrix(model, summary)
        yield Sheet(
            ("metric", "value", "interval", "formula"),
            [
                (
                    titled(metric(name), model.parameters_of(name)),
                    _as_written(metric(name), value),
                    interval(metric(name), value),
                    metric(name).readable,
                )
                for name, value in model.metrics.items()
            ],
            f"Metrics: {model.name}",
        )
        if model.folds is not None:
            yield fold_sheet(model, model.folds)
        if model.thresholds:
            yield _thresholds(model)
        if model.baselines:
            yield _baselines(model)
        if model.groups:
            yield _groups(model)
    if summary.standings:
        yield _standings(summary)
    if summary.classes:
        yield from _class_sheets(summary.classes)


def _matrix(model: ModelSummary, summary: Summary) -> Sheet:
    where = "" if model.threshold is None else f" at threshold {model.threshold:g}"
    cells, words = model.counts, summary.words
    return Sheet(
        ("truth", "flagged", "not flagged"),
        [(words.positive, cells.tp, cells.fn), (words.negative, cells.fp, cells.tn)],
        f"Counts: {model.name}{where}",
    )


def _thresholds(model: ModelSummary) -> Sheet:
    is_priced = any(option.mean_cost is not None for option in model.thresholds)
    return Sheet(
        ("threshold", "cut", *SHOWN, *(["mean cost"] if is_priced else [])),
        [
            (
                option.name,
                option.told or "none",
                *(_as_written(metric(name), option.metrics[name]) for name in SHOWN),
                *([option.mean_cost] if is_priced else []),
            )
            for option in model.thresholds
        ],
        f"Thresholds: {model.name}, found on these rows, which flatters them",
    )


def _baselines(model: ModelSummary) -> Sheet:
    names = [*model.baselines[0].metrics]
    lines = [(model.name, "the model itself", model.metrics), *((o.name, o.said, o.metrics) for o in model.baselines)]
    return Sheet(
        ("beside it", "what it is", *names),
        [(who, said, *(_as_written(metric(name), found[name]) for name in names)) for who, said, found in lines],
        f"Beside {model.name}",
    )


def _standings(summary: Summary) -> Sheet:
    area = metric("roc_auc")

    def behind(standing: ModelStanding) -> tuple[Cell, ...]:
        found = standing.behind
        return (None, None, None, None) if found is None else (found.value, found.low, found.high, found.adjusted_p)

    return Sheet(
        ("model", "roc_auc", "interval", "behind the best", "low", "high", "p (Holm)"),
        [
            (one.model, written(area, one.estimate), interval(area, one.estimate), *behind(one))
            for one in summary.standings
        ],
        "Models on the same rows",
    )


def _groups(model: ModelSummary) -> Sheet:
    wished = model.options.group_metrics
    names = OF_A_GROUP if wished in ((), (EVERY,)) else metrics_of_groups(wished)
    # Markdown is read by people: a table of thousands of groups belongs into the CSV.
    shown = model.telling_groups(model.subject.groups)
    is_part = len(shown) < len(model.groups)
    left_out = f", the worst and the largest of {count(len(model.groups))}; -o report.csv has all" if is_part else ""
    return Sheet(
        ("group", "rows", *names),
        [
            (group.name, count(group.rows), *(_as_written(metric(n), group.metrics[n]) for n in names))
            for group in model.groups
            if group.name in shown
        ],
        f"Groups: {model.name}{left_out}",
    )


def _class_sheets(classes: Classes) -> Iterator[Sheet]:
    unsure: list[tuple[float, ...]] = [(rows,) for rows in classes.unsure] or [()] * len(classes.names)
    yield Sheet(
        ("truth", *classes.names, *(["unsure"] if classes.unsure else [])),
        [(name, *row, *left) for name, row, left in zip(classes.names, classes.matrix, unsure, strict=True)],
        "True class down, predicted class across",
    )
    # Answers without scores have no curve.
    names = ("precision", "recall", "f1", "specificity", *(["roc_auc"] if "roc_auc" in classes.each[0].metrics else []))
    lines = [(one.name, count(one.counts.tp + one.counts.fn), one.metrics) for one in classes.each]
    lines += [(f"{average} average", "", values) for average, values in classes.averages.items()]
    yield Sheet(
        ("class", "rows", *names),
        [
            (name, rows, *(_with_interval(metric(n), values[n]) if n in values else DASH for n in names))
            for name, rows, values in lines
        ],
        "Each class against the rest",
    )
    yield Sheet(
        ("metric", "value"),
        [
            (class_metric(name).title, _with_interval(class_metric(name), value))
            for name, value in classes.overall.items()
        ],
        "All classes together",
    )
    if classes.groups is not None:
        yield _groups_of_classes(classes.groups)


def _groups_of_classes(groups: GroupsOfClasses) -> Sheet:
    wished = groups.options.group_metrics
    usual = tuple(name for name in OF_A_GROUP_OF_CLASSES if name in groups.quantities)
    names = usual if wished in ((), (EVERY,)) else tuple(groups.quantities)
    # Markdown is read by people: of thousands of groups those served worst are told, and the CSV has all.
    worst = {gap.group for gap in groups.differences[:MOST_GROUPS]}
    shown = groups.each if len(groups.each) <= MOST_GROUPS else [one for one in groups.each if one.name in worst]
    left_out = (
        f", the worst of {count(len(groups.each))}; -o report.csv has all" if len(shown) < len(groups.each) else ""
    )
    entries = {name: entry_of(groups.quantities[name]) for name in names}
    return Sheet(
        ("group", "rows", *names),
        [
            (one.name, count(one.rows), *(_with_interval(entries[name], one.metrics[name]) for name in names))
            for one in shown
        ],
        f"Groups{left_out}",
    )


def _finding(finding: Finding) -> str:
    about = f"{escaped(finding.model)}: " if finding.model else ""
    return f"- {about}**{escaped(finding.title)}** {escaped(finding.text)}"


def _values(part: ModelSummary | PartSummary | ClassSummary) -> Iterator[tuple[Cell, ...]]:
    for cell, rows in part.counts.cells().items():
        yield (cell, rows, None, None, None)
    for name, value in part.metrics.items():
        yield (name, *_value(value))


def _value(value: Value) -> tuple[Cell, ...]:
    low, high = (value.low, value.high) if isinstance(value, Estimate) else (None, None)
    return (value.value, low, high, value.undefined)


def _as_written(entry: Metric, value: Value) -> str:
    return f"– ({value.undefined})" if value.value is None else written(entry, value)


def _with_interval(entry: Metric, value: Value) -> str:
    return _as_written(entry, value) if value.value is None else with_interval(entry, value)
