"""Many classes: the matrix, each class against the rest, and their averages, held against scikit-learn."""

import numpy as np
import pytest
from sklearn import metrics as sk

import truecut as tc
from truecut.errors import BadCall, UnknownName

CLASSES = ("ant", "bee", "cat")
TRUTH = ["ant"] * 6 + ["bee"] * 4 + ["cat"] * 5
GUESS = ["ant"] * 5 + ["bee"] + ["bee"] * 4 + ["ant"] * 2 + ["cat"] * 3


def drawn(seed: int, classes: int = 5, rows: int = 400) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, rows)
    guess = np.where(rng.random(rows) < 0.6, truth, rng.integers(0, classes, rows))
    return truth, guess


def test_truth_goes_down_and_predictions_go_across():
    matrix = tc.confusion(TRUTH, GUESS)
    assert matrix.classes == CLASSES
    assert matrix.rows.tolist() == [[5, 1, 0], [0, 4, 0], [2, 0, 3]]
    assert matrix.support() == {"ant": 6, "bee": 4, "cat": 5}


def test_each_class_against_the_rest_is_four_counts():
    matrix = tc.confusion(TRUTH, GUESS)
    assert matrix.counts("ant") == tc.Counts(tp=5, fp=2, fn=1, tn=7)
    assert matrix.counts("cat") == tc.Counts(tp=3, fp=0, fn=2, tn=10)


@pytest.mark.parametrize("seed", range(3))
def test_the_matrix_is_that_of_scikit_learn(seed):
    truth, guess = drawn(seed)
    matrix = tc.confusion(truth, guess)
    assert matrix.rows.tolist() == sk.confusion_matrix(truth, guess).tolist()
    for i, ((tn, fp), (fn, tp)) in enumerate(sk.multilabel_confusion_matrix(truth, guess).tolist()):
        assert matrix.counts(str(i)) == tc.Counts(tp=tp, fp=fp, fn=fn, tn=tn)


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
@pytest.mark.parametrize(
    ("name", "theirs"), [("precision", sk.precision_score), ("recall", sk.recall_score), ("f1", sk.f1_score)]
)
@pytest.mark.parametrize("seed", range(3))
def test_averages_are_those_of_scikit_learn(name, theirs, average, seed):
    truth, guess = drawn(seed)
    value = tc.confusion(truth, guess).metric(name, average).value
    assert value == pytest.approx(theirs(truth, guess, average=average), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("accuracy", sk.accuracy_score),
        ("kappa", sk.cohen_kappa_score),
        ("mcc", sk.matthews_corrcoef),
        ("balanced_accuracy", sk.balanced_accuracy_score),
        ("error_rate", sk.zero_one_loss),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_what_has_a_definition_for_many_classes_is_that_of_scikit_learn(name, theirs, seed):
    truth, guess = drawn(seed)
    matrix = tc.confusion(truth, guess)
    assert matrix.metric(name).value == pytest.approx(theirs(truth, guess), abs=1e-12)
    with pytest.raises(BadCall, match="average"):
        matrix.metric(name, "micro")


def test_without_a_model_the_most_common_true_class_is_named():
    matrix = tc.confusion(["a", "a", "b", "c", "a"], ["b", "b", "b", "b", "a"])
    assert matrix.metric("no_information_rate").value == 3 / 5
    assert matrix.metric("uniform_guess_rate").value == 1 / 3


def test_weighted_rows_count_by_their_weights():
    truth, guess = drawn(7)
    weights = np.random.default_rng(8).integers(0, 5, len(truth))
    matrix = tc.confusion(truth, guess, weights=weights)
    assert matrix.rows.tolist() == sk.confusion_matrix(truth, guess, sample_weight=weights).tolist()
    kappa = sk.cohen_kappa_score(truth, guess, sample_weight=weights)
    assert matrix.metric("kappa").value == pytest.approx(kappa, abs=1e-12)


def test_classes_are_sorted_by_size_or_alphabet():
    assert tc.confusion([10, 9, 2], [10, 9, 2]).classes == ("2", "9", "10")
    assert tc.confusion(["b", "C", "a"], ["b", "C", "a"]).classes == ("C", "a", "b")


def test_a_class_that_is_only_predicted_has_no_recall_and_the_average_says_so():
    matrix = tc.confusion(["a", "b", "a"], ["a", "b", "c"])
    assert matrix.rows.tolist() == [[1, 0, 1], [0, 1, 0], [0, 0, 0]]
    assert matrix.metric("recall").value is None
    assert matrix.metric("recall").undefined == "undefined for 1 of 3 classes (for 'c': no row is truly positive)"
    assert matrix.metric("recall", "weighted").value == (0.5 * 2 + 1 * 1) / 3


def test_one_class_alone_has_no_kappa_and_no_mcc():
    matrix = tc.ClassMatrix(("a", "b"), np.array([[5, 0], [0, 0]]))
    assert matrix.metric("kappa").undefined == "all rows and all answers are of one class"
    assert matrix.metric("mcc").undefined == "all rows, or all answers, are of one class"
    assert matrix.metric("accuracy").value == 1


def test_huge_counts_stay_exact():
    n = 10**25
    matrix = tc.ClassMatrix(("a", "b", "c"), np.array([[n + 1, 0, 0], [0, n, 0], [1, 0, n]], dtype=object))
    assert matrix.counts("a") == tc.Counts(tp=n + 1, fp=1, fn=0, tn=2 * n)
    assert matrix.support() == {"a": n + 1, "b": n, "c": n + 1}
    assert matrix.metric("zero_one_count").value == 1
    # Exact: n agree - chance over n n - chance, which floats would round to 0 / 0.
    assert matrix.metric("kappa").value == pytest.approx(1, abs=1e-15)


def test_weights_that_repeat_rows_are_added_as_whole_numbers():
    e = tc.evaluate(
        {"y": ["a", "b", "c", "a"], "g": ["a", "b", "c", "a"], "w": [2**53, 1, 1, 1]},
        label="y",
        predicted="g",
        weight="w",
        weights_are="repeated",
    )
    assert e.matrix.counts("a").tp == 2**53 + 1


def test_what_does_not_exist_is_refused_by_name():
    matrix = tc.confusion(TRUTH, GUESS)
    with pytest.raises(UnknownName, match=r"No class is called 'bees'. Did you mean 'bee'\?"):
        matrix.counts("bees")
    with pytest.raises(UnknownName, match=r"No average is called 'marco'. Did you mean 'macro'"):
        matrix.metric("recall", "marco")
    with pytest.raises(BadCall, match="roc_auc needs scores, and a confusion matrix does not tell them"):
        matrix.metric("roc_auc")
