"""Two models of many classes on the same rows: differences, verdicts, and whether they answer alike."""

import numpy as np
import pytest
from scipy.stats import chi2, ttest_rel

import truecut as tc
from truecut.errors import BadCall, UnknownName
from truecut.inference.many_classes.symmetry import bowker, stuart_maxwell
from truecut.inference.paired.verdict import ComparisonOutcome

NAMES = ("a", "b", "c")


def two_models(seed=0, rows=400, better=0.0):
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, rows, p=[0.5, 0.4, 0.1])
    common = rng.standard_normal((rows, 3))
    found = []
    for shift in (1.5 + better, 1.5):
        odds = np.exp(0.8 * common + 0.6 * rng.standard_normal((rows, 3)) + shift * np.eye(3)[truth])
        found.append(odds / odds.sum(axis=1, keepdims=True))
    return truth, found


def evaluated(truth, scores):
    table = {"y": [NAMES[t] for t in truth], **{name: scores[:, i] for i, name in enumerate(NAMES)}}
    return tc.evaluate(table, label="y", class_scores={name: name for name in NAMES})


def compared(seed=0, **options):
    truth, scores = two_models(seed, **options)
    return tc.compare({"new": evaluated(truth, scores[0]), "old": evaluated(truth, scores[1])}), truth, scores


def test_accuracy_is_compared_like_that_of_two_classes():
    comparison, truth, scores = compared()
    right = [(one.argmax(axis=1) == truth).astype(int) for one in scores]
    as_two = tc.compare(
        {"y": np.ones(len(truth), int), "new": right[0], "old": right[1]},
        label="y",
        predicted=["new", "old"],
        classes=[0, 1],
    )
    theirs, ours = as_two.difference("accuracy", "new", "old"), comparison.difference("accuracy", "new", "old")
    assert (ours.value, ours.low, ours.high, ours.p_value) == pytest.approx(
        (theirs.value, theirs.low, theirs.high, theirs.p_value)
    )
    errors = comparison.difference("error_rate", "new", "old")
    assert (errors.value, errors.low, errors.p_value) == pytest.approx((-ours.value, -ours.high, ours.p_value))


@pytest.mark.parametrize("name", ["log_loss", "brier_multiclass"])
def test_losses_are_compared_row_by_row(name):
    comparison, truth, scores = compared()
    own = [one[np.arange(len(truth)), truth] for one in scores]
    losses = [-np.log(p) for p in own]
    if name == "brier_multiclass":
        losses = [((one - np.eye(3)[truth]) ** 2).sum(axis=1) for one in scores]
    test = ttest_rel(*losses)
    found = comparison.difference(name, "new", "old")
    assert found.p_value == pytest.approx(test.pvalue)
    interval = test.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


@pytest.mark.parametrize(
    ("name", "average"),
    [("f1", None), ("kappa", None), ("mcc", None), ("precision", "macro"), ("roc_auc", None), ("roc_auc_pairs", None)],
)
def test_the_interval_is_about_that_of_drawing_rows_again(name, average):
    comparison, truth, scores = compared(rows=800)
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(120):
        kept = rng.integers(0, len(truth), len(truth))
        values = [evaluated(truth[kept], one[kept]).metric(name, average).value for one in scores]
        drawn.append(values[0] - values[1])
    found = comparison.difference(name, "new", "old", average)
    assert (found.high - found.low) / (2 * 1.96) == pytest.approx(np.std(drawn), rel=0.3)


@pytest.mark.parametrize("name", ["f1", "kappa", "accuracy", "log_loss", "roc_auc"])
def test_a_difference_is_found_in_about_5_of_100_samples_where_there_is_none(name):
    found = [compared(seed, rows=150)[0].difference(name, "new", "old").p_value for seed in range(150)]
    assert np.mean(np.array(found) < 0.05) <= 0.1


@pytest.mark.parametrize("name", ["f1", "kappa", "mcc", "roc_auc", "log_loss", "top_k_accuracy", "mean_cost"])
def test_a_model_does_not_differ_from_itself(name):
    truth, scores = two_models()
    e = evaluated(truth, scores[0])
    found = e.compare(e).difference(name, "first", "second", **({"costs": {}} if name == "mean_cost" else {}))
    assert (found.value, found.low, found.high, found.p_value) == (0, 0, 0, 1)


def test_exchanging_the_models_turns_the_difference_round():
    comparison, _, _ = compared()
    for name in ("f1", "kappa", "roc_auc_pairs", "brier_multiclass"):
        one, other = comparison.difference(name, "new", "old"), comparison.difference(name, "old", "new")
        assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low))
        assert one.p_value == pytest.approx(other.p_value, abs=1e-6)


def test_verdicts_say_who_is_better():
    comparison, _, _ = compared(better=1.0)
    for name in ("accuracy", "f1", "log_loss", "brier_multiclass", "roc_auc_pairs"):
        found = comparison.verdict("new", "old", metric=name)
        assert found.outcome == ComparisonOutcome.BETTER
        assert found.sentence.startswith("new is better than old: its ")
    alike, _, _ = compared()
    assert alike.verdict("new", "old", margin=0.2).outcome == ComparisonOutcome.TIED
    with pytest.raises(BadCall, match="no direction"):
        alike.verdict("new", "old", metric="no_information_rate")


def test_bowker_and_stuart_maxwell_by_hand():
    # Stuart & Maxwell's example of Maxwell 1970 by way of Fleiss 1981: three categories, two raters.
    answers = np.array([[35.0, 5, 0], [15, 20, 5], [10, 5, 5]])
    found = bowker(answers)
    assert found.statistic == pytest.approx((5 - 15) ** 2 / 20 + 10**2 / 10 + 0)
    assert found.degrees_of_freedom == 3
    assert found.p_value == pytest.approx(chi2.sf(found.statistic, 3))
    margins = stuart_maxwell(answers)
    assert margins.statistic == pytest.approx(14.00, abs=0.01)
    assert margins.degrees_of_freedom == 2
    assert margins.p_value == pytest.approx(chi2.sf(margins.statistic, 2))


def test_margins_of_two_answers_are_mcnemars_test():
    answers = np.array([[50.0, 12], [5, 33]])
    assert stuart_maxwell(answers).statistic == pytest.approx((12 - 5) ** 2 / (12 + 5))
    assert bowker(answers).statistic == pytest.approx((12 - 5) ** 2 / (12 + 5))


def test_models_that_answer_alike_do_not_differ():
    truth, scores = two_models()
    e = evaluated(truth, scores[0])
    for test in e.compare(e).symmetry("first", "second"):
        assert (test.statistic, test.p_value) == (0, 1)


def test_other_rows_and_other_names_are_refused():
    truth, scores = two_models()
    with pytest.raises(BadCall, match="not of the same rows"):
        evaluated(truth, scores[0]).compare(evaluated(truth[::-1], scores[1]))
    with pytest.raises(UnknownName, match="Did you mean 'first'"):
        e = evaluated(truth, scores[0])
        e.compare(e).difference("f1", "frist", "second")
