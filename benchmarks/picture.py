"""Time against rows, both on logarithmic scales, above the time that one copy of the scores takes.

    python -m benchmarks.picture build/bench/bench.json bench.png

One panel for each kind of work and shape of scores. Every line carries its name at its end; where ends lie close
together the names are moved apart and joined to them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers import PEERS, REFERENCE
from benchmarks.rows import SHAPES

INK, FAINT, GRID = "#1b1f24", "#6b7280", "#e5e7eb"
OURS, REFERENCE_COLOUR = "#0f62fe", "#1b1f24"
# Colours of Okabe and Ito, which people who see fewer colours tell apart too.
OTHERS = ("#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7b6fd0")
TITLES = {
    "area": "Area under the ROC curve",
    "interval": "The area with its interval",
    "curves": "Areas and all curves",
}
COPY = "one copy of the scores"
APART = 0.062  # of the height of a panel: how close two names may be
SECONDS = {1e-6: "1 µs", 1e-5: "10 µs", 1e-4: "0.1 ms", 1e-3: "1 ms", 1e-2: "10 ms", 0.1: "0.1 s", 1: "1 s", 10: "10 s"}
SECONDS |= {100: "100 s", 1_000: "1,000 s"}
ROWS = {1e3: "1,000", 1e4: "10,000", 1e5: "100,000", 1e6: "1 M", 1e7: "10 M", 1e8: "100 M"}


def colours() -> dict[str, str]:
    names = dict.fromkeys(name.split()[0].rstrip(",") for peers in PEERS.values() for name in peers)
    others = [name for name in names if name not in ("truecut", REFERENCE)]
    return {"truecut": OURS, REFERENCE: REFERENCE_COLOUR} | {
        name: OTHERS[i % len(OTHERS)] for i, name in enumerate(others)
    }


def draw(cells: list[dict[str, Any]], path: Path) -> None:
    """Draw the cells of a run; a kind of work or a shape that was not timed has no panel."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    works = [work for work in PEERS if any(cell["work"] == work for cell in cells)]
    shapes = [shape for shape in SHAPES if any(cell["shape"] == shape for cell in cells)]
    size = (1.2 + 5.2 * len(shapes), 0.9 + 3.9 * len(works))
    style = {"font.family": "DejaVu Sans", "font.size": 9, "text.color": INK, "axes.edgecolor": FAINT}
    with plt.rc_context(style):
        figure, grid = plt.subplots(
            len(works), len(shapes), figsize=size, sharex=True, sharey=True, squeeze=False, layout="constrained"
        )
        figure.get_layout_engine().set(h_pad=0.16, w_pad=0.1)
        # Names are placed by height, so the limits, which all panels share, have to be known first.
        grid[0, 0].set(xscale="log", yscale="log", xlim=_x_limits(cells), ylim=_y_limits(cells))
        for line, work in zip(grid, works, strict=True):
            for axes, shape in zip(line, shapes, strict=True):
                here = [cell for cell in cells if (cell["work"], cell["shape"]) == (work, shape)]
                _panel(axes, f"{TITLES[work]}\n{shape}", sorted(here, key=lambda cell: cell["rows"]))
        for axes in grid[-1]:
            axes.set_xlabel("rows", color=FAINT)
        for axes in grid[:, 0]:
            axes.set_ylabel("time on the clock", color=FAINT)
        figure.savefig(path, dpi=130, facecolor="white", metadata={"Software": None})
        plt.close(figure)


