"""The options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import Pairs, TypedCounts, names_option, option

if TYPE_CHECKING:
    from truecut.words import Words


def seed_option(help: str) -> Any:
    """Declare where random numbers start."""
    return option("--seed", type=int, default=0, show_default=True, help=help)


def counts_option(help: str = "Four counts, in place of a file.") -> Any:
    """Declare four counts."""
    return option("--counts", type=TypedCounts(), metavar="tp=,fn=,fp=,tn=", help=help)


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


def baseline_option() -> Any:
    """Declare the models to hold a model against."""
    return names_option(
        "--baseline",
        metavar="NAME,...",
        help="Also random (no knowledge), ideal (no mistakes), flag-all, flag-none or no-information (the more common "
        "class), on the same rows.",
    )
