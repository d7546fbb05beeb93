"""Where results go: standard output or a file, as text, JSON, CSV or Markdown."""

from __future__ import annotations

import io
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from truecut.errors import BadCall
from truecut.errors.visible_text import masked, visible, visible_lines
from truecut.storage.atomic_files import refuse_overwriting, write_file

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    from truecut.data.rows import Provenance

BY_SUFFIX = {".json": "json", ".csv": "csv", ".md": "markdown", ".txt": "text", ".xml": "junit", ".html": "html"}
TRAILING_SPACE = re.compile(r"[ ]+((?:\x1b\[[0-9;]*m)*)$", re.MULTILINE)
READ = ("baseline", "rules", "database")  # options that name a file to read, beside FILE itself
PATIENCE = 0.8  # seconds before a spinner says that something is going on


def files_apart(options: dict[str, Any], outputs: Iterable[str | Path | None]) -> None:
    """Refuse outputs that are one file, or a file that is read: whatever its name there."""
    named = [*options.get("files", ()), *(options[name] for name in READ if options.get(name))]
    written = [output for output in outputs if output is not None]
    refuse_overwriting(written, [file for name in named for file in _matched(name)])
    for output in written:
        if options.get("sql") and Path(output).name in options["sql"] and Path(output).exists():
            raise BadCall(f"{output} would be written over a file that the query names; name another file.")


def _matched(name: str) -> list[Path]:
    """Return the file of this name, or the files that it is a pattern of."""
    path = Path("/dev/stdin" if name == "-" else name).absolute()  # which may be a file too: < FILE
    with suppress(OSError, ValueError):
        return [path] if path.exists() else list(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
    return []  # whoever reads it will say what is wrong


def chosen_format(options: dict[str, Any], known: tuple[str, ...]) -> str:
    """Return the format asked for: by --json, by --format, or by the name of the output file."""
    files_apart(options, [options["output"], options.get("disagreements")])
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
    put_bytes(text.encode(_encoding(options["output"]), errors="replace"), options["output"], quiet=options["quiet"])


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
        tell(f"Wrote {output}")


def tell(sentence: str) -> None:
    """Say something on standard error; where nobody listens, nothing happens."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # closed at the other end, or at this one
            print(visible_lines(masked(sentence)), file=sys.stderr, flush=True)


def note(read: Provenance, options: dict[str, Any]) -> None:
    """Say on standard error what was inferred and left out, where the output itself has no place for it."""
    from truecut.views.sheets import inferred_and_left_out

    if not options["quiet"]:
        for line in inferred_and_left_out(read):
            tell(f"truecut: {visible(line)}")


def draw(renderable: RenderableType, options: dict[str, Any], *, width: int | None = None) -> None:
    """Write something for people: in colour on a terminal, plain in a file or a pipe."""
    console = _console("never", width or 100) if options["output"] else _console(options["color"], width)
    console.file = paper = io.StringIO()
    console.print(_Visible(renderable))
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


def is_terminal(stream: TextIO | None) -> bool:
    """Say whether somebody reads a stream as it is written; a closed one is None."""
    return stream is not None and stream.isatty()


def _encoding(output: str | None) -> str:
    """Return how text is written: a terminal or pipe that cannot show ┃ or ✓ gets a question mark in its place."""
    return getattr(sys.stdout, "encoding", None) or "utf-8" if output is None else "utf-8"


def _write_out(content: bytes) -> None:
    if sys.stdout is None:
        raise BadCall("Cannot write to standard output: it is closed.")
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:  # somebody in the same process collects text
        sys.stdout.write(content.decode(_encoding(None)))
    sys.stdout.flush()


def silence_standard_output() -> None:
    """Point standard output elsewhere: Python would complain once more when it closes it."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@dataclass(frozen=True)
class _Visible:
    """A drawing in which names of others do nothing to the terminal; colours are put on after it."""

    drawing: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        from rich.segment import Segment

        for text, style, control in console.render(self.drawing, options):
            yield Segment(visible_lines(text), style, control)


@contextmanager
def working(what: str, options: dict[str, Any]) -> Iterator[None]:
    """Show on standard error what takes long, if it does and somebody watches."""
    if options["quiet"] or not is_terminal(sys.stderr):
        yield
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.status import Status

    status = Status(what, console=Console(stderr=True))
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

    engines, teller = logging.getLogger("truecut.engines"), Teller()
    level = engines.level
    engines.addHandler(teller)
    engines.setLevel(logging.INFO)
    try:
        yield
    finally:
        engines.removeHandler(teller)
        engines.setLevel(level)
