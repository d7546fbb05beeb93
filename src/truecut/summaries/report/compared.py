"""By what models are compared on the page: scores by their areas, hard predictions by what they flag.

A hard classifier has no area, so beside it a scored model is taken at its own threshold.
"""

from __future__ import annotations

from itertools import combinations, product

from truecut.inference.comparison import Comparison
from truecut.inference.paired.difference import Difference, adjusted

OF_RANKINGS = "roc_auc"
OF_DECISIONS = ("recall", "fpr")


def differences_of(comparison: Comparison) -> tuple[Difference, ...]:
    """Return the difference of every pair of models; p-values allow for all of a kind that are shown (Holm)."""
    pairs = list(combinations(comparison.models, 2))
    decisions = [pair for pair in pairs if any(comparison.models[name].is_hard for name in pair)]
    rankings = [pair for pair in pairs if pair not in decisions]
    return (
        *adjusted([comparison.difference(OF_RANKINGS, *pair) for pair in rankings]),
        *adjusted([comparison.difference(name, *pair) for pair, name in product(decisions, OF_DECISIONS)]),
    )
