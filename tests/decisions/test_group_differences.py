"""Groups against the rest: which rows are compared, what is tested, and when nothing is said."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.decisions.complement import decided, rest_of
from truecut.decisions.group_differences import GroupVerdict, by_group
from truecut.decisions.small_groups import together_if_small
from truecut.errors import BadCall
from truecut.inference.differences import Share, newcombe_difference, score_p
from truecut.inference.multiple_tests import holm

OF_COUNTS = [entry.name for entry in CATALOGUE if entry.needs_only_counts and not entry.is_total]


def regions(seed: int = 0, rows: int = 600, worse: float = 0.0, **options) -> tc.Evaluation:
    """Three equal groups; in "north" so large a part of the positives scores like negatives."""
    chance = np.random.default_rng(seed)
    group = np.array(["north", "south", "west"])[np.arange(rows) % 3]
    labels = chance.random(rows) < 0.4
    seen = labels & ~((group == "north") & (chance.random(rows) < worse))
    scores = np.clip(chance.normal(np.where(seen, 0.65, 0.35), 0.15), 0, 1)
    return tc.evaluate(labels, scores, group=group, **options)


def models_of(e: tc.Evaluation) -> dict[str, Model]:
    return {group: models[e.model.name] for group, models in e.by_group.items()}


# Many groups


@pytest.mark.parametrize("name", ["recall", "fpr", "precision", "accuracy", "f1", "mcc", "prevalence", "lr_plus"])
@pytest.mark.parametrize("options", [{}, {"lower_is_positive": True}, {"design": "case-control"}])
def test_a_group_among_many_has_the_difference_that_it_has_alone(name, options):
    chance = np.random.default_rng(4)
    labels, scores = chance.random(900) < 0.3, chance.random(900).round(2)
    e = tc.evaluate(labels, scores, group=np.arange(900) % 60 // chance.integers(1, 3), **options)
    groups = models_of(e)
    together = by_group(e.model, groups, name).differences
    assert len(together) == len(groups)
    for found in together:
        (alone,) = by_group(e.model, {found.group: groups[found.group]}, name).differences
        assert found == replace(alone, adjusted_p=found.adjusted_p, compared=found.compared)


def test_groups_of_the_same_own_cells_but_other_rest_are_told_apart():
    labels = np.array([True, True, False, False])
    parts = {"all": slice(None), "positives": slice(0, 2)}
    models = {
        name: Model("m", ScoreTable.from_rows(labels[rows], np.array([0.9, 0.2, 0.7, 0.1])[rows]))
        for name, rows in parts.items()
    }
    found = {one.group: one.note for one in by_group(models["all"], models, "recall", least_rows=1).differences}
    assert found["all"] == "all rows are in this group"
    assert found["positives"].startswith("in the rest")


# The rest


@given(
    rows=st.lists(
        st.tuples(st.booleans(), st.integers(0, 5), st.floats(0.1, 3), st.booleans()), min_size=2, max_size=30
    ).filter(lambda rows: any(row[3] for row in rows) and not all(row[3] for row in rows)),
    is_weighted=st.booleans(),
)
def test_the_rest_is_the_table_of_the_other_rows(rows, is_weighted):
    labels, scores, weights, is_inside = (np.array(column) for column in zip(*rows, strict=True))

    def model(some: np.ndarray) -> Model:
        table = ScoreTable.from_rows(labels[some], scores[some], weights[some] if is_weighted else None)
        return Model("m", table, threshold=3)

    everything = np.ones(len(labels), dtype=bool)
    rest, expected = rest_of(model(everything), model(is_inside)).table, model(~is_inside).table
    assert rest.scores.tolist() == expected.scores.tolist()
    assert rest.positive_rows.tolist() == expected.positive_rows.tolist()
    np.testing.assert_allclose(rest.negatives, expected.negatives, atol=1e-12)
    np.testing.assert_allclose(rest.positive_squares, expected.positive_squares, atol=1e-12)


def test_a_decided_model_has_the_counts_of_the_threshold():
    e = regions(threshold=0.6)
    assert decided(e.model).point.counts == e.model.point.counts
    weighted = tc.evaluate([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1], weight=[1, 2, 3, 4])
    hard = decided(weighted.model)
    assert hard.table.weights == Weights.IMPORTANCE
    assert hard.table.positive_squares.tolist() == [1, 9]


def test_a_decided_model_keeps_the_direction_of_low_scores():
    e = tc.evaluate([1, 0, 1, 0], [0.1, 0.2, 0.8, 0.9], lower_is_positive=True)
    assert decided(e.model).point.counts == e.model.point.counts


# One metric by group


def test_a_group_is_held_against_the_other_rows_and_not_against_all():
    e = regions(worse=0.3)
    (north, *_) = e.group_differences("recall")
    inside, outside = e.groups["north"].at(0.5).counts, e.without_group("north").at(0.5).counts
    assert north.estimate.value == inside.tp / (inside.tp + inside.fn)
    assert north.rest.value == outside.tp / (outside.tp + outside.fn)
    shares = Share(inside.tp, inside.tp + inside.fn), Share(outside.tp, outside.tp + outside.fn)
    assert (north.low, north.high) == pytest.approx(newcombe_difference(*shares))
    assert north.p_value == pytest.approx(score_p(*shares))


def test_p_values_are_corrected_for_all_groups():
    differences = regions(worse=0.1).group_differences("recall")
    assert [d.adjusted_p for d in differences] == pytest.approx(holm([d.p_value for d in differences]))
    assert {d.compared for d in differences} == {3}


def test_of_two_groups_the_same_question_is_not_corrected_for():
    e = tc.evaluate([1, 0] * 40, np.linspace(0, 1, 80), group=["a", "b", "b", "a"] * 20)
    a, b = e.group_differences("recall")
    assert a.difference == pytest.approx(-b.difference)
    assert a.adjusted_p == a.p_value == pytest.approx(b.p_value)
    assert a.compared == 1


@pytest.mark.parametrize(
    ("name", "worse"), [("recall", True), ("fnr", True), ("roc_auc", True), ("mcc", True), ("brier", True)]
)
def test_worse_knows_the_direction_of_a_metric(name, worse):
    north, south, west = regions(rows=1500, worse=0.4).group_differences(name)
    assert north.is_worse is worse
    assert north.verdict == GroupVerdict.WORSE
    assert {south.verdict, west.verdict} == {GroupVerdict.BETTER}


def test_a_metric_without_a_better_direction_is_only_different():
    north, *_ = regions(rows=3000, worse=0.6).group_differences("share_flagged")
    assert (north.is_worse, north.verdict) == (None, GroupVerdict.DIFFERENT)


@pytest.mark.parametrize("name", [*OF_COUNTS, "roc_auc", "gini", "average_precision", "brier", "log_loss", "ks"])
def test_every_metric_has_a_difference_or_a_reason(name):
    for one in regions(rows=90).group_differences(name):
        assert one.difference is not None or one.note
        assert one.p_value is not None or one.note
        if one.low is not None:
            assert one.low <= one.difference <= one.high


@pytest.mark.parametrize("name", ["total_cost", "zero_one_count"])
def test_totals_of_groups_of_different_size_are_not_compared(name):
    with pytest.raises(BadCall, match="grows with the rows"):
        regions().group_differences(name)


def test_without_groups_there_is_nothing_to_compare():
    with pytest.raises(BadCall, match="group="):
        tc.evaluate([1, 0], [0.9, 0.1]).group_differences("recall")


def test_a_group_without_positives_says_why_it_has_no_recall_and_is_not_counted():
    e = tc.evaluate([1, 0, 1, 0, 0, 0], [0.9, 0.1, 0.3, 0.2, 0.4, 0.8], group=list("aabbcc"))
    a, _, c = e.group_differences("recall", least_rows=1)
    assert (c.difference, c.note, c.verdict) == (None, "no row is truly positive", GroupVerdict.UNKNOWN)
    assert a.compared == 2


def test_groups_of_all_rows_have_no_rest():
    (one,) = tc.evaluate([1, 0], [0.9, 0.1], group=["a", "a"]).group_differences("recall")
    assert one.note == "all rows are in this group"


def test_several_columns_are_each_compared_with_all_other_rows():
    labels, scores = [1, 0, 1, 0, 1, 0], [0.9, 0.1, 0.3, 0.7, 0.8, 0.2]
    e = tc.evaluate(
        {"y": labels, "p": scores, "a": list("uuvvvv"), "b": list("xyxyxy")}, label="y", score="p", group=["a", "b"]
    )
    found = {d.group: d for d in e.group_differences("recall", least_rows=1)}
    assert found["a=u"].rest.value == 1 / 2
    assert found["b=x"].note == "in the rest no row is truly positive"


def test_small_groups_stand_together_and_are_named():
    group = ["large"] * 60 + ["s"] * 4 + ["t"] * 5
    e = tc.evaluate([1, 0, 1] * 23, np.linspace(0, 1, 69), group=group)
    large, small = e.group_differences("recall")
    assert (small.group, small.rows, small.members) == ("(2 groups of fewer than 10 rows)", 9, ("s", "t"))
    assert large.rows + small.rows == e.rows


def test_one_small_group_keeps_its_name():
    e = tc.evaluate([1, 0] * 20, np.linspace(0, 1, 40), group=["a"] * 36 + ["b"] * 4)
    assert list(together_if_small(models_of(e), 10, e.rows)) == ["a", "b"]


def test_small_groups_of_several_columns_are_never_added_up_across_them():
    frame = {
        "y": [1, 0] * 20,
        "p": np.linspace(0, 1, 40),
        "a": ["u"] * 32 + ["v"] * 4 + ["w"] * 4,
        "b": ["x"] * 36 + ["z"] * 4,
    }
    e = tc.evaluate(frame, label="y", score="p", group=["a", "b"])
    found = {d.group: d.rows for d in e.group_differences("recall")}
    assert found == {"a=u": 32, "(2 groups of fewer than 10 rows by a)": 8, "b=x": 36, "b=z": 4}


# Chance


def test_groups_that_are_alike_are_seldom_told_apart():
    alarms = 0
    for seed in range(150):
        alarms += any(d.adjusted_p < 0.05 for d in regions(seed, rows=240).group_differences("recall"))
    assert alarms <= 15  # 5 % of 150 are 7.5, give or take 2.8 standard errors


def test_a_gap_that_chance_would_not_make_is_found():
    found = [f for f in regions(rows=1500, worse=0.4).findings if f.code == "group_worse"]
    assert [f.group for f in found] == ["north"]
    assert found[0].title.startswith("Recall is worse in group 'north': ")


def test_groups_that_are_alike_are_seldom_complained_of():
    complained = [any(f.code == "group_worse" for f in regions(seed, rows=300).findings) for seed in range(40)]
    assert sum(complained) <= 6  # 5 % of 40 are 2, give or take 2.9 standard errors


def test_a_clear_gap_that_does_not_matter_is_no_finding():
    # 96 % and 94 % of 20,000: far beyond chance, and too small to act upon.
    scores = np.r_[np.repeat([0.9, 0.1], [19200, 800]), np.repeat([0.9, 0.1], [18800, 1200]), np.full(100, 0.2)]
    labels = np.repeat([1, 0], [40000, 100])
    e = tc.evaluate(labels, scores, group=np.repeat(["a", "b", "b"], [20000, 20000, 100]))
    assert e.group_differences("recall")[0].adjusted_p < 1e-6
    assert not [f for f in e.findings if f.code == "group_worse"]


def test_many_groups_served_worse_are_one_finding():
    # Ten groups of 100 positives: five find half of them, five find all.
    labels = np.tile(np.repeat([1, 0], [100, 20]), 10)
    scores = np.concatenate(
        [np.repeat([0.9, 0.1, 0.2], [50 if i < 5 else 100, 50 if i < 5 else 0, 20]) for i in range(10)]
    )
    e = tc.evaluate(labels, scores, group=np.repeat([f"g{i}" for i in range(10)], 120))
    (finding,) = [f for f in e.findings if f.code == "group_worse"]
    assert finding.title == "Recall is worse in 5 groups than elsewhere."
    assert "; and 2 more." in finding.text


# What depends on prevalence


def test_precision_of_groups_of_other_prevalence_comes_with_a_caution():
    chance = np.random.default_rng(3)
    group = np.repeat(["rare", "common"], 400)
    labels = chance.random(800) < np.where(group == "rare", 0.1, 0.5)
    e = tc.evaluate(labels, np.clip(chance.normal(0.4 + 0.2 * labels, 0.2), 0, 1), group=group)
    assert "follows prevalence" in by_group(e.model, models_of(e), "precision").caution
    assert not by_group(e.model, models_of(e), "recall").caution
    (first, _) = e.group_differences("average_precision")
    assert first.difference is None
    assert "cannot be compared" in first.note


# Weights and clusters


def test_importance_weights_compare_effective_rows():
    plain, weighted = regions(), regions(weight=np.tile([0.5, 1, 2, 4], 150))
    ours, theirs = plain.group_differences("recall")[0], weighted.group_differences("recall")[0]
    assert theirs.high - theirs.low > ours.high - ours.low
    assert theirs.p_value is not None


def test_clusters_within_groups_widen_the_difference_and_clusters_across_refuse_it():
    chance = np.random.default_rng(5)
    cluster = np.repeat(np.arange(60), 10)
    group = np.where(cluster < 30, "a", "b")
    labels = np.tile([1, 0], 300)
    scores = np.clip(0.5 + 0.2 * (labels - 0.5) + np.repeat(chance.normal(0, 0.2, 60), 10), 0, 1)
    alone = tc.evaluate(labels, scores, group=group).group_differences("recall")[0]
    within = tc.evaluate(labels, scores, group=group, cluster=cluster).group_differences("recall")[0]
    assert within.method == "mover"
    assert within.difference == pytest.approx(alone.difference)
    across = tc.evaluate(labels, scores, group=np.tile(["a", "b"], 300), cluster=cluster)
    for one in across.group_differences("share_flagged"):
        assert (one.p_value, one.low) == (None, None)
        assert "clusters reach into other groups" in one.note


# Scores on different levels


def on_levels(shift: float, **options) -> tc.Evaluation:
    """Five groups of equal skill, the scores of each higher by so much than those of the one before."""
    chance, group = np.random.default_rng(0), np.arange(1000) % 5
    labels = chance.random(1000) < 0.3
    return tc.evaluate(labels, 1.75 * labels + chance.normal(size=1000) + shift * group, group=group, **options)


def test_not_every_group_is_better_than_the_rest():
    e = on_levels(1.2)
    values = [float(group.metric("roc_auc")) for group in e.groups.values()]
    assert min(values) > 0.85 > 0.8 > float(e.metric("roc_auc"))
    found = by_group(e.model, models_of(e), "roc_auc")
    assert {one.verdict for one in found.differences} == {GroupVerdict.ALIKE}
    assert min(one.difference for one in found.differences) < 0 < max(one.difference for one in found.differences)
    assert "on different levels" in found.caution
    assert "0.751 over all rows but 0.897 within groups" in found.caution


def test_a_group_that_is_worse_is_found_whatever_its_level():
    chance, group = np.random.default_rng(2), np.arange(1500) % 3
    labels = chance.random(1500) < 0.3
    skill = np.where(group == 1, 0.5, 2.0)
    e = tc.evaluate(labels, skill * labels + chance.normal(size=1500) + 2.0 * group, group=group)
    found = {one.group: one.verdict for one in by_group(e.model, models_of(e), "roc_auc").differences}
    assert found["1"] == GroupVerdict.WORSE


def test_the_rest_of_groups_on_different_levels_is_the_area_of_pairs_within_them():
    e = on_levels(1.2)
    found = {one.group: one for one in by_group(e.model, models_of(e), "roc_auc").differences}
    others = [e.groups[name] for name in ("1", "2", "3", "4")]
    pairs = [float(one.positives * one.negatives) for one in others]
    expected = np.average([float(one.metric("roc_auc")) for one in others], weights=pairs)
    assert found["0"].rest.value == pytest.approx(expected)
    assert found["0"].rest.method == "guarded within groups"
    assert found["0"].method == "delong-t"


def test_what_else_ranks_is_not_held_against_a_rest_of_mixed_levels():
    e = on_levels(1.2)
    found = by_group(e.model, models_of(e), "average_precision").differences
    assert {one.verdict for one in found} == {GroupVerdict.UNKNOWN}
    assert all("different levels" in one.note for one in found)


def test_groups_on_one_level_are_held_against_all_other_rows():
    e = on_levels(0.0)
    found = by_group(e.model, models_of(e), "roc_auc")
    assert not found.caution
    assert found.differences[0].rest.value == e.without_group("0").metric("roc_auc").value


def test_folds_within_groups_leave_the_shift_out_of_the_comparison():
    chance = np.random.default_rng(3)
    labels, fold, group = chance.random(1200) < 0.4, np.arange(1200) % 5, chance.choice(["a", "b", "c"], 1200)
    e = tc.evaluate(labels, 1.5 * labels + chance.normal(size=1200) + 2 * fold, fold=fold, group=group)
    found = by_group(e.model, models_of(e), "roc_auc")
    assert not found.caution
    assert float(found.overall) == e.metric("roc_auc").value
    for one in found.differences:
        assert one.rest.value == e.without_group(one.group).metric("roc_auc").value


def test_costs_that_follow_amounts_are_those_of_each_group_though_their_counts_are_alike():
    labels, scores = [1, 0, 1, 0, 1, 0, 1, 0] * 20, [0.9, 0.2, 0.6, 0.7, 0.8, 0.1, 0.3, 0.55] * 20
    rows = {"y": labels, "s": scores, "g": ["cheap"] * 80 + ["dear"] * 80, "amount": [10.0] * 80 + [1000.0] * 80}
    e = tc.evaluate(rows, label="y", score="s", group="g", cost={"fn": "amount", "fp": 1})
    found = {one.group: one for one in e.group_differences("mean_cost")}
    for group, other in (("cheap", "dear"), ("dear", "cheap")):
        asked = e.groups[group].metric("mean_cost")
        assert (found[group].estimate.value, found[group].rest.value) == (asked.value, found[other].estimate.value)
        assert (found[group].estimate.low, found[group].estimate.high) == (asked.low, asked.high)
    assert found["dear"].difference > 100
