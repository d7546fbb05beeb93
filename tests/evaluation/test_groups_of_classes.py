"""Groups of rows of many classes: each is what its rows alone give, and is held against the rest."""

import duckdb
import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score, log_loss, roc_auc_score

import truecut as tc
from truecut.errors import BadCall, Incompatible, UnknownName

NAMES = ("cat", "dog", "fox")
SCORES = {"cat": "pc", "dog": "pd", "fox": "pf"}
ROWS = 400
ASKED = [
    ("accuracy", None),
    ("f1", "macro"),
    ("recall", "weighted"),
    ("precision", "micro"),
    ("kappa", None),
    ("mcc", None),
    ("log_loss", None),
    ("brier_multiclass", None),
    ("top_k_accuracy", None),
    ("roc_auc", "macro"),
    ("roc_auc", "micro"),
    ("average_precision", "weighted"),
    ("roc_auc_pairs", None),
]


def frame(seed=0, rows=ROWS):
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, rows, p=[0.5, 0.3, 0.2])
    region = rng.choice(["north", "south", "west"], rows, p=[0.5, 0.3, 0.2])
    scores = rng.dirichlet([1, 1, 1], rows) + np.where(region == "west", 0.2, 0.7)[:, None] * np.eye(3)[truth]
    scores = np.round(scores / scores.sum(axis=1, keepdims=True), 3)
    return pd.DataFrame(
        {
            "kind": np.array(NAMES)[truth],
            **dict(zip(SCORES.values(), scores.T, strict=True)),
            "guess": np.array(NAMES)[scores.argmax(axis=1)],
            "region": region,
            "sex": rng.choice(["f", "m"], rows),
            "w": np.round(rng.lognormal(0, 0.5, rows), 2),
        }
    )


def scored(rows, **options):
    return tc.evaluate(rows, label="kind", class_scores=SCORES, classes=NAMES, **options)


def answered(rows, **options):
    return tc.evaluate(rows, label="kind", predicted="guess", classes=NAMES, **options)


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize(("name", "average"), ASKED)
def test_a_group_is_what_its_rows_alone_give_and_so_is_the_rest(name, average, weight):
    rows = frame()
    e = scored(rows, group="region", weight=weight)
    for group in ("north", "south", "west"):
        alone = scored(rows[rows.region == group], weight=weight)
        assert e.groups[group].metric(name, average) == alone.metric(name, average)
        beside, rest = (
            part.metric(name, average)
            for part in (scored(rows[rows.region != group], weight=weight), e.without_group(group))
        )
        for one in ("value", "low", "high"):
            assert getattr(rest, one) == pytest.approx(getattr(beside, one), rel=1e-9)


def test_values_of_groups_are_those_of_scikit_learn():
    rows = frame()
    groups = scored(rows, group="region").groups
    for name, part in rows.groupby("region"):
        scores = part[list(SCORES.values())].to_numpy()
        expected = {
            ("accuracy", None): accuracy_score(part.kind, part.guess),
            ("f1", "macro"): f1_score(part.kind, part.guess, average="macro"),
            ("kappa", None): cohen_kappa_score(part.kind, part.guess),
            ("roc_auc", "macro"): np.mean([roc_auc_score(part.kind == k, part[SCORES[k]]) for k in NAMES]),
        }
        for (metric, average), value in expected.items():
            assert groups[name].metric(metric, average).value == pytest.approx(value, rel=1e-12)
        shares = scores / scores.sum(axis=1, keepdims=True)
        assert groups[name].metric("log_loss").value == pytest.approx(log_loss(part.kind, shares), abs=1e-3)


