"""Bands of ROC, precision-recall, cost and gain curves: they hold what they promise, and obey the laws of curves."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.counts import Counts
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, UnknownName
from truecut.inference.bands.cells import ScoreRuns, fine_entries
from truecut.inference.bands.of_model import band_of

CURVES = ("roc", "pr", "cost", "gain", "lift")
KINDS = ("pointwise", "simultaneous")


def drawn(random, rows=150, share=0.3, apart=1.5):
    labels = random.random(rows) < share
    labels[:2] = True, False
    return labels, random.normal(labels * apart)


def model_of(labels, scores, **options):
    return Model("m", ScoreTable.from_rows(labels, scores, **options))


SAMPLE = model_of(*drawn(np.random.default_rng(0)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CURVES)
def test_a_band_holds_its_curve(name, kind):
    band = band_of(SAMPLE, name, kind=kind, replicates=200)
    assert (np.diff(band.x) > 0).all()
    assert band.contains(band.y)
    assert (band.low <= band.high).all()
    assert band.kind == kind


@given(st.data())
def test_a_band_of_any_rows_holds_its_curve(data):
    rows = data.draw(st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=2, max_size=25))
    labels, scores = map(list, zip(*rows, strict=True))
    if len(set(labels)) < 2:
        labels[0] = not labels[0]
    name, kind = data.draw(st.sampled_from(CURVES)), data.draw(st.sampled_from(KINDS))
    band = band_of(model_of(labels, scores), name, kind=kind, replicates=200)
    assert band.contains(band.y)
    assert (band.low <= band.high).all()
    assert not np.isnan(band.low).any()


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in CURVES for kind in KINDS])
def test_a_surer_band_is_wider_and_more_rows_make_it_narrower(name, kind):
    grid = np.linspace(0.1, 0.9, 9)

    def width(model, level):
        band = band_of(model, name, kind=kind, level=level, at=grid, replicates=400)
        return np.mean(band.high - band.low)

    assert width(SAMPLE, 0.5) < width(SAMPLE, 0.9) < width(SAMPLE, 0.99)
    more = model_of(*drawn(np.random.default_rng(0), rows=1500))
    assert width(more, 0.9) < width(SAMPLE, 0.9)


def test_roc_points_are_read_as_they_are_counted():
    band = band_of(SAMPLE, "roc", replicates=200)
    for fpr, tpr, threshold in zip(band.x, band.y, band.thresholds, strict=True):
        counts = SAMPLE.curve.entry(0) if np.isnan(threshold) else SAMPLE.curve.at(threshold)
        assert fpr == counts.fp / SAMPLE.table.total_negative
        assert tpr == counts.tp / SAMPLE.table.total_positive


def test_precision_is_read_where_a_recall_is_first_reached():
    band = band_of(SAMPLE, "pr", replicates=200)
    assert band.x[0] > 0  # at recall 0 there is no precision
    for recall, precision, threshold in zip(band.x, band.y, band.thresholds, strict=True):
        counts = SAMPLE.curve.at(threshold)
        assert recall == counts.tp / SAMPLE.table.total_positive
        assert precision == pytest.approx(counts.tp / (counts.tp + counts.fp))


def test_precision_at_recall_0_stays_undefined():
    band = band_of(SAMPLE, "pr", at=[0, 0.5], replicates=200)
    assert np.isnan([band.y[0], band.low[0], band.high[0]]).all()
    assert not np.isnan([band.y[1], band.low[1], band.high[1]]).any()


def test_the_cost_curve_is_the_lowest_line():
    band = band_of(SAMPLE, "cost", kind="simultaneous", points=21)
    counts = SAMPLE.curve.counts
    fpr, fnr = counts.fp / counts.fp[-1], counts.fn / counts.tp[-1]
    for x, y in zip(band.x, band.y, strict=True):
        assert y == pytest.approx(min((1 - x) * fpr + x * fnr))
    assert band.high[0] == band.high[-1] == 0  # flagging nothing, or all, costs nothing where only that matters


def test_simultaneous_roc_bands_are_campbells_rectangles():
    labels, scores = drawn(np.random.default_rng(1), rows=60)
    model = model_of(labels, scores)
    band = band_of(model, "roc", kind="simultaneous", level=0.9)
    missing = 1 - np.sqrt(0.9)
    up, across = (np.sqrt(np.log(2 / missing) / (2 * n)) for n in (labels.sum(), (~labels).sum()))
    curve = [(np.mean(scores[~labels] >= t), np.mean(scores[labels] >= t)) for t in [np.inf, *np.sort(scores)[::-1]]]
    for x, low, high in zip(band.x, band.low, band.high, strict=True):
        reached = max(tpr for fpr, tpr in curve if fpr <= x + across + 1e-12)
        left = min(tpr for fpr, tpr in curve if fpr >= x - across - 1e-12) if x > across else 0
        assert high == pytest.approx(1 if x + across >= 1 else min(1, reached + up))
        # Between two thresholds the curve is drawn as a line, which only lowers the limit.
        assert low <= max(0, left - up) + 1e-12
        assert low >= max(0, left - up - 1 / labels.sum()) - 1e-12


def test_exchanging_the_classes_turns_the_cost_curve_and_its_band_around():
    # (fpr, tpr) becomes (1 - tpr, 1 - fpr), so what was x is now 1 - x.
    band = band_of(SAMPLE, "cost", kind="simultaneous", points=41)
    mirrored = band_of(Model("m", SAMPLE.table.swapped()), "cost", kind="simultaneous", points=41)
    assert mirrored.y[::-1] == pytest.approx(band.y)
    assert mirrored.low[::-1] == pytest.approx(band.low)
    assert mirrored.high[::-1] == pytest.approx(band.high)


def test_lower_scores_that_mean_positive_give_the_same_band():
    labels, scores = drawn(np.random.default_rng(2))
    plain, negated = model_of(labels, scores), model_of(labels, -scores, lower_is_positive=True)
    for name in CURVES:
        one, other = (band_of(model, name, replicates=200) for model in (plain, negated))
        assert one.low == pytest.approx(other.low)
        assert one.high == pytest.approx(other.high)


def test_the_seed_decides_and_is_said():
    one, same, other = (band_of(SAMPLE, "roc", seed=seed, replicates=250) for seed in (3, 3, 4))
    assert (one.low == same.low).all()
    assert (one.low != other.low).any()
    assert (one.seed, one.replicates) == (3, 250)


def test_a_perfect_curve_does_not_look_certain():
    model = model_of([True] * 20 + [False] * 20, range(40, 0, -1))
    for name in ("roc", "pr"):
        band = band_of(model, name)
        assert band.low[0] < 0.9
        assert (band.y == 1).all()
    cost = band_of(model, "cost")
    assert (cost.y == 0).all()
    assert cost.high[len(cost) // 2] > 0.05
    assert cost.high[0] == cost.high[-1] == 0


def test_with_few_rows_of_a_class_the_finite_sample_band_stands_in():
    labels, scores = drawn(np.random.default_rng(3), rows=60, share=0.05)
    band = band_of(model_of(labels, scores), "pr")
    assert band.method == "dkw"
    assert "too few to be drawn again" in band.note


def test_a_band_never_has_more_points_than_asked_for():
    model = model_of(*drawn(np.random.default_rng(4), rows=20_000))
    for name in CURVES:
        assert len(band_of(model, name, points=100, replicates=200)) <= 101
    assert "cells" in band_of(model, "roc", replicates=200).note


def test_merged_cells_give_the_band_of_every_score():
    labels, scores = drawn(np.random.default_rng(5), rows=4000)
    coarse = band_of(model_of(labels, scores), "roc", at=[0.05, 0.2, 0.5])
    few = model_of(labels, np.round(scores, 2))  # so few scores that each is a cell of its own
    assert len(few.table) < 1000 < len(model_of(labels, scores).table)
    exact = band_of(few, "roc", at=[0.05, 0.2, 0.5])
    assert coarse.high - coarse.low == pytest.approx(exact.high - exact.low, rel=0.1)


# Coverage, in small simulations


def truth_of(name, grid):
    labels, scores = drawn(np.random.default_rng(6), rows=400_000)
    return band_of(model_of(labels, scores), name, at=grid, kind="simultaneous", method="dkw").y


@pytest.mark.parametrize("name", ["roc", "pr", "cost"])
def test_finite_sample_bands_hold_the_whole_true_curve(name):
    grid, random = np.linspace(0.05, 0.95, 19), np.random.default_rng(7)
    truth = truth_of(name, grid)
    held = [
        band_of(model_of(*drawn(random)), name, at=grid, kind="simultaneous", level=0.8).contains(truth)
        for _ in range(100)
    ]
    assert np.mean(held) >= 0.8


@pytest.mark.parametrize("name", ["roc", "pr"])
def test_pointwise_bands_hold_the_truth_about_as_often_as_they_say(name):
    grid, random = np.array([0.1, 0.3, 0.5]), np.random.default_rng(8)
    truth = truth_of(name, grid)
    held = []
    for _ in range(100):
        band = band_of(model_of(*drawn(random)), name, at=grid, level=0.9, replicates=300)
        held.append((band.low <= truth) & (truth <= band.high))
    # 300 statements, in threes that hang together: fewer than 83 % would be rare if 90 % held.
    assert np.mean(held) >= 0.83


def test_the_bootstrap_band_of_the_whole_roc_curve_is_narrower_and_said_to_be_approximate():
    by_bootstrap = band_of(SAMPLE, "roc", kind="simultaneous", method="bootstrap", replicates=400)
    by_default = band_of(SAMPLE, "roc", kind="simultaneous")
    assert np.mean(by_bootstrap.high - by_bootstrap.low) < np.mean(by_default.high - by_default.low)
    assert "approximate" in by_bootstrap.note


# Weights and clusters


def test_repeated_rows_are_so_many_rows():
    labels, scores = drawn(np.random.default_rng(9), rows=80)
    times = np.random.default_rng(9).integers(1, 4, len(labels))
    repeated = model_of(labels, scores, weights=times, weights_are=Weights.REPEATED)
    written_out = model_of(np.repeat(labels, times), np.repeat(scores, times))
    for name in CURVES:
        one, other = (band_of(model, name, replicates=200) for model in (repeated, written_out))
        assert one.low == pytest.approx(other.low)


def test_equal_weights_of_importance_hardly_change_a_band():
    labels, scores = drawn(np.random.default_rng(10), rows=400)
    weighted = model_of(labels, scores, weights=np.full(len(labels), 2.5))
    plain, same = (band_of(m, "roc", at=[0.1, 0.3]) for m in (model_of(labels, scores), weighted))
    assert same.y == pytest.approx(plain.y)
    assert same.high - same.low == pytest.approx(plain.high - plain.low, rel=0.15)


def test_uneven_weights_widen_a_band():
    labels, scores = drawn(np.random.default_rng(11), rows=400)
    weights = np.where(np.arange(len(labels)) % 10 == 0, 30.0, 1.0)
    uneven, plain = model_of(labels, scores, weights=weights), model_of(labels, scores)
    widths = [np.mean(band.high - band.low) for band in (band_of(m, "roc", at=[0.1, 0.3]) for m in (uneven, plain))]
    assert widths[0] > 1.5 * widths[1]


def test_a_weighted_band_says_why_it_is_only_approximate():
    labels, scores = drawn(np.random.default_rng(12))
    weighted = model_of(labels, scores, weights=np.arange(1, len(labels) + 1))
    band = band_of(weighted, "roc", kind="simultaneous", replicates=200)
    assert band.method == "bootstrap"
    assert "weights of importance" in band.note
    with pytest.raises(BadCall, match="'dkw' is no simultaneous band of roc of rows with weights of importance"):
        band_of(weighted, "roc", kind="simultaneous", method="dkw")


def clustered(labels, scores, clusters):
    table = ScoreTable.from_rows(labels, scores)
    rows = PlacedRows.of({"m": table}, {"m": scores}, labels, clusters=np.asarray(clusters, dtype=np.int32))
    return Model("m", table, clustered=rows)


def test_rows_that_repeat_their_cluster_tell_no_more_than_one():
    labels, scores = drawn(np.random.default_rng(13), rows=200)
    once = model_of(labels, scores)
    five_times = clustered(np.repeat(labels, 5), np.repeat(scores, 5), np.repeat(np.arange(200), 5))
    naive = model_of(np.repeat(labels, 5), np.repeat(scores, 5))
    single, whole, wrong = (
        np.mean(band.high - band.low) for band in (band_of(m, "pr", at=[0.3, 0.6]) for m in (once, five_times, naive))
    )
    assert whole == pytest.approx(single, rel=0.2)
    assert wrong < 0.7 * whole


def test_few_clusters_are_refused():
    labels, scores = drawn(np.random.default_rng(14), rows=90)
    with pytest.raises(BadCall, match="9 clusters, too few for a band"):
        band_of(clustered(labels, scores, np.arange(90) % 9), "roc")


def test_rows_moved_to_another_prevalence_keep_their_classes():
    labels, scores = drawn(np.random.default_rng(15))
    moved = tc.evaluate(labels, scores).given(prevalence=0.01).model.moved
    assert moved.design.fixes_prevalence
    assert not model_of(labels, scores).design.fixes_prevalence
    assert not model_of(labels, scores, weights=np.arange(1, len(labels) + 1)).design.fixes_prevalence
    cells = ScoreRuns.between(moved, fine_entries(moved.curve))
    for block in cells.redrawn(200, 0, by_class=True):
        assert block.positives == pytest.approx(float(moved.table.total_positive))
        assert block.negatives == pytest.approx(float(moved.table.total_negative))


@given(st.integers(0, 10_000))
def test_resamples_have_the_mean_of_the_rows(seed):
    cells = ScoreRuns.between(SAMPLE, fine_entries(SAMPLE.curve, 10))
    blocks = list(cells.redrawn(400, seed, by_class=False))
    tp = np.concatenate([block.tp for block in blocks])
    spread = 6 * np.sqrt(SAMPLE.table.rows) / np.sqrt(len(tp))
    assert np.abs(tp.mean(axis=0)[1:] - np.cumsum(cells.positives)).max() < spread
    for block in blocks:
        assert (block.positives + block.negatives == SAMPLE.table.rows).all()


# What is refused, and how bands are read


def test_a_band_is_read_between_its_points_but_not_beyond():
    band = band_of(SAMPLE, "pr", at=[0.2, 0.4], replicates=200)
    value, low, high = band.at(0.3)
    assert (band.y[0] + band.y[1]) / 2 == pytest.approx(value)
    assert low <= value <= high
    with pytest.raises(BadCall, match=r"nothing at 0\.5"):
        band.at(0.5)


def test_rows_of_a_band_are_plain_numbers():
    band = band_of(SAMPLE, "roc", kind="simultaneous")
    rows = list(band.rows())
    assert band.header == ("fpr", "tpr", "low", "high", "threshold")
    assert len(rows) == len(band)
    assert all(earlier[0] < later[0] for earlier, later in pairwise(rows))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"name": "roc", "at": [1.5]}, "share"),
        ({"name": "roc", "points": 1}, "at least 2 points"),
        ({"name": "roc", "replicates": 10}, "at least 200 resamples"),
        ({"name": "roc", "level": 95}, "level lies between 0 and 1"),
        ({"name": "roc", "beta": 2}, "does not take 'beta'"),
        (
            {"name": "gain", "kind": "simultaneous", "method": "dkw"},
            "is no simultaneous band of gain; there is boot",
        ),
        ({"name": "calibration", "at": [0.5]}, "does not take 'at'"),
    ],
)
def test_a_bad_call_is_refused_in_a_sentence(given, says):
    with pytest.raises(BadCall, match=says):
        band_of(SAMPLE, **given)


@pytest.mark.parametrize(
    "given", [{"name": "rok"}, {"name": "roc", "kind": "both"}, {"name": "roc", "method": "magic"}]
)
def test_an_unknown_name_is_refused(given):
    with pytest.raises(UnknownName):
        band_of(SAMPLE, **given)


def test_one_class_and_hard_predictions_have_no_band():
    with pytest.raises(BadCall, match="no row is truly negative"):
        band_of(model_of([True, True], [0.2, 0.9]), "roc")
    with pytest.raises(BadCall, match="hard predictions"):
        band_of(Model.of_counts("m", Counts(3, 1, 2, 4)), "roc")
