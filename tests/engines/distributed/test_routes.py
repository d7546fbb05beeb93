"""Tables that are hard to read are counted, or refused, on an engine as they are in memory."""

from __future__ import annotations

import re

import numpy as np
import polars as pl
import pytest
from tests.routes.corpus import TABLES, Answer, as_others_know

import truecut as tc

# PostgreSQL and Spark have no unsigned numbers.
HELD = [case for case in TABLES if case.name != "wider scores"]


@pytest.mark.parametrize("case", HELD, ids=lambda case: case.name)
def test_a_table_is_counted_as_in_memory(case, hold):
    data = hold(as_others_know(case.columns))
    if isinstance(case.expected, Answer):
        found = tc.evaluate(data, **case.how, resolution="exact")
        assert {name: group.table.rows for name, group in found.groups.items()} == case.expected.groups
        table = found.table
        counted = zip(table.positives.tolist(), table.negatives.tolist(), strict=True)
        assert dict(zip(table.scores.tolist(), counted, strict=True)) == case.expected.counted
        return
    with pytest.raises(case.expected.error) as refused:
        tc.evaluate(data, **case.how, resolution="exact")
    assert re.search(case.expected.said, str(refused.value))


@pytest.mark.parametrize("case", HELD, ids=lambda case: case.name)
def test_areas_are_those_of_memory_or_refused_alike(case, hold):
    data = hold(as_others_know(case.columns))
    how = {name: value for name, value in case.how.items() if name != "group"}
    if isinstance(case.expected, Answer):
        expected = tc.evaluate(case.columns, **how)
        found = tc.areas(data, **how)["p"]
        assert found.roc_auc().value == expected.metric("roc_auc").value
        assert found.average_precision.value == expected.metric("average_precision").value
        return
    with pytest.raises(case.expected.error) as refused:
        tc.areas(data, **how)
    assert re.search(case.expected.said, str(refused.value))


def test_areas_of_whole_numbers_that_doubles_would_merge(hold):
    random = np.random.default_rng(3)
    wide = random.permutation(2**53 + np.arange(3_000))
    rows = pl.DataFrame({"y": random.random(3_000) < 0.4, "p": wide, "q": random.random(3_000)})
    found, expected = (
        made(of, label="y", score=["p", "q"]) for made, of in ((tc.areas, hold(rows)), (tc.evaluate, rows))
    )
    for name in ("p", "q"):
        assert found[name].roc_auc().value == expected.models[name].metric("roc_auc").value
