"""What an entry of the glossary is: a word that is no metric, and what to know about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from truecut.words.shown import Shown


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
class Term(Shown):
    """One word that a reader meets, in at most four sentences; the first one stands alone.

    >>> import truecut as tc
    >>> tc.explain("type I errors").name
    'type I error'
    """

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
    # What the word was taken for; the entry stays the same one however it was asked for.
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def meaning(self) -> str:
        """Return what it says, by the name that this has for a metric."""
        return self.says
