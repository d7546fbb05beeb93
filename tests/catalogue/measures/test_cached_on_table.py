"""What follows from a score table is found once, and stays with the table."""

import numpy as np

from truecut.catalogue.measures.cached_on_table import once
from truecut.catalogue.measures.calibration import intercept, logistic_line
from truecut.catalogue.measures.hull import hull_entries
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable


def counted(answer):
    """Return a function that is kept, and the tables it was really asked about."""
    asked = []

    @once
    def find(table):
        asked.append(len(table))
        return answer(table)

    return find, asked


def table(*scores):
    return ScoreTable.from_rows([i % 2 == 0 for i in range(len(scores))], scores)


def test_a_table_is_asked_once_and_each_table_by_itself():
    find, asked = counted(lambda found: float(found.scores.sum()))
    one, same_rows, other = table(0.2, 0.4), table(0.2, 0.4), table(0.1, 0.2, 0.3)
    assert [find(one), find(other), find(one), find(same_rows)] == [find(one), find(other), find(one), find(one)]
    assert asked == [2, 3, 2]


def test_what_is_not_finite_is_found_again():
    find, asked = counted(lambda _: np.array([1.0, np.nan]))
    one = table(0.2, 0.4)
    assert np.isnan(find(one)[1]) and np.isnan(find(one)[1])
    assert asked == [2, 2]


def test_what_is_kept_cannot_be_written_over():
    one = table(0.9, 0.8, 0.4, 0.3)
    for found in (hull_entries(CountsCurve(one)), logistic_line(one)):
        assert not found.flags.writeable
    assert intercept(one) == intercept(one)


def test_what_is_kept_is_no_part_of_the_table():
    one, same_rows = table(0.9, 0.8, 0.4, 0.3), table(0.9, 0.8, 0.4, 0.3)
    hull_entries(CountsCurve(one))
    logistic_line(one)
    assert one == same_rows
    both = one + same_rows
    assert hull_entries(CountsCurve(both)).tolist() == hull_entries(CountsCurve(one)).tolist()
    assert both.rows == 8
