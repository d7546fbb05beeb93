"""One formula, three uses: a point, a curve, a reader."""

from fractions import Fraction
from math import inf, isnan, nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truecut.catalogue import CATALOGUE, Metric, Needs, metric
from truecut.catalogue.formula import Formula
from truecut.counting.counts import CELLS, Counts

every_count_metric = pytest.mark.parametrize(
    "entry", [entry for entry in CATALOGUE if entry.needs == Needs.COUNTS], ids=lambda entry: entry.name
)


def test_a_formula_is_evaluated_at_a_point():
    assert Formula("tp / (tp + fp)").at({"tp": 30, "fp": 5}) == 30 / 35


def test_the_same_formula_is_evaluated_along_a_curve():
    values = Formula("tp / (tp + fp)").along({"tp": np.array([30, 40]), "fp": np.array([5, 60])})
    assert values.tolist() == [30 / 35, 40 / 100]


@pytest.mark.parametrize(
    ("above", "below", "value"),
    [(0, 0, nan), (1, 0, inf), (-1, 0, -inf), (0, 5, 0), (1, inf, 0), (inf, inf, nan), (inf, 2, inf), (nan, 0, nan)],
)
def test_nothing_by_nothing_is_undefined_and_something_by_nothing_infinite(above, below, value):
    np.testing.assert_equal(Formula("tp / fp").at({"tp": above, "fp": below}), float(value))
    along = Formula("tp / fp").along({"tp": np.array([above]), "fp": np.array([below])})
    np.testing.assert_equal(along, [float(value)])


def test_nothing_is_rounded_before_the_last_step():
    # 1 / 3 + 1 / 3 + 1 / 3 in floats would also be 1, but 3 * (1 / 10) would not be 3 / 10.
    assert Formula("tp * (1 / 10)").at({"tp": 3}) == 0.3 != 3 * (1 / 10)


def test_counts_beyond_every_float_stay_exact():
    # As floats both are 2**60, and the difference 0.
    assert Formula("tp - fp").at({"tp": 2**60 + 1, "fp": 2**60}) == 1


def test_products_beyond_int64_stay_exact():
    assert Formula("tp * tn - fp * fn").at({"tp": 10**18, "tn": 10**18, "fp": 10**18 + 1, "fn": 10**18 - 1}) == 1


def test_numpy_integers_do_not_overflow_at_a_point():
    assert Formula("tp * tp * tp").at({"tp": np.int64(10**18)}) == 1e54


@pytest.mark.parametrize(("beta", "limit"), [(0.0, "precision"), (inf, "recall")])
def test_f_beta_reaches_its_limits_exactly_on_counts_beyond_every_float(beta, limit):
    counts = Counts(tp=2**60 + 1, fp=2**53 + 1, fn=2**59 + 7, tn=0)
    assert metric("f_beta").at(counts, beta=beta).value == metric(limit).at(counts).value


@pytest.mark.parametrize(("value", "root"), [(0, 0), (49, 7), (2, sqrt(2)), (10**40, 10**20), (Fraction(9, 4), 1.5)])
def test_a_root_is_exact_or_correctly_rounded(value, root):
    assert Formula("sqrt(tp)").at({"tp": value}) == root


def test_a_root_of_something_negative_is_undefined():
    assert isnan(Formula("sqrt(tp)").at({"tp": -1}))
    assert isnan(Formula("sqrt(tp)").along({"tp": np.array([-1])})[0])


