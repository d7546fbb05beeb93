"""A classifier is one thing: every command answers about every kind of it, or says what in the thing prevents it."""

import json

import numpy as np
import pandas as pd
import pytest

import truecut as tc
from truecut.cli.main import COMMANDS

RANDOM = np.random.default_rng(3)
ROWS = 240
LABELS = np.where(RANDOM.random(ROWS) < 0.35, "ill", "well")
SCORES = np.round(1 / (1 + np.exp(-RANDOM.normal(np.where(LABELS == "ill", 0.9, -0.9)))), 2)
CUT = 0.4
FRAME = pd.DataFrame(
    {
        "y": LABELS,
        "p": SCORES,
        "q": np.round(np.clip(SCORES + RANDOM.normal(0, 0.2, ROWS), 0.01, 0.99), 2),
        "hard": np.where(SCORES >= CUT, "ill", "well"),
        "harder": np.where(SCORES >= 0.7, "ill", "well"),
        "fold": np.arange(ROWS) % 4,
        "g": np.array(["a", "b"])[np.arange(ROWS) // 5 % 2],
    }
)
KINDS_OF_ANIMAL = RANDOM.choice(["cat", "dog", "fox"], ROWS, p=[0.5, 0.3, 0.2])
LIKELY = RANDOM.dirichlet([1, 1, 1], ROWS) + 2 * np.eye(3)[np.searchsorted(["cat", "dog", "fox"], KINDS_OF_ANIMAL)]
LIKELY = LIKELY / LIKELY.sum(axis=1, keepdims=True)
COUNTS = tc.evaluate(FRAME, label="y", positive="ill", score="p").at(CUT).counts

OF_ROWS = ["rows.csv", "--label", "y", "--positive", "ill"]
SITUATION = ["--cost", "fp=1,fn=10", "--prevalence", "2%"]
KINDS = {
    "scores": [*OF_ROWS, "--score", "p", *SITUATION, "--threshold", str(CUT)],
    "hard predictions": [*OF_ROWS, "--predicted", "hard", *SITUATION],
    "four counts": [
        "--counts",
        f"tp={COUNTS.tp},fn={COUNTS.fn},fp={COUNTS.fp},tn={COUNTS.tn}",
        *SITUATION,
    ],
    "folds": [*OF_ROWS, "--score", "p", "--fold", "fold", *SITUATION, "--threshold", str(CUT)],
    "class scores": ["classes.csv", "--label", "kind", "--class-score", "cat=cat,dog=dog,fox=fox"],
}

# Why a kind cannot be answered; the sentences stand with the thing, not with the option that was typed.
NO_THRESHOLD = "no threshold to move"
NO_PROBABILITIES = "calibration is about probabilities"
NO_ROWS = "Four counts have no rows to divide; give the counts of each group to `truecut compare`"
MANY = "There are 3 classes"
TWO_CLASSES = "two classes"
REASONS = {
    "threshold": {"hard predictions": NO_THRESHOLD, "four counts": NO_THRESHOLD, "class scores": MANY},
    "cost": {"class scores": "State what each outcome costs"},
    "calibration": {"hard predictions": NO_PROBABILITIES, "four counts": "Calibration is about probabilities"},
    "curve": {"hard predictions": NO_THRESHOLD, "four counts": NO_THRESHOLD, "class scores": MANY},
    "decision": {"hard predictions": NO_THRESHOLD, "four counts": NO_THRESHOLD, "class scores": MANY},
    "groups": {"four counts": NO_ROWS},
    "plan": {"class scores": MANY},
    "decide": dict.fromkeys(("scores", "hard predictions", "folds"), "Two classes are cut")
    | {"four counts": TWO_CLASSES},
    "publish": {"class scores": MANY},
    "reconcile": {"class scores": MANY},
    "lab": {"class scores": MANY},
}
# What else is typed, so that a command says as much as it can at little cost.
ASKED = {
    "curve": ["cost", "--points", "5"],
    "decision": ["--points", "3", "--replicates", "100"],
    "calibration": ["--replicates", "100"],
    "groups": ["--group", "g", "--metric", "recall,precision,cost"],
    "chance": ["--draws", "200"],
    "plan": ["--metric", "recall,precision,cost"],
    "threshold": ["--resamples", "20"],
    "plot": ["matrix", "-o", "figure.svg"],
    "check": ["--require", "recall >= 10%"],
    "reconcile": ["--of", "recall", "--value", "0.8"],
    "lab": ["-o", "lab.html", "--no-open"],
}
NO_CLASSIFIER = {"adjust", "init", "explain", "quiz", "metrics", "example", "completion"}
NO_JSON = {"plot", "lab"}
OTHERS_TELL = {("compare", "class scores"), ("check", "class scores")}  # tests of many classes ask these
LIMITED = ("value", "low", "high")
# Parts without use in a command.
HAS_NO = {
    "decision": "--threshold",
    "decide": "--threshold",
    "publish": "--cost",
    "reconcile": "--cost",
    "plot": "--cost",
}


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    FRAME.to_csv(tmp_path / "rows.csv", index=False)
    columns = {name: LIKELY[:, place] for place, name in enumerate(("cat", "dog", "fox"))}
    pd.DataFrame({"kind": KINDS_OF_ANIMAL, **columns, "g": FRAME["g"]}).to_csv(tmp_path / "classes.csv", index=False)
    monkeypatch.chdir(tmp_path)


def without(words: list[str], flag: str | None) -> list[str]:
    if flag not in words:
        return words
    place = words.index(flag)
    return [*words[:place], *words[place + 2 :]]


def typed(command: str, kind: str) -> list[str]:
    words = [*KINDS[kind], *ASKED.get(command, [])]
    if command == "decide":
        words = without(without(words, "--cost"), "--prevalence")
    if command == "compare":
        more = {"hard predictions": ["--predicted", "harder"], "scores": ["--score", "q"], "folds": ["--score", "q"]}
        if kind == "four counts":
            counts = KINDS[kind][1]
            return [command, "--counts", f"one:{counts}", "--counts", f"two:{counts}", *SITUATION]
        words += more.get(kind, [])
    if command == "groups" and kind == "class scores":
        words += ["--cost", "cat:dog=5"]
    if command == "groups" and kind == "four counts":
        words = without(words, "--group")
    return [command, *without(words, HAS_NO.get(command))]


def test_every_command_is_placed():
    placed = {*REASONS, *ASKED, "report", "table", "compare", "check", "cost"} | NO_CLASSIFIER
    assert placed == set(COMMANDS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in NO_CLASSIFIER])
