"""A query that says nothing, or reads a given file past truecut's own reader, is told so."""

import pytest

from truecut.cli.main import run

ROWS = "y,p\n1,0.9\n0,0.2\n"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "The query must be one SELECT, and this is nothing."),
        ("select * from read_csv('{file}')", "by a function of DuckDB; select from data."),
        ("select * from read_csv('elsewhere.csv')", "which is not among the files; name it before --sql"),
    ],
)
def test_a_query_that_is_no_answer_is_one_sentence(query, said, tmp_path, capsys):
    file = tmp_path / "rows.csv"
    file.write_text(ROWS)
    with pytest.raises(SystemExit) as ended:
        run(["report", str(file), "--sql", query.format(file=file), "--label", "y", "--score", "p"])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_an_empty_positive_label_is_not_the_default(tmp_path, capsys):
    (tmp_path / "rows.csv").write_text(ROWS)
    with pytest.raises(SystemExit) as ended:
        run(["report", str(tmp_path / "rows.csv"), "--positive", ""])
    assert ended.value.code == 2
    assert "positive='' is not among them" in capsys.readouterr().err
