"""Names of others do nothing: not to a terminal, a spreadsheet, a Markdown reader, a browser or a build server."""

import csv
import io
import json
import re
import sys
import tomllib
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
import rich.text
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.padding import Padding

import truecut as tc
from truecut.cli import main
from truecut.cli.shared_command import shared_command
from truecut.errors import UnreadableSource
from truecut.errors.visible_text import UNSEEN, masked, visible, visible_in_json, visible_lines
from truecut.views.plots.figure_files import as_bytes
from truecut.views.plots.style import figure_of
from truecut.views.sheet import Sheet, escaped
from truecut.views.visible_drawing import Text, visible_drawing

DANGEROUS = (
    "\x1b[2J\x1b]0;title\x07",
    "\x00\x08\r",
    "\x7f\x85\x9b31m",
    "\u202egnp.exe\u202c",
    "\u2066\u2069\u200b\u200d\ufeff\u2028",
    "=HYPERLINK(1)",
    "@SUM(A1)",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a|b`c`*d*[e](javascript:f)",
    "]]>&lt;![CDATA[",
    "$\\frac{1}$ % {x}",
    "[red]x[/red]",
)
names = st.lists(st.sampled_from(DANGEROUS) | st.text(max_size=3), min_size=1, max_size=3).map("".join)


# The function itself


@given(text=st.text())
def test_nothing_unseen_is_left(text):
    assert UNSEEN.search(visible(text)) is None
    assert visible(visible(text)) == visible(text)
    assert UNSEEN.sub("", visible_lines(text)).count("\n") == 0
    assert visible_lines(text).count("\n") == text.count("\n")


@given(text=st.text(alphabet=st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_what_is_seen_stays_as_it_is(text):
    kept = text.replace("\ufffc", "")
    assert visible(kept) == kept


@given(text=st.text(alphabet=st.characters()))
def test_json_says_what_it_said(text):
    shown = visible_in_json(json.dumps({"name": text}, ensure_ascii=False))
    assert UNSEEN.search(shown) is None
    assert json.loads(shown) == {"name": text}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://me:s3cret@host:5432/db", "postgresql://***@host:5432/db"),
        ("at postgres://me:a@b:c@host/db?x=1 now", "at postgres://***@host/db?x=1 now"),
        ("postgresql://host/db?user=me&password=s3cret&x=1", "postgresql://host/db?user=me&password=***&x=1"),
        ("host=h user=me password=s3cret dbname=d", "host=h user=me password=*** dbname=d"),
        ("password = 's3 cr\\'et' x", "password = *** x"),
        ("PGPASSWORD=s3cret psql", "PGPASSWORD=*** psql"),
        ("s3://b/k?X-Amz-Signature=s3cret&sig=s3cret", "s3://b/k?X-Amz-Signature=***&sig=***"),
        ("no folder 'http:/me:s3cret@host' either", "no folder 'http:/***@host' either"),
        ("postgresql://me:s3 cr/et@host/db", "postgresql://***@host/db"),
        ('{"password": "s3cret", "user": "me"}', '{"password": ***, "user": "me"}'),
        ("recall >= 0.8, fn=10", "recall >= 0.8, fn=10"),
        ("https://host/path@v1/x.csv", "https://host/path@v1/x.csv"),
        ("a password: weak", "a password: weak"),
        ("C:/me@home/x.csv", "C:/me@home/x.csv"),
        ("me@example.org in spam.csv", "me@example.org in spam.csv"),
    ],
)
def test_passwords_are_masked(text, shown):
    assert masked(text) == shown


def test_errors_are_one_visible_line_without_passwords():
    said = str(UnreadableSource("Cannot read 'x\x1b[2J\n' at postgresql://me:s3cret@host."))
    assert said == "Cannot read 'x\\x1b[2J\\n' at postgresql://***@host."


def test_the_command_of_a_page_names_no_folder_and_no_password(tmp_path):
    words = [
        "report",
        str(tmp_path / "rows.csv"),
        f"--baseline={tmp_path}/old.csv",
        f"{tmp_path}/*/x.csv",
        "--sql",
        f"select * from '{tmp_path}/x.parquet'",
        "--database",
        "postgresql://me:s3cret@host/db",
        "--cost",
        "fn=10/3",
        "a\x1b[2J",
    ]
    said = shared_command(words)
    assert str(tmp_path) not in said
    assert "s3cret" not in said
    for kept in ("rows.csv", "--baseline=old.csv", "x.csv", "x.parquet", "fn=10/3", "postgresql://***@host/db"):
        assert kept in said
    assert said.isprintable()


# Sheets


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_a_cell_that_a_spreadsheet_would_run_is_text(start):
    ((cell,),) = list(csv.reader(io.StringIO(Sheet(("h",), [(f"{start}cmd|' /C calc'!A0",)]).as_csv())))[1:]
    assert cell[0] in "'\\"
    assert Sheet((f"{start}h",), []).as_csv()[0] in "'\\\""


