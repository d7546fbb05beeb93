"""Numbers of other tools, computed by them, are explained by the convention that made them."""

import numpy as np
import pytest
import sklearn.metrics as theirs

import truecut as tc

RNG = np.random.default_rng(4)
Y = (RNG.random(800) < 0.3).astype(int)
P = np.round(np.clip(0.25 + 0.35 * Y + RNG.normal(0, 0.22, 800), 0, 1), 2)
H = (P >= 0.5).astype(int)
W = RNG.integers(1, 5, 800)
E = tc.evaluate(Y, {"m": P})
PRECISION, RECALL, _ = theirs.precision_recall_curve(Y, P)


def ranked(convention):
    """Return the area with tied pairs counted in this way, by all pairs."""
    pairs = P[Y == 1][:, None] - P[Y == 0][None, :]
    return ((pairs > 0) + convention * (pairs == 0)).mean()


CASES = {
    "the other class": (theirs.recall_score(Y, H, pos_label=0), "recall", "recall, with the other class as positive"),
    "macro": (theirs.f1_score(Y, H, average="macro"), "f1", "the macro average of f1 over both classes"),
    "weighted": (theirs.f1_score(Y, H, average="weighted"), "f1", "the weighted average of f1 over both classes"),
    "above": (theirs.recall_score(Y, P > 0.5), "recall", "recall of scores above 0.5, not at it"),
    "predictions": (theirs.roc_auc_score(Y, H), "auc", "the ROC AUC of the predictions at the threshold"),
    "low scores": (theirs.roc_auc_score(Y, -P), "auc", "roc_auc, with low scores as positive"),
    "ties right": (ranked(1), "auc", "the ROC AUC with ties counted as right"),
    "ties wrong": (ranked(0), "auc", "the ROC AUC with ties counted as wrong"),
    "trapezoid": (theirs.auc(RECALL, PRECISION), "average_precision", "straight lines through the precision-recall"),
    "both classes": (2 * theirs.brier_score_loss(Y, P), "brier", "summed over both classes"),
    "transposed": (theirs.precision_score(Y, H), "recall", "recall of the matrix read the other way round"),
    "percent": (100 * theirs.recall_score(Y, H), "recall", "recall, in percent"),
    "another metric": (theirs.matthews_corrcoef(Y, H), "roc_auc", "mcc (another metric)"),
    "another cut": (theirs.recall_score(Y, P >= 0.3), "recall", "recall at threshold 0.3"),
    "end": (E.metric("recall").low, "recall", "the lower end of the 95 % interval of recall"),
    "clipped": (theirs.log_loss(Y, P), "log_loss", "the log loss with probabilities kept"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_number_of_another_convention_is_explained_by_it(case):
    number, of, said = CASES[case]
    found = E.reconcile(f"{number:.9f}", of)
    assert found.explanations, found.sentence
    assert said in found.explanations[0].convention.said
    assert said in found.sentence


def test_our_own_number_needs_no_explanation():
    found = E.reconcile(f"{E.metric('roc_auc').value:.6f}", "roc_auc")
    assert found.is_ours
    assert found.sentence.endswith("is roc_auc as it is computed here.")


def test_weights_that_somebody_left_out_are_found():
    weighted = tc.evaluate(Y, P, weight=W)
    found = weighted.reconcile(f"{theirs.roc_auc_score(Y, P):.9f}", "auc")
    assert found.explanations[0].convention.said == "roc_auc, without the weights"


def test_a_number_that_nothing_gives_is_said_to_be_so():
    found = E.reconcile("0.123456789", "auc")
    assert not found.explanations
    assert found.sentence.startswith("None of ")
    distances = [one.distance for one in found.candidates]
    assert distances == sorted(distances)


def test_digits_decide_and_cut_off_numbers_come_after_rounded_ones():
    recall = theirs.recall_score(Y, H)
    cut_off = f"{np.floor(recall * 1e4) / 1e4:.4f}"
    found = E.reconcile(cut_off, "recall")
    plain = [one.convention.said for one in found.explanations if one.convention.said.startswith("recall")]
    assert plain in (["recall"], ["recall, cut off and not rounded"])
    assert not E.reconcile(f"{recall + 0.0002:.6f}", "recall").is_ours


def test_an_undefined_share_is_what_scikit_learn_takes_it_for():
    nothing = tc.counts(tp=0, fp=0, fn=5, tn=5)
    e = tc.evaluate([1, 1, 0, 0], [0.1, 0.2, 0.1, 0.3])
    assert nothing.metric("precision").value is None
    found = e.reconcile("0.0", "precision")
    assert found.explanations[0].convention.said == "precision taken as 0 where it is undefined"


@pytest.mark.parametrize("told", ["abc", "nan", "inf", ""])
def test_what_is_no_number_gets_a_sentence(told):
    with pytest.raises(tc.TruecutError, match=r"no number|not a number"):
        E.reconcile(told, "auc")
