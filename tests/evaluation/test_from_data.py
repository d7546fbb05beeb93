"""evaluate() and confusion() give the same numbers from whatever holds the data."""

from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import truecut as tc
from truecut.errors import BadCall, BadLabel, InputError, MissingColumn, UnknownName, UnreadableSource
from truecut.views.summary.data import summary_data

ROWS = 60
RNG = np.random.default_rng(11)
LABELS = RNG.integers(0, 2, ROWS)
TABLE = {
    "y": LABELS,
    "p": np.round(RNG.random(ROWS) * 0.6 + LABELS * 0.3, 2),
    "q": np.round(RNG.random(ROWS), 3),
    "w": RNG.integers(0, 4, ROWS),
    "g": np.where(RNG.random(ROWS) < 0.5, "left", "right"),
}
NAMED = {"label": "y", "score": ["p", "q"], "weight": "w", "group": "g"}


def found(e: tc.Evaluation) -> dict[str, object]:
    data = summary_data(e.summary())
    del data["read"]
    return data


@pytest.fixture(scope="module")
def expected() -> dict[str, object]:
    return found(tc.evaluate(TABLE, **NAMED))


TABLES = {
    "lists": {name: values.tolist() for name, values in TABLE.items()},
    "tuples": {name: tuple(values.tolist()) for name, values in TABLE.items()},
    "pandas": pd.DataFrame(TABLE),
    "pandas with an odd index": pd.DataFrame(TABLE, index=range(100, 100 + ROWS)),
    "pandas nullable": pd.DataFrame(TABLE).convert_dtypes(),
    "pandas arrow": pd.DataFrame(TABLE).convert_dtypes(dtype_backend="pyarrow"),
    "polars": pl.DataFrame(TABLE),
    "polars lazy": pl.DataFrame(TABLE).lazy(),
    "pyarrow": pa.table(TABLE),
}


@pytest.mark.parametrize("kind", TABLES)
def test_every_kind_of_table_gives_the_same_numbers(kind, expected):
    assert found(tc.evaluate(TABLES[kind], **NAMED)) == expected


def test_a_relation_of_duckdb_gives_the_same_numbers(expected):
    frame = pl.DataFrame(TABLE)
    relation = duckdb.connect().from_arrow(frame.to_arrow())
    assert found(tc.evaluate(relation, **NAMED)) == expected


@pytest.fixture
def files(tmp_path) -> Path:
    frame = pl.DataFrame(TABLE)
    frame.write_csv(tmp_path / "all.csv")
    frame.write_parquet(tmp_path / "all.parquet")
    frame.head(20).write_parquet(tmp_path / "part-1.parquet")
    frame.tail(ROWS - 20).write_parquet(tmp_path / "part-2.parquet")
    return tmp_path


@pytest.mark.parametrize(
    "named",
    [
        lambda folder: folder / "all.csv",
        lambda folder: str(folder / "all.csv"),
        lambda folder: folder / "all.parquet",
        lambda folder: [folder / "part-1.parquet", str(folder / "part-2.parquet")],
        lambda folder: str(folder / "part-*.parquet"),
    ],
    ids=["path", "text", "parquet", "list of paths", "glob"],
)
def test_files_however_named_give_the_same_numbers(named, files, expected):
    assert found(tc.evaluate(named(files), **NAMED)) == expected


@pytest.mark.parametrize(
    "made", [list, np.asarray, pd.Series, lambda values: pl.Series(values), lambda values: pa.array(values)]
)
def test_arrays_of_every_kind_give_the_same_numbers(made, expected):
    e = tc.evaluate(
        made(TABLE["y"]),
        {"p": made(TABLE["p"]), "q": made(TABLE["q"])},
        weight=made(TABLE["w"]),
        group=made(TABLE["g"].tolist()),
    )
    assert found(e) == expected


def test_roles_that_nobody_named_are_inferred_and_said():
    e = tc.evaluate({"truth": ["no", "yes"], "id": [7, 8], "p": [0.1, 0.9]})
    assert e.read.inferred == (
        "label: column 'truth', by its name",
        "score: column 'p', by its name",
        "positive: 'yes', since the labels are 'yes' and 'no'",
    )


