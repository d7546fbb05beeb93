"""Dask counts: each worker answers for its own partitions with Polars, and answers are put together on the workers.

Answers of disjoint rows add up, since a question asks only for sums, lowest and highest values; a tree of tasks
adds eight at a time, so no worker holds more than a few tables. Only the last one comes back.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from truecut.engines.counting import CountingEngine
from truecut.engines.expressions import LOWEST, POLARS, ROWS, SUM, GroupBy
from truecut.engines.inside_cells import CellCounts, RowsAbove, block_sums
from truecut.engines.jobs import running
from truecut.engines.polars_lazy import SOURCE, arrays_of, kinds_of, lazy_answer

AT_ONCE = 8  # answers put together by one task
BLOCKS = 32  # of cells, that workers sort one at a time
LOOKS, PATIENCE = 5.0, 300.0  # seconds between looks at a job, and until one that nobody works on is given up


def on_dask(frame: Any, name: str = "the Dask table") -> CountingEngine:
    """Return a dataframe as an engine."""
    import polars as pl

    def answers(question: GroupBy) -> list[Any]:
        import dask

        text = question.sql(SOURCE)
        used = [column for column in frame.columns if POLARS.identifier(str(column)) in text]
        shared = dask.delayed(question, traverse=False)  # sent to each worker once, however many partitions it has
        return [dask.delayed(answered)(part, shared) for part in frame[used].to_delayed()]

    def ask(question: GroupBy) -> dict[str, NDArray[Any]]:
        return arrays_of(_computed(_in_one(answers(question), question), question.about))

    def distinct(question: GroupBy, most: int | None) -> int:  # noqa: ARG001  # the workers know them all
        import dask

        return int(_computed(dask.delayed(len)(_in_one(answers(question), question)), question.about))

    def within(question: GroupBy, standing: CellCounts) -> dict[str, NDArray[Any]]:
        return _sums_within(answers(question), question, standing)

    kinds = kinds_of(pl.from_pandas(frame._meta_nonempty).schema)
    return CountingEngine(name, "Dask", kinds, POLARS, ask, distinct, within)


def _in_one(level: list[Any], question: GroupBy) -> Any:
    """Return the task that puts all answers together."""
    import dask

    while len(level) > 1:
        groups = [level[start : start + AT_ONCE] for start in range(0, len(level), AT_ONCE)]
        level = [dask.delayed(merged)(group, question) for group in groups]
    return level[0]


def _computed(task: Any, about: str) -> Any:
    """Compute on the cluster, where there is one, so that an interrupt cancels the job there too."""
    try:
        from distributed import get_client

        client = get_client()
    except (ImportError, ValueError):
        with running("Dask", about):
            return task.compute()
    future = client.compute(task)
    with running("Dask", about, cancel=future.cancel):
        return _awaited(future, client)


def _awaited(future: Any, client: Any) -> Any:
    """Return the result; a cluster that lost its workers, and with them the job, would be waited for without end."""
    from distributed import wait

    idle_since = time.monotonic()
    while True:
        try:
            wait(future, timeout=LOOKS)
            return future.result()
        except TimeoutError:
            if future.status != "pending":  # what was raised is the job's own
                raise
        if any(client.processing().values()):
            idle_since = time.monotonic()
        elif time.monotonic() - idle_since > PATIENCE:
            future.cancel()
            workers = len(client.scheduler_info()["workers"])
            raise TimeoutError(f"none of {workers} workers has worked on it for {PATIENCE:g} seconds")


def _sums_within(answers: list[Any], question: GroupBy, standing: CellCounts) -> dict[str, NDArray[Any]]:
    """Return the sums inside blocks of cells: workers split their answers into blocks and exchange those."""
    import dask
    import numpy as np

    blocks = standing.in_blocks(BLOCKS)
    edges = blocks.cells[1:].tolist()
    split = [dask.delayed(split_at, nout=len(blocks.cells))(answer, edges) for answer in answers]
    tasks = [
        dask.delayed(sums_of_block)(
            _in_one([pieces[i] for pieces in split], question),
            first,
            RowsAbove(positives, negatives, standing.all_positives),
            standing.lower_is_positive,
        )
        for i, (first, positives, negatives) in enumerate(blocks.above())
    ]
    found = _computed(dask.delayed(list)(tasks), question.about)
    return {name: np.array([sums[name] for sums in found]) for name in found[0]}


def split_at(answer: Any, edges: list[float]) -> list[Any]:
    """Return an answer in blocks: the first has the cells below the first edge."""
    import numpy as np

    block = np.searchsorted(edges, answer["cell"].to_numpy(), side="right")
    return [answer.filter(block == i) for i in range(len(edges) + 1)]


def sums_of_block(block: Any, first: float, above: RowsAbove, lower_is_positive: bool) -> dict[str, float]:
    """Return the sums of one block, which is known by its first cell."""
    scores, positives, negatives = (block[name].to_numpy() for name in ("score", "positives", "negatives"))
    return block_sums(first, scores, positives, negatives, above, lower_is_positive=lower_is_positive)


def answered(part: Any, question: GroupBy) -> Any:
    """Return the answer for one partition."""
    import polars as pl

    return lazy_answer(pl.from_pandas(part).lazy(), question).collect()


def merged(answers: Sequence[Any], question: GroupBy) -> Any:
    """Put the answers of disjoint rows together."""
    import polars as pl

    both = pl.concat(list(answers), how="vertical_relaxed")
    sums = [_put_together(name, measure.how) for name, measure in question.measures.items()]
    return both.group_by(list(question.keys)).agg(sums) if question.keys else both.select(sums)


def _put_together(name: str, how: str) -> Any:
    import polars as pl

    column = pl.col(name)
    if how in (SUM, ROWS):
        return column.sum()
    return column.min() if how == LOWEST else column.max()
