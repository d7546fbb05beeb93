"""What is found of many groups at once is what each of them tells alone, digit for digit."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import truecut as tc
from truecut.counting.parts import tables_of_parts
from truecut.inference.intervals import estimate
from truecut.inference.many_tables import TOGETHER, find_together
from truecut.summaries.group_metrics import OF_GROUPS

ROWS = 1500


def drawn(seed: int, decimals: int) -> dict[str, Any]:
    """Draw rows of groups from one row to dozens; few decimals make ties, within a class and across both."""
    chance = np.random.default_rng(seed)
    labels = chance.random(ROWS) < 0.35
    scores = (1 / (1 + np.exp(1 - 1.5 * labels - chance.normal(size=ROWS)))).round(decimals)
    groups = (60 * chance.random(ROWS) ** 2).astype(int)
    return {"labels": labels.astype(int), "scores": scores, "group": [f"g{number}" for number in groups]}


def evaluated(rows: dict[str, Any], **how: Any) -> tc.Evaluation:
    return tc.evaluate(rows["labels"], rows["scores"], group=rows["group"], **how)


def assert_each_tells_the_same(together: tc.Evaluation, alone: tc.Evaluation, **asked: Any) -> None:
    """Compare by ==, so that a last digit, a note, a method or a reason that differs is seen."""
    groups = together.summary(**asked).models[0].groups
    asked.pop("group_metrics", None)
    assert len(groups) == len(alone.groups) > 30
    for group in groups:
        assert group.counts == alone.groups[group.name].model.point.counts
        for name, found in group.metrics.items():
            assert found == alone.groups[group.name].metric(name, **asked), (group.name, name)


SITUATIONS: dict[str, dict[str, Any]] = {
    "as they are": {},
    "at a stated prevalence": {"prevalence": 0.02},
    "sampled by class": {"design": "case-control"},
    "cut elsewhere": {"threshold": 0.31},
    "with prices": {"cost": {"fp": 1, "fn": 7}},
}


@pytest.mark.parametrize("decimals", [1, 3, 12])
@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_group_tells_together_what_it_tells_alone(situation, decimals):
    rows, how = drawn(3, decimals), SITUATIONS[situation]
    assert_each_tells_the_same(evaluated(rows, **how), evaluated(rows, **how))


@pytest.mark.parametrize("how", [{"level": 0.8}, {"convention": "zero"}], ids=str)
def test_how_sure_and_by_which_convention_groups_are_told_alike(how):
    assert_each_tells_the_same(evaluated(drawn(4, 2)), evaluated(drawn(4, 2)), **how)


def test_weights_of_importance_tell_more_than_counts():
    rows = drawn(5, 2)
    weights = np.random.default_rng(5).choice([0.5, 1.0, 2.25], ROWS)
    assert_each_tells_the_same(evaluated(rows, weight=weights), evaluated(rows, weight=weights))


def test_repeated_rows_clusters_and_folds_tell_more_than_counts():
    rows, chance = drawn(6, 2), np.random.default_rng(6)
    ways: list[dict[str, Any]] = [
        {"weight": chance.integers(1, 4, ROWS), "weights_are": "repeated"},
        {"cluster": chance.integers(0, 400, ROWS)},
        {"fold": chance.integers(0, 5, ROWS)},
    ]
    wished = ("recall", "f1", "roc_auc")
    for how in ways:
        assert_each_tells_the_same(evaluated(rows, **how), evaluated(rows, **how), group_metrics=wished)


def test_costs_that_follow_amounts_are_those_of_the_group_and_not_of_one_with_the_same_counts():
    rows, amounts = drawn(7, 2), np.random.default_rng(7).exponential(100, ROWS)
    how: dict[str, Any] = {"amount": {"worth": amounts}, "cost": {"fn": "worth", "fp": 5}}
    wished = ("mean_cost", "total_cost", "recall", "roc_auc")
    assert_each_tells_the_same(evaluated(rows, **how), evaluated(rows, **how), group_metrics=wished)


def test_every_metric_of_the_catalogue_is_the_same_in_groups_that_share_some():
    rows = {name: column[:320] for name, column in drawn(8, 1).items()}
    assert_each_tells_the_same(evaluated(rows), evaluated(rows), group_metrics=("all",))


def test_groups_of_the_same_counts_share_what_follows_from_these():
    labels, scores = [1, 0, 1, 0] * 3, [0.9, 0.2, 0.7, 0.6, 0.8, 0.3, 0.6, 0.55, 0.9, 0.2, 0.4, 0.3]
    e = tc.evaluate(labels, scores, group=list("aaaabbbbcccc"))
    a, b, c = (group.metrics for group in e.summary().models[0].groups)
    assert a["recall"] is b["recall"] and a["roc_auc"] is b["roc_auc"]
    assert a["recall"] is not c["recall"] and a["brier"] != b["brier"]


@given(st.integers(0, 10**6), st.integers(1, 12), st.sampled_from(sorted(TOGETHER)))
@settings(max_examples=30)
def test_sums_that_are_found_for_many_tables_are_those_of_each(seed, decimals, name):
    def models() -> list[tc.Evaluation]:
        rows = drawn(seed, decimals)
        return [*evaluated(rows).groups.values()]

    together, alone = models(), models()
    find_together(name, [one.model.table for one in together])
    for a, b in zip(together, alone, strict=True):
        assert estimate(a.model, name) == estimate(b.model, name)


def test_what_is_no_probability_is_not_looked_at_as_one():
    parts = [np.array([0, 1]), np.array([2, 3])]
    labels, scores = np.array([True, False, True, False]), np.array([0.9, 0.4, np.inf, -np.inf])
    tables = tables_of_parts(labels, scores, parts, lower_is_positive=False)
    for name in OF_GROUPS:
        find_together(name, tables)
    assert "_brier_losses" in vars(tables[0])
    assert "_brier_losses" not in vars(tables[1])
