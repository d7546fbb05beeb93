"""truecut report in a terminal: priced thresholds, wished ones, models in order, all as data too."""

import json
import re
from pathlib import Path

import pytest

from truecut.catalogue import metric

CANCER = (str(Path(__file__).parents[2] / "examples" / "breast-cancer.csv"), "--positive", "malignant")
COUNTS = ("--counts", "tp=30,fn=10,fp=5,tn=55")


def test_costs_price_the_thresholds_that_are_offered(run):
    out = run("report", *CANCER, "--score", "logistic", "--cost", "fn=20,fp=1").out
    assert re.search(r"Thresholds +cut +Flagged +Recall +Precision +F1 +cost/1,000", out)
    assert re.search(r"^  Cheapest ", out, re.M)
    assert "Fewest mistakes" not in out


def test_a_wished_threshold_is_offered_beside_the_usual_ones(run):
    wish = "maximise recall subject to precision >= 0.99"
    found = json.loads(run("report", *CANCER, "--score", "forest", "--preset", wish, "--json").out)
    offered = {one["name"]: one for one in found["models"][0]["thresholds"]}
    assert offered[wish]["metrics"]["precision"]["value"] >= 0.99
    assert {"As judged here", "Best F1", "Youden", "Catch 90 %", "Fewest mistakes"} < set(offered)


def test_models_stand_in_the_order_of_their_areas(run):
    found = json.loads(run("report", *CANCER, "--json").out)["standings"]
    areas = [one["roc_auc"]["value"] for one in found]
    assert areas == sorted(areas, reverse=True)
    assert [one["behind"] is None for one in found] == [True, False, False]
    markdown = run("report", *CANCER, "--format", "markdown").out
    assert "Models on the same rows" in markdown
    assert "Thresholds: logistic" in markdown


@pytest.mark.parametrize("asked", [("--rule", "f1"), ("--preset", "youden")])
def test_four_counts_have_no_threshold_to_choose(run, asked):
    outcome = run("report", *COUNTS, *asked)
    assert outcome.code == 2
    said = f"Four counts are one point, and there is no threshold to move; leave out {asked[0]}."
    assert said in " ".join(outcome.err.split())


def test_metrics_of_groups_need_groups_and_are_not_about_the_page(run, tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text("y,p,g\n1,0.9,a\n0,0.2,b\n")
    asked = ("report", str(file), "--label", "y", "--score", "p", "--group-metrics", "mcc")
    told = run(*asked)
    assert (told.code, "say with --group" in told.err) == (2, True)
    told = run(*asked, "--group", "g", "-o", str(tmp_path / "page.html"))
    assert (told.code, "leave out --group-metrics" in told.err) == (2, True)
    told = run(*asked, "--group", "g", "--format", "csv")
    assert [line for line in told.out.splitlines() if line.startswith("p,a,m")] == [
        "p,a,mcc,,,,no row is truly negative"
    ]


def test_all_shows_every_metric_that_json_and_markdown_have_and_names_the_four_counts(run, tmp_path, monkeypatch):
    path = tmp_path / "preds.csv"
    path.write_text("y,p\n" + "".join(f"{i % 3 // 2},{(i * 37 % 101) / 101}\n" for i in range(90)))
    asked = ("report", str(path), "--label", "y", "--score", "p", "--cost", "fn=5,fp=1")
    monkeypatch.setenv("COLUMNS", "200")
    text = run(*asked, "--all").out
    whole, found = text[text.index("Every metric of p") :], json.loads(run(*asked, "--json").out)
    (model,) = found["models"]
    table = run(*asked, "--format", "markdown").out.replace("\\_", "_")
    lines = {line.split("|")[1].strip(): line.split("|")[2].strip() for line in table.splitlines() if "|" in line}
    for cell, number in model["counts"].items():
        assert re.search(rf"^{cell.upper()} +{number:,} ", whole, re.MULTILINE)
    assert "None" not in whole
    assert len(model["metrics"]) > 50
    for name in model["metrics"]:
        title = next(one for one in lines if re.fullmatch(re.escape(metric(name).title) + r"( \(.*\))?", one))
        value = re.escape(lines[title].split(" (")[0] if lines[title][:1] in "–-" else lines[title])
        assert re.search(rf"^{re.escape(title)} +{value}( |$)", whole, re.MULTILINE), (title, lines[title])
