"""The options that commands share, and how typed text becomes values."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from math import isinf
from typing import TYPE_CHECKING, Any, TypeVar

import click

from truecut.cli.sources import resolution_from, source_from
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.counting.counts import Counts
    from truecut.decisions.costs import Cost
    from truecut.evaluation import Evaluation
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.words import Words

STANDARD_OUTPUT = "-"
LONG = 40  # characters of a number
Function = TypeVar("Function", bound=Callable[..., Any])

# Options that describe rows, which four counts have none of.
ABOUT_ROWS = {
    "files": "the file",
    "sql": "--sql",
    "database": "--database",
    "engine": "--engine",
    "resolution": "--resolution",
    "memory": "--memory",
    "label": "--label",
    "scores": "--score",
    "predicted": "--predicted",
    "class_scores": "--class-score",
    "positive": "--positive",
    "lower_is_positive": "--lower-is-positive",
    "weight": "--weight",
    "groups": "--group",
    "cluster": "--cluster",
}


class Pairs(click.ParamType):  # type: ignore[type-arg]  # generic in recent releases only
    """Text such as tp=30,fn=10 as a dictionary."""

    name = "name=value,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, str]:
        """Split at commas, then at the first equals sign."""
        if isinstance(value, dict):
            return value
        pairs: dict[str, str] = {}
        for part in filter(None, (part.strip() for part in value.split(","))):
            name, equals, text = part.partition("=")
            if not equals or not name.strip():
                self.fail(f"{part!r} should look like name=value.", param, ctx)
            if name.strip() in pairs:
                self.fail(f"{name.strip()!r} is given twice.", param, ctx)
            pairs[name.strip()] = text.strip()
        return pairs


class Number(click.ParamType):  # type: ignore[type-arg]
    """A number, exact if it is written as a whole one."""

    name = "float"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        """Read the number, or fail as click does."""
        try:
            return number_from("it", str(value))
        except BadCall as problem:
            self.fail(str(problem), param, ctx)


class NameList(click.ParamType):  # type: ignore[type-arg]
    """Text such as a,b as a tuple of names."""

    name = "name,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Split at commas."""
        if isinstance(value, tuple):
            return value
        return tuple(part.strip() for part in value.split(",") if part.strip())


def data_options(function: Function) -> Function:
    """Add what says where labels, scores, weights and groups are, or four counts in their place."""
    return row_options(counts_option(function))


def counts_option(function: Function) -> Function:
    """Add four counts in place of a file."""
    return click.option("--counts", type=Pairs(), metavar="tp=,fn=,fp=,tn=", help="Four counts, in place of a file.")(
        function
    )


def row_options(function: Function) -> Function:
    """Add what says where labels, scores, weights and groups are."""
    for option in reversed(
        (
            click.argument("files", nargs=-1, metavar="[FILE]..."),
            click.option("--label", metavar="COLUMN", help="The column of true labels."),
            click.option(
                "--score",
                "scores",
                multiple=True,
                type=NameList(),
                metavar="COLUMN,...",
                help="One or more columns of scores: one per model.",
            ),
            click.option(
                "--predicted",
                multiple=True,
                type=NameList(),
                metavar="COLUMN,...",
                help="Columns of hard predictions, in place of scores or beside them.",
            ),
            click.option(
                "--class-score",
                "class_scores",
                multiple=True,
                type=Pairs(),
                metavar="CLASS=COLUMN,...",
                help="A column of scores for each of more than two classes.",
            ),
            click.option("--positive", metavar="LABEL", help="The label that counts as positive."),
            click.option("--lower-is-positive", is_flag=True, help="Low scores mean positive."),
            click.option("--weight", metavar="COLUMN", help="A column of row weights (0 or more)."),
            click.option(
                "--weights-are",
                type=click.Choice(["importance", "repeated"]),
                default="importance",
                show_default=True,
                help="What a weight of 3 means: matters three times, or stands for three rows.",
            ),
            click.option(
                "--design",
                type=click.Choice(["cohort", "case-control"]),
                default="cohort",
                show_default=True,
                help="How rows were chosen: as they came, or so many of each class on purpose.",
            ),
            click.option(
                "--group",
                "groups",
                multiple=True,
                type=NameList(),
                metavar="COLUMN,...",
                help="Columns that divide the rows into groups.",
            ),
            click.option(
                "--cluster",
                metavar="COLUMN",
                help="The patient, customer or other unit that several rows belong to.",
            ),
            click.option(
                "--missing",
                type=click.Choice(["error", "drop"]),
                default="error",
                show_default=True,
                help="What to do with rows that lack a value.",
            ),
            click.option(
                "--sql",
                metavar="QUERY",
                help="Read the rows of an SQL query (DuckDB; FILE is the view 'data').",
            ),
            click.option(
                "--database",
                metavar="FILE|ADDRESS",
                help="A DuckDB database whose tables --sql may name, or a PostgreSQL server (postgresql://...) "
                "that counts the rows itself.",
            ),
            click.option(
                "--engine",
                metavar="ADDRESS",
                help="Count the Parquet or CSV files on a cluster: spark://host:port, local, or tcp://host:port of a "
                "Dask scheduler.",
            ),
            click.option(
                "--resolution",
                metavar="HOW",
                help="Where an engine counts: exact, bounded, auto, a number of cells, or the thresholds at which the "
                "counts are to be exact (0.1,0.5).",
            ),
            click.option(
                "--memory",
                metavar="SIZE",
                help="Read files larger than memory in parts, in about so much of it: 2GB.",
            ),
        )
    ):
        function = option(function)
    return function


