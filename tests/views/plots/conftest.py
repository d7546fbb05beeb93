"""Evaluations to draw: real ones, and those at the edge of what can be drawn."""

import numpy as np
import pandas
import pytest

import truecut as tc


def rows(count: int, seed: int = 0, **columns):
    """Return labels and scores that know something about them."""
    generator = np.random.default_rng(seed)
    labels = generator.random(count) < 0.4
    scores = np.round(1 / (1 + np.exp(-generator.normal(np.where(labels, 1.0, -1.0), 1.2))), 3)
    return {"y": labels.astype(int).tolist(), "p": scores.tolist(), **columns}


def table(columns, **options):
    return tc.evaluate(pandas.DataFrame(columns), label="y", **options)


@pytest.fixture(scope="session")
def usual() -> tc.Evaluation:
    return table(rows(300), score="p")


@pytest.fixture(scope="session")
def several() -> tc.Evaluation:
    columns = rows(200)
    others = {f"model {i}": rows(200, seed=i)["p"] for i in range(1, 4)}
    return table({**columns, **others}, score=["p", *others])


@pytest.fixture(scope="session")
def grouped() -> tc.Evaluation:
    columns = rows(600)
    return table({**columns, "g": [f"group {i % 12}" for i in range(600)]}, score="p", group="g")


@pytest.fixture(scope="session")
def hard() -> tc.Evaluation:
    columns = rows(100)
    guesses = {"A": [int(p > 0.5) for p in columns["p"]], "B": [int(p < 0.4) for p in columns["p"]]}
    return table({**columns, **guesses}, predicted=["A", "B"])


EDGES = {
    "ten rows": lambda: tc.evaluate([1, 0, 1, 1, 0, 1, 0, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.6, 0.5, 0.5, 0.4, 0.3, 0.2]),
    "one positive": lambda: tc.evaluate([1, *[0] * 20], [0.9, *np.linspace(0.1, 0.95, 20)]),
    "all scores equal": lambda: tc.evaluate([1, 0, 1, 0], [0.5] * 4),
    "log odds": lambda: tc.evaluate([1, 0, 1, 0, 1], [3.2, -4.0, 0.1, 0.2, -0.5]),
    "infinite scores": lambda: tc.evaluate([1, 0, 1, 0], [np.inf, -np.inf, 2.0, 1.0]),
    "low scores positive": lambda: tc.evaluate([1, 0, 1, 0], [0.1, 0.7, 0.3, 0.2], lower_is_positive=True),
    "one class": lambda: tc.evaluate([1, 1, 1], [0.2, 0.6, 0.9]),
}


@pytest.fixture(params=EDGES)
def edge(request) -> tc.Evaluation:
    return EDGES[request.param]()
