"""Intervals and differences of many classes where rows differ in importance, or stand for several."""

import numpy as np
import pytest

import truecut as tc
from truecut.errors import BadCall

NAMES = ("a", "b", "c")
SCORES = {name: f"p{name}" for name in NAMES}
OTHERS = {name: f"q{name}" for name in NAMES}
OF_MATRIX = [
    ("f1", "macro"),
    ("f1", "weighted"),
    ("precision", "macro"),
    ("balanced_accuracy", None),
    ("kappa", None),
    ("mcc", None),
]
OF_SCORES = [
    ("log_loss", None),
    ("brier_multiclass", None),
    ("brier_skill", None),
    ("log_loss_skill", None),
    ("roc_auc", "macro"),
    ("roc_auc", "weighted"),
    ("roc_auc_pairs", None),
]
SHARES = [("accuracy", None), ("top_k_accuracy", None)]
DIFFERENCES = [*OF_MATRIX, ("accuracy", None), *OF_SCORES[:2], *OF_SCORES[4:], ("roc_auc", "micro")]


def table(rows=250, seed=0, **columns):
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, rows, p=(0.5, 0.35, 0.15))
    found = {"y": np.array(NAMES)[truth]}
    for prefix in "pq":
        logits = rng.normal(size=(rows, 3)) + 1.4 * np.eye(3)[truth]
        scores = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        found |= {f"{prefix}{name}": scores[:, i] for i, name in enumerate(NAMES)}
    return {**found, **columns}


def evaluated(data, scores=SCORES, **options):
    return tc.evaluate(data, label="y", class_scores=scores, classes=NAMES, **options)


def weights(rows=250, seed=1):
    return np.random.default_rng(seed).lognormal(0, 0.6, rows)


def limits(found):
    return found.value, found.low, found.high


@pytest.mark.parametrize(("name", "average"), [*OF_MATRIX, *OF_SCORES])
def test_equal_weights_are_as_good_as_none(name, average):
    plain = evaluated(table()).metric(name, average)
    equal = evaluated(table(w=np.full(250, 2.5)), weight="w").metric(name, average)
    assert limits(equal) == pytest.approx(limits(plain), rel=1e-9)


@pytest.mark.parametrize(("name", "average"), SHARES)
def test_equal_weights_are_nearly_as_good_as_none_for_shares(name, average):
    plain = evaluated(table()).metric(name, average)
    equal = evaluated(table(w=np.full(250, 2.5)), weight="w").metric(name, average)
    assert equal.value == pytest.approx(plain.value)
    assert limits(equal)[1:] == pytest.approx(limits(plain)[1:], abs=0.006)


@pytest.mark.parametrize(("name", "average"), [*OF_MATRIX, *OF_SCORES, *SHARES])
def test_a_repeated_row_is_as_many_rows(name, average):
    times = np.random.default_rng(2).integers(1, 4, 250)
    whole = {key: np.repeat(column, times) for key, column in table().items()}
    once = evaluated(table(w=times), weight="w", weights_are="repeated").metric(name, average)
    assert limits(once) == pytest.approx(limits(evaluated(whole).metric(name, average)), rel=1e-6)


@pytest.mark.parametrize(("name", "average"), DIFFERENCES)
def test_differences_of_repeated_rows_are_those_of_as_many_rows(name, average):
    times = np.random.default_rng(2).integers(1, 4, 250)
    whole = {key: np.repeat(column, times) for key, column in table().items()}
    models = {"p": SCORES, "q": OTHERS}
    once = tc.compare(table(w=times), label="y", class_scores=models, weight="w", weights_are="repeated")
    each = tc.compare(whole, label="y", class_scores=models)
    mine, theirs = (one.difference(name, "p", "q", average) for one in (once, each))
    assert limits(mine) == pytest.approx(limits(theirs), rel=1e-6)
    assert mine.p_value == pytest.approx(theirs.p_value, rel=1e-6)
    assert [test.statistic for test in once.symmetry("p", "q")] == pytest.approx(
        [test.statistic for test in each.symmetry("p", "q")]
    )


