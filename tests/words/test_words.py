"""The user's own words, whatever they are."""

import pytest

from truecut.errors import BadCall, UnknownName
from truecut.words import Words, counted, words_from


@pytest.mark.parametrize(
    ("unit", "units"),
    [
        ("row", "rows"),
        ("email", "emails"),
        ("case", "cases"),
        ("box", "boxes"),
        ("match", "matches"),
        ("loss", "losses"),
        ("query", "queries"),
        ("survey", "surveys"),
    ],
)
def test_plurals_follow_the_usual_rules(unit, units):
    assert Words(unit=unit).units == units


def test_an_irregular_plural_is_taken_as_given():
    assert words_from({"unit": "person", "units": "people"}).units == "people"


def test_words_take_the_place_of_the_plain_ones():
    words = words_from({"positive": "spam", "negative": "ham", "unit": "email"})
    assert words.fill("{positive} {units}, {negative} {unit}") == "spam emails, ham email"


@pytest.mark.parametrize("word", ["{unit}", "{0}", "}{", "[bold]x[/]", "a|b", "%s", "\\1"])
def test_hostile_words_come_out_literally(word):
    assert Words(positive=word).fill("the {positive} one") == f"the {word} one"


def test_unknown_and_empty_words_are_refused():
    with pytest.raises(UnknownName, match=r"No word is called 'positiv'. Did you mean 'positive'\?"):
        words_from({"positiv": "spam"})
    with pytest.raises(BadCall, match="The word for 'unit' is empty"):
        words_from({"unit": " "})


def test_one_thing_is_not_plural():
    assert [counted(n, "row") for n in (0, 1, 2, 1200)] == ["0 rows", "1 row", "2 rows", "1,200 rows"]


def test_a_word_never_starts_a_line_of_its_own():
    words = Words(positive="spam\nPassed.", unit="row\x1b[2J")
    assert words.fill("All {positive} {units}") == "All spam\\nPassed. row\\x1b[2Js"
