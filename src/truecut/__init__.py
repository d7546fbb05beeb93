"""truecut: is a classifier any good, where to cut its scores, and how sure can one be?

>>> import truecut as tc
>>> e = tc.evaluate([1, 0, 1, 1, 0], [0.9, 0.4, 0.6, 0.3, 0.1])
>>> e.metric("roc_auc").value
0.8333333333333334
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truecut.catalogue import search as metrics
    from truecut.catalogue.costs import Cost
    from truecut.catalogue.curve import Curve
    from truecut.catalogue.explanation import Explanation, explain
    from truecut.catalogue.glossary.term import Term
    from truecut.catalogue.metric import Metric
    from truecut.catalogue.value import Value
    from truecut.counting.counts import Counts
    from truecut.counting.score_table import ScoreTable
    from truecut.decisions.checked import Checked
    from truecut.decisions.chosen_threshold import Decision
    from truecut.decisions.decision_curve import DecisionCurve
    from truecut.decisions.gates import check
    from truecut.decisions.group_differences import GroupDifference
    from truecut.errors import TruecutError
    from truecut.evaluation.adjusting import adjust
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.evaluation.comparing import compare
    from truecut.evaluation.evaluation import Evaluation
    from truecut.evaluation.from_data import areas, evaluate
    from truecut.evaluation.hard_predictions import confusion
    from truecut.evaluation.loading import load
    from truecut.evaluation.running_tally import Tally
    from truecut.evaluation.shipped_examples import Example, example
    from truecut.inference.bands.band import Band
    from truecut.inference.calibration.recalibration import Recalibration
    from truecut.inference.calibration.reliability import Calibration
    from truecut.inference.chance.null_distribution import Chance
    from truecut.inference.comparison import Comparison
    from truecut.inference.estimate import Estimate
    from truecut.inference.many_classes.class_matrix import ClassMatrix
    from truecut.inference.multiple_tests import AdjustedPValues
    from truecut.inference.paired.difference import Difference
    from truecut.inference.paired.verdict import Verdict
    from truecut.inference.planning.enough import plan
    from truecut.inference.planning.expectation import Assumed, expected_interval
    from truecut.inference.planning.plans import Plan
    from truecut.inference.point import Point, counts
    from truecut.inference.unpaired import compare_unpaired
    from truecut.words import Words

__version__ = "0.1.0"

# Where each public name lives; imported when first used, so that `import truecut` stays light.
PUBLIC = {
    "AdjustedPValues": "inference.multiple_tests",
    "Assumed": "inference.planning.expectation",
    "Band": "inference.bands.band",
    "Calibration": "inference.calibration.reliability",
    "Chance": "inference.chance.null_distribution",
    "Checked": "decisions.checked",
    "ClassEvaluation": "evaluation.class_evaluation",
    "ClassMatrix": "inference.many_classes.class_matrix",
    "Comparison": "inference.comparison",
    "Cost": "catalogue.costs",
    "Counts": "counting.counts",
    "Curve": "catalogue.curve",
    "Decision": "decisions.chosen_threshold",
    "DecisionCurve": "decisions.decision_curve",
    "Difference": "inference.paired.difference",
    "Estimate": "inference.estimate",
    "Evaluation": "evaluation.evaluation",
    "Example": "evaluation.shipped_examples",
    "Explanation": "catalogue.explanation",
    "GroupDifference": "decisions.group_differences",
    "Metric": "catalogue.metric",
    "Plan": "inference.planning.plans",
    "Point": "inference.point",
    "Recalibration": "inference.calibration.recalibration",
    "ScoreTable": "counting.score_table",
    "Tally": "evaluation.running_tally",
    "Term": "catalogue.glossary.term",
    "TruecutError": "errors",
    "Value": "catalogue.value",
    "Verdict": "inference.paired.verdict",
    "Words": "words",
    "adjust": "evaluation.adjusting",
    "areas": "evaluation.from_data",
    "check": "decisions.gates",
    "compare": "evaluation.comparing",
    "compare_unpaired": "inference.unpaired",
    "confusion": "evaluation.hard_predictions",
    "counts": "inference.point",
    "evaluate": "evaluation.from_data",
    "example": "evaluation.shipped_examples",
    "expected_interval": "inference.planning.expectation",
    "explain": "catalogue.explanation",
    "load": "evaluation.loading",
    "metrics": "catalogue:search",
    "plan": "inference.planning.enough",
}

__all__ = [
    "AdjustedPValues",
    "Assumed",
    "Band",
    "Calibration",
    "Chance",
    "Checked",
    "ClassEvaluation",
    "ClassMatrix",
    "Comparison",
    "Cost",
    "Counts",
    "Curve",
    "Decision",
    "DecisionCurve",
    "Difference",
    "Estimate",
    "Evaluation",
    "Example",
    "Explanation",
    "GroupDifference",
    "Metric",
    "Plan",
    "Point",
    "Recalibration",
    "ScoreTable",
    "Tally",
    "Term",
    "TruecutError",
    "Value",
    "Verdict",
    "Words",
    "adjust",
    "areas",
    "check",
    "compare",
    "compare_unpaired",
    "confusion",
    "counts",
    "evaluate",
    "example",
    "expected_interval",
    "explain",
    "load",
    "metrics",
    "plan",
]


def __getattr__(name: str) -> Any:
    if name not in PUBLIC:
        # Asked for often: by doctest, by copy, by whoever looks for a dunder.
        if name.startswith("_"):
            raise AttributeError(f"module 'truecut' has no attribute {name!r}")
        from truecut.catalogue.names_elsewhere import instead_of

        known = next((f"; did you mean tc.{one}?" for one in __all__ if one.lower() == name.lower()), "")
        raise AttributeError(f"module 'truecut' has no attribute {name!r}{known or instead_of(name)}")
    module, _, attribute = PUBLIC[name].partition(":")
    value = getattr(import_module(f"truecut.{module}"), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
