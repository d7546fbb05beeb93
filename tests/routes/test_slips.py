"""What people pass by mistake does the right thing, or gets the sentence that says how to do it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

import truecut as tc
from truecut.errors import BadCall, BadLabel, BadScore, InputError

LABELS = [0, 1, 1, 0, 1, 0]
SCORES = [0.1, 0.9, 0.4, 0.5, 0.8, 0.3]
AUC = tc.evaluate(LABELS, SCORES).metric("roc_auc").value


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (
            lambda: tc.evaluate(LABELS, np.c_[SCORES, SCORES]),
            InputError,
            r"looks like predict_proba; pass column \[:, 1\]",
        ),
        (lambda: tc.evaluate(np.eye(2)[LABELS], SCORES), InputError, "one-hot labels; pass labels.argmax"),
        (lambda: tc.evaluate(np.eye(3)[[0, 1, 2, 0, 1, 2]], SCORES), InputError, "one-hot labels"),
        (lambda: tc.evaluate(SCORES, LABELS), BadLabel, "swapped"),
        (lambda: tc.evaluate(sparse.csr_matrix([LABELS]), SCORES), InputError, "sparse matrix; pass labels.toarray"),
        (lambda: tc.evaluate(LABELS, sparse.csr_array([SCORES])), InputError, "sparse array; pass scores.toarray"),
        (lambda: tc.evaluate(LABELS, "scores"), InputError, "pass a list, an array"),
        (lambda: tc.evaluate(LABELS, SCORES[:-1]), InputError, "they must describe the same rows"),
        (lambda: tc.evaluate(LABELS, ["a"] * 6), InputError, "predicted="),
    ],
)
def test_a_slip_gets_the_sentence_that_helps(call, error, said):
    with pytest.raises(error, match=said):
        call()


def test_a_table_of_several_models_is_several_models():
    for frame in (pd.DataFrame({"a": SCORES, "b": LABELS}), pl.DataFrame({"a": SCORES, "b": LABELS})):
        found = tc.evaluate(LABELS, frame)
        assert list(found.by_model) == ["a", "b"]
        assert found.by_model["a"].table == tc.evaluate(LABELS, SCORES).table
    assert tc.evaluate(LABELS, pd.DataFrame({"a": SCORES})).metric("roc_auc").value == AUC


def test_a_series_in_place_of_a_column_name_is_explained():
    frame = pd.DataFrame({"y": LABELS, "p": SCORES})
    for how in ({"label": frame["y"], "score": "p"}, {"label": "y", "score": frame["p"]}):
        with pytest.raises(BadCall, match=r"takes the name of a column, not a Series.*evaluate\(labels, scores\)"):
            tc.evaluate(frame, **how)


def test_columns_may_be_called_by_numbers():
    frame = pd.DataFrame({0: LABELS, 1: SCORES})
    assert tc.evaluate(frame, label=0, score=1).metric("roc_auc").value == AUC
    assert tc.evaluate(frame, label=np.int64(0), score=[1]).metric("roc_auc").value == AUC


def test_series_in_different_order_are_refused_and_aligned_as_the_sentence_says():
    labels, scores = pd.Series(LABELS), pd.Series(SCORES)
    shuffled = scores.sample(frac=1, random_state=1)
    with pytest.raises(InputError, match=r"indexes differ.*scores\.reindex\(labels\.index\).*to_numpy"):
        tc.evaluate(labels, shuffled)
    assert tc.evaluate(labels, shuffled.reindex(labels.index)).metric("roc_auc").value == AUC
    with pytest.raises(InputError, match="weights are pandas Series whose indexes differ"):
        tc.evaluate(labels, scores, weight=pd.Series([1.0] * 6, index=[5, 4, 3, 2, 1, 0]))
    with pytest.raises(InputError, match="indexes differ"):
        tc.Tally().update(labels, shuffled)


def test_scores_without_an_index_of_their_own_are_paired_by_position():
    labels = pd.Series(LABELS, index=[71, 12, 33, 94, 55, 16])
    assert tc.evaluate(labels, pd.Series(SCORES)).metric("roc_auc").value == AUC
    assert tc.evaluate(labels, SCORES).metric("roc_auc").value == AUC


@pytest.mark.parametrize(
    "labels",
    [
        np.array(LABELS, dtype="S1"),
        [bytes(str(label), "ascii") for label in LABELS],
        [np.int8(label) for label in LABELS],
        pd.Categorical(LABELS),
        pd.Series(LABELS).astype("category"),
        pd.Series(LABELS, dtype="Int8"),
        pl.Series(map(str, LABELS), dtype=pl.Categorical),
        np.ma.array(LABELS),
        np.array(LABELS, dtype=object),
        2 * np.array(LABELS) - 1,
        [["no", "yes"][label] for label in LABELS],
    ],
)
def test_labels_of_every_kind_mean_the_same(labels):
    assert tc.evaluate(labels, SCORES).table == tc.evaluate(LABELS, SCORES).table


@pytest.mark.parametrize("masked", ["labels", "scores", "weight"])
def test_a_mask_is_a_missing_value(masked):
    given = {"labels": LABELS, "scores": SCORES, "weight": [1.0] * 6}
    given[masked] = np.ma.array(given[masked], mask=[True] + 5 * [False])
    with pytest.raises(InputError, match="A value is missing in 1 of 6 rows"):
        tc.evaluate(given["labels"], given["scores"], weight=given["weight"])


PREDICTED = [0, 1, 0, 1, 1, 0]
COUNTS = {"tp": 2, "fp": 1, "fn": 1, "tn": 2}


@pytest.mark.parametrize("predicted", [PREDICTED, np.array(PREDICTED), pd.Series(PREDICTED), {"m": PREDICTED}])
def test_predictions_are_given_as_arrays(predicted):
    found = tc.evaluate(LABELS, predicted=predicted)
    assert found.model.is_hard
    assert vars(found.model.point.counts) == COUNTS


@pytest.mark.parametrize("name", ["y_pred", "prediction", "Predicted", "model_a"])
@pytest.mark.parametrize("kind", [int, float, bool, str])
def test_a_column_that_holds_the_labels_is_hard_predictions_and_that_is_said(name, kind):
    found = tc.evaluate({"y": LABELS, name: [kind(one) for one in PREDICTED]})
    assert found.model.is_hard
    assert vars(found.model.point.counts) == COUNTS
    assert any(said.startswith(f"hard predictions: column {name!r}") for said in found.read.inferred)


def test_what_is_named_or_shaped_like_a_score_is_one():
    assert not tc.evaluate({"y": LABELS, "score": PREDICTED}).model.is_hard
    assert not tc.evaluate({"y": LABELS, "y_pred": SCORES}).model.is_hard
    assert not tc.evaluate({"y": LABELS, "y_pred": PREDICTED, "p": SCORES}).model.is_hard
    assert not tc.evaluate({"y": LABELS, "y_pred": PREDICTED}, score="y_pred").model.is_hard


def test_classes_are_declared_for_rows_without_one_of_them():
    found = tc.evaluate(["ham"] * 3, [0.1, 0.2, 0.6], classes=("ham", "spam"))
    assert (found.read.positive, found.read.negative, found.positives) == ("spam", "ham", 0)
    assert found.metric("specificity").value == 2 / 3
    assert found.metric("recall").value is None
    with pytest.raises(BadLabel, match="Did you mean 'spam'"):
        tc.evaluate(["ham", "spma"], [0.1, 0.2], classes=("ham", "spam"))
    hard = tc.evaluate(["ham", "ham"], predicted=["ham", "spam"], classes=("ham", "spam"))
    assert hard.model.point.counts.fp == 1


WIDE = [2**53 + 1, 2**53, 0.5]


def objects(values):
    return np.array(values, dtype=object)


@pytest.mark.parametrize("made", [list, tuple, objects, pd.array, lambda values: pd.Series(values, dtype=object)])
@pytest.mark.parametrize("scores", [WIDE, [2**63 + 1, 2**63, -1]])
def test_whole_numbers_that_floats_merge_are_refused_beside_others(made, scores):
    if made is pd.array and scores is WIDE:
        pytest.skip("pandas rounds them itself")
    with pytest.raises(BadScore, match="would be merged"):
        tc.evaluate([1, 0, 1], made(scores))
    with pytest.raises(BadScore, match="would be merged"):
        tc.evaluate({"y": [1, 0, 1], "p": made(scores)}, label="y", score="p")


def test_whole_numbers_beyond_2_to_the_63_stay_apart_beside_small_ones():
    found = tc.evaluate([1, 0, 1], [2**63 + 1, 2**63, 1])
    assert found.table.scores.tolist() == [2**63 + 1, 2**63, 1]


def test_bytes_that_are_no_text_are_not_taken_for_each_other():
    for labels in ([b"\xff", b"\xfe"] * 3, np.array([b"\xff", b"\xfe"] * 3)):
        with pytest.raises(InputError, match="holds bytes that are no text"):
            tc.evaluate(labels, SCORES, positive=b"\xfe")


def test_what_numpy_holds_to_be_missing_among_words_is_missing():
    words = np.array(["1", None, "0", "1", "0", "1"], dtype=np.dtypes.StringDType(na_object=None))
    with pytest.raises(InputError, match="A value is missing in 1 of 6 rows"):
        tc.evaluate(words, SCORES)


ARROW = pytest.importorskip("pyarrow")


@pytest.mark.parametrize(
    "labels",
    [
        np.matrix(LABELS).T,
        ARROW.array(LABELS).dictionary_encode(),
        ARROW.compute.run_end_encode(ARROW.array(LABELS)),
        ARROW.array(LABELS, ARROW.decimal256(60, 0)),
        pd.Series(LABELS, dtype=pd.ArrowDtype(ARROW.decimal256(60, 0))),
        np.array(list(map(str, LABELS)), dtype=np.dtypes.StringDType()),
    ],
)
def test_labels_of_rare_kinds_mean_the_same(labels):
    assert tc.evaluate(labels, SCORES).table == tc.evaluate(LABELS, SCORES).table


def test_batches_of_arrow_are_tables():
    batch = ARROW.record_batch({"y": LABELS, "p": SCORES})
    for table in (batch, ARROW.Table.from_batches([batch]).to_reader()):
        assert tc.evaluate(table).metric("roc_auc").value == AUC


def test_intervals_are_words():
    high = pd.cut(pd.Series(LABELS), [-1, 0.5, 2])
    assert tc.evaluate(high, SCORES, positive="(0.5, 2.0]").metric("roc_auc").value == AUC


def test_indexes_of_another_type_are_the_same_index():
    rows = [71, 12, 33, 94, 55, 16]
    labels, scores = pd.Series(LABELS, index=pd.Index(rows, dtype="Int64")), pd.Series(SCORES, index=rows)
    assert tc.evaluate(labels, scores).metric("roc_auc").value == AUC


@pytest.mark.parametrize(
    "classes",
    [np.array(["ham", "spam"]), pd.CategoricalDtype(["ham", "spam"]), pd.Index(["ham", "spam"]), ["ham", "spam"]],
)
def test_classes_are_declared_in_anything_that_has_an_order(classes):
    assert tc.evaluate(["ham"] * 6, SCORES, classes=classes).read.positive == "spam"


@pytest.mark.parametrize("classes", [{"ham", "spam"}, {"ham": 0, "spam": 1}, 2])
def test_classes_without_an_order_are_refused(classes):
    with pytest.raises(BadCall, match="pass a tuple"):
        tc.evaluate(["ham", "spam"] * 3, SCORES, classes=classes)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: tc.evaluate(LABELS, pd.DataFrame({0: 1 - np.array(SCORES), 1: SCORES})),
            "look like predict_proba; give the column '1' alone",
        ),
        (lambda: tc.evaluate(LABELS, pd.DataFrame(np.c_[SCORES, SCORES], columns=["a", "a"])), "more than one column"),
        (lambda: tc.evaluate(LABELS, SCORES, weight=np.ones((6, 2))), r"weights has the shape \(6, 2\)"),
        (lambda: tc.evaluate(np.eye(2)[LABELS].astype(object), SCORES), "one-hot labels"),
        (lambda: tc.evaluate([10**5000, *LABELS[1:]], SCORES), "more than 4,300 digits"),
    ],
)
def test_a_rare_slip_gets_the_sentence_that_helps(call, said):
    with pytest.raises(InputError, match=said):
        call()
