"""What depends on how the rows were chosen.

Where so many positives and so many negatives were taken on purpose, as in a case-control study, the share of positives
is a decision, not a finding. What looks at each class on its own is as it was; everything else says something about
these rows alone, until it is moved to a prevalence that is stated.
"""

from __future__ import annotations

from truecut.catalogue import Metric
from truecut.catalogue.model import Design, Model
from truecut.counting.countable import Weights
from truecut.inference.resampling.options import OF_EACH_CLASS

# The slope of a logistic recalibration is the same in samples by class; H weighs costs by the share of positives.
FREE_OF_PREVALENCE = (OF_EACH_CLASS | {"calibration_slope", "uniform_guess_rate"}) - {"h_measure"}


def is_sampled_by_class(model: Model) -> bool:
    """Say whether the share of positives was decided, and no weights put it right."""
    return model.design == Design.CASE_CONTROL and model.table.weights != Weights.IMPORTANCE


def depends_on_sampling(model: Model, entry: Metric) -> bool:
    """Say whether a metric of a model depends on how many rows of each class were taken."""
    return is_sampled_by_class(model) and entry.name not in FREE_OF_PREVALENCE