def test_labels_that_are_words_are_the_words_of_the_report():
    assert tc.evaluate(["spam", "ham"], [1, 0], positive="spam").words == tc.Words("spam", "ham")
    assert tc.evaluate(["yes", "no"], [1, 0]).words == tc.Words()
    assert tc.evaluate([7, 8, 9], [1, 0, 1], positive=8).words == tc.Words()
    assert tc.evaluate(["spam", "ham"], [1, 0], positive="spam", words=tc.Words("junk")).words == tc.Words(
        "junk", "ham"
    )


# Predictions


@pytest.mark.parametrize(
    ("labels", "guesses"),
    [
        ([True, False, True], [1, 0, 0]),
        ([1, 0, 1], [True, False, False]),
        ([1.0, 0.0, 1.0], [1, 0, 0]),
        (["1", "0", "1"], [1, 0, 0]),
        ([1, 0, 1], ["1", "0", "0"]),
        (["yes", "no", "yes"], ["yes", "no", "no"]),
        ([1, -1, 1], [1, -1, -1]),
    ],
)
def test_predictions_are_matched_with_labels_that_are_written_otherwise(labels, guesses):
    assert tc.confusion(labels, guesses).counts == tc.Counts(tp=1, fp=0, fn=1, tn=1)


def test_predictions_with_the_positive_label_named():
    assert tc.confusion(["a", "b", "c", "a"], ["a", "a", "b", "b"], positive="a").counts == tc.Counts(1, 1, 1, 1)


def test_a_prediction_that_is_no_label_is_refused_with_a_near_miss():
    with pytest.raises(
        BadLabel, match=r"predicts 'span', which is not among the labels of 'labels'. Did you mean 'spam'"
    ):
        tc.confusion(["spam", "ham"], ["span", "ham"], positive="spam")


@pytest.mark.parametrize("labels", [[True, False, True], [1, 0, 1], ["yes", "no", "yes"]])
def test_scores_given_as_predictions_are_refused(labels):
    with pytest.raises(BadLabel, match=r"^These are scores, not predictions: tc\.evaluate\(labels, scores\)"):
        tc.confusion(labels, [0.75, 0.25, 0.5])


@pytest.mark.parametrize(
    ("labels", "guesses"),
    [([True, False, True], [2, 1, 0]), (["cat", "dog", "cow"], [0, 1, 2]), ([1, 2, 3], [7, 8, 9])],
)
def test_predictions_of_which_none_is_a_label_are_refused(labels, guesses):
    with pytest.raises(BadLabel, match="No prediction in column 'predictions' is a label of 'labels'"):
        tc.confusion(labels, guesses)


def test_missing_predictions_are_missing_values():
    assert tc.confusion([1, 0, 1], [1, None, 0], missing="drop").counts == tc.Counts(tp=1, fp=0, fn=1, tn=0)
    with pytest.raises(InputError, match="1 in column 'predictions'"):
        tc.confusion([1, 0, 1], [1, None, 0])


# Classes


def test_rows_without_weight_are_left_out_of_the_matrix_and_counted():
    table = {"y": ["a", "b", "c", "d"], "g": ["a", "b", "c", "a"], "w": [1, 1, 2, 0]}
    e = tc.evaluate(table, label="y", predicted="g", weight="w")
    assert e.matrix.classes == ("a", "b", "c")
    assert (e.read.rows, e.read.dropped) == (3, {"the weight is 0": 1})


def test_classes_may_be_named_by_numbers():
    table = {"y": [0, 1, 2], "a": [0.9, 0, 0], "b": [0.1, 0.8, 0.3], "c": [0, 0.2, 0.7]}
    e = tc.evaluate(table, label="y", class_scores={0: "a", 1: "b", 2: "c"})
    assert e.metric("accuracy").value == 1


def test_every_class_needs_a_score_and_every_score_a_class():
    table = {"y": ["a", "b", "c"], "pa": [1, 0, 0], "pb": [0, 1, 0], "pc": [0, 0, 1], "pd": [0, 0, 0]}
    with pytest.raises(BadCall, match="Class 'c' has no score"):
        tc.evaluate(table, label="y", class_scores={"a": "pa", "b": "pb"})
    with pytest.raises(BadLabel, match="score was given for class 'd', but column 'y' has no such label"):
        named = {"a": "pa", "b": "pb", "c": "pc", "d": "pd"}
        tc.evaluate({**table, "g": ["a", "b", "c"]}, label="y", predicted="g", class_scores=named)


