"""Every curve shows how sure it is, and what is shaded is what Python finds."""

import re
from itertools import pairwise

import numpy as np
import pytest

import truecut as tc
from truecut.inference.bands.of_model import band_of
from truecut.summaries.report.bands import POINTS, REPLICATES, SEED

CURVES = {
    "ROC curve": 1,
    "Precision-recall curve": 1,
    "Metrics at every threshold": 3,
    "Cost at every threshold": 1,
    "Decision curve": 1,
    "Calibration": 1,
    "How many are found": 1,
    "How much better": 1,
    "How far apart": 1,
}
PAIRS = {
    "precision, recall": ("recall", "precision", "f1"),
    "TPR, FPR": ("recall", "fpr", "informedness"),
    "sensitivity, specificity": ("recall", "specificity", "accuracy"),
}
ROUNDING = 0.051  # pixels: places are drawn with one decimal
SWEEP = "svg[aria-label='Metrics at every threshold']"
KS = "svg[aria-label='How far apart are the classes?']"


def coarse(number=600, **roles):
    """Return rows whose scores are far enough apart for a band to be read off the picture."""
    generator = np.random.default_rng(5)
    labels = generator.random(number) < 0.3
    scores = np.clip(np.round(generator.beta(2, 4, number) + 0.3 * labels, 1), 0, 1)
    return tc.evaluate(labels.astype(int), scores, **roles)


def band_at(chart, metric, threshold):
    """Return where the band of a metric begins and ends above a threshold, as shares of the axis."""
    grid = chart.locator(".axis line").first
    left, right = (float(grid.get_attribute(end)) for end in ("x1", "x2"))
    x = left + threshold * (right - left)
    outline = chart.locator(f"path.band[data-metric={metric}]").get_attribute("d")
    level = [y for y, (left, right) in level_edges(outline) if left < x < right]
    high, low = level  # the outline goes along the upper limits first
    bottom, top = ends_of(chart)
    return (bottom - low) / (bottom - top), (bottom - high) / (bottom - top), ROUNDING / (bottom - top)


def level_edges(outline):
    """Return how high each level edge of an outline lies, and from where to where it goes; there may be gaps."""
    for part in outline.split("Z")[:-1]:
        points = [tuple(map(float, point.split())) for point in part.removeprefix("M").split("L")]
        yield from ((y, sorted((x, next_x))) for (x, y), (next_x, next_y) in pairwise(points) if y == next_y)


def ends_of(chart):
    """Return where 0 and 1 lie upwards."""
    lines = chart.locator(".axis line").evaluate_all("all => all.map(line => line.y1.baseVal.value)")
    return max(lines), min(lines)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_chart_of_a_curve_has_its_bands(loans, open_page, scheme):
    opened = open_page(loans.html, "#t=0.3&m=0", color_scheme=scheme)
    for picture, bands in CURVES.items():
        shaded = opened.page.locator(f"svg[aria-label^='{picture}'] path.band")
        assert shaded.count() == bands, picture
        for one in shaded.all():
            assert one.get_attribute("d").endswith("Z") and one.bounding_box()["height"] > 3
            assert 0 < float(one.evaluate("e => getComputedStyle(e).opacity")) < 0.5
            assert one.evaluate("e => getComputedStyle(e).fill") != "none"


