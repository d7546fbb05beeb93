"""Several models together: do they differ at all? Areas by DeLong's covariance, shares of rows by Cochran's Q.

DeLong's chi-square takes the covariance of the areas for known, and finds far too much where a class is small.
Hotelling's F allows for what few rows tell of it; with two models it is the test of their difference.

DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837; Hotelling 1931, Ann Math Stat 2:360; Cochran 1950, Biometrika
37:256.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import CATALOGUE, Metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.model import Model
from truecut.counting.placed_rows import PlacedRows
from truecut.errors import BadCall, UnknownName
from truecut.inference.paired.areas import PlacedAreas
from truecut.inference.paired.row_influence import FEWEST_CLUSTERS
from truecut.inference.paired.tails import chi_square_above
from truecut.words.shown import Shown

FEW_OF_A_CLASS = 100
FEW = f"with fewer than {FEW_OF_A_CLASS} rows of a class the chi-square finds differences too easily"
IDENTICAL = "all models rank the rows identically"
TOO_FEW = "a class has too few rows for a joint test of so many models, which therefore finds nothing"
OF_AREAS = ("hotelling-f", "delong-chi-square")  # the default first
ALSO_CALLED = {"f": "hotelling-f", "chi-square": "delong-chi-square"}
COCHRAN_Q = "cochran-q"
TITLES = {"hotelling-f": "Hotelling's F", "delong-chi-square": "DeLong's chi-square", COCHRAN_Q: "Cochran's Q"}


@dataclass(frozen=True)
class JointTest(Shown):
    """Whether several models differ at all: one test for all of them together."""

    metric: str
    models: tuple[str, ...]
    statistic: float
    freedom: float
    p_value: float
    method: str
    rows: float
    note: str = ""
    error_freedom: float | None = None  # the second degrees of freedom, which an F has

    @property
    def title(self) -> str:
        """Return the test as textbooks call it."""
        return TITLES[self.method]

    @property
    def freedoms(self) -> str:
        """Return the degrees of freedom as people write them.

        >>> JointTest("roc_auc", ("a", "b", "c"), 4.1, 2.0, 0.02, "hotelling-f", 100, error_freedom=41.26).freedoms
        '2 and 41.3'
        """
        return f"{self.freedom:g}" if self.error_freedom is None else f"{self.freedom:g} and {self.error_freedom:.1f}"


def joint_test(rows: PlacedRows, models: Sequence[Model], entry: Metric, method: str | None = None) -> JointTest:
    """Test whether models differ at all in an area or in a share of rows."""
    names = tuple(model.name for model in models)
    if entry.area_scale:
        return _of_areas(rows, names, entry, ALSO_CALLED.get(method or OF_AREAS[0], method or OF_AREAS[0]))
    if method not in (None, COCHRAN_Q):
        raise BadCall(f"Only areas have a choice of joint tests ({', '.join(OF_AREAS)}), {entry.name} has none.")
    if not has_joint_test(entry):
        known = ", ".join(other.name for other in CATALOGUE if has_joint_test(other))
        raise BadCall(f"There is no joint test of {entry.name}; there is one of {known}.")
    if rows.clusters is not None or models[0].design.is_weighted:
        raise BadCall("Cochran's Q needs independent rows of equal weight; compare the models pair by pair.")
    cells = [_cells_of_rows(rows, model) for model in models]
    share = Formula(entry.formula)
    said = np.array([Formula(share.numerator).along(of_rows) for of_rows in cells])
    some = Formula(share.denominator).along(cells[0]) > 0
    repeated = None if rows.weights is None else rows.weights[some]
    number = float(some.sum()) if repeated is None else float(repeated.sum())
    return JointTest(entry.name, names, *cochran_q(said[:, some], repeated), COCHRAN_Q, number)


def has_joint_test(entry: Metric) -> bool:
    """Say whether there is a test of several models together."""
    return bool(entry.area_scale) or entry.is_share_of_truth


def _cells_of_rows(rows: PlacedRows, model: Model) -> dict[str, NDArray[np.float64]]:
    """Return in which of the four cells each row lies, as 1 and 0."""
    flagged, positive = rows.flagged(model.name, int(model.curve.reached([model.threshold])[0])), rows.is_positive
    cells = {"tp": flagged & positive, "fp": flagged & ~positive, "fn": ~flagged & positive, "tn": ~flagged & ~positive}
    return {cell: there.astype(float) for cell, there in cells.items()}


def _of_areas(rows: PlacedRows, names: tuple[str, ...], entry: Metric, method: str) -> JointTest:
    if method not in OF_AREAS:
        raise UnknownName("joint test of areas", method, OF_AREAS)
    if rows.clusters is not None and rows.number_of_clusters < FEWEST_CLUSTERS:
        raise BadCall(f"Fewer than {FEWEST_CLUSTERS} clusters are too few for a joint test.")
    distances = PlacedAreas.of(rows, names).joint()
    plain = JointTest(entry.name, names, distances.squared, float(distances.rank), 1.0, method, len(rows))
    if not distances.rank:
        return replace(plain, note=IDENTICAL)
    if method == "delong-chi-square":
        smaller = min(int(rows.is_positive.sum()), int((~rows.is_positive).sum()))
        return replace(plain, p_value=distances.by_chi_square(), note=FEW if smaller < FEW_OF_A_CLASS else "")
    found = distances.by_f()
    if found is None:
        return replace(plain, note=TOO_FEW)
    statistic, error_freedom, p_value = found
    return replace(plain, statistic=statistic, error_freedom=error_freedom, p_value=p_value)


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
