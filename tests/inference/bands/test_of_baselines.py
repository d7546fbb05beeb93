"""The curves of baselines beside a model's: known, so without limits, at the model's own x."""

import numpy as np
import pytest

import truecut as tc
from truecut.catalogue import metric
from truecut.counting.baselines import Baseline, baseline_counts
from truecut.errors import BadCall
from truecut.inference.bands.of_baselines import band_of_baseline

LABELS = np.arange(100) % 5 == 0
E = tc.evaluate(LABELS, np.random.default_rng(1).random(100) * 0.7 + 0.3 * LABELS)
# At x = 0.1, where a fifth of the rows is positive.
AT_A_TENTH = {
    ("roc", "random"): 0.1,
    ("roc", "ideal"): 1.0,
    ("pr", "random"): 0.2,
    ("pr", "ideal"): 1.0,
    ("gain", "random"): 0.1,
    ("gain", "ideal"): 0.5,
    ("lift", "random"): 1.0,
    ("lift", "ideal"): 5.0,
    ("cost", "random"): 0.1,
    ("cost", "flag-all"): 0.9,
    ("cost", "flag-none"): 0.1,
    ("cost", "no-information"): 0.1,
    ("cost", "ideal"): 0.0,
}


def beside(curve: str):
    return E.band(curve, at=[0.1, 0.6], replicates=200)


@pytest.mark.parametrize(("curve", "baseline"), AT_A_TENTH)
def test_a_baseline_has_its_height(curve, baseline):
    band = band_of_baseline(Baseline(baseline), E.model, beside(curve))
    assert band.y[0] == pytest.approx(AT_A_TENTH[curve, baseline])
    assert np.isnan(band.low).all()
    assert np.isnan(band.high).all()
    assert band.note.startswith(f"{baseline}: ")


@pytest.mark.parametrize(
    ("curve", "baseline", "point"),
    [
        ("roc", "flag-all", (1, 1)),
        ("roc", "flag-none", (0, 0)),
        ("roc", "no-information", (0, 0)),
        ("pr", "flag-all", (1, 0.2)),
        ("gain", "flag-all", (1, 1)),
        ("lift", "flag-all", (1, 1)),
    ],
)
def test_who_does_not_look_is_one_point(curve, baseline, point):
    band = band_of_baseline(Baseline(baseline), E.model, beside(curve))
    assert list(zip(band.x, band.y, strict=True)) == [point]


@pytest.mark.parametrize("baseline", Baseline)
@pytest.mark.parametrize("name", ["recall", "precision", "accuracy"])
def test_along_the_thresholds_a_baseline_has_the_metric_of_its_counts(baseline, name):
    band = band_of_baseline(baseline, E.model, E.band(name, at=[0.25, 0.75]))
    counts = baseline_counts(baseline, 20, 80, np.array([0.25, 0.75]))
    np.testing.assert_array_equal(band.y, metric(name).along(counts))


@pytest.mark.parametrize(("curve", "baseline"), [("pr", "flag-none"), ("lift", "flag-none")])
def test_what_has_no_place_is_refused(curve, baseline):
    with pytest.raises(BadCall, match=f"{baseline} has no place on the curve called {curve}"):
        band_of_baseline(Baseline(baseline), E.model, beside(curve))
