"""p values adjusted for their number: against statsmodels, against every part of the family, and by their laws."""

import json
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.errors import BadCall, MissingColumn, UnknownArgument, UnknownName
from truecut.inference.multiple_tests import ADJUSTMENTS, holm, hommel

EXPECTED = Path(__file__).parents[1] / "reference" / "data" / "expected.json"
ENTRIES = json.loads(EXPECTED.read_text(encoding="utf-8"))["entries"]
PUBLISHED = [entry for entry in ENTRIES if entry["quantity"] == "holm_adjusted_p"]
ELSEWHERE = {
    "holm": "holm",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
    "bonferroni": "bonferroni",
    "sidak": "sidak",
    "holm-sidak": "holm-sidak",
    "benjamini-hochberg": "fdr_bh",
    "benjamini-yekutieli": "fdr_by",
}
p_values = st.lists(st.floats(0, 1).map(lambda p: round(p, 3)), min_size=1, max_size=8)
each = pytest.mark.parametrize("name", ADJUSTMENTS)


@each
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_statsmodels_finds_the_same(name):
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    rng = np.random.default_rng(3)
    for tests in (1, 2, 5, 40):
        for ties in (2, 12):
            p = (rng.random(tests) ** 3).round(ties)
            theirs = multitest.multipletests(p, method=ELSEWHERE[name])[1]
            np.testing.assert_allclose(tc.adjust(p, name).adjusted, theirs, atol=1e-12)


def _simes(p):
    ordered = np.sort(p)
    return min(1.0, (len(p) / np.arange(1, len(p) + 1) * ordered).min())


@given(p_values.filter(lambda p: len(p) <= 6))
def test_hommel_is_what_every_part_of_the_family_allows(p):
    for i, found in enumerate(hommel(p)):
        others = [j for j in range(len(p)) if j != i]
        parts = [[p[i], *(p[j] for j in some)] for size in range(len(p)) for some in combinations(others, size)]
        assert found == pytest.approx(max(map(_simes, parts)))


@each
@given(p=p_values)
def test_an_adjusted_p_value_is_no_smaller_and_keeps_the_order(name, p):
    found = tc.adjust(p, name).adjusted
    assert all(given <= one + 1e-12 and one <= 1 for given, one in zip(p, found, strict=True))
    order = np.argsort(p, kind="stable")
    assert (np.diff(np.array(found)[order]) >= -1e-12).all()
    assert tc.adjust(p[::-1], name).adjusted == found[::-1]


@given(p_values)
def test_who_supposes_more_is_never_stricter(p):
    by = {name: np.array(tc.adjust(p, name).adjusted) for name in ADJUSTMENTS}
    chain = ("hommel", "hochberg", "holm", "bonferroni")
    assert all((by[a] <= by[b] + 1e-12).all() for a, b in pairwise(chain))
    assert (by["benjamini-hochberg"] <= by["benjamini-yekutieli"] + 1e-12).all()
    assert (by["benjamini-hochberg"] <= by["hochberg"] + 1e-12).all()


@each
def test_tests_that_are_not_given_count_as_found_nothing(name):
    assert tc.adjust([0.001, 0.02], name, family=5).adjusted == tc.adjust([0.001, 0.02, 1, 1, 1], name).adjusted[:2]


def test_what_was_not_tested_is_not_in_the_family():
    found = tc.adjust({"a": 0.01, "b": None, "c": float("nan"), "d": 0.04})
    assert (found.family, found.adjusted) == (2, [0.02, None, None, 0.04])
    assert [test.stands for test in found] == [True, False, False, True]


def test_one_family_is_read_alike_from_every_holder(tmp_path):
    expected = tc.adjust({"a": 0.01, "b": 0.04}).to_dict()
    frame = pd.DataFrame({"test": ["a", "b"], "p_value": [0.01, 0.04]})
    path = tmp_path / "tests.csv"
    frame.to_csv(path, index=False)
    for held in (
        frame,
        pl.DataFrame(frame.to_dict("list")),
        path,
        str(path),
        pd.Series({"a": 0.01, "b": 0.04}).to_dict(),
    ):
        assert tc.adjust(held).to_dict() == expected
    assert tc.adjust(frame.rename(columns={"p_value": "p"}), p="p", name="test").to_dict() == expected
    assert tc.adjust(np.array([0.01, 0.04])).adjusted == tc.adjust(pd.Series([0.01, 0.04])).adjusted == [0.02, 0.04]


def test_results_that_have_p_values_are_adjusted_as_the_comparison_does():
    differences = tc.example("breast-cancer").evaluate().compare().differences("roc_auc")
    found = tc.adjust(differences)
    assert found.adjusted == [one.adjusted_p for one in differences]
    assert found.tests[0].name == "roc_auc: logistic - forest"


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: tc.adjust([1.5]), BadCall, r"between 0 and 1, but that of 1 is 1\.5"),
        (lambda: tc.adjust([5]), BadCall, r"5 % is 0\.05"),
        (lambda: tc.adjust([-0.1]), BadCall, "between 0 and 1"),
        (lambda: tc.adjust(0.05), BadCall, "numbers in a list"),
        (lambda: tc.adjust([]), BadCall, "no p values"),
        (lambda: tc.adjust(["0.05"]), BadCall, "A p value is a number, but that of 1 is '0.05'"),
        (lambda: tc.adjust([0.1, 0.2], "fwer"), UnknownName, "No adjustment of p values is called 'fwer'"),
        (lambda: tc.adjust([0.1, 0.2], family=1), BadCall, "cannot have 1"),
        (lambda: tc.adjust([0.1, 0.2], family=2.5), BadCall, "a whole number"),
        (lambda: tc.adjust([0.1], level=95), BadCall, r"0\.95"),
        (lambda: tc.adjust([0.1], alpha=0.05), UnknownArgument, "1 - alpha: level=0.95"),
        (lambda: tc.adjust(pd.DataFrame({"p": [0.1]})), MissingColumn, "has no column 'p_value'"),
        (lambda: tc.adjust(pd.DataFrame({"p_value": ["a"]})), BadCall, "holds words"),
    ],
)
def test_slips_get_a_sentence(call, kind, sentence):
    with pytest.raises(kind, match=sentence):
        call()


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case["id"])
def test_many_p_values_are_adjusted_step_by_step(case):
    assert holm(case["input"]["p"]) == pytest.approx(case["expected"], abs=case["tol"]["abs"], rel=0)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_adjusted_p_values_keep_their_order_and_never_shrink(p_values):
    adjusted = holm(p_values)
    assert all(p <= a <= 1 for p, a in zip(p_values, adjusted, strict=True))
    order = np.argsort(p_values, kind="stable")
    assert np.all(np.diff(np.array(adjusted)[order]) >= 0)
    assert min(adjusted) == pytest.approx(min(1, len(p_values) * min(p_values)))
