"""Models of a cross-validation compared: ranked fold by fold, decided on all rows, and wider for what they share."""

import numpy as np
import pytest

import truecut as tc
from truecut.errors import BadCall


def oof(rows=900, folds=5, apart=0.4, seed=0):
    """Return labels, two models whose levels shift from fold to fold by different amounts, and the folds."""
    chance, fold = np.random.default_rng(seed), np.arange(rows) % folds
    labels, common = chance.random(rows) < 0.4, chance.normal(size=rows)
    old = 1.2 * labels + common - 2.0 * fold
    new = (1.2 + apart) * labels + common + 0.3 * chance.normal(size=rows) + 1.5 * fold
    return labels, {"old": old, "new": new}, fold


def test_areas_are_compared_fold_by_fold_and_averaged():
    labels, scores, fold = oof()
    found = tc.compare(labels, scores, fold=fold).difference("roc_auc", "new", "old")
    each = [
        tc.compare(labels[some], {name: of[some] for name, of in scores.items()}).difference("roc_auc", "new", "old")
        for some in (fold == number for number in range(5))
    ]
    assert found.value == pytest.approx(np.mean([one.value for one in each]))
    error = 1.2 * np.sqrt(sum(one.standard_error**2 for one in each)) / 5
    assert found.standard_error == pytest.approx(error)
    assert found.method == "delong-t within folds"
    assert found.low < found.value < found.high
    assert found.values == tuple(
        tc.evaluate(labels, scores[name], fold=fold).metric("roc_auc").value for name in ("new", "old")
    )


def test_what_is_decided_is_compared_on_all_rows_with_an_interval_1_2_times_as_wide():
    labels, scores, fold = oof()
    with_folds, without = (tc.compare(labels, scores, **given) for given in ({"fold": fold}, {}))
    for name in ("recall", "precision", "f1", "accuracy", "mcc"):
        found, plain = (one.difference(name, "new", "old") for one in (with_folds, without))
        assert found.value == plain.value
        assert found.high - found.low == pytest.approx(1.2 * (plain.high - plain.low))
        assert found.method == f"{plain.method} of rows / 1.44"
        assert found.p_value >= plain.p_value


def test_a_p_value_and_its_interval_agree_about_no_difference():
    for seed in range(12):
        labels, scores, fold = oof(rows=300, apart=0.1, seed=seed)
        for name in ("roc_auc", "average_precision"):
            found = tc.compare(labels, scores, fold=fold).difference(name, "new", "old")
            assert (found.p_value < 0.05) == (found.low > 0 or found.high < 0)


def test_a_model_beside_itself_differs_by_nothing():
    labels, scores, fold = oof()
    found = tc.compare(labels, {"a": scores["old"], "b": scores["old"]}, fold=fold)
    for name in ("roc_auc", "recall", "brier_skill"):
        difference = found.difference(name, "a", "b")
        assert difference.value in (0.0, None)
    assert (found.difference("roc_auc", "a", "b").low, found.difference("roc_auc", "a", "b").p_value) == (0.0, 1.0)


def test_repeats_make_no_difference_surer():
    labels, scores, fold = oof()
    once = tc.compare(labels, scores, fold=fold)
    again = {"repeat": np.repeat([1, 2], len(labels)), "fold": np.tile(fold, 2)}
    twice = tc.compare(np.tile(labels, 2), {name: np.tile(of, 2) for name, of in scores.items()}, fold=again)
    for name in ("roc_auc", "recall"):
        one, two = (c.difference(name, "new", "old") for c in (once, twice))
        assert (two.low, two.high) == pytest.approx((one.low, one.high), abs=2e-3)


def test_two_equal_models_are_seldom_told_apart():
    chance, told = np.random.default_rng(7), 0
    for _ in range(200):
        labels, fold = chance.random(200) < 0.4, np.arange(200) % 5
        common = labels + chance.normal(size=200)
        scores = {name: common + 0.7 * chance.normal(size=200) + sign * fold for name, sign in (("a", 1), ("b", -1))}
        told += tc.compare(labels, scores, fold=fold).difference("roc_auc", "a", "b").p_value < 0.05
    # The rows are independent here, so that 1.2 times the standard error leaves 1.9 in 100.
    assert told / 200 < 0.05


def test_a_verdict_and_the_ranking_of_models_use_the_areas_within_folds():
    labels, scores, fold = oof()
    comparison = tc.compare(labels, scores, fold=fold)
    assert comparison.verdict("new", "old").difference.method == "delong-t within folds"
    ranking = comparison.ranking("roc_auc")
    assert ranking.standings[0].estimate == tc.evaluate(labels, scores["new"], fold=fold).metric("roc_auc")
    assert ranking.standings[0].first_place is None


def test_what_does_not_know_folds_says_so():
    labels, scores, fold = oof()
    comparison = tc.compare(labels, scores, fold=fold)
    for ask in (
        lambda: comparison.joint_test(),
        lambda: comparison.above("new", "old"),
        lambda: comparison.simultaneous(),
    ):
        with pytest.raises(BadCall, match="do not know folds"):
            ask()


def test_rows_on_an_engine_are_compared_as_if_of_different_ones_within_folds():
    polars = pytest.importorskip("polars")
    labels, scores, fold = oof()
    table = polars.DataFrame({"y": labels, **scores, "fold": fold}).lazy()
    e = tc.evaluate(table, label="y", score=["old", "new"], fold="fold", resolution="exact")
    found = e.compare().difference("roc_auc", "new", "old")
    paired = tc.compare(labels, scores, fold=fold).difference("roc_auc", "new", "old")
    assert found.value == pytest.approx(paired.value)
    assert found.high - found.low > paired.high - paired.low
    assert "within a fold is not known" in found.note
    recall = e.compare().difference("recall", "new", "old")
    assert recall == tc.compare(labels, scores, fold=fold).difference("recall", "new", "old")
