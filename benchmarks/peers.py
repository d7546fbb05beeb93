"""Who is timed, at which work. Every peer returns the area under the ROC curve, and is checked by it.

`area` is that number alone. `curves` is the area, average precision, and the counts at every threshold, of which the
ROC and the precision-recall curve are made. `interval` is the area with DeLong's interval; scikit-learn, which all are
measured by, has none and is timed without it, and MLstatkit's test always takes two models.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.in_r import TimedElsewhere, has_proc, proc_interval
from benchmarks.rows import Rows

REFERENCE = "scikit-learn"


@dataclass(frozen=True)
class Peer:
    """How a library does the work, the form in which it likes the rows, and how closely it is to agree."""

    run: Callable[[Rows], float | TimedElsewhere]
    module: str  # that it cannot do without
    form: str = ""  # the name of a form of `Rows`, which is made before the clock starts
    tolerance: float = 1e-6
    most_rows: int = 10**9  # with more it would take too long

    @property
    def is_installed(self) -> bool:
        return find_spec(self.module) is not None


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

    return float(binary_auroc(*rows.torch, validate_args=False))


def torchmetrics_curves(rows):
    from torchmetrics.functional.classification import (
        binary_average_precision,
        binary_precision_recall_curve,
        binary_roc,
    )

    binary_roc(*rows.torch, validate_args=False)
    binary_precision_recall_curve(*rows.torch, validate_args=False)
    assert binary_average_precision(*rows.torch, validate_args=False) > 0
    return torchmetrics_area(rows)


def catboost_area(rows):
    from catboost.utils import eval_metric

    return eval_metric(rows.labels, rows.scores, "AUC")[0]


def confidenceinterval_interval(rows):
    from confidenceinterval import roc_auc_score

    area, (low, high) = roc_auc_score(rows.labels, rows.scores, method="delong")
    assert low < area < high
    return float(area)


def mlstatkit_interval(rows):
    from MLstatkit import Delong_test

    _, _, (low, high), _, area, *_ = Delong_test(rows.labels, rows.scores, rows.other_scores)
    assert low < area < high
    return float(area)


def _area_of_ranks(sum_of_ranks: float, rows: Rows) -> float:
    positives = int(rows.labels.sum())
    negatives = len(rows.labels) - positives
    return (float(sum_of_ranks) - positives * (positives + 1) / 2) / (positives * negatives)


def _areas(tp: Any, flagged: Any) -> float:
    """Return the area, having computed average precision beside it."""
    tp, fp = np.concatenate([[0], tp]), np.concatenate([[0], flagged - tp])
    assert (np.diff(tp) * (tp[1:] / (tp[1:] + fp[1:]))).sum() / tp[-1]
    return float((np.diff(fp) * ((tp[1:] + tp[:-1]) / 2)).sum() / tp[-1] / fp[-1])


# torch and confidenceinterval count in float32.
PEERS: dict[str, dict[str, Peer]] = {
    "area": {
        "truecut": Peer(truecut_area, "truecut.kernel._native"),
        "truecut, NumPy only": Peer(truecut_portable_area, "truecut"),
        REFERENCE: Peer(scikit_learn_area, "sklearn"),
        "SciPy ranks": Peer(scipy_area, "scipy"),
        "pandas ranks": Peer(pandas_area, "pandas", "pandas"),
        "Polars ranks": Peer(polars_area, "polars", "polars"),
        "DuckDB": Peer(duckdb_curves, "duckdb", "duckdb"),
        "CatBoost": Peer(catboost_area, "catboost"),
        "torchmetrics": Peer(torchmetrics_area, "torchmetrics", "torch", tolerance=1e-4),
    },
    "interval": {
        "truecut": Peer(truecut_interval, "truecut.kernel._native"),
        REFERENCE: Peer(scikit_learn_area, "sklearn"),
        "confidenceinterval": Peer(
            confidenceinterval_interval, "confidenceinterval", tolerance=1e-4, most_rows=10_000_000
        ),
        "MLstatkit": Peer(mlstatkit_interval, "MLstatkit", "other_scores", most_rows=10_000_000),
    },
    "curves": {
        "truecut": Peer(truecut_curves, "truecut.kernel._native"),
        REFERENCE: Peer(scikit_learn_curves, "sklearn"),
        "pandas sort": Peer(pandas_curves, "pandas", "pandas"),
        "Polars group-by": Peer(polars_curves, "polars", "polars"),
        "DuckDB": Peer(duckdb_curves, "duckdb", "duckdb"),
        "torchmetrics": Peer(torchmetrics_curves, "torchmetrics", "torch", tolerance=1e-4, most_rows=10_000_000),
    },
}
if has_proc():
    PEERS["interval"]["pROC in R"] = Peer(proc_interval, "truecut", most_rows=1_000_000)


def peers_for(work: str, rows: int) -> dict[str, Peer]:
    """Return who is installed and takes so many rows."""
    return {name: peer for name, peer in PEERS[work].items() if peer.is_installed and rows <= peer.most_rows}


def too_slow(work: str, rows: int) -> dict[str, str]:
    """Return who is installed but not asked for so many rows, and why."""
    others = (name for name, peer in PEERS[work].items() if peer.is_installed and rows > peer.most_rows)
    return dict.fromkeys(others, "it would take too long")


def not_installed() -> list[str]:
    return sorted({name for peers in PEERS.values() for name, peer in peers.items() if not peer.is_installed})
