"""Where results go: standard output or a file, as text, JSON, CSV or Markdown."""

from __future__ import annotations

import io
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truecut.errors import BadCall
from truecut.storage.atomic_files import write_file

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from truecut.data.rows import Provenance

BY_SUFFIX = {".json": "json", ".csv": "csv", ".md": "markdown", ".txt": "text", ".xml": "junit", ".html": "html"}
TRAILING_SPACE = re.compile(r"[ ]+((?:\x1b\[[0-9;]*m)*)$", re.MULTILINE)
PATIENCE = 0.8  # seconds before a spinner says that something is going on


def chosen_format(options: dict[str, Any], known: tuple[str, ...]) -> str:
    """Return the format asked for: by --json, by --format, or by the name of the output file."""
    if options["as_json"] and options["form"] not in (None, "json"):
        raise BadCall(f"--json and --format {options['form']} contradict each other.")
    asked = "json" if options["as_json"] else options["form"]
    if asked or not options["output"]:
        return asked or "text"
    suffix = Path(options["output"]).suffix.lower()
    if BY_SUFFIX.get(suffix) not in known:
        raise BadCall(
            f"Cannot tell the format from {options['output']!r}; say it with --format {'|'.join(known)}, or end the "
            f"name in {', '.join(end for end, form in BY_SUFFIX.items() if form in known)}."
        )
    return BY_SUFFIX[suffix]


def put(text: str, options: dict[str, Any]) -> None:
    """Write text to the output file, or to standard output."""
    text = text if text.endswith("\n") else text + "\n"
    if options["output"]:
        write_file(options["output"], text.encode("utf-8", errors="replace"))
        if not options["quiet"]:
            print(f"Wrote {options['output']}", file=sys.stderr)
        return
    try:
        _write_out(text)
    except BrokenPipeError:
        # The reader of a pipe has seen enough (`truecut table FILE | head`), and that is all right.
        _silence_standard_output()
    except OSError as problem:
        _silence_standard_output()
        raise BadCall(f"Cannot write to standard output: {problem.strerror}.") from None


def note(read: Provenance, options: dict[str, Any]) -> None:
    """Say on standard error what was inferred and left out, where the output itself has no place for it."""
    from truecut.views.sheets import inferred_and_left_out

    if not options["quiet"]:
        for line in inferred_and_left_out(read):
            print(f"truecut: {line}", file=sys.stderr)


def draw(renderable: RenderableType, options: dict[str, Any], *, width: int | None = None) -> None:
    """Write something for people: in colour on a terminal, plain in a file or a pipe."""
    console = _console("never", width or 100) if options["output"] else _console(options["color"], width)
    console.file = paper = io.StringIO()
    console.print(renderable)
    put(TRAILING_SPACE.sub(r"\1", paper.getvalue()), options)


def terminal_width(options: dict[str, Any]) -> int:
    """Return how many columns there are to draw in."""
    return 100 if options["output"] else _console(options["color"]).width


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


def _write_out(text: str) -> None:
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:
        # A terminal or pipe that cannot show ┃ or ✓ gets a question mark instead of no report at all.
        known = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(known, errors="replace").decode(known))
    sys.stdout.flush()


def _silence_standard_output() -> None:
    # Python would complain once more when it closes standard output, so that is pointed elsewhere.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


@contextmanager
def working(what: str, options: dict[str, Any]) -> Iterator[None]:
    """Show on standard error what takes long, if it does and somebody watches."""
    if options["quiet"] or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.status import Status

    status = Status(what, console=Console(stderr=True))
    timer = threading.Timer(PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        with _retold(lambda news: status.update(f"{what}: {news}")):
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

    engines, teller = logging.getLogger("truecut.engines"), Teller()
    level = engines.level
    engines.addHandler(teller)
    engines.setLevel(logging.INFO)
    try:
        yield
    finally:
        engines.removeHandler(teller)
        engines.setLevel(level)
