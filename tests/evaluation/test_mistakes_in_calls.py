"""Every plausible mistake in a call gets a sentence that says what was meant, right below the line of the user."""

import traceback

import matplotlib as mpl
import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.linear_model import LogisticRegression

import truecut as tc
from truecut.errors import TruecutError, UnknownName

mpl.use("agg")
Y = [1, 0, 1, 1, 0, 0, 1, 0]
S = [0.9, 0.1, 0.8, 0.7, 0.2, 0.6, 0.4, 0.3]
H = [1, 0, 1, 1, 0, 1, 0, 0]
E = tc.evaluate(Y, S)
TWO = tc.evaluate(Y, {"a": S, "b": S[::-1]})
C = tc.compare(Y, {"a": S, "b": S[::-1]})
W = [1] * 8
MANY = tc.example("rare-digits").evaluate()
FRAME = {"y": Y, "p": S}
X = np.array(S).reshape(-1, 1)
MODEL = LogisticRegression().fit(X, Y)

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
    21: (lambda: E.metrics["recall"], 'metrics is a method: e.metrics()["recall"], or e.metric("recall")'),
    30: (lambda: E.threshold(0.3), "threshold is the number in force; to judge at another: e.cut_at(0.3)"),
    # Beyond those: habits of scikit-learn, pandas, Polars, statsmodels and matplotlib.
    101: (lambda: tc.evaluate(MODEL, X), "labels is a model (LogisticRegression); pass what it says"),
    102: (lambda: tc.evaluate(Y, S, metric="AUC"), 'metrics are asked of what it returns: e.metric("recall")'),
    103: (lambda: tc.evaluate(FRAME, "y", "p"), 'Columns are named: tc.evaluate(table, label="y", score="p")'),
    104: (
        lambda: tc.evaluate(pl.DataFrame(FRAME), label=pl.col("y"), score="p"),
        "takes the name of a column, not a Expr",
    ),
    105: (lambda: tc.evaluate(FRAME, label="y", score=S), "score= takes the name of a column, not a float"),
    106: (lambda: tc.evaluate(Y, [*map(str, S[:-1]), "x"]), "row 8 holds 'x'"),
    107: (lambda: tc.evaluate(np.eye(2)[Y], S), "it looks like one-hot labels"),
    108: (lambda: tc.evaluate(zip(Y, S, strict=True)), "pass labels and scores, tc.evaluate(labels, scores)"),
    109: (lambda: E.confusion_matrix(), "the counts are e.at(threshold).counts"),
    110: (lambda: E.roc_curve(), "e.plot.roc() draws it"),
    111: (lambda: E.plot_roc(), "the figures are e.plot.roc()"),
    112: (lambda: E.to_html("x.html"), 'e.report("report.html")'),
    113: (lambda: E.best_threshold, 'say what is best: e.choose("f1").threshold'),
    114: (lambda: E.to_csv("x.csv"), "pathlib.Path('x.csv').write_text(x.to_csv())"),
    115: (lambda: E.choose(metric="f1"), 'Name the metric by place: e.choose("f1")'),
    116: (lambda: E.choose(cost="fp=1,fn=5"), "a dictionary of prices, not 'fp=1,fn=5'"),
    117: (lambda: tc.check(E, lambda _: True), "not a function"),
    118: (lambda: C["a"], "Ask c.models['a'] for a model"),
    119: (lambda: C.p_value, 'c.difference("roc_auc", "a", "b").p_value'),
    120: (lambda: E.metric("recall", level="95%"), "A level is a number between 0 and 1, such as 0.95, not '95%'"),
    121: (lambda: E.metric("recall", alpha=0.05), "1 - alpha: level=0.95"),
    122: (lambda: E.band("roc", n_boot=10), "Here it is called replicates"),
    123: (lambda: E.metric("recall")["low"], "The numbers have names: .value, .low and .high"),
    124: (lambda: E.metric("recall").lower, "the lower limit is .low"),
    125: (lambda: E.metric("recall").ci, "the limits are .low and .high"),
    126: (lambda: 1 - E.metric("recall"), "calculate with .value or float(...)"),
    127: (lambda: E.plot.roc(figsize=(3, 3)), "e.plot.styled(width=7)"),
    128: (lambda: tc.auc(Y, S), 'ask tc.evaluate(y, s).metric("auc")'),
    129: (lambda: tc.Evaluate(Y, S), "did you mean tc.evaluate?"),
    130: (lambda: tc.classification_report(Y, H), "tc.confusion(y, predicted).matrix.classification_report()"),
    131: (lambda: tc.metrics(5), 'such as tc.metrics("kappa"), not by 5'),
    132: (lambda: tc.compare_unpaired(Y, S), "two evaluations, or counts"),
    # The same habits, of many classes.
    201: (lambda: MANY.of("nine"), 'each class against the rest is an evaluation of its own: e.classes["name"]'),
    202: (lambda: MANY.recall, 'ask e.metric("recall")'),
    203: (lambda: MANY["nine"], "One class against the rest is e.classes['nine']"),
    204: (lambda: MANY.confusion_matrix(), "as an array e.matrix.rows"),
    205: (lambda: MANY.choose("youden"), "answers are chosen by e.decide(costs="),
    206: (lambda: MANY.plot.roc(), 'e.classes["name"]'),
    207: (lambda: MANY.matrix["nine"], "The counts are .rows, one class against the rest is .of(name)"),
    208: (lambda: MANY.matrix.ravel(), "the counts are an array: .rows"),
    209: (lambda: MANY.compare(E), "'second' is no evaluation of many classes"),
    210: (lambda: MANY.metric("roc_auc", multi_class="ovo"), "pairs of classes are roc_auc_pairs"),
    211: (
        lambda: MANY.metric("recall", pos_label="nine"),
        "recall of one class is e.metric_of_class('recall', 'nine')",
    ),
    212: (lambda: MANY.classification_report(output_dict=True), "as a dictionary it is .to_dict()"),
    213: (lambda: E.ci("recall"), ".low and .high"),
    214: (lambda: tc.cross_validate(MODEL, X, Y), "truecut.sklearn.cross_validate(model, X, y)"),
    215: (lambda: MANY.metric("balanced_accuracy", adjusted=True), "of many classes, balanced_accuracy_adjusted"),
    62: (lambda: E.to_frame("curves"), "There is no table 'curves' here; there are 'models', 'metrics', 'findings'"),
    216: (lambda: E.metrics().roc_auc, 'ask metrics["roc_auc"]'),
    217: (lambda: E.summary().recall, 'summary.models[0].metrics["recall"]'),
    218: (lambda: tc.explain("cost matrix", tp=3), "is a term and no metric, so no numbers can be put in"),
    219: (lambda: tc.explain(5), "by its name, a text, not by int"),
}