def test_one_class_in_groups_is_the_question_of_two_classes():
    rows = frame()
    hard = tc.evaluate(rows, label="kind", predicted="guess", positive="fox", group="region")
    area = tc.evaluate(rows, label="kind", class_scores=SCORES, positive="fox", group="region")
    for metric, e, two in (
        ("recall", answered(rows, group="region"), hard),
        ("roc_auc", scored(rows, group="region"), area),
    ):
        found = e.group_differences(metric, of="fox")
        for mine, theirs in zip(found, two.group_differences(metric), strict=True):
            assert (mine.group, mine.difference, mine.low, mine.high, mine.adjusted_p, mine.verdict) == (
                theirs.group,
                theirs.difference,
                theirs.low,
                theirs.high,
                theirs.adjusted_p,
                theirs.verdict,
            )
        assert found[0].metric == f"{metric} of fox"


def test_accuracy_of_groups_is_compared_as_any_share_of_rows():
    rows = frame()
    e, right = answered(rows, group="region"), rows.assign(right=(rows.kind == rows.guess))
    as_two = tc.evaluate(
        right.assign(one=True), label="one", predicted="right", positive=True, classes=[False, True], group="region"
    )
    for mine, theirs in zip(e.group_differences("accuracy"), as_two.group_differences("recall"), strict=True):
        assert (mine.difference, mine.low, mine.high, mine.p_value) == (
            theirs.difference,
            theirs.low,
            theirs.high,
            theirs.p_value,
        )
    wrong = {one.group: one for one in e.group_differences("error_rate")}
    for one in e.group_differences("accuracy"):
        assert wrong[one.group].difference == pytest.approx(-one.difference)
        assert wrong[one.group].is_worse == one.is_worse


def test_of_groups_that_are_alike_seldom_one_seems_worse():
    rng, found = np.random.default_rng(5), 0
    for _ in range(60):
        truth = rng.choice(3, 300)
        guess = np.where(rng.random(300) < 0.8, truth, rng.choice(3, 300))
        e = tc.evaluate(truth, predicted=guess, group=rng.choice(["a", "b", "c", "d"], 300))
        found += any(one.adjusted_p < 0.05 for one in e.group_differences("macro f1"))
    assert found <= 8  # 5 % of 60 is 3


def test_a_class_that_a_group_lacks_leaves_its_macro_recall_undefined_with_the_reason():
    rows = frame()
    rows = rows[(rows.region != "west") | (rows.kind != "fox")]
    west = next(one for one in answered(rows, group="region").group_differences("macro recall") if one.group == "west")
    assert west.difference is None
    assert "fox" in west.note


def test_small_groups_stand_together():
    rows = frame()
    names = np.where(np.arange(ROWS) < 8, "tiny", np.where(np.arange(ROWS) < 15, "small", "large"))
    e = scored(rows.assign(g=names), group="g")
    found = {one.group: one for one in e.group_differences("macro roc_auc")}
    both = found["(2 groups of fewer than 10 rows)"]
    assert both.members == ("tiny", "small")
    assert both.rows == 15
    alone = scored(rows.assign(g=np.where(names == "large", "large", "other")), group="g", threshold=None)
    expected = next(one for one in alone.group_differences("macro roc_auc", least_rows=1) if one.group == "other")
    assert both.estimate.value == expected.estimate.value


def test_a_stated_share_weighs_classes_in_a_group_as_in_the_whole():
    rows = frame()
    e = scored(rows, group="region").given(prevalence={"fox": 0.5})
    parts = list(e.groups.values())
    whole = sum(part.matrix.rows for part in parts)
    assert whole == pytest.approx(e.matrix.rows)
    right, weight = (
        sum(float(np.sum(of(part.matrix))) for part in parts) for of in (lambda m: m.rows.trace(), lambda m: m.true)
    )
    assert right / weight == pytest.approx(e.metric("accuracy").value)
    west = e.groups["west"]
    assert west.given(level=0.9).metric("accuracy").value == west.metric("accuracy").value
    assert (
        west.given(prevalence=None).metric("accuracy").value
        == scored(rows[rows.region == "west"]).metric("accuracy").value
    )


