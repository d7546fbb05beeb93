"""Decision curves: net benefit against brute force and published numbers, and how often each strategy is the best."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t as student

import truecut as tc
from truecut.decisions.decision_curve import DecisionCurveRequest, decision_curve
from truecut.errors import BadCall, BadScore

CANCER = Path(__file__).parents[1] / "reference/data/cancer_dca.csv"
MARKED = tc.evaluate(str(CANCER), label="cancer", score="cancerpredmarker")
GRID = [0.05, 0.1, 0.2, 0.3]


def drawn(random, rows=400):
    probabilities = random.beta(1, 3, rows)
    return random.random(rows) < probabilities, probabilities


def brute_force(labels, scores, threshold):
    """Return net benefit by row, of the model and of flagging all."""
    odds = threshold / (1 - threshold)
    gained = np.where(labels, 1.0, -odds)
    return np.where(scores >= threshold, gained, 0.0), gained


def test_net_benefit_is_the_mean_over_rows_nearly_with_students_interval():
    labels, scores = drawn(np.random.default_rng(0), rows=1500)
    curve = tc.evaluate(labels, scores).decision_curve(thresholds=GRID)
    (model,) = curve.models
    for i, threshold in enumerate(GRID):
        mine, everybody = brute_force(labels, scores, threshold)
        assert model.net_benefit.value[i] == pytest.approx(mine.mean())
        assert curve.flag_all.value[i] == pytest.approx(everybody.mean())
        half = student.ppf(0.975, len(mine) - 1) * mine.std(ddof=1) / np.sqrt(len(mine))
        assert model.net_benefit.high[i] - model.net_benefit.low[i] == pytest.approx(2 * half, rel=0.03)
        assert model.standardised.value[i] == pytest.approx(mine.mean() / labels.mean())
        over_all = mine - everybody
        assert model.avoided.value[i] == pytest.approx(100 * over_all.mean() * (1 - threshold) / threshold)
        assert model.advantage.value[i] == pytest.approx(min(over_all.mean(), mine.mean()))


def test_published_net_benefits_hold():
    # Vickers' cancer data, as the R package dcurves gives them.
    curve = MARKED.decision_curve(thresholds=[0.1, 0.2])
    assert curve.flag_all.value == pytest.approx([0.14 - 0.86 / 9, 0.14 - 0.86 / 4])
    for i, threshold in enumerate((0.1, 0.2)):
        there = MARKED.cut_at(threshold).metric("net_benefit", pt=threshold)
        assert curve.models[0].net_benefit.value[i] == pytest.approx(there.value)


def test_the_interval_is_that_of_the_metric_at_the_same_threshold():
    curve = MARKED.decision_curve(thresholds=[0.1, 0.2, 0.3])
    for i, threshold in enumerate((0.1, 0.2, 0.3)):
        there = MARKED.cut_at(threshold).metric("net_benefit", pt=threshold)
        assert curve.models[0].net_benefit.low[i] == pytest.approx(there.low)
        assert curve.models[0].net_benefit.high[i] == pytest.approx(there.high)


def test_a_miss_that_did_not_happen_is_no_proof_of_a_gain():
    # At 1 % the model leaves 83 rows alone and misses nobody; one miss would undo the gain of 99 rows left alone.
    curve = MARKED.decision_curve(thresholds=[0.01])
    counts = MARKED.at(0.01).counts
    assert counts.fn == 0
    assert curve.models[0].advantage.value[0] > 0 > curve.models[0].advantage.low[0]


def test_the_intervals_hold_the_truth_about_as_often_as_they_say():
    labels, scores = drawn(np.random.default_rng(1), rows=400_000)
    truth = tc.evaluate(labels, scores).decision_curve(thresholds=GRID, replicates=200).models[0]
    random, held = np.random.default_rng(2), []
    for _ in range(150):
        model = tc.evaluate(*drawn(random, rows=200)).decision_curve(thresholds=GRID, replicates=200).models[0]
        held.append(
            [
                (mine.low <= true.value) & (true.value <= mine.high)
                for mine, true in ((model.net_benefit, truth.net_benefit), (model.avoided, truth.avoided))
            ]
        )
    assert (np.mean(held, axis=0) >= 0.89).all()


def test_limits_for_all_thresholds_at_once_are_wider_and_hold_them_all():
    each, at_once = (MARKED.decision_curve(simultaneous=simultaneous) for simultaneous in (False, True))
    mine, wide = each.models[0].net_benefit, at_once.models[0].net_benefit
    assert (wide.high - wide.low > mine.high - mine.low).all()
    labels, scores = drawn(np.random.default_rng(3), rows=400_000)
    truth = tc.evaluate(labels, scores).decision_curve(thresholds=GRID, replicates=200).models[0].net_benefit.value
    random, held = np.random.default_rng(4), []
    for _ in range(80):
        e = tc.evaluate(*drawn(random, rows=300))
        found = e.decision_curve(thresholds=GRID, simultaneous=True, level=0.9, replicates=300).models[0].net_benefit
        held.append(((found.low <= truth) & (truth <= found.high)).all())
    assert np.mean(held) >= 0.82


# Which strategy is the best


def test_chances_are_those_of_drawing_rows_again_one_by_one():
    random = np.random.default_rng(5)
    labels, good = drawn(random, rows=120)
    poor = np.clip(good + random.normal(0, 0.2, len(good)), 0, 1)
    e = tc.evaluate({"y": labels, "good": good, "poor": poor}, label="y", score=["good", "poor"])
    curve = e.decision_curve(thresholds=[0.15, 0.4], replicates=4000)
    assert curve.is_paired
    for i, threshold in enumerate((0.15, 0.4)):
        columns = [brute_force(labels, scores, threshold)[0] for scores in (good, poor)]
        columns += [brute_force(labels, good, threshold)[1], np.zeros(len(labels))]
        rows = random.integers(len(labels), size=(4000, len(labels)))
        wins = np.stack(columns)[:, rows].mean(axis=2).argmax(axis=0)
        expected = [np.mean(wins == strategy) for strategy in range(4)]
        found = [model.chance_best[i] for model in curve.models]
        found += [curve.chances_of_defaults["good"][default][i] for default in ("flag all", "flag none")]
        assert found == pytest.approx(expected, abs=0.03)
        assert sum(found) == pytest.approx(1)


def test_strategies_that_do_the_same_share_their_wins():
    labels, scores = drawn(np.random.default_rng(6))
    e = tc.evaluate({"y": labels, "a": scores, "b": scores}, label="y", score=["a", "b"])
    curve = e.decision_curve(thresholds=GRID, replicates=300)
    assert curve["a"].chance_best == pytest.approx(curve["b"].chance_best)
    never = tc.evaluate(labels, np.full(len(labels), 0.005)).decision_curve(thresholds=[0.3], replicates=300)
    assert never.models[0].chance_best[0] == pytest.approx(never.chances_of_defaults["scores"]["flag none"][0])


def test_models_whose_rows_are_gone_are_judged_each_by_itself(tmp_path):
    labels, scores = drawn(np.random.default_rng(7))
    e = tc.evaluate({"y": labels, "a": scores, "b": scores**2}, label="y", score=["a", "b"])
    e.save(tmp_path / "models.json")
    curve = tc.load(tmp_path / "models.json").decision_curve(thresholds=GRID, replicates=300)
    assert not curve.is_paired
    assert "by itself" in curve.note
    assert curve["a"].net_benefit.value == pytest.approx(
        e.decision_curve(thresholds=GRID, replicates=300)["a"].net_benefit.value
    )


# Other rows: weights, clusters, cases and controls


def test_repeated_rows_are_so_many_rows():
    labels, scores = drawn(np.random.default_rng(8))
    times = np.random.default_rng(8).integers(1, 4, len(labels))
    frame = {"y": labels, "p": scores, "n": times}
    repeated = tc.evaluate(frame, label="y", score="p", weight="n", weights_are="repeated")
    written_out = tc.evaluate(np.repeat(labels, times), np.repeat(scores, times))
    one, other = (e.decision_curve(thresholds=GRID, replicates=200).models[0] for e in (repeated, written_out))
    assert one.net_benefit.low == pytest.approx(other.net_benefit.low)
    assert one.advantage.high == pytest.approx(other.advantage.high)


def test_uneven_weights_widen_the_limits():
    labels, scores = drawn(np.random.default_rng(9))
    frame = {"y": labels, "p": scores, "w": np.where(np.arange(len(labels)) % 10, 1.0, 20.0)}
    weighted = tc.evaluate(frame, label="y", score="p", weight="w").decision_curve(thresholds=GRID, replicates=200)
    plain = tc.evaluate(labels, scores).decision_curve(thresholds=GRID, replicates=200)
    mine, theirs = weighted.models[0].net_benefit, plain.models[0].net_benefit
    assert (mine.high - mine.low > 1.5 * (theirs.high - theirs.low)).all()


def test_rows_that_repeat_their_cluster_tell_no_more_than_one():
    labels, scores = drawn(np.random.default_rng(10))
    frame = {"y": np.repeat(labels, 3), "p": np.repeat(scores, 3), "who": np.repeat(np.arange(len(labels)), 3)}
    whole = tc.evaluate(frame, label="y", score="p", cluster="who").decision_curve(thresholds=GRID, replicates=500)
    single = tc.evaluate(labels, scores).decision_curve(thresholds=GRID, replicates=500)
    mine, theirs = whole.models[0], single.models[0]
    assert mine.net_benefit.value == pytest.approx(theirs.net_benefit.value)
    assert mine.net_benefit.high - mine.net_benefit.low == pytest.approx(
        theirs.net_benefit.high - theirs.net_benefit.low, rel=0.02
    )
    assert mine.chance_best == pytest.approx(theirs.chance_best, abs=0.06)


def test_cases_and_controls_are_weighed_to_the_stated_prevalence():
    labels, scores = drawn(np.random.default_rng(11))
    curve = tc.evaluate(labels, scores).decision_curve(thresholds=GRID, prevalence=0.05, replicates=200)
    for i, threshold in enumerate(GRID):
        odds = threshold / (1 - threshold)
        tpr, fpr = np.mean(scores[labels] >= threshold), np.mean(scores[~labels] >= threshold)
        assert curve.models[0].net_benefit.value[i] == pytest.approx(0.05 * tpr - 0.95 * odds * fpr)
        # With the prevalence known, flagging all is worth what it is worth.
        everybody = 0.05 - 0.95 * odds
        assert (curve.flag_all.value[i], curve.flag_all.low[i], curve.flag_all.high[i]) == pytest.approx(
            (everybody,) * 3
        )
        spread = 0.05**2 * tpr * (1 - tpr) / (labels.sum() - 1) + (0.95 * odds) ** 2 * fpr * (1 - fpr) / (
            (~labels).sum() - 1
        )
        reach = student.ppf(0.975, len(labels) - 1)
        benefit = curve.models[0].net_benefit
        assert benefit.high[i] - benefit.low[i] == pytest.approx(2 * reach * np.sqrt(spread), rel=0.1)


# What is said


def test_the_sentence_says_where_the_model_is_worth_it():
    (sentence,) = MARKED.decision_curve().sentences
    assert sentence.startswith(
        "cancerpredmarker: worth more than flagging all or none at thresholds from 1.0 % to 50.0 %"
    )
    assert "clearly so (lower 95 % limit above 0) from 5.0 % to 50.0 %" in sentence
    labels, scores = drawn(np.random.default_rng(12))
    (useless,) = tc.evaluate(labels, 1 - scores).decision_curve(low=0.3, high=0.6, replicates=200).sentences
    assert useless == "scores: at no threshold from 30.0 % to 60.0 % is it worth more than flagging all or none."


def test_probabilities_that_promise_too_much_are_warned_of():
    labels, scores = drawn(np.random.default_rng(13))
    assert not tc.evaluate(labels, scores).decision_curve(replicates=200).warnings
    (warning,) = tc.evaluate(labels, np.sqrt(scores)).decision_curve(replicates=200).warnings
    assert "promise" in warning
    assert "recalibrate" in warning


def test_thresholds_are_round_so_that_probabilities_on_them_are_flagged():
    curve = MARKED.decision_curve()
    assert curve.thresholds.tolist() == [round(0.01 + i * 0.005, 3) for i in range(99)]
    assert len(MARKED.decision_curve(low=0.1, high=0.11).thresholds) == 99


def test_the_table_is_plain_numbers():
    curve = MARKED.decision_curve(thresholds=GRID, replicates=200)
    rows = list(curve.table())
    assert [row[:2] for row in rows] == [("cancerpredmarker", threshold) for threshold in GRID]
    assert all(len(row) == len(curve.header) for row in rows)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"low": 0.5, "high": 0.1}, "goes up"),
        ({"thresholds": [0.0, 0.2]}, "above 0 and below 1"),
        ({"prevalence": 1.0}, "above 0 and below 1"),
        ({"replicates": 10, "simultaneous": True}, "at least 200 resamples"),
    ],
)
def test_a_bad_call_is_refused_in_a_sentence(given, says):
    with pytest.raises(BadCall, match=says):
        MARKED.decision_curve(**given)


def test_scores_that_are_no_probabilities_are_refused_with_a_way_out():
    labels, scores = drawn(np.random.default_rng(14))
    with pytest.raises(BadScore, match="recalibration"):
        tc.evaluate(labels, 10 * scores).decision_curve()
    with pytest.raises(BadScore, match="1 - score"):
        tc.evaluate(labels, scores, lower_is_positive=True).decision_curve()
    with pytest.raises(BadCall, match="no model 'x'"):
        decision_curve([MARKED.model], DecisionCurveRequest(replicates=200))["x"]
