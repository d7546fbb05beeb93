"""Twenty conclusions that are easily drawn falsely although each number is right, and what is said instead."""

import json

import numpy as np
import pandas as pd
import pytest

import truecut as tc
from truecut.errors import TruecutError

RANDOM = np.random.default_rng(0)
POSITIVE = RANDOM.random(1000) < 0.2
SCORES = np.clip(0.35 * POSITIVE + RANDOM.normal(0.35, 0.2, 1000), 0, 1).round(3)
FRAME = pd.DataFrame({"y": POSITIVE.astype(int), "p": SCORES, "q": np.clip(SCORES + 0.1, 0, 1).round(3)})
READ = ("--label", "y", "--score", "p")


@pytest.fixture
def file(tmp_path):
    """Write rows of a good model to a file."""
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    return str(path)


# 1 and 2: a gate knows what was priced, and how little is known of a miss that was not seen


def test_1_a_gate_of_costs_knows_the_prices(run, file):
    e = tc.evaluate(FRAME, label="y", score="p", cost={"fp": 1, "fn": 10})
    total = e.metric("total_cost")
    limit = int(total.low * 0.9)
    gate = run("check", file, *READ, "--cost", "fp=1,fn=10", "--require", f"total_cost <= {limit}")
    assert (gate.code, "failed" in gate.out) == (1, True)
    unpriced = FRAME.assign(flagged=FRAME.p >= 0.5)
    assert total.value == (unpriced.flagged & (FRAME.y == 0)).sum() + 10 * (~unpriced.flagged & (FRAME.y == 1)).sum()
    assert total.value > limit > ((FRAME.p >= 0.5) != FRAME.y).sum()  # mistakes that all cost 1 would have passed


def test_2_a_dear_miss_that_was_not_seen_leaves_a_gate_undecided(run):
    counts = ("--counts", "tp=10,fn=0,fp=49,tn=441", "--cost", "fn=1000,fp=1")
    gate = run("check", *counts, "--require", "cost <= 0.2", "--json")
    told = json.loads(gate.out)["requirements"][0] if "requirements" in json.loads(gate.out) else json.loads(gate.out)
    assert gate.code == 1
    assert "undecided" in json.dumps(told)
    assert tc.counts(tp=10, fn=0, fp=49, tn=441).given(cost={"fn": 1000, "fp": 1}).metric("cost").high > 1


# 3 and 4: who is better


def test_3_a_model_that_finds_nobody_does_not_win_by_accuracy(run):
    words = ("compare", "--counts", "one:tp=0,fn=10,fp=0,tn=990", "--counts", "two:tp=8,fn=2,fp=48,tn=942")
    said = " ".join(run(*words).out.split())
    assert "? Whether two or one is better depends on prices" in said
    assert "two is worse than one" not in said
    assert "one flags nobody" in said
    one, two = tc.counts(tp=0, fn=10, fp=0, tn=990), tc.counts(tp=8, fn=2, fp=48, tn=942)
    answer = json.loads(run(*words, "--json").out)["answer"]
    assert answer == tc.compare({"one": one, "two": two}).verdict("two", "one").sentence
    assert answer in said


def test_3_nor_is_it_best_of_many_models_by_accuracy_nor_another_whatever_mistakes_cost(run):
    words = ["compare", "--counts", "one:tp=0,fn=1000,fp=0,tn=99000", "--counts", "two:tp=800,fn=200,fp=4800,tn=94200"]
    words += ["--counts", "three:tp=500,fn=500,fp=1000,tn=98000"]
    by_rates, by_accuracy = (" ".join(run(*words, *more).out.split()) for more in ([], ["--metric", "accuracy"]))
    assert "is best" not in by_rates + by_accuracy
    assert "? two has the highest informedness (Youden's J), 0.752, beyond chance" in by_rates
    assert "whether it is better than three or one depends on prices" in by_rates
    assert by_accuracy.count("? one is no better than not looking at all") == 1
    best = ["compare", "--counts", "a:tp=900,fn=100,fp=10,tn=990", "--counts", "b:tp=800,fn=200,fp=90,tn=910"]
    said = " ".join(run(*best, "--counts", "c:tp=700,fn=300,fp=99,tn=901").out.split())
    assert "✓ a is best: its informedness" in said


def test_4_totals_of_different_populations_do_not_tell_who_is_cheaper(run):
    words = ("cost", "--counts", "M1:tp=150,fn=40,fp=60,tn=250", "--counts", "M2:tp=250,fn=45,fp=5,tn=200")
    said = " ".join(run(*words, "--cost", "tp=-1,fn=100,fp=1").out.split())
    assert "totals are of different populations and do not tell who is cheaper" in said
    assert "At 38.0 % positives a row costs M2 5.490, M1 7.820" in said
    assert "M2 is the cheapest at either share" in said