@pytest.mark.parametrize(("name", "average"), DIFFERENCES)
def test_differences_at_equal_weights_are_those_without(name, average):
    models = {"p": SCORES, "q": OTHERS}
    plain = tc.compare(table(), label="y", class_scores=models)
    equal = tc.compare(table(w=np.full(250, 2.5)), label="y", class_scores=models, weight="w")
    mine, theirs = (one.difference(name, "p", "q", average) for one in (equal, plain))
    # McNemar's test has no weights; the mean over rows that takes its place is near it.
    near = {"abs": 0.003} if name == "accuracy" else {"rel": 1e-9}
    assert limits(mine) == pytest.approx(limits(theirs), **near)
    assert [test.statistic for test in equal.symmetry("p", "q")] == pytest.approx(
        [test.statistic for test in plain.symmetry("p", "q")]
    )


@pytest.mark.parametrize(("name", "average"), [*OF_MATRIX, *OF_SCORES, *SHARES])
def test_the_standard_error_is_that_of_redrawn_rows(name, average):
    rows = 3000
    data, w = table(rows, seed=3), weights(rows)
    found = evaluated({**data, "w": w}, weight="w").metric(name, average)
    rng, drawn = np.random.default_rng(4), []
    for _ in range(200):
        some = rng.integers(0, rows, rows)
        again = {key: column[some] for key, column in data.items()}
        drawn.append(evaluated({**again, "w": w[some]}, weight="w").metric(name, average).value)
    assert found.standard_error == pytest.approx(np.std(drawn), rel=0.2)


def test_a_class_of_weighted_rows_has_the_interval_of_weighted_rows():
    data = table(w=weights())
    e = evaluated(data, weight="w")
    answers = np.array(NAMES)[np.column_stack([data[f"p{name}"] for name in NAMES]).argmax(axis=1)]
    two = tc.evaluate(data["y"] == "b", (answers == "b").astype(float), weight=data["w"], threshold=0.5)
    for name in ("recall", "precision", "f1", "specificity"):
        assert limits(e.matrix.of("b").metric(name)) == pytest.approx(limits(two.metric(name)), rel=1e-9)


def test_weighted_parts_add_up_with_their_intervals(tmp_path):
    data, w = table(), weights()
    whole = evaluated({**data, "w": w}, weight="w")
    parts = [
        evaluated({**{key: column[some] for key, column in data.items()}, "w": w[some]}, weight="w")
        for some in (slice(0, 90), slice(90, None))
    ]
    parts[0].save(tmp_path / "one.json")
    together = tc.load(tmp_path / "one.json") + parts[1]
    for name, average in [*OF_MATRIX, *SHARES, ("log_loss", None)]:
        assert limits(together.metric(name, average)) == pytest.approx(limits(whole.metric(name, average)), rel=1e-9)
    assert "does not tell" in together.metric("brier_multiclass").note


def test_an_engine_counts_squared_weights():
    polars = pytest.importorskip("polars")
    data = table(w=weights())
    data["guess"] = np.array(NAMES)[np.column_stack([data[f"q{name}"] for name in NAMES]).argmax(axis=1)]
    asked = {"label": "y", "predicted": "guess", "weight": "w"}
    there = tc.evaluate(polars.DataFrame(data).lazy(), resolution="exact", **asked)
    here = tc.evaluate(data, **asked)
    for name, average in [*OF_MATRIX, ("accuracy", None)]:
        assert limits(there.metric(name, average)) == pytest.approx(limits(here.metric(name, average)), rel=1e-9)


def test_prices_of_weighted_rows_have_an_interval():
    costs = {("c", "a"): 20}
    e = evaluated(table(w=weights()), weight="w")
    found, plain = e.metric("mean_cost", costs=costs), evaluated(table()).metric("mean_cost", costs=costs)
    assert found.low < found.value < found.high
    assert found.high - found.low > 0.8 * (plain.high - plain.low)


def test_methods_that_weighted_rows_do_not_have_are_refused():
    with pytest.raises(BadCall, match="wilson-t"):
        evaluated(table(w=weights()), weight="w").metric("accuracy", interval="clopper-pearson")
