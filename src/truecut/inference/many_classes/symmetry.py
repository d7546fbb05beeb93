"""Do two models answer differently? Tests of the table of their answers, which never say which of them is better."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from truecut.inference.paired.tails import chi_square_above
from truecut.words.shown import Shown

SAYS = "it says that the models answer differently, never which is better"


@dataclass(frozen=True)
class SymmetryTest(Shown):
    """A chi-square, its degrees of freedom and its p-value."""

    name: str
    statistic: float
    degrees_of_freedom: int
    p_value: float
    says: str = SAYS


def bowker(answers: NDArray[np.float64], squares: NDArray[np.float64] | None = None) -> SymmetryTest:
    """Test whether each pair of answers is exchanged as often one way as the other.

    Σ (m_ij - m_ji)² / (m_ij + m_ji) over pairs of classes, with as many degrees of freedom as pairs that are exchanged
    (Bowker 1948, J Am Stat Assoc 43:572). Of rows that differ in importance, `squares` are those of their weights, in
    the place of the rows below the line.

    >>> bowker(np.array([[10.0, 6, 1], [2, 10, 3], [1, 3, 10]])).statistic
    2.0
    """
    above = np.triu_indices(len(answers), 1)
    varies = answers if squares is None else squares
    one, other, spread = answers[above], answers.T[above], (varies + varies.T)[above]
    seen = spread > 0
    statistic = float(((one - other)[seen] ** 2 / spread[seen]).sum())
    return _test("Bowker", statistic, int(seen.sum()))


def stuart_maxwell(answers: NDArray[np.float64], squares: NDArray[np.float64] | None = None) -> SymmetryTest:
    """Test whether both models give every class equally often.

    Stuart 1955, Biometrika 42:412; Maxwell 1970, Br J Psychiatry 116:651.

    d' S^-1 d with the differences d of the margins but one, and their covariance S: -(m_ij + m_ji) beside the diagonal,
    and on it the sum of both margins less twice the agreement. Classes that neither gives are left out.
    """
    given = answers.sum(axis=0) + answers.sum(axis=1) > 0
    kept = answers[np.ix_(given, given)]
    varies = kept if squares is None else squares[np.ix_(given, given)]
    difference = (kept.sum(axis=1) - kept.sum(axis=0))[:-1]
    covariance = -(varies + varies.T)
    np.fill_diagonal(covariance, varies.sum(axis=0) + varies.sum(axis=1) - 2 * varies.diagonal())
    covariance = covariance[:-1, :-1]
    if not len(difference) or not covariance.any():
        return _test("Stuart-Maxwell", 0.0, 0)
    freedom = int(np.linalg.matrix_rank(covariance))
    statistic = float(difference @ np.linalg.pinv(covariance) @ difference)
    return _test("Stuart-Maxwell", statistic, freedom)


def _test(name: str, statistic: float, freedom: int) -> SymmetryTest:
    return SymmetryTest(name, statistic, freedom, chi_square_above(statistic, freedom) if freedom else 1.0)
