"""What holds for every metric of the four counts, read off its entry."""

import ast
from decimal import Decimal, localcontext
from fractions import Fraction
from math import inf, isnan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from strategies import HUGE_CELL, counts, parameters
from truecut.catalogue import CATALOGUE, Metric, Needs, metric
from truecut.catalogue.formula import Formula
from truecut.counting.counts import CELLS, Counts

COUNT_METRICS = [entry for entry in CATALOGUE if entry.needs == Needs.COUNTS]
every_count_metric = pytest.mark.parametrize("entry", COUNT_METRICS, ids=lambda entry: entry.name)

# Why there is no value must be said in words that fit the metric, not in these.
GENERIC_REASON = "the formula gives 0 / 0 here"
LARGE_CELL = st.integers(1, 2**40)


@every_count_metric
@given(data=st.data())
def test_a_value_lies_in_its_bounds_or_has_a_reason_why_there_is_none(entry: Metric, data):
    value = entry.at(data.draw(counts()), **data.draw(parameters(entry)))
    if value.is_defined:
        lowest, highest = entry.bounds
        assert lowest <= value.value <= highest
        assert value.undefined is None
    else:
        assert value.undefined
        assert value.undefined != GENERIC_REASON


@every_count_metric
@given(data=st.data())
def test_a_value_exists_unless_a_declared_condition_is_zero(entry: Metric, data):
    at = data.draw(counts())
    chosen = data.draw(parameters(entry))
    conditions = [Formula(zero).at(at.cells() | chosen) for zero in entry.undefined]
    assume(at.rows and all(conditions))
    assert entry.at(at, **chosen).is_defined


@every_count_metric
@given(data=st.data())
def test_only_an_absent_value_is_supplied_by_a_convention(entry: Metric, data):
    at = data.draw(counts())
    chosen = data.draw(parameters(entry))
    plain = entry.at(at, **chosen)
    for name, supplied in ({"zero": 0.0, "one": 1.0} | dict(entry.conventions)).items():
        value = entry.at(at, convention=name, **chosen)
        if plain.is_defined:
            assert value == plain
        else:
            assert (value.value, value.undefined, value.convention) == (supplied, plain.undefined, name)


@every_count_metric
@given(data=st.data())
def test_a_metric_along_a_curve_is_the_metric_point_by_point(entry: Metric, data):
    points = data.draw(st.lists(counts(), min_size=1, max_size=20))
    chosen = data.draw(parameters(entry))
    arrays = Counts(**{cell: np.array([getattr(point, cell) for point in points]) for cell in CELLS})
    one_by_one = np.array([float(entry.at(point, **chosen)) for point in points])
    along = np.broadcast_to(entry.along(arrays, **chosen), one_by_one.shape)
    np.testing.assert_allclose(along, one_by_one, rtol=1e-12, atol=1e-12)


