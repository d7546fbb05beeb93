"""The `truecut` command.

Exit codes: 0 done, 1 a gate failed, 2 bad call or bad input, 130 interrupted. Commands import
what they need when they run, so that `truecut --version` does not wait for NumPy.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from truecut import __version__
from truecut.errors import TruecutError

DONE, BAD_CALL, INTERRUPTED = 0, 2, 130

COMMANDS = (
    "report",
    "table",
    "threshold",
    "cost",
    "calibration",
    "curve",
    "decision",
    "groups",
    "chance",
    "plan",
    "plot",
    "compare",
    "check",
    "explain",
    "metrics",
    "completion",
)


class Commands(click.Group):
    """The commands, each imported from its own file when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they are useful."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import and return one command."""
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"truecut.cli.{name}"), name)
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
@click.version_option(__version__, prog_name="truecut", message="%(prog)s %(version)s")
def truecut() -> None:
    """Is a classifier any good, where should its scores be cut, and how sure can one be?"""


def run(arguments: list[str] | None = None) -> None:
    """Run a command and exit; a mistake of the user's is one sentence and exit code 2."""
    try:
        code = truecut.main(args=arguments, prog_name="truecut", standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except (click.Abort, KeyboardInterrupt):
        print("truecut: interrupted.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except TruecutError as problem:
        print(f"truecut: {problem}", file=sys.stderr)
        sys.exit(BAD_CALL)
    # A command that ends early, with another code than 0, hands it back here.
    sys.exit(code if isinstance(code, int) else DONE)
