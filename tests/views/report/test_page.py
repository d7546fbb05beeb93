"""What a reader does with the page."""

import json

import numpy as np
import pytest
from playwright.sync_api import expect

import truecut as tc
from truecut.decisions.about_groups import rate_differences
from truecut.decisions.findings import Finding, Tone
from truecut.views.html import finding_as_html


def test_the_page_needs_no_network_and_makes_no_error(loans, open_page):
    opened = open_page(loans.html)
    assert opened.errors == []
    assert [url for url in opened.requests if not url.startswith("file:")] == []


def test_the_same_input_gives_the_same_bytes(loans):
    assert loans.evaluation.html(cost=None) == loans.evaluation.html(cost=None)


def test_the_keyboard_moves_the_dial(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    before, dial = opened.cells(), opened.page.locator("#dial")
    dial.focus()
    for _ in range(20):
        opened.page.keyboard.press("ArrowRight")
    opened.settle()
    after = opened.cells()
    assert after["tp"] < before["tp"] and after["fp"] < before["fp"]
    assert "catches" in dial.get_attribute("aria-valuetext")
    opened.page.keyboard.press("PageDown")
    opened.settle()
    assert opened.cells()["tp"] > after["tp"]
    opened.page.keyboard.press("Home")
    opened.settle()
    assert opened.cells()["tn"] == 0
    opened.page.keyboard.press("End")
    opened.settle()
    assert opened.cells()["tp"] == 0


@pytest.mark.parametrize("axis", ["score", "stretched", "share"])
def test_every_arrow_key_moves_on_whatever_the_axis(loans, open_page, axis):
    opened = open_page(loans.html, f"#t=0.3&m=0&x={axis}")
    opened.page.locator("#dial").focus()
    seen = set()
    for _ in range(5):
        opened.page.keyboard.press("ArrowLeft")
        opened.page.wait_for_timeout(60)
        seen.add(opened.page.locator("#dial").get_attribute("aria-valuetext"))
    opened.settle()
    assert opened.cells()["tn"] < 1500
    assert opened.page.evaluate("location.hash").startswith("#t=0.2")


def test_a_typed_threshold_is_used_exactly(loans, open_page):
    opened = open_page(loans.html)
    opened.page.fill("#threshold", "0.37")
    opened.page.keyboard.press("Enter")
    opened.settle()
    assert opened.cells() == loans.evaluation.by_model["boosted"].at(0.37).counts.cells()


def test_dragging_on_a_chart_moves_the_dial(loans, open_page):
    opened = open_page(loans.html, "#t=0.1&m=0&x=score")
    for picture in (
        "Scores of both classes with the threshold",
        "ROC curve",
        "Cost at every threshold",
        "How many are",
    ):
        chart = opened.page.locator(f"svg[aria-label^='{picture}']")
        chart.scroll_into_view_if_needed()
        before = opened.cells()
        box = chart.bounding_box()
        y = box["y"] + box["height"] / 2
        opened.page.mouse.move(box["x"] + box["width"] * 0.3, y)
        opened.page.mouse.down()
        opened.page.mouse.move(box["x"] + box["width"] * 0.7, y, steps=4)
        opened.page.mouse.up()
        opened.settle()
        assert opened.cells() != before, picture


def test_presets_lead_where_python_chooses(loans, open_page):
    opened = open_page(loans.html)
    decision = loans.evaluation.models["boosted"].choose("f1")
    opened.page.locator(".presets button", has_text="Best F1").click()
    opened.settle()
    assert opened.cells() == decision.point.counts.cells()
    opened.page.select_option("#model", label="plain")
    opened.settle()
    opened.page.locator(".presets button", has_text="Best F1").click()
    opened.settle()
    assert opened.cells() == loans.evaluation.models["plain"].choose("f1").point.counts.cells()


def test_costs_move_the_cheapest_cut(loans, open_page):
    opened = open_page(loans.html, "#t=0.5&m=0")
    before = opened.page.locator("[data-cheapest]").get_attribute("data-cheapest")
    opened.page.fill(".prices input[name=fn]", "650")
    opened.settle()
    assert float(opened.page.locator("[data-cheapest]").get_attribute("data-cheapest")) > float(before)
    opened.page.click("#go-cheapest")
    expect(opened.page.locator("[data-cheapest]")).to_have_text("This is the cheapest cut for these costs.")
    expect(opened.page.locator(".bill")).to_contain_text("Other samples like this one")


def test_the_link_opens_the_same_state(loans, open_page):
    opened = open_page(loans.html)
    opened.page.locator(".presets button", has_text="Best F1").click()
    opened.page.fill(".prices input[name=fp]", "77")
    opened.settle()
    again = open_page(loans.html, opened.page.evaluate("location.hash"))
    assert again.cells() == opened.cells()
    assert again.value("[data-reading=cost]") == opened.value("[data-reading=cost]")
    assert again.page.input_value(".prices input[name=fp]") == "77"


@pytest.mark.parametrize("hash", ["#t=abc&m=99&c=1_2&x=../&p=9", "#t=-1e999&m=-4", "#<img src=x onerror=alert(1)>"])
def test_a_broken_link_opens_the_page_all_the_same(loans, open_page, hash):
    opened = open_page(loans.html, hash)
    assert opened.errors == []
    assert sum(opened.cells().values()) == 1500


def test_the_decision_is_copied_in_four_forms(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0")
    counts = loans.evaluation.by_model["boosted"].at(0.3).counts
    area = opened.page.locator("#copy textarea")

    def copied(form):
        opened.page.locator("#copy label", has_text=form).click()
        return area.input_value()

    assert f"Caught (defaulted, flagged): {counts.tp}" in copied("text")
    assert f"| {counts.tp} |" in copied("Markdown")
    decision = json.loads(copied("JSON"))
    assert decision["threshold"] == 0.3 and decision["counts"] == counts.cells()
    recall = loans.evaluation.models["boosted"].cut_at(0.3).metric("recall")
    assert decision["metrics"]["recall"]["low"] == pytest.approx(recall.low, rel=1e-9)
    assert copied("link").endswith("x=stretched") and "t=0.3" in copied("link")


def test_a_finding_leads_to_its_numbers(loans, open_page):
    opened = open_page(loans.html)
    finding = opened.page.locator("#findings li", has_text="The cut 0.5 costs")
    finding.locator("button", has_text="Show 0.5").click()
    opened.settle()
    assert opened.cells() == loans.evaluation.by_model["boosted"].at(0.5).counts.cells()


def test_curves_have_bands_and_models_are_compared_row_by_row(loans, open_page):
    opened = open_page(loans.html)
    for picture in ("ROC curve", "Precision-recall curve", "Calibration", "How many are found", "How much better"):
        d = opened.page.locator(f"svg[aria-label^='{picture}'] path.band").get_attribute("d")
        assert d.endswith("Z") and len(d) > 200
    difference = loans.evaluation.compare().difference("roc_auc", "boosted", "plain")
    assert f"{difference.value:.3f}" in opened.page.locator("#which").inner_text()


def test_without_script_findings_and_counts_are_readable(loans, open_page):
    opened = open_page(loans.html, java_script_enabled=False)
    counts = loans.evaluation.by_model["boosted"].point.counts
    text = opened.page.locator("header").inner_text()
    assert "The ranking carries information." in text
    assert f"{counts.tn:,}" in text


def test_a_phone_needs_no_sideways_scroll(loans, open_page):
    opened = open_page(loans.html, width=360, height=740, is_mobile=True, has_touch=True)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert opened.page.evaluate("getComputedStyle(document.querySelector('.dial')).position") == "fixed"


def test_the_page_prints(loans, open_page):
    opened = open_page(loans.html)
    pdf = opened.page.pdf(format="A4", print_background=True)
    assert pdf.startswith(b"%PDF") and 2 <= pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") <= 14


@pytest.mark.parametrize("width", [1280, 390])
def test_names_of_models_and_groups_stay_on_one_line(loans, open_page, width):
    opened = open_page(loans.html, width=width)
    for name in opened.page.locator("#models tbody th, .group tbody th").all():
        assert (
            name.evaluate(
                "e => { const r = document.createRange(); r.selectNodeContents(e); return r.getClientRects().length }"
            )
            == 1
        )


def test_no_line_of_costs_is_seen_outside_its_plot(loans, open_page):
    opened = open_page(loans.html, "#t=0.3&m=0&c=0_5000_1_0_0")
    chart = opened.page.locator("svg[aria-label^='Cost at every threshold']")
    window = chart.locator("clipPath rect").evaluate(
        "r => [r.y.baseVal.value, r.y.baseVal.value + r.height.baseVal.value]"
    )
    assert 0 < window[0] < 60 and window[1] < chart.evaluate("e => e.viewBox.baseVal.height")
    assert chart.locator("g[clip-path] path.line").count() == 2
    assert chart.locator("g:not([clip-path]) > path.line").count() == 0


def test_the_key_of_a_good_model_leaves_its_curve_alone(open_page):
    labels = [1, 0] * 100
    scores = [0.9 - i / 1000 if label else 0.1 + i / 1000 for i, label in enumerate(labels)]
    opened = open_page(tc.evaluate(labels, scores).html())
    chart = opened.page.locator("svg[aria-label='Precision-recall curve']")
    key, height = chart.locator(".key-title").get_attribute("y"), chart.evaluate("e => e.viewBox.baseVal.height")
    assert float(key) > height / 2


def served_worse():
    """Return a model that finds fewer in one of three groups."""
    generator = np.random.default_rng(8)
    number = 3000
    labels, groups = generator.random(number) < 0.3, generator.choice(["north", "south", "west"], number)
    skill = np.where(groups == "south", 0.6, 2.4)
    scores = np.round(1 / (1 + np.exp(-(generator.normal(size=number) + skill * labels - 1.2))), 4)
    return tc.evaluate(labels.astype(int), scores, group=groups)


def test_arrows_mark_the_groups_that_were_found_worse_where_they_were_tested(open_page):
    evaluation = served_worse()
    opened = open_page(evaluation.html())
    worse = {
        (one.group, one.metric)
        for name in ("recall", "fpr")
        for one in evaluation.group_differences(name)
        if one.verdict == "worse" and one.matters
    }
    assert ("south", "recall") in worse
    assert arrows(opened) == worse
    assert "allowing for 6 comparisons" in opened.page.locator("#arrows").inner_text()
    opened.go("#t=0.4321&m=0")
    assert arrows(opened) == set()
    assert "there are no arrows at this threshold" in opened.page.locator("#arrows").inner_text()
    opened.page.locator(".presets button", has_text="Best F1").click()
    opened.settle()
    threshold = opened.value("#threshold")
    cut = evaluation.cut_at(threshold)
    tested = rate_differences(cut.model, {group: models["scores"] for group, models in cut.by_group.items()})
    assert arrows(opened) == {(one.group, one.metric) for one in tested if one.verdict == "worse" and one.matters}


def arrows(opened):
    return {
        (cell.locator("xpath=..").get_attribute("data-group"), cell.get_attribute("data-rate"))
        for cell in opened.page.locator("td.worse").all()
    }


def test_findings_of_the_page_name_no_command(open_page):
    opened = open_page(served_worse().html())
    said = opened.page.locator("#findings").inner_text()
    assert "It misses more in" in said
    assert "`" not in said and "truecut" not in said


def test_commands_in_findings_are_set_as_code_where_nothing_moves(open_page):
    opened = open_page(served_worse().html(), java_script_enabled=False)
    assert opened.page.locator("#findings code").all_text_contents() == ["truecut groups"]
    assert "`" not in opened.page.locator("#findings").inner_text()


def test_a_backtick_in_a_name_stays_a_backtick():
    finding = Finding("x", Tone.WARNING, "A title.", "Group '`rm -rf`' is <b>, see `truecut groups`.")
    assert finding_as_html(finding).endswith(
        "<p>Group &#x27;`rm -rf`&#x27; is &lt;b&gt;, see <code>truecut groups</code>.</p></li>\n"
    )


def shown_thresholds(opened):
    return [text.rsplit(" ", 1)[0].strip() for text in opened.page.locator(".presets button:visible").all_inner_texts()]


def offered_thresholds(summary):
    """Return what the dial offers of the thresholds of a summary: Youden's knows no costs, and is left to charts."""
    return [option.name for option in summary.models[0].thresholds if option.name != "Youden"]


def test_the_presets_are_those_of_the_summary(loans, open_page):
    opened = open_page(loans.html)
    summary = loans.evaluation.summary(cost=tc.Cost(fp=650, fn=4200))
    assert shown_thresholds(opened) == offered_thresholds(summary)
    assert "Cheapest" in shown_thresholds(opened)


def test_the_cheapest_threshold_is_offered_as_soon_as_costs_are_typed(loans, open_page):
    opened = open_page(loans.evaluation.html(), "#t=0.5&m=0")
    offered = offered_thresholds(loans.evaluation.summary())
    assert shown_thresholds(opened) == offered
    opened.page.fill(".prices input[name=fn]", "650")
    opened.settle()
    assert shown_thresholds(opened) == [*offered, "Cheapest"]
    opened.page.locator(".presets button", has_text="Cheapest").click()
    opened.settle()
    cheapest = loans.evaluation.models["boosted"].choose(tc.Cost(fp=1, fn=650))
    assert opened.cells() == cheapest.point.counts.cells()


def test_words_from_the_right_do_not_turn_the_sentence_around_them(open_page):
    """A number beside such a word would otherwise change its place: 400 of them would read as "them 400"."""
    words = tc.Words(positive="احتيال", negative="سليم", unit="معاملة", plural="معاملات")
    opened = open_page(tc.evaluate([1, 0] * 30, [i % 7 + i % 2 for i in range(60)], words=words).html())
    assert "1,000 \u2068معاملات\u2069" in opened.page.locator(".lede").text_content()
    sentence = opened.page.locator(".sentence")
    assert "1,000 \u2068معاملات\u2069" in sentence.text_content()
    ends = sentence.evaluate(
        """element => {
            const range = document.createRange();
            const box = node => { range.selectNodeContents(node); return range.getBoundingClientRect(); };
            return [box(element.childNodes[0]).left, box(element.querySelector('b')).left];
        }"""
    )
    assert ends[0] < ends[1]  # "Of every 1,000 ..." stands before the number of the flagged
    assert "\u2068" not in opened.page.locator("#copy textarea").input_value()
