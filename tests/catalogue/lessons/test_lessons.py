"""Every lesson can be learned: one right answer, slips that are apart from it, deeds that can be done, true numbers."""

from __future__ import annotations

import json
from dataclasses import replace
from math import isclose, pi, sqrt
from pathlib import Path

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue.lessons import LESSONS, VIEWS, Classifiers, Deed, Hill, Hills, ScoredRows
from truecut.catalogue.lessons.by_hand import BY_HAND
from truecut.catalogue.quiz import ChoiceAnswer, NumberAnswer, Question, judged
from truecut.summaries.lab import places_to_open

STEPS = [(lesson, place, step) for lesson in LESSONS for place, step in enumerate(lesson.steps, start=1)]
ASKED = [one for one in STEPS if isinstance(one[2].asks, Question)]
DEEDS = [one for one in STEPS if isinstance(one[2].asks, Deed)]
SOURCE = json.loads((Path(__file__).parents[2] / "reference/data/source-examples.json").read_text(encoding="utf-8"))
named = pytest.mark.parametrize


def name(one) -> str:
    return f"{one[0].name}/{one[1]}"


def scores_of(hill: Hill) -> np.ndarray:
    """Return evenly spread quantiles of a logistic bell between 0 and 1, as the page places its rows."""
    scale = hill.spread * sqrt(3) / pi
    low, high = 1 / (1 + np.exp(-(np.array([0, 1]) - hill.middle) / scale))
    share = low + (np.arange(hill.rows) + 0.5) / hill.rows * (high - low)
    return hill.middle + scale * np.log(share / (1 - share))


def evaluated(bench) -> tc.Evaluation:
    """Return the bench as truecut evaluates it."""
    evidence = bench.evidence
    if isinstance(evidence, ScoredRows):
        labels, scores = evidence.labels, evidence.scores
    else:
        positive, negative = scores_of(evidence.positive), scores_of(evidence.negative)
        labels, scores = [1] * len(positive) + [0] * len(negative), [*positive, *negative]
    cost = tc.Cost(**bench.prices) if bench.prices else None
    return tc.evaluate(
        {"y": np.asarray(labels), "s": np.asarray(scores)}, label="y", score="s", threshold=bench.threshold, cost=cost
    )


def test_lessons_have_names_of_their_own_and_views_that_exist() -> None:
    assert len({lesson.name for lesson in LESSONS}) == len(LESSONS)
    for lesson, _, step in STEPS:
        assert set(step.before) | set(step.after) <= set(VIEWS), lesson.name
    assert all(lesson.steps[-1].conclusion and 6 <= len(lesson.steps) <= 10 for lesson in LESSONS)
    assert all(f"exercises/{lesson.practise}" in places_to_open() for lesson in LESSONS)


def test_who_always_takes_the_same_place_is_wrong_more_often_than_right() -> None:
    right = [
        step.asks.answer.right for *_, step in STEPS if isinstance(getattr(step.asks, "answer", None), ChoiceAnswer)
    ]
    assert max(right.count(place) for place in set(right)) <= len(right) / 2


@named("one", ASKED, ids=name)
def test_one_answer_is_right_and_every_other_gets_a_reply(one) -> None:
    question = one[2].asks
    assert question.solution
    if isinstance(question.answer, ChoiceAnswer):
        options = question.answer.options
        assert sum(option.is_right for option in options) == 1
        assert all(option.says for option in options if not option.is_right)
        assert len({option.text for option in options}) == len(options)
        return
    answer = question.answer
    assert judged(question, f"{answer.value:.6g}").is_right
    for slip in answer.slips:
        verdict = judged(question, f"{slip.value:.6g}")
        assert not verdict.is_right
        assert verdict.says == slip.says


def test_no_slip_was_dropped_because_it_is_as_near_as_the_answer() -> None:
    """An answer keeps only slips that can be told from it; all that lessons name are to be told."""
    kept = sum(len(step.asks.answer.slips) for _, _, step in ASKED if isinstance(step.asks.answer, NumberAnswer))
    texts = "".join(
        path.read_text(encoding="utf-8") for path in Path(tc.__file__).parent.glob("catalogue/lessons/*.py")
    )
    assert kept > 60
    assert "F1 counts the hits twice" in texts


@named("one", DEEDS, ids=name)
def test_a_deed_is_not_done_before_it_is_begun_and_what_is_shown_does_it(one) -> None:
    bench, deed = one[2].bench, one[2].asks
    assert not reached(bench, deed)
    assert reached(turned(bench, deed.shown), deed)


