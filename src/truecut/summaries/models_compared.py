"""Several models on the same rows in a summary: who is best, and by how much each pair differs.

Scores are compared by their areas. A hard classifier has none, so beside it a scored model is taken at its own
threshold.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product

from truecut.inference.comparison import Comparison
from truecut.inference.paired.best import ModelStanding
from truecut.inference.paired.difference import Difference, adjusted

OF_RANKINGS = "roc_auc"
OF_DECISIONS = ("recall", "fpr")


@dataclass(frozen=True, eq=False)
class ModelsCompared:
    """The comparison of all models; each difference is found once."""

    comparison: Comparison

    @cached_property
    def _of_scores(self) -> Comparison | None:
        """Return the comparison of the models that have scores."""
        models = {name: model for name, model in self.comparison.models.items() if not model.is_hard}
        if len(models) < 2:
            return None
        is_all = len(models) == len(self.comparison.models)
        return self.comparison if is_all else replace(self.comparison, models=models, reference="")

    @cached_property
    def standings(self) -> tuple[ModelStanding, ...]:
        """Return the scored models from the best to the worst; none unless they are paired and all have an area."""
        of = self._of_scores
        if of is None or of.rows is None or not all(m.metric(OF_RANKINGS).is_defined for m in of.models.values()):
            return ()
        return tuple(of.standings(OF_RANKINGS))

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """Return the difference of every pair of models; p-values allow for all of a kind that are shown (Holm)."""
        of, best_first = self._of_scores, [one.model for one in self.standings]
        pairs = () if of is None else combinations(best_first or of.models, 2)
        rankings = [of.difference(OF_RANKINGS, *pair) for pair in pairs if of is not None]
        models = self.comparison.models
        decisions = [pair for pair in combinations(models, 2) if any(models[name].is_hard for name in pair)]
        found = [self.comparison.difference(name, *pair) for pair, name in product(decisions, OF_DECISIONS)]
        return *adjusted(rankings), *adjusted(found)
