"""No typed option is ignored: in every command, for every kind of classifier, each works or is refused."""

import json
from pathlib import Path

import click
import numpy as np
import pandas as pd
import pytest

from truecut.cli.main import COMMANDS, truecut

RANDOM = np.random.default_rng(3)
ROWS = 160
LABELS = np.where(RANDOM.random(ROWS) < 0.35, "ill", "well")
SCORES = np.round(1 / (1 + np.exp(-RANDOM.normal(np.where(LABELS == "ill", 0.9, -0.9)))), 2)
FRAME = pd.DataFrame(
    {
        "y": LABELS,
        "p": SCORES,
        "q": np.round(np.clip(SCORES + RANDOM.normal(0, 0.2, ROWS), 0.01, 0.99), 2),
        "hard": np.where(SCORES >= 0.4, "ill", "well"),
        "harder": np.where(SCORES >= 0.7, "ill", "well"),
        "fold": np.arange(ROWS) % 4,
        "g": np.array(["a", "b"])[np.arange(ROWS) // 5 % 2],
        "c": np.arange(ROWS) // 6,
        "w": RANDOM.integers(1, 4, ROWS),
        "id": np.arange(ROWS),
    }
)
NAMES = ("cat", "dog", "fox")
ANIMALS = RANDOM.choice(NAMES, ROWS, p=[0.5, 0.3, 0.2])
LIKELY = {name: RANDOM.dirichlet([1, 1, 1], ROWS) + np.eye(3)[np.searchsorted(NAMES, ANIMALS)] / size
          for name, size in (("a", 2), ("b", 4))}  # fmt: skip
OF_CLASSES = {f"{model}{name}": shares[:, i] / shares.sum(axis=1) for model, shares in LIKELY.items()
              for i, name in enumerate(NAMES)}  # fmt: skip

OF_ROWS = ["rows.csv", "--label", "y", "--positive", "ill"]
MANY = ["classes.csv", "--label", "kind"]
SCORED = ",".join(f"{name}=a{name}" for name in NAMES)
KINDS = {
    "scores": [*OF_ROWS, "--score", "p"],
    "hard predictions": [*OF_ROWS, "--predicted", "hard"],
    "four counts": ["--counts", "tp=40,fn=16,fp=20,tn=84"],
    "folds": [*OF_ROWS, "--score", "p", "--fold", "fold"],
    "class scores": [*MANY, "--class-score", SCORED],
}
COMPARED = {
    "scores": ["--score", "q"],
    "hard predictions": ["--predicted", "harder"],
    "four counts": ["--counts", "two:tp=30,fn=26,fp=10,tn=94"],
    "folds": ["--score", "q"],
    "class scores": ["--class-score", "b:" + ",".join(f"{name}=b{name}" for name in NAMES)],
}
ASKED = {
    "table": ["--metrics", "recall,cost,precision"],
    "threshold": ["--resamples", "20"],
    "cost": ["--cost", "fp=1,fn=10"],
    "calibration": ["--replicates", "50"],
    "curve": ["precision", "--points", "5"],
    "decision": ["--points", "3", "--replicates", "50"],
    "groups": ["--group", "g", "--metric", "recall,precision"],
    "chance": ["--draws", "50"],
    "plan": ["--metric", "recall,precision", "--within", "0.05"],
    "plot": ["matrix", "-o", "figure.svg", "-q"],
    "check": ["--require", "precision >= 30%"],
    "reconcile": ["--of", "precision", "--value", "0.8"],
    "lab": ["-o", "lab.html", "--no-open"],
}
NO_CLASSIFIER = {"adjust", "init", "explain", "quiz", "metrics", "example", "completion"}
WRITES = {"plot": "figure.svg", "lab": "lab.html"}

# One value of each option that should be seen in the answer.
VALUES = {
    "cost": "fp=3,fn=20",
    "prevalence": "2%",
    "sampled": "positives=1,negatives=0.1",
    "threshold": "0.55",
    "rule": "f1",
    "level": "0.8",
    "groups": "g",
    "weight": "w",
    "cluster": "c",
    "fold": "fold",
    "design": "case-control",
    "presets": "youden",
    "baselines": "flag-all",
    "least_group": "60",
    "id_column": "id",
    "tolerance": "0.9",
    "points": "7",
    "low": "0.3",
    "high": "0.6",
    "metrics": "f1",
    "operating_point": "same recall",
    "adjust": "benjamini-hochberg",
    "margin": "0.3",
    "above": "0,0.2",
    "decide_by": "value",
    "bins": "5",
    "spacing": "equal-width",
    "folds": "3",
    "repeats": "3",
    "place": "middle",
    "expected": "0.8",
    "power": "0.9",
    "ratio": "2",
    "flagged": "0.2",
    "correlation": "0.5",
    "discordant": "0.1",
    "number": "300",
    "positives": "50",
    "negatives": "90",
    "recall": "0.7",
    "specificity": "0.9",
    "roc_auc": "0.8",
    "band": None,
    "each": "group",
    "unsure": "0.2",
    "answer_from": "0.6",
}
# What these are about is told where they are tested: where rows are and how they are read, what is written where and
# how it looks, how things are called; and what is drawn, which changes no answer that nothing is drawn for.
ELSEWHERE = {
    *("files", "label", "scores", "predicted", "class_scores", "positive", "classes", "text", "lower_is_positive"),
    *("weights_are", "missing", "sql", "database", "engine", "resolution", "memory", "config", "no_config", "counts"),
    *("form", "color", "as_json", "output", "quiet", "words", "has_all", "is_opened", "is_left_closed", "at"),
    *("price_file", "told"),
    *("width", "font", "no_title", "forms", "folder", "lists", "disagreements", "answers", "prices", "convention"),
    *("seed", "replicates", "draws", "resamples", "requirements", "rules", "baseline", "baseline_scores", "undecided"),
    *("shown_rows", "shown_columns", "group_metrics", "least_rows", "choose_on", "split", "two", "reference"),
    *("methods", "within", "against", "value", "of", "price", "right", "answered", "kind", "method", "parameters"),
    *("every", "simultaneous", "stretch", "unpaired", "each_group", "no_cross_fit", "with_", "name", "help"),
}  # fmt: skip
# By nature: what describes the rows moves the intervals of a number, and not every command has intervals.
SAME = {
    ("table", "cluster"), ("table", "fold"), ("table", "design"), ("calibration", "fold"), ("calibration", "design"),
    ("threshold", "fold"), ("threshold", "design"), ("chance", "fold"), ("chance", "design"), ("curve", "design"),
    ("curve", "cluster"), ("curve", "fold"), ("decision", "fold"), ("reconcile", "design"), ("reconcile", "cluster"),
    ("reconcile", "fold"), ("lab", "design"), ("lab", "cluster"), ("lab", "fold"), ("plan", "design"),
    ("check", "cost"), ("plan", "cost"), ("groups", "cost"),  # of metrics that were named and have no price
    ("table", "cost"),  # classes have no such prices, and are refused
    ("groups", "groups"),  # asked with them
}  # fmt: skip


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    FRAME.to_csv(tmp_path / "rows.csv", index=False)
    others = FRAME[["g", "c", "w", "fold", "id"]]
    pd.DataFrame({"kind": ANIMALS, **OF_CLASSES}).join(others).to_csv(tmp_path / "classes.csv", index=False)
    monkeypatch.chdir(tmp_path)


def asked_of(command: str, kind: str) -> list[str]:
    words = [*KINDS[kind], *ASKED.get(command, [])]
    if command == "compare":
        named = {"four counts": "one:", "class scores": "a:"}.get(kind, "")
        words[-1] = named + words[-1]
        words += COMPARED[kind]
    if kind == "class scores" and command in ("table", "cost"):
        words = [*KINDS[kind]]
    return words


def answer(run, command: str, words: list[str]):
    """Return the exit code, what was answered apart from how the rows were described, and what was said."""
    found = run(command, *words, *([] if command in WRITES else ["--json"]))
    if found.code == 2:
        return 2, "", " ".join(found.err.split())
    if command in WRITES:
        return found.code, Path(WRITES[command]).read_text(), found.err
    told = json.loads(found.out)
    marks = (told.pop("situation", None) or {}).get("marks")
    told.pop("read", None)
    return found.code, json.dumps([told, marks], sort_keys=True), found.err


def options_of(command: str) -> list[click.Option]:
    found = truecut.get_command(click.Context(truecut), command)
    return [one for one in found.params if isinstance(one, click.Option) and one.name not in ELSEWHERE]


def test_every_option_is_placed():
    unknown = {(name, one.name) for name in COMMANDS if name not in NO_CLASSIFIER for one in options_of(name)
               if one.name not in VALUES and not one.is_flag}  # fmt: skip
    assert not unknown


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in NO_CLASSIFIER])
def test_an_option_works_or_is_refused(command, kind, run):
    words = asked_of(command, kind)
    code, before, said = answer(run, command, words)
    if code == 2:
        assert said.endswith(".")  # the command has no answer for this kind: test_kinds_of_classifiers asks why
        return
    ignored = []
    for one in options_of(command):
        flag, value = max(one.opts, key=len), VALUES.get(one.name)
        if (command, one.name) in SAME or (kind == "folds" and one.name == "fold"):
            continue
        if value is None and not one.is_flag:
            value = [choice for choice in one.type.choices if choice != one.default][-1]
        code, after, said = answer(run, command, [*words, flag, *([] if one.is_flag else [value])])
        if code == 2:
            assert "No such option" not in said and "went wrong" not in said and said.endswith("."), said
        elif after == before:
            ignored.append(flag)
    assert not ignored
