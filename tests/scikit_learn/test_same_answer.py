"""Whatever scikit-learn answers, truecut answers: the same bits, types, warnings and errors."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics as theirs

import truecut.sklearn as ts
from truecut.sklearn import functions

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "confusion_matrix_at_thresholds": [{}, {"pos_label": 1}, {"pos_label": 0}],
    "roc_curve": [{}, {"drop_intermediate": False}, {"pos_label": 1}, {"pos_label": 0}],
    "precision_recall_curve": [{}, {"drop_intermediate": True}, {"pos_label": True}],
    "det_curve": [{}, {"drop_intermediate": True}],
    "roc_auc_score": [
        {},
        {"max_fpr": 0.3},
        {"max_fpr": 1},
        {"average": None},
        {"multi_class": "ovr"},
        {"labels": [0, 1]},
    ],
    "average_precision_score": [{}, {"pos_label": 0}, {"average": "micro"}],
    "brier_score_loss": [{}, {"pos_label": 1}, {"pos_label": 0}, {"scale_by_half": False}],
    "log_loss": [{}, {"normalize": False}, {"labels": [0, 1]}],
    "accuracy_score": [{}, {"normalize": False}],
    "balanced_accuracy_score": [{}, {"adjusted": True}],
    "confusion_matrix": [{}, {"normalize": "true"}, {"labels": [1, 0]}],
    "zero_one_loss": [{}, {"normalize": False}],
    "hamming_loss": [{}],
    "matthews_corrcoef": [{}],
    "cohen_kappa_score": [{}, {"weights": "linear"}],
    "class_likelihood_ratios": [{}],
    "multilabel_confusion_matrix": [{}, {"labels": [1]}],
    "precision_recall_fscore_support": [
        {},
        {"average": "macro"},
        {"average": "binary", "zero_division": 1},
        {"beta": 2},
    ],
    **{
        name: [{}, {"pos_label": 0}, {"average": "macro"}, {"average": None}, {"zero_division": 1}]
        for name in ("precision_score", "recall_score", "f1_score", "jaccard_score")
    },
    "fbeta_score": [{"beta": 2}, {"beta": 0}, {"beta": 0.5, "average": "weighted"}, {"beta": 1, "labels": [1]}],
}
OF_SCORES = ("confusion_matrix_at_thresholds", "roc_curve", "precision_recall_curve", "det_curve", "roc_auc_score")
OF_SCORES = (*OF_SCORES, "average_precision_score")
OF_PROBABILITIES = ("brier_score_loss", "log_loss")
LABELS: dict[str, Callable[[np.ndarray], Any]] = {
    "int64": lambda y: y.astype(np.int64),
    "bool": lambda y: y.astype(bool),
    "int8": lambda y: y.astype(np.int8),
    "float": lambda y: y.astype(float),
    "minus one": lambda y: 2 * y - 1,
    "words": lambda y: np.where(y == 1, "yes", "no"),
    "one class": lambda y: np.ones_like(y),
    "three": lambda y: np.where(np.arange(y.size) == 1, 2, y),
    "list": lambda y: y.tolist(),
    "series": lambda y: pd.Series(y),
}
WEIGHTS: dict[str, Callable[[int, np.random.Generator], Any]] = {
    "none": lambda *_: None,
    "whole": lambda rows, rng: rng.integers(1, 4, rows),
    "whole floats": lambda rows, rng: rng.integers(1, 4, rows).astype(float),
    "some zero": lambda rows, rng: rng.integers(0, 3, rows),
    "fractions": lambda rows, rng: rng.random(rows),
    "float32": lambda rows, rng: rng.integers(1, 4, rows).astype(np.float32),
    "negative": lambda rows, rng: rng.integers(-1, 3, rows),
}
SCORES: dict[str, Callable[[np.ndarray], Any]] = {
    "floats": lambda s: s,
    "ties": lambda s: np.round(s, 1),
    "float32": lambda s: s.astype(np.float32),
    "float16": lambda s: s.astype(np.float16),
    "whole": lambda s: np.round(10 * s).astype(np.int32),
    "signed zero": lambda s: np.where(s < 0.5, -0.0, np.where(s < 0.6, 0.0, s)),
    "booleans": lambda s: s > 0.5,
    "infinite": lambda s: np.where(s == s.max(), np.inf, s),
    "nan": lambda s: np.where(s == s.max(), np.nan, s),
    "two columns": lambda s: np.column_stack([1 - s, s]),
    "beyond one": lambda s: 2 * s,
}


def outcome(function: Callable[..., Any], *args: Any, **options: Any) -> tuple[Any, ...]:
    """Return all that can be seen of a call: bits and types of the answer, or the error; and the warnings."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            seen = bits(function(*args, **options))
        except Exception as problem:
            seen = (type(problem), str(problem))
    return seen, sorted((warning.category.__name__, str(warning.message)) for warning in said)


