"""Rows counted by class and by where every model puts them, in one question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import Weights, sortable
from truecut.engines.coupled_rows import JointCounts, JointRequest
from truecut.engines.expressions import ROWS, Between, GroupBy, Measure, all_of, ones

if TYPE_CHECKING:
    from truecut.engines.counting import CountingEngine


def joint_question(engine: CountingEngine, asked: JointRequest) -> GroupBy:
    """Return the question whose groups are the combinations of class and places."""
    dialect, kinds, roles = engine.dialect, engine.kinds, asked.roles
    named = {f"score_{i}": name for i, name in enumerate(asked.models)}
    others = (*roles.groups, *roles.amounts)
    view = {
        name: dialect.flags(column, kinds[column], asked.flagged[column])
        if column in asked.flagged
        else dialect.number(column, kinds[column])
        for name, column in named.items()
    }
    view |= {f"needed_{i}": dialect.value(column, kinds[column]) for i, column in enumerate(others)}
    view |= {"label": dialect.value(roles.label, kinds[roles.label])}
    if roles.weight:
        number = dialect.number(roles.weight, kinds[roles.weight])
        view |= {"weight": number if asked.weights_are == Weights.REPEATED else dialect.real(number)}
    keys = {"positive": f"case when {dialect.is_among('label', asked.positive)} then 1 else 0 end"}
    keys |= {f"place_{i}": name for i, name in enumerate(named)}
    looked_up = {} if asked.edges is None else _cells(asked, asked.edges, named)
    keys |= {name: between.sql(dialect) for name, between in looked_up.items()}
    keys |= {"weight": "weight"} if asked.weights_are == Weights.IMPORTANCE else {}
    rows = Measure(ROWS, "weight") if asked.weights_are == Weights.REPEATED else ones("1 = 1")
    where = all_of([*(f"{name} is not null" for name in view), *(["weight > 0"] if roles.weight else [])])
    about = "the models on the same rows"
    return GroupBy(view, {"counted_rows": rows}, keys, where, about=about, looked_up=looked_up)


def joint_counts(answer: Mapping[str, NDArray[Any]], asked: JointRequest) -> JointCounts:
    """Return an answer to that question as it is read."""
    columns = {model: np.array(answer[f"place_{i}"].tolist()) for i, model in enumerate(asked.models)}
    is_weighted = asked.weights_are == Weights.IMPORTANCE
    return JointCounts(
        answer["positive"].astype(np.int64) == 1,
        {model: sortable(column) if asked.edges is None else column for model, column in columns.items()},
        answer["counted_rows"].astype(np.int64),
        answer["weight"].astype(float) if is_weighted else None,
    )


def _cells(asked: JointRequest, edges: Mapping[str, tuple[Any, ...]], named: Mapping[str, str]) -> dict[str, Between]:
    # Predictions have no direction, whatever that of the scores.
    return {
        f"place_{i}": Between(score, edges[column], asked.lower_is_positive and column not in asked.flagged)
        for i, (score, column) in enumerate(named.items())
    }
