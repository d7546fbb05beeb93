"""Signatures as people write a call: names, defaults by value, and the type that comes back, linked if public."""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

import truecut

STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
IMPLIED = ("self", "cls")


def default(value: Any) -> str:
    """Return a default as one would type it.

    >>> default(0.5)
    '0.5'
    """
    if isinstance(value, enum.Enum):
        return repr(value.value)
    if type(value).__name__ in ("_HAS_DEFAULT_FACTORY_CLASS", "Words"):
        return "..."
    return repr(value)


def parameters(called: inspect.Signature) -> Iterator[str]:
    """Return each parameter as written, with the star before those that go by name."""
    is_marked = False
    for parameter in called.parameters.values():
        if parameter.name in IMPLIED:
            continue
        stars = STARS.get(parameter.kind, "")
        if parameter.kind == parameter.KEYWORD_ONLY and not is_marked:
            yield "*"
        is_marked = is_marked or stars == "*" or parameter.kind == parameter.KEYWORD_ONLY
        if parameter.default is parameter.empty:
            yield f"{stars}{parameter.name}"
        else:
            yield f"{parameter.name}={default(parameter.default)}"


def result(annotation: Any) -> str | None:
    """Return what a call gives, without modules and without what is inside an array."""
    if annotation is inspect.Signature.empty:
        return None
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    return re.sub(r"NDArray\[[^]]*\]+", "NDArray", re.sub(r"[\w.]+\.(\w+)", r"\1", text))


def as_called(app: Sphinx, what: str, name: str, thing: Any, *_: Any) -> tuple[str, str | None] | None:
    """Return arguments and result of whatever can be called."""
    if what not in ("function", "method", "class") or not callable(thing):
        return None
    try:
        called = inspect.signature(thing)
    except (TypeError, ValueError):
        return None
    back = None if what == "class" else result(called.return_annotation)
    return f"({', '.join(parameters(called))})", back


def plain_if_private(app: Sphinx, env: Any, asked: pending_xref, shown: nodes.Element) -> nodes.Element | None:
    """Show a type that has no entry of its own, without a link; a public name without an entry stays a warning."""
    name = str(asked.get("reftarget", "")).rpartition(".")[2]
    is_private = asked.get("reftype") == "class" and name not in truecut.__all__
    return shown if is_private else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Let autodoc write signatures this way."""
    app.connect("autodoc-process-signature", as_called)
    app.connect("missing-reference", plain_if_private, priority=900)
    return {"parallel_read_safe": True}
