"""Who is timed, at which work. Every peer returns the area under the ROC curve, and is checked by it.

`area` is that number alone. `curves` is the area, average precision, and the counts at every threshold, of which the
ROC and the precision-recall curve are made. `interval` is the area with its interval, which most peers do not have:
they are timed without it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.rows import Rows

REFERENCE = "scikit-learn"
Peer = Callable[[Rows], float]


def truecut_area(rows):
    from truecut import kernel

    return kernel.area(rows.labels, rows.scores)


def truecut_interval(rows):
    import truecut

    found = truecut.evaluate(rows.labels, rows.scores).metric("roc_auc")
    assert found.low < found.value < found.high
    return found.value


def truecut_curves(rows):
    import truecut

    evaluation = truecut.evaluate(rows.labels, rows.scores)
    model, counts = evaluation.model, evaluation.curve.counts
    assert len(counts.tp) == len(evaluation.table) + 1 and model.metric("average_precision").value
    return model.metric("roc_auc").value


def truecut_portable_area(rows):
    from truecut.kernel import portable

    positives, negatives, wins = portable.ranked_pairs(rows.labels, rows.scores)
    return wins / (2 * positives * negatives)


def scikit_learn_area(rows):
    from sklearn.metrics import roc_auc_score

    return roc_auc_score(rows.labels, rows.scores)


def scikit_learn_curves(rows):
    from sklearn.metrics import average_precision_score, precision_recall_curve, roc_auc_score, roc_curve

    roc_curve(rows.labels, rows.scores, drop_intermediate=False)
    precision_recall_curve(rows.labels, rows.scores)
    average_precision_score(rows.labels, rows.scores)
    return roc_auc_score(rows.labels, rows.scores)


def scipy_area(rows):
    from scipy.stats import rankdata

    return _area_of_ranks(rankdata(rows.scores)[rows.labels == 1].sum(), rows)


def pandas_area(rows):
    frame = rows.pandas
    return _area_of_ranks(frame["score"].rank()[frame["label"] == 1].sum(), rows)


def pandas_curves(rows):
    frame = rows.pandas.sort_values("score", ascending=False)
    frame["tp"], frame["flagged"] = frame["label"].cumsum(), np.arange(1, len(frame) + 1)
    frame = frame.drop_duplicates("score", keep="last")
    return _areas(frame["tp"].to_numpy(), frame["flagged"].to_numpy())


def polars_area(rows):
    import polars as pl

    ranks = rows.polars.lazy().select(pl.col("score").rank("average").filter(pl.col("label") == 1).sum())
    return _area_of_ranks(ranks.collect().item(), rows)


def polars_curves(rows):
    import polars as pl

    counted = rows.polars.lazy().group_by("score").agg(pl.col("label").sum().alias("positives"), pl.len().alias("rows"))
    curve = counted.sort("score", descending=True).with_columns(
        pl.col("positives").cum_sum().alias("tp"), pl.col("rows").cum_sum().cast(pl.Int64).alias("flagged")
    )
    found = curve.collect()
    return _areas(found["tp"].to_numpy(), found["flagged"].to_numpy())


COUNTED = "SELECT score, sum(label)::BIGINT AS positives, count(*) AS rows FROM rows GROUP BY score"
CURVE = f"""SELECT score, sum(positives) OVER above AS tp, sum(rows) OVER above AS flagged FROM ({COUNTED})
WINDOW above AS (ORDER BY score DESC ROWS UNBOUNDED PRECEDING) ORDER BY score DESC"""


def duckdb_curves(rows):
    found = rows.duckdb.execute(CURVE).fetchnumpy()
    return _areas(found["tp"].astype(np.int64), found["flagged"].astype(np.int64))


def torchmetrics_area(rows):
    from torchmetrics.functional.classification import binary_auroc

    return float(binary_auroc(*rows.torch))


def _area_of_ranks(sum_of_ranks: float, rows: Rows) -> float:
    positives = int(rows.labels.sum())
    negatives = len(rows.labels) - positives
    return (float(sum_of_ranks) - positives * (positives + 1) / 2) / (positives * negatives)


def _areas(tp: Any, flagged: Any) -> float:
    """Return the area, having computed average precision beside it."""
    tp, fp = np.concatenate([[0], tp]), np.concatenate([[0], flagged - tp])
    assert (np.diff(tp) * (tp[1:] / (tp[1:] + fp[1:]))).sum() / tp[-1]
    return float((np.diff(fp) * ((tp[1:] + tp[:-1]) / 2)).sum() / tp[-1] / fp[-1])


# Each with the module that it cannot do without.
PEERS: dict[str, dict[str, tuple[str, Peer]]] = {
    "area": {
        "truecut": ("truecut.kernel._native", truecut_area),
        "truecut, NumPy only": ("truecut", truecut_portable_area),
        REFERENCE: ("sklearn", scikit_learn_area),
        "SciPy ranks": ("scipy", scipy_area),
        "pandas ranks": ("pandas", pandas_area),
        "Polars ranks": ("polars", polars_area),
        "DuckDB": ("duckdb", duckdb_curves),
        "torchmetrics": ("torchmetrics", torchmetrics_area),
    },
    "interval": {
        "truecut": ("truecut.kernel._native", truecut_interval),
        REFERENCE: ("sklearn", scikit_learn_area),
    },
    "curves": {
        "truecut": ("truecut.kernel._native", truecut_curves),
        REFERENCE: ("sklearn", scikit_learn_curves),
        "pandas sort": ("pandas", pandas_curves),
        "Polars group-by": ("polars", polars_curves),
        "DuckDB": ("duckdb", duckdb_curves),
    },
}


def installed(work: str) -> dict[str, Peer]:
    return {name: run for name, (module, run) in PEERS[work].items() if find_spec(module)}


def not_installed() -> list[str]:
    return sorted({name for peers in PEERS.values() for name, (module, _) in peers.items() if not find_spec(module)})
