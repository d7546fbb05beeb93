"""Folds in a report: the same numbers in a terminal, JSON, CSV and Markdown."""

import json

import numpy as np
import pytest

import truecut as tc


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Return a file of scores from five folds, the level of each higher than that of the one before."""
    chance, fold = np.random.default_rng(0), np.arange(500) % 5 + 1
    labels = chance.random(500) < 0.3
    scores = 1 / (1 + np.exp(-(1.75 * labels + chance.normal(size=500) + 0.8 * (fold - 3) - 0.8)))
    file = tmp_path_factory.mktemp("folds") / "oof.csv"
    lines = zip(labels.astype(int), scores.tolist(), fold, strict=True)
    file.write_text("y,p,fold\n" + "".join(f"{y},{p!r},{k}\n" for y, p, k in lines))
    return file


@pytest.fixture
def e(path):
    return tc.evaluate(path, label="y", score="p", fold="fold")


ASKED = ("--label", "y", "--score", "p", "--fold", "fold")


def test_a_terminal_shows_every_fold_then_mean_sd_pooled_and_the_value_with_its_interval(run, path, e):
    out = run("report", str(path), *ASKED).out
    table = out[out.index("\nFolds ") :].partition("5 models")[0]
    lines = [line.split() for line in table.splitlines()[1:]]
    over = e.over_folds("roc_auc")
    by_name = {line[0]: line for line in lines[1:] if line}
    for name, value in over.by_fold.items():
        assert by_name[name][2] == f"{value.value:.3f}"
    assert by_name["mean"][1] == f"{over.mean:.3f}"
    assert by_name["sd"][1] == f"{over.sd:.3f}"
    assert by_name["pooled"][1] == f"{over.pooled.value:.3f}"
    assert by_name["▸"][3] == f"{over.estimate.value:.3f}"
    assert by_name["interval"][2] == f"{over.estimate.low:.3f}"
    assert by_name["to"][1] == f"{over.estimate.high:.3f}"
    assert "5 models, each fitted on 4/5 of the rows" in out
    assert "Scores of the folds are on different levels." in out


def test_json_has_every_metric_of_every_fold(run, path, e):
    (model,) = json.loads(run("report", str(path), *ASKED, "--json").out)["models"]
    assert [fold["name"] for fold in model["folds"]["each"]] == ["1", "2", "3", "4", "5"]
    for name in ("roc_auc", "recall", "brier", "ks"):
        over = e.over_folds(name)
        assert [fold["metrics"][name]["value"] for fold in model["folds"]["each"]] == [
            float(value) for value in over.by_fold.values()
        ]
        told = model["folds"]["over"][name]
        assert (told["mean"], told["sd"], told["pooled"]["value"]) == (over.mean, over.sd, over.pooled.value)
        assert model["metrics"][name]["value"] == over.estimate.value
    assert model["metrics"]["roc_auc"]["method"] == "guarded within folds"


def test_csv_and_markdown_have_the_folds_too(run, path, e):
    over = e.over_folds("roc_auc")
    csv = run("report", str(path), *ASKED, "--format", "csv").out.splitlines()
    assert f"p,mean over folds,roc_auc,{over.mean!r},,," in csv
    assert f"p,sd over folds,roc_auc,{over.sd!r},,," in csv
    assert f"p,pooled,roc_auc,{over.pooled.value!r},,," in csv
    assert f"p,fold 3,roc_auc,{over.by_fold['3'].value!r},,," in csv
    markdown = run("report", str(path), *ASKED, "--format", "markdown").out
    assert f"| pooled |  | {over.pooled.value:.3f} |" in markdown


def test_a_gate_holds_the_mean_within_folds_to_its_limit(run, path, e):
    within, pooled = e.metric("roc_auc").value, e.over_folds("roc_auc").pooled.value
    between = (within + pooled) / 2
    assert pooled < between < e.metric("roc_auc").low
    assert run("check", str(path), *ASKED, "--require", f"roc_auc >= {between:.4f}").code == 0
    assert run("check", str(path), *ASKED[:4], "--require", f"roc_auc >= {between:.4f}").code == 1


@pytest.mark.parametrize("command", ["report", "compare", "check", "groups", "plan", "chance"])
def test_a_column_that_is_no_fold_is_refused_everywhere(run, path, command):
    more = {"check": ["--require", "recall >= 0.1"], "groups": ["--group", "fold"], "plan": ["--within", "0.1"]}
    found = run(command, str(path), *ASKED[:4], "--fold", "fodl", *more.get(command, []))
    assert found.code == 2
    assert "fodl" in found.err


@pytest.mark.parametrize("column", ["y", "p"])
def test_labels_and_scores_are_no_folds(run, path, column):
    found = run("report", str(path), *ASKED[:4], "--fold", column)
    assert found.code == 2
    assert f"Column '{column}' holds labels or scores" in found.err


def test_the_curve_command_prints_the_mean_and_each_fold(run, path, e):
    found = json.loads(run("curve", str(path), "roc", *ASKED, "--at", "0.1", "--replicates", "200", "--json").out)
    assert [curve["model"] for curve in found["curves"]] == ["p", *(f"p, fold {name}" for name in e.folds)]
    mean, *each = [curve["points"][0]["tpr"] for curve in found["curves"]]
    assert mean == pytest.approx(np.mean(each))


def test_one_column_of_folds_makes_one_answer_on_every_way_in(run, path):
    asked = ("report", str(path), *ASKED, "--json")
    plain = json.loads(run(*asked).out)["models"][0]
    for way in (["--memory", "1GB"], ["--sql", "select * from data"]):
        found = json.loads(run(*asked, *way).out)["models"][0]
        assert found["metrics"]["roc_auc"] == plain["metrics"]["roc_auc"]
        assert found["folds"] == plain["folds"]
