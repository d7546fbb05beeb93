"""What `Evaluation.plot` is: one method per kind of figure.

Each returns a `Drawing`, which a notebook shows and `.save()` keeps; drawn on your own Axes (`ax=`), it returns those.
Nothing global is changed. `band` is "pointwise" or "simultaneous": the confidence band of the
chosen model, at the level of the figures; where a curve has one band, it may also be given. `baseline` names what else
is drawn beside the models: "random", "ideal", "flag-all", "flag-none", "no-information", one or several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any, overload

from truecut.catalogue.costs import Cost
from truecut.counting.baselines import baselines_named
from truecut.errors import BadCall, UnknownAttribute, near_miss
from truecut.errors.boundary import answers_for_all
from truecut.inference.intervals import LEVEL
from truecut.inference.quantiles import checked_level
from truecut.views.plots.drawing import Drawing
from truecut.views.plots.key import height_below, shortened_name
from truecut.views.plots.kinds import BY_NAME, FigureKind, Need, figure_kind
from truecut.views.plots.scene import Scene
from truecut.views.plots.style import WIDTH, figure_of, finish, new_figure, page, require_axes, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from truecut.views.plots.bands import ShadedBand

Names = str | Sequence[str]  # of baselines: one, or several

HELD_AGAINST = ("roc", "pr", "gain", "lift")  # figures that baselines have a place on
MANY_PANELS = 4  # up to so many stand in two columns, more in three


@answers_for_all
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
        """Return the same figures in another width or font, without titles, or with other intervals.

        `width` is in inches, `font` a name that matplotlib knows; `titled` says whether figures have a title, and
        `level` how sure intervals are.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> float(e.plot.styled(width=7, titled=False).roc().figure.get_figwidth())
        7.0
        """
        scene = replace(self.scene, level=checked_level(level))
        return replace(self, scene=scene, width=width, font=font, titled=titled)

    @overload
    def roc(self, ax: Axes, *, band: ShadedBand | str | None = None, baseline: Names = ()) -> Axes: ...
    @overload
    def roc(self, ax: None = None, *, band: ShadedBand | str | None = None, baseline: Names = ()) -> Drawing: ...
    def roc(
        self, ax: Axes | None = None, *, band: ShadedBand | str | None = None, baseline: Names = ()
    ) -> Axes | Drawing:
        """Draw the ROC curve of every model, hard classifiers as points.

        `ax` are Axes of your own, which come back; without, the figure shows itself. `band` is "pointwise" or
        "simultaneous", and `baseline` names what is drawn beside the models, such as "random".

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.roc(baseline="random").ax.get_xlabel()
        'negative rows flagged (false positive rate)'
        """
        return self.draw("roc", ax, band=band, baseline=baseline)

    @overload
    def pr(self, ax: Axes, *, band: ShadedBand | str | None = None, baseline: Names = ()) -> Axes: ...
    @overload
    def pr(self, ax: None = None, *, band: ShadedBand | str | None = None, baseline: Names = ()) -> Drawing: ...
    def pr(
        self, ax: Axes | None = None, *, band: ShadedBand | str | None = None, baseline: Names = ()
    ) -> Axes | Drawing:
        """Draw precision against recall.

        `ax`, `band` and `baseline` are those of `roc`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.pr().ax.get_xlabel()
        'positive rows flagged (recall)'
        """
        return self.draw("pr", ax, band=band, baseline=baseline)

    @overload
    def threshold(
        self, ax: Axes, *, metrics: Sequence[str] = ("precision", "recall"), band: str | None = None
    ) -> Axes: ...
    @overload
    def threshold(
        self, ax: None = None, *, metrics: Sequence[str] = ("precision", "recall"), band: str | None = None
    ) -> Drawing: ...
    def threshold(
        self, ax: Axes | None = None, *, metrics: Sequence[str] = ("precision", "recall"), band: str | None = None
    ) -> Axes | Drawing:
        """Draw metrics of four counts against the threshold.

        `ax` and `band` are those of `roc`, and `metrics` names those to draw.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.threshold(metrics=["f1", "accuracy"]).ax.get_xlabel()
        'threshold (rows at or above it are flagged)'
        """
        return self.draw("threshold", ax, metrics=metrics, band=band)

    @overload
    def rates(self, ax: Axes, *, band: str | None = None) -> Axes: ...
    @overload
    def rates(self, ax: None = None, *, band: str | None = None) -> Drawing: ...
    def rates(self, ax: Axes | None = None, *, band: str | None = None) -> Axes | Drawing:
        """Draw TPR and FPR against the threshold, with those of a random and an ideal model.

        `ax` and `band` are those of `roc`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.rates().ax.get_xlabel()
        'threshold (rows at or above it are flagged)'
        """
        return self.draw("rates", ax, band=band)

    @overload
    def specificity(self, ax: Axes, *, band: str | None = None) -> Axes: ...
    @overload
    def specificity(self, ax: None = None, *, band: str | None = None) -> Drawing: ...
    def specificity(self, ax: Axes | None = None, *, band: str | None = None) -> Axes | Drawing:
        """Draw sensitivity and specificity against the threshold.

        `ax` and `band` are those of `roc`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.specificity().ax.get_xlabel()
        'threshold (rows at or above it are flagged)'
        """
        return self.draw("specificity", ax, band=band)

    @overload
    def distribution(self, ax: Axes, *, stretched: bool = False) -> Axes: ...
    @overload
    def distribution(self, ax: None = None, *, stretched: bool = False) -> Drawing: ...
    def distribution(self, ax: Axes | None = None, *, stretched: bool = False) -> Axes | Drawing:
        """Draw how the scores of both classes spread around the threshold.

        `ax` is that of `roc`; `stretched`, there is room for scores near 0 and 1.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.distribution().ax.get_xlabel()
        'score (threshold 0.5)'
        """
        return self.draw("distribution", ax, stretched=stretched)

    @overload
    def matrix(self, ax: Axes) -> Axes: ...
    @overload
    def matrix(self, ax: None = None) -> Drawing: ...
    def matrix(self, ax: Axes | None = None) -> Axes | Drawing:
        """Draw the confusion matrix with its rates.

        `ax` is that of `roc`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> type(e.plot.matrix().figure).__name__
        'HouseFigure'
        """
        return self.draw("matrix", ax)

    @overload
    def cost(self, cost: Cost, ax: Axes) -> Axes: ...
    @overload
    def cost(self, cost: Cost, ax: None = None) -> Drawing: ...
    def cost(self, cost: Cost, ax: Axes | None = None) -> Axes | Drawing:
        """Draw what every threshold costs.

        `cost` is a `Cost`, and `ax` that of `roc`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.cost(tc.Cost(fp=1, fn=5)).ax.get_xlabel()
        'threshold (rows at or above it are flagged)'
        """
        return self.draw("cost", ax, cost=cost)

    @overload
    def decision(self, ax: Axes) -> Axes: ...
    @overload
    def decision(self, ax: None = None) -> Drawing: ...
    def decision(self, ax: Axes | None = None) -> Axes | Drawing:
        """Draw the net benefit against the threshold probability.

        `ax` is that of `roc`.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.plot.decision().ax.get_xlabel()
        'threshold probability: risk at which one would act'
        """
        return self.draw("decision", ax)

    @overload
    def calibration(self, ax: Axes, *, bins: int = 0, **options: Any) -> Axes: ...
    @overload
    def calibration(self, ax: None = None, *, bins: int = 0, **options: Any) -> Drawing: ...
    def calibration(self, ax: Axes | None = None, *, bins: int = 0, **options: Any) -> Axes | Drawing:
        """Draw the reliability curve with its band; with bins, the usual diagram of so many.

        `ax` is that of `roc`, and `bins` how many there are. `options` are those of the calibration itself: band,
        is_simultaneous, spacing, replicates, seed.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.plot.calibration(bins=10).ax.get_xlabel()
        'promised: probability of malignant'
        """
        return self.draw("calibration", ax, bins=bins, **options)

    @overload
    def gain(self, ax: Axes, *, band: ShadedBand | str | None = None, baseline: Names = ()) -> Axes: ...
    @overload
    def gain(self, ax: None = None, *, band: ShadedBand | str | None = None, baseline: Names = ()) -> Drawing: ...
    def gain(
        self, ax: Axes | None = None, *, band: ShadedBand | str | None = None, baseline: Names = ()
    ) -> Axes | Drawing:
        """Draw what is found against the share flagged.

        `ax`, `band` and `baseline` are those of `roc`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.gain().ax.get_xlabel()
        'share of all rows flagged'
        """
        return self.draw("gain", ax, band=band, baseline=baseline)

    @overload
    def lift(self, ax: Axes, *, band: ShadedBand | str | None = None, baseline: Names = ()) -> Axes: ...
    @overload
    def lift(self, ax: None = None, *, band: ShadedBand | str | None = None, baseline: Names = ()) -> Drawing: ...
    def lift(
        self, ax: Axes | None = None, *, band: ShadedBand | str | None = None, baseline: Names = ()
    ) -> Axes | Drawing:
        """Draw the lift against the share flagged.

        `ax`, `band` and `baseline` are those of `roc`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.lift().ax.get_ylabel()
        'lift: times as many found as at random'
        """
        return self.draw("lift", ax, band=band, baseline=baseline)

    @overload
    def ks(self, ax: Axes, *, band: str | None = None) -> Axes: ...
    @overload
    def ks(self, ax: None = None, *, band: str | None = None) -> Drawing: ...
    def ks(self, ax: Axes | None = None, *, band: str | None = None) -> Axes | Drawing:
        """Draw where the two classes lie farthest apart.

        `ax` and `band` are those of `roc`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.ks().ax.get_xlabel()
        'threshold (rows at or above it are flagged)'
        """
        return self.draw("ks", ax, band=band)

    @overload
    def det(self, ax: Axes) -> Axes: ...
    @overload
    def det(self, ax: None = None) -> Drawing: ...
    def det(self, ax: Axes | None = None) -> Axes | Drawing:
        """Draw the two error rates against each other.

        `ax` is that of `roc`.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> e.plot.det().ax.get_xlabel()
        'benign rows flagged (false positive rate)'
        """
        return self.draw("det", ax)

    @overload
    def steps(self, ax: Axes) -> Axes: ...
    @overload
    def steps(self, ax: None = None) -> Drawing: ...
    def steps(self, ax: Axes | None = None) -> Axes | Drawing:
        """Draw the ROC curve with its steps numbered, for small data.

        `ax` is that of `roc`.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.steps().ax.get_xlabel()
        'negative rows flagged (false positive rate)'
        """
        return self.draw("steps", ax)

    @overload
    def models(self, ax: Axes, *, metric: str = "") -> Axes: ...
    @overload
    def models(self, ax: None = None, *, metric: str = "") -> Drawing: ...
    def models(self, ax: Axes | None = None, *, metric: str = "") -> Axes | Drawing:
        """Draw one metric of every model with its interval.

        `ax` is that of `roc`, and `metric` names the metric; the area, if left out.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score=["forest", "logistic"])
        >>> e.plot.models(metric="recall").ax.get_xlabel()
        'Recall and 95 % interval'
        """
        return self.draw("models", ax, metric=metric)

    @overload
    def groups(self, ax: Axes, *, metric: str = "recall") -> Axes: ...
    @overload
    def groups(self, ax: None = None, *, metric: str = "recall") -> Drawing: ...
    def groups(self, ax: Axes | None = None, *, metric: str = "recall") -> Axes | Drawing:
        """Draw one metric of every group with its interval.

        `ax` is that of `roc`, and `metric` names the metric.

        >>> import truecut as tc
        >>> tc.example("spam").evaluate(score="boosted", group="length").plot.groups().ax.get_xlabel()
        'Recall and 95 % interval'
        """
        return self.draw("groups", ax, metric=metric)

    @overload
    def draw(self, name: str, ax: Axes, **options: Any) -> Axes: ...
    @overload
    def draw(self, name: str, ax: None = None, **options: Any) -> Drawing: ...
    @overload
    def draw(self, name: str, ax: Axes | None, **options: Any) -> Axes | Drawing: ...
    def draw(self, name: str, ax: Axes | None = None, **options: Any) -> Axes | Drawing:
        """Draw a figure by the name of its kind.

        `name` is such as "roc", `ax` that of `roc`, and `options` are those of the kind.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.plot.draw("roc", band="pointwise").ax.get_ylabel()
        'positive rows flagged (true positive rate)'
        """
        kind = figure_kind(name)
        scene = kind.shown_of(_held_against(kind, self.scene, options))
        _require_drawable(kind, scene, options)
        require_axes(ax)
        with page(ax, kind.height(scene, self.width), self.width, self.font) as axes:
            kind.draw(axes, scene, **options)
            if ax is not None:
                return axes
            figure = figure_of(axes)
            figure.set_figheight(figure.get_figheight() + height_below(axes))
            finish(figure, kind.question if self.titled else "", [axes], [""])
        return Drawing(figure, [axes], kind.called, self.scene.files)

    def __call__(self, name: str = "roc", **options: Any) -> Drawing:
        """Draw a figure by the name of its kind: `e.plot("calibration")`."""
        return self.draw(name, None, **options)

    def panels(self, *names: str, columns: int = 2, **options: Mapping[str, Any]) -> Drawing:
        """Draw several kinds side by side; options of a kind go by its name.

        `names` are the kinds, `columns` how many stand side by side, and `options` dictionaries by kind.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score="forest")
        >>> len(e.plot.panels("roc", "threshold", threshold={"metrics": ["f1"]}).axes)
        2
        """
        if not names:
            raise BadCall('Name the kinds to draw side by side: e.plot.panels("roc", "matrix").')
        kinds = [figure_kind(name) for name in names]
        scenes = [kind.shown_of(self.scene) for kind in kinds]
        for kind, scene in zip(kinds, scenes, strict=True):
            _require_drawable(kind, scene, dict(options.get(kind.name, {})))
        across = min(columns, len(names))
        rows = ceil(len(names) / across)
        high = max(kind.height(scene, self.width) for kind, scene in zip(kinds, scenes, strict=True))
        with styled(self.font):
            figure = new_figure(self.width * across, (high + 0.1) * rows)
            axes = [figure.add_subplot(rows, across, i + 1) for i in range(len(names))]
            for panel, kind, scene in zip(axes, kinds, scenes, strict=True):
                kind.draw(panel, scene, **options.get(kind.name, {}))
            figure.set_figheight(figure.get_figheight() + rows * max(map(height_below, axes)))
            finish(figure, "", axes, [kind.question if self.titled else "" for kind in kinds])
        return Drawing(figure, axes, ", ".join(names), self.scene.files)

    def __repr__(self) -> str:
        return f"<Plots: {', '.join(f'.{name}()' for name in BY_NAME)}; several: .panels('roc', 'pr')>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise UnknownAttribute(f"No figure is called {name}.{_near_figure(name)}")

    def each(self, name: str, by: str = "model", **options: Any) -> Drawing:
        """Draw one panel for each model or group, side by side.

        `name` is the kind, `by` is "model" or "group", and `options` are those of the kind.

        >>> import truecut as tc
        >>> e = tc.example("breast-cancer").evaluate(score=["forest", "logistic"])
        >>> len(e.plot.each("matrix").axes)
        2
        """
        kind = figure_kind(name)
        scenes = self._scenes(by, kind.shown_of(_held_against(kind, self.scene, options)))
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
            finish(figure, kind.question if self.titled else "", axes, [shortened_name(who, 32) for who in scenes])
        return Drawing(figure, axes, f"{kind.called} by {by}", self.scene.files)

    @staticmethod
    def _scenes(by: str, scene: Scene) -> dict[str, Scene]:
        if by not in ("model", "group"):
            raise BadCall(f"Panels are drawn for each model or each group, not for each {by!r}.")
        if by == "model":
            return scene.of_each_model()
        if not scene.groups:
            raise BadCall("The rows are not divided into groups; name their column with group=.")
        return scene.of_each_group()


def _held_against(kind: FigureKind, scene: Scene, options: dict[str, Any]) -> Scene:
    """Return the scene with the baselines that were asked for, and take them from the options."""
    asked = options.pop("baseline", ())
    named = baselines_named([asked] if isinstance(asked, str) else asked)
    if named and kind.name not in HELD_AGAINST:
        known = ", ".join(HELD_AGAINST)
        raise BadCall(f"{kind.name} shows no baselines; leave them out, or draw {known}.")
    return replace(scene, baselines=named)


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


def _near_figure(name: str) -> str:
    plain = (
        name.removesuffix("_curve").removesuffix("_plot").removeprefix("confusion_").replace("precision_recall", "pr")
    )
    if plain in BY_NAME:
        return f" Did you mean e.plot.{plain}()?"
    return near_miss(name, list(BY_NAME)) or f" There are {', '.join(BY_NAME)}."
