"""The first screen is a decision: headline, dial, matrix, cost and findings speak of one model at one threshold."""

import re

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue.costs import Cost
from truecut.decisions.recommendation import RivalKind
from truecut.decisions.saving import PricedModel

SITUATIONS = [({"fp": 1, "fn": 1}, None), ({"fp": 900, "fn": 1000, "per_row": 5}, 0.05), ({"fp": 1, "fn": 40}, 0.4)]


def price(opened, prices, prevalence):
    """Type the prices and the prevalence into the panel."""
    opened.page.locator(".more-prices summary").click()
    for name in ("tp", "fp", "fn", "tn", "per_row"):
        opened.page.fill(f".situation input[name={name}]", str(prices.get(name, 0)))
    if prevalence is not None:
        opened.page.fill("#often", f"{100 * prevalence:g}%")
    opened.page.locator("h1").click()
    opened.settle()


def headline(opened):
    return opened.page.locator("h1").inner_text()


def test_the_page_opens_on_the_recommendation(loans, open_page):
    opened = open_page(loans.html)
    told = loans.evaluation.recommend(cost=Cost(fp=650, fn=4200))
    assert headline(opened) == told.sentences.headline
    assert opened.page.locator("#lede").inner_text() == told.sentences.lede
    assert opened.page.locator("#saves li").all_inner_texts() == list(told.sentences.saves)
    assert opened.page.locator("#sure").inner_text() == told.sentences.sure
    assert opened.cells() == told.counts.cells()
    assert opened.value("[data-reading=cost]") == pytest.approx(told.cost, rel=1e-9)
    assert opened.errors == []


def test_a_moved_dial_says_what_it_costs_and_a_button_leads_back(loans, open_page):
    opened = open_page(loans.html)
    told = loans.evaluation.recommend(cost=Cost(fp=650, fn=4200))
    opened.page.fill("#threshold", "0.9")
    opened.page.keyboard.press("Enter")
    opened.settle()
    assert headline(opened).startswith(f"{told.model} from 0.9")
    assert headline(opened).endswith("too much.")
    opened.page.click("#back")
    opened.settle()
    assert headline(opened) == told.sentences.headline
    assert opened.page.evaluate("document.activeElement.id") == "headline"


