"""The options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import Pairs, Threshold, option

if TYPE_CHECKING:
    from truecut.catalogue.costs import Cost
    from truecut.words import Words


def threshold_option(help: str = "Rows whose score reaches it are flagged.") -> Any:
    """Declare where scores are cut."""
    return option("--threshold", type=Threshold(), help=f"{help}  [default: 0.5]")


def level_option(help: str = "How sure the intervals are.") -> Any:
    """Declare how sure something is."""
    return option("--level", type=float, default=0.95, show_default=True, help=help)


def seed_option(help: str) -> Any:
    """Declare where random numbers start."""
    return option("--seed", type=int, default=0, show_default=True, help=help)


def counts_option(help: str = "Four counts, in place of a file.") -> Any:
    """Declare four counts."""
    return option("--counts", type=Pairs(), metavar="tp=,fn=,fp=,tn=", help=help)


def parameters_option(help: str) -> Any:
    """Declare parameters of a metric or a rule."""
    return option("--with", type=Pairs(), default="", metavar="name=value,...", help=help)


def convention_option() -> Any:
    """Declare whose rule supplies a value where a metric has none."""
    return option(
        "--convention",
        type=click.Choice(["textbook", "scikit-learn", "zero", "one"]),
        help="Whose rule supplies a value that is undefined; by default none does.",
    )


def cost_option() -> Any:
    """Declare what each outcome costs."""
    return option(
        "--cost",
        type=Pairs(),
        metavar="fn=,fp=,...",
        help="What each outcome costs, gains negative: tp, fp, fn, tn and per_row; a number, a sum, or a column of "
        "amounts (fn=amount).",
    )


def words_option() -> Any:
    """Declare the user's own words."""
    return option(
        "--words",
        type=Pairs(),
        metavar="positive=,negative=,unit=",
        help="Your own words, such as positive=spam,negative=ham,unit=email.",
    )


def words_from_typed(typed: dict[str, str] | None) -> Words | None:
    """Return the words that were typed, or None."""
    from truecut.words import words_from

    return words_from(typed) if typed else None


def cost_from(typed: dict[str, str] | None, words: dict[str, str] | None = None) -> Cost | None:
    """Return the costs that were typed, in the user's words if there are any."""
    from truecut.catalogue.costs import decidable, read_cost

    if typed is None:
        return None
    own = words_from_typed(words)
    return decidable(read_cost(typed, () if own is None else (own.positive, own.negative, own.unit, own.units)))
