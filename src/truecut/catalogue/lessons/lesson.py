"""What a lesson is: steps that set a bench, ask for a prediction, and show only then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from truecut.catalogue.quiz.question import CLOSE, ChoiceAnswer, NumberAnswer, Option, Question, Slip
from truecut.counting.counts import Counts
from truecut.words import DEFAULT, Words

KIND = "lesson"
VIEWS = ("scores", "matrix", "classifiers", "roc", "pr", "calibration", "cost", "controls")


@dataclass(frozen=True)
class Hill:
    """Scores of one class: a bell between 0 and 1, whose rows stand at evenly spread quantiles."""

    middle: float
    spread: float
    rows: int


@dataclass(frozen=True)
class Hills:
    """Two classes whose scores overlap."""

    positive: Hill
    negative: Hill


@dataclass(frozen=True)
class ScoredRows:
    """A few rows, each with its truth and its score."""

    labels: tuple[int, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True)
class Classifiers:
    """What is known by four counts alone, one or several."""

    counts: Mapping[str, Counts]


@dataclass(frozen=True, kw_only=True)
class Bench:
    """What the reader has before them."""

    evidence: Hills | ScoredRows | Classifiers
    threshold: float | None = 0.5  # none flags nothing
    prices: Mapping[str, float] = field(default_factory=dict)  # of the four answers; what is not named costs nothing
    words: Words = DEFAULT
    in_rows: bool = False  # hills are as high as they have rows, not as the share of their class
    has_curves: bool = True  # whole curves, not only the points that were visited
    tells_cheapest: bool = True


@dataclass(frozen=True)
class Deed:
    """Something to do on the bench: it is done where every goal holds.

    A goal compares two formulas over metrics, counts, `threshold`, `cost` and `least_cost`.
    """

    asks: str
    goals: tuple[str, ...]
    shown: Mapping[str, float]  # what does it, by the controls of the bench
    solution: str


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step: what is on the bench while the reader thinks, and what the answer uncovers."""

    text: str
    bench: Bench
    asks: Question | Deed
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    has_rates: bool = True  # the answer uncovers them; a later step may still ask for one
    conclusion: str = ""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """Some steps that end with something to keep."""

    name: str
    title: str
    about: str
    practise: str  # the kind of exercises that goes with it
    steps: tuple[Step, ...]


def choice_of(asks: str, right: tuple[str, str], *wrong: tuple[str, str], at: int = 0) -> Question:
    """Return a question with one right option, standing at a place among the others; each says its reply."""
    options = [Option(text, False, says) for text, says in wrong]
    options.insert(at, Option(right[0], True, ""))
    return Question(kind=KIND, story="", asks=asks, answer=ChoiceAnswer(tuple(options)), solution=right[1])


def work_out(
    asks: str, value: float, solution: str, hint: str, slips: Mapping[float, str], within: float = CLOSE
) -> Question:
    """Return a question for a share of something."""
    answer = NumberAnswer(value, within, slips=_slips(slips), hint=hint)
    return Question(kind=KIND, story="", asks=asks, answer=answer, solution=solution)


def count_up(
    asks: str, value: float, solution: str, hint: str, slips: Mapping[float, str], within: float = 0.01
) -> Question:
    """Return a question for a number that is no share: percent make no sense of it."""
    answer = NumberAnswer(value, within, is_share=False, slips=_slips(slips), hint=hint)
    return Question(kind=KIND, story="", asks=asks, answer=answer, solution=solution)


def _slips(slips: Mapping[float, str]) -> tuple[Slip, ...]:
    return tuple(Slip(value, says) for value, says in slips.items())
