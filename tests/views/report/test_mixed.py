"""Hard predictions beside scores: named points in the charts, and a dial that rests while one is chosen."""

import pytest


def point_of(opened, chart, name):
    """Return where a named point stands in a chart, in pixels of the picture."""
    return opened.page.locator(f"svg[aria-label='{chart}']").evaluate(
        """(chart, name) => {
            const label = [...chart.querySelectorAll('[data-point]')].find(one => one.dataset.point === name);
            const dots = [...chart.querySelectorAll('.other-dot.hard')].map(dot => ({
                x: dot.cx.baseVal.value, y: dot.cy.baseVal.value }));
            const at = { x: Number(label.getAttribute('x')), y: Number(label.getAttribute('y')) };
            return dots.sort((a, b) => Math.hypot(a.x - at.x, a.y - at.y) - Math.hypot(b.x - at.x, b.y - at.y))[0];
        }""",
        name,
    )


@pytest.mark.parametrize("chosen", [0, 1])
def test_hard_classifiers_are_named_points_with_a_cross_in_every_models_chart(mixed, open_page, chosen):
    opened = open_page(mixed.html, f"#t=0.3&m={chosen}")
    assert opened.errors == []
    chart = opened.page.locator("svg[aria-label='ROC curve']")
    assert chart.locator("[data-point]").all_text_contents() == ["rule", "expert"]
    assert chart.locator(".cross").count() == 3  # of the dial, and of each
    frame = chart.evaluate("e => [e.viewBox.baseVal.width, e.viewBox.baseVal.height]")
    left, right, top, bottom = 46, frame[0] - 10, 24, frame[1] - 42
    for name in ("rule", "expert"):
        counts = mixed.evaluation.by_model[name].point.counts
        at = point_of(opened, "ROC curve", name)
        assert (at["x"] - left) / (right - left) == pytest.approx(counts.fp / (counts.fp + counts.tn), abs=1e-3)
        assert (bottom - at["y"]) / (bottom - top) == pytest.approx(counts.tp / (counts.tp + counts.fn), abs=1e-3)


def test_the_dial_moves_no_hard_classifier(mixed, open_page):
    opened = open_page(mixed.html, "#t=0.3&m=0")
    before = point_of(opened, "ROC curve", "rule")
    opened.page.locator("#dial").focus()
    opened.page.keyboard.press("PageUp")
    opened.settle()
    assert point_of(opened, "ROC curve", "rule") == before


def test_a_chosen_hard_classifier_has_no_dial_and_its_own_counts(mixed, open_page):
    opened = open_page(mixed.html, "#t=0.3&m=0")
    opened.page.select_option("#model", label="expert")
    opened.settle()
    assert opened.cells() == mixed.evaluation.by_model["expert"].point.counts.cells()
    assert not opened.page.locator("#dial").is_visible()
    assert "no threshold to move" in opened.page.locator(".dial").inner_text()
    shown = opened.metrics()
    assert shown["recall"]["value"] == mixed.evaluation.models["expert"].metric("recall").value
    assert shown["roc_auc"] == {
        "value": None,
        "low": None,
        "high": None,
        "text": "hard predictions are one point and have no curve",
    }
    opened.page.select_option("#model", label="boosted")
    opened.settle()
    assert opened.value("#threshold") == 0.3  # where the dial was left
    assert opened.page.locator("#dial").is_visible()


def test_models_are_compared_by_what_they_have_in_common(mixed, open_page):
    opened = open_page(mixed.html)
    lines = opened.page.locator("#differences tbody tr").all()
    shown = {
        (line.locator("th").inner_text(), line.locator("td").first.inner_text()): float(
            line.locator("[data-value]").get_attribute("data-value")
        )
        for line in lines
    }
    comparison = mixed.evaluation.compare()
    assert shown["boosted against plain", "AUC"] == comparison.difference("roc_auc", "boosted", "plain").value
    assert shown["boosted against rule", "Recall"] == comparison.difference("recall", "boosted", "rule").value
    assert shown["rule against expert", "False alarms"] == comparison.difference("fpr", "rule", "expert").value
    assert len(shown) == 1 + 2 * 5
    assert "scores are cut at 0.500" in opened.page.locator("#which").inner_text()


def test_a_hard_classifier_costs_the_same_at_every_threshold(mixed, open_page):
    opened = open_page(mixed.html)
    counts = mixed.evaluation.by_model["rule"].point.counts
    spent = 1000 * (counts.fp + 5 * counts.fn) / counts.rows
    texts = opened.page.locator("svg[aria-label='Cost at every threshold'] .note").all_text_contents()
    assert f"rule: {spent:,.0f}" in texts
