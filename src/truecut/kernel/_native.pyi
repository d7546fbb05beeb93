from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.kernel.tally import CountedScores, RankSums

# Zero workers are as many as help; any number gives the same table. Labels are booleans, or 0 and 1 of any type.
def tally(
    labels: NDArray[Any],
    scores: NDArray[Any],
    weights: NDArray[Any] | None = None,
    workers: int = 0,
) -> CountedScores: ...
def ranked_pairs(labels: NDArray[Any], scores: NDArray[Any], workers: int = 0) -> tuple[int, int, int]: ...
def places(falling: NDArray[Any], scores: NDArray[Any], workers: int = 0) -> NDArray[np.int32]: ...
def booleans(labels: NDArray[Any]) -> NDArray[np.bool_] | None: ...
def agreement(labels: NDArray[Any], predictions: NDArray[Any]) -> tuple[int, int, int] | None: ...
def rank_sums(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> RankSums | None: ...
def average_precision(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> float: ...
def cumulated(
    positives: NDArray[np.int64], negatives: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def corner_areas(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> NDArray[np.float64]: ...
def corner_rates(
    positives: NDArray[np.int64], negatives: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]: ...
def precision_recall(
    positives: NDArray[np.int64], negatives: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def error_rates(
    positives: NDArray[np.int64], negatives: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
def recall_losses(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> NDArray[np.float64]: ...
def hull_of_counts(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> NDArray[np.int64]: ...
def rising_shares(positives: NDArray[np.int64], rows: NDArray[np.int64], workers: int = 0) -> NDArray[np.float64]: ...
def hull_corners(across: NDArray[np.float64], up: NDArray[np.float64], workers: int = 0) -> NDArray[np.bool_]: ...

# Without AVX2 the result is the same, only later.
def resampled_counts(
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    replicates: int,
    seed: int,
    scheme: str,
    first: int = 0,
    workers: int = 0,
    avx2: bool = True,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
def resampled_roc_auc(
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    replicates: int,
    seed: int,
    scheme: str,
    first: int = 0,
    workers: int = 0,
    avx2: bool = True,
) -> NDArray[np.float64]: ...
def resampled_average_precision(
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    replicates: int,
    seed: int,
    scheme: str,
    first: int = 0,
    workers: int = 0,
    avx2: bool = True,
) -> NDArray[np.float64]: ...
