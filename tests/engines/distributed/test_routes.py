"""Tables that are hard to read are counted, or refused, on an engine as they are in memory."""

from __future__ import annotations

import re

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
