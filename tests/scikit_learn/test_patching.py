"""The patch reaches every reference, changes no answer, travels to workers and goes away."""

import inspect
import pickle
import warnings

import numpy as np
import pytest
import sklearn.metrics
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import get_scorer, make_scorer, roc_auc_score
from sklearn.model_selection import GridSearchCV, TunedThresholdClassifierCV, cross_validate
from sklearn.utils.parallel import Parallel, delayed

import truecut.sklearn as ts
from truecut.sklearn import functions, inside_scorers, patching

RNG = np.random.default_rng(7)
Y = RNG.integers(0, 2, 3000)
S = RNG.normal(size=3000) + Y
X = np.column_stack([S, RNG.normal(size=3000)])


def fast_calls(name: str) -> int:
    return ts.used().fast.get(name, 0)


@pytest.fixture(autouse=True)
def leaves_nothing_behind():
    yield
    assert not ts.is_patched()
    assert patching._state.depth == 0


def test_a_function_imported_before_is_reached_and_stays_itself():
    held = roc_auc_score
    identity = (id(held), held.__name__, held.__doc__, inspect.signature(held), pickle.dumps(held))
    with ts.patched():
        before = fast_calls("roc_auc_score")
        held(Y, S)
        assert fast_calls("roc_auc_score") == before + 1
        assert sklearn.metrics.roc_auc_score is held
        assert identity == (id(held), held.__name__, held.__doc__, inspect.signature(held), pickle.dumps(held))
    held(Y, S)
    assert fast_calls("roc_auc_score") == before + 1


def test_parameters_are_still_checked_by_scikit_learn():
    with ts.patched(), pytest.raises(ValueError, match="The 'max_fpr' parameter of roc_auc_score must be a float"):
        roc_auc_score(Y, S, max_fpr=3)


def test_patches_are_counted():
    ts.patch()
    with ts.patched():
        ts.unpatch()
        assert ts.is_patched()
    assert not ts.is_patched()
    ts.unpatch()
    assert not ts.is_patched()


def test_an_error_inside_the_block_gives_scikit_learn_back():
    with pytest.raises(ZeroDivisionError), ts.patched():
        1 / 0
    assert not ts.is_patched()


def test_a_build_that_is_not_known_is_left_alone(monkeypatch):
    def unlike(*_):
        return 0.0

    monkeypatch.setattr(sklearn.metrics, "roc_curve", unlike)
    with pytest.warns(UserWarning, match=r"left as it is: unlike of scikit-learn .* is not built as truecut knows it"):
        ts.patch()
    assert not ts.is_patched()
    before = fast_calls("roc_auc_score")
    roc_auc_score(Y, S)
    assert fast_calls("roc_auc_score") == before
    ts.unpatch()


@pytest.mark.parametrize("name", ["roc_auc", "average_precision", "f1", "neg_log_loss", "neg_brier_score", "accuracy"])
def test_registered_scorers_are_reached_and_say_the_same(name):
    model = LogisticRegression().fit(X, Y)
    scorer = get_scorer(name)
    expected = scorer(model, X, Y)
    before = sum(ts.used().fast.values())
    with ts.patched():
        assert scorer(model, X, Y) == expected
    assert sum(ts.used().fast.values()) == before + 1


def in_a_worker() -> tuple[bool, int]:
    before = fast_calls("roc_auc_score")
    roc_auc_score(Y, S)
    return ts.is_patched(), fast_calls("roc_auc_score") - before


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_workers_are_patched_for_their_task_only(backend):
    with ts.patched():
        inside = Parallel(n_jobs=2, backend=backend)(delayed(in_a_worker)() for _ in range(4))
    # Threads count together, so that one may see the others' calls.
    assert [(is_on, calls > 0) for is_on, calls in inside] == [(True, True)] * 4
    after = Parallel(n_jobs=2, backend=backend)(delayed(in_a_worker)() for _ in range(4))
    assert after == [(False, 0)] * 4


