"""Another prevalence re-weights the two classes and leaves both rates alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import PROBABILITIES, counts, rows
from truecut.catalogue import metric
from truecut.counting.countable import Weights
from truecut.counting.counts import CELLS, Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.decisions.costs import Cost
from truecut.decisions.elsewhere import Elsewhere
from truecut.errors import BadCall
from truecut.evaluation.from_data import evaluate

both = counts(st.integers(1, 500))
shares = st.floats(0.001, 0.999)


@given(counts=both, prevalence=shares)
def test_predictive_values_follow_from_the_two_rates(counts, prevalence):
    moved = Elsewhere(prevalence=prevalence).moved(counts)
    se, sp = counts.tp / (counts.tp + counts.fn), counts.tn / (counts.tn + counts.fp)
    ppv = se * prevalence / (se * prevalence + (1 - sp) * (1 - prevalence))
    npv = sp * (1 - prevalence) / (sp * (1 - prevalence) + (1 - se) * prevalence)
    assert metric("precision").at(moved).value == pytest.approx(ppv)
    assert metric("npv").at(moved).value == pytest.approx(npv)
    assert metric("prevalence").at(moved).value == pytest.approx(prevalence)
    assert moved.rows == pytest.approx(counts.rows)


@given(counts=both, prevalence=shares)
def test_the_two_rates_stay(counts, prevalence):
    moved = Elsewhere(prevalence=prevalence).moved(counts)
    for name in ("recall", "specificity", "informedness", "lr_plus", "balanced_accuracy"):
        assert metric(name).at(moved).value == pytest.approx(metric(name).at(counts).value)


def test_a_good_test_for_a_rare_illness_is_mostly_wrong_about_it():
    # Sensitivity and specificity of 90 %: of 1,000 people with 10 ill, 9 are found among 99 + 9 alarms.
    moved = Elsewhere(prevalence=0.01).moved(Counts(tp=90, fn=10, fp=10, tn=90))
    assert metric("precision").at(moved).value == pytest.approx(9 / (9 + 99))


@given(counts=both)
def test_our_own_prevalence_changes_nothing(counts):
    moved = Elsewhere(prevalence=(counts.tp + counts.fn) / counts.rows).moved(counts)
    for cell in CELLS:
        assert getattr(moved, cell) == pytest.approx(getattr(counts, cell))


@given(counts=both, positives=st.floats(0.01, 1), negatives=st.floats(0.01, 1))
def test_sampling_rates_restore_the_place_the_rows_were_sampled_from(counts, positives, negatives):
    sampled = Counts(
        tp=counts.tp * positives, fn=counts.fn * positives, fp=counts.fp * negatives, tn=counts.tn * negatives
    )
    restored = Elsewhere(sampled_positives=positives, sampled_negatives=negatives).moved(sampled)
    for cell in CELLS:
        assert getattr(restored, cell) == pytest.approx(getattr(counts, cell))


@given(rows=rows(scores=PROBABILITIES, least=2, most=20), prevalence=st.floats(0, 1))
def test_a_moved_table_gives_moved_counts_at_every_threshold(rows, prevalence):
    place, curve = Elsewhere(prevalence=prevalence), rows.curve()
    if rows.labels.all() or not rows.labels.any():
        with pytest.raises(BadCall, match="both classes must be among the rows"):
            place.moved_table(curve.table)
        return
    moved = CountsCurve(place.moved_table(curve.table))
    assert moved.table.weights == Weights.IMPORTANCE
    assert np.array_equal(moved.table.scores, curve.table.scores)
    for entry in range(len(curve)):
        expected = place.moved(curve.entry(entry))
        for cell in CELLS:
            assert getattr(moved.entry(entry), cell) == pytest.approx(getattr(expected, cell), abs=1e-9)


def test_squared_weights_move_with_the_square():
    # 2 of 4 rows are positive; at a prevalence of 1/8 each of them weighs 1/4, and each negative 7/4.
    moved = Elsewhere(prevalence=1 / 8).moved_table(evaluate([1, 1, 0, 0], [4, 3, 2, 1]).table)
    assert moved.positives.tolist() == [1 / 4, 1 / 4, 0, 0]
    assert moved.positive_squares.tolist() == [1 / 16, 1 / 16, 0, 0]
    assert moved.negative_squares.tolist() == [0, 0, 49 / 16, 49 / 16]


def test_the_threshold_moves_with_the_prevalence():
    random = np.random.default_rng(4)
    labels = np.arange(400) < 200
    scores = random.normal(np.where(labels, 1.5, 0.0))
    here = evaluate(labels, scores)
    there = here.elsewhere(Elsewhere(prevalence=0.02))
    cost = Cost(fp=1, fn=10)
    chosen_here, chosen_there = here.choose(cost), there.choose(cost)
    # Where positives are rare, the same prices ask for a higher threshold.
    assert chosen_there.threshold > chosen_here.threshold
    moved = [Elsewhere(prevalence=0.02).moved(here.curve.entry(i)) for i in range(len(here.curve))]
    assert chosen_there.value == pytest.approx(min(cost.mean(counts) for counts in moved))
    assert there.metric("roc_auc").value == pytest.approx(here.metric("roc_auc").value)
    assert there.metric("average_precision").value < here.metric("average_precision").value


@pytest.mark.parametrize("prevalence", [-0.1, 1.1, 50, float("nan")])
def test_a_prevalence_is_a_share(prevalence):
    with pytest.raises(BadCall, match="A prevalence is a share between 0 and 1"):
        Elsewhere(prevalence=prevalence)


@pytest.mark.parametrize("rate", [0, -1, 1.5])
def test_a_sampling_rate_is_a_share_above_0(rate):
    with pytest.raises(BadCall, match="A sampling rate is a share above 0"):
        Elsewhere(sampled_negatives=rate)


def test_a_prevalence_and_sampling_rates_are_not_both_given():
    with pytest.raises(BadCall, match="either a prevalence or sampling rates"):
        Elsewhere(prevalence=0.1, sampled_negatives=0.1)


def test_a_place_reads_as_a_phrase():
    assert str(Elsewhere(prevalence=0.01)) == "a prevalence of 1.0 %"
    assert "10.0 % of the negatives were sampled" in str(Elsewhere(sampled_negatives=0.1))
