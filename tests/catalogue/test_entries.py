"""Every entry of the catalogue says all there is to say, and can be found."""

import re
from math import isnan
from string import Formatter

import pytest

from truecut.catalogue import BY_NAME, CATALOGUE, Better, Metric, Needs, metric, search
from truecut.catalogue.formula import Formula
from truecut.counting.counts import CELLS, Counts
from truecut.errors import BadCall, UnknownName

every_metric = pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)

WORDS_OF_THE_USER = {"positive", "negative", "unit", "units"}
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
YEAR = re.compile(r"\b(18|19|20)\d\d\b")


def sentences(entry: Metric) -> dict[str, str]:
    return {"meaning": entry.meaning, "use": entry.use, "misleads": entry.misleads}


def phrases(entry: Metric) -> list[str]:
    return [entry.title, entry.population, *entry.undefined.values(), *entry.confused_with.values()]


@every_metric
def test_an_entry_is_complete(entry: Metric):
    assert all(sentences(entry).values())
    assert entry.title
    assert entry.formula
    assert entry.population
    assert YEAR.search(entry.reference)
    assert entry.better in Better


@every_metric
def test_a_sentence_starts_with_a_capital_or_a_parameter_and_ends_as_one(entry: Metric):
    for text in sentences(entry).values():
        assert text.endswith((".", "?"))
        assert text[0].isupper() or text.split()[0] in entry.parameters
        assert text == text.strip()
        assert "  " not in text


@every_metric
def test_a_phrase_is_put_into_sentences_and_has_no_full_stop(entry: Metric):
    for text in phrases(entry):
        assert text
        assert not text.endswith(".")


@every_metric
def test_texts_ask_only_for_the_words_of_the_user(entry: Metric):
    for text in (*sentences(entry).values(), *phrases(entry)):
        assert {name for _, name, _, _ in Formatter().parse(text) if name is not None} <= WORDS_OF_THE_USER


@every_metric
def test_bounds_go_from_low_to_high(entry: Metric):
    lowest, highest = entry.bounds
    assert lowest < highest


@every_metric
def test_a_share_of_rows_says_what_is_counted_and_nothing_else_does(entry: Metric):
    assert entry.is_proportion == bool(entry.counted)


@every_metric
def test_a_metric_has_a_function_unless_its_formula_is_evaluated(entry: Metric):
    assert (entry.function is None) == (entry.needs == Needs.COUNTS) == entry.needs_only_counts


@every_metric
def test_what_a_metric_is_compared_with_is_in_the_catalogue(entry: Metric):
    for text in (*entry.equals, *entry.confused_with):
        assert Formula(text).names <= {*CELLS, *entry.parameters, *BY_NAME}


@every_metric
def test_a_mirror_is_in_the_catalogue_with_the_mirrored_parameters(entry: Metric):
    if entry.mirror:
        mirrored = {entry.mirrored_parameters.get(name, name) for name in entry.variables}
        assert mirrored == set(metric(entry.mirror).variables)
    assert set(entry.mirrored_parameters) <= set(entry.variables)


@every_metric
def test_a_supplied_value_lies_in_the_bounds(entry: Metric):
    for value in entry.conventions.values():
        assert entry.bounds[0] <= value <= entry.bounds[1]


def test_every_name_belongs_to_one_metric():
    names = [name for entry in CATALOGUE for name in entry.names]
    assert len(names) == len(set(names))


@every_metric
def test_names_are_written_in_snake_case(entry: Metric):
    assert all(SNAKE_CASE.fullmatch(name) for name in entry.names)


@every_metric
def test_a_metric_is_found_by_each_of_its_names_however_written(entry: Metric):
    for name in entry.names:
        assert metric(name) is metric(f" {name.upper()} ") is metric(name.replace("_", "-")) is entry
        assert metric(name.replace("_", " ")) is entry


@every_metric
def test_a_metric_is_found_by_its_title(entry: Metric):
    assert entry in search(entry.title)


def test_titles_differ():
    assert len({entry.title for entry in CATALOGUE}) == len(CATALOGUE)


def test_searching_for_nothing_finds_everything():
    assert search() == CATALOGUE


def test_an_unknown_metric_is_answered_with_near_ones():
    with pytest.raises(UnknownName, match=r"^No metric is called 'precison'\. Did you mean 'precision'"):
        metric("precison")


def test_an_unknown_parameter_is_an_error():
    with pytest.raises(UnknownName, match=r"^No parameter of f_beta is called 'betta'\. Did you mean 'beta'\?$"):
        metric("f_beta").at(Counts(1, 1, 1, 1), betta=2)
    with pytest.raises(BadCall, match=r"^recall takes no parameters, but 'beta' was given\.$"):
        metric("recall").at(Counts(1, 1, 1, 1), beta=2)


@every_metric
def test_a_metric_is_asked_at_a_threshold_or_of_a_curve_and_not_both(entry: Metric):
    if entry.needs == Needs.COUNTS:
        with pytest.raises(BadCall, match="belongs to one threshold"):
            entry.of(None)
    else:
        with pytest.raises(BadCall, match="not only four counts"):
            entry.at(Counts(1, 1, 1, 1))


def test_an_absent_value_is_nan_as_a_float_and_none_as_a_value():
    value = metric("precision").at(Counts(tp=0, fp=0, fn=2, tn=3))
    assert (value.value, value.is_defined, value.undefined) == (None, False, "nothing was flagged")
    assert isnan(float(value))


def test_a_convention_that_does_not_speak_about_a_metric_supplies_nothing():
    nothing_left = Counts(tp=1, fp=1, fn=0, tn=0)
    assert metric("npv").at(nothing_left, convention="textbook").value is None
    assert metric("npv").at(nothing_left, convention="zero").value == 0
