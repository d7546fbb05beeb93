"""Every plausible mistake in a call gets a sentence that says what was meant, right below the line of the user."""

import traceback

import matplotlib as mpl
import numpy as np
import pytest

import truecut as tc
from truecut.errors import TruecutError

mpl.use("agg")
Y = [1, 0, 1, 1, 0, 0, 1, 0]
S = [0.9, 0.1, 0.8, 0.7, 0.2, 0.6, 0.4, 0.3]
H = [1, 0, 1, 1, 0, 1, 0, 0]
E = tc.evaluate(Y, S)
TWO = tc.evaluate(Y, {"a": S, "b": S[::-1]})
C = tc.compare(Y, {"a": S, "b": S[::-1]})
W = [1] * 8

MISTAKES = {
    1: (lambda: tc.evaluate(y_true=Y, y_score=S), "labels and scores are given by place: evaluate(labels, scores)"),
    2: (lambda: tc.evaluate(Y, y_pred=H), "hard predictions are counted by confusion(labels, predictions)"),
    3: (lambda: tc.evaluate(Y, S, pos_label=1), "here it is called positive, as in positive=1"),
    4: (lambda: tc.evaluate(Y, S, sample_weight=W), "here it is called weight"),
    5: (lambda: tc.evaluate(Y, S, weights=W), "here it is called weight"),
    6: (lambda: tc.evaluate(Y, S, groups=W), "here it is called group"),
    7: (lambda: tc.evaluate(S, Y), "they seem to be swapped; give the labels first, then the scores"),
    9: (lambda: tc.evaluate(Y, S[:5]), "'labels' has 8 rows but 'scores' has 5"),
    10: (lambda: tc.evaluate(Y, np.column_stack([S, S])), "it looks like predict_proba; pass column [:, 1]"),
    12: (lambda: tc.evaluate(Y), "pass labels and scores, tc.evaluate(labels, scores)"),
    13: (lambda: tc.evaluate(Y, S, weight="w"), "is an array too, not the name of a column ('w')"),
    14: (lambda: tc.evaluate(Y, S, positive="yes"), "positive='yes' is not among them"),
    15: (lambda: tc.evaluate(object(), [[1]], Y), "model.predict_proba(X)[:, 1]), or truecut.sklearn.evaluate(model"),
    16: (lambda: tc.Evaluation(Y, S), "Evaluations are made by tc.evaluate(labels, scores)"),
    17: (lambda: tc.roc_auc_score(Y, S), 'tc.evaluate(y, s).metric("roc_auc"), or truecut.sklearn.roc_auc_score'),
    18: (lambda: tc.roc_curve(Y, S), "tc.evaluate(y, s).curve.to_frame() has every threshold"),
    19: (lambda: E.recall, 'ask e.metric("recall")'),
    20: (lambda: E["recall"], 'Ask e.metric("recall"); models are in e.models[name]'),
    22: (lambda: E.metrics()["f2"], 'F2 is e.metric("f_beta", beta=2)'),
    23: (lambda: E.metric("f2"), 'F2 is e.metric("f_beta", beta=2)'),
    24: (lambda: E.metric("auc_roc"), "Did you mean 'roc_auc'?"),
    25: (lambda: E.metric("f1", beta=2), 'a beta of 1 by definition; e.metric("f_beta", beta=2)'),
    26: (lambda: E.metric("recall", pos_label=0), 'Recall of the other class is specificity: e.metric("specificity")'),
    28: (lambda: E.metric("recall", level=95), "95 % is written 95% or 0.95"),
    29: (lambda: E.metric(0.5), "not by 0.5; counts at a threshold: e.at(0.5)"),
    31: (lambda: E.at("0.5"), "A threshold is a number, not '0.5'"),
    32: (lambda: TWO.metric("recall"), "There are 2 models ('a', 'b'); ask one of them: e.models[name]"),
    33: (lambda: tc.evaluate([0, 1, 2, 1, 0, 2, 1, 0], S), "holds 3 different labels"),
    34: (lambda: TWO.models["c"], "No model is called 'c'. There are 'a', 'b'."),
    35: (lambda: E.groups["north"], "The rows are not divided; name a column with group="),
    37: (lambda: E.choose(0.5), "choose() finds a threshold; to set one: e.cut_at(0.5)"),
    38: (lambda: E.choose("best"), 'Say what is best: "youden", "f1", tc.Cost(fp=..., fn=...)'),
    39: (lambda: E.choose("precision >= 0.9"), "maximise recall subject to precision >= 0.9"),
    40: (lambda: E.choose("maximise recall where precision >= 0.9"), "'where' should be \"subject to\""),
    41: (lambda: tc.Cost(10, 1), "Name the outcomes: tc.Cost(fp=10, fn=1)"),
    42: (lambda: tc.Cost(miss=1), "a missed positive is fn"),
    44: (lambda: E.plot.roc_curve(), "Did you mean e.plot.roc()?"),
    45: (
        lambda: E.plot.roc(ax=3),
        "ax= takes matplotlib's Axes (figure, ax = plt.subplots()), not a value of type int",
    ),
    46: (lambda: C.difference("roc_auc"), 'or all pairs: c.differences("roc_auc")'),
    47: (lambda: C.difference("a", "b"), 'The metric comes first: c.difference("roc_auc", "a", "b")'),
    48: (lambda: C.verdict("a", "b", "recall"), 'say metric=: c.verdict("a", "b", metric="recall")'),
    49: (lambda: tc.compare(E, E), 'tc.compare_unpaired(e1, e2, "roc_auc")'),
    50: (lambda: tc.compare(Y, S, S), 'Give the models names: tc.compare(y, {"a": s1, "b": s2})'),
    51: (lambda: tc.confusion(Y, S), "These are scores, not predictions: tc.evaluate(labels, scores)"),
    52: (lambda: tc.confusion(Y, H, normalize="true"), "shares are metrics: .metric('recall')"),
    53: (lambda: tc.confusion(Y, H).ravel(), ".counts.tn, .counts.fp, .counts.fn and .counts.tp"),
    53.5: (lambda: tc.confusion(Y, H)[0, 1], ".counts.tn, .counts.fp, .counts.fn and .counts.tp"),
    54: (lambda: tc.counts(30, 5, 10, 55), "Name the counts: tc.counts(tp=30, fp=5, fn=10, tn=55)"),
    55: (lambda: tc.check(Y, S, ["recall >= 0.9"]), 'tc.check(tc.evaluate(y, s), ["recall >= 0.9"])'),
    56: (lambda: tc.check(E, {"recall": 0.9}), 'Requirements are sentences: tc.check(e, ["recall >= 0.9"])'),
    58: (lambda: E.calibration(n_bins=10), "it is called bins here, and goes with kind='binned'"),
    59: (lambda: E.calibration(bins=0), 'bins= goes with kind="binned"'),
    60: (lambda: E.report(), 'Where to? e.report("report.html"); in a notebook: e.show()'),
    61: (lambda: tc.plan("recall", 0.9), "Say expected=, and within= or against="),
    62: (lambda: E.to_frame("curves"), "There is no table 'curves' here; there are 'models', 'metrics', 'findings'"),
}


