"""What was typed about rows, as a request: where they are, what their columns are for, how they are read."""

from __future__ import annotations

from typing import Any

from truecut.data.request import DECLARED, OPTIONS, ROLES, Declaration, Form, Reading, Request, Resolution, Roles
from truecut.errors import BadCall


def request_from(typed: dict[str, Any], nothing: str) -> Request:
    """Return the rows that were asked for; what to say if there are none is given."""
    if not typed["files"] and not typed["sql"]:
        raise BadCall(nothing)
    reading = Reading(**{one.name: _read(one, typed[one.name]) for one in OPTIONS if one.flag})
    _require_one_place(typed["files"], reading)
    roles = Roles(**{role.name: _columns(role, typed[role.name]) for role in ROLES if role.flag})
    return Request(tuple(typed["files"]), roles, reading)


def rows_named_in(typed: dict[str, Any]) -> list[str]:
    """Return the options about rows that were typed, as they were."""
    files = ["the file"] if typed["files"] else []
    return files + [one.flag for one in DECLARED if one.flag and (typed[one.name] or one.default) != one.default]


def _columns(role: Declaration, typed: Any) -> Any:
    if role.form == Form.COLUMN:
        return typed or role.default
    if role.form == Form.COLUMNS:
        return {name: name for part in typed for name in part}
    return {name: column for pairs in typed for name, column in pairs.items()}


def _read(option: Declaration, typed: Any) -> Any:
    if option.form == Form.COLUMNS:
        return tuple(name for part in typed for name in part)
    return _resolution(typed) if option.name == "resolution" else typed or option.default


def _resolution(typed: str | None) -> Resolution | None:
    """Return how finely an engine is to count: words, a number of cells, or thresholds."""
    if not typed or not typed[0].isdigit():
        return typed or None
    if typed.isdigit():
        return int(typed)
    try:
        return [float(part) for part in typed.split(",")]
    except ValueError:
        raise BadCall(
            f"--resolution takes exact, bounded, auto, a number of cells or thresholds, not {typed!r}."
        ) from None


def _require_one_place(files: tuple[str, ...], reading: Reading) -> None:
    """Refuse places of rows that contradict each other."""
    if reading.memory and (reading.sql or reading.database or reading.engine):
        raise BadCall("--memory reads files in parts; leave it out, or leave out --sql, --database and --engine.")
    if reading.engine and (reading.sql or reading.database):
        raise BadCall("--engine counts files; leave out --sql and --database.")
    if reading.database and not reading.sql:
        raise BadCall("--database names tables for a query; say which rows with --sql.")
    if files and reading.is_on_server:
        raise BadCall("A PostgreSQL server cannot see the files; leave them out, or leave out --database.")
