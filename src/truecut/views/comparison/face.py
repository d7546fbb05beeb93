"""What comparisons say of themselves: the answer, models and differences, verdicts, rankings, disagreements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truecut.decisions.findings.finding import Tone
from truecut.inference.comparison import Comparison
from truecut.inference.paired.best import ModelRanking, ModelStanding
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.disagreement import Disagreements
from truecut.inference.paired.dominance import Dominance
from truecut.inference.paired.many import JointTest
from truecut.inference.paired.verdict import ComparisonOutcome, Verdict
from truecut.summaries.comparison import ComparisonSummary, summary_of_comparison
from truecut.views.comparison import ComparisonView
from truecut.views.comparison.data import (
    above_as_data,
    difference_as_data,
    joint_test_as_data,
    standing_as_data,
    verdict_as_data,
)
from truecut.views.comparison.tables import disagreements_sheet
from truecut.views.face import (
    CellKind,
    Face,
    Grid,
    GridColumn,
    KeyNumber,
    Later,
    ends,
    key_number,
    kind_of_metric,
    short_title,
)
from truecut.views.showing.written import written_cell, written_limits
from truecut.words import counted
from truecut.words.numerals import count, p_text

TONES = {
    ComparisonOutcome.BETTER: Tone.GOOD,
    ComparisonOutcome.TIED: Tone.GOOD,
    ComparisonOutcome.NOT_WORSE: Tone.GOOD,
    ComparisonOutcome.WORSE: Tone.PROBLEM,
    ComparisonOutcome.IDLE: Tone.PROBLEM,
    ComparisonOutcome.NOT_ENOUGH_DATA: Tone.WARNING,
    ComparisonOutcome.DEPENDS_ON_PRICES: Tone.WARNING,
    ComparisonOutcome.DEPENDS_ON_SHARE: Tone.WARNING,
}
NUMBER, SIGNED, P = CellKind.NUMBER, CellKind.SIGNED, CellKind.P_VALUE
DIFFERENCES = (
    GridColumn("metric"),
    GridColumn("first"),
    GridColumn("second"),
    GridColumn("value_first", NUMBER, is_quiet=True),
    GridColumn("value_second", NUMBER, is_quiet=True),
    GridColumn("difference", SIGNED),
    GridColumn("low", SIGNED),
    GridColumn("high", SIGNED),
    GridColumn("p_value", P, "p"),
    GridColumn("adjusted_p", P, "p, adjusted"),
    GridColumn("family", CellKind.COUNT, is_quiet=True),
    GridColumn("level", NUMBER, is_quiet=True),
    GridColumn("method", is_quiet=True),
    GridColumn("at", is_quiet=True),
    GridColumn("note", is_quiet=True),
)
MOST_PAIRS = 6  # on a card


def face_of_comparison(comparison: Comparison) -> Face:
    """Return the face of models compared; a line ranks them without drawing rows."""
    metric = comparison.criterion.metric
    values = {name: model.metric(metric) for name, model in comparison.models.items()}
    rows = count(comparison.read.rows)
    where = f"the same {rows} rows" if comparison.rows is not None else "rows that are not paired"
    parts = list(values.items())[:3]
    return Face(
        f"{count(len(comparison.models))} models compared on {where}.",
        comparison.read.source,
        tuple(key_number(metric, value, f"{name} {short_title(metric)}") for name, value in parts),
        Later(lambda: _grids(summary_of_comparison(comparison))),
        view=lambda: ComparisonView(summary_of_comparison(comparison)),
        on_card=lambda: _card(summary_of_comparison(comparison)),
    )


def _card(summary: ComparisonSummary) -> Face:
    # Of more than two models a verdict on one pair answers nothing; the ranking does.
    is_pair = len(summary.models) == 2 and len(summary.verdicts) == 1
    verdict = summary.verdicts[0] if is_pair else None
    return Face(
        summary.answer,
        f"{summary.read.source}: {count(len(summary.models))} models"
        f"{f' on the same {count(summary.read.rows)} rows' if summary.is_paired else ', not paired'}",
        grids=_grids(summary),
        notes=summary.notes,
        tone=None if verdict is None else TONES[verdict.outcome],
        has_tiles=False,
    )


def _grids(summary: ComparisonSummary) -> tuple[Grid, ...]:
    names = [of.metric.name for of in summary.metrics]
    leading = [standing.model for standing in summary.ranked.standings]
    values = {of.metric.name: {one.model: one.estimate for one in of.standings} for of in summary.metrics}
    columns = [GridColumn("model")]
    for name in names:
        kind, is_quiet = kind_of_metric(name), name != names[0]
        columns.append(GridColumn(name, kind, short_title(name)))
        columns += [GridColumn(f"{name}_{end}", kind, is_quiet=is_quiet) for end in ("low", "high")]
    rows = []
    for model in leading:
        found = [values[name].get(model) for name in names]
        rows.append((model, *(cell for one in found for cell in (None if one is None else one.value, *ends(one)))))
    differences = [one for of in summary.metrics for one in of.differences]
    # Every pair once, by the metric that decides: it stands first.
    most = min(MOST_PAIRS, max(1, len(leading) * (len(leading) - 1) // 2))
    return (
        Grid("models", tuple(columns), rows, "Models", strong=0),
        difference_grid(differences, most=most, title="Differences"),
    )


def difference_grid(found: Sequence[Difference], *, most: int = 12, title: str = "") -> Grid:
    """Return one difference per row."""
    rows = [
        (
            *(
                one.metric,
                one.first,
                one.second,
                *one.values,
                one.value,
                one.low,
                one.high,
                one.p_value,
                one.adjusted_p,
            ),
            *(one.family, one.level, one.method or None, one.at or None, one.undefined or one.note or None),
        )
        for one in found
    ]
    # Where two models do not differ.
    mark = 1.0 if any(one.is_ratio for one in found) else 0.0
    return Grid("differences", DIFFERENCES, rows, title, whisker="difference", mark=mark, most=most)


def face_of_difference(one: Difference) -> Face:
    """Return the face of one difference."""
    about = f"{100 * one.level:g} % interval by {one.method}" if one.has_interval else ""
    notes = (one.note,) if one.note else ()
    if one.value is None:
        sentence = f"{short_title(one.metric)} of {one.first} and {one.second} cannot be compared: {one.undefined}."
        return Face(sentence, about, grids=(difference_grid([one]),), notes=notes, data=lambda: _data(one))
    kind = CellKind.NUMBER if one.is_ratio else SIGNED
    interval = written_limits(kind, one.low, one.high)
    p = "" if one.p_value is None else f", {p_text(one.p_value)}"
    what = "times" if one.is_ratio else "less"
    sentence = f"{one.first} {what} {one.second} in {short_title(one.metric)}: {written_cell(kind, one.value)}"
    if one.is_ratio:
        sentence = (
            f"{short_title(one.metric)} of {one.first} is {written_cell(kind, one.value)} times that of {one.second}"
        )
    return Face(
        f"{sentence}{f' ({interval})' if interval else ''}{p}.",
        about,
        grids=(difference_grid([one]),),
        notes=notes,
        data=lambda: _data(one),
    )


def _data(one: Difference) -> dict[str, Any]:
    """Return a difference as a comparison tells it, with what stands above it there."""
    return {"metric": one.metric, "is_ratio": one.is_ratio, **difference_as_data(one)}


def face_of_differences(found: Sequence[Difference]) -> Face:
    """Return the face of several differences."""
    known = [one for one in found if one.adjusted_p is not None and one.adjusted_p <= 1 - one.level]
    are = "is" if len(known) == 1 else "are"
    sentence = (
        f"{count(len(known))} of {counted(len(found), 'difference')} {are} beyond chance, allowing for their number."
    )
    about = (
        ""
        if not len(found)
        else f"{short_title(found[0].metric)}, {100 * found[0].level:g} % intervals by {found[0].method}"
    )
    return Face(sentence, about, grids=(difference_grid(found),))


def face_of_verdict(verdict: Verdict) -> Face:
    """Return the face of a verdict on two models."""
    one = verdict.difference
    numbers = [KeyNumber(f"difference in {short_title(one.metric)}", one.value, SIGNED, one.low, one.high)]
    if verdict.margin is not None:
        numbers.append(KeyNumber("margin", verdict.margin))
    if verdict.more_rows is not None:
        numbers.append(KeyNumber("more rows for an even chance to settle it", verdict.more_rows, CellKind.COUNT))
    return Face(
        verdict.sentence,
        f"{one.first} beside {one.second}: {verdict.word}",
        tuple(numbers),
        (difference_grid([one, *verdict.beside]),),
        notes=verdict.notes,
        tone=TONES[verdict.outcome],
        has_tiles=False,
        data=lambda: {**verdict_as_data(verdict), "difference": difference_as_data(one)},
    )


def standing_grid(metric: str, found: Sequence[ModelStanding]) -> Grid:
    """Return one model per row, the best first."""
    kind = kind_of_metric(metric)
    columns = (
        GridColumn("model"),
        GridColumn("value", kind, short_title(metric)),
        GridColumn("value_low", kind),
        GridColumn("value_high", kind),
        GridColumn("behind", SIGNED, "leader less this"),
        GridColumn("behind_low", SIGNED),
        GridColumn("behind_high", SIGNED),
        GridColumn("adjusted_p", P, "p, adjusted"),
        GridColumn("first_place", CellKind.SHARE, "comes first"),
    )
    rows: list[tuple[Any, ...]] = []
    for one in found:
        behind: tuple[float | None, ...] = (None,) * 4
        if one.behind is not None:
            behind = (one.behind.value, one.behind.low, one.behind.high, one.behind.adjusted_p)
        rows.append((one.model, one.estimate.value, *ends(one.estimate), *behind, one.first_place))
    return Grid("ranking", columns, rows, whisker="value", strong=0 if rows else None)


def face_of_ranking(ranking: ModelRanking) -> Face:
    """Return the face of a ranking."""
    about = f"by {short_title(ranking.metric)}{f', {ranking.at}' if ranking.at else ''}"
    notes = (ranking.note,) if ranking.note else ()
    return Face(ranking.answer, about, grids=(standing_grid(ranking.metric, ranking.standings),), notes=notes)


def face_of_standing(one: ModelStanding) -> Face:
    """Return the face of one model in a ranking."""
    metric = one.estimate.metric
    behind = "leads" if one.behind is None else f"is {written_cell(SIGNED, one.behind.value)} behind {one.behind.first}"
    return Face(
        f"{one.model} {behind}.",
        f"by {short_title(metric)}",
        (key_number(metric, one.estimate),),
        (standing_grid(metric, [one]),),
        data=lambda: {"metric": metric, **standing_as_data(one)},
    )


def face_of_standings(found: Sequence[ModelStanding]) -> Face:
    """Return the face of models from the best to the worst."""
    if not len(found):
        return Face("No models.")
    metric = found[0].estimate.metric
    sentence = f"{found[0].model} has the best {short_title(metric)} of {counted(len(found), 'model')}."
    return Face(sentence, grids=(standing_grid(metric, found),))


def face_of_dominance(found: Dominance) -> Face:
    """Return the face of one curve above another."""
    columns = (GridColumn("fpr", NUMBER, "FPR"), GridColumn("difference", SIGNED), GridColumn("lower", SIGNED))
    rows = list(zip(found.grid.tolist(), found.differences.tolist(), found.lower.tolist(), strict=True))
    return Face(
        found.sentence,
        f"false positive rates {found.fpr[0]:g} to {found.fpr[1]:g}",
        (
            KeyNumber("confidence that it is above everywhere", found.confidence, CellKind.SHARE),
            KeyNumber("that it is below somewhere", found.against, CellKind.SHARE),
        ),
        (Grid("curve", columns, rows, is_on_card=False),),
        notes=(found.note,) if found.note else (),
        data=lambda: above_as_data(found),
    )


def face_of_joint_test(test: JointTest) -> Face:
    """Return the face of a test of all models together."""
    columns = (
        GridColumn("metric"),
        GridColumn("statistic", NUMBER),
        GridColumn("freedom", NUMBER, "degrees of freedom"),
        GridColumn("error_freedom", NUMBER, "of the error"),
        GridColumn("p_value", P, "p"),
        GridColumn("method"),
    )
    row = (test.metric, test.statistic, test.freedom, test.error_freedom, test.p_value, test.method)
    return Face(
        f"{test.title} of {short_title(test.metric)} over {len(test.models)} models: {p_text(test.p_value)}.",
        ", ".join(test.models),
        grids=(Grid("test", columns, [row]),),
        notes=(test.note,) if test.note else (),
        data=lambda: {"metric": test.metric, "models": list(test.models), **joint_test_as_data(test)},
    )


def face_of_disagreements(found: Disagreements) -> Face:
    """Return the face of the rows on which two models decide differently."""
    return Face(
        f"{found.first} and {found.second} decide differently on {counted(len(found), 'row')}.",
        "at their own thresholds",
        grids=(Grid.of(disagreements_sheet(found), "rows"),),
    )
