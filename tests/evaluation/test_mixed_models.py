"""Hard predictions beside scores: one evaluation, in which some models have a curve and some are a point."""

from io import StringIO

import numpy as np
import pandas as pd
import pytest
from rich.console import Console
from scipy.stats import binom

import truecut as tc
from truecut.errors import BadCall, BadLabel, MissingValues
from truecut.views.summary.data import summary_data
from truecut.views.summary.text import drawn

GENERATOR = np.random.default_rng(4)
ROWS = 300
LABELS = GENERATOR.random(ROWS) < 0.35
A, B = (np.round(1 / (1 + np.exp(-(GENERATOR.normal(size=ROWS) + skill * LABELS - 0.8))), 3) for skill in (1.8, 0.7))
RULE = np.where(B + 0.2 * GENERATOR.normal(size=ROWS) > 0.5, "yes", "no")
FRAME = pd.DataFrame(
    {
        "y": np.where(LABELS, "yes", "no"),
        "a": A,
        "b": B,
        "rule": RULE,
        "g": GENERATOR.choice(["left", "right"], ROWS),
        "w": GENERATOR.integers(1, 4, ROWS),
        "c": np.arange(ROWS) // 3,
    }
)


def mixed(**options):
    given = {"label": "y", "score": ["a", "b"], "predicted": "rule", "positive": "yes", **options}
    return tc.evaluate(given.pop("data", FRAME), **given)


def test_each_model_is_what_it_is_alone():
    together, scored = mixed(group="g"), tc.evaluate(FRAME, label="y", score=["a", "b"], positive="yes", group="g")
    ruled = tc.evaluate(FRAME, label="y", predicted="rule", positive="yes", group="g")
    assert list(together.by_model) == ["a", "b", "rule"]
    assert (together.read.scores, together.read.predicted) == (("a", "b"), ("rule",))
    for name, alone in (*scored.models.items(), ("rule", ruled)):
        assert together.models[name].model.point.counts == alone.model.point.counts
        assert together.models[name].metric("roc_auc") == alone.metric("roc_auc")
        assert (together.models[name].read.scores, together.models[name].read.predicted) == (
            alone.read.scores,
            alone.read.predicted,
        )
        for group in ("left", "right"):
            expected = alone.groups[group].model.point.counts
            assert together.groups[group].models[name].model.point.counts == expected


@pytest.mark.parametrize("options", [{"weight": "w"}, {"weight": "w", "weights_are": "repeated"}, {"cluster": "c"}])
def test_weights_and_clusters_reach_both_kinds(options):
    together = mixed(**options)
    for role in ({"score": ["a"]}, {"predicted": ["rule"]}):
        (name,) = next(iter(role.values()))
        alone = tc.evaluate(FRAME, label="y", positive="yes", **role, **options)
        assert together.models[name].metric("recall") == alone.metric("recall")


def test_low_scores_may_be_the_positive_ones_without_turning_predictions():
    together = mixed(positive="no", lower_is_positive=True)
    ruled = tc.evaluate(FRAME, label="y", predicted="rule", positive="no")
    assert together.models["rule"].model.point.counts == ruled.model.point.counts
    assert together.models["a"].model.point.counts.tp == int(((A <= 0.5) & ~LABELS).sum())


def test_the_threshold_moves_the_scores_alone():
    before, after = mixed(), mixed(threshold=0.3)
    assert after.models["a"].threshold == 0.3
    assert after.models["rule"].model.point.counts == before.models["rule"].model.point.counts
    assert before.cut_at(0.3).models["a"].model.point.counts == after.models["a"].model.point.counts
    assert before.cut_at(0.3).models["rule"].model.point.counts == before.models["rule"].model.point.counts
    with pytest.raises(BadCall, match="no threshold to move"):
        before.models["rule"].cut_at(0.3)


def test_a_rule_is_compared_with_scores_at_their_threshold_by_mcnemar():
    found = mixed(threshold=0.4).compare().difference("recall", "a", "rule")
    by_a, by_rule = (A >= 0.4)[LABELS], (RULE == "yes")[LABELS]
    only_a, only_rule = int((by_a & ~by_rule).sum()), int((~by_a & by_rule).sum())
    differing, fewer = only_a + only_rule, min(only_a, only_rule)
    mid_p = 2 * binom.cdf(fewer, differing, 0.5) - binom.pmf(fewer, differing, 0.5)
    assert (found.method, found.value) == ("mid-p", pytest.approx((only_a - only_rule) / LABELS.sum()))
    assert found.p_value == pytest.approx(mid_p)
    assert found.at == "at the models' own thresholds"


def test_a_rule_has_no_area_to_compare():
    found = mixed().compare().difference("roc_auc", "a", "rule")
    assert found.value is None
    assert found.undefined == "rule: hard predictions are one point and have no curve"


def test_what_is_saved_comes_back(tmp_path):
    mixed(group="g").save(tmp_path / "mixed.truecut.json")
    loaded = tc.load(tmp_path / "mixed.truecut.json")
    assert {name: model.is_hard for name, model in loaded.by_model.items()} == {"a": False, "b": False, "rule": True}
    assert (loaded.read.scores, loaded.read.predicted) == (("a", "b"), ("rule",))
    assert loaded.models["rule"].metric("recall") == mixed().models["rule"].metric("recall")


def test_the_summary_ranks_the_scores_and_shows_the_decisions_of_all():
    summary = mixed().summary()
    assert [standing.model for standing in summary.standings] == ["a", "b"]
    data = summary_data(summary)
    assert [model["threshold"] for model in data["models"]] == [0.5, 0.5, None]
    console = Console(width=100, record=True, file=StringIO())
    console.print(drawn(summary, 100))
    lines = console.export_text().splitlines()
    first = next(i for i, line in enumerate(lines) if line.strip().startswith("Decisions"))
    named = [line.strip(" ▸").split("  ")[0] for line in lines[first + 1 : first + 4]]
    assert named == ["a at 0.5", "b at 0.5", "rule"]


def test_a_decision_curve_is_that_of_the_scores():
    curve = mixed().decision_curve(points=5, replicates=50)
    alone = tc.evaluate(FRAME, label="y", score=["a", "b"], positive="yes").decision_curve(points=5, replicates=50)
    assert [line.name for line in curve.models] == [line.name for line in alone.models]


def test_a_row_that_lacks_a_prediction_is_missed_for_all():
    frame = FRAME.assign(rule=FRAME["rule"].where(FRAME.index != 7))
    with pytest.raises(MissingValues, match="1 in column 'rule'"):
        mixed(data=frame)
    assert mixed(data=frame, missing="drop").rows == ROWS - 1


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"predicted": "a"}, BadCall, "both as scores and as predictions"),
        ({"predicted": "b", "score": "a"}, BadLabel, "if these are scores"),
        ({"predicted": "g"}, BadLabel, "not among the labels"),
        ({"class_scores": {"yes": "b"}}, BadCall, "do not go together"),
    ],
)
def test_what_does_not_fit_is_said(options, error, said):
    with pytest.raises(error, match=said):
        mixed(**options)
