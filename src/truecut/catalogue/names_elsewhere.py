"""What other tools call the metrics of the catalogue, and where their number is another one.

A name of scikit-learn is a call without its data, which tests make and compare; what pROC, caret, ROCR,
epiR and torchmetrics find under their names is recorded and compared too. Names of the others are as their manuals
write them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SKLEARN = "scikit-learn"
ABOVE = "flags scores above the threshold, not at it"
PLACE = "with prevalence= it is that of a place where positives are as common as that"
WIDE_BINS = "its bins are equally wide, 15 unless said; here they hold equally many rows"
FIRST_LEVEL = "the positive class is the first level of the factor unless said"


@dataclass(frozen=True)
class NameElsewhere:
    """A name of another tool, the metric that it is here, and how the two differ where they do."""

    tool: str
    name: str
    metric: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""

    @property
    def ours(self) -> str:
        """Return the metric as it is asked for here."""
        chosen = ", ".join(f"{name}={value:g}" for name, value in self.parameters.items())
        return f"{self.metric}({chosen})" if chosen else self.metric

    @property
    def sentence(self) -> str:
        """Return both names in a sentence.

        >>> said_elsewhere("recall_score(pos_label=0)")[0].sentence
        "scikit-learn's recall_score(pos_label=0) is specificity."
        """
        whose = f"{self.tool}'" if self.tool.endswith("s") else f"{self.tool}'s"
        return f"{whose} {self.name} is {self.ours}{f'; {self.note}' if self.note else ''}."


def _names(tool: str, names: Mapping[str, str | tuple[str, str]]) -> tuple[NameElsewhere, ...]:
    """Return entries from the metric of each name, with a note where there is one."""
    pairs = {name: (said, "") if isinstance(said, str) else said for name, said in names.items()}
    return tuple(NameElsewhere(tool, name, metric, note=note) for name, (metric, note) in pairs.items())


_UNDEFINED = "where it is undefined it says 0 with a warning, and this has no value"

OF_SKLEARN = (
    *_names(
        SKLEARN,
        {
            "accuracy_score": "accuracy",
            "zero_one_loss": "error_rate",
            "zero_one_loss(normalize=False)": "zero_one_count",
            "hamming_loss": "error_rate",
            "balanced_accuracy_score": "balanced_accuracy",
            "balanced_accuracy_score(adjusted=True)": "informedness",
            "cohen_kappa_score": "kappa",
            "matthews_corrcoef": "mcc",
            "precision_score": ("precision", _UNDEFINED),
            "precision_score(pos_label=0)": "npv",
            "recall_score": ("recall", _UNDEFINED),
            "recall_score(pos_label=0)": "specificity",
            "recall_score(average='macro')": "balanced_accuracy",
            "recall_score(average='micro')": "accuracy",
            "recall_score(average='weighted')": "accuracy",
            "precision_score(average='micro')": "accuracy",
            "f1_score": "f1",
            "f1_score(average='micro')": "accuracy",
            "jaccard_score": "threat_score",
            "class_likelihood_ratios[0]": "lr_plus",
            "class_likelihood_ratios[1]": "lr_minus",
            "roc_auc_score": "roc_auc",
            "average_precision_score": "average_precision",
            "brier_score_loss": "brier",
            "log_loss": ("log_loss", "it moves probabilities of 0 and 1 inwards, where this is infinite"),
            "d2_log_loss_score": "log_loss_skill",
            "d2_brier_score": "brier_skill",
        },
    ),
    NameElsewhere(SKLEARN, "fbeta_score(beta=2)", "f_beta", {"beta": 2}),
    NameElsewhere(SKLEARN, "roc_auc_score(max_fpr=0.1)", "partial_auc", {"fpr": 0.1, "standardised": True}),
)

OF_R = (
    *_names(
        "pROC",
        {
            "auc": ("roc_auc", "its direction is found from the medians unless said, which turns a bad model round"),
            "auc(partial.auc=)": ("partial_auc", "it is asked for by specificity, 1 - FPR"),
            "coords(ret='sensitivity')": ("recall", "its thresholds lie midway between scores"),
            "coords(ret='specificity')": ("specificity", "its thresholds lie midway between scores"),
            "coords(ret='ppv')": "precision",
            "coords(ret='npv')": "npv",
            "coords(ret='accuracy')": "accuracy",
            "coords(ret='fdr')": "fdr",
            "coords(ret='youden')": ("informedness", "it is larger by 1: sensitivity + specificity"),
        },
    ),
    *_names(
        "yardstick",
        {
            "accuracy": "accuracy",
            "bal_accuracy": "balanced_accuracy",
            "sens": ("recall", FIRST_LEVEL),
            "sensitivity": ("recall", FIRST_LEVEL),
            "recall": ("recall", FIRST_LEVEL),
            "spec": ("specificity", FIRST_LEVEL),
            "ppv": ("precision", FIRST_LEVEL),
            "precision": ("precision", FIRST_LEVEL),
            "npv": ("npv", FIRST_LEVEL),
            "f_meas": ("f_beta", FIRST_LEVEL),
            "j_index": "informedness",
            "kap": "kappa",
            "mcc": "mcc",
            "detection_prevalence": "share_flagged",
            "roc_auc": ("roc_auc", FIRST_LEVEL),
            "pr_auc": ("pr_auc", "it joins the points by straight lines, which is too high between them"),
            "average_precision": "average_precision",
            "gain_capture": "gini",
            "brier_class": "brier",
            "mn_log_loss": "log_loss",
        },
    ),
    *_names(
        "caret",
        {
            "Accuracy": "accuracy",
            "AccuracyNull": "no_information_rate",
            "No Information Rate": "no_information_rate",
            "Kappa": "kappa",
            "Sensitivity": ("recall", FIRST_LEVEL),
            "Specificity": ("specificity", FIRST_LEVEL),
            "Pos Pred Value": ("precision", PLACE),
            "Neg Pred Value": ("npv", PLACE),
            "Precision": "precision",
            "Recall": "recall",
            "F1": "f1",
            "Prevalence": "prevalence",
            "Detection Prevalence": "share_flagged",
            "Balanced Accuracy": "balanced_accuracy",
            "ROC": ("roc_auc", "of twoClassSummary"),
        },
    ),
    *_names(
        "epiR",
        {
            "se": "recall",
            "sp": "specificity",
            "pv.pos": "precision",
            "pv.neg": "npv",
            "lr.pos": "lr_plus",
            "lr.neg": "lr_minus",
            "diag.ac": "accuracy",
            "diag.or": "odds_ratio",
            "youden": "informedness",
            "ap": ("share_flagged", "apparent prevalence"),
            "tp": ("prevalence", "true prevalence, not true positives"),
        },
    ),
    *_names(
        "ROCR",
        {
            "acc": "accuracy",
            "err": "error_rate",
            "tpr": "recall",
            "fpr": "fpr",
            "tnr": "specificity",
            "fnr": "fnr",
            "ppv": "precision",
            "npv": "npv",
            "pcfall": "fdr",
            "pcmiss": "fomr",
            "rpp": "share_flagged",
            "phi": "mcc",
            "mat": "mcc",
            "lift": "lift",
            "auc": "roc_auc",
        },
    ),
    *_names("dcurves", {"net_benefit": "net_benefit"}),
)

OF_TORCHMETRICS = _names(
    "torchmetrics",
    {
        "BinaryAccuracy": ("accuracy", ABOVE),
        "BinaryPrecision": ("precision", ABOVE),
        "BinaryRecall": ("recall", ABOVE),
        "BinarySpecificity": ("specificity", ABOVE),
        "BinaryNegativePredictiveValue": ("npv", ABOVE),
        "BinaryF1Score": ("f1", ABOVE),
        "BinaryFBetaScore": ("f_beta", ABOVE),
        "BinaryHammingDistance": ("error_rate", ABOVE),
        "BinaryJaccardIndex": ("threat_score", ABOVE),
        "BinaryMatthewsCorrCoef": ("mcc", ABOVE),
        "BinaryCohenKappa": ("kappa", ABOVE),
        "BinaryAUROC": ("roc_auc", "with thresholds= it is coarse"),
        "BinaryAveragePrecision": ("average_precision", "with thresholds= it is coarse"),
        "BinaryCalibrationError": (
            "calibration_error",
            WIDE_BINS,
        ),
        "BinaryRecallAtFixedPrecision": "recall_at_precision",
        "BinaryPrecisionAtFixedRecall": "precision_at_recall",
        "BinarySensitivityAtSpecificity": "sensitivity_at_specificity",
        "BinarySpecificityAtSensitivity": "specificity_at_sensitivity",
    },
)

OF_STATA_AND_SAS = (
    *_names(
        "Stata",
        {
            "roctab": "roc_auc",
            "lroc": "roc_auc",
            "Sensitivity Pr(+|D)": "recall",
            "Specificity Pr(-|~D)": "specificity",
            "Positive predictive value Pr(D|+)": "precision",
            "Negative predictive value Pr(~D|-)": "npv",
            "False + rate for true ~D Pr(+|~D)": "fpr",
            "False - rate for true D Pr(-|D)": "fnr",
            "False + rate for classified + Pr(~D|+)": "fdr",
            "False - rate for classified - Pr(D|-)": "fomr",
            "Correctly classified": "accuracy",
            "somersd": ("gini", "of the package somersd, with the outcome first"),
            "kap": "kappa",
            "brier": "brier",
        },
    ),
    *_names(
        "SAS",
        {
            "c": ("roc_auc", "PROC LOGISTIC bins probabilities unless BINWIDTH=0"),
            "Somers' D": ("gini", "PROC LOGISTIC bins probabilities unless BINWIDTH=0"),
            "Correct": ("accuracy", "of CTABLE, in percent, and each row is judged by a model without it"),
            "Sensitivity": ("recall", "of CTABLE, in percent"),
            "Specificity": ("specificity", "of CTABLE, in percent"),
            "False POS": ("fdr", "of CTABLE: among the rows flagged, not among the truly negative"),
            "False NEG": ("fomr", "of CTABLE: among the rows not flagged, not among the truly positive"),
            "_SENSIT_": "recall",
            "_1MSPEC_": "fpr",
            "Error Rate": ("error_rate", "of SCORE with FITSTAT, at CUTPOINT=0.5 unless said"),
        },
    ),
)

ELSEWHERE = (*OF_SKLEARN, *OF_R, *OF_TORCHMETRICS, *OF_STATA_AND_SAS)
TOOLS = tuple(dict.fromkeys(entry.tool for entry in ELSEWHERE))


def said_elsewhere(name: str) -> tuple[NameElsewhere, ...]:
    """Return what other tools mean by a name, which may begin with the tool: "sklearn.metrics.recall_score".

    >>> [entry.metric for entry in said_elsewhere("pROC::auc")]
    ['roc_auc']
    """
    tool, bare = _divided(name)
    return tuple(entry for entry in ELSEWHERE if tool in ("", entry.tool) and _plain(entry.name) == _plain(bare))


def named_elsewhere(metric: str) -> tuple[NameElsewhere, ...]:
    """Return how other tools call a metric of the catalogue.

    >>> [entry.name for entry in named_elsewhere("lr_plus")]
    ['class_likelihood_ratios[0]', 'lr.pos']
    """
    return tuple(entry for entry in ELSEWHERE if entry.metric == metric)


def _divided(name: str) -> tuple[str, str]:
    """Return the tool that a name begins with, if it does, and the rest."""
    stripped = name.strip()
    starts = {"sklearn": SKLEARN, **{tool.lower(): tool for tool in TOOLS}}
    for start, tool in starts.items():
        for joint in (".metrics.", ".classification.", "::", ".", "'s ", "' ", " "):
            if stripped.lower().startswith(start + joint):
                return tool, stripped[len(start) + len(joint) :]
    return "", stripped


def _plain(name: str) -> str:
    """Return a name without what does not matter: quotes, blanks, brackets with nothing in them, capital letters."""
    return name.lower().replace('"', "'").replace(" ", "").replace("_", "").removesuffix("()")


def instead_of(name: str) -> str:
    """Return what to call in the place of a function of scikit-learn; nothing where none is known.

    >>> instead_of("roc_auc_score")
    '; tc.evaluate(y, s).metric("roc_auc"), or truecut.sklearn.roc_auc_score'
    >>> instead_of("roc_curve")
    '; tc.evaluate(y, s).curve.to_frame() has every threshold, truecut.sklearn.roc_curve is the same call'
    """
    if name in ("roc_curve", "precision_recall_curve", "det_curve"):
        return f"; tc.evaluate(y, s).curve.to_frame() has every threshold, truecut.sklearn.{name} is the same call"
    if name == "cross_validate":
        return "; truecut.sklearn.cross_validate(model, X, y) keeps the folds"
    if name == "classification_report":
        return "; tc.confusion(y, predicted).matrix.classification_report() has its shape"
    if name == "confusion_matrix":
        return "; tc.confusion(y, predicted).counts, or truecut.sklearn.confusion_matrix"
    known = [entry for entry in said_elsewhere(name) if entry.tool == SKLEARN]
    if not known:
        from truecut.catalogue import BY_NAME

        return f'; ask tc.evaluate(y, s).metric("{name}")' if name in BY_NAME else ""
    of_scores = ("roc_auc", "average_precision", "brier", "log_loss")
    call = "tc.evaluate(y, s)" if known[0].metric in of_scores else "tc.confusion(y, predicted)"
    return f'; {call}.metric("{known[0].metric}"), or truecut.sklearn.{name}'
