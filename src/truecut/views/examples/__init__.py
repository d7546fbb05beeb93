"""Examples that come with the package: which there are, or what was written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from truecut.views.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from truecut.views.sheet import Sheet


class ShownExample(NamedTuple):
    """What is told of an example."""

    name: str
    file: str  # where it was written, or only its name
    about: str
    source: str
    command: str  # to try first


@dataclass(frozen=True, eq=False)
class ExamplesView(View):
    """Examples, written to files or only listed."""

    examples: Sequence[ShownExample]
    are_written: bool

    kind = "examples"
    read = None

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from rich.console import Group

        from truecut.views.terminal_tables import QUIET, STRONG
        from truecut.views.visible_drawing import Text

        lines: list[RenderableType] = []
        for one in self.examples:
            head = f"Wrote {one.file}" if self.are_written else one.name
            lines += [Text.assemble((head, STRONG), f"  {one.about}"), Text(f"  {one.source}", QUIET)]
        first = self.examples[0]
        lines.append(
            Text(f"Try: {first.command}" if self.are_written else f"To have one: truecut example {first.name}")
        )
        return Group(*lines)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"written": self.are_written, "examples": [one._asdict() for one in self.examples]}

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.sheet import Sheet

        return Sheet(ShownExample._fields, list(self.examples))