def convention_option(function: Function) -> Function:
    """Add whose rule supplies a value where a metric has none."""
    return click.option(
        "--convention",
        type=click.Choice(["textbook", "scikit-learn", "zero", "one"]),
        help="Whose rule supplies a value that is undefined; by default none does.",
    )(function)


def cost_option(function: Function) -> Function:
    """Add what each outcome costs."""
    return click.option(
        "--cost",
        "cost",
        type=Pairs(),
        metavar="fn=,fp=,...",
        help="What each outcome costs, gains negative: tp, fp, fn, tn and per_row; a number, a sum, or a column of "
        "amounts (fn=amount).",
    )(function)


def words_option(function: Function) -> Function:
    """Add the user's own words."""
    return click.option(
        "--words",
        type=Pairs(),
        metavar="positive=,negative=,unit=",
        help="Your own words, such as positive=spam,negative=ham,unit=email.",
    )(function)


def output_options(*formats: str) -> Callable[[Function], Function]:
    """Add how and where the result is written."""

    def add(function: Function) -> Function:
        for option in reversed(
            (
                click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
                click.option(
                    "--format", "form", type=click.Choice(formats), help="Default: text, or as FILE of -o ends."
                ),
                click.option(
                    "-o",
                    "--output",
                    metavar="FILE",
                    callback=lambda _ctx, _option, name: None if name == STANDARD_OUTPUT else name,
                    help="Write to a file instead; - is standard output.",
                ),
                click.option("--quiet", "-q", is_flag=True, help="No progress and no notes."),
                click.option(
                    "--color",
                    "--colour",
                    type=click.Choice(["auto", "always", "never"]),
                    default="auto",
                    help="Colours; auto heeds NO_COLOR and pipes.",
                ),
            )
        ):
            function = option(function)
        return function

    return add


def flat(parts: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """Return the names of a repeated option as one tuple."""
    return tuple(name for part in parts for name in part)


def counts_alone(options: dict[str, Any]) -> Counts:
    """Return the four counts that were typed in place of a file; anything about rows contradicts them."""
    given = [shown for name, shown in ABOUT_ROWS.items() if options[name]]
    if given:
        raise BadCall(f"Give either --counts or rows to count, not both; leave out {' and '.join(given)}.")
    return counts_from(options["counts"])


def counts_from(typed: dict[str, str]) -> Counts:
    """Return the four counts that were typed."""
    from truecut.counting.counts import CELLS, checked_counts
    from truecut.errors import UnknownName

    for name in typed:
        if name not in CELLS:
            raise UnknownName("count", name, CELLS)
    return checked_counts(**{name: number_from(name, text) for name, text in typed.items()})


def number_from(name: str, text: str) -> int | float:
    """Return a typed number, whole if it is written so; 2% is 0.02."""
    plain = text.strip().replace("_", "x")  # Python would take 1_000 for 1000
    try:
        number = float(plain.removesuffix("%")) / 100 if plain.endswith("%") else float(plain)
    except ValueError:
        raise BadCall(f"{name} must be a number, not {text!r}.") from None
    if isinf(number) and any(sign.isdigit() for sign in plain):
        short = text if len(text) < LONG else f"a number of {len(text):,} characters"
        raise BadCall(f"{name} must be a number up to {sys.float_info.max:.2g}, not {short}.")
    with suppress(ValueError):
        return int(plain)
    return number


def words_from_typed(typed: dict[str, str] | None) -> Words | None:
    """Return the words that were typed, or None."""
    from truecut.words import words_from

    return words_from(typed) if typed else None


def cost_from(options: dict[str, Any]) -> Cost | None:
    """Return the costs that were typed, in the user's words if there are any."""
    from truecut.decisions.costs import read_cost

    if options["cost"] is None:
        return None
    words = words_from_typed(options.get("words"))
    return read_cost(
        options["cost"], () if words is None else (words.positive, words.negative, words.unit, words.units)
    )


def models_from(options: dict[str, Any], threshold: float, cost: Cost | None = None) -> Evaluation:
    """Read and evaluate models whose threshold can be moved, with the amounts that their costs follow."""
    from truecut.evaluation.class_evaluation import ClassEvaluation

    evaluation = evaluation_from(options, threshold, cost.columns if cost else ())
    if isinstance(evaluation, ClassEvaluation):
        raise BadCall("A threshold divides two classes; name the positive one with --positive.")
    if any(model.is_hard for model in evaluation.by_model.values()):
        raise BadCall("Hard predictions have no threshold to choose; give scores.")
    return evaluation


def evaluation_from(
    options: dict[str, Any], threshold: float, amounts: tuple[str, ...] = ()
) -> Evaluation | ClassEvaluation:
    """Read and evaluate what the options name."""
    from truecut.evaluation.from_data import evaluate

    if not options["files"] and not options["sql"]:
        raise BadCall("Nothing to read: name a file, - for standard input, or give --counts tp=,fn=,fp=,tn=.")
    class_scores: dict[str, str] = {}
    for pairs in options["class_scores"]:
        class_scores |= pairs
    return evaluate(
        source_from(options),
        label=options["label"],
        score=flat(options["scores"]),
        predicted=flat(options["predicted"]),
        class_scores=class_scores,
        weight=options["weight"],
        weights_are=options["weights_are"],
        design=options["design"],
        group=flat(options["groups"]),
        amount=amounts,
        cluster=options["cluster"],
        positive=options["positive"],
        lower_is_positive=options["lower_is_positive"],
        missing=options["missing"],
        threshold=threshold,
        words=words_from_typed(options.get("words")),
        resolution=resolution_from(options),
        memory=options.get("memory"),
    )
