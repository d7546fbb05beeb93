"""Where the model is used elsewhere, every number of the page with its interval is that of Python."""

import json

import numpy as np
import pytest
from tests.views.report.test_numbers import assert_shown
from tests.views.report.test_taking import saved

import truecut as tc
from truecut.decisions.recommendation import RivalKind
from truecut.decisions.saving import PricedModel

COST = {"fp": 3, "fn": 11}
PLACES = {
    "sampling rates": {"sampled": (1, 0.1)},
    "both sampled": {"sampled": (0.8, 0.05)},
    "sampling rates of rows by class": {"sampled": (1, 0.1), "design": "case-control"},
    "a share": {"prevalence": 0.03},
    "a share of rows by class": {"prevalence": 0.03, "design": "case-control"},
}


def evaluation(seed, **stated):
    """Return two models on random rows, of which those that flag little find nothing wrong at high thresholds."""
    random = np.random.default_rng(seed)
    positive = random.random(300) < random.uniform(0.2, 0.6)
    scores = {
        name: np.round(1 / (1 + np.exp(-(random.normal(size=300) + by * positive - by / 2))), 2)
        for name, by in (("new", 2.5), ("old", 1.2))
    }
    return tc.evaluate(positive, scores, group=np.arange(300) % 3, cost=COST, **stated)


def numbers_of(opened):
    """Return the numbers of the page as it saves them."""
    return json.loads(saved(opened, opened.page.locator("#save-numbers").click)[1])


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_number_at_a_random_threshold_is_the_one_of_python(open_page, place, seed):
    e = evaluation(seed, **PLACES[place])
    share = f"&p={e.situation.prevalence}" if e.situation.prevalence else ""
    thresholds = [*np.random.default_rng(seed + 9).uniform(0.05, 0.95, 2).round(2).tolist(), 0.99]
    opened = open_page(e.html())
    for model, name in enumerate(e.by_model):
        for threshold in thresholds:
            opened.go(f"#t={threshold}&m={model}{share}")
            at = e.given(threshold=threshold).by_model[name]
            assert_shown(opened.metrics(), at)
    assert opened.errors == []


@pytest.mark.parametrize("place", ["sampling rates", "sampling rates of rows by class"])
def test_a_share_supposed_on_a_page_of_sampling_rates_takes_their_place(open_page, place):
    e = evaluation(4, **PLACES[place])
    opened = open_page(e.html(), "#t=0.4&m=0&p=0.02")
    assert_shown(opened.metrics(), e.given(sampled=None, prevalence=0.02, threshold=0.4).by_model["new"])
    opened.page.get_by_text("as the sampling rates say", exact=True).first.click()
    opened.settle()
    assert_shown(opened.metrics(), e.given(threshold=0.4).by_model["new"])


@pytest.mark.parametrize("place", PLACES)
def test_notes_of_intervals_are_those_of_python(open_page, place):
    """Rows whose classes were weighted count as fewer where that makes the interval wider, and nowhere else."""
    e = evaluation(5, **PLACES[place])
    share = f"&p={e.situation.prevalence}" if e.situation.prevalence else ""
    opened = open_page(e.html(), f"#t=0.5&m=0{share}")
    numbers = numbers_of(opened)["models"][0]["metrics"]
    model = e.given(threshold=0.5).models["new"]
    for name in ("recall", "lr_plus", "informedness", "precision", "f1", "accuracy", "mcc", "mean_cost", "prevalence"):
        expected = model.metric(name)
        assert (numbers[name].get("note") or "") == expected.note, name
        assert (numbers[name].get("method") or "") == expected.method, name


@pytest.mark.parametrize("place", ["sampling rates", "sampling rates of rows by class"])
def test_the_recommendation_and_what_it_saves_are_those_of_python(open_page, place):
    e = evaluation(6, **PLACES[place])
    opened, told = open_page(e.html()), e.recommend()
    assert opened.page.locator("#headline").inner_text() == told.sentences.headline
    assert opened.value("[data-reading=cost]") == pytest.approx(told.cost, rel=1e-9)
    # At other prices the page computes what it says.
    opened.page.locator("input[name=fn]").fill("7")
    opened.settle()
    there = e.given(cost={"fp": 3, "fn": 7})
    told = there.recommend()
    model = PricedModel(there.by_model[told.model], there.situation.cost)
    cut = model.entry_of(told.threshold)
    shown = dict(zip(("in_use", "none", "all"), opened.page.locator("#saves li").all(), strict=True))
    for rival in told.against:
        entry = {RivalKind.NONE: 0, RivalKind.ALL: model.last}.get(rival.kind, model.entry_of(rival.threshold))
        saving, line = model.saving((cut, entry)), shown[rival.kind.value]
        for name, expected in (("value", saving.value), ("low", saving.low), ("high", saving.high)):
            assert float(line.get_attribute(f"data-{name}")) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("place", ["sampling rates", "sampling rates of rows by class"])
@pytest.mark.parametrize("name", ["recall", "precision", "fpr"])
def test_two_models_differ_as_a_comparison_says(open_page, place, name):
    e = evaluation(7, **PLACES[place])
    opened = open_page(e.html(), "#s=0_1_threshold_0.5")
    found = e.given(threshold=0.5).compare().difference(name, "new", "old")
    cell = opened.page.locator(f"[data-difference='{'false positive rate' if name == 'fpr' else name}']")
    shown = [float(cell.get_attribute(f"data-{end}")) for end in ("value", "low", "high")]
    assert shown == pytest.approx([found.value, found.low, found.high], rel=1e-9, abs=1e-9)


def test_metrics_of_the_curve_and_what_was_taken_for_granted_are_those_of_the_summary(open_page):
    e = evaluation(8, sampled=(1, 0.1))
    payload = json.loads(open_page(e.html()).page.locator("#data").text_content())
    assert payload["sampled"] == [1, 0.1]
    assert "prevalence" not in payload
    assert payload["read"]["inferred"] == list(e.read.inferred)
    for told in payload["models"]:
        for name in ("roc_auc", "average_precision", "brier", "log_loss"):
            expected, found = e.models[told["name"]].metric(name), told["curve_metrics"][name]
            assert (found["value"], found["low"], found["high"]) == (expected.value, expected.low, expected.high)


def test_what_stands_under_pictures_names_the_sampling_rates(open_page):
    opened = open_page(evaluation(9, sampled=(1, 0.1)).html())
    numbers = numbers_of(opened)
    assert numbers["situation"]["sampled"] == [1, 0.1]
    assert numbers["situation"]["prevalence"] is None
