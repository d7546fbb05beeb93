"""Requirements: passed, failed or undecided, and what would settle them."""

from dataclasses import replace
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import metric
from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.decisions.checked import Checked, Gate, GateOutcome
from truecut.decisions.gates import check
from truecut.decisions.language import NotUnderstood, read_condition
from truecut.decisions.one_gate import BASELINE_IS_FIXED
from truecut.decisions.rows_needed import rows_behind
from truecut.errors import BadCall, UnknownName
from truecut.evaluation import Evaluation
from truecut.inference.delong import Ranking, guarded
from truecut.inference.intervals import Estimation

PASSED, FAILED, UNDECIDED = GateOutcome.PASSED, GateOutcome.FAILED, GateOutcome.UNDECIDED


def of_counts(tp=80, fn=20, fp=30, tn=170) -> Evaluation:
    model = Model.of_counts("counts", Counts(tp=tp, fn=fn, fp=fp, tn=tn))
    return Evaluation(Provenance("four counts", tp + fn + fp + tn, "positive", "negative"), {"counts": model})


def of_scores(seed=0, rows=400, shift=1.5, **options) -> Evaluation:
    random = np.random.default_rng(seed)
    labels = random.random(rows) < 0.3
    return tc.evaluate(labels, random.normal(size=rows) + shift * labels, threshold=0.75, **options)


def only(evaluation: Evaluation, requirement: str, **options) -> Gate:
    (gate,) = check(evaluation, requirement, **options).gates
    return gate


def wilson_by_hand(x: float, n: float, level: float = 0.95) -> tuple[float, float]:
    z = NormalDist().inv_cdf((1 + level) / 2)
    p = x / n
    centre, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)


# The three outcomes


@pytest.mark.parametrize(
    ("requirement", "outcome"),
    [
        # 80 of 100 found: Wilson gives 0.711 to 0.867.
        ("recall >= 0.7", PASSED),
        ("recall >= 0.75", UNDECIDED),
        ("recall >= 0.8", UNDECIDED),
        ("recall >= 0.85", UNDECIDED),
        ("recall >= 0.9", FAILED),
        ("recall <= 0.9", PASSED),
        ("recall <= 0.85", UNDECIDED),
        ("recall <= 0.7", FAILED),
        ("recall > 0", PASSED),
        ("recall < 100%", PASSED),
        ("recall@lower >= 0.71", PASSED),
        ("recall@lower >= 0.72", FAILED),
        ("recall@upper <= 0.87", PASSED),
        ("recall@upper <= 0.86", FAILED),
        ("recall@upper >= 0.86", PASSED),
        # F1 is 160 / 210, and its interval 0.69 to 0.82.
        ("f1 >= 0.69", PASSED),
        ("f1 >= 0.70", UNDECIDED),
        ("f1 >= 0.81", UNDECIDED),
        ("f1 >= 0.83", FAILED),
        ("f1@lower >= 0.69", PASSED),
        ("f_beta(beta=2) >= 0.5", PASSED),
    ],
)
def test_a_requirement_on_four_counts(requirement, outcome):
    assert only(of_counts(), requirement).outcome == outcome


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_the_interval_of_a_share_is_wilsons(level):
    for requirement, x, n in (("recall >= 0.5", 80, 100), ("precision >= 0.5", 80, 110), ("accuracy >= 0.5", 250, 300)):
        interval = only(of_counts(), requirement, level=level).interval
        assert (interval.low, interval.high) == pytest.approx(wilson_by_hand(x, n, level), abs=1e-14)
        assert (interval.level, interval.method) == (level, "wilson")


def test_an_end_that_is_the_limit_meets_it_unless_more_is_asked():
    low = only(of_counts(), "recall >= 0.5").interval.low
    at_the_end = read_condition("recall >= 0.5")
    at_the_end = replace(at_the_end, limit=replace(at_the_end.limit, number=low))
    assert only(of_counts(), at_the_end).outcome == PASSED
    assert only(of_counts(), replace(at_the_end, comparison=">")).outcome == UNDECIDED


