"""truecut adjust: p values of one's own, adjusted for the number of tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from truecut.cli.command import takes
from truecut.cli.options import Number, Options, argument, number_from, option
from truecut.cli.output import Output, output_of, write
from truecut.errors import BadCall
from truecut.views.adjustment import AdjustmentView


@dataclass(frozen=True, kw_only=True)
class AdjustArguments(Options):
    """What was typed about p values."""

    told: tuple[str, ...] = argument(nargs=-1, required=True, metavar="P... | NAME=P... | FILE")
    method: str = option(
        "--method",
        default="holm",
        show_default=True,
        metavar="NAME",
        help="holm, hochberg, hommel, bonferroni, sidak, holm-sidak, benjamini-hochberg or benjamini-yekutieli.",
    )
    p: str = option("--p", default="p_value", show_default=True, metavar="COLUMN", help="Where a file has p values.")
    name: str = option("--name", default="", metavar="COLUMN", help="What its tests are called.  [default: test]")
    family: int | None = option(
        "--family", type=int, metavar="TESTS", help="How many tests there were, where only some are given."
    )
    level: float = option("--level", type=Number(), default=0.95, show_default=True, help="How sure one wants to be.")
    output: Output = output_of(AdjustmentView)


@click.command(
    epilog="""\b
Examples:
  truecut adjust 0.01 0.03 0.04 0.005
  truecut adjust recall=0.01 precision=0.04 --method hochberg
  truecut adjust 0.001 0.02 --family 20 --method benjamini-hochberg
  truecut adjust tests.csv --p p --name metric""",
)
@takes(AdjustArguments)
def adjust(request: AdjustArguments) -> None:
    """Adjust p values for the number of tests, so that looking often does not find what is not there.

    Holm, Hochberg, Hommel, Bonferroni and Šidák keep the chance of any false alarm in the family small; Benjamini &
    Hochberg and Benjamini & Yekutieli the share of false alarms among the tests that stand.
    """
    from truecut.evaluation.adjusting import adjust as adjusted

    found = adjusted(
        _p_values(request.told),
        request.method,
        p=request.p,
        name=request.name,
        family=request.family,
        level=request.level,
    )
    write(AdjustmentView(found), request.output)


def _p_values(told: tuple[str, ...]) -> Any:
    """Return the numbers that were typed, by name if they have any, or the file that holds them."""
    # What has a name is taken whole, since commas may belong to the name.
    words = [word for one in told for word in ([one] if "=" in one else one.split(",")) if word.strip()]
    if len(told) == 1 and len(words) == 1 and not _is_number(words[0].rpartition("=")[2]):
        return told[0]
    found: dict[str, float] = {}
    for place, word in enumerate(words, 1):
        # From the right: a name may hold an equals sign.
        name, _, number = word.rpartition("=")
        name = name or str(place)
        if name in found:
            raise BadCall(f"There are two p values of {name!r}.")
        found[name] = number_from(f"The p value of {name}" if "=" in word else "A p value", number)
    return found


def _is_number(text: str) -> bool:
    try:
        number_from("it", text)
    except BadCall:
        return False
    return True
