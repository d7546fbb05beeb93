"""The counts among the top rows: against every way of breaking ties."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import SMALL_WHOLE, rows
from truecut.catalogue.measures.top_rows import top_rows
from truecut.counting.counts import Counts


@given(rows(scores=st.integers(0, 2), kinds=("none",), least=1, most=6), st.data())
def test_they_are_the_mean_over_all_ways_of_breaking_ties(drawn, data):
    most = data.draw(st.integers(0, len(drawn)))
    sign = 1 if drawn.lower_is_positive else -1
    found = []
    for order in permutations(range(len(drawn))):
        listed = sorted(order, key=lambda row: sign * drawn.scores[row])  # stable: ties stay as they were dealt
        found.append(int(drawn.labels[listed[:most]].sum()))
    tp, positives = Fraction(sum(found), len(found)), int(drawn.labels.sum())
    expected = Counts(tp=tp, fp=most - tp, fn=positives - tp, tn=len(drawn) - positives - (most - tp))
    assert top_rows(drawn.curve(), most).cells() == pytest.approx({k: float(v) for k, v in expected.cells().items()})


@given(rows(scores=SMALL_WHOLE, kinds=("repeated",), least=1), st.integers(0, 9))
def test_a_weight_is_that_many_rows(drawn, tenths):
    times = drawn.weights.astype(int)
    most = int(times.sum()) * tenths / 10
    spelled_out = replace(drawn.take(np.repeat(np.arange(len(drawn)), times)), weights=None)
    assert top_rows(drawn.curve(), most) == top_rows(spelled_out.curve(), most)


@given(rows(scores=SMALL_WHOLE, least=1))
def test_at_a_threshold_they_are_its_counts(drawn):
    curve = drawn.curve()
    for score in set(drawn.scores.tolist()):
        at = curve.at(score)
        assert top_rows(curve, at.tp + at.fp).cells() == pytest.approx(at.cells())
