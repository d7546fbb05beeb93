"""The map of many classes: mixed-up classes stand together, nothing in it is cut, and a cell tells what it costs."""

import itertools

import numpy as np
import pytest
from tests.views.report.test_classes import DIGITS, drawn_points, near
from tests.views.report.test_paper import printed

import truecut as tc

SIZES = {"desktop": {"width": 1440}, "laptop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
NAMES = [str(digit) for digit in range(10)]


@pytest.fixture(scope="module")
def digits():
    return tc.evaluate(str(DIGITS), label="digit", class_scores={name: f"p{name}" for name in NAMES})


@pytest.fixture(scope="module")
def rare():
    return tc.evaluate(str(DIGITS.with_name("rare-digits.csv")), label="digit", predicted="forest")


@pytest.fixture(scope="module")
def very_many():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 200, 4000)
    guess = np.where(rng.random(4000) < 0.8, truth, (truth + rng.integers(1, 3, 4000)) % 200)
    names = np.array([f"class {i:03d}" for i in range(200)])
    return tc.evaluate(names[truth], predicted=names[guess])


@pytest.fixture(scope="module")
def pages(digits, rare, very_many):
    return {"digits": digits.html(), "rare": rare.html(), "very many": very_many.html()}


def order_of(opened):
    """Return the classes of the map by their places in the matrix, from the first line to the last."""
    ids = opened.page.locator(".heat button.right").evaluate_all("all => all.map(one => one.id)")
    return [int(one.removeprefix("c").split("-")[0]) for one in ids]


def spread(matrix, order):
    """Return the sum of confusion times distance."""
    mixed = matrix + matrix.T
    return sum(mixed[a, b] * (y - x) for (x, a), (y, b) in itertools.combinations(enumerate(order), 2))


def test_classes_that_are_mixed_up_stand_side_by_side(digits, pages, open_page):
    opened = open_page(pages["digits"])
    matrix, order = np.asarray(digits.matrix.rows), order_of(opened)
    assert sorted(order) == list(range(10))
    for place, to in itertools.product(range(10), repeat=2):
        moved = [one for one in order if one != order[place]]
        moved.insert(to, order[place])
        assert spread(matrix, moved) >= spread(matrix, order), "no class would stand better elsewhere"
    assert spread(matrix, order) < spread(matrix, range(10))
    opened.page.locator("label[for=order-named]").click()
    assert order_of(opened) == list(range(10))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["digits", "rare", "very many"])
def test_no_name_and_no_number_of_the_map_is_cut(pages, open_page, name, size):
    opened = open_page(pages[name], **SIZES[size])
    cut = opened.page.locator(".heat th span").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    )
    assert cut == []
    spilled = opened.page.locator(".heat button").evaluate_all(
        "all => all.filter(one => one.firstChild.offsetWidth > one.clientWidth).map(one => one.textContent)"
    )
    assert spilled == []
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_beginning_that_all_names_share_is_said_once(pages, open_page):
    opened = open_page(pages["very many"])
    assert "every name begins with “class”" in opened.page.locator(".axis-note").inner_text()
    first = opened.page.locator(".heat th.side").first
    assert first.inner_text().isdigit() and first.get_attribute("title") == f"class {first.inner_text()}"
    assert "begins with" not in open_page(pages["rare"]).page.locator(".axis-note").inner_text()


def test_a_class_outside_the_map_is_found_by_its_name(very_many, pages, open_page):
    opened = open_page(pages["very many"])
    shown = order_of(opened)
    assert len(shown) == 25
    wanted = next(place for place in range(200) if place not in shown)
    opened.page.fill("#find-in-map", f"CLASS {wanted:03d}")
    opened.settle()
    assert opened.page.locator("#cell h3").inner_text() == f"class {wanted:03d} read rightly"
    matrix = np.asarray(very_many.matrix.rows)
    mixed = [place for place in range(200) if place != wanted and matrix[wanted, place] + matrix[place, wanted]]
    assert {wanted, *mixed} <= set(order_of(opened)), "with those it is mixed up with"
    opened.page.click("#map-back")
    opened.settle()
    assert order_of(opened) == shown
    opened.page.fill("#find-in-map", "nobody")
    opened.settle()
    assert order_of(opened) == shown
    assert opened.errors == []


def test_a_cell_says_which_classes_are_mixed_up_and_what_that_costs(rare, pages, open_page):
    opened = open_page(pages["rare"])
    names, matrix = rare.matrix.classes, rare.matrix.rows
    a, b = names.index("eight"), names.index("one")
    opened.page.click(f"#c{a}-{b}")
    told = " ".join(opened.page.locator("#cell").inner_text().split())
    assert f"{matrix[a, b]} of {matrix[a].sum()}" in told
    assert f"one is read as eight {matrix[b, a]} times of {matrix[b].sum()}" in told
    merged = (np.trace(matrix) + matrix[a, b] + matrix[b, a]) / matrix.sum()
    assert f"{100 * merged:.1f} % of rows would be right" in told
    opened.page.fill("#price", "9")
    opened.page.keyboard.press("Enter")
    opened.settle()
    assert f"these {matrix[a, b]} cost {9 * matrix[a, b]}" in opened.page.locator("#cell").inner_text()
    whole = rare.metric("total_cost", costs={("eight", "one"): 9})
    assert whole.value == 9 * matrix[a, b] + matrix.sum() - np.trace(matrix) - matrix[a, b]


def test_curves_of_precision_are_those_of_python(digits, pages, open_page):
    opened = open_page(pages["digits"])
    opened.page.locator("#curves").get_by_text("precision", exact=False).first.click()
    frame = opened.page.locator("#curves .small svg .frame").first
    wide, high = (float(frame.get_attribute(side)) for side in ("width", "height"))
    lines = opened.page.locator("#curves .small .own-line").evaluate_all("all => all.map(one => one.getAttribute('d'))")
    expected = [digits.metric_of_class("average_precision", name).value for name in NAMES]
    for line, area in zip(lines, [*expected, digits.metric("average_precision", average="micro").value], strict=True):
        x, y = drawn_points(line).T
        assert np.trapezoid(1 - y / high, x / wide) == pytest.approx(area, abs=0.02), "lines beside steps"


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
def test_averages_of_average_precision_have_the_interval_of_python(digits, pages, open_page, average):
    opened = open_page(pages["digits"])
    line = opened.page.locator(f"#together [data-metric='{average} average_precision']")
    found = [float(line.locator(f"[data-{part}]").get_attribute(f"data-{part}")) for part in ("value", "low", "high")]
    expected = digits.metric("average_precision", average=average)
    assert found == near([expected.value, expected.low, expected.high])


@pytest.mark.parametrize("name", ["digits", "rare", "very many"])
def test_on_paper_the_map_covers_nothing(pages, open_page, name):
    opened = open_page(pages[name])
    assert printed(opened)[0] == 2
    opened.page.emulate_media(media="print")
    opened.page.set_viewport_size({"width": 720, "height": 1000})
    opened.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    heat, cell = (opened.page.locator(one).first.bounding_box() for one in (".heat", "#cell"))
    beside = heat["x"] + heat["width"] <= cell["x"] + 1
    below = heat["y"] + heat["height"] <= cell["y"] + 1
    assert beside or below
    assert opened.page.locator("#find-in-map:visible").count() == 0
