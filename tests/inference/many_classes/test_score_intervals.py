"""Scores of many classes: values held against scikit-learn, intervals against brute force."""

import numpy as np
import pytest
from scipy.stats import rankdata
from scipy.stats import t as student
from sklearn import metrics as sk

import truecut as tc
from truecut.errors import BadCall
from truecut.inference.losses import Losses
from truecut.inference.many_classes.row_losses import ClassLosses


def drawn(seed=0, classes=4, rows=300, decimals=2):
    """Return labels and probabilities with ties, rare classes last."""
    rng = np.random.default_rng(seed)
    shares = np.linspace(2, 0.4, classes)
    truth = rng.choice(classes, rows, p=shares / shares.sum())
    truth[:classes] = np.arange(classes)
    scores = rng.standard_normal((rows, classes)) + 1.5 * np.eye(classes)[truth]
    scores = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    scores = np.maximum(np.round(scores, decimals), 10.0**-decimals)
    return truth, scores / scores.sum(axis=1, keepdims=True)


def evaluated(truth, scores, **options):
    names = [f"c{i}" for i in range(scores.shape[1])]
    table = {"y": [names[t] for t in truth], **{name: scores[:, i] for i, name in enumerate(names)}}
    if "weight" in options:
        table["w"] = options.pop("weight")
        options["weight"] = "w"
    return tc.evaluate(table, label="y", class_scores={name: name for name in names}, **options)


def one_versus_rest(average):
    return lambda y, p, w: sk.roc_auc_score(y, p, multi_class="ovr", average=average, sample_weight=w)


SCIKIT = {
    ("log_loss", None): lambda y, p, w: sk.log_loss(y, p, sample_weight=w),
    ("brier_multiclass", None): lambda y, p, w: sk.brier_score_loss(y, p, sample_weight=w),
    ("brier_multiclass_halved", None): lambda y, p, w: sk.brier_score_loss(y, p, sample_weight=w, scale_by_half=True),
    **{("roc_auc", average): one_versus_rest(average) for average in ("macro", "weighted", "micro")},
    ("accuracy", None): lambda y, p, w: sk.accuracy_score(y, p.argmax(1), sample_weight=w),
}


@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize(("name", "average"), SCIKIT, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_values_are_those_of_scikit_learn(name, average, weights, seed):
    truth, scores = drawn(seed, classes=3 + seed)
    rng = np.random.default_rng(seed)
    weight = {"none": None, "whole": rng.integers(1, 5, len(truth)), "fractions": rng.random(len(truth)) + 0.1}[weights]
    e = evaluated(truth, scores, **({} if weight is None else {"weight": weight}))
    assert e.metric(name, average).value == pytest.approx(SCIKIT[name, average](truth, scores, weight), rel=1e-10)


@pytest.mark.parametrize("average", ["macro", "weighted"])
@pytest.mark.parametrize("seed", range(3))
def test_pairs_are_those_of_scikit_learn(average, seed):
    truth, scores = drawn(seed)
    theirs = sk.roc_auc_score(truth, scores, multi_class="ovo", average=average)
    assert evaluated(truth, scores).metric("roc_auc_pairs", average).value == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
def test_average_precision_is_that_of_scikit_learn(average):
    truth, scores = drawn(5)
    theirs = sk.average_precision_score(np.eye(4)[truth], scores, average=average)
    assert evaluated(truth, scores).metric("average_precision", average).value == pytest.approx(theirs, abs=1e-12)


def test_top_k_counts_ties_by_the_rule_that_is_named():
    scores = np.array([[0.4, 0.4, 0.2], [0.4, 0.3, 0.3], [0.5, 0.3, 0.2], [0.8, 0.1, 0.1]])
    e = evaluated(np.array([0, 1, 2, 0]), scores)
    # row 0 ties for the first place, row 1 for the second, row 2 comes last, row 3 first.
    assert e.metric("top_k_accuracy", k=1).value == (0.5 + 0 + 0 + 1) / 4
    assert e.metric("top_k_accuracy", k=2).value == (1 + 0.5 + 0 + 1) / 4
    assert e.metric("top_k_accuracy", k=2, ties="first").value == 3 / 4
    assert e.metric("top_k_accuracy", k=2, ties="last").value == 2 / 4
    assert e.metric("top_k_accuracy", k=3).value == 1


@pytest.mark.parametrize("k", [1, 2, 3])
def test_top_k_without_ties_is_that_of_scikit_learn(k):
    truth, scores = drawn(2, decimals=12)
    theirs = sk.top_k_accuracy_score(truth, scores, k=k)
    assert evaluated(truth, scores).metric("top_k_accuracy", k=k).value == pytest.approx(theirs)


def test_parts_of_the_brier_score_add_up():
    e = evaluated(*drawn(1))
    parts = [e.metric(f"brier_multiclass_{part}").value for part in ("miscalibration", "discrimination", "uncertainty")]
    assert parts[0] - parts[1] + parts[2] == pytest.approx(e.metric("brier_multiclass").value, abs=1e-12)
    assert e.metric("brier_skill").value == pytest.approx(1 - e.metric("brier_multiclass").value / parts[2])


def row_losses(truth, scores, kind):
    own = scores[np.arange(len(truth)), truth]
    return -np.log(own) if kind == "log" else ((scores - np.eye(scores.shape[1])[truth]) ** 2).sum(axis=1)


@pytest.mark.parametrize(("name", "kind"), [("log_loss", "log"), ("brier_multiclass", "brier")])
def test_losses_have_halls_interval_of_the_rows(name, kind):
    truth, scores = drawn(3)
    losses, ones = row_losses(truth, scores, kind), np.ones(len(truth))
    low, high = Losses(losses, ones, ones, len(truth)).skewed_interval(0.95)
    found = evaluated(truth, scores).metric(name)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-6)
    assert found.method == "hall"
    assert found.standard_error == pytest.approx(losses.std(ddof=1) / np.sqrt(len(truth)), rel=1e-6)


