"""The page of many classes: its numbers are Python's, whatever prices are typed, and it fits every screen."""

import csv
import json
import re
from importlib.resources import files
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.views.report.test_accessibility import MODES, complaints

import truecut as tc
from truecut.summaries.report.class_page import MOST_ROWS

DIGITS = Path(__file__).parents[3] / "examples" / "digits.csv"
NAMES = [str(digit) for digit in range(10)]
LARGEST = 250_000  # bytes of the page of ten classes


@pytest.fixture(scope="module")
def digits():
    return tc.evaluate(str(DIGITS), label="digit", class_scores={name: f"p{name}" for name in NAMES})


@pytest.fixture(scope="module")
def page(digits):
    return digits.html(command="truecut report digits.csv -o report.html")


def near(number):
    return pytest.approx(number, rel=1e-9, abs=1e-9)


def matrix_of(opened):
    """Return the cells of the map, classes as named."""
    return [[int(opened.value(f"#c{i}-{j}")) for j in range(10)] for i in range(10)]


def limits(element):
    return [float(element.get_attribute(name)) for name in ("data-value", "data-low", "data-high")]


def assert_class_table(opened, matrix):
    for name in matrix.classes:
        for metric in ("recall", "precision", "f1"):
            expected = matrix.of(name).metric(metric)
            cell = opened.page.locator(f"#classes tr[data-class='{name}'] td[data-metric={metric}]")
            if expected.value is None:
                assert cell.get_attribute("data-value") is None and cell.get_attribute("title")
                continue
            assert limits(cell) == near([expected.value, expected.low, expected.high]), (name, metric)


def test_it_is_small(page):
    assert len(page.encode()) < LARGEST


def test_it_opens_on_the_recommendation_with_the_matrix_and_every_number_of_python(digits, page, open_page):
    opened = open_page(page)
    said = digits.recommend().sentences
    assert opened.page.locator("h1").inner_text() == said.headline
    assert opened.page.locator("#lede").inner_text() == said.lede
    assert opened.page.locator("#sure").inner_text() == said.sure
    assert matrix_of(opened) == digits.matrix.rows.tolist()
    assert_class_table(opened, digits.matrix)
    for metric in ("accuracy", "balanced_accuracy", "kappa", "mcc", "brier_multiclass", "roc_auc_pairs"):
        expected = digits.metric(metric)
        line = opened.page.locator(f"#together tr[data-metric={metric}]")
        assert float(line.locator("[data-value]").get_attribute("data-value")) == near(expected.value)
        assert float(line.locator("[data-low]").get_attribute("data-low")) == near(expected.low)
        assert float(line.locator("[data-high]").get_attribute("data-high")) == near(expected.high)
    assert "2 rows give their true class" in opened.page.locator("#together tr[data-metric=log_loss]").inner_text()
    assert opened.errors == [] and len(opened.requests) == 1


@pytest.mark.parametrize(
    ("typed", "unsure"),
    [({}, 0.3), ({("8", "1"): 5}, None), ({("8", "1"): 5, ("9", "3"): 0.25, ("0", "0"): -0.5}, 0.4), ({}, 0)],
)
def test_typed_prices_decide_every_row_as_python_does(digits, page, open_page, typed, unsure):
    opened = open_page(page)
    if typed:
        opened.page.click("#all-prices")
        for (true, answer), price in typed.items():
            opened.page.fill(f"[data-price='{true}-{answer}']", str(price))
            opened.page.keyboard.press("Tab")
        opened.page.locator("label[for=shown-truth]").click()
    if unsure is not None:
        opened.page.fill("#unsure-price", str(unsure))
        opened.page.keyboard.press("Enter")
    opened.settle()
    asked = {"costs": typed or None, "unsure": unsure}
    decided, decision = digits.decide(**asked).matrix, digits.decision(**asked)
    assert matrix_of(opened) == decided.rows.tolist()
    assert opened.page.locator("h1").inner_text() == digits.recommend(**asked).sentences.headline
    saving = decision.saving
    assert limits(opened.page.locator("#saves li").first) == near([saving.value, saving.low, saving.high])
    if decided.rows.sum():
        assert_class_table(opened, decided)
    assert opened.errors == []


def test_a_page_made_with_prices_opens_on_them(digits, open_page):
    opened = open_page(digits.html(costs={("8", "1"): 5}, unsure=0.4))
    told = digits.recommend(costs={("8", "1"): 5}, unsure=0.4)
    assert opened.page.locator("h1").inner_text() == told.sentences.headline
    assert matrix_of(opened) == digits.decide(costs={("8", "1"): 5}, unsure=0.4).matrix.rows.tolist()
    assert opened.page.locator("#back").count() == 0


