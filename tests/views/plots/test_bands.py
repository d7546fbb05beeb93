"""Figures show how sure a curve is, where that is asked for."""

from itertools import pairwise

import numpy as np
import pytest

import truecut as tc


def in_tenths(lower_is_positive=False):
    """Return rows with scores so far apart that every step of a figure can be told from the next."""
    generator = np.random.default_rng(4)
    labels = generator.random(300) < 0.4
    scores = np.round(1 / (1 + np.exp(-generator.normal(np.where(labels, 1.0, -1.0), 1.2))), 1)
    return tc.evaluate(
        labels.astype(int), 1 - scores if lower_is_positive else scores, lower_is_positive=lower_is_positive
    )


def corners_of(area):
    return area.get_paths()[0].vertices


def limits_at(area, place):
    """Return between what a shaded area lies above a place."""
    edges = [(one[1], sorted((one[0], other[0]))) for one, other in pairwise(corners_of(area)) if one[1] == other[1]]
    level = [y for y, (left, right) in edges if left < place < right]
    return min(level), max(level)


@pytest.mark.parametrize("kind", ["pointwise", "simultaneous"])
@pytest.mark.parametrize("name", ["roc", "pr", "gain", "lift"])
def test_the_band_of_a_curve_is_that_of_its_model(usual, name, kind):
    band = usual.band(name, kind=kind)
    (shaded,) = usual.plot.draw(name, band=kind).collections
    expected = np.concatenate([np.column_stack([band.x, limit]) for limit in (band.low, band.high)])
    np.testing.assert_allclose(np.unique(corners_of(shaded), axis=0), np.unique(expected, axis=0))


@pytest.mark.parametrize("lower_is_positive", [False, True])
@pytest.mark.parametrize(
    ("figure", "metrics"),
    [
        ("threshold", ("precision", "recall")),
        ("rates", ("recall", "fpr")),
        ("specificity", ("recall", "specificity")),
        ("ks", ("recall", "fpr")),
    ],
)
def test_bands_along_the_threshold_are_the_intervals_of_the_metrics_there(figure, metrics, lower_is_positive):
    evaluation = in_tenths(lower_is_positive)
    shaded = evaluation.plot.draw(figure, band="pointwise").collections
    assert len(shaded) == len(metrics)
    for metric, area in zip(metrics, shaded, strict=True):
        for threshold in (0.05, 0.25, 0.45, 0.65):
            found = evaluation.cut_at(threshold).metric(metric)
            assert limits_at(area, threshold) == pytest.approx((found.low, found.high)), (metric, threshold)


def test_the_key_says_how_sure_a_band_is_and_in_which_sense(usual):
    from matplotlib.text import Text

    def said(ax):
        return [text.get_text() for text in ax.findobj(Text)]

    assert "95 % band, simultaneous" in said(usual.plot.ks(band="simultaneous"))
    assert "80 % band, pointwise" in said(usual.plot.styled(level=0.8).threshold(band="pointwise"))
    assert not [text for text in said(usual.plot.ks()) if "band" in text]


def test_each_panel_has_the_bands_of_its_own_model(several):
    figure = several.plot.each("ks", band="pointwise")
    areas = [panel.collections for panel in figure.axes]
    assert [len(shaded) for shaded in areas] == [2] * 4
    assert len({limits_at(shaded[0], 0.50041) for shaded in areas}) == 4


def test_an_unknown_kind_of_band_says_which_there_are(usual):
    with pytest.raises(tc.TruecutError, match="pointwise"):
        usual.plot.ks(band="pointwize")
