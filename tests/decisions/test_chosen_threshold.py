"""A goal in words chooses what looking at every threshold would choose, and says what it could not meet."""

from collections.abc import Callable
from math import inf, isclose, isnan, nan, nextafter, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import make_classification
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score, f1_score, precision_recall_curve, roc_curve
from sklearn.model_selection import FixedThresholdClassifier, TunedThresholdClassifierCV

import truecut as tc
from strategies import PROBABILITIES, Rows, rows
from truecut.catalogue import metric
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost
from truecut.counting.countable import Weights
from truecut.counting.counts import Counts
from truecut.decisions.chosen_threshold import Place, choose, threshold_of
from truecut.decisions.language import NotUnderstood, read_goal
from truecut.decisions.rules import RuleContext
from truecut.decisions.two_cuts import choose_two
from truecut.errors import BadCall, UnknownName

some_rows = rows(scores=PROBABILITIES, least=1, most=14)
counted_rows = rows(scores=PROBABILITIES, kinds=(Weights.NONE, Weights.REPEATED), least=1, most=25)
both_classes = some_rows.filter(lambda rows: 0 < rows.labels.sum() < len(rows))

SHARES = {
    "recall": ("tp", "tp fn"),
    "precision": ("tp", "tp fp"),
    "npv": ("tn", "fn tn"),
    "specificity": ("tn", "fp tn"),
    "fpr": ("fp", "fp tn"),
    "share_flagged": ("tp fp", "tp fp fn tn"),
    "accuracy": ("tp tn", "tp fp fn tn"),
}
LIMITS = ["0", "1e-4", "0.25", "50%", "60 %", "0.75", "90%", "1"]
HOLDS = {
    ">=": lambda value, limit: value >= limit,
    "<=": lambda value, limit: value <= limit,
    ">": lambda value, limit: value > limit,
    "<": lambda value, limit: value < limit,
}
Entry = tuple[float | None, Counts]
Measure = Callable[[Counts], float]


def entries(rows: Rows) -> list[Entry]:
    """Return every threshold with its counts, counted row by row; None flags nothing."""
    scores = sorted(set(rows.scores.tolist()), reverse=not rows.lower_is_positive)
    nothing = rows.counted_at(-inf if rows.lower_is_positive else inf)
    return [(None, nothing), *((score, rows.counted_at(score)) for score in scores)]


def sums(name: str, counts: Counts) -> tuple[float, float]:
    return tuple(sum(getattr(counts, cell) for cell in cells.split()) for cells in SHARES[name])


def share(name: str) -> Measure:
    def measure(counts: Counts) -> float:
        some, all_of_them = sums(name, counts)
        return some / all_of_them if all_of_them else nan

    return measure


def wilson_end(name: str, wants_more: bool, z: float) -> Measure:
    """Return the end of the score interval that must hold: the roots of (p - share)**2 = z**2 p (1 - p) / m."""

    def measure(counts: Counts) -> float:
        x, m = sums(name, counts)
        if not m:
            return nan
        a, b, c = m + z * z, -(2 * x + z * z), x * x / m
        root = sqrt(max(0.0, b * b - 4 * a * c))
        return (-b - root) / (2 * a) if wants_more else (-b + root) / (2 * a)

    return measure


def number(text: str) -> float:
    return float(text.rstrip("% ")) / 100 if "%" in text else float(text)


def first_best(found: list[Entry], worth: Measure, conditions: list[tuple[Measure, str, float]]) -> tuple:
    """Return the best entry that meets all conditions, flagging the fewest rows, and how many are as good."""
    met = [e for e in found if all(HOLDS[sign](measure(e[1]), limit) for measure, sign, limit in conditions)]
    worths = [worth(counts) for _, counts in met]
    defined = [w for w in worths if not isnan(w)]
    if not met or not defined:
        return (None, bool(met))
    as_good = [e for e, w in zip(met, worths, strict=True) if isclose(w, max(defined), rel_tol=1e-12, abs_tol=1e-12)]
    return (as_good[0], len(as_good) - 1)


def assert_goal(rows: Rows, text: str, worth: Measure, conditions: list[tuple[Measure, str, float]]) -> None:
    expected, tied = first_best(entries(rows), worth, conditions)
    stakes = RuleContext(rows.curve())
    if expected is not None:
        decision = choose(stakes, read_goal(text))
        assert decision.feasible
        assert (decision.threshold, decision.point.counts, decision.tied) == (*expected, tied)
    elif tied:
        with pytest.raises(BadCall, match="has no value at any threshold that meets the conditions"):
            choose(stakes, read_goal(text))
    else:
        assert_nearest(rows, text, worth, conditions)


