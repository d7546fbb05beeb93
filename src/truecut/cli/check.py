"""truecut check: does a model meet its requirements, and can one be sure?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truecut.cli.command import takes
from truecut.cli.four_counts import evaluation_of_counts
from truecut.cli.idle_options import is_typed
from truecut.cli.options import READS, Options, names_option, option, part
from truecut.cli.output import Output, output_of, working, write
from truecut.cli.shared_options import counts_option
from truecut.cli.situation import StatedSituation, situation_of
from truecut.cli.sources import NamedRows
from truecut.errors import BadCall
from truecut.views.gates import GatesView

if TYPE_CHECKING:
    from truecut.decisions.checked import Checked
    from truecut.decisions.gate_file import GateFile
    from truecut.decisions.goals import Condition
    from truecut.evaluation import Evaluation
    from truecut.evaluation.class_evaluation import ClassEvaluation

NOT_PASSED = 1
STANDARD_INPUT = "-"
# What the command line leaves open and no file of requirements says.
DEFAULTS: dict[str, Any] = {"decide_by": "interval", "undecided": "fail"}


@dataclass(frozen=True, kw_only=True)
class CheckArguments(Options):
    """What was typed about requirements; what is None may stand in their file."""

    rows: NamedRows = part(NamedRows)
    counts: dict[str, str] | None = counts_option()
    requirements: tuple[str, ...] = option(
        "--require",
        multiple=True,
        metavar="TEXT",
        help='Such as "recall >= 0.8", "precision@lower >= 70%" or "auc >= baseline.auc - 0.01"; of many classes also '
        '"macro f1 >= 0.8", "recall of spam >= 0.8" or "recall of each class >= 0.7"; may be repeated.',
    )
    rules: str | None = option(
        "--rules",
        metavar="FILE",
        help="Requirements, threshold and more from a TOML file; options override it.",
        file=READS,
    )
    baseline: str | None = option(
        "--baseline",
        metavar="FILE",
        help="Rows, or a saved evaluation, that baseline.METRIC is taken from.",
        file=READS,
    )
    baseline_scores: tuple[str, ...] = names_option(
        "--baseline-score",
        metavar="COLUMN,...",
        help="The baseline's score, if its column has another name; without --baseline, a column of FILE.",
    )
    decide_by: Any = option(
        "--decide-by",
        type=click.Choice(["interval", "value"]),
        help="Must the whole interval meet a requirement, or only the value?  [default: interval]",
    )
    undecided: Any = option(
        "--undecided",
        type=click.Choice(["fail", "pass"]),
        help="What an undecided requirement does.  [default: fail]",
    )
    each_group: bool = option("--each-group", is_flag=True, help="Hold every group of --group to the requirements too.")
    situation: StatedSituation = situation_of("rule")
    output: Output = output_of(GatesView)

    def completed_by(self, rules: GateFile | None) -> CheckArguments:
        """Return the request with what was not typed taken from the file of requirements, or from the defaults."""
        # What is typed beats the file, and the file beats the defaults; None says that nothing was typed.
        kept = {} if rules is None else {name: value for name, value in vars(rules).items() if value is not None}
        open_ones = {name: kept.get(name, value) for name, value in DEFAULTS.items() if getattr(self, name) is None}
        rows = self.rows
        if not rows.roles.label and "label" in kept:
            rows = rows.with_roles(label=kept["label"])
        if rows.reading.positive is None and "positive" in kept:
            rows = replace(rows, reading=replace(rows.reading, positive=kept["positive"]))
        if not rows.roles.scores and rules and rules.score:
            rows = rows.with_roles(scores={name: name for name in rules.score})
        situation = self.situation
        if situation.threshold is None and "threshold" in kept:
            situation = replace(situation, threshold=kept["threshold"])
        if situation.level_typed is None and "level" in kept:
            situation = replace(situation, level_typed=kept["level"])
        return replace(self, rows=rows, situation=situation, **open_ones)


@click.command(
    epilog="""\b
Examples:
  truecut check preds.csv --score p --require "recall >= 0.8" --require "precision@lower >= 0.7"
  truecut check new.csv --score p --baseline old.csv --require "auc >= baseline.auc - 0.01"
  truecut check preds.csv --rules model.gate.toml --format junit -o gates.xml
  truecut check preds.csv --score p --group region --each-group --require "fpr <= 5%"
  truecut check preds.csv --label digit --predicted guess --require "macro f1 >= 0.8" --require "recall of 8 >= 0.6"
  truecut check --counts tp=30,fn=10,fp=5,tn=55 --require "recall >= 0.7" --decide-by value
