"""What chance would do: for a terminal, and as JSON, CSV and Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from truecut.catalogue import Metric, Value, metric
from truecut.data.rows import Provenance
from truecut.inference.chance.no_skill import NoSkill
from truecut.inference.chance.null_distribution import Chance
from truecut.inference.estimate import Estimate
from truecut.numerals import DASH, count
from truecut.views.as_json import as_text, plain, read_as_data, value_as_data
from truecut.views.forest import said_p
from truecut.views.sheet import Cell, Sheet
from truecut.views.written import interval, written
from truecut.words import Words

QUIET, STRONG = "bright_black", "bold"
UNLIKELY = 0.05
CONSTANT = 4  # the column that may go

ByModel = Mapping[str, Sequence[NoSkill]]


def drawn_chances(read: Provenance, words: Words, by_model: ByModel, width: int = 80) -> RenderableType:
    """Return one table per model: the value, what chance reaches, and models that look at nothing."""
    top = Text.assemble((read.source, STRONG), (f"  {count(read.rows)} {words.units}", QUIET))
    parts: list[RenderableType] = [top, ""]
    for name, found in by_model.items():
        if len(by_model) > 1:
            parts.append(Text(name, style="underline"))
        parts += [_table(found, width), ""]
    level = next(iter(by_model.values()))[0].chance.level
    parts.append(
        Text(
            f"Chance: the same scores, given to {words.units} at random; the range is where it falls in "
            f"{100 * level:g} of 100 cases. p: how often chance does at least as well. Constant: the best of "
            f"treating all {words.units} alike.",
            style=QUIET,
        )
    )
    remarks = dict.fromkeys(_remark(one.chance) for found in by_model.values() for one in found)
    parts += [Text(remark, style=QUIET) for remark in remarks if remark]
    return Group(*parts)


def chances_as_json(read: Provenance, by_model: ByModel) -> str:
    """Return everything, in full."""
    models = [{"model": name, "metrics": [_data(one) for one in found]} for name, found in by_model.items()]
    return as_text("chance", {"read": read_as_data(read), "models": models})


def chances_sheet(by_model: ByModel) -> Sheet:
    """Return one row per model and metric."""
    header = ("model", "metric", "value", "chance_mean", "chance_low", "chance_high", "p_value", "method", "undefined")
    return Sheet(header, [(name, *_row(one.chance)) for name, found in by_model.items() for one in found])


def chances_markdown(by_model: ByModel) -> str:
    """Return one table per model for reading."""
    return "\n".join(
        Sheet(
            ("metric", "value", "by chance", "range", "constant", "p"),
            [_written(one) for one in found],
            f"Against chance: {name}",
        ).as_markdown()
        for name, found in by_model.items()
    )


def _table(found: Sequence[NoSkill], width: int) -> Table:
    columns = ("", "value", "chance", "range", "constant", "p")
    rows = [_written(one) for one in found]
    wide = [max(len(cells[i]) for cells in (columns, *rows)) + 2 for i in range(len(columns))]
    shown = [i for i in range(len(columns)) if i != CONSTANT or sum(wide) <= width]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for i in shown:
        table.add_column(columns[i], justify="right" if i else "left", no_wrap=i > 0)
    for one, cells in zip(found, rows, strict=True):
        styles = ("", STRONG, "", "", QUIET, _style(one.chance))
        table.add_row(*(Text(cells[i], style=styles[i]) for i in shown))
    return table


def _style(found: Chance) -> str:
    return "yellow" if found.p_value is not None and found.p_value >= UNLIKELY else ""


def _written(one: NoSkill) -> tuple[str, ...]:
    found, entry = one.chance, metric(one.chance.metric)
    mean = DASH if found.mean is None else written(entry, Value(found.mean))
    best = one.best_constant
    constant = DASH if best is None else written(entry, best)
    observed = written(entry, Value(found.observed))
    return entry.title, observed, mean, _range(entry, found), constant, said_p(found.p_value)


def _range(entry: Metric, found: Chance) -> str:
    return interval(entry, Estimate(found.mean, low=found.low, high=found.high))


def _remark(found: Chance) -> str:
    said = found.undefined or found.note
    return f"{metric(found.metric).title}: {said}" if said else ""


def _row(found: Chance) -> tuple[Cell, ...]:
    return (
        found.metric,
        found.observed,
        found.mean,
        found.low,
        found.high,
        found.p_value,
        found.method or None,
        found.undefined or None,
    )


def _data(one: NoSkill) -> dict[str, Any]:
    found = one.chance
    return {
        "metric": found.metric,
        "value": plain(found.observed),
        "mean": plain(found.mean),
        "low": plain(found.low),
        "high": plain(found.high),
        "level": found.level,
        "p_value": found.p_value,
        "positives": found.positives,
        "rows": found.rows,
        "method": found.method or None,
        "undefined": found.undefined or None,
        "note": found.note or None,
        "sentence": found.sentence,
        "constant": {name: value_as_data(value) for name, value in one.constant.items()},
    }