# 5 to 7: what varies where classes weigh differently


def test_5_precision_of_classes_of_different_weight_allows_what_specificity_allows(run, tmp_path):
    positive = np.arange(1050) < 50
    frame = pd.DataFrame({"y": positive * 1, "pred": (np.arange(1050) < 40) * 1, "w": np.where(positive, 1, 100)})
    frame.to_csv(tmp_path / "w.csv", index=False)
    words = ("report", str(tmp_path / "w.csv"), "--label", "y", "--predicted", "pred", "--weight", "w", "--json")
    metrics = json.loads(run(*words).out)["models"][0]["metrics"]
    assert metrics["precision"]["value"] == 1
    least = 40 / (40 + 100_000 * (1 - metrics["specificity"]["low"]))
    assert metrics["precision"]["low"] < 2 * least < 0.3


def test_6_a_mean_cost_with_one_dear_miss_is_known_to_within_a_few_misses():
    found = tc.counts(tp=56, fn=1, fp=20, tn=423).given(cost={"fn": 1000, "fp": 1}).metric("cost")
    assert found.value == pytest.approx(2.04)
    assert found.low < 0.5 and found.high > 8  # a tenth of a miss, and four of them
    assert "the number of false negatives, about 1, decides this" in found.note


def test_7_two_equal_models_of_weighted_rows_are_hardly_ever_told_apart_by_precision():
    random, apart, samples = np.random.default_rng(7), 0, 60
    positive = np.arange(120) < 60
    for _ in range(samples):
        both = {name: (random.random(120) < np.where(positive, 0.85, 0.02)) * 1 for name in ("a", "b")}
        e = tc.evaluate(positive, predicted=both, weight=np.where(positive, 1, 99))
        found = e.compare().difference("precision", "a", "b")
        apart += found.low is not None and not found.low <= 0 <= found.high
    assert apart <= 0.15 * samples  # 41 of 100 once


# 8 to 10: nothing is looser by a slip


def test_8_a_threshold_is_a_number_and_never_compared_by_letter():
    with pytest.raises(TruecutError, match="A threshold is a number, not '126'"):
        tc.evaluate(FRAME, label="y", score="p").at("126")


def test_9_five_is_not_five_percent(run, file):
    gate = run("check", file, *READ, "--require", "fpr <= 5")
    assert gate.code == 2
    assert "Did you mean 5%?" in gate.err


def test_10_a_day_without_a_positive_row_is_undecided(run, tmp_path):
    path = tmp_path / "day.csv"
    path.write_text("y,p\n" + "ham,0.1\nham,0.7\nham,0.2\n" * 5, encoding="utf-8")
    words = ("check", str(path), *READ, "--positive", "spam", "--classes", "ham,spam", "--require", "recall >= 0.8")
    gate = run(*words)
    assert gate.code == 1
    assert "undecided" in gate.out and "no row is truly spam" in gate.out


# 11 and 12: areas and losses


def test_11_one_score_far_away_does_not_spoil_an_area_counted_in_cells(run, tmp_path):
    random = np.random.default_rng(5)
    positive = random.random(60_000) < 0.3
    scores = random.normal(size=60_000) + positive
    scores[0] = 1e30
    pd.DataFrame({"y": positive * 1, "s": scores}).to_csv(tmp_path / "logits.csv", index=False)
    words = ("report", str(tmp_path / "logits.csv"), "--label", "y", "--score", "s", "--json")
    exact, cells = (json.loads(run(*words, *more).out)["models"][0] for more in ((), ("--memory", "64MB")))
    one, other = exact["metrics"]["roc_auc"], cells["metrics"]["roc_auc"]
    assert other["value"] == pytest.approx(one["value"], abs=2e-4)
    assert other["low"] <= one["value"] <= other["high"]


def test_12_the_log_loss_of_class_scores_is_the_multinomial_one(run, tmp_path):
    random = np.random.default_rng(3)
    truth, raw = random.integers(0, 3, 300), random.normal(size=(300, 3))
    raw[np.arange(300), truth] += 1
    likely = np.exp(raw) / np.exp(raw).sum(axis=1, keepdims=True)
    frame = pd.DataFrame(likely, columns=list("abc")).assign(y=np.array(list("abc"))[truth])
    frame.to_csv(tmp_path / "abc.csv", index=False)
    words = [part for name in "abc" for part in ("--class-score", f"{name}={name}")]
    told = json.loads(run("report", str(tmp_path / "abc.csv"), "--label", "y", *words, "--json").out)["classes"]
    expected = -np.log(likely[np.arange(300), truth]).mean()
    assert told["overall"]["log_loss"]["value"] == pytest.approx(expected, rel=1e-9)


