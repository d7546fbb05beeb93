"""Checked requirements for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table

from truecut.data.rows import Provenance
from truecut.decisions.checked import Checked, Gate, GateOutcome
from truecut.views.gates.tables import (
    MARKS,
    interval_of,
    interval_title,
    subjects_told,
    title_of_requirements,
    value_of,
)
from truecut.views.provenance_lines import inferred_and_left_out
from truecut.views.terminal_tables import QUIET, STRONG, sentences
from truecut.views.visible_drawing import Text
from truecut.words import counted

STYLES = {GateOutcome.PASSED: "bold green", GateOutcome.FAILED: "bold red", GateOutcome.UNDECIDED: "bold yellow"}


def drawn_gates(checked: Checked) -> RenderableType:
    """Return every requirement with its outcome, and why where that is not plain to see."""
    parts: list[RenderableType] = [*_about(checked), ""]
    subjects, rest = subjects_told(checked)
    for gates in subjects:
        parts += [Text(title_of_requirements(gates[0]), style="underline"), _table(gates, checked)]
        told = [gate for gate in gates if _needs_telling(gate)]
        parts += ["", _reasons(told), ""] if told else [""]
    parts += [Text(f"{rest}.", style=QUIET)] if rest else []
    parts += [Text(f"Note: {note}.", style=QUIET) for note in checked.notes]
    parts.append(Text(checked.verdict, style=STYLES[GateOutcome.PASSED if checked.passed else GateOutcome.FAILED]))
    return Group(*parts)


def _about(checked: Checked) -> Iterator[Text]:
    yield _source(checked.read)
    for line in inferred_and_left_out(checked.read):
        yield Text(line, style=QUIET)
    if checked.baseline:
        models = ", ".join(checked.baseline_models)
        yield Text.assemble(("baseline: ", QUIET), (models, STRONG), (" of ", QUIET), _source(checked.baseline))


def _source(read: Provenance) -> Text:
    clusters = f" of {counted(read.clusters, 'cluster')} by {read.cluster!r}" if read.clusters else ""
    return Text.assemble((read.source, STRONG), (f"  {counted(read.rows, 'row')}{clusters}", QUIET))


def _needs_telling(gate: Gate) -> bool:
    # What passed by its value alone passed by luck as much as by merit, so it says why, too.
    return gate.outcome != GateOutcome.PASSED or gate.interval is None


def _table(gates: tuple[Gate, ...], checked: Checked) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column("", no_wrap=True)
    table.add_column("requirement", overflow="fold")
    for name in ("value", interval_title(checked)):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("outcome", no_wrap=True)
    for gate in gates:
        style = STYLES[gate.outcome]
        table.add_row(
            Text(MARKS[gate.outcome], style=style),
            gate.text,
            Text(value_of(gate), style=STRONG),
            interval_of(gate),
            Text(gate.outcome.value, style=style),
        )
    return table


def _reasons(gates: list[Gate]) -> Table:
    table = sentences()
    for gate in gates:
        mark = Text(MARKS[gate.outcome], style=STYLES[gate.outcome])
        table.add_row(mark, Text.assemble((f"{gate.text}: ", QUIET), gate.reason))
    return table