def assert_nearest(rows: Rows, text: str, worth: Measure, conditions: list[tuple[Measure, str, float]]) -> None:
    """Check the threshold whose worst violation is least, and what is said about it."""

    def room(condition: tuple[Measure, str, float], counts: Counts) -> float:
        measure, sign, limit = condition
        value = measure(counts)
        return -inf if isnan(value) else value - limit if sign in (">=", ">") else limit - value

    found = entries(rows)
    worst = [min(room(condition, counts) for condition in conditions) for _, counts in found]
    if max(worst) == -inf:
        with pytest.raises(BadCall, match="At no threshold do all conditions have a value"):
            choose(RuleContext(rows.curve()), read_goal(text))
        return
    decision = choose(RuleContext(rows.curve()), read_goal(text))
    here = next(i for i, (threshold, _) in enumerate(found) if threshold == decision.threshold)
    assert worst[here] == pytest.approx(max(worst), abs=1e-9)
    # Among thresholds that are as near as this one, none is worth more.
    rivals = [worth(c) for (_, c), w in zip(found, worst, strict=True) if w == worst[here]]
    assert not any(rival > worth(found[here][1]) + 1e-12 for rival in rivals)
    assert not decision.feasible
    assert "no threshold meets that; this one comes closest" in decision.why
    misses = [failure.misses_by for failure in decision.failures]
    assert min(misses) >= 0
    assert max(misses) == pytest.approx(-worst[here], abs=1e-9)


@given(rows=some_rows, data=st.data())
def test_one_condition(rows, data):
    name, sign, limit = (data.draw(st.sampled_from(list(of))) for of in (SHARES, HOLDS, LIMITS))
    aim, verb = data.draw(st.sampled_from(list(SHARES))), data.draw(st.sampled_from(["maximise", "Minimize"]))
    worth = share(aim) if verb == "maximise" else lambda counts: -share(aim)(counts)
    assert_goal(rows, f"{verb} {aim} subject to {name} {sign} {limit}", worth, [(share(name), sign, number(limit))])


@given(rows=some_rows, data=st.data())
def test_two_conditions(rows, data):
    drawn = [[data.draw(st.sampled_from(list(of))) for of in (SHARES, HOLDS, LIMITS)] for _ in range(2)]
    text = "maximise recall subject to " + " and ".join(" ".join(condition) for condition in drawn)
    conditions = [(share(name), sign, number(limit)) for name, sign, limit in drawn]
    assert_goal(rows, text, share("recall"), conditions)


@given(rows=counted_rows, data=st.data())
def test_with_confidence_the_end_of_the_interval_must_hold(rows, data):
    # Limits at which no score interval of so few rows can end exactly.
    name = data.draw(st.sampled_from(list(SHARES)))
    sign, limit = data.draw(st.sampled_from([(">=", "0.123"), (">", "34.5%"), ("<=", "0.789"), ("<", "0.456")]))
    text = f"maximise recall subject to {name} {sign} {limit} with 90% confidence"
    end = wilson_end(name, sign in (">=", ">"), z=1.6448536269514722)
    assert_goal(rows, text, share("recall"), [(end, sign, number(limit))])


@given(rows=counted_rows)
def test_a_bound_in_a_condition_is_the_end_of_a_95_percent_interval(rows):
    end = wilson_end("precision", wants_more=True, z=1.959963984540054)
    assert_goal(rows, "maximise recall subject to precision@lower >= 0.357", share("recall"), [(end, ">=", 0.357)])


@given(rows=some_rows)
def test_the_cost_can_be_minimised_under_conditions(rows):
    curve = rows.curve()
    cost = CostCurve(Cost(fp=1, fn=5), curve)
    decision = choose(RuleContext(curve, cost), "minimise cost subject to share_flagged <= 50%")
    (threshold, counts), tied = first_best(
        entries(rows),
        lambda counts: -(counts.fp + 5 * counts.fn) / counts.rows,
        [(share("share_flagged"), "<=", 0.5)],
    )
    assert (decision.threshold, decision.point.counts, decision.tied) == (threshold, counts, tied)
    assert decision.value == pytest.approx((counts.fp + 5 * counts.fn) / counts.rows)


def ten_rows() -> RuleContext:
    """Ten scores from 10 down to 1; precision 1, 1, 2/3, 3/4, 3/5, 4/6 ..."""
    labels = np.array([1, 1, 0, 1, 0, 1, 0, 0, 1, 0], dtype=bool)
    return RuleContext(Rows(labels, np.arange(10.0, 0, -1)).curve())


