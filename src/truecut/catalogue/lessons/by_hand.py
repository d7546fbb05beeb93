"""Tables from which a ROC curve is built by hand: rows in the order of their scores, or counts by threshold."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.catalogue.lessons.benches import LEAVING, TEN_ROWS
from truecut.catalogue.lessons.lesson import ScoredRows
from truecut.words import Words


@dataclass(frozen=True, kw_only=True)
class RowsByHand:
    """Rows that are passed one at a time."""

    name: str
    title: str
    about: str
    rows: ScoredRows
    names: tuple[str, ...] = ()  # of the rows; without any they are numbered
    is_rising: bool = True  # the threshold


@dataclass(frozen=True, kw_only=True)
class SweepByHand:
    """Thresholds that somebody counted at."""

    name: str
    title: str
    about: str
    words: Words
    cuts: tuple[tuple[float, int, int, int, int], ...]  # threshold, TP, FN, FP, TN


BY_HAND = (
    RowsByHand(
        name="ten",
        title="ten rows",
        about="Ten rows, five of them positive. The threshold rises and passes one row at a time.",
        rows=TEN_ROWS,
    ),
    RowsByHand(
        name="six",
        title="six rows",
        about="Six rows, given out of order: sort them by score, then let each score be the threshold once.",
        rows=ScoredRows((1, 1, 0, 1, 0, 0), (0.68, 0.94, 0.3, 0.92, 0.72, 0.2)),
        names=("x1", "x2", "x3", "x4", "x5", "x6"),
        is_rising=False,
    ),
    SweepByHand(
        name="churn",
        title="1,409 customers",
        about="A model of customers who leave, counted at 33 thresholds. A step passes all between two of them.",
        words=LEAVING,
        cuts=(
            (0, 386, 0, 1023, 0),
            (0.01, 385, 1, 913, 110),
            (0.02, 384, 2, 830, 193),
            (0.03, 383, 3, 766, 257),
            (0.04, 381, 5, 715, 308),
            (0.05, 379, 7, 685, 338),
            (0.06, 377, 9, 661, 362),
            (0.07, 372, 14, 641, 382),
            (0.08, 371, 15, 613, 410),
            (0.09, 369, 17, 580, 443),
            (0.1, 366, 20, 556, 467),
            (0.11, 365, 21, 528, 495),
            (0.12, 365, 21, 509, 514),
            (0.13, 360, 26, 477, 546),
            (0.14, 355, 31, 453, 570),
            (0.15, 351, 35, 435, 588),
            (0.16, 347, 39, 419, 604),
            (0.17, 346, 40, 401, 622),
            (0.18, 344, 42, 384, 639),
            (0.19, 338, 48, 369, 654),
            (0.2, 333, 53, 356, 667),
            (0.21, 330, 56, 341, 682),
            (0.22, 323, 63, 322, 701),
            (0.23, 320, 66, 313, 710),
            (0.24, 316, 70, 304, 719),
            (0.3, 284, 102, 236, 787),
            (0.4, 249, 137, 166, 857),
            (0.5, 210, 176, 101, 922),
            (0.6, 150, 236, 53, 970),
            (0.7, 76, 310, 20, 1003),
            (0.8, 13, 373, 1, 1022),
            (0.9, 0, 386, 0, 1023),
            (1, 0, 386, 0, 1023),
        ),
    ),
    SweepByHand(
        name="ideal",
        title="the ideal model",
        about="The same customers in perfect order, with evenly spaced scores: first all who stay, then all who leave.",
        words=LEAVING,
        cuts=(
            (0, 386, 0, 1023, 0),
            (0.1, 386, 0, 882, 141),
            (0.2, 386, 0, 741, 282),
            (0.3, 386, 0, 600, 423),
            (0.4, 386, 0, 459, 564),
            (0.5, 386, 0, 319, 704),
            (0.6, 386, 0, 178, 845),
            (0.7, 386, 0, 37, 986),
            (0.8, 282, 104, 0, 1023),
            (0.9, 141, 245, 0, 1023),
            (1, 1, 385, 0, 1023),
        ),
    ),
)