@pytest.mark.parametrize("number", ["-0.5", "+3", "-1e-05", "-inf"])
def test_a_number_stays_a_number(number):
    assert Sheet(("h",), [(number,), (-0.5,)]).as_csv() == f"h\n{number}\n-0.5\n"


@given(text=names)
def test_markdown_is_one_line_without_markup(text):
    shown = escaped(text)
    assert UNSEEN.search(shown) is None
    assert not re.search(r"(?<!\\)(?:\\\\)*[|`*_<>\[\]#~]", shown)


# Every command and format

COMMANDS = {
    "report": ("text", "json", "csv", "markdown", "html"),
    "table": ("text", "json", "csv", "markdown"),
    "threshold": ("text", "json", "csv", "markdown"),
    "cost": ("text", "json", "csv", "markdown"),
    "calibration": ("text", "json", "csv", "markdown"),
    "decision": ("text", "json", "csv", "markdown"),
    "chance": ("text", "json", "csv", "markdown"),
    "groups": ("text", "json", "csv", "markdown"),
    "compare": ("text", "json", "csv", "markdown"),
    "check": ("text", "json", "csv", "markdown", "junit"),
    "curve": ("text", "json", "csv", "markdown"),
    "plan": ("text", "json", "csv", "markdown"),
    "publish": ("text", "json", "csv", "markdown", "model-card"),
    "reconcile": ("text", "json", "csv", "markdown"),
    "lab": ("html",),
    "init": ("toml",),
}
MORE = {
    "cost": ["--cost", "fp=1,fn=2"],
    "threshold": ["--rule", "youden"],
    "check": ["--require", "recall >= 0.99", "--each-group"],
    "plan": ["--metric", "recall", "--within", "0.05"],
    "reconcile": ["--value", "0.7", "--of", "accuracy"],
    "lab": ["-o", "-"],
    "init": ["--stdout"],
}
FIRST = {"curve": ["roc"]}  # words before the file
GROUPED = ("report", "groups", "check")