def test_the_interval_of_the_area_is_the_guarded_one():
    e = of_scores()
    gate = only(e, "auc >= 0.5")
    assert (gate.interval.low, gate.interval.high) == guarded(Ranking.of(e.curve))
    assert gate.outcome == PASSED


@pytest.mark.parametrize(("shift", "outcome"), [(3.0, PASSED), (1.2, UNDECIDED), (0.2, FAILED)])
def test_a_requirement_on_the_area(shift, outcome):
    assert only(of_scores(shift=shift), "roc_auc >= 0.8").outcome == outcome


def test_few_rows_are_noted_for_the_area():
    assert "are misranked" in only(of_scores(rows=30), "auc >= 0.5").notes[0]
    assert only(of_scores(rows=2000), "auc >= 0.5").notes == ()


def test_reasons_are_sentences():
    assert only(of_counts(), "recall >= 0.7").reason == "The whole 95 % interval meets 0.7."
    assert only(of_counts(), "recall >= 0.9", level=0.9).reason == "The whole 90 % interval misses 0.9."
    assert only(of_counts(), "recall@lower > 0.8").reason == "The lower end of the 95 % interval misses 0.8."
    assert only(of_counts(), "uniform_guess_rate >= 0.2").reason == (
        "There is no interval: it does not depend on the rows. uniform_guess_rate@value takes the bare value."
    )
    assert only(of_counts(tp=0, fp=0), "precision >= 0.5").reason == "precision is undefined: nothing was flagged."


# By value


def test_values_alone_decide_if_asked_for():
    assert only(of_counts(), "recall >= 0.8", decide_by="value").outcome == PASSED
    gate = only(of_counts(), "recall >= 0.81", decide_by="value")
    assert gate.outcome == FAILED
    assert gate.reason == "The value misses 0.81; it alone decides, as was asked for."
    assert gate.interval is not None


def test_an_end_that_is_named_decides_even_then():
    assert only(of_counts(), "recall@lower >= 0.8", decide_by="value").outcome == FAILED


