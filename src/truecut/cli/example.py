"""truecut example: rows to try things on."""

from __future__ import annotations

import click


@click.command(
    epilog="""\b
Examples:
  truecut example
  truecut example spam
  truecut example all --folder data""",
)
@click.argument("name", required=False)
@click.option("--folder", default="examples", show_default=True, help="Where the file is written.")
def example(name: str | None, folder: str) -> None:
    """Write an example that came with the package to a file: NAME, or all; without one, list them.

    They are predictions of real models on real rows. With all of them in a folder called examples, every command in the
    documentation runs as it stands.
    """
    from truecut.evaluation.shipped_examples import EXAMPLES
    from truecut.evaluation.shipped_examples import example as find

    if name is None:
        for known in EXAMPLES:
            click.echo(f"{known.name:14} {known.about}\n{'':14} {known.source}")
        return
    chosen = EXAMPLES if name == "all" else (find(name),)
    for one in chosen:
        click.echo(f"Wrote {one.write(folder)}: {one.about}.")
    first = chosen[0]
    positive = f" --positive {first.positive}" if first.positive else ""
    scores = f" --score {first.scores[0]}" if first.scores else " --predicted predicted"
    click.echo(f"Try: truecut report {folder}/{first.file} --label {first.label}{positive}{scores}")
