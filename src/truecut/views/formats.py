"""The formats that results are written in: what each is made of, and how files in it are called.

A format is one entry here. Which results have it follows from what their views declare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from truecut.errors import BadCall
from truecut.views.stated_place import beside_sheet, said_beside, supposed_in
from truecut.views.view import View


@dataclass(frozen=True)
class Format:
    """One way to write a result; text is drawn by whoever knows the terminal."""

    name: str
    sources: tuple[str, ...]  # the methods of a view that it can be made of
    write: Callable[[View, Mapping[str, Any] | None], str] | None = None  # the second: what was asked about
    suffix: str = ""


def _json(view: View, situation: Mapping[str, Any] | None) -> str:
    from truecut.views.json_values import as_json_text

    supposed = supposed_in(view, situation)
    asked = {} if situation is None else {"situation": {**situation, "supposed": supposed or None}}
    return as_json_text(view.kind, {**view.data(), **asked})


def _csv(view: View, situation: Mapping[str, Any] | None) -> str:
    return beside_sheet(view, view.sheet(), situation).as_csv()


def _markdown(view: View, situation: Mapping[str, Any] | None) -> str:
    from truecut.views.sheet import escaped

    said = said_beside(view, situation)
    return "\n\n".join([view.markdown().rstrip(), *map(escaped, said)]) + "\n" if said else view.markdown()


def _model_card(view: View, situation: Mapping[str, Any] | None) -> str:
    said = supposed_in(view, situation)
    return f"# {said[0].upper()}{said[1:]}.\n{view.model_card()}" if said else view.model_card()


FORMATS = (
    Format("text", ("text",), suffix=".txt"),
    Format("number", ("number",), lambda view, _: view.number()),
    Format("json", ("data",), _json, ".json"),
    Format("csv", ("sheet",), _csv, ".csv"),
    Format("markdown", ("sheet", "markdown"), _markdown, ".md"),
    Format("junit", ("junit",), lambda view, _: view.junit(), ".xml"),
    Format("model-card", ("model_card",), _model_card, ".yaml"),
    Format("html", ("page",), lambda view, _: view.page(), ".html"),
)
BY_NAME = {one.name: one for one in FORMATS}
BY_SUFFIX = {one.suffix: one.name for one in FORMATS if one.suffix}


def written_in(view: View, form: str, situation: Mapping[str, Any] | None = None) -> str:
    """Return a result in a format that can be written without knowing the terminal; JSON tells what was asked about."""
    write = BY_NAME[form].write
    if write is None:
        raise BadCall(f"As {form}, a result is drawn, not written.")
    return write(view, situation)


def formats_of(*views: type[View]) -> tuple[str, ...]:
    """Return the formats that one of these views can be written in.

    >>> class Total(View):
    ...     def data(self):
    ...         return {"total": 3}
    >>> formats_of(Total)
    ('json',)
    """
    return tuple(one.name for one in FORMATS if any(_has(view, source) for view in views for source in one.sources))


def _has(view: type[View], source: str) -> bool:
    return getattr(view, source) is not getattr(View, source)
