"""Decision curves as plain data, in the shape of docs/reference/json.md."""

from __future__ import annotations

from typing import Any

from truecut.data.rows import Provenance
from truecut.decisions.best_strategy import ALL, NONE
from truecut.decisions.decision_curve import Benefit, DecisionCurve, ModelBenefit
from truecut.views.json_values import read_as_data


def decision_curve_data(read: Provenance, curve: DecisionCurve) -> dict[str, Any]:
    """Return the whole curve."""
    return {
        "read": read_as_data(read),
        "prevalence": curve.prevalence,
        "level": curve.level,
        "kind": curve.kind.value,
        "replicates": curve.replicates,
        "seed": curve.seed,
        "paired": curve.is_paired,
        "note": curve.note or None,
        "thresholds": curve.thresholds.tolist(),
        "flag_all": _benefit(curve.flag_all),
        "models": [
            _model(model, curve, sentence) for model, sentence in zip(curve.models, curve.sentences, strict=True)
        ],
    }


def _model(model: ModelBenefit, curve: DecisionCurve, sentence: str) -> dict[str, Any]:
    defaults = curve.chances_of_defaults[model.name]
    return {
        "name": model.name,
        "sentence": sentence,
        "warning": model.calibration or None,
        "better": [list(ends) for ends in model.ranges(curve.thresholds)],
        "clearly_better": [list(ends) for ends in model.clear_ranges(curve.thresholds)],
        "net_benefit": _benefit(model.net_benefit),
        "standardised": _benefit(model.standardised),
        "advantage": _benefit(model.advantage),
        "avoided_per_100": _benefit(model.avoided),
        "chance_best": model.chance_best.tolist(),
        "chance_flag_all_best": defaults[ALL].tolist(),
        "chance_flag_none_best": defaults[NONE].tolist(),
    }


def _benefit(benefit: Benefit) -> dict[str, list[float]]:
    return {"value": benefit.value.tolist(), "low": benefit.low.tolist(), "high": benefit.high.tolist()}
