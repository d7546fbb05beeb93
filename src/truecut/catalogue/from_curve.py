"""Metrics of the whole curve: how well the scores order the rows, at every threshold at once."""

from __future__ import annotations

from math import inf, isnan

from truecut.catalogue.defined import missing_class, missing_positives, unless
from truecut.catalogue.measures.areas import (
    WHOLE,
    Span,
    average_precision,
    interpolated_pr_area,
    roc_area,
    roc_area_within,
    standardised_area_within,
)
from truecut.catalogue.measures.h_measure import beta_of_prevalence, h_measure
from truecut.catalogue.measures.hull import hull_area
from truecut.catalogue.metric import NO_NEGATIVES, NO_POSITIVES, NO_ROWS, Metric, Needs, PrevalenceRole
from truecut.catalogue.value import Value
from truecut.counting.counts_curve import CountsCurve
from truecut.errors import BadCall

WITHOUT_POSITIVES = {"no rows": NO_ROWS, "no positives": NO_POSITIVES}
WITHOUT_A_CLASS = {**WITHOUT_POSITIVES, "no negatives": NO_NEGATIVES}
PAIRS = "all pairs of a {positive} and a {negative} {unit}"
EACH_CLASS = "each class on its own"

USUAL_FPR = (0.0, 0.1)
FILLED_BY_CHANCE = "chance alone fills this window, which lies under the diagonal"


def _gini(curve: CountsCurve) -> float:
    return 2 * roc_area(curve) - 1


def _ks(curve: CountsCurve) -> float:
    counts = curve.counts
    return float((counts.tp / counts.tp[-1] - counts.fp / counts.fp[-1]).max())


def _partial_auc(curve: CountsCurve, fpr: Span | float | None, tpr: Span | float | None, standardised: bool) -> Value:
    if fpr is None and tpr is None:
        fpr = USUAL_FPR
    window = (_checked_span("fpr", fpr), _checked_span("tpr", tpr))
    area = standardised_area_within(curve, *window) if standardised else roc_area_within(curve, *window)
    return Value.absent(FILLED_BY_CHANCE) if isnan(area) else Value(area)


def _checked_span(name: str, span: Span | float | None) -> Span:
    """Return a range of rates; one number means up to that FPR, or from that TPR on."""
    if span is None:
        return WHOLE
    low, high = span if isinstance(span, tuple | list) else (0.0, span) if name == "fpr" else (span, 1.0)
    if not 0 <= low < high <= 1:
        raise BadCall(f"{name} must go from a lower to a higher rate between 0 and 1, not from {low} to {high}.")
    return float(low), float(high)


def _h_measure(curve: CountsCurve, alpha: float | None, beta: float | None) -> float:
    if alpha is None and beta is None:
        alpha, beta = beta_of_prevalence(curve)
    if alpha is None or beta is None:
        raise BadCall("A beta distribution needs both alpha and beta; give the other one too, or neither.")
    if not (alpha > 0 and beta > 0):
        raise BadCall(f"alpha and beta must be above 0, not {alpha:g} and {beta:g}.")
    return h_measure(curve, alpha, beta)


