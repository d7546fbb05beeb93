"""The summary for a terminal: what was read, is it any good, counts and metrics, findings.

About 40 lines and 16 colours; a number is never cut. Narrow terminals lose columns, not digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from truecut.catalogue import Value, metric
from truecut.decisions.findings import Finding, Tone
from truecut.inference.estimate import Estimate
from truecut.numerals import DASH, count, percent, threshold
from truecut.outcomes import Counts
from truecut.summary import (
    Classes,
    Distribution,
    GroupSummary,
    Kind,
    ModelSummary,
    Summary,
    about_clusters,
    about_weights,
)
from truecut.views.written import interval, written
from truecut.words import Words, counted

POSITIVE, NEGATIVE, QUIET, STRONG = "dark_orange3", "deep_sky_blue3", "bright_black", "bold"
BLOCKS = " ▁▂▃▄▅▆▇█"
MARKS = {Tone.PROBLEM: ("✗", "bold red"), Tone.WARNING: ("!", "bold yellow"), Tone.GOOD: ("✓", "bold green")}

AT_EVERY_THRESHOLD = ("roc_auc", "average_precision", "ks", "brier", "log_loss")
AT_THE_THRESHOLD = (
    "accuracy",
    "balanced_accuracy",
    "f1",
    "mcc",
    "kappa",
    "informedness",
    "fpr",
    "fnr",
    "share_flagged",
    "lr_plus",
    "lr_minus",
    "lift",
)
OF_A_MODEL = ("roc_auc", "average_precision", "brier", "recall", "precision", "f1", "accuracy")
OF_A_GROUP = ("prevalence", "roc_auc", "recall", "precision", "fpr")
OF_A_CLASS = ("precision", "recall", "f1")
MANY_CLASSES = 12
LONG_NAME = 30  # names that are longer are broken over lines
SHORT = {
    "roc_auc": "ROC AUC",
    "average_precision": "Avg precision",
    "ks": "KS distance",
    "brier": "Brier",
    "fpr": "FPR",
}


def drawn(summary: Summary, width: int = 80) -> RenderableType:
    """Return the summary for a terminal of this width."""
    parts: list[RenderableType] = [_about(summary), ""]
    if summary.models:
        first = summary.models[0]
        who = first.name if len(summary.models) > 1 else "it"
        parts += [Text(headline(first, summary.words, who), style=STRONG), ""]
        if len(summary.models) > 1:
            parts += [_models(summary.models, width), "", Text(f"In detail: {first.name}", style="bold underline"), ""]
        parts += _in_detail(first, summary, width)
        if first.groups:
            parts += [_groups(first.groups, width), ""]
    if summary.classes:
        parts += _classes(summary.classes, width)
    findings = list(_worth_showing(summary))
    if findings:
        parts += [Text("Findings", style="underline"), _findings(findings)]
    return Group(*parts)


def headline(model: ModelSummary, words: Words, who: str = "it") -> str:
    """Say in one sentence what happens at the threshold.

    >>> from truecut.point import counts
    >>> point = counts(tp=30, fn=10, fp=5, tn=55)
    >>> headline(ModelSummary("m", 100, 0.5, point.counts, {}), Words("spam", "ham", "email"))
    'At 0.5 it finds 30 of 40 spam emails and flags 5 of 60 ham ones by mistake.'
    """
    c = model.counts
    where = ("It" if who == "it" else who) if model.threshold is None else f"At {threshold(model.threshold)} {who}"
    return (
        f"{where} finds {count(c.tp)} of {count(c.tp + c.fn)} {words.positive} {_unit(c.tp + c.fn, words)} and flags "
        f"{count(c.fp)} of {count(c.fp + c.tn)} {words.negative} {'one' if c.fp + c.tn == 1 else 'ones'} by mistake."
    )


def _about(summary: Summary) -> RenderableType:
    read, words = summary.read, summary.words
    top = Text.assemble((read.source, STRONG))
    top.append(f"  {count(read.rows)} {_unit(read.rows, words)}", style=QUIET)
    if summary.models:
        c, prevalence = summary.models[0].counts, summary.models[0].metrics["prevalence"].value
        if read.weight:
            top.append(f" of total weight {count(c.rows)}", style=QUIET)
        top.append(f", {count(c.tp + c.fn)} {words.positive}", style=QUIET)
        top.append("" if prevalence is None else f" ({percent(prevalence)})", style=QUIET)
    if summary.classes:
        top.append(f", {len(summary.classes.names)} classes", style=QUIET)
    lines = [Text(line, style=QUIET) for line in _notes(summary)]
    return Group(top, *lines)


def _unit(number: float, words: Words) -> str:
    return words.unit if number == 1 else words.units


def _notes(summary: Summary) -> Iterator[str]:
    read = summary.read
    if summary.convention:
        yield f"where a metric is undefined, the convention {summary.convention!r} supplies its value"
    is_inferred = any(sentence.startswith("positive:") for sentence in read.inferred)
    if read.positive and read.label and not is_inferred:
        yield f"positive: {read.positive!r} of column {read.label!r}; negative: {read.negative!r}"
    if read.lower_is_positive:
        yield "low scores mean positive"
    if read.weight:
        worth = about_weights(summary)
        yield f"weighted by {read.weight!r} ({read.weights_are.value} weights){f', {worth}' if worth else ''}"
    if read.cluster:
        yield f"clustered by {read.cluster!r}: {about_clusters(summary)}"
    for reason, rows in read.dropped.items():
        yield f"left out: {counted(rows, 'row')}, because {reason}"
    for sentence in read.inferred:
        yield f"inferred {sentence}"


def _in_detail(model: ModelSummary, summary: Summary, width: int) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if summary.kind == Kind.SCORES:
        parts += [Text("At every threshold", style="underline"), _every_threshold(model), ""]
        rule = "<=" if summary.read.lower_is_positive else ">="
        heading = Text(f"At threshold {threshold(model.threshold or 0)}", style="underline")
        heading.append(f"  flagged when score {rule} threshold", style=QUIET + " not underline")
        parts.append(heading)
        if model.distribution:
            parts += [*_histogram(model, model.distribution, summary), ""]
    drawings = (_matrix(model.counts, model, summary.words), _cells(model), _cells(model, with_intervals=False))
    counts = next((drawing for drawing in drawings if _natural_width(drawing) <= width), drawings[-1])
    return [*parts, counts, "", _metrics(model, width), ""]


def _every_threshold(model: ModelSummary) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for justify in ("left", "right", "left"):
        table.add_column(justify=justify, no_wrap=True)
    table.add_column()  # only the remark may go on in the next line
    for name in AT_EVERY_THRESHOLD:
        entry, value = metric(name), model.metrics[name]
        note = value.undefined or _yardstick(name, model)
        number = Text(written(entry, value), style=STRONG)
        table.add_row(_short(name), number, interval(entry, value), Text(note, style=QUIET))
    return table


def _yardstick(name: str, model: ModelSummary) -> str:
    prevalence = model.metrics["prevalence"].value
    if name == "roc_auc":
        return "a coin toss is 0.5, perfect is 1"
    if name == "average_precision" and prevalence is not None:
        return f"without skill {prevalence:.3f}, perfect is 1"
    if name == "brier" and prevalence is not None:
        return f"without skill {prevalence * (1 - prevalence):.3f}, perfect is 0"
    if name == "log_loss":
        return "perfect is 0"
    return "the largest gap between TPR and FPR"


def _histogram(model: ModelSummary, spread: Distribution, summary: Summary) -> Iterator[Text]:
    cut = round(spread.place(model.threshold or 0.0) * len(spread.positives))
    wide = min(14, max(len(summary.words.positive), len(summary.words.negative)))
    highest = max(*spread.positives, *spread.negatives) or 1
    for name, shares, style in (
        (summary.words.positive, spread.positives, POSITIVE),
        (summary.words.negative, spread.negatives, NEGATIVE),
    ):
        bars = "".join(BLOCKS[_height(share / highest)] for share in shares)
        flagged_right = not summary.read.lower_is_positive
        is_hit_right = (style == POSITIVE) == flagged_right
        left, right = (f"{style} dim", style) if is_hit_right else (style, f"{style} dim")
        yield Text.assemble((f"{name[:wide]:>{wide}} ", style), (bars[:cut], left), ("┃", STRONG), (bars[cut:], right))
    ends = f"{threshold(spread.low)}{threshold(spread.high):>{len(spread.positives) + 1 - len(threshold(spread.low))}}"
    yield Text(" " * (wide + 1) + ends, style=QUIET)


def _height(share: float) -> int:
    # Something is always drawn where there is something: one row among a million must not look like none.
    return 0 if share <= 0 else max(1, round(share * (len(BLOCKS) - 1)))


def _matrix(counts: Counts, model: ModelSummary, words: Words) -> Table:
    table = _grid(5, header=("", "flagged", "not flagged", "", _level(model)))

    def rate(name: str) -> Text:
        value = model.metrics[name]
        text = Text.assemble((f"{name if name != 'npv' else 'NPV'} ", QUIET))
        return text.append(written(metric(name), value), style=STRONG)

    def range_of(name: str) -> Text:
        return Text(interval(metric(name), model.metrics[name]), style=QUIET)

    table.add_row(
        Text(words.positive, style=POSITIVE),
        f"{count(counts.tp)} found",
        f"{count(counts.fn)} missed",
        rate("recall"),
        range_of("recall"),
    )
    table.add_row(
        Text(words.negative, style=NEGATIVE),
        f"{count(counts.fp)} false alarms" if counts.fp != 1 else "1 false alarm",
        f"{count(counts.tn)} left alone",
        rate("specificity"),
        range_of("specificity"),
    )
    table.add_row("", rate("precision"), rate("npv"), "", "")
    table.add_row("", range_of("precision"), range_of("npv"), "", "")
    return table


def _level(model: ModelSummary) -> str:
    recall = model.metrics["recall"]
    return f"{100 * recall.level:g} % interval" if isinstance(recall, Estimate) and recall.has_interval else ""


def _cells(model: ModelSummary, *, with_intervals: bool = True) -> Table:
    """Return the four counts and their rates one below the other, for where the matrix does not fit."""
    table, c = _grid(3), model.counts
    for name, number in (("found", c.tp), ("missed", c.fn), ("false alarms", c.fp), ("left alone", c.tn)):
        table.add_row(name, Text(count(number), style=STRONG))
    for name in ("recall", "specificity", "precision", "npv"):
        value = model.metrics[name]
        range_of = Text(interval(metric(name), value), style=QUIET) if with_intervals else ""
        table.add_row(metric(name).title, Text(written(metric(name), value), style=STRONG), range_of)
    return table


def _metrics(model: ModelSummary, width: int) -> Table:
    pairs = [
        (metric(name).title, Text(written(metric(name), model.metrics[name]), style=STRONG))
        for name in AT_THE_THRESHOLD
    ]
    tables = [_side_by_side(pairs, columns) for columns in (3, 2, 1)]
    return next((table for table in tables if _natural_width(table) <= width), tables[-1])


def _side_by_side(pairs: Sequence[tuple[str, Text]], columns: int) -> Table:
    table = _grid(2 * columns)
    high = -(-len(pairs) // columns)
    for i in range(high):
        table.add_row(*(cell for pair in pairs[i::high] for cell in pair))
    return table


def _models(models: Sequence[ModelSummary], width: int) -> Table:
    names = [name for name in OF_A_MODEL if any(m.metrics[name].is_defined for m in models)]
    return _wide_table("Model", [(m.name, "", m.metrics) for m in models], names, width)


def _groups(groups: Sequence[GroupSummary], width: int) -> Table:
    names = [name for name in OF_A_GROUP if any(g.metrics[name].is_defined for g in groups)]
    return _wide_table("Group", [(g.name, count(g.rows), g.metrics) for g in groups], names, width)


def _classes(classes: Classes, width: int) -> list[RenderableType]:
    overall = _grid(2)
    for name in ("accuracy", "no_information_rate", "balanced_accuracy", "kappa", "mcc"):
        value = classes.overall[name]
        overall.add_row(metric(name).title, Text(written(metric(name), value), style=STRONG))
    matrix = _class_matrix(classes)
    if len(classes.names) > MANY_CLASSES or _natural_width(matrix) > width:
        matrix = Text("The matrix is too wide to show here; --json and --format markdown hold it.", style=QUIET)
    names = [*OF_A_CLASS, *(["roc_auc"] if "roc_auc" in classes.each[0].metrics else [])]
    lines = [(one.name, count(one.counts.tp + one.counts.fn), one.metrics) for one in classes.each]
    lines += [(f"{average} average", "", values) for average, values in classes.averages.items()]
    return [overall, "", matrix, "", _wide_table("Class", lines, names, width), ""]


def _class_matrix(classes: Classes) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column("true \\ predicted", no_wrap=True)
    for name in classes.names:
        table.add_column(name, justify="right", no_wrap=True)
    for i, row in enumerate(classes.matrix):
        cells = [Text(count(n), style=STRONG if i == j else "" if n else QUIET) for j, n in enumerate(row)]
        table.add_row(classes.names[i], *cells)
    return table


def _wide_table(
    first: str, lines: Sequence[tuple[str, str, Mapping[str, Value]]], names: Sequence[str], width: int
) -> Table:
    """Return one line per entry (name, rows, metrics) and one column per metric; columns that do not fit go."""
    columns = {"rows": [rows for _, rows, _ in lines]} if any(rows for _, rows, _ in lines) else {}
    for name in names:
        columns[_short(name)] = [
            written(metric(name), values[name]) if name in values else DASH for *_, values in lines
        ]
    wide = {name: max(map(len, (name, *cells))) + 2 for name, cells in columns.items()}
    room = width - min(max(len(entry) for entry, *_ in lines), LONG_NAME) - 2
    while len(columns) > 1 and sum(wide[name] for name in columns) > room:
        columns.popitem()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column(first, overflow="fold")
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for (entry, *_), *cells in zip(lines, *columns.values(), strict=True):
        table.add_row(entry, *cells)
    return table


def _natural_width(drawing: RenderableType) -> int:
    return Console(width=10_000).measure(drawing).maximum


def _short(name: str) -> str:
    return SHORT.get(name, metric(name).title)


def _worth_showing(summary: Summary) -> Iterator[Finding]:
    """Return all findings, but of the models that are not shown in detail only what is wrong with them."""
    in_detail = {"", *(model.name for model in summary.models[:1])}
    for finding in summary.findings:
        if finding.tone != Tone.GOOD or finding.model in in_detail:
            yield finding


def _findings(findings: Sequence[Finding]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for finding in findings:
        mark, style = MARKS[finding.tone]
        about = f"{finding.model}: " if finding.model else ""
        table.add_row(
            Text(mark, style=style), Text.assemble((about, QUIET), (f"{finding.title} ", STRONG), finding.text)
        )
    return table


def _grid(columns: int, header: Sequence[str] | None = None) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=header is not None, header_style=QUIET)
    for i in range(columns):
        is_text = i == 0 or (header is None and i % 2 == 0)
        title = header[i] if header else ""
        is_whole = header is not None or not is_text
        table.add_column(title, justify="left" if is_text else "right", no_wrap=is_whole)
    return table
