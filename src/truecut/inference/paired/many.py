"""Several models together: do they differ at all? Areas by DeLong's chi-square, shares of rows by Cochran's Q."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.errors import BadCall
from truecut.inference.paired.areas import PlacedAreas
from truecut.inference.paired.methods import AREAS, SHARES
from truecut.inference.paired.row_influence import FEWEST_CLUSTERS
from truecut.inference.paired.tails import chi_square_above
from truecut.model import Model
from truecut.placed_rows import PlacedRows
from truecut.table import Weights

FEW_OF_A_CLASS = 30
FEW = f"with fewer than {FEW_OF_A_CLASS} rows of a class the joint test finds differences too easily"


@dataclass(frozen=True)
class JointTest:
    """Whether several models differ at all: one test for all of them together."""

    metric: str
    models: tuple[str, ...]
    statistic: float
    freedom: float
    p_value: float
    method: str
    rows: float
    note: str = ""


def joint_test(rows: PlacedRows, models: Sequence[Model], entry: Metric) -> JointTest:
    """Test whether models differ at all in an area or in a share of rows."""
    names = tuple(model.name for model in models)
    if entry.name in AREAS:
        if rows.clusters is not None and rows.number_of_clusters < FEWEST_CLUSTERS:
            raise BadCall(f"Fewer than {FEWEST_CLUSTERS} clusters are too few for a joint test.")
        statistic, freedom, p_value = PlacedAreas.of(rows, names).joint()
        smaller = min(int(rows.is_positive.sum()), int((~rows.is_positive).sum()))
        few = FEW if smaller < FEW_OF_A_CLASS else ""
        note = few if freedom else "all models rank the rows identically"
        return JointTest(entry.name, names, statistic, freedom, p_value, "DeLong chi-square", len(rows), note)
    if entry.name not in SHARES:
        raise BadCall(f"There is no joint test of {entry.name}; there is one of {', '.join((*AREAS, *SHARES))}.")
    if rows.clusters is not None or models[0].table.weights == Weights.IMPORTANCE:
        raise BadCall("Cochran's Q needs independent rows of equal weight; compare the models pair by pair.")
    flagged = [rows.flagged(m.name, int(m.curve.reached([m.threshold])[0])) for m in models]
    said = np.array([_counted(entry.name, decided, rows.is_positive) for decided in flagged], dtype=float)
    some = _about(entry.name, rows.is_positive)
    repeated = None if rows.weights is None else rows.weights[some]
    number = float(some.sum()) if repeated is None else float(repeated.sum())
    return JointTest(entry.name, names, *cochran_q(said[:, some], repeated), "Cochran's Q", number)


def _counted(name: str, flagged: NDArray[np.bool_], is_positive: NDArray[np.bool_]) -> NDArray[np.bool_]:
    # Counting the opposite gives the same test, so misses may stand for finds.
    return flagged == is_positive if name in ("accuracy", "error_rate") else flagged


def _about(name: str, is_positive: NDArray[np.bool_]) -> NDArray[np.bool_]:
    if name in ("recall", "fnr"):
        return is_positive
    return ~is_positive if name in ("specificity", "fpr") else np.ones_like(is_positive)


def cochran_q(decisions: NDArray[Any], repeated: NDArray[Any] | None = None) -> tuple[float, float, float]:
    """Return Cochran's Q of decisions (a line per model, a column per row of data), its freedom and p-value.

    For two models it is McNemar's chi-square. Rows on which all models agree drop out.

    >>> cochran_q(np.array([[1, 1, 1, 0], [1, 0, 0, 0]]))[0]
    2.0
    """
    models = len(decisions)
    times = np.ones(decisions.shape[1]) if repeated is None else np.asarray(repeated, dtype=float)
    of_models, of_rows = decisions @ times, decisions.sum(axis=0)
    total = float(of_models.sum())
    below = models * total - float((times * of_rows**2).sum())
    if not below:
        return 0.0, float(models - 1), 1.0
    statistic = (models - 1) * (models * float((of_models**2).sum()) - total**2) / below
    return statistic, float(models - 1), chi_square_above(statistic, models - 1)
