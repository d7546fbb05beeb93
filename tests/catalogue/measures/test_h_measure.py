"""The H measure: against Hand's definition integrated over costs, with its laws; R's hmeasure is in tests/reference."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import beta as beta_distribution

from strategies import SMALL_WHOLE, rows
from truecut.catalogue.measures.h_measure import beta_of_prevalence, h_measure
from truecut.catalogue.measures.hull import hull_entries

of_both_classes = rows(scores=SMALL_WHOLE, least=2).filter(lambda drawn: len(set(drawn.labels.tolist())) == 2)
shapes = st.sampled_from([(2.0, 2.0), (1.0, 1.0), (3.0, 0.5), (1.3, 1.7)])


def mean_saving(curve, alpha, beta):
    """Return Hand's H: 1 less the mean loss over costs, where each cost has its best threshold, over that of no model.

    All thresholds are tried at every cost, so nothing is known here of a hull; Hand 2009, Machine Learning 77, 103.
    """
    tp, fp = curve.counts.tp / curve.counts.tp[-1], curve.counts.fp / curve.counts.fp[-1]
    positives, negatives = curve.table.total_positive, curve.table.total_negative
    share = positives / (positives + negatives)
    density = beta_distribution(alpha, beta).pdf

    def with_model(c):
        return (c * (1 - share) * fp + (1 - c) * share * (1 - tp)).min() * density(c)

    def without(c):
        return min(c * (1 - share), (1 - c) * share) * density(c)

    # The loss is linear between the costs at which one threshold overtakes another: integrate from one to the next.
    i, j = np.triu_indices(len(tp), 1)
    up, across = share * (tp[j] - tp[i]), (1 - share) * (fp[j] - fp[i])
    edges = np.unique(np.concatenate([[0.0, share, 1.0], up / (up + across)]).round(12))

    def mean(loss):
        return sum(quad(loss, low, high, epsabs=1e-11, epsrel=1e-9)[0] for low, high in pairwise(edges.tolist()))

    return 1 - mean(with_model) / mean(without)


@given(rows(scores=st.integers(0, 4), least=4, most=12), shapes)
def test_it_is_the_mean_saving_over_costs(drawn, shape):
    if len(set(drawn.labels.tolist())) == 2:
        assert h_measure(drawn.curve(), *shape) == pytest.approx(mean_saving(drawn.curve(), *shape), abs=1e-6)


@given(of_both_classes, shapes)
def test_only_the_order_of_the_scores_matters(drawn, shape):
    stretched = replace(drawn, scores=drawn.scores.astype(float) ** 3)
    turned = replace(drawn, scores=-drawn.scores, lower_is_positive=not drawn.lower_is_positive)
    assert h_measure(stretched.curve(), *shape) == h_measure(drawn.curve(), *shape)
    assert h_measure(turned.curve(), *shape) == h_measure(drawn.curve(), *shape)


@given(of_both_classes, shapes)
def test_swapping_the_classes_swaps_the_costs(drawn, shape):
    swapped = replace(drawn, labels=~drawn.labels, lower_is_positive=not drawn.lower_is_positive)
    found = h_measure(swapped.curve(), shape[1], shape[0])
    assert found == pytest.approx(h_measure(drawn.curve(), *shape), abs=1e-12)


@given(of_both_classes, shapes)
def test_it_lies_between_nothing_and_all_and_is_nothing_without_a_corner(drawn, shape):
    found = h_measure(drawn.curve(), *shape)
    assert 0 <= found <= 1
    # A hull from flagging nothing straight to flagging all leaves nothing to choose.
    assert (found == 0) == (len(hull_entries(drawn.curve())) == 2) or found < 1e-9


@given(of_both_classes)
def test_the_likeliest_cost_is_the_prevalence(drawn):
    alpha, beta = beta_of_prevalence(drawn.curve())
    table = drawn.table()
    prevalence = table.total_positive / (table.total_positive + table.total_negative)
    assert (alpha - 1) / (alpha + beta - 2) == pytest.approx(prevalence, rel=1e-12)
    assert alpha + beta == pytest.approx(3)
