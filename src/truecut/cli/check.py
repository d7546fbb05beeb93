"""truecut check: does a model meet its requirements, and can one be sure?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.options import (
    NameList,
    Number,
    cost_from,
    cost_option,
    counts_alone,
    data_options,
    evaluation_from,
    flat,
    output_options,
    words_from_typed,
    words_option,
)
from truecut.cli.output import chosen_format, draw, note, put, working
from truecut.errors import BadCall

if TYPE_CHECKING:
    from truecut.decisions.checked import Checked
    from truecut.decisions.costs import Cost
    from truecut.decisions.gate_file import GateFile
    from truecut.evaluation import Evaluation

FORMATS = ("text", "json", "csv", "markdown", "junit")
NOT_PASSED = 1
STANDARD_INPUT = "-"
# What the command line leaves open and no file of requirements says.
DEFAULTS = {"threshold": 0.5, "level": 0.95, "decide_by": "interval", "undecided": "fail"}


@click.command(
    short_help="Does it meet the requirements? For pipelines.",
    epilog="""\b
Examples:
  truecut check preds.csv --score p --require "recall >= 0.8" --require "precision@lower >= 0.7"
  truecut check new.csv --score p --baseline old.csv --require "auc >= baseline.auc - 0.01"
  truecut check preds.csv --rules model.gate.toml --format junit -o gates.xml
  truecut check preds.csv --score p --group region --each-group --require "fpr <= 5%"
  truecut check --counts tp=30,fn=10,fp=5,tn=55 --require "recall >= 0.7" --decide-by value
