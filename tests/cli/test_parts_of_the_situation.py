"""What is stated is lived, and nothing is unread: each part of the situation in each command that has its option."""

import json

import numpy as np
import pandas as pd
import pytest

from truecut.cli.main import COMMANDS

RANDOM = np.random.default_rng(5)
ROWS = 240
LABELS = np.where(RANDOM.random(ROWS) < 0.35, "ill", "well")
SCORES = np.round(1 / (1 + np.exp(-RANDOM.normal(np.where(LABELS == "ill", 0.9, -0.9)))), 2)
OTHERS = np.round(np.clip(SCORES + RANDOM.normal(0, 0.2, ROWS), 0.01, 0.99), 2)
FRAME = pd.DataFrame({"y": LABELS, "p": SCORES, "q": OTHERS, "g": np.array(["a", "b"])[np.arange(ROWS) // 5 % 2]})
OF_ROWS = ["rows.csv", "--label", "y", "--positive", "ill", "--score", "p"]

# How each command is asked. A command in neither place fails, so that a new one has to be placed.
ASKED = {
    "report": [],
    "table": ["--metrics", "precision,cost"],
    "threshold": ["--resamples", "60"],
    "cost": [],
    "calibration": ["--replicates", "100"],
    "curve": ["cost", "--points", "5"],
    "decision": ["--points", "3", "--replicates", "100"],
    "groups": ["--group", "g"],
    "chance": ["--draws", "200"],
    "plan": [],
    "compare": ["--score", "q"],
    "check": ["--require", "cost <= 3", "--require", "precision >= 1%"],
    "publish": [],
    "reconcile": ["--of", "precision", "--value", "0.8"],
}
# These show no numbers of rows in JSON, or have a language of their own; their options are tested where they are.
ELSEWHERE = {"adjust", "init", "decide", "plot", "explain", "quiz", "lab", "metrics", "example", "completion"}
BEFORE = {"cost": "fp=2,fn=9"}
MOVED = {
    "cost": "fp=1,fn=30",
    "prevalence": "2%",
    "sampled": "positives=1,negatives=0.1",
    "threshold": "0.3",
    "rule": "f1",
    "level": "0.8",
}
# U: numbers follow it; m: a mark says what it comes to; n: it has no use, and typing it is refused.
USES = {
    #              cost prevalence sampled threshold rule level
    "report": "U    U          U       U         U    U",
    "table": "U    U          U       m         n    n",
    "threshold": "U    U          U       m         U    U",
    "cost": "U    U          U       U         U    U",
    "calibration": "m    U          U       m         n    U",
    "curve": "U    U          U       m         n    U",
    "decision": "m    U          U       n         n    U",
    "groups": "U    U          U       U         n    U",
    "chance": "U    U          U       U         n    U",
    "plan": "U    U          n       U         n    U",
    "compare": "U    U          U       U         U    U",
    "check": "U    U          U       U         n    U",
    "publish": "n    U          U       U         n    U",
    "reconcile": "n    U          U       U         n    n",
}
CELLS = [(name, part, use) for name, uses in USES.items() for part, use in zip(MOVED, uses.split(), strict=True)]


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    FRAME.to_csv(tmp_path / "rows.csv", index=False)
    monkeypatch.chdir(tmp_path)


def words_of(command: str, **stated: str) -> list[str]:
    before = {} if USES[command].startswith("n") else BEFORE
    parts = [word for name, value in {**before, **stated}.items() for word in (f"--{name}", value)]
    return [command, *OF_ROWS, *ASKED[command], *parts, "--json"]


def answered(run, command: str, **stated: str) -> tuple[dict, list]:
    """Return what a command answers without what it was asked about, and the marks that it puts."""
    found = run(*words_of(command, **stated))
    assert found.code in (0, 1), found.err
    told = json.loads(found.out)
    return {name: value for name, value in told.items() if name != "situation"}, told["situation"].get("marks") or []


def test_every_command_is_placed():
    assert set(ASKED) == set(USES)
    assert set(ASKED) | ELSEWHERE == set(COMMANDS)


@pytest.mark.parametrize(("command", "part", "use"), CELLS, ids=[f"{name}-{part}" for name, part, _ in CELLS])
def test_a_part_is_lived_marked_or_refused(command, part, use, run):
    if use == "n":
        found = run(*words_of(command, **{part: MOVED[part]}))
        assert found.code == 2
        assert f"--{part} has no use in `truecut {command}`; leave it out." in found.err
        return
    # A rule chooses where no threshold is stated, and another one than prices would.
    before, marks = answered(run, command)
    after, moved = answered(run, command, **{part: MOVED[part]})
    if use == "m":
        assert moved
        assert moved != marks
        assert all(mark["said"] for mark in moved)
    else:
        assert after != before


def test_the_file_says_what_a_command_has_no_use_for_without_a_word(run, tmp_path):
    stated = {"cost": "{ fp = 1, fn = 30 }", "threshold": "0.3", "rule": '"f1"', "level": "0.8"}
    told = ["[data]", 'file = "rows.csv"', 'label = "y"', 'positive = "ill"', 'score = "p"', "[situation]"]
    (tmp_path / "truecut.toml").write_text("\n".join([*told, *(f"{name} = {value}" for name, value in stated.items())]))
    for command in ("table", "decision", "publish", "curve"):
        asked = ["roc"] if command == "curve" else ASKED[command]
        assert run(command, *asked, "--json").code == 0, command


@pytest.mark.parametrize("name", ["roc", "precision"])
def test_prices_without_use_on_a_curve_are_refused(name, run):
    found = run("curve", name, *OF_ROWS, "--cost", "fp=1,fn=5")
    assert found.code == 2
    assert f"--cost has no use in `truecut curve {name}`" in found.err


@pytest.mark.parametrize("part", ["cost", "threshold"])
def test_a_plan_without_rows_has_no_use_for_what_is_done_with_them(part, run):
    asked = ["plan", "recall", "--expected", "0.8", "--within", "0.05", "--prevalence", "10%"]
    found = run(*asked, f"--{part}", MOVED[part])
    assert found.code == 2
    assert f"--{part} has no use in `truecut plan` without rows" in found.err


def test_a_plan_at_a_stated_share_is_of_rows_from_there(run):
    asked = ["plan", *OF_ROWS, "--metric", "recall", "--within", "0.05", "--json"]
    here, there = (json.loads(run(*asked, *more).out)["plans"][0] for more in ([], ["--prevalence", "2%"]))
    assert here["needed"] == there["needed"]
    assert there["rows"] == 50 * there["needed"]
    assert "further rows are drawn at a prevalence of 2.0 %" in there["assumptions"]


def test_a_rule_cuts_each_model_that_is_compared(run):
    ours = {name: json.loads(run("threshold", *OF_ROWS[:-1], name, "--rule", "f1", "--json").out) for name in "pq"}
    told = json.loads(run(*words_of("compare", rule="f1")).out)
    said = next(line for line in told["read"]["inferred"] if line.startswith("thresholds by f1"))
    assert all(f"{name} at {found['threshold']:g}" in said for name, found in ours.items())
