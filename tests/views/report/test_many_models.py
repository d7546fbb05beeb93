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
    assert opened.page.locator("#differences tbody tr").count() == models - 1
    left = models * (models - 1) // 2 - (models - 1)
    assert f"the {left} differences too that are not listed" in opened.page.locator("#which").inner_text()
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert opened.errors == []
