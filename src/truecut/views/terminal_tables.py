"""What the terminal's tables have in common: colours, short names, and losing columns instead of digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.console import Console, RenderableType
from rich.table import Table

from truecut.catalogue import Metric, Value, metric
from truecut.errors.visible_text import visible
from truecut.views.metric_values import written
from truecut.views.visible_drawing import Text
from truecut.words.numerals import DASH

POSITIVE, NEGATIVE, QUIET, STRONG = "dark_orange3", "deep_sky_blue3", "bright_black", "bold"
GOOD, WARN = "bold green", "bold yellow"
LONG_NAME = 30  # names that are longer are broken over lines
HERE = "▸ "  # the line that the rest of the report is about
SHORT = {
    "roc_auc": "ROC AUC",
    "average_precision": "Avg precision",
    "ks": "KS distance",
    "brier": "Brier",
    "fpr": "FPR",
    "share_flagged": "Flagged",
}


def short(name: str) -> str:
    """Return the name of a metric as the head of a column."""
    return SHORT.get(name, metric(name).title)


def natural_width(drawing: RenderableType) -> int:
    """Return how many characters a drawing takes if nothing is in its way."""
    return Console(width=10_000, markup=False, emoji=False, highlight=False).measure(drawing).maximum


def grid(columns: int, header: Sequence[str] | None = None) -> Table:
    """Return a table without lines: names to the left, numbers to the right."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=header is not None, header_style=QUIET)
    for i in range(columns):
        is_text = i == 0 or (header is None and i % 2 == 0)
        title = header[i] if header else ""
        is_whole = header is not None or not is_text
        table.add_column(title, justify="left" if is_text else "right", no_wrap=is_whole)
    return table


def sentences() -> Table:
    """Return a table for a mark and a sentence per line, in which sentences run on below themselves."""
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    return table


def side_by_side(lines: Sequence[tuple[str | Text, ...]], columns: int) -> Table:
    """Return lines of a name and its numbers in so many columns, read downwards."""
    cells = len(lines[0])
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    for i in range(cells * columns):
        table.add_column(justify="right" if i % cells == 1 else "left", no_wrap=True)
    high = -(-len(lines) // columns)
    for i in range(high):
        table.add_row(*(cell for line in lines[i::high] for cell in line))
    return table


def fitting(
    first: str,
    names: Sequence[str],
    columns: Mapping[str, Sequence[str | Text]],
    width: int,
    first_to_go: Sequence[str] = (),
) -> Table:
    """Return one line per name; columns that do not fit go, those named first, then from the right, but one stays.

    The line that begins with ▸ is the strong one.
    """
    shown = dict(columns)
    wide = {head: max(len(head), *(len(cell) for cell in cells)) + 2 for head, cells in shown.items()}
    room = width - min(max(len(first), *(len(visible(name)) for name in names)), LONG_NAME) - 2
    # A column more or less is a smaller loss than a number cut in two.
    order = [*first_to_go, *(head for head in reversed(shown) if head not in first_to_go)]
    for head in order[: len(shown) - 1]:
        if sum(wide[kept] for kept in shown) > room:
            del shown[head]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column(first, overflow="fold")
    for head, cells in shown.items():
        is_text = any(isinstance(cell, Text) for cell in cells)
        table.add_column(head, justify="left" if is_text else "right", no_wrap=True)
    for name, *cells in zip(names, *shown.values(), strict=True):
        table.add_row(name, *cells, style=STRONG if name.startswith(HERE) else "")
    return table


def of_metrics(
    first: str,
    lines: Sequence[tuple[str, str, Mapping[str, Value]]],
    names: Sequence[str],
    width: int,
    shown: Callable[[Metric, Value], str] = written,
) -> Table:
    """Return one line per entry (name, rows, metrics) and one column per metric."""
    columns = {"rows": [rows for _, rows, _ in lines]} if any(rows for _, rows, _ in lines) else {}
    for name in names:
        columns[short(name)] = [shown(metric(name), values[name]) if name in values else DASH for *_, values in lines]
    return fitting(first, [entry for entry, *_ in lines], columns, width)
