"""Comparisons with their outcome and their numbers: the same in Python and by `truecut compare`."""

import contextlib
import io
import json

import numpy as np
import pandas as pd
import pytest

import truecut as tc
from truecut.cli import main
from truecut.errors import TruecutError
from truecut.summaries.comparison import summary_of_comparison

ONE, TWO = {"tp": 0, "fn": 10, "fp": 0, "tn": 990}, {"tp": 8, "fn": 2, "fp": 48, "tn": 942}
M1, M2 = {"tp": 150, "fn": 40, "fp": 60, "tn": 250}, {"tp": 250, "fn": 45, "fp": 5, "tn": 200}
SAME = {"tp": 80, "fn": 20, "fp": 10, "tn": 90}
ALL = {"tp": 10, "fn": 0, "fp": 990, "tn": 0}
SOURCES = {"tp": -1, "fn": 100, "fp": 1}

# number: (first, reference), situation, outcome, parts of what is said, numbers of the difference by mean cost
COUNTED = {
    1: (
        (TWO, ONE),
        {},
        "depends on prices",
        ["as bad as 6 false", "up to 3.98 false", "12.6 false alarms or more"],
        None,
    ),
    2: ((TWO, ONE), {"cost": {"fn": 100, "fp": 1}}, "better", [], (0.248, 1.0, -0.752, -0.908, -0.380)),
    3: ((TWO, ONE), {"cost": {"fn": 2, "fp": 1}}, "worse", [], (0.052, 0.020, 0.032, 0.020, 0.048)),
    4: ((M2, M1), {}, "better", ["up to 20 false alarms", "at other prices they are not told apart"], None),
    5: ((M2, M1), {"cost": SOURCES}, "not enough data", ["38.0 %", "59.0 %"], (5.49, 7.82, -2.33, -5.12, 0.33)),
    6: ((M2, M1), {"cost": SOURCES, "prevalence": 0.02}, "better", [], (0.312, 0.595, -0.283, -0.437, -0.134)),
    7: ((SAME, SAME), {}, "not enough data", ["at any price"], None),
    8: ((ALL, ONE), {}, "depends on prices", ["as bad as 99 false alarms"], None),
    10: (
        ({"tp": 95, "fn": 5, "fp": 10, "tn": 190}, {"tp": 70, "fn": 30, "fp": 40, "tn": 160}),
        {},
        "better",
        ["whatever a miss costs"],
        None,
    ),
    11: (
        ({"tp": 10, "fn": 90, "fp": 80, "tn": 20}, {"tp": 60, "fn": 40, "fp": 40, "tn": 60}),
        {},
        "worse",
        ["whatever a miss costs"],
        None,
    ),
}
# number: situation, outcome, metric, first (boosted), reference (logistic), difference
SCORED = {
    13: ({}, "better", "roc_auc", (0.988, 0.980, 0.008)),
    14: ({"cost": {"fp": 10, "fn": 1}}, "better", "mean_cost", (0.115, 0.176, -0.061)),
    15: ({"cost": {"fp": 10, "fn": 1}, "threshold": 0.5}, "better", "mean_cost", (0.258, 0.339, -0.081)),
    16: ({"cost": {"fp": 10, "fn": 1}, "prevalence": 0.02}, "not enough data", "mean_cost", (0.0195, 0.0187, 0.0008)),
}


def typed(situation: dict) -> list[str]:
    words = []
    for name, value in situation.items():
        text = ",".join(f"{key}={one}" for key, one in value.items()) if isinstance(value, dict) else str(value)
        words += [f"--{name}", text]
    return words


