"""What was typed about rows: where they are, what their columns are for, how they are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.idle_options import refuse_idle_for
from truecut.cli.options import ClassColumns, Decorator, NameList
from truecut.cli.situation import StatedSituation
from truecut.data.request import DECLARED, OPTIONS, ROLES, Declaration, Form, Reading, Request, Resolution, Roles
from truecut.errors import BadCall, listed

if TYPE_CHECKING:
    from truecut.evaluation import Evaluation
    from truecut.evaluation.class_evaluation import ClassEvaluation

THE_FILE = "the file"
NAME_ONE = "name one with --positive to ask about it against the rest"
NO_THRESHOLD = "one point, and no threshold to move; `truecut cost` prices it against flagging nobody and everybody."
NOTHING_TO_READ = "Nothing to read: name a file, - for standard input, or give --counts tp=,fn=,fp=,tn=."


@dataclass(frozen=True)
class NamedRows:
    """The rows that were named, with their columns and how to read them; reading them is not its business."""

    paths: tuple[str, ...]
    roles: Roles[str]
    reading: Reading
    given: tuple[str, ...]  # the options about rows that were typed

    @classmethod
    def declared(cls) -> Iterator[Decorator]:
        """Return the options of every command that reads rows."""
        yield click.argument("files", nargs=-1, metavar="[FILE]...")
        yield from (_option(one) for one in DECLARED if one.flag)

    @classmethod
    def typed(cls, values: dict[str, Any]) -> NamedRows:
        """Return what was typed about rows."""
        paths = tuple(values["files"])
        roles = {role.name: _columns(role, values[role.name]) for role in ROLES if role.flag}
        roles |= class_columns(values["class_scores"])
        reading = {one.name: _read(one, values[one.name]) for one in OPTIONS if one.flag}
        # What was typed is remembered by its flag, for the error that says what to leave out beside --counts.
        flags = [one.flag for one in DECLARED if one.flag and (values[one.name] or one.default) != one.default]
        return cls(paths, Roles(**roles), Reading(**reading), (*([THE_FILE] if paths else []), *flags))

    @property
    def are_named(self) -> bool:
        """Say whether there is something to read."""
        return bool(self.paths) or self.reading.sql is not None

    def of_files(self, *paths: str) -> NamedRows:
        """Return the same columns of other files."""
        return replace(self, paths=paths)

    def with_roles(self, **roles: Any) -> NamedRows:
        """Return the same rows with other columns in these roles."""
        return replace(self, roles=replace(self.roles, **roles))

    def request(self, situation: StatedSituation, nothing: str = NOTHING_TO_READ) -> Request:
        """Return the request for these rows in a situation; or say that there are none."""
        if not self.are_named:
            raise BadCall(nothing)
        _require_one_place(self.paths, self.reading)
        return Request(self.paths, self.roles, self.reading).reads(**situation.parts)


class UndividedRows(NamedRows):
    """Rows of a command that looks at all of them together: a column of groups has no use there."""

    @classmethod
    def declared(cls) -> Iterator[Decorator]:
        """Return the options of every command that reads rows; the help leaves out --group."""
        yield click.argument("files", nargs=-1, metavar="[FILE]...")
        yield from (_option(one, hidden=one.name == "groups") for one in DECLARED if one.flag)

    @classmethod
    def typed(cls, values: dict[str, Any]) -> NamedRows:
        """Return what was typed about rows, which are not divided."""
        if values["groups"]:
            command = click.get_current_context().info_name
            raise BadCall(f"`truecut {command}` looks at all rows; leave out --group, or ask `truecut groups`.")
        return NamedRows.typed(values)


def evaluation_from(request: Request, two_classes: str) -> Evaluation:
    """Read and evaluate models of two classes; what needs them is given, for the error about more."""
    from truecut.evaluation import Evaluation

    evaluation = any_evaluation_from(request)
    if not isinstance(evaluation, Evaluation):
        raise BadCall(f"There are {len(evaluation.matrix.classes)} classes. {two_classes}; {NAME_ONE}.")
    return evaluation


def any_evaluation_from(request: Request) -> Evaluation | ClassEvaluation:
    """Read and evaluate what was asked for."""
    from truecut.evaluation import Evaluation
    from truecut.evaluation.from_data import evaluated

    evaluation = evaluated(request)
    if isinstance(evaluation, Evaluation):
        refuse_idle_for(list(evaluation.by_model.values()))
    return evaluation


def scored_evaluation_from(request: Request) -> Evaluation:
    """Read and evaluate models whose threshold can be moved."""
    return with_scores(evaluation_from(request, "A threshold divides two"), NO_THRESHOLD)


def with_scores(evaluation: Evaluation, why: str) -> Evaluation:
    """Return the models that have scores; where none has, say why that is needed."""
    hard = [name for name, model in evaluation.by_model.items() if model.is_hard]
    if not hard:
        return evaluation
    if len(hard) == len(evaluation.by_model):
        raise BadCall(f"{listed(hard)} gave hard predictions: {why}")
    return evaluation.scored


def _option(declared: Declaration, *, hidden: bool = False) -> Decorator:
    kinds: dict[Form, dict[str, Any]] = {
        Form.COLUMN: {},
        Form.COLUMNS: {"multiple": True, "type": NameList()},
        Form.COLUMN_BY_CLASS: {"multiple": True, "type": ClassColumns()},
        Form.FLAG: {"is_flag": True},
        Form.TEXT: {},
    }
    given = kinds[declared.form]
    if declared.choices:
        given = {"type": click.Choice(declared.choices), "default": declared.default, "show_default": True}
    metavar = declared.metavar or (None if declared.choices else declared.form.value or None)
    return click.option(declared.flag, declared.name, metavar=metavar, help=declared.help, hidden=hidden, **given)


def _columns(role: Declaration, typed: Any) -> Any:
    if role.form == Form.COLUMN:
        return typed or role.default
    return {name: name for part in typed for name in part} if role.form == Form.COLUMNS else {}


def class_columns(typed: tuple[tuple[str, dict[str, str]], ...]) -> dict[str, Any]:
    """Return the scores of every class: those of one model, or of several by name.

    >>> class_columns((("forest", {"0": "f0"}), ("forest", {"1": "f1"})))
    {'class_scores': {}, 'class_models': {'forest': {'0': 'f0', '1': 'f1'}}}
    """
    models: dict[str, dict[str, str]] = {}
    for model, pairs in typed:
        known = models.setdefault(model, {})
        for name, column in pairs.items():
            if known.get(name, column) != column:
                of = f" of {model!r}" if model else ""
                raise BadCall(f"Class {name!r}{of} has two columns of scores: {known[name]!r} and {column!r}.")
            known[name] = column
    if "" in models and len(models) > 1:
        other = next(name for name in models if name)
        raise BadCall(
            f"One model of class scores is called {other!r} and one has no name; begin each --class-score with the "
            "name of its model, such as forest:0=f0,1=f1."
        )
    return {"class_scores": models.pop("", {}), "class_models": models}


def _read(option: Declaration, typed: Any) -> Any:
    if option.form == Form.COLUMNS:
        return tuple(name for part in typed for name in part)
    if option.name in ("sql", "positive"):  # an empty one is a slip of a shell, not a wish for the default
        return option.default if typed is None else typed
    return _resolution(typed) if option.name == "resolution" else typed or option.default


def _resolution(typed: str | None) -> Resolution | None:
    """Return how finely an engine is to count: words, a number of cells, or thresholds."""
    # A word such as exact is checked where it is understood; here are only numbers told apart: cells, or thresholds.
    if not typed or not typed[0].isdigit():
        return typed or None
    if typed.isdigit():
        return int(typed)
    try:
        return [float(part) for part in typed.split(",")]
    except ValueError:
        raise BadCall(
            f"--resolution takes exact, bounded, auto, a number of cells or thresholds, not {typed!r}."
        ) from None


def _require_one_place(files: tuple[str, ...], reading: Reading) -> None:
    """Refuse places of rows that contradict each other."""
    if reading.memory and (reading.sql is not None or reading.database or reading.engine):
        raise BadCall("--memory reads files in parts; leave it out, or leave out --sql, --database and --engine.")
    if reading.engine and (reading.sql is not None or reading.database):
        raise BadCall("--engine counts files; leave out --sql and --database.")
    if reading.database and not reading.sql:
        raise BadCall("--database names tables for a query; say which rows with --sql.")
    if files and reading.is_on_server:
        raise BadCall("A PostgreSQL server cannot see the files; leave them out, or leave out --database.")
