"""An interval of a difference or ratio holds what was found, whatever cells are without rows."""

from math import isfinite

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import CATALOGUE

LEVELS = (0.5, 0.8, 0.95)
OF_COUNTS = [entry for entry in CATALOGUE if entry.needs_only_counts and not entry.is_priced]
PRICED = [entry for entry in CATALOGUE if entry.needs_only_counts and entry.is_priced]
ROUNDING = 1e-9


def two_decisions(random):
    """Return labels and two decisions, of which most of the eight cells have few rows or none."""
    cells = random.choice([0, 0, 1, 2, 5, 40], 8)
    cells[[0, 4]] += 1  # a row of each class
    codes = np.repeat(np.arange(8), cells)
    return codes // 4, {"first": codes // 2 % 2, "second": codes % 2}


@pytest.mark.parametrize("entry", OF_COUNTS + PRICED, ids=lambda entry: entry.name)
def test_the_interval_holds_the_difference_and_the_ratio(entry):
    random = np.random.default_rng(sum(map(ord, entry.name)))
    situation = {"cost": {"fp": 1, "fn": 7}} if entry.is_priced else {}
    held = 0
    for _ in range(12):
        labels, decided = two_decisions(random)
        compared = tc.compare(labels, predicted=decided, positive=1, level=float(random.choice(LEVELS)), **situation)
        for find in (compared.difference, compared.ratio):
            found = find(entry.name, "first", "second")
            if found.value is None or not found.has_interval or not isfinite(found.value):
                continue
            slack = ROUNDING * max(1.0, abs(found.value))
            assert found.low - slack <= found.value <= found.high + slack, (labels, decided, found)
            held += 1
    assert held
