"""Groups on the page: in any order, with precision and cost, and what cuts of their own would change."""

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue.costs import Cost
from truecut.decisions.model_decision import cost_curve

COST = Cost(fp=650, fn=4200)
PRICES = "0_650_4200_0_0"


def test_groups_have_the_precision_and_the_cost_of_python(loans, open_page):
    opened = open_page(loans.html, f"#t=0.3&m=0&c={PRICES}&p=0.05")
    groups = loans.evaluation.given(cost=COST, prevalence=0.05, threshold=0.3).by_group
    for name, group in groups.items():
        model = group["boosted"]
        for shown, metric, scale in (("precision", "precision", 1), ("cost", "mean_cost", 1000)):
            value = opened.value(f"[data-group={name}] [data-rate={shown}]")
            assert value == pytest.approx(scale * model.metric(metric).value, rel=1e-9), (name, shown)


def test_heads_put_groups_in_order_and_back(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    head = opened.page.locator("#who th", has_text="Precision")
    for state in ("ascending", "descending", None):
        head.locator("button").click()
        opened.page.wait_for_timeout(150)
        assert head.get_attribute("aria-sort") == state
        cells = opened.page.locator("#who [data-rate=precision]").all()
        shown = [float(cell.get_attribute("data-value")) for cell in cells]
        if state is not None:
            assert shown == sorted(shown, reverse=state == "descending")


def test_each_group_at_its_cheapest_cut_costs_what_brute_force_finds(loans, open_page):
    opened = open_page(loans.html, f"#t=0.3&m=0&c={PRICES}&g=cheapest__")
    all_rows = loans.evaluation.by_model["boosted"]
    spent = 0.0
    for name, group in loans.evaluation.by_group.items():
        totals = np.asarray(COST.total(group["boosted"].curve.counts), dtype=float)
        counts = group["boosted"].curve.entry(int(np.argmin(totals)))
        assert opened.value(f"[data-group={name}] [data-rate=recall]") == pytest.approx(
            counts.tp / (counts.tp + counts.fn)
        )
        spent += totals.min()
    said = opened.page.locator(".follows")
    before = 1000 * float(COST.mean(all_rows.curve.at(0.3)))
    assert float(said.get_attribute("data-before")) == pytest.approx(before, rel=1e-9)
    assert float(said.get_attribute("data-after")) == pytest.approx(1000 * spent / all_rows.table.rows, rel=1e-9)
    assert "chosen and judged on the same loans" in said.inner_text()
    again = open_page(loans.html, opened.page.evaluate("location.hash"))
    assert again.page.locator(".follows").inner_text() == said.inner_text()


def test_the_same_recall_in_every_group_is_reached_by_each(loans, open_page):
    opened = open_page(loans.html, f"#t=0.3&m=0&c={PRICES}", width=390, height=844)
    opened.page.locator("label[for=parted-recall]").click()
    opened.settle()
    recall = loans.evaluation.by_model["boosted"].at(0.3).metric("recall").value
    for name, group in loans.evaluation.by_group.items():
        cut = opened.value(f"[data-group={name}] [data-from]")
        reached = group["boosted"].at(cut).metric("recall").value
        assert opened.value(f"[data-group={name}] [data-rate=recall]") == pytest.approx(reached, rel=1e-9)
        assert reached >= recall
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.fixture(scope="module")
def of_amounts():
    """Return two models whose mistakes cost what each loan is worth, in four regions of unlike loans."""
    import pandas as pd

    random = np.random.default_rng(8)
    number = 4_000
    positive = random.random(number) < 0.25
    region = random.integers(0, 4, number)
    frame = pd.DataFrame(
        {
            "y": positive.astype(int),
            "first": random.normal(size=number) + 1.4 * positive,
            "second": random.normal(size=number) + 0.9 * positive,
            "amount": np.round(np.exp(random.normal(size=number) + region), 2),
            "region": np.array(["east", "north", "south", "west"])[region],
        }
    )
    evaluation = tc.evaluate(frame, label="y", score=["first", "second"], group="region", amount="amount")
    return evaluation.given(cost={"fn": "amount", "fp": "2 + 0.1*amount", "per_row": 0.05})


@pytest.mark.parametrize("state", ["", "&p=0.05"])
def test_groups_cost_what_their_rows_are_worth(of_amounts, open_page, state):
    page = of_amounts.html()
    assert len(page.encode()) < 400_000
    told = of_amounts.recommend()
    place = list(of_amounts.models).index(told.model)
    offered = [option.threshold for option in of_amounts.summary().models[place].thresholds]
    supposed = of_amounts.given(prevalence=0.05) if state else of_amounts
    for cut in [told.threshold, *(one for one in offered if one is not None)]:
        opened = open_page(page, f"#t={cut!r}&m={place}{state}")
        for name, group in supposed.given(threshold=cut).by_group.items():
            value = opened.value(f"[data-group={name}] [data-rate=cost]")
            assert value == pytest.approx(1000 * group[told.model].metric("mean_cost").value, rel=1e-9), (name, cut)


def test_groups_of_amounts_at_their_cheapest_cuts_cost_what_brute_force_finds(of_amounts, open_page):
    told = of_amounts.recommend()
    place = list(of_amounts.models).index(told.model)
    opened = open_page(of_amounts.html(), f"#t={told.threshold!r}&m={place}&g=cheapest__")
    spent = 0.0
    for name, group in of_amounts.by_group.items():
        means = cost_curve(group[told.model]).means
        assert opened.value(f"[data-group={name}] [data-rate=cost]") == pytest.approx(1000 * means.min(), rel=1e-9)
        spent += means.min() * group[told.model].table.rows
    said = opened.page.locator(".follows")
    rows = of_amounts.models[told.model].table.rows
    assert float(said.get_attribute("data-after")) == pytest.approx(1000 * spent / rows, rel=1e-9)
    assert "prices follow amounts" in opened.page.locator("#arrows").inner_text()
