"""Every public name and every public method of what calls return says what it does, names its parameters and shows
itself used; the reference has every type that is returned.

The examples run with the other tests (`make test` runs the doctests of `src`).
"""

import enum
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.public_types import returned_types

import truecut as tc
import truecut.sklearn as ts

REFERENCE = Path(__file__).parents[2] / "docs/reference"
PAGES = "\n".join((REFERENCE / name).read_text(encoding="utf-8") for name in ("python.md", "returned.md"))
ENTRY = re.compile(r"^\.\. auto(?:class|function|exception):: (truecut[\w.]*)\n((?:   :[^\n]*\n)*)", re.MULTILINE)
# What methods return and what results are made of, which users do not ask.
INSIDE = {
    "ClassWeights": "how much rows count elsewhere",
    "Design": "how rows were sampled, which choices of intervals read",
    "DesignKind": "the same in a word",
    "Model": "a table and a threshold: what evaluations are made of",
    "Origin": "whose a result is: what was read, and the model",
    "PlacedRows": "rows by their places in the tables of models",
    "RankedArea": "sums of the kernel",
}


def entries() -> dict[str, set[str]]:
    """Return the classes that the reference shows, each with the members that it leaves out."""
    return {
        name.rpartition(".")[2]: set(re.findall(r"\w+", "".join(re.findall(r":exclude-members: (.*)", options))))
        for name, options in ENTRY.findall(PAGES)
    }


# In one order, since workers that run tests side by side must have collected the same list.
TYPES = {one.__name__: one for one in sorted(returned_types(beyond=INSIDE), key=lambda one: one.__name__)}


def calls() -> Iterator[tuple[str, Any]]:
    """Return what users call: the public functions, and the methods of public types that the reference shows."""
    for name in tc.__all__:
        if not isinstance(getattr(tc, name), type):
            yield name, inspect.unwrap(getattr(tc, name))
    for name in re.findall(r"autofunction:: truecut\.sklearn\.(\w+)", PAGES):
        yield f"sklearn.{name}", inspect.unwrap(getattr(ts, name))
    shown = entries()
    for name, one in TYPES.items():
        for attribute, member in inspect.getmembers_static(one):
            member = getattr(member, "__func__", member)
            is_ours = inspect.isfunction(member) and member.__module__.startswith("truecut")
            if is_ours and not attribute.startswith("_") and attribute not in shown.get(name, set()):
                found = inspect.unwrap(member)
                yield found.__qualname__, found


CALLS = dict(calls())


def test_the_reference_has_every_type_that_is_returned():
    assert set(TYPES) - set(entries()) == set()
    assert set(INSIDE) & set(entries()) == set()


def test_what_the_reference_leaves_out_is_there_to_be_left_out():
    for name, hidden in entries().items():
        assert {member for member in hidden if name in TYPES and not hasattr(TYPES[name], member)} == set(), name


def test_there_is_much_to_ask():
    assert len(CALLS) > 150


@pytest.mark.parametrize("name", CALLS)
def test_a_call_says_what_it_does_names_its_parameters_and_shows_an_example(name):
    said = inspect.getdoc(CALLS[name]) or ""
    assert said.strip(), "it has no docstring"
    parameters = [one for one in inspect.signature(CALLS[name]).parameters if one not in ("self", "cls")]
    assert [one for one in parameters if not re.search(rf"`{one}\b", said)] == [], "parameters that are not named"
    assert ">>> " in said, "it has no example"


@pytest.mark.parametrize("name", TYPES)
def test_a_type_and_its_properties_say_what_they_are(name):
    assert TYPES[name].__doc__
    for attribute, member in inspect.getmembers_static(TYPES[name]):
        if not attribute.startswith("_") and (getattr(member, "fget", None) or getattr(member, "func", None)):
            assert inspect.getdoc(member), f"{name}.{attribute}"


@pytest.mark.parametrize("name", [name for name in tc.__all__ if isinstance(getattr(tc, name), type)])
def test_a_public_type_shows_an_example(name):
    assert ">>> " in (getattr(tc, name).__doc__ or "")


def test_enumerations_say_each_of_their_words():
    for one in TYPES.values():
        if issubclass(one, enum.Enum):
            assert all(isinstance(word.value, str) and word.value for word in one)
