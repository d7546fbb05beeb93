"""No Python writer replaces a file that the rows were read from: the law that `-o` of the command line has."""

import os
import subprocess
import sys

import polars as pl
import pytest

import truecut as tc
from truecut.errors import BadCall

ROWS = "y,p,q,region\n" + "1,0.9,0.8,a\n0,0.2,0.3,b\n1,0.6,0.1,b\n0,0.7,0.2,a\n" * 6
CLASSES = "y,guess,a,b,c\n" + "a,a,0.7,0.2,0.1\nb,b,0.1,0.8,0.1\nc,b,0.2,0.5,0.3\n" * 9
REFUSED = "which is read; name another file"

# The input by other names, and how it may be spelled.
SPELLINGS = ["input.svg", "./input.svg", "folder/../input.svg", "link.svg", "chain.svg", "hard.svg"]


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "input.svg").write_text(ROWS)  # a figure wants such a name, and a reader looks inside
    (tmp_path / "link.svg").symlink_to("input.svg")
    (tmp_path / "chain.svg").symlink_to(tmp_path / "link.svg")
    os.link(tmp_path / "input.svg", tmp_path / "hard.svg")
    return tmp_path


def read(data="input.svg", **options):
    return tc.evaluate(data, label="y", score=["p", "q"], group="region", **options)


WRITERS = {
    "report": lambda e, path: e.report(path),
    "save": lambda e, path: e.save(path),
    "plot": lambda e, path: e.plot.roc().save(path),
    "plot by name": lambda e, path: e.plot("roc").save(path),
    "panels": lambda e, path: e.plot.panels("roc", "pr").save(path),
    "each": lambda e, path: e.plot.each("roc").save(path),
    "one model": lambda e, path: e.models["p"].report(path),
    "one group": lambda e, path: e.groups["a"].save(path),
    "the rest": lambda e, path: e.without_group("a").save(path),
    "another situation": lambda e, path: e.given(prevalence=0.1, threshold=0.5).report(path),
    "sampled": lambda e, path: e.given(sampled=(1.0, 0.1)).report(path),
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("path", SPELLINGS)
def test_no_writer_writes_over_the_rows_under_any_name(name, path, place):
    e = read()
    with pytest.raises(BadCall, match=REFUSED):
        WRITERS[name](e, path)
    with pytest.raises(BadCall, match=REFUSED):
        WRITERS[name](e, place / path)
    assert (place / "input.svg").read_text() == ROWS
    assert sorted(entry.name for entry in place.iterdir()) == [
        "chain.svg",
        "folder",
        "hard.svg",
        "input.svg",
        "link.svg",
    ]


@pytest.mark.parametrize("name", WRITERS)
def test_every_writer_writes_beside_the_rows(name, place):
    WRITERS[name](read(), "output.svg")
    assert (place / "output.svg").stat().st_size > 1000
    assert (place / "input.svg").read_text() == ROWS


@pytest.mark.parametrize(
    "data",
    ["link.svg", "hard.svg", "./input.svg", "inp*.svg", ["input.svg"], ("input.svg",)],
    ids=str,
)
def test_the_way_in_does_not_matter(data, place):
    with pytest.raises(BadCall, match=REFUSED):
        read(data).report("input.svg")
    with pytest.raises(BadCall, match=REFUSED):
        read(data, memory="1GB").save("input.svg")
    assert (place / "input.svg").read_text() == ROWS


def test_each_of_several_files_is_kept(place):
    (place / "more.csv").write_text(ROWS)
    e = read(["input.svg", "more.csv"])
    for path in ("input.svg", "more.csv"):
        with pytest.raises(BadCall, match=REFUSED):
            e.report(path)


def test_another_folder_does_not_hide_the_file(place, monkeypatch):
    e = read()
    monkeypatch.chdir(place / "folder")
    with pytest.raises(BadCall, match=REFUSED):
        e.report("../input.svg")
    e.report("input.svg")  # which is another file here
    assert (place / "folder" / "input.svg").stat().st_size > 1000


def test_what_is_gone_cannot_be_lost(place):
    e = read()
    for name in ("input.svg", "hard.svg"):
        (place / name).unlink()
    e.save("input.svg")
    assert tc.load("input.svg").rows == 24


def test_standard_input_is_a_file_too(place):
    code = "import truecut as tc; tc.evaluate('-', label='y', score='p').report('input.svg')"
    with (place / "input.svg").open("rb") as rows:
        ran = subprocess.run([sys.executable, "-c", code], stdin=rows, capture_output=True, text=True, check=False)
    assert REFUSED in ran.stderr
    assert (place / "input.svg").read_text() == ROWS


def test_many_classes_are_no_exception(place):
    (place / "classes.csv").write_text(CLASSES)
    scores = {name: name for name in "abc"}
    e = tc.evaluate("classes.csv", label="y", class_scores=scores)
    other = tc.evaluate(pl.read_csv("classes.csv"), label="y", class_scores=scores)
    for write in (
        e.report,
        e.save,
        e.classes["a"].report,
        tc.evaluate("classes.csv", label="y", predicted="guess").report,
        e.given(prevalence={"a": 0.5}).report,
        (e + other).save,
        (other + e).save,
        lambda path: other.report(path, beside={"e": e}),
    ):
        with pytest.raises(BadCall, match=REFUSED):
            write("classes.csv")
    assert (place / "classes.csv").read_text() == CLASSES
    other.save("classes.csv")  # read by somebody else: there is no telling


def test_saved_files_are_read_too(place):
    read().save("saved.json")
    saved = (place / "saved.json").read_bytes()
    loaded = tc.load("saved.json")
    for write in (loaded.report, loaded.save, loaded.groups["a"].save, loaded.given(prevalence=0.1).save):
        with pytest.raises(BadCall, match=REFUSED):
            write("saved.json")
    (place / "classes.csv").write_text(CLASSES)
    tc.evaluate("classes.csv", label="y", predicted="guess").save("classes.json")
    with pytest.raises(BadCall, match=REFUSED):
        tc.load("classes.json").report("classes.json")
    assert (place / "saved.json").read_bytes() == saved


@pytest.mark.usefixtures("place")
def test_what_goes_on_counting_is_saved_where_it_was_but_its_report_is_not():
    tally = tc.Tally()
    tally.update([1, 0, 1], [0.9, 0.2, 0.6])
    tally.save("tally.json")
    again = tc.Tally.load("tally.json")
    again.update([0], [0.3])
    again.save("tally.json")
    assert tc.Tally.load("tally.json").rows == 4
    for found in (again, again + tally, tally + again):
        with pytest.raises(BadCall, match=REFUSED):
            tc.evaluate(found).report("tally.json")
    again.table.save("table.json")
    table = tc.ScoreTable.load("table.json")
    (table + table).save("table.json")
    for found in (table, table + tally.table, tally.table + table):
        with pytest.raises(BadCall, match=REFUSED):
            tc.evaluate(found).save("table.json")
    assert tc.ScoreTable.load("table.json").rows == 8


def test_no_output_tells_the_folder(place):
    e = read()
    e.save("saved.json")
    told = [
        e.html(),
        e.to_json(),
        str(e),
        repr(e.read),
        str(e.read),
        e.read.to_json(),
        (place / "saved.json").read_text(),
    ]
    assert all(str(place) not in text for text in told)
