"""truecut report writes the page."""

import webbrowser
from pathlib import Path

import pytest
from click.testing import CliRunner

from truecut.cli.report import report

ROWS = "y,p,g\n" + "\n".join(f"{i % 2},{(i * 37 % 100) / 100},{'ab'[i % 3 % 2]}" for i in range(60))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(ROWS)
    return path


def run(*arguments):
    return CliRunner().invoke(report, [str(argument) for argument in arguments])


def test_a_name_that_ends_in_html_gives_a_page(file, tmp_path):
    target = tmp_path / "report.html"
    result = run(file, "--label", "y", "--score", "p", "--group", "g", "-o", target)
    assert result.exit_code == 0, result.output
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_page_goes_to_standard_output_too(file):
    result = run(file, "--label", "y", "--score", "p", "--format", "html", "--cost", "fn=5,fp=1", "--preset", "youden")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("<!doctype html>")
    assert '"fn":5' in result.stdout


def test_four_counts_have_no_rows_to_show():
    result = run("--counts", "tp=30,fn=10,fp=5,tn=55", "--format", "html", "--rows", "3")
    assert "no rows to show" in str(result.exception)


def test_four_counts_give_a_page():
    result = run("--counts", "tp=30,fn=10,fp=5,tn=55", "--format", "html")
    assert '"kind":"counts"' in result.stdout


def test_open_shows_the_page_in_a_browser(file, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    target = tmp_path / "report.html"
    run(file, "--label", "y", "--score", "p", "-o", target, "--open")
    assert opened == [Path(target).resolve().as_uri()]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--format", "html", "--open"], "--open needs a file to open"),
        (["--format", "text", "--least-group", "5"], "--least-group is about the HTML page"),
        (["--format", "text", "--rows", "5"], "--rows is about the HTML page"),
        (["--format", "html", "--show-columns", "y"], "say with --rows how many"),
        (["--format", "html", "--rows", "5", "--show-columns", "z"], "has no column 'z'"),
        (["--format", "html", "--rows", "5", "--memory", "1GB"], "not at hand"),
        (["--format", "html", "--rows", "2000"], "1 to 1,000 rows"),
        (["--format", "html", "--convention", "zero"], "leave out --convention"),
    ],
)
def test_what_makes_no_sense_is_said(file, arguments, said):
    result = run(file, "--label", "y", "--score", "p", *arguments)
    assert said in str(result.exception)
