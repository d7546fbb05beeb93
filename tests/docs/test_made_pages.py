"""Pages that the code makes say what is so: formulas, painted cells, arrows, steps and examples."""

import random
import re
from itertools import pairwise
from math import isclose, sqrt
from pathlib import Path

import pytest
from making.gallery import page as gallery_page
from making.glossary_pages import anchor, glossary_pages
from making.in_steps import STEPS, steps_of
from making.metric_pages import GIVEN, metric_pages
from making.pictures import CELLS, example_parameters, pushes, shares_in
from making.ten_rows import LABELS, SCORES, hull, roc_points
from making.term_pictures import DRAWN
from making.typeset import OF_SCORES, formula_of, typeset
from run_examples import DOCS, Page, run_page

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.catalogue.formula import Formula
from truecut.catalogue.glossary import TERMS, Picture, kind_of_term
from truecut.views.plots.kinds import KINDS

OF_COUNTS = [entry for entry in CATALOGUE if entry.needs_only_counts]
NAMES = {r"\beta": "beta", "p_t": "pt", "C": "classes"}
PAGES = dict(metric_pages())


def braced(text: str, start: int) -> tuple[str, int]:
    """Return what stands in the braces that open at a place, and where they end."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if not depth:
            return text[start + 1 : place], place + 1
    raise ValueError(text)


def read_back(latex: str) -> str:
    """Return a formula of LaTeX as Python; written apart from what typesets it."""
    latex = re.sub(r"\\mathrm\{(TP|FP|FN|TN)\}", lambda cell: cell[1].lower(), latex)
    latex = re.sub(r"([cw])_\{(?:\\mathrm\{)?(\w+)\}?\}", _priced, latex)
    while r"\frac" in latex:
        start = latex.rindex(r"\frac")
        above, middle = braced(latex, start + len(r"\frac"))
        below, end = braced(latex, middle)
        latex = f"{latex[:start]}(({above})/({below})){latex[end:]}"
    while r"\sqrt" in latex:
        start = latex.rindex(r"\sqrt")
        inside, end = braced(latex, start + len(r"\sqrt"))
        latex = f"{latex[:start]}sqrt({inside}){latex[end:]}"
    for sign, name in NAMES.items():
        latex = re.sub(rf"{re.escape(sign)}(?![a-z_])", name, latex)
    latex = latex.replace(r"\cdot", "*").replace(r"\left", "").replace(r"\right", "").replace(r"\max", "max")
    return latex.replace("}^{", ")**(").replace("{", "(").replace("}", ")")


def _priced(found: re.Match[str]) -> str:
    return f"{'cost' if found[1] == 'c' else 'w'}_{found[2].lower()}"


@pytest.mark.parametrize("entry", OF_COUNTS, ids=lambda entry: entry.name)
def test_a_typeset_formula_gives_the_value_of_the_catalogue(entry) -> None:
    draw, python = random.Random(7), read_back(typeset(entry.formula))
    for _ in range(100):
        names = {cell: draw.randint(1, 90) for cell in CELLS} | example_parameters(entry)
        value = eval(python, {"sqrt": sqrt, "max": max}, names)
        assert isclose(value, Formula(entry.formula).at(names), rel_tol=1e-9, abs_tol=1e-12), python


def test_every_metric_of_scores_has_a_formula_and_its_fractions_have_braces() -> None:
    assert set(OF_SCORES) == {entry.name for entry in CATALOGUE if not entry.needs_only_counts}
    for entry in CATALOGUE:
        assert not re.search(r"\\t?frac[^{]", formula_of(entry)), entry.name


@pytest.mark.parametrize("entry", OF_COUNTS, ids=lambda entry: entry.name)
def test_the_arrows_hold_on_other_tables_than_those_they_come_from(entry) -> None:
    draw, moves = random.Random(99), pushes(entry)
    for _ in range(100):
        counts = {cell: draw.randint(1, 60) for cell in CELLS}
        before = Formula(entry.formula).at(counts | example_parameters(entry))
        for cell, move in moves.items():
            more = Formula(entry.formula).at(counts | {cell: counts[cell] + 1} | example_parameters(entry)) - before
            assert abs(more) < 1e-9 if move == "out" else True
            assert more > -1e-9 if move == "up" else more < 1e-9 if move == "down" else True


def test_a_share_is_painted_for_every_share_of_rows() -> None:
    for entry in CATALOGUE:
        if entry.is_proportion and entry.name != "no_information_rate":
            assert shares_in(entry.formula)[0] == (Formula(entry.formula).numerator, Formula(entry.formula).denominator)


@pytest.mark.parametrize("place", PAGES)
def test_examples_on_made_pages_give_what_they_show(place: str, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(PAGES[place], encoding="utf-8")
    steps, _ = run_page(Page.read(path))
    assert [step.difference() for step in steps if not step.agrees] == []
    assert len(steps) == 0 if place == "metrics/index.md" else steps


@pytest.mark.parametrize("name", STEPS)
def test_steps_in_words_end_at_the_value(name: str) -> None:
    value = tc.evaluate(LABELS, SCORES).metric(name, **GIVEN.get(name, {})).value
    said = steps_of(name).removesuffix(" They are also the squares under the curve.")
    last = float(re.findall(r"\d+\.\d+|\d+(?=\.$)", said)[-1])
    assert last == pytest.approx(value, abs=6e-5)


def test_the_hull_of_the_ten_rows_is_convex_and_above_them() -> None:
    outer = hull(roc_points())
    area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(outer))
    assert area == pytest.approx(tc.evaluate(LABELS, SCORES).metric("roc_auc_hull").value)


def test_the_glossary_shows_every_term_and_every_drawing() -> None:
    pages = dict(glossary_pages())
    for term in TERMS:
        assert f"({anchor(term)})=" in pages[f"glossary/{kind_of_term(term)}.md"]
        assert f"[{term.name}]" in pages["glossary/index.md"]
    assert set(DRAWN) == set(Picture)


def test_the_page_of_a_term_exists() -> None:
    made = {place.removesuffix(".md") for place in PAGES} | {"gallery/index"}
    for term in TERMS:
        assert not term.page or term.page in made or (DOCS / f"{term.page}.md").is_file(), term.name


def test_the_gallery_shows_every_kind_of_figure() -> None:
    text = gallery_page()
    for kind in KINDS:
        assert f"(figure-{kind.name})=" in text
        assert f" {kind.name} --no-title" in text
