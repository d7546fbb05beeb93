"""Both kernels give the table that counting by hand gives, whatever the scores are."""

from __future__ import annotations

import importlib
import math
import os
import subprocess
import sys
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truecut import kernel as chosen
from truecut.kernel import CountedScores, NotANumber, portable

# A missing extension is a failure, not a reason to skip: only asking for NumPy leaves it out.
NATIVE_IS_WANTED = os.environ.get("TRUECUT_KERNEL") != "portable"
MODULES = {"portable": "truecut.kernel.portable"}
if NATIVE_IS_WANTED:
    MODULES["native"] = "truecut.kernel._native"

needs_native = pytest.mark.skipif(not NATIVE_IS_WANTED, reason="TRUECUT_KERNEL=portable is set")
each_kernel = pytest.mark.parametrize("kernel", MODULES)

SCORE_TYPES = (np.float64, np.float32, np.int64, np.uint64)
each_score_type = pytest.mark.parametrize("score_type", SCORE_TYPES, ids=lambda t: t.__name__)

LIMITS = (32, 300, 700, 8_192, 16_384, 50_000)  # where the native kernel changes its ways
SIZES = sorted({1, 2, *(limit + step for limit in LIMITS for step in (-1, 0, 1))})


def tally_with(kernel, labels, scores, weights=None, **options):
    return importlib.import_module(MODULES[kernel]).tally(labels, scores, weights, **options)


def counted_by_hand(labels, scores):
    """Return (score, positives, negatives) per distinct score, highest first."""
    counts = Counter(zip(scores.tolist(), labels.tolist(), strict=True))
    distinct = sorted({score for score, _ in counts}, reverse=True)
    return [(score, counts[score, True], counts[score, False]) for score in distinct]


def assert_is_table_of(table, labels, scores):
    """Compare with NumPy's own grouping; for more rows than Python likes to count."""
    distinct, group = np.unique(scores, return_inverse=True)
    positives = np.bincount(group[labels], minlength=distinct.size)[::-1]
    negatives = np.bincount(group[~labels], minlength=distinct.size)[::-1]
    assert table.scores.dtype == scores.dtype
    np.testing.assert_array_equal(table.scores, distinct[::-1])
    np.testing.assert_array_equal(table.positives, positives)
    np.testing.assert_array_equal(table.negatives, negatives)
    assert table.ranks in (None, portable.rank_sums(table.positives, table.negatives))


COLUMNS = tuple(name for name in CountedScores._fields if name != "ranks")


def assert_equal_tables(left, right):
    for column in COLUMNS:
        a, b = getattr(left, column), getattr(right, column)
        assert a.dtype == b.dtype, column
        if a.dtype.kind == "f" and column != "scores":
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=0, err_msg=column)
        else:
            np.testing.assert_array_equal(a, b, err_msg=column)


# ---- laws over small inputs


def scores_of(score_type):
    if score_type in (np.int64, np.uint64):
        limits = np.iinfo(score_type)
        special = [limits.min, limits.max, limits.max - 1, 0, 1, 2**53, 2**53 + 1, 2**62, 2**62 + 1]
        return st.sampled_from(special) | st.integers(int(limits.min), int(limits.max))
    limits = np.finfo(score_type)
    smallest = float(limits.smallest_subnormal)
    special = [0.0, -0.0, math.inf, -math.inf, smallest, -smallest, 2 * smallest]
    special += [float(limits.tiny), float(limits.max), float(limits.min), 0.5, 1.0, float(1 - limits.epsneg)]
    return st.sampled_from(special) | st.floats(allow_nan=False, width=limits.bits)


@st.composite
def rows(draw, score_type, weight):
    """Draw labels, scores with ties among them, and weights."""
    few_scores = st.sampled_from(draw(st.lists(scores_of(score_type), min_size=1, max_size=6)))
    row = st.tuples(st.booleans(), few_scores | scores_of(score_type), weight)
    drawn = draw(st.lists(row, max_size=120))
    labels, scores, weights = zip(*drawn, strict=True) if drawn else ((), (), ())
    return np.array(labels, bool), np.array(scores, score_type), np.array(weights)


@each_kernel
@each_score_type
@given(data=st.data())
@settings(deadline=None)
def test_counts_are_those_of_counting_by_hand(kernel, score_type, data):
    labels, scores, _ = data.draw(rows(score_type, weight=st.none()))
    table = tally_with(kernel, labels, scores)
    columns = (table.scores.tolist(), table.positives.tolist(), table.negatives.tolist())
    assert list(zip(*columns, strict=True)) == counted_by_hand(labels, scores)
    assert table.scores.dtype == score_type
    assert table.positives.dtype == table.negatives.dtype == np.int64
    assert table.positive_rows is table.positive_squares is table.positives
    assert table.negative_rows is table.negative_squares is table.negatives


