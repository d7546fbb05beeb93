"""Groups by the column that divides the rows, and small ones of a column put together."""

from __future__ import annotations

from collections.abc import Mapping

from truecut.catalogue.model import Model, together_of

LEAST_ROWS = 10  # of a group that is shown on its own


def together_if_small(
    groups: Mapping[str, Model], least_rows: int, rows: int
) -> dict[str, tuple[Model, tuple[str, ...]]]:
    """Return the groups, the small ones of a column as one under a name that says so, with the names of its members."""
    shown: dict[str, tuple[Model, tuple[str, ...]]] = {}
    for column, names in by_column(groups, rows).items():
        small = {name: groups[name] for name in names if groups[name].table.rows < least_rows}
        small = small if len(small) > 1 else {}
        shown |= {name: (groups[name], ()) for name in names if name not in small}
        if small:
            label = f"({len(small)} groups of fewer than {least_rows} rows{f' by {column}' if column else ''})"
            shown[label] = (together_of(list(small.values())), tuple(small))
    return shown


def by_column(groups: Mapping[str, Model], rows: int) -> dict[str, list[str]]:
    """Return the names of the groups by the column that they come from, "" where there is one column only.

    Groups of one column have no row in common; those of several columns have, and must not be added up.
    """
    return columns_of_groups({name: model.table.rows for name, model in groups.items()}, rows)


def columns_of_groups(sizes: Mapping[str, int], rows: int) -> dict[str, list[str]]:
    """Return the names of the groups by the column that they come from, where the rows of each are known.

    >>> columns_of_groups({"sex=f": 2, "sex=m": 2, "age=old": 1, "age=young": 3}, 4)
    {'sex': ['sex=f', 'sex=m'], 'age': ['age=old', 'age=young']}
    """
    times_counted = sum(sizes.values()) / max(1, rows)
    if times_counted <= 1:
        return {"": list(sizes)}
    columns: dict[str, list[str]] = {}
    for name in sizes:
        columns.setdefault(name.partition("=")[0], []).append(name)
    return columns if len(columns) == times_counted else {name: [name] for name in sizes}
