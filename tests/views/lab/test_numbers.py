"""What the lab computes is what truecut computes, wherever the bench stands."""

from __future__ import annotations

import random
from math import pi, sqrt

import numpy as np
import pytest
from scipy.stats import logistic

import truecut as tc
from truecut.summaries.lab import METRICS, OF_SCORES, lab_of, start_of
from truecut.views.lab import LabView

CLOSE = {"rel": 1e-9, "abs": 1e-9}
READ = """() => {
    const number = (element, name) => element?.hasAttribute(name) ? Number(element.getAttribute(name)) : null;
    const rows = [...document.querySelectorAll('#bench tr[data-metric]')].map(line => [line.dataset.metric, {
        value: number(line.querySelector('.value'), 'data-value'),
        low: number(line.querySelector('.interval'), 'data-low'),
        high: number(line.querySelector('.interval'), 'data-high') }]);
    const areas = [...document.querySelectorAll('#bench [data-area]')];
    return { metrics: Object.fromEntries(rows),
             areas: Object.fromEntries(areas.map(one => [one.dataset.area, number(one, 'data-value')])) };
}"""


def hill(draw: random.Random) -> tuple[float, float, int]:
    return draw.randint(5, 95) / 100, draw.randint(3, 35) / 100, draw.choice((1, 7, 30, 250, 900))


def scores_of(middle: float, spread: float, rows: int) -> np.ndarray:
    """Return evenly spread quantiles of SciPy's logistic distribution, cut off at 0 and 1."""
    bell = logistic(middle, spread * sqrt(3) / pi)
    return bell.ppf(bell.cdf(0) + (np.arange(rows) + 0.5) / rows * (bell.cdf(1) - bell.cdf(0)))


def counts_of(evaluation):
    model = next(iter(evaluation.by_model.values()))
    return model.curve.at(model.threshold)


@pytest.mark.parametrize("seed", range(12))
def test_matrix_metrics_intervals_and_areas_are_those_of_python(lab, seed) -> None:
    draw = random.Random(seed)
    positive, negative = hill(draw), hill(draw)
    threshold = draw.randint(0, 100) / 100
    prices = [draw.choice((0, -2)), draw.choice((1, 7.5)), draw.choice((1, 7.5, 100)), draw.choice((0, -0.5))]
    lab.go(
        f"#bench/{','.join(map(str, positive))}/{','.join(map(str, negative))}/{threshold}/{','.join(map(str, prices))}"
    )
    found = lab.page.evaluate(READ)
    labels = np.repeat([1, 0], [positive[2], negative[2]])
    scores = np.concatenate([scores_of(*positive), scores_of(*negative)])
    cost = tc.Cost(tp=prices[0], fp=prices[1], fn=prices[2], tn=prices[3])
    evaluation = tc.evaluate({"y": labels, "s": scores}, label="y", score="s", threshold=threshold, cost=cost)
    assert lab.cells() == {cell: pytest.approx(number) for cell, number in counts_of(evaluation).cells().items()}
    compare_metrics(found["metrics"], evaluation)
    for name in OF_SCORES:
        assert found["areas"][name] == pytest.approx(evaluation.metric(name).value, **CLOSE), name
    assert lab.errors == []


def compare_metrics(found, evaluation) -> None:
    assert set(found) == set(METRICS)
    for name, shown in found.items():
        known = evaluation.metric(name)
        assert shown["value"] == (None if known.value is None else pytest.approx(known.value, **CLOSE)), name
        if shown["low"] is not None:
            within = CLOSE
            assert [shown["low"], shown["high"]] == pytest.approx([known.low, known.high], **within), name


@pytest.fixture(scope="module")
def own_rows():
    draw = np.random.default_rng(3)
    labels = (draw.random(400) < 0.3).astype(int)
    return {"y": labels, "p": np.round(np.clip(draw.normal(0.35 + 0.25 * labels, 0.18), 0, 1), 2)}


def lab_with(evaluation, **stated) -> str:
    model = next(iter(evaluation.given(**stated).by_model.values()))
    return LabView(lab_of((start_of(model, evaluation.words),), source="rows.csv")).page()


