"""Baselines beside the models of a figure are those of the tables and curves."""

import numpy as np
import pytest

import truecut as tc
from truecut.errors import TruecutError

RANDOM = np.random.default_rng(4)
LABELS = RANDOM.random(200) < 0.3
E = tc.evaluate(LABELS, np.round(RANDOM.normal(LABELS), 2))


def drawn(axes, points=None):
    """Return the lines that are of baselines: as they were drawn, by how many points they have."""
    return [line for line in axes.get_lines() if len(line.get_xdata()) == points]


@pytest.mark.parametrize("kind", ["roc", "pr", "gain", "lift"])
def test_several_stand_beside_the_model_at_once(kind):
    plain, beside = E.plot.draw(kind), E.plot.draw(kind, baseline=["random", "ideal"])
    before, after = (len(one.axes[0].get_lines()) for one in (plain, beside))
    assert after == before + 2
    *_, random, ideal = drawn(beside.axes[0], 201)
    share = E.metric("prevalence").value
    heights = {"roc": (0.5, 1), "pr": (share, 1), "gain": (0.5, 1), "lift": (1, 2)}
    for line, height in zip((random, ideal), heights[kind], strict=True):
        assert line.get_ydata()[100] == pytest.approx(height)


def test_what_does_not_look_is_one_point():
    (point,) = drawn(E.plot.roc(baseline="no-information").axes[0], 1)[-1:]
    assert (point.get_xdata()[0], point.get_ydata()[0]) == (0, 0)


def test_a_figure_without_a_place_for_them_and_a_misspelt_one_are_refused():
    with pytest.raises(TruecutError, match="matrix shows no baselines; leave them out, or draw roc, pr, gain, lift"):
        E.plot.draw("matrix", baseline="random")
    with pytest.raises(TruecutError, match="Did you mean 'random'"):
        E.plot.roc(baseline="randm")
