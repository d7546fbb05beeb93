"""The `truecut` command.

Exit codes: 0 done, 1 a gate failed, 2 anything else that went wrong, 130 interrupted. Whatever happens is one sentence;
the traceback is for those who ask for it. Commands import what they need when they run, so that `truecut --version`
does not wait for NumPy.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Any

import click

from truecut import __version__
from truecut.cli.limited_memory import NO_MEMORY
from truecut.cli.streams import silence_standard_output, tell
from truecut.errors import TruecutError
from truecut.errors.visible_text import masked, without_its_middle

DONE, FAILED, INTERRUPTED, PIPE_CLOSED = 0, 2, 130, 141  # the last two as shells count signals
DEBUG = "--debug"

# What each answers; its file is imported when it is asked for.
COMMANDS = {
    "init": "Begin: write truecut.toml, which every command reads.",
    "report": "Is it any good? Counts, metrics and findings of a file.",
    "table": "The counts at many thresholds.",
    "threshold": "Where to cut, and why.",
    "cost": "What decisions cost, and where they cost least.",
    "calibration": "Do the probabilities mean what they say?",
    "curve": "A curve with its confidence band: ROC, PR, cost, a metric.",
    "decide": "Which of many classes to answer with, and which rows to leave unsure.",
    "decision": "Is acting on the model worth it? Net benefit over thresholds.",
    "groups": "Is any group served worse than the rest?",
    "chance": "Would a model without knowledge do as well?",
    "plan": "How many rows are enough?",
    "plot": "Figures fit for a paper: PDF, SVG, PNG.",
    "compare": "Which model is better on the same rows?",
    "adjust": "p values of your own, adjusted for their number.",
    "check": "Does it meet the requirements? For pipelines.",
    "reconcile": "Which convention explains somebody else's number?",
    "publish": "Methods, STARD table and references for a paper; a model card.",
    "explain": "A metric or a term: formula, numbers, words.",
    "quiz": "Questions without end, and what wrong answers computed.",
    "lab": "Move everything, and watch what follows: a page to learn on.",
    "metrics": "List or search all metrics.",
    "example": "Rows to try all this on.",
    "completion": "Complete commands in a shell.",
}


class Commands(click.Group):
    """The commands, each imported from its own file when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they are useful."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import and return one command."""
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"truecut.cli.{name}"), name)
        command.short_help = COMMANDS[name]
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Suggest a near miss for a command that does not exist."""
        from truecut.errors import near_miss

        is_known = not args or args[0] in COMMANDS or args[0].startswith("-")
        if not is_known and not ctx.resilient_parsing:  # a shell that completes a line wants no complaints
            ctx.fail(f"There is no command {args[0]!r}.{near_miss(args[0], list(COMMANDS))}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with:  truecut report FILE",
)
@click.option(DEBUG, is_flag=True, expose_value=False, help="Show where something went wrong; TRUECUT_DEBUG=1 too.")
@click.version_option(__version__, prog_name="truecut", message="%(prog)s %(version)s")
def truecut() -> None:
    """Is a classifier any good, where should its scores be cut, and how sure can one be?"""


def run(arguments: list[str] | None = None) -> None:
    """Run a command and exit; whatever goes wrong is one sentence and exit code 2."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    # Found before click reads the line, so that what goes wrong while it is read has its traceback too.
    wants_traceback = DEBUG in words or os.environ.get("TRUECUT_DEBUG", "0") not in ("", "0")
    try:
        # Without standalone mode click neither prints nor exits by itself: there is one boundary, and it is here.
        code = truecut.main([word for word in words if word != DEBUG], "truecut", standalone_mode=False)
    # Everything: an interrupt and a SystemExit of click have exit codes of their own, and none may be 1 by accident.
    except BaseException as problem:
        code = _told(problem, wants_traceback=wants_traceback)
    # A command that ends early, with another code than 0, hands it back here.
    sys.exit(code if isinstance(code, int) else DONE)


def _told(problem: BaseException, *, wants_traceback: bool) -> int:
    """Say what happened on standard error, and return the exit code that says so too."""
    if isinstance(problem, click.exceptions.Exit):
        return problem.exit_code
    if isinstance(problem, SystemExit):  # of click: 1 where the reader of a pipe has gone, 0 when it completes a line
        silence_standard_output()
        return DONE if problem.code == DONE else PIPE_CLOSED
    if wants_traceback:
        import traceback

        tell("".join(traceback.format_exception(problem)).rstrip(), in_lines=True)
    if isinstance(problem, click.Abort | KeyboardInterrupt):
        tell("truecut: interrupted.")
        return INTERRUPTED
    if isinstance(problem, click.ClickException):
        tell(without_its_middle(masked(_usage(problem))), in_lines=True)
    else:
        tell(without_its_middle(masked(f"truecut: {_sentence(problem)}")))
    return FAILED


def _usage(problem: click.ClickException) -> str:
    paper = io.StringIO()
    problem.show(paper)
    return paper.getvalue().rstrip()


def _sentence(problem: BaseException) -> str:
    if isinstance(problem, TruecutError):
        return problem.typed
    if isinstance(problem, MemoryError):
        return NO_MEMORY
    if isinstance(problem, RecursionError):
        return f"What was given is nested too deeply; {DEBUG} shows where."
    # Messages of other libraries run over several lines.
    what = " ".join(str(problem).split())
    if isinstance(problem, OSError):
        where = f": {problem.filename}" if problem.filename else ""
        return f"{problem.strerror or what}{where}; {DEBUG} shows where it was needed."
    return f"Something went wrong inside truecut ({type(problem).__name__}: {what[:200]}); {DEBUG} shows where."
