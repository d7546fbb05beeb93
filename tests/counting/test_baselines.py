"""The two models that every other one stands between."""

import numpy as np
import pytest

from truecut.catalogue import metric
from truecut.counting.baselines import flagged_at_random, ideal_model, random_model
from truecut.counting.counts import CELLS
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall


def test_the_random_model_flags_the_same_share_of_both_classes():
    counts = random_model(386, 1023, np.array([0.6]))
    # 40 % of the scores reach 0.6.
    np.testing.assert_allclose([counts.tp[0], counts.fp[0]], [0.4 * 386, 0.4 * 1023])


def test_the_random_model_flags_everything_at_0_and_nothing_at_1():
    counts = random_model(386, 1023, np.array([-0.5, 0.0, 1.0, 1.5]))
    assert counts.tp.tolist() == [386, 386, 0, 0]
    assert counts.fp.tolist() == [1023, 1023, 0, 0]


@pytest.mark.parametrize(("positives", "negatives"), [(386, 1023), (1, 99), (50, 51), (3, 0), (0, 3), (1, 0)])
def test_the_ideal_model_is_its_rows_counted_one_by_one(positives, negatives):
    labels = [False] * negatives + [True] * positives
    rows = positives + negatives
    scores = np.arange(rows) / max(rows - 1, 1)
    # Every score is a threshold, and so are its neighbours: 7 / 100 is not 0.01 * 7.
    thresholds = np.concatenate([scores, np.nextafter(scores, 2), np.nextafter(scores, -1), [-1, 2]])
    counted = CountsCurve(ScoreTable.from_rows(labels, scores)).counts_at(thresholds)
    assumed = ideal_model(positives, negatives, thresholds)
    for cell in CELLS:
        assert getattr(assumed, cell).tolist() == getattr(counted, cell).tolist()


def test_the_ideal_model_is_perfect_where_the_classes_meet():
    counts = ideal_model(30, 70, np.array([70 / 99]))
    assert metric("accuracy").along(counts).tolist() == [1]
    assert metric("mcc").along(counts).tolist() == [1]


def test_both_models_have_the_rows_they_were_asked_for():
    thresholds = np.arange(101) / 100
    for model in (random_model, ideal_model):
        counts = model(386, 1023, thresholds)
        np.testing.assert_allclose(counts.tp + counts.fn, 386)
        np.testing.assert_allclose(counts.fp + counts.tn, 1023)


def test_more_rows_than_can_be_weighed_one_by_one_are_refused():
    with pytest.raises(BadCall, match="more than chance is worked out for"):
        flagged_at_random(10**15, 10**15, 10**15)
    counts, chances = flagged_at_random(10**8, 10**8, 10**8)
    assert chances.sum() == pytest.approx(1)
    assert float((counts.tp * chances).sum()) == pytest.approx(5e7)
