"""Plans: the question leads to its formula, the answer says what it rests on, and rows at hand count."""

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.errors import BadCall
from truecut.inference.intervals import estimate
from truecut.inference.planning import sample_size
from truecut.inference.planning.enough import plan
from truecut.inference.planning.expectation import (
    Assumed,
    average_precision_at,
    distance_for_precision,
    distance_of,
    drawn_models,
    expected_interval,
)
from truecut.inference.planning.growth import grown, times_needed, width
from truecut.inference.planning.plan_from_rows import plan_from

OF_COUNTS = [entry.name for entry in CATALOGUE if entry.needs_only_counts]


def some_rows(seed: int = 0, positives: int = 60, negatives: int = 540, **options) -> tc.Evaluation:
    chance = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [positives, negatives])
    return tc.evaluate(labels, np.clip(chance.normal(0.35 + 0.25 * labels, 0.15), 0, 1), **options)


# From guesses


def test_recall_counts_positives_and_specificity_negatives():
    recall = plan("recall", expected=0.85, within=0.05, prevalence=0.1)
    assert (recall.needed, recall.population, recall.rows) == (196, "positives", 1960)
    specificity = plan("specificity", expected=0.85, within=0.05, prevalence=0.1)
    assert (specificity.needed, specificity.population, specificity.rows) == (196, "negatives", 218)


def test_without_a_prevalence_only_the_population_is_known():
    found = plan("recall", expected=0.85, within=0.05)
    assert (found.rows, found.positives) == (None, None)
    assert found.sentence == "Recall known to within ±0.05: about 196 positives."


def test_precision_counts_flagged_rows():
    found = plan("precision", expected=0.6, within=0.05, flagged=0.1)
    assert found.population == "flagged rows"
    assert found.rows == 10 * found.needed
    assert "at this share flagged" in found.sentence


def test_a_ratio_is_a_prevalence():
    by_ratio = plan("roc_auc", expected=0.8, against=0.75, ratio=9)
    assert by_ratio == plan("roc_auc", expected=0.8, against=0.75, prevalence=0.1)
    assert by_ratio.needed == sample_size.area_positives(0.8, 0.75, 9, 0.8)
    assert by_ratio.negatives == 9 * by_ratio.positives


def test_a_correlation_asks_for_two_models_on_the_same_rows():
    alone = plan("roc_auc", expected=0.8, against=0.75, prevalence=0.2)
    for correlation, fewer in ((0.9, True), (0.0, False)):
        paired = plan("roc_auc", expected=0.8, against=0.75, prevalence=0.2, correlation=correlation)
        assert (paired.needed < alone.needed) is fewer
        assert "another model's" in paired.sentence


def test_given_rows_the_power_is_the_answer():
    needed = plan("roc_auc", expected=0.8, against=0.75, power=0.8, prevalence=0.1)
    found = plan("roc_auc", expected=0.8, against=0.75, rows=needed.rows, prevalence=0.1)
    assert found.power == pytest.approx(0.8, abs=0.002)
    assert found.sentence.endswith("have a power of 80 %.") or "80." in found.sentence


