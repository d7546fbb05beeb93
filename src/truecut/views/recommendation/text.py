"""The recommendation for a terminal, and for people who read Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table

from truecut.decisions.recommendation import Recommendation
from truecut.views.sheet import escaped
from truecut.views.terminal_tables import QUIET, STRONG
from truecut.views.visible_drawing import Text

if TYPE_CHECKING:
    from truecut.decisions.class_recommendation import ClassRecommendation


def drawn_recommendation(told: Recommendation | ClassRecommendation) -> list[RenderableType]:
    """Return what to do, what that does, saves and rests on, what speaks against it and what would change it."""
    said = told.sentences
    parts: list[RenderableType] = [Text(said.above, style=QUIET)] if said.above else []
    parts += [Text(said.headline, style=STRONG), Text(said.lede)]
    if said.question:
        parts.append(Text(f"{said.question} Say it with --cost fn=...,fp=...", style="bold yellow"))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(no_wrap=True, style=QUIET)
    table.add_column()
    for name, text in _remarks(told):
        if text:
            table.add_row(name, Text(text))
    if table.row_count:
        parts.append(table)
    return [*parts, ""]


def recommendation_as_markdown(told: Recommendation | ClassRecommendation) -> str:
    """Return the same as Markdown."""
    said = told.sentences
    first = [escaped(line) for line in (said.above, said.lede, said.question) if line]
    remarks = [f"{name}: {escaped(text)}" for name, text in _remarks(told) if text]
    return "\n".join([f"## {escaped(said.headline)}\n", *(f"- {line}" for line in (*first, *remarks))]) + "\n"


def _remarks(told: Recommendation | ClassRecommendation) -> Iterator[tuple[str, str]]:
    said = told.sentences
    yield "saves in 1,000", "; ".join(said.saves)
    yield "how sure", said.sure
    yield "objection", "" if told.objection is None else told.objection.title
    yield "would change it", " ".join(said.change)