@pytest.mark.parametrize(("name", "expected"), [("max", 3), ("min", 2)])
def test_the_larger_and_the_smaller_of_two(name, expected):
    assert Formula(f"{name}(tp, fp)").at({"tp": 2, "fp": 3}) == expected
    assert Formula(f"{name}(tp, fp)").along({"tp": np.array([2]), "fp": np.array([3])}).tolist() == [expected]
    assert isnan(Formula(f"{name}(tp, fp / 0)").at({"tp": 2, "fp": 0}))


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("tp / (tp + fp)", "30 / (30 + 5)"),
        ("1 - (tp - fp)", "1 - (30 - 5)"),
        ("1 - (tp + fp)", "1 - (30 + 5)"),
        ("1 - tp + fp", "1 - 30 + 5"),
        ("tp * (fp + 1)", "30 × (5 + 1)"),
        ("tp / (fp / 2)", "30 / (5 / 2)"),
        ("tp / fp / 2", "30 / 5 / 2"),
        ("(1 + tp**2) * fp", "(1 + 30²) × 5"),
        ("sqrt(tp + fp)", "sqrt(30 + 5)"),
        ("max(tp, fp)", "max(30, 5)"),
        ("-tp + fp", "-30 + 5"),
    ],
)
def test_numbers_are_put_in_with_only_the_brackets_that_are_needed(text, readable):
    assert Formula(text).with_names({"tp": "30", "fp": "5"}) == readable


def test_a_negative_number_is_put_in_brackets():
    assert Formula("cost * tp").with_names({"cost": "-1", "tp": "30"}) == "(-1) × 30"


@every_count_metric
def test_a_formula_as_shown_means_what_it_computes(entry: Metric):
    values = {"tp": 30, "fp": 5, "fn": 10, "tn": 55} | {name: 3 + place for place, name in enumerate(entry.variables)}
    shown = Formula(entry.formula).with_names({name: str(value) for name, value in values.items()})
    as_text = shown.replace("×", "*").replace("²", "**2").replace("³", "**3")
    assert Formula(as_text).at({}) == pytest.approx(Formula(entry.formula).at(values), rel=1e-15)


@every_count_metric
def test_a_formula_mentions_only_cells_and_declared_parameters(entry: Metric):
    assert Formula(entry.formula).names <= {*CELLS, *entry.variables}


def test_above_and_below_the_last_division():
    formula = Formula("(tp + tn) / (tp + fp + fn + tn)")
    assert (formula.numerator, formula.denominator) == ("tp + tn", "tp + fp + fn + tn")
    assert (Formula("fp + fn").numerator, Formula("fp + fn").denominator) == ("", "")


@pytest.mark.parametrize("text", ["tp / (tp + fp)", "(tp + tn) / (tp + fp + fn + tn)"])
def test_a_part_of_a_sum_over_that_sum_is_a_share_of_rows(text):
    assert Formula(text).is_proportion


@pytest.mark.parametrize(
    "text", ["fp + fn", "2 * tp / (2 * tp + fp)", "tp / tp", "(tp + fp) / tp", "1 / tp", "tp / (tp + beta)", "tp / fn"]
)
def test_anything_else_is_not_a_share_of_rows(text):
    assert not Formula(text).is_proportion


@pytest.mark.parametrize(
    "text", ["__import__('os')", "tp.real", "tp[0]", "tp if fp else fn", "tp < fp", "lambda: 1", "abs(tp)", "[tp]"]
)
def test_a_formula_is_arithmetic_and_nothing_else(text):
    with pytest.raises(ValueError, match="formula"):
        Formula(text).at({"tp": 1, "fp": 1, "fn": 1})


@given(
    st.tuples(*[st.integers(0, 10**40)] * 4),
    st.sampled_from([entry.formula for entry in CATALOGUE if entry.needs == Needs.COUNTS]),
)
def test_whole_numbers_are_divided_as_fractions_are(cells, text):
    counts = dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True))
    values = counts | dict.fromkeys(Formula(text).names - counts.keys(), 3)
    exact = Formula(text).at({name: Fraction(value) for name, value in values.items()})
    found = Formula(text).at(values)
    assert found == exact or (isnan(found) and isnan(exact))


def test_a_quotient_beyond_floats_is_not_lost():
    assert Formula("tp / (tp + fp)").at({"tp": 10**400, "fp": 10**400}) == 0.5
    assert Formula("(tp + fp) / fn").at({"tp": 1, "fp": 0, "fn": 0}) == inf
