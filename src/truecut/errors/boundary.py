"""Where a call of a user enters: what goes wrong inside comes out as a sentence, without the way through the house.

A call that does not fit the signature is answered by what was probably meant (`misuses.py`). The traceback of an error
that was raised on purpose starts again here, so that it ends right below the line of the user.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec, TypeVar

from truecut.errors import BadCall, TruecutError, UnknownArgument
from truecut.errors.misuses import misuse

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Kind = TypeVar("Kind", bound=type)


def answers_in_sentences(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return the function, which answers a call that does not fit it with a sentence.

    >>> @answers_in_sentences
    ... def evaluate(labels, scores, *, positive=None): ...
    >>> try:
    ...     evaluate([1], [0.5], pos_label=1)
    ... except UnknownArgument as problem:
    ...     print(problem)
    There is no argument pos_label of evaluate(): here it is called positive, as in positive=1.
    """

    @functools.wraps(function)
    def call(*args: Given.args, **options: Given.kwargs) -> Answer:
        try:
            return function(*args, **options)
        except TruecutError as problem:
            raise problem.with_traceback(None) from problem.__cause__
        except TypeError as problem:
            sentence = misuse(function, inspect.signature(function), args, options)
            if sentence is None:  # the call fits, so the error is another one
                raise
            raise UnknownArgument(sentence) from problem.__cause__

    return call


def answers_for_all(kind: Kind) -> Kind:
    """Return the class, all public methods of which answer in sentences."""
    for name, member in list(vars(kind).items()):
        if inspect.isfunction(member) and (not name.startswith("_") or name == "__init__"):
            setattr(kind, name, answers_in_sentences(member))
    return kind


class AskedMethod(functools.partial[Any]):
    """A method of an object, which answers brackets with the call that was meant."""

    def __getitem__(self, name: object) -> NoReturn:
        called = self.func.__name__
        raise BadCall(f'{called} is a method: e.{called}()["{name}"], or e.metric("{name}").')


class AnswersBrackets:
    """A method that is often asked with brackets, as if it were what it returns: then it says so."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = answers_in_sentences(function)
        functools.update_wrapper(self, function)

    def __get__(self, one: object, kind: type | None = None) -> Any:
        return self.function if one is None else AskedMethod(self.function, one)

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Call the method on an object that is given."""
        return self.function(*args, **options)
