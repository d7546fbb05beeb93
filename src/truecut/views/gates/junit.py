"""Checked requirements as JUnit XML, which build servers show as tests.

One suite per model and group, one test per requirement. A failed requirement is a `failure`. An undecided one
is an `error`, as a test that came to no verdict is, where it stops the build; where it is allowed, it is `skipped`.
Characters that XML cannot hold are among those that are shown as escapes.
"""

from __future__ import annotations

from xml.etree import ElementTree

from truecut.decisions.checked import Checked, Gate, GateOutcome, Undecided
from truecut.errors.visible_text import visible
from truecut.views.gates.tables import interval_of, interval_title, title_of_requirements, value_of


def checked_as_junit(checked: Checked) -> str:
    """Return the requirements as suites of tests."""
    suites = ElementTree.Element("testsuites", _attributes("truecut check", checked.gates, checked.undecided))
    for gates in checked.subjects:
        suite = ElementTree.SubElement(
            suites, "testsuite", _attributes(title_of_requirements(gates[0]), gates, checked.undecided)
        )
        for gate in gates:
            _add_test(suite, gate, checked)
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suites, encoding="unicode") + "\n"


def _attributes(name: str, gates: tuple[Gate, ...], undecided: Undecided) -> dict[str, str]:
    elements = [_element(gate, undecided) for gate in gates]
    return {
        "name": visible(name),
        "tests": str(len(gates)),
        "failures": str(elements.count("failure")),
        "errors": str(elements.count("error")),
        "skipped": str(elements.count("skipped")),
    }


def _add_test(suite: ElementTree.Element, gate: Gate, checked: Checked) -> None:
    test = ElementTree.SubElement(
        suite,
        "testcase",
        {"classname": visible(f"{checked.read.source}: {gate.subject}"), "name": visible(gate.text)},
    )
    numbers = f"value {value_of(gate)}, {interval_title(checked)} {interval_of(gate)}"
    said = "\n".join(map(visible, [gate.reason, numbers, *gate.notes]))
    element = _element(gate, checked.undecided)
    if not element:
        ElementTree.SubElement(test, "system-out").text = said
        return
    found = ElementTree.SubElement(test, element, {"message": visible(gate.reason)})
    if element != "skipped":
        found.set("type", gate.outcome.value)
    found.text = said


def _element(gate: Gate, undecided: Undecided) -> str:
    """Return the element that tells what is wrong, or nothing for a requirement that is met."""
    if gate.outcome == GateOutcome.UNDECIDED:
        return "skipped" if undecided == Undecided.PASS else "error"
    return "failure" if gate.outcome == GateOutcome.FAILED else ""