def _panel(axes: Any, title: str, cells: list[dict[str, Any]]) -> None:
    work, _, shape = title.partition("\n")
    axes.set_title(work, loc="left", fontsize=10.5, fontweight="bold", pad=18)
    axes.text(0, 1.025, shape, transform=axes.transAxes, color=FAINT)
    _ticks(axes.xaxis, axes.get_xlim(), ROWS)
    _ticks(axes.yaxis, axes.get_ylim(), SECONDS)
    axes.grid(which="major", color=GRID, linewidth=0.8)
    axes.minorticks_off()
    axes.tick_params(length=0, colors=FAINT)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    known, ends = colours(), []
    names = dict.fromkeys(name for cell in cells for name in cell["seconds"])
    for name in names:
        rows = [cell["rows"] for cell in cells if name in cell["seconds"]]
        times = [cell["seconds"][name]["wall"] for cell in cells if name in cell["seconds"]]
        is_ours = name == "truecut"
        colour = known[name.split()[0].rstrip(",")]
        dashes = (3, 2) if name == "truecut, NumPy only" else (None, None)
        width = 2.6 if is_ours else 1.3
        axes.plot(
            rows,
            times,
            color=colour,
            linewidth=width,
            marker="o",
            markersize=3.5,
            dashes=dashes,
            zorder=4 if is_ours else 3,
        )
        ends.append((rows[-1], times[-1], name, colour, is_ours))
    rows = [cell["rows"] for cell in cells]
    copies = [cell["copy"]["wall"] for cell in cells]
    axes.fill_between(rows, copies, axes.get_ylim()[0], color=GRID, alpha=0.6, linewidth=0, zorder=1)
    axes.plot(rows, copies, color=FAINT, linewidth=1, linestyle=(0, (1, 1.5)), zorder=2)
    ends.append((rows[-1], copies[-1], COPY, FAINT, False))
    name_ends(axes, ends)


def _x_limits(cells: list[dict[str, Any]]) -> tuple[float, float]:
    sizes = [cell["rows"] for cell in cells]
    return min(sizes) / 1.3, max(sizes) * 1.3


def _y_limits(cells: list[dict[str, Any]]) -> tuple[float, float]:
    times = [taken["wall"] for cell in cells for taken in (*cell["seconds"].values(), cell["copy"])]
    return min(times) / 2, max(times) * 1.5


def _ticks(axis: Any, limits: tuple[float, float], named: dict[float, str]) -> None:
    inside = {value: name for value, name in named.items() if limits[0] <= value <= limits[1]}
    axis.set_ticks(list(inside), list(inside.values()))


def name_ends(axes: Any, ends: list[tuple[float, float, str, str, bool]]) -> None:
    """Write each name beside the end of its line, moved apart from the others."""
    ends = sorted(ends, key=lambda end: end[1])
    low, high = np.log10(axes.get_ylim())
    at = [(np.log10(time) - low) / (high - low) for _, time, *_ in ends]
    for (rows, time, name, colour, is_ours), height in zip(ends, _spread(at), strict=True):
        axes.annotate(
            name,
            xy=(rows, time),
            xytext=(1.04, height),
            textcoords=axes.transAxes,
            color=colour,
            fontsize=8.5,
            fontweight="bold" if is_ours else "normal",
            verticalalignment="center",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.6,
                "alpha": 0.5,
                "shrinkA": 1,
                "shrinkB": 4,
                "relpos": (0, 0.5),
            },
        )


def _spread(heights: list[float]) -> list[float]:
    """Move rising heights apart to at least `APART`, each group about its own middle.

    Neighbours that would overlap become one block, which is centred where its members wanted to be.
    """
    blocks: list[list[float]] = []
    for height in heights:
        blocks.append([height])
        while len(blocks) > 1 and _lowest(blocks[-1]) - _highest(blocks[-2]) < APART:
            last = blocks.pop()
            blocks[-1] += last
    return [_lowest(block) + APART * i for block in blocks for i in range(len(block))]


def _lowest(block: list[float]) -> float:
    return float(np.mean(block)) - APART * (len(block) - 1) / 2


def _highest(block: list[float]) -> float:
    return float(np.mean(block)) + APART * (len(block) - 1) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("picture", type=Path)
    asked = parser.parse_args()
    draw(json.loads(asked.results.read_text())["cells"], asked.picture)


if __name__ == "__main__":
    main()
