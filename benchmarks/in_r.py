"""pROC, which runs in R: the rows go there in a file, and R itself says how long it took."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.rows import Rows

INTERVAL = """
suppressMessages(library(pROC))
given <- commandArgs(trailingOnly = TRUE)
rows <- as.integer(given[2])
file <- file(given[1], "rb")
labels <- readBin(file, "integer", rows, size = 1)
scores <- readBin(file, "double", rows)
took <- system.time({
  curve <- roc(labels, scores, levels = c(0, 1), direction = "<", quiet = TRUE)
  limits <- as.numeric(ci.auc(curve, method = "delong"))
})
cat(sprintf("[%.15g, %.6f, %.6f]", limits[2], took[["user.self"]] + took[["sys.self"]], took[["elapsed"]]))
"""


@dataclass(frozen=True)
class TimedElsewhere:
    """What was found in another process, and how long that took there, in seconds."""

    area: float
    cpu: float
    wall: float

    def __float__(self) -> float:
        return self.area


@cache
def has_proc() -> bool:
    if shutil.which("Rscript") is None:
        return False
    return subprocess.run(["Rscript", "-e", "library(pROC)"], capture_output=True).returncode == 0


def proc_interval(rows: Rows) -> TimedElsewhere:
    """Return the area that pROC finds, timed with its DeLong interval."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows"
        path.write_bytes(rows.labels.astype("i1").tobytes() + rows.scores.tobytes())
        command = ["Rscript", "-e", INTERVAL, str(path), str(len(rows.labels))]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return TimedElsewhere(*json.loads(done.stdout))
