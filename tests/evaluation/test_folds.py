"""Scores of a cross-validation: by fold, pooled, and with intervals that know what the models have in common."""

import json

import numpy as np
import pytest

import truecut as tc
from out_of_fold import out_of_fold
from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.folds import is_within_folds
from truecut.errors import BadCall, EmptyGroup, MissingColumn
from truecut.evaluation.arguments import request_of
from truecut.evaluation.from_data import evaluated
from truecut.inference.cross_validation import nadeau_bengio
from truecut.inference.proportions import wilson_limits

# Limits computed apart from truecut: areas by counting pairs one by one, shares by solving Wilson's quadratic.
THREE_FOLDS = [
    ([0.9, 0.8, 0.35, 0.3, 0.6, 0.1], [1, 1, 0, 0, 1, 0]),
    ([0.7, 0.6, 0.65, 0.2, 0.9, 0.4], [1, 0, 1, 0, 1, 1]),
    ([0.5, 0.5, 0.2, 0.8, 0.1, 0.3], [1, 0, 0, 1, 0, 1]),
]


def shifted(rows=1000, folds=5, shift=1.5, seed=0):
    """Return labels, scores and folds; each fold's scores are on a level of their own, rising by `shift`."""
    random = np.random.default_rng(seed)
    labels, fold = random.random(rows) < 0.3, np.arange(rows) % folds
    return labels, 1.5 * labels + random.normal(size=rows) + shift * fold, fold


@pytest.fixture(scope="module")
def predicted():
    return out_of_fold()


@pytest.mark.parametrize(
    ("name", "scoring"),
    [
        ("roc_auc", "roc_auc"),
        ("average_precision", "average_precision"),
        ("accuracy", "accuracy"),
        ("recall", "recall"),
        ("brier", "neg_brier_score"),
        ("log_loss", "neg_log_loss"),
    ],
)
def test_folds_have_the_values_mean_and_standard_deviation_of_scikit_learn(predicted, name, scoring):
    y, score, fold, of_sklearn = predicted
    found = tc.evaluate(y, score, fold=fold).over_folds(name)
    expected = np.abs(of_sklearn(scoring))
    assert [float(value) for value in found.by_fold.values()] == pytest.approx(expected)
    assert (found.mean, found.sd) == pytest.approx((expected.mean(), expected.std(ddof=1)))


def test_the_area_is_the_mean_within_folds_wherever_it_is_asked_for(predicted, tmp_path):
    y, score, fold, of_sklearn = predicted
    mean = pytest.approx(of_sklearn("roc_auc").mean())
    e = tc.evaluate(y, score, fold=fold)
    assert float(e.metric("roc_auc")) == mean
    assert float(e.metrics()["roc_auc"]) == mean
    assert float(e.over_folds("roc_auc").estimate) == mean
    assert float(e.summary().models[0].metrics["roc_auc"]) == mean
    assert e.metric("roc_auc").method == "guarded within folds"
    e.save(tmp_path / "e.truecut")
    assert tc.load(tmp_path / "e.truecut").metric("roc_auc") == e.metric("roc_auc")


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_what_ranks_is_the_mean_within_folds_and_the_rest_is_that_of_all_rows(predicted, entry):
    y, score, fold, _ = predicted
    e, pooled = tc.evaluate(y, score, fold=fold), tc.evaluate(y, score)
    known = [one.metric(entry.name).value for one in e.folds.values()]
    expected = np.mean(known) if is_within_folds(entry) else pooled.metric(entry.name).value
    assert e.metric(entry.name).value == pytest.approx(expected)
    assert e.over_folds(entry.name).pooled.value == pooled.metric(entry.name).value


def test_the_area_of_three_small_folds_has_the_interval_of_its_formula():
    scores, labels = (np.concatenate([part[i] for part in THREE_FOLDS]) for i in (0, 1))
    found = tc.evaluate(labels, scores, fold=np.repeat([0, 1, 2], 6)).metric("roc_auc", interval="logit-delong")
    assert (found.value, found.low, found.high) == pytest.approx(
        (0.9027777777777778, 0.4736035879771468, 0.9896732594429841)
    )


