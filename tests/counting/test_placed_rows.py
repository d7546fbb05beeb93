"""Placed rows know their class, their place in each table and their cluster, and give the tables back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import truecut as tc
from truecut.counting.countable import Weights
from truecut.counting.placed_rows import PlacedRows, placed_together, places_in
from truecut.counting.score_table import ScoreTable

ROWS = st.lists(
    st.tuples(st.booleans(), st.sampled_from([-1.5, 0.0, 0.25, 0.5, 7.0]), st.integers(0, 3), st.integers(0, 4)),
    min_size=1,
    max_size=40,
)


def placed(rows, lower_is_positive: bool = False, weighted: bool = True) -> PlacedRows:
    labels, scores, weights, clusters = (np.array(column) for column in zip(*rows, strict=True))
    weights = weights if weighted else None
    table = ScoreTable.from_rows(
        labels, scores, weights, weights_are=Weights.REPEATED, lower_is_positive=lower_is_positive
    )
    return PlacedRows.of({"m": table}, {"m": scores}, labels, weights=weights, clusters=clusters.astype(np.int32))


@settings(deadline=None)
@given(ROWS, st.booleans(), st.booleans())
def test_counting_placed_rows_gives_the_table_back(rows, lower_is_positive, weighted):
    found = placed(rows, lower_is_positive, weighted)
    table = found.tables["m"]
    for of_class, column in ((found.is_positive, table.positives), (~found.is_positive, table.negatives)):
        weights = None if found.weights is None else found.weights[of_class]
        counted = np.bincount(found.places["m"][of_class], weights, minlength=len(table))
        assert counted.tolist() == column.tolist()


@settings(deadline=None)
@given(ROWS, ROWS, st.booleans())
def test_parts_together_are_the_whole(first, second, lower_is_positive):
    parts = [placed(first, lower_is_positive), placed(second, lower_is_positive)]
    whole = placed(first + second, lower_is_positive)
    table = parts[0].tables["m"] + parts[1].tables["m"]
    joined = placed_together(parts, {"m": table})
    assert table == whole.tables["m"]
    for name in ("is_positive", "weights", "clusters"):
        assert getattr(joined, name).tolist() == getattr(whole, name).tolist()
    assert joined.places["m"].tolist() == whole.places["m"].tolist()


@settings(deadline=None)
@given(ROWS, st.sampled_from([-2.0, 0.0, 0.3, 0.5, 8.0]), st.booleans())
def test_a_row_is_flagged_as_its_score_says(rows, threshold, lower_is_positive):
    found = placed(rows, lower_is_positive, weighted=False)
    reached = int(tc.Curve(found.tables["m"]).reached([threshold])[0])
    scores = found.scores("m")
    expected = scores <= threshold if lower_is_positive else scores >= threshold
    assert found.flagged("m", reached).tolist() == expected.tolist()


def test_rows_of_weight_0_have_no_place():
    found = placed([(True, 0.5, 0, 1), (False, 0.25, 2, 3)])
    assert len(found) == 1
    assert found.numbers.tolist() == [2]
    assert found.clusters.tolist() == [3]


def test_rows_are_numbered_from_1_as_they_were_given_and_each_is_a_cluster_unless_said_otherwise():
    table = ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4])
    alone = PlacedRows.of({"m": table}, {"m": [0.9, 0.4, 0.4]}, [True, False, True])
    assert (alone.numbers.tolist(), alone.number_of_clusters) == ([1, 2, 3], 3)
    clustered = PlacedRows.of(
        {"m": table},
        {"m": [0.9, 0.4, 0.4]},
        [True, False, True],
        numbers=[7, 9, 8],
        clusters=np.array([5, 2, 5], np.int32),
    )
    assert (clustered.numbers.tolist(), clustered.number_of_clusters) == ([7, 9, 8], 2)


def test_whole_numbers_beyond_floats_keep_their_places():
    scores = np.array([2**60, 2**60 + 1, 2**60 + 2])
    table = ScoreTable.from_rows([True, False, True], scores)
    assert places_in(table, scores).tolist() == [2, 1, 0]


@pytest.mark.parametrize("weight", [None, [1.5, 0.5, 2.0, 1.0, 0.0, 1.0]])
def test_a_saved_evaluation_keeps_its_clusters(tmp_path, weight):
    labels, scores = [1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.6, 0.1]
    e = tc.evaluate(
        labels, {"a": scores, "b": scores[::-1]}, cluster=list("xxyyzz"), group=list("ggghhh"), weight=weight
    )
    e.save(tmp_path / "saved.json")
    loaded = tc.load(tmp_path / "saved.json")
    pairs = [(e.by_model[name], loaded.by_model[name]) for name in ("a", "b")]
    pairs += [(e.by_group[group]["a"], loaded.by_group[group]["a"]) for group in ("g", "h")]
    assert (loaded.read.cluster, loaded.read.clusters) == ("clusters", 3)
    for before, after in pairs:
        rows, same = before.clustered, after.clustered
        assert same.places[after.name].tolist() == rows.places[before.name].tolist()
        for name in ("is_positive", "numbers", "clusters"):
            assert getattr(same, name).tolist() == getattr(rows, name).tolist()
        assert (same.weights is None) == (weight is None)
        assert weight is None or same.weights.tolist() == rows.weights.tolist()


def test_a_loaded_evaluation_has_the_same_intervals(tmp_path):
    rng = np.random.default_rng(0)
    labels, scores = rng.random(200) < 0.4, rng.random(200)
    e = tc.evaluate(labels, scores, cluster=np.arange(200) // 5)
    e.save(tmp_path / "saved.json")
    loaded = tc.load(tmp_path / "saved.json")
    for name in ("roc_auc", "recall", "mcc", "ks"):
        assert loaded.metric(name) == e.metric(name)


def test_what_was_saved_without_clusters_has_none(tmp_path):
    tc.evaluate([1, 0], [0.9, 0.1]).save(tmp_path / "saved.json")
    assert tc.load(tmp_path / "saved.json").model.clustered is None
