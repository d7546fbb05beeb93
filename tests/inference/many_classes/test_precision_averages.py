"""Average precision averaged over classes: its interval held against slopes, leaving out rows, and counting again."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn import metrics as sk
from tests.inference.many_classes.test_score_intervals import drawn, evaluated

import truecut as tc
from truecut.catalogue.class_metric import Average
from truecut.errors import TruecutError
from truecut.inference.many_classes.precision_averages import precision_influences_of_rows

AVERAGES = ["macro", "weighted"]


def averaged(truth, scores, weights, average):
    return sk.average_precision_score(np.eye(scores.shape[1])[truth], scores, average=average, sample_weight=weights)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("weights_are", ["equal", "important"])
def test_the_influence_of_a_row_is_what_a_little_more_weight_does(average, weights_are):
    truth, scores = drawn(3, rows=80)
    weight = np.random.default_rng(3).uniform(0.5, 2, 80) if weights_are == "important" else np.ones(80)
    e = evaluated(truth, scores, **({"weight": weight} if weights_are == "important" else {}))
    parts, step = precision_influences_of_rows(e.rows, Average(average)), 1e-5
    for row in range(0, 80, 7):
        more, less = weight.copy(), weight.copy()
        more[row] += step
        less[row] -= step
        slope = (averaged(truth, scores, more, average) - averaged(truth, scores, less, average)) / (2 * step)
        assert parts[row] == pytest.approx(slope, rel=1e-4, abs=1e-8)


@pytest.mark.parametrize("average", AVERAGES)
def test_the_standard_error_is_that_of_leaving_rows_out(average):
    truth, scores = drawn(4, classes=3, rows=400)  # each class has so many rows that none is guarded
    n = len(truth)
    left_out = np.array([averaged(*(np.delete(one, i, 0) for one in (truth, scores)), None, average) for i in range(n)])
    jackknife = np.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum())
    found = evaluated(truth, scores).metric("average_precision", average)
    assert found.method == "jackknife-wilson"
    assert found.low < found.value < found.high
    assert found.standard_error == pytest.approx(jackknife, rel=0.08)  # and half a row of each class


def test_a_repeated_row_is_as_many_rows():
    truth, scores = drawn(6, rows=200)
    times = np.random.default_rng(6).integers(1, 4, 200)
    repeated = evaluated(truth, scores, weight=times, weights_are="repeated").metric("average_precision")
    written_out = evaluated(np.repeat(truth, times), np.repeat(scores, times, 0)).metric("average_precision")
    assert (repeated.value, repeated.low, repeated.high) == pytest.approx(
        (written_out.value, written_out.low, written_out.high), rel=1e-9
    )


def test_equal_weights_of_importance_change_nothing():
    truth, scores = drawn(7)
    weighted = evaluated(truth, scores, weight=np.full(len(truth), 2.5)).metric("average_precision")
    plain = evaluated(truth, scores).metric("average_precision")
    assert (weighted.low, weighted.high) == pytest.approx((plain.low, plain.high), rel=1e-9)


@pytest.mark.parametrize("average", AVERAGES)
def test_a_table_alone_gives_an_interval_that_is_never_narrower(average):
    e = evaluated(*drawn(8))
    alone = replace(e, rows=None, counted=e.table)
    with_rows, without = (one.metric("average_precision", average) for one in (e, alone))
    assert without.value == with_rows.value
    assert without.method == "jackknife-wilson, at most"
    assert without.standard_error >= with_rows.standard_error


def test_a_few_rows_without_a_mistake_are_no_certainty():
    truth = np.repeat([0, 1, 2], [40, 40, 6])
    scores = np.eye(3)[truth] * 0.8 + 0.2 / 3
    found = evaluated(truth, scores).metric("average_precision")
    assert found.value == 1 == found.high
    assert 0.7 < found.low < 0.95
    assert found.note == "it hangs on 6 rows of 'c2'"


def test_the_interval_grows_with_the_level_and_is_named():
    e = evaluated(*drawn(9))
    narrow, wide = (e.metric("average_precision", level=level, interval="jackknife-wilson") for level in (0.8, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high
    with pytest.raises(TruecutError, match="jackknife-wilson"):
        e.metric("average_precision", interval="delong by class")


@pytest.mark.parametrize("name", ["average_precision", "roc_auc", "roc_auc_pairs"])
@pytest.mark.parametrize("average", AVERAGES)
def test_classes_that_are_left_out_leave_the_interval_of_the_others(name, average):
    truth, scores = drawn(5, classes=4)
    table = {"y": [f"c{place}" for place in truth], **{f"c{place}": scores[:, place] for place in range(4)}}
    table["c4"] = 0.01 * scores[:, 0]  # a class that no row is of
    names = {f"c{place}": f"c{place}" for place in range(5)}
    e = tc.evaluate(table, label="y", class_scores=names, classes=list(names))
    assert e.metric(name, average).value is None or average == "weighted"
    found, others = e.metric(name, average, absent="left_out"), evaluated(truth, scores).metric(name, average)
    assert (found.value, found.low, found.high) == pytest.approx((others.value, others.low, others.high), rel=1e-12)
    alone, alone_others = (replace(one, rows=None, counted=one.table) for one in (e, evaluated(truth, scores)))
    at_most, at_most_others = alone.metric(name, average, absent="left_out"), alone_others.metric(name, average)
    assert (at_most.low, at_most.high, at_most.note) == (at_most_others.low, at_most_others.high, at_most_others.note)


def test_differences_are_found_by_what_each_row_does_to_both():
    truth, scores = drawn(10)
    rng = np.random.default_rng(10)
    worse = scores[rng.permutation(len(truth))]
    worse[::2] = scores[::2]
    names = [f"c{place}" for place in range(4)]
    table = {"y": [names[place] for place in truth]}
    table |= {f"{model}{name}": of[:, i] for model, of in (("a", scores), ("b", worse)) for i, name in enumerate(names)}
    models = {model: {name: f"{model}{name}" for name in names} for model in "ab"}
    compared = tc.compare(table, label="y", class_scores=models)
    found = compared.difference("average_precision", "a", "b", "macro")
    parts = [precision_influences_of_rows(compared.models[model].rows, Average.MACRO) for model in "ab"]
    assert found.method == "jackknife"
    assert found.standard_error == pytest.approx(np.sqrt(((parts[0] - parts[1]) ** 2).sum()), rel=0.02)
    assert 0 < found.low < found.value < found.high
    assert found.p_value < 0.001
    same = tc.compare({**table}, label="y", class_scores={"a": models["a"], "c": models["a"]})
    assert same.difference("average_precision", "a", "c").value == 0
    assert same.difference("average_precision", "a", "c").p_value == 1