@pytest.mark.parametrize(("name", "kind"), [("log_loss_skill", "log"), ("brier_skill", "brier")])
def test_the_spread_of_skill_is_that_of_leaving_rows_out(name, kind):
    truth, scores = drawn(4, rows=200)
    n = len(truth)
    losses = row_losses(truth, scores, kind)

    def skill(kept):
        share = np.bincount(truth[kept], minlength=4) / len(kept)
        without = -(share * np.log(share)).sum() if kind == "log" else 1 - (share**2).sum()
        return 1 - losses[kept].mean() / without

    left_out = np.array([skill(np.delete(np.arange(n), i)) for i in range(n)])
    jackknife = np.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum())
    assert evaluated(truth, scores).metric(name).standard_error == pytest.approx(jackknife, rel=0.02)


def test_two_losses_by_class_have_the_moments_of_all():
    truth, scores = drawn(6)
    losses = ClassLosses.of(evaluated(truth, scores).table, "brier")
    for power in (1, 2, 3):
        of_rows = (row_losses(truth, scores, "brier") ** power).mean()
        assert (losses.weights * losses.values**power).sum() / len(truth) == pytest.approx(of_rows, rel=1e-8)


def row_parts(truth, scores):
    """Return what each row adds to the macro area, by ranks."""
    n, k = scores.shape
    parts = np.zeros(n)
    for c in range(k):
        own, ranks = truth == c, rankdata(scores[:, c])
        parts[own] += (ranks[own] - rankdata(scores[own, c])) / (~own).sum() / own.sum() / k
        parts[~own] += (1 - (ranks[~own] - rankdata(scores[~own, c])) / own.sum()) / (~own).sum() / k
    return parts


def test_the_interval_of_averaged_areas_by_hand():
    truth, scores = drawn(7)
    parts, size = row_parts(truth, scores), np.bincount(truth)
    variances = np.array([parts[truth == c].var(ddof=1) * size[c] for c in range(4)])
    variances += 0.5 * np.array([(parts[truth == c].mean() - parts[truth == c].min()) ** 2 for c in range(4)])
    freedom = variances.sum() ** 2 / (variances**2 / (size - 1)).sum()
    found = evaluated(truth, scores).metric("roc_auc")
    half = student.ppf(0.975, freedom) * np.sqrt(variances.sum()) / (found.value * (1 - found.value))
    middle = np.log(found.value / (1 - found.value))
    assert found.low == pytest.approx(1 / (1 + np.exp(half - middle)), rel=1e-6)
    assert found.high == pytest.approx(1 / (1 + np.exp(-half - middle)), rel=1e-6)


