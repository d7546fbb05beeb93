"""What the types say of a call is what the call takes, and a foreign name of an argument gets a sentence."""

import inspect
from typing import get_type_hints

import pytest

import truecut as tc
from truecut.errors import BadCall
from truecut.evaluation.how_to_read import HowToRead

Y, S, H = [1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7], [1, 0, 1, 1]


def test_the_typed_keywords_are_those_of_evaluate():
    typed = {"data", "scores", "score", "class_scores", *get_type_hints(HowToRead)}
    assert set(inspect.signature(tc.evaluate).parameters) == typed


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: tc.evaluate(Y, S, pos_label=1),
            r"pos_label of evaluate\(\): here it is called positive, as in positive=1",
        ),
        (lambda: tc.evaluate(Y, S, sample_weight=[1] * 4), "here it is called weight, as in weight=..."),
        (lambda: tc.evaluate(Y, S, weights=[1] * 4), "here it is called weight"),
        (lambda: tc.evaluate(Y, S, groups=["a"] * 4), "here it is called group"),
        (lambda: tc.evaluate(y_true=Y, y_score=S), r"given by place: evaluate\(labels, scores\)"),
        (lambda: tc.evaluate(Y, y_pred=H), r"counted by confusion\(labels, predictions\)"),
        (lambda: tc.evaluate(Y, S, threshhold=0.3), "Did you mean 'threshold'"),
        (lambda: tc.confusion(Y, H, pos_label=1), "here it is called positive, as in positive=1"),
        (lambda: tc.confusion(Y, H, sample_weight=[1] * 4), "here it is called weights"),
        (lambda: tc.confusion(Y, H, normalize="true"), "shares are metrics"),
        (lambda: tc.compare(Y, {"a": S, "b": H}, sample_weight=[1] * 4), "here it is called weight"),
    ],
)
def test_a_foreign_argument_is_answered_with_ours(call, sentence):
    with pytest.raises(BadCall, match=sentence):
        call()


def test_the_signature_is_still_that_of_the_function():
    assert list(inspect.signature(tc.evaluate).parameters)[:2] == ["data", "scores"]
    assert tc.evaluate.__name__ == "evaluate"
