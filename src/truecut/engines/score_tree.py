"""Cells that follow the scores: nodes of one fixed binary tree, which is the floats in their order.

A float is a sign, an exponent and the bits of a mantissa, so its leading bits name an interval that holds it. The
first cut goes by sign, exponent and `FIRST_BITS` of the mantissa. A cell with too many rows is cut further, below the
longest prefix that its lowest and highest score have in common, so crowded scores cost no more rounds than spread ones.
Nodes of one tree are nested or disjoint: tables that were cut differently still add up, and no mean, sample or sketch
is needed.
Whole numbers, which a double may not hold, are cut by their own bits after the first cut.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import e, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.engines.expressions import CellPath, Dialect

FIRST_BITS = 6
# Below it sizes are multiplied by 2**600: a step of 2**-1074 has no reciprocal among the doubles.
TINY, ENLARGED = 2.0**-500, 2.0**600
LOWEST_EXPONENT = 600  # what is added to an exponent to make it positive
TINY_CELLS, INFINITE_CELL = 130_000, 300_000
EXACT_BITS = 53  # of a whole number, that a double holds
FIRST_FREE = 2**20  # the numbers from here on are those of cells that were cut out of others

Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class ScoreTree:
    """Which cells were cut further, in all rounds; every cell has a number of its own, in no order."""

    is_whole: bool
    depth: int = 0
    cuts: dict[str, Numbers] = field(default_factory=dict)
    free: int = FIRST_FREE
    newest_only: bool = False  # leave out rows whose cell was not cut in the last round

    def path(self, dialect: Dialect) -> CellPath:
        """Return the way of a score to its cell."""
        cut = f"cuts_from + cast(floor({dialect.real('size - base')} * parts_per_unit) as bigint)"
        first = _first_cell(dialect, is_whole=self.is_whole)
        size = "score" if self.is_whole else _size(dialect)
        cuts = self._to_the_newest() if self.newest_only else self.cuts
        return CellPath(size, first, cut, self.depth, cuts, self.newest_only)

    def _to_the_newest(self) -> dict[str, Numbers]:
        """Return, of every round, the cuts on the way to the cells of the last one, and no others.

        A cell on that way that a round did not cut is handed on as it is, so that whatever is not named in a round can
        be dropped there.
        """
        cuts, last = self.cuts, self.depth - 1
        at = np.flatnonzero(cuts["in_round"] == last)
        found = [{name: column[at] for name, column in cuts.items()}]
        here = cuts["cut"][at]
        for level in range(last - 1, -1, -1):
            # A number was given away by the last cut that begins at or below it; the first cells are older than any.
            maker = np.searchsorted(cuts["cuts_from"], here, side="right") - 1
            is_cut = (here >= FIRST_FREE) & (cuts["in_round"][maker] == level)
            makers, kept = np.unique(maker[is_cut]), np.unique(here[~is_cut])
            found.append({name: column[makers] for name, column in cuts.items()})
            nothing = np.zeros(len(kept))
            as_it_is = {"cut": kept, "cuts_from": kept, "base": nothing, "parts_per_unit": nothing}
            found.append(as_it_is | {"in_round": np.full(len(kept), level)})
            here = np.unique(np.where(is_cut, cuts["cut"][maker], here))
        return {name: np.concatenate([part[name].astype(cuts[name].dtype) for part in found]) for name in cuts}

    def cut(self, cells: Numbers, low: Numbers, high: Numbers, bits: NDArray[np.int64]) -> ScoreTree:
        """Cut each of some cells into 2**bits parts, counting only what is in them."""
        base, left, step = (_whole_prefix if self.is_whole else _prefix)(low, high)
        depth = np.minimum(bits, left)
        parts = np.left_shift(1, depth)
        cuts = {
            "cut": np.asarray(cells, dtype=np.int64),
            "cuts_from": self.free + np.cumsum(parts) - parts,
            "base": base,
            "parts_per_unit": 1 / (step * np.exp2((left - depth).astype(float))),
            "in_round": np.full(len(cells), self.depth),
        }
        if self.cuts:
            cuts = {name: np.concatenate([self.cuts[name], column]) for name, column in cuts.items()}
        return replace(self, depth=self.depth + 1, cuts=cuts, free=self.free + int(parts.sum()), newest_only=True)

    def of_all_rows(self) -> ScoreTree:
        """Return the same cells for every row."""
        return replace(self, newest_only=False)


def _size(dialect: Dialect) -> str:
    """Return the absolute value, enlarged if it is tiny."""
    enlarged = f"abs(score) * {dialect.literal(ENLARGED)}"
    return f"case when abs(score) < {dialect.literal(TINY)} then {enlarged} else abs(score) end"


def _first_cell(dialect: Dialect, *, is_whole: bool) -> str:
    """Return the number of a score's cell in the first cut.

    The exponent counts 64 cells and the mantissa 64 to 127 of them, so a logarithm that is off by one at a power of two
    changes the exponent and the mantissa by as much, and the cell stays the same on every engine.
    """
    size = f"abs({dialect.real('score')})" if is_whole else "size"
    real, per_power = dialect.literal, 2**FIRST_BITS
    exponent = f"floor(ln({size}) * {real(log2(e))})"
    cell = (
        f"({exponent} + {LOWEST_EXPONENT}) * {per_power} "
        f"+ floor({size} * power({real(2.0)}, {FIRST_BITS} - {exponent}))"
    )
    tiny = f"case when abs(score) < {real(TINY)} then {TINY_CELLS} else 0 end"
    number = (
        f"case when {size} = 0 then 0 when {size} = {real(float('inf'))} then {INFINITE_CELL} else {cell} + {tiny} end"
    )
    return f"cast(case when score < 0 then -1 else 1 end * ({number}) as bigint)"


def _prefix(low: Numbers, high: Numbers) -> tuple[Numbers, NDArray[np.int64], Numbers]:
    """Return the smallest node that holds both ends: where it begins, the bits left in it, and the step of the last."""
    sizes = [np.abs(end.astype(float)) for end in (low, high)]
    sizes = [size * np.where(size < TINY, ENLARGED, 1.0) for size in sizes]
    first, second = np.minimum(*sizes).view(np.uint64), np.maximum(*sizes).view(np.uint64)
    left = _bits(first ^ second)
    base = (first >> left.astype(np.uint64) << left.astype(np.uint64)).view(np.float64)
    return base, left, np.spacing(base)


def _whole_prefix(low: Numbers, high: Numbers) -> tuple[Numbers, NDArray[np.int64], Numbers]:
    first, second = low.astype(np.uint64), high.astype(np.uint64)  # negative ones wrap round, both alike
    left = _bits(first ^ second)
    node = (first >> left.astype(np.uint64) << left.astype(np.uint64)).astype(low.dtype)
    # What a double does not hold is counted from the lowest score, so that the distance is exact where it is small.
    is_exact = left <= EXACT_BITS
    return np.where(is_exact, node, low), np.where(is_exact, left, _bits(second - first)), np.ones(len(low))


def _bits(numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return how many bits each number has.

    >>> _bits(np.array([0, 1, 5], dtype=np.uint64)).tolist()
    [0, 1, 3]
    """
    bits = np.zeros(len(numbers), np.int64)
    for shift in (32, 16, 8, 4, 2, 1):
        is_big = numbers >> np.uint64(shift) != 0
        bits += np.where(is_big, shift, 0)
        numbers = np.where(is_big, numbers >> np.uint64(shift), numbers)
    return np.asarray(bits + (numbers != 0))