METRICS = (
    Metric(
        name="roc_auc",
        title="Area under the ROC curve",
        aliases=("auc", "auroc", "c_statistic", "concordance"),
        formula="P(positive scores above negative) + P(both score the same) / 2",
        meaning="How often a {positive} {unit} scores above a {negative} one, each drawn at random; ties "
        "count half. 1/2 is chance.",
        population=PAIRS,
        undefined=WITHOUT_A_CLASS,
        use="To compare how well scores order the {units}, before any threshold is chosen and whatever the prevalence.",
        misleads="It averages over thresholds nobody would use. With rare {positive} {units} 0.95 may "
        "still mean that most alarms are false. Below 1/2 it says that labels or scores are turned round, "
        "or that the model learned noise: turning them round after looking makes noise look good.",
        equals=("(gini + 1) / 2",),
        confused_with={"pr_auc": "that is the area under the precision-recall curve, which prevalence moves"},
        mirror="roc_auc",
        prevalence_is=PrevalenceRole.NOTHING,
        area_scale=1.0,
        needs=Needs.CURVE,
        function=unless(missing_class, roc_area),
        reference="Hanley & McNeil 1982, Radiology 143:29",
    ),
    Metric(
        name="gini",
        title="Gini coefficient",
        aliases=("somers_d", "accuracy_ratio"),
        formula="2 × area under the ROC curve - 1",
        meaning="How much more often a {positive} {unit} scores above a {negative} one than below it; 0 is chance.",
        population=PAIRS,
        bounds=(-1.0, 1.0),
        undefined=WITHOUT_A_CLASS,
        use="Where it is the custom, as in credit scoring; it says the same as the area under the ROC curve.",
        misleads="It has nothing to do with the Gini impurity of trees, nor with that of incomes.",
        equals=("2 * roc_auc - 1",),
        mirror="gini",
        prevalence_is=PrevalenceRole.NOTHING,
        area_scale=2.0,
        needs=Needs.CURVE,
        function=unless(missing_class, _gini),
        reference="Somers 1962, Am Sociol Rev 27:799",
    ),
    Metric(
        name="partial_auc",
        title="Partial area under the ROC curve",
        aliases=("pauc", "partial_roc_auc"),
        formula="area under the ROC curve inside the window fpr × tpr",
        meaning="The area under the ROC curve where the false positive rate lies in fpr, or the true "
        "positive rate in tpr, or both; without either, where the false positive rate is at most 0.1. "
        "Standardised, 1/2 is chance and 1 is perfect.",
        population=PAIRS,
        bounds=(-inf, 1.0),
        undefined={**WITHOUT_A_CLASS, "standardised under the diagonal": FILLED_BY_CHANCE},
        parameters={"fpr": None, "tpr": None, "standardised": False},
        use="Only one end of the curve will ever be used: few false alarms, or few misses.",
        misleads="Few {units} decide it: below a false positive rate of 0.01 only one {negative} {unit} in "
        "a hundred. Standardised values of different windows do not compare: they rise with the window, "
        "and a curve below chance can fall under 0.",
        prevalence_is=PrevalenceRole.NOTHING,
        needs=Needs.CURVE,
        function=unless(missing_class, _partial_auc),
        reference="McClish 1989, Med Decis Making 9:190; Yang et al. 2019, Stat Methods Med Res 28:184",
    ),
    Metric(
        name="average_precision",
        title="Average precision",
        aliases=("ap",),
        formula="sum of (recall - previous recall) × precision over the distinct scores",
        meaning="The precision met on the way down the scores, averaged over the {positive} {units} found. "
        "Chance gives the prevalence.",
        population="the {units} that are truly {positive}",
        undefined=WITHOUT_POSITIVES,
        conventions={"scikit-learn": 0.0},
        use="Somebody works down a list of alerts, {positive} {units} are rare, and the prevalence of the "
        "data is that of the real world.",
        misleads="It rises with prevalence, so values of different data sets do not compare. With few "
        "{positive} {units} it is too high: by 0.06 on average with 10 of them and a true value of 0.22.",
        confused_with={"pr_auc": "that lets precision move smoothly between the scores"},
        without_skill="prevalence",
        needs=Needs.CURVE,
        function=unless(missing_positives, average_precision),
        reference="Boyd, Eng & Page 2013, ECML PKDD, LNCS 8190:451",
    ),
    Metric(
        name="pr_auc",
        title="Interpolated area under the precision-recall curve",
        aliases=("pr_auc_interpolated", "auprc", "aucpr"),
        formula="integral of tp / (tp + fp) over recall, tp and fp moving in a straight line between scores",
        meaning="The precision averaged over every recall, tied {units} taken in bit by bit. Chance gives "
        "the prevalence.",
        population="the {units} that are truly {positive}",
        undefined=WITHOUT_POSITIVES,
        use="Scores are coarse and many rows share one: then average precision sees only the end of each block.",
        misleads="It rises with prevalence, as average precision does. Other tools mean other areas by "
        "this name; the trapezoid rule draws straight lines between the points and promises too much, so "
        "it is not offered.",
        confused_with={"average_precision": "that is a sum of steps; the two agree only roughly"},
        without_skill="prevalence",
        needs=Needs.CURVE,
        function=unless(missing_positives, interpolated_pr_area),
        reference="Davis & Goadrich 2006, ICML, 233; Keilwagen, Grosse & Grau 2014, PLoS ONE 9:e92209",
    ),
    Metric(
        name="ks",
        title="Kolmogorov-Smirnov distance",
        aliases=("kolmogorov_smirnov", "ks_statistic", "max_youden"),
        formula="max over thresholds of tp / (tp + fn) - fp / (fp + tn)",
        meaning="The largest lead of the share of {positive} {units} flagged over the share of {negative} "
        "ones, at any threshold: the highest Youden's J.",
        population=EACH_CLASS,
        undefined=WITHOUT_A_CLASS,
        use="To see how far one threshold can part the classes, as is the custom in credit scoring.",
        misleads="The threshold was picked on these very rows, so new ones will do worse. A model that is "
        "perfectly wrong gets 0 here, while the absolute distance of statistics would be 1.",
        confused_with={"gini": "that looks at all thresholds, this at the best one"},
        mirror="ks",
        prevalence_is=PrevalenceRole.NOTHING,
        is_smooth=False,
        is_picked=True,
        lifted_by_noise=1,
        needs=Needs.CURVE,
        function=unless(missing_class, _ks),
        reference="Krzanowski & Hand 2009, ROC Curves for Continuous Data, section 2.3",
    ),
    Metric(
        name="roc_auc_hull",
        title="Area under the ROC convex hull",
        aliases=("auch", "convex_hull_auc"),
        formula="area under the upper convex hull of the ROC curve",
        meaning="The area under the ROC curve if every stretch that a mixture of two thresholds beats were mended.",
        population=PAIRS,
        bounds=(0.5, 1.0),
        undefined=WITHOUT_A_CLASS,
        use="To see whether some stretches of the scores order the {units} wrongly: merging them would "
        "gain the gap to the ROC area.",
        misleads="The hull is fitted to these very rows: it is never below 1/2, and noise looks better than chance.",
        mirror="roc_auc_hull",
        prevalence_is=PrevalenceRole.NOTHING,
        is_smooth=False,
        lifted_by_noise=1,
        needs=Needs.CURVE,
        function=unless(missing_class, hull_area),
        reference="Provost & Fawcett 2001, Mach Learn 42:203",
    ),
    Metric(
        name="h_measure",
        title="H measure",
        aliases=("h",),
        formula="1 - mean least loss / mean least loss without a model, over costs c from Beta(alpha, beta)",
        meaning="The share of the loss without a model that the model saves, if the cost of a false alarm "
        "against a miss is drawn from Beta(alpha, beta) and the best threshold is used for it. Without "
        "alpha and beta, Beta(1 + prevalence, 2 - prevalence): the likeliest cost of a false alarm is the "
        "prevalence.",
        population="all {units}",
        undefined=WITHOUT_A_CLASS,
        parameters={"alpha": None, "beta": None},
        mirrored_parameters={"alpha": "beta", "beta": "alpha"},
        use="Costs are uncertain, and all models should be judged by the same uncertainty.",
        misleads="Its value depends on alpha and beta, so state them; the threshold is assumed the best "
        "for each cost, on these very rows.",
        confused_with={"roc_auc": "that is such a mean too, but over costs that each model brings along"},
        mirror="h_measure",
        prevalence_is=PrevalenceRole.WEIGHT,
        is_smooth=False,
        lifted_by_noise=1,
        needs=Needs.CURVE,
        function=unless(missing_class, _h_measure),
        reference="Hand 2009, Mach Learn 77:103; Hand & Anagnostopoulos 2014, Pattern Recognit Lett 40:41",
    ),
)
