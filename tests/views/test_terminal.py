"""The report for a terminal: no number is ever cut, and what it says is good English."""

import io
import re

import numpy as np
import pytest
from rich.console import Console

import truecut as tc
from truecut.summaries.of_counts import summary_of_point
from truecut.summaries.summary import Summary
from truecut.views.summary.text import drawn, sentence_at_threshold

LABELS = [1, 0, 1, 0]
SCORES = [0.9, 0.2, 0.6, 0.7]
WIDTHS = pytest.mark.parametrize("width", [60, 80, 120])


def text_of(summary: Summary, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False, emoji=False)
    console.print(drawn(summary, width))
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def many_classes() -> Summary:
    weights = [10**9 + i for i in range(10)]
    table = {"y": list(range(10)), "g": [*range(1, 10), 0], "w": weights}
    return tc.evaluate(table, label="y", predicted="g", weight="w").summary()


def wide_models() -> Summary:
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, 200)
    scores = {f"a model with a rather long name {i}": rng.random(200) for i in range(4)}
    groups = np.where(rng.random(200) < 0.5, "a group with a rather long name", "short")
    return tc.evaluate(labels, scores, weight=np.full(200, 1e9), group=groups).summary()


@WIDTHS
def test_no_number_of_a_report_is_ever_cut(width):
    huge = tc.counts(tp=123_456_789_012, fn=1, fp=98_765_432_109, tn=55_555_555_555)
    for summary in (summary_of_point(huge), many_classes(), wide_models(), tc.evaluate(LABELS, SCORES).summary()):
        text = text_of(summary, width)
        assert "…" not in text
        assert max(map(len, text.splitlines())) <= width
    assert "123,456,789,012" in text_of(summary_of_point(huge), width)


@WIDTHS
def test_every_shown_count_of_the_matrix_is_there(width):
    text = text_of(tc.evaluate([1] * 12345 + [0] * 67890, np.r_[np.full(12345, 0.9), np.zeros(67890)]).summary(), width)
    assert re.search(r"12,345 found|found +12,345", text)
    assert re.search(r"67,890 left alone|left alone +67,890", text)


def test_a_matrix_that_does_not_fit_says_where_to_find_it():
    assert "--json and --format markdown hold it" in " ".join(text_of(many_classes(), 60).split())
    assert "true \\ predicted" in text_of(many_classes(), 200)


def two_models() -> Summary:
    rng = np.random.default_rng(4)
    labels = rng.random(400) < 0.3
    good, poor = (1 / (1 + np.exp(1 - strength * labels + rng.normal(size=400))) for strength in (3, 0.3))
    groups = np.where(rng.random(400) < 0.5, "here", "there")
    good = np.where(labels & (groups == "there"), good / 3, good)
    return tc.evaluate(labels, {"good": good, "poor": poor}, group=groups).summary()


def test_narrow_terminals_lose_whiskers_first_then_columns():
    wide, usual, narrow = (text_of(two_models(), width) for width in (120, 80, 60))
    assert re.search(r"Models +ROC AUC +0\.5 +1 +to the best +p +Recall +Precision +F1", wide)
    assert re.search(r"Models +ROC AUC +0\.5 +1 +to the best +p$", usual, re.M)
    assert re.search(r"Models +ROC AUC +to the best +p$", narrow, re.M)
    assert "●" in usual
    assert "●" not in narrow


def test_other_models_are_held_against_the_best():
    text = text_of(two_models(), 100)
    assert re.search(r"^▸ good .* best", text, re.M)
    assert re.search(r"^  poor .* -0\.\d{3} \(-0\.\d{3} to -0\.\d{3}\) +< 0\.001  worse", text, re.M)
    assert "by DeLong's test; `truecut compare` says more." in text


def test_saved_models_whose_rows_are_gone_are_shown_side_by_side_only(tmp_path):
    tc.evaluate(LABELS, {"first": SCORES, "second": SCORES}).save(tmp_path / "e.json")
    text = text_of(tc.load(tmp_path / "e.json").summary(), 120)
    assert re.search(r"Models +ROC AUC .* Accuracy", text)
    assert "to the best" not in text


def test_the_group_with_the_widest_gap_is_named_and_all_others_are_elsewhere():
    text = text_of(two_models(), 100)
    assert re.search(r"^there +\d+  Recall .* -\d+\.\d \(.*\) +< 0\.001  worse", text, re.M)
    assert "The widest gaps of 2 groups, p by Holm; `truecut groups` shows all." in text


def test_groups_that_are_all_alike_take_one_line():
    groups = ["a", "a", "b", "b"] * 10
    text = text_of(tc.evaluate([1, 0, 1, 0] * 10, [0.9, 0.1, 0.9, 0.1] * 10, group=groups).summary(), 100)
    assert "2 groups (a, b): none has a worse recall or FPR than the rest; `truecut groups` shows all." in text


def test_thresholds_stand_in_the_order_of_what_they_flag_with_the_present_one_marked():
    text = text_of(two_models(), 100)
    lines = text[text.index("Thresholds ") : text.index("Found on these rows")].splitlines()[1:]
    flagged = [float(re.findall(r"([\d.]+) %", line)[0 if "90 %" not in line else 1]) for line in lines]
    assert flagged == sorted(flagged)
    assert sum(line.startswith("▸ As judged here") for line in lines) == 1
    assert [line.split("  ")[1].strip() for line in lines if not line.startswith("▸")]


def test_stated_costs_price_every_threshold():
    summary = tc.evaluate(LABELS, SCORES).summary(cost=tc.Cost(fp=1, fn=3))
    text = text_of(summary)
    assert re.search(r"Thresholds +cut .* cost/1,000", text)
    assert re.search(r"  Cheapest .* 250\.000|  Cheapest .* 250$", text, re.M)


