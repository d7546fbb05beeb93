"""Labels against predictions of all types, however they lie in memory, are counted as by hand."""

import importlib

import numpy as np
import pytest

from truecut import kernel
from truecut.kernel import portable

MODULES = ["truecut.kernel.portable", *(["truecut.kernel._native"] if kernel.KERNEL == "native" else [])]
TYPES = [bool, np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, np.float16, np.float32, float]
SIZES = [1, 2, 63, 64, 127, 128, 129, 255, 256, 257, 4_095, 4_096, 4_097, 10_000]  # blocks of 128 and of 4,096 rows


def by_hand(truth, said):
    return int(truth.sum()), int(said.sum()), int((truth & said).sum())


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("label_type", TYPES, ids=lambda kind: np.dtype(kind).name)
def test_every_type_and_size_is_counted_as_by_hand(name, label_type):
    random, module = np.random.default_rng(3), importlib.import_module(name)
    for size in SIZES:
        truth, said = random.random(size) < 0.7, random.random(size) < 0.4
        for other in TYPES:
            assert module.agreement(truth.astype(label_type), said.astype(other)) == by_hand(truth, said)


@pytest.mark.parametrize("name", MODULES)
def test_all_ones_do_not_overflow_a_byte(name):
    module, ones = importlib.import_module(name), np.ones(100_000, np.uint8)
    assert module.agreement(ones, ones) == (100_000, 100_000, 100_000)
    assert module.agreement(ones.astype(bool), ones) == (100_000, 100_000, 100_000)


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("step", [2, -1, -3])
def test_gaps_and_turned_columns_are_read_where_they_are(name, step):
    random, module = np.random.default_rng(4), importlib.import_module(name)
    for kind in (np.int64, np.int8, float, bool):
        truth, said = (random.random(3_000) < 0.5 for _ in range(2))
        labels, predictions = truth.astype(kind)[::step], said.astype(kind)[::step]
        assert module.agreement(labels, predictions) == by_hand(truth[::step], said[::step])


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64, np.float32, float])
@pytest.mark.parametrize("place", [0, 200, 4_999])
def test_anything_else_is_found_wherever_it_stands(name, kind, place):
    module = importlib.import_module(name)
    plain, odd = np.ones(5_000, kind), np.ones(5_000, kind)
    odd[place] = 2
    for labels, predictions in ((plain, odd), (odd, plain), (odd, plain.astype(bool))):
        assert module.agreement(labels, predictions) is None


def test_negative_zeros_are_zeros():
    assert kernel.agreement(np.array([-0.0, 1.0]), np.array([1, 1])) == (1, 2, 1)
    assert kernel.agreement(np.array([np.nan, 1.0]), np.array([1, 1])) is None


def test_what_is_no_number_is_none():
    assert kernel.agreement(np.array(["1", "0"]), np.array([1, 0])) is None
    assert kernel.agreement(np.array([1 + 0j, 0]), np.array([1, 0])) is None


def test_lengths_must_be_the_same():
    with pytest.raises(ValueError, match="2 labels, but a column of 3 values"):
        kernel.agreement(np.array([1, 0]), np.array([1, 0, 1]))
    assert portable.agreement(np.array([], int), np.array([], int)) == (0, 0, 0)
