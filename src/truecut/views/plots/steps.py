"""The ROC curve as it is made by hand: one numbered point for each step of the threshold.

Step 0 flags everything; each further step raises the threshold past one distinct score (lowers it, where low scores
are positive), until nothing is flagged. That is readable for small data only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truecut.catalogue import metric
from truecut.views.metric_values import written
from truecut.views.plots.curves import BASELINE
from truecut.views.plots.key import KeyEntry, add_key
from truecut.views.plots.scene import Scene
from truecut.views.plots.style import INK, label_axes, unit_square

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_STEPS = 40


def steps(ax: Axes, scene: Scene) -> None:
    """Draw the ROC curve with its steps numbered from flagging everything to flagging nothing."""
    model, words = scene.model, scene.words
    fpr, tpr = model.curve.along("fpr")[::-1], model.curve.along("recall")[::-1]
    ax.plot([0, 1], [0, 1], **BASELINE)
    line: dict[str, Any] = {"color": INK, "linestyle": "solid", "linewidth": 1.0, "zorder": 3}
    ax.plot(fpr, tpr, **line)
    size = 8.5 if len(fpr) <= 25 else 6.5
    ax.plot(fpr, tpr, linestyle="none", marker="o", markersize=size, color=INK, zorder=4, clip_on=False)
    for step, (x, y) in enumerate(zip(fpr, tpr, strict=True)):
        ax.text(x, y, str(step), color="white", ha="center", va="center_baseline", size=size * 0.6, zorder=5)
    unit_square(ax)
    label_axes(
        ax,
        f"{words.negative} {words.units} flagged (false positive rate)",
        f"{words.positive} {words.units} flagged (true positive rate)",
    )
    area = written(metric("roc_auc"), model.metric("roc_auc"))
    add_key(
        ax,
        [
            KeyEntry("area under the curve", area, line),
            KeyEntry("guessing", "0.5", BASELINE),
            KeyEntry("0: all flagged"),
        ],
        at="lower right",
    )
