"""truecut decide: which of many classes to answer with, at which prices, and which rows to leave to somebody else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import no_counts
from truecut.cli.options import READS, WRITES, Number, Options, number_from, option, part
from truecut.cli.output import Output, files_apart, output_of, put, working, write
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, UndividedRows, any_evaluation_from
from truecut.errors import BadCall
from truecut.views.class_decision import ClassDecisionView

if TYPE_CHECKING:
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.summaries.of_class_decision import DecidedClasses

ONE_WAY = (
    "Decide one way at a time: by prices (--cost, --price, --prices, --unsure), --answer-from, --right or --answered."
)
TWO_CLASSES = "Two classes are cut at a threshold: `truecut threshold` and `truecut cost` decide there."


@dataclass(frozen=True, kw_only=True)
class DecideArguments(Options):
    """What was typed about decisions between many classes."""

    rows: NamedRows = part(UndividedRows)
    prices: tuple[str, ...] = option(
        "--price",
        multiple=True,
        metavar="TRUE:ANSWER=PRICE,...",
        help="What answering one class with another costs; other mistakes cost 1, right answers 0.",
    )
    price_file: str | None = option(
        "--prices",
        metavar="FILE",
        help="All prices as CSV: true classes in the first column, answers across.",
        file=READS,
    )
    unsure: float | None = option(
        "--unsure", type=Number(), metavar="PRICE", help="What leaving a row unsure costs; without it all are answered."
    )
    answer_from: str | None = option(
        "--answer-from",
        metavar="SCORE",
        help="Answer with the likeliest class from this score on, else unsure; by class as 8=0.6,9=0.6.",
    )
    right: str | None = option(
        "--right", metavar="SHARE", help="Find the cut that answers most rows while this share of answers is right."
    )
    answered: str | None = option("--answered", metavar="SHARE", help="Find the cut that answers this share of rows.")
    answers: str | None = option(
        "--answers", metavar="FILE", help="Write the answer to every row, as CSV.", file=WRITES
    )
    counts: None = no_counts("Four counts are of two classes, and decided; `truecut cost` tells what they cost.")
    situation: StatedSituation = situation_of("rule", "threshold")
    output: Output = output_of(ClassDecisionView)


@click.command(
    epilog="""\b
