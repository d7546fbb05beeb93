"""The figures hold the right numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.views.plots.scene import against_threshold
from truecut.views.plots.spread import bars, shares_between
from truecut.views.plots.style import entries_seen


def texts(ax) -> str:
    """Return all that is written on the axes, the key included."""
    from matplotlib.text import Text

    return "\n".join(text.get_text() for text in ax.findobj(Text))


def longest(ax):
    return max(ax.get_lines(), key=lambda line: len(line.get_xdata()))


def test_the_roc_line_is_the_curve(usual):
    line = longest(usual.plot.roc())
    np.testing.assert_array_equal(line.get_xdata(), usual.curve.along("fpr"))
    np.testing.assert_array_equal(line.get_ydata(), usual.curve.along("recall"))


def test_the_precision_recall_line_is_the_curve_in_steps(usual):
    line = longest(usual.plot.pr())
    np.testing.assert_array_equal(line.get_xdata(), usual.curve.along("recall"))
    np.testing.assert_array_equal(line.get_ydata()[1:], usual.curve.along("precision")[1:])
    assert line.get_drawstyle() == "steps-pre"
    # The area under these steps is the average precision, so what is drawn is what is said.
    across, up = line.get_xdata(), line.get_ydata()
    assert (np.diff(across) * up[1:]).sum() == pytest.approx(usual.metric("average_precision").value)


def test_hard_classifiers_stand_with_their_hull_and_turned_round_where_that_helps():
    """A at (0.28, 0.63) is on the hull; C at (0.88, 0.24) is hollow at (0.12, 0.76)."""
    models = {
        "A": Model.of_counts("A", Counts(tp=63, fn=37, fp=28, tn=72)),
        "C": Model.of_counts("C", Counts(tp=24, fn=76, fp=88, tn=12)),
    }
    e = tc.Evaluation(Provenance("four counts", 400, "positive", "negative"), models)
    ax = e.plot.roc()
    places = [list(zip(line.get_xdata(), line.get_ydata(), strict=True)) for line in ax.get_lines()]
    for expected in ([(0.28, 0.63)], [(0.88, 0.24)], [(0.12, 0.76)], [(0, 0), (0.28, 0.63), (1, 1)]):
        assert expected in places
    assert "C, answers turned round" in texts(ax)
    assert "hull" not in texts(e.models["A"].plot.roc())


def test_the_key_says_the_area_with_its_interval_and_the_threshold(usual):
    area = usual.metric("roc_auc")
    said = texts(usual.plot.roc())
    assert f"{area.value:.3f} ({area.low:.3f}–{area.high:.3f})" in said
    assert f"at 0.5: TPR {100 * usual.metric('recall').value:.1f} %" in said


def test_the_level_of_the_intervals_can_be_chosen(usual):
    area = usual.metric("roc_auc", level=0.8)
    assert f"({area.low:.3f}–{area.high:.3f})" in texts(usual.plot.styled(level=0.8).roc())


@pytest.mark.parametrize("lower", [False, True])
@given(data=st.data())
def test_a_line_against_the_threshold_says_what_each_threshold_does(lower, data):
    scores = data.draw(st.lists(st.sampled_from([0.1, 0.2, 0.5, 0.7, 0.9, 1.0]), min_size=2, max_size=12))
    labels = data.draw(st.lists(st.booleans(), min_size=len(scores), max_size=len(scores)))
    at = data.draw(st.floats(0, 1))
    if not any(labels):
        return
    model = tc.evaluate([*map(int, labels), 0], [*scores, 0.4], lower_is_positive=lower).model
    places, values = against_threshold(model, model.curve.along("recall"))
    # steps-pre holds a value up to its place, steps-post from its place on.
    entry = np.searchsorted(places, at, side="right") - 1 if lower else np.searchsorted(places, at, side="left")
    assert values[entry] == model.at(at).metric("recall").value


@pytest.mark.parametrize("stretched", [False, True])
@given(data=st.data())
def test_the_solid_area_is_recall_and_the_striped_area_below_is_the_false_alarm_rate(stretched, data):
    scores = data.draw(st.lists(st.floats(0, 1), min_size=2, max_size=20))
    threshold = data.draw(st.floats(0.01, 0.99))
    lower = data.draw(st.booleans())
    labels = [1, 0, *(i % 2 for i in range(len(scores) - 2))]
    model = tc.evaluate(labels, scores, lower_is_positive=lower, threshold=threshold).model
    edges, flagged = bars(model, stretched=stretched)
    assert (np.diff(edges) > 0).all()
    if not edges[0] < threshold < edges[-1]:
        return
    for name in ("recall", "fpr"):
        heights = shares_between(model, name, edges)
        assert heights.sum() == pytest.approx(1)
        assert heights[flagged].sum() == pytest.approx(model.metric(name).value)


def test_the_matrix_shows_the_four_counts_and_their_rates(usual):
    said = texts(usual.plot.matrix())
    counts = usual.at(0.5).counts
    for number in (counts.tp, counts.fp, counts.fn, counts.tn):
        assert f"\n{number}\n" in f"\n{said}\n"
    for name in ("recall", "specificity", "precision", "npv"):
        assert f"{100 * usual.metric(name).value:.1f} %" in said


def test_the_dot_of_the_cost_curve_is_the_cheapest_threshold(usual):
    cost = tc.Cost(fp=1, fn=5)
    chosen = usual.choose(cost)
    ax = usual.plot.cost(cost)
    dots = [line for line in ax.get_lines() if line.get_marker() == "o"]
    assert (dots[0].get_xdata()[0], dots[0].get_ydata()[0]) == (chosen.threshold, pytest.approx(1000 * chosen.value))
    assert dots[1].get_ydata()[0] == pytest.approx(1000 * cost.mean(usual.at(0.5).counts))


def test_several_models_cost_what_they_cost_at_the_same_share_flagged(several):
    ax = several.plot.cost(tc.Cost(fp=1, fn=5))
    first = next(iter(several.by_model.values()))
    np.testing.assert_array_equal(
        longest(ax).get_xdata(),
        max((model.curve.along("share_flagged") for model in several.by_model.values()), key=len),
    )
    assert f"{first.name}" in texts(ax)


def test_the_decision_curve_is_the_net_benefit_at_each_threshold_probability(usual):
    line = usual.plot.decision().get_lines()[0]
    for pt, benefit in zip(line.get_xdata()[::20], line.get_ydata()[::20], strict=True):
        assert benefit == pytest.approx(usual.at(pt).metric("net_benefit", pt=pt).value)


def test_the_gap_of_ks_is_the_ks_distance(usual):
    gap = next(line for line in usual.plot.ks().get_lines() if line.get_marker() == "_")
    low, high = gap.get_ydata()
    assert high - low == pytest.approx(usual.metric("ks").value)


def test_the_calibration_line_is_the_reliability_curve(usual):
    points = usual.calibration().points
    line = longest(usual.plot.calibration())
    np.testing.assert_array_equal(line.get_xdata(), points.scores)
    np.testing.assert_array_equal(line.get_ydata(), points.observed)
    binned = usual.plot.calibration(bins=5)
    dots = next(line for line in binned.get_lines() if line.get_marker() == "o")
    assert len(dots.get_xdata()) == 5


def test_steps_are_numbered_from_flagging_everything_to_flagging_nothing():
    e = tc.evaluate([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.1])
    ax = e.plot.steps()
    numbered = {text.get_text(): text.get_position() for text in ax.texts}
    assert [*numbered] == ["0", "1", "2", "3", "4"]
    assert numbered["0"] == (1.0, 1.0)
    assert numbered["2"] == (0.5, 0.5)
    assert numbered["4"] == (0.0, 0.0)


def test_a_forest_holds_every_estimate_and_its_interval(grouped):
    ax = grouped.plot.groups(metric="recall")
    dots = [line.get_xdata()[0] for line in ax.get_lines() if line.get_marker() == "o"]
    expected = [grouped, *grouped.groups.values()]
    assert dots == [e.metric("recall").value for e in expected]
    whiskers = [
        tuple(line.get_xdata()) for line in ax.get_lines() if line.get_marker() != "o" and len(line.get_xdata()) == 2
    ]
    for e in expected:
        estimate = e.metric("recall")
        assert (estimate.low, estimate.high) in whiskers


def test_gain_and_lift_follow_the_share_flagged(usual):
    gain, lift = longest(usual.plot.gain()), longest(usual.plot.lift())
    np.testing.assert_array_equal(gain.get_xdata(), usual.curve.along("share_flagged"))
    np.testing.assert_array_equal(gain.get_ydata(), usual.curve.along("recall"))
    np.testing.assert_array_equal(lift.get_ydata()[1:], usual.curve.along("lift")[1:])


def test_the_ideal_and_the_random_model_stand_beside_the_rates(usual):
    ax = usual.plot.rates()
    random = next(line for line in ax.get_lines() if len(line.get_xdata()) == 1001)
    np.testing.assert_allclose(random.get_ydata(), 1 - random.get_xdata())
    said = texts(ax)
    assert "random model" in said
    assert "ideal model" in said


def test_a_band_is_drawn_where_it_is_given(usual):
    class Given:
        x = np.array([0.0, 0.5, 1.0])
        low = np.array([0.0, 0.6, 1.0])
        high = np.array([0.2, 0.9, 1.0])

    assert len(usual.plot.roc(band=Given()).collections) == 1
    assert len(usual.plot.roc().collections) == 0


def test_a_long_line_is_thinned_to_what_can_be_seen_and_keeps_its_ends():
    x = np.linspace(0, 1, 100_000)
    kept = entries_seen(x, x**2)
    assert len(kept) < 5000
    assert (kept[0], kept[-1]) == (0, len(x) - 1)
    assert np.abs(np.interp(x, x[kept], x[kept] ** 2) - x**2).max() < 1e-3
    np.testing.assert_array_equal(entries_seen(x[:100], x[:100]), np.arange(100))


def test_metrics_are_named_as_they_were_asked_for(usual):
    said = texts(usual.plot.threshold(metrics=("tpr", "balanced_accuracy", "f1")))
    assert "TPR" in said
    assert "balanced accuracy" in said
    assert "F1" in said
    with pytest.raises(tc.TruecutError, match="roc_auc is one number for all thresholds"):
        usual.plot.threshold(metrics=("roc_auc",))


def test_folds_are_drawn_behind_their_mean_under_which_the_area_lies():
    chance, fold = np.random.default_rng(0), np.arange(300) % 4
    labels = chance.random(300) < 0.4
    e = tc.evaluate(labels, 1.5 * labels + chance.normal(size=300) + 2 * fold, fold=fold)
    ax = e.plot.roc()
    lines = [(line.get_xdata(), line.get_ydata()) for line in ax.get_lines() if len(line.get_xdata()) > 2]
    areas = [float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum()) for x, y in lines]
    assert areas[:4] == pytest.approx([float(one.metric("roc_auc")) for one in e.folds.values()])
    assert areas[4] == pytest.approx(e.metric("roc_auc").value)
    assert "its 4 folds" in texts(ax)