def turned(bench, shown):
    """Return the bench with some controls moved."""
    evidence = bench.evidence
    for control, value in shown.items():
        if control == "threshold":
            bench = replace(bench, threshold=value)
        elif control == "prevalence":
            rows = evidence.positive.rows + evidence.negative.rows
            positives = round(value * rows)
            evidence = Hills(
                replace(evidence.positive, rows=positives), replace(evidence.negative, rows=rows - positives)
            )
        else:
            side, what = control.split("_")
            evidence = replace(evidence, **{side: replace(getattr(evidence, side), **{what: value})})
    return replace(bench, evidence=evidence)


def reached(bench, deed) -> bool:
    # Where nobody is flagged the page's threshold is null; above every score flags nobody just as well.
    evaluation = evaluated(bench if bench.threshold is not None else replace(bench, threshold=2.0))
    model = next(iter(evaluation.by_model.values()))
    counts = {cell: int(number) for cell, number in model.curve.at(model.threshold).cells().items()}
    known = {"threshold": bench.threshold, **counts}
    for metric in ("accuracy", "recall", "precision", "specificity", "calibration_error"):
        found = evaluation.metric(metric).value
        known[metric] = float("nan") if found is None else found
    if bench.prices:
        price = {cell: bench.prices.get(cell, 0) for cell in counts}
        known["cost"] = sum(price[cell] * counts[cell] for cell in counts)
        curve = model.curve.counts
        known["least_cost"] = min(sum(price[cell] * column for cell, column in curve.cells().items()).tolist())
    return all(eval(goal.replace(" = ", " == "), {}, known) for goal in deed.goals)


@named(
    ("lesson", "place", "metric"),
    [
        ("matrix", 5, "recall"), ("matrix", 6, "precision"), ("worthless", 2, "accuracy"), ("worthless", 3, "recall"),
        ("worthless", 6, "no_information_rate"), ("worse", 4, "precision"), ("worse", 5, "total_cost"),
        ("rare", 3, "precision"), ("flip", 1, "fpr"), ("ends", 6, "fpr"), ("f1", 6, "f1"),
        ("populations", 1, "total_cost"),
    ],
)  # fmt: skip
def test_numbers_that_are_asked_for_are_those_of_the_catalogue(lesson, place, metric) -> None:
    step = next(one.steps[place - 1] for one in LESSONS if one.name == lesson)
    assert isinstance(step.bench.evidence, Classifiers)
    counts = next(iter(step.bench.evidence.counts.values()))
    at = tc.counts(**{cell: int(number) for cell, number in counts.cells().items()})
    at = at.given(cost=tc.Cost(**step.bench.prices)) if step.bench.prices else at
    assert isclose(at.metric(metric).value, step.asks.answer.value)


def test_what_lessons_say_of_their_hills_is_so() -> None:
    """Sentences with numbers of hills: each is measured here."""
    steps = {f"{lesson.name}/{place}": step for lesson, place, step in STEPS}
    at = {key: evaluated(steps[key].bench) for key in ("rare/1", "rare/2", "rare/4", "flip/6", "flip/7", "promise/5")}
    assert at["rare/1"].metric("precision").value > 0.8
    assert isclose(at["rare/1"].metric("roc_auc").value, at["rare/2"].metric("roc_auc").value, abs_tol=0.001)
    assert at["rare/4"].metric("precision").value < 0.5
    assert round(at["flip/6"].metric("roc_auc").value, 2) == 0.09
    assert round(at["flip/7"].metric("roc_auc").value, 2) == 0.47
    rows = scores_of(steps["promise/5"].bench.evidence.positive), scores_of(steps["promise/5"].bench.evidence.negative)
    low, high = [(part < 0.3).sum() for part in rows], [(part > 0.7).sum() for part in rows]
    assert low[0] / sum(low) < 0.03
    assert high[0] / sum(high) > 0.9


def test_tables_to_build_curves_from_are_those_of_the_sources() -> None:
    tables = {table.name: table for table in BY_HAND}
    assert list(tables["ten"].rows.labels) == SOURCE["roc_steps"]["labels_by_ascending_score"]
    assert list(tables["ten"].rows.scores) == sorted(tables["ten"].rows.scores)
    assert list(tables["six"].rows.labels) == SOURCE["six_points"]["labels"]
    assert list(tables["six"].rows.scores) == SOURCE["six_points"]["scores"]
    for name, key in (("churn", "churn_sweep"), ("ideal", "ideal_model")):
        given = [[threshold, tp, tn, fp, fn] for threshold, tp, fn, fp, tn in tables[name].cuts]
        assert given == SOURCE[key]["rows"]
