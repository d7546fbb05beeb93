"""scikit-learn's metrics, scorers and searches with and without truecut under them, in turn in one process, as ratios.

    python -m benchmarks.under_scikit_learn [--rows 1000000] [--rounds 3]

Answers are compared bit by bit before anything is timed. Of a search only the time in scoring counts: fitting is the
same.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import GridSearchCV, TunedThresholdClassifierCV, cross_validate

import truecut.sklearn as ts
from benchmarks.clock import Seconds, best_of

OF_SCORES = ("roc_auc_score", "average_precision_score", "roc_curve", "precision_recall_curve", "det_curve")
OF_PROBABILITIES = ("brier_score_loss", "log_loss")
OF_PREDICTIONS = ("f1_score", "accuracy_score", "balanced_accuracy_score", "confusion_matrix", "matthews_corrcoef")
SEVERAL = ["roc_auc", "average_precision", "neg_log_loss", "neg_brier_score", "f1", "accuracy", "balanced_accuracy"]


class FirstColumn(ClassifierMixin, BaseEstimator):
    """A classifier that costs nothing: its probability is the first column."""

    def __init__(self, shift: float = 0.0) -> None:
        self.shift = shift

    def fit(self, X: Any, y: Any) -> FirstColumn:  # noqa: ARG002, N803
        self.classes_ = np.array([0, 1])
        return self

    def predict_proba(self, X: Any) -> Any:  # noqa: N803
        p = np.clip(X[:, 0] + self.shift, 0, 1)
        return np.column_stack([1 - p, p])

    def predict(self, X: Any) -> Any:  # noqa: N803
        return (X[:, 0] + self.shift >= 0.5).astype(int)


def made(rows: int) -> tuple[Any, Any]:
    """Return labels and probabilities."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, rows)
    return labels, 1 / (1 + np.exp(-(rng.normal(size=rows) + labels - 0.5)))


def same(ours: Any, theirs: Any) -> bool:
    """Say whether two answers have the same bits."""
    if isinstance(theirs, tuple):
        return all(map(same, ours, theirs))
    return np.asarray(ours).tobytes() == np.asarray(theirs).tobytes()


def patched(work: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the work done under the patch."""

    def run(given: Any) -> Any:
        with ts.patched():
            return work(given)

    return run


def functions(rows: int, rounds: int) -> None:
    """Print the ratio for each function, patched and imported by name."""
    labels, probability = made(rows)
    predicted = (probability >= 0.5).astype(int)
    times = max(1, 50_000 // rows)
    for name in (*OF_SCORES, *OF_PROBABILITIES, *OF_PREDICTIONS):
        given = (labels, predicted if name in OF_PREDICTIONS else probability)
        theirs, explicit = getattr(sklearn.metrics, name), getattr(ts, name)

        def asked(pair: Any, function: Callable[..., Any] = theirs) -> None:
            for _ in range(times):
                function(*pair)

        runs = {"scikit-learn": asked, "patched": patched(asked), "by name": partial(asked, function=explicit)}
        expected = theirs(*given)
        with ts.patched():
            assert same(theirs(*given), expected), name
        assert same(explicit(*given), expected), name
        taken = best_of(runs, given, rounds=rounds)
        report(f"{name}, {rows:,} rows", {how: Seconds(of.cpu / times, of.wall / times) for how, of in taken.items()})


def searches(rows: int, rounds: int) -> None:
    """Print the ratio for scoring within searches, alone and in two workers."""
    labels, probability = made(rows)
    columns = probability[:, None]

    def grid(workers: int | None) -> Callable[[Any], float]:
        search = GridSearchCV(
            FirstColumn(), {"shift": [0.0, 0.01, 0.02]}, scoring="roc_auc", cv=5, n_jobs=workers, refit=False
        )
        return lambda _: search.fit(columns, labels).cv_results_["mean_score_time"].sum() * 5

    def several(_: Any) -> float:
        return float(cross_validate(FirstColumn(), columns, labels, cv=5, scoring=SEVERAL)["score_time"].sum())

    for name, work in (
        ("GridSearchCV, 15 fits, roc_auc", grid(None)),
        ("GridSearchCV, 15 fits, roc_auc, two workers", grid(2)),
        (f"cross_validate, {len(SEVERAL)} metrics", several),
    ):
        theirs = min(work(None) for _ in range(rounds))
        ours = min(patched(work)(None) for _ in range(rounds))
        print(f"| {name}, {rows:,} rows, scoring | {1e3 * theirs:,.0f} | {theirs / ours:.1f} | |", flush=True)

    few = rows // 5

    def tuned(_: Any) -> Any:
        return TunedThresholdClassifierCV(FirstColumn(), scoring="balanced_accuracy", cv=5).fit(
            columns[:few], labels[:few]
        )

    assert tuned(None).best_threshold_ == patched(tuned)(None).best_threshold_
    runs = {"scikit-learn": tuned, "patched": patched(tuned)}
    report(f"TunedThresholdClassifierCV, {few:,} rows, 100 thresholds", best_of(runs, None, rounds=rounds))


def report(name: str, taken: dict[str, Any]) -> None:
    """Print one line of the table; by CPU time, which other work on the machine does not count into."""
    base = taken["scikit-learn"].cpu
    ratios = [f"{base / taken[how].cpu:.1f}" if how in taken else "" for how in ("patched", "by name")]
    print(f"| {name} | {1e3 * base:,.2f} | {ratios[0]} | {ratios[1]} |", flush=True)


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rows", type=float, default=1e6)
    asked.add_argument("--rounds", type=int, default=3)
    given = asked.parse_args()
    print("| what | scikit-learn, ms | patched, times faster | by name, times faster |\n|---|--:|--:|--:|")
    for rows in (1_000, int(given.rows)):
        functions(rows, given.rounds)
    searches(int(given.rows), given.rounds)


if __name__ == "__main__":
    main()