\b
Exit code: 0 all passed; 1 one failed, or one is undecided (unless --undecided pass); 2 bad call or bad input.""",
)
@data_options
@click.option(
    "--require",
    "requirements",
    multiple=True,
    metavar="TEXT",
    help='Such as "recall >= 0.8", "precision@lower >= 70%" or "auc >= baseline.auc - 0.01"; may be repeated.',
)
@click.option("--rules", metavar="FILE", help="Requirements, threshold and more from a TOML file; options override it.")
@click.option("--baseline", metavar="FILE", help="Rows, or a saved evaluation, that baseline.METRIC is taken from.")
@click.option(
    "--baseline-score",
    "baseline_scores",
    multiple=True,
    type=NameList(),
    metavar="COLUMN,...",
    help="The baseline's score, if its column has another name; without --baseline, a column of FILE.",
)
@click.option("--threshold", type=Number(), help="Rows whose score reaches it are flagged.  [default: 0.5]")
@click.option("--level", type=Number(), help="How sure an interval must be.  [default: 0.95]")
@click.option(
    "--decide-by",
    type=click.Choice(["interval", "value"]),
    help="Must the whole interval meet a requirement, or only the value?  [default: interval]",
)
@click.option(
    "--undecided", type=click.Choice(["fail", "pass"]), help="What an undecided requirement does.  [default: fail]"
)
@click.option("--each-group", is_flag=True, help="Hold every group of --group to the requirements too.")
@cost_option
@words_option
@output_options(*FORMATS)
def check(**options: Any) -> None:
    """Hold a model to requirements: each is passed, failed, or undecided because the rows do not tell.

    A requirement is passed if the whole interval of the metric meets it, failed if the whole interval misses it, and
    undecided in between; then it says about how many more rows would settle it. METRIC@lower and METRIC@upper are about
    that end of the interval itself. Every model in FILE is held to the same requirements.
    """
    form = chosen_format(options, FORMATS)
    with working("Reading, counting and checking", options):
        checked = _checked(options)
    _write(checked, form, options)
    if not checked.passed:
        click.get_current_context().exit(NOT_PASSED)


def _checked(options: dict[str, Any]) -> Checked:
    from truecut.decisions.gates import check as check_gates
    from truecut.decisions.language import read_condition

    rules = _rules(options)
    options = _completed(options, rules)
    conditions = [read_condition(text) for text in (*(rules.require if rules else ()), *options["requirements"])]
    if not conditions:
        raise BadCall('Nothing is required; say what with --require "recall >= 0.8" or --rules FILE.')
    if bool(flat(options["groups"])) != options["each_group"]:
        raise BadCall("To check groups give both --group COLUMN and --each-group; to check all rows, neither.")
    cost = cost_from(options)
    evaluation = _evaluation(options, cost)
    return check_gates(
        evaluation,
        conditions,
        baseline=_baseline(options, cost),
        level=options["level"],
        decide_by=options["decide_by"],
        undecided=options["undecided"],
        each_group=options["each_group"],
        cost=cost,
    )


def _rules(options: dict[str, Any]) -> GateFile | None:
    from truecut.decisions.gate_file import read_gate_file

    return read_gate_file(options["rules"]) if options["rules"] else None


def _completed(options: dict[str, Any], rules: GateFile | None) -> dict[str, Any]:
    """Return the options, with what was not typed taken from the file of requirements or from the defaults."""
    kept = {} if rules is None else {name: value for name, value in vars(rules).items() if value is not None}
    completed = dict(options)
    for name in (*DEFAULTS, "label", "positive"):
        if completed[name] is None:
            completed[name] = kept.get(name, DEFAULTS.get(name))
    if rules and rules.score and not flat(options["scores"]):
        completed["scores"] = (rules.score,)
    return completed


def _evaluation(options: dict[str, Any], cost: Cost | None) -> Evaluation:
    from truecut.evaluation.class_evaluation import ClassEvaluation

    if options["counts"] is not None:
        return _of_counts(options)
    evaluation = evaluation_from(options, options["threshold"], cost.columns if cost else ())
    if isinstance(evaluation, ClassEvaluation):
        raise BadCall("Requirements are about two classes; name the positive one with --positive.")
    return evaluation


def _of_counts(options: dict[str, Any]) -> Evaluation:
    from truecut.catalogue.model import Model
    from truecut.data.rows import Provenance
    from truecut.evaluation import Evaluation
    from truecut.words import DEFAULT

    counts, words = counts_alone(options), words_from_typed(options["words"]) or DEFAULT
    read = Provenance("four counts", counts.rows, words.positive, words.negative)
    return Evaluation(read, {"counts": Model.of_counts("counts", counts)}, words=words)


def _baseline(options: dict[str, Any], cost: Cost | None) -> Evaluation | None:
    """Return what was given as the baseline: a saved evaluation, rows of another file, or another column."""
    file, scores = options["baseline"], options["baseline_scores"]
    if not file and not scores:
        return None
    if file and _is_saved(file):
        if scores:
            raise BadCall(f"{Path(file).name} is a saved evaluation and has no columns; leave out --baseline-score.")
        from truecut.evaluation import load

        return load(file)
    if STANDARD_INPUT in options["files"] and file in (None, STANDARD_INPUT):
        raise BadCall("Standard input can be read only once; name a file for the model or for the baseline.")
    files = (file,) if file else options["files"]
    return _evaluation(options | {"files": files, "scores": scores or options["scores"], "counts": None}, cost)


def _is_saved(file: str) -> bool:
    """Say whether a file looks like one that truecut wrote, rather than like rows."""
    try:
        with Path(file).open("rb") as content:
            head = content.read(40)
    except OSError:
        return False  # whoever reads it will say what is wrong
    return head.startswith(b"{") and b'"truecut":' in head


def _write(checked: Checked, form: str, options: dict[str, Any]) -> None:
    if form == "text":
        from truecut.views.gates import drawn_gates

        draw(drawn_gates(checked), options)
        return
    if form in ("csv", "junit"):
        note(checked.read, options)
    put(_as_text(checked, form), options)


def _as_text(checked: Checked, form: str) -> str:
    if form == "json":
        from truecut.views.gates_as_json import checked_as_json

        return checked_as_json(checked)
    if form == "junit":
        from truecut.views.junit import checked_as_junit

        return checked_as_junit(checked)
    from truecut.views.gate_sheets import gates_as_markdown, gates_sheet

    return gates_sheet(checked).as_csv() if form == "csv" else gates_as_markdown(checked)
