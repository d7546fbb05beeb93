"""What is known about one or several models on the same rows."""

from truecut.evaluation.evaluation import Evaluation, EvaluationsByName, load_evaluation

__all__ = ["Evaluation", "EvaluationsByName", "load_evaluation"]
