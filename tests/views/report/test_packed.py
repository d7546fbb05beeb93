"""A page of many models and groups stays small by packing what it was told, and tells the same."""

import numpy as np
import pandas as pd
import pytest

import truecut as tc
from truecut.views.offline_page import MOST_BYTES


@pytest.fixture(scope="module")
def many() -> tc.Evaluation:
    """Return ten models whose scores are all distinct, in thirty groups."""
    random = np.random.default_rng(1)
    labels = random.random(4000) < 0.3
    models = {f"model {i}": random.normal(labels * (1 + i / 10)) for i in range(10)}
    frame = pd.DataFrame({"y": labels, "g": random.integers(0, 30, 4000).astype(str), **models})
    return tc.evaluate(frame, label="y", score=list(models), group="g", cost={"fp": 1, "fn": 3})


def test_a_large_page_is_packed_and_opens_on_the_recommendation(many, open_page):
    page = many.html()
    assert len(page.encode()) <= MOST_BYTES
    assert 'id="data">{' not in page
    told = many.recommend()
    opened = open_page(page)
    opened.page.wait_for_selector("html.ready")
    assert opened.page.locator("#headline").text_content() == told.sentences.headline
    counts = told.counts
    assert opened.cells() == {"tp": counts.tp, "fp": counts.fp, "fn": counts.fn, "tn": counts.tn}
