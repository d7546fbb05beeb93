"""One source of draws: a draw follows from seed, purpose and place, and from nothing else.

Run as a script, this file prints what every seeded function answers, for the tests that compare kernels and threads.
"""

import ast
import dataclasses
import hashlib
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut import kernel
from truecut.errors import BadCall
from truecut.inference.resampling.draws import NUMBERS_PER_STREAM, Draws, Purpose
from truecut.inference.resampling.poisson_counts import PoissonCounts
from truecut.inference.resampling.sampling_units import CountedRows, WeightedRows, WholeClusters

SOURCE = Path(tc.__file__).parent
DRAWS = Draws(5, Purpose.ROWS)

RANDOM = np.random.default_rng(0)
LABELS = RANDOM.random(900) < 0.3
SCORES = {name: 1 / (1 + np.exp(-RANDOM.normal(size=900) - gain * LABELS)) for name, gain in (("a", 1), ("b", 0.7))}
CLUSTERS, WEIGHTS = RANDOM.integers(0, 60, 900), RANDOM.random(900) + 0.5


def evaluated(**columns):
    return tc.evaluate(LABELS, SCORES["a"], **columns)


def streamed(seed):
    seen = PoissonCounts.empty([0.3, 0.5], replicates=200, seed=seed)
    return seen.with_rows(LABELS, SCORES["a"], row_ids=np.arange(900)).metric("recall", threshold=0.5)


def compared(seed):
    comparison = evaluated_pair().compare(seed=seed, replicates=300)
    return (
        comparison.ranking("f1"),
        comparison.difference("mcc", "a", "b", method="bootstrap"),
        comparison.difference("mcc", "a", "b", method="dirichlet"),
        comparison.simultaneous("roc_auc"),
        comparison.above("a", "b"),
    )


def evaluated_pair(**columns):
    return tc.evaluate(LABELS, SCORES, **columns)


# Every public function that takes a seed, by its name, and intervals, which take one among their parameters.
SEEDED = {
    "Evaluation.band": lambda seed: [
        e.band(of, seed=seed, points=20, method="bootstrap")
        for e in (evaluated(), evaluated(cluster=CLUSTERS), evaluated(weight=WEIGHTS))
        for of in ("roc", "recall")
    ],
    "Evaluation.calibration": lambda seed: evaluated().calibration(band="bootstrap", seed=seed, replicates=200),
    "Evaluation.chance": lambda seed: evaluated().chance("ks", seed=seed, draws=300),
    "Evaluation.compare": compared,
    "Evaluation.decision_curve": lambda seed: [
        e.decision_curve(points=5, seed=seed)
        for e in (evaluated_pair(), evaluated(weight=WEIGHTS), evaluated(cluster=CLUSTERS))
    ],
    "Evaluation.optimism": lambda seed: [
        e.optimism("youden", seed=seed, resamples=50) for e in (evaluated(), evaluated(cluster=CLUSTERS))
    ],
    "Evaluation.recalibrate": lambda seed: evaluated().recalibrate("platt", seed=seed, repeats=2),
    "Evaluation.recommend": lambda seed: evaluated().recommend(seed=seed),
    "PoissonCounts.empty": streamed,
    "compare": lambda seed: tc.compare(LABELS, SCORES, seed=seed).ranking("brier"),
    "expected_interval": lambda seed: tc.expected_interval("ks", 50, 90, tc.Assumed(roc_auc=0.8), seed=seed),
    "plan": lambda seed: tc.plan("average_precision", expected=0.4, within=0.15, prevalence=0.2, seed=seed),
    "intervals": lambda seed: [
        e.metric(name, interval=interval, seed=seed, replicates=300)
        for e in (evaluated(), evaluated(cluster=CLUSTERS), evaluated(weight=WEIGHTS))
        for name, interval in (("ks", None), ("ks", "bootstrap"))
    ],
    "intervals of counts and areas": lambda seed: [
        evaluated().metric(name, interval="bootstrap", seed=seed) for name in ("mcc", "roc_auc", "average_precision")
    ],
}


PREMISES = ("seed", "note", "method", "read", "origin")


def plain(found):
    """Return a result as numbers, words and lists of them, without what says which seed was asked for of what."""
    if dataclasses.is_dataclass(found):
        fields = {field.name: getattr(found, field.name) for field in dataclasses.fields(found)}
        return {name: plain(value) for name, value in fields.items() if name not in PREMISES}
    if isinstance(found, np.ndarray):
        return [repr(value) for value in found.ravel().tolist()]
    if isinstance(found, Mapping):
        return {str(name): plain(value) for name, value in found.items()}
    if isinstance(found, (list, tuple)):
        return [plain(value) for value in found]
    return str(found) if callable(found) else repr(found)


def answers(seed):
    return {name: hashlib.sha256(json.dumps(plain(ask(seed))).encode()).hexdigest() for name, ask in SEEDED.items()}


@pytest.fixture(scope="module")
def here():
    return answers(0)


def test_every_public_function_with_a_seed_is_asked():
    seeded = set()
    for public in (getattr(tc, name) for name in tc.__all__):
        if inspect.isclass(public):
            methods = inspect.getmembers(public, inspect.isroutine)
            seeded |= {f"{public.__name__}.{name}" for name, method in methods if name[0] != "_" and takes_seed(method)}
        elif callable(public) and takes_seed(public):
            seeded.add(public.__name__)
    assert len(seeded) >= 10
    assert seeded <= set(SEEDED)


def takes_seed(function):
    try:
        return "seed" in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


