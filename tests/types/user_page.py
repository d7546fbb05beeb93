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


def looked_up(word: str) -> str:
    found = tc.explain(word)
    if isinstance(found, tc.Term):
        return f"{found.name}, see {found.relatives[0]}"
    return f"{found.metric.title}: {found.meaning}"


def explained() -> str:
    return tc.explain("precision", tp=30, fn=10, fp=5, tn=55).numbers


def a_situation(labels: list[int], scores: list[float]) -> str:
    e = tc.evaluate(labels, scores, cost={"fp": 1, "fn": 5}, prevalence=0.02, level=0.9)
    there = e.given(prevalence=0.1, threshold=0.3)
    told = there.recommend()
    print(told.verdict.value, there.threshold + 0.1, there.situation.level)
    two = e.choose_two(precision=0.9, npv=0.95)
    optimism = e.optimism("youden", repeats=2)
    return f"{two.share_referred:.2f} {optimism.difference}"


def averages(labels: list[str], predictions: list[str]) -> float:
    matrix = tc.confusion(labels, predictions, classes=("cat", "dog", "cow"))
    print(matrix.metric("kappa", weights="quadratic").low, matrix.metric("f1", average="macro").value)
    return float(matrix.metric("recall", average="weighted"))


def decisions_of_many_classes(table: dict[str, list[float]]) -> float:
    e = tc.evaluate(table, label="y", class_scores={"cat": "p1", "dog": "p2", "cow": "p3"})
    decided = e.decide(costs={("cat", "dog"): 5.0}, unsure=0.3)
    decision = e.decision(costs={("cat", "dog"): 5.0}, unsure=0.3)
    print(decision.use.value, decision.saving.low, e.trade_off().risk_coverage_area)
    print(e.classes["cat"].metric("average_precision").value, e.micro.curve.thresholds[:3])
    for line in e.classification_report().to_csv().splitlines():
        print(line)
    return e.compare(decided).difference("accuracy", "first", "second").value or 0.0


def figures(labels: list[int], scores: list[float]) -> None:
    e = tc.evaluate(labels, scores)
    e.plot.roc().save("roc.png")
    e.plot.panels("roc", "matrix").save("both.png")
    e.plot.pr().save("pr.png")


def tables(labels: list[int], scores: list[float]) -> list[str]:
    e = tc.evaluate(labels, scores)
    print(e.metrics()["recall"].value, e.curve.to_csv()[:10], e.to_dict()["read"])
    frame = e.curve.to_pandas()
    return [str(name) for name in frame.columns]


def calibrated(labels: list[int], scores: list[float]) -> str:
    e = tc.evaluate(labels, scores)
    found = e.calibration()
    again = e.recalibrate("platt")
    print(found.slope.value, again.brier_gain.value, e.decision_curve(replicates=100).sentences)
    return found.verdict.value


def planned() -> int:
    rows = tc.plan("recall", expected=0.9, within=0.05)
    adjusted = tc.adjust({"recall": 0.01, "precision": 0.04})
    print(adjusted.to_dict())
    return len(rows.to_csv())


def examples() -> float:
    spam = tc.example("spam").evaluate(score="boosted")
    digits = tc.example("digits").evaluate()
    eight = tc.example("digits").evaluate(positive="8")
    print(spam.metric("recall").value, digits.metric("accuracy").value)
    return eight.metric("roc_auc").low or 0.0


def compared(labels: list[int], first: list[float], second: list[float]) -> float:
    of_arrays = tc.compare(labels, {"first": first, "second": second})
    of_a_file = tc.compare("loans.csv", label="defaulted", score=["first", "second"], level=0.9)
    of_counts = tc.compare({"M1": tc.counts(tp=1, fp=2, fn=3, tn=4), "M2": tc.counts(tp=2, fp=2, fn=3, tn=4)})
    print(of_a_file.verdict("first", "second").sentence, of_counts.criterion)
    return of_arrays.difference("roc_auc", "first", "second").p_value or 1.0
