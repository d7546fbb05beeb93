"""Examples travel with the package and are what they say."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import truecut as tc
from truecut.cli.main import truecut
from truecut.evaluation.shipped_examples import EXAMPLES, PLACES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("known", EXAMPLES, ids=lambda known: known.name)
def test_an_example_is_evaluated_as_it_says(known):
    found = tc.example(known.name).evaluate()
    assert f"{found.read.rows:,} " in known.about or known.about.startswith("the same digits")
    assert known.source.endswith("CC BY 4.0")
    assert known.source.split("doi:")[1].split(".")[0] in (ROOT / "examples/README.md").read_text(encoding="utf-8")


def test_every_file_of_rows_is_an_example_and_the_package_holds_it():
    rows = {path.name for path in (ROOT / "examples").iterdir() if path.suffix in (".csv", ".gz", ".parquet")}
    assert {known.file for known in EXAMPLES} == rows
    inside = ROOT / "src/truecut/evaluation/examples"
    assert PLACES[0].parts[-3:] == inside.parts[-3:]
    assert {
        name: (inside / name).read_bytes() == (ROOT / "examples" / name).read_bytes() for name in rows
    } == dict.fromkeys(rows, True)


def test_the_command_writes_the_same_bytes_and_says_what_to_try(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(truecut, ["example", "spam"])
    assert "Try: truecut report examples/spam.csv.gz --label kind --positive spam" in done.output
    assert (tmp_path / "examples/spam.csv.gz").read_bytes() == tc.example("spam").path.read_bytes()


def test_a_name_that_is_not_there_gets_a_suggestion():
    with pytest.raises(tc.TruecutError, match="Did you mean 'spam'"):
        tc.example("spma")


def test_names_may_be_written_with_an_underscore():
    assert tc.example("breast_cancer").positive == "malignant"