def test_what_cannot_be_met_is_named_with_the_distance():
    decision = choose(ten_rows(), "maximise recall subject to recall >= 0.9 and precision >= 0.7")
    # recall 1 costs precision 5/9; precision 4/6 leaves recall 4/5: the worst misses are 0.144 and 0.1.
    assert decision.threshold == 5.0
    assert [str(failure.condition) for failure in decision.failures] == ["recall >= 0.9", "precision >= 0.7"]
    assert [failure.misses_by for failure in decision.failures] == pytest.approx([0.1, 0.7 - 4 / 6])
    assert [failure.value for failure in decision.failures] == pytest.approx([0.8, 4 / 6])


def test_a_limit_that_should_be_exceeded_and_is_only_reached_is_missed_by_nothing():
    decision = choose(ten_rows(), read_goal("maximise recall subject to recall > 1"))
    (failure,) = decision.failures
    assert (failure.value, failure.misses_by) == (1.0, 0.0)


def test_an_infinite_value_exceeds_every_limit():
    decision = choose(ten_rows(), "maximise recall subject to lr_plus > 100")
    assert (decision.threshold, decision.value) == (9.0, 2 / 5)


def test_a_condition_that_holds_up_to_rounding_holds():
    # J = 3/5 - 1/5 is 0.4, but 0.6 - 0.2 is less than that.
    assert 0.6 - 0.2 < 0.4
    decision = choose(ten_rows(), "minimise share_flagged subject to informedness >= 0.4 and recall >= 0.5")
    assert decision.point.counts == Counts(tp=3, fp=1, fn=2, tn=4)


def test_a_constant_can_be_asked_for():
    decision = choose(ten_rows(), "maximise uniform_guess_rate subject to precision >= 0.7")
    assert (decision.threshold, decision.value, decision.tied) == (10.0, 0.5, 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("maximise recall subject to precision >= baseline.precision", "a baseline has no place"),
        ("maximise roc_auc", "roc_auc is one number for all thresholds"),
        ("maximise recall subject to f1 >= 0.5 with 95% confidence", "f1 is not a share of rows"),
        ("minimise cost subject to cost <= 3 with 95% confidence", "cost is not a share of rows"),
        ("maximise recall subject to f1@lower >= 0.5", "f1 is not a share of rows"),
        ("maximise recall subject to precision@lower >= 0.5 with 95% confidence", "holds a plain metric against"),
        ("maximise recall subject to baseline.precision >= 0.5 with 95% confidence", "holds a plain metric against"),
        ("maximise recall subject to precision >= recall with 95% confidence", "holds a plain metric against"),
        ("maximse recall", "Did you mean 'maximise'"),
        ("recall >= 0.5", "'recall' should be maximise or minimise"),
    ],
)
def test_a_goal_that_cannot_be_followed_says_why(text, why):
    stakes = RuleContext(ten_rows().curve, CostCurve(Cost(fp=1, fn=1), ten_rows().curve))
    with pytest.raises(NotUnderstood, match=why):
        choose(stakes, text)


def test_a_goal_takes_no_parameters_beside_its_text():
    with pytest.raises(BadCall, match="in brackets"):
        choose(ten_rows(), "maximise f_beta", beta=2)


def test_a_goal_needs_costs_to_speak_of_them():
    with pytest.raises(BadCall, match="depends on costs"):
        choose(ten_rows(), "minimise cost subject to recall >= 0.5")


def test_a_name_that_is_neither_rule_nor_metric_is_refused():
    with pytest.raises(UnknownName, match="No rule or metric is called 'best of all'"):
        choose(ten_rows(), "best of all")


def test_importance_weights_allow_no_confidence():
    weighted = Rows(np.array([True, False]), np.array([0.9, 0.1]), np.array([2.5, 1.0]))
    with pytest.raises(BadCall, match="With importance weights"):
        choose(RuleContext(weighted.curve()), "maximise recall subject to precision >= 0.5 with 95% confidence")


