"""Benchmarks keep up with the code that they measure: each of them can be imported."""

import subprocess
import sys

from run_examples import ROOT

MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "benchmarks").rglob("*.py")
    if path.stem != "__init__"
)


def test_every_benchmark_finds_what_it_imports() -> None:
    assert "benchmarks.coverage.simulation" in MODULES
    # All in one process of its own: importing is what takes the time, and they import much the same.
    tried = "\n".join(f"import {module}" for module in MODULES)
    done = subprocess.run([sys.executable, "-c", tried], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