def test_a_cell_is_picked_by_pointer_and_keyboard_and_priced(digits, page, open_page):
    opened = open_page(page)
    opened.page.locator("label[for=order-named]").click()
    opened.page.click("#c9-3")
    assert opened.page.locator("#cell h3").inner_text() == "9 read as 3"
    assert "20 of 180 (11.1" in opened.page.locator("#cell").inner_text()
    opened.page.keyboard.press("ArrowRight")
    assert opened.page.evaluate("document.activeElement.id") == "c9-4"
    assert opened.page.locator("#cell h3").inner_text() == "9 read as 4"
    opened.page.keyboard.press("ArrowUp")
    assert opened.page.locator("#cell h3").inner_text() == "8 read as 4"
    opened.page.fill("#price", "7")
    opened.page.keyboard.press("Enter")
    opened.settle()
    assert matrix_of(opened) == digits.decide(costs={("8", "4"): 7}).matrix.rows.tolist()
    opened.page.click("#back")
    opened.settle()
    assert matrix_of(opened) == digits.matrix.rows.tolist()
    assert opened.page.evaluate("document.activeElement.id") == "headline"


def test_the_link_carries_the_state(digits, page, open_page):
    opened = open_page(page, "#v=rows&o=named&p=8_1_5&u=0.4&k=8_1&m=0&x=roc")
    assert matrix_of(opened) == digits.decide(costs={("8", "1"): 5}, unsure=0.4).matrix.rows.tolist()
    assert opened.page.locator("#cell h3").inner_text() == "8 read as 1"
    assert opened.page.locator("#c8-8").inner_text() == str(
        digits.decide(costs={("8", "1"): 5}, unsure=0.4).matrix.rows[8, 8]
    )
    wild = open_page(page, "#p=99_1_5_x_2_Infinity&u=-3&k=44_1&m=7&v=nonsense")
    assert matrix_of(wild) == digits.matrix.rows.tolist()
    assert wild.errors == []


def test_shares_are_of_the_truth_the_answer_or_all(digits, page, open_page):
    opened = open_page(page)
    for shown, by in (("truth", "rows"), ("answer", "columns"), ("all", "all")):
        opened.page.locator(f"label[for=shown-{shown}]").click()
        expected = 100 * digits.matrix.normalised(by)[9, 3]
        assert float(opened.page.locator("#c9-3").inner_text()) == pytest.approx(expected, abs=0.05)


def test_columns_of_the_table_sort(page, open_page):
    opened = open_page(page)
    order = lambda: [line.get_attribute("data-class") for line in opened.page.locator("#classes tbody tr").all()][:10]  # noqa: E731
    assert order()[:2] == ["9", "8"]
    opened.page.locator("#classes .sorter", has_text="class").click()
    assert order() == NAMES
    opened.page.locator("#classes .sorter", has_text="class").click()
    assert order() == NAMES[::-1]


def test_many_rows_stay_outside_and_the_page_says_what_that_leaves(open_page):
    random = np.random.default_rng(2)
    truth = random.integers(0, 3, MOST_ROWS + 1)
    scores = random.dirichlet([1, 1, 1], len(truth)) * 0.4 + 0.6 * np.eye(3)[truth] * random.random((len(truth), 1))
    scores = np.round(scores / scores.sum(axis=1, keepdims=True), 4)
    scores[:, 2] = 1 - scores[:, 0] - scores[:, 1]
    frame = pd.DataFrame(scores.clip(0, 1), columns=list("abc")).assign(y=[list("abc")[i] for i in truth])
    e = tc.evaluate(frame, label="y", class_scores={name: name for name in "abc"})
    html = e.html()
    assert len(html.encode()) < LARGEST
    opened = open_page(html, "#u=0.45&p=")
    shown = [[int(opened.value(f"#c{i}-{j}")) for j in range(3)] for i in range(3)]
    cuts = opened.page.evaluate(
        "JSON.parse(document.getElementById('data').textContent).models[0].answered_from.scores"
    )
    cut = min(score for score in map(float, cuts.split()) if score >= 0.55)
    assert shown == e.decide(answer_from=cut).matrix.rows.tolist()
    assert "too many to travel" in opened.page.locator("#still").inner_text()


def test_predictions_alone_have_a_page_too(open_page):
    with DIGITS.open() as file:
        rows = list(csv.DictReader(file))
    e = tc.evaluate([row["digit"] for row in rows], predicted=[row["predicted"] for row in rows])
    opened = open_page(e.html())
    assert matrix_of(opened) == e.matrix.rows.tolist()
    assert opened.page.locator("#unsure").count() == 0 and opened.page.locator("#curves").count() == 0
    opened.page.fill("#price", "4")
    opened.page.keyboard.press("Enter")
    opened.settle()
    assert matrix_of(opened) == e.matrix.rows.tolist()
    assert opened.errors == []


