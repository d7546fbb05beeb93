"""What axe-core complains about on a page."""

from importlib.resources import files

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def results(page):
    """Return all that axe says of a page: violations, and what it leaves open."""
    page.evaluate(AXE)
    return page.evaluate("rules => axe.run(document, { runOnly: rules })", RULES)


def told(problems):
    """Return the rule of each problem, how often it is broken, and the first place."""
    return [
        (problem["id"], len(problem["nodes"]), problem["nodes"][0]["html"][:160], problem["nodes"][0]["failureSummary"])
        for problem in problems
    ]


def complaints(page):
    """Return what axe finds wrong on a page."""
    return told(results(page)["violations"])
