"""A command that takes one request: what was typed, checked before anything is read."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from truecut.cli.config_file import completed
from truecut.cli.options import WRITES, Options
from truecut.cli.output import Output, files_apart
from truecut.cli.situation import remember
from truecut.cli.sources import NamedRows

Request = TypeVar("Request", bound=Options)


def takes(request: type[Request]) -> Callable[[Callable[[Request], None]], Callable[..., None]]:
    """Give a command the options that its request declares, and call it with one."""

    def decorate(command: Callable[[Request], None]) -> Callable[..., None]:
        @wraps(command)
        def call(**values: Any) -> None:
            typed = request.typed(completed(values))
            remember(getattr(typed, "situation", None))
            output, rows = getattr(typed, "output", None), getattr(typed, "rows", None)
            path = output.path if isinstance(output, Output) else None
            # Before a row is read: a long run that cannot write its result is time lost.
            files_apart(typed, rows if isinstance(rows, NamedRows) else None, path, *typed.files(WRITES))
            command(typed)

        declared: Callable[..., Any] = call
        # Decorators apply from the inside out, and the help is to list options as they are declared.
        for decorator in reversed(list(request.declared())):
            declared = decorator(declared)
        return declared

    return decorate
