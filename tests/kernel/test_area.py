"""The area without a table is that of the table, whatever the labels are made of and however rare a class is."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import threading
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truecut import kernel as chosen
from truecut.kernel import NotANumber, memory, portable

NATIVE_IS_WANTED = os.environ.get("TRUECUT_KERNEL") != "portable"
MODULES = {"portable": "truecut.kernel.portable"}
if NATIVE_IS_WANTED:
    MODULES["native"] = "truecut.kernel._native"

each_kernel = pytest.mark.parametrize("kernel", MODULES)
LABEL_TYPES = ("bool", "u1", "i1", "u2", "i2", "i4", "u4", "i8", "u8", "f2", "f4", "f8")


def module(kernel: str):
    return importlib.import_module(MODULES[kernel])


def pairs_by_brute_force(labels, scores) -> tuple[int, int, int]:
    positives, negatives = scores[labels], scores[~labels]
    above = (positives[:, None] > negatives[None, :]).sum()
    tied = (positives[:, None] == negatives[None, :]).sum()
    return len(positives), len(negatives), int(2 * above + tied)


def pairs_from_table(labels, scores) -> tuple[int, int, int]:
    table = portable.tally(labels, scores)
    rows, others, wins, _, _ = portable.rank_sums(table.positives, table.negatives)
    return rows, others, wins


@st.composite
def rows(draw):
    size = draw(st.integers(0, 60))
    scores = draw(st.sampled_from([np.float64, np.float32, np.int64, np.uint64]))
    values = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    labels = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    return np.array(labels, bool), np.array(values, scores)


@each_kernel
@given(rows())
@settings(max_examples=200, deadline=None)
def test_pairs_are_those_of_brute_force(kernel, columns):
    assert module(kernel).ranked_pairs(*columns) == pairs_by_brute_force(*columns)


def evenly_spread(size, random):
    return random.random(size)


def either_sign(size, random):
    return random.normal(size=size)


def three_decimals(size, random):
    return random.random(size).round(3)


def zeros_and_infinities(size, random):
    return random.choice([0.0, -0.0, np.inf, -np.inf, 5e-324, 0.5, 0.7], size)


def every_exponent(size, random):
    return np.exp2(random.uniform(-1000, 1000, size)) * random.choice([-1, 1], size)


SHAPES = (evenly_spread, either_sign, three_decimals, zeros_and_infinities, every_exponent)


@each_kernel
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
@pytest.mark.parametrize("share", [0.0, 0.0005, 0.015, 0.4, 0.99, 0.9999, 1.0])
def test_pairs_are_those_of_the_table_however_rare_a_class_is(kernel, shape, share):
    random = np.random.default_rng(3)
    for size in (33, 9_999, 70_000):
        labels, scores = random.random(size) < share, shape(size, random)
        assert module(kernel).ranked_pairs(labels, scores) == pairs_from_table(labels, scores)


@pytest.mark.parametrize("label_type", LABEL_TYPES)
@pytest.mark.parametrize("size", [7, 40_000])
def test_labels_of_any_type_are_read_where_they_are(label_type, size):
    random = np.random.default_rng(4)
    is_positive, scores = random.random(size) < 0.3, random.random(size).round(2)
    given_labels = is_positive.astype(label_type)
    every_third = np.repeat(given_labels, 3)[::3]
    backwards = given_labels[::-1].copy()[::-1]
    expected = chosen.area(is_positive, scores)
    table = chosen.tally(is_positive, scores)
    for labels in (given_labels, every_third, backwards):
        assert chosen.area(labels, scores) == expected
        assert chosen.tally(labels, scores).positives.tolist() == table.positives.tolist()


def test_the_area_of_many_pairs_is_rounded_once():
    labels, scores = np.array([True] * 2 + [False] * 3), np.array([3, 1, 2, 0, 3])
    assert chosen.area(labels, scores) == float(Fraction(1 + 2 + 2 + 0 + 2, 2 * 2 * 3))


def test_negative_zero_is_a_zero_among_labels():
    assert chosen.area(np.array([-0.0, 1.0, 0.0]), [1, 2, 3]) == 0.5


@pytest.mark.parametrize("labels", [[0, 2], [-1, 1], [0.5, 1.0], [np.nan, 1.0], [256, 0]])
def test_other_labels_are_refused(labels):
    assert chosen.booleans(np.array(labels)) is None
    for count in (chosen.area, chosen.tally):
        with pytest.raises(ValueError, match="0 and 1"):
            count(np.array(labels), [0.1, 0.2])


@pytest.mark.parametrize("shape", ["distinct", "tied", "rare"])
@pytest.mark.parametrize("label_type", [np.int8, np.uint16, np.float16, np.int32, np.float32, np.int64, np.float64])
def test_one_other_label_among_many_is_found(label_type, shape):
    random = np.random.default_rng(6)
    size = 30_000
    scores = random.random(size).round(2 if shape == "tied" else 16)
    labels = (random.random(size) < (0.001 if shape == "rare" else 0.3)).astype(label_type)
    labels[random.integers(size)] = 2
    assert chosen.booleans(labels) is None
    for count in (chosen.area, chosen.tally):
        with pytest.raises(ValueError, match="0 and 1"):
            count(labels, scores)


@pytest.mark.parametrize("label_type", LABEL_TYPES)
def test_labels_of_any_type_are_booleans(label_type):
    is_positive = np.random.default_rng(8).random(1_000) < 0.3
    for labels in (is_positive.astype(label_type), np.repeat(is_positive.astype(label_type), 2)[::2]):
        found = chosen.booleans(labels)
        assert found.dtype == bool
        assert found.tolist() == is_positive.tolist()


def test_one_class_has_no_area():
    assert np.isnan(chosen.area([1, 1], [0.1, 0.2]))
    assert np.isnan(chosen.area(np.zeros(20_000, bool), np.arange(20_000)))


@each_kernel
@pytest.mark.parametrize("share", [0.001, 0.5])
def test_nan_is_refused_in_either_class(kernel, share):
    random = np.random.default_rng(5)
    labels = random.random(20_000) < share
    for place in (np.flatnonzero(labels)[0], np.flatnonzero(~labels)[-1]):
        scores = random.random(20_000)
        scores[place] = np.nan
        with pytest.raises(NotANumber):
            module(kernel).ranked_pairs(labels, scores)


@pytest.mark.skipif(not NATIVE_IS_WANTED, reason="TRUECUT_KERNEL=portable is set")
@pytest.mark.parametrize("share", [0.001, 0.3])
def test_the_number_of_workers_changes_nothing(share):
    random = np.random.default_rng(6)
    labels, scores = random.random(130_001) < share, random.random(130_001)
    native = module("native")
    assert len({native.ranked_pairs(labels, scores, workers) for workers in (0, 1, 2, 3, 7)}) == 1


# ---- sums of ranks


@given(st.lists(st.tuples(st.integers(0, 2**26), st.integers(0, 2**26)), min_size=1, max_size=15))
@settings(deadline=None)
def test_both_kernels_add_up_the_same_whole_numbers(entries):
    positives, negatives = (np.array(side, np.int64) for side in zip(*entries, strict=True))
    expected = [0, 0, 0, 0, 0]
    for more, fewer in entries:
        expected[2] += fewer * (2 * expected[0] + more)
        expected[3] += more * (2 * expected[1] + fewer) ** 2
        expected[4] += fewer * (2 * expected[0] + more) ** 2
        expected[0] += more
        expected[1] += fewer
    for kernel in MODULES:
        assert module(kernel).rank_sums(positives, negatives) == tuple(expected)


@each_kernel
def test_too_many_rows_for_whole_squares_are_ranked_as_floats(kernel):
    positives, negatives = np.array([2**40, 2**30]), np.array([2**30, 2**40])
    assert module(kernel).rank_sums(positives, negatives) is None
    assert chosen.ranked(positives, negatives).area == pytest.approx(1 - 2**-10, abs=1e-5)


# ---- memory, threads and Ctrl-C


def test_what_does_not_fit_is_refused_before_it_is_tried(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 10**9)
    memory.require_for_area(10**8)
    with pytest.raises(memory.NotEnoughMemory, match=r"Counting 100,000,000 rows may take 3.2 GB, and 1.0 GB are free"):
        memory.require_for_table(10**8, is_weighted=False)


def test_a_system_that_does_not_tell_refuses_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "none")
    monkeypatch.setattr(memory, "_GROUP", tmp_path)
    assert memory.available() is None
    memory.require(10**18, "Anything")


def test_a_container_has_what_its_limit_leaves(monkeypatch, tmp_path):
    monkeypatch.setattr(memory, "_GROUP", tmp_path)
    (tmp_path / "memory.max").write_text("1000\n")
    (tmp_path / "memory.current").write_text("900\n")
    (tmp_path / "memory.stat").write_text("anon 600\ninactive_file 250\n")
    assert memory.available() == 350
    (tmp_path / "memory.max").write_text("max\n")
    assert memory.available() != 350


# A process in the background ignores Ctrl-C, and so do those that it starts, unless told otherwise.
LONG_WORK = """
import signal
import numpy as np
from truecut import kernel
signal.signal(signal.SIGINT, signal.default_int_handler)
ones = np.ones(2000, np.int64)
print("counting", flush=True)
kernel.resampled_roc_auc(ones, ones, 100_000_000, seed=0, scheme=kernel.Scheme.ROWS)
"""


@pytest.mark.skipif(not NATIVE_IS_WANTED, reason="TRUECUT_KERNEL=portable is set")
def test_ctrl_c_ends_long_work():
    worker = subprocess.Popen(
        [sys.executable, "-c", LONG_WORK], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with worker:
        try:
            assert worker.stdout.readline() == "counting\n"
            threading.Event().wait(0.3)
            worker.send_signal(signal.SIGINT)
            _, said = worker.communicate(timeout=60)
        finally:
            worker.kill()
    assert "KeyboardInterrupt" in said


@pytest.mark.skipif(not NATIVE_IS_WANTED, reason="TRUECUT_KERNEL=portable is set")
def test_other_threads_go_on_while_the_kernel_works():
    random = np.random.default_rng(7)
    labels, scores = random.random(2_000_000) < 0.3, random.random(2_000_000)
    native = module("native")
    done = threading.Event()

    def count():
        for _ in range(5):
            native.ranked_pairs(labels, scores, 1)
        done.set()

    worker = threading.Thread(target=count)
    # A thread that does not let go of the interpreter is made to only after this time.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(3600)
    try:
        worker.start()
        turns = 0
        while not done.wait(0.001):
            turns += 1
    finally:
        sys.setswitchinterval(interval)
        worker.join()
    assert turns > 5