@pytest.mark.parametrize(
    ("name", "assumed"),
    [
        ("mcc", {"recall": 0.8, "specificity": 0.9}),
        ("f1", {"recall": 0.8, "specificity": 0.9}),
        ("lr_plus", {"recall": 0.8, "specificity": 0.9}),
        ("kappa", {"recall": 0.8, "specificity": 0.9}),
    ],
)
def test_other_metrics_of_four_counts_are_searched(name, assumed):
    within = 2.0 if name == "lr_plus" else 0.06
    found = plan(name, within=within, prevalence=0.2, **assumed)
    for rows, is_enough in ((found.rows, True), (found.rows // 2, False)):
        positives = round(rows * 0.2)
        tp, tn = round(positives * 0.8), round((rows - positives) * 0.9)
        counts = Counts(tp=tp, fn=positives - tp, tn=tn, fp=rows - positives - tn)
        interval = estimate(Model.of_counts("m", counts), name)
        assert ((interval.high - interval.low) / 2 <= within) is is_enough


def test_average_precision_is_planned_by_drawing_and_keeps_its_promise():
    found = plan("average_precision", expected=0.4, within=0.08, prevalence=0.1)
    assert "seed 0" in found.method
    drawn = drawn_models(found.positives, found.negatives, distance_for_precision(0.4, 0.1), 30, seed=99)
    intervals = [estimate(model, "average_precision") for model in drawn]
    assert np.mean([(one.high - one.low) / 2 for one in intervals]) == pytest.approx(0.08, abs=0.006)
    assert found == plan("average_precision", expected=0.4, within=0.08, prevalence=0.1)


def test_few_rows_come_with_a_rule_of_thumb():
    assert "100 positives" in plan("roc_auc", expected=0.9, against=0.5, prevalence=0.5).note
    assert not plan("recall", expected=0.85, within=0.03, prevalence=0.3).note


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("recall", {"expected": 0.8}, "either how exactly"),
        ("recall", {"expected": 0.8, "within": 0.1, "against": 0.7}, "either how exactly"),
        ("recall", {"within": 0.1}, "Say which recall to expect"),
        ("recall", {"expected": 1, "within": 0.1}, "between 0 and 1, not 1"),
        ("recall", {"expected": 0.8, "within": 0}, "above 0"),
        ("recall", {"expected": 0.8, "against": 0.8}, "cannot be told apart"),
        ("recall", {"expected": 0.8, "against": 0.7, "discordant": 0.05}, "must disagree"),
        ("recall", {"expected": 0.8, "against": 0.7, "power": 0.8, "rows": 9, "prevalence": 0.5}, "not both"),
        ("recall", {"expected": 0.8, "against": 0.7, "rows": 100}, "needs the prevalence"),
        ("recall", {"expected": 0.8, "within": 0.1, "power": 0.8}, "Power belongs to"),
        ("recall", {"expected": 0.8, "within": 0.1, "prevalence": 1.5}, "share between 0 and 1"),
        ("recall", {"expected": 0.8, "within": 0.1, "prevalence": 0.5, "ratio": 1}, "not both"),
        ("roc_auc", {"expected": 0.8, "within": 0.1}, "needs the prevalence"),
        ("roc_auc", {"expected": 0.8, "against": 0.7, "ratio": 1, "correlation": 1}, "between -1 and 1"),
        ("mcc", {"within": 0.1, "prevalence": 0.2}, "assume a recall and a specificity"),
        ("mcc", {"expected": 0.5, "against": 0.4, "prevalence": 0.2}, "Only shares of rows and roc_auc"),
        ("ks", {"within": 0.1, "prevalence": 0.2}, "assume an area"),
        ("average_precision", {"expected": 0.1, "within": 0.1, "prevalence": 0.2}, "cannot be expected"),
        ("precision", {"expected": 0.8, "against": 0.7, "rows": 100, "prevalence": 0.5}, "flagged"),
    ],
)
def test_what_is_lacking_or_contradicts_itself_is_said(name, given, says):
    with pytest.raises(BadCall, match=says):
        plan(name, **given)


# From rows that are there


def test_a_plan_from_rows_says_how_many_there_are():
    e = some_rows()
    found = e.plan("recall", within=0.05)
    assert found.have == 60
    assert found.needed == sample_size.wilson_trials(e.metric("recall").value, 0.05)
    assert found.sentence.endswith("; you have 60.")
    assert found.is_enough is False
    assert e.plan("recall", within=0.5).is_enough is True


@pytest.mark.parametrize(
    "name", ["recall", "precision", "accuracy", "roc_auc", "average_precision", "mcc", "brier", "f1"]
)
def test_so_many_rows_make_the_interval_that_narrow(name):
    e = some_rows()
    half_now = width(e.model, name).half
    times = times_needed(e.model, name, half_now / 2.2)
    enough = width(e.model, name, int(np.ceil(times * 1.05))).half
    assert enough <= half_now / 2.2
    assert width(e.model, name, max(1, int(times * 0.8))).half > half_now / 2.2


