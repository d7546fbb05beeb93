"""A metric from the values of others, and the steps that people take to it."""

from fractions import Fraction
from math import isnan, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.derived_values import checked_values, derived
from truecut.catalogue.formula import Formula
from truecut.counting.counts import CELLS, Counts, cell_named
from truecut.errors import BadCall, UnknownName

WITH_STEPS = [entry for entry in CATALOGUE if entry.steps]
DERIVABLE = [entry for entry in CATALOGUE if entry.equals and entry.needs_only_counts]
cells = st.builds(Counts, *[st.integers(1, 10**6)] * 4)


@pytest.mark.parametrize("entry", WITH_STEPS, ids=lambda entry: entry.name)
@given(counts=cells)
def test_the_steps_lead_to_the_metric(entry, counts):
    values = {**counts.cells(), **entry.parameters}
    for name, text in entry.steps.items():
        values[name] = Formula(text).at(values)
    assert name == entry.name
    assert values[entry.name] == pytest.approx(float(entry.at(counts)), rel=1e-9, abs=1e-12)


def test_kappa_is_agreement_beyond_what_is_expected():
    """30 + 55 of 100 agree; by the margins 35 x 40 and 65 x 60 of 10,000 would: (0.85 - 0.53) / (1 - 0.53)."""
    steps = tc.explain("kappa", tp=30, fn=10, fp=5, tn=55).steps
    assert [(step.name, step.formula) for step in steps][-1] == ("kappa", "(observed - expected) / (1 - expected)")
    assert [step.value for step in steps] == [0.85, 0.53, pytest.approx(0.32 / 0.47)]
    assert steps[-1].numbers == "(0.85 - 0.53) / (1 - 0.53)"


@pytest.mark.parametrize(
    ("precision", "recall", "f1"), [(0.3, 0.8, 0.44), (0.2, 0.9, 0.33), (0.7, 0.4, 0.51), (0.5, 1, 2 / 3), (0, 0.5, 0)]
)
def test_f1_follows_from_precision_and_recall(precision, recall, f1):
    explained = tc.explain("f1", precision=precision, recall=recall)
    assert float(explained.value) == pytest.approx(f1, abs=0.0051)
    assert explained.numbers == f"2 × {precision} × {recall} / ({precision} + {recall})"
    plain_mean = explained.not_same_as[0]
    assert float(plain_mean.value) == pytest.approx((precision + recall) / 2)


def test_the_harmonic_mean_is_told_with_numbers():
    assert Fraction(2, 1) / (Fraction(1, 1) + Fraction(1, 9)) == Fraction(18, 10)
    assert "of 1 and 9 it is 2 / (1/1 + 1/9) = 1.8, where the plain mean is 5" in tc.explain("f1").meaning


def test_bayes_needs_two_rates_and_the_prevalence():
    """Of 10,000 people 100 are ill: 90 are found, and 495 of the 9,900 others are flagged as well."""
    explained = tc.explain("precision", sensitivity=0.9, specificity=0.95, prevalence=0.01)
    assert float(explained.value) == pytest.approx(90 / (90 + 495))
    assert [step.name for step in explained.steps] == ["fpr"]


@pytest.mark.parametrize("entry", DERIVABLE, ids=lambda entry: entry.name)
@given(counts=cells)
def test_what_follows_from_others_is_what_the_counts_give(entry, counts):
    parameters = dict(entry.parameters)
    for text in entry.equals:
        names = Formula(text).names - entry.parameters.keys()
        known = {name: metric(name).at(counts).value for name in names}
        value = derived(entry, known, parameters)[-1].value
        assert value == pytest.approx(float(entry.at(counts)), rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        (
            "f1",
            {"precision": 0.8},
            "f1 does not follow from these; it follows from precision and recall; or threat_score.",
        ),
        ("kappa", {"precision": 0.8}, "kappa does not follow from these; it follows from expected and observed."),
        (
            "f1",
            {"precision": 80, "recall": 1},
            "precision lies between 0 and 1, and 80 does not. 80 % is written 80% or 0.8.",
        ),
        ("f1", {"precision": "high", "recall": 1}, "precision must be a number, not 'high'."),
        ("f1", {"precision": True, "recall": 1}, "precision must be a number, not True."),
        ("f1", {"precision": 0.5, "ppv": 0.5, "recall": 1}, "precision is given twice."),
        ("f1", {"tp": 1, "fn": 1, "fp": 1, "tn": 1, "recall": 1}, "Give either four counts or the values of metrics"),
    ],
)
def test_what_does_not_follow_is_said(name, values, said):
    with pytest.raises(BadCall) as refused:
        tc.explain(name, **values)
    assert str(refused.value).startswith(said)


def test_a_misspelt_value_gets_a_suggestion():
    with pytest.raises(UnknownName, match="Did you mean 'precision'"):
        tc.explain("f1", precison=0.8, recall=0.6)


def test_no_value_is_no_number():
    explained = tc.explain("f1", precision=0, recall=0)
    assert (explained.value.value, explained.value.undefined) == (None, "the formula gives 0 / 0 here")
    assert isnan(Formula("p / r").at({"p": 0, "r": 0}))
    assert checked_values({"mcc": -sqrt(0.25)}) == {"mcc": -0.5}


@pytest.mark.parametrize(
    ("spelling", "cell"),
    [
        ("tp", "tp"),
        ("TP", "tp"),
        ("True Positives", "tp"),
        ("true_positive", "tp"),
        ("hits", "tp"),
        ("False-Positive", "fp"),
        ("false alarms", "fp"),
        ("FN", "fn"),
        ("misses", "fn"),
        ("trueNegatives", "tn"),
        ("t", None),
        ("recall", None),
        ("", None),
    ],
)
def test_counts_are_known_by_any_spelling(spelling, cell):
    assert cell_named(spelling) == cell


def test_the_four_names_are_their_own():
    assert [cell_named(cell) for cell in CELLS] == list(CELLS)
