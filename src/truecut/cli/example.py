"""truecut example: rows to try things on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.command import takes
from truecut.cli.options import Options, argument, option
from truecut.cli.output import Output, files_apart, output_of, write
from truecut.views.examples import ExamplesView, ShownExample

if TYPE_CHECKING:
    from truecut.evaluation.shipped_examples import Example

ALL = "all"


@dataclass(frozen=True, kw_only=True)
class ExampleArguments(Options):
    """What was typed about examples."""

    name: str | None = argument(required=False)
    folder: str = option("--folder", default="examples", show_default=True, help="Where the file is written.")
    output: Output = output_of(ExamplesView)


@click.command(
    epilog="""\b
Examples:
  truecut example
  truecut example spam
  truecut example all --folder data""",
)
@takes(ExampleArguments)
def example(request: ExampleArguments) -> None:
    """Write an example that came with the package to a file: NAME, or all; without one, list them.

    They are predictions of real models on real rows. With all of them in a folder called examples, every command in the
    documentation runs as it stands.
    """
    from truecut.evaluation.shipped_examples import EXAMPLES
    from truecut.evaluation.shipped_examples import example as find

    if request.name is None:
        write(ExamplesView([_shown(one, one.file) for one in EXAMPLES], are_written=False), request.output)
        return
    chosen = EXAMPLES if request.name == ALL else (find(request.name),)
    files_apart(request, None, request.output.path, *(Path(request.folder) / one.file for one in chosen))
    written = [_shown(one, str(one.write(request.folder))) for one in chosen]
    write(ExamplesView(written, are_written=True), request.output)


def _shown(one: Example[Any], file: str) -> ShownExample:
    positive = f" --positive {one.positive}" if one.positive else ""
    of_classes = ",".join(f"{name}={column}" for name, column in zip(one.classes, one.class_scores, strict=True))
    scores = f" --score {one.scores[0]}" if one.scores else f" --class-score {of_classes}"
    command = f"truecut report {file} --label {one.label}{positive}{scores}"
    return ShownExample(one.name, file, one.about, one.source, command)
