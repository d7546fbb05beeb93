"""No slip loosens a gate: what says nothing is refused, what the rows cannot tell is undecided."""

from dataclasses import replace
from math import inf, isinf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.decisions.checked import GateOutcome
from truecut.decisions.gates import check
from truecut.decisions.goals import COMPARISONS, Condition, EndOfInterval, Limit, Quantity
from truecut.decisions.language import NotUnderstood, read_condition
from truecut.decisions.sound_conditions import refuse_contradictions, refuse_idle_conditions
from truecut.errors import BadCall, UnknownName
from truecut.evaluation import Evaluation

PASSED, UNDECIDED = GateOutcome.PASSED, GateOutcome.UNDECIDED
SHARES = [entry for entry in CATALOGUE if not isinf(entry.bounds[0]) and not isinf(entry.bounds[1])]
HALF_OPEN = [entry for entry in CATALOGUE if isinf(entry.bounds[0]) != isinf(entry.bounds[1])]


def some_scores() -> Evaluation:
    random = np.random.default_rng(3)
    labels = random.random(400) < 0.3
    return tc.evaluate(labels, 1 / (1 + np.exp(-random.normal(size=400) - 1.5 * labels)))


SCORES = some_scores()


def of_counts(**cells: int) -> Evaluation:
    model = Model.of_counts("counts", Counts(**cells))
    return Evaluation(Provenance("four counts", sum(cells.values()), "spam", "ham"), {"counts": model})


def said_of(*requirements: str | Condition) -> str:
    with pytest.raises(BadCall) as refused:
        check(SCORES, list(requirements))
    return str(refused.value)


# Units


@pytest.mark.parametrize("comparison", COMPARISONS)
@pytest.mark.parametrize("entry", SHARES, ids=lambda entry: entry.name)
def test_a_percentage_in_the_place_of_a_share_never_passes(entry, comparison):
    """5 is written for 5%, by every metric, comparison and way to state it, and every percentage from 1 to 100."""
    for percent in (1, 2, 5, 50, 99.5, 100):
        text = f"{entry.name} {comparison} {percent:g}"
        made = Condition(Quantity(entry.name), comparison, Limit(float(percent)))
        for condition in (read_condition(text), made):
            if percent == 1 == entry.bounds[1] and comparison == ">=":
                refuse_idle_conditions([condition])  # all of it is asked for: as strict as a requirement can be
            else:
                with pytest.raises(BadCall):
                    refuse_idle_conditions([condition])


@given(data=st.data())
def test_no_limit_that_is_let_through_is_met_by_every_value_a_metric_can_have(data):
    entry = data.draw(st.sampled_from(CATALOGUE))
    condition = Condition(
        Quantity(entry.name), data.draw(st.sampled_from(COMPARISONS)), Limit(data.draw(st.floats(-200, 200)))
    )
    try:
        refuse_idle_conditions([condition])
    except BadCall:
        return
    low, high = entry.bounds
    ends = [low if condition.wants_more else high, high if condition.wants_more else low]
    assert not condition.holds(ends[0], condition.limit.number) or condition.comparison in (">", "<")
    assert condition.holds(ends[1], condition.limit.number)