\b
Exit code: 0 all passed; 1 one failed, or one is undecided (unless --undecided pass); 2 bad call or bad input.""",
)
@takes(CheckArguments)
def check(request: CheckArguments) -> None:
    """Hold a model to requirements: each is passed, failed, or undecided because the rows do not tell.

    A requirement is passed if the whole interval of the metric meets it, failed if the whole interval misses it, and
    undecided in between; then it says about how many more rows would settle it. METRIC@lower and METRIC@upper are about
    that end of the interval itself. Every model in FILE is held to the same requirements.
    """
    with working("Reading, counting and checking", quiet=request.output.quiet):
        checked = _checked(request)
    write(GatesView(checked), request.output)
    if not checked.passed:
        click.get_current_context().exit(NOT_PASSED)


def _checked(request: CheckArguments) -> Checked:
    from truecut.decisions.gate_file import read_gate_file
    from truecut.decisions.gates import check as check_gates
    from truecut.decisions.language import read_condition

    rules = read_gate_file(request.rules) if request.rules else None
    request = request.completed_by(rules)
    conditions = [read_condition(text) for text in (*(rules.require if rules else ()), *request.requirements)]
    if not conditions:
        raise BadCall('Nothing is required; say what with --require "recall >= 0.8" or --rules FILE.')
    # One without the other would check less than it seems to.
    if request.rows.roles.groups and not request.each_group and not is_typed("groups"):
        request = replace(request, rows=request.rows.with_roles(groups={}))  # groups of the file are for other commands
    if bool(request.rows.roles.groups) != request.each_group:
        raise BadCall("To check groups give both --group COLUMN and --each-group; to check all rows, neither.")
    evaluation = _evaluation(request)
    if not isinstance(evaluation, dict):
        _refuse_rule_of_file(request, evaluation, conditions)
    return check_gates(
        evaluation,
        conditions,
        baseline=_baseline(request),
        level=request.situation.level,
        decide_by=request.decide_by,
        undecided=request.undecided,
        each_group=request.each_group,
        cost=request.situation.cost,
    )


def _refuse_rule_of_file(request: CheckArguments, evaluation: Evaluation, conditions: list[Condition]) -> None:
    """Refuse to judge at the usual 0.5 where the file says that the threshold is chosen by a rule."""
    from truecut.catalogue import metric
    from truecut.catalogue.class_metrics import only_of_classes

    rule = click.get_current_context().meta.get("truecut.rule")
    is_cut = any(
        only_of_classes(one.quantity.name) or metric(one.quantity.name).needs_only_counts for one in conditions
    )
    if rule is None or request.situation.threshold is not None or not is_cut:
        return
    if any(not model.is_hard for model in evaluation.by_model.values()):
        raise BadCall(
            f"The file states the rule {rule!r} and no threshold. A threshold in force is a number; choose it with "
            "`truecut threshold` and write it down."
        )


def _evaluation(request: CheckArguments) -> Evaluation | dict[str, ClassEvaluation]:
    if request.counts is not None:
        return evaluation_of_counts(request.counts, request.rows, request.situation)
    from truecut.evaluation.from_data import evaluated_each

    return evaluated_each(request.rows.request(request.situation))


def _baseline(request: CheckArguments) -> Evaluation | ClassEvaluation | dict[str, ClassEvaluation] | None:
    """Return what was given as the baseline: a saved evaluation, rows of another file, or another column."""
    file, scores, rows = request.baseline, request.baseline_scores, request.rows
    if not file and not scores:
        return None
    if file and _is_saved(file):
        if scores:
            raise BadCall(f"{Path(file).name} is a saved evaluation and has no columns; leave out --baseline-score.")
        from truecut.evaluation import load_evaluation

        return load_evaluation(file)
    # The second reading would find nothing, and an empty baseline is no baseline.
    if STANDARD_INPUT in rows.paths and file in (None, STANDARD_INPUT):
        raise BadCall("Standard input can be read only once; name a file for the model or for the baseline.")
    rows = rows.of_files(file) if file else rows
    if scores:
        rows = rows.with_roles(scores={name: name for name in scores}, predicted={}, class_scores={}, class_models={})
    return _evaluation(replace(request, rows=rows, counts=None))


def _is_saved(file: str) -> bool:
    """Say whether a file looks like one that truecut wrote, rather than like rows."""
    try:
        with Path(file).open("rb") as content:
            head = content.read(40)
    except OSError:
        return False  # whoever reads it will say what is wrong
    return head.startswith(b"{") and b'"truecut":' in head