# Costs of both signs cancel, so their sum along large counts is only as good as its largest term.
@pytest.mark.parametrize(
    "entry", [entry for entry in COUNT_METRICS if -inf not in entry.bounds], ids=lambda entry: entry.name
)
@given(data=st.data())
def test_large_counts_lose_nothing_along_a_curve(entry: Metric, data):
    at = data.draw(counts(LARGE_CELL))
    chosen = data.draw(parameters(entry))
    arrays = Counts(**{cell: np.array([count]) for cell, count in at.cells().items()})
    np.testing.assert_allclose(entry.along(arrays, **chosen), float(entry.at(at, **chosen)), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("entry", [entry for entry in COUNT_METRICS if entry.mirror], ids=lambda entry: entry.name)
@given(data=st.data())
def test_calling_the_other_class_positive_gives_the_mirror(entry: Metric, data):
    at = data.draw(counts())
    chosen = data.draw(parameters(entry))
    mirrored = {entry.mirrored_parameters.get(name, name): value for name, value in chosen.items()}
    ours = entry.at(at, **chosen)
    theirs = metric(entry.mirror).at(at.swapped(), **mirrored)
    assert ours.is_defined == theirs.is_defined
    assert float(ours) == pytest.approx(float(theirs), rel=1e-15, nan_ok=True)


@every_count_metric
def test_a_mirror_is_mutual(entry: Metric):
    assert not entry.mirror or metric(entry.mirror).mirror == entry.name


@every_count_metric
@given(data=st.data(), times=st.integers(2, 7))
def test_repeating_all_rows_changes_only_totals(entry: Metric, data, times):
    at = data.draw(counts())
    chosen = data.draw(parameters(entry))
    repeated = entry.at(Counts(**{cell: times * count for cell, count in at.cells().items()}), **chosen)
    factor = times if entry.is_total else 1
    # A square root of a many times larger product is another one, rounded anew.
    assert float(repeated) == pytest.approx(factor * float(entry.at(at, **chosen)), rel=1e-15, nan_ok=True)


@every_count_metric
@given(data=st.data())
def test_whole_counts_of_any_size_are_exact(entry: Metric, data):
    at = data.draw(counts(HUGE_CELL))
    chosen = data.draw(parameters(entry))
    # Only finite parameters have a fraction; infinity is tested by hand, with the formulas.
    assume(all(abs(value) < inf for value in chosen.values()))
    try:
        exact = worked_out(entry.formula, at.cells() | chosen)
    except ZeroDivisionError:
        assume(False)
    value = entry.at(at, **chosen).value
    if "sqrt" in entry.formula:
        # The last digit of a difference that nearly cancels is not what a correlation is read for.
        assert value == pytest.approx(exact, rel=1e-15, abs=1e-18)
    else:
        assert value == exact


def worked_out(formula: str, values: dict) -> float:
    """Evaluate with fractions and, for roots, 200 decimal digits: nothing shared with the package."""

    class Exactly(ast.NodeTransformer):
        def visit_Constant(self, node: ast.Constant) -> ast.expr:
            return ast.parse(f"Fraction({node.value})", mode="eval").body

    def sqrt(value: Fraction) -> Fraction:
        with localcontext(prec=200):
            return Fraction((Decimal(value.numerator) / Decimal(value.denominator)).sqrt())

    tree = ast.fix_missing_locations(Exactly().visit(ast.parse(formula, mode="eval")))
    names = {name: Fraction(value) for name, value in values.items()}
    # Powers stay fractions only if the exponent is a whole number.
    functions = {"Fraction": Fraction, "sqrt": sqrt, "max": max, "min": min}
    return float(eval(compile(tree, formula, "eval"), functions, names))


def values_at(at: Counts, chosen: dict) -> dict[str, float]:
    """Return cells, parameters and every metric at the same counts, by name."""
    metrics = {
        entry.name: float(entry.at(at, **{name: chosen[name] for name in entry.parameters if name in chosen}))
        for entry in COUNT_METRICS
    }
    return at.cells() | metrics | chosen


@pytest.mark.parametrize(
    ("entry", "expression"),
    [pytest.param(entry, text, id=f"{entry.name} = {text}") for entry in COUNT_METRICS for text in entry.equals],
)
@given(data=st.data())
def test_the_same_number_from_other_metrics(entry: Metric, expression: str, data):
    at = data.draw(counts(st.integers(0, 5000)))
    chosen = data.draw(parameters(entry))
    values = values_at(at, chosen)
    ours, theirs = values[entry.name], Formula(expression).at(values)
    # The way round may be undefined or infinite where the direct way is not: 1 / precision at precision 0.
    assume(not isnan(theirs))
    assert not isnan(ours)
    assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12)


def mistaken_for() -> list:
    """Return every metric with each formula it is confused with."""
    return [
        pytest.param(entry, text, id=f"{entry.name} is not {text}")
        for entry in COUNT_METRICS
        for text in entry.confused_with
    ]


@pytest.mark.parametrize(("entry", "expression"), mistaken_for())
def test_what_a_metric_is_confused_with_is_another_number(entry: Metric, expression: str):
    random = np.random.default_rng(1)
    tables = [Counts(*random.integers(1, 100, size=4).tolist()) for _ in range(20)]
    # Not the defaults: at beta = 1, or with weights that add up to 2, right and wrong agree.
    chosen = {name: 3 + place for place, name in enumerate(entry.parameters)}
    differences = [
        abs(values[entry.name] - Formula(expression).at(values)) for values in (values_at(at, chosen) for at in tables)
    ]
    assert max(differences) > 0.01