@pytest.mark.parametrize(
    ("requirement", "said"),
    [
        ("fpr <= 5", "fpr lies between 0 and 1, so 'fpr <= 5' says nothing. Did you mean 5%?"),
        ("recall >= 80", "recall lies between 0 and 1, so 'recall >= 80' says nothing. Did you mean 80%?"),
        ("mcc >= 40", "mcc lies between -1 and 1, so 'mcc >= 40' says nothing. Did you mean 40%?"),
        ("fpr <= 500%", "fpr lies between 0 and 1, so 'fpr <= 500%' says nothing."),
        ("fpr >= -0.1", "fpr lies between 0 and 1, so 'fpr >= -0.1' says nothing."),
        ("fpr <= 1", "'fpr <= 1' is met by every model. 1 % is written 1% or 0.01."),
        ("fpr <= 100%", "'fpr <= 100%' is met by every model."),
        ("fpr < 1", "'fpr < 1' is met by all but the worst of models. 1 % is written 1% or 0.01, and 1 is 100%."),
        ("recall >= 0", "'recall >= 0' is met by every model."),
        ("mcc >= -1", "'mcc >= -1' is met by every model."),
        ("recall > 1", "'recall > 1' can be met by no model."),
        ("lift >= 0", "'lift >= 0' is met by every model."),
        ("lift >= -2", "lift is never below 0, so 'lift >= -2' says nothing."),
        ("net_benefit <= 2", "net_benefit is never above 1, so 'net_benefit <= 2' says nothing. Did you mean 2%?"),
        ("recall >= 0.8%", "'recall >= 0.8%' asks for 0.008 only. Did you mean 80%? If not, write it as 0.008."),
        (
            "auc >= recall - 5",
            "'auc >= recall - 5' is met by every model, since roc_auc lies between 0 and 1. Did you mean 5%?",
        ),
        (
            "auc >= recall + 2",
            "'auc >= recall + 2' can be met by no model, since roc_auc lies between 0 and 1. Did you mean 2%?",
        ),
    ],
)
def test_what_is_said_about_a_limit_that_says_nothing(requirement, said):
    assert said_of(requirement) == said


@pytest.mark.parametrize(
    "requirement",
    [
        "fpr <= 5%",
        "fpr <= 0.5%",
        "recall >= 0.008",
        "recall > 0",
        "fpr < 100%",
        "recall >= 1",
        "lift >= 200%",
        "mcc >= 0",
    ],
)
def test_limits_that_say_something_are_let_through(requirement):
    refuse_idle_conditions([read_condition(requirement)])


def test_a_rule_for_thresholds_is_read_as_strictly():
    with pytest.raises(BadCall, match=r"^fpr lies between 0 and 1, so 'fpr <= 5' says nothing\. Did you mean 5%\?$"):
        SCORES.choose("maximise recall subject to fpr <= 5")


# Contradictions


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("recall >= 0.9", "recall <= 0.8"),
        ("recall > 0.8", "sensitivity <= 80%"),
        ("recall@lower >= 0.9", "recall@upper <= 0.8"),
        ("recall@lower >= 0.9", "recall@value <= 0.8"),
        ("f_beta(beta=2) >= 0.9", "f_beta(beta=2) < 0.9"),
        ("precision >= recall + 0.1", "precision <= recall"),
    ],
)
def test_requirements_that_exclude_each_other_are_refused(one, other):
    assert said_of(one, other) == f"{one!r} and {other!r} cannot both be met."
    assert said_of(other, one) == f"{other!r} and {one!r} cannot both be met."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("recall >= 0.8", "recall <= 0.8"),
        ("recall >= 0.8", "recall >= 0.9"),
        ("recall >= 0.9", "precision <= 0.8"),
        ("recall@upper >= 0.9", "recall@lower <= 0.8"),
        ("f_beta(beta=2) >= 0.9", "f_beta(beta=1) <= 0.8"),
    ],
)
def test_requirements_that_can_both_be_met_are_not(one, other):
    refuse_contradictions([read_condition(one), read_condition(other)])


# Names and parts


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_a_misspelt_name_never_passes(entry):
    for misspelt in (f"{entry.name}x", "q" + entry.name[1:], f"{entry.name[:-1]}_{entry.name[-1]}"):
        with pytest.raises(NotUnderstood, match="is not a metric"):
            read_condition(f"{misspelt} >= 0.5")
        with pytest.raises(UnknownName, match="No metric is called"):
            check(SCORES, Condition(Quantity(misspelt), ">=", Limit(0.5)))


@pytest.mark.parametrize("limit", [nan, inf, -inf, "0.8", True, None])
def test_a_limit_is_a_number(limit):
    assert "must be a number" in said_of(Condition(Quantity("recall"), ">=", Limit(limit)))


