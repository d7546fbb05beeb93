"""A formula over tp, fp, fn and tn, written once as text.

The same text is evaluated exactly at a point, with NumPy along a curve, and shown with the
numbers put in, so the three can never disagree. Whole counts of any size stay exact: at a
point all arithmetic is rational, and the one rounding is the last step.

Division follows one rule everywhere: 0 / 0 is undefined (NaN), anything else / 0 is infinite.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import inf, isfinite, isinf, isqrt, nan
from types import CodeType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.counts import CELLS, WHOLE

Exact = Fraction | int | float  # a float only where it is infinite or NaN

OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
}
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: " + ",
    ast.Sub: " - ",
    ast.Mult: " × ",
    ast.Div: " / ",
}
STRENGTH: dict[type[ast.operator], int] = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.Div: 2, ast.Pow: 4}
LEAF = 5
NOTHING_ELSE: dict[str, Any] = {"__builtins__": {}}  # that a formula could name
POWERS = {2: "²", 3: "³"}


@dataclass(frozen=True)
class Formula:
    """One formula; see the module for what it promises.

    >>> precision = Formula("tp / (tp + fp)")
    >>> precision.at({"tp": 30, "fp": 5})
    0.8571428571428571
    >>> precision.with_names({"tp": "30", "fp": "5"})
    '30 / (30 + 5)'
    """

    text: str

    def at(self, values: Mapping[str, Any]) -> float:
        """Evaluate exactly for plain numbers; NaN where it is 0 / 0."""
        code = _of_whole_numbers(self.text)
        if code is not None and WHOLE.issuperset(map(type, values.values())):
            above, below = eval(code, NOTHING_ELSE, values)  # only what `ALLOWED` lets through
            try:
                return float(above / below)  # Python rounds the quotient of whole numbers once, as it does a fraction
            except ArithmeticError:
                pass  # nothing, or more than a float can say
        return float(_evaluated(self._tree, {k: _exact(v) for k, v in values.items()}, _divided, EXACT))

    def along(self, values: Mapping[str, Any]) -> NDArray[np.float64]:
        """Evaluate for arrays; NaN where it is 0 / 0."""
        arrays = {name: np.asarray(values[name], dtype=float) for name in self.names}
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(_evaluated(self._tree, arrays, np.divide, ARRAYS), dtype=float)

    def with_names(self, names: Mapping[str, str]) -> str:
        """Return the formula for reading, with each name replaced by what stands for it."""
        return _readable(self._tree, names)[0]

    def __str__(self) -> str:
        return self.with_names({})

    @property
    def names(self) -> frozenset[str]:
        """Return the cells and parameters that the formula mentions."""
        return _names(self.text)

    @property
    def numerator(self) -> str:
        """Return the text above the last division, or '' if the formula is no quotient."""
        return _quotient(self.text)[0]

    @property
    def denominator(self) -> str:
        """Return the text under the last division, or '' if the formula is no quotient."""
        return _quotient(self.text)[1]

    @property
    def is_proportion(self) -> bool:
        """Say whether the value is a share of rows, so that binomial intervals apply."""
        return _is_proportion(self.text)

    @cached_property
    def _tree(self) -> ast.expr:
        return _parsed(self.text)


@cache
def _parsed(text: str) -> ast.expr:
    tree = ast.parse(text, mode="eval").body
    for node in ast.walk(tree):
        if not isinstance(node, ALLOWED):
            raise ValueError(f"{type(node).__name__} is not allowed in a formula: {text}")
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in EXACT):
            raise ValueError(f"Only {', '.join(EXACT)} may be called in a formula: {text}")
    return tree


@cache
def _names(text: str) -> frozenset[str]:
    tree = _parsed(text)
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called)


@cache
def _of_whole_numbers(text: str) -> CodeType | None:
    """Return code for what stands above and under the last division, where whole numbers stay whole in both."""
    tree = _parsed(text)
    match tree:
        case ast.BinOp(above, ast.Div(), below):
            parts = [above, below]
        case _:
            parts = [tree, ast.Constant(1)]
    if any(isinstance(node, ast.Div | ast.Call | ast.Pow) for part in parts for node in ast.walk(part)):
        return None
    both = ast.Expression(ast.Tuple(parts, ast.Load()))
    return compile(ast.fix_missing_locations(both), "<formula>", "eval")


@cache
def _quotient(text: str) -> tuple[str, str]:
    """Return what stands above and under the last division, both empty if the formula is no quotient."""
    match _parsed(text):
        case ast.BinOp(above, ast.Div(), below):
            return ast.unparse(above), ast.unparse(below)
    return "", ""


@cache
def _is_proportion(text: str) -> bool:
    match _parsed(text):
        case ast.BinOp(above, ast.Div(), below):
            return bool(_summed(above)) and _summed(above) < _summed(below)
    return False


ALLOWED = (
    ast.BinOp,
    ast.UnaryOp,
    ast.USub,
    ast.Call,
    ast.Name,
    ast.Load,
    ast.Constant,
    ast.operator,
)


def _evaluated(
    node: ast.expr,
    values: Mapping[str, Any],
    divide: Callable[[Any, Any], Any],
    functions: Mapping[str, Callable[..., Any]],
) -> Any:
    def value(part: ast.expr) -> Any:
        return _evaluated(part, values, divide, functions)

    match node:
        case ast.BinOp(left, ast.Div(), right):
            return divide(value(left), value(right))
        case ast.BinOp(left, op, right):
            return OPERATORS[type(op)](value(left), value(right))
        case ast.UnaryOp(ast.USub(), operand):
            return -value(operand)
        case ast.Call(ast.Name(name), arguments):
            return functions[name](*map(value, arguments))
        case ast.Name(name):
            return values[name]
        case ast.Constant(int(number)):
            return number
    raise TypeError(f"{ast.dump(node)} has no place in a formula.")


def _exact(value: Any) -> Exact:
    if type(value) is int:
        return value
    if isinstance(value, np.generic):
        value = value.item()  # a fraction of NumPy integers would overflow without a word
    return value if isinstance(value, float) and not isfinite(value) else Fraction(value)


def _divided(above: Exact, below: Exact) -> Exact:
    if below == 0:
        return nan if above == 0 or above != above else (inf if above > 0 else -inf)
    if isinstance(above, int) and isinstance(below, int):
        return Fraction(above, below)
    if isinstance(below, float) and isinf(below) and not isinstance(above, float):
        return Fraction(0)
    quotient: Exact = above / below
    return quotient


def _square_root(value: Exact) -> Exact:
    """Return the root with at least 64 correct bits, as a fraction: floats would overflow on large counts."""
    if isinstance(value, float):
        return float(value**0.5)
    value = Fraction(value)
    if value < 0:
        return nan
    scale = max(0, 128 - value.numerator.bit_length())
    root = isqrt((value.numerator * value.denominator) << (2 * scale))
    return Fraction(root, value.denominator << scale)


def _largest(*values: Exact) -> Exact:
    return nan if any(value != value for value in values) else max(values)


def _smallest(*values: Exact) -> Exact:
    return nan if any(value != value for value in values) else min(values)


EXACT: dict[str, Callable[..., Any]] = {"sqrt": _square_root, "max": _largest, "min": _smallest}
ARRAYS: dict[str, Callable[..., Any]] = {"sqrt": np.sqrt, "max": np.maximum, "min": np.minimum}


def _readable(node: ast.expr, names: Mapping[str, str]) -> tuple[str, int]:
    """Return the text and how strongly it binds, so that only the needed brackets are written."""
    match node:
        case ast.BinOp(left, ast.Pow(), ast.Constant(int(power))):
            return f"{_bracketed(left, names, LEAF)}{POWERS.get(power, f'^{power}')}", STRENGTH[ast.Pow]
        case ast.BinOp(left, op, right):
            strength = STRENGTH[type(op)]
            # a - (b + c) and a / (b * c) keep their brackets on the right only.
            right_needs = strength + isinstance(op, ast.Sub | ast.Div)
            return (
                f"{_bracketed(left, names, strength)}{SIGNS[type(op)]}{_bracketed(right, names, right_needs)}",
                strength,
            )
        case ast.UnaryOp(ast.USub(), operand):
            return f"-{_bracketed(operand, names, LEAF)}", 3
        case ast.Call(ast.Name(name), arguments):
            return f"{name}({', '.join(_readable(a, names)[0] for a in arguments)})", LEAF
        case ast.Name(name):
            return names.get(name, name), LEAF
        case ast.Constant(number):
            return str(number), LEAF
    raise TypeError(f"{ast.dump(node)} has no place in a formula.")


def _bracketed(node: ast.expr, names: Mapping[str, str], at_least: int) -> str:
    text, strength = _readable(node, names)
    is_negative_number = isinstance(node, ast.Name) and text.startswith("-")
    return f"({text})" if strength < at_least or is_negative_number else text


def _summed(node: ast.expr) -> frozenset[str]:
    """Return the cells of a plain sum such as tp + fp; empty for anything else."""
    match node:
        case ast.Name(name) if name in CELLS:
            return frozenset({name})
        case ast.BinOp(left, ast.Add(), right) if _summed(left) and _summed(right):
            return _summed(left) | _summed(right)
    return frozenset()