@each_kernel
@each_score_type
@pytest.mark.parametrize(
    "weight, weight_type",
    [
        (st.floats(0, 1e9, width=32) | st.sampled_from([0.0, 0.1, 1e-300]), np.float64),
        (st.integers(0, 2**56), np.int64),
    ],
    ids=["fractional", "whole"],
)
@given(data=st.data())
@settings(deadline=None, max_examples=50)
def test_weights_are_summed_per_score_and_side(kernel, score_type, weight, weight_type, data):
    labels, scores, weights = data.draw(rows(score_type, weight))
    weights = weights.astype(weight_type)
    terms = defaultdict(list)
    for label, score, w in zip(labels.tolist(), scores.tolist(), weights.tolist(), strict=True):
        terms[score, label].append(w)

    table = tally_with(kernel, labels, scores, weights)

    assert table.scores.tolist() == [score for score, _, _ in counted_by_hand(labels, scores)]
    assert table.positives.dtype == table.negatives.dtype == weight_type
    assert table.positive_squares.dtype == table.negative_squares.dtype == np.float64
    add = sum if weight_type is np.int64 else math.fsum
    for side, label in (("positive", True), ("negative", False)):
        here = [terms[score, label] for score in table.scores.tolist()]
        sums, row_counts = getattr(table, f"{side}s"), getattr(table, f"{side}_rows")
        squares = getattr(table, f"{side}_squares")
        exact = 0 if weight_type is np.int64 else 1e-14
        np.testing.assert_allclose(sums, np.array([add(t) for t in here], weight_type), rtol=exact)
        assert row_counts.tolist() == [len(t) for t in here]
        np.testing.assert_allclose(squares, [math.fsum(float(w) ** 2 for w in t) for t in here], rtol=1e-14)


@each_kernel
def test_negative_zero_is_zero(kernel):
    for labels in ([True, False], [False, True], [True, True]):
        for weights in (None, np.ones(2)):
            table = tally_with(kernel, np.array(labels), np.array([-0.0, 0.0]), weights)
            assert table.scores.tolist() == [0.0]
            assert not np.signbit(table.scores).any()
    assert not np.signbit(tally_with(kernel, np.array([True]), np.array([-0.0], np.float32)).scores).any()


@each_kernel
@each_score_type
@pytest.mark.parametrize("weights", [None, np.empty(0), np.empty(0, np.int64)], ids=["none", "float", "int"])
def test_no_rows_make_an_empty_table(kernel, score_type, weights):
    table = tally_with(kernel, np.empty(0, bool), np.empty(0, score_type), weights)
    assert [getattr(table, column).size for column in COLUMNS] == [0] * 7
    assert table.scores.dtype == score_type
    assert table.positives.dtype == (np.int64 if weights is None else weights.dtype)


# ---- every way through the native kernel


def all_equal(size, random):  # noqa: ARG001
    return np.full(size, 0.25)


def evenly_spread(size, random):
    return random.random(size)


def either_sign(size, random):
    return random.normal(size=size)


def sorted_up(size, random):
    return np.sort(random.random(size))


def sorted_down(size, random):
    return np.sort(random.random(size))[::-1].copy()


def three_decimals(size, random):
    return random.random(size).round(3)


def two_exponents_far_apart(size, random):
    return random.random(size) * np.where(random.random(size) < 0.5, 1e-300, 1e300)


def every_exponent(size, random):
    return np.exp2(random.uniform(-1070, 1020, size)) * random.choice([-1, 1], size)


def neighbours_of_one(size, random):
    return 1 - random.integers(0, 2 * size, size) * 2.0**-53


def crowded_into_a_corner(size, random):
    scores = 1 - random.random(size) * 1e-9
    spread = random.random(size) < 0.02
    scores[spread] = np.exp2(random.uniform(-1070, 0, np.count_nonzero(spread)))
    return scores


def infinities_and_zeros_among_others(size, random):
    scores = random.random(size)
    scores[random.random(size) < 0.1] = np.inf
    scores[random.random(size) < 0.1] = -np.inf
    scores[random.random(size) < 0.1] = -0.0
    scores[random.random(size) < 0.1] = 0.0
    return scores


def whole_numbers_everywhere(size, random):
    limits = np.iinfo(np.int64)
    return random.integers(limits.min, limits.max, size, endpoint=True)


