"""What a recommendation says of itself: which model, which cut, what that saves and what speaks against."""

from __future__ import annotations

from typing import Any

from truecut.decisions.findings.finding import Tone
from truecut.decisions.recommendation import Advised, OtherModel, Recommendation, Rival
from truecut.views.face import CellKind, Face, FourCells, Grid, GridColumn, KeyNumber, Later
from truecut.views.recommendation import RecommendationView

TONES = {Advised.USE: Tone.GOOD, Advised.UNPROVEN: Tone.WARNING, Advised.DO_NOT_USE: Tone.PROBLEM}
OF_RIVALS = (
    GridColumn("against"),
    GridColumn("threshold", CellKind.THRESHOLD),
    GridColumn("cost", CellKind.NUMBER, "costs 1,000 rows"),
    GridColumn("saving", CellKind.SIGNED, "saved"),
    GridColumn("saving_low", CellKind.SIGNED),
    GridColumn("saving_high", CellKind.SIGNED),
)


def face_of_recommendation(told: Recommendation) -> Face:
    """Return the face of a recommendation."""
    said = told.sentences
    saves = f"Per 1,000 {told.words.units}: {'; '.join(said.saves)}." if said.saves else ""
    lines = [(None, line) for line in (said.lede, saves, said.sure) if line]
    objection = [] if told.objection is None else [(Tone.WARNING, f"The strongest objection: {told.objection.title}")]
    return Face(
        said.headline,
        said.above,
        (KeyNumber("cost of 1,000 rows", told.cost),) if told.is_stated else (),
        Later(lambda: (_rivals(told),)),
        findings=(*lines, *objection),
        notes=tuple(filter(None, (said.question, *said.change))),
        four=FourCells(told.thousand.cells(), told.words.positive, told.words.negative),
        tone=TONES.get(told.verdict),
        view=lambda: RecommendationView(told),
        has_tiles=False,
    )


def _rivals(told: Recommendation) -> Grid:
    rows: list[tuple[Any, ...]] = [(told.model, told.threshold, told.cost, None, None, None)]
    rows += [_rival(one.kind.value.replace("_", " "), one) for one in told.against]
    rows += [_rival(one.model, one) for one in told.others]
    return Grid("decisions", OF_RIVALS, rows, "Per 1,000 rows", strong=0)


def _rival(name: str, one: Rival | OtherModel) -> tuple[Any, ...]:
    saving = one.saving if isinstance(one, Rival) else one.gap
    return name, one.threshold, one.cost, saving.value, saving.low, saving.high


def face_of_rival(one: Rival) -> Face:
    """Return the face of another decision."""
    name = one.kind.value.replace("_", " ")
    return Face(
        f"{name}: costs {one.cost:.6g} per 1,000 rows.", grids=(Grid("decisions", OF_RIVALS, [_rival(name, one)]),)
    )


def face_of_other_model(one: OtherModel) -> Face:
    """Return the face of another model at its own cheapest cut."""
    apart = "dearer beyond chance" if one.is_told_apart else "not told apart"
    grid = Grid("decisions", OF_RIVALS, [_rival(one.model, one)])
    return Face(f"{one.model}: costs {one.cost:.6g} per 1,000 rows, {apart}.", grids=(grid,))


def face_of_other_models(found: Any) -> Face:
    """Return the face of other models."""
    rows = [_rival(one.model, one) for one in found]
    names = ", ".join(one.model for one in found) or "none"
    return Face(f"Other models: {names}.", grids=(Grid("decisions", OF_RIVALS, rows),))
