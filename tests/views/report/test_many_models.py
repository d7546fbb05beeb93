"""Pages of more models than anybody compares by eye: small enough to be sent, exact, and said where they tell less."""

import numpy as np
import pytest

import truecut as tc

MOST_BYTES = 400_000


def searched(models: int, rows: int = 3_000):
    """Return an evaluation of so many candidates of a search, in twelve groups."""
    random = np.random.default_rng(2)
    labels = random.random(rows) < 0.2
    scores = {
        f"candidate {i:02d} of the search": 1 / (1 + np.exp(2 - random.normal(size=rows) - (1 + 0.03 * i) * labels))
        for i in range(models)
    }
    groups = np.array([f"region {i}" for i in range(12)])[random.integers(0, 12, rows)]
    return tc.evaluate(labels, scores, group=groups, cost=tc.Cost(fp=1, fn=4))


@pytest.mark.parametrize("models", [17, 40])
def test_many_models_stay_under_four_hundred_kilobytes_and_say_what_python_says(open_page, models):
    evaluation = searched(models)
    page = evaluation.html()
    assert len(page.encode()) < MOST_BYTES
    opened = open_page(page)
    told = evaluation.recommend()
    assert opened.page.locator("h1").inner_text() == told.sentences.headline
    assert opened.page.locator("#model option").count() == models
    best = evaluation.by_model[told.model].at(told.threshold)
    assert opened.cells() == best.counts.cells()
    shown = opened.metrics()
    for name in ("roc_auc", "brier", "average_precision", "log_loss"):
        assert shown[name]["value"] == pytest.approx(evaluation.models[told.model].metric(name).value, rel=1e-9)
    supposed = evaluation.given(prevalence=0.03).models[told.model]
    opened.go(f"#t={told.threshold!r}&m={list(evaluation.models).index(told.model)}&p=0.03")
    for name in ("average_precision", "brier", "brier_discrimination"):
        assert opened.metrics()[name]["value"] == pytest.approx(supposed.metric(name).value, rel=1e-9)
    assert opened.page.locator("#differences tbody tr").count() == models - 1
    left = models * (models - 1) // 2 - (models - 1)
    assert f"the {left} differences too that are not listed" in opened.page.locator("#which").inner_text()
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert opened.errors == []


def test_of_very_many_models_those_that_can_be_the_cheapest_are_there_and_the_others_are_listed(open_page):
    evaluation = searched(120, 1_500)
    page = evaluation.html()
    assert len(page.encode()) < MOST_BYTES
    opened = open_page(page)
    told = evaluation.recommend()
    assert opened.page.locator("h1").inner_text() == told.sentences.headline
    shown = opened.page.locator("#model option").evaluate_all("all => all.map((one) => one.title)")
    assert len(shown) == 40
    assert "Of 120 models this page carries 40" in opened.page.locator("#about-left-out").inner_text()
    assert "none of the others is cheaper" in opened.page.locator("#about-left-out").inner_text()
    opened.page.locator("#which summary", has_text="others").click()
    listed = {
        line.locator("th").inner_text(): line.locator("td").all_inner_texts()
        for line in opened.page.locator("#left-out tbody tr").all()
    }
    assert set(listed) | set(shown) == set(evaluation.models)
    assert len(listed) == 80
    others = {one.model: one for one in told.others}
    for name, (_, cut, _) in listed.items():
        curve = evaluation.models[name].curve
        assert curve.at(float(cut)) == curve.at(others[name].threshold)
    random = np.random.default_rng(0)
    for _ in range(12):
        fn, share = float(np.exp(random.normal() * 3)), float(random.uniform(0.01, 0.9))
        stated = evaluation.given(cost={"fp": 1, "fn": fn}, prevalence=share).recommend()
        assert stated.model in shown or stated.verdict == "do_not_use"
    opened.page.fill(".situation input[name=fn]", "9")
    opened.page.locator("h1").click()
    opened.settle()
    again = evaluation.given(cost={"fp": 1, "fn": 9}).recommend()
    assert f"Use {again.model} (or" in opened.page.locator("h1").inner_text()
    assert f"flag from {again.told_cut} up" in opened.page.locator("h1").inner_text()
    assert opened.errors == []
