"""A table as a DataFrame of pandas, of Polars, or as a table of pyarrow."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from truecut.errors import BadCall, EngineMissing
from truecut.views.face import CellKind, FaceCell, Grid, GridColumn

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

BACKENDS = ("pandas", "polars", "pyarrow")
MOST_WHOLE = 2**63  # from here on a whole number does not fit into a column of 64 bits


def as_frame(grid: Grid, backend: str | None) -> Any:
    """Return a table as the library of frames has it: by default pandas where it is installed, else Polars."""
    # "Whichever is loaded" would give Polars to users of pandas, since reading a file loads it.
    chosen = backend or ("pandas" if find_spec("pandas") else "polars")
    if chosen not in BACKENDS:
        raise BadCall(f"backend is 'pandas', 'polars' or 'pyarrow', not {backend!r}.")
    if not find_spec(chosen):
        raise EngineMissing(f"to_frame(backend={chosen!r}) needs {chosen}: pip install {chosen}.")
    if chosen == "pandas":
        return _of_pandas(grid)
    return frame_of_polars(grid) if chosen == "polars" else frame_of_polars(grid).to_arrow()


def _of_pandas(grid: Grid) -> pd.DataFrame:
    import pandas as pd

    # Missing counts and flags would turn whole columns into floats and objects.
    types = {CellKind.COUNT: "Int64", CellKind.FLAG: "boolean", CellKind.TEXT: "object"}
    found: dict[str, Any] = {}
    for column in grid.columns:
        kind, cells = typed_cells(grid, column)
        is_whole = kind == CellKind.COUNT and None not in cells
        found[column.name] = pd.Series(cells, dtype="int64" if is_whole else types.get(kind, "float64"))
    return pd.DataFrame(found)


def frame_of_polars(grid: Grid) -> pl.DataFrame:
    """Return a table as a DataFrame of Polars, which speaks Arrow to everybody else."""
    import polars as pl

    types = {CellKind.TEXT: pl.String, CellKind.FLAG: pl.Boolean, CellKind.COUNT: pl.Int64}
    columns = []
    for column in grid.columns:
        kind, cells = typed_cells(grid, column)
        columns.append(pl.Series(column.name, cells, dtype=types.get(kind, pl.Float64)))
    return pl.DataFrame(columns)


def typed_cells(grid: Grid, column: GridColumn) -> tuple[CellKind, list[FaceCell]]:
    """Return the cells of a column, all of one type or None; counts by weight are no whole numbers."""
    cells, kind = grid.column(column.name), column.kind
    there = [cell for cell in cells if cell is not None]
    if kind == CellKind.TEXT or any(isinstance(cell, str) for cell in there):
        return CellKind.TEXT, [None if cell is None else str(cell) for cell in cells]
    if kind == CellKind.FLAG:
        return kind, [None if cell is None else bool(cell) for cell in cells]
    if kind == CellKind.COUNT and all(float(n).is_integer() and abs(float(n)) < MOST_WHOLE for n in there):
        return kind, [None if cell is None else int(cell) for cell in cells]
    return CellKind.NUMBER, [None if cell is None else float(cell) for cell in cells]
