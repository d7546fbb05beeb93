"""truecut's figures with the methods of scikit-learn's displays: from an estimator, from predictions, from a search."""

from __future__ import annotations

from typing import Any

import truecut
from truecut.errors import BadCall
from truecut.evaluation import Evaluation
from truecut.sklearn.evaluating import CrossValidated, evaluate
from truecut.views.plots.drawing import Drawing


class EvaluationDisplay:
    """A figure of an evaluation: `kind` is any that `truecut plot` draws, such as "roc", "pr", "calibration", "matrix".

    `ax_` and `figure_` are matplotlib's, `evaluation` what was drawn.
    """

    def __init__(self, evaluation: Evaluation, kind: str = "roc") -> None:
        self.evaluation = evaluation
        self.kind = kind
        self.ax_: Any = None

    @property
    def figure_(self) -> Any:
        """Return the figure on which it was drawn."""
        return None if self.ax_ is None else self.ax_.figure

    def plot(self, ax: Any = None, **wishes: Any) -> EvaluationDisplay:
        """Draw on given axes or on those of a new figure; the wishes are those of the kind: band="pointwise"."""
        drawn = self.evaluation.plot.draw(self.kind, ax, **wishes)
        self.ax_ = drawn.ax if isinstance(drawn, Drawing) else drawn
        return self

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        kind: str = "roc",
        ax: Any = None,
        **options: Any,
    ) -> EvaluationDisplay:
        """Draw fitted classifiers, one or several by name; the options are those of `evaluate`."""
        return cls(_of_two(evaluate(estimator, X, y, **options)), kind).plot(ax)

    @classmethod
    def from_predictions(
        cls, y_true: Any, y_score: Any, *, kind: str = "roc", ax: Any = None, **options: Any
    ) -> EvaluationDisplay:
        """Draw labels and scores; the options are those of `truecut.evaluate`."""
        return cls(_of_two(truecut.evaluate(y_true, y_score, **options)), kind).plot(ax)

    @classmethod
    def from_cross_validation(cls, found: CrossValidated, *, kind: str = "roc", ax: Any = None) -> EvaluationDisplay:
        """Draw the out-of-fold scores of `cross_validate`."""
        return cls(found.evaluation, kind).plot(ax)


def _of_two(found: Any) -> Evaluation:
    if not isinstance(found, Evaluation):
        raise BadCall("Figures are of two classes; name the positive one: positive=...")
    return found
