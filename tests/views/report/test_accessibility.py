"""axe-core finds nothing to complain about, in any mode."""

from importlib.resources import files

import pytest

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MODES = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"width": 390, "height": 844},
    "forced colours": {"forced_colors": "active"},
}


def complaints(opened):
    opened.page.evaluate(AXE)
    found = opened.page.evaluate("rules => axe.run(document, { runOnly: rules })", RULES)
    return [
        (problem["id"], len(problem["nodes"]), problem["nodes"][0]["html"][:160], problem["nodes"][0]["failureSummary"])
        for problem in found["violations"]
    ]


@pytest.mark.parametrize("mode", MODES)
def test_axe_has_no_complaint(loans, open_page, mode):
    opened = open_page(loans.html, bypass_csp=True, **MODES[mode])
    opened.page.locator("[data-metric=precision] summary").click()
    opened.page.locator("[data-metric=roc_auc] summary").click()
    assert complaints(opened) == []
