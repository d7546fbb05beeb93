"""The rows that everybody is timed on: labels of 0 and 1 as people have them, and scores of three shapes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

SEED = 20


def all_distinct(size: int, random: np.random.Generator) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    labels = random.random(size) < 0.3
    return labels, 1 / (1 + np.exp(-random.normal(size=size) - labels))


def three_decimals(size: int, random: np.random.Generator) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    labels, scores = all_distinct(size, random)
    return labels, scores.round(3)


def rare_positives(size: int, random: np.random.Generator) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    labels = np.zeros(size, np.bool_)
    labels[random.choice(size, max(2, size // 1000), replace=False)] = True
    return labels, 1 / (1 + np.exp(-random.normal(size=size) - labels))


SHAPES = {"all distinct": all_distinct, "3 decimals": three_decimals, "0.1 % positives": rare_positives}


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows in the form in which each peer likes them; who converts is not timed."""

    labels: NDArray[np.int64]
    scores: NDArray[np.float64]

    @classmethod
    def drawn(cls, size: int, shape: str) -> Rows:
        labels, scores = SHAPES[shape](size, np.random.default_rng(SEED))
        return cls(labels.astype(np.int64), scores)

    @cached_property
    def polars(self) -> Any:
        import polars as pl

        return pl.DataFrame({"score": self.scores, "label": self.labels})

    @cached_property
    def pandas(self) -> Any:
        import pandas as pd

        return pd.DataFrame({"score": self.scores, "label": self.labels})

    @cached_property
    def duckdb(self) -> Any:
        import duckdb

        connection = duckdb.connect()
        connection.register("frame", self.pandas)
        connection.execute("CREATE TABLE rows AS SELECT * FROM frame")
        return connection

    @cached_property
    def torch(self) -> Any:
        import torch

        return torch.from_numpy(self.scores), torch.from_numpy(self.labels)

    @cached_property
    def other_scores(self) -> NDArray[np.float64]:
        """Return the scores of a second model, for who only compares two."""
        return np.sqrt(self.scores) + np.random.default_rng(SEED + 1).random(len(self.scores))

    def forget(self) -> None:
        """Give back the memory of all forms but the arrays themselves."""
        for form in ("polars", "pandas", "duckdb", "torch", "other_scores"):
            self.__dict__.pop(form, None)
