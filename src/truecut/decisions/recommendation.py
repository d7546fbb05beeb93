"""The recommendation: which model to use and where to cut it, against what, how sure that is, and what speaks against.

One frozen value that the terminal, JSON, notebooks and the page show alike. Costs and savings are those of 1,000 rows
where the model is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from truecut.catalogue.costs import Cost
from truecut.counting.counts import Counts
from truecut.decisions.findings.finding import Finding
from truecut.decisions.saving import Saving
from truecut.words import DEFAULT, Words
from truecut.words.shown import Shown


class Advised(StrEnum):
    """What to do."""

    USE = "use"
    UNPROVEN = "unproven"  # cheaper than doing without on these rows, but chance may have done it
    DO_NOT_USE = "do_not_use"  # flagging nobody, or everybody, is as cheap
    NO_ANSWER = "no_answer"  # the rows cannot tell


class RivalKind(StrEnum):
    """What else one could do with the same model, or without any."""

    IN_USE = "in_use"
    NONE = "none"
    ALL = "all"


@dataclass(frozen=True)
class Rival(Shown):
    """Another decision, what it costs, and what the recommended one saves against it."""

    kind: RivalKind
    threshold: float | None  # in use, as it was given
    cost: float
    saving: Saving
    was_given: bool = False  # somebody said that it is in use; else it is only the usual 0.5


@dataclass(frozen=True)
class OtherModel(Shown):
    """Another model at its own cheapest cut."""

    model: str
    threshold: float | None
    cost: float
    gap: Saving  # what the recommended decision saves against it, allowing for the number of models

    @property
    def is_told_apart(self) -> bool:
        """Say whether the recommended decision is cheaper beyond chance."""
        return self.gap.is_sure


@dataclass(frozen=True)
class CutRange:
    """Where the cheapest cut may lie, and how much a cut flatters itself on the rows that chose it."""

    low: float | None  # None flags nothing
    high: float | None
    worst: float  # what the dearest cut between them costs more
    flattery: float | None  # cross-fitted cost less the one of these rows; None where a class has too few rows
    draws: int
    seed: int
    told: tuple[str, str]  # both ends, in as few figures as flag the same rows


@dataclass(frozen=True)
class Reign:
    """Over which prices of a false alarm, in misses, the model stays the cheapest; None where no end was found."""

    low: float | None
    high: float | None


@dataclass(frozen=True)
class WorthwhileShares:
    """Between which shares of positives the model is worth having at these prices; None where no end was found."""

    low: float | None
    high: float | None


@dataclass(frozen=True)
class Sentences:
    """The recommendation in words, written once for every view."""

    above: str  # what was supposed
    headline: str
    lede: str
    saves: tuple[str, ...]
    sure: str
    question: str = ""  # what to say first, where nobody did
    change: tuple[str, ...] = ()  # what would change the answer


@dataclass(frozen=True)
class Recommendation(Shown):
    """Which model, which cut, and what follows; a threshold of None flags nobody, or everybody where it says so."""

    verdict: Advised
    model: str
    threshold: float | None
    is_everybody: bool
    is_hard: bool
    is_downward: bool  # low scores are flagged
    prices: Cost
    is_stated: bool  # somebody said what mistakes cost
    prevalence: float | None  # stated, else that of the rows counts
    level: float
    counts: Counts  # on the rows
    thousand: Counts  # what happens to 1,000 rows where the model is used, in whole ones
    cost: float
    exact_thousand: Counts  # the same before it was rounded to whole ones
    against: tuple[Rival, ...] = ()
    others: tuple[OtherModel, ...] = ()
    range: CutRange | None = None
    reign: Reign | None = None
    worthwhile: WorthwhileShares | None = None
    objection: Finding | None = None
    is_given_cut: bool = False  # hard predictions, or a stated rule: other cuts were not looked at
    is_dearer: bool = False  # a model that is not to be used costs more than doing without, and not as much
    more_rows: int | None = None  # that would settle what is unproven, if all stays as it is
    sentences: Sentences = Sentences("", "", "", (), "")
    words: Words = DEFAULT
    told_cut: str = ""  # the threshold in as few figures as flag the same rows

    @property
    def trivial(self) -> Rival | None:
        """Return the cheaper of flagging nobody and everybody, which need no model."""
        idle = [rival for rival in self.against if rival.kind != RivalKind.IN_USE]
        return min(idle, key=lambda rival: rival.cost, default=None)

    @property
    def is_a_cut(self) -> bool:
        """Say whether a model is to be used, so that there is a state to show."""
        return self.verdict in (Advised.USE, Advised.UNPROVEN)

    @property
    def not_told_apart(self) -> tuple[OtherModel, ...]:
        """Return the models that may be as cheap."""
        return tuple(other for other in self.others if not other.is_told_apart)
