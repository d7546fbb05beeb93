"""truecut compare: the answer first, the numbers in every format, and sentences for what goes wrong."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

import truecut as tc


@pytest.fixture
def rows(tmp_path):
    random = np.random.default_rng(8)
    labels = random.random(300) < 0.4
    shared = random.normal(size=300)
    path = tmp_path / "preds.csv"
    with path.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["case", "y", "a", "b", "c", "patient"])
        for i, y in enumerate(labels):
            scores = [1 / (1 + np.exp(-(k * (y - 0.5) + shared[i]))) for k in (1.0, 2.5, 2.6)]
            writer.writerow([f"case {i}", int(y), *(round(float(s), 5) for s in scores), i // 3])
    return str(path)


DATA = ("--label", "y", "--replicates", "200")


def test_the_verdict_comes_first(run, rows):
    outcome = run("compare", rows, *DATA, "--score", "a,b")
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    said = next(line for line in lines if line.startswith(("✓", "?", "✗")))
    assert said.startswith("✓ b is better than a: its area under the ROC curve is higher by")
    assert max(map(len, lines)) <= 80
    assert "decide" in outcome.out


def test_json_holds_the_numbers_of_python(run, rows):
    data = json.loads(run("compare", rows, *DATA, "--score", "a,b,c", "--metric", "roc_auc,recall", "--json").out)
    compared = tc.compare(rows, label="y", score=["a", "b", "c"], replicates=200)
    assert data["truecut"] == "comparison"
    areas, recalls = data["metrics"]
    for of, name in ((areas, "roc_auc"), (recalls, "recall")):
        for found, expected in zip(of["differences"], compared.differences(name), strict=True):
            assert found["difference"] == expected.value
            assert (found["low"], found["high"]) == (expected.low, expected.high)
            assert (found["p_value"], found["adjusted_p"]) == (expected.p_value, expected.adjusted_p)
    assert data["answer"] == compared.ranking().answer
    assert areas["joint_test"]["p_value"] == compared.joint_test().p_value
    assert [one["comes_first"] for one in areas["standings"]] == [
        one.first_place for one in compared.ranking().standings
    ]


def test_csv_has_one_difference_per_line(run, rows):
    outcome = run("compare", rows, *DATA, "--score", "a,b,c", "--metric", "roc_auc,f1", "--format", "csv")
    lines = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [(line["metric"], line["first"], line["second"]) for line in lines] == [
        (metric, *pair) for metric in ("roc_auc", "f1") for pair in (("a", "b"), ("a", "c"), ("b", "c"))
    ]
    assert float(lines[0]["difference"]) < 0


def test_markdown_can_be_pasted(run, rows):
    text = run("compare", rows, *DATA, "--score", "a,b", "--metric", "roc_auc", "--format", "markdown").out
    assert text.startswith("# preds.csv\n\n- b is better than a")
    assert "### Area under the ROC curve" in text
    assert "| a - b |" in text


def test_files_are_joined_on_an_id(run, rows, tmp_path):
    read = list(csv.DictReader(io.StringIO(Path(rows).read_text())))
    for model in ("a", "b"):
        with (tmp_path / f"{model}.csv").open("w", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(["case", "y", "p"])
            writer.writerows([row["case"], row["y"], row[model]] for row in (read if model == "a" else read[::-1]))
    files = [str(tmp_path / f"{model}.csv") for model in ("a", "b")]
    joined = json.loads(run("compare", *files, "--id", "case", *DATA, "--json").out)
    together = json.loads(run("compare", rows, *DATA, "--score", "a,b", "--json").out)
    assert joined["metrics"] == together["metrics"]
    (tmp_path / "b.csv").write_text("case,p\ncase 1,0.5\n")
    outcome = run("compare", *files, "--id", "case", *DATA)
    assert outcome.code == 2
    assert "299 ids of column 'case' occur in a.csv but not in b.csv: 'case 0', 'case 10'" in outcome.err


def test_disagreements_are_written_with_their_ids(run, rows, tmp_path):
    path = tmp_path / "rows.csv"
    outcome = run("compare", rows, *DATA, "--score", "a,b", "--id", "case", "--disagreements", str(path), "--json")
    pair = json.loads(outcome.out)["pairs"][0]
    lines = list(csv.DictReader(io.StringIO(path.read_text())))
    assert len(lines) == pair["differing"]
    assert all(line["id"] == f"case {int(line['row']) - 1}" for line in lines)
    assert all(line["a flags"] != line["b flags"] for line in lines)


def test_a_common_operating_point_is_said(run, rows):
    outcome = run("compare", rows, *DATA, "--score", "a,b", "--metric", "precision", "--at", "share_flagged=20%")
    assert "where each flags 20.0 % of the rows" in " ".join(outcome.out.split())


def test_curves_are_compared_over_a_range(run, rows):
    outcome = run("compare", rows, *DATA, "--score", "a,b", "--above", "5%,50%")
    assert "b lies above a everywhere between 5.0 % and 50.0 % false positives" in " ".join(outcome.out.split())


def test_counts_alone_tell_which_of_three(run):
    counts = ("M1:tp=80,fn=20,fp=187,tn=713", "M2:tp=90,fn=10,fp=360,tn=540", "M3:tp=40,fn=60,fp=17,tn=883")
    outcome = run("compare", *(word for text in counts for word in ("--counts", text)), "--metric", "f1")
    assert outcome.code == 0
    assert "M3 has the highest F1, 0.510, but cannot be told from M1; M2 is behind." in " ".join(outcome.out.split())


def test_clusters_are_heeded(run, rows):
    call = ("compare", rows, *DATA, "--score", "a,b", "--metric", "roc_auc", "--json")
    plain, clustered = (json.loads(run(*call, *more).out) for more in ((), ("--cluster", "patient")))
    found = [data["metrics"][0]["differences"][0] for data in (plain, clustered)]
    assert [one["method"] for one in found] == ["delong-t", "obuchowski-t"]


@pytest.mark.parametrize(
    ("adjust", "allows", "name"),
    [
        ("holm", "p* allows", "Holm"),
        ("benjamini-hochberg", "p* allows", "Benjamini-Hochberg"),
        ("max-t", "p* and the intervals beside it allow", "max-t"),
    ],
)
def test_several_comparisons_are_allowed_for_as_asked(run, rows, adjust, allows, name):
    call = ("compare", rows, *DATA, "--score", "a,b,c", "--metric", "roc_auc,f1", "--replicates", "200")
    said = " ".join(run(*call, "--adjust", adjust).out.split())
    assert f"{allows} for 2 comparisons with the leader ({name}); there are 3 pairs" in said
    data = json.loads(run(*call, "--adjust", adjust, "--json").out)
    assert data["adjust"] == adjust
    c = tc.compare(rows, label="y", score=["a", "b", "c"], replicates=200)
    for metric in data["metrics"]:
        expected = c.differences(metric["name"], adjust=adjust)
        assert [one["adjusted_p"] for one in metric["differences"]] == [one.adjusted_p for one in expected]
        assert [one["low"] for one in metric["differences"]] == [one.low for one in expected]
    is_together = adjust == "max-t"
    assert all((one["method"] == "max-t") == is_together for one in data["metrics"][0]["differences"])
    assert f"p of 3 ({name})" in run(*call, "--adjust", adjust, "--format", "markdown").out


def test_intervals_that_hold_together_need_the_rows(run):
    counts = ("M1:tp=80,fn=20,fp=187,tn=713", "M2:tp=90,fn=10,fp=360,tn=540", "M3:tp=40,fn=60,fp=17,tn=883")
    words = [word for text in counts for word in ("--counts", text)]
    outcome = run("compare", *words, "--metric", "f1", "--adjust", "max-t")
    assert outcome.code == 2
    assert "need the rows behind the models" in outcome.err


def test_rows_sampled_by_class_are_compared_as_such(run, rows):
    call = ("compare", rows, *DATA, "--score", "a,b", "--metric", "accuracy", "--json")
    plain, by_class = (json.loads(run(*call, *more).out) for more in ((), ("--design", "case-control")))
    methods = [data["metrics"][0]["differences"][0]["method"] for data in (plain, by_class)]
    assert methods == ["mid-p", "mover"]
    assert "the rows were sampled by class" in " ".join(by_class["notes"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--score", "a,b,c", "--adjust", "bonferroni"), "'bonferroni' is not one of 'holm'"),
        (("--score", "a"), "A comparison needs two models or more"),
        (("--score", "a,b", "--reference", "d"), "No model is called 'd'"),
        (("--score", "a,b", "--metric", "share_flagged"), "has no direction"),
        (("--score", "a,b", "--at", "precision=0.9"), "cannot be made equal in 'precision'"),
        (("--score", "a,b", "--margin", "0"), "A margin is the smallest difference that matters"),
        (("--score", "a,b", "--above", "0.1"), "--above takes two false positive rates"),
        (("--score", "a,b", "--disagreements", "rows.txt"), "written as CSV"),
        (("--score", "a,b", "--counts", "M:tp=1,fn=1,fp=1,tn=1"), "not both"),
        (("--score", "a,b", "--id", "kase", "--disagreements", "rows.csv"), "no column 'kase'. Did you mean 'case'?"),
    ],
)
def test_a_bad_call_is_one_sentence(run, rows, arguments, said):
    outcome = run("compare", rows, *DATA, *arguments)
    assert outcome.code == 2
    assert said in outcome.err


def test_files_of_different_rows_are_compared_if_that_is_said(run, tmp_path):
    lines = (Path(__file__).parents[2] / "examples" / "breast-cancer.csv").read_text().splitlines()
    for name, rows in (("old", lines[1:300]), ("new", lines[300:])):
        (tmp_path / f"{name}.csv").write_text("\n".join([lines[0], *rows]))
    files = [str(tmp_path / f"{name}.csv") for name in ("old", "new")]
    asked = ["--label", "diagnosis", "--positive", "malignant", "--score", "naive_bayes"]
    refused = run("compare", *files, *asked)
    assert refused.code == 2
    assert "--unpaired" in refused.err
    data = json.loads(run("compare", *files, *asked, "--unpaired", "--json").out)
    assert [model["name"] for model in data["models"]] == ["old", "new"]
    assert data["verdicts"][0]["metric"] == "roc_auc"
