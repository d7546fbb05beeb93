"""Chance on the same rows: exact where it can be, enumerated where few rows are, drawn with a seed elsewhere."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import truecut as tc
from truecut.catalogue import CATALOGUE, Better, metric
from truecut.catalogue.model import Model
from truecut.counting.baselines import constant_models, flagged_at_random
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.chance.no_skill import no_skill
from truecut.inference.chance.null_distribution import SHORTCUTS, area_variance_by_chance, chance, orders


def model_of(labels, scores, **options) -> Model:
    return tc.evaluate(labels, scores, **options).model


def rare(positives: int = 12, negatives: int = 388, shift: float = 0.2, seed: int = 2) -> tc.Evaluation:
    labels = np.repeat([1, 0], [positives, negatives])
    noise = np.random.default_rng(seed).normal(0.3, 0.15, len(labels))
    return tc.evaluate(labels, np.clip(noise + shift * labels, 0, 1))


@given(positives=st.integers(0, 40), negatives=st.integers(1, 40), share=st.floats(0, 1))
def test_flagging_rows_at_random_is_hypergeometric(positives, negatives, share):
    flagged = round(share * (positives + negatives))
    counts, chances = flagged_at_random(positives, negatives, flagged)
    expected = stats.hypergeom.pmf(counts.tp, positives + negatives, positives, flagged)
    np.testing.assert_allclose(chances, expected, atol=1e-10)
    assert set((counts.tp + counts.fp).tolist()) == {flagged}


def test_very_many_rows_are_no_trouble():
    counts, chances = flagged_at_random(10**8, 10**9, 10**7)
    assert float((counts.tp * chances).sum()) == pytest.approx(10**7 / 11, rel=1e-6)
    assert len(chances) < 10**6


@pytest.mark.parametrize("name", ["precision", "recall", "mcc", "fpr", "f1", "accuracy", "kappa"])
def test_chance_of_four_counts_is_every_way_to_choose_the_flagged_rows(name):
    labels = np.array([1, 1, 1, 0, 0, 0, 0, 0])
    scores = np.array([0.9, 0.8, 0.1, 0.7, 0.2, 0.2, 0.3, 0.1])
    model, entry = model_of(labels, scores), metric(name)
    values = []
    for flagged in combinations(range(8), 3):
        is_flagged = np.isin(np.arange(8), flagged)
        tp, fp = int((labels * is_flagged).sum()), int(((1 - labels) * is_flagged).sum())
        values.append(entry.at(Counts(tp=tp, fp=fp, fn=3 - tp, tn=5 - fp)).value)
    found = chance(model, name)
    assert found.mean == pytest.approx(np.mean(values))
    as_good = [
        v <= found.observed + 1e-12 if entry.better == Better.LOWER else v >= found.observed - 1e-12 for v in values
    ]
    assert found.p_value == pytest.approx(np.mean(as_good))


@pytest.mark.parametrize("scores", [[6, 5, 4, 3, 2, 1], [3, 3, 2, 2, 2, 1]])
@pytest.mark.parametrize("name", ["roc_auc", "average_precision", "ks"])
def test_few_rows_are_enumerated(name, scores):
    labels = [1, 0, 1, 0, 0, 0]
    found = chance(model_of(labels, scores, threshold=3), name)
    values = []
    for order in set(permutations(labels)):
        curve = CountsCurve(ScoreTable.from_rows(np.array(order, dtype=bool), np.array(scores)))
        values.append(metric(name).of(curve).value)
    assert len(values) == comb(6, 2)
    assert found.method == "every order, exact"
    assert found.mean == pytest.approx(np.mean(values))
    assert found.p_value == pytest.approx(np.mean(np.array(values) >= found.observed - 1e-12))


@given(
    rows=st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=4, max_size=9).filter(
        lambda rows: 0 < sum(label for label, _ in rows) < len(rows)
    )
)
def test_the_variance_of_an_area_by_chance_is_exact_with_ties(rows):
    labels, scores = (np.array(column) for column in zip(*rows, strict=True))
    positives, areas = int(labels.sum()), []
    for chosen in combinations(range(len(labels)), positives):
        table = ScoreTable.from_rows(np.isin(np.arange(len(labels)), chosen), scores)
        areas.append(metric("roc_auc").of(CountsCurve(table)).value)
    assert np.mean(areas) == pytest.approx(0.5)
    assert area_variance_by_chance(ScoreTable.from_rows(labels, scores)) == pytest.approx(np.var(areas), abs=1e-12)


def test_the_p_value_of_an_area_is_that_of_wilcoxons_test():
    e = rare(30, 70, shift=0.05)
    labels = np.repeat([1, 0], [30, 70]).astype(bool)
    scores = np.clip(np.random.default_rng(2).normal(0.3, 0.15, 100) + 0.05 * labels, 0, 1)
    theirs = stats.mannwhitneyu(
        scores[labels], scores[~labels], alternative="greater", method="asymptotic", use_continuity=False
    )
    assert e.chance("roc_auc").p_value == pytest.approx(theirs.pvalue)
    assert e.chance("gini").p_value == pytest.approx(theirs.pvalue)


def test_average_precision_by_chance_has_a_wide_range_with_few_positives():
    few, many = rare(12, 388).chance("average_precision"), rare(120, 3880).chance("average_precision")
    assert few.mean > 12 / 400  # few positives flatter even chance
    assert few.high - few.low > 2 * (many.high - many.low)
    assert few.sentence.startswith("Average precision: with 12 positives among 400 rows, a model without knowledge")
    assert few.sentence.endswith("yours is 0.276.")


@given(
    rows=st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=4, max_size=40).filter(
        lambda rows: 0 < sum(label for label, _ in rows) < len(rows)
    )
)
def test_shortcuts_give_the_value_of_the_whole_curve(rows):
    labels, scores = np.array([label for label, _ in rows]), np.array([score / 6 for _, score in rows])
    table = ScoreTable.from_rows(labels, scores)
    place = np.repeat(np.arange(len(table)), table.positives)
    (order,) = orders(table, [np.random.default_rng(0).permutation(place)])
    for name, shortcut in SHORTCUTS.items():
        assert shortcut(order) == pytest.approx(metric(name).of(CountsCurve(table)).value)


def test_what_is_drawn_says_its_seed_and_is_the_same_again():
    e = rare()
    found = e.chance("average_precision", draws=300, seed=7)
    assert found.method == "300 random orders, seed 7"
    assert found == e.chance("average_precision", draws=300, seed=7)
    assert found.low != e.chance("average_precision", draws=300, seed=8).low


def test_without_knowledge_p_values_are_even():
    p_values = [rare(15, 60, shift=0, seed=seed).chance("average_precision", draws=200).p_value for seed in range(120)]
    assert stats.kstest(p_values, "uniform").pvalue > 0.001


@pytest.mark.parametrize("name", [entry.name for entry in CATALOGUE])
def test_every_metric_has_a_chance_level_or_a_reason(name):
    found = rare(8, 40).chance(name, draws=200)
    assert bool(found.undefined) != (found.low is not None)
    assert found.sentence.endswith(".")
    if found.low is not None:
        assert found.low <= found.high
        assert found.p_value is None or 0 < found.p_value <= 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("prevalence", "flags as many rows"),
        ("share_flagged", "flags as many rows"),
        ("brier_uncertainty", "these scores"),
    ],
)
def test_what_does_not_depend_on_knowledge_says_so(name, reason):
    assert reason in rare().chance(name).undefined


def test_importance_weights_and_one_class_have_no_chance_level():
    weighted = tc.evaluate([1, 0, 1], [0.9, 0.2, 0.4], weight=[1, 2, 3])
    assert "importance" in weighted.chance("recall").undefined
    assert "one class" in tc.evaluate([0, 0], [0.9, 0.2]).chance("fpr").undefined


def test_repeated_rows_are_rows():
    once = tc.evaluate([1, 1, 0, 0, 0], [0.9, 0.3, 0.6, 0.1, 0.1])
    repeated = tc.evaluate([1, 1, 0, 0], [0.9, 0.3, 0.6, 0.1], weight=[1, 1, 1, 2], weights_are="repeated")
    assert repeated.chance("average_precision").mean == pytest.approx(once.chance("average_precision").mean)


def test_rows_in_clusters_have_no_p_value():
    e = tc.evaluate([1, 0] * 20, np.linspace(0, 1, 40), cluster=np.arange(40) // 4)
    found = e.chance("roc_auc")
    assert found.p_value is None
    assert "cluster" in found.note


def test_hard_predictions_have_no_chance_level_of_a_curve():
    assert "one point" in chance(Model.of_counts("m", Counts(tp=3, fp=1, fn=2, tn=9)), "roc_auc").undefined


def test_too_few_draws_are_refused():
    with pytest.raises(BadCall, match="at least 200"):
        rare().chance("ks", draws=10)


# Models that look at nothing


def test_the_more_common_class_is_right_as_often_as_it_is_common():
    models = constant_models(10, 90)
    assert metric("accuracy").at(models["the more common class"]).value == 0.9
    assert metric("recall").at(models["flag all"]).value == 1
    assert metric("precision").at(models["flag none"]).undefined == "nothing was flagged"
    assert constant_models(60, 40)["the more common class"] == models["flag all"].__class__(tp=60, fp=40, fn=0, tn=0)


def test_the_prevalence_for_every_row_is_what_probabilities_have_to_beat():
    e = rare(25, 75)
    constant = {name: next(iter(no_skill(e.model, name).constant.values())).value for name in ("brier", "roc_auc")}
    assert constant["brier"] == pytest.approx(0.25 * 0.75)
    assert constant["roc_auc"] == 0.5
    assert next(iter(no_skill(e.model, "average_precision").constant.values())).value == pytest.approx(0.25)