# What contradicts itself


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: tc.evaluate(3), "A value of type int alone cannot be evaluated"),
        (lambda: tc.evaluate(None), "A value of type NoneType alone cannot be evaluated"),
        (lambda: tc.evaluate([1, 0], {}), "No scores were given"),
        (lambda: tc.evaluate([1, 0], [1, 0], label="y"), "no columns to name"),
        (lambda: tc.evaluate(TABLE, label="y", score="p", class_scores={"0": "q"}), "do not go together"),
        (lambda: tc.evaluate(TABLE, label="y", score="q", predicted="q"), "both as scores and as predictions"),
        (lambda: tc.evaluate(TABLE, label="y", predicted="y", threshold=0.3), "no threshold to move"),
        (lambda: tc.evaluate(TABLE, label="y", predicted="y", lower_is_positive=True), "no direction"),
        (lambda: tc.evaluate(TABLE, label="y", class_scores={"0": "p", "1": "q"}, positive=2), "has no score among"),
        (
            lambda: tc.evaluate(TABLE, label="y", class_scores={"0": "p", "1": "q"}, lower_is_positive=True),
            "leave out --lower-is-positive",
        ),
        (
            lambda: tc.evaluate(TABLE, label="y", class_scores={"0": "p", "1": "q"}, cluster="g"),
            "Clusters need two classes",
        ),
        (lambda: tc.evaluate([1, 0], [1, 0], missing="ignore"), "missing must be 'error' or 'drop', not 'ignore'"),
        (lambda: tc.evaluate([1, 0], [1, 0], threshold="half"), "A threshold is a number, not 'half'"),
        (
            lambda: tc.evaluate([1, 0], [1, 0], threshold=float("nan")).summary(),
            "A threshold is a number, not NaN",
        ),
    ],
)
def test_a_call_that_contradicts_itself_is_refused(call, said):
    with pytest.raises(BadCall) as refused:
        call()
    assert said in str(refused.value)


def test_a_missing_column_or_file_is_refused_with_a_near_miss(tmp_path):
    with pytest.raises(MissingColumn, match=r"has no column 'yy'. Did you mean 'y'\?"):
        tc.evaluate(TABLE, label="yy", score="p")
    with pytest.raises(UnreadableSource, match="There is no file"):
        tc.evaluate(tmp_path / "none.csv")


# A score table that was counted before


def test_added_score_tables_are_evaluated_like_their_rows():
    monday = tc.ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.6])
    tuesday = tc.ScoreTable.from_rows([False, True], [0.7, 0.8])
    together = tc.evaluate([1, 0, 1, 0, 1], [0.9, 0.4, 0.6, 0.7, 0.8])
    assert tc.evaluate(monday + tuesday).metric("roc_auc") == together.metric("roc_auc")
    assert tc.evaluate(monday + tuesday, threshold=0.65).at(0.65).counts == together.at(0.65).counts


def test_words_that_were_not_given_are_taken_from_the_labels():
    evaluation = tc.evaluate(["spam", "ham"], [1, 0], positive="spam", words=tc.Words(unit="email"))
    assert evaluation.words == tc.Words("spam", "ham", "email")


@pytest.mark.parametrize("kind", ["models", "groups"])
def test_a_misspelt_model_or_group_gets_a_suggestion(kind):
    evaluation = tc.evaluate([1, 0, 1], {"logistic": [3, 2, 1]}, group=["north", "north", "south"])
    name = {"models": "logistik", "groups": "nort"}[kind]
    with pytest.raises(UnknownName, match="Did you mean"):
        getattr(evaluation, kind)[name]


def test_a_column_of_thousands_of_labels_is_no_class_column():
    labels = [str(i) for i in range(1001)]
    with pytest.raises(BadLabel, match="1,001 different labels"):
        tc.confusion(labels, labels)


@pytest.mark.parametrize("named", [{"group": "g"}, {"fold": "f"}, {"weight": "w"}, {"label": "y"}])
def test_what_was_counted_before_has_no_columns_to_name(named):
    table = tc.evaluate([1, 0, 1, 0], [0.9, 0.1, 0.7, 0.6]).table
    with pytest.raises(BadCall, match=f"has no columns to name; leave out {next(iter(named))}"):
        tc.evaluate(table, **named)