def bits(answer: Any) -> Any:
    if isinstance(answer, tuple):
        return tuple(bits(part) for part in answer)
    if isinstance(answer, np.ndarray):
        return type(answer), answer.dtype, answer.shape, answer.tobytes()
    return type(answer), np.asarray(answer).tobytes()


def given(name: str, labels: str, kind: str, rows: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, rows)
    score = np.clip(rng.normal(0.4 + 0.2 * truth, 0.2), 0, 1)
    y = LABELS[labels](truth)
    if name in (*OF_SCORES, *OF_PROBABILITIES):
        return y, SCORES[kind](score)
    flags = (score > 0.5).astype(int)
    if kind in ("floats", "ties"):
        return y, LABELS[labels](flags)
    # Predictions of another type, all right, all wrong, all the same.
    return y, {
        "float32": flags.astype(np.float32),
        "float16": LABELS[labels](truth),
        "whole": LABELS[labels](1 - truth),
        "signed zero": LABELS[labels](np.zeros_like(truth)),
        "booleans": flags.astype(bool),
    }.get(kind, 2 * flags - 1)


@pytest.fixture
def four_rows_from_the_first(monkeypatch):
    monkeypatch.setattr(functions, "FEWEST_ROWS", 0)


@pytest.mark.usefixtures("four_rows_from_the_first")
@pytest.mark.parametrize("rows", [1, 3, 40, 2500])
@pytest.mark.parametrize("name", OPTIONS)
def test_every_answer_is_scikit_learns_own(name, rows):
    differences, calls = [], 0
    function = getattr(theirs, name)
    explicit = getattr(ts, name)
    for seed, (labels, kind, weights) in enumerate(cases(rows)):
        y, second = given(name, labels, kind, rows, seed)
        weight = WEIGHTS[weights](rows, np.random.default_rng(seed))
        options = dict(OPTIONS[name][seed % len(OPTIONS[name])])
        if weight is not None:
            options["sample_weight"] = weight
        expected = outcome(function, y, second, **options)
        with ts.patched():
            patched = outcome(function, y, second, **options)
        calls += 1
        if expected != patched:
            differences.append((labels, kind, weights, options, expected, patched))
        elif expected != outcome(explicit, y, second, **options):
            differences.append(("explicit", labels, kind, weights, options))
    assert calls > 70
    assert not differences


def cases(rows: int) -> list[tuple[str, str, str]]:
    """Return pairs of everything with the plain case, and some at random."""
    plain = [(labels, "floats", weights) for labels in LABELS for weights in ("none", "whole")]
    plain += [("int64", kind, weights) for kind in SCORES for weights in ("none", "whole", "some zero")]
    plain += [("int64", "ties", weights) for weights in WEIGHTS]
    rng = np.random.default_rng(rows)
    names = [list(LABELS), list(SCORES), list(WEIGHTS)]
    return [*plain, *(tuple(str(rng.choice(known)) for known in names) for _ in range(25))]


@pytest.mark.parametrize("name", sorted(functions.NAMES))
def test_a_plain_call_is_not_handed_on(name):
    y, second = given(name, "int64", "floats", 2500, 0)
    options = {"beta": 2} if name == "fbeta_score" else {}
    before = ts.used().fast.get(name, 0)
    getattr(ts, name)(y, second, **options)
    assert ts.used().fast[name] == before + 1


def test_answers_own_their_memory():
    y, s = given("roc_curve", "int64", "floats", 50, 0)
    first = ts.confusion_matrix_at_thresholds(y, s)
    kept = [part.copy() for part in first]
    for part in first:
        part[:] = 0
    for part, again in zip(kept, ts.confusion_matrix_at_thresholds(y, s), strict=True):
        np.testing.assert_array_equal(part, again)
