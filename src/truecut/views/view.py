"""A result as it is shown: one class per result declares its text, its JSON and its tables.

A view has the formats whose source it declares (`formats.py`), and whoever writes it knows no result. What takes long
to import is imported when it is asked for, so most of a view is told by name: which function makes it, of which fields.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.views.sheet import Sheet

    class HasRead(Protocol):
        """A summary, which knows what was read for it."""

        @property
        def read(self) -> Provenance:
            """Return what was read."""


class View:
    """A result, and how it is shown; subclasses define what they can be shown as."""

    kind: ClassVar[str] = ""  # what the JSON says that it is
    # Formats that say themselves what was read, or are for a script that wants a number alone. Beside any other, and so
    # beside a new one, it is said on standard error.
    telling: ClassVar[frozenset[str]] = frozenset({"text", "number", "json", "html"})
    tells_cells: ClassVar[bool] = False  # whether its text says itself that scores were counted in cells
    width: ClassVar[int | None] = None  # of the text in characters, if not that of the terminal
    tells_place: ClassVar[bool] = True  # whether it says itself that numbers are those of another place

    if TYPE_CHECKING:  # a field of most, so that a dataclass must not find a property here

        @property
        def read(self) -> Provenance | None:
            """Return what was read for it, if rows were."""

    @property
    def follows_prevalence(self) -> bool:
        """Say whether its numbers are others where positives are more or less common."""
        return True

    def text(self, width: int) -> RenderableType:
        """Return it for people at a terminal."""
        raise NotImplementedError

    def number(self) -> str:
        """Return the one number that a script wants."""
        raise NotImplementedError

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        raise NotImplementedError

    def sheet(self) -> Sheet:
        """Return it as one table with full precision."""
        raise NotImplementedError

    def markdown(self) -> str:
        """Return it for people who read Markdown: the table, if nothing else is said."""
        return self.sheet().as_markdown()

    def junit(self) -> str:
        """Return it as tests that passed or failed."""
        raise NotImplementedError

    def model_card(self) -> str:
        """Return it as the metadata of a model card."""
        raise NotImplementedError

    def page(self) -> str:
        """Return it as one HTML page."""
        raise NotImplementedError


class ViewOfSummary(View):
    """A view whose field `summary` knows what was read."""

    if TYPE_CHECKING:  # a field of every subclass

        @property
        def summary(self) -> HasRead:
            """Return what is shown."""

    @property
    def read(self) -> Provenance:
        """Return what was read."""
        return self.summary.read


def function_named(name: str) -> Callable[..., Any]:
    """Return a function of this room by its name, module:function, and import only its module.

    >>> function_named("sheet:escaped")("a|b")
    'a\\\\|b'
    """
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(f"truecut.views.{module}"), function)
    return found


class MadeBy:
    """A method of a view that is a function elsewhere, called with fields of the view.

    `width` among them is the width that a text was asked for with.
    """

    def __init__(self, function: str, fields: tuple[str, ...]) -> None:
        """Remember the function, as module:function, and the fields that it takes in their order."""
        self.function = function
        self.fields = fields

    def __get__(self, view: View | None, owner: type[View]) -> Any:
        """Return what makes it; of the class, this declaration."""
        if view is None:
            return self

        def made(width: int | None = None) -> Any:
            given = (width if field == "width" else getattr(view, field) for field in self.fields)
            return function_named(self.function)(*given)

        return made


def made_by(function: str, *fields: str) -> Any:
    """Declare a method of a view; whatever it returns, type checkers are told by `View`."""
    return MadeBy(function, fields)