def test_clusters_leave_no_confidence_along_the_curve():
    e = tc.evaluate([1, 0] * 20, np.linspace(0, 1, 40), cluster=[i // 2 for i in range(40)])
    for goal in (
        "maximise recall subject to precision >= 0.1 with 95% confidence",
        "maximise recall subject to precision@lower >= 0.1",
    ):
        with pytest.raises(BadCall, match="Rows of one cluster resemble each other"):
            e.choose(goal)
    assert e.choose("maximise recall subject to precision >= 0.1").feasible


@given(rows=both_classes)
def test_midpoint_and_observed_score_flag_the_same_rows(rows):
    stakes = RuleContext(rows.curve())
    observed, middle = (choose(stakes, "youden", place=place) for place in Place)
    assert observed.point.counts == middle.point.counts
    if observed.threshold is None:
        assert middle.threshold is None
    else:
        assert stakes.curve.at(middle.threshold) == stakes.curve.at(observed.threshold) == observed.point.counts


def test_a_midpoint_lies_halfway_to_the_next_score():
    middle = choose(ten_rows(), "maximise recall subject to precision >= 0.9", place=Place.MIDPOINT)
    assert (middle.threshold, middle.same_rows_from) == (8.5, 8.0)


@pytest.mark.parametrize("scores", [(nextafter(1.0, 2.0), 1.0), (inf, 1.0), (1.0, -inf), (5e-324, 0.0)])
def test_where_there_is_no_middle_the_observed_score_is_taken(scores):
    curve = Rows(np.array([True, False]), np.array(scores)).curve()
    assert threshold_of(curve, 1, Place.MIDPOINT) == scores[0]


def test_whole_scores_beyond_float_precision_stay_whole():
    scores = np.array([2**60 + 1, 2**60], dtype=np.int64)
    stakes = RuleContext(Rows(np.array([True, False]), scores).curve())
    decision = choose(stakes, "youden", place=Place.MIDPOINT)
    assert decision.threshold == 2**60 + 1
    assert stakes.curve.at(decision.threshold) == decision.point.counts == Counts(tp=1, fp=0, fn=0, tn=1)


def test_neighbours_stand_on_both_sides_of_the_choice():
    decision = choose(ten_rows(), "maximise recall subject to precision >= 0.9")
    assert decision.threshold == 9.0
    assert [neighbour.threshold for neighbour in decision.neighbours] == [None, 10.0, 8.0, 7.0]
    assert decision.neighbours[1].counts == Counts(tp=1, fp=0, fn=4, tn=5)
    assert decision.neighbours[1].value == 0.2


def test_a_choice_on_its_own_rows_is_marked():
    assert choose(ten_rows(), "f1").same_rows


# ---- two thresholds


def test_two_thresholds_accept_refer_and_reject():
    cuts = choose_two(ten_rows(), precision=0.75, npv=0.7)
    # Precision is 3/4 at 7, the fourth score, and lower from there; NPV is 3/4 below 5, the sixth, and 3/5 above.
    assert (cuts.accept.threshold, cuts.share_accepted) == (7.0, 0.4)
    assert (cuts.reject.threshold, cuts.share_rejected) == (5.0, 0.4)
    assert cuts.share_referred == pytest.approx(0.2)


def test_where_the_two_aims_overlap_nothing_is_referred():
    cuts = choose_two(ten_rows(), precision=0.75, npv=0.6)
    # Alone, an NPV of 0.6 would reject all but the first two rows, of which 5 in 8 are negative.
    assert (cuts.accept.threshold, cuts.reject.threshold) == (7.0, 7.0)
    assert cuts.reject.point.metric("npv").value == 4 / 6
    assert (cuts.share_accepted, cuts.share_rejected, cuts.share_referred) == (0.4, 0.6, 0.0)


@given(rows=some_rows, precision=st.sampled_from([0.0, 0.5, 0.8, 1.0]), npv=st.sampled_from([0.0, 0.5, 0.8, 1.0]))
def test_no_row_is_both_accepted_and_rejected_and_both_aims_hold(rows, precision, npv):
    try:
        cuts = choose_two(RuleContext(rows.curve()), precision=precision, npv=npv)
    except BadCall as error:
        assert "At no threshold" in str(error)
        return
    accepted, left = cuts.accept.point, cuts.reject.point
    if cuts.accept.feasible:
        assert accepted.metric("precision").value >= precision
        assert cuts.share_accepted == accepted.metric("share_flagged").value
    if cuts.reject.feasible:
        assert left.metric("npv").value >= npv
        assert left.metric("share_flagged").value >= cuts.share_accepted
    assert 0 <= cuts.share_referred <= 1
    assert cuts.share_accepted + cuts.share_referred + cuts.share_rejected == pytest.approx(1)


@pytest.mark.parametrize("aims", [{"precision": 90, "npv": 0.5}, {"precision": 0.5, "npv": -0.1}])
def test_an_aim_is_a_share(aims):
    with pytest.raises(BadCall, match="is a share between 0 and 1"):
        choose_two(ten_rows(), **aims)


def test_an_aim_may_be_a_number_of_numpy():
    assert choose_two(ten_rows(), precision=np.float64(0.75), npv=np.float64(0.5)).accept.threshold == 7.0


# ---- scikit-learn


def out_of_sample() -> tuple[np.ndarray, np.ndarray, LogisticRegression, np.ndarray]:
    """Return rows, labels, a model fitted on other rows, and its probabilities for these rows."""
    x, y = make_classification(
        n_samples=1200, n_features=8, n_informative=4, weights=[0.8], flip_y=0.1, class_sep=0.7, random_state=3
    )
    model = LogisticRegression().fit(x[:400], y[:400])
    return x[400:], y[400:], model, model.predict_proba(x[400:])[:, 1]


@pytest.mark.parametrize(
    ("scoring", "score"), [("balanced_accuracy", balanced_accuracy_score), ("f1", f1_score)], ids=["BA", "F1"]
)
def test_no_threshold_that_scikit_learn_tunes_scores_better_on_the_same_rows(scoring, score):
    # TunedThresholdClassifierCV with a fitted model and cv="prefit" tunes on the very rows and probabilities that
    # we choose on, over 400 thresholds of a grid. All distinct thresholds are among ours, so ours is at least as good.
    x, y, model, probabilities = out_of_sample()
    tuned = TunedThresholdClassifierCV(
        model, scoring=scoring, thresholds=400, cv="prefit", refit=False, response_method="predict_proba"
    ).fit(x, y)
    ours = choose(RuleContext(Rows(y == 1, probabilities).curve()), scoring)
    theirs = score(y, tuned.predict(x))
    assert theirs == pytest.approx(tuned.best_score_)
    assert ours.value >= theirs - 1e-12
    assert ours.value - theirs < 0.01  # the grid is fine, so it cannot be far behind


def test_scikit_learn_flags_the_same_rows_at_our_threshold():
    x, y, model, probabilities = out_of_sample()
    ours = choose(RuleContext(Rows(y == 1, probabilities).curve()), "f1")
    fixed = FixedThresholdClassifier(
        FrozenEstimator(model), threshold=ours.threshold, response_method="predict_proba"
    ).fit(x, y)
    predicted = fixed.predict(x) == 1
    assert f1_score(y, predicted) == pytest.approx(ours.value, abs=1e-15)
    assert (int((predicted & (y == 1)).sum()), int(predicted.sum())) == (
        ours.point.counts.tp,
        ours.point.counts.tp + ours.point.counts.fp,
    )


def test_youden_is_where_the_roc_curve_of_scikit_learn_is_highest_above_the_diagonal():
    _, y, _, probabilities = out_of_sample()
    fpr, tpr, thresholds = roc_curve(y, probabilities, drop_intermediate=False)
    best = int(np.argmax(tpr - fpr))
    ours = choose(RuleContext(Rows(y == 1, probabilities).curve()), "youden")
    assert ours.threshold == thresholds[best]
    assert ours.value == pytest.approx(tpr[best] - fpr[best], abs=1e-15)


def test_the_best_f1_is_that_of_the_precision_recall_curve_of_scikit_learn():
    _, y, _, probabilities = out_of_sample()
    precision, recall, thresholds = precision_recall_curve(y, probabilities)
    f1 = 2 * precision * recall / (precision + recall)
    best = int(np.nanargmax(f1))
    ours = choose(RuleContext(Rows(y == 1, probabilities).curve()), "f1")
    assert ours.threshold == thresholds[best]
    assert ours.value == pytest.approx(f1[best], abs=1e-15)


def test_the_value_of_a_decision_is_the_metric_at_its_point():
    for name in ("youden", "closest_corner", "tipping_point", "equal_rates", "break_even", "mcc"):
        decision = choose(ten_rows(), name)
        assert decision.value == pytest.approx(float(metric(decision.measure.name).at(decision.point.counts)))


def test_confidence_in_what_depends_on_how_rows_were_sampled_is_refused():
    labels = np.arange(400) < 200
    scores = np.random.default_rng(4).normal(2 * labels)
    study, cohort = tc.evaluate(labels, scores, design="case-control"), tc.evaluate(labels, scores)
    with pytest.raises(BadCall, match="sampled by class, so precision depends"):
        study.choose("maximise recall subject to precision >= 0.6 with 95% confidence")
    goal = "maximise specificity subject to recall >= 0.6 with 95% confidence"
    assert study.choose(goal).threshold == cohort.choose(goal).threshold
