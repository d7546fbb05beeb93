"""Draws of rows give the score tables of those rows, and operating points are found anew in each."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.counting.countable import Weights
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.paired import resampling
from truecut.inference.paired.best import shares_of_first
from truecut.inference.paired.operating_points import OperatingPoint, entries_at, operating_point
from truecut.inference.paired.resampling import (
    MetricAtPoint,
    PairedBootstrap,
    PairedRows,
    as_drawn,
    counts_at,
    cut_at,
    values,
)
from truecut.inference.resampling.draws import Draws, Purpose

OWN = OperatingPoint()


def made(rows=60, seed=1, ties=12, clusters=None, weights=None, kind=Weights.IMPORTANCE):
    random = np.random.default_rng(seed)
    labels = random.random(rows) < 0.4
    scores = {n: (random.random(rows) * 0.6 + labels * 0.15 * k).round(2 if ties else 9) for k, n in enumerate("ab", 1)}
    tables = {n: ScoreTable.from_rows(labels, s, weights, weights_are=kind) for n, s in scores.items()}
    placed = PlacedRows.of(tables, scores, labels, weights=weights, clusters=clusters)
    return placed, [Model(n, table, 0.5) for n, table in tables.items()], scores, labels


def taken(paired, number, seed, *, by_class):
    """Return how much each cell of the rows weighs in each draw."""
    return np.add(*paired.redrawn(Draws(seed, Purpose.PAIRED_ROWS), number, by_class=by_class))


def test_a_drawn_table_is_the_table_of_the_rows_drawn():
    rows, models, *_ = made()
    paired = PairedRows.of(rows, models)
    cells = paired.rows
    drawn = [np.concatenate(parts) for parts in zip(*_columns(paired, 7, 3), strict=True)]
    for line, times in enumerate(taken(paired, 7, 3, by_class=False)):
        again = np.repeat(np.arange(len(cells)), times)
        assert times.sum() == len(rows)
        for model, positives, negatives in zip(models, drawn[::2], drawn[1::2], strict=True):
            table = ScoreTable.from_rows(cells.is_positive[again], cells.scores(model.name)[again])
            there = positives[line] + negatives[line] > 0
            assert model.table.scores[there].tolist() == table.scores.tolist()
            assert positives[line][there].tolist() == table.positives.tolist()


def _columns(paired, number, seed, *, by_class=False):
    for block in paired.resampled(PairedBootstrap(number, seed), by_class=by_class):
        yield [side for drawn in block for side in (drawn.positives, drawn.negatives)]


def test_draws_by_class_keep_the_classes_and_the_seed_says_which():
    rows, models, *_ = made()
    paired = PairedRows.of(rows, models)
    one, again, other = (taken(paired, 5, seed, by_class=True) for seed in (1, 1, 2))
    assert (one[:, paired.rows.is_positive].sum(axis=1) == rows.is_positive.sum()).all()
    assert (one == again).all()
    assert (one != other).any()


def test_whole_clusters_are_drawn():
    clusters = np.repeat(np.arange(20), 3).astype(np.int32)
    rows, models, *_ = made(clusters=clusters)
    drawn = taken(PairedRows.of(rows, models), 5, 1, by_class=False)
    assert all(len(set(line[clusters == c])) == 1 for line in drawn for c in range(20))


def test_repeated_rows_are_drawn_as_often_as_they_stand_for():
    weights = np.arange(1, 61)
    rows, models, *_ = made(weights=weights, kind=Weights.REPEATED)
    paired = PairedRows.of(rows, models)
    drawn = taken(paired, 400, 1, by_class=False)
    assert (drawn.sum(axis=1) == weights.sum()).all()
    assert drawn.mean(axis=0) == pytest.approx(paired.rows.weights, rel=0.1, abs=0.5)


@pytest.mark.parametrize("by_class", [False, True])
def test_neither_the_order_of_rows_nor_that_of_models_nor_weights_for_rows_change_a_draw(by_class):
    weights = np.arange(1, 61) % 3 + 1
    rows, models, *_ = made(weights=weights, kind=Weights.REPEATED)
    shuffled = np.random.default_rng(3).permutation(np.repeat(np.arange(60), weights))
    one_by_one = replace(rows.taken(shuffled), weights=None)
    drawn = [
        next(_columns(PairedRows.of(shared, order), 9, 4, by_class=by_class))
        for shared, order in ((rows, models), (one_by_one, models), (rows, models[::-1]))
    ]
    assert all((a == b).all() for a, b in zip(drawn[0], drawn[1], strict=True))
    assert all((a == b).all() for a, b in zip(drawn[0], drawn[2][2:] + drawn[2][:2], strict=True))


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_rows_as_they_are_have_the_values_of_the_catalogue(entry):
    _, models, *_ = made(200)
    models = [replace(model, situation=Situation(cost=tc.Cost(fp=2, fn=3))) for model in models]
    chosen = entry.chosen(models[0].parameters_of(entry, {}))
    found = values([as_drawn(model) for model in models], MetricAtPoint(entry, chosen, OWN, "a"))
    expected = [float(model.metric(entry.name)) for model in models]
    assert found[:, 0].tolist() == pytest.approx(expected, nan_ok=True)


@given(st.integers(0, 10_000), st.floats(0, 1))
def test_an_operating_point_is_the_one_brute_force_finds(seed, target):
    _, models, *_ = made(30, seed)
    tp, fp = as_drawn(models[0]).tp, as_drawn(models[0]).fp
    aim = np.array([target])
    flagged, entries = (tp + fp)[0], range(tp.shape[1])
    recall = next(i for i in entries if tp[0, i] >= target * tp[0, -1] * (1 - 1e-9))
    assert entries_at(OperatingPoint("recall", target), tp, fp, aim)[0] == recall
    fpr = max(i for i in entries if fp[0, i] <= target * fp[0, -1] * (1 + 1e-9) + 1e-9)
    assert entries_at(OperatingPoint("fpr", target), tp, fp, aim)[0] == fpr
    nearest = min(entries, key=lambda i: (abs(flagged[i] - target * flagged[-1]), i))
    found = entries_at(OperatingPoint("share_flagged", target), tp, fp, aim)[0]
    assert abs(flagged[found] - target * flagged[-1]) == pytest.approx(abs(flagged[nearest] - target * flagged[-1]))


@pytest.mark.parametrize("equal", ["share_flagged", "recall", "fpr"])
def test_models_are_cut_where_the_point_is(equal):
    _, models, *_ = made(200, ties=0)
    point = OperatingPoint(equal)
    cut = cut_at({model.name: model for model in models}, point, "a")
    counts = counts_at([as_drawn(model) for model in models], point, "a")
    assert cut["a"].point.counts == models[0].point.counts
    for model, expected in zip(cut.values(), counts, strict=True):
        assert {c: float(n) for c, n in model.point.counts.cells().items()} == {
            c: float(n[0]) for c, n in expected.cells().items()
        }


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("own", OperatingPoint()),
        ("same share flagged", OperatingPoint("share_flagged")),
        ("same recall", OperatingPoint("recall")),
        ("share_flagged=5%", OperatingPoint("share_flagged", 0.05)),
        ({"sensitivity": 0.9}, OperatingPoint("recall", 0.9)),
        ({"specificity": 0.75}, OperatingPoint("fpr", 0.25)),
    ],
)
def test_an_operating_point_is_read_as_it_is_typed(typed, expected):
    assert operating_point(typed) == expected


@pytest.mark.parametrize("typed", ["precision=0.9", "recall=1.5", "recall=most", {"recall": 0.9, "fpr": 0.1}])
def test_an_operating_point_that_cannot_be_is_refused(typed):
    with pytest.raises(BadCall):
        operating_point(typed)


def test_the_best_of_each_draw_shares_its_place_in_a_tie():
    gains = np.array([[1.0, 5.0, 2.0, np.nan], [1.0, 4.0, 3.0, np.nan], [0.0, np.nan, 3.0, np.nan]])
    assert shares_of_first(gains).tolist() == pytest.approx([0.5, 1 / 3, 1 / 6], abs=1e-12)


def test_there_are_fewer_draws_of_very_many_rows_unless_asked_for(monkeypatch):
    rows, models, *_ = made(ties=0)
    paired = PairedRows.of(rows, models)
    assert (PairedBootstrap(None, 0).of(paired), PairedBootstrap(999, 0).of(paired)) == (2000, 999)
    monkeypatch.setattr(resampling, "WORK", 60 * 500)
    assert (PairedBootstrap(None, 0).of(paired), PairedBootstrap(999, 0).of(paired)) == (500, 999)


def test_quick_metrics_agree_with_the_catalogue_in_every_draw():
    rows, models, *_ = made(80, ties=12)
    paired = PairedRows.of(rows, models)
    cells = paired.rows
    for name in ("roc_auc", "average_precision", "brier", "log_loss", "gini"):
        found = [
            values(block, MetricAtPoint(metric(name), {}, OWN, "a"))
            for block in paired.resampled(PairedBootstrap(6, 2), by_class=True)
        ]
        for line, times in enumerate(taken(paired, 6, 2, by_class=True)):
            again = np.repeat(np.arange(len(cells)), times)
            table = ScoreTable.from_rows(cells.is_positive[again], cells.scores("a")[again])
            assert np.concatenate(found, axis=1)[0, line] == pytest.approx(float(Model("a", table).metric(name)))
