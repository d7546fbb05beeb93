"""What an entry of the glossary is: a word that is no metric, and what to know about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What sort of thing a term names."""

    CELL = "cell"
    DATA = "data"
    IDEA = "idea"
    CURVE = "curve"
    DECISION = "decision"
    PROCEDURE = "procedure"
    STATISTICS = "statistics"
    MISTAKE = "mistake"


class Picture(StrEnum):
    """A small drawing that helps; views draw it, in a terminal and on a page."""

    MATRIX = "matrix"
    MARGINS = "margins"
    COSTS = "costs"
    THRESHOLD = "threshold"
    ROC = "roc"
    ROC_ENDS = "random and ideal"
    PRECISION_RECALL = "precision and recall"
    MEANS = "means"
    FOLDS = "folds"
    RARE = "rare"


@dataclass(frozen=True, kw_only=True)
class Term:
    """One word that a reader meets, in at most four sentences; the first one stands alone."""

    name: str
    says: str
    also: tuple[str, ...] = ()  # every other spelling that leads here
    formula: str = ""
    relatives: tuple[str, ...] = ()  # names of terms and metrics
    command: str = ""  # to try it
    page: str = ""  # of the documentation, without its ending
    exercise: str = ""  # a kind of question of `truecut quiz`
    lab: str = ""  # a lesson or a table of `truecut lab`
    picture: Picture | None = None
