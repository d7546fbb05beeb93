"""Where the rows are that the options name: files, a query, a server or a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.data.columns import Source
    from truecut.evaluation.arguments import Resolution

SERVERS = ("postgresql://", "postgres://")


def source_from(options: dict[str, Any]) -> Source | list[str]:
    """Return what reads the rows, or counts them where they are."""
    if options.get("memory"):
        if options["sql"] or options["database"] or options.get("engine"):
            raise BadCall("--memory reads files in parts; leave it out, or leave out --sql, --database and --engine.")
        return list(options["files"])
    if options.get("engine"):
        return _on_cluster(options)
    if options["sql"]:
        return _answered(options)
    if options["database"]:
        raise BadCall("--database names tables for a query; say which rows with --sql.")
    from truecut.readers.files import open_files

    return open_files(options["files"])


def resolution_from(options: dict[str, Any]) -> Resolution | None:
    """Return how finely an engine is to count: words, a number of cells, or thresholds."""
    typed = options.get("resolution")
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


def _on_cluster(options: dict[str, Any]) -> Source:
    from truecut.engines.clusters import files_on

    if options["sql"] or options["database"]:
        raise BadCall("--engine counts files; leave out --sql and --database.")
    return files_on(options["engine"], options["files"])


def _answered(options: dict[str, Any]) -> Source:
    database = options["database"]
    if database and database.startswith(SERVERS):
        from truecut.engines.postgres import on_postgres

        if options["files"]:
            raise BadCall("A PostgreSQL server cannot see the files; leave them out, or leave out --database.")
        return on_postgres(database, options["sql"])
    from truecut.readers.sql import query

    return query(options["sql"], options["files"], database=database)
