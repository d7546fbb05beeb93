"""truecut compare: predictions of many classes."""

import json

import numpy as np
import pytest

import truecut as tc

NAMES = ("a", "b", "c")


def two_columns(rows=300):
    """Return truth, a good model's answers and a worse one's."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, rows)
    return truth, *(np.where(rng.random(rows) < good, truth, rng.integers(0, 3, rows)) for good in (0.9, 0.6))


def test_predictions_in_columns_are_compared_on_the_command_line(tmp_path, run):
    lines = ["y,new,old"] + [f"{NAMES[t]},{NAMES[a]},{NAMES[b]}" for t, a, b in zip(*two_columns(), strict=True)]
    file = tmp_path / "two.csv"
    file.write_text("\n".join(lines) + "\n")
    found = json.loads(run("compare", str(file), "--label", "y", "--predicted", "new,old", "--json").out)
    by_python = tc.compare(file, label="y", predicted=["new", "old"])
    by_name = {one["metric"]: one for one in found["differences"]}
    for name in ("accuracy", "f1", "kappa"):
        difference = by_python.difference(name, "new", "old")
        assert (by_name[name]["value"], by_name[name]["low"]) == pytest.approx((difference.value, difference.low))
    assert found["verdicts"][0]["outcome"] == "better"
    text = run("compare", str(file), "--label", "y", "--predicted", "new,old").out
    assert "new is better than old" in text
    assert "Stuart-Maxwell" in text


def test_options_of_two_classes_are_refused(tmp_path, run):
    file = tmp_path / "two.csv"
    file.write_text("y,new,old\na,a,b\nb,b,b\nc,c,a\n")
    found = run("compare", str(file), "--label", "y", "--predicted", "new,old", "--above", "0,0.1")
    assert found.code == 2
    assert "no threshold" in found.err
