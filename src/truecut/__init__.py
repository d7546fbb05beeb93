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
    from truecut.catalogue import Metric, Value
    from truecut.catalogue import search as metrics
    from truecut.class_evaluation import ClassEvaluation
    from truecut.decisions.checked import Checked
    from truecut.decisions.choosing import Decision
    from truecut.decisions.costs import Cost
    from truecut.decisions.elsewhere import Elsewhere
    from truecut.decisions.gates import check
    from truecut.errors import TruecutError
    from truecut.evaluation import Evaluation, load
    from truecut.explanation import Explanation, explain
    from truecut.from_data import confusion, evaluate
    from truecut.inference.estimate import Estimate
    from truecut.matrix import ClassMatrix
    from truecut.outcomes import Counts
    from truecut.point import Point, counts
    from truecut.sweep import MeasuredCurve as Curve
    from truecut.table import ScoreTable
    from truecut.words import Words

__version__ = "0.1.0"

# Where each public name lives; imported when first used, so that `import truecut` stays light.
PUBLIC = {
    "Checked": "decisions.checked",
    "ClassEvaluation": "class_evaluation",
    "ClassMatrix": "matrix",
    "Cost": "decisions.costs",
    "Counts": "outcomes",
    "Curve": "sweep:MeasuredCurve",
    "Decision": "decisions.choosing",
    "Elsewhere": "decisions.elsewhere",
    "Estimate": "inference.estimate",
    "Evaluation": "evaluation",
    "Explanation": "explanation",
    "Metric": "catalogue",
    "Point": "point",
    "ScoreTable": "table",
    "TruecutError": "errors",
    "Value": "catalogue",
    "Words": "words",
    "check": "decisions.gates",
    "confusion": "from_data",
    "counts": "point",
    "evaluate": "from_data",
    "explain": "explanation",
    "load": "evaluation",
    "metrics": "catalogue:search",
}

__all__ = [
    "Checked",
    "ClassEvaluation",
    "ClassMatrix",
    "Cost",
    "Counts",
    "Curve",
    "Decision",
    "Elsewhere",
    "Estimate",
    "Evaluation",
    "Explanation",
    "Metric",
    "Point",
    "ScoreTable",
    "TruecutError",
    "Value",
    "Words",
    "check",
    "confusion",
    "counts",
    "evaluate",
    "explain",
    "load",
    "metrics",
]


def __getattr__(name: str) -> Any:
    if name not in PUBLIC:
        raise AttributeError(f"module 'truecut' has no attribute {name!r}")
    module, _, attribute = PUBLIC[name].partition(":")
    value = getattr(import_module(f"truecut.{module}"), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
