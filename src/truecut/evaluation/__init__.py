"""What is known about one or several models on the same rows."""

from truecut.evaluation.evaluation import ByName, Evaluation, load

__all__ = ["ByName", "Evaluation", "load"]