# 13 to 15: the page and the terminal have one answer


def test_13_the_page_opens_in_the_state_that_it_recommends():
    e = tc.evaluate(FRAME, label="y", score=["p", "q"], cost={"fp": 10, "fn": 1})
    told = e.recommend()
    assert told.sentences.headline in e.html()
    from truecut.summaries.report import report_of
    from truecut.views.page_data import payload_of

    made = payload_of(report_of(e.summary()))
    assert made["recommendation"]["model"] == told.model
    assert made["recommendation"]["threshold"] == told.threshold
    assert made["cost"]["fp"] == 10


@pytest.mark.parametrize("threshold", [0.3, 0.62])
def test_14_findings_are_those_of_the_threshold_that_stands_above_them(run, file, threshold):
    """What a page says at another threshold is asked in `tests/views/report/test_first_screen.py`."""
    said = " ".join(run("report", file, *READ, "--threshold", str(threshold)).out.split())
    accuracy = tc.evaluate(FRAME, label="y", score="p", threshold=threshold).metric("accuracy").value
    assert f"At threshold {threshold}" in said
    assert f"Accuracy is {100 * accuracy:.1f} %" in said


def test_15_terminal_json_and_page_offer_one_list_of_thresholds(run, file):
    from truecut.summaries.report import report_of
    from truecut.views.page_data import payload_of

    words = ("report", file, *READ, "--cost", "fp=10,fn=1")
    listed = json.loads(run(*words, "--json").out)["models"][0]["thresholds"]
    e = tc.evaluate(FRAME, label="y", score="p", cost={"fp": 10, "fn": 1})
    page = payload_of(report_of(e.summary()))["models"][0]["thresholds"]
    assert [(one["name"], one["threshold"]) for one in listed] == [(one.name, one.threshold) for one in page]
    text = run(*words).out
    offered = text.partition("Thresholds ")[2].partition("Found on these rows")[0]
    assert [one["name"] for one in listed if one["name"] not in offered] == []
    assert len(offered.splitlines()) == len(listed) + 1


# 16 to 20: how rows are read


def test_16_folds_on_different_levels_are_not_all_better_than_the_rest(run, tmp_path):
    random = np.random.default_rng(1)
    fold, positive = np.arange(1000) % 5, random.random(1000) < 0.4
    scores = 1 / (1 + np.exp(-(random.normal(size=1000) + 1.8 * positive + 2 * (fold - 2))))
    pd.DataFrame({"y": positive * 1, "s": scores, "fold": fold}).to_csv(tmp_path / "f.csv", index=False)
    words = (str(tmp_path / "f.csv"), "--label", "y", "--score", "s")
    by_group = run("groups", *words, "--group", "fold", "--metric", "roc_auc").out
    assert "better" not in by_group and "on different levels" in by_group
    by_fold = run("report", *words, "--fold", "fold").out
    assert "Scores of the folds are on different levels." in by_fold
    assert all(f"\n  {line} " in by_fold for line in ("mean", "sd", "pooled"))


def test_17_series_in_another_order_are_refused():
    with pytest.raises(TruecutError, match="index"):
        tc.evaluate(FRAME.y, FRAME.p.sort_values())


def test_18_a_column_of_predictions_is_no_score(run, tmp_path):
    FRAME.assign(y_pred=(FRAME.p > 0.5) * 1)[["y", "y_pred"]].to_csv(tmp_path / "hard.csv", index=False)
    said = run("report", str(tmp_path / "hard.csv"), "--label", "y").out
    assert "predictions" in said
    assert "Log loss" not in said and "Calibration" not in said


def test_19_one_row_of_weight_three_has_the_interval_of_three_rows_wherever_it_is_counted():
    import duckdb

    frame = pd.DataFrame({"y": [1, 0, 0, 0, 0], "p": [0.6, 0.7, 0.2, 0.1, 0.3], "w": [3, 1, 1, 1, 1]})
    read = {"label": "y", "score": "p", "weight": "w", "weights_are": "repeated"}
    in_memory = tc.evaluate(frame, **read).metric("recall")
    with duckdb.connect() as connection:
        on_engine = tc.evaluate(connection.from_df(frame), **read).metric("recall")
    rows = tc.evaluate([1, 1, 1, 0, 0, 0, 0], [0.6] * 3 + [0.7, 0.2, 0.1, 0.3]).metric("recall")
    assert (in_memory.low, in_memory.high) == (on_engine.low, on_engine.high) == (rows.low, rows.high)


def test_20_no_password_stands_in_a_page():
    e = tc.evaluate(FRAME, label="y", score="p")
    page = e.html(command="truecut report --database postgresql://me:secret@db.example/x --sql 'select 1'")
    assert "postgresql://***@db.example/x" in page
    assert "secret" not in page
