"""Where scikit-learn has the same metric it gives the same number; where its convention differs, we say how."""

import warnings
from math import inf, isnan

import numpy as np
import pytest
from sklearn import metrics as sk
from sklearn.exceptions import UndefinedMetricWarning

from truecut.catalogue import metric
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable

THEIRS = {
    "accuracy": sk.accuracy_score,
    "balanced_accuracy": sk.balanced_accuracy_score,
    "kappa": sk.cohen_kappa_score,
    "mcc": sk.matthews_corrcoef,
    "precision": sk.precision_score,
    "recall": sk.recall_score,
    "f1": sk.f1_score,
    "jaccard": sk.jaccard_score,
    "zero_one_loss": sk.zero_one_loss,
    "lr_plus": lambda *rows, **options: sk.class_likelihood_ratios(*rows, **options)[0],
    "lr_minus": lambda *rows, **options: sk.class_likelihood_ratios(*rows, **options)[1],
    "specificity": lambda *rows, **options: sk.recall_score(*rows, pos_label=0, **options),
    "npv": lambda *rows, **options: sk.precision_score(*rows, pos_label=0, **options),
}
SEEDS = range(12)


def drawn_rows(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return labels, predictions and weights, with all four cells filled."""
    random = np.random.default_rng(seed)
    size = int(10 ** random.uniform(1, 4))
    labels = random.random(size) < random.uniform(0.1, 0.9)
    predictions = np.where(random.random(size) < 0.7, labels, ~labels)
    labels[:4], predictions[:4] = [True, True, False, False], [True, False, True, False]
    return labels, predictions, random.uniform(0.1, 9, size)


def counted(labels: np.ndarray, predictions: np.ndarray, weights: np.ndarray | None = None) -> Counts:
    return CountsCurve(ScoreTable.from_rows(labels, predictions, weights)).at(1)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_four_counts_agree(seed):
    labels, predictions, weights = drawn_rows(seed)
    ours = counted(labels, predictions)
    # Theirs has the truth in rows and the negative class first.
    assert sk.confusion_matrix(labels, predictions).tolist() == [[ours.tn, ours.fp], [ours.fn, ours.tp]]
    ours = counted(labels, predictions, weights)
    theirs = sk.confusion_matrix(labels, predictions, sample_weight=weights)
    np.testing.assert_allclose(theirs, [[ours.tn, ours.fp], [ours.fn, ours.tp]], rtol=1e-12)


@pytest.mark.parametrize("name", THEIRS)
@pytest.mark.parametrize("seed", SEEDS)
def test_metrics_agree_with_and_without_weights(name, seed):
    labels, predictions, weights = drawn_rows(seed)
    ours = metric(name).at(counted(labels, predictions)).value
    assert ours == pytest.approx(THEIRS[name](labels, predictions), rel=1e-12)
    ours = metric(name).at(counted(labels, predictions, weights)).value
    assert ours == pytest.approx(THEIRS[name](labels, predictions, sample_weight=weights), rel=1e-12)


@pytest.mark.parametrize("beta", [0.0, 0.1, 0.5, 1.0, 2.0, 10.0, inf])
@pytest.mark.parametrize("seed", SEEDS)
def test_f_beta_agrees_for_every_beta(beta, seed):
    labels, predictions, weights = drawn_rows(seed)
    ours = metric("f_beta").at(counted(labels, predictions), beta=beta).value
    assert ours == pytest.approx(sk.fbeta_score(labels, predictions, beta=beta), rel=1e-12)
    ours = metric("f_beta").at(counted(labels, predictions, weights), beta=beta).value
    assert ours == pytest.approx(sk.fbeta_score(labels, predictions, beta=beta, sample_weight=weights), rel=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_rows_agree_as_a_count(seed):
    labels, predictions, weights = drawn_rows(seed)
    ours = metric("zero_one_count").at(counted(labels, predictions)).value
    assert ours == sk.zero_one_loss(labels, predictions, normalize=False)
    ours = metric("zero_one_count").at(counted(labels, predictions, weights)).value
    theirs = sk.zero_one_loss(labels, predictions, normalize=False, sample_weight=weights)
    assert ours == pytest.approx(theirs, rel=1e-12)


# From here on: where scikit-learn follows another convention. The four tables of the smallest kind.
NOTHING_FLAGGED = Counts(tp=0, fp=0, fn=3, tn=7)
NO_POSITIVES = Counts(tp=0, fp=3, fn=0, tn=7)
ALL_NEGATIVE = Counts(tp=0, fp=0, fn=0, tn=10)
ALL_POSITIVE_AND_FLAGGED = Counts(tp=10, fp=0, fn=0, tn=0)


def by_scikit_learn(function, counts: Counts, **options):
    """Return what scikit-learn says of these counts, without its warnings."""
    labels = [1] * counts.tp + [0] * counts.fp + [1] * counts.fn + [0] * counts.tn
    predictions = [1] * (counts.tp + counts.fp) + [0] * (counts.fn + counts.tn)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        # Their remark that one class is absent, and that 0 / 0 was computed.
        warnings.simplefilter("ignore", UserWarning)
        warnings.simplefilter("ignore", RuntimeWarning)
        return function(labels, predictions, **options)


@pytest.mark.parametrize(
    ("name", "theirs", "counts", "reason"),
    [
        ("precision", sk.precision_score, NOTHING_FLAGGED, "nothing was flagged"),
        ("recall", sk.recall_score, NO_POSITIVES, "no row is truly positive"),
        ("f1", sk.f1_score, ALL_NEGATIVE, "no row is positive and nothing was flagged"),
        (
            "f_beta",
            lambda *rows: sk.fbeta_score(*rows, beta=1),
            ALL_NEGATIVE,
            "no row is positive and nothing was flagged",
        ),
        ("jaccard", sk.jaccard_score, ALL_NEGATIVE, "no row is positive and nothing was flagged"),
        ("mcc", sk.matthews_corrcoef, NOTHING_FLAGGED, "nothing was flagged"),
        ("mcc", sk.matthews_corrcoef, ALL_POSITIVE_AND_FLAGGED, "no row is truly negative"),
    ],
)
def test_they_say_0_where_we_say_undefined_and_the_convention_says_so_too(name, theirs, counts, reason):
    assert by_scikit_learn(theirs, counts) == 0
    assert metric(name).at(counts).value is None
    by_convention = metric(name).at(counts, convention="scikit-learn")
    assert (by_convention.value, by_convention.undefined) == (0, reason)


@pytest.mark.parametrize("entry_name", ["precision", "recall", "f1", "f_beta", "jaccard", "mcc"])
def test_the_convention_named_after_them_is_theirs_wherever_a_value_is_missing(entry_name):
    entry = metric(entry_name)
    theirs = {**THEIRS, "f_beta": lambda *rows: sk.fbeta_score(*rows, beta=1)}[entry_name]
    for counts in (NOTHING_FLAGGED, NO_POSITIVES, ALL_NEGATIVE, ALL_POSITIVE_AND_FLAGGED):
        ours = entry.at(counts, convention="scikit-learn").value
        assert ours == by_scikit_learn(theirs, counts)


def test_the_positive_likelihood_ratio_without_false_positives_is_infinite_and_theirs_is_nan():
    without_false_positives = Counts(tp=2, fp=0, fn=2, tn=3)
    assert isnan(by_scikit_learn(sk.class_likelihood_ratios, without_false_positives)[0])
    assert metric("lr_plus").at(without_false_positives).value == inf


def test_the_negative_likelihood_ratio_without_true_negatives_is_infinite_and_theirs_is_nan():
    without_true_negatives = Counts(tp=2, fp=3, fn=2, tn=0)
    assert isnan(by_scikit_learn(sk.class_likelihood_ratios, without_true_negatives)[1])
    assert metric("lr_minus").at(without_true_negatives).value == inf


@pytest.mark.parametrize("counts", [NO_POSITIVES, ALL_NEGATIVE, ALL_POSITIVE_AND_FLAGGED])
def test_balanced_accuracy_needs_both_classes_and_theirs_drops_the_absent_one(counts):
    of_the_class_that_is_there = (counts.tp + counts.tn) / counts.rows
    assert by_scikit_learn(sk.balanced_accuracy_score, counts) == of_the_class_that_is_there
    assert metric("balanced_accuracy").at(counts).value is None


def test_a_perfect_model_of_one_class_has_no_correlation_and_theirs_is_0():
    assert by_scikit_learn(sk.matthews_corrcoef, ALL_POSITIVE_AND_FLAGGED) == 0
    assert metric("mcc").at(ALL_POSITIVE_AND_FLAGGED).undefined == "no row is truly negative"


@pytest.mark.parametrize("counts", [ALL_NEGATIVE, ALL_POSITIVE_AND_FLAGGED])
def test_kappa_of_one_class_is_undefined_and_theirs_is_nan_without_a_reason(counts):
    assert isnan(by_scikit_learn(sk.cohen_kappa_score, counts))
    assert metric("kappa").at(counts).undefined.endswith("so chance alone agrees fully")


def test_f1_is_0_without_true_positives_for_both():
    for counts in (NOTHING_FLAGGED, NO_POSITIVES):
        assert by_scikit_learn(sk.f1_score, counts) == metric("f1").at(counts).value == 0
