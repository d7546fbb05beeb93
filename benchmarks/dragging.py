"""What one step of the report's dial costs in a browser, for few rows and for very many, and beside another page.

    python -m benchmarks.dragging
    python -m benchmarks.dragging --rows 1e6 --beside other.html

Three models and ten groups each. The mouse drags the dial over the same share of its width, a frame a step; the CPU
time that Chromium's main thread took for script, style and layout is told per step, and for all that it did. It is
counted by the thread's own clock, and pages take turns, so that a busy machine says the same. Nothing is asserted: the
numbers are for reading.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from statistics import median

import numpy as np
from playwright.sync_api import Browser, sync_playwright

import truecut as tc

FEW, STEPS, ROUNDS = 1_000, 120, 5
DISTANCES = {"a": 1.0, "b": 1.4, "c": 1.8}  # of the positives from the negatives, by model
WORK = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
ALL = "TaskDuration"
FRAME = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


def written(rows: int, folder: Path) -> Path:
    """Write the report of so many rows."""
    random = np.random.default_rng(1)
    labels = random.random(rows) < 0.1
    scores = {
        model: np.round(1 / (1 + np.exp(2 - random.normal(size=rows) - labels * distance)), 7)
        for model, distance in DISTANCES.items()
    }
    groups = np.array([f"group {i}" for i in range(10)])[random.integers(0, 10, rows)]
    path = folder / f"{rows:,} rows.html"
    tc.evaluate(labels, scores, group=groups).report(path)
    print(f"{rows:>12,} rows: {path.stat().st_size / 1024:.0f} KB")
    return path


def milliseconds_per_step(browser: Browser, path: Path, slider: str) -> tuple[float, float]:
    """Drag the dial step by step, and return how long the page worked on each, and how long it was busy in all."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(path.as_uri())
    page.wait_for_timeout(1_500)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> dict[str, float]:
        return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}

    dial = page.locator(slider).first
    dial.scroll_into_view_if_needed()
    box = dial.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.3 * box["width"], middle)
    page.mouse.down()
    page.wait_for_timeout(800)
    before = spent()
    for step in range(STEPS):
        page.mouse.move(box["x"] + (0.3 + 0.4 * step / STEPS) * box["width"], middle)
        page.evaluate(FRAME)
    after = spent()
    page.close()
    work = sum(after[name] - before[name] for name in WORK)
    return 1_000 * work / STEPS, 1_000 * (after[ALL] - before[ALL]) / STEPS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=float, default=1e7)
    parser.add_argument("--beside", type=Path, nargs="*", default=[], help="other pages with a slider")
    parser.add_argument("--slider", default="#dial", help="its selector")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        pages = [*(written(rows, Path(folder)) for rows in (FEW, int(asked.rows))), *map(Path.resolve, asked.beside)]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        found: dict[Path, list[tuple[float, float]]] = {path: [] for path in pages}
        for _ in range(ROUNDS):
            for path in pages:
                found[path].append(milliseconds_per_step(browser, path, asked.slider))
        browser.close()
    for path, rounds in found.items():
        work, busy = (median(column) for column in zip(*rounds, strict=True))
        each = ", ".join(f"{one:.1f}" for one, _ in rounds)
        print(f"{path.stem}: {work:.1f} ms of script, style and layout a step ({each}); {busy:.1f} ms in all")


if __name__ == "__main__":
    main()
