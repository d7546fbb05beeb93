"""The sampling design of a model: by name, and what its rows are worth."""

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.design import DesignKind

LABELS, SCORES = np.arange(100) < 40, np.random.default_rng(1).random(100)
WEIGHTS = np.random.default_rng(2).uniform(0.5, 2, 100)


def design_of(**asked):
    return tc.evaluate(LABELS, SCORES, **asked).model.design


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ({}, DesignKind.INDEPENDENT),
        ({"weight": np.full(100, 2), "weights_are": "repeated"}, DesignKind.INDEPENDENT),
        ({"design": "case-control"}, DesignKind.BY_CLASS),
        ({"weight": WEIGHTS}, DesignKind.WEIGHTED),
        ({"weight": WEIGHTS, "design": "case-control"}, DesignKind.WEIGHTED),
        ({"cluster": np.arange(100) // 4}, DesignKind.CLUSTERED),
        ({"cluster": np.arange(100) // 4, "weight": WEIGHTS}, DesignKind.CLUSTERED),
    ],
)
def test_a_design_has_one_name(asked, kind):
    assert design_of(**asked).kind == kind


def test_effective_rows_are_rows_or_fewer():
    assert design_of().effective_rows == (40, 60)
    assert design_of(weight=np.full(100, 2), weights_are="repeated").effective_rows == (80, 120)
    assert design_of(cluster=np.arange(100) // 4).effective_rows == (10, 15)
    positives = WEIGHTS[LABELS]
    kish = positives.sum() ** 2 / (positives**2).sum()
    assert design_of(weight=WEIGHTS).effective_rows[0] == pytest.approx(kish)
    assert design_of(weight=np.full(100, 0.3)).effective_rows == pytest.approx((40, 60))


def test_prevalence_is_fixed_where_it_was_decided_or_stated():
    assert design_of(design="case-control").fixes_prevalence
    weighed = design_of(weight=np.where(LABELS, 1.0, 3.0), design="case-control")
    assert weighed.fixed_prevalence == pytest.approx(0.4 / 2.2)
    assert not design_of(weight=np.where(LABELS, 1.0, 3.0)).fixes_prevalence
    assert not design_of(weight=WEIGHTS).fixes_prevalence
    assert not design_of().fixes_prevalence


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_only_sampling_by_class_keeps_a_metric_from_being_known(entry):
    assert design_of().identifies(entry)
    assert design_of(design="case-control", weight=WEIGHTS).identifies(entry)
    assert design_of(design="case-control").identifies(entry) == entry.is_free_of_prevalence


def test_the_slope_of_a_recalibration_is_known_from_cases_and_controls():
    assert design_of(design="case-control").identifies(metric("calibration_slope"))
    assert not design_of(design="case-control").identifies(metric("calibration_intercept"))
