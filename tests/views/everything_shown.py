"""One object of every public type and of what they return, and those at the edges: what the laws of showing look at."""

import numpy as np
import pandas as pd

import truecut as tc

HOSTILE = "<script>alert(1)</script>|`*\n=1+1"


def sample(rows: int = 240, seed: int = 0) -> pd.DataFrame:
    """Return labels, two scores, hard predictions, a group, a cluster, a fold, a weight and an amount."""
    rng = np.random.default_rng(seed)
    y = (rng.random(rows) < 0.4).astype(int)
    good = 1 / (1 + np.exp(-(2 * y - 1 + rng.normal(0, 1, rows))))
    return pd.DataFrame(
        {
            "y": y,
            "good": good.round(2),
            "poor": np.clip(0.5 * good + 0.5 * rng.random(rows), 0, 1).round(2),
            "guess": (good > 0.5).astype(int),
            "region": np.where(np.arange(rows) % 3 == 0, "north", "south"),
            "patient": np.arange(rows) // 3,
            "fold": np.arange(rows) % 4,
            "weight": rng.integers(1, 4, rows) / 2,
            "amount": rng.integers(1, 90, rows),
        }
    )


def everything() -> dict[str, object]:
    """Return the objects by what they are."""
    frame = sample()
    two = tc.evaluate(frame, label="y", score=["good", "poor"], group="region")
    one = two.models["good"]
    return {
        "two models": two,
        "one model": one,
        **_of_one_model(one),
        **_of_two_models(two),
        **_of_many_classes(),
        **_without_rows(),
        **_at_the_edges(frame),
    }


def _of_one_model(one: tc.Evaluation) -> dict[str, object]:
    return {
        "estimate": one.metric("recall"),
        "metrics": one.metrics(),
        "point": one.at(0.5),
        "counts": one.at(0.5).counts,
        "value": one.choose("youden").point.metric("recall"),
        "counted point": one.choose("youden").point,
        "curve": one.curve,
        "counts along": one.curve.counts,
        "score table": one.table,
        "sweep": one.curve.sweep(11),
        "decision": one.choose("youden"),
        "impossible goal": one.choose("maximise recall subject to precision >= 0.9999"),
        "two cuts": one.choose_two(precision=0.9, npv=0.9),
        "optimism": one.optimism("youden", repeats=1, resamples=20),
        "cost curve": one.costs(tc.Cost(fp=1, fn=5)),
        "band": one.band("roc", replicates=200),
        "calibration": one.calibration(replicates=100),
        "reliability curve": one.calibration(replicates=100).points,
        "decomposition": one.calibration(replicates=100).decomposition,
        "coefficient": one.calibration(replicates=100).slope,
        "recalibration": one.recalibrate("platt", repeats=1),
        "quality": one.recalibrate("platt", repeats=1).after,
        "chance": one.chance("recall"),
        "no chance": one.chance("prevalence"),
        "plan of rows": one.plan("recall", within=0.05),
        "widths": one.widths("recall"),
        "width": one.widths("recall")[1],
        "recommendation": one.recommend(cost={"fp": 1, "fn": 5}),
        "rival": one.recommend(cost={"fp": 1, "fn": 5}).against[0],
        "findings": one.findings,
        "finding": one.findings[0],
        "summary": one.summary(),
        "situation": one.situation,
        "provenance": one.read,
        "publication": one.methods(),
        "reconciliation": one.reconcile("0.8731", "roc_auc"),
        "candidate": one.reconcile("0.8731", "roc_auc").candidates[0],
        "group differences": one.group_differences("recall"),
        "group difference": one.group_differences("recall")[0],
        "groups": one.groups,
        "check": tc.check(one, ["recall >= 0.2", "precision >= 0.999", "recall >= 0.8"]),
        "gate": tc.check(one, ["recall >= 0.2"]).gates[0],
        "decision curve": one.decision_curve(replicates=200, points=20),
    }


def _of_two_models(two: tc.Evaluation) -> dict[str, object]:
    c = two.compare(replicates=200)
    return {
        "models": two.models,
        "no folds": two.folds,
        "comparison": c,
        "difference": c.difference("roc_auc", "good", "poor"),
        "ratio": c.ratio("recall", "good", "poor"),
        "differences": c.differences(),
        "no differences": c.differences()[:0],
        "verdict": c.verdict("good", "poor"),
        "ranking": c.ranking(),
        "standings": c.standings(),
        "standing": c.standings()[1],
        "dominance": c.above("good", "poor"),
        "joint test": c.joint_test(),
        "disagreements": c.disagreements("good", "poor"),
        "other model": two.recommend(cost={"fp": 1, "fn": 5}).others[0],
        "decision curve of two": two.decision_curve(replicates=200, points=20),
    }