@pytest.mark.parametrize("number", MISTAKES)
def test_a_mistake_gets_its_sentence(number):
    call, sentence = MISTAKES[number]
    with pytest.raises((TruecutError, AttributeError)) as caught:
        call()
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("number", sorted(set(MISTAKES) - {16, 17, 18, 19, 20, 34, 35, 44, 53, 53.5}))
def test_the_traceback_ends_right_below_the_line_of_the_user(number):
    # The others are no calls but names and brackets, which are as short.
    with pytest.raises(TruecutError) as caught:
        MISTAKES[number][0]()
    frames = [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]
    ours = [name for name in frames if "truecut" in name.split("src/")[-1] and "tests" not in name]
    assert len(ours) <= 2  # metrics()["f2"] asks twice
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_what_was_meant_is_done_where_it_is_plain():
    assert E.choose({"fp": 1, "fn": 5}).threshold == E.choose(tc.Cost(fp=1, fn=5)).threshold
    assert E.metric("recall", threshold=0.3).value == E.cut_at(0.3).metric("recall").value
    assert E.plot("roc").ax.get_lines()
    assert E.metrics()["sensitivity"].metric == "recall"


def test_asking_whether_there_is_something_is_no_mistake():
    assert not hasattr(E, "recall")
    assert not hasattr(E, "nonsense")
    assert not hasattr(tc, "roc_auc_score")
    assert not hasattr(E.plot, "roc_curve")
    assert E.metrics().get("f2") is None
    assert TWO.models.get("c") is None
    with pytest.raises(KeyError):
        TWO.models["c"]
    with pytest.raises(TypeError):
        iter(E)


def test_an_error_of_somebody_else_stays_as_it_is():
    class Broken:
        def __len__(self):
            raise TypeError("a fault of its own")

        def __iter__(self):
            raise TypeError("a fault of its own")

    with pytest.raises(TypeError, match="a fault of its own"):
        tc.evaluate(Broken(), S)
