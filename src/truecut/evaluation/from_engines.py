"""Rows that are counted where they are: which engine holds them, and what can be asked of it.

Tables of Spark and Dask, queries on a server, files larger than memory: `evaluate` comes here with them, and `areas`
asks for the areas alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truecut.counting.countable import Weights
from truecut.data.rows import Missing
from truecut.errors import BadCall
from truecut.evaluation import Evaluation
from truecut.evaluation.arguments import ColumnNames, Resolution, one_of, several
from truecut.evaluation.assembling import Options

if TYPE_CHECKING:
    from truecut.evaluation.exact_areas import Areas


def areas(
    data: Any,
    *,
    label: str | None = None,
    score: str | Sequence[str] = (),
    weight: str | None = None,
    positive: object = None,
    lower_is_positive: bool = False,
    weights_are: Weights | str = Weights.IMPORTANCE,
    missing: Missing | str = Missing.ERROR,
) -> dict[str, Areas]:
    """Return the exact area under the ROC curve and average precision of each model, from sums made on an engine.

    However many distinct scores there are, a few thousand numbers come back: for tables of Spark, Dask, DuckDB, Polars
    and PostgreSQL that are too fine for `evaluate` to fetch.
    """
    from truecut.engines.which import engine_of
    from truecut.evaluation.exact_areas import areas_on

    options = Options(
        positive,
        lower_is_positive,
        one_of((Weights.IMPORTANCE, Weights.REPEATED), weights_are, "weights_are"),
        one_of(tuple(Missing), missing, "missing"),
    )
    engine = engine_of(data, is_asked=True)
    roles, _ = _roles_on(engine, ColumnNames(label, several(score), (), {}, weight, (), (), None))
    return areas_on(engine, roles, options)  # type: ignore[arg-type]  # asked for, it is an engine or an error


def engine_for(data: Any, resolution: Resolution | None) -> Any:
    """Return the engine that counts a table where it is, or None if its rows are to be read."""
    if isinstance(data, str | Path | Mapping) or (resolution is None and isinstance(data, Sequence)):
        return None
    from truecut.engines.which import engine_of

    return engine_of(data, is_asked=resolution is not None)


def is_counted_elsewhere(data: Any, options: Mapping[str, Any]) -> bool:
    """Say whether `evaluate`, with these options, would leave the rows where they are."""
    return options.get("memory") is not None or engine_for(data, options.get("resolution")) is not None


def evaluate_in_parts(
    data: Any, names: ColumnNames, options: Options, resolution: Resolution | None, memory: str | int
) -> Evaluation:
    """Evaluate files that are never in memory as a whole."""
    from truecut.engines.streamed import most_scores_in, stream
    from truecut.evaluation.distributed import AUTO, evaluate_on
    from truecut.kernel.memory import size_of

    most_scores = most_scores_in(size_of(memory))
    paths = [data] if isinstance(data, str | Path) else data
    if not isinstance(paths, Sequence) or not all(isinstance(path, str | Path) for path in paths):
        raise BadCall("memory= is for files, which are then read in parts; what is in memory already needs none.")
    engine = stream([str(path) for path in paths])
    roles, inferred = _roles_on(engine, names)
    return evaluate_on(
        engine, roles, options, resolution=_or(AUTO, resolution), inferred=inferred, most_scores=most_scores
    )


def evaluate_where_it_is(
    engine: Any, names: ColumnNames, options: Options, resolution: Resolution | None
) -> Evaluation:
    """Evaluate a table whose rows stay where they are."""
    from truecut.evaluation.distributed import AUTO, evaluate_on

    roles, inferred = _roles_on(engine, names)
    return evaluate_on(engine, roles, options, resolution=_or(AUTO, resolution), inferred=inferred)


def _or(default: str, resolution: Resolution | None) -> Resolution:
    return default if resolution is None else resolution


def _roles_on(engine: Any, names: ColumnNames) -> tuple[Any, tuple[str, ...]]:
    """Return what each column of an engine's table is for, and what of that was inferred."""
    from truecut.data.roles import find_roles
    from truecut.engines.column_statistics import EngineRoles

    if names.predicted or names.class_scores or names.cluster:
        raise BadCall(
            f"{engine.engine} counts scores of two classes by group and weight; hard predictions, a score for every "
            "class and clusters need the rows: collect those columns and evaluate them here."
        )
    others = [*names.groups, *names.amounts, *([names.weight] if names.weight else [])]
    found = find_roles(engine, label=names.label, scores=names.scores, predicted=(), others=others)
    return EngineRoles(found.label, found.scores, names.weight or None, names.groups, names.amounts), found.inferred
