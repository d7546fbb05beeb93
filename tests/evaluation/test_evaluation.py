"""What a user holds: one or several models, groups, classes; saved and loaded."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, roc_auc_score

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.errors import BadCall, UnknownName, UnreadableSource
from truecut.views.formats import written_in
from truecut.views.summary import SummaryView


def summary_as_json(summary):
    return written_in(SummaryView(summary), "json")


EXAMPLES = Path(__file__).parents[2] / "examples"
LABELS = [1, 0, 1, 0]
SCORES = [0.9, 0.2, 0.6, 0.7]
DIGITS = {str(digit): f"p{digit}" for digit in range(10)}


@pytest.fixture(scope="module")
def digits() -> tc.ClassEvaluation:
    return tc.evaluate(EXAMPLES / "digits.csv", label="digit", class_scores=DIGITS)


# One and several models


def test_one_model_is_asked_through_the_evaluation():
    e = tc.evaluate(LABELS, SCORES)
    assert e.metric("roc_auc").value == 3 / 4
    assert (e.positives, e.negatives, e.rows, e.threshold) == (2, 2, 4, 0.5)
    assert e.at(0.65).counts == tc.Counts(tp=1, fp=1, fn=1, tn=1)
    assert e.at(0.65).threshold == 0.65


def test_a_metric_of_four_counts_is_taken_at_the_threshold():
    e = tc.evaluate(LABELS, SCORES)
    assert e.metric("precision").value == 2 / 3
    assert e.cut_at(0.8).metric("precision").value == 1
    assert e.cut_at(0.8).metric("roc_auc") == e.metric("roc_auc")
    assert e.threshold == 0.5


def test_all_metrics_are_there_by_name_and_computed_when_asked_for():
    values = tc.evaluate(LABELS, SCORES).metrics()
    assert list(values) == [entry.name for entry in CATALOGUE]
    assert len(values) == len(CATALOGUE)
    assert values["recall"].value == 1
    assert values["recall"] is values["recall"]
    with pytest.raises(KeyError):
        values["no such metric"]


def test_several_models_are_asked_one_by_one():
    e = tc.evaluate(LABELS, {"good": [0.9, 0.1, 0.8, 0.2], "bad": [0.1, 0.9, 0.2, 0.8]})
    assert {name: one.metric("roc_auc").value for name, one in e.models.items()} == {"good": 1, "bad": 0}
    assert e.models["bad"].read.scores == ("bad",)
    with pytest.raises(BadCall, match=r"There are 2 models \('good', 'bad'\); ask one of them: e.models\[name\]"):
        e.metric("roc_auc")


def test_groups_of_several_models_are_groups_of_each():
    e = tc.evaluate(LABELS, {"a": SCORES, "b": SCORES[::-1]}, group=["x", "x", "y", "y"])
    by_model = e.models["b"].groups["x"].metric("roc_auc")
    assert by_model == e.groups["x"].models["b"].metric("roc_auc")
    assert by_model.value == 1


def test_an_unknown_metric_or_parameter_is_refused_with_a_near_miss():
    e = tc.evaluate(LABELS, SCORES)
    with pytest.raises(UnknownName, match=r"No metric is called 'precison'. Did you mean 'precision'"):
        e.metric("precison")
    with pytest.raises(UnknownName, match=r"No parameter of f_beta is called 'bet'. Did you mean 'beta'\?"):
        e.metric("f_beta", bet=2)


# Hard predictions and four counts


def test_hard_predictions_are_one_point():
    e = tc.evaluate({"y": LABELS, "guess": [1, 0, 0, 1]}, label="y", predicted="guess")
    assert e.at(1).counts == tc.Counts(tp=1, fp=1, fn=1, tn=1)
    assert e.at(1).threshold is None
    assert e.metric("recall").value == 0.5
    assert (e.read.predicted, e.read.scores) == (("guess",), ())


def test_hard_predictions_have_no_curve_and_say_why():
    e = tc.evaluate({"y": LABELS, "guess": [1, 0, 0, 1]}, label="y", predicted="guess")
    absent = [entry.name for entry in CATALOGUE if not entry.needs_only_counts]
    assert "roc_auc" in absent
    for name in absent:
        assert e.metric(name).undefined == "hard predictions are one point and have no curve"


@pytest.mark.parametrize("move", ["at", "cut_at"])
def test_hard_predictions_have_no_threshold_to_move(move):
    e = tc.evaluate({"y": LABELS, "guess": [1, 0, 0, 1]}, label="y", predicted="guess")
    with pytest.raises(BadCall, match="'guess' gave hard predictions"):
        getattr(e, move)(0.3)


def test_four_counts_give_every_metric_of_four_counts():
    point = tc.counts(tp=30, fn=10, fp=5, tn=55)
    assert point.metric("precision").value == 30 / 35
    assert set(point.metrics()) == {entry.name for entry in CATALOGUE if entry.needs_only_counts}
    with pytest.raises(BadCall, match="roc_auc needs scores, and four counts do not tell them"):
        point.metric("roc_auc")


def test_huge_counts_stay_exact():
    n = 10**30
    point = tc.counts(tp=n, fn=1, fp=1, tn=n)
    assert point.counts.rows == 2 * n + 2
    assert point.metric("mcc").value == pytest.approx(1, abs=1e-15)
    assert tc.counts(tp=2**60 + 1, fn=0, fp=0, tn=0).metric("zero_one_count").value == 0


@pytest.mark.parametrize("wrong", [{"tp": -1}, {"tp": float("nan")}, {"tp": "3"}, {"tp": True}, {"tp": float("inf")}])
def test_wrong_counts_are_refused_by_name(wrong):
    with pytest.raises(BadCall, match="tp must be"):
        tc.counts(**{"fn": 1, "fp": 1, "tn": 1, **wrong})


# More than two classes


def test_digits_are_counted_as_scikit_learn_counts_them(digits):
    data = np.genfromtxt(EXAMPLES / "digits.csv", delimiter=",", skip_header=1)
    truth, scores = data[:, 0].astype(int), data[:, 2:]
    assert digits.matrix.rows.tolist() == confusion_matrix(truth, scores.argmax(axis=1)).tolist()
    for average in ("macro", "weighted"):
        # scikit-learn wants rows that sum to 1 exactly; dividing a row by its sum would change the order of rows,
        # so each class is taken on its own.
        areas = [roc_auc_score(truth == digit, scores[:, digit]) for digit in range(10)]
        weights = np.bincount(truth) if average == "weighted" else None
        assert digits.metric("roc_auc", average).value == pytest.approx(np.average(areas, weights=weights), abs=1e-12)


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_one_versus_rest_areas_are_those_of_scikit_learn(average):
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 4, 300)
    scores = rng.random((300, 4)) + 2 * np.eye(4)[truth] * (rng.random((300, 1)) < 0.5)
    scores /= scores.sum(axis=1, keepdims=True)
    table = {"y": truth, **{f"p{i}": scores[:, i] for i in range(4)}}
    e = tc.evaluate(table, label="y", class_scores={i: f"p{i}" for i in range(4)})
    theirs = roc_auc_score(truth, scores, multi_class="ovr", average=average)
    assert e.metric("roc_auc", average).value == pytest.approx(theirs, abs=1e-12)


def test_each_class_is_an_evaluation_against_the_rest(digits):
    eight = digits.classes["8"]
    assert (eight.positives, eight.rows) == (174, 1797)
    assert (eight.read.positive, eight.read.negative) == ("8", "not 8")
    assert eight.metric("roc_auc").value == pytest.approx(0.973, abs=0.001)


def test_the_highest_score_is_the_prediction_and_that_is_said(digits):
    assert digits.read.inferred == ("predictions: the class with the highest score of each row",)


def test_predictions_alone_have_no_curves():
    e = tc.evaluate({"y": ["a", "b", "c"], "g": ["a", "b", "b"]}, label="y", predicted="g")
    assert e.metric("accuracy").value == 2 / 3
    with pytest.raises(BadCall, match="roc_auc needs a score for every class"):
        e.metric("roc_auc")


def test_the_micro_average_pools_the_pairs_of_a_row_and_a_class(digits):
    data = np.genfromtxt(EXAMPLES / "digits.csv", delimiter=",", skip_header=1)
    is_own = np.eye(10)[data[:, 0].astype(int)].ravel()
    assert digits.metric("roc_auc", "micro").value == pytest.approx(roc_auc_score(is_own, data[:, 2:].ravel()))
    assert digits.micro.rows == 17_970


def test_one_class_of_many_is_told_from_the_rest_where_it_is_named():
    e = tc.evaluate(EXAMPLES / "digits.csv", label="digit", class_scores=DIGITS, positive="8")
    assert (e.read.positive, e.read.negative, e.positives) == ("8", "not 8", 174)
    assert "negative: the 9 other labels" in e.read.inferred[0]


def test_a_class_without_a_score_leaves_the_average_undefined():
    table = {"y": ["a", "b", "c", "a"], "g": ["a", "b", "c", "b"], "pa": [0.9, 0.1, 0.2, 0.4], "pb": [0, 1, 0, 1]}
    e = tc.evaluate(table, label="y", predicted="g", class_scores={"a": "pa", "b": "pb"})
    assert e.classes["a"].metric("roc_auc").value == 1
    assert e.metric("roc_auc").undefined == "undefined for 1 of 3 classes (for 'c': no score was given for it)"
    each = {one.name: one.metrics["roc_auc"].value for one in e.summary().classes.each}
    assert each == {"a": 1, "b": 5 / 6, "c": None}


# Save and load


@pytest.mark.parametrize(
    "e",
    [
        tc.evaluate(LABELS, SCORES),
        tc.evaluate(LABELS, {"a": SCORES, "ü|{}": [1, 2, 3, 4]}, group=["x", "y", "x", "x"], threshold=0.1 + 0.2),
        tc.evaluate(LABELS, SCORES, weight=[0.1, 0.2, 0.3, 0], lower_is_positive=True),
        tc.evaluate(LABELS, np.array([2**60 + 1, 2**60, 1, 0]), threshold=2**60 + 1),
        tc.evaluate(LABELS, [np.inf, -np.inf, 0.5, 0.5], threshold=np.inf),
        tc.evaluate(["spam", "ham"], [1, 0], positive="spam", words=tc.Words("spam", "ham", "mouse", "mice")),
        tc.evaluate({"y": LABELS, "guess": [1, 0, 0, 1]}, label="y", predicted="guess"),
        tc.evaluate([1, None, 1, 0], SCORES, missing="drop"),
    ],
    ids=["plain", "models and groups", "weights", "whole numbers", "infinite", "words", "predictions", "dropped"],
)
def test_what_is_saved_and_loaded_says_the_same(e, tmp_path):
    e.save(tmp_path / "saved.json")
    loaded = tc.load(tmp_path / "saved.json")
    summary = e.summary()
    # Which of several is best, and which are told apart, needs the rows, and they are not saved.
    unranked = replace(summary, compared=None, question=replace(summary.question, rows=None))
    assert summary_as_json(loaded.summary()) == summary_as_json(unranked)
    assert (loaded.read, loaded.words) == (e.read, e.words)
    loaded.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "saved.json").read_bytes()


def test_a_saved_evaluation_is_plain_json_without_the_rows(tmp_path):
    tc.evaluate(LABELS * 1000, SCORES * 1000).save(tmp_path / "saved.json")
    assert json.loads((tmp_path / "saved.json").read_text())["kind"] == "evaluation"
    assert (tmp_path / "saved.json").stat().st_size < 2000


def test_other_files_are_refused(tmp_path):
    (tmp_path / "other.json").write_text("{}")
    tc.evaluate(LABELS, SCORES).table.save(tmp_path / "table.json")
    with pytest.raises(UnreadableSource, match="not a file that truecut saved"):
        tc.load(tmp_path / "other.json")
    with pytest.raises(UnreadableSource, match="holds a saved score table"):
        tc.load(tmp_path / "table.json")
    with pytest.raises(UnreadableSource, match="No such file"):
        tc.load(tmp_path / "none.json")


# Parts of the rows


def divided():
    random = np.random.default_rng(6)
    rows = 400
    return {
        "y": random.random(rows) < 0.4,
        "p": random.integers(0, 20, rows) / 20,
        "amount": random.random(rows) * 100,
        "region": random.choice(["north", "south"], rows),
        "age": random.choice(["young", "old"], rows),
        "customer": np.arange(rows) // 4,
    }


@pytest.mark.parametrize("more", [{}, {"cluster": "customer"}])
def test_without_a_group_no_row_counts_twice_however_many_columns_divide_them(more):
    table = divided()
    asked = {"label": "y", "score": "p", "amount": "amount", **more}
    e = tc.evaluate(table, group=["region", "age"], **asked)
    rest = e.without_group("region=north")
    kept = table["region"] != "north"
    alone = tc.evaluate({name: column[kept] for name, column in table.items()}, **asked)
    assert (rest.rows, rest.read.rows) == (alone.rows, alone.rows) == (kept.sum(), kept.sum())
    assert rest.read.clusters == alone.read.clusters
    for name in ("roc_auc", "recall", "precision"):
        ours, theirs = rest.metric(name), alone.metric(name)
        assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high), rel=1e-12)
    cost = tc.Cost(fn="amount", fp=1)
    assert rest.costs(cost).totals == pytest.approx(alone.costs(cost).totals, rel=1e-9)


def test_a_group_has_as_many_clusters_as_its_rows_are_of():
    table = divided()
    e = tc.evaluate(table, label="y", score="p", group="region", cluster="customer")
    for name in ("north", "south"):
        assert e.groups[name].read.clusters == len(set(table["customer"][table["region"] == name]))


def test_defaults_are_those_of_the_functions_behind():
    from inspect import signature

    from truecut.decisions import cross_fitting, decision_curve
    from truecut.inference.bands import cells, of_model
    from truecut.inference.calibration import recalibration, reliability
    from truecut.inference.chance import null_distribution as chance
    from truecut.inference.planning import growth

    def default(method, name):
        return signature(method).parameters[name].default

    fitted = {"folds": cross_fitting.FOLDS, "repeats": cross_fitting.REPEATS, "resamples": cross_fitting.RESAMPLES}
    assert {name: default(tc.Evaluation.optimism, name) for name in fitted} == fitted
    assert default(tc.Evaluation.band, "points") == of_model.POINTS
    assert default(tc.Evaluation.band, "replicates") == cells.REPLICATES
    assert default(tc.Evaluation.calibration, "replicates") == reliability.REPLICATES
    assert default(tc.Evaluation.recalibrate, "folds") == recalibration.FOLDS
    assert default(tc.Evaluation.recalibrate, "repeats") == recalibration.REPEATS
    assert default(tc.Evaluation.chance, "draws") == chance.DRAWS
    assert default(tc.Evaluation.widths, "times") == growth.TIMES
    ends = default(tc.Evaluation.decision_curve, "low"), default(tc.Evaluation.decision_curve, "high")
    assert ends == (decision_curve.LOW, decision_curve.HIGH)
    assert default(tc.Evaluation.decision_curve, "replicates") == cells.REPLICATES


@pytest.mark.parametrize("lower_is_positive", [False, True])
def test_a_rule_that_flags_nothing_flags_nothing_where_low_scores_mean_positive_too(lower_is_positive):
    labels, scores = [0, 0, 1, 0, 1, 0], np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    e = tc.evaluate(labels, scores if lower_is_positive else -scores, lower_is_positive=lower_is_positive)
    cut = e.given(cost={"fp": 1000, "fn": 1}, rule="cheapest").by_rule
    assert cut.read.inferred[-1].endswith("scores flags nothing")
    assert cut.metric("share_flagged").value == 0.0
