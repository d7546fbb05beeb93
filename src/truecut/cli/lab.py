"""truecut lab: a page on which everything that decides about a classifier can be moved."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from truecut.cli.command import takes
from truecut.cli.four_counts import evaluation_asked
from truecut.cli.options import Options, option, part
from truecut.cli.output import Output, files_apart, output_of, working, write
from truecut.cli.shared_options import counts_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, UndividedRows
from truecut.cli.streams import is_terminal
from truecut.errors import BadCall
from truecut.views.lab import LabView

if TYPE_CHECKING:
    from truecut.summaries.lab import LabSummary

USUAL_FILE = "lab.html"
OURS = b'content="truecut '  # in the head of every page that we wrote


@dataclass(frozen=True, kw_only=True)
class LabArguments(Options):
    """What was typed for the lab."""

    rows: NamedRows = part(UndividedRows)
    counts: dict[str, str] | None = counts_option()
    seed: int = option(
        "--seed", type=int, default=0, show_default=True, help="Exercises begin with those of `truecut quiz --seed`."
    )
    at: str = option(
        "--at", default="", metavar="PLACE", help="Open it there: lessons/rare, hand/six, exercises/kappa, own."
    )
    is_left_closed: bool = option("--no-open", is_flag=True, help="Write the page, and do not open it in a browser.")
    situation: StatedSituation = situation_of("rule", "sampled")
    output: Output = output_of(LabView)


@click.command(
    epilog="""\b
Examples:
  truecut lab
  truecut lab predictions.csv --label y --score p
  truecut lab predictions.csv --label y --score p --cost fn=10,fp=1 -o ours.html
  truecut lab --counts tp=30,fn=10,fp=5,tn=55
  truecut lab --at lessons/matrix
  truecut lab --seed 7 --no-open -o class.html""",
)
@takes(LabArguments)
def lab(request: LabArguments) -> None:
    """Move distributions, threshold, prevalence and costs, and watch matrix and curves follow.

    Writes one page that works offline, lab.html if -o names no other, and opens it: a bench, lessons that ask before
    they show, ROC curves built row by row, and the exercises of `truecut quiz`. With FILE it begins with those rows.
    """
    _refuse_unknown_places(request.at)
    output = _page(request.output)
    files_apart(request, request.rows, output.path)
    with working("Reading and counting", quiet=output.quiet):
        view = LabView(_lab(request))
    write(view, output)
    # Where nobody watches, as in a pipeline, no window should open.
    if output.path and not request.is_left_closed and is_terminal(sys.stdout):
        import webbrowser

        webbrowser.open(Path(output.path).resolve().as_uri() + (f"#{request.at}" if request.at else ""))


def _page(output: Output) -> Output:
    """Return where the page goes: to the file that was named, or to the usual one."""
    if output.format == "json":
        raise BadCall("The lab is a page and has no JSON; leave out --json. `truecut quiz --json` has its exercises.")
    source = click.get_current_context().get_parameter_source("output")
    if output.path or source is ParameterSource.COMMANDLINE or output.is_chosen:
        return replace(output, format="html")
    _refuse_a_file_of_others(Path(USUAL_FILE))
    return replace(output, format="html", path=USUAL_FILE)


def _refuse_a_file_of_others(path: Path) -> None:
    """Refuse to write over what is no page of ours: nobody named that file."""
    with suppress(FileNotFoundError):
        if OURS not in path.read_bytes()[:2000]:
            raise BadCall(f"{path} is here already and is not a page of truecut; name another file with -o.")


def _refuse_unknown_places(at: str) -> None:
    """Refuse a place that the page does not have: it would open elsewhere without a word."""
    from truecut.errors import UnknownName
    from truecut.summaries.lab import places_to_open

    if at and at not in places_to_open():
        raise UnknownName("place in the lab", at, places_to_open())


def _lab(request: LabArguments) -> LabSummary:
    from truecut.summaries.lab import lab_of, start_of

    level = request.situation.level
    if request.counts is None and not request.rows.are_named:
        if request.rows.given:
            raise BadCall(f"There are no rows for {' and '.join(request.rows.given)}; name a file.")
        return lab_of(seed=request.seed, level=level)
    evaluation = evaluation_asked(request.counts, request.rows, request.situation, "The lab shows two")
    starts = tuple(start_of(model, evaluation.words) for model in evaluation.by_model.values())
    return lab_of(starts, source=evaluation.read.source, seed=request.seed, level=level)
