"""The kinds of figures: what each answers, what it needs, and the function that draws it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from truecut.catalogue.defined import missing_probabilities
from truecut.errors import UnknownName
from truecut.views.plots import curves, forests, matrix, reliability, spread, steps, thresholds
from truecut.views.plots.forests import height_of_forest
from truecut.views.plots.scene import Scene
from truecut.words import counted

SQUARE, WIDE = 0.97, 0.74  # height of a figure for its width


class Need(StrEnum):
    """What a figure cannot do without."""

    CURVE = "scores"
    ONE_MODEL = "one model at a time"
    BOTH_CLASSES = "rows of both classes"
    PROBABILITIES = "probabilities"
    COST = "costs"
    GROUPS = "groups"
    FEW_SCORES = f"at most {steps.MOST_STEPS} distinct scores"


@dataclass(frozen=True, kw_only=True)
class FigureKind:
    """One kind of figure."""

    name: str
    question: str  # its title
    called: str  # in textbooks
    draw: Callable[..., None]
    needs: frozenset[Need]
    shape: float = SQUARE
    takes: str = ""  # the option that names metrics: "metric" for one, "metrics" for several
    has_band: bool = False  # can show how sure its curve is
    grows_with: str = ""  # "models" or "groups": one line for each, in place of a shape

    def height(self, scene: Scene, width: float) -> float:
        """Return how high a figure of this width is, without a key below it."""
        if self.grows_with:
            return height_of_forest(len(scene.models) if self.grows_with == "models" else len(scene.groups) + 1)
        return self.shape * width

    def shown_of(self, scene: Scene) -> Scene:
        """Return what of a scene is drawn: where a curve is needed, hard predictions beside scores are left out."""
        return scene.scored if Need.CURVE in self.needs else scene

    def refusal(self, scene: Scene, options: dict[str, Any]) -> str | None:
        """Say why this scene cannot be drawn, or nothing."""
        for need in Need:
            if need in self.needs and (reason := REASONS[need](self, scene, options)):
                return reason
        return None


def _no_curve(kind: FigureKind, scene: Scene, _: dict[str, Any]) -> str | None:
    if any(model.is_hard for model in scene.models):
        return f"hard predictions are one point and have no curve, so there is no {kind.name} of them"
    return None if all(len(model.table) for model in scene.models) else "there are no rows"


def _several(kind: FigureKind, scene: Scene, _: dict[str, Any]) -> str | None:
    if len(scene.models) == 1:
        return None
    return f"there are {counted(len(scene.models), 'model')}, and a figure of {kind.name} is of one at a time"


def _one_class(_: FigureKind, scene: Scene, __: dict[str, Any]) -> str | None:
    table = scene.first.table
    if not table.total_positive:
        return "no row is truly positive"
    return None if table.total_negative else "no row is truly negative"


def _no_probabilities(_: FigureKind, scene: Scene, __: dict[str, Any]) -> str | None:
    for model in scene.models:
        if reason := missing_probabilities(model.curve):
            return f"of {model.name!r} {reason}"
    return None


def _no_cost(_: FigureKind, __: Scene, options: dict[str, Any]) -> str | None:
    return None if options.get("cost") is not None else "nobody said what each outcome costs (--cost fn=20,fp=1)"


def _no_groups(_: FigureKind, scene: Scene, __: dict[str, Any]) -> str | None:
    return None if scene.groups else "the rows are not divided into groups (--group COLUMN)"


def _many_scores(_: FigureKind, scene: Scene, __: dict[str, Any]) -> str | None:
    found = len(scene.first.table)
    if found <= steps.MOST_STEPS:
        return None
    return f"{found:,} distinct scores are too many to number; at most {steps.MOST_STEPS} can be read"


REASONS: dict[Need, Callable[[FigureKind, Scene, dict[str, Any]], str | None]] = {
    Need.CURVE: _no_curve,
    Need.ONE_MODEL: _several,
    Need.BOTH_CLASSES: _one_class,
    Need.PROBABILITIES: _no_probabilities,
    Need.COST: _no_cost,
    Need.GROUPS: _no_groups,
    Need.FEW_SCORES: _many_scores,
}

BOTH = frozenset({Need.BOTH_CLASSES})
CURVE = frozenset({Need.CURVE})
ONE = frozenset({Need.ONE_MODEL})

KINDS = (
    FigureKind(
        name="roc",
        question="What is caught, for how many false alarms?",
        called="ROC curve; hard classifiers are points",
        draw=curves.roc,
        needs=BOTH,
        has_band=True,
    ),
    FigureKind(
        name="pr",
        question="How many flags are right?",
        called="precision-recall curve",
        draw=curves.pr,
        needs=BOTH,
        has_band=True,
    ),
    FigureKind(
        name="threshold",
        question="What does the threshold do?",
        called="metrics against the threshold, by default precision and recall",
        draw=thresholds.metrics,
        needs=CURVE | ONE,
        shape=WIDE,
        takes="metrics",
        has_band=True,
    ),
    FigureKind(
        name="rates",
        question="Who is flagged as the threshold rises?",
        called="TPR and FPR against the threshold, beside a random and an ideal model",
        draw=partial(thresholds.metrics, metrics=("tpr", "fpr"), baselines=True),
        needs=CURVE | ONE | BOTH,
        shape=WIDE,
        has_band=True,
    ),
    FigureKind(
        name="specificity",
        question="Who is recognised as the threshold rises?",
        called="sensitivity and specificity against the threshold",
        draw=partial(thresholds.metrics, metrics=("sensitivity", "specificity")),
        needs=CURVE | ONE | BOTH,
        shape=WIDE,
        has_band=True,
    ),
    FigureKind(
        name="distribution",
        question="How do the scores spread?",
        called="mirrored histogram of the scores of both classes",
        draw=spread.distribution,
        needs=CURVE | ONE | BOTH,
        shape=WIDE,
    ),
    FigureKind(
        name="matrix",
        question="Who is flagged, and who should be?",
        called="confusion matrix with recall, specificity, precision and NPV",
        draw=matrix.matrix,
        needs=ONE,
        shape=0.83,
    ),
    FigureKind(
        name="cost",
        question="What does each threshold cost?",
        called="cost curve; of several models against the share flagged",
        draw=thresholds.cost,
        needs=CURVE | {Need.COST},
        shape=WIDE,
    ),
    FigureKind(
        name="decision",
        question="Is it worth acting on the model?",
        called="decision curve: net benefit beside flagging all and none",
        draw=thresholds.decision,
        needs=CURVE | BOTH | {Need.PROBABILITIES},
        shape=WIDE,
    ),
    FigureKind(
        name="calibration",
        question="Do the probabilities mean what they say?",
        called="reliability diagram with a consistency band",
        draw=reliability.calibration,
        needs=CURVE | ONE | {Need.PROBABILITIES},
    ),
    FigureKind(
        name="gain",
        question="How much is found down the list?",
        called="cumulative gain",
        draw=curves.gain,
        needs=CURVE | BOTH,
        has_band=True,
    ),
    FigureKind(
        name="lift",
        question="How much better than picking at random?",
        called="lift",
        draw=curves.lift,
        needs=CURVE | BOTH,
        shape=WIDE,
        has_band=True,
    ),
    FigureKind(
        name="ks",
        question="Where do the classes lie farthest apart?",
        called="Kolmogorov-Smirnov distance",
        draw=thresholds.ks,
        needs=CURVE | ONE | BOTH,
        shape=WIDE,
        has_band=True,
    ),
    FigureKind(
        name="det",
        question="How do misses trade against false alarms?",
        called="detection error trade-off, on normal-deviate axes",
        draw=curves.det,
        needs=CURVE | BOTH,
    ),
    FigureKind(
        name="steps",
        question="How is the ROC curve made?",
        called="ROC curve with numbered steps, for small data",
        draw=steps.steps,
        needs=CURVE | ONE | BOTH | {Need.FEW_SCORES},
    ),
    FigureKind(
        name="models",
        question="Which model is better?",
        called="forest of one metric over models, by default the area under ROC",
        draw=forests.models,
        needs=frozenset(),
        takes="metric",
        grows_with="models",
    ),
    FigureKind(
        name="groups",
        question="Who is it bad for?",
        called="forest of one metric over groups, by default recall",
        draw=forests.groups,
        needs=ONE | {Need.GROUPS},
        takes="metric",
        grows_with="groups",
    ),
)
BY_NAME = {kind.name: kind for kind in KINDS}


def figure_kind(name: str) -> FigureKind:
    """Return the kind of this name."""
    if name not in BY_NAME:
        raise UnknownName("figure", name, BY_NAME)
    return BY_NAME[name]
