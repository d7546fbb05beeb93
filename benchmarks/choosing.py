"""How long it takes to choose a threshold among a million: one pass over arrays, whatever the rule.

    python benchmarks/choosing.py
    python benchmarks/choosing.py --rows 10000000

Every row has a score of its own, so that there are as many thresholds as rows. Each rule is timed with the
counts of the curve at hand, as they are when several rules are asked, and once more from the score table on.
Nothing is asserted: the numbers are for reading.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from truecut.catalogue import CATALOGUE, Better, Needs
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.decisions.chosen_threshold import choose
from truecut.decisions.geometry import crossings, never_best
from truecut.decisions.rules import RULES, RuleContext
from truecut.decisions.two_cuts import choose_two

COST = Cost(fn="5 + amount", fp=1, tp=-2, per_row=0.1)
PARAMETERS: dict[str, dict[str, Any]] = {"capacity": {"share": 0.02}, "best_net_benefit": {"pt": 0.1}}
GOALS = (
    "maximise recall subject to precision >= 0.9",
    "minimise cost subject to fpr <= 1e-4 and share_flagged <= 2%",
    "maximise recall subject to precision >= 0.9 with 95% confidence",
    "maximise recall subject to precision > 1 and npv > 1",
)


def made(rows: int) -> tuple[ScoreTable, ScoreTable]:
    """Return a table of as many scores as rows, one in ten positive, and the amounts that go with it."""
    random = np.random.default_rng(1)
    labels = random.random(rows) < 0.1
    scores = random.permutation(rows) + rows * labels * random.random(rows) + random.random(rows) / 2
    amounts = random.lognormal(3, 1, rows)
    return ScoreTable.from_rows(labels, scores), ScoreTable.from_rows(labels, scores, amounts)


def best_of(rounds: int, run: Callable[[], object]) -> float:
    """Return the fewest seconds that a call took."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return min(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast a threshold is chosen.")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    table, amounts = made(options.rows)

    def fresh() -> RuleContext:
        curve = CountsCurve(table)
        return RuleContext(curve, CostCurve(COST, curve, {"amount": CountsCurve(amounts)}))

    stakes = fresh()
    print(f"{len(table):,} distinct scores of {options.rows:,} rows; best of {options.rounds} rounds, in seconds")
    print(f"{'':64}{'alone':>8}{'anew':>8}")
    choosing: list[tuple[str, dict[str, Any]]] = [(rule.name, PARAMETERS.get(rule.name, {})) for rule in RULES]
    choosing += [
        (f"best_{entry.name}", {})
        for entry in CATALOGUE
        if entry.needs == Needs.COUNTS and entry.better in (Better.HIGHER, Better.LOWER) and entry.name != "net_benefit"
    ]
    choosing += [(goal, {}) for goal in GOALS]
    slowest = 0.0
    for how, parameters in choosing:
        alone = best_of(options.rounds, lambda how=how, more=parameters: choose(stakes, how, **more))  # type: ignore[misc]
        anew = best_of(1, lambda how=how, more=parameters: choose(fresh(), how, **more))  # type: ignore[misc]
        slowest = max(slowest, alone, anew)
        print(f"{how:64}{alone:8.3f}{anew:8.3f}")
    others: dict[str, Callable[[], object]] = {
        "two thresholds": lambda: choose_two(stakes, precision=0.9, npv=0.99),
        "the range of cheap thresholds": lambda: stakes.priced().within(0.05),
        "thresholds that are never best": lambda: never_best(stakes.curve),
        "where two curves cross": lambda: crossings(stakes.curve, CountsCurve(amounts)),
    }
    for name, run in others.items():
        print(f"{name:64}{best_of(options.rounds, run):8.3f}")
    print(f"\nThe slowest rule took {slowest:.3f} s.")


if __name__ == "__main__":
    main()