def test_a_seed_gives_the_same_answer_twice_and_another_seed_another_one(here):
    assert answers(0) == here
    other = answers(1)
    assert [name for name in here if here[name] == other[name]] == []


@pytest.mark.skipif(kernel.KERNEL == "portable", reason="there is only the portable kernel to ask")
@pytest.mark.parametrize(("chosen", "processors"), [("portable", 1), ("native", 1), ("native", 2)])
def test_neither_kernel_nor_threads_change_an_answer(here, chosen, processors):
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("this system does not say on how many processors to run")
    environment = os.environ | {"TRUECUT_KERNEL": chosen}
    done = subprocess.run(
        [sys.executable, __file__, str(processors)], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == here


def test_no_other_module_makes_random_numbers():
    makers = []
    for path in SOURCE.rglob("*.py"):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "random" in text else ():
            imported = [alias.name for alias in node.names] if isinstance(node, (ast.Import, ast.ImportFrom)) else []
            module = getattr(node, "module", None) or ""
            is_maker = isinstance(node, ast.Attribute) and node.attr in ("random", "default_rng", "RandomState")
            if is_maker or {"random", "numpy.random"} & {module, *imported}:
                makers.append(path.relative_to(SOURCE).as_posix())
    # Exercises are made up at random; no statistic is drawn there.
    drawing = {maker for maker in makers if not maker.startswith("catalogue/quiz/")}
    assert drawing == {"inference/resampling/draws.py"}


def test_no_two_purposes_or_places_share_a_stream():
    places = [(), (0,), (1,), (0, 0), (0, 1), (1, 0)]
    keys = [Draws(seed, purpose, place).key() for seed in (0, 1, 2**63) for purpose in Purpose for place in places]
    first = [Draws(0, purpose, place).generator().random() for purpose in Purpose for place in places]
    assert len(set(keys)) == len(keys)
    assert len(set(first)) == len(first)


def test_streams_of_neighbouring_purposes_are_unrelated():
    columns = [Draws(3, purpose).generator().random(4_000) for purpose in Purpose]
    assert all(abs(np.corrcoef(a, b)[0, 1]) < 5 / np.sqrt(4_000) for a, b in combinations(columns, 2))


UNITS = {
    "row by row": CountedRows(np.array([3, 0, 1]), np.array([2, 4, 0]), by_class=False),
    "row by row, by class": CountedRows(np.array([3, 0, 1]), np.array([2, 4, 0]), by_class=True),
    "cell by cell": CountedRows(np.array([300, 0, 1]), np.array([20, 400, 0]), by_class=False),
    "cell by cell, by class": CountedRows(np.array([300, 0, 1]), np.array([20, 400, 0]), by_class=True),
    "weighted": WeightedRows(*np.array([[3.0, 0, 1], [2, 4, 0], [2, 0, 1], [2, 3, 0]]), by_class=False),
    "weighted, by class": WeightedRows(
        *np.array([[300.0, 0, 100], [20, 40, 0], [200, 0, 100], [2, 3, 0]]), by_class=True
    ),
    "clusters": WholeClusters(
        3, np.array([0, 0, 1, 2]), np.array([True, False, True, False]), np.ones(4), np.array([0, 1, 2, 2]), 3
    ),
}


@pytest.mark.parametrize("units", UNITS.values(), ids=UNITS)
@given(st.integers(0, 9_000), st.integers(1, 60))
def test_a_replicate_is_the_same_whatever_is_asked_for_beside_it(units, first, replicates):
    alone = units.redrawn(DRAWS, 1, first + replicates - 1)
    together = units.redrawn(DRAWS, replicates, first)
    assert all((one[0] == many[-1]).all() for one, many in zip(alone, together, strict=True))


@pytest.mark.parametrize("name", [name for name in UNITS if name != "clusters"])
def test_resamples_have_the_mean_of_their_rows(name):
    units = UNITS[name]
    for side, rows in zip(units.redrawn(DRAWS, 20_000), (units.positives, units.negatives), strict=True):
        assert side.mean(axis=0) == pytest.approx(rows, rel=0.02, abs=0.05)
        if units.by_class:
            assert side.sum(axis=1) == pytest.approx(float(rows.sum()))


def test_resamples_vary_as_their_units_do():
    share = 300 / 721
    positives, _ = UNITS["cell by cell"].redrawn(DRAWS, 20_000)
    assert positives[:, 0].var() == pytest.approx(721 * share * (1 - share), rel=0.05)  # binomial
    positives, _ = UNITS["weighted"].redrawn(DRAWS, 20_000)
    assert positives.var(axis=0) == pytest.approx(UNITS["weighted"].positive_squares, rel=0.05)
    positives, _ = UNITS["clusters"].redrawn(DRAWS, 20_000)
    assert positives.mean(axis=0) == pytest.approx([1, 0, 1], abs=0.03)
    assert positives.var(axis=0) == pytest.approx([2 / 3, 0, 2 / 3], abs=0.03)  # of Binomial(3, 1 / 3)


def test_replicates_of_few_numbers_share_a_generator_and_stay_apart():
    together = NUMBERS_PER_STREAM // 2
    lines = DRAWS.multinomial(np.array([50, 50]), together + 1)
    assert (lines[together] == DRAWS.generator(1).multinomial(100, [0.5, 0.5])).all()


def test_everybody_refuses_the_same_seeds():
    for seed in (-1, 2**64, 0.5):
        for name, ask in SEEDED.items():
            with pytest.raises(BadCall, match="seed must be a whole number"):
                ask(seed)
                raise AssertionError(name)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[1])])
    print(json.dumps(answers(0)))
