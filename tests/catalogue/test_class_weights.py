"""Another prevalence re-weights the two classes and leaves both rates alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import PROBABILITIES, counts, rows
from truecut.catalogue import metric
from truecut.catalogue.class_weights import ClassWeights
from truecut.catalogue.costs import Cost
from truecut.counting.countable import Weights
from truecut.counting.counts import CELLS, Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.evaluation.from_data import evaluate


def to(prevalence: float, counts: Counts) -> ClassWeights:
    return ClassWeights.to(prevalence, counts.tp + counts.fn, counts.fp + counts.tn)


both = counts(st.integers(1, 500))
shares = st.floats(0.001, 0.999)


@given(counts=both, prevalence=shares)
def test_predictive_values_follow_from_the_two_rates(counts, prevalence):
    moved = to(prevalence, counts).on_counts(counts)
    se, sp = counts.tp / (counts.tp + counts.fn), counts.tn / (counts.tn + counts.fp)
    ppv = se * prevalence / (se * prevalence + (1 - sp) * (1 - prevalence))
    npv = sp * (1 - prevalence) / (sp * (1 - prevalence) + (1 - se) * prevalence)
    assert metric("precision").at(moved).value == pytest.approx(ppv)
    assert metric("npv").at(moved).value == pytest.approx(npv)
    assert metric("prevalence").at(moved).value == pytest.approx(prevalence)
    assert moved.rows == pytest.approx(counts.rows)


@given(counts=both, prevalence=shares)
def test_the_two_rates_stay(counts, prevalence):
    moved = to(prevalence, counts).on_counts(counts)
    for name in ("recall", "specificity", "informedness", "lr_plus", "balanced_accuracy"):
        assert metric(name).at(moved).value == pytest.approx(metric(name).at(counts).value)


def test_a_good_test_for_a_rare_illness_is_mostly_wrong_about_it():
    # Sensitivity and specificity of 90 %: of 1,000 people with 10 ill, 9 are found among 99 + 9 alarms.
    seen = Counts(tp=90, fn=10, fp=10, tn=90)
    moved = to(0.01, seen).on_counts(seen)
    assert metric("precision").at(moved).value == pytest.approx(9 / (9 + 99))


@given(counts=both)
def test_our_own_prevalence_changes_nothing(counts):
    moved = to((counts.tp + counts.fn) / counts.rows, counts).on_counts(counts)
    for cell in CELLS:
        assert getattr(moved, cell) == pytest.approx(getattr(counts, cell))


@given(counts=both, positives=st.floats(0.01, 1), negatives=st.floats(0.01, 1))
def test_sampling_rates_restore_the_place_the_rows_were_sampled_from(counts, positives, negatives):
    sampled = Counts(
        tp=counts.tp * positives, fn=counts.fn * positives, fp=counts.fp * negatives, tn=counts.tn * negatives
    )
    restored = ClassWeights(1 / positives, 1 / negatives).on_counts(sampled)
    for cell in CELLS:
        assert getattr(restored, cell) == pytest.approx(getattr(counts, cell))


@given(rows=rows(scores=PROBABILITIES, least=2, most=20), prevalence=shares)
def test_a_moved_table_gives_moved_counts_at_every_threshold(rows, prevalence):
    curve = rows.curve()
    weights = ClassWeights.to(prevalence, curve.table.total_positive, curve.table.total_negative)
    if not weights.are_known:
        assert rows.labels.all() or not rows.labels.any()
        return
    moved = CountsCurve(weights.on_table(curve.table))
    assert moved.table.weights == Weights.IMPORTANCE
    assert np.array_equal(moved.table.scores, curve.table.scores)
    for entry in range(len(curve)):
        expected = weights.on_counts(curve.entry(entry))
        for cell in CELLS:
            assert getattr(moved.entry(entry), cell) == pytest.approx(getattr(expected, cell), abs=1e-9)


def test_squared_weights_move_with_the_square():
    # 2 of 4 rows are positive; at a prevalence of 1/8 each of them weighs 1/4, and each negative 7/4.
    moved = ClassWeights.to(1 / 8, 2, 2).on_table(evaluate([1, 1, 0, 0], [4, 3, 2, 1]).table)
    assert moved.positives.tolist() == [1 / 4, 1 / 4, 0, 0]
    assert moved.positive_squares.tolist() == [1 / 16, 1 / 16, 0, 0]
    assert moved.negative_squares.tolist() == [0, 0, 49 / 16, 49 / 16]


def test_the_threshold_moves_with_the_prevalence():
    random = np.random.default_rng(4)
    labels = np.arange(400) < 200
    scores = random.normal(np.where(labels, 1.5, 0.0))
    here = evaluate(labels, scores)
    there = here.given(prevalence=0.02)
    cost = Cost(fp=1, fn=10)
    chosen_here, chosen_there = here.choose(cost), there.choose(cost)
    # Where positives are rare, the same prices ask for a higher threshold.
    assert chosen_there.threshold > chosen_here.threshold
    moved = [ClassWeights.to(0.02, 200, 200).on_counts(here.curve.entry(i)) for i in range(len(here.curve))]
    assert chosen_there.value == pytest.approx(min(cost.mean(counts) for counts in moved))
    assert there.metric("roc_auc").value == here.metric("roc_auc").value
    assert there.metric("average_precision").value < here.metric("average_precision").value
