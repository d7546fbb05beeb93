"""What one step of the report's dial costs in a browser, for few rows and for very many.

    python benchmarks/dragging.py
    python benchmarks/dragging.py --rows 1e6

Three models and ten groups each; the time is what Chromium's main thread was busy per step of the keyboard. It should
not depend on the rows, since the page holds counts. Nothing is asserted: the numbers are for reading.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, sync_playwright

import truecut as tc

FEW, STEPS, ROUNDS = 1_000, 60, 3
DISTANCES = {"a": 1.0, "b": 1.4, "c": 1.8}  # of the positives from the negatives, by model


def written(rows: int, folder: Path) -> Path:
    """Write the report of so many rows."""
    random = np.random.default_rng(1)
    labels = random.random(rows) < 0.1
    scores = {
        model: np.round(1 / (1 + np.exp(2 - random.normal(size=rows) - labels * distance)), 7)
        for model, distance in DISTANCES.items()
    }
    groups = np.array([f"group {i}" for i in range(10)])[random.integers(0, 10, rows)]
    path = folder / f"{rows}.html"
    tc.evaluate(labels, scores, group=groups).report(path)
    print(f"{rows:>12,} rows: {path.stat().st_size / 1024:.0f} KB")
    return path


def milliseconds_per_step(browser: Browser, path: Path) -> float:
    """Move the dial step by step, and return how long the page was busy with each."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(path.as_uri())
    page.wait_for_timeout(1_500)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "TaskDuration")

    page.locator("input[type=range]").first.focus()
    before = busy()
    for _ in range(STEPS):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(20)
    spent = (busy() - before) / STEPS
    page.close()
    return 1_000 * spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=float, default=1e7)
    many = int(parser.parse_args().rows)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        pages = {rows: written(rows, Path(folder)) for rows in (FEW, many)}
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for _ in range(ROUNDS):
            few, lots = (milliseconds_per_step(browser, path) for path in pages.values())
            print(f"{FEW:,} rows: {few:.1f} ms a step; {many:,} rows: {lots:.1f} ms, {lots / few:.2f} times as much")
        browser.close()


if __name__ == "__main__":
    main()
