"""Rows and situations drawn from a seed, and how each is stated: in a call, as options, and in truecut.toml.

`make soak` draws many of them, the tests a few hundred.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

import truecut as tc

LEVELS = (0.8, 0.9, 0.95, 0.99)


@dataclass(frozen=True, eq=False)
class Asked:
    """Rows, how they are read, and what is stated about them."""

    seed: int
    frame: pd.DataFrame
    read: dict[str, Any]
    stated: dict[str, Any]
    _held: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"seed {self.seed}: {self.read} {self.stated}"

    @cached_property
    def evaluation(self) -> tc.Evaluation:
        """Return what Python finds, everything said in one call."""
        return tc.evaluate(self.frame, **self.read, **self.stated)

    @cached_property
    def grouped(self) -> tc.Evaluation:
        """Return the same, divided into groups."""
        return tc.evaluate(self.frame, **self.read, **self.stated, group="g")

    @property
    def scored(self) -> list[str]:
        return list(self.read.get("score", ()))

    @property
    def amounts(self) -> list[str]:
        return ["amount"] if "amount" in json.dumps(self.stated.get("cost", {})) else []

    @property
    def reading(self) -> list[str]:
        """Return how rows are read as options of a command."""
        flags = {"weights_are": "--weights-are"}
        words: list[str] = []
        for name, value in self.read.items():
            text = ",".join(value) if isinstance(value, list) else str(value)
            words += [flags.get(name, f"--{name}"), text]
        return words

    @property
    def typed(self) -> list[str]:
        """Return the situation as options."""
        words: list[str] = []
        for name, value in self.stated.items():
            text = ",".join(f"{key}={one}" for key, one in value.items()) if isinstance(value, dict) else str(value)
            words += [f"--{name}", text]
        return words

    @property
    def in_file(self) -> str:
        """Return rows and situation as truecut.toml has them."""
        lines = ["[data]", 'file = "rows.csv"']
        lines += [f"{name} = {json.dumps(value)}" for name, value in self.read.items()]
        lines.append("[situation]")
        for name, value in self.stated.items():
            pairs = value.items() if isinstance(value, dict) else ()
            table = "{ " + ", ".join(f"{key} = {json.dumps(one)}" for key, one in pairs) + " }"
            lines.append(f"{name} = {table if pairs else json.dumps(value)}")
        return "\n".join(lines) + "\n"


def drawn(seed: int) -> Asked:
    """Return rows and a situation that follow from the seed."""
    random = np.random.default_rng([15, seed])
    frame = _rows(random)
    read: dict[str, Any] = {"label": "y", "positive": "ill"}
    kind = random.choice(["scores", "scores", "scores", "mixed", "hard"])
    if kind != "hard":
        read["score"] = ["p", "q"] if kind == "scores" else ["p"]
    if kind != "scores":
        read["predicted"] = ["h"] if kind == "mixed" else ["h", "k"]
    extra = random.choice(["", "", "", "weight", "repeated", "cluster", "fold"])
    if extra == "fold" and kind == "scores":
        read["fold"] = "part"
    elif extra == "cluster":
        read["cluster"] = "patient"
    elif extra in ("weight", "repeated"):
        read["weight"] = "w" if extra == "weight" else "n"
        read["weights_are"] = "importance" if extra == "weight" else "repeated"
    if random.random() < 0.15:
        read["design"] = "case-control"
    return Asked(seed, frame, read, _situation(random, frame, read))


def _rows(random: np.random.Generator) -> pd.DataFrame:
    rows = int(random.integers(40, 160))
    ill = random.random(rows) < random.uniform(0.15, 0.6)
    ill[:8] = [True, False] * 4
    signal = random.normal(np.where(ill, random.uniform(0.2, 1.5), 0))
    digits = int(random.choice([1, 3]))
    if random.random() < 0.7:
        first = np.round(1 / (1 + np.exp(-signal)), digits)
        second = np.round(1 / (1 + np.exp(-signal - random.normal(0, 1, rows))), digits)
    else:
        first, second = np.round(80 + 20 * signal), np.round(80 + 20 * (signal + random.normal(0, 1, rows)))
    return pd.DataFrame(
        {
            "y": np.where(ill, "ill", "well"),
            "p": first,
            "q": second,
            "h": np.where(signal > random.normal(0.3, 0.5, rows), "ill", "well"),
            "k": np.where(signal > random.normal(0.6, 0.5, rows), "ill", "well"),
            "g": random.choice(["east", "north", "west"], rows),
            "amount": np.round(random.lognormal(3, 0.8, rows), 2),
            "w": np.round(random.uniform(0.2, 3, rows), 2),
            "n": random.integers(1, 4, rows),
            "patient": [f"p{number}" for number in random.integers(0, rows // 2, rows)],
            "part": [f"f{number}" for number in np.arange(rows) % 3],
        }
    )


def _situation(random: np.random.Generator, frame: pd.DataFrame, read: dict[str, Any]) -> dict[str, Any]:
    stated: dict[str, Any] = {}
    if random.random() < 0.8:
        stated["cost"] = _prices(random)
    where = random.random()
    if where < 0.5:
        stated["prevalence"] = round(float(np.exp(random.uniform(np.log(0.001), np.log(0.9)))), 4)
    elif where < 0.6 and "weight" not in read:
        stated["sampled"] = {"positives": 1, "negatives": round(float(random.uniform(0.05, 0.9)), 2)}
    if read.get("score") and random.random() < 0.7:
        stated["threshold"] = _cut(random, frame, read["score"])
    if random.random() < 0.4:
        stated["level"] = float(random.choice(LEVELS))
    names = list(stated)
    random.shuffle(names)
    return {name: stated[name] for name in names}


def _prices(random: np.random.Generator) -> dict[str, Any]:
    miss, alarm = round(float(random.uniform(0.5, 60)), 2), round(float(random.uniform(0.1, 20)), 2)
    return [
        {"fp": alarm, "fn": miss},
        {"tp": -miss, "fp": alarm},
        {"fp": alarm, "fn": miss, "per_row": 0.25},
        {"tp": 1, "fp": alarm + 1, "fn": miss + 1, "tn": -0.5},
        {"fn": "amount", "fp": alarm},
        {"fn": f"{miss} + 0.5 * amount", "fp": f"0.1 * amount + {alarm}", "per_row": 0.5},
    ][int(random.integers(6))]


def _cut(random: np.random.Generator, frame: pd.DataFrame, models: list[str]) -> Any:
    def one(model: str) -> float:
        scores = frame[model].to_numpy()
        inside = [random.choice(scores), np.round(np.quantile(scores, random.uniform(0.2, 0.8)), 4)]
        return float(random.choice([*inside, *inside, *inside, scores.max() + 1, scores.min() - 1]))

    return {model: one(model) for model in models} if random.random() < 0.5 else one(models[0])
