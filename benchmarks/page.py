"""The results of a run as Markdown: ratios, which carry over to another machine, and targets.

python -m benchmarks.page build/bench/bench.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.peers import PEERS, REFERENCE
from benchmarks.rows import SHAPES

Cells = list[dict[str, Any]]


def ratios(cells: Cells, work: str, shape: str) -> list[str]:
    """Return a table of how many times as fast as scikit-learn each peer is, in CPU time."""
    here = [cell for cell in cells if (cell["work"], cell["shape"]) == (work, shape)]
    sizes = [f"{cell['rows']:,}" for cell in here]
    lines = [f"| {work}, {shape} | " + " | ".join(sizes) + " |", "|---|" + "--:|" * len(sizes)]
    names = dict.fromkeys(name for cell in here for name in cell["seconds"])
    lines += [f"| {name} | " + " | ".join(_ratio_in(cell, name) for cell in here) + " |" for name in names]
    return lines if here else []


def left_out(cells: Cells) -> list[str]:
    """Say who was not timed where, and why."""
    return [
        f"- {cell['work']}, {cell['rows']:,} rows, {cell['shape']}: {name} was left out, since {why}"
        for cell in cells
        for name, why in cell.get("left_out", {}).items()
    ]


def memory(cells: Cells) -> list[str]:
    """Return a table of peak memory above the input, over the size of the scores."""
    measured = [cell for cell in cells if cell["peak_bytes"]]
    lines = ["| peak memory over the size of the scores | " + " | ".join(SHAPES) + " |", "|---|" + "--:|" * len(SHAPES)]
    for work in PEERS:
        by_shape = {cell["shape"]: cell for cell in measured if cell["work"] == work}
        for name in PEERS[work] if by_shape else ():
            peaks = [by_shape[shape]["peak_bytes"].get(name) if shape in by_shape else None for shape in SHAPES]
            rows = next(iter(by_shape.values()))["rows"]
            if any(peak is not None for peak in peaks):
                shown = ["" if peak is None else f"{peak / (8 * rows):.2f}" for peak in peaks]
                lines.append(f"| {work}: {name} | " + " | ".join(shown) + " |")
    return lines if measured else []


def targets(judged: list[dict[str, Any]]) -> list[str]:
    lines = ["| what | reached | wanted | |", "|---|--:|--:|---|"]
    for one in judged:
        verdict = "met" if one["met"] else "not met"
        lines.append(f"| {one['what']} | {one['is']:.3g} | {one['wanted']:g} | {verdict} |")
    return lines


def _ratio_in(cell: dict[str, Any], name: str) -> str:
    taken = cell["seconds"]
    return _ratio(taken[REFERENCE]["cpu"] / taken[name]["cpu"]) if name in taken and REFERENCE in taken else ""


def _ratio(value: float) -> str:
    return f"{value:.0f}x" if value >= 10 else f"{value:.1f}x"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    found = json.loads(parser.parse_args().results.read_text())
    print(", ".join(f"{package} {number}" for package, number in found["versions"].items()))
    tables = [targets(found["targets"])]
    tables += [ratios(found["cells"], work, shape) for work in PEERS for shape in SHAPES]
    tables += [memory(found["cells"]), left_out(found["cells"])]
    for lines in tables:
        print("\n" + "\n".join(lines))


if __name__ == "__main__":
    main()