def test_stated_cuts_and_prices_reach_every_group():
    rows = frame()
    e = scored(rows, group="region")
    for how in ({"threshold": 0.6}, {"cost": {("fox", "cat"): 5, "unsure": 0.3}}):
        alone = scored(rows[rows.region == "west"]).given(**how)
        west = e.given(**how).groups["west"]
        assert west.metric("accuracy") == alone.metric("accuracy")
        if "cost" in how:
            assert west.metric("mean_cost") == alone.metric("mean_cost")
    decided = e.decide(unsure=0.2).groups["west"]
    assert (
        decided.matrix.unsure.tolist() == scored(rows[rows.region == "west"]).decide(unsure=0.2).matrix.unsure.tolist()
    )


def test_groups_are_saved_loaded_and_added_up(tmp_path):
    rows = frame()
    e = scored(rows, group="region")
    e.save(tmp_path / "e.json")
    again = tc.load(tmp_path / "e.json")
    assert list(again.groups) == list(e.groups)
    for name, average in ASKED:
        assert again.groups["west"].metric(name, average).value == e.groups["west"].metric(name, average).value
    for mine, theirs in zip(again.group_differences("accuracy"), e.group_differences("accuracy"), strict=True):
        assert (mine.difference, mine.low, mine.p_value) == (theirs.difference, theirs.low, theirs.p_value)
    rest = e.without_group("west")
    for name in ("log_loss", "brier_multiclass", "roc_auc_pairs"):
        assert again.without_group("west").metric(name).value == pytest.approx(rest.metric(name).value, rel=1e-12)
    assert again.without_group("west").table == rest.table
    first, second = (scored(part, group="region") for part in (rows[:150], rows[150:]))
    assert (first + second).groups["west"].metric("f1").value == e.groups["west"].metric("f1").value
    with pytest.raises(Incompatible, match="divided into groups otherwise"):
        first + scored(rows[150:])


def test_groups_of_rows_on_an_engine_are_those_of_rows_in_memory():
    rows = frame()
    table = duckdb.from_df(rows)
    for make in (scored, answered):
        there = make(table, group="region", resolution="auto")
        here = make(rows, group="region")
        for group in here.groups:
            assert there.groups[group].metric("f1").value == here.groups[group].metric("f1").value


def test_requirements_hold_for_every_group():
    rows = frame()
    e = scored(rows, group="region")
    checked = tc.check(e, ["accuracy >= 0.5", "recall of fox >= 0.01"], each_group=True)
    assert [(gate.group, str(gate.requirement)) for gate in checked.gates][:2] == [
        ("", "accuracy >= 0.5"),
        ("", "recall of fox >= 0.01"),
    ]
    assert {gate.group for gate in checked.gates} == {"", "north", "south", "west"}
    west = next(gate for gate in checked.gates if gate.group == "west")
    assert west.value.value == e.groups["west"].metric("accuracy").value
    against = tc.check(
        e,
        "accuracy >= baseline.accuracy - 0.1",
        baseline=scored(rows[rows.region != "west"], group="region"),
        each_group=True,
    )
    assert "the baseline has no group 'west'" in next(g.reason for g in against.gates if g.group == "west")
    with pytest.raises(BadCall, match="no groups to check"):
        tc.check(scored(rows), "accuracy >= 0.5", each_group=True)


def test_what_is_not_there_is_said():
    e = scored(frame())
    with pytest.raises(UnknownName, match="The rows are not divided"):
        e.groups["west"]
    with pytest.raises(BadCall, match="not divided into groups"):
        e.group_differences("accuracy")
    divided = answered(frame(), group="region")
    with pytest.raises(BadCall, match="only predictions were given"):
        divided.group_differences("log_loss")
    with pytest.raises(BadCall, match="grows with the rows"):
        divided.given(cost={("fox", "cat"): 5}).group_differences("total_cost")
    with pytest.raises(BadCall, match="an average over all classes"):
        divided.group_differences("f1", "macro", of="fox")