def _of_many_classes() -> dict[str, object]:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 150)
    scores = rng.random((150, 3)) + 1.2 * np.eye(3)[truth]
    scores /= scores.sum(axis=1, keepdims=True)
    names = ("cat", "dog", "emu")
    frame = pd.DataFrame({"y": np.array(names)[truth], **dict(zip(names, scores.T, strict=True))})
    e = tc.evaluate(frame, label="y", class_scores={name: name for name in names})
    other = tc.evaluate(frame.assign(**{"cat": frame["cat"] ** 2}), label="y", class_scores={n: n for n in names})
    divided = tc.evaluate(
        frame.assign(half=np.arange(150) < 75), label="y", class_scores={n: n for n in names}, group="half"
    )
    return {
        "many classes": e,
        "classes": e.classes,
        "groups of classes": divided.groups,
        "difference of a group of classes": divided.group_differences("macro f1")[0],
        "differences of groups of classes": divided.group_differences("accuracy"),
        "matrix": e.matrix,
        "class estimate": e.metric("f1", "macro"),
        "classification report": e.classification_report(),
        "class scores": e.scores,
        "class situation": e.situation,
        "class table": e.table,
        "class decision": e.decision(costs={("cat", "dog"): 5}, unsure=0.4),
        "class recommendation": e.recommend(),
        "trade-off": e.trade_off(),
        "class comparison": e.compare(other),
        "symmetry test": e.compare(other).symmetry("first", "second")[0],
    }


def _without_rows() -> dict[str, object]:
    tally = tc.Tally()
    tally.update([1, 0, 1], [0.9, 0.2, 0.6])
    return {
        "adjusted p values": tc.adjust({"recall": 0.01, "precision": 0.04, "lift": None}),
        "counted": tc.counts(tp=30, fp=5, fn=10, tn=55),
        "explanation": tc.explain("precision", tp=30, fp=5, fn=10, tn=55),
        "explanation in words": tc.explain("roc_auc"),
        "term": tc.explain("confusion matrix"),
        "term by a slip": tc.explain("confusoin matrix"),
        "catalogue": tc.metrics(),
        "metric": tc.metrics("recall")[0],
        "plan": tc.plan("recall", expected=0.9, within=0.03),
        "expected": tc.expected_interval("recall", 100, 900, tc.Assumed(recall=0.8, specificity=0.9)),
        "cost": tc.Cost(fp=1, fn="5 + 0.8 * amount"),
        "price": tc.Cost(fn="5 + 0.8 * amount").price("fn"),
        "words": tc.Words(positive="spam"),
        "assumed": tc.Assumed(recall=0.9),
        "tally": tally,
        "example": tc.example("spam"),
    }


def _at_the_edges(frame: pd.DataFrame) -> dict[str, object]:
    hostile = frame.rename(columns={"good": HOSTILE, "poor": f"{HOSTILE}2", "region": "r"})
    hostile["r"] = np.where(hostile["r"] == "north", HOSTILE, "south")
    words = {"positive": HOSTILE, "negative": HOSTILE, "unit": HOSTILE}
    named = tc.evaluate(hostile, label="y", score=[HOSTILE, f"{HOSTILE}2"], group="r", words=words)
    clustered = tc.evaluate(frame, label="y", score="good", cluster="patient")
    weighted = tc.evaluate(frame, label="y", score="good", weight="weight")
    folds = tc.evaluate(frame, label="y", score="good", fold="fold")
    hard = tc.evaluate(frame, label="y", predicted="guess")
    flat = tc.evaluate([1, 1, 1], [0.2, 0.8, 0.8])
    return {
        "hostile names": named,
        "hostile comparison": named.compare(),
        "hostile findings": named.findings,
        "hostile groups": named.groups,
        "clusters": clustered,
        "weights": weighted,
        "folds": folds,
        "each fold": folds.folds,
        "over folds": folds.over_folds("roc_auc"),
        "hard predictions": hard,
        "one class": flat,
        "undefined": flat.metric("roc_auc"),
        "metrics of one class": flat.metrics(),
        "elsewhere": clustered.given(prevalence=0.1),
    }
