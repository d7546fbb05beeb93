"""Random rows, counted by every way in and by brute force: plain loops over fractions, which know nothing of truecut.

``python -m tests.soak.fuzz --minutes 10`` runs for so many minutes of CPU time and writes a line per thousand cases.
The first case on which two ways differ is printed with its seed, and `--only SEED` runs it again.
"""

from __future__ import annotations

import argparse
import csv
import math
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
from tests.named_roles import named

import truecut as tc
from truecut.data.request import Reading, Request
from truecut.errors import EmptyGroup
from truecut.evaluation.from_data import evaluated

LABELS = (("0", "1"), ("-1", "1"), ("no", "yes"), ("False", "True"), ("ham", "spam"), ("01", "1"), ("a b", "ä"))
GROUPS = ("a", "A", "02134", "2134", "1", "1.0", "true", "TRUE", "12345678901234567890", "12345678901234567891", "x,y")
MISSING = ("", "NA", "nan")
RARELY = 20  # a query and a file in parts take longer than the others together


@dataclass(frozen=True)
class Rows:
    """Rows as text, as they stand in a file, and which label is positive."""

    labels: list[str]
    scores: list[str]
    weights: list[str]
    groups: list[str]
    positive: str
    negative: str
    threshold: float


@dataclass(frozen=True)
class Truth:
    """What brute force counts."""

    counted: dict[float, tuple[int, int]]
    area: Fraction | None
    outcomes: tuple[int, int, int, int]  # tp, fp, fn, tn
    groups: dict[str, int]


def draw(seed: int) -> Rows:
    """Return random rows: few or many, with ties, gaps, weights and groups that are hard to tell apart."""
    dice = random.Random(seed)
    n = dice.choice((2, 3, 5, 8, 13, 40))
    negative, positive = dice.choice(LABELS)
    digits = dice.choice((0, 1, 2, 17))
    score: Callable[[], str] = dice.choice(
        (
            lambda: f"{dice.random():.{digits}f}",
            lambda: repr(dice.gauss(0, 3)),
            lambda: str(dice.randrange(-3, 4)),
            lambda: str(2**53 + dice.randrange(3)),
            lambda: f"{dice.randrange(5)}e{dice.randrange(-3, 300)}",
        )
    )
    gap = dice.choice((0, 0, 0, 0.1))

    def maybe(value: str) -> str:
        return dice.choice(MISSING) if dice.random() < gap else value

    labels = [negative, positive, *(dice.choice((negative, positive)) for _ in range(n - 2))]
    scores = [maybe(score()) for _ in range(n)]
    scores[:2] = [score(), score()]
    groups = dice.sample(GROUPS, dice.randrange(1, 4))
    return Rows(
        [*labels[:2], *map(maybe, labels[2:])],
        scores,
        [str(dice.randrange(1, 4)) for _ in range(n)],
        [dice.choice(groups) for _ in range(n)],
        positive,
        negative,
        dice.choice((0.5, 0.0, -1.0, 2.0**53)),
    )


def brute_force(rows: Rows) -> Truth:
    """Count by plain loops: exact, slow, and with no idea in common with what is tested."""
    kept = [
        (label == rows.positive, Fraction(score), int(weight), group)
        for label, score, weight, group in zip(rows.labels, rows.scores, rows.weights, rows.groups, strict=True)
        if label not in MISSING and score not in MISSING
    ]
    # Text with decimals is read as doubles, so scores are the fractions that doubles are.
    whole = all("." not in score and "e" not in score for score in rows.scores if score not in MISSING)
    kept = [(is_positive, score if whole else Fraction(float(score)), w, g) for is_positive, score, w, g in kept]
    counted: dict[Fraction, list[int]] = {}
    for is_positive, score, weight, _ in kept:
        counted.setdefault(score, [0, 0])[0 if is_positive else 1] += weight
    positives = [(score, weight) for is_positive, score, weight, _ in kept if is_positive]
    negatives = [(score, weight) for is_positive, score, weight, _ in kept if not is_positive]
    twice = sum(v * w * ((p > n) + (p >= n)) for p, v in positives for n, w in negatives)
    pairs = sum(v for _, v in positives) * sum(w for _, w in negatives)
    cut = Fraction(rows.threshold)
    tp, fn = (sum(w for s, w in positives if (s >= cut) is flagged) for flagged in (True, False))
    fp, tn = (sum(w for s, w in negatives if (s >= cut) is flagged) for flagged in (True, False))
    by_group: dict[str, int] = {}
    for _, _, _, group in kept:
        by_group[group] = by_group.get(group, 0) + 1
    order = sorted(counted, reverse=True)
    return Truth(
        {score: (counted[score][0], counted[score][1]) for score in order},
        Fraction(twice, 2 * pairs) if pairs else None,
        (tp, fp, fn, tn),
        by_group,
    )


