"""truecut lab writes one page, begins with somebody's rows, and overwrites nothing of theirs."""

from __future__ import annotations

import json
import re
import webbrowser

import pytest


def told(page: str) -> dict:
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data
    return json.loads(data[1])


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("a browser was opened where nobody watches"))
    return tmp_path


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,p,q\n1,0.9,0.2\n0,0.4,0.4\n1,0.7,0.7\n0,0.2,0.1\n1,0.2,0.9\n", encoding="utf-8")
    return path


def test_without_anything_it_writes_the_usual_file(run, here) -> None:
    assert run("lab").code == 0
    first = (here / "lab.html").read_text(encoding="utf-8")
    assert run("lab").code == 0, "a page of ours is written anew"
    assert (here / "lab.html").read_text(encoding="utf-8") == first
    assert told(first)["starts"] == []


def test_a_file_of_somebody_else_is_not_overwritten(run, here) -> None:
    (here / "lab.html").write_text("<p>My thesis</p>", encoding="utf-8")
    done = run("lab")
    assert done.code == 2
    assert "is not a page of truecut; name another file with -o" in done.err
    assert (here / "lab.html").read_text(encoding="utf-8") == "<p>My thesis</p>"


def test_standard_output_is_asked_for_by_its_sign(run, here) -> None:
    done = run("lab", "-o", "-")
    assert done.out.startswith("<!doctype html>")
    assert not (here / "lab.html").exists()


def test_rows_of_a_file_are_where_it_begins(run, rows) -> None:
    page = run(
        "lab", str(rows), "--label", "y", "--score", "p,q", "--cost", "fn=5,fp=2", "--threshold", "0.3", "-o", "-"
    )
    starts = told(page.out)["starts"]
    assert [start["name"] for start in starts] == ["p", "q"]
    assert starts[0]["scores"] == [0.9, 0.7, 0.4, 0.2]
    assert starts[0]["positives"] == [1, 1, 0, 1]
    assert starts[0]["negatives"] == [0, 0, 1, 1]
    assert starts[0]["threshold"] == 0.3
    assert {cell: starts[0]["prices"].get(cell, 0) for cell in ("fn", "fp")} == {"fn": 5, "fp": 2}


def test_counts_are_one_point(run) -> None:
    page = run("lab", "--counts", "TP=30,FN=10,FP=5,TN=55", "-o", "-").out
    assert told(page)["starts"][0]["counts"] == {"tp": 30, "fn": 10, "fp": 5, "tn": 55}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--label", "y"), "There are no rows for --label; name a file."),
        (("rows.csv", "--label", "y", "--score", "p", "-o", "rows.csv"), "rows.csv"),
        (("rows.csv", "--label", "y", "--score", "p", "--format", "json"), "json"),
        (("--json",), "The lab is a page and has no JSON"),
        (("--at", "lessons/rar"), "Did you mean 'lessons/rare'"),
        (("nowhere.csv",), "nowhere.csv"),
        (("--counts", "tp=1,fn=0,fp=0,tn=0"), "The lab needs rows of both classes"),
    ],
)
@pytest.mark.usefixtures("rows")
def test_bad_input_gets_a_sentence(run, arguments, said) -> None:
    done = run("lab", *arguments)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_more_than_two_classes_are_refused_with_a_way_out(run, here) -> None:
    (here / "three.csv").write_text("y,a,b,c\nx,0.5,0.3,0.2\ny,0.2,0.6,0.2\nz,0.1,0.1,0.8\nx,0.7,0.2,0.1\n")
    done = run("lab", "three.csv", "--label", "y", "--predicted", "y")
    assert done.code == 2
    assert "There are 3 classes. The lab shows two; name one with --positive" in done.err


def test_text_of_others_does_not_run(run, here) -> None:
    (here / "odd.csv").write_text("y,</script><b>\n1,0.9\n0,0.4\n", encoding="utf-8")
    page = run("lab", "odd.csv", "--label", "y", "-o", "-").out
    assert page.count("</script>") == 2
    assert told(page)["starts"][0]["name"] == "</script><b>"
