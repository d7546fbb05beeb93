"""truecut completion: complete commands and options in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command(
    epilog="""\b
Examples:
  echo 'eval "$(truecut completion bash)"' >> ~/.bashrc
  echo 'eval "$(truecut completion zsh)"' >> ~/.zshrc
  truecut completion fish > ~/.config/fish/completions/truecut.fish""",
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands and options in SHELL."""
    found = get_completion_class(shell)
    if found is None:
        ctx.fail(f"There is no completion for {shell}.")
    completer = found(ctx.find_root().command, {}, "truecut", "_TRUECUT_COMPLETE")
    click.echo(completer.source())