def ways(rows: Rows, folder: Path, *, is_slow: bool) -> dict[str, Callable[[], Any]]:
    """Return every way in, each as a call."""
    path = folder / "rows.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["y", "p", "w", "g"])
        writer.writerows(zip(rows.labels, rows.scores, rows.weights, rows.groups, strict=True))
    how: dict[str, Any] = {
        "positive": rows.positive,
        "missing": "drop",
        "weights_are": "repeated",
        "threshold": rows.threshold,
    }
    roles = {"label": "y", "score": "p", "weight": "w", "group": "g"}
    labels = [None if label in MISSING else label for label in rows.labels]
    scores = [math.nan if score in MISSING else _number(score, rows) for score in rows.scores]
    weights = [int(weight) for weight in rows.weights]
    table = {"y": labels, "p": scores, "w": weights, "g": rows.groups}
    found: dict[str, Callable[[], Any]] = {
        "file": lambda: tc.evaluate(path, **roles, **how),
        "lists": lambda: tc.evaluate(labels, scores, weight=weights, group=rows.groups, **how),
        "pandas": lambda: tc.evaluate(pd.DataFrame(table), **roles, **how),
        "polars": lambda: tc.evaluate(pl.DataFrame(table, strict=False), **roles, **how),
        "tally": lambda: _tallied(rows, (labels, scores, weights), folder, random.Random(rows.scores[0])),
    }
    if is_slow:
        asked = named(label="y", scores=["p"], weight="w", groups=["g"])
        query = Reading(**how, sql="select * from data")
        found["query"] = lambda: evaluated(Request((str(path),), asked, query))
        found["parts"] = lambda: tc.evaluate(path, **roles, **how, memory="100MB")
    return found


def _tallied(rows: Rows, columns: tuple[list[Any], ...], folder: Path, dice: random.Random) -> Any:
    """Count in batches of any size on two machines, one of which is saved half-way and goes on from its file."""
    tallies = [
        tc.Tally(positive=rows.positive, classes=(rows.negative, rows.positive), missing="drop", weights_are="repeated")
        for _ in range(2)
    ]
    start = 0
    while start < len(rows.labels):
        end = start + dice.randrange(1, 6)
        which = dice.randrange(2)
        tallies[which].update(*(column[start:end] for column in columns))
        if dice.random() < 0.2:
            tallies[which].save(folder / "tally.truecut")
            tallies[which] = tc.Tally.load(folder / "tally.truecut")
        start = end
    return tc.evaluate(tallies[0] + tallies[1], threshold=rows.threshold)


def _number(text: str, rows: Rows) -> float:
    has_gaps = any(score in MISSING for score in rows.scores)
    return float(text) if has_gaps or "." in text or "e" in text else int(text)


def differences(seed: int, folder: Path) -> list[str]:
    """Return how each way in differs from brute force on the rows of a seed."""
    rows = draw(seed)
    truth = brute_force(rows)
    found = ways(rows, folder, is_slow=seed % RARELY == 0)
    problems = []
    for way, evaluate in found.items():
        try:
            problem = _difference(evaluate(), truth, rows, way)
        except EmptyGroup as error:
            problem = "" if truth.groups.keys() < set(rows.groups) else str(error)
        except Exception as error:  # whatever it is, the case is to be printed
            problem = f"{type(error).__name__}: {error}"
        if problem:
            problems.append(f"seed {seed}, {way}: {problem}\n  {rows}\n  expected {truth}")
    return problems


def _difference(found: Any, truth: Truth, rows: Rows, way: str) -> str:
    table = found.table
    present = [score for score in rows.scores if score not in MISSING]
    is_rounded = len(present) < len(rows.scores) and any(abs(float(score)) >= 2**53 for score in present)
    if way in ("lists", "pandas", "polars", "tally") and is_rounded:
        return ""  # beside a gap, whole numbers are doubles already when they come here
    counted = dict(
        zip(
            (Fraction(score) if math.isfinite(score) else score for score in table.scores.tolist()),
            zip(table.positives.tolist(), table.negatives.tolist(), strict=True),
            strict=True,
        )
    )
    if counted != truth.counted:
        return f"counted {counted}"
    point = found.model.point.counts
    if (point.tp, point.fp, point.fn, point.tn) != truth.outcomes:
        return f"outcomes {point}"
    area = found.metric("roc_auc").value
    if (area is None) != (truth.area is None) or (area is not None and abs(area - float(truth.area or 0)) > 1e-12):
        return f"area {area}"
    if way == "tally":
        return ""  # it has no groups
    groups = {name: group.table.rows for name, group in found.groups.items()}
    return "" if groups == truth.groups else f"groups {groups}"


def run(first: int, *, cases: int | None = None, minutes: float | None = None) -> int:
    """Run cases, or so many minutes of CPU time; return how many were run, and stop at the first difference."""
    started, done = time.process_time(), 0
    with tempfile.TemporaryDirectory() as folder:
        while done != cases and (minutes is None or time.process_time() - started < 60 * minutes):
            if problems := differences(first + done, Path(folder)):
                print("\n".join(problems))
                raise SystemExit(1)
            done += 1
            if done % 1_000 == 0:
                print(f"{done:,} cases alike after {time.process_time() - started:.0f} s of CPU time", flush=True)
    print(f"{done:,} cases from seed {first}, no difference")
    return done


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, help="run the case of this seed alone")
    given = parser.parse_args()
    if given.only is not None:
        run(given.only, cases=1)
    else:
        run(given.seed, minutes=given.minutes)


if __name__ == "__main__":
    sys.exit(main())