@pytest.mark.parametrize(("prices", "prevalence"), SITUATIONS)
def test_every_situation_has_the_model_the_cut_and_the_costs_of_python(loans, open_page, prices, prevalence):
    opened = open_page(loans.html)
    price(opened, prices, prevalence)
    there = loans.evaluation.given(cost=prices, prevalence=prevalence)
    told = there.recommend()
    assert opened.value("[data-reading=cost]") == pytest.approx(told.cost, rel=1e-9)
    shown = dict(zip(("in_use", "none", "all"), opened.page.locator("#saves li").all(), strict=True))
    model = PricedModel(there.by_model[told.model], there.situation.cost)
    cut = model.entry_of(told.threshold)
    for rival in told.against:
        entry = {RivalKind.NONE: 0, RivalKind.ALL: model.last}.get(rival.kind, model.entry_of(rival.threshold))
        saving, line = model.saving((cut, entry)), shown[rival.kind.value]
        for name, expected in (("value", saving.value), ("low", saving.low), ("high", saving.high)):
            assert float(line.get_attribute(f"data-{name}")) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_a_supposed_prevalence_moves_every_number(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0&p=0.02")
    there = loans.evaluation.models["boosted"].given(prevalence=0.02, cost=Cost(fp=650, fn=4200), threshold=0.3)
    shown = opened.metrics()
    for name in ("precision", "npv", "accuracy", "f1", "recall", "mean_cost", "lift"):
        expected = there.metric(name)
        assert shown[name]["value"] == pytest.approx(expected.value, rel=1e-9), name
    assert opened.value("[data-reading=cost]") == pytest.approx(1000 * there.metric("cost").value, rel=1e-9)


def test_the_list_and_the_panel_have_one_cost(loans, open_page):
    opened = open_page(loans.html)
    price(opened, {"fp": 30, "fn": 70, "per_row": 2}, None)
    assert opened.metrics()["mean_cost"]["value"] * 1000 == pytest.approx(opened.value("[data-reading=cost]"), rel=1e-9)


def test_without_costs_the_page_asks_and_an_answer_is_followed(loans, open_page):
    opened = open_page(loans.evaluation.html())
    assert "No costs were stated." in opened.page.locator("#eyebrow").inner_text()
    assert opened.page.locator(".situation.asked #worse").inner_text().startswith("What is worse")
    opened.page.locator("#balance").focus()
    for _ in range(20):
        opened.page.keyboard.press("ArrowLeft")
    opened.settle()
    assert "times as bad as a flagged repaid" in opened.page.locator("#worse").inner_text()
    assert opened.page.locator("#eyebrow").inner_text() == "Recommended for these costs"


def test_the_link_carries_the_situation(loans, open_page):
    opened = open_page(loans.html)
    price(opened, {"fp": 30, "fn": 70}, 0.1)
    again = open_page(loans.html, opened.page.evaluate("location.hash"))
    assert again.cells() == opened.cells()
    assert again.page.input_value("#often") == "100"
    assert again.value("[data-reading=cost]") == opened.value("[data-reading=cost]")


def test_at_most_seven_findings_each_with_its_threshold_and_a_way_to_see_it(open_page):
    random = np.random.default_rng(0)
    positive = random.random(900) < 0.3
    scores = {f"model {i}": np.clip(0.3 * positive + random.normal(0.4, 0.2, 900), 0, 1) for i in range(8)}
    page = tc.evaluate(positive, scores, group=random.choice(["a", "b", "c"], 900)).html()
    assert len(page.encode()) < 400_000
    opened = open_page(page)
    findings = opened.page.locator("#findings > li")
    assert 0 < findings.count() <= 7
    for finding in findings.all():
        assert finding.locator("button").count() == 1
        assert finding.locator(".about").inner_text()
    assert opened.errors == []


def test_a_useless_model_is_not_recommended(open_page):
    random = np.random.default_rng(0)
    opened = open_page(tc.evaluate(random.random(500) < 0.2, random.random(500)).html())
    assert headline(opened) == "Do not use scores: flagging nobody is as cheap."
    assert opened.cells()["tp"] == 0


def test_decision_pictures_and_dial_fit_on_one_screen_of_a_laptop(loans, open_page):
    opened = open_page(loans.html)
    opened.page.set_viewport_size({"width": 1280, "height": 800})
    opened.settle()
    head, squares, dial = (opened.page.locator(which).bounding_box() for which in ("h1", ".waffle >> nth=0", ".dial"))
    assert head["y"] > 0 and head["y"] + head["height"] < squares["y"]
    assert squares["y"] + squares["height"] < dial["y"]
    assert dial["y"] + dial["height"] <= 801


def test_the_dial_is_on_the_screen_wherever_the_reader_is(loans, open_page):
    opened = open_page(loans.html)
    opened.page.set_viewport_size({"width": 1280, "height": 500})
    for y in (0, 3000):
        opened.page.evaluate("y => scrollTo(0, y)", y)
        box = opened.page.locator(".dial").bounding_box()
        assert box["y"] >= -1 and box["y"] + box["height"] <= 501


def test_one_saving_has_one_interval_wherever_it_is_told(open_page):
    random = np.random.default_rng(4)
    labels = random.random(900) < 0.4
    scores = 1 / (1 + np.exp(-random.normal(size=900) - 2 * labels))
    evaluation = tc.evaluate(labels, scores).given(cost=Cost(fp=10, fn=1))
    rival = next(one for one in evaluation.recommend().against if one.kind == RivalKind.IN_USE)
    opened = open_page(evaluation.html())
    listed = opened.page.locator("#saves li").first.inner_text()
    found = opened.page.locator("#findings li", has_text="The cut 0.5 costs").inner_text()
    limits = listed[listed.index("(") + 1 : listed.index(")")]
    assert limits.startswith(f"{rival.saving.low:,.0f}")
    assert f"{limits} more than" in found


def test_what_the_cost_flatters_itself_by_is_said_alike_wherever_the_dial_stands(loans, open_page):
    told = loans.evaluation.recommend(cost=Cost(fp=650, fn=4200))
    said = re.search(r"flatters itself by about [\d.,]+", told.sentences.sure)[0]
    opened = open_page(loans.html)
    assert said in opened.page.locator("#sure").inner_text()
    opened.go("#t=0.6&m=1")
    assert said in opened.page.locator("#sure").inner_text()


def test_costs_on_the_page_are_in_money_where_there_are_prices(open_page):
    random = np.random.default_rng(1)
    labels = random.random(400) < 0.3
    scores = {name: np.clip(0.3 * labels + random.normal(0.4, 0.2, 400), 0, 1).round(2) for name in ("a", "b")}
    e = tc.evaluate(labels, scores, words={"money": "EUR"}, group=np.arange(400) % 2)
    unpriced = open_page(e.html())
    assert "EUR" not in unpriced.page.locator("main").inner_text()
    opened = open_page(e.html(cost={"fp": 3, "fn": 11}))
    told = e.recommend(cost={"fp": 3, "fn": 11}).sentences
    shown = opened.page.locator("#saves li").all_inner_texts()
    assert [" ".join(line.split()) for line in shown] == list(told.saves)
    opened.go("#t=0.3&m=1")
    for place in ("#headline", "#lede", "#saves", "#sure", ".bill", "#models thead", ".table.group thead"):
        assert "EUR" in opened.page.locator(place).first.text_content(), place
