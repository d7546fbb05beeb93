"""How the work after the counting grows with rows, models and groups: CPU seconds, on logarithmic scales.

    python -m benchmarks.growth build/bench/after_counting.json growth.png

One panel for each of the three; the time of counting the same rows is drawn in grey.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import truecut as tc
from benchmarks.after_counting import (
    HARDEST,
    Work,
    areas_of_groups,
    as_json,
    compared,
    counted,
    duckdb_of,
    group_names,
    on_duckdb,
    several,
    with_area,
)
from benchmarks.picture import FAINT, GRID, INK, OTHERS, OURS, ROWS, SECONDS, name_ends
from benchmarks.rows import Rows

COUNTING = "counting"
Grown = dict[str, dict[str, list[tuple[int, float]]]]  # what grows -> the work -> how much there is, CPU seconds
TITLES = {"rows": "One model", "models": "100,000 rows", "groups": "100,000 rows, one model"}
MODELS, GROUPS = (1, 2, 4, 8, 16), (1, 10, 100, 1_000)
FEW_ROWS = 100_000


def grown(most_rows: int) -> Grown:
    """Measure each kind of work on growing rows, models and groups."""
    sizes = [size for size in (1_000, 10_000, 100_000, 1_000_000, 10_000_000) if size <= most_rows]
    return {
        "rows": _along(sizes, _with_rows),
        "models": _along(MODELS, partial(_with_models, min(most_rows, FEW_ROWS))),
        "groups": _along(GROUPS, partial(_with_groups, min(most_rows, FEW_ROWS))),
    }


def _along(numbers: Iterable[int], works: Callable[[int], dict[str, Work]]) -> dict[str, list[tuple[int, float]]]:
    found: dict[str, list[tuple[int, float]]] = {}
    for number in numbers:
        for name, work in works(number).items():
            found.setdefault(name, []).append((number, min(work.seconds() for _ in range(2))))
    return found


def _with_rows(size: int) -> dict[str, Work]:
    rows = Rows.drawn(size, HARDEST)
    return {
        "page": Work(lambda e: e.html(), counted(rows)),
        "calibration": Work(lambda e: e.calibration(), counted(rows)),
        "JSON report": Work(as_json, counted(rows)),
        COUNTING: Work(lambda _: with_area(rows.labels, rows.scores)),
    }


def _with_models(size: int, models: int) -> dict[str, Work]:
    rows = Rows.drawn(size, HARDEST)
    scores = several(rows, models)
    made = partial(tc.evaluate, rows.labels, scores)
    works = {"page": Work(lambda e: e.html(), made), COUNTING: Work(lambda _: with_area(rows.labels, scores))}
    return works | ({"compare": Work(compared, made)} if models > 1 else {})


def _with_groups(size: int, groups: int) -> dict[str, Work]:
    rows, names = Rows.drawn(size, HARDEST), group_names(size, groups)
    connection = duckdb_of({"y": rows.labels, "p": rows.scores, "g": names})
    return {
        "page": Work(lambda e: e.html(), counted(rows, group=names)),
        "JSON report": Work(as_json, counted(rows, group=names)),
        "areas": Work(areas_of_groups, counted(rows, group=names)),
        "DuckDB": Work(lambda _: on_duckdb(connection, group="g", resolution="exact")),
        COUNTING: Work(lambda _: tc.evaluate(rows.labels, rows.scores, group=names)),
    }


def draw(found: Grown, path: Path) -> None:
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    style = {"font.family": "DejaVu Sans", "font.size": 9, "text.color": INK, "axes.edgecolor": FAINT}
    with plt.rc_context(style):
        figure, panels = plt.subplots(1, len(found), figsize=(15, 4.4), sharey=True, layout="constrained")
        names = dict.fromkeys(name for works in found.values() for name in works if name != COUNTING)
        colours = dict(zip(names, (OURS, *OTHERS), strict=False)) | {COUNTING: FAINT}
        for axes, (what, works) in zip(panels, found.items(), strict=True):
            _panel(axes, what, works, colours)
        for axes, works in zip(panels, found.values(), strict=True):
            ends = [(*points[-1], name, colours[name], name == "page") for name, points in works.items()]
            name_ends(axes, ends)
        panels[0].set_ylabel("CPU time", color=FAINT)
        low, high = panels[0].get_ylim()
        marks = {value: name for value, name in SECONDS.items() if low <= value <= high}
        panels[0].set_yticks(list(marks), list(marks.values()))
        for axes in panels:
            axes.minorticks_off()
        figure.savefig(path, dpi=130, facecolor="white", metadata={"Software": None})
        plt.close(figure)


def _panel(axes: Any, what: str, works: dict[str, list[tuple[int, float]]], colours: dict[str, str]) -> None:
    axes.set(xscale="log", yscale="log", xlabel=what)
    axes.set_title(f"Growing {what}", loc="left", fontsize=10.5, fontweight="bold", pad=18)
    axes.text(0, 1.025, TITLES[what], transform=axes.transAxes, color=FAINT)
    axes.xaxis.label.set_color(FAINT)
    numbers = [number for number, _ in works[COUNTING]]
    axes.set_xticks(numbers, [ROWS.get(number, f"{number:,}") for number in numbers])
    axes.grid(which="major", color=GRID, linewidth=0.8)
    axes.tick_params(length=0, colors=FAINT)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    for name, points in works.items():
        dashes = (1, 1.5) if name == COUNTING else (None, None)
        axes.plot(*zip(*points, strict=True), color=colours[name], marker="o", markersize=3.5, dashes=dashes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("picture", type=Path)
    asked = parser.parse_args()
    draw(json.loads(asked.results.read_text())["growth"], asked.picture)


if __name__ == "__main__":
    main()
