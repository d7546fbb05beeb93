"""truecut groups as a person or a script meets it."""

import csv
import io
import json

import numpy as np
import pytest


@pytest.fixture
def regions(tmp_path) -> str:
    """Return a file of three regions of 200 rows; north misses half of its positives."""
    lines = ["y,p,region"]
    for region, missed in (("north", 50), ("south", 5), ("west", 6)):
        lines += [f"1,{0.2 if i < missed else 0.9},{region}" for i in range(100)]
        lines += [f"0,{0.8 if i < 10 else 0.1},{region}" for i in range(100)]
    path = tmp_path / "regions.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_the_worst_group_comes_first_with_its_whisker_and_is_called_worse(run, regions):
    outcome = run("groups", regions, "--label", "y", "--group", "region", "--metric", "recall")
    assert outcome.code == 0
    lines = [line for line in outcome.out.splitlines() if line.startswith(("north", "south", "west"))]
    assert [line.split()[0] for line in lines] == ["north", "west", "south"]
    assert "├" in lines[0]
    assert "●" in lines[0]
    assert lines[0].endswith("worse")
    assert "Holm's correction for 3 comparisons" in outcome.out.replace("\n", " ")


def test_whiskers_are_drawn_on_one_axis(run, regions):
    out = run("groups", regions, "--label", "y", "--group", "region", "--metric", "recall").out
    values = {line.split()[0]: line.index("●") for line in out.splitlines() if "●" in line}
    assert values["north"] < values["west"] <= values["south"]


def test_by_default_recall_and_false_alarms_are_compared(run, regions):
    data = json.loads(run("groups", regions, "--label", "y", "--group", "region", "--json").out)
    assert data["truecut"] == "groups"
    assert [one["metric"] for one in data["metrics"]] == ["recall", "fpr"]
    north = data["metrics"][0]["groups"][0]
    assert north["group"] == "north"
    assert north["value"]["value"] == 0.5
    assert north["rest"]["value"] == (95 + 94) / 200
    assert north["difference"] == pytest.approx(0.5 - 0.945)
    assert (north["verdict"], north["matters"], north["method"], north["test"]) == ("worse", True, "newcombe", "score")
    assert north["adjusted_p"] == pytest.approx(3 * north["p_value"])


def test_csv_and_markdown_hold_the_same(run, regions):
    call = ("groups", regions, "--label", "y", "--group", "region", "--metric", "recall", "--quiet", "--format")
    rows = list(csv.DictReader(io.StringIO(run(*call, "csv").out)))
    assert [(row["group"], row["verdict"]) for row in rows] == [
        ("north", "worse"),
        ("south", "better"),
        ("west", "better"),
    ]
    text = run(*call, "markdown").out
    assert "### Recall by group: p" in text
    assert "| north | 200 | 50.0 % | 40.4 to 59.6 % | -44.5 |" in text


def test_fifty_groups_fit_and_small_ones_stand_together(run, tmp_path):
    chance = np.random.default_rng(0)
    path = tmp_path / "many.csv"
    rows = [f"{i % 2},{chance.random():.3f},shop {int(chance.integers(50))}" for i in range(2000)]
    rows += [f"{i % 2},{chance.random():.3f},tiny {i // 3}" for i in range(12)]
    path.write_text("y,p,shop\n" + "\n".join(rows) + "\n", encoding="utf-8")
    out = run("groups", str(path), "--label", "y", "--score", "p", "--group", "shop", "--metric", "recall").out
    assert sum(line.startswith("shop ") for line in out.splitlines()) == 50
    assert "tiny 0, tiny 1, tiny 2, tiny 3" in " ".join(out.split())
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "Name the column that divides"),
        (("--group", "region", "--metric", "total_cost"), "grows with the rows"),
        (("--group", "region", "--metric", "recal"), "Did you mean 'recall'"),
        (("--group", "region", "--level", "2"), "A level lies between"),
    ],
)
def test_what_is_wrong_is_one_sentence(run, regions, arguments, says):
    outcome = run("groups", regions, "--label", "y", "--score", "p", *arguments)
    assert outcome.code == 2
    assert says in outcome.err


def test_a_reason_that_holds_for_all_groups_is_said_once(run, tmp_path):
    path = tmp_path / "hard.csv"
    path.write_text("y,guess,g\n" + "".join(f"{i % 2},{i % 3 % 2},{'ab'[i % 2 ^ i // 7 % 2]}\n" for i in range(60)))
    out = run("groups", str(path), "--label", "y", "--predicted", "guess", "--group", "g", "--metric", "roc_auc").out
    assert out.count("hard predictions are one point") == 1
    assert "all groups: hard predictions are one point and have no curve" in " ".join(out.split())


def test_a_reason_that_holds_for_some_groups_names_them(run, tmp_path):
    path = tmp_path / "some.csv"
    rows = [f"{i % 2 if g in 'ab' else 0},{i / 40},{g}" for g in "abcd" for i in range(20)]
    path.write_text("y,p,g\n" + "\n".join(rows) + "\n")
    out = run("groups", str(path), "--label", "y", "--score", "p", "--group", "g", "--metric", "recall").out
    assert "c, d: no row is truly positive" in out
