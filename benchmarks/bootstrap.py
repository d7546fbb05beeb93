"""How fast rows are drawn again, beside loops over scikit-learn and SciPy, and what DeLong adds to an area.

    python benchmarks/bootstrap.py [--rows 1000000] [--replicates 1000] [--loops 5]

All run in one process on the same rows: all scores distinct, one row in ten positive. The loops are too slow to be run
to their end; some of their replicates are timed, and the rest is extrapolated. Times are CPU seconds of all threads,
the best of several where they are short; the ratios are what carries over to another machine. Wanted are 500 times for
the area alone, and 50 times, still over the loop for the area alone, for every metric of four counts, both areas and
the least cost together.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from truecut import kernel
from truecut.catalogue import CATALOGUE
from truecut.catalogue.model import Model
from truecut.counting.score_table import ScoreTable
from truecut.inference.intervals import estimate, estimates
from truecut.inference.methods import methods_of
from truecut.inference.resampling.replicates import drawn_curves
from truecut.kernel import Scheme


def seconds(work: Callable[[], object], rounds: int = 1) -> float:
    """Return the CPU time of the best round."""
    best = np.inf
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return float(best)


def scikit_learn(labels, scores, random):
    from sklearn.metrics import roc_auc_score

    drawn = random.integers(0, len(labels), len(labels))
    return roc_auc_score(labels[drawn], scores[drawn])


def scipy_bootstrap(labels, scores, random, replicates):
    from scipy import stats
    from sklearn.metrics import roc_auc_score

    return stats.bootstrap(
        (labels, scores),
        roc_auc_score,
        paired=True,
        vectorized=False,
        n_resamples=replicates,
        method="percentile",
        rng=random,
    )


def wanted_together(model: Model, replicates: int) -> None:
    """Draw every metric of four counts, the area under the ROC curve, average precision and the least cost."""
    of_counts = [entry.name for entry in CATALOGUE if entry.needs_only_counts and "bootstrap" in methods_of(entry)]
    for name in (*of_counts, "roc_auc", "average_precision"):
        assert estimate(model, name, interval="bootstrap", replicates=replicates).low is not None
    costs = [least_cost(curves) for curves in drawn_curves(model, replicates, 0, Scheme.ROWS)]
    assert len(np.concatenate(costs)) == replicates


def least_cost(curves, fp=1.0, fn=10.0):
    """Return what the cheapest threshold of each replicate costs."""
    return (fp * curves.fp + fn * (curves.tp[:, -1:] - curves.tp)).min(axis=1)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--replicates", type=int, default=1_000)
    options.add_argument("--loops", type=int, default=5, help="replicates of the loops that are really run")
    asked = options.parse_args()

    random = np.random.default_rng(0)
    labels = random.random(asked.rows) < 0.1
    scores = 1 / (1 + np.exp(-random.normal(size=asked.rows) - labels))
    table = ScoreTable.from_rows(labels, scores)
    columns = table.positives, table.negatives
    scikit_learn(labels, scores, random)  # imports

    loop = seconds(lambda: [scikit_learn(labels, scores, random) for _ in range(asked.loops)])
    loop *= asked.replicates / asked.loops
    of_scipy = seconds(lambda: scipy_bootstrap(labels, scores, random, asked.loops)) * asked.replicates / asked.loops
    print(f"{asked.replicates:,} replicates of {asked.rows:,} rows, {kernel.KERNEL} kernel; CPU seconds")
    for name, taken in (("scikit-learn in a loop", loop), ("scipy.stats.bootstrap", of_scipy)):
        print(f"{f'{name}, ROC AUC':62}{taken:10.2f}{loop / taken:9,.1f}x  (from {asked.loops} replicates)")

    drawings = {
        "ROC AUC": kernel.resampled_roc_auc,
        "average precision": kernel.resampled_average_precision,
    }
    for name, draw in drawings.items():
        for scheme in (Scheme.POISSON, Scheme.ROWS, Scheme.BY_CLASS):
            some = asked.replicates if scheme == Scheme.POISSON else max(1, asked.replicates // 20)
            taken = seconds(lambda draw=draw, scheme=scheme, some=some: draw(*columns, some, seed=0, scheme=scheme))
            taken *= asked.replicates / some
            print(f"{f'truecut, {name}, drawn by {scheme.value}':62}{taken:10.2f}{loop / taken:9,.0f}x")
    whole = seconds(
        lambda: estimate(
            Model("model", ScoreTable.from_rows(labels, scores)),
            "roc_auc",
            interval="bootstrap",
            replicates=asked.replicates,
        )
    )
    print(f"{'truecut, from rows to a bootstrap interval of ROC AUC':62}{whole:10.2f}{loop / whole:9,.0f}x")
    model = Model("model", table)
    at_once = seconds(lambda: wanted_together(model, asked.replicates))
    print(f"{'truecut, every metric at a threshold, both areas, least cost':62}{at_once:10.2f}{loop / at_once:9,.0f}x")
    everything = seconds(lambda: dict(estimates(Model("model", table))))
    print(f"{'truecut, every metric with its default interval':62}{everything:10.2f}{loop / everything:9,.0f}x")

    print("\nDeLong beside the area alone; CPU seconds")
    made = seconds(lambda: ScoreTable.from_rows(labels, scores), rounds=7)
    area = seconds(lambda: plain_area(*columns), rounds=7)
    delong = seconds(lambda: kernel.ranked(*columns), rounds=7)
    print(f"{'table':62}{made:10.4f}")
    print(f"{'table and area, in NumPy':62}{made + area:10.4f}{1:9.2f}")
    print(f"{'table, area and its DeLong variance':62}{made + delong:10.4f}{(made + delong) / (made + area):9.2f}")


def plain_area(positives, negatives):
    """Return the area alone, in as few passes as NumPy needs."""
    before = np.cumsum(positives) - positives
    return float((negatives * (2 * before + positives)).sum()) / (2 * int(positives.sum()) * int(negatives.sum()))


if __name__ == "__main__":
    main()
