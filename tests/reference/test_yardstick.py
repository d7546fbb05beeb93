"""Cases whose values R's yardstick expects in its own tests (tests/testthat of tidymodels/yardstick), asked here.

Its areas over pairs of classes are those of HandTill2001, which it compares itself with.
"""

import math

import numpy as np
import pytest

import truecut as tc


def of_scores(truth, columns):
    names = list(columns)
    table = {"y": truth, **{f"p_{name}": np.array(columns[name]) for name in names}}
    return tc.evaluate(table, label="y", class_scores={name: f"p_{name}" for name in names}, classes=names)


def test_the_log_loss_of_three_classes():
    e = of_scores(
        list("AAABBC"),
        {"A": [1, 0.8, 0.51, 0.1, 0.2, 0.3], "B": [0, 0.05, 0.29, 0.8, 0.6, 0.3], "C": [0, 0.15, 0.2, 0.1, 0.2, 0.4]},
    )
    by_hand = -(math.log(0.8) + math.log(0.51) + math.log(0.8) + math.log(0.6) + math.log(0.4)) / 6
    assert e.metric("log_loss").value == pytest.approx(by_hand, rel=1e-12)


def test_a_certain_mistake_is_clipped_there_and_infinite_here():
    e = tc.evaluate([1, 0, 1], [0.5, 0.5, 0.0])
    assert e.metric("log_loss").value == math.inf
    assert e.metric("log_loss", convention="scikit-learn").value == pytest.approx(12.476649250079, rel=1e-4)


def test_the_area_over_pairs_of_four_classes():
    e = of_scores(
        list("cccddadcaadbdadadd"),
        {
            "a": [0.5, 0.4, 0.8, 0.5, 0.8, 1, 0.8, 0, 0.5, 2 / 3, 0, 1, 0.4, 1 / 6, 0.4, 0.8, 0.5, 0.6],
            "b": [0, 0.2, 0, 0, 0, 0, 0, 0.6, 0, 1 / 3, 0, 0, 0, 5 / 6, 0.6, 0, 0, 0],
            "c": [0, 0.2, 0, 0, 0, 0, 0, 0.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            "d": [0.5, 0.2, 0.2, 0.5, 0.2, 0, 0.2, 0.2, 0.5, 0, 1, 0, 0.6, 0, 0, 0.2, 0.5, 0.4],
        },
    )
    assert e.metric("roc_auc_pairs").value == pytest.approx(0.5890625, rel=1e-12)


def test_a_class_without_rows_is_left_out_of_the_pairs_when_asked():
    e = of_scores(list("xxz"), {"x": [0.8, 0.5, 0.6], "y": [0.1, 0.1, 0.1], "z": [0.1, 0.4, 0.3]})
    assert e.metric("roc_auc_pairs").value is None
    assert e.metric("roc_auc_pairs", absent="left_out").value == 0.5


def test_its_macro_f_drops_classes_without_precision_or_recall():
    matrix = tc.confusion(list("abb"), list("abc"), classes=("a", "b", "c"))
    assert matrix.metric("f1_where_defined").value == pytest.approx(5 / 6, rel=1e-12)
    assert matrix.metric("f1", average="macro").value == pytest.approx((1 + 2 / 3 + 0) / 3, rel=1e-12)


def test_its_averages_of_a_balanced_accuracy():
    matrix = tc.confusion(list("aaabbbcc"), list("aabbbacc"))
    halves = [(recall + specificity) / 2 for recall, specificity in ((2 / 3, 4 / 5), (2 / 3, 4 / 5), (1, 1))]
    assert matrix.metric("balanced_accuracy_one_vs_rest").value == pytest.approx(sum(halves) / 3, rel=1e-12)
