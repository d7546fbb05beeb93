"""Range partitions on Spark: each executor sorts some of the scores and sends back a few sums.

Cells of neighbouring scores are gathered into blocks, so a tie never lies in two of them, and how many rows stand above
each block is known before its rows are looked at. Every row crosses the network once, as its block, its score and its
weight: above 0 for a positive row, below 0 for a negative one. The executors need Python with NumPy and PyArrow, and
no truecut: the functions travel with the job.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from truecut.engines import inside_cells
from truecut.engines.expressions import SPARK, Between, GroupBy, Measure
from truecut.engines.inside_cells import CellCounts, RowsAbove, block_sums, each_once

ROWS_OF_BLOCK = 1_000_000  # sorted by one executor at a time: some tens of megabytes
FEWEST_BLOCKS = 8
SUMS = ("cell", "low", "high", "p", "n", "wins", "positive_squares", "negative_squares", "precisions")
LACKING = ("ModuleNotFoundError", "No module named", "Cannot run program", "PYTHON_VERSION_MISMATCH")


def sums_of_blocks(asked: Callable[[str], Any], question: GroupBy, view: str, standing: CellCounts) -> Any:
    """Return the frame of sums inside blocks, of a question by cell and score."""
    from pyspark import cloudpickle

    rows = float(standing.positives.sum() + standing.negatives.sum())
    blocks = standing.in_blocks(max(FEWEST_BLOCKS, int(rows // ROWS_OF_BLOCK)))
    block = Between("cell", tuple((blocks.cells[1:] - 1).tolist()), lower_is_positive=True).sql(SPARK)
    positives, negatives = (question.measures[side].of for side in ("positives", "negatives"))
    weight = Measure("", f"({positives}) - ({negatives})")
    every_row = replace(question, measures={"weight": weight}).row_by_row(view)
    frame = asked(f"select {block} as block, score, weight from ({every_row}) as every_row")
    above = [(first, RowsAbove(p, n, standing.all_positives)) for first, p, n in blocks.above()]
    # The module travels by value: the executors need not have it.
    cloudpickle.register_pickle_by_value(inside_cells)
    summed = _summing(above, standing.lower_is_positive)
    schema = ", ".join(f"{name} double" for name in SUMS)
    with warnings.catch_warnings():
        # PySpark looks at the version of pandas, which nothing here uses.
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
        return frame.repartition(len(above), "block").mapInArrow(summed, schema)


def lacks_python(problem: BaseException) -> bool:
    """Say whether a job failed because the executors have no Python, or not what it takes."""
    said = f"{problem} {problem.__cause__}"
    return any(words in said for words in LACKING)


def _summing(above: list[tuple[float, RowsAbove]], lower_is_positive: bool) -> Any:
    # A function inside a function travels by value.
    def summed(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy as np

        pa = importlib.import_module("pyarrow")
        held = list(batches)
        if not sum(len(batch) for batch in held):
            return
        table = pa.Table.from_batches(held)
        block, scores, weights = (table[name].to_numpy() for name in ("block", "score", "weight"))
        found = []
        for number in np.unique(block):
            here = block == number
            first, standing_above = above[number]
            entries = each_once(scores[here], np.maximum(weights[here], 0), np.maximum(-weights[here], 0))
            found.append(block_sums(first, *entries, standing_above, lower_is_positive=lower_is_positive))
        yield pa.RecordBatch.from_pydict({name: [float(sums[name]) for sums in found] for name in found[0]})

    return summed