def only_the_outermost_whole_numbers(size, random):
    limits = np.iinfo(np.int64)
    return random.choice(np.array([limits.min, limits.max], np.int64), size)


def beyond_float_precision(size, random):
    return np.uint64(2**63) + random.integers(0, size, size, dtype=np.uint64)


def single_precision(size, random):
    return random.normal(size=size).astype(np.float32)


def single_precision_every_exponent(size, random):
    return np.exp2(random.uniform(-140, 120, size)).astype(np.float32)


SHAPES = (
    all_equal,
    evenly_spread,
    either_sign,
    sorted_up,
    sorted_down,
    three_decimals,
    two_exponents_far_apart,
    every_exponent,
    neighbours_of_one,
    crowded_into_a_corner,
    infinities_and_zeros_among_others,
    whole_numbers_everywhere,
    only_the_outermost_whole_numbers,
    beyond_float_precision,
    single_precision,
    single_precision_every_exponent,
)
each_shape = pytest.mark.parametrize("shape", SHAPES, ids=lambda s: s.__name__)


@each_kernel
@each_shape
def test_any_spread_of_scores_in_any_number_of_rows(kernel, shape):
    random = np.random.default_rng(7)
    for size in SIZES:
        labels = random.random(size) < 0.3
        scores = shape(size, random)
        assert_is_table_of(tally_with(kernel, labels, scores), labels, scores)


@needs_native
def test_counting_finds_the_ranks_on_the_way():
    random = np.random.default_rng(12)
    for size in SIZES:
        for digits in (2, 16):
            table = tally_with("native", random.random(size) < 0.3, random.random(size).round(digits))
            assert table.ranks == portable.rank_sums(table.positives, table.negatives)


@needs_native
def test_memory_that_is_used_again_is_not_still_in_use():
    random = np.random.default_rng(13)
    kept = []
    sizes = (40_000, 9_000, 70_000, 40_000, 300_000, 9_000, 290_000, 70_000, 3_000_000, 2_900_000)
    for size in (*sizes, *range(9_000, 90_000, 4_000)):  # of more kinds than are kept
        labels, scores = random.random(size) < 0.3, random.random(size)
        kept.append((tally_with("native", labels, scores), labels, scores))
        tally_with("native", ~labels, -scores)  # its memory goes to the next one
    for table, labels, scores in kept:
        assert_is_table_of(table, labels, scores)


@needs_native
def test_ties_that_a_sample_misses_leave_no_gap():
    random = np.random.default_rng(15)
    size = 100_000
    step = 32  # every so many rows one is looked at first
    labels = random.random(size) < 0.3
    some_tied = random.random(size)
    some_tied[1::50] = some_tied[2::50]
    all_others_tied = np.where(np.arange(size) % step == 0, random.random(size), random.random(size).round(3))
    for scores in (some_tied, all_others_tied):
        for workers in (1, 2, 3):
            table = tally_with("native", labels, scores, workers=workers)
            assert_is_table_of(table, labels, scores)
            assert table.ranks == portable.rank_sums(table.positives, table.negatives)


