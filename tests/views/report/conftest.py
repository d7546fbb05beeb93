"""Pages to open in the browser of the folder above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import truecut as tc
from truecut.counting.counts import Counts
from truecut.inference.point import Point
from truecut.summaries.of_counts import summary_of_point
from truecut.summaries.report import report_of
from truecut.views.html import report_as_html


@dataclass(frozen=True)
class Case:
    """An evaluation and its page."""

    evaluation: tc.Evaluation
    html: str


def rows(number: int = 1500, seed: int = 0) -> dict[str, Any]:
    """Return rows of two models whose scores crowd near 0, in three groups."""
    generator = np.random.default_rng(seed)
    positive = generator.random(number) < 0.2
    noise = generator.normal(size=(2, number))
    return {
        "defaulted": np.where(positive, "yes", "no"),
        "boosted": np.round(1 / (1 + np.exp(-(1.2 * noise[0] + 2.2 * positive - 2.5))), 6),
        "plain": np.round(1 / (1 + np.exp(-(1.2 * noise[1] + 1.1 * positive - 2.5))), 6),
        "region": generator.choice(["north", "south", "west"], number),
    }


WORDS = tc.Words(positive="defaulted", negative="repaid", unit="loan")
COST = tc.Cost(fp=650, fn=4200)


@pytest.fixture(scope="session")
def loans() -> Case:
    """Return two models on the same loans, in three regions."""
    import pandas as pd

    frame = pd.DataFrame(rows())
    evaluation = tc.evaluate(
        frame, label="defaulted", score=["boosted", "plain"], group="region", positive="yes", words=WORDS
    )
    return Case(evaluation, evaluation.html(cost=COST, command="truecut report loans.csv -o report.html"))


@pytest.fixture(scope="session")
def mixed() -> Case:
    """Return the two models beside a rule and an expert that give hard predictions."""
    import pandas as pd

    frame, generator = pd.DataFrame(rows()), np.random.default_rng(1)
    near = frame[["plain", "boosted"]] + generator.normal(size=(len(frame), 2)) * [0.1, 0.25]
    frame["rule"] = np.where(near["plain"] > 0.3, "yes", "no")
    frame["expert"] = np.where(near["boosted"] > 0.45, "yes", "no")
    roles = {"label": "defaulted", "score": ["boosted", "plain"], "predicted": ["rule", "expert"], "group": "region"}
    evaluation = tc.evaluate(frame, **roles, positive="yes")
    return Case(evaluation, evaluation.html(cost=tc.Cost(fp=1, fn=5)))


@pytest.fixture(scope="session")
def pages(loans: Case) -> dict[str, str]:
    """Return a page of every kind and in every state that a reader may meet."""
    import pandas as pd

    generator = np.random.default_rng(4)
    labels = (generator.random(600) < 0.3).astype(int)
    scores = np.clip(0.3 * labels + generator.normal(0.4, 0.2, (8, 600)), 0, 1)
    names = [f"model {i}, {'as it was trained on the rows of last year ' * (i == 3)}second of two" for i in range(8)]
    truth = generator.integers(0, 10, 600)
    likely = np.eye(10)[truth] + generator.random((600, 10)) * 1.2
    frame = pd.DataFrame(likely / likely.sum(axis=1, keepdims=True), columns=[f"p{i}" for i in range(10)])
    frame["digit"], frame["guess"] = truth.astype(str), likely.argmax(axis=1).astype(str)
    frame["y"], frame["rule"], frame["other"] = labels, scores[0] > 0.5, scores[1] > 0.4
    return {
        "one": tc.evaluate(labels, scores[0]).html(),
        "two": loans.html,
        "eight": tc.evaluate(labels, dict(zip(names, scores, strict=True))).html(cost=tc.Cost(fp=1, fn=5)),
        "rare": tc.evaluate(np.arange(900) < 9, np.r_[generator.random(9) ** 0.2, generator.random(891)]).html(),
        "useless": tc.evaluate(labels, generator.random(600)).html(),
        "hard": tc.evaluate(frame, label="y", predicted=["rule", "other"]).html(),
        "counts": report_as_html(report_of(summary_of_point(Point(Counts(30, 5, 10, 55))))),
        "classes": tc.evaluate(
            frame, label="digit", predicted="guess", class_scores={str(i): f"p{i}" for i in range(10)}
        ).html(),
    }
