"""Evaluations on a tracking server of MLflow: metrics with their intervals, the report, and what was counted.

`log(e)` writes to the active run. `Evaluator` is what MLflow finds as "truecut":

    mlflow.models.evaluate(data=table, targets="label", predictions="score", model_type="classifier",
    evaluators="truecut")
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import mlflow
import numpy as np
from mlflow.models.evaluation.artifacts import TextEvaluationArtifact
from mlflow.models.evaluation.base import EvaluationResult, ModelEvaluator

import truecut
from truecut.errors import BadCall
from truecut.evaluation import Evaluation

METRICS = ("roc_auc", "average_precision", "brier", "log_loss", "recall", "specificity", "precision", "f1", "mcc")
FOLDER = "truecut"
REPORT, SAVED = "report.html", "evaluation.truecut.json"
# What the evaluator takes from `evaluator_config`; all but the first two go to `truecut.evaluate`.
CONFIG = ("metric_prefix", "metrics", "positive", "threshold", "classes", "words", "lower_is_positive")


def log(
    evaluation: Evaluation,
    *,
    metrics: Sequence[str] = METRICS,
    prefix: str = "",
    step: int | None = None,
    report: bool = True,
) -> dict[str, float]:
    """Log metrics with intervals to the active run, and the report and the saved evaluation as artifacts.

    A metric `recall` comes with `recall.low` and `recall.high`; with several models each name begins with the model's.
    What is undefined is left out: MLflow would store a NaN, and show it nowhere. Returns what was logged.
    """
    found = {f"{prefix}{name}": value for name, value in flat_metrics(evaluation, metrics).items()}
    mlflow.log_metrics(found, step=step)
    with TemporaryDirectory() as folder:
        evaluation.save(Path(folder, SAVED))
        if report:
            evaluation.report(Path(folder, REPORT))
        mlflow.log_artifacts(folder, FOLDER)
    return found


def flat_metrics(evaluation: Evaluation, metrics: Sequence[str] = METRICS) -> dict[str, float]:
    """Return values and ends of intervals by name, without what is undefined or infinite."""
    found: dict[str, float] = {}
    models = evaluation.models
    for model, one in models.items():
        start = f"{model}." if len(models) > 1 else ""
        for name in metrics:
            estimate = one.metric(name)
            numbers = {"": estimate.value, ".low": estimate.low, ".high": estimate.high}
            found |= {f"{start}{name}{end}": n for end, n in numbers.items() if n is not None and isfinite(n)}
    return found


class Evaluator(ModelEvaluator):  # type: ignore[misc]  # MLflow has no types
    """What MLflow calls for `evaluators="truecut"`, on a table of predictions or on a logged classifier.

    `evaluator_config` may hold `positive`, `threshold` and other options of `truecut.evaluate`, `metrics`, and
    `metric_prefix`, which is needed beside MLflow's default evaluator: both have a `roc_auc`.
    """

    @classmethod
    def can_evaluate(cls, *, model_type: str, evaluator_config: dict[str, Any] | None, **_: Any) -> bool:  # noqa: ARG003
        """Say whether it is a classifier."""
        return model_type == "classifier"

    def evaluate(
        self,
        *,
        dataset: Any,
        run_id: str,
        evaluator_config: dict[str, Any] | None = None,
        model: Any = None,
        predictions: Any = None,
        **_: Any,
    ) -> EvaluationResult:
        """Evaluate, log to the run, and tell MLflow what was logged."""
        config = dict(evaluator_config or {})
        unknown = sorted(set(config) - set(CONFIG))
        if unknown:
            raise BadCall(f"evaluator_config of truecut has no {unknown[0]!r}; it takes {', '.join(CONFIG)}.")
        prefix, metrics = config.pop("metric_prefix", "") or "", config.pop("metrics", METRICS)
        scores = _scores(dataset, model, predictions, config)
        evaluation = truecut.evaluate(np.asarray(dataset.labels_data), scores, **config)
        if not isinstance(evaluation, Evaluation):
            raise BadCall("MLflow's evaluator of truecut is for two classes; name the positive one: positive.")
        active = mlflow.active_run()
        is_there = active is not None and active.info.run_id == run_id
        with nullcontext() if is_there else mlflow.start_run(run_id=run_id, nested=active is not None):
            found = log(evaluation, metrics=metrics, prefix=prefix)
            where = mlflow.get_artifact_uri(f"{FOLDER}/{REPORT}")
        page = TextEvaluationArtifact(uri=where, content=evaluation.html())
        return EvaluationResult(metrics=found, artifacts={"truecut_report": page})


def _scores(dataset: Any, model: Any, predictions: Any, config: dict[str, Any]) -> Any:
    """Return the scores: those of the table, or of the classifier that was logged, whose `predict` gives classes."""
    if model is None:
        given = predictions if predictions is not None else dataset.predictions_data
        return np.asarray(given)
    native = model.get_raw_model() if hasattr(model, "get_raw_model") else model
    if not hasattr(native, "predict_proba"):
        raise BadCall(f"The logged model ({type(native).__name__}) has no predict_proba; evaluate a table of scores.")
    classes = list(native.classes_)
    positive = config.setdefault("positive", getattr(classes[-1], "item", lambda: classes[-1])())
    if len(classes) != 2 or positive not in classes:
        raise BadCall(f"positive={positive!r} is no class of a model of two: {classes}.")
    return np.asarray(native.predict_proba(dataset.features_data))[:, classes.index(positive)]
