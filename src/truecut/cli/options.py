"""The options that commands share, and how typed text becomes values."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from math import isinf
from typing import TYPE_CHECKING, Any, TypeVar

import click

from truecut.cli.sources import request_from, rows_named_in
from truecut.data.request import DECLARED, Declaration, Form
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.counting.counts import Counts
    from truecut.decisions.costs import Cost
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.evaluation.evaluation import Evaluation
    from truecut.words import Words

STANDARD_OUTPUT = "-"
LONG = 40  # characters of a number
Function = TypeVar("Function", bound=Callable[..., Any])

NOTHING_TO_READ = "Nothing to read: name a file, - for standard input, or give --counts tp=,fn=,fp=,tn=."


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
    """Add what says where rows are, what their columns are for, and how they are read."""
    for declared in reversed([one for one in DECLARED if one.flag]):
        function = _option(declared)(function)
    return click.argument("files", nargs=-1, metavar="[FILE]...")(function)


def _option(declared: Declaration) -> Callable[[Function], Function]:
    kinds: dict[Form, dict[str, Any]] = {
        Form.COLUMN: {},
        Form.COLUMNS: {"multiple": True, "type": NameList()},
        Form.COLUMN_BY_CLASS: {"multiple": True, "type": Pairs()},
        Form.FLAG: {"is_flag": True},
        Form.TEXT: {},
    }
    given = kinds[declared.form]
    if declared.choices:
        given = {"type": click.Choice(declared.choices), "default": declared.default, "show_default": True}
    metavar = declared.metavar or (None if declared.choices else declared.form.value or None)
    return click.option(declared.flag, declared.name, metavar=metavar, help=declared.help, **given)


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
    given = rows_named_in(options)
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
    from truecut.evaluation.from_data import evaluated

    request = request_from(options, NOTHING_TO_READ).takes(amounts={name: name for name in amounts})
    return evaluated(request.reads(threshold=threshold, words=words_from_typed(options.get("words"))))