def test_every_kind_is_answered_or_refused_for_what_it_is(command, kind, run):
    if (command, kind) in OTHERS_TELL:
        return
    found = run(*typed(command, kind), *([] if command in NO_JSON else ["--json"]))
    reason = REASONS.get(command, {}).get(kind)
    if reason:
        assert found.code == 2, found.out[:300]
        assert reason in " ".join(found.err.split())
        assert "No such option" not in found.err
        return
    assert found.code in (0, 1), found.err
    if command not in NO_JSON:
        assert json.loads(found.out)["truecut"]


def numbers_of(run, *words: str) -> dict:
    """Return recall, precision and mean cost with their limits, as `report` has them."""
    models = json.loads(run("report", *words, "--json").out)["models"]
    found = models[0]["metrics"]
    return {name: found[name] for name in ("recall", "precision", "mean_cost")}


def test_kinds_of_the_same_decisions_agree(run):
    """Scores cut at 0.4, the predictions that makes, and its four counts are one classifier in one situation."""
    scores, hard, counts = (numbers_of(run, *KINDS[kind]) for kind in ("scores", "hard predictions", "four counts"))
    for name, found in scores.items():
        for other in (hard[name], counts[name]):
            assert (other["method"], other["level"]) == (found["method"], found["level"])
            assert [other[limit] for limit in LIMITED] == pytest.approx([found[limit] for limit in LIMITED], rel=1e-12)
    stated = {"threshold": CUT, "cost": {"fp": 1, "fn": 10}, "prevalence": 0.02}
    e = tc.evaluate(FRAME, label="y", positive="ill", score="p", **stated)
    for name, found in scores.items():
        ours = e.metric(name)
        assert [found[limit] for limit in LIMITED] == pytest.approx([ours.value, ours.low, ours.high], rel=1e-12)
    for kind in ("scores", "hard predictions", "four counts", "folds"):
        grid = ["--points", "11"] if "--score" in KINDS[kind] else []
        table = run("table", *KINDS[kind], "--metrics", "cost,recall", *grid, "--json")
        rows = json.loads(table.out)["rows"]
        row = next(row for row in rows if row["threshold"] in (None, CUT))
        assert row["cost"] == pytest.approx(e.metric("cost").value)
        costs = json.loads(run("cost", *KINDS[kind], "--json").out)
        assert costs["models"][0]["lines"][0]["mean"] == pytest.approx(e.metric("cost").value)
        wanted = f"cost@value <= {e.metric('cost').value + 1e-9:.12f}"
        gate = json.loads(run("check", *KINDS[kind], "--require", wanted, "--json").out)["gates"][0]
        assert gate["value"]["value"] == pytest.approx(e.metric("cost").value)


def test_each_class_is_calibrated_and_held_against_chance_on_its_own(run):
    words = KINDS["class scores"]
    calibrated = json.loads(run("calibration", *words, "--replicates", "100", "--json").out)["models"]
    assert [one["name"] for one in calibrated] == ["cat", "dog", "fox", "the answer"]
    alone = tc.evaluate(pd.read_csv("classes.csv"), label="kind", positive="cat", score="cat")
    ours = alone.calibration(replicates=100).decompositions
    told = calibrated[0]["decompositions"][0]
    assert told["score"] == pytest.approx(next(iter(ours.values())).score)
    chances = json.loads(run("chance", *words, "--draws", "200", "--metric", "roc_auc", "--json").out)["models"]
    assert [one["model"] for one in chances] == ["cat", "dog", "fox"]
    assert chances[0]["metrics"][0]["value"] == pytest.approx(alone.metric("roc_auc").value)


def test_a_plan_of_four_counts_is_that_of_their_rows(run):
    asked = ["--metric", "recall", "--within", "0.05", "--json"]
    of_counts = json.loads(run("plan", *KINDS["four counts"], *asked).out)
    of_rows = json.loads(run("plan", *KINDS["hard predictions"], *asked).out)
    assert of_counts["plans"] == of_rows["plans"]