@pytest.mark.parametrize(
    ("right", "rows", "low", "high"),
    [
        (353, 400, 0.8393131505011133, 0.9152517810947314),
        (182, 200, 0.850736273814104, 0.947194164361675),
        (77, 100, 0.6584644087527542, 0.8532301781902494),
    ],
)
def test_a_share_is_pooled_and_has_wilsons_interval_of_rows_divided_by_1_44(right, rows, low, high):
    labels, scores = np.arange(rows) % 2, np.arange(rows) % 2
    scores = np.where(np.arange(rows) < right, scores, 1 - scores)
    found = tc.evaluate(labels, scores, fold=np.arange(rows) % 5).metric("accuracy")
    assert (found.value, found.low, found.high) == pytest.approx((right / rows, low, high))
    assert (found.method, found.rows) == ("wilson of rows / 1.44", rows)
    assert (low, high) == pytest.approx(wilson_limits(right / 1.44, rows / 1.44, 0.95))


def test_nadeau_bengio_is_there_by_name():
    low, high = nadeau_bengio([0.81, 0.78, 0.86, 0.79, 0.83], 0.25)
    assert (low, high) == pytest.approx((0.7542257741147664, 0.8737742258852337))
    labels, scores, fold = shifted()
    e = tc.evaluate(labels, scores, fold=fold)
    by_fold = [float(one) for one in e.over_folds("roc_auc").by_fold.values()]
    found = e.metric("roc_auc", interval="nadeau-bengio")
    assert (found.low, found.high) == pytest.approx(nadeau_bengio(by_fold, 1 / 4))
    with pytest.raises(BadCall, match="over folds"):
        tc.evaluate(labels, scores).metric("roc_auc", interval="nadeau-bengio")


@pytest.mark.parametrize("name", ["recall", "f1", "mcc", "lr_plus", "brier", "kappa", "informedness"])
def test_an_interval_of_pooled_rows_is_wider_by_what_training_has_in_common(predicted, name):
    y, score, fold, _ = predicted
    of_folds, plain = (tc.evaluate(y, score, **given).metric(name) for given in ({"fold": fold}, {}))
    assert of_folds.low < plain.low <= plain.value == of_folds.value <= plain.high < of_folds.high
    assert (of_folds.high - of_folds.low) / (plain.high - plain.low) == pytest.approx(1.2, rel=0.12)
    assert of_folds.method == f"{plain.method} of rows / 1.44"


def test_how_common_positives_are_is_known_as_well_as_without_folds():
    labels, scores, fold = shifted()
    of_folds, plain = (tc.evaluate(labels, scores, **given).metric("prevalence") for given in ({"fold": fold}, {}))
    assert (of_folds.low, of_folds.high, of_folds.method) == (plain.low, plain.high, plain.method)


def test_repeating_the_cross_validation_makes_nobody_surer():
    labels, scores, fold = shifted(shift=0)
    once = tc.evaluate(labels, scores, fold=fold)
    again = {"repeat": np.repeat([1, 2, 3], len(labels)), "fold": np.tile(fold, 3)}
    thrice = tc.evaluate(np.tile(labels, 3), np.tile(scores, 3), fold=again)
    assert list(thrice.folds)[:6] == ["1/0", "1/1", "1/2", "1/3", "1/4", "2/0"]
    for name in ("roc_auc", "recall", "average_precision"):
        one, three = once.metric(name), thrice.metric(name)
        assert (three.value, three.low, three.high) == pytest.approx((one.value, one.low, one.high), rel=1e-6)


def test_a_fold_without_one_of_the_classes_has_no_area_and_is_said_to_be_left_out():
    labels = np.array([1, 0, 1, 0, 0, 0, 1, 0])
    found = tc.evaluate(labels, [0.9, 0.1, 0.8, 0.3, 0.2, 0.4, 0.5, 0.7], fold=np.repeat([1, 2, 3, 4], 2)).metric(
        "roc_auc"
    )
    assert found.value == pytest.approx((1 + 1 + 0) / 3)
    assert "the mean of the 3 of 4 folds that have it" in found.note


