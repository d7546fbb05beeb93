"""How many instructions the kernel takes on fixed rows, counted by valgrind: a regression shows on a noisy machine too.

    python -m benchmarks.instructions            compare with instructions.json; fail if it takes 2 % more
    python -m benchmarks.instructions --write    record

Another compiler makes other instructions, so its counts are shown and not judged.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
SOURCE = FOLDER.parent / "native" / "checks" / "instructions.cpp"
RECORDED = FOLDER / "instructions.json"
FLAGS = ("-std=c++17", "-O3", "-ffp-contract=off", "-pthread", "-DTRUECUT_WITHOUT_AVX2")
TOLERANCE = 1.02
ROWS = 100_000
CASES = tuple(
    (work, shape)
    for work, shapes in {
        "table": ("distinct", "tied", "rare"),
        "area": ("distinct", "tied", "rare"),
        "ranking": ("distinct",),
        "average precision": ("distinct",),
        "places": ("distinct", "tied"),
        "areas": ("distinct",),
        "rates": ("distinct",),
        "recall losses": ("distinct",),
        "hull": ("distinct",),
        "replicates": ("distinct", "tied"),
    }.items()
    for shape in shapes
)


def counted(program: Path, work: str, shape: str) -> int:
    """Return the instructions of one piece of work."""
    command = ["valgrind", "--tool=callgrind", "--toggle-collect=measured", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*command, program, work, shape, str(ROWS)], capture_output=True, text=True, check=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found, done.stderr
    return int(found[1])


def compiler() -> str:
    return os.environ.get("CXX", "g++")


def version_of_compiler() -> str:
    return subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if not shutil.which("valgrind") or not shutil.which(compiler()):
        print("valgrind or a C++ compiler is not there: instructions were not counted.")
        return 0

    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "instructions"
        subprocess.run([compiler(), *FLAGS, SOURCE, "-o", program], check=True)
        found = {f"{work}, {shape}": counted(program, work, shape) for work, shape in CASES}

    recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else {"compiler": "", "instructions": {}}
    is_comparable = recorded["compiler"] == version_of_compiler()
    worse = []
    print(f"Instructions per row, {ROWS:,} rows; {version_of_compiler()}")
    for case, instructions in found.items():
        before = recorded["instructions"].get(case)
        line = f"  {case:30}{instructions / ROWS:10.1f}"
        if before:
            line += f"{instructions / before:10.3f} of {before / ROWS:.1f}"
            worse += [case] if is_comparable and instructions > TOLERANCE * before else []
        print(line)
    if asked.write:
        written = {"compiler": version_of_compiler(), "rows": ROWS, "instructions": found}
        RECORDED.write_text(json.dumps(written, indent=1) + "\n")
        return 0
    if not is_comparable:
        print(f"Recorded with another compiler ({recorded['compiler']}): not judged.")
    if worse:
        print(f"Over {TOLERANCE - 1:.0%} more than recorded: {'; '.join(worse)}. If that is meant: --write.")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