def test_a_table_alone_gives_a_wider_interval_of_areas_and_says_so():
    from dataclasses import replace

    e = evaluated(*drawn(8))
    alone = replace(e, rows=None, counted=e.table)
    with_rows, without = e.metric("roc_auc"), alone.metric("roc_auc")
    assert without.value == with_rows.value
    assert without.method == "delong by class, at most"
    assert without.standard_error >= with_rows.standard_error
    assert alone.metric("log_loss") == e.metric("log_loss")
    assert alone.metric("brier_multiclass") == e.metric("brier_multiclass")
    assert not alone.metric("roc_auc_pairs").has_interval


@pytest.mark.parametrize("average", ["macro", "weighted"])
@pytest.mark.parametrize("seed", range(12))
def test_what_tables_give_at_most_is_never_less_than_what_rows_give(seed, average):
    from dataclasses import replace

    e = evaluated(*drawn(seed, classes=3 + seed % 4, rows=60 + 40 * seed))
    alone = replace(e, rows=None, counted=e.table)
    for name in ("roc_auc", "average_precision"):
        with_rows, without = e.metric(name, average), alone.metric(name, average)
        assert without.standard_error >= with_rows.standard_error * (1 - 1e-12)
        assert without.value == with_rows.value


def test_an_impossible_truth_makes_the_log_loss_infinite_and_says_how_many_rows():
    truth, scores = np.array([0, 1, 2]), np.array([[0.0, 0.5, 0.5], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
    found = evaluated(truth, scores).metric("log_loss")
    assert found.value == float("inf")
    assert found.note == "1 row gives its true class the probability 0; the log loss of the other 2 is 0.6931"
    clipped = evaluated(truth, scores).metric("log_loss", convention="scikit-learn")
    assert clipped.value == pytest.approx(sk.log_loss(truth, scores), rel=1e-9)


def test_names_that_mean_several_things_are_refused_with_their_names():
    e = evaluated(*drawn())
    for name, says in (
        ("brier", "brier_multiclass_halved"),
        ("accuracy", "balanced_accuracy"),
    ):
        with pytest.raises(BadCall, match=says):
            e.metric(name, "macro")
    with pytest.raises(BadCall, match="costs="):
        e.metric("mean_cost")


@pytest.mark.parametrize(
    ("name", "average", "parameters"),
    [
        ("f1", None, {"weights": "linear"}),
        ("roc_auc", None, {"k": 2}),
        ("kappa", "macro", {}),
        ("log_loss", "macro", {}),
        ("roc_auc_pairs", "micro", {}),
        ("top_k_accuracy", None, {"k": 0}),
        ("top_k_accuracy", None, {"k": 2.5}),
        ("top_k_accuracy", None, {"ties": "luck"}),
        ("kappa", None, {"absent": "left_out"}),
        ("f1", "marco", {}),
        ("f1", None, {"convention": "mine"}),
        ("f1", None, {"absent": "ignored"}),
        ("log_loss", None, {"convention": "mine"}),
        ("kappa", None, {"weights": "cubic"}),
        ("kappa", None, {"weights": "linear"}),  # words have no order
        ("kappa", None, {"weights": [[0, 1], [1, 0]]}),
        ("mean_cost", None, {"costs": {("c0", "c9"): 2}}),
        ("roc_auc", None, {"interval": "wald"}),
    ],
)
def test_what_a_metric_does_not_take_is_refused(name, average, parameters):
    from truecut.errors import TruecutError

    with pytest.raises(TruecutError):
        evaluated(*drawn()).metric(name, average, **parameters)


def test_scores_that_are_no_probabilities_rank_but_have_no_losses():
    truth, scores = drawn(9)
    e = evaluated(truth, 8 * scores)  # exactly: a factor that rounds would part ties
    assert e.metric("roc_auc_pairs").value == evaluated(truth, scores).metric("roc_auc_pairs").value
    assert "scores are not probabilities" in e.metric("log_loss").undefined
    with pytest.raises(BadCall, match="Prices act on probabilities"):
        e.decide(unsure=0.3)


def test_rows_that_do_not_add_up_to_1_are_a_finding():
    truth, scores = drawn(10)
    scores[3] *= 0.9
    findings = {finding.code: finding for finding in evaluated(truth, scores).summary().findings}
    assert findings["off_sums"].title == "1 row has probabilities that do not add up to 1."
    assert "0.1" in findings["off_sums"].text
    assert "off_sums" not in {finding.code for finding in evaluated(*drawn(10)).summary().findings}
