"""The types that public names, and the methods of what those return, say that they return."""

import inspect
import sys
import typing
from collections.abc import Container, Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages

import truecut
import truecut as tc


def classes() -> dict[str, type]:
    skipped = ("truecut.sklearn", "truecut.pipelines", "truecut.engines", "truecut.cli", "truecut.__main__")
    found = {}
    for module in walk_packages(truecut.__path__, "truecut."):
        if not module.name.startswith(skipped):
            members = vars(import_module(module.name)).values()
            found |= {one.__name__: one for one in members if isinstance(one, type) and one.__module__[:7] == "truecut"}
    return found


def returned_by(function: typing.Any, known: Mapping[str, type]) -> Iterator[type]:
    scope = {**known, **vars(sys.modules[function.__module__])}
    try:
        told = typing.get_type_hints(function, scope).get("return")
    except NameError:  # a name of matplotlib, pandas or rich that only a checker of types needs
        return
    waiting = [told]
    while waiting:
        one = waiting.pop()
        if isinstance(one, type):
            yield one
        waiting += [origin] if isinstance(origin := typing.get_origin(one), type) else []
        waiting += typing.get_args(one)


def members_of(kind: type) -> Iterator[typing.Any]:
    for name, member in inspect.getmembers_static(kind):
        if not name.startswith("_"):
            member = getattr(member, "fget", None) or getattr(member, "func", None) or member
            member = getattr(member, "__func__", member)
            if inspect.isfunction(member) and member.__module__.startswith("truecut"):
                yield inspect.unwrap(member)


def returned_types(beyond: Container[str] = ()) -> set[type]:
    """Return all of them; types named in `beyond` are left out, and what they return too."""
    known = classes()
    waiting = [getattr(tc, name) for name in tc.__all__]
    seen: set[type] = set()
    while waiting:
        one = waiting.pop()
        if not isinstance(one, type):
            waiting += returned_by(inspect.unwrap(one), known)
        elif one.__module__.startswith("truecut") and one not in seen and one.__name__ not in beyond:
            seen.add(one)
            waiting += [kind for member in members_of(one) for kind in returned_by(member, known)]
    return seen
