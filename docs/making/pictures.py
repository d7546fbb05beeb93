"""Small pictures as SVG inside a page; their colours are those of the page, in light and in dark."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from truecut.catalogue import CATALOGUE, Metric
from truecut.catalogue.formula import Formula

CELLS = ("tp", "fn", "fp", "tn")  # in the order in which a matrix is read
# Painted as in the report: hue is the truth, stripes at the side are a mistake.
TRUTH = {"tp": "positive", "fn": "positive mistake", "fp": "negative mistake", "tn": "negative"}
ARROWS = {"up": "▲", "down": "▼", "either": "▲ or ▼", "out": "–"}
TRIES = 400
PRICES = {"cost_tp": 0, "cost_fp": 1, "cost_fn": 10, "cost_tn": 0}
SIDE, LEFT, TOP = 150, 34, 8
Points = Iterable[tuple[float, float]]


def row_of(figures: Iterable[str]) -> str:
    """Return pictures side by side, as a block of a page."""
    return f'```{{raw}} html\n<div class="tc-pictures">{"".join(figures)}</div>\n```'


def figure(size: tuple[int, int], body: str, said: str, caption: str) -> str:
    """Return one picture with what it says to those who cannot see it."""
    drawn = f'<svg viewBox="0 0 {size[0]} {size[1]}" role="img" aria-label="{escape(said, quote=True)}">{body}</svg>'
    return f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>"


# Four cells


def matrix(kinds: Mapping[str, str], marks: Mapping[str, str], said: str, caption: str) -> str:
    """Return the four cells: `kinds` are how each is painted, `marks` what stands in it."""
    heads = (("flagged", 104, 12, "middle"), ("left alone", 186, 12, "middle"))
    sides = (("positive", 60, 54, "end"), ("negative", 60, 118, "end"))
    body = "".join(
        f'<text x="{x}" y="{y}" font-size="11" text-anchor="{anchor}" class="quiet">{word}</text>'
        for word, x, y, anchor in (*heads, *sides)
    )
    for place, cell in enumerate(CELLS):
        x, y = 66 + 82 * (place % 2), 20 + 64 * (place // 2)
        side = f'<path d="M{x + 3.5} {y + 4}v50" class="side {kinds[cell]}"/>' if kinds[cell] in TRUTH.values() else ""
        middle = x + (41 if side else 38)
        body += (
            f'<rect x="{x}" y="{y}" width="76" height="58" rx="5" class="{kinds[cell]}"/>{side}'
            f'<text x="{middle}" y="{y + 25}" font-size="14" font-weight="600" text-anchor="middle">'
            f"{cell.upper()}</text>"
            f'<text x="{middle}" y="{y + 45}" font-size="12" text-anchor="middle">{marks.get(cell, "")}</text>'
        )
    return figure((232, 150), body, said, caption)


def shares_in(formula: str) -> list[tuple[str, str]]:
    """Return every share of rows in a formula, as what is above and under the line."""
    found = []
    for node in ast.walk(ast.parse(formula, mode="eval")):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            pair = ast.unparse(node.left), ast.unparse(node.right)
            if Formula(f"({pair[0]}) / ({pair[1]})").is_proportion and pair not in found:
                found.append(pair)
    return found


def share_picture(above: str, below: str, counts: Mapping[str, int]) -> str:
    """Return the cells of a share: those above the line filled, the rest of those under it outlined."""
    top, whole = Formula(above).names, Formula(below).names
    kinds = {cell: "above" if cell in top else "below" if cell in whole else "out" for cell in CELLS}
    known = next((entry.title for entry in CATALOGUE if entry.formula in _spellings(above, below)), "")
    name = f"<b>{known}</b>: " if known else ""
    said = f"{' and '.join(sorted(top)).upper()} divided by {', '.join(sorted(whole)).upper()}"
    return matrix(
        kinds, {c: str(counts[c]) for c in CELLS}, said, f"{name}the filled cells as a share of all outlined ones."
    )


def _spellings(above: str, below: str) -> set[str]:
    brackets = f"({above})" if "+" in above else above
    return {f"{brackets} / ({below})"}


def example_parameters(entry: Metric) -> dict[str, Any]:
    """Return the parameters of a metric on its page: the defaults, and prices where they must be stated."""
    return entry.chosen(PRICES if entry.is_priced else {})


def pushes(entry: Metric) -> dict[str, str]:
    """Say for each cell what one more row in it does to the value: up, down, either or nothing (out).

    It is tried on random tables, so it cannot disagree with the formula.
    """
    draw, seen = random.Random(1), {cell: set() for cell in CELLS}
    chosen = example_parameters(entry)
    for _ in range(TRIES):
        counts = {cell: draw.randint(1, 60) for cell in CELLS}
        before = Formula(entry.formula).at(counts | chosen)
        for cell in CELLS:
            after = Formula(entry.formula).at(counts | {cell: counts[cell] + 1} | chosen)
            if abs(after - before) > 1e-13 * max(1.0, abs(before)):
                seen[cell].add("up" if after > before else "down")
    return {cell: "either" if len(ways) == 2 else next(iter(ways), "out") for cell, ways in seen.items()}


def push_picture(entry: Metric) -> str:
    """Return what one more row in each cell does to the value."""
    moves = pushes(entry)
    blind = [cell.upper() for cell, move in moves.items() if move == "out"]
    tail = " It looks at all four cells."
    if blind:
        tail = " No row moves it." if len(blind) == len(CELLS) else f" It never looks at {' and '.join(blind)}."
    said = "; ".join(f"one more {cell.upper()}: {'nothing' if m == 'out' else m}" for cell, m in moves.items())
    kinds = {cell: move if move in ("up", "down") else "out" for cell, move in moves.items()}
    marks = {cell: ARROWS[move] for cell, move in moves.items()}
    return matrix(kinds, marks, said, f"What one more row in a cell does to the value.{tail}")


# A square with two axes


def square(body: str, across: str, up: str, said: str, caption: str) -> str:
    """Return a picture in the square from 0 to 1."""
    middle = TOP + SIDE / 2
    axes = (
        f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" class="axis"/>{body}'
        f'<text x="{LEFT + SIDE / 2}" y="184" font-size="11" text-anchor="middle" class="quiet">{across}</text>'
        f'<text x="12" y="{middle}" font-size="11" text-anchor="middle" class="quiet" '
        f'transform="rotate(-90 12 {middle})">{up}</text>'
        f'<text x="{LEFT}" y="170" font-size="10" class="quiet">0</text>'
        f'<text x="{LEFT + SIDE}" y="170" font-size="10" text-anchor="end" class="quiet">1</text>'
    )
    return figure((200, 194), axes, said, caption)


def line(points: Points, kind: str, *, is_closed: bool = False) -> str:
    """Return a line through points of the square."""
    moves = (f"{x_of(x):.1f} {y_of(y):.1f}" for x, y in points)
    return f'<path d="M{"L".join(moves)}{"Z" if is_closed else ""}" class="{kind}"/>'


def dot(x: float, y: float, kind: str) -> str:
    """Return a point of the square."""
    return f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="4.5" class="{kind}"/>'


def x_of(value: float) -> float:
    """Return where a value stands, from the left."""
    return LEFT + SIDE * value


def y_of(value: float) -> float:
    """Return where a value stands, from the top."""
    return TOP + SIDE * (1 - value)
