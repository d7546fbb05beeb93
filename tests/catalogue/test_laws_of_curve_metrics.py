"""What holds for every metric of the whole curve, read off its entry."""

import re
from math import isnan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from strategies import SMALL_WHOLE, Rows, parameters, rows, rows_for
from truecut.catalogue import CATALOGUE, Metric, Needs, metric
from truecut.catalogue.formula import Formula
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve

OF_COUNTS = [entry for entry in CATALOGUE if entry.needs == Needs.COUNTS]
OF_A_CURVE = [entry for entry in CATALOGUE if entry.needs != Needs.COUNTS]
every_metric_of_a_curve = pytest.mark.parametrize("entry", OF_A_CURVE, ids=lambda entry: entry.name)
WEIGHTED = (Weights.REPEATED, Weights.IMPORTANCE)

# Each is strictly rising, on whole numbers from -9 to 9 even after rounding.
RISING = {"stretched": lambda s: 3 * s + 1, "cubed": lambda s: s**3, "exp": np.exp, "arctan": np.arctan}
NUMBER = re.compile(r"-?\d[\d,]*(\.\d+)?(e[-+]?\d+)?")
COMPARISON = re.compile(r"(N <= )?\w+ [<>]= N")


def close(value, rel=1e-9):
    """Compare numbers as areas, and absent values as absent."""
    return pytest.approx(float(value), rel=rel, abs=1e-12, nan_ok=True)


@every_metric_of_a_curve
@given(data=st.data())
def test_a_value_lies_in_its_bounds_or_has_a_declared_reason(entry: Metric, data):
    chosen = data.draw(parameters(entry))
    value = entry.of(data.draw(rows_for(entry)).curve(), **chosen)
    if value.is_defined:
        lowest, highest = entry.bounds
        assert lowest <= value.value <= highest
        assert value.undefined is None
    else:
        # A metric that is told the name of another may pass on the reason of that one.
        asked = [metric(name) for name in entry.chosen(chosen).values() if isinstance(name, str)]
        declared = [reason for asked_entry in (entry, *asked) for reason in asked_entry.undefined.values()]
        assert apart_from_numbers(value.undefined) in map(apart_from_numbers, declared)


def apart_from_numbers(reason: str) -> str:
    """Return a reason without the numbers and bounds at hand: "k = 20 is more than all 8 rows"."""
    return COMPARISON.sub("C", NUMBER.sub("N", reason).replace("N row has", "N rows have"))


# Scores of positives and negatives where a value is the best or the worst there is: rounding shows there.
EXTREMES = {"perfect": (0.75, 0.25), "reversed": (0.25, 0.75), "constant": (0.5, 0.5), "certain": (1.0, 0.0)}


@pytest.mark.parametrize("extreme", EXTREMES)
@every_metric_of_a_curve
@given(data=st.data(), positives=st.integers(1, 9), negatives=st.integers(1, 9))
def test_extreme_values_do_not_leave_the_bounds_by_rounding(entry: Metric, extreme: str, data, positives, negatives):
    labels = np.repeat([True, False], [positives, negatives])
    curve = Rows(labels, np.where(labels, *EXTREMES[extreme])).curve()
    value = entry.of(curve, **data.draw(parameters(entry)))
    lowest, highest = entry.bounds
    assert not value.is_defined or lowest <= value.value <= highest


