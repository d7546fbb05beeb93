"""Plans as plain data, in the shape of docs/reference/json.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truecut.inference.planning.plans import Plan
from truecut.views.json_values import plain
from truecut.views.plan.tables import PLAN


def plans_data(plans: Sequence[Plan]) -> dict[str, Any]:
    """Return plans, in full."""
    return {"plans": [_plan(one) for one in plans]}


def _plan(one: Plan) -> dict[str, Any]:
    return {
        "sentence": one.sentence,
        **{name: plain(getattr(one, name)) for name in PLAN},
        "level": one.level,
        "reference": one.reference,
        "assumptions": list(one.assumptions),
        "others": dict(one.others),
        "is_enough": one.is_enough,
        "note": one.note or None,
    }