@pytest.mark.parametrize("name", ["recall", "precision", "f1", "mcc", "roc_auc", "brier", "lift", "average_precision"])
@pytest.mark.parametrize("kind", ["plain", "weighted", "clustered"])
def test_a_requirement_is_decided_by_the_interval_of_the_estimate(name, kind):
    random = np.random.default_rng(5)
    labels = random.random(300) < 0.4
    scores = 1 / (1 + np.exp(-random.normal(size=300) - labels))
    more = {
        "plain": {},
        "weighted": {"weight": random.random(300) + 0.5},
        "clustered": {"cluster": np.arange(300) // 3},
    }[kind]
    e = tc.evaluate(labels, scores, **more)
    known, interval = e.metric(name), only(e, f"{name} >= 0.5").interval
    assert (interval.low, interval.high) == pytest.approx((known.low, known.high), abs=1e-12)


def test_too_few_clusters_never_let_the_value_decide():
    e = tc.evaluate([1, 0] * 10, [0.9, 0.2] * 10, cluster=[i // 4 for i in range(20)])
    gate = only(e, "f1 >= 0.9")
    assert (gate.outcome, gate.interval.low, gate.interval.high) == (UNDECIDED, 0.0, 1.0)


def test_what_would_settle_other_metrics_is_rough_and_about_right():
    gate = only(of_counts(), "f1 >= 0.7")
    assert f"roughly {gate.more.rows:,} more rows would make it pass" in gate.reason
    grown = 1 + gate.more.rows / 300
    larger = of_counts(*(round(grown * cell) for cell in (80, 20, 30, 170)))
    assert only(larger, "f1 >= 0.69").outcome == PASSED
    assert larger.metric("f1").low == pytest.approx(0.7, abs=0.01)


def test_counts_that_are_no_rows_have_no_interval():
    gate = only(of_counts(tp=80.5), "recall >= 0.5")
    assert (gate.outcome, gate.interval) == (UNDECIDED, None)
    assert "not whole numbers" in gate.reason
    assert only(of_counts(tp=80.5), "recall@value >= 0.5").outcome == PASSED


def test_repeated_weights_are_rows():
    e = tc.evaluate([1, 1, 0], [0.9, 0.1, 0.2], weight=[80, 20, 5], weights_are="repeated")
    interval = only(e, "recall >= 0.5").interval
    assert (interval.low, interval.high) == pytest.approx(wilson_by_hand(80, 100))


def test_an_infinite_value_is_a_value():
    assert only(of_counts(fp=0), "lr_plus >= 10").outcome == PASSED
    assert only(of_counts(fp=0), "lr_plus >= 10").value.value == inf


# Undefined


@pytest.mark.parametrize("requirement", ["precision >= 0.5", "precision@lower >= 0.5", "precision <= 0.5"])
def test_an_undefined_value_is_undecided_and_says_why(requirement):
    gate = only(of_counts(tp=0, fp=0), requirement)
    assert (gate.outcome, gate.interval, gate.more) == (UNDECIDED, None, None)
    assert "nothing was flagged" in gate.reason


def test_predictions_have_no_area():
    gate = only(of_counts(), "auc >= 0.5")
    assert gate.outcome == UNDECIDED
    assert "hard predictions are one point" in gate.reason


def test_an_undefined_baseline_is_undecided_and_says_why():
    gate = only(of_counts(), "precision >= baseline.precision", baseline=of_counts(tp=0, fp=0))
    assert gate.outcome == UNDECIDED
    assert gate.reason == (
        "There is no limit to hold it against: baseline.precision is undefined, since nothing was flagged."
    )


# How many more


def decides(gate: Gate, model: Model, more: int, level: float = 0.95) -> bool:
    asked = Estimation(model, metric(gate.requirement.quantity.name), level)
    interval = asked.with_rows(1 + more / rows_behind(asked).rows)
    limit = gate.limit.value
    return not interval.low < limit <= interval.high


@pytest.mark.parametrize(
    ("requirement", "of", "share"),
    [
        ("recall >= 0.75", "rows that are truly positive", 100 / 300),
        ("recall >= 0.85", "rows that are truly positive", 100 / 300),
        ("specificity >= 0.82", "rows that are truly negative", 200 / 300),
        ("precision >= 0.7", "rows flagged as positive", 110 / 300),
        ("npv >= 0.88", "rows not flagged", 190 / 300),
        ("accuracy >= 0.8", "rows", 1),
        ("threat_score >= 0.6", "rows that are flagged or truly positive", 130 / 300),
    ],
)
def test_so_many_more_rows_settle_a_share_and_one_fewer_does_not(requirement, of, share):
    e = of_counts()
    gate = only(e, requirement)
    assert gate.outcome == UNDECIDED
    assert gate.more.of == of
    assert decides(gate, e.model, gate.more.rows)
    assert not decides(gate, e.model, gate.more.rows - 1)
    assert gate.more.rows_in_all == int(np.ceil(gate.more.rows / share))


def test_the_search_agrees_with_the_closed_form():
    # The lower Wilson limit reaches 0.75 when (0.8 - 0.75)^2 = z^2 * 0.75 * 0.25 / n.
    z = NormalDist().inv_cdf(0.975)
    needed = int(np.ceil(z * z * 0.75 * 0.25 / (0.8 - 0.75) ** 2))
    assert only(of_counts(), "recall >= 0.75").more.rows == needed - 100


def test_so_many_more_found_positives_really_settle_it():
    gate = only(of_counts(), "recall >= 0.75")
    assert gate.more.rows == 189
    found = round(0.8 * 289)
    assert only(of_counts(tp=found + 1, fn=288 - found), "recall >= 0.75").outcome == PASSED
    assert only(of_counts(tp=round(0.8 * 250), fn=50), "recall >= 0.75").outcome == UNDECIDED


# The areas are 0.807 and 0.861; with 40 rows growth also crosses from the cautious interval to the usual one.
@pytest.mark.parametrize(("rows", "limit"), [(40, 0.7), (40, 0.82), (40, 0.9), (400, 0.82), (400, 0.88)])
def test_so_many_more_rows_settle_an_area_and_one_fewer_does_not(rows, limit):
    e = of_scores(rows=rows, shift=1.5)
    gate = only(e, f"auc >= {limit}")
    assert gate.outcome == UNDECIDED
    assert gate.more.of == "rows that are truly positive"
    assert decides(gate, e.model, gate.more.rows)
    assert not decides(gate, e.model, gate.more.rows - 1)
    assert gate.more.rows_in_all == pytest.approx(gate.more.rows * e.rows / e.positives, abs=1)


def test_what_more_rows_would_bring_is_said_in_the_users_words():
    e = replace(of_counts(), words=tc.Words("spam", "ham", "email"))
    assert only(e, "recall >= 0.75").reason == (
        "The 95 % interval straddles 0.75. If the value stayed as it is, about 189 more emails that are truly spam "
        "(about 567 emails in all) would make it pass."
    )
    assert only(e, "recall >= 0.85").reason.endswith("would make it fail.")
    assert "in all" not in only(e, "accuracy >= 0.8").reason


def test_no_number_of_rows_settles_a_value_at_the_limit():
    gate = only(of_counts(), "recall >= 0.8")
    assert (gate.outcome, gate.more) == (UNDECIDED, None)
    assert "no number of further rows would settle it" in gate.reason


def test_no_number_of_rows_settles_a_value_that_is_all_but_the_limit():
    gate = only(of_counts(), "recall >= 0.8000000000001")
    assert (gate.outcome, gate.more) == (UNDECIDED, None)
    assert "too near" in gate.reason


@pytest.mark.parametrize("requirement", ["recall >= 1", "fnr <= 0"])
def test_perfection_can_be_refuted_but_never_shown(requirement):
    assert only(of_counts(fn=0), requirement).outcome == UNDECIDED
    assert only(of_counts(fn=0), requirement).more is None
    assert only(of_counts(fn=1), requirement).outcome == FAILED


def test_a_requirement_at_another_prevalence_says_what_is_supposed_where_that_matters():
    there = of_scores().given(prevalence=0.05)
    assert any("to expect at a prevalence of 5.0 %" in note for note in only(there, "precision >= 0.1").notes)
    assert not any("prevalence" in note for note in only(there, "recall >= 0.1").notes)


# Baselines


def test_a_baseline_gives_the_limit_and_the_caveat():
    new, old = of_scores(shift=2.0), of_scores(seed=1, shift=1.0)
    gate = only(new, "auc >= baseline.auc - 0.01", baseline=old)
    assert gate.outcome == PASSED
    assert gate.limit.value == old.metric("roc_auc").value - 0.01
    assert BASELINE_IS_FIXED in gate.notes


def test_a_baseline_keeps_its_own_threshold_and_says_so():
    new, old = of_scores(), of_scores(seed=1).cut_at(0.3)
    gate = only(new, "recall >= baseline.recall", baseline=old)
    assert gate.limit.value == old.metric("recall").value
    assert "the baseline is judged at its own threshold, 0.3" in gate.notes
    assert len(only(new, "auc >= baseline.auc", baseline=old).notes) == 1


def test_an_end_of_the_baselines_interval_may_be_the_limit():
    gate = only(of_counts(), "recall >= baseline.recall@lower", baseline=of_counts())
    assert gate.limit.value == pytest.approx(wilson_by_hand(80, 100)[0])


def test_another_metric_of_the_model_may_be_the_limit():
    gate = only(of_counts(), "recall >= precision - 0.2")
    assert gate.limit.value == 80 / 110 - 0.2
    assert "same rows" in gate.notes[0]


def test_a_baseline_may_have_been_saved(tmp_path):
    old = of_scores(seed=1)
    old.save(tmp_path / "old.json")
    requirement = "auc >= baseline.auc"
    assert only(of_scores(), requirement, baseline=tc.load(tmp_path / "old.json")) == only(
        of_scores(), requirement, baseline=old
    )


def test_models_are_held_against_their_namesakes():
    random = np.random.default_rng(0)
    labels = random.random(300) < 0.5
    scores = {"a": random.random(300) + labels, "b": random.random(300)}
    e = tc.evaluate(labels, scores)
    checked = check(e, "auc >= baseline.auc", baseline=e)
    assert [(gate.model, gate.limit.value) for gate in checked.gates] == [
        (name, e.models[name].metric("roc_auc").value) for name in ("a", "b")
    ]
    with pytest.raises(UnknownName, match="No model of the baseline is called 'scores'"):
        check(of_scores(), "auc >= baseline.auc", baseline=e)
    assert {gate.limit.value for gate in check(e, "auc >= baseline.auc", baseline=e.models["a"]).gates} == {
        e.models["a"].metric("roc_auc").value
    }


# Several models and groups


def grouped(groups=("north", "south")) -> Evaluation:
    return of_scores(group=np.array(groups)[np.arange(400) % len(groups)])


def test_groups_are_checked_if_asked_for():
    e = grouped()
    assert [gate.group for gate in check(e, "recall >= 0.5").gates] == [""]
    checked = check(e, ["recall >= 0.5", "auc >= 0.5"], each_group=True)
    assert [gate.group for gate in checked.gates] == ["", "", "north", "north", "south", "south"]
    assert checked.gates[2].value.value == e.groups["north"].metric("recall").value
    assert [gates[0].subject for gates in checked.subjects] == [
        "scores",
        "scores, group 'north'",
        "scores, group 'south'",
    ]


def test_a_group_is_held_against_the_same_group_of_the_baseline():
    new, old = grouped(), grouped(("north", "east"))
    found = {gate.group: gate for gate in check(new, "auc >= baseline.auc - 0.2", baseline=old, each_group=True).gates}
    assert found["north"].limit.value == old.groups["north"].metric("roc_auc").value - 0.2
    assert found["south"].outcome == UNDECIDED
    assert "the baseline has no group 'south'" in found["south"].reason


# The whole


@pytest.mark.parametrize(
    ("requirements", "undecided", "passed"),
    [
        (["recall >= 0.7", "f1 >= 0.6"], "fail", True),
        (["recall >= 0.7", "recall >= 0.8"], "fail", False),
        (["recall >= 0.7", "recall >= 0.8"], "pass", True),
        (["recall >= 0.9", "recall >= 0.8"], "pass", False),
    ],
)
def test_all_must_pass_and_undecided_counts_as_asked(requirements, undecided, passed):
    assert check(of_counts(), requirements, undecided=undecided).passed is passed


def test_the_verdict_counts_the_outcomes():
    requirements = ["recall >= 0.7", "recall >= 0.8", "recall >= 0.9"]
    checked: Checked = check(of_counts(), requirements)
    assert checked.outcomes == (PASSED, UNDECIDED, FAILED)
    assert checked.numbers == {PASSED: 1, FAILED: 1, UNDECIDED: 1}
    assert checked.verdict == "Not passed: of 3 requirements 1 passed, 1 failed, 1 undecided."
    assert check(of_counts(), requirements[:1]).verdict == "Passed: 1 requirement met."
    assert check(of_counts(), requirements[:2], undecided="pass").verdict == (
        "Passed: of 2 requirements 1 passed, 1 undecided, and undecided was allowed."
    )


def test_a_cost_may_be_limited():
    cost = Cost(fn=100, fp=1)
    gate = only(of_counts(), "cost <= 7", cost=cost)
    assert gate.value.value == (20 * 100 + 30) / 300
    assert gate.interval == of_counts().given(cost=cost).metric("mean_cost")
    assert (gate.outcome, only(of_counts(), "cost@value <= 7", cost=cost).outcome) == (UNDECIDED, PASSED)
    assert [only(of_counts().given(cost=cost), f"total_cost <= {limit}").outcome for limit in (500, 2100, 9000)] == [
        FAILED,
        UNDECIDED,
        PASSED,
    ]
    assert only(of_counts(), "cost@value <= baseline.cost - 1", cost=cost, baseline=of_counts(fn=40)).outcome == PASSED


# Refusals


@pytest.mark.parametrize(
    ("requirement", "options", "said"),
    [
        ([], {}, "Nothing is required"),
        ("auc >= baseline.auc", {}, "mentions a baseline, but none was given"),
        ("baseline.recall <= recall", {"baseline": of_counts()}, "must stand on the right"),
        ("cost <= 5", {}, "no costs were stated"),
        ("uniform_guess_rate@lower >= 0.5", {}, "asks for an end of an interval, but it does not depend on the rows"),
        ("best_subject_to(maximise=1) >= 0.5", {}, "maximise of best_subject_to is a word"),
        ("recall >= 0.5", {"level": 95}, "level lies between 0.5 and 1, and 95 does not. 95 % is written 95% or 0.95."),
        ("recall >= 0.5", {"decide_by": "bayes"}, "decide_by must be 'interval' or 'value', not 'bayes'"),
        ("recall >= 0.5", {"undecided": "skip"}, "undecided must be 'fail' or 'pass'"),
        ("recall >= 0.5", {"each_group": True}, "no groups to check"),
    ],
)
def test_what_cannot_be_checked_is_refused(requirement, options, said):
    with pytest.raises(BadCall) as refused:
        check(of_counts(), requirement, **options)
    assert said in str(refused.value)


def test_what_is_no_requirement_is_refused_with_its_place():
    with pytest.raises(NotUnderstood, match=r"at character 1, 'recal' is not a metric\. Did you mean 'recall'"):
        check(of_counts(), "recal >= 0.5")


DESIGNS = {
    "independent": {},
    "by class": {"design": "case-control"},
    "weighted": {"weight": np.random.default_rng(1).uniform(0.5, 2, 240)},
    "clustered": {"cluster": np.arange(240) // 4},
}


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize(
    "name", ["recall", "precision", "roc_auc", "gini", "mcc", "brier", "average_precision", "ks", "prevalence"]
)
def test_a_gate_has_the_interval_of_the_report(design, name):
    random = np.random.default_rng(7)
    labels = random.random(240) < 0.4
    e = tc.evaluate(labels, np.clip(random.normal(0.4 + 0.3 * labels, 0.2), 0, 1), **DESIGNS[design])
    gate, found = only(e, f"{name} >= 0.5"), e.metric(name)
    if found.has_interval:
        assert gate.interval == found
    else:
        assert gate.interval is None
        assert gate.outcome == UNDECIDED


def test_an_index_read_off_the_area_needs_the_rows_of_the_area():
    random = np.random.default_rng(7)
    labels = random.random(240) < 0.4
    e = tc.evaluate(labels, random.normal(labels))
    area, gini = (only(e, requirement).more for requirement in ("roc_auc >= 0.8", "gini >= 0.6"))
    assert area == gini


def test_an_average_of_both_classes_is_required_as_it_is_of_many():
    labels, scores = [1, 1, 1, 0, 0, 0, 0, 0] * 20, [0.9, 0.8, 0.3, 0.1, 0.2, 0.4, 0.6, 0.3] * 20
    e = tc.evaluate(labels, scores)
    checked = tc.check(e, ["macro f1 >= 0.5", "recall of 0 >= 0.5", "recall >= 0.3"])
    by_text = {str(gate.requirement.quantity): gate for gate in checked.gates}
    counts = e.at(0.5).counts
    expected = tc.counts(tp=counts.tp, fp=counts.fp, fn=counts.fn, tn=counts.tn).metric("f1", average="macro")
    found = by_text["macro f1"].interval
    assert (found.value, found.low, found.high) == (expected.value, expected.low, expected.high)
    assert float(by_text["recall of 0"].value) == 0.8
    assert checked.passed
    with pytest.raises(tc.TruecutError, match="rows that count alike"):
        tc.check(e.given(prevalence=0.1), "macro f1 >= 0.5")
    with pytest.raises(tc.TruecutError, match="no row of 'scores'"):
        tc.check(tc.evaluate(labels, [score / 10 for score in scores]), "macro f1 >= 0.1")
