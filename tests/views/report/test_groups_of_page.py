"""Groups on the page: in any order, with precision and cost, and what cuts of their own would change."""

import numpy as np
import pytest

from truecut.catalogue.costs import Cost

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