def test_against_a_value_the_observed_one_is_taken():
    e = some_rows()
    found = e.plan("roc_auc", against=0.8, power=0.9)
    assert found.expected == e.metric("roc_auc").value
    assert (found.power, found.have) == (0.9, 60)


def test_a_metric_without_a_value_cannot_be_planned():
    with pytest.raises(BadCall, match="nothing was flagged"):
        some_rows(threshold=2).plan("precision", within=0.1)


def test_ten_times_the_rows_make_an_interval_about_three_times_narrower():
    now, *_, later = some_rows(positives=300, negatives=300).widths("recall")
    assert later.rows == 10 * now.rows
    assert now.half / later.half == pytest.approx(10**0.5, rel=0.03)


def test_grown_rows_keep_every_value_and_their_clusters_multiply():
    e = some_rows(cluster=np.arange(600) // 3)
    model = grown(e.model, 3)
    assert model.clustered.number_of_clusters == 3 * e.model.clustered.number_of_clusters
    for name in ("recall", "roc_auc", "average_precision", "brier"):
        assert model.metric(name).value == pytest.approx(e.metric(name).value)


def test_weighted_rows_are_planned_in_effective_ones():
    e = some_rows(weight=np.tile([1, 3], 300))
    found = plan_from(e.model, "recall", within=0.05)
    assert found.have < 60
    assert "effective" in " ".join(found.assumptions)


# What to expect


def test_the_interval_to_expect_of_a_share_is_that_of_the_expected_counts():
    found = expected_interval("recall", 100, 900, Assumed(recall=0.8, specificity=0.9))
    same = tc.counts(tp=80, fn=20, fp=90, tn=810)
    assert (found.low, found.high) == pytest.approx((0.7111708, 0.8666331))
    assert found.value == same.metric("recall").value


def test_the_interval_to_expect_of_an_area_is_near_newcombes():
    found = expected_interval("roc_auc", 150, 600, Assumed(roc_auc=0.8))
    assert found.half == pytest.approx(1.96 * sample_size.newcombe_area_variance(0.8, 0.2, 750) ** 0.5, rel=0.1)
    assert found == expected_interval("roc_auc", 150, 600, Assumed(roc_auc=0.8))


def test_drawn_scores_have_the_area_and_the_average_precision_that_were_assumed():
    model = next(drawn_models(20_000, 80_000, distance_of(0.8), 1, seed=0))
    assert model.metric("roc_auc").value == pytest.approx(0.8, abs=0.005)
    assert model.metric("average_precision").value == pytest.approx(
        average_precision_at(distance_of(0.8), 0.2), abs=0.01
    )
    assert model.metric("calibration_slope").value == pytest.approx(1, abs=0.03)


@pytest.mark.parametrize("name", [*OF_COUNTS, "roc_auc", "average_precision", "brier", "log_loss", "ks", "partial_auc"])
def test_every_metric_has_an_interval_to_expect_or_a_reason(name):
    assumed = Assumed(recall=0.8, specificity=0.9, roc_auc=0.85)
    try:
        found = expected_interval(name, 40, 160, assumed, replicates=2)
    except BadCall as refused:
        assert name in str(refused)
    else:
        assert found.low <= found.high
        assert found.metric == metric(name).name


@pytest.mark.parametrize("share", [0, -0.1, 1.2])
def test_assumed_shares_are_shares(share):
    with pytest.raises(BadCall, match="share"):
        Assumed(recall=share)


@pytest.mark.parametrize("times", [0, 10, (0,), (1, -2), (1.5,), "12", (True,)])
def test_times_that_are_no_list_of_whole_numbers_are_refused(times):
    with pytest.raises(BadCall, match="times= is a list of whole numbers from 1 on"):
        tc.evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).widths("recall", times=times)