@needs_native
def test_a_sample_that_misleads_costs_time_and_nothing_else():
    random = np.random.default_rng(16)
    size = 300_000
    labels = random.random(size) < 0.3
    # What is looked at lies in one corner of the range, and everything else in another.
    scores = np.where(np.arange(size) % (size // 4096) == 0, random.random(size), 5 + random.random(size))
    for workers in (1, 2):
        assert_is_table_of(tally_with("native", labels, scores, workers=workers), labels, scores)
    weights = random.integers(0, 9, size)
    assert_equal_tables(tally_with("native", labels, scores, weights), tally_with("portable", labels, scores, weights))


@each_kernel
def test_counts_are_cumulated_from_above_all_scores(kernel):
    random = np.random.default_rng(14)
    for size in (0, 1, 5_000):
        positives, negatives = random.integers(0, 9, size), random.integers(0, 9, size)
        tp, fp = importlib.import_module(MODULES[kernel]).cumulated(positives, negatives)
        assert tp.tolist() == [0, *np.cumsum(positives).tolist()]
        assert fp.tolist() == [0, *np.cumsum(negatives).tolist()]


@each_kernel
@pytest.mark.parametrize("most", [2, 9, 10**9])
def test_rates_at_corners_and_losses_of_recall_are_those_of_plain_numpy(kernel, most):
    random = np.random.default_rng(15)
    module = importlib.import_module(MODULES[kernel])
    for size in (1, 2, 3, 4, 1_023, 1_024, 1_025, 5_000):  # areas are written for 1,024 corners at a time
        positives, negatives = random.integers(0, most, size), random.integers(0, most, size)
        positives[0], negatives[-1] = 1, 1  # both classes have rows
        positives += positives + negatives == 0
        tp, fp = np.cumsum(positives), np.cumsum(negatives)
        turns = [
            entry
            for entry in range(size)
            if entry in (0, size - 1)
            or (positives[entry], negatives[entry]) != (positives[entry + 1], negatives[entry + 1])
        ]
        fpr, tpr, places = module.corner_rates(positives, negatives)
        assert fpr.tolist() == [0, *(fp[turns] / fp[-1]).tolist()]
        assert tpr.tolist() == [0, *(tp[turns] / tp[-1]).tolist()]
        assert places.tolist() == turns
        areas = module.corner_areas(positives, negatives)
        assert areas.tolist() == (np.diff(fpr) * (tpr[1:] + tpr[:-1]) / 2).tolist()
        assert areas.sum() == np.trapezoid(tpr, fpr)
        recall, precision = np.append((tp / tp[-1])[::-1], 0), (tp / (tp + fp))[::-1]
        assert module.recall_losses(positives, negatives).tolist() == (np.diff(recall) * precision).tolist()
        both = module.precision_recall(positives, negatives)
        assert [column.tolist() for column in both] == [[*precision.tolist(), 1.0], recall.tolist()]
        errors = module.error_rates(positives, negatives)
        assert errors[0].tolist() == [*(fp / fp[-1])[::-1].tolist(), 0.0]
        assert errors[1].tolist() == [*((tp[-1] - tp) / tp[-1])[::-1].tolist(), 1.0]


@needs_native
@each_shape
def test_kernels_agree_on_many_rows(shape):
    random = np.random.default_rng(8)
    labels = random.random(300_000) < 0.05
    scores = shape(300_000, random)
    for weights in (None, random.random(300_000), random.integers(0, 2**40, 300_000)):
        assert_equal_tables(
            tally_with("native", labels, scores, weights), tally_with("portable", labels, scores, weights)
        )


@each_kernel
def test_a_million_rows_in_one_corner(kernel):
    random = np.random.default_rng(9)
    labels = random.random(1_200_000) < 0.5
    scores = crowded_into_a_corner(1_200_000, random)
    assert_is_table_of(tally_with(kernel, labels, scores), labels, scores)


@each_kernel
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_one_side_only(kernel, share):
    random = np.random.default_rng(10)
    for size in (5, 5_000, 60_000):
        labels, scores = random.random(size) < share, random.random(size)
        assert_is_table_of(tally_with(kernel, labels, scores), labels, scores)


@each_kernel
def test_few_scores_first_and_many_later(kernel):
    random = np.random.default_rng(11)
    scores = random.random(120_000)
    scores[:80_000] = scores[:80_000].round(2)
    labels = random.random(120_000) < 0.5
    assert_is_table_of(tally_with(kernel, labels, scores), labels, scores)


@each_kernel
def test_scores_chosen_to_collide_in_the_hash_table(kernel):
    # Undo the hash of native/tied_counts.hpp: keys whose product with its factor is small all begin
    # at slot 0.
    inverse = pow(0x9E3779B97F4A7C15, -1, 2**64)
    products = [number * inverse % 2**64 for number in range(2_000)]
    colliding = np.array([product ^ (product >> 32) for product in products], np.uint64)
    random = np.random.default_rng(12)
    scores = random.choice(colliding, 60_000)
    labels = random.random(60_000) < 0.5
    assert_is_table_of(tally_with(kernel, labels, scores), labels, scores)


@needs_native
@pytest.mark.parametrize("shape", [evenly_spread, three_decimals, either_sign], ids=lambda s: s.__name__)
@pytest.mark.parametrize("size", [5, 40_000, 130_001])
def test_the_number_of_workers_changes_nothing(shape, size):
    random = np.random.default_rng(13)
    labels, scores = random.random(size) < 0.3, shape(size, random)
    for weights in (None, random.random(size), random.integers(0, 9, size)):
        alone = tally_with("native", labels, scores, weights, workers=1)
        for workers in (0, 2, 3, 7):
            together = tally_with("native", labels, scores, weights, workers=workers)
            assert all(getattr(alone, column).tobytes() == getattr(together, column).tobytes() for column in COLUMNS)
            assert alone.ranks == together.ranks


@each_kernel
def test_many_equal_weights_keep_their_digits(kernel):
    size = 1_000_000
    table = tally_with(kernel, np.ones(size, bool), np.zeros(size), np.full(size, 0.1))
    assert table.positives[0] == pytest.approx(math.fsum([0.1] * size), rel=1e-12)


@each_kernel
def test_whole_weights_are_added_beyond_float_precision(kernel):
    weights = np.array([2**60, 1, 2**60, 1], np.int64)
    table = tally_with(kernel, np.ones(4, bool), np.zeros(4), weights)
    assert table.positives.tolist() == [2**61 + 2]


@each_kernel
def test_squares_beyond_the_largest_float_are_infinite(kernel):
    table = tally_with(kernel, np.ones(2, bool), np.zeros(2), np.array([1e200, 1.0]))
    assert table.positives.tolist() == [1e200]
    assert table.positive_squares.tolist() == [math.inf]


# ---- NaN


@each_kernel
@pytest.mark.parametrize("score_type", [np.float64, np.float32], ids=lambda t: t.__name__)
@pytest.mark.parametrize("shape", [evenly_spread, three_decimals], ids=lambda s: s.__name__)
@pytest.mark.parametrize("size", [1, 33, 1_000, 60_000])
def test_nan_anywhere_is_refused(kernel, score_type, shape, size):
    random = np.random.default_rng(14)
    for place in {0, size // 2, size - 1}:
        scores = shape(size, random).astype(score_type)
        for nan in (np.nan, -np.nan):
            scores[place] = nan
            for labels in (np.zeros(size, bool), np.ones(size, bool), random.random(size) < 0.5):
                for weights in (None, np.ones(size), np.ones(size, np.int64)):
                    with pytest.raises(NotANumber):
                        tally_with(kernel, labels, scores, weights)


# ---- the way in


def test_the_native_kernel_is_used_unless_told_otherwise():
    expected = "native" if NATIVE_IS_WANTED else "portable"
    assert expected == chosen.KERNEL


def test_the_environment_can_ask_for_numpy():
    command = [sys.executable, "-c", "from truecut.kernel import KERNEL; print(KERNEL)"]
    environment = os.environ | {"TRUECUT_KERNEL": "portable"}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "portable"


@pytest.mark.parametrize(
    "scores, expected",
    [
        ([3, 1, 2], np.int64),
        (np.array([3, 1, 2], np.int8), np.int64),
        (np.array([3, 1, 2], np.uint64), np.uint64),
        (np.array([3, 1, 2], np.longlong), np.int64),
        (np.array([3, 1, 2], np.float16), np.float32),
        (np.array([3, 1, 2], ">f8"), np.float64),
        (np.array([3, 0, 1, 0, 2, 0], np.float32)[::2], np.float32),
    ],
    ids=["list", "int8", "uint64", "long long", "float16", "big-endian", "strided"],
)
def test_columns_of_any_kind_are_brought_into_form(scores, expected):
    table = chosen.tally([True, False, True], scores, [1, 2, 3])
    assert table.scores.dtype == expected
    assert table.scores.tolist() == [3, 2, 1]
    assert table.positives.tolist() == [1, 3, 0]
    assert table.negatives.tolist() == [0, 0, 2]


@each_kernel
def test_columns_that_may_not_be_written_to_are_read(kernel):
    labels, scores, weights = np.array([True]), np.array([0.5]), np.array([2.0])
    for column in (labels, scores, weights):
        column.flags.writeable = False
    assert tally_with(kernel, labels, scores, weights).positives.tolist() == [2.0]


@each_kernel
def test_any_byte_but_zero_is_a_true_label(kernel):
    labels = np.array([0, 1, 2, 255], np.uint8).view(bool)
    for weights in (None, np.ones(4, np.int64)):
        table = tally_with(kernel, labels, np.zeros(4), weights)
        assert (table.positives.tolist(), table.negatives.tolist()) == ([3], [1])


@pytest.mark.parametrize(
    "columns, error",
    [
        (([True], [0.1, 0.2]), ValueError),
        (([True], [0.1], [1.0, 2.0]), ValueError),
        (([[True]], [[0.1]]), ValueError),
        (([True], ["high"]), TypeError),
        (([2], [0.1]), ValueError),
        ((["1"], [0.1]), TypeError),
        (([True], [0.1], [1j]), TypeError),
    ],
)
def test_columns_that_cannot_be_counted_are_refused(columns, error):
    with pytest.raises(error):
        chosen.tally(*columns)


@needs_native
def test_the_native_kernel_does_not_read_past_a_short_column():
    with pytest.raises(ValueError, match="same length"):
        tally_with("native", np.ones(2, bool), np.zeros(3))
    with pytest.raises(ValueError, match="same length"):
        tally_with("native", np.ones(3, bool), np.zeros(3), np.ones(2))
