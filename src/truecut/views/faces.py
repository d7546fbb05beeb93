"""Which function says what a type of result has to say: the one declaration that its line, text, card and frames need.

A type is looked up by its name, of which there are no two alike, so that showing one result imports no other.
"""

from __future__ import annotations

from typing import Any

from truecut.views.face import Face
from truecut.views.view import function_named

FACES = {
    "AdjustedPValues": "adjustment.face:face_of_adjustment",
    "Areas": "parts_face:face_of_fields",
    "Assumed": "parts_face:face_of_fields",
    "Band": "curve_bands.face:face_of_band",
    "EvaluationsByName": "summary.face:face_of_several_evaluations",
    "ClassEvaluationsByName": "summary.class_face:face_of_class_parts",
    "Calibration": "calibration.face:face_of_calibration",
    "Candidate": "reconciliation.face:face_of_candidate",
    "Chance": "chance.face:face_of_chance",
    "Checked": "gates.face:face_of_check",
    "ClassComparison": "class_comparison.face:face_of_class_comparison",
    "ClassDecision": "summary.class_face:face_of_class_decision",
    "ClassEvaluation": "summary.class_face:face_of_class_evaluation",
    "ClassMatrix": "summary.class_face:face_of_matrix",
    "ClassRecommendation": "summary.class_face:face_of_class_recommendation",
    "ClassScores": "summary.class_face:face_of_class_scores",
    "ClassTable": "threshold_table.face:face_of_class_table",
    "ClassificationReport": "summary.class_face:face_of_classification_report",
    "Comparison": "comparison.face:face_of_comparison",
    "Cost": "parts_face:face_of_fields",
    "CostCurve": "threshold.face:face_of_cost_curve",
    "CountedPoint": "values_face:face_of_point",
    "Counts": "values_face:face_of_counts",
    "CountsCurve": "threshold_table.face:face_of_curve",
    "CrossValidated": "summary.face:face_of_cross_validation",
    "Decision": "threshold.face:face_of_decision",
    "DecisionCurve": "decision_curve.face:face_of_decision_curve",
    "Decomposition": "calibration.face:face_of_decomposition",
    "Difference": "comparison.face:face_of_difference",
    "Disagreements": "comparison.face:face_of_disagreements",
    "Dominance": "comparison.face:face_of_dominance",
    "Evaluation": "summary.face:face_of_evaluation",
    "Example": "examples.face:face_of_example",
    "Expected": "plan.face:face_of_expected",
    "Explanation": "explanation.face:face_of_explanation",
    "Finding": "summary.face:face_of_finding",
    "Gate": "gates.face:face_of_gate",
    "GroupDifference": "groups.face:face_of_group",
    "JointTest": "comparison.face:face_of_joint_test",
    "Metric": "explanation.face:face_of_metric",
    "Metrics": "values_face:face_of_metrics",
    "ModelRanking": "comparison.face:face_of_ranking",
    "ModelStanding": "comparison.face:face_of_standing",
    "Optimism": "threshold.face:face_of_optimism",
    "OtherModel": "recommendation.face:face_of_other_model",
    "OverFolds": "summary.folds_face:face_of_folds",
    "Plan": "plan.face:face_of_plan",
    "Price": "parts_face:face_of_fields",
    "Provenance": "parts_face:face_of_fields",
    "Publication": "publication.face:face_of_publication",
    "Quality": "parts_face:face_of_fields",
    "Recalibration": "calibration.face:face_of_recalibration",
    "Recommendation": "recommendation.face:face_of_recommendation",
    "Reconciliation": "reconciliation.face:face_of_reconciliation",
    "ReliabilityCurve": "calibration.face:face_of_reliability_curve",
    "Rival": "recommendation.face:face_of_rival",
    "ScoreTable": "threshold_table.face:face_of_score_table",
    "Situation": "parts_face:face_of_fields",
    "ClassSituation": "parts_face:face_of_fields",
    "Summary": "summary.face:face_of_summary",
    "SweepTable": "threshold_table.face:face_of_sweep",
    "SymmetryTest": "class_comparison.face:face_of_symmetry_test",
    "Tally": "threshold_table.face:face_of_tally",
    "Term": "term.face:face_of_term",
    "TradeOff": "summary.class_face:face_of_trade_off",
    "TwoCuts": "threshold.face:face_of_two_cuts",
    "Value": "values_face:face_of_value",
    "Verdict": "comparison.face:face_of_verdict",
    "Width": "plan.face:face_of_width",
    "Words": "parts_face:face_of_fields",
}
# Of several results in one sequence, by the type of each.
FACES_OF_SEVERAL = {
    "Candidate": "reconciliation.face:face_of_candidates",
    "Difference": "comparison.face:face_of_differences",
    "Finding": "summary.face:face_of_findings",
    "Gate": "gates.face:face_of_gates",
    "GroupDifference": "groups.face:face_of_groups",
    "Metric": "explanation.face:face_of_metric_list",
    "ClassMetric": "explanation.face:face_of_metric_list",
    "ModelStanding": "comparison.face:face_of_standings",
    "OtherModel": "recommendation.face:face_of_other_models",
    "Width": "plan.face:face_of_widths",
}


def face_of(result: Any) -> Face:
    """Return what a result says of itself."""
    if type(result).__name__ == "Several":
        return _made(FACES_OF_SEVERAL[result.of], result)
    declared = next((FACES[one.__name__] for one in type(result).__mro__ if one.__name__ in FACES), None)
    if declared is None:
        raise TypeError(f"{type(result).__name__} has no face; declare it in FACES of truecut/views/faces.py.")
    return _made(declared, result)


def _made(declared: str, result: Any) -> Face:
    face: Face = function_named(declared)(result)
    return face
