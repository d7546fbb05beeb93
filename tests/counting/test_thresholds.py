"""A threshold is one number at every entrance: text, truth values, NaN and lists get a sentence."""

from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest

import truecut as tc
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.thresholds import checked_threshold, checked_thresholds, thresholds_by_model
from truecut.errors import BadCall, UnknownName
from truecut.inference.point import Point
from truecut.inference.resampling.poisson_counts import PoissonCounts

LABELS, SCORES = [0, 0, 1, 0, 1, 1], [9, 48, 126, 130, 150, 199]
GLUCOSE = tc.evaluate(LABELS, SCORES)
NO_THRESHOLDS = {
    "126": "A threshold is a number, not '126'.",
    b"126": "A threshold is a number, not b'126'.",
    True: "A threshold is a number, not True.",
    None: "A threshold is a number, not None.",
    nan: "A threshold is a number, not NaN.",
    1j: "A threshold is a number, not 1j.",
    np.True_: "A threshold is a number, not True.",
    np.str_("0.5"): "A threshold is a number, not '0.5'.",
    (0.3, 0.5): 'One threshold for each model, by name: {"glu": 126}; for several at once ask e.curve.',
    frozenset({0.5}): 'One threshold for each model, by name: {"glu": 126}; for several at once ask e.curve.',
}
ENTRANCES = {
    "at": GLUCOSE.at,
    "cut_at": GLUCOSE.cut_at,
    "evaluate": lambda given: tc.evaluate(LABELS, SCORES, threshold=given),
    "curve.at": GLUCOSE.curve.at,
    "the counts of a curve": CountsCurve(GLUCOSE.table).at,
    "costs": GLUCOSE.costs(tc.Cost(fp=1, fn=2)).at,
    "a point": lambda given: Point(Counts(1, 2, 3, 4), threshold=given),
    "a sweep": lambda given: GLUCOSE.curve.sweep(3, given, 200),
    "counts at thresholds": lambda given: PoissonCounts.empty([given]),
}


@pytest.mark.parametrize("entrance", ENTRANCES)
@pytest.mark.parametrize(("given", "said"), NO_THRESHOLDS.items(), ids=map(repr, NO_THRESHOLDS))
def test_what_is_no_threshold_is_refused_at_every_entrance(entrance, given, said):
    if given is None and entrance in ("a point", "a sweep", "cut_at", "evaluate"):
        return  # there it means that none was stated
    with pytest.raises(BadCall) as problem:
        ENTRANCES[entrance](given)
    assert str(problem.value) == said.replace("True_", "True")


@pytest.mark.parametrize(
    "given", [126, 126.0, np.int64(126), np.uint8(126), np.float32(126), np.array(126), Decimal(126), Fraction(252, 2)]
)
def test_every_kind_of_number_cuts_alike(given):
    assert GLUCOSE.at(given).counts == Counts(tp=3, fp=1, fn=0, tn=2)
    assert GLUCOSE.cut_at(given).threshold == 126
    assert type(GLUCOSE.at(given).threshold) in (int, float)


def test_whole_thresholds_stay_exact_and_infinite_ones_are_legal():
    beyond = 2**63 + 1
    assert checked_threshold(np.uint64(beyond)) == beyond
    assert [checked_threshold(given) for given in (inf, -inf)] == [inf, -inf]


def test_text_is_not_compared_letter_by_letter():
    """By letters "9" > "126", and five of the six would be flagged in the place of four."""
    with pytest.raises(BadCall, match="not '126'"):
        GLUCOSE.at("126")


def test_thresholds_of_models_are_known_by_name():
    assert thresholds_by_model({"glu": 126, "bmi": np.float64(30)}, ["glu", "bmi"]) == {"glu": 126, "bmi": 30}
    with pytest.raises(UnknownName, match=r"^No model is called 'boostd'\. Did you mean 'boosted'\?$"):
        thresholds_by_model({"boostd": 1}, ["boosted", "logistic"])
    with pytest.raises(BadCall, match="not 'half'"):
        thresholds_by_model({"glu": "half"}, ["glu"])
    with pytest.raises(BadCall, match="Here one threshold is meant"):
        GLUCOSE.at({"scores": 126})


@pytest.mark.parametrize("given", ["0.5", 0.5, {"a": 0.5}, None])
def test_several_thresholds_are_a_list(given):
    with pytest.raises(BadCall, match="Several thresholds are given as a list of numbers"):
        checked_thresholds(given)


def test_each_of_several_thresholds_is_checked():
    assert checked_thresholds([0.25, np.float32(0.5), 1]).tolist() == [0.25, 0.5, 1]
    for given in ([0.3, "0.5"], [0.3, nan], [True], np.array([True, False]), np.array([0.1, nan]), [[0.3]]):
        with pytest.raises(BadCall):
            checked_thresholds(given)