class Elements(HTMLParser):
    """Which elements a page has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)


def outcome(capsys, *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main.run(list(words))
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


def require_harmless(text: str) -> None:
    found = UNSEEN.search(text.replace("\n", ""))
    assert found is None, text[max(0, text.replace("\n", "").index(found[0]) - 60) :][:120]


def hostile_file(folder, label: str, scores: list[str], group: str, words: list[str]):
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 60)
    columns = {label: [words[i] for i in truth]}
    columns |= {name: np.clip(truth * 0.3 + rng.random(60) * 0.7, 0, 1).tolist() for name in scores}
    columns[group] = [words[i] for i in rng.integers(0, 2, 60)]
    path = folder / "a\x1b[2J\u202eb.parquet"
    pl.DataFrame(columns).write_parquet(path)
    return path


def words_for(command: str, path, label: str, scores: list[str], group: str, positive: str) -> list[str]:
    words = [command, *FIRST.get(command, []), str(path), f"--label={label}", f"--positive={positive}"]
    words += [] if command == "init" else ["--color=never"]
    words += [f"--score={score}" for score in (scores if command == "compare" else scores[:1])]
    return words + ([f"--group={group}"] if command in GROUPED else []) + MORE.get(command, [])


def as_form(command: str, form: str) -> list[str]:
    return [] if command in ("lab", "init") else [f"--format={form}"]


@pytest.mark.parametrize(("command", "form"), [(name, form) for name, forms in COMMANDS.items() for form in forms])
@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_no_command_lets_a_name_act(command, form, data, tmp_path, capsys, monkeypatch):
    # Commas part names on the command line, spaces around them are trimmed, and Parquet has no lone surrogates.
    text = names.map(lambda name: name.replace(",", ";").encode(errors="ignore").decode().strip() or "x")
    label, first, second, group, yes, no = data.draw(st.lists(text, min_size=6, max_size=6, unique=True))
    if len({visible(word) for word in (yes, no)}) < 2:
        return
    path = hostile_file(tmp_path, label, [first, second], group, [no, yes])
    words = words_for(command, path, label, [first, second], group, yes)
    monkeypatch.setattr(sys, "argv", ["truecut", *words])
    code, out, err = outcome(capsys, *words, *as_form(command, form))
    require_harmless(err)
    assert "Traceback" not in err
    assert "inside truecut" not in err
    if form != "html":
        require_harmless(out)
    if code == 2:
        return  # refused, in words that are harmless
    if form == "json":
        json.loads(out)
    elif form == "toml":
        found = tomllib.loads(out)["data"]
        assert (found["label"], found["positive"], found["score"]) == (label, yes, [first])
    elif form == "junit":
        ElementTree.fromstring(out)
    elif form == "html":
        require_harmless(out.replace("\t", ""))
        assert Elements(out).found.count("script") == 2
        assert "img" not in Elements(out).found
        assert str(tmp_path) not in out


BREAKS = ("\n\t", "\r\x0b", "\x0c\x85", "\u2028")


def as_seen(text: str) -> list[str]:
    """Return the lines with one backslash where Python or Markdown write two, and without how columns are padded."""
    return [" ".join(line.replace("---", "").split()) for line in re.sub(r"\\\\+", r"\\", text).split("\n")]


@pytest.mark.parametrize("form", ["text", "csv", "markdown"])
@pytest.mark.parametrize(
    ("command", "breaks"), [(name, BREAKS[i % 4]) for i, name in enumerate(COMMANDS) if "text" in COMMANDS[name]]
)
def test_a_line_break_in_a_name_is_seen_and_breaks_nothing(command, breaks, form, tmp_path, capsys):
    lines = []
    for spelled in (str, visible):
        names = [spelled(f"{start}{breaks}{end}") for start, end in zip("lmngyx", "abcdef", strict=True)]
        label, first, second, group, yes, no = names
        path = hostile_file(tmp_path, label, [first, second], group, [no, yes])
        words = words_for(command, path, label, [first, second], group, yes)
        code, out, err = outcome(capsys, *words, *as_form(command, form))
        assert code in (0, 1)
        assert all(line.startswith("truecut: ") for line in err.splitlines())
        lines.append(as_seen(out))
    assert len(lines[0]) == len(lines[1])
    assert lines[0] == lines[1]


def test_a_text_keeps_its_colours_where_something_is_escaped():
    shown = visible_drawing(Text.assemble(("a\nb", "red"), "\x0c", ("c", "bold"), style="blue"))
    assert (shown.plain, shown.style) == ("a\\nb\\x0cc", "blue")
    assert [(shown.plain[span.start : span.end], span.style) for span in shown.spans] == [
        ("a\\nb", "red"),
        ("c", "bold"),
    ]


def test_a_kind_of_drawing_whose_texts_nobody_looks_at_is_refused():
    for drawing in (Padding("x"), rich.text.Text("x")):
        with pytest.raises(TypeError, match="is drawn nowhere yet"):
            visible_drawing(drawing)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(name=names)
def test_names_that_are_not_there_are_told_harmlessly(name, capsys, tmp_path):
    name = name.replace("\0", "0")
    (tmp_path / "rows.csv").write_text("y,p\n1,0.9\n0,0.1\n")
    rows = str(tmp_path / "rows.csv")
    for words in (
        [f"x{name}"],
        ["report", f"x{name}"],
        ["report", rows, f"--label={name}"],
        ["report", rows, f"--{name}"],
        ["report", rows, "--label=y", "--score=p", f"--positive={name}"],
        ["report", rows, "--label=y", "--score=p", f"--preset={name}"],
        ["report", f"--counts={name}"],
        ["report", "--counts=tp=1,fn=1,fp=1,tn=1", f"--format={name}"],
        ["report", "--counts=tp=1,fn=1,fp=1,tn=1", f"--words=unit={name}"],
        ["report", "--counts=tp=1,fn=1,fp=1,tn=1", "-o", f"{tmp_path}/no/{name}.json"],
        ["explain", name],
        ["check", rows, "--label=y", "--score=p", f"--require={name}"],
    ):
        code, out, err = outcome(capsys, *words)
        assert code in (0, 1, 2)
        require_harmless(out)
        require_harmless(err)
        assert "inside truecut" not in err


def test_a_card_and_a_page_with_half_a_character_are_written(tmp_path):
    e = tc.evaluate([1, 0, 1, 0] * 5, {"m\ud800\x1b": [0.9, 0.2, 0.6, 0.7] * 5}, words=tc.Words("p\u202e", "n", "u"))
    require_harmless(e._repr_html_())
    e.report(tmp_path / "page.html")
    require_harmless((tmp_path / "page.html").read_text(encoding="utf-8").replace("\t", ""))


@pytest.mark.parametrize("figure", ["roc", "groups", "models", "matrix", "threshold", "distribution"])
def test_a_figure_needs_no_glyph_for_what_is_not_seen(figure, recwarn):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 40).tolist()
    models = {"m\x1b[2J\u202e": rng.random(40).tolist(), "$\\frac\x07": rng.random(40).tolist()}
    groups = [("a\x1b", "b\u202e")[i] for i in rng.integers(0, 2, 40)]
    words = tc.Words("p\x1b", "n\u202e", "u")
    e = tc.evaluate(truth, models, group=groups, words=words)
    e = e if figure in ("roc", "models") else e.models["m\x1b[2J\u202e"]
    as_bytes(figure_of(e.plot.draw(figure)), "svg")
    assert not [warning for warning in recwarn if "Glyph" in str(warning.message)]


def test_a_line_break_in_a_name_makes_no_line_beside_the_result(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = hostile_file(tmp_path, "l\nab", ["m\rb"], "g\x0bc", ["n\ntruecut: passed", "y\u2028"])
    words = words_for("init", path, "l\nab", ["m\rb"], "g\x0bc", "y\u2028")
    code, _, err = outcome(capsys, *[word for word in words if word != "--stdout"])
    assert (code, err.count("\n")) == (0, 1)
    code, _, err = outcome(capsys, "table", str(path), "--format=csv")
    assert (code, err.count("\n")) == (0, 1)
    assert err.startswith("truecut.toml: label l\\nab")
