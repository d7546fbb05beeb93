"""Many classes in a stated situation: shares, sampling, prices, cuts and level, in Python."""

import numpy as np
import pytest

import truecut as tc
from truecut.errors import BadCall, TruecutError

NAMES = ("a", "b", "c")
SCORES = {name: f"p{name}" for name in NAMES}


def table(rows=400, shares=(0.6, 0.3, 0.1), seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, rows, p=shares)
    logits = rng.normal(size=(rows, 3)) + 1.5 * np.eye(3)[truth]
    scores = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return {"y": np.array(NAMES)[truth], **{f"p{name}": scores[:, i] for i, name in enumerate(NAMES)}}


def evaluated(data=None, **options):
    return tc.evaluate(table() if data is None else data, label="y", class_scores=SCORES, **options)


ASKED = [
    ("accuracy", None),
    ("f1", "macro"),
    ("kappa", None),
    ("log_loss", None),
    ("brier_multiclass", None),
    ("mcc", None),
]


@pytest.mark.parametrize(("name", "average"), [*ASKED, ("top_k_accuracy", None), ("roc_auc", "macro")])
def test_stated_shares_give_what_weights_by_class_give(name, average):
    data, wanted = table(), {"a": 0.2, "b": 0.3, "c": 0.5}
    rows = {name: int((data["y"] == name).sum()) for name in NAMES}
    weights = np.array([wanted[y] * 400 / rows[y] for y in data["y"]])
    stated = evaluated(prevalence=wanted).metric(name, average)
    weighted = evaluated({**data, "w": weights}, weight="w").metric(name, average)
    assert stated.value == pytest.approx(weighted.value)
    assert stated.low < stated.value < stated.high
    # How common the classes are is known, so there is less to be unsure of.
    assert stated.standard_error <= weighted.standard_error * 1.0001


def test_classes_that_are_not_named_share_what_is_left():
    e = evaluated(prevalence={"c": "40%"})
    true = e.matrix.true / e.matrix.true.sum()
    plain = evaluated().matrix.true
    assert true[2] == pytest.approx(0.4)
    assert true[0] / true[1] == pytest.approx(plain[0] / plain[1])
    assert "c 40.0 %" in e.read.stated[-1]


def test_recall_is_that_of_each_class_whatever_the_shares():
    plain, moved = evaluated(), evaluated(prevalence={"c": 0.5})
    for name in NAMES:
        assert moved.matrix.of(name).metric("recall").value == pytest.approx(
            plain.matrix.of(name).metric("recall").value
        )
    assert moved.matrix.of("c").metric("precision").value > plain.matrix.of("c").metric("precision").value


def test_sampling_rates_say_the_same_as_the_shares_that_follow():
    plain = evaluated().matrix.true
    there = plain / np.array([0.1, 1, 1])
    sampled = evaluated(sampled={"a": 0.1})
    stated = evaluated(prevalence=dict(zip(NAMES, (there / there.sum()).tolist(), strict=True)))
    for name, average in ASKED:
        assert sampled.metric(name, average).value == pytest.approx(stated.metric(name, average).value)


def test_the_interval_at_stated_shares_holds_the_value_there():
    """Rows of 60, 30 and 10 % are taken for a place of a third each, whose own rows tell the truth."""
    there = evaluated(table(200_000, (1 / 3, 1 / 3, 1 / 3), seed=9))
    wanted = dict.fromkeys(NAMES, 1 / 3)
    for name, average in ASKED:
        true = there.metric(name, average).value
        held = 0
        for seed in range(60):
            found = evaluated(table(400, seed=seed + 100), prevalence=wanted).metric(name, average)
            held += found.low <= true <= found.high
        assert held >= 50, name


def test_a_threshold_by_class_withholds_answers():
    e, by_hand = evaluated(threshold={"c": 0.8}), evaluated().decide(answer_from={"c": 0.8})
    assert e.matrix.unsure.tolist() == by_hand.matrix.unsure.tolist()
    assert evaluated(threshold=0.7).matrix.unsure.sum() > e.matrix.unsure.sum()
    with pytest.raises(BadCall, match="score for every class"):
        tc.evaluate(["a", "b", "c"], predicted=["a", "b", "b"], threshold={"a": 0.5})


def test_stated_prices_are_those_of_every_question():
    costs = {("c", "a"): 20, "unsure": 0.3}
    e, plain = evaluated(cost=costs), evaluated()
    assert e.metric("mean_cost").value == plain.metric("mean_cost", costs={("c", "a"): 20}).value
    assert e.decide().matrix.unsure.tolist() == plain.decide(costs={("c", "a"): 20}, unsure=0.3).matrix.unsure.tolist()
    assert e.recommend() == plain.recommend(costs={("c", "a"): 20}, unsure=0.3)
    assert tc.check(e, "mean_cost <= 5").gates[0].value.value == e.metric("mean_cost").value
    both = tc.compare({"one": e, "other": e.decide()})
    assert both.difference("mean_cost", "one", "other").value is not None


def test_parts_are_taken_back_and_stated_anew_from_the_same_rows():
    e = evaluated(prevalence={"c": 0.5}, threshold=0.6, level=0.9)
    back = e.given(prevalence=None, threshold=None)
    assert back.metric("accuracy").value == evaluated().metric("accuracy").value
    assert back.level == 0.9
    assert e.given(prevalence={"c": 0.2}).matrix.true[2] == pytest.approx(80)
    assert e.given(words={"unit": "letter"}).words.unit == "letter"


def test_saved_tables_are_moved_as_rows_are(tmp_path):
    evaluated().save(tmp_path / "e.json")
    moved, rows = tc.load(tmp_path / "e.json").given(prevalence={"c": 0.5}), evaluated(prevalence={"c": 0.5})
    for name, average in [*ASKED[:4], ("roc_auc", "macro")]:
        assert moved.metric(name, average).value == pytest.approx(rows.metric(name, average).value)
    assert moved.metric("f1").low == pytest.approx(rows.metric("f1").low)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"prevalence": 0.1}, "share of one of them"),
        ({"prevalence": {"z": 0.1}}, "'z'"),
        ({"prevalence": {"a": 0.5, "b": 0.4, "c": 0.3}}, "add up to 1.2"),
        ({"prevalence": {"a": 0.7, "b": 0.4}}, "leaves nothing for 'c'"),
        ({"prevalence": {"a": 20}}, "20%"),
        ({"sampled": {"positives": 0.1}}, "a share is sampled of each"),
        ({"sampled": {"a": 0.1}, "prevalence": {"a": 0.1}}, "either a prevalence or sampling rates"),
        ({"rule": "youden"}, "promising"),
        ({"cost": {"fn": 3, "fp": 1}}, "each pair of a true and an answered class"),
        ({"cost": {("a", "z"): 3}}, "'z'"),
        ({"cost": {("a", "b"): float("nan")}}, "finite"),
        ({"threshold": {"z": 0.3}}, "'z'"),
        ({"threshold": {"a": float("nan")}}, "number"),
        ({"level": 95}, "level"),
    ],
)
def test_what_many_classes_do_not_have_is_refused_with_the_reason(given, said):
    with pytest.raises(TruecutError) as refused:
        evaluated(**given)
    assert said in str(refused.value)


def test_two_classes_refuse_what_is_stated_class_by_class():
    for given in ({"cost": {("1", "0"): 3}}, {"prevalence": {"1": 0.3}}):
        with pytest.raises(BadCall, match="There are two classes"):
            tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7], **given)
