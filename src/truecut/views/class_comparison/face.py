"""What a comparison of models of many classes says of itself."""

from __future__ import annotations

from truecut.inference.many_classes.class_comparison import ClassComparison
from truecut.inference.many_classes.symmetry import SymmetryTest
from truecut.summaries.of_compared_classes import ComparedClasses, summary_of_compared_classes
from truecut.views.class_comparison import ClassComparisonView
from truecut.views.comparison.face import TONES, difference_grid
from truecut.views.face import CellKind, Face, Grid, GridColumn, Later
from truecut.words.numerals import count, p_text


def face_of_class_comparison(comparison: ClassComparison) -> Face:
    """Return the face of models of many classes on the same rows."""

    def summary() -> ComparedClasses:
        return summary_of_compared_classes(comparison)

    def card() -> Face:
        found = summary()
        first, *others = found.verdicts
        grid = difference_grid(found.differences)
        said = [(TONES[verdict.outcome], verdict.sentence) for verdict in others]
        return Face(first.sentence, about, grids=(grid,), findings=said, tone=TONES[first.outcome])

    rows = len(next(iter(comparison.models.values())).rows)
    about = f"{comparison.read.source}: {', '.join(comparison.models)}"
    return Face(
        f"{count(len(comparison.models))} models of many classes compared on the same {count(rows)} rows.",
        about,
        grids=Later(lambda: (difference_grid(summary().differences),)),
        view=lambda: ClassComparisonView(summary()),
        on_card=card,
    )


def face_of_symmetry_test(test: SymmetryTest) -> Face:
    """Return the face of a test whether two models answer alike."""
    columns = (
        GridColumn("test"),
        GridColumn("statistic", CellKind.NUMBER),
        GridColumn("degrees_of_freedom", CellKind.COUNT),
        GridColumn("p_value", CellKind.P_VALUE, "p"),
    )
    row = (test.name, test.statistic, test.degrees_of_freedom, test.p_value)
    sentence = f"{test.name}'s test of answers that differ: {p_text(test.p_value)}."
    return Face(sentence, test.says, grids=(Grid("test", columns, [row]),))