# Names and brackets, which are as short.
NO_CALLS = {
    *range(201, 209),
    213,
    214,
    16,
    17,
    18,
    19,
    20,
    21,
    30,
    34,
    35,
    44,
    53,
    53.5,
    *range(109, 114),
    118,
    119,
    *range(123, 127),
    *range(128, 131),
}


@pytest.mark.parametrize("number", MISTAKES)
def test_a_mistake_gets_its_sentence(number):
    call, sentence = MISTAKES[number]
    with pytest.raises((TruecutError, AttributeError)) as caught:
        call()
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("number", sorted(set(MISTAKES) - NO_CALLS))
def test_the_traceback_ends_right_below_the_line_of_the_user(number):
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


def test_slips_that_can_be_counted_are_said_in_the_findings():
    hard = tc.evaluate(Y, H).findings
    assert "The scores are only 0 and 1, as hard predictions are." in [one.title for one in hard]
    assert not [one for one in E.findings if "hard predictions" in one.title]
    percent = next(one for one in tc.evaluate(Y, S, threshold=50).findings if one.code == "no_division")
    assert percent.text.endswith("50 % is 0.5.")
    logits = tc.evaluate(Y, np.array(S) * 10 - 5).findings
    assert "say with --threshold where they are cut" in next(one.text for one in logits if one.code == "logits")


def test_a_number_that_says_how_it_is_set_is_a_number():
    assert (E.threshold, f"{E.threshold}", E.threshold + 1) == (0.5, "0.5", 1.5)
    assert isinstance(E.threshold, float)


def test_generators_strings_of_numbers_and_frames_of_one_column_are_read():
    expected = E.metric("roc_auc").value
    assert tc.evaluate((y for y in Y), (s for s in S)).metric("roc_auc").value == expected
    assert tc.evaluate(list(map(str, Y)), list(map(str, S))).metric("roc_auc").value == expected
    frame = pl.DataFrame(FRAME).to_pandas()
    assert tc.evaluate(frame[["y"]], frame[["p"]]).metric("roc_auc").value == expected
    assert E.metric("AUC").value == E.metric("ROC-AUC").value == expected


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


def test_a_class_without_scores_says_how_to_ask_for_it():
    e = tc.evaluate(["a", "b", "c"] * 9, predicted=["a", "b", "b"] * 9)
    with pytest.raises(UnknownName, match=r'only predictions; ask e\.metric_of_class\("recall", \'a\'\)'):
        e.classes["a"]
    assert "there are predictions and no scores" in str(e.classes)


def test_arrays_of_class_scores_say_that_they_belong_into_a_table():
    scores = {name: [0.2, 0.3, 0.5] for name in "abc"}
    for labels in (list("abc"), np.array(list("abc"))):
        with pytest.raises(TruecutError, match="class_scores= names the column of each class, and this is a list"):
            tc.evaluate(labels, class_scores=scores)


@pytest.mark.parametrize(
    "ask",
    [
        tc.evaluate,
        tc.confusion,
        tc.ScoreTable.from_rows,
        lambda labels, others: tc.Tally().update(labels, others),
        lambda labels, others: tc.ScoreTable.from_rows(labels, others.to_numpy(), weights=others + 1),
        lambda labels, others: tc.confusion(labels, others.to_numpy(), weights=others + 1),
    ],
)
def test_series_in_another_order_are_refused_by_every_way_in(ask):
    labels = pd.Series([1, 0, 1, 0], index=list("abcd"))
    with pytest.raises(TruecutError, match="are pandas Series whose indexes differ"):
        ask(labels, pd.Series([1, 0, 0, 1], index=list("dcba")))
