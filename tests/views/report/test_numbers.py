"""What the page shows equals what Python computes."""

import json

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.inference.intervals import estimate
from truecut.inference.point import Point
from truecut.summaries.of_counts import summary_of_point
from truecut.summaries.report import report_of
from truecut.views.html import report_as_html

# What a parameter makes the same as another metric has no row of its own: F-beta with a beta of 1 is F1.
TWINS = {"f_beta": "f1", "weighted_f": "f1"}
OF_COUNTS = [entry.name for entry in CATALOGUE if entry.needs_only_counts and entry.name not in TWINS]


def assert_shown(shown, model):
    """Hold every metric of four counts on a page against Python's."""
    for name in OF_COUNTS:
        expected, found = estimate(model, name), shown[name]
        if expected.value is None:
            assert found["value"] is None, name
            assert found["text"] == expected.undefined, name
            continue
        assert number(found["value"]) == pytest.approx(expected.value, rel=1e-9, abs=1e-12), name
        if not expected.has_interval:
            assert found["low"] is None, (name, found)
            continue
        ends = number(found["low"]), number(found["high"])
        assert ends == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-9), (name, expected.method)


def number(value):
    return float(value) if value is not None else None


@pytest.mark.parametrize("threshold", [0.08, 0.3, 0.77])
def test_every_number_at_a_threshold_is_the_one_of_python(loans, open_page, threshold):
    opened = open_page(loans.html, f"#t={threshold}&m=0")
    model = loans.evaluation.given(cost={"fp": 650, "fn": 4200}).cut_at(threshold).by_model["boosted"]
    assert opened.cells() == model.point.counts.cells()
    assert_shown(opened.metrics(), model)


