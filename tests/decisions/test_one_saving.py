"""What one model saves against another is one number with one interval, whoever tells it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import truecut as tc

PER_THOUSAND = 1000.0
ROLES: dict[str, dict[str, Any]] = {
    "plain": {},
    "weights of importance": {"weight": "importance"},
    "clusters": {"cluster": "patient"},
    "folds": {"fold": "fold"},
    "sampled by class": {"design": "case-control"},
    "amounts": {"amount": "amount"},
}
SITUATIONS: dict[str, dict[str, Any]] = {"as counted": {}, "where 5 % are positive": {"prevalence": 0.05}}


def _evaluation(roles: dict[str, Any], rows: int, seed: int) -> tc.Evaluation:
    random = np.random.default_rng(seed)
    positive = random.random(rows) < 0.3
    frame = pd.DataFrame({"y": positive.astype(int)})
    for name, skill in (("better", 1.7), ("worse", 1.1)):
        frame[name] = 1 / (1 + np.exp(-(skill * positive + random.normal(size=rows) - 1)))
    frame["importance"] = random.random(rows) + 0.3
    frame["patient"], frame["fold"] = np.arange(rows) // 4, np.arange(rows) % 5
    frame["amount"] = random.lognormal(3, 1, rows)
    found = tc.evaluate(frame, label="y", score=["better", "worse"], **roles)
    assert isinstance(found, tc.Evaluation)
    return found


@pytest.mark.parametrize("rows", [80, 600])
@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("roles", ROLES)
def test_recommendation_and_comparison_tell_the_same_interval(roles: str, situation: str, rows: int) -> None:
    cost = tc.Cost(fn="amount", fp=5) if roles == "amounts" else tc.Cost(fn=5, fp=1)
    evaluation = _evaluation(ROLES[roles], rows, seed=rows).given(cost=cost, **SITUATIONS[situation])
    recommended = evaluation.recommend()
    (other,) = recommended.others
    verdict = evaluation.compare().verdict(other.model, recommended.model)
    found = verdict.difference
    assert found.low is not None and found.high is not None
    told = [PER_THOUSAND * number for number in (found.value or 0.0, found.low, found.high)]
    np.testing.assert_allclose([other.gap.value, other.gap.low, other.gap.high], told, rtol=1e-9)


def test_test_and_interval_of_a_cost_agree() -> None:
    for seed in range(40):
        evaluation = _evaluation({}, 60, seed).given(cost=tc.Cost(fn=20, fp=1))
        found = evaluation.compare().difference("mean_cost", "better", "worse")
        assert found.low is not None and found.high is not None and found.p_value is not None
        assert (found.p_value < 0.05) == (not found.low <= 0 <= found.high)


def test_a_total_is_the_mean_times_the_rows() -> None:
    compared = _evaluation({}, 300, 1).given(cost=tc.Cost(fn=5, fp=1)).compare()
    mean, total = (compared.difference(name, "better", "worse") for name in ("mean_cost", "total_cost"))
    assert mean.low is not None and mean.high is not None
    assert (total.low, total.high) == pytest.approx((300 * mean.low, 300 * mean.high))
    assert total.p_value == pytest.approx(mean.p_value)