def test_folds_of_single_rows_rank_nothing():
    found = tc.evaluate([1, 0, 1, 0], [0.9, 0.1, 0.8, 0.3], fold=[1, 2, 3, 4]).metric("roc_auc")
    assert found.value is None
    assert found.undefined.startswith("no fold has it")


def test_folds_are_evaluations_and_are_counted_as_people_count():
    labels, scores, fold = shifted(rows=600, folds=12)
    e = tc.evaluate(labels, scores, fold=[str(one) for one in fold])
    assert list(e.folds) == [str(one) for one in range(12)]
    some = fold == 7
    assert e.folds["7"].metric("roc_auc").value == tc.evaluate(labels[some], scores[some]).metric("roc_auc").value
    assert sum(one.rows for one in e.folds.values()) == e.rows
    assert tc.evaluate(labels, scores).folds == {}


def test_folds_follow_the_threshold_and_another_prevalence_by_the_weights_of_all_rows():
    labels, scores, fold = shifted(shift=0)
    e = tc.evaluate(labels, scores, fold=fold).cut_at(1.0)
    assert e.folds["2"].metric("recall").value == float(np.mean(scores[labels & (fold == 2)] >= 1.0))
    moved = e.given(prevalence=0.02)
    assert moved.metric("prevalence").value == pytest.approx(0.02)
    parts = [float(one.point.counts.fp) for one in (fold.model for fold in moved.folds.values())]
    assert sum(parts) == pytest.approx(float(moved.model.point.counts.fp))


def test_groups_are_ranked_within_folds_too():
    labels, scores, fold = shifted()
    group = np.where(np.random.default_rng(1).random(len(labels)) < 0.5, "north", "south")
    e = tc.evaluate(labels, scores, fold=fold, group=group)
    some = group == "north"
    expected = np.mean(
        [tc.evaluate(labels[k], scores[k]).metric("roc_auc").value for k in (some & (fold == i) for i in range(5))]
    )
    assert e.groups["north"].metric("roc_auc").value == pytest.approx(expected)
    assert e.without_group("north").metric("roc_auc").value == pytest.approx(e.groups["south"].metric("roc_auc").value)


