"""Every worked example of the sources is on the page, and the page's numbers are those of the sources.

The page itself is run by test_examples.py, so what it shows is what truecut gives.
"""

import json
import re

import pytest
from run_examples import DOCS, ROOT

import truecut as tc

PAGE = (DOCS / "examples/index.md").read_text(encoding="utf-8")
SOURCE = json.loads((ROOT / "tests/reference/data/source-examples.json").read_text(encoding="utf-8"))
OTHERS = {
    "f_scores": "f-scores",
    "f_scores_note": "f-scores",
    "harmonic_mean": "means",
    "roc_steps": "roc-by-hand",
    "six_points": "six-points",
    "churn_sweep": "churn-sweep",
    "ideal_model": "ideal-model",
    "errata": "corrections",
}


def section(name: str) -> str:
    found = re.search(rf"^\(example-{re.escape(name)}\)=$(.*?)(?=^\(example-|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"no example is called {name}"
    return found[1]


@pytest.mark.parametrize("case", SOURCE["counts_cases"], ids=lambda case: case["id"])
def test_every_matrix_is_worked_with_all_its_numbers(case) -> None:
    text = section(case["id"].replace(".", "-").lower())
    counts = case["counts"]
    assert f"| positive | {counts['tp']:,} | {counts['fn']:,} |" in text
    assert f"| negative | {counts['fp']:,} | {counts['tn']:,} |" in text
    given = ",".join(f"{cell}={counts[cell]}" for cell in ("tp", "fn", "fp", "tn"))
    for name, expected in case["expect"].items():
        assert f"$ truecut explain {name} --counts {given}" in text
        at = tc.counts(**counts)
        at = at.given(cost=tc.Cost(**case["cost"])) if name == "total_cost" else at
        assert at.metric(name).value == pytest.approx(expected)


def test_nothing_of_the_sources_is_left_out() -> None:
    assert set(SOURCE) == {"about", "counts_cases", *OTHERS}
    assert all(map(section, OTHERS.values()))


@pytest.mark.parametrize("key", ["churn_sweep", "ideal_model"])
def test_sweeps_are_shown_with_their_rates(key: str) -> None:
    text = section(OTHERS[key])
    for threshold, tp, tn, fp, fn in SOURCE[key]["rows"]:
        row = f"| {threshold:g} | {tp:,} | {tn:,} | {fp:,} | {fn:,} | {tp / (tp + fn):.4f} | {fp / (fp + tn):.4f} |"
        assert row in text


def test_the_steps_of_the_roc_curve_are_those_of_the_source() -> None:
    steps, text = SOURCE["roc_steps"], section("roc-by-hand")
    for step, (tp, tn) in enumerate(zip(steps["true_positives"], steps["true_negatives"], strict=True)):
        assert f"| {step} | {tp} | {tp / 5:g} | {tn} | {tn / 5:g} |" in text


def test_f_scores_and_means_are_those_of_the_source() -> None:
    text = section("f-scores")
    for score in SOURCE["f_scores"]:
        p, r = score["precision"], score["recall"]
        assert f"| {p} | {r} | 0.55 | {2 * p * r / (p + r):.3f} |" in text
        assert 2 * p * r / (p + r) == pytest.approx(score["f1"], abs=0.0051)
    mean = SOURCE["harmonic_mean"]
    assert f"the harmonic mean 2 × 1 × 9/(1 + 9) = {mean['harmonic']}" in " ".join(section("means").split())


def test_every_correction_is_listed() -> None:
    text = section("corrections").replace("\\", "").replace("&lt;", "<")
    for known in SOURCE["errata"]:
        assert known["says"] in text
        assert known["correct"] in text