@pytest.mark.parametrize("comparison", ["=>", "=", "==", "!=", "", "≥"])
def test_a_comparison_is_one_of_four(comparison):
    assert "A comparison is one of >=, <=, >, <" in said_of(Condition(Quantity("recall"), comparison, Limit(0.5)))


# What the rows do not tell


def test_a_metric_without_interval_is_undecided_unless_the_bare_value_is_asked_for():
    without = [e.name for e in CATALOGUE if SCORES.metric(e.name).is_defined and not SCORES.metric(e.name).has_interval]
    assert without
    for name in without:
        value = float(SCORES.metric(name))
        limit = Limit(value - 0.01)
        (gate,) = check(SCORES, Condition(Quantity(name), ">=", limit)).gates
        assert (gate.outcome, gate.reason.startswith("There is no interval")) == (UNDECIDED, True)
        bare = Quantity(name, bound=EndOfInterval.VALUE)
        assert check(SCORES, Condition(bare, ">=", limit)).outcomes == (PASSED,)


@pytest.mark.parametrize(
    ("cells", "lacking"),
    [
        ({"tp": 0, "fn": 0, "fp": 3, "tn": 500}, "no email is truly spam"),
        ({"tp": 500, "fn": 3, "fp": 0, "tn": 0}, "no email is truly ham"),
    ],
)
@pytest.mark.parametrize("entry", [e for e in CATALOGUE if e.needs_only_counts], ids=lambda entry: entry.name)
def test_an_absent_class_leaves_undecided_whatever_is_about_it_too(entry, cells, lacking):
    one_class = replace(of_counts(**cells), words=tc.Words(positive="spam", negative="ham", unit="email"))
    present = "fp + tn" if cells["tp"] == 0 else "tp + fn"
    for comparison, limit in ((">=", 0.01), ("<=", 0.99)):
        try:
            (gate,) = check(one_class, Condition(Quantity(entry.name), comparison, Limit(limit))).gates
        except BadCall:
            continue  # the limit is none for this metric
        if entry.is_proportion and entry.denominator == present:
            assert lacking not in gate.reason.lower()
            assert gate.value.is_defined
        else:
            assert gate.outcome == UNDECIDED
            assert lacking in gate.reason.lower() or "is undefined" in gate.reason


def test_an_absent_class_is_said_in_the_users_words():
    no_spam = replace(of_counts(tp=0, fn=0, fp=3, tn=500), words=tc.Words(positive="spam", negative="ham"))
    reasons = [gate.reason for gate in check(no_spam, ["recall >= 0.5", "accuracy >= 0.9"]).gates]
    assert reasons == [
        "recall is undefined: no row is truly spam.",
        "No row is truly spam, so accuracy is known of one class alone; accuracy@value takes it as it is.",
    ]
    assert check(no_spam, "accuracy@value >= 0.9").passed


def test_a_prevalence_that_was_decided_leaves_undecided_whatever_follows_it():
    study = tc.evaluate([1] * 60 + [0] * 60, [0.9] * 51 + [0.1] * 9 + [0.9] * 2 + [0.1] * 58, design="case-control")
    checked = check(study, ["precision >= 0.8", "f1 >= 0.5", "brier <= 0.5", "recall >= 0.7", "roc_auc >= 0.7"])
    assert [outcome.value for outcome in checked.outcomes] == [*["undecided"] * 3, *["passed"] * 2]
    assert checked.gates[0].reason == (
        "How common positive rows are was decided by sampling; state --prevalence (precision@value if this mixture is "
        "meant)."
    )
    assert check(study, "precision@value >= 0.8").passed


def test_a_stated_prevalence_settles_what_a_study_left_open():
    """51 of 60 ill and 2 of 60 well are flagged: where 2 % are ill, precision is 0.02 x 0.85 / (... + 0.98 / 30)."""
    study = tc.evaluate([1] * 60 + [0] * 60, [0.9] * 51 + [0.1] * 9 + [0.9] * 2 + [0.1] * 58, design="case-control")
    (gate,) = check(study.given(prevalence="2%"), "precision >= 0.1").gates
    assert gate.outcome == PASSED
    assert gate.value.value == pytest.approx(0.017 / (0.017 + 0.98 / 30))


