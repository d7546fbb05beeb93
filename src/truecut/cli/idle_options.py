"""Options that have no use for what was read: typed, they are refused, so that nobody believes they were used.

What stands in truecut.toml serves other commands and other classifiers too, and is left out without a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from truecut.errors import BadCall, listed

if TYPE_CHECKING:
    from truecut.catalogue.model import Model

# What chooses, lists or prices thresholds, by the names of parameters; a hard classifier is one point.
OF_THRESHOLDS = ("rule", "presets", "tolerance", "points", "low", "high", "every")


def is_typed(name: str) -> bool:
    """Say whether an option was typed; what a file says, or nobody, was not."""
    return click.get_current_context().get_parameter_source(name) == ParameterSource.COMMANDLINE


def refuse_idle(names: Iterable[str], why: str) -> None:
    """Refuse options that were typed and have no use for what was read, for a reason that lies in it."""
    options = {one.name: max(one.opts, key=len) for one in click.get_current_context().command.params}
    for name in names:
        if name in options and is_typed(name):
            raise BadCall(f"{why}; leave out {options[name]}.")


def refuse_typed(name: str, where: str, how: str = "") -> None:
    """Refuse a part of the situation that has no use in what was asked of a command."""
    if is_typed(name):
        raise BadCall(f"--{name} has no use in `truecut {where}`{how}; leave it out.")


def refuse_idle_for(models: Sequence[Model]) -> None:
    """Refuse what moves a threshold where no model has one."""
    if models and all(model.is_hard for model in models):
        names = listed([model.name for model in models])
        refuse_idle(OF_THRESHOLDS, f"{names} gave hard predictions: one point, and no threshold to move")
