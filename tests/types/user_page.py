"""A page of ordinary user code: it passes `mypy --strict` and pyright's strict mode without a cast or an ignore."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import truecut as tc


def one_model(labels: list[int], scores: list[float]) -> float:
    e = tc.evaluate(labels, scores)
    recall = e.metric("recall")
    if recall.value is not None and recall.low is not None:
        print(f"recall {recall.value:.3f}, at least {recall.low + 0.1:.3f}")
    return float(e.metric("roc_auc"))


def several_models(labels: NDArray[np.int64], scores: NDArray[np.float64]) -> None:
    e = tc.evaluate(labels, {"a": scores, "b": scores[::-1]}, weight=np.ones(len(labels)), group=["x", "y"] * 4)
    for name, model in e.models.items():
        print(name.upper(), model.metric("f_beta", beta=2).value)
    for finding in e.findings:
        print(finding.title)


def a_table(table: dict[str, list[float]]) -> tc.Decision:
    e = tc.evaluate(table, label="y", score=["a", "b"], positive=1)
    best = e.models["a"].choose(tc.Cost(fp=10, fn=1))
    if best.threshold is not None:
        print(e.models["a"].at(best.threshold).counts.tp)
    return best


def files(path: Path) -> None:
    e = tc.evaluate(path, label="kind", positive="spam")
    e.save(path.with_suffix(".truecut"))
    e.report("report.html", cost=tc.Cost(fp=10, fn=1))
    again = tc.load(path.with_suffix(".truecut"))
    if isinstance(again, tc.Evaluation):
        print(again.rows + 1, again.methods().references)


def comparison(labels: list[int], a: list[float], b: list[float]) -> str:
    e = tc.evaluate(labels, {"a": a, "b": b})
    c = e.compare()
    for difference in c.differences("roc_auc"):
        print(difference.first, difference.value, difference.adjusted_p)
    return c.verdict("a", "b", margin=0.01).sentence


def two_classes(labels: list[str], predictions: list[str]) -> float:
    point = tc.confusion(labels, predictions, positive="yes")
    return float(point.metric("mcc"))


def many_classes(table: dict[str, list[float]]) -> int:
    e = tc.evaluate(table, label="y", class_scores={"cat": "p1", "dog": "p2", "cow": "p3"})
    return len(e.matrix.classes)


def gates(labels: list[int], scores: list[float]) -> bool:
    checked = tc.check(tc.evaluate(labels, scores), ["recall >= 0.9", "precision >= 0.8"])
    for gate in checked.gates:
        print(gate.text, gate.outcome.value)
    return checked.passed


def an_example() -> str:
    e = tc.example("spam").evaluate(score="boosted")
    if isinstance(e, tc.ClassEvaluation):
        return "more than two classes"
    return e.reconcile("0.9514", "auc").sentence


def explained() -> str:
    return tc.explain("precision", tp=30, fn=10, fp=5, tn=55).numbers
