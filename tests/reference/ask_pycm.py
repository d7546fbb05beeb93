"""Writes what pycm finds on the examples of many classes, for test_pycm.py. Run by `make pycm`."""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pycm  # type: ignore[import-not-found,unused-ignore]

EXAMPLES = Path(__file__).parents[2] / "examples"
# As far apart as the words stand in the list, squared: pycm takes weights of a table of words.
DISTANCE = "kappa weighted by squared distance"


def as_number(value: Any) -> Any:
    """Return pycm's word for what has no value as none, and pairs as lists."""
    if isinstance(value, tuple):
        return [as_number(one) for one in value]
    return None if value == "None" else value


def found(file: str, predicted: str) -> dict[str, Any]:
    """Return all numbers of the matrix of an example, of the whole and by class."""
    with (EXAMPLES / f"{file}.csv").open(encoding="utf-8") as rows:
        pairs = [(row["digit"], row[predicted]) for row in csv.DictReader(rows)]
    matrix = pycm.ConfusionMatrix([truth for truth, _ in pairs], [answer for _, answer in pairs])
    by_class: dict[str, dict[str, Any]] = {name: {} for name in matrix.classes}
    for called, values in matrix.class_stat.items():
        for name, value in values.items():
            if not isinstance(value, str) or value == "None":
                by_class[name][called] = as_number(value)
    whole = {k: as_number(v) for k, v in matrix.overall_stat.items() if not isinstance(v, str) or v == "None"}
    places = {name: place for place, name in enumerate(matrix.classes)}
    squared = {one: {other: (places[one] - places[other]) ** 2 for other in places} for one in places}
    whole[DISTANCE] = matrix.weighted_kappa(squared)
    return {"overall": whole, "by_class": by_class}


json.dump(
    {
        "source": f"pycm {pycm.__version__}",
        "digits": found("digits", "predicted"),
        "rare-digits forest": found("rare-digits", "forest"),
    },
    sys.stdout,
    indent=1,
)
print()