@pytest.mark.parametrize(
    ("fold", "problem", "error"),
    [
        (np.zeros(10), "two folds or more", BadCall),
        (np.arange(10) // 11, "two folds or more", BadCall),
        ({"repeat": np.arange(10) % 2, "fold": np.zeros(10)}, "in repeat '0'", BadCall),
    ],
)
def test_what_is_no_cross_validation_is_refused(fold, problem, error):
    with pytest.raises(error, match=problem):
        tc.evaluate(np.arange(10) % 2, np.arange(10) / 10, fold=fold)


def test_a_column_of_ids_is_no_fold():
    with pytest.raises(BadCall, match="2,000 folds"):
        tc.evaluate(np.arange(2000) % 2, np.arange(2000) / 10, fold=np.arange(2000))


def test_a_fold_of_which_no_row_is_left_is_named():
    scores = np.where(np.arange(10) % 5 == 3, np.nan, np.arange(10) / 10)
    with pytest.raises(EmptyGroup, match="Fold '3'"):
        tc.evaluate(np.arange(10) % 2, scores, fold=np.arange(10) % 5, missing="drop")


def test_a_file_with_folds_is_read_as_arrays_are(tmp_path, predicted):
    y, score, fold, _ = predicted
    path = tmp_path / "oof.csv"
    path.write_text("y,p,fold\n" + "".join(f"{a},{b!r},{c}\n" for a, b, c in zip(y, score.tolist(), fold, strict=True)))
    e = tc.evaluate(path, label="y", score="p", fold="fold")
    assert e.metric("roc_auc") == tc.evaluate(y, score, fold=fold).metric("roc_auc")
    assert e.read.folds == ("fold",)
    with pytest.raises(MissingColumn, match="fodl"):
        tc.evaluate(path, label="y", score="p", fold="fodl")


@pytest.mark.parametrize("how", ["memory", "polars", "duckdb", "sql"])
def test_folds_are_counted_where_the_rows_are(tmp_path, predicted, how):
    y, score, fold, _ = predicted
    path = tmp_path / "oof.csv"
    path.write_text("y,p,fold\n" + "".join(f"{a},{b!r},{c}\n" for a, b, c in zip(y, score.tolist(), fold, strict=True)))
    asked = {"label": "y", "score": "p", "fold": "fold"}
    expected = tc.evaluate(y, score, fold=fold)
    if how == "memory":
        e = tc.evaluate(path, memory="1GB", **asked)
    elif how == "polars":
        polars = pytest.importorskip("polars")
        e = tc.evaluate(polars.scan_csv(path), resolution="exact", **asked)
    elif how == "duckdb":
        duckdb = pytest.importorskip("duckdb")
        e = tc.evaluate(duckdb.sql(f"select * from '{path}'"), resolution="exact", **asked)
    else:
        pytest.importorskip("duckdb")
        request = request_of([str(path)], **asked).reads(sql="select * from data")
        e = evaluated(request)
    for name in ("roc_auc", "recall", "brier"):
        assert e.metric(name) == expected.metric(name)
    assert list(e.folds) == list(expected.folds)
    assert e.read.folds == ("fold",)
    assert not e.groups


def test_an_engine_hands_over_the_rows_of_repeats_and_of_groups_within_folds(predicted):
    polars = pytest.importorskip("polars")
    y, score, fold, _ = predicted
    table = polars.DataFrame({"y": y, "p": score, "fold": fold, "repeat": fold % 2, "region": fold % 3})
    asked = {"label": "y", "score": "p"}
    for given in ({"fold": ["repeat", "fold"]}, {"fold": "fold", "group": "region"}):
        here = tc.evaluate(table, **given, **asked).metric("roc_auc")
        there = tc.evaluate(table.lazy(), resolution="exact", **given, **asked).metric("roc_auc")
        assert (there.value, there.low, there.high) == pytest.approx((here.value, here.low, here.high), rel=1e-12)
    with pytest.raises(BadCall, match="two folds or more"):
        one = table.lazy().with_columns(polars.lit(1).alias("fold"))
        tc.evaluate(one, fold="fold", resolution="exact", **asked)


def test_cells_of_neighbouring_scores_leave_the_mean_area_within_what_is_said(predicted):
    polars = pytest.importorskip("polars")
    y, score, fold, _ = predicted
    table = polars.DataFrame({"y": y, "p": score, "fold": fold}).lazy()
    found = tc.evaluate(table, label="y", score="p", fold="fold", resolution=16).metric("roc_auc")
    exact = tc.evaluate(y, score, fold=fold).metric("roc_auc").value
    assert found.possible[0] < exact < found.possible[1]
    assert found.low < found.possible[0]


def test_a_model_without_folds_has_none_to_ask_over():
    with pytest.raises(BadCall, match="no folds"):
        tc.evaluate([1, 0], [0.9, 0.1]).over_folds("roc_auc")


def test_every_metric_of_a_cross_validation_can_be_written_as_json(predicted):
    from truecut.views.json_values import metrics_as_data

    y, score, fold, _ = predicted
    json.dumps(metrics_as_data(tc.evaluate(y, score, fold=fold).metrics()), allow_nan=False)
    assert metric("roc_auc")


def test_a_group_without_rows_in_a_fold_says_how_the_models_were_fitted(tmp_path):
    labels, scores, fold = shifted()
    group = np.where(fold == 4, "late", np.where(np.arange(len(fold)) % 2, "odd", "even"))
    e = tc.evaluate(labels, scores, fold=fold, group=group)
    e.save(tmp_path / "e.truecut")
    for one in (e, tc.load(tmp_path / "e.truecut")):
        assert list(one.groups["odd"].folds) == ["0", "1", "2", "3"]
        assert one.groups["odd"].metric("recall").note.endswith("5 models, each fitted on 4/5 of the rows")
