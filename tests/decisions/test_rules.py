"""Every rule takes the threshold that looking at all of them one by one would take."""

from collections.abc import Callable
from fractions import Fraction
from math import atan2, inf, isclose, isnan, nan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from strategies import PROBABILITIES, SIXTEENTHS, Rows, parameters, rows
from truecut.catalogue import CATALOGUE, Better, Metric, Needs, metric
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost, Price
from truecut.counting.counts import Counts
from truecut.decisions.chosen_threshold import Decision, choose
from truecut.decisions.rules import ALIASES, BY_NAME, RULES, RuleContext, best_of, rule
from truecut.errors import BadCall, UnknownName

CHOOSING = [
    entry
    for entry in CATALOGUE
    if entry.needs == Needs.COUNTS and entry.better in (Better.HIGHER, Better.LOWER) and not entry.is_priced
]
some_rows = rows(scores=PROBABILITIES, least=1, most=14)
both_classes = some_rows.filter(lambda rows: 0 < rows.labels.sum() < len(rows))
PRICES = st.integers(-40, 40).map(lambda n: n / 4)
NOTHING = {False: inf, True: -inf}  # a threshold that flags nothing, by whether low scores are positive

Entry = tuple[float | None, Counts]


def entries(rows: Rows) -> list[Entry]:
    """Return every threshold with its counts, counted row by row; None flags nothing."""
    scores = sorted(set(rows.scores.tolist()), reverse=not rows.lower_is_positive)
    nothing = rows.counted_at(NOTHING[rows.lower_is_positive])
    return [(None, nothing), *((score, rows.counted_at(score)) for score in scores)]


def first_best(found: list[Entry], worth: Callable[[Counts], float]) -> tuple[Entry, int] | None:
    """Return the entry of the highest worth that flags the fewest rows, and how many more are as good."""
    worths = [float(worth(counts)) for _, counts in found]
    defined = [w for w in worths if not isnan(w) and w != -inf]
    if not defined:
        return None
    best = max(defined)
    as_good = [
        e for e, w in zip(found, worths, strict=True) if w == best or isclose(w, best, rel_tol=1e-12, abs_tol=1e-12)
    ]
    return as_good[0], len(as_good) - 1


def assert_chosen(decide: Callable[[], Decision], found: list[Entry], worth: Callable[[Counts], float]) -> None:
    expected = first_best(found, worth)
    if expected is None:
        with pytest.raises(BadCall, match="finds no threshold on these rows: "):
            decide()
        return
    (threshold, counts), tied = expected
    decision = decide()
    assert (decision.threshold, decision.point.counts, decision.tied) == (threshold, counts, tied)


def rates(counts: Counts) -> tuple[Fraction, Fraction] | None:
    """Return TPR and FPR; None if a class is missing."""
    tp, fp, fn, tn = (Fraction(getattr(counts, cell)) for cell in ("tp", "fp", "fn", "tn"))
    return (tp / (tp + fn), fp / (fp + tn)) if tp + fn and fp + tn else None


def of_rates(worth: Callable[[Fraction, Fraction], float]) -> Callable[[Counts], float]:
    return lambda counts: nan if rates(counts) is None else float(worth(*rates(counts)))


@pytest.mark.parametrize("entry", CHOOSING, ids=lambda entry: entry.name)
@given(data=st.data(), rows=some_rows)
def test_the_best_of_a_metric_is_the_best_of_all_thresholds(entry: Metric, data, rows):
    chosen = data.draw(parameters(entry))
    assume(chosen.get("pt") not in (0, 1))  # refused, see below
    sign = 1 if entry.better == Better.HIGHER else -1
    assert_chosen(
        lambda: choose(RuleContext(rows.curve()), entry.name, **chosen),
        entries(rows),
        lambda counts: sign * float(entry.at(counts, **chosen)),
    )


@pytest.mark.parametrize(
    ("name", "worth"),
    [
        ("youden", lambda tpr, fpr: tpr - fpr),
        ("closest_corner", lambda tpr, fpr: -(fpr**2 + (1 - tpr) ** 2)),
        ("equal_rates", lambda tpr, fpr: -abs(tpr - (1 - fpr))),
    ],
)
@given(rows=some_rows)
def test_a_rule_of_the_two_rates_is_best_among_all_thresholds(name, worth, rows):
    assert_chosen(lambda: choose(RuleContext(rows.curve()), name), entries(rows), of_rates(worth))


@given(rows=some_rows)
def test_break_even_comes_closest_to_as_many_flags_as_positives(rows):
    def worth(counts: Counts) -> float:
        has_both = counts.tp + counts.fp and counts.tp + counts.fn
        return -abs(counts.fp - counts.fn) if has_both else nan

    assert_chosen(lambda: choose(RuleContext(rows.curve()), "break_even"), entries(rows), worth)


@given(rows=both_classes)
def test_where_precision_can_equal_recall_break_even_finds_it(rows):
    assume(any(counts.fp == counts.fn and counts.tp for _, counts in entries(rows)))
    point = choose(RuleContext(rows.curve()), "break_even").point
    assert point.metric("precision") == point.metric("recall")


