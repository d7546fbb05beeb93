"""Words for metrics that people type but nobody would write in code: they open the entry of the catalogue."""

from __future__ import annotations

# Metric -> spellings beside its name, its aliases and its title.
SPELLINGS: dict[str, tuple[str, ...]] = {
    "accuracy": ("correct classification rate", "percentage correct", "share of correct predictions", "ACC"),
    "error_rate": ("inaccuracy", "zero-one loss ratio", "zero one loss ratio", "0-1 loss", "misclassification error"),
    "zero_one_count": ("number of errors", "number of mistakes", "zero one loss count"),
    "prevalence": ("class ratio", "class distribution", "share of positives", "rate of occurrence"),
    "no_information_rate": ("NIR", "majority class rate", "zero rule", "no info rate"),
    "uniform_guess_rate": ("1/C", "uniform guess", "even guess", "one over the number of classes"),
    "balanced_accuracy": ("BA", "mean of the recalls"),
    "kappa": ("kappa statistic", "Cohen's kappa statistic", "kappa coefficient"),
    "share_flagged": ("flag rate", "predicted positive share"),
    "mean_cost": ("average cost",),
    "net_benefit": ("decision curve", "decision curve analysis", "DCA"),
    "precision": ("positive predictive power", "user's accuracy"),
    "recall": (
        "Sn",
        "TP rate",
        "sens",
        "power",
        "statistical power",
        "true positive ratio",
        "detection rate",
        "probability of detection",
    ),
    "specificity": ("Sp", "SPC", "spec", "true negative ratio", "TN rate"),
    "fpr": (
        "1 - specificity",
        "one minus specificity",
        "false positive ratio",
        "type I error rate",
        "fallout",
        "FP rate",
    ),
    "fnr": ("false negative ratio", "type II error rate", "FN rate", "1 - sensitivity", "1 - recall"),
    "fdr": ("1 - precision",),
    "informedness": ("bookmaker", "Youden's J", "Youden's J index", "J index", "Youden index", "Youden's index", "J"),
    "lr_plus": ("LR+",),
    "lr_minus": ("LR-", "LR−"),
    "g_mean": ("geometric mean of the rates", "geometric mean of recall and specificity"),
    "f1": ("F-measure", "F1 measure", "Dice coefficient", "Sørensen-Dice", "Dice similarity coefficient", "balanced F"),
    "f_beta": ("F beta", "Fβ", "F-score", "F scores"),
    "weighted_f": ("weighted F-measure", "weighted harmonic mean of precision and recall"),
    "mcc": ("Matthews correlation coefficient", "Matthews's correlation coefficient", "phi coefficient"),
    "threat_score": ("Jaccard similarity", "IoU", "intersection over union"),
    "roc_auc": ("AUC", "ROC AUC", "AUC-ROC", "AUC ROC curve", "area under the curve", "c-index", "area under curve"),
    "gini": ("Gini index",),
    "average_precision": ("area under the PR curve", "area under the precision-recall curve"),
    "brier": ("mean squared error", "MSE", "quadratic score"),
    "calibration_error": ("ECE",),
    "odds_ratio": ("OR",),
    "lift": ("lift chart",),
    "recall_at_k": ("gain chart", "gains chart", "cumulative gains"),
}

# Words that two things go by: the first opens, the second is named beside it.
TWO_MEANINGS: dict[str, tuple[str, str]] = {
    "dsc": ("brier_discrimination", "f1"),
    "geometric mean": ("geometric mean", "g_mean"),
    "f score": ("f_beta", "f1"),
    "gain": ("recall_at_k", "revenue"),
}