@pytest.mark.parametrize("prevalence", [None, 0.02])
def test_rows_of_a_file_give_what_their_report_gives(open_lab, own_rows, prevalence) -> None:
    """Ties, and a prevalence that is supposed elsewhere."""
    evaluation = tc.evaluate(own_rows, label="y", score="p", threshold=0.42, cost=tc.Cost(fp=1, fn=10))
    stated = {} if prevalence is None else {"prevalence": prevalence}
    shown = open_lab(lab_with(evaluation, **stated))
    found, there = shown.page.evaluate(READ), evaluation.given(**stated)
    for name in METRICS:
        if name != "total_cost" or prevalence is None:
            assert found["metrics"][name]["value"] == pytest.approx(there.metric(name).value, **CLOSE), name
    for name in OF_SCORES:
        assert found["areas"][name] == pytest.approx(there.metric(name).value, **CLOSE), name
    if prevalence is not None:
        assert all(one["low"] is None for one in found["metrics"].values()), "weighted rows have no interval of counts"


def test_more_scores_than_the_page_holds_are_told_by_python(open_lab) -> None:
    draw = np.random.default_rng(4)
    labels = (draw.random(5000) < 0.3).astype(int)
    evaluation = tc.evaluate(
        {"y": labels, "p": np.clip(draw.normal(0.4 + 0.2 * labels, 0.15), 0, 1)}, label="y", score="p"
    )
    shown = open_lab(lab_with(evaluation))
    found = shown.page.evaluate(READ)
    for name in OF_SCORES:
        assert found["areas"][name] == pytest.approx(evaluation.metric(name).value, **CLOSE), name
    for name in ("recall", "precision", "f1"):
        assert found["metrics"][name]["value"] == pytest.approx(evaluation.metric(name).value, **CLOSE), name


def test_low_scores_that_mean_positive_keep_their_numbers(open_lab) -> None:
    rows = {"y": [1, 1, 0, 1, 0, 0], "s": [3, 5, 8, 9, 12, 20]}
    evaluation = tc.evaluate(rows, label="y", score="s", lower_is_positive=True, threshold=8)
    shown = open_lab(lab_with(evaluation))
    assert shown.cells() == {cell: float(number) for cell, number in counts_of(evaluation).cells().items()}
    assert shown.page.locator("#bench [data-typed=threshold]").input_value() == "8.000"
    assert shown.page.evaluate(READ)["areas"]["roc_auc"] == pytest.approx(evaluation.metric("roc_auc").value, **CLOSE)


def test_scores_that_are_no_probabilities_begin_where_they_cost_least(open_lab) -> None:
    rows = {"y": [1, 1, 0, 1, 0, 0, 0], "s": [90, 80, 70, 60, 30, 20, 10]}
    shown = open_lab(lab_with(tc.evaluate(rows, label="y", score="s")))
    assert shown.page.locator("#bench [data-typed=threshold]").input_value() == "60.00", (
        "a miss costs 10 here, an alarm 1"
    )
    assert shown.page.locator("#bench [data-view=calibration]").is_hidden()
    stated = open_lab(lab_with(tc.evaluate(rows, label="y", score="s", threshold=25)))
    assert stated.page.locator("#bench [data-typed=threshold]").input_value() == "25.00"


def test_the_cheapest_threshold_is_the_one_of_python(lab) -> None:
    lab.go("#bench/0.62,0.13,300/0.38,0.13,700/0.5/0,1,10,0")
    labels = np.repeat([1, 0], [300, 700])
    scores = np.concatenate([scores_of(0.62, 0.13, 300), scores_of(0.38, 0.13, 700)])
    evaluation = tc.evaluate({"y": labels, "s": scores}, label="y", score="s", cost=tc.Cost(fp=1, fn=10))
    curve = next(iter(evaluation.by_model.values())).curve.counts
    assert f"Cheapest: {int((curve.fp + 10 * curve.fn).min())} " in lab.page.locator("#bench .sum").inner_text()
