"""The catalogue as data for the page: formulas as trees, so that no script has to parse or repeat them."""

from __future__ import annotations

import ast

from truecut.catalogue import CATALOGUE, FAMILIES, Metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.metric import PrevalenceRole
from truecut.inference.methods import methods_of
from truecut.summaries.report.tree import CurveEntry, MetricEntry, Tree

FAMILY_OF = {entry.name: family for family, entries in FAMILIES.items() for entry in entries}
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "^",
}


def tree_of(text: str) -> Tree:
    """Return a formula as data.

    >>> tree_of("tp / (tp + fp)")
    ['/', 'tp', ['+', 'tp', 'fp']]
    >>> tree_of("sqrt(-tp)")
    ['sqrt', ['negated', 'tp']]
    """
    return _tree(ast.parse(text, mode="eval").body)


def entries() -> tuple[MetricEntry, ...]:
    """Return every metric of four counts."""
    return tuple(_entry(metric) for metric in CATALOGUE if metric.needs_only_counts)


def curve_entries() -> tuple[CurveEntry, ...]:
    """Return every metric of the whole curve."""
    return tuple(_curve_entry(metric) for metric in CATALOGUE if not metric.needs_only_counts)


def _curve_entry(metric: Metric) -> CurveEntry:
    return CurveEntry(
        name=metric.name,
        title=metric.title,
        family=FAMILY_OF[metric.name],
        aliases=metric.aliases,
        formula=metric.readable,
        meaning=metric.meaning,
        use=metric.use,
        misleads=metric.misleads,
        better=metric.better.value,
        bounds=metric.bounds,
        is_percentage=metric.is_percentage,
        depends_on_prevalence=not metric.is_free_of_prevalence,
        parameters=metric.parameters,
        reference=metric.reference,
    )


def _entry(metric: Metric) -> MetricEntry:
    formula = Formula(metric.formula)
    return MetricEntry(
        name=metric.name,
        title=metric.title,
        family=FAMILY_OF[metric.name],
        aliases=metric.aliases,
        formula=tree_of(metric.formula),
        numerator=tree_of(formula.numerator) if metric.is_proportion else None,
        denominator=tree_of(formula.denominator) if metric.is_proportion else None,
        meaning=metric.meaning,
        use=metric.use,
        misleads=metric.misleads,
        equals=tuple(str(Formula(text)) for text in metric.equals),
        confused_with={str(Formula(text)): why for text, why in metric.confused_with.items()},
        undefined=tuple((tree_of(zero), reason) for zero, reason in metric.undefined.items()),
        better=metric.better.value,
        bounds=metric.bounds,
        is_percentage=metric.is_percentage,
        is_total=metric.is_total,
        is_priced=metric.is_priced,
        parameters=metric.parameters,
        interval=next(iter(methods_of(metric)), ""),
        by_class=_by_class(metric),
        reference=metric.reference,
    )


def _by_class(metric: Metric) -> str:
    if metric.is_free_of_prevalence:
        return "own"
    return "none" if metric.prevalence_is == PrevalenceRole.ALL else "spread"


def _tree(node: ast.expr) -> Tree:
    match node:
        case ast.BinOp(left, op, right):
            return [OPERATORS[type(op)], _tree(left), _tree(right)]
        case ast.UnaryOp(ast.USub(), operand):
            return ["negated", _tree(operand)]
        case ast.Call(ast.Name(name), arguments):
            return [name, *map(_tree, arguments)]
        case ast.Name(name):
            return name
        case ast.Constant(int(number) | float(number)):
            return number
    raise TypeError(f"{ast.dump(node)} has no place in a formula.")
