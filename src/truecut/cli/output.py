"""Where results go: standard output or a file, in one of the formats that they have."""

from __future__ import annotations

import io
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.config_file import config_read
from truecut.cli.options import READS, Decorator, Options, part
from truecut.cli.situation import stated_now
from truecut.cli.streams import is_terminal, silence_standard_output, tell
from truecut.errors import BadCall
from truecut.errors.visible_text import masked, visible
from truecut.storage.atomic_files import refuse_overwriting, write_file
from truecut.storage.files_read import files_named
from truecut.views.formats import BY_NAME, BY_SUFFIX, formats_of, written_in
from truecut.views.view import View

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from truecut.cli.sources import NamedRows
    from truecut.data.rows import Provenance

TRAILING_SPACE = re.compile(r"[ ]+((?:\x1b\[[0-9;]*m)*)$", re.MULTILINE)
STANDARD_OUTPUT = "-"
PATIENCE = 0.8  # seconds before a spinner says that something is going on
WIDE = 100  # characters of text in a file


@dataclass(frozen=True)
class Output:
    """How and where a result is written."""

    format: str
    path: str | None = None  # standard output without
    quiet: bool = False
    color: str = "auto"
    is_chosen: bool = False  # the format was asked for, by name or by that of the file

    def to(self, path: str | Path) -> Output:
        """Return the same output to another file."""
        return replace(self, path=str(path))


@dataclass(frozen=True)
class OutputOf:
    """The options of a command that writes one of these views."""

    views: tuple[type[View], ...]

    def declared(self) -> Iterator[Decorator]:
        """Return the options of every command that writes a result."""
        formats = formats_of(*self.views)
        # Both are read by every command, so that a wish for what is not there is told why; help promises only what is.
        has_no_json = "json" not in formats
        yield click.option("--json", "as_json", is_flag=True, hidden=has_no_json, help="The same as --format json.")
        yield click.option(
            "--format",
            "form",
            type=click.Choice(formats),
            hidden=len(formats) == 1,
            help=f"Default: {formats[0]}, or as FILE of -o ends.",
        )
        yield click.option(
            "-o",
            "--output",
            metavar="FILE",
            callback=lambda _ctx, _option, name: None if name == STANDARD_OUTPUT else name,
            help="Write to a file instead; - is standard output.",
        )
        yield click.option("--quiet", "-q", is_flag=True, help="No progress and no notes.")
        yield click.option(
            "--color",
            "--colour",
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            help="Colours; auto heeds NO_COLOR and pipes.",
        )

    def typed(self, values: dict[str, Any]) -> Output:
        """Return how and where to write: in the format of --json, of --format, or of the name of the file."""
        form, path = values["form"], values["output"]
        if values["as_json"] and form not in (None, "json"):
            raise BadCall(f"--json and --format {form} contradict each other.")
        # A name of a file is a wish too, but the weakest: --format may write CSV into x.txt.
        asked = "json" if values["as_json"] else form
        chosen = asked or (self._by_name(path) if path else "text")
        return Output(chosen, path, values["quiet"], values["color"], bool(asked or path))

    def _by_name(self, path: str) -> str:
        known = formats_of(*self.views)
        form = BY_SUFFIX.get(Path(path).suffix.lower(), "")
        if form not in known:
            endings = ", ".join(end for end, name in BY_SUFFIX.items() if name in known)
            raise BadCall(
                f"Cannot tell the format from {path!r}; say it with --format {'|'.join(known)}, or end the name in "
                f"{endings}."
            )
        return form


def output_of(*views: type[View]) -> Any:
    """Declare how and where one of these views is written."""
    return part(OutputOf(views))


def write(view: View, output: Output) -> None:
    """Write a result in the format asked for, and say beside it what it does not tell about what was read."""
    # On standard error, so that a pipe gets the table alone.
    if view.read is not None and output.format not in view.telling:
        note(view.read, quiet=output.quiet)
    elif view.read is not None and output.format == "text" and not view.tells_cells:
        note(view.read, quiet=output.quiet, of_cells=True)
    if BY_NAME[output.format].write is None:
        _draw(view, output)
    else:
        put(written_in(view, output.format, stated_now()), output)


def files_apart(request: Options, rows: NamedRows | None, *outputs: str | Path | None) -> None:
    """Refuse outputs that are one file, or a file that is read: whatever its name there."""
    named = request.files(READS) + config_read()
    sql = None
    if rows is not None:
        named += [*rows.paths, *filter(None, [rows.reading.database])]
        sql = rows.reading.sql
    written = [output for output in outputs if output is not None]
    refuse_overwriting(written, files_named(named))
    for output in written:
        # A query is not taken apart here; a file of that name in its text is reason enough to ask.
        if sql and Path(output).name in sql and Path(output).exists():
            raise BadCall(f"{output} would be written over a file that the query names; name another file.")