def test_captions_say_what_is_shaded(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    captions = opened.page.locator("figure:has(path.band)").all_inner_texts()
    assert len(captions) == len(CURVES)
    assert [
        text for text in captions if not re.search("[Ss]haded|inside the band", text) or not re.search(r"95\s%", text)
    ] == []


@pytest.mark.parametrize("weighted", [False, True])
def test_the_bands_along_the_thresholds_are_the_intervals_of_python(open_page, weighted):
    """To the rounding of the drawing; that the same limits are right to nine digits at the dial is tested elsewhere."""
    weights = np.random.default_rng(6).gamma(2, size=600)
    evaluation = coarse(weight=weights) if weighted else coarse()
    opened = open_page(evaluation.html(), "#x=score")
    for pair, metrics in PAIRS.items():
        opened.page.locator("label", has_text=pair).click()
        for metric in metrics:
            for threshold in (0.25, 0.45, 0.65):
                low, high, rounding = band_at(opened.page.locator(SWEEP), metric, threshold)
                expected = evaluation.cut_at(threshold).metric(metric)
                assert (low, high) == pytest.approx((expected.low, expected.high), abs=rounding), (metric, threshold)


def test_the_band_of_the_separation_is_that_of_youden_at_each_threshold(open_page):
    evaluation = coarse()
    chart = open_page(evaluation.html()).page.locator(KS)
    outline = chart.locator("path.band").get_attribute("d").strip("MZ").split("L")
    bottom, top = ends_of(chart)
    ups = [(bottom - float(point.split()[1])) / (bottom - top) for point in outline]
    thresholds = evaluation.curve.thresholds[1:]
    found = [evaluation.cut_at(float(threshold)).metric("informedness") for threshold in thresholds]
    assert len(ups) == 2 * (len(found) + 1)  # there and back; where nothing is flagged comes first and last
    for at, one in enumerate(found, start=1):
        assert (ups[-1 - at], ups[at]) == pytest.approx((max(one.low, 0), one.high), abs=ROUNDING / (bottom - top))


def test_the_band_of_lift_is_that_of_python(loans, open_page):
    """The page divides the band of gain by the share worked through."""
    model = loans.evaluation.by_model["boosted"]
    chart = open_page(loans.html, "#m=0").page.locator("svg[aria-label^='How much better']")
    outline = chart.locator("path.band").get_attribute("d").strip("MZ").split("L")
    points = np.array([point.split() for point in outline], dtype=float)
    band = band_of(model, "lift", points=POINTS, replicates=REPLICATES, seed=SEED)
    assert len(points) == 2 * len(band.x)
    unit = float(chart.locator("line.guide").get_attribute("y1"))  # where lift is 1
    bottom, _ = ends_of(chart)
    lifts = (bottom - points[:, 1]) / (bottom - unit)
    wide = band.x > 0.02  # the picture ends at the highest lift that stands on more rows than this
    top = lifts.max() - 0.01
    for found, expected in ((lifts[: len(band.x)], band.high), (lifts[len(band.x) :][::-1], band.low)):
        shown = wide & (expected < top)
        assert shown.sum() > 60
        assert found[shown] == pytest.approx(expected[shown], abs=0.01)


def test_moving_the_dial_leaves_the_bands_alone(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    opened.page.evaluate("document.querySelectorAll('path.band').forEach(band => { band.dataset.seen = 'yes' })")
    opened.page.locator("#dial").focus()
    for key in ("ArrowRight", "PageDown", "Home", "ArrowRight"):
        opened.page.keyboard.press(key)
    opened.settle()
    assert opened.cells()["tn"] < 10
    assert opened.page.locator("path.band:not([data-seen])").count() == 0
    assert opened.page.locator("path.band[data-seen]").count() == sum(CURVES.values())


@pytest.mark.parametrize(
    "roles", [{"cluster": np.arange(600) // 4}, {"design": "case-control"}], ids=["in clusters", "sampled by class"]
)
def test_where_counts_do_not_tell_the_band_is_that_of_python(open_page, roles):
    evaluation, asked = coarse(**roles), {"points": POINTS, "replicates": REPLICATES, "seed": SEED}
    opened = open_page(evaluation.html(), "#x=score")
    caption = opened.page.locator(f"figure:has({SWEEP}) .caption")
    for pair, metrics in PAIRS.items():
        opened.page.locator("label", has_text=pair).click()
        assert "Shaded are their 95" in caption.inner_text() and "no band" not in caption.inner_text()
        bands = {name: band_of(evaluation.model, name, **asked) for name in metrics}
        for threshold in (0.5, 0.6, 0.7):
            for metric, band in bands.items():
                # Between two scores the higher one decides.
                low, high, rounding = band_at(opened.page.locator(SWEEP), metric, threshold - 0.05)
                assert (low, high) == pytest.approx(band.at(threshold)[1:], abs=rounding + 5e-5), (metric, threshold)
    assert opened.page.locator(f"{KS} path.band").count() == 1


def test_a_line_that_is_not_there_has_no_band_and_the_caption_says_so(open_page):
    """Without a negative row there is no false positive rate."""
    opened = open_page(tc.evaluate([1] * 20, np.arange(20) / 20).html())
    opened.page.locator("label", has_text="TPR, FPR").click()
    assert opened.page.locator(f"{SWEEP} path.band").count() == 1
    caption = opened.page.locator(f"figure:has({SWEEP}) .caption").inner_text()
    assert "There is no band around FPR and Youden J: it is undefined at every threshold." in caption
    assert opened.page.locator(f"{KS} path.band").count() == 0
    assert "There is no band around it" in opened.page.locator(f"figure:has({KS}) .caption").inner_text()


def test_captions_name_the_model_that_is_drawn_solid(loans, open_page):
    opened = open_page(loans.html, "#m=0")
    captions = opened.page.locator("figure", has_text=re.compile("Solid is"))
    assert ["Solid is boosted" in text for text in captions.all_inner_texts()] == [True, True]
    opened.page.select_option("#model", label="plain")
    opened.settle()
    assert ["Solid is plain" in text for text in captions.all_inner_texts()] == [True, True]
