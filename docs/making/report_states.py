"""Pages in the states that a reader may meet, for pictures: of real predictions, and of some that go wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

import truecut as tc
from truecut.counting.counts import Counts
from truecut.inference.point import Point
from truecut.summaries.of_counts import summary_of_point
from truecut.summaries.report import report_of
from truecut.views.html import report_as_html

EXAMPLES = Path(__file__).parents[2] / "examples"
SPAM = EXAMPLES / "spam.csv.gz"
WORDS = tc.Words(positive="spam", negative="ham", unit="message")
COST = tc.Cost(fp=10, fn=1)
HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)">\u202e'


def two() -> str:
    """Return the report of both models of the example, by groups."""
    found = tc.evaluate(str(SPAM), label="kind", positive="spam", group="length", words=WORDS)
    return found.html(cost=COST, command="truecut report spam.csv.gz --cost fp=10,fn=1")


def one() -> str:
    """Return the report of one model."""
    return tc.evaluate(str(SPAM), label="kind", score="boosted", positive="spam", words=WORDS).html(cost=COST)


def eight() -> str:
    """Return the report of eight models, six of them blends with noise."""
    frame, noise = pd.read_csv(SPAM), np.random.default_rng(0)
    both = frame[["boosted", "logistic"]].clip(1e-6, 1 - 1e-6)
    odds = (np.log(both / (1 - both)) * [0.6, 0.4]).sum(axis=1)
    others = ("blend", "forest of many trees", "nearest neighbours", "small net", "rules of last year", "naive Bayes")
    for i, name in enumerate(others):
        frame[name] = 1 / (1 + np.exp(-(odds + noise.normal(size=len(frame)) * (0.5 + 0.5 * i))))
    names = ["boosted", "logistic", *others]
    found = tc.evaluate(frame, label="kind", score=names, positive="spam", group="length", words=WORDS)
    return found.html(cost=COST)


def rare() -> str:
    """Return the report of a file with 28 positives."""
    frame = pd.read_csv(SPAM)
    few = pd.concat([frame[frame.kind == "spam"].sample(28, random_state=1), frame[frame.kind == "ham"]])
    found = tc.evaluate(few, label="kind", score=["boosted", "logistic"], positive="spam", words=WORDS)
    return found.html(cost=tc.Cost(fp=1, fn=50))


def useless() -> str:
    """Return the report of a model that guesses."""
    random = np.random.default_rng(0)
    return tc.evaluate(random.random(800) < 0.2, {"guesser": random.random(800)}, words=WORDS).html(cost=COST)


def hard() -> str:
    """Return the report of two models that give hard predictions."""
    frame = pd.read_csv(SPAM)
    frame["rules"] = np.where(frame.boosted > 0.6, "spam", "ham")
    frame["expert"] = np.where(frame.logistic > 0.3, "spam", "ham")
    found = tc.evaluate(frame, label="kind", predicted=["rules", "expert"], positive="spam", words=WORDS)
    return found.html(cost=COST)


def counts() -> str:
    """Return the report of four counts."""
    return report_as_html(report_of(summary_of_point(Point(Counts(tp=30, fn=10, fp=5, tn=55)))))


def classes() -> str:
    """Return the report of ten classes."""
    scores = {str(digit): f"p{digit}" for digit in range(10)}
    path = str(EXAMPLES / "digits.csv")
    return tc.evaluate(path, label="digit", predicted="predicted", class_scores=scores).html()


def million() -> str:
    """Return the report of a million rows."""
    random, rows = np.random.default_rng(0), 1_000_000
    fraud = random.random(rows) < 0.03
    scores = 1 / (1 + np.exp(-(1.2 * random.normal(size=rows) + 2.5 * fraud - 4)))
    words = tc.Words(positive="fraud", negative="honest", unit="payment")
    way = random.choice(["web", "shop", "phone", "post"], rows)
    return tc.evaluate(fraud, {"network": scores}, group=way, words=words).html(cost=tc.Cost(fp=5, fn=300))


def hostile() -> str:
    """Return a report in which every name is an attack."""
    rows = np.arange(60)
    frame = pd.DataFrame({f"{HOSTILE}label": np.where(rows % 2 == 0, f"{HOSTILE}yes", f"{HOSTILE}no")})
    frame[f"{HOSTILE}one"], frame[f"{HOSTILE}two"] = (rows % 2 == 0) / 2 + rows / 120, 1 - rows / 90
    frame[f"{HOSTILE}group"] = np.resize([f"{HOSTILE}a", f"{HOSTILE}b", f"{HOSTILE}b"], 60)
    words = tc.Words(positive=f"{HOSTILE}p", negative=f"{HOSTILE}n", unit=f"{HOSTILE}u", plural=f"{HOSTILE}us")
    found = tc.evaluate(
        frame,
        label=f"{HOSTILE}label",
        score=[f"{HOSTILE}one", f"{HOSTILE}two"],
        group=f"{HOSTILE}group",
        positive=f"{HOSTILE}yes",
        words=words,
    )
    return found.html()


STATES: dict[str, Callable[[], str]] = {
    make.__name__: make for make in (one, two, eight, rare, useless, hard, counts, classes, million, hostile)
}
