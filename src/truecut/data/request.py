"""What is asked for when rows are evaluated: what each column is for, and how the columns are read.

A role and an option are declared here once: their names in Python and on the command line, their help, and what they
do not go together with. Keyword arguments, options of commands and errors are made of the declarations. This file
imports nothing heavy, since every command reads it before it starts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from truecut.counting.countable import Weights
    from truecut.words import Words

T = TypeVar("T")
U = TypeVar("U")
SERVERS = ("postgresql://", "postgres://")
Resolution = str | int | Sequence[float]  # how finely an engine counts scores


class Missing(StrEnum):
    """What to do with rows that lack a value."""

    ERROR = "error"
    DROP = "drop"


class Form(Enum):
    """How a role or an option is given."""

    COLUMN = "COLUMN"
    COLUMNS = "COLUMN,..."
    COLUMN_BY_CLASS = "CLASS=COLUMN,..."
    TEXT = "TEXT"
    FLAG = ""


@dataclass(frozen=True, eq=False)
class Declaration:
    """One role or option: what it is called, and where it can be given."""

    name: str  # of the field
    form: Form
    keyword: str = ""  # of `evaluate`; none if it is not an argument of it
    flag: str = ""  # of the commands that read rows; none if it is not an option of all of them
    help: str = ""
    metavar: str = ""
    choices: tuple[str, ...] = ()
    array: str = ""  # what a column is called that is given as an array
    noun: str = ""  # in errors
    names_things: bool = False  # it is words as they are written, where text has no types
    is_counted: bool = True  # a row that lacks it is incomplete
    on_engines: bool = True  # rows that stay where they are can be counted by it
    in_memory: bool = True  # it has a meaning for arrays
    default: Any = None


def _declared(form: Form, default: Any = None, **facts: Any) -> Any:
    given: dict[str, Any] = {"default_factory": dict} if isinstance(default, dict) else {"default": default}
    return field(**given, metadata={"form": form, "default": default, **facts})


def _declarations(request: type) -> tuple[Declaration, ...]:
    return tuple(Declaration(name=one.name, **one.metadata) for one in fields(request))


@dataclass(frozen=True)
class Roles(Generic[T]):
    """What each column is for: as names, as the columns themselves, or as arrays.

    >>> Roles(label="y", scores={"a": "p", "b": "q"}).each(len).counted
    (1, 1, 1)
    """

    label: T = _declared(
        Form.COLUMN, "", keyword="label", flag="--label", help="The column of true labels.", names_things=True
    )  # an empty name is one that is to be found
    scores: Mapping[str, T] = _declared(
        Form.COLUMNS, {}, keyword="score", flag="--score", help="One or more columns of scores: one per model."
    )
    predicted: Mapping[str, T] = _declared(
        Form.COLUMNS,
        {},
        keyword="predicted",
        flag="--predicted",
        help="Columns of hard predictions, in place of scores or beside them.",
        array="predicted",
        noun="hard predictions",
        names_things=True,
    )
    class_scores: Mapping[str, T] = _declared(
        Form.COLUMN_BY_CLASS,
        {},
        keyword="class_scores",
        flag="--class-score",
        metavar="[MODEL:]CLASS=COLUMN,...",
        help="A column of scores for each of more than two classes; of several models, give it again for each, with "
        "its name first: forest:0=f0,1=f1.",
        noun="a score for every class",
    )
    class_models: Mapping[str, Mapping[str, T]] = _declared(
        Form.COLUMN_BY_CLASS, {}, noun="class scores of several models"
    )  # filled by `class_scores` where it names models: a score for every class of each
    groups: Mapping[str, T] = _declared(
        Form.COLUMNS,
        {},
        keyword="group",
        flag="--group",
        help="Columns that divide the rows into groups.",
        array="groups",
        names_things=True,
    )
    amounts: Mapping[str, T] = _declared(Form.COLUMNS, {}, keyword="amount", array="amount")
    weight: T | None = _declared(
        Form.COLUMN,
        keyword="weight",
        flag="--weight",
        help="A column of row weights (0 or more).",
        array="weights",
    )
    cluster: T | None = _declared(
        Form.COLUMN,
        keyword="cluster",
        flag="--cluster",
        help="The patient, customer or other unit that several rows belong to.",
        array="clusters",
        noun="clusters",
        names_things=True,
    )
    fold: Mapping[str, T] = _declared(
        Form.COLUMNS,
        {},
        keyword="fold",
        flag="--fold",
        metavar="[REPEAT,]COLUMN",
        help="The fold of a cross-validation whose model, fitted on the other folds, gave the row its score.",
        array="folds",
        names_things=True,
    )
    id: T | None = _declared(
        Form.COLUMN, keyword="id", array="ids", noun="ids", names_things=True, is_counted=False, on_engines=False
    )
    shown: Mapping[str, T] = _declared(
        Form.COLUMNS,
        {},
        keyword="show",
        array="shown",
        noun="columns to show",
        names_things=True,
        is_counted=False,
        on_engines=False,
    )

    def of(self, role: str) -> tuple[T, ...]:
        """Return what has a role: nothing, one or several."""
        given = getattr(self, role)
        if isinstance(given, Mapping):
            parts = (one.values() if isinstance(one, Mapping) else (one,) for one in given.values())
            return tuple(one for part in parts for one in part)
        return () if given is None or (isinstance(given, str) and not given) else (given,)

    @property
    def all(self) -> tuple[T, ...]:
        """Return everything that has a role."""
        return tuple(one for role in ROLES for one in self.of(role.name))

    @property
    def taken(self) -> tuple[T, ...]:
        """Return what cannot have another role; whatever is shown can."""
        return tuple(one for role in ROLES if role.name != "shown" for one in self.of(role.name))

    @property
    def counted(self) -> tuple[T, ...]:
        """Return what a row must have to be counted, in the order of messages."""
        return tuple(one for role in ROLES if role.is_counted for one in self.of(role.name))

    @property
    def names_things(self) -> tuple[T, ...]:
        """Return what is read as it is written, since it names things: labels, groups, clusters, ids.

        A score that is shown too stays a number.
        """
        names = (one for role in ROLES if role.names_things for one in self.of(role.name))
        numbers = [one for role in ROLES if not role.names_things for one in self.of(role.name)]
        return tuple(one for one in names if one not in numbers)

    def each(self, made: Callable[[T], U]) -> Roles[U]:
        """Return the same roles with something made of each name, column or array."""
        return self.each_called(lambda _, one: made(one))

    def each_called(self, made: Callable[[str, T], U]) -> Roles[U]:
        """Return the same roles with something made of each, and of what it is called as an array."""
        found: dict[str, Any] = {}
        for role in ROLES:
            given = getattr(self, role.name)
            if role.name == "class_models":
                found[role.name] = {
                    model: {name: made(name, one) for name, one in scores.items()} for model, scores in given.items()
                }
            elif isinstance(given, Mapping):
                found[role.name] = {name: made(name, one) for name, one in given.items()}
            elif self.of(role.name):
                found[role.name] = made(role.array or "labels", given)
        return Roles(**found)


@dataclass(frozen=True)
class Reading:
    """How the columns are read."""

    positive: object = _declared(
        Form.TEXT, keyword="positive", flag="--positive", metavar="LABEL", help="The label that counts as positive."
    )
    classes: Sequence[object] = _declared(
        Form.COLUMNS,
        (),
        keyword="classes",
        flag="--classes",
        metavar="LABEL,...",
        help="All labels that may occur, the positive one last unless --positive names it; one may be absent.",
    )
    text: Sequence[str] = _declared(
        Form.COLUMNS,
        (),
        keyword="text",
        flag="--text",
        help="Columns of text files that are words as they are written, whatever they look like.",
    )
    lower_is_positive: bool = _declared(
        Form.FLAG,
        default=False,
        keyword="lower_is_positive",
        flag="--lower-is-positive",
        help="Low scores mean positive.",
    )
    weights_are: str = _declared(
        Form.TEXT,
        "importance",
        keyword="weights_are",
        flag="--weights-are",
        choices=("importance", "repeated"),
        help="What a weight of 3 means: matters three times, or stands for three rows.",
    )
    design: str = _declared(
        Form.TEXT,
        "cohort",
        keyword="design",
        flag="--design",
        choices=("cohort", "case-control"),
        help="How rows were chosen: as they came, or so many of each class on purpose.",
    )
    missing: str = _declared(
        Form.TEXT,
        "error",
        keyword="missing",
        flag="--missing",
        choices=("error", "drop"),
        help="What to do with rows that lack a value.",
    )
    cost: Any = _declared(Form.TEXT, keyword="cost")
    prevalence: Any = _declared(Form.TEXT, keyword="prevalence")
    sampled: Any = _declared(Form.TEXT, keyword="sampled")
    threshold: Any = _declared(Form.TEXT, keyword="threshold")
    rule: str | None = _declared(Form.TEXT, keyword="rule")
    level: Any = _declared(Form.TEXT, keyword="level")
    words: Words | None = _declared(Form.TEXT, keyword="words")
    sql: str | None = _declared(
        Form.TEXT,
        flag="--sql",
        metavar="QUERY",
        help="Read the rows of an SQL query (DuckDB; FILE is the view 'data').",
        in_memory=False,
    )
    database: str | None = _declared(
        Form.TEXT,
        flag="--database",
        metavar="FILE|ADDRESS",
        help="A DuckDB database whose tables --sql may name, or a PostgreSQL server (postgresql://...) "
        "that counts the rows itself.",
        in_memory=False,
    )
    engine: str | None = _declared(
        Form.TEXT,
        flag="--engine",
        metavar="ADDRESS",
        help="Count the Parquet files on a cluster: spark://host:port, local, or tcp://host:port of a Dask scheduler.",
        in_memory=False,
    )
    resolution: Resolution | None = _declared(
        Form.TEXT,
        keyword="resolution",
        flag="--resolution",
        metavar="HOW",
        help="Where an engine counts: exact, bounded, auto, a number of cells, or the thresholds at which the "
        "counts are to be exact (0.1,0.5).",
        in_memory=False,
    )
    memory: str | int | None = _declared(
        Form.TEXT,
        keyword="memory",
        flag="--memory",
        metavar="SIZE",
        help="Read files larger than memory in parts, in about so much of it: 2GB.",
        in_memory=False,
    )

    @property
    def is_on_server(self) -> bool:
        """Say whether a query goes to a server, which counts its answer itself."""
        return bool(self.database) and str(self.database).startswith(SERVERS)

    @property
    def situation(self) -> dict[str, Any]:
        """Return what was stated about the situation: part by part, as it was given."""
        return {name: getattr(self, name) for name in STATED if getattr(self, name) is not None}

    def threshold_of(self, model: str) -> Any:
        """Return the threshold of a model: the stated one, or that which is usual."""
        stated = self.threshold.get(model) if isinstance(self.threshold, Mapping) else self.threshold
        return 0.5 if stated is None else stated

    @property
    def kind_of_weights(self) -> Weights:
        """Return what a weight means, if there are weights."""
        from truecut.counting.countable import Weights

        return Weights(self.weights_are)


STATED = ("cost", "prevalence", "sampled", "threshold", "rule", "level")  # parts of a situation that are read with rows
ROLES = _declarations(Roles)
OPTIONS = _declarations(Reading)
DECLARED = (*ROLES, *OPTIONS)


@dataclass(frozen=True, eq=False)
class Request:
    """Which rows are evaluated, what their columns are for, and how they are read."""

    data: Any  # files, a table or what was counted before
    roles: Roles[Any] = Roles()
    reading: Reading = Reading()
    has_arrays: bool = False  # the roles hold the rows themselves, and there are no data beside them

    def reads(self, **how: Any) -> Request:
        """Return the same request read in another way."""
        return replace(self, reading=replace(self.reading, **how))

    def takes(self, **roles: Any) -> Request:
        """Return the same request with other columns in these roles."""
        return replace(self, roles=replace(self.roles, **roles))
