"""How fast the score table is made, beside scikit-learn, Polars and a bare sort.

    python benchmarks/tally.py [--large] [--rounds 5]

All peers run in one process and take turns, and the best round of each counts, so that a busy
machine slows all alike. The ratio to scikit-learn is what carries over to another machine. Every
table is checked: the area under the ROC curve that follows from it must be scikit-learn's.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

REFERENCE = "scikit-learn roc_curve"

Peer = Callable[[NDArray[np.bool_], NDArray[np.float64]], object]


@dataclass(frozen=True)
class Seconds:
    """CPU time of all threads, and time on the clock."""

    cpu: float
    wall: float


# ---- the peers


def truecut_native(labels, scores):
    from truecut.kernel import _native

    return _native.tally(labels, scores)


def truecut_portable(labels, scores):
    from truecut.kernel import portable

    return portable.tally(labels, scores)


def scikit_learn_curve(labels, scores):
    from sklearn.metrics import roc_curve

    return roc_curve(labels, scores, drop_intermediate=False)


def polars_group_by(labels, scores):
    import polars as pl

    rows = pl.DataFrame({"score": scores, "label": labels})
    counts = rows.group_by("score").agg(pl.col("label").sum().alias("positives"), pl.len().alias("rows"))
    return counts.sort("score", descending=True)


def sort_alone(labels, scores):  # noqa: ARG001
    return np.sort(scores)


# Each with the module that it cannot do without.
PEERS: dict[str, tuple[str, Peer]] = {
    "truecut native": ("truecut.kernel._native", truecut_native),
    "truecut portable": ("truecut.kernel.portable", truecut_portable),
    REFERENCE: ("sklearn", scikit_learn_curve),
    "Polars group-by": ("polars", polars_group_by),
    "np.sort (the floor)": ("numpy", sort_alone),
}


# ---- the rows


def all_distinct(size: int, random: np.random.Generator) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    labels = random.random(size) < 0.3
    return labels, 1 / (1 + np.exp(-random.normal(size=size) - labels))


def three_decimals(size: int, random: np.random.Generator) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    labels, scores = all_distinct(size, random)
    return labels, scores.round(3)


def rare_positives(size: int, random: np.random.Generator) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    labels = np.zeros(size, np.bool_)
    labels[random.choice(size, max(1, size // 1000), replace=False)] = True
    return labels, 1 / (1 + np.exp(-random.normal(size=size) - labels))


SHAPES = {
    "all distinct": all_distinct,
    "3 decimals": three_decimals,
    "0.1 % positives": rare_positives,
}


# ---- honesty


def area_from_counts(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> float:
    """Return the area under the ROC curve from counts per score, highest score first."""
    lower_negatives = negatives.sum() - np.cumsum(negatives)
    won_twice = int(np.sum(positives * (2 * lower_negatives + negatives)))
    return won_twice / 2 / int(positives.sum()) / int(negatives.sum())


def area_of(result: object) -> float | None:
    """Return the area that follows from a peer's result, or None for a peer that counts nothing."""
    if hasattr(result, "positives"):
        return area_from_counts(result.positives, result.negatives)
    if hasattr(result, "get_column"):
        positives = result.get_column("positives").to_numpy().astype(np.int64)
        return area_from_counts(positives, result.get_column("rows").to_numpy().astype(np.int64) - positives)
    return None


def check(peers: dict[str, Peer], labels: NDArray[np.bool_], scores: NDArray[np.float64]) -> None:
    """Stop unless every table gives scikit-learn's area under the curve."""
    from sklearn.metrics import roc_auc_score

    expected = roc_auc_score(labels, scores)
    for name, run in peers.items():
        area = area_of(run(labels, scores))
        assert area is None or abs(area - expected) < 1e-12, (name, area, expected)


# ---- the clock


def timed(run: Peer, labels: NDArray[np.bool_], scores: NDArray[np.float64], calls: int) -> Seconds:
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(calls):
        run(labels, scores)
    return Seconds((time.process_time() - cpu) / calls, (time.perf_counter() - wall) / calls)


def best_of(
    peers: dict[str, Peer], labels: NDArray[np.bool_], scores: NDArray[np.float64], rounds: int
) -> dict[str, Seconds]:
    """Time all peers in turn, and return the best of each; few rows are counted many times a round."""
    calls = max(1, 50_000 // scores.size)
    taken: dict[str, list[Seconds]] = {name: [] for name in peers}
    for _ in range(rounds):
        for name, run in peers.items():
            taken[name].append(timed(run, labels, scores, calls))
    return {
        name: Seconds(min(one.cpu for one in times), min(one.wall for one in times)) for name, times in taken.items()
    }


# ---- the table


def versions() -> str:
    found = []
    for package in ("truecut", "numpy", "scikit-learn", "polars"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def print_rows(size: int, shape: str, best: dict[str, Seconds]) -> None:
    reference = best.get(REFERENCE)
    print(f"\n{size:,} rows, {shape}")
    print(f"  {'':24}{'CPU ms':>10}{'wall ms':>10}{'CPU ratio':>12}{'wall ratio':>12}")
    for name, seconds in best.items():
        line = f"  {name:24}{seconds.cpu * 1e3:10.3f}{seconds.wall * 1e3:10.3f}"
        if reference:
            line += f"{reference.cpu / seconds.cpu:11.1f}x{reference.wall / seconds.wall:11.1f}x"
        print(line)


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the score table is made.")
    parser.add_argument("--large", action="store_true", help="also ten million rows")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()

    peers = {name: run for name, (module, run) in PEERS.items() if find_spec(module)}
    missing = [name for name in PEERS if name not in peers]
    print(f"{versions()}; {os.cpu_count()} processors; best of {options.rounds} rounds")
    for name in missing:
        print(f"{name} is not installed and left out.")
    if REFERENCE in missing:
        print("Nothing is checked and there are no ratios without scikit-learn.")
    random = np.random.default_rng(20)
    for size in (1_000, 100_000, 1_000_000) + ((10_000_000,) if options.large else ()):
        for shape, draw in SHAPES.items():
            labels, scores = draw(size, random)
            if REFERENCE in peers:
                check(peers, labels, scores)
            print_rows(size, shape, best_of(peers, labels, scores, options.rounds))


if __name__ == "__main__":
    main()