def test_every_number_stands_in_the_list_once_and_with_its_parameters(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    shown = opened.metrics()
    assert not shown.keys() & TWINS.keys() and shown.keys() >= set(TWINS.values())
    model = loans.evaluation.cut_at(0.3).by_model["boosted"]
    for name, twin in TWINS.items():
        assert model.metric(name).value == pytest.approx(model.metric(twin).value, rel=1e-12)
    opened.page.locator(".metric[data-metric=f1] summary").click()
    assert "F-beta (beta 1)" in opened.page.locator(".metric[data-metric=f1]").inner_text()
    for name, said in (
        ("recall_at_precision", "Recall at a precision (precision 0.9)"),
        ("net_benefit", f"Net benefit (pt {650 / 4850:.6g})"),
    ):
        assert opened.page.locator(f".metric[data-metric={name}] .name").inner_text().startswith(said)


@pytest.mark.parametrize("typed", [0.12345, 0.777, 0.000123])
def test_between_the_thresholds_it_knows_the_page_goes_to_the_nearer_one(loans, open_page, typed):
    opened = open_page(loans.html, f"#t={typed}&m=0")
    used = opened.value("#threshold")
    assert abs(used - typed) < 0.002
    assert opened.cells() == loans.evaluation.by_model["boosted"].at(used).counts.cells()


def test_the_other_model_is_shown_at_the_same_share(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    boosted, plain = loans.evaluation.by_model.values()
    flagged = boosted.at(0.3).counts.tp + boosted.at(0.3).counts.fp
    cuts = report_of(loans.evaluation.summary()).models[1].cuts
    entry = int(np.argmax(np.add(cuts.tp, cuts.fp) >= flagged))  # among the thousand thresholds that the page knows
    for cell, name in ((2, "recall"), (3, "precision")):
        expected = plain.at(cuts.scores[entry]).metric(name).value
        assert opened.value(f"#models tr[data-model='1'] td:nth-of-type({cell})") == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    "cells",
    [
        (30, 5, 10, 55),
        (0, 0, 4, 9),
        (3, 0, 0, 7),
        (0, 3, 5, 0),
        (1, 1, 1, 1),
        (812, 95, 3, 99_001),
        (0, 0, 0, 5),
        (2, 7, 0, 0),
    ],
)
def test_four_counts_of_any_kind_give_the_numbers_of_python(open_page, cells):
    counts = Counts(*cells)
    opened = open_page(report_as_html(report_of(summary_of_point(Point(counts)))))
    assert_shown(opened.metrics(), Model.of_counts("counts", counts))


@pytest.mark.parametrize("threshold", [0.002, 0.35, 0.9])
def test_weights_give_the_numbers_of_python(open_page, threshold):
    """At the lowest threshold nothing is missed: exactly nothing, whatever rounding left of the weights."""
    generator = np.random.default_rng(3)
    labels = generator.random(300) < 0.4
    scores = np.round(generator.random(300) * 0.9 + 0.1 * labels, 3)
    evaluation = tc.evaluate(labels.astype(int), scores, weight=generator.gamma(1, size=300) * 3)
    opened = open_page(evaluation.html(), f"#t={threshold}")
    assert_shown(opened.metrics(), evaluation.cut_at(threshold).model)


@pytest.mark.parametrize("threshold", [0.2, 0.6])
def test_rows_that_were_sampled_by_class_give_the_numbers_of_python(open_page, threshold):
    """How many are positive was decided, so that only both rates vary."""
    generator = np.random.default_rng(6)
    labels = np.arange(400) % 2
    scores = np.round(1 / (1 + np.exp(-(generator.normal(size=400) + 1.5 * labels - 0.7))), 3)
    evaluation = tc.evaluate(labels, scores, design="case-control")
    opened = open_page(evaluation.html(), f"#t={threshold}")
    shown = opened.metrics()
    assert_shown(shown, evaluation.cut_at(threshold).model)
    assert shown["prevalence"]["low"] is None
    assert shown["precision"]["low"] is not None


@pytest.mark.parametrize(
    "given", [{}, {"weight": np.random.default_rng(1).gamma(2, size=400)}], ids=["plain", "weighted"]
)
def test_folds_of_a_cross_validation_give_the_numbers_of_python(open_page, given):
    """Intervals under the dial know what the models share, and the table has every fold."""
    generator = np.random.default_rng(8)
    labels, fold = generator.random(400) < 0.4, np.arange(400) % 5
    scores = np.round(1 / (1 + np.exp(-(generator.normal(size=400) + 1.5 * labels - 0.7 + 0.4 * fold))), 3)
    evaluation = tc.evaluate(labels.astype(int), scores, fold=fold, **given)
    opened = open_page(evaluation.html(), "#t=0.6")
    shown = opened.metrics()
    assert_shown(shown, evaluation.cut_at(0.6).model)
    assert shown["roc_auc"]["value"] == pytest.approx(evaluation.metric("roc_auc").value, rel=1e-12)
    lines = opened.page.locator("#folds tbody tr").all_inner_texts()
    over = evaluation.over_folds("roc_auc")
    assert [line.split("\t")[2] for line in lines[:5]] == [f"{value.value:.3f}" for value in over.by_fold.values()]
    assert lines[5].split("\t")[2] == f"{over.mean:.3f} ± {over.sd:.3f}"
    assert lines[6].split("\t")[2] == f"{over.pooled.value:.3f}"


def test_metrics_of_the_whole_curve_are_those_of_python(loans, open_page):
    shown = open_page(loans.html).metrics()
    model = loans.evaluation.by_model["boosted"]
    for name in ("roc_auc", "average_precision", "brier", "log_loss", "ks"):
        expected = estimate(model, name)
        assert shown[name]["value"] == pytest.approx(expected.value, rel=1e-12)
        assert (shown[name]["low"], shown[name]["high"]) == pytest.approx((expected.low, expected.high), rel=1e-12)


def test_groups_are_counted_at_the_same_threshold(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    for name, group in loans.evaluation.by_group.items():
        point = group["boosted"].at(0.3)
        assert opened.value(f"[data-group={name}] [data-rate=recall]") == point.metric("recall").value
        assert opened.value(f"[data-group={name}] [data-rate=fpr]") == point.metric("fpr").value


def test_the_cheapest_cut_is_that_of_brute_force_for_any_costs(loans, open_page):
    opened = open_page(loans.html)
    curve = loans.evaluation.by_model["boosted"].curve
    generator = np.random.default_rng(5)
    for _ in range(8):
        tp, fp, fn, tn = np.round(generator.normal(size=4) * 100, 2).tolist()
        opened.go(f"#t=0.3&m=0&c={tp}_{fp}_{fn}_{tn}_0")
        cheapest = opened.page.locator("[data-cheapest]").get_attribute("data-cheapest")
        counts = curve.entry(0) if cheapest == "none" else curve.at(float(cheapest))
        cost = tc.Cost(tp=tp, fp=fp, fn=fn, tn=tn)
        assert cost.total(counts) == pytest.approx(float(np.min(cost.total(curve.counts))), rel=1e-12)
        assert opened.value("[data-cheapest]") == pytest.approx(1000 * float(cost.mean(counts)), rel=1e-12)


def test_another_prevalence_moves_what_depends_on_it(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0&p=0.01")
    evaluation = loans.evaluation.models["boosted"].given(prevalence=0.01).cut_at(0.3)
    for name in ("precision", "npv", "accuracy", "f1", "mcc", "recall"):
        assert opened.value(f"[data-elsewhere={name}]") == pytest.approx(evaluation.metric(name).value, rel=1e-9)


def test_the_formula_is_shown_with_the_numbers_put_in(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    counts = loans.evaluation.by_model["boosted"].at(0.3).counts
    opened.page.locator("[data-metric=precision] summary").click()
    inside = opened.page.locator("[data-metric=precision] .inside").inner_text()
    for text in (tc.explain("precision", **counts.cells()).numbers, "tp / (tp + fp)", "1 - fpr"):
        assert text.replace("-", "−") in inside.replace("-", "−")


def test_the_band_of_the_decision_curve_is_that_of_python(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    carried = json.loads(opened.page.locator("#data").text_content())["models"][0]["bands"]["decision"]
    found = loans.evaluation.models["boosted"].decision_curve(thresholds=carried["x"]).models[0].net_benefit
    assert carried["low"] == pytest.approx(found.low.tolist(), rel=5e-4)
    assert carried["high"] == pytest.approx(found.high.tolist(), rel=5e-4)
    assert opened.page.locator("svg[aria-label^='Decision curve'] path.band").count() == 1


def test_the_band_around_the_costs_is_that_of_python_and_goes_with_other_costs(loans, open_page):
    band = loans.evaluation.models["boosted"].band(tc.Cost(fp=650, fn=4200), points=80)
    opened = open_page(loans.html, "#t=0.3&m=0")
    chart = opened.page.locator("svg[aria-label='Cost at every threshold']")
    carried = json.loads(opened.page.locator("#data").text_content())["models"][0]["bands"]["cost"]
    assert carried["x"] == pytest.approx(band.x.tolist(), rel=5e-4)
    assert carried["low"] == pytest.approx(band.low.tolist(), rel=5e-4)
    assert carried["high"] == pytest.approx(band.high.tolist(), rel=5e-4)
    assert chart.locator("path.band").count() == 1
    opened.page.locator("input[name=fn]").fill("999")
    opened.settle()
    assert chart.locator("path.band").count() == 0
    assert "other costs than the page was made with" in opened.page.locator("#cost").inner_text()


@pytest.fixture(scope="module")
def payments():
    """Return two models of payments whose misses cost what was paid, and false alarms a part of it."""
    random = np.random.default_rng(3)
    fraud = random.random(400) < 0.15
    scores = {
        name: np.round(1 / (1 + np.exp(-random.normal(np.where(fraud, by, -1)))), 2)
        for name, by in (("new", 1), ("old", 0.3))
    }
    amounts = {"amount": np.round(random.lognormal(4, 1, 400), 2)}
    cost = {"fn": "amount", "fp": "5 + 0.01 * amount", "tp": 1}
    return tc.evaluate(fraud, scores, amount=amounts, cost=cost)


@pytest.mark.parametrize("prevalence", [None, 0.02])
def test_costs_that_follow_amounts_are_those_of_python_at_every_cut(payments, open_page, prevalence):
    e = payments.given(prevalence=prevalence)
    opened = open_page(e.html())
    told = e.recommend()
    assert opened.value("[data-reading=mean_cost]") == pytest.approx(told.cost, rel=1e-9)
    for model, name in enumerate(e.by_model):
        for cut in (0.21, 0.5, 0.93):
            place = "" if prevalence is None else f"&p={prevalence}"
            opened.go(f"#t={cut}&m={model}{place}")
            cost = e.models[name].metric("cost", threshold=cut).value
            assert opened.value("[data-reading=mean_cost]") == pytest.approx(1000 * cost, rel=1e-9), (name, cut)
            shown = opened.metrics()["mean_cost"]
            assert number(shown["value"]) == pytest.approx(cost, rel=1e-9)
            assert shown["low"] is None
        costs = e.models[name].costs()
        cheapest = opened.page.get_attribute("[data-cheapest]", "data-cheapest")
        least = costs.curve.thresholds[costs.cheapest]
        assert cheapest == "none" if np.isnan(least) else costs.at(float(cheapest)) == pytest.approx(costs.totals.min())


FOLLOWING = (
    "average_precision",
    "brier",
    "brier_skill",
    "brier_uncertainty",
    "brier_miscalibration",
    "brier_discrimination",
    "log_loss",
    "log_loss_skill",
    "spherical_score",
    "observed_expected_ratio",
    "roc_auc",
    "ks",
)


def scored(kind: str):
    """Return an evaluation of few scores, of more than a page keeps, of weighted rows, worse than chance, in folds."""
    generator = np.random.default_rng(4)
    size = 300 if kind == "few" else 20_000
    labels = generator.random(size) < (0.02 if kind == "rare" else 0.4)
    apart = -0.25 if kind == "reversed" else 0.25
    scores = np.clip(apart * labels + generator.normal(0.4, 0.15, size), 0.01, 0.99)
    weights = {"weight": generator.uniform(0.5, 3, size)} if kind == "weighted" else {}
    folds = {"fold": generator.permutation(size) % 5} if kind == "folds" else {}
    return tc.evaluate(labels, np.round(scores, 2) if kind == "few" else scores, **weights, **folds)


@pytest.mark.parametrize("kind", ["few", "many", "rare", "reversed", "weighted", "folds"])
def test_metrics_of_the_whole_curve_follow_a_supposed_prevalence(open_page, kind):
    """Whether the page keeps every score or some of them, they are those of Python."""
    evaluation = scored(kind)
    opened = open_page(evaluation.html(), "#t=0.5&m=0&p=0.07")
    for share in (0.07, 0.0001, 0.5, 0.97):
        opened.go(f"#t=0.5&m=0&p={share}")
        shown, there = opened.metrics(), evaluation.given(prevalence=share)
        for name in FOLLOWING:
            assert shown[name]["value"] == pytest.approx(there.metric(name).value, rel=1e-9), (name, share)
    assert shown["brier"]["low"] is None


def test_what_cannot_follow_a_supposed_prevalence_says_why(open_page):
    evaluation = scored("few")
    opened = open_page(evaluation.html(), "#t=0.5&m=0&p=0.07")
    shown, there = opened.metrics(), evaluation.given(prevalence=0.07)
    assert shown["h_measure"]["value"] is None
    assert "share that the page was made with" in shown["h_measure"]["text"]
    assert_drawn(opened, there.calibration().points.observed)
    stated = open_page(there.html(), "#t=0.5&m=0&p=0.07")
    assert stated.metrics()["h_measure"]["value"] == pytest.approx(there.metric("h_measure").value, rel=1e-9)
    assert_drawn(stated, there.calibration().points.observed)
    stated.page.locator("#as-here").click()
    stated.settle()
    back = stated.metrics()
    for name in FOLLOWING:
        assert back[name]["value"] == pytest.approx(evaluation.metric(name).value, rel=1e-9), name
    assert back["h_measure"]["value"] is None
    stated.go("#t=0.5&m=0&p=0.000001")
    far = stated.metrics()
    assert far["average_precision"]["value"] is None
    assert "the page does not know it" in far["average_precision"]["text"]
    assert far["brier"]["value"] == pytest.approx(evaluation.given(prevalence=1e-6).metric("brier").value, rel=1e-9)


def assert_drawn(opened, observed):
    """Say that the line of the calibration goes through these shares, in pixels."""
    line = opened.page.locator("svg[aria-label^='Calibration'] path.line").get_attribute("d")
    ends = np.array([float(point.split()[1]) for point in line.strip("M").split("L")])
    assert len(ends) == len(observed)
    drawn = (ends[0] - ends) / (ends[0] - ends[-1]) * (observed[-1] - observed[0]) + observed[0]
    assert drawn.tolist() == pytest.approx(observed.tolist(), abs=1e-3)


def test_every_curve_follows_a_supposed_prevalence_and_roc_says_that_it_does_not(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    lines = """() => Object.fromEntries([...document.querySelectorAll('svg.chart[aria-label]')].map(chart =>
      [chart.getAttribute('aria-label'), [...chart.querySelectorAll('path.line')].map(p => p.getAttribute('d')).join()]
    ))"""
    before = opened.page.evaluate(lines)
    opened.go("#t=0.3&m=0&p=0.02")
    after = opened.page.evaluate(lines)
    assert before["ROC curve"] == after["ROC curve"]
    assert "does not move it" in opened.page.locator("#good figure", has_text="ROC curve").inner_text()
    for chart in ("Precision-recall curve", "How many are found for the effort?", "Cost at every threshold"):
        assert before[chart] != after[chart], chart
    gained = loans.evaluation.given(prevalence=0.02, threshold=0.3).by_model["boosted"].metric("share_flagged").value
    assert opened.value("[data-reading=share_flagged]") == pytest.approx(gained, rel=1e-9)
