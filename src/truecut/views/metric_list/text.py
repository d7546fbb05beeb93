"""The metrics by family, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.catalogue import FAMILIES, Metric
from truecut.views.visible_drawing import Text
from truecut.words import DEFAULT

QUIET, NAME = "bright_black", "cyan"


def drawn_catalogue(metrics: Sequence[Metric]) -> RenderableType:
    """Return the metrics by family, each with its formula and meaning."""
    parts: list[RenderableType] = []
    for family, members in FAMILIES.items():
        chosen = [entry for entry in members if entry in metrics]
        if not chosen:
            continue
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(style=NAME, overflow="fold", ratio=2)
        table.add_column(ratio=5)
        for entry in chosen:
            names = [Text(entry.name, style=NAME)]
            if entry.aliases:
                names.append(Text(", ".join(entry.aliases), style=QUIET))
            meaning = Group(DEFAULT.fill(entry.meaning), Text(entry.readable, style=QUIET))
            table.add_row(Group(*names), meaning)
        parts += [Text(f"From {family}", style="underline"), table, ""]
    return Group(*parts)
