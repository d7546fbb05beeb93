"""The table that somebody asks for by its name."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.errors import BadCall
from truecut.views.face import Grid


def grid_named(grids: Sequence[Grid], table: str | None) -> Grid:
    """Return a table by its name, or the first; say which there are."""
    known = {grid.name: grid for grid in grids}
    if not known:
        raise BadCall("There is no table in this; to_dict() has what it says.")
    if table is None:
        return grids[0]
    if table not in known:
        there = f"there is {next(iter(known))!r}" if len(known) == 1 else f"there are {', '.join(map(repr, known))}"
        is_path = "." in table or "/" in table
        how = f" To write a file: pathlib.Path({table!r}).write_text(x.to_csv())." if is_path else ""
        raise BadCall(f"There is no table {table!r} here; {there}.{how}")
    return known[table]