def upper_hull(points: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """Return the corners of the upper hull by the monotone chain, from (0, 0) to (1, 1)."""
    corners: list[tuple[Fraction, Fraction]] = []
    for x, y in sorted(set(points)):
        while len(corners) > 1:
            (x1, y1), (x2, y2) = corners[-2:]
            if (x2 - x1) * (y - y1) < (y2 - y1) * (x - x1):
                break
            corners.pop()
        corners.append((x, y))
    return corners


@given(rows=both_classes)
def test_the_tipping_point_is_the_largest_turn_of_the_hull(rows):
    found = entries(rows)
    hull = upper_hull([(rates(counts)[1], rates(counts)[0]) for _, counts in found])
    if len(hull) == 2:
        with pytest.raises(BadCall, match="has no tipping point"):
            choose(RuleContext(rows.curve()), "tipping_point")
        return

    def worth(counts: Counts) -> float:
        here = (rates(counts)[1], rates(counts)[0])
        if here not in hull[1:-1]:
            return nan
        (x0, y0), (x, y), (x2, y2) = hull[hull.index(here) - 1 : hull.index(here) + 2]
        return atan2(y - y0, x - x0) - atan2(y2 - y, x2 - x)

    assert_chosen(lambda: choose(RuleContext(rows.curve()), "tipping_point"), found, worth)


@given(rows=some_rows, pt=st.sampled_from([0.01, 0.1, 0.5, 0.9]))
def test_the_best_net_benefit_is_the_best_of_all_thresholds(rows, pt):
    def worth(counts: Counts) -> float:
        weight = Fraction(pt) / (1 - Fraction(pt))
        return float((Fraction(counts.tp) - Fraction(counts.fp) * weight) / Fraction(counts.rows))

    assert_chosen(lambda: choose(RuleContext(rows.curve()), "best_net_benefit", pt=pt), entries(rows), worth)


@given(rows=some_rows, data=st.data())
def test_the_cheapest_threshold_costs_the_least_of_all(rows, data):
    tp, fp, fn, tn, per_row = (data.draw(PRICES) for _ in range(5))
    stakes = RuleContext(rows.curve(), CostCurve(Cost(tp=tp, fp=fp, fn=fn, tn=tn, per_row=per_row), rows.curve()))

    def worth(counts: Counts) -> float:
        total = tp * counts.tp + fp * counts.fp + fn * counts.fn + tn * counts.tn
        return -(total + per_row * counts.rows) / counts.rows

    assert_chosen(lambda: choose(stakes, "cheapest"), entries(rows), worth)
    assert choose(stakes, "cheapest").value == pytest.approx(-worth(choose(stakes, "cheapest").point.counts), abs=1e-12)


@given(data=st.data(), rows=some_rows.filter(lambda rows: rows.weights is None))
def test_the_cheapest_threshold_by_amounts_costs_the_least_of_all(data, rows):
    amounts = np.array(data.draw(st.lists(st.one_of(st.just(0.0), SIXTEENTHS), min_size=len(rows), max_size=len(rows))))
    fp, fixed, factor = data.draw(PRICES), data.draw(PRICES), data.draw(PRICES)
    valued = Rows(rows.labels, rows.scores, amounts, lower_is_positive=rows.lower_is_positive)
    cost = Cost(fp=fp, fn=Price(fixed, {"amount": factor}))
    stakes = RuleContext(rows.curve(), CostCurve(cost, rows.curve(), {"amount": valued.curve()}))
    found = entries(rows)
    missed = {
        id(counts): missed_amount(
            rows, amounts, threshold if threshold is not None else NOTHING[rows.lower_is_positive]
        )
        for threshold, counts in found
    }
    assert_chosen(
        lambda: choose(stakes, "cheapest"),
        found,
        lambda counts: -(fp * counts.fp + fixed * counts.fn + factor * missed[id(counts)]) / counts.rows,
    )


def missed_amount(rows: Rows, amounts: np.ndarray, threshold: float) -> float:
    flagged = rows.scores <= threshold if rows.lower_is_positive else rows.scores >= threshold
    return float(amounts[rows.labels & ~flagged].sum())


@given(rows=some_rows, tenths=st.integers(0, 12))
def test_a_capacity_is_used_up_as_far_as_ties_allow(rows, tenths):
    total = entries(rows)[-1][1].rows
    most = total * tenths / 10

    def worth(counts: Counts) -> float:
        flagged = counts.tp + counts.fp
        return flagged if flagged <= most * (1 + 1e-12) else nan

    stakes = RuleContext(rows.curve())
    assert_chosen(lambda: choose(stakes, "capacity", rows=most), entries(rows), worth)
    assert_chosen(lambda: choose(stakes, "capacity", alerts_per_day=tenths, daily_volume=10), entries(rows), worth)
    if tenths <= 10:
        assert_chosen(lambda: choose(stakes, "capacity", share=tenths / 10), entries(rows), worth)


@pytest.mark.parametrize(
    ("capacity", "why"),
    [
        ({}, "Give one capacity"),
        ({"rows": 5, "share": 0.1}, "Give one capacity"),
        ({"share": 0.1, "alerts_per_day": 5, "daily_volume": 100}, "Give one capacity"),
        ({"rows": -1}, "0 or more, not -1"),
        ({"rows": nan}, "0 or more, not nan"),
        ({"share": 2}, "2 % is 0.02"),
        ({"alerts_per_day": 5}, "daily volume"),
        ({"rows": 5, "daily_volume": 100}, "Alerts per day need"),
        ({"alerts_per_day": 5, "daily_volume": 0}, "above 0"),
    ],
)
def test_a_capacity_that_contradicts_itself_is_refused(capacity, why):
    with pytest.raises(BadCall, match=why):
        choose(three_rows(), "capacity", **capacity)


def test_a_capacity_for_all_rows_flags_them_all():
    for capacity in ({"share": 1.0}, {"rows": 3}, {"alerts_per_day": 1, "daily_volume": 1}):
        assert choose(three_rows(), "capacity", **capacity).threshold == 0.3


def test_the_net_benefit_is_that_at_even_odds_unless_said_otherwise():
    assert choose(three_rows(), "best_net_benefit") == choose(three_rows(), "best_net_benefit", pt=0.5)


def three_rows() -> RuleContext:
    return RuleContext(Rows(np.array([True, False, True]), np.array([0.9, 0.6, 0.3])).curve())


@pytest.mark.parametrize("name", ["youden", "closest_corner", "tipping_point", "equal_rates"])
@pytest.mark.parametrize(("label", "lacking"), [(True, "negative"), (False, "positive")])
def test_one_class_alone_is_refused_in_a_sentence(name, label, lacking):
    stakes = RuleContext(Rows(np.array([label] * 3), np.array([0.9, 0.6, 0.3])).curve())
    with pytest.raises(BadCall) as error:
        choose(stakes, name)
    assert str(error.value) == f"The rule {name} finds no threshold on these rows: none is truly {lacking}."


@pytest.mark.parametrize("name", ["break_even", "alerts_per_true_positive", "number_needed_to_screen"])
def test_without_positives_there_is_no_threshold_to_find_them(name):
    stakes = RuleContext(Rows(np.array([False] * 3), np.array([0.9, 0.6, 0.3])).curve())
    with pytest.raises(BadCall, match="none is truly positive"):
        choose(stakes, name)


def test_what_rounding_makes_of_equal_numbers_is_a_tie():
    # J is 2/3 - 0 at the second score and 3/3 - 1/3 at the fourth: the same number, but not the same float.
    curve = Rows(np.array([1, 1, 0, 1, 0, 0], dtype=bool), np.array([6.0, 5.0, 4.0, 3.0, 2.0, 1.0])).curve()
    j = metric("youden").along(curve.counts)
    assert j[2] < j[4]
    decision = choose(RuleContext(curve), "youden")
    assert (decision.threshold, decision.tied) == (5.0, 1)


def test_gains_that_cancel_costs_leave_a_tie():
    # Two misses cost 0.2. All flagged, a false alarm costs 0.6 and two finds gain 0.4: a bit less than 0.2 as floats.
    curve = Rows(np.array([False, True, True]), np.array([3.0, 2.0, 1.0])).curve()
    decision = choose(RuleContext(curve, CostCurve(Cost(fp=0.6, tp=-0.2, fn=0.1), curve)), "cheapest")
    assert (decision.threshold, decision.tied) == (None, 1)


def test_every_rule_says_what_it_does_and_where_it_is_from():
    for entry in RULES:
        assert entry.sentence.startswith("where ")
        assert metric(entry.measure)
        assert entry.reference
        assert entry.title
    assert {*ALIASES.values()} <= {*BY_NAME}


def test_a_rule_is_found_by_its_name_however_it_is_typed():
    assert rule(" Closest-Corner ") is rule("corner") is BY_NAME["closest_corner"]
    assert rule("net benefit").name == "best_net_benefit"
    assert rule("best_ppv").name == rule("ppv").name == "best_precision"
    with pytest.raises(UnknownName, match="Did you mean 'youden'"):
        rule("yuden")


def test_a_metric_that_cannot_choose_says_why():
    with pytest.raises(BadCall, match="roc_auc is one number for all thresholds"):
        best_of("roc_auc")
    with pytest.raises(BadCall, match="share_flagged has no better direction; say maximise"):
        best_of("share_flagged")


def test_without_costs_nothing_is_cheapest():
    with pytest.raises(BadCall, match="depends on costs"):
        choose(three_rows(), "cheapest")


def test_a_parameter_that_a_rule_does_not_take_is_refused():
    with pytest.raises(BadCall, match="The rule youden takes no parameter 'beta'"):
        choose(three_rows(), "youden", beta=2)


@pytest.mark.parametrize("pt", [0, 1, -0.5, 7])
def test_a_threshold_probability_lies_between_0_and_1(pt):
    with pytest.raises(BadCall, match="must lie between 0 and 1"):
        choose(three_rows(), "best_net_benefit", pt=pt)
