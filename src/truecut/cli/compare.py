"""truecut compare: which model is better on the same rows, by how much, and can one be sure?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import evaluation_of_classifiers, named_counts
from truecut.cli.idle_options import refuse_idle, refuse_idle_for
from truecut.cli.options import WRITES, Number, Options, names_option, number_from, option, part
from truecut.cli.output import Output, files_apart, output_of, put, working, write
from truecut.cli.shared_options import seed_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows, UndividedRows
from truecut.errors import BadCall
from truecut.errors.visible_text import visible
from truecut.views.comparison import ComparisonView

if TYPE_CHECKING:
    from truecut.counting.counts import Counts
    from truecut.inference.comparison import Comparison
    from truecut.inference.many_classes.class_comparison import ClassComparison
    from truecut.summaries.comparison import ComparisonSummary

NOTHING_TO_COMPARE = "Nothing to compare: name a file, - for standard input, or give --counts NAME:tp=,fn=,fp=,tn=."


@dataclass(frozen=True, kw_only=True)
class CompareArguments(Options):
    """What was typed to compare models."""

    rows: NamedRows = part(UndividedRows)
    counts: tuple[str, ...] = option(
        "--counts",
        multiple=True,
        metavar="NAME:tp=,fn=,fp=,tn=",
        help="Four counts of a classifier, in place of a file; give it again for the others.",
    )
    id_column: str | None = option("--id", metavar="COLUMN", help="Join several files, one per model, on this column.")
    unpaired: bool = option("--unpaired", is_flag=True, help="Several files hold different rows, one model each.")
    metrics: tuple[str, ...] = names_option(
        "--metric",
        metavar="METRIC,...",
        help="What to compare; the first one decides; of many classes also weighted f1 or top_k_accuracy(k=3).  "
        "[default: roc_auc and four more]",
    )
    reference: str = option(
        "--reference",
        default="",
        metavar="MODEL",
        help="The model that the others stand beside.  [default: the first]",
    )
    operating_point: str = option(
        "--at",
        default="own",
        show_default=True,
        metavar="POINT",
        help='Where metrics of four counts are taken: own, "same share flagged", "same recall", share_flagged=5%.',
    )
    adjust: str = option(
        "--adjust",
        type=click.Choice(["holm", "benjamini-hochberg", "max-t"]),
        default="holm",
        show_default=True,
        help="How p-values allow for several comparisons; max-t makes the intervals hold together too.",
    )
    margin: float | None = option(
        "--margin", type=Number(), help="The smallest difference that would matter: tied, and not worse."
    )
    above: str | None = option(
        "--above",
        metavar="LOW,HIGH",
        help="Ask whether a ROC curve lies above the reference's everywhere between these false positive rates.",
    )
    disagreements: str | None = option(
        "--disagreements",
        metavar="FILE",
        help="Write the rows on which models decide differently, as CSV.",
        file=WRITES,
    )
    replicates: int | None = option(
        "--replicates", type=int, help="Draws of a bootstrap.  [default: 2000, fewer for very many rows]"
    )
    seed: int = seed_option("Of everything that is drawn.")
    situation: StatedSituation = situation_of()
    output: Output = output_of(ComparisonView)

    @property
    def asked(self) -> dict[str, Any]:
        """Return what an evaluation is asked when its models are compared."""
        asked = {name: getattr(self, name) for name in ("reference", "replicates", "seed")}
        return {**asked, "level": self.situation.level}


@click.command(
    epilog="""\b
