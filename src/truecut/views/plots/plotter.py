"""What `Evaluation.plot` is: one method per kind of figure.

Each returns the Axes it drew on: yours, or those of a new figure that pyplot knows nothing of (`.figure` has it).
Nothing global is changed and nothing is shown. `band` is "pointwise" or "simultaneous": the confidence band of the
chosen model, at the level of the figures; where a curve has one band, it may also be given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any

from truecut.catalogue.costs import Cost
from truecut.errors import BadCall
from truecut.inference.intervals import LEVEL
from truecut.inference.quantiles import checked_level
from truecut.views.plots.key import height_below, shortened
from truecut.views.plots.kinds import FigureKind, Need, kind_of
from truecut.views.plots.scene import Scene
from truecut.views.plots.style import WIDTH, figure_of, finish, new_figure, page, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from truecut.views.plots.bands import ShadedBand

MANY_PANELS = 4  # up to so many stand in two columns, more in three


@dataclass(frozen=True, eq=False)
class Plots:
    """Figures of one evaluation."""

    scene: Scene
    width: float = WIDTH
    font: str | None = None
    titled: bool = True

    def styled(
        self, *, width: float = WIDTH, font: str | None = None, titled: bool = True, level: float = LEVEL
    ) -> Plots:
        """Return the same figures in another width (inches) or font, without titles, or with other intervals."""
        scene = replace(self.scene, level=checked_level(level))
        return replace(self, scene=scene, width=width, font=font, titled=titled)

    def roc(self, ax: Axes | None = None, *, band: ShadedBand | str | None = None) -> Axes:
        """Draw the ROC curve of every model, hard classifiers as points."""
        return self.draw("roc", ax, band=band)

    def pr(self, ax: Axes | None = None, *, band: ShadedBand | str | None = None) -> Axes:
        """Draw precision against recall."""
        return self.draw("pr", ax, band=band)

    def threshold(
        self, ax: Axes | None = None, *, metrics: Sequence[str] = ("precision", "recall"), band: str | None = None
    ) -> Axes:
        """Draw metrics of four counts against the threshold."""
        return self.draw("threshold", ax, metrics=metrics, band=band)

    def rates(self, ax: Axes | None = None, *, band: str | None = None) -> Axes:
        """Draw TPR and FPR against the threshold, with those of a random and an ideal model."""
        return self.draw("rates", ax, band=band)

    def specificity(self, ax: Axes | None = None, *, band: str | None = None) -> Axes:
        """Draw sensitivity and specificity against the threshold."""
        return self.draw("specificity", ax, band=band)

    def distribution(self, ax: Axes | None = None, *, stretched: bool = False) -> Axes:
        """Draw how the scores of both classes spread around the threshold; stretched, with room for 0 and 1."""
        return self.draw("distribution", ax, stretched=stretched)

    def matrix(self, ax: Axes | None = None) -> Axes:
        """Draw the confusion matrix with its rates."""
        return self.draw("matrix", ax)

    def cost(self, cost: Cost, ax: Axes | None = None) -> Axes:
        """Draw what every threshold costs."""
        return self.draw("cost", ax, cost=cost)

    def decision(self, ax: Axes | None = None) -> Axes:
        """Draw the net benefit against the threshold probability."""
        return self.draw("decision", ax)

    def calibration(self, ax: Axes | None = None, *, bins: int = 0, **options: Any) -> Axes:
        """Draw the reliability curve with its band; with bins, the usual diagram of so many.

        The options are those of the calibration itself: band, is_simultaneous, spacing, replicates, seed.
        """
        return self.draw("calibration", ax, bins=bins, **options)

    def gain(self, ax: Axes | None = None, *, band: ShadedBand | str | None = None) -> Axes:
        """Draw what is found against the share flagged."""
        return self.draw("gain", ax, band=band)

    def lift(self, ax: Axes | None = None, *, band: ShadedBand | str | None = None) -> Axes:
        """Draw the lift against the share flagged."""
        return self.draw("lift", ax, band=band)

    def ks(self, ax: Axes | None = None, *, band: str | None = None) -> Axes:
        """Draw where the two classes lie farthest apart."""
        return self.draw("ks", ax, band=band)

    def det(self, ax: Axes | None = None) -> Axes:
        """Draw the two error rates against each other."""
        return self.draw("det", ax)

    def steps(self, ax: Axes | None = None) -> Axes:
        """Draw the ROC curve with its steps numbered, for small data."""
        return self.draw("steps", ax)

    def models(self, ax: Axes | None = None, *, metric: str = "") -> Axes:
        """Draw one metric of every model with its interval."""
        return self.draw("models", ax, metric=metric)

    def groups(self, ax: Axes | None = None, *, metric: str = "recall") -> Axes:
        """Draw one metric of every group with its interval."""
        return self.draw("groups", ax, metric=metric)

    def draw(self, name: str, ax: Axes | None = None, **options: Any) -> Axes:
        """Draw a figure by the name of its kind."""
        kind = kind_of(name)
        scene = kind.shown_of(self.scene)
        _require_drawable(kind, scene, options)
        with page(ax, kind.height(scene, self.width), self.width, self.font) as axes:
            kind.draw(axes, scene, **options)
            if ax is None:
                figure = figure_of(axes)
                figure.set_figheight(figure.get_figheight() + height_below(axes))
                finish(figure, kind.question if self.titled else "", [axes], [""])
        return axes

    def each(self, name: str, by: str = "model", **options: Any) -> Figure:
        """Draw one panel for each model or group, side by side."""
        kind = kind_of(name)
        scenes = self._scenes(by, kind.shown_of(self.scene))
        _require_all_drawable(kind, scenes, options, by)
        columns = min(len(scenes), 2 if len(scenes) <= MANY_PANELS else 3)
        rows = ceil(len(scenes) / columns)
        high = max(kind.height(scene, self.width) for scene in scenes.values())
        with styled(self.font):
            figure = new_figure(self.width * columns, (high + 0.1) * rows)
            axes = [figure.add_subplot(rows, columns, i + 1) for i in range(len(scenes))]
            for panel, scene in zip(axes, scenes.values(), strict=True):
                kind.draw(panel, scene, **options)
            for panel in axes:
                at = panel.get_subplotspec()
                if at is not None and not at.is_first_col():
                    panel.set_ylabel("")
            figure.set_figheight(figure.get_figheight() + rows * max(map(height_below, axes)))
            finish(figure, kind.question if self.titled else "", axes, [shortened(who, 32) for who in scenes])
        return figure

    @staticmethod
    def _scenes(by: str, scene: Scene) -> dict[str, Scene]:
        if by not in ("model", "group"):
            raise BadCall(f"Panels are drawn for each model or each group, not for each {by!r}.")
        if by == "model":
            return scene.of_each_model()
        if not scene.groups:
            raise BadCall("The rows are not divided into groups; name their column with group=.")
        return scene.of_each_group()


def _require_all_drawable(kind: FigureKind, scenes: dict[str, Scene], options: dict[str, Any], by: str) -> None:
    reasons = {who: reason for who, scene in scenes.items() if (reason := kind.refusal(scene, options))}
    if not reasons:
        return
    who, reason = next(iter(reasons.items()))
    is_true_of_all = len(reasons) == len(scenes) and len(set(reasons.values())) == 1
    raise BadCall(f"{kind.name} cannot be drawn{'' if is_true_of_all else f' of {by} {who!r}'}: {reason}.")


def _require_drawable(kind: FigureKind, scene: Scene, options: dict[str, Any]) -> None:
    reason = kind.refusal(scene, options)
    if reason is None:
        return
    way_out = ""
    if Need.ONE_MODEL in kind.needs and len(scene.models) > 1 and not scene.is_hard:
        way_out = f" Ask one of them, e.models[name].plot.{kind.name}(), or draw all with e.plot.each({kind.name!r})."
    raise BadCall(f"{kind.name} cannot be drawn: {reason}.{way_out}")
