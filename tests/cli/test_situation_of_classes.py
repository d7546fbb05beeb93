"""The situation of many classes, typed and from the file of a project."""

import json

import pytest
from tests.evaluation.test_class_situation import SCORES, evaluated, table

TYPED = ["--label", "y", "--class-score", ",".join(f"{k}={v}" for k, v in SCORES.items())]


@pytest.fixture
def file(tmp_path):
    data = table()
    lines = [",".join(map(str, row)) for row in zip(*data.values(), strict=True)]
    (tmp_path / "rows.csv").write_text("\n".join([",".join(data), *lines]) + "\n")
    return str(tmp_path / "rows.csv")


def test_the_command_line_states_the_same(file, run):
    found = json.loads(run("report", file, *TYPED, "--prevalence", "c=50%", "--json").out)
    e = evaluated(prevalence={"c": 0.5})
    assert found["classes"]["overall"]["accuracy"]["value"] == pytest.approx(e.metric("accuracy").value)
    words = ["--prevalence", "c=50%", "--threshold", "c=0.6", "--cost", "c:a=20,unsure=0.3", "--level", "0.9"]
    checked = json.loads(run("check", file, *TYPED, *words, "--require", "mean_cost <= 3", "--json").out)
    e = evaluated(prevalence={"c": 0.5}, threshold={"c": 0.6}, cost={("c", "a"): 20, "unsure": 0.3}, level=0.9)
    assert checked["gates"][0]["value"]["value"] == pytest.approx(e.metric("mean_cost").value)
    assert checked["gates"][0]["high"] == pytest.approx(e.metric("mean_cost").high)
    decided = json.loads(run("decide", file, *TYPED, "--cost", "c:a=20,unsure=0.3", "--json").out)
    by_price = run("decide", file, *TYPED, "--price", "c:a=20", "--unsure", "0.3", "--json").out
    assert decided["matrix"] == json.loads(by_price)["matrix"]
    assert run("decide", file, *TYPED, "--cost", "c:a=20", "--price", "c:a=3").code == 2
    assert run("report", file, *TYPED, "--rule", "youden").code == 2


def test_the_file_of_a_project_states_the_same(file, run, tmp_path):
    (tmp_path / "truecut.toml").write_text(
        "[data]\nlabel = 'y'\n[data.class_score]\na = 'pa'\nb = 'pb'\nc = 'pc'\n"
        "[situation]\nlevel = 0.9\n[situation.prevalence]\nc = '50%'\n[situation.cost]\n'c:a' = 20\nunsure = 0.3\n"
        "[situation.threshold]\nc = 0.6\n"
    )
    config = ["--config", str(tmp_path / "truecut.toml"), "--require", "mean_cost <= 3", "--json"]
    found = json.loads(run("check", file, *config).out)
    e = evaluated(prevalence={"c": 0.5}, threshold={"c": 0.6}, cost={("c", "a"): 20, "unsure": 0.3}, level=0.9)
    assert found["gates"][0]["high"] == pytest.approx(e.metric("mean_cost").high)
