"""What chance would do, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue import metric
from truecut.data.rows import Provenance
from truecut.inference.chance.no_skill import NoSkill
from truecut.inference.chance.null_distribution import Chance
from truecut.views.chance.tables import written_cells
from truecut.views.terminal_tables import QUIET, STRONG
from truecut.views.visible_drawing import Text
from truecut.words import Words
from truecut.words.numerals import count

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


def _table(found: Sequence[NoSkill], width: int) -> Table:
    columns = ("", "value", "chance", "range", "constant", "p")
    rows = [written_cells(one) for one in found]
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


def _remark(found: Chance) -> str:
    said = found.undefined or found.note
    return f"{metric(found.metric).title}: {said}" if said else ""