Examples:
  truecut decide preds.csv --label digit --class-score 0=p0,1=p1,2=p2 --price 2:1=5
  truecut decide preds.csv --label digit --class-score 0=p0,1=p1,2=p2 --prices prices.csv --unsure 0.3
  truecut decide preds.csv --label digit --class-score 0=p0,1=p1,2=p2 --right 95%
  truecut decide preds.csv --label y --class-score a=p_a,b=p_b,c=p_c --answer-from b=0.6 --answers answers.csv""",
)
@takes(DecideArguments)
def decide(request: DecideArguments) -> None:
    """Decide between many classes: the cheapest answer of each row, and which rows to leave unsure.

    With prices each row gets the answer that is expected to cost least, and with --unsure none where every answer is
    expected to cost more. Without prices the trade-off is told: how many answers are right, by how many are given.
    """
    with working("Reading and deciding", quiet=request.output.quiet):
        evaluation = _evaluation(request)
        summary, decided = _summary(request, evaluation)
    files_apart(request, request.rows, request.output.path, request.answers)
    write(ClassDecisionView(summary), request.output)
    if request.answers:
        put(_answers_as_csv(evaluation, decided), request.output.to(request.answers))


def _evaluation(request: DecideArguments) -> ClassEvaluation:
    from truecut.evaluation.class_evaluation import ClassEvaluation

    evaluation = any_evaluation_from(request.rows.request(request.situation))
    if not isinstance(evaluation, ClassEvaluation):
        raise BadCall(TWO_CLASSES)
    return evaluation


def _summary(request: DecideArguments, evaluation: ClassEvaluation) -> tuple[DecidedClasses, ClassEvaluation]:
    from truecut.summaries.of_class_decision import DecidedClasses

    level = request.situation.level
    trade_off = evaluation.trade_off(level=level)
    costs, cut, told, said = _costs(request), None, None, ""
    wishes = [costs is not None or request.unsure is not None, request.answer_from, request.right, request.answered]
    wishes[0] = wishes[0] or request.situation.cost is not None
    # Each way gives every row its answer, so of two ways one would be left out without a word.
    if sum(map(bool, wishes)) > 1:
        raise BadCall(ONE_WAY)
    decided = evaluation
    if wishes[0]:
        told = evaluation.recommend(costs=costs, unsure=request.unsure, level=level)
        decided = evaluation.decide(costs=costs, unsure=request.unsure)
        said = "" if told.decision is None else told.decision.said
    elif request.right or request.answered:
        cut = (
            trade_off.promising(_share("--right", request.right))
            if request.right
            else trade_off.at_share(_share("--answered", request.answered or ""))
        )
        decided, said = evaluation.decide(answer_from=cut.answer_from), f"from a score of {cut.answer_from:.6g} on"
    elif request.answer_from:
        decided, said = evaluation.decide(answer_from=_cuts(request.answer_from)), f"from {request.answer_from} on"
    found = DecidedClasses(evaluation.read, evaluation.words, level, said, decided.matrix, told, trade_off, cut)
    return found, decided


def _costs(request: DecideArguments) -> Any:
    """Return the stated prices: a mapping of cells, or None."""
    if request.price_file and request.prices:
        raise BadCall("Give prices either by cell (--price) or as a file (--prices), not both.")
    if request.situation.cost is not None and (request.price_file or request.prices or request.unsure is not None):
        raise BadCall("Give prices either as --cost 9:3=5,unsure=0.3 or as --price, --prices and --unsure, not both.")
    if request.price_file:
        return _from_file(request.price_file)
    cells: dict[tuple[str, str], float] = {}
    for text in (cell.strip() for typed in request.prices for cell in typed.split(",")):
        # From the right: a class may be called a=b, a price may not.
        names, equals, price = text.rpartition("=")
        true, colon, answer = names.partition(":")
        if not equals or not colon or not true.strip() or not answer.strip():
            raise BadCall(f"{text!r} should look like 9:3=5: true class, answer, price.")
        if (true.strip(), answer.strip()) in cells:
            raise BadCall(f"The price of {true.strip()!r} answered with {answer.strip()!r} is given twice.")
        cells[true.strip(), answer.strip()] = float(number_from("--price", price))
    return cells or None


def _from_file(path: str) -> dict[tuple[str, str], float]:
    """Return every cell of a table of prices."""
    import csv
    from pathlib import Path

    try:
        # Spreadsheets put a byte order mark first, which would become part of the first name.
        with Path(path).open(newline="", encoding="utf-8-sig") as file:
            rows = [row for row in csv.reader(file) if any(cell.strip() for cell in row)]
    except (OSError, UnicodeDecodeError) as problem:
        raise BadCall(f"The prices in {path!r} cannot be read: {problem}.") from None
    if len(rows) < 2 or len(rows[0]) < 2:
        raise BadCall(f"{path!r} should hold a table: answers across, true classes down, a price in every cell.")
    answers = [cell.strip() for cell in rows[0][1:]]
    cells = {}
    for number, (true, *line) in enumerate(rows[1:], 2):
        if len(line) != len(answers):
            raise BadCall(f"Line {number} of {path!r} has {len(line)} prices for {len(answers)} answers.")
        if any((true.strip(), answer) in cells for answer in answers):
            raise BadCall(f"Class {true.strip()!r} stands twice in {path!r}.")
        for answer, price in zip(answers, line, strict=True):
            cells[true.strip(), answer] = float(number_from(f"The price of {true.strip()} answered {answer}", price))
    return cells


def _cuts(text: str) -> Any:
    if "=" not in text:
        return float(number_from("--answer-from", text))
    pairs = [part.rpartition("=") for part in text.split(",")]
    return {name.strip(): float(number_from("--answer-from", cut)) for name, _, cut in pairs}


def _share(flag: str, text: str) -> float:
    share = float(number_from(flag, text))
    if not 0 < share <= 1:
        raise BadCall(f"{flag} is a share between 0 and 1, such as 95%, not {text!r}.")
    return share


def _answers_as_csv(evaluation: ClassEvaluation, decided: ClassEvaluation) -> str:
    """Return the true class, the likeliest one and the answer of every row; unsure is empty."""
    from truecut.views.sheet import Sheet

    before, after = evaluation.rows, decided.rows
    assert before is not None and after is not None and before.scores is not None
    names = before.classes
    return Sheet(
        ("row", "true", "likeliest", "probability", "answer"),
        [
            (number, names[true], names[top], float(score), names[answer] if answer >= 0 else None)
            for number, (true, top, score, answer) in enumerate(
                zip(before.truth, before.scores.argmax(axis=1), before.scores.max(axis=1), after.answers, strict=True),
                1,
            )
        ],
    ).as_csv()