def put(text: str, output: Output) -> None:
    """Write text to the output file, or to standard output."""
    # Files and terminals want a last line that ends.
    text = text if text.endswith("\n") else text + "\n"
    put_bytes(text.encode(_encoding(output.path), errors="replace"), output.path, quiet=output.quiet)


def put_bytes(content: bytes, output: str | Path | None, *, quiet: bool = False) -> None:
    """Write to a file, whole or not at all, or to standard output."""
    try:
        if output is None:
            _write_out(content)
            return
        write_file(output, content)
    except BrokenPipeError:
        # The reader of a pipe has seen enough (`truecut table FILE | head`), and that is all right.
        silence_standard_output()
    except OSError as problem:
        silence_standard_output()
        raise BadCall(f"Cannot write to standard output: {problem.strerror}.") from None
    if output is not None and not quiet:
        tell(f"Wrote {visible(str(output))}")


def note(read: Provenance, *, quiet: bool = False, of_cells: bool = False) -> None:
    """Say on standard error what was inferred and left out, where the output itself has no place for it.

    With `of_cells` only how far off scores are that were counted in cells.
    """
    from truecut.views.provenance_lines import about_cells, inferred_and_left_out

    if not quiet:
        for line in (about_cells if of_cells else inferred_and_left_out)(read):
            tell(f"truecut: {visible(line)}")


def _draw(view: View, output: Output) -> None:
    """Write something for people: in colour on a terminal, plain in a file or a pipe."""
    # A file has no width and no colours, whatever the terminal is that the command runs in.
    console = _console("never", view.width or WIDE) if output.path else _console(output.color, view.width)
    _print(_with_place(view, view.text(console.width)), console, output)


def _with_place(view: View, drawing: RenderableType) -> RenderableType:
    """Return a drawing with what goes with it: thresholds that were stated, and what is supposed of another place."""
    from truecut.views.stated_place import said_beside

    said = said_beside(view, stated_now())
    if not said:
        return drawing
    from rich.console import Group

    from truecut.views.visible_drawing import Text

    return Group(drawing, "", *map(Text, said))


def draw(drawing: RenderableType, output: Output) -> None:
    """Write a part of a conversation for people, as it comes."""
    _print(drawing, _console(output.color), output)


def _print(drawing: RenderableType, console: Console, output: Output) -> None:
    console.file = paper = io.StringIO()
    from truecut.views.visible_drawing import visible_drawing

    console.print(visible_drawing(drawing))
    put(TRAILING_SPACE.sub(r"\1", paper.getvalue()), output)


def _console(color: str, width: int | None = None) -> Console:
    from rich.console import Console

    return Console(
        width=width,
        force_terminal={"always": True, "never": False}.get(color),
        no_color={"always": False, "never": True}.get(color),
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        legacy_windows=False,
    )


def _encoding(output: str | None) -> str:
    """Return how text is written: a terminal or pipe that cannot show ┃ or ✓ gets a question mark in its place."""
    return getattr(sys.stdout, "encoding", None) or "utf-8" if output is None else "utf-8"


def _write_out(content: bytes) -> None:
    if sys.stdout is None:
        raise BadCall("Cannot write to standard output: it is closed.")
    # Bytes, since Windows would turn line ends of text into its own.
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:  # somebody in the same process collects text
        sys.stdout.write(content.decode(_encoding(None)))
    sys.stdout.flush()


@contextmanager
def working(what: str, *, quiet: bool = False) -> Iterator[None]:
    """Show on standard error what takes long, if it does and somebody watches."""
    if quiet or not is_terminal(sys.stderr):
        yield
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.status import Status

    status = Status(what, console=Console(stderr=True))
    # Most work is done before anybody wonders; a spinner that flashes up is only noise.
    timer = threading.Timer(PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        with _retold(lambda news: status.update(escape(visible(masked(f"{what}: {news}"))))):
            yield
    finally:
        timer.cancel()
        status.stop()


@contextmanager
def _retold(tell: Callable[[str], None]) -> Iterator[None]:
    """Pass on what engines say about the jobs that they run."""
    import logging

    class Teller(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            tell(record.getMessage())

    # Engines log and know nothing of terminals; the level is put back, since a caller may go on in this process.
    engines, teller = logging.getLogger("truecut.engines"), Teller()
    level = engines.level
    engines.addHandler(teller)
    engines.setLevel(logging.INFO)
    try:
        yield
    finally:
        engines.removeHandler(teller)
        engines.setLevel(level)
