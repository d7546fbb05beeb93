"""A work is cited in one way wherever it is cited: with the same journal, volume and page."""

import re
from collections import defaultdict
from pathlib import Path

HOUSE = Path(__file__).parents[2] / "src/truecut"
WORK = re.compile(
    r"(?P<first>[A-ZŠ][\w'-]+)(?:(?:, [A-Z][\w'-]+)*(?: & (?:[a-z]+ )*[A-Z][\w'-]+)?| et al\.) \(?"
    r"(?P<year>(?:19|20)\d\d),? \(?(?P<place>[A-Z][A-Za-z ]*?,? \d+(?:\(\d+\))?(?::e?\d+)?)"
)
TWICE_THAT_YEAR = {"Altman 1994", "Obuchowski 1997"}  # two works each


def works(text: str) -> dict[str, set[str]]:
    """Return where each work appeared, by its first author and year."""
    flowing = re.sub(r"\s+", " ", re.sub(r'"\s*\n\s*f?"|\n\s*#', " ", text))
    found = defaultdict(set)
    for one in WORK.finditer(flowing):
        found[f"{one['first']} {one['year']}"].add(one["place"])
    return found


def test_every_work_is_cited_in_one_way():
    cited: dict[str, set[str]] = defaultdict(set)
    for path in HOUSE.rglob("*.py"):
        for work, places in works(path.read_text(encoding="utf-8")).items():
            cited[work] |= places
    assert len(cited) > 100
    assert {work: places for work, places in cited.items() if len(places) > 1 and work not in TWICE_THAT_YEAR} == {}


def test_a_work_is_found_across_lines_and_two_ways_are_seen():
    text = '(Zou &\n    Donner 2008, Stat Med 27:1693); "Zou & Donner 2008, "\n    "Stat Med 27:1639"'
    assert works(text) == {"Zou 2008": {"Stat Med 27:1693", "Stat Med 27:1639"}}