def test_a_search_finds_the_same_with_and_without():
    def found():
        search = GridSearchCV(LogisticRegression(), {"C": [0.01, 1.0]}, scoring="roc_auc", cv=3).fit(X, Y)
        return [search.cv_results_[f"split{i}_test_score"].tolist() for i in range(3)]

    expected = found()
    with ts.patched():
        assert found() == expected


def test_several_metrics_count_the_same_rows_once(monkeypatch):
    from truecut import kernel

    counted = []
    tally = kernel.tally
    monkeypatch.setattr(kernel, "tally", lambda *given: counted.append(1) or tally(*given))
    scoring = ["roc_auc", "average_precision"]
    expected = cross_validate(LogisticRegression(), X, Y, cv=2, scoring=scoring)
    with ts.patched():
        found = cross_validate(LogisticRegression(), X, Y, cv=2, scoring=scoring)
    for name in scoring:
        assert found[f"test_{name}"].tolist() == expected[f"test_{name}"].tolist()
    assert len(counted) == 2  # one per fold


def test_an_array_that_is_changed_in_place_gets_its_new_answer():
    y, s = Y.copy(), S.copy()
    with ts.patched():
        before = roc_auc_score(y, s)
        s[:] = -s
        assert roc_auc_score(y, s) == pytest.approx(1 - before)


@pytest.mark.parametrize("metric", ["balanced_accuracy", "f1", "recall", "matthews_corrcoef"])
@pytest.mark.parametrize("labels", [Y, np.where(Y == 1, "yes", "no")], ids=["numbers", "words"])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
def test_a_tuned_threshold_is_the_same_to_the_last_bit(metric, labels, monkeypatch):
    functions_of_one_class = {"f1": sklearn.metrics.f1_score, "recall": sklearn.metrics.recall_score}
    function = functions_of_one_class.get(metric)
    scoring = metric if function is None else make_scorer(function, pos_label=max(labels.tolist()))
    monkeypatch.setattr(inside_scorers, "FEWEST_ROWS", 0)

    def tuned():
        found = TunedThresholdClassifierCV(
            LogisticRegression(), scoring=scoring, thresholds=40, store_cv_results=True, cv=2
        ).fit(X, labels)
        curves = found.cv_results_
        return found.best_threshold_, found.best_score_, curves["scores"].tolist(), curves["thresholds"].tolist()

    expected = tuned()
    with ts.patched():
        assert tuned() == expected


@pytest.mark.skipif(not hasattr(sklearn.metrics, "metric_at_thresholds"), reason="since scikit-learn 1.9")
def test_a_metric_at_thresholds_is_the_same():
    scores = np.round(S, 1)
    given = (Y, scores, sklearn.metrics.balanced_accuracy_score)
    expected = sklearn.metrics.metric_at_thresholds(*given)
    with ts.patched():
        found = sklearn.metrics.metric_at_thresholds(*given)
    for ours, others in zip(found, expected, strict=True):
        assert (ours.dtype, ours.tolist()) == (others.dtype, others.tolist())


def test_explicit_functions_travel_to_workers():
    assert pickle.loads(pickle.dumps(ts.roc_auc_score)) is ts.roc_auc_score
    assert inspect.signature(ts.roc_auc_score) == inspect.signature(roc_auc_score)


def test_names_that_are_not_faster_are_scikit_learns_own():
    assert ts.r2_score is sklearn.metrics.r2_score
    assert "roc_auc_score" in dir(ts)
    assert not set(functions.NAMES) - set(dir(ts))
    with pytest.raises(AttributeError, match="has no attribute 'no_such_score'"):
        ts.no_such_score


def test_what_was_handed_on_is_said_with_its_reason():
    ts.roc_auc_score(Y.tolist(), S)
    said = ts.used()
    assert said.handed_on["roc_auc_score", "a list is no NumPy array"] >= 1
    assert "roc_auc_score: a list is no NumPy array" in str(said)


def test_nothing_warns_while_the_patch_comes_and_goes():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with ts.patched():
            roc_auc_score(Y, S)