def ran(*words: str) -> dict:
    """Return what `truecut compare` says as JSON."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()), pytest.raises(SystemExit) as stop:
        main.run(["compare", *words, "--json"])
    assert stop.value.code == 0
    return json.loads(out.getvalue())


@pytest.mark.parametrize("number", COUNTED)
def test_four_counts_are_compared(number):
    (first, reference), situation, outcome, parts, numbers = COUNTED[number]
    found = tc.compare({"ref": tc.counts(**reference), "new": tc.counts(**first)}, **situation).verdict("new", "ref")
    assert found.outcome.value == outcome
    for part in parts:
        assert part in found.sentence
    if numbers is not None:
        told = found.difference
        ours = (*told.values, told.value, told.low, told.high)
        assert ours == pytest.approx(numbers, abs=6e-3 if number == 5 else 6e-4)
    counts = [
        word
        for name, cells in (("ref", reference), ("new", first))
        for word in ("--counts", f"{name}:" + ",".join(f"{cell}={rows}" for cell, rows in cells.items()))
    ]
    verdict = ran(*counts, *typed(situation))["verdicts"][0]
    assert (verdict["outcome"], verdict["sentence"]) == (found.outcome.value, found.sentence)


def test_1_and_8_say_who_is_idle():
    found = tc.compare({"one": tc.counts(**ONE), "all": tc.counts(**ALL)}).verdict("all", "one")
    assert "one flags nobody" in found.notes
    assert "all flags everybody" in found.notes


def test_9_an_absent_class_leaves_it_open():
    first, second = ({"tp": 0, "fn": 0, "fp": fp, "tn": 500 - fp} for fp in (9, 5))
    found = tc.compare({"ref": tc.counts(**second), "new": tc.counts(**first)}).verdict("new", "ref")
    assert found.outcome.value == "not enough data"
    assert "no row is truly positive" in found.sentence


@pytest.mark.parametrize("prices", [{}, {"cost": {"fp": 1, "fn": 5}}])
def test_9_what_there_is_to_compare_without_a_class_is_shown(prices):
    labels, scores = ["ham"] * 60, np.arange(60) / 60
    e = tc.evaluate(labels, {"a": scores, "b": 1 - scores}, classes=["ham", "spam"], **prices)
    found = summary_of_comparison(e.compare())
    assert found.verdicts[0].outcome.value == "not enough data"
    assert "no row is truly" in found.verdicts[0].sentence
    assert "specificity" in [of.metric.name for of in found.metrics]


def test_12_a_forgotten_price_is_refused():
    with pytest.raises(TruecutError, match="a miss costs nothing; state fn= as well"):
        tc.compare({"one": tc.counts(**ONE), "two": tc.counts(**TWO)}, cost={"fp": 1})


@pytest.fixture(scope="module")
def spam() -> tc.Evaluation:
    return tc.evaluate("examples/spam.csv.gz", positive="spam")


@pytest.mark.parametrize("number", SCORED)
def test_scores_are_compared(number, spam):
    situation, outcome, name, numbers = SCORED[number]
    found = spam.given(**situation).compare().verdict("boosted", "logistic")
    assert (found.outcome.value, found.difference.metric) == (outcome, name)
    assert (*found.difference.values, found.difference.value) == pytest.approx(numbers, abs=6e-4)
    verdict = ran("examples/spam.csv.gz", "--positive", "spam", *typed(situation))["verdicts"][0]
    assert (verdict["outcome"], verdict["sentence"]) == (found.outcome.value, found.sentence)


def test_17_a_threshold_above_every_score_flags_nobody(spam):
    stated = {"cost": {"fp": 10, "fn": 1}, "threshold": {"boosted": 126, "logistic": 0.5}}
    found = spam.given(**stated).compare().difference("mean_cost", "boosted", "logistic")
    assert found.values == pytest.approx((0.394, 0.339), abs=6e-4)
    assert spam.given(**stated).compare().verdict("boosted", "logistic").outcome.value == "worse"
    said = summary_of_comparison(spam.given(**stated).compare()).outside
    assert said == ("126 lies above every score of 'boosted' (2.451e-05 to 0.9999): nothing is flagged",)


@pytest.fixture
def two_files(tmp_path) -> list[str]:
    """Return two files of different rows, of which the second model is better by far; ids 100 to 399 are in both."""
    random = np.random.default_rng(2)
    labels = (random.random(500) < 0.4).astype(int)
    paths = []
    for name, ids, shift in (("old", np.arange(400), 0.8), ("new", np.arange(100, 500), 3.0)):
        scores = random.normal(shift * labels[ids], 1)
        pd.DataFrame({"id": ids, "y": labels[ids], "s": scores}).to_csv(tmp_path / f"{name}.csv", index=False)
        paths.append(str(tmp_path / f"{name}.csv"))
    return paths


def test_18_different_rows_are_compared_by_area(two_files):
    found = tc.compare(two_files, label="y", score="s", unpaired=True)
    told = found.verdict("new", "old")
    assert (told.outcome.value, told.difference.metric) == ("better", "roc_auc")
    areas = [tc.evaluate(path, label="y", score="s").metric("roc_auc").value for path in reversed(two_files)]
    assert told.difference.values == pytest.approx(tuple(areas))
    verdict = ran(*two_files, "--label", "y", "--score", "s", "--unpaired")["verdicts"][0]
    assert (verdict["outcome"], verdict["sentence"]) == (told.outcome.value, told.sentence)


def test_19_where_ids_overlap_in_part_the_rows_of_both_files_are_compared(two_files):
    found = tc.compare(two_files, id="id", label="y", score="s")
    assert "rows: the 300 whose 'id' is in every file; left out: 100 of old.csv, 100 of new.csv" in found.read.inferred
    old, new = (pd.read_csv(path).set_index("id") for path in two_files)
    both = old.add_suffix("_old").join(new.add_suffix("_new"), how="inner")
    alone = tc.compare(both["y_old"].to_numpy(), {"old": both["s_old"].to_numpy(), "new": both["s_new"].to_numpy()})
    ours, theirs = (one.difference("roc_auc", "new", "old") for one in (found, alone))
    assert (ours.value, ours.low, ours.high) == (theirs.value, theirs.low, theirs.high)
    assert found.verdict("new", "old").outcome.value == "better"


def test_19_fewer_than_ten_rows_of_a_class_in_both_files_are_refused(two_files):
    new = pd.read_csv(two_files[1])
    new[new["id"] >= 385].to_csv(two_files[1], index=False)
    with pytest.raises(TruecutError, match="385 ids of column 'id' occur in"):
        tc.compare(two_files, id="id", label="y", score="s")


def test_20_hard_rules_beside_scores_are_compared_at_every_price():
    random = np.random.default_rng(4)
    labels = (random.random(600) < 0.3).astype(int)
    scores = np.clip(np.where(labels == 1, 0.75, 0.25) + random.normal(0, 0.15, 600), 0, 1)
    rule = (random.random(600) < np.where(labels == 1, 0.6, 0.3)).astype(int)
    frame = pd.DataFrame({"y": labels, "p": scores, "rule": rule})
    found = tc.evaluate(frame, label="y", score="p", predicted="rule").compare().verdict("p", "rule")
    assert found.outcome.value == "better"
    assert "whatever a miss costs" in found.sentence
