"""Metrics that join both views: what was predicted and what is true."""

from __future__ import annotations

from truecut.catalogue.metric import NO_POSITIVES, NOTHING_FLAGGED, Metric
from truecut.catalogue.over_truth import ALL_MARGINS

NEITHER_FLAGGED_NOR_POSITIVE = "no row is positive and nothing was flagged"
EITHER = "the {units} that are flagged or truly {positive}"

METRICS = (
    Metric(
        name="f1",
        title="F1",
        aliases=("f1_score", "f_measure", "dice"),
        formula="2 * tp / (2 * tp + fp + fn)",
        meaning="The harmonic mean of precision and recall: high only if both are. It stays near the lower of two "
        "numbers: of 1 and 9 it is 2 / (1/1 + 1/9) = 1.8, where the plain mean is 5.",
        population=EITHER,
        undefined={"tp + fp + fn": NEITHER_FLAGGED_NOR_POSITIVE},
        conventions={"scikit-learn": 0.0},
        steps={
            "precision": "tp / (tp + fp)",
            "recall": "tp / (tp + fn)",
            "f1": "2 / (1 / precision + 1 / recall)",
        },
        use="Finding {positive} {units} is the point, and precision and recall count alike.",
        misleads="It ignores the true negatives, depends on prevalence, and is not symmetric in the classes.",
        equals=(
            "2 * precision * recall / (precision + recall)",
            "2 / (1 / precision + 1 / recall)",
            "2 * threat_score / (1 + threat_score)",
        ),
        confused_with={"(precision + recall) / 2": "the plain mean rewards a model that is good at one only"},
        reference="van Rijsbergen 1979, Information Retrieval, chapter 7",
    ),
    Metric(
        name="f_beta",
        title="F-beta",
        aliases=("f_score", "fbeta"),
        formula="tp / (tp + fn / (1 + 1 / beta**2) + fp / (1 + beta**2))",
        meaning="Precision and recall in one number, recall counting beta times as much as precision: beta = 0 is "
        "precision, beta = infinity is recall.",
        population=EITHER,
        parameters={"beta": 1.0},
        undefined={
            "tp + fp + fn": NEITHER_FLAGGED_NOR_POSITIVE,
            "tp + fp": NOTHING_FLAGGED,
            "tp + fn": NO_POSITIVES,
        },
        conventions={"scikit-learn": 0.0},
        steps={
            "precision": "tp / (tp + fp)",
            "recall": "tp / (tp + fn)",
            "f_beta": "(1 + beta**2) * precision * recall / (beta**2 * precision + recall)",
        },
        use="Misses and false alarms differ in weight, and you can say by how much.",
        misleads="beta is a choice made beforehand, not something to tune on the data.",
        equals=("(1 + beta**2) * precision * recall / (beta**2 * precision + recall)",),
        confused_with={
            "2 * precision * recall / (beta**2 * precision + recall)": "the 2 must be 1 + beta², or a perfect model "
            "scores 0.4 at beta = 2"
        },
        reference="van Rijsbergen 1979, Information Retrieval, chapter 7",
    ),
    Metric(
        name="weighted_f",
        title="Weighted F",
        aliases=("weighted_harmonic_mean",),
        formula="(w_precision + w_recall) * tp / (w_precision * (tp + fp) + w_recall * (tp + fn))",
        meaning="The harmonic mean of precision and recall with a weight for each.",
        population=EITHER,
        parameters={"w_precision": 1.0, "w_recall": 1.0},
        undefined={
            "tp + fp + fn": NEITHER_FLAGGED_NOR_POSITIVE,
            "w_precision + w_recall": "both weights are 0",
            "tp + fp": NOTHING_FLAGGED,
            "tp + fn": NO_POSITIVES,
        },
        steps={
            "precision": "tp / (tp + fp)",
            "recall": "tp / (tp + fn)",
            "weighted_f": "(w_precision + w_recall) / (w_precision / precision + w_recall / recall)",
        },
        use="You would rather state two weights than a beta; w_recall / w_precision is beta².",
        misleads="As F1 does: the true negatives do not enter.",
        equals=("(w_precision + w_recall) / (w_precision / precision + w_recall / recall)",),
        confused_with={
            "2 / (w_precision / precision + w_recall / recall)": "the 2 is right only if the weights add up to 2"
        },
        reference="van Rijsbergen 1979, Information Retrieval, chapter 7",
    ),
    Metric(
        name="mcc",
        title="Matthews correlation",
        aliases=("matthews_correlation", "matthews_corrcoef", "phi"),
        formula="(tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (fp + tn) * (fn + tn))",
        meaning="The correlation between flag and truth; 0 is what chance gives, 1 is perfect, -1 is always wrong.",
        population="all {units}",
        bounds=(-1.0, 1.0),
        undefined=ALL_MARGINS,
        conventions={"textbook": 0.0, "scikit-learn": 0.0},
        use="One number for all four counts, with neither class preferred.",
        misleads="It depends on prevalence; with one class nearly absent it swings on a handful of rows.",
        equals=("sqrt(recall * specificity * precision * npv) - sqrt(fnr * fpr * fomr * fdr)",),
        mirror="mcc",
        reference="Matthews 1975, Biochim Biophys Acta 405:442",
    ),
    Metric(
        name="threat_score",
        title="Threat score",
        aliases=("csi", "critical_success_index", "jaccard", "jaccard_index", "ts"),
        formula="tp / (tp + fp + fn)",
        counted="are both",
        undefined={"tp + fp + fn": NEITHER_FLAGGED_NOR_POSITIVE},
        conventions={"scikit-learn": 0.0},
        use="True negatives are countless or uninteresting, as in forecasts of rare events.",
        misleads="It depends on prevalence; it ranks models just as F1 does.",
        equals=("f1 / (2 - f1)", "1 / (1 / precision + 1 / recall - 1)"),
        confused_with={"accuracy": "accuracy counts the true negatives too; the two agree only without any"},
        reference="Schaefer 1990, Weather Forecast 5:570",
    ),
    Metric(
        name="fowlkes_mallows",
        title="Fowlkes-Mallows index",
        aliases=("fm", "fmi"),
        formula="tp / sqrt((tp + fp) * (tp + fn))",
        meaning="The geometric mean of precision and recall.",
        population=EITHER,
        undefined={"tp + fp": NOTHING_FLAGGED, "tp + fn": NO_POSITIVES},
        use="Like F1, where a geometric mean is the custom.",
        misleads="It ignores the true negatives and depends on prevalence.",
        equals=("sqrt(precision * recall)",),
        reference="Fowlkes & Mallows 1983, J Am Stat Assoc 78:553",
    ),
    Metric(
        name="p4",
        title="P4",
        aliases=("p4_metric",),
        formula="4 * tp * tn / (4 * tp * tn + (tp + tn) * (fp + fn))",
        meaning="The harmonic mean of precision, recall, specificity and negative predictive value.",
        population="all {units}",
        undefined={
            "tp + tn": "every row was classified wrongly",
            "tp + fp + fn": "all rows are negative and none was flagged",
            "fp + fn + tn": "all rows are positive and flagged",
        },
        use="All four rates matter and none may be bad; it treats the classes alike, unlike F1.",
        misleads="It depends on prevalence, and falls to 0 with any one of the four.",
        equals=("4 / (1 / precision + 1 / recall + 1 / specificity + 1 / npv)",),
        mirror="p4",
        reference="Sitarz 2023, arXiv:2210.11997",
    ),
)
