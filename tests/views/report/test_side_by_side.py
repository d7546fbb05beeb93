"""Two models side by side at matched cuts, with the difference that Python finds on the same rows."""

import json
from itertools import product

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue.costs import Cost
from truecut.decisions.saving import PricedModel
from truecut.summaries.report import report_of

COST = Cost(fp=650, fn=4200)
PRICES = "0_650_4200_0_0"


def shown(opened):
    """Return the difference of costs, unrounded: what the first model costs less."""
    said = opened.page.locator("#beside-said")
    return [float(said.get_attribute(f"data-{name}")) for name in ("value", "low", "high")]


def difference(opened, name):
    cell = opened.page.locator(f"[data-difference='{name}']")
    return [float(cell.get_attribute(f"data-{end}")) for end in ("value", "low", "high")]


def kept_at(charts, by, at, prevalence=None):
    """Return the threshold among the cuts of the page that is matched, by looking at all of them."""
    tpr, fpr = np.array(charts.cuts.tp) / charts.positives, np.array(charts.cuts.fp) / charts.negatives
    share = charts.positives / (charts.positives + charts.negatives) if prevalence is None else prevalence
    flagged = share * tpr + (1 - share) * fpr
    if by == "recall":
        place = int(np.argmax(tpr >= at - 1e-12))
    elif by == "volume":
        place = int(np.argmax(flagged >= at - 1e-12))
    elif by == "precision":
        place = int(np.flatnonzero(share * tpr / flagged >= at - 1e-12)[-1])
    else:
        return at
    return charts.cuts.scores[place]


def expected(case, thresholds, prevalence=None):
    there = case.evaluation.given(cost=COST, prevalence=prevalence)
    one, other = (PricedModel(model, COST) for model in there.by_model.values())
    entries = tuple(model.entry_of(cut) for model, cut in zip((one, other), thresholds, strict=True))
    found = one.saving_against(other, entries, there.summary().question.rows)
    return [found.value, found.low, found.high]


MATCHES = [
    ("recall", 0.8),
    ("recall", 0.33),
    ("precision", 0.5),
    ("volume", 0.09),
    ("volume", 0.25),
    ("threshold", 0.3),
]


def test_matched_models_differ_as_python_says(loans, open_page):
    opened = open_page(loans.html)
    charts = report_of(loans.evaluation.summary()).models
    for (by, at), prevalence in product(MATCHES, (None, 0.04)):
        if by == "precision" and prevalence is not None:
            at = 0.2
        supposed = "" if prevalence is None else f"&p={prevalence}"
        opened.go(f"#t=0.3&m=0&c={PRICES}&s=0_1_{by}_{at}{supposed}")
        thresholds = [kept_at(one, by, at, prevalence) for one in charts]
        value, low, high = expected(loans, thresholds, prevalence)
        found = shown(opened)
        assert found[0] == pytest.approx(value, rel=1e-9, abs=1e-9), (by, at, prevalence)
        if prevalence is None:
            assert found[1:] == pytest.approx([low, high], rel=1e-9), (by, at)
            assert opened.page.locator("#beside-note").inner_text() == ""
        else:  # which rows both flag may be known nearly only: never narrower, and hardly wider
            assert found[1] <= low + 1e-9
            assert found[2] >= high - 1e-9
            assert found[2] - found[1] <= 1.1 * (high - low)
    assert opened.errors == []


RATES = (("recall", "recall"), ("fpr", "false positive rate"), ("precision", "precision"))


