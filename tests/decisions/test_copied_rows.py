"""Rows look copied where scores of many digits meet too often, and only there."""

import numpy as np
import pytest

from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.decisions import copied_rows as looked_at
from truecut.decisions.copied_rows import Copies, copied_rows

SCORES = np.random.default_rng(0).random(300)
LABELS = np.random.default_rng(1).random(300) < 0.5


@pytest.mark.parametrize("times", [2, 3])
def test_every_row_several_times(times):
    table = ScoreTable.from_rows(np.tile(LABELS, times), np.tile(SCORES, times))
    assert copied_rows(table) == Copies(300 * times, times)


def test_some_rows_twice():
    labels, scores = np.concatenate([LABELS, LABELS[:100]]), np.concatenate([SCORES, SCORES[:100]])
    assert copied_rows(ScoreTable.from_rows(labels, scores)) == Copies(200, 1)


@pytest.mark.parametrize(
    ("labels", "scores"),
    [
        (LABELS, SCORES),
        (np.tile(LABELS, 2), np.round(np.tile(SCORES, 2), 2)),  # rounding makes ties
        (np.concatenate([LABELS, ~LABELS[:100]]), np.concatenate([SCORES, SCORES[:100]])),  # both classes share scores
        (np.tile(LABELS[:40], 2), np.tile(SCORES[:40], 2)),  # too few scores to tell
    ],
)
def test_what_chance_or_rounding_explains(labels, scores):
    assert copied_rows(ScoreTable.from_rows(labels, scores)) is None


def test_rows_that_are_said_to_be_repeated_are_no_copies():
    table = ScoreTable.from_rows(LABELS, SCORES, np.full(300, 2), weights_are=Weights.REPEATED)
    assert copied_rows(table) is None


def test_more_than_half_is_told_without_looking_at_all(monkeypatch):
    monkeypatch.setattr(looked_at, "BLOCK", 7)
    random = np.random.default_rng(2)
    for _ in range(200):
        scores = random.random(random.integers(1, 60))
        scores = np.where(random.random(len(scores)) < random.random(), scores.round(3), scores)
        scores[random.random(len(scores)) < 0.1] = np.inf
        table = ScoreTable.from_rows(random.random(len(scores)) < 0.5, scores)
        finite = table.scores[np.isfinite(table.scores)]
        expected = bool(np.mean(finite * 1000 == np.rint(finite * 1000)) > 0.5) if len(finite) else True
        assert looked_at._are_rounded(table) == expected