# Costs


@pytest.mark.parametrize("requirement", ["cost <= 1", "total_cost <= 500", "recall >= mean_cost"])
def test_a_cost_without_prices_is_refused(requirement):
    assert said_of(requirement) == f"{requirement!r} needs prices: no costs were stated; state them with --cost."


def test_a_total_is_noted_to_be_of_all_rows():
    priced = SCORES.given(cost={"fp": 1, "fn": 10})
    assert "total_cost is of all 400 rows; cost is of one" in check(priced, "total_cost <= 2").notes
    assert "zero_one_count is of all 400 rows; error_rate is of one" in check(SCORES, "zero_one_count <= 2").notes
    assert not check(priced, "cost <= 2").notes


def test_a_dear_miss_that_was_not_seen_leaves_a_cost_undecided():
    """Ten of ten were found; one miss in a hundred more would cost 1000."""
    lucky = of_counts(tp=10, fn=0, fp=49, tn=441).given(cost={"fn": 1000, "fp": 1})
    (gate,) = check(lucky, "cost <= 0.2").gates
    assert gate.value.value == pytest.approx(49 / 500)
    assert gate.outcome == UNDECIDED


# Thresholds that nobody stated, or that decide nothing


def test_a_threshold_that_nobody_stated_outside_the_scores_decides_nothing():
    glucose = tc.evaluate([0, 1] * 50, [48 + i for i in range(100)])
    checked = check(glucose, ["recall >= 0.9", "roc_auc >= 0.3"])
    assert [outcome.value for outcome in checked.outcomes] == ["undecided", "passed"]
    assert checked.gates[0].reason == "No threshold was stated, and 0.5 flags every row of 'scores' (48 to 147)."
    assert check(glucose.given(threshold=49), "recall >= 0.9").passed


def test_a_stated_threshold_outside_the_scores_is_noted():
    glucose = tc.evaluate([0, 1] * 50, [48 + i for i in range(100)], threshold=200)
    checked = check(glucose, "fpr <= 20%")
    assert checked.outcomes == (PASSED,)
    assert "200 flags no row of 'scores' (48 to 147)" in checked.notes


# Baselines


def test_a_baseline_that_flags_the_other_class_is_refused():
    ours, theirs = (tc.evaluate(["ham", "spam"] * 9, list(range(18)), positive=name) for name in ("spam", "ham"))
    with pytest.raises(BadCall) as refused:
        check(ours, "roc_auc >= baseline.roc_auc", baseline=theirs)
    assert str(refused.value) == (
        "The baseline flags 'ham' and the model 'spam'; they cannot be held against each other."
    )


def test_a_baseline_is_asked_in_the_situation_of_the_model():
    """Both are the same rows, so at any prices and any prevalence one costs what the other does."""
    stated = SCORES.given(cost={"fp": 1, "fn": 10}, prevalence=0.02)
    theirs = SCORES.given(cost={"fp": 5, "fn": 1}, prevalence=0.5)
    (gate,) = check(stated, "cost@value <= baseline.cost", baseline=theirs).gates
    assert gate.value.value == gate.limit.value
    assert gate.outcome == PASSED


def test_what_asks_for_the_worse_is_noted():
    assert "fpr >= 5% asks for what is worse, not better" in check(SCORES, "fpr >= 5%").notes
    assert not check(SCORES, ["fpr <= 5%", "prevalence >= 5%", "recall >= 0.5"]).notes


def test_every_bound_of_the_catalogue_is_one_that_values_keep():
    """A limit is held against the bounds, so a value outside of them would be refused a fair requirement."""
    for entry in CATALOGUE:
        found = SCORES.metric(entry.name)
        if found.is_defined:
            low, high = metric(entry.name).bounds
            assert low <= found.value <= high, entry.name
