"""Groups of rows of many classes, asked by every command."""

import io
import json

import numpy as np
import pandas as pd
import pytest

import truecut as tc

NAMES = ("cat", "dog", "fox")
SCORES = {"cat": "pc", "dog": "pd", "fox": "pf"}


def frame(seed=0, rows=400):
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, rows, p=[0.5, 0.3, 0.2])
    region = rng.choice(["north", "south", "west"], rows, p=[0.5, 0.3, 0.2])
    scores = rng.dirichlet([1, 1, 1], rows) + np.where(region == "west", 0.2, 0.7)[:, None] * np.eye(3)[truth]
    scores = np.round(scores / scores.sum(axis=1, keepdims=True), 3)
    return pd.DataFrame(
        {
            "kind": np.array(NAMES)[truth],
            **dict(zip(SCORES.values(), scores.T, strict=True)),
            "guess": np.array(NAMES)[scores.argmax(axis=1)],
            "region": region,
            "sex": rng.choice(["f", "m"], rows),
            "w": np.round(rng.lognormal(0, 0.5, rows), 2),
        }
    )


@pytest.fixture
def call(run):
    """Return what a command prints, as data or as it is."""

    def called(*words, is_json=True):
        found = run(*words)
        assert found.code == 0, found.err
        return json.loads(found.out) if is_json else found.out

    return called


@pytest.fixture
def file(tmp_path):
    frame().to_csv(tmp_path / "rows.csv", index=False)
    return str(tmp_path / "rows.csv")


HOW = ["--label", "kind", "--class-score", "cat=pc,dog=pd,fox=pf", "--group", "region"]


def test_every_command_tells_the_same_of_a_group(file, call):
    e = tc.evaluate(file, label="kind", class_scores=SCORES, group="region")
    west = e.groups["west"].metric("accuracy")
    report = call("report", file, *HOW, "--json")
    group = next(one for one in report["classes"]["groups"] if one["name"] == "west")
    assert group["metrics"]["accuracy"]["low"] == west.low
    assert group["metrics"]["recall of fox"]["value"] == e.groups["west"].metric_of_class("recall", "fox").value
    found = call("groups", file, *HOW, "--json")["metrics"]
    assert [one["metric"] for one in found] == ["accuracy", "macro recall"]
    assert next(one for one in found[0]["groups"] if one["group"] == "west")["value"]["low"] == west.low
    gates = call("check", file, *HOW, "--each-group", "--require", "accuracy >= 1%", "--json")["gates"]
    assert next(one for one in gates if one["group"] == "west")["low"] == west.low
    sheet = pd.read_csv(io.StringIO(call("report", file, *HOW, "--format", "csv", is_json=False)))
    line = sheet[(sheet.group == "west") & (sheet.metric == "accuracy")].iloc[0]
    assert line.low == pytest.approx(west.low)
    assert "### Groups" in call("report", file, *HOW, "--format", "markdown", is_json=False)


def test_what_each_group_is_to_have_is_chosen(file, call):
    how = [*HOW, "--json", "--group-metrics"]
    groups = call("report", file, *how, "weighted f1,recall of each class")["classes"]["groups"]
    assert list(groups[0]["metrics"]) == ["weighted f1", *(f"recall of {name}" for name in NAMES)]
    every = call("report", file, *how, "all")["classes"]["groups"][0]["metrics"]
    assert {"mcc", "roc_auc_pairs", "macro roc_auc", "micro f1", "npv of dog"} <= every.keys()


def test_a_group_that_is_served_worse_is_a_finding_everywhere(file, call, tmp_path):
    titles = [one["title"] for one in call("report", file, *HOW, "--json")["findings"]]
    assert any("Accuracy is worse in group 'west'" in title for title in titles)
    call("report", file, *HOW, "-o", str(tmp_path / "page.html"), is_json=False)
    assert "Accuracy is worse in group" in (tmp_path / "page.html").read_text()
    alike = call("report", file, *HOW[:-1], "sex", "--json")["findings"]
    assert any(one["code"] == "groups_alike" for one in alike)
