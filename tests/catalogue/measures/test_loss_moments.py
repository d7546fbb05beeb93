"""One pass over all scores says what a pass for every question says."""

from __future__ import annotations

from math import isfinite

import numpy as np
import pytest

from truecut.catalogue.measures import loss_moments, probability_scores
from truecut.catalogue.measures.calibration import observed_and_expected
from truecut.counting.score_table import ScoreTable
from truecut.inference.calibration.decomposition import decompositions
from truecut.inference.calibration.significance import spiegelhalter
from truecut.inference.losses import Losses, Skill

CERTAIN = ("certain and right", "certain and wrong")
SHAPES = ("plain", "tied", "rare", *CERTAIN, "subnormal", "all alike", "one class", "far")


def table_of(shape, rows=3000):
    random = np.random.default_rng(7)
    p = random.beta(0.5, 2, rows) if shape == "rare" else random.random(rows)
    if shape == "tied":
        p = np.round(p, 2) * 0.98 + 0.01
    if shape == "all alike":
        p = np.full(rows, 0.1)
    if shape == "far":  # nearly all rows share one score that an even sample of the scores hardly sees
        p = np.where(random.random(rows) < 0.98, 0.999999, p)
    labels = random.random(rows) < p
    if shape == "rare":
        labels = random.random(rows) < p / 50
    if shape == "one class":
        labels[:] = False
    if shape in CERTAIN:
        p[:5], p[5:10] = 0.0, 1.0
        labels[:5], labels[5:10] = shape.endswith("wrong"), not shape.endswith("wrong")
    if shape == "subnormal":
        p[:5], labels[:5] = 1e-310, [True, False, False, False, False]
    return ScoreTable.from_rows(labels, p)


def answers(table):
    found = {
        "brier": probability_scores.brier(table),
        "log loss": probability_scores.log_loss(table),
        "spherical": probability_scores.spherical_score(table),
        "promised": observed_and_expected(table)[1],
        "z": spiegelhalter(table).statistic,
    }
    for name in ("brier", "log_loss", "spherical_score"):
        if name == "log_loss" and not isfinite(found["log loss"]):
            continue
        for by_class in (False, True):
            losses = Losses.of_probabilities(table, name, by_class=by_class)
            of = f"{name}, {by_class}"
            found |= {f"mean of {of}": losses.mean, f"error of {of}": losses.standard_error}
            found |= {f"freedom of {of}": losses.degrees_of_freedom, f"rows of {of}": losses.effective_rows}
            if losses.standard_error:
                found |= {f"{of}, end {i}": end for i, end in enumerate(losses.skewed_interval(0.9))}
                found |= {f"{of}, plain end {i}": end for i, end in enumerate(losses.interval(0.9))}
            if name != "spherical_score" and table.total_positive and table.total_negative:
                skill = Skill.of(table, name, by_class=by_class)
                found |= {f"skill {of}": skill.influences.mean, f"error of skill {of}": skill.standard_error}
                found |= {f"skill {of}, end {i}": end for i, end in enumerate(skill.interval(0.9))}
    if table.total_positive and table.total_negative:
        for name, parts in decompositions(table).items():
            found |= {f"{name} {part}": getattr(parts, part) for part in ("value", "miscalibration", "discrimination")}
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_moments_of_one_pass_give_what_the_losses_of_all_rows_give(monkeypatch, shape):
    one_by_one = answers(table_of(shape))
    monkeypatch.setattr(loss_moments, "WORTH_A_PASS", 1)
    table = table_of(shape)
    assert loss_moments.loss_moments(table) is not None
    at_once = answers(table)
    assert at_once.keys() == one_by_one.keys()
    for question, answer in one_by_one.items():
        assert at_once[question] == pytest.approx(answer, rel=1e-9, abs=1e-13), question


def test_importance_weights_and_counts_beyond_floats_are_looked_at_one_by_one(monkeypatch):
    monkeypatch.setattr(loss_moments, "WORTH_A_PASS", 1)
    assert loss_moments.loss_moments(ScoreTable.from_rows([True, False], [0.9, 0.4], [0.5, 2.0])) is None
    assert loss_moments.loss_moments(ScoreTable.of_counts(2**70, 1, 1, 2**70)) is None