@pytest.mark.parametrize("prevalence", [None, 0.04])
@pytest.mark.parametrize("cut", [0.2, 0.05, 0.4])
def test_rates_differ_within_the_interval_that_a_comparison_has(loans, open_page, cut, prevalence):
    supposed = "" if prevalence is None else f"&p={prevalence}"
    opened = open_page(loans.html, f"#t=0.3&m=0&s=0_1_threshold_{cut}{supposed}")
    there = loans.evaluation.given(threshold={"boosted": cut, "plain": cut}, prevalence=prevalence)
    for name, title in RATES:
        found = there.compare().difference(name, "boosted", "plain")
        assert difference(opened, title) == pytest.approx([found.value, found.low, found.high], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("given", [{"weight": True}, {"design": "case-control"}, {"weight": True, "prevalence": 0.1}])
def test_precisions_of_weighted_rows_and_of_rows_sampled_by_class_differ_as_python_says(open_page, given):
    random = np.random.default_rng(5)
    positive = random.random(500) < 0.4
    scores = {name: np.round(0.3 * positive + random.normal(0.4, 0.2, 500), 2) for name in ("one", "two")}
    stated = {**given, "weight": random.gamma(2, size=500)} if "weight" in given else given
    evaluation = tc.evaluate(positive, scores, **stated)
    opened = open_page(evaluation.html(), "#s=0_1_threshold_0.5")
    found = evaluation.given(threshold=0.5).compare().difference("precision", "one", "two")
    assert found.method == "mover"
    assert difference(opened, "precision") == pytest.approx([found.value, found.low, found.high], rel=1e-9, abs=1e-9)


def test_few_rows_that_are_decided_differently_have_no_interval_of_precision(open_page):
    """Python draws the cells then; the page has no such draws, and says when it has an interval."""
    positive, first = np.arange(60) < 30, np.r_[np.linspace(0.3, 0.9, 30), np.linspace(0.1, 0.6, 30)]
    second = np.where(np.arange(60) % 20 == 0, 1 - first, first)
    opened = open_page(tc.evaluate(positive, {"one": first, "two": second}).html(), "#s=0_1_threshold_0.5")
    cell = opened.page.locator("[data-difference=precision]")
    assert cell.get_attribute("data-value") and cell.get_attribute("data-low") is None
    assert "where enough of them are decided differently" in opened.page.locator(".sides").inner_text()


SITUATIONS = product(({"fp": 650, "fn": 4200}, {"fp": 1, "fn": 1}, {"fp": 3, "fn": 1, "tp": -1}), (None, 0.03))


def test_at_their_cheapest_cuts_models_are_told_apart_as_python_tells_them(loans, open_page):
    opened = open_page(loans.html)
    names = list(loans.evaluation.by_model)
    for given, prevalence in SITUATIONS:
        told = loans.evaluation.recommend(cost=given, prevalence=prevalence)
        other = told.others[0]
        one, two = names.index(told.model), names.index(other.model)
        prices = "_".join(str(given.get(cell, 0)) for cell in ("tp", "fp", "fn", "tn", "per_row"))
        supposed = "" if prevalence is None else f"&p={prevalence}"
        opened.go(f"#t={told.threshold}&m={one}&c={prices}{supposed}&s={one}_{two}_cheapest_0")
        assert shown(opened) == pytest.approx([other.gap.value, other.gap.low, other.gap.high], rel=1e-9)
        assert ("not told apart" in opened.page.locator("#beside-said").inner_text()) is not other.is_told_apart
        assert ("Not told apart from" in opened.page.locator("#sure").inner_text()) is not other.is_told_apart
        assert opened.page.locator("h1").inner_text() == told.sentences.headline


def test_controls_set_two_models_side_by_side_and_the_link_carries_them(loans, open_page):
    opened = open_page(loans.html, width=390, height=844)
    page = opened.page
    page.locator("label[for=beside-precision]").click()
    page.fill("#beside-value", "60%")
    page.keyboard.press("Tab")
    page.select_option("#beside-first", "1")
    opened.settle()
    assert page.input_value("#beside-second") == "0"
    said = page.locator("#beside-said").inner_text()
    assert said.startswith("At 60.0")
    again = open_page(loans.html, page.evaluate("location.hash"))
    assert again.page.locator("#beside-said").inner_text() == said
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator(".sides-bar button").first.click()
    opened.settle()
    assert page.locator("h1").inner_text().startswith("plain from")


def test_a_precision_that_no_cut_reaches_is_said(open_page):
    """The highest score of the second model is a negative, so that no cut of it is always right."""
    scores = {"one": [0.9, 0.8, 0.7, 0.2, 0.1, 0.3], "two": [0.5, 0.6, 0.4, 0.9, 0.2, 0.3]}
    opened = open_page(tc.evaluate([1, 1, 1, 0, 0, 0], scores).html(), "#t=0.3&m=0&s=0_1_precision_1")
    assert "no cut of two reaches that" in opened.page.locator("#beside-said").inner_text()
    assert opened.page.locator("[data-difference=cost]").inner_text() == "–"


def test_hard_predictions_are_matched_by_what_they_do(mixed, open_page):
    """The expert is one point; boosted is cut where it catches as many, and all of that is paired."""
    opened = open_page(mixed.html, "#t=0.3&m=0&s=0_3_recall_0.5")
    assert opened.page.locator("#beside-at").is_hidden()
    models = mixed.evaluation.given(cost={"fp": 1, "fn": 5})
    boosted, expert = (PricedModel(models.by_model[name], Cost(fp=1, fn=5)) for name in ("boosted", "expert"))
    recall = models.by_model["expert"].metric("recall").value
    charts = report_of(models.summary()).models[0]
    entries = boosted.entry_of(kept_at(charts, "recall", recall)), expert.entry_of(1)
    found = boosted.saving_against(expert, entries, models.summary().question.rows)
    assert shown(opened) == pytest.approx([found.value, found.low, found.high], rel=1e-9)


def test_importance_weights_reach_the_difference(open_page):
    random = np.random.default_rng(2)
    positive = random.random(400) < 0.3
    scores = {name: np.round(0.3 * positive + random.normal(0.4, 0.2, 400), 2) for name in ("one", "two")}
    evaluation = tc.evaluate(positive, scores, weight=random.gamma(2, size=400), cost={"fp": 1, "fn": 3})
    told = evaluation.recommend()
    other = told.others[0]
    names = list(scores)
    hash = f"#t=0.5&m=0&s={names.index(told.model)}_{names.index(other.model)}_cheapest_0"
    opened = open_page(evaluation.html(), hash)
    assert shown(opened) == pytest.approx([other.gap.value, other.gap.low, other.gap.high], rel=1e-9)


def test_eleven_models_are_compared_as_if_on_different_rows_and_that_is_said(open_page):
    random = np.random.default_rng(3)
    positive = random.random(300) < 0.3
    scores = {f"model {i}": np.round(0.3 * positive + random.normal(0.4, 0.2, 300), 2) for i in range(11)}
    page = tc.evaluate(positive, scores).html()
    opened = open_page(page)
    assert "pairs" not in json.loads(opened.page.locator("#data").text_content())
    assert "wider than need be" in opened.page.locator("#beside-note").inner_text()
