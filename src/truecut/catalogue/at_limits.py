"""Metrics at a limit that the curve has to keep: the top of the list, and the best under a condition."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from truecut.catalogue.from_curve import WITHOUT_A_CLASS, WITHOUT_POSITIVES
from truecut.catalogue.measures.top_rows import top_rows
from truecut.catalogue.metric import NO_POSITIVES, NO_ROWS, Better, Metric, Needs, PrevalenceRole
from truecut.catalogue.subject_to import best_subject_to, metric_of_counts
from truecut.catalogue.value import Value
from truecut.counting.counts_curve import CountsCurve
from truecut.errors import BadCall

TOP = "the {units} with the highest scores"


def _at_top(name: str) -> Callable[..., Value]:
    """Return the function that takes a metric of four counts where the top k rows are flagged."""
    entry = metric_of_counts(name)

    def at_k(curve: CountsCurve, k: float | None, share: float) -> Value:
        rows = curve.table.total_positive + curve.table.total_negative
        if k is None and not 0 <= share <= 1:
            raise BadCall(f"share must lie between 0 and 1, not at {share:g}.")
        if k is not None and not k >= 0:
            raise BadCall(f"k must be 0 rows or more, not {k:g}.")
        flagged = share * rows if k is None else k
        if rows and flagged > rows:
            return Value.absent(f"k = {flagged:,} is more than all {rows:,} rows")
        return entry.at(top_rows(curve, flagged if rows else 0.0))

    return at_k


def _best_at_least(maximise: str, subject_to: str, parameter: str) -> Callable[..., Value]:
    def best(curve: CountsCurve, **limit: float) -> Value:
        return best_subject_to(curve, maximise=maximise, subject_to=subject_to, at_least=limit[parameter])

    return best


def _recall_at_fpr(curve: CountsCurve, fpr: float) -> Value:
    return best_subject_to(curve, maximise="recall", subject_to="fpr", at_most=fpr)


IN_PARTS = "Where {units} of one score lie on both sides of the limit, each counts in part."
AT_TOP = {"no rows": NO_ROWS, "k above the rows": "k = 20 is more than all 8 rows"}

TOP_OF_LIST = (
    Metric(
        name="precision_at_k",
        title="Precision among the top k",
        aliases=("p_at_k", "precision_at_top"),
        formula="tp / (tp + fp) with the k highest scores flagged",
        meaning=f"Of the k {{units}} with the highest scores, the share that are truly {{positive}}; "
        f"without k, of the top share of all {{units}}. {IN_PARTS}",
        population=TOP,
        undefined={**AT_TOP, "k = 0": "nothing was flagged"},
        parameters={"k": None, "share": 0.1},
        use="There is time for k {units} and no more: how well is it spent?",
        misleads="With fewer than k {positive} {units} even a perfect model stays below 1.",
        needs=Needs.CURVE,
        function=_at_top("precision"),
        reference="Manning, Raghavan & Schütze 2008, Introduction to Information Retrieval, section 8.4",
    ),
    Metric(
        name="recall_at_k",
        title="Recall among the top k",
        aliases=("recall_at_top", "cumulative_gain"),
        formula="tp / (tp + fn) with the k highest scores flagged",
        meaning=f"Of the {{units}} that are truly {{positive}}, the share among the k highest scores; "
        f"without k, in the top share of all {{units}}. {IN_PARTS}",
        population="the {units} that are truly {positive}",
        undefined={**AT_TOP, "no positives": NO_POSITIVES},
        parameters={"k": None, "share": 0.1},
        use="There is time for k {units} and no more: how much of what matters is reached?",
        misleads="With more than k {positive} {units} even a perfect model stays below 1.",
        prevalence_is=PrevalenceRole.MOST,
        needs=Needs.CURVE,
        function=_at_top("recall"),
        reference="Manning, Raghavan & Schütze 2008, Introduction to Information Retrieval, section 8.4",
    ),
    Metric(
        name="lift_at_k",
        title="Lift among the top k",
        aliases=("lift_at_top", "top_decile_lift"),
        formula="precision among the k highest scores / prevalence",
        meaning=f"How many times more {{positive}} {{units}} are among the k highest scores than among as "
        f"many picked at random; without k, in the top share of all {{units}}. {IN_PARTS}",
        population=f"{TOP}, against all {{units}}",
        bounds=(0.0, inf),
        undefined={**AT_TOP, "no positives": NO_POSITIVES, "k = 0": "nothing was flagged"},
        parameters={"k": None, "share": 0.1},
        use="To say what the model adds to a campaign or an audit that can reach only so many {units}.",
        misleads="It cannot exceed 1 / prevalence nor 1 / share, so lifts of different data sets do not compare.",
        prevalence_is=PrevalenceRole.MOST,
        needs=Needs.CURVE,
        function=_at_top("lift"),
        reference="Vuk & Curk 2006, Metodoloski zvezki 3:89",
    ),
)

PICKED = (
    "The threshold was picked on these very rows, so it promises more than new rows will keep; few rows near "
    "the limit decide it."
)
INFEASIBLE = "no threshold reaches precision >= 0.9"

CONSTRAINED = (
    Metric(
        name="best_subject_to",
        title="Best under a condition",
        aliases=("best_given",),
        formula="max over thresholds of one metric, where another is at_least or at_most a limit",
        meaning="The best value of one metric of four counts among the thresholds at which another keeps "
        "to its limits; a metric of which less is better is made small. Without limits, at least 0.9.",
        population="the thresholds of the curve, the one that flags nothing included",
        bounds=(-inf, inf),
        better=Better.NEITHER,
        undefined={"no rows": NO_ROWS, "no threshold meets the condition": INFEASIBLE},
        parameters={"maximise": "recall", "subject_to": "precision", "at_least": None, "at_most": None},
        use="One mistake has a hard limit, and the other should be as small as it can be.",
        misleads=PICKED,
        is_smooth=False,
        is_picked=True,
        needs=Needs.CURVE,
        function=best_subject_to,
        reference="Pepe 2003, The Statistical Evaluation of Medical Tests, section 4.3",
    ),
    Metric(
        name="recall_at_precision",
        title="Recall at a precision",
        formula="max over thresholds of tp / (tp + fn), where tp / (tp + fp) is at least the limit",
        meaning="The largest share of the {positive} {units} that can be flagged while the share of right "
        "alarms keeps to the limit.",
        population="the {units} that are truly {positive}",
        undefined={**WITHOUT_POSITIVES, "limit out of reach": INFEASIBLE},
        parameters={"precision": 0.9},
        use="Those who work the alerts demand that so many are right: how much is found then?",
        misleads=f"{PICKED} It jumps: one false alarm at the top of the list can bring it to nothing.",
        is_smooth=False,
        is_picked=True,
        needs=Needs.CURVE,
        function=_best_at_least("recall", "precision", "precision"),
        reference="Eban et al. 2017, AISTATS, PMLR 54:832",
    ),
    Metric(
        name="precision_at_recall",
        title="Precision at a recall",
        formula="max over thresholds of tp / (tp + fp), where tp / (tp + fn) is at least the limit",
        meaning="The largest share of right alarms that can be had while so many of the {positive} {units} are found.",
        population="the {units} flagged as {positive}",
        undefined=WITHOUT_POSITIVES,
        parameters={"recall": 0.9},
        use="So many {positive} {units} must be found: how many alarms will be false?",
        misleads=f"{PICKED} It rises with prevalence.",
        is_smooth=False,
        is_picked=True,
        needs=Needs.CURVE,
        function=_best_at_least("precision", "recall", "recall"),
        reference="Eban et al. 2017, AISTATS, PMLR 54:832",
    ),
    Metric(
        name="sensitivity_at_specificity",
        title="Sensitivity at a specificity",
        aliases=("tpr_at_tnr",),
        formula="max over thresholds of tp / (tp + fn), where tn / (fp + tn) is at least the limit",
        meaning="The largest share of the {positive} {units} that can be flagged while so many {negative} "
        "ones are left alone.",
        population="the {units} that are truly {positive}",
        undefined=WITHOUT_A_CLASS,
        parameters={"specificity": 0.9},
        mirrored_parameters={"specificity": "sensitivity"},
        use="So many {negative} {units} must be left in peace, as in screening of the healthy.",
        misleads=PICKED,
        mirror="specificity_at_sensitivity",
        prevalence_is=PrevalenceRole.NOTHING,
        is_smooth=False,
        is_picked=True,
        needs=Needs.CURVE,
        function=_best_at_least("recall", "specificity", "specificity"),
        reference="Pepe 2003, The Statistical Evaluation of Medical Tests, section 4.3",
    ),
    Metric(
        name="specificity_at_sensitivity",
        title="Specificity at a sensitivity",
        aliases=("tnr_at_tpr",),
        formula="max over thresholds of tn / (fp + tn), where tp / (tp + fn) is at least the limit",
        meaning="The largest share of the {negative} {units} that can be left alone while so many "
        "{positive} ones are flagged.",
        population="the {units} that are truly {negative}",
        undefined=WITHOUT_A_CLASS,
        parameters={"sensitivity": 0.9},
        mirrored_parameters={"sensitivity": "specificity"},
        use="So many {positive} {units} must be found, as when an illness is to be ruled out.",
        misleads=PICKED,
        mirror="sensitivity_at_specificity",
        prevalence_is=PrevalenceRole.NOTHING,
        is_smooth=False,
        is_picked=True,
        needs=Needs.CURVE,
        function=_best_at_least("specificity", "recall", "sensitivity"),
        reference="Pepe 2003, The Statistical Evaluation of Medical Tests, section 4.3",
    ),
    Metric(
        name="recall_at_fpr",
        title="Recall at a false positive rate",
        aliases=("tpr_at_fpr",),
        formula="max over thresholds of tp / (tp + fn), where fp / (fp + tn) is at most the limit",
        meaning="The largest share of the {positive} {units} that can be flagged while so few {negative} ones are.",
        population="the {units} that are truly {positive}",
        undefined=WITHOUT_A_CLASS,
        parameters={"fpr": 0.01},
        use="Alarms on {negative} {units} have a hard limit, as in biometrics or intrusion detection.",
        misleads=f"{PICKED} At 0.01, a hundred {{negative}} {{units}} leave room for one.",
        prevalence_is=PrevalenceRole.NOTHING,
        is_smooth=False,
        is_picked=True,
        needs=Needs.CURVE,
        function=_recall_at_fpr,
        reference="Pepe 2003, The Statistical Evaluation of Medical Tests, section 4.3",
    ),
)

METRICS = (*TOP_OF_LIST, *CONSTRAINED)
