"""A row that came k times and a row that is said to count k times are the same rows, in every interval."""

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.errors import BadCall
from truecut.inference.methods import methods_of

RANDOM = np.random.default_rng(8)
ROWS = 300
LABELS = RANDOM.random(ROWS) < 0.4
SCORES = {
    name: (1 / (1 + np.exp(-RANDOM.normal(size=ROWS) - gain * LABELS))).round(digits)
    for name, gain, digits in (("a", 1.0, 3), ("b", 0.6, 2))
}
TIMES = RANDOM.integers(1, 40, ROWS)
CLUSTERS = RANDOM.integers(0, 40, ROWS)
AGAIN = RANDOM.permutation(np.repeat(np.arange(ROWS), TIMES))


def both(*, models=("a",), clustered=False, times=TIMES, again=AGAIN):
    """Return the evaluation of rows with weights that repeat them, and that of the rows themselves, shuffled."""
    scores = {name: SCORES[name] for name in models}
    cluster = CLUSTERS if clustered else None
    weighted = tc.evaluate(LABELS, scores, weight=times, weights_are="repeated", cluster=cluster)
    one_by_one = tc.evaluate(
        LABELS[again],
        {name: column[again] for name, column in scores.items()},
        cluster=None if cluster is None else cluster[again],
    )
    return weighted, one_by_one


WEIGHTED, ONE_BY_ONE = both()
BY_CLUSTER = both(clustered=True)
PAIRED = both(models=("a", "b"))


def or_why_not(ask):
    """Return the answer to a question, or the sentence in which it is refused."""

    def asked(*about):
        try:
            return ask(*about)
        except BadCall as error:
            return str(error)

    return asked


# Replicate by replicate both draw the same rows, so that a few hundred show it as well as thousands.
@or_why_not
def answer(entry, method, evaluation):
    return evaluation.metric(entry.name, interval=method, replicates=200)


@or_why_not
def difference(entry, method, evaluation):
    return evaluation.compare(replicates=200).difference(entry.name, "a", "b", method=method)


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_every_interval_of_repeated_rows_is_that_of_the_rows(entry):
    for method in (None, *methods_of(entry)):
        assert_same(*(answer(entry, method, e) for e in (WEIGHTED, ONE_BY_ONE)))


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_every_interval_of_repeated_rows_in_clusters_is_that_of_the_rows(entry):
    for method in (None, "bootstrap"):
        assert_same(*(answer(entry, method, e) for e in BY_CLUSTER))


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_every_difference_of_repeated_rows_is_that_of_the_rows(entry):
    for method in (None, "bootstrap"):
        assert_same(*(difference(entry, method, e) for e in PAIRED))


def test_more_rows_than_are_drawn_one_by_one_change_nothing():
    times = TIMES * 5
    found = [
        e.metric("ks", interval="bootstrap", replicates=200)
        for e in both(times=times, again=np.repeat(np.arange(ROWS), times))
    ]
    assert_same(*found)


OTHERS = {
    "band of a curve": lambda e: e.band("roc", method="bootstrap", points=15).low,
    "band along thresholds": lambda e: e.band("mcc", method="bootstrap", points=15).high,
    "calibration": lambda e: e.calibration(replicates=200).points.high,
    "chance": lambda e: np.array([e.chance("ks", draws=200).high, e.chance("mcc").high]),
    "decision curve": lambda e: e.decision_curve(points=5, replicates=300).models[0].net_benefit.low,
    "optimism": lambda e: np.array([(o := e.optimism("youden", resamples=30)).cross_fitted, o.spread.low]),
    "recalibration": lambda e: np.array([e.recalibrate("platt", repeats=1).brier_gain.low]),
}


@pytest.mark.parametrize("ask", OTHERS.values(), ids=OTHERS)
def test_whatever_else_is_drawn_from_repeated_rows_is_drawn_from_the_rows(ask):
    first, second = (np.asarray(ask(e), dtype=float) for e in (WEIGHTED, ONE_BY_ONE))
    assert first == pytest.approx(second, rel=1e-9, abs=1e-12, nan_ok=True)


def assert_same(first, second):
    if isinstance(first, str) or isinstance(second, str):
        assert first == second
        return
    ends = [[np.nan if x is None else x for x in (one.value, one.low, one.high)] for one in (first, second)]
    assert ends[0] == pytest.approx(ends[1], rel=1e-9, abs=1e-12, nan_ok=True)
    assert (first.method, first.note, first.rows) == (second.method, second.note, pytest.approx(second.rows))