@pytest.mark.parametrize("mode", MODES)
def test_axe_has_no_complaint(page, open_page, mode):
    opened = open_page(page, "#u=0.3&p=8_1_5&v=truth", bypass_csp=True, **MODES[mode])
    assert complaints(opened.page) == []
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if mode == "light":
        opened.page.click("#all-prices")
        assert complaints(opened.page) == []


def test_without_script_the_matrix_is_there(digits, page, open_page):
    opened = open_page(page, java_script_enabled=False)
    assert opened.page.locator("noscript, noscript *").count() > 0
    assert str(digits.matrix.rows[9, 3]) in opened.page.locator("noscript").inner_text()
    assert opened.page.locator("h1").inner_text() == digits.recommend().sentences.headline


def test_the_bundle_of_classes_is_not_in_the_page_of_two():
    report = files("truecut.views").joinpath("report", "report.js").read_text(encoding="utf-8")
    assert "favourite mistakes" not in report


def test_the_matrix_and_every_number_can_be_taken_away(digits, page, open_page):
    opened = open_page(page, "#u=0.3&p=")
    with opened.page.expect_download() as found:
        opened.page.click("#save-numbers")
    numbers = json.loads(Path(found.value.path()).read_text())
    decided = digits.decide(unsure=0.3).matrix
    assert numbers["matrix"] == decided.rows.tolist() and numbers["left_unsure"] == decided.unsure.tolist()
    assert numbers["decision"]["saving"]["value"] == near(digits.decision(unsure=0.3).saving.value)
    with opened.page.expect_download() as found:
        opened.page.locator("#each .save-table").click()
    lines = list(csv.DictReader(Path(found.value.path()).read_text().splitlines()))
    assert found.value.suggested_filename.startswith("digits-")
    assert len(lines) == 11


def test_models_of_the_same_rows_stand_beside_each_other_and_are_compared(open_page):
    file = DIGITS.with_name("rare-digits.csv")
    both = {name: tc.evaluate(str(file), label="digit", predicted=name) for name in ("forest", "logistic")}
    opened = open_page(both["forest"].html(name="forest", beside={"logistic": both["logistic"]}))
    names = both["forest"].matrix.classes
    for name in both:
        opened.page.locator("fieldset.choice label", has_text=name).first.click()
        opened.settle()
        shown = [[int(opened.value(f"#c{i}-{j}")) for j in range(len(names))] for i in range(len(names))]
        assert shown == both[name].matrix.rows.tolist()
        assert opened.page.locator("h1").inner_text() == both[name].recommend().sentences.headline
    comparison = tc.compare(str(file), label="digit", predicted=["forest", "logistic"])
    for metric in ("accuracy", "kappa", "f1"):
        expected = comparison.difference(metric, "forest", "logistic")
        line = opened.page.locator(f"#differences tr[data-metric={metric}]")
        assert float(line.locator("[data-value]").get_attribute("data-value")) == near(expected.value)
        assert float(line.locator("[data-low]").get_attribute("data-low")) == near(expected.low)
    assert opened.errors == []


def drawn_points(path):
    """Return the corners of a drawn line."""
    return np.array([[float(number) for number in corner.split()] for corner in re.split("[ML]", path)[1:]])


def test_curves_of_classes_are_those_of_python(digits, page, open_page):
    opened = open_page(page)
    opened.page.locator("#curves").get_by_text("ROC", exact=True).click()
    frame = opened.page.locator("#curves .small svg .frame").first
    wide, high = (float(frame.get_attribute(side)) for side in ("width", "height"))
    lines = opened.page.locator("#curves .small .own-line").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    assert len(lines) == 11, "ten classes and all together"
    expected = [digits.metric_of_class("roc_auc", name).value for name in NAMES]
    for line, area in zip(lines, [*expected, digits.metric("roc_auc", average="micro").value], strict=True):
        x, y = drawn_points(line).T
        assert np.trapezoid(1 - y / high, x / wide) == pytest.approx(area, abs=0.003)


def test_the_more_is_answered_the_less_of_it_is_right(page, open_page):
    opened = open_page(page)
    line = opened.page.locator("#unsure .line.chosen").get_attribute("d")
    across, down = drawn_points(line).T
    assert len(across) > 100
    assert np.ptp(across) > 200, "from few answers to all"
    assert down[np.argmax(across)] == down.max()
    assert down[np.argmin(across)] == down.min()