def test_calibration_takes_one_line():
    rng = np.random.default_rng(4)
    chance = rng.random(2000)
    fine = tc.evaluate(rng.random(2000) < chance, chance).summary()
    cautious = tc.evaluate(rng.random(2000) < chance, 0.5 + (chance - 0.5) / 3).summary()
    assert re.search(r"^Calibration +no fault seen: observed/expected .* slope ", text_of(fine, 120), re.M)
    assert re.search(r"^Calibration +miscalibrated, too cautious: ", text_of(cautious, 120), re.M)
    assert "Calibration" not in text_of(tc.evaluate(LABELS, [5, -2, 3, 4]).summary())


def test_the_report_says_what_was_read_and_inferred():
    e = tc.evaluate([1, None, 0, 1], SCORES, weight=[1, 1, 1, 0], missing="drop", lower_is_positive=True)
    text = text_of(e.summary())
    for said in (
        "the arrays  2 rows of total weight 2, 1 positive (50.0 %)",
        "low scores mean positive",
        "weighted by 'weights' (importance weights)",
        "left out: 1 row, because a value was missing",
        "left out: 1 row, because the weight is 0",
        "inferred positive: '1', since the labels are '1' and '0'",
        "flagged when score <= threshold",
    ):
        assert said in text


def test_what_was_named_is_not_said_to_be_inferred():
    text = text_of(tc.evaluate(LABELS, SCORES, positive=1).summary())
    assert "positive: '1' of column 'labels'; negative: '0'" in text
    assert "inferred" not in text


def test_one_row_is_not_plural():
    text = text_of(summary_of_point(tc.counts(tp=1, fn=0, fp=0, tn=0)))
    assert "1 row, 1 positive (100 %)" in text
    assert "finds 1 of 1 positive row and flags 0 of 0 negative ones" in text
    assert "1 false alarm " in text_of(summary_of_point(tc.counts(tp=1, fn=0, fp=1, tn=0)))


def test_no_rows_have_no_share():
    text = text_of(summary_of_point(tc.counts(tp=0, fn=0, fp=0, tn=0)))
    assert "0 rows, 0 positive\n" in text
    assert "%" not in text


def test_with_several_models_the_headline_names_the_one_it_is_about():
    summary = tc.evaluate(LABELS, {"logit": SCORES, "tree": SCORES}).summary()
    text = text_of(summary, 120)
    assert "At 0.5 logit finds 2 of 2 positive rows and flags 1 of 2 negative ones by mistake." in text


def test_predictions_have_no_curve_and_no_threshold():
    text = text_of(tc.evaluate({"y": LABELS, "g": [1, 0, 0, 1]}, label="y", predicted="g").summary())
    assert "It finds 1 of 2 positive rows" in text
    assert "threshold" not in text
    assert "ROC AUC" not in text


def test_undefined_metrics_say_why():
    text = text_of(tc.evaluate(LABELS, [5, -2, 3, 4]).summary())
    assert re.search(r"Brier +– +scores are not probabilities", text)


@pytest.mark.parametrize(
    "scores",
    [
        [np.inf, -np.inf, np.inf, -np.inf],
        [1e308, -1e308, 1e308, 3],
        [2.0, 2.0000000000000004, 2.0, 2.0],
        [5e-324, 0, 0, 5e-324],
        np.array([2**63 - 1, -(2**63), 5, 0]),
        [0.5, 0.5, 0.5, 0.5],
    ],
    ids=["infinite", "farthest", "nearest", "smallest", "whole", "equal"],
)
@pytest.mark.parametrize("threshold", [0.5, np.inf, -np.inf, 1e308])
def test_extreme_scores_and_thresholds_are_drawn(scores, threshold):
    text = text_of(tc.evaluate(LABELS, scores, threshold=threshold).summary())
    assert "At every threshold" in text
    assert "nan" not in text


def test_the_histogram_shows_where_the_threshold_cuts():
    lines = text_of(tc.evaluate([1] * 8 + [0] * 8, [0.99] * 8 + [0.01] * 8).summary()).splitlines()
    positive = next(line for line in lines if line.startswith("positive ") and "┃" in line)
    negative = next(line for line in lines if line.startswith("negative ") and "┃" in line)
    assert positive == "positive " + " " * 16 + "┃" + " " * 15 + "█"
    assert negative == "negative █" + " " * 15 + "┃"


def test_hostile_names_come_out_literally():
    words = tc.Words("[bold]p[/]", "{n}", ":smile:")
    summary = tc.evaluate(
        LABELS, {"[red]m": SCORES, "n": SCORES}, group=["[/]", "x", "x", "[/]"], words=words
    ).summary()
    text = text_of(summary, 120)
    for name in ("[red]m", "[bold]p[/]", "{n}", ":smile:", "[/]"):
        assert name in text


def test_of_other_models_only_what_is_wrong_is_shown():
    summary = tc.evaluate([1, 0] * 20, {"fine": [0.9, 0.1] * 20, "flat": [0.5] * 40}).summary()
    text = text_of(summary)
    assert "✓ fine: Accuracy" in text
    assert "! flat: The ranking cannot be told from chance." in text
    assert "✓ flat" not in text


def test_the_headline_of_weights_keeps_fractions():
    e = tc.evaluate(LABELS, SCORES, weight=[0.5, 1, 0.25, 2])
    assert sentence_at_threshold(e.summary().models[0], tc.Words()) == (
        "At 0.5 it finds 0.75 of 0.75 positive rows and flags 2 of 3 negative ones by mistake."
    )
