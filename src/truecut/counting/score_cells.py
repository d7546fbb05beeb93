"""Cells: neighbouring scores that were counted together, each known by the two scores at its ends.

A row of a cell has a score between them, ends included. Cells never overlap: where two do, they become one, so
whoever makes cells need not agree with anybody on where they begin. A cell whose ends are equal is a single
score and loses nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class ScoreCells(NamedTuple):
    """Cells in order, most positive first, and where the entries of each begin."""

    scores: NDArray[Any]  # the end that is least likely positive: a threshold there flags the whole cell
    ends: NDArray[Any]  # the end that is most likely positive
    starts: NDArray[np.intp]


def apart(scores: NDArray[Any], ends: NDArray[Any], *, lower_is_positive: bool) -> ScoreCells:
    """Unite what overlaps; entries come most positive first by `scores`, the end nearer to the rest.

    Here 0.7 to 0.9 and 0.6 to 0.8 overlap, and 0.5 stands alone.

    >>> apart(np.array([0.7, 0.6, 0.5]), np.array([0.9, 0.8, 0.5]), lower_is_positive=False).starts.tolist()
    [0, 2]
    """
    if not len(scores):
        return ScoreCells(scores, ends, np.array([], dtype=np.intp))
    further = np.minimum if lower_is_positive else np.maximum
    # The furthest that this entry, or any after it, reaches towards the positive scores.
    reach = further.accumulate(ends[::-1])[::-1]
    gap = reach[1:] > scores[:-1] if lower_is_positive else reach[1:] < scores[:-1]
    starts = np.concatenate([[0], np.flatnonzero(gap) + 1])
    last = np.append(starts[1:], len(scores)) - 1
    return ScoreCells(scores[last], further.reduceat(ends, starts), starts)
