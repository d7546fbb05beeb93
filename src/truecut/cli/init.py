"""truecut init: write truecut.toml from what a file holds, with the questions that are left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from truecut.cli.command import takes
from truecut.cli.config_file import NAME
from truecut.cli.options import WRITES, Options, option, part
from truecut.cli.output import STANDARD_OUTPUT, put_bytes
from truecut.cli.sources import NOTHING_TO_READ, NamedRows
from truecut.cli.streams import tell
from truecut.errors import BadCall
from truecut.errors.visible_text import UNSEEN, visible

if TYPE_CHECKING:
    from truecut.evaluation.describing import Described


@dataclass(frozen=True, kw_only=True)
class InitArguments(Options):
    """What was typed to begin with."""

    rows: NamedRows = part(NamedRows)
    target: str | None = option(
        "-o",
        "--output",
        metavar="FILE",
        help=f"Where to; default: {NAME} beside the data, - is standard output.",
        file=WRITES,
    )
    to_stdout: bool = option("--stdout", is_flag=True, help="Show it, and write nothing.")


@click.command(
    epilog="""\b
Examples:
  truecut init predictions.csv
  truecut init predictions.csv --positive spam --group length
  truecut init predictions.csv --stdout""",
)
@takes(InitArguments)
def init(request: InitArguments) -> None:
    """Write truecut.toml: which column is what, and questions about costs, prevalence and requirements.

    Every command reads the file from then on, so that nothing has to be typed twice. What is clear is written down with
    the reason; what only you can know stands there as a question.
    """
    from truecut.data.request import Request
    from truecut.evaluation.describing import describe

    rows = request.rows
    if len(rows.paths) != 1 or rows.paths[0] == "-" or rows.reading.sql:
        raise BadCall(NOTHING_TO_READ if not rows.paths else f"{NAME} begins with one file; name the first.")
    file = Path(rows.paths[0])
    to_stdout = request.to_stdout or request.target == STANDARD_OUTPUT
    target = Path(request.target) if request.target else file.parent / NAME
    # The answers of a user stand in that file, and nothing else holds them.
    if target.exists() and not to_stdout:
        raise BadCall(f"{target} is there already and is never written over; edit it, or name another with -o.")
    found = describe(Request(rows.paths, rows.roles, rows.reading))
    text = "\n".join(_lines(found, file.name, request)) + "\n"
    put_bytes(text.encode(), None if to_stdout else target, quiet=True)
    tell(f"{'' if to_stdout else f'Wrote {target}: '}{_said(found)}")


def _lines(found: Described, file: str, request: InitArguments) -> Iterator[str]:
    why = {one.partition(":")[0].rstrip("s"): one.rpartition(", ")[2] for one in found.inferred}
    roles, reading = found.roles, request.rows.reading
    yield "[data]"
    yield f"file = {_toml(file)}"
    yield f"label = {_toml(roles.label)}{_comment(why.get('label'))}"
    # What is not clear is written as a comment: the file works at once, and asks.
    clear = "" if found.positive is not None else "# "
    yield f"{clear}classes = {_toml(list(found.classes))}  # a day on which one of them is absent can then be read"
    positive = found.classes[-1] if found.positive is None else found.positive
    asked = visible(" or ".join(found.classes))
    yield f"{clear}positive = {_toml(positive)}{'' if found.positive else f'  # which is it: {asked}?'}"
    for key, names in (("score", roles.scores), ("predicted", roles.predicted), ("group", roles.groups)):
        if names:
            reason = why.get("score" if key == "score" else "hard prediction")
            yield f"{key} = {_toml(list(names))}{_comment(reason if key != 'group' else None)}"
    yield from (
        f"{key} = {_toml(name)}" for key, name in (("weight", roles.weight), ("cluster", roles.cluster)) if name
    )
    yield f"# group = {_toml('region')}  # columns that divide the rows into groups" if not roles.groups else ""
    design = reading.design if reading.design != "cohort" else "case-control"
    yield f'# design = "{design}"  # were so many of each class chosen on purpose?'
    yield ""
    yield "[situation]"
    yield "# cost = { fp = 1, fn = 10 }  # what is worse, a miss or a false alarm, and by how much?"
    yield '# prevalence = "2%"  # how common are positives where this will be used?'
    yield f"# threshold = {_thresholds(found)}  # where are scores cut now?"
    yield "# level = 0.95"
    yield ""
    yield "[words]"
    yield '# unit = "email"  # what is a row?'
    yield ""
    yield "[check]"
    yield '# require = ["recall >= 80%", "fpr <= 1%"]  # what must hold? truecut check'


def _thresholds(found: Described) -> str:
    names = list(found.roles.scores)
    return "0.5" if len(names) < 2 else "{ " + ", ".join(f"{_key(name)} = 0.5" for name in names) + " }"


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else _toml(name)


def _toml(value: object) -> str:
    # Text and lists of text are written in JSON as in TOML, which wants what is not seen escaped, and whole.
    return UNSEEN.sub(lambda found: f"\\U{ord(found[0]):08x}", json.dumps(value, ensure_ascii=False))


def _comment(reason: str | None) -> str:
    return f"  # {visible(reason)}" if reason else ""


def _said(found: Described) -> str:
    models = list(found.roles.scores or found.roles.predicted)
    which = "" if found.positive else f"which is positive, {' or '.join(found.classes)}? "
    number = "Three" if which else "Two"
    return (
        f"label {found.roles.label} ({', '.join(found.classes)}), {'scores' if found.roles.scores else 'predictions'} "
        f"{' and '.join(models)}. {number} questions are left in it: {which}What is worse, a miss or a false alarm, "
        "and by how much? How common are positives where this will be used? Then: truecut report"
    )
