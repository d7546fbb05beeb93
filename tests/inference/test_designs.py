"""Rows that were sampled by class: what depends on how many of each were taken, and what varies then."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from scipy.stats import beta

import truecut as tc
from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.design import Sampling
from truecut.catalogue.metric import PrevalenceRole
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.counting.counts import Counts
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.intervals import estimate
from truecut.inference.sampled_by_class import BY_DESIGN, DEPENDS

PRICED = Situation(cost=tc.Cost(fp=1, fn=1))
COUNTS = Counts(tp=40, fp=15, fn=10, tn=135)
OF_COUNTS = [entry for entry in CATALOGUE if entry.needs_only_counts]


def sampled(counts: Counts) -> Model:
    return replace(Model.of_counts("study", counts), sampling=Sampling.CASE_CONTROL, situation=PRICED)


def scored(seed: int = 5) -> ScoreTable:
    """Return 60 positives and 90 negatives."""
    random = np.random.default_rng(seed)
    positives, others = random.beta(4, 2, size=60), random.beta(2, 4, size=90)
    scores = np.concatenate([positives, others])
    return ScoreTable.from_rows(np.arange(len(scores)) < 60, scores)


@pytest.mark.parametrize("entry", OF_COUNTS, ids=lambda entry: entry.name)
def test_what_depends_on_the_sampling_says_so_and_nothing_else_does(entry):
    found = estimate(sampled(COUNTS), entry.name)
    as_it_comes = estimate(replace(Model.of_counts("m", COUNTS), situation=PRICED), entry.name)
    assert found.value == as_it_comes.value
    if entry.is_free_of_prevalence:
        assert found == as_it_comes
    elif entry.prevalence_is == PrevalenceRole.ALL:
        assert (found.has_interval, found.note) == (False, BY_DESIGN)
    else:
        assert DEPENDS in found.note
        assert found.low < found.value < found.high


def test_four_counts_vary_as_two_independent_betas():
    random = np.random.default_rng(0)
    draw = partial(beta.rvs, size=400_000, random_state=random)
    recall, fpr = draw(40.5, 10.5), draw(15.5, 135.5)
    precisions = 50 * recall / (50 * recall + 150 * fpr)
    found = estimate(sampled(COUNTS), "precision")
    assert found.method == "cells"
    assert estimate(sampled(COUNTS), "precision", interval="beta-by-class") == found
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(precisions, [0.025, 0.975])), abs=5e-4)


def test_intervals_hold_where_the_size_of_the_classes_is_fixed():
    random = np.random.default_rng(3)
    truth = float(metric("accuracy").at(Counts(40, 15, 10, 135)))
    held = 0
    for tp, fp in zip(random.binomial(50, 0.8, 300), random.binomial(150, 0.1, 300), strict=True):
        found = estimate(sampled(Counts(int(tp), int(fp), 50 - int(tp), 150 - int(fp))), "accuracy")
        held += found.low <= truth <= found.high
    assert held / 300 > 0.91


def test_average_precision_and_losses_are_judged_by_class():
    model = Model("m", scored(), sampling=Sampling.CASE_CONTROL)
    assert estimate(model, "average_precision").method == "jackknife-by-class"
    brier = estimate(model, "brier")
    assert (brier.method, brier.resampled.stratified) == ("bootstrap", True)
    assert estimate(model, "brier", interval="hall").method == "hall"
    assert not estimate(model, "roc_auc").note


def test_the_declaration_is_kept_in_parts_cuts_and_files(tmp_path):
    random = np.random.default_rng(1)
    labels = random.random(200) < 0.5
    e = tc.evaluate(labels, random.random(200) + labels, group=["a", "b"] * 100, design="case-control")
    e.save(tmp_path / "study.json")
    for kept in (e, e.groups["a"], e.cut_at(0.7), e.without_group("a"), tc.load(tmp_path / "study.json")):
        assert kept.model.sampling == Sampling.CASE_CONTROL
        assert DEPENDS in kept.metric("precision").note
    assert "sampled_by_class" in [finding.code for finding in e.findings]


def test_a_stated_prevalence_or_weights_put_it_right():
    labels, scores = [1] * 30 + [0] * 30, [*range(30, 60), *range(45, 15, -1)]
    study = tc.evaluate(labels, scores, design="case-control", threshold=40)
    there = study.given(prevalence=0.01)
    weighted = tc.evaluate(labels, scores, weight=[1] * 30 + [99] * 30, design="case-control", threshold=40)
    for right in (there, weighted):
        assert "sampled" not in right.metric("precision").note
        assert "sampled_by_class" not in [finding.code for finding in right.findings]
    assert there.metric("precision").value == pytest.approx(weighted.metric("precision").value)


def test_a_design_that_does_not_exist_is_refused():
    with pytest.raises(BadCall, match="design"):
        tc.evaluate([1, 0], [1, 0], design="survey")
