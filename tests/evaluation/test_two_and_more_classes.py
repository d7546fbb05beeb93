"""Two classes are a case of many, strictly read: the same names, averages and intervals."""

import numpy as np
import pytest
from sklearn import metrics as sk

import truecut as tc
from truecut.errors import BadLabel, TruecutError
from truecut.inference.proportions import wilson_limits

LABELS, GUESSES = [1, 0, 1, 1, 0, 1, 0, 0], [1, 0, 0, 1, 1, 1, 0, 0]


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
@pytest.mark.parametrize("name", ["precision", "recall", "f1", "jaccard"])
@pytest.mark.parametrize("classes", [2, 3, 6])
@pytest.mark.parametrize("weights", [False, True])
def test_averages_are_those_of_scikit_learn(name, average, classes, weights):
    rng = np.random.default_rng(classes)
    truth = rng.integers(0, classes, 200)
    guess = np.where(rng.random(200) < 0.6, truth, rng.integers(0, classes, 200))
    weight = rng.integers(1, 4, 200) if weights else None
    theirs = getattr(sk, f"{name}_score")(truth, guess, average=average, sample_weight=weight)
    assert tc.confusion(truth, guess, weights=weight).metric(name, average).value == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("labels", [[0, 1, 2, 3, 4], [4, 2, 0, 1, 3]])
def test_classes_that_are_declared_are_those_of_scikit_learn(labels):
    truth, guess = [0, 1, 2, 0, 1, 1], [0, 1, 1, 0, 2, 1]
    matrix = tc.confusion(truth, guess, classes=labels)
    assert matrix.classes == tuple(map(str, labels))
    assert matrix.rows.tolist() == sk.confusion_matrix(truth, guess, labels=labels).tolist()
    theirs = sk.f1_score(truth, guess, labels=labels, average="macro", zero_division=0)
    assert matrix.metric("f1", convention="zero").value == pytest.approx(theirs)
    quadratic = sk.cohen_kappa_score(truth, guess, labels=labels, weights="quadratic")
    assert matrix.metric("kappa", weights="quadratic").value == pytest.approx(quadratic)


def test_a_label_outside_the_declared_classes_is_refused_by_name():
    with pytest.raises(BadLabel, match="'2', which is not among the classes"):
        tc.confusion([0, 1, 2], [0, 1, 1], classes=[0, 1, 3])


def test_two_classes_have_a_matrix_averages_and_rows_by_class():
    found = tc.confusion(LABELS, GUESSES)
    assert found.counts == tc.Counts(tp=3, fp=1, fn=1, tn=3)
    assert found.matrix.classes == ("0", "1")
    assert found.matrix.rows.tolist() == sk.confusion_matrix(LABELS, GUESSES).tolist()
    assert found.matrix.of("0").counts == found.counts.swapped()
    assert found.metric("f1", average="macro").value == pytest.approx(sk.f1_score(LABELS, GUESSES, average="macro"))
    assert found.metric("f1").value == pytest.approx(sk.f1_score(LABELS, GUESSES))
    assert found.metric("balanced_accuracy_adjusted").value == pytest.approx(0.5)
    assert found.metric("kappa", weights="linear").value == found.metric("kappa").value == 0.5


def test_many_classes_have_what_two_have():
    found = tc.confusion(["a", "b", "c", "a"], ["a", "b", "a", "a"])
    assert found.matrix is found
    assert found.of("a").metric("recall").value == 1


@pytest.mark.parametrize("classes", [2, 4])
def test_the_classification_report_has_scikit_learns_keys_and_values(classes):
    rng = np.random.default_rng(classes)
    truth, guess = rng.integers(0, classes, 80), rng.integers(0, classes, 80)
    ours = tc.confusion(truth, guess).matrix.classification_report().to_dict()
    theirs = sk.classification_report(truth, guess, output_dict=True)
    assert list(ours) == list(theirs)
    for name, line in theirs.items():
        assert ours[name] == pytest.approx(line)
    assert tc.confusion(truth, guess).classification_report().to_dict() == ours
    bare = tc.confusion(truth, guess).matrix.classification_report().text(intervals=False)
    assert "to" not in bare.replace("total", "")


@pytest.mark.parametrize("name", ["answered", "normalised", "of", "place", "rows", "support", "true"])
def test_what_only_a_matrix_has_is_found_in_that_of_two(name):
    point = tc.confusion([0, 1, 1, 0], [0, 1, 0, 0])
    assert hasattr(point.matrix, name)
    with pytest.raises(AttributeError, match=rf"\.matrix\.{name}"):
        getattr(point, name)


def test_points_have_intervals_everywhere():
    point = tc.counts(tp=81, fn=182, fp=5, tn=90)
    found = point.metric("recall")
    assert (found.low, found.high) == pytest.approx(wilson_limits(81, 263, 0.95))
    assert point.metric("recall", interval="clopper-pearson", level=0.9).method == "clopper-pearson"
    e = tc.evaluate([1, 0, 1, 1, 0], [0.9, 0.4, 0.6, 0.3, 0.1])
    at, cut = e.at(0.5).metric("recall"), e.cut_at(0.5).metric("recall")
    assert at == cut
    weighted = tc.evaluate([1, 0, 1, 1, 0] * 9, [0.9, 0.4, 0.6, 0.3, 0.1] * 9, weight=[2, 2, 1, 1, 1] * 9)
    assert weighted.at(0.5).metric("recall") == weighted.cut_at(0.5).metric("recall")
    assert point.metrics()["precision"].low is not None


@pytest.mark.parametrize(
    "guess",
    [
        [0.0, 1.0, float("inf")],
        [0.0, 1.0, float("-inf")],
        [0.0, 1.0, float("nan")],
        [0.0, 1.0, 0.5],
    ],
)
@pytest.mark.parametrize("truth", [[0, 1, 1], [0, 1, 2]])
def test_what_is_no_class_is_refused(truth, guess):
    with pytest.raises(TruecutError):
        tc.confusion(truth, guess)


def test_infinity_is_no_true_class_either():
    with pytest.raises(BadLabel, match="holds inf"):
        tc.confusion([0.0, 1.0, float("inf")], [0, 1, 2])


def test_normalised_cells_are_those_of_scikit_learn():
    matrix = tc.confusion(LABELS, GUESSES).matrix
    for ours, theirs in (("rows", "true"), ("columns", "pred"), ("all", "all")):
        expected = sk.confusion_matrix(LABELS, GUESSES, normalize=theirs)
        assert matrix.normalised(ours) == pytest.approx(expected)
    with pytest.raises(TruecutError, match="Did you mean"):
        matrix.normalised("row")
