"""Blocks that cannot hold the best are left out, and nothing else: the answer is that of looking everywhere."""

from __future__ import annotations

import numpy as np
import pytest

from truecut.catalogue import best_entries, metric
from truecut.catalogue.best_entries import FEWER_FLAGS, STEADY, hopeful_entries
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost
from truecut.catalogue.metric import Better
from truecut.catalogue.subject_to import best_subject_to
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.decisions.chosen_threshold import choose
from truecut.decisions.rules import RuleContext

PARAMETERS = {"f_beta": {"beta": 2.0}, "weighted_f": {"w_precision": 1, "w_recall": 3}, "net_benefit": {"pt": 0.2}}
SHAPES = ("plain", "tied", "rare", "separated", "useless", "reversed", "one class", "few scores", "infinite")


def curve_of(shape, *, rows=700, lower=False, weighted=False, seed=0):
    random = np.random.default_rng(seed)
    share = {"rare": 0.01, "one class": 1.0}.get(shape, 0.3)
    labels = random.random(rows) < share
    scores = random.normal(size=rows) + {"separated": 50, "useless": 0, "reversed": -2}.get(shape, 1.2) * labels
    if shape in ("tied", "few scores"):
        scores = np.round(scores, 1 if shape == "tied" else 0)
    if shape == "infinite":
        scores[:20], scores[20:40] = np.inf, -np.inf
    weights = random.integers(1, 4, rows) / 2 if weighted else None
    return CountsCurve(ScoreTable.from_rows(labels, scores, weights, lower_is_positive=lower))


@pytest.fixture(params=[1, 7, 64])
def in_small_blocks(request, monkeypatch):
    monkeypatch.setattr(best_entries, "BLOCK", request.param)
    monkeypatch.setattr(best_entries, "FEWEST", 1)


def looking_everywhere(monkeypatch, ask):
    with monkeypatch.context() as patched:
        patched.setattr(best_entries, "FEWEST", 10**9)
        return ask()


@pytest.mark.parametrize("name", sorted(STEADY))
def test_what_is_called_steady_gets_better_with_true_flags_and_worse_with_false_ones(name):
    entry, random = metric(name), np.random.default_rng(0)
    sign = -1 if entry.better == Better.LOWER else 1
    assert entry.better in (Better.HIGHER, Better.LOWER)
    positives, negatives = random.integers(1, 50, (2, 5000))
    tp, fp = (random.random((2, 5000)) * (positives, negatives)).astype(int)

    def worth(tp, fp):
        counts = Counts(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)
        return sign * entry.along(counts, **PARAMETERS.get(name, {}))

    here = worth(tp, fp)
    for other, is_better in ((worth(tp + 1, fp), True), (worth(tp, fp + 1), False)):
        known = ~np.isnan(here) & ~np.isnan(other) & (tp < positives) & (fp < negatives)
        gained = (other - here)[known]
        assert ((gained if is_better else -gained) >= -1e-15 * np.abs(here[known])).all()
    assert FEWER_FLAGS not in STEADY


@pytest.mark.usefixtures("in_small_blocks")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("how", [{}, {"lower": True}, {"weighted": True}])
def test_rules_and_goals_choose_what_looking_everywhere_chooses(monkeypatch, shape, how):
    curve = curve_of(shape, **how)
    rules = [*(f"best_{name}" for name in sorted(STEADY) if name not in PARAMETERS), "youden"]
    goals = [
        "minimise share_flagged subject to recall >= 0.9",
        "maximise recall subject to precision >= 0.6",
        "maximise precision subject to recall > 0.5, fpr <= 0.2",
        "minimise fpr subject to recall >= 2",
        "maximise f1",
    ]
    for rule in [*rules, *goals]:
        stakes = RuleContext(curve)

        def asked(rule=rule, stakes=stakes):
            try:
                return choose(stakes, rule)
            except Exception as refused:  # the words of a refusal are an answer, too
                return f"{type(refused).__name__}: {refused}"

        assert asked() == looking_everywhere(monkeypatch, asked), rule


@pytest.mark.usefixtures("in_small_blocks")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("prices", [(1, 1), (100, 1), (0, 1), (1, 0), (0, 0), (-3, 1), (1, -3)])
def test_the_cheapest_cut_is_that_of_looking_everywhere(monkeypatch, shape, prices):
    curve = curve_of(shape)
    cost = Cost(fn=prices[0], fp=prices[1])
    found = looking_everywhere(monkeypatch, lambda: CostCurve(cost, curve).cheapest)
    assert CostCurve(cost, curve).cheapest == found
    assert CostCurve(cost, curve).means_at(found) == CostCurve(cost, curve).means[found]


@pytest.mark.usefixtures("in_small_blocks")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "asked",
    [
        {"maximise": "recall", "subject_to": "precision", "at_least": 0.7},
        {"maximise": "precision", "subject_to": "recall", "at_least": 0.9},
        {"maximise": "recall", "subject_to": "fpr", "at_most": 0.1},
        {"maximise": "specificity", "subject_to": "recall", "at_least": 0.8},
        {"maximise": "npv", "subject_to": "precision", "at_least": 1.0},
        {"maximise": "recall", "subject_to": "precision", "at_least": 0.2, "at_most": 0.6},
        {"maximise": "recall", "subject_to": "precision", "at_least": 1.5},
    ],
)
def test_the_best_under_a_condition_is_that_of_looking_everywhere(monkeypatch, shape, asked):
    curve = curve_of(shape)
    everywhere = looking_everywhere(monkeypatch, lambda: best_subject_to(curve, **asked))
    assert best_subject_to(curve, **asked) == everywhere


def test_most_of_a_long_curve_is_never_looked_at():
    curve = curve_of("plain", rows=40_000)
    seen = hopeful_entries(curve, metric("f1").along)
    assert len(seen) < len(curve) / 4
    assert int(np.nanargmax(metric("f1").along(curve.counts))) in seen.tolist()