Examples:
  truecut compare preds.csv --label churned --score logreg,gbm
  truecut compare preds.csv --score a,b,c --metric roc_auc,recall --reference a --margin 0.01
  truecut compare gbm.csv logreg.csv --id case
  truecut compare preds.csv --score a,b --metric precision,recall --at share_flagged=5%
  truecut compare preds.csv --score a,b,c,d --adjust max-t
  truecut compare preds.csv --score a,b --above 0,0.01 --disagreements rows.csv
  truecut compare preds.csv --label digit --predicted forest,logistic --metric accuracy,f1,kappa
  truecut compare preds.csv --class-score forest:a=fa,b=fb,c=fc --class-score tree:a=ta,b=tb,c=tc --label kind
  truecut compare --counts M1:tp=80,fn=20,fp=187,tn=713 --counts M3:tp=40,fn=60,fp=17,tn=883 --metric f1""",
)
@takes(CompareArguments)
def compare(request: CompareArguments) -> None:
    """Compare models on the same rows: a verdict in words, then differences with intervals and tests.

    Models are columns of one FILE (--score a,b; of many classes --predicted a,b, or --class-score once for each model),
    or one file each, joined on --id. With more than two, p-values allow
    for the number of comparisons, and the share of draws in which each model comes first is told.
    """
    with working("Reading and comparing", quiet=request.output.quiet):
        comparison = _of_counts(request) if request.counts else _of_rows(request)
    from truecut.inference.many_classes.class_comparison import ClassComparison

    if isinstance(comparison, ClassComparison):
        _write_classes(comparison, request)
        return
    with working("Comparing", quiet=request.output.quiet):
        summary = _summary(comparison, request)
    # All that can fail is done before the first file is written.
    disagreements = _disagreements(comparison, request.disagreements) if request.disagreements else {}
    files_apart(request, request.rows, request.output.path, *disagreements)
    write(ComparisonView(summary), request.output)
    for path, text in disagreements.items():
        put(text, request.output.to(path))


def _write_classes(comparison: ClassComparison, request: CompareArguments) -> None:
    from truecut.summaries.of_compared_classes import summary_of_compared_classes
    from truecut.views.class_comparison import ClassComparisonView

    if request.above or request.operating_point != "own":
        raise BadCall("More than two classes have no threshold to move along a curve; leave out --above and --at.")
    if request.adjust == "max-t" or request.replicates is not None:
        raise BadCall("Nothing is drawn to compare many classes; leave out --adjust max-t and --replicates.")
    if request.adjust != "holm":
        raise BadCall("P-values of many classes allow for several comparisons by Holm's method; leave out --adjust.")
    if request.disagreements:
        raise BadCall("Rows on which models decide differently are written of two classes; leave out --disagreements.")
    files_apart(request, request.rows, request.output.path)
    summary = summary_of_compared_classes(comparison, request.metrics, margin=request.margin)
    write(ClassComparisonView(summary), request.output)


def _summary(comparison: Comparison, request: CompareArguments) -> ComparisonSummary:
    from truecut.summaries.comparison import summary_of_comparison

    return summary_of_comparison(
        comparison,
        request.metrics,
        at=request.operating_point,
        margin=request.margin,
        above=_range(request.above),
        adjust=request.adjust,
    )


def _of_rows(request: CompareArguments) -> Comparison | ClassComparison:
    from truecut.evaluation.comparing import compared, compared_on_different_rows
    from truecut.inference.comparison import Comparison

    rows = request.rows.request(request.situation, nothing=NOTHING_TO_COMPARE)
    if len(request.rows.paths) < 2 and not request.disagreements:
        refuse_idle(["id_column"], "Ids join several files, or name the rows of --disagreements")
    if request.unpaired:
        found: Comparison | ClassComparison = compared_on_different_rows(rows, **request.asked)
    else:
        found = compared(rows.takes(id=request.id_column), **request.asked)
    if isinstance(found, Comparison):
        refuse_idle_for(list(found.models.values()))
    return found


def _of_counts(request: CompareArguments) -> Comparison:
    if request.rows.are_named:
        raise BadCall("Give either --counts or rows to count, not both.")
    refuse_idle(["id_column", "disagreements", "unpaired"], "Four counts have no rows to join or to write")
    points: dict[str, Counts] = {}
    for text in request.counts:
        if not text.rpartition(":")[0].strip():
            raise BadCall(f"{text!r} should begin with the name of a model, such as M1:tp=80,fn=20,fp=9,tn=91.")
        name, counts = named_counts(text)
        if name in points:
            raise BadCall(f"Two models are called {name!r}.")
        points[name] = counts
    return evaluation_of_classifiers(points, request.rows, request.situation).compare(**request.asked)


def _range(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    parts = text.split(",")
    if len(parts) != 2:
        raise BadCall(f"--above takes two false positive rates such as 0,0.01, not {text!r}.")
    low, high = (float(number_from("--above", part)) for part in parts)
    return low, high


def _disagreements(comparison: Comparison, named: str) -> dict[Path, str]:
    """Return one file per pair of models; with more than two, the pair is part of the name."""
    from itertools import combinations

    from truecut.views.comparison.tables import disagreements_sheet

    # Rows that an engine counted have no numbers: there is nothing to tell which they are.
    if comparison.rows is not None and not comparison.rows.numbers.any():
        raise BadCall("The rows stay where they are and were only counted, so they cannot be written to a file.")
    path = Path(named)
    if path.suffix.lower() != ".csv":
        raise BadCall(f"Disagreements are written as CSV; end {named!r} in .csv.")
    pairs = list(combinations(comparison.models, 2))
    places = {
        pair: path if len(pairs) == 1 else path.with_name(_in_file_name(f"{path.stem}.{'-'.join(pair)}{path.suffix}"))
        for pair in pairs
    }
    # Names that differ only in a slash become one name of a file.
    if len(set(places.values())) < len(places):
        raise BadCall("Two pairs of models would be written to one file; give the models names that differ more.")
    return {places[pair]: disagreements_sheet(comparison.disagreements(*pair)).as_csv() for pair in pairs}


def _in_file_name(name: str) -> str:
    """Return a name that is one part of a path, and that a terminal can show."""
    return visible(name).replace("/", "_").replace("\\", "_")