@every_metric_of_a_curve
def test_ordinary_rows_have_every_value(entry: Metric):
    labels = [True, True, False, True, False, True, False, False, True, False]
    scores = [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    assert entry.of(Rows(np.array(labels), np.array(scores)).curve()).is_defined


@every_metric_of_a_curve
def test_no_rows_are_not_enough(entry: Metric):
    value = entry.of(Rows(np.array([], dtype=bool), np.array([], dtype=float)).curve())
    assert not value.is_defined
    assert value.undefined


@pytest.mark.parametrize("entry", [entry for entry in OF_A_CURVE if entry.needs == Needs.CURVE], ids=lambda e: e.name)
@pytest.mark.parametrize("transform", RISING)
@given(data=st.data())
def test_only_the_order_of_the_scores_matters(entry: Metric, transform: str, data):
    drawn = data.draw(rows(scores=SMALL_WHOLE))
    moved = Rows(
        drawn.labels,
        RISING[transform](drawn.scores.astype(float)),
        drawn.weights,
        drawn.weights_are,
        drawn.lower_is_positive,
    )
    chosen = data.draw(parameters(entry))
    assert entry.of(moved.curve(), **chosen) == entry.of(drawn.curve(), **chosen)


@pytest.mark.parametrize("entry", [entry for entry in OF_A_CURVE if entry.mirror], ids=lambda entry: entry.name)
@given(data=st.data())
def test_calling_the_other_class_positive_gives_the_mirror(entry: Metric, data):
    drawn = data.draw(rows_for(entry))
    chosen = data.draw(parameters(entry))
    mirrored = {entry.mirrored_parameters.get(name, name): value for name, value in chosen.items()}
    if entry.needs == Needs.PROBABILITIES:
        # The probability of the other class is 1 - p; these are sixty-fourths, so nothing is rounded.
        theirs = Rows(~drawn.labels, 1 - drawn.scores, drawn.weights, drawn.weights_are).curve()
    else:
        theirs = CountsCurve(drawn.table().swapped())
    ours = entry.of(drawn.curve(), **chosen)
    other = metric(entry.mirror).of(theirs, **mirrored)
    assert ours.is_defined == other.is_defined
    assert float(ours) == close(other)


@every_metric_of_a_curve
def test_a_mirror_is_mutual(entry: Metric):
    assert not entry.mirror or metric(entry.mirror).mirror == entry.name


@every_metric_of_a_curve
@given(data=st.data())
def test_a_weight_counts_as_that_many_rows(entry: Metric, data):
    weighted = data.draw(rows_for(entry, kinds=WEIGHTED, weights=st.integers(1, 4), most=12))
    chosen = data.draw(parameters(entry))
    ours, theirs = entry.of(weighted.curve(), **chosen), entry.of(written_out(weighted).curve(), **chosen)
    assert ours.is_defined == theirs.is_defined
    assert float(ours) == close(theirs)


@given(weighted=rows(kinds=WEIGHTED, weights=st.integers(1, 4), most=12))
def test_a_weight_counts_as_that_many_rows_at_every_threshold(weighted):
    ours, theirs = weighted.curve(), written_out(weighted).curve()
    assert len(ours) == len(theirs)
    for index in range(len(ours)):
        for entry in OF_COUNTS:
            assert entry.at(ours.entry(index)) == entry.at(theirs.entry(index))


def written_out(weighted: Rows) -> Rows:
    """Return each row as often as its weight says."""
    one_by_one = weighted.take(np.repeat(np.arange(len(weighted)), weighted.weights.astype(int)))
    return Rows(one_by_one.labels, one_by_one.scores, lower_is_positive=weighted.lower_is_positive)


@every_metric_of_a_curve
@given(data=st.data(), times=st.integers(2, 5))
def test_repeating_all_rows_changes_only_totals(entry: Metric, data, times):
    drawn = data.draw(rows_for(entry, most=12))
    repeated = drawn.take(np.repeat(np.arange(len(drawn)), times))
    chosen = data.draw(parameters(entry))
    # k is a number of rows: the top k of these rows are the top 2 k where each stands twice.
    of_more_rows = {name: times * value if name == "k" else value for name, value in chosen.items()}
    factor = times if entry.is_total else 1
    ours = entry.of(repeated.curve(), **of_more_rows)
    assert float(ours) == close(factor * float(entry.of(drawn.curve(), **chosen)))


@every_metric_of_a_curve
@given(data=st.data())
def test_halves_of_the_rows_give_the_same_value_once_added(entry: Metric, data):
    drawn = data.draw(rows_for(entry))
    cut = data.draw(st.integers(0, len(drawn)))
    chosen = data.draw(parameters(entry))
    added = CountsCurve(drawn.take(slice(cut)).table() + drawn.take(slice(cut, None)).table())
    assert entry.of(added, **chosen) == entry.of(drawn.curve(), **chosen)


def values_of(curve: CountsCurve, names: frozenset[str], chosen: dict) -> dict[str, float]:
    """Return the named metrics of one curve; of those at a threshold only what is the same at each."""
    values = {name: value for name, value in chosen.items() if name in names}
    for name in names - set(values):
        entry = metric(name)
        if entry.needs != Needs.COUNTS:
            shared = {name: value for name, value in chosen.items() if name in entry.parameters}
            values[name] = float(entry.of(curve, **shared))
        else:
            at_each = {float(entry.at(curve.entry(index))) for index in range(len(curve))}
            assert len(at_each) == 1, f"{name} depends on the threshold"
            values[name] = at_each.pop()
    return values


@pytest.mark.parametrize(
    ("entry", "expression"),
    [pytest.param(entry, text, id=f"{entry.name} = {text}") for entry in OF_A_CURVE for text in entry.equals],
)
@given(data=st.data())
def test_the_same_number_from_other_metrics(entry: Metric, expression: str, data):
    curve = data.draw(rows_for(entry, least=1)).curve()
    chosen = data.draw(parameters(entry))
    ours = entry.of(curve, **chosen)
    theirs = Formula(expression).at(values_of(curve, Formula(expression).names, chosen))
    assume(ours.is_defined and not isnan(theirs))
    assert float(ours) == close(theirs)


@pytest.mark.parametrize(
    ("entry", "expression"),
    [
        pytest.param(entry, text, id=f"{entry.name} is not {text}")
        for entry in OF_A_CURVE
        for text in entry.confused_with
    ],
)
def test_what_a_metric_is_confused_with_is_another_number(entry: Metric, expression: str):
    random = np.random.default_rng(1)
    curves = [Rows(random.random(size) < 0.4, random.integers(0, 65, size) / 64).curve() for size in range(20, 40)]
    differences = [
        abs(float(entry.of(curve)) - Formula(expression).at(values_of(curve, Formula(expression).names, {})))
        for curve in curves
    ]
    assert max(differences) > 0.001
