"""Calls that do not fit, as people make them: a sentence says what was probably meant.

Arguments go by the names of other libraries, places are swapped, what has a name is given by place.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from truecut.errors import near_miss

# What other libraries call an argument: ours, or what to do instead.
BY_PLACE = "labels and scores are given by place: {function}(labels, scores)"
FOREIGN = {
    "pos_label": "positive",
    "positive_class": "positive",
    "event_level": "positive",
    "sample_weight": "weight",
    "weights": "weight",
    "w": "weight",
    "groups": "group",
    "by": "group",
    "subject": "cluster",
    "cv": "fold",
    "folds": "fold",
    "cutoff": "threshold",
    "cut": "threshold",
    "confidence": "level",
    "confidence_level": "level",
    "costs": "cost",
    "target": "label",
    "labels": "classes",
    "dropna": "missing",
    "na_rm": "missing",
    "n_boot": "replicates",
    "n_bootstrap": "replicates",
    "n_resamples": "replicates",
    "random_state": "seed",
}
INSTEAD = {
    "y_true": BY_PLACE,
    "y_score": BY_PLACE,
    "y_prob": BY_PLACE,
    "y_proba": BY_PLACE,
    "y_test": BY_PLACE,
    "alpha": "how sure to be is level here, 1 - alpha: level=0.95",
    "metric": 'metrics are asked of what it returns: e.metric("recall")',
    "metrics": 'metrics are asked of what it returns: e.metric("recall"), or all of them: e.metrics()',
    "scoring": 'metrics are asked of what it returns: e.metric("recall")',
    "figsize": "the width in inches is e.plot.styled(width=7), and ax= takes Axes of your own",
    "color": "what is drawn is matplotlib's: change it on .ax, or pass your own ax=",
    "title": "what is drawn is matplotlib's: .ax.set_title(...)",
    "ci": "every metric has an interval; interval= names another method, level= how sure it is",
    "ci_method": "the method of an interval is interval='clopper-pearson'",
    "y_pred": "hard predictions are counted by confusion(labels, predictions), scores by evaluate(labels, scores)",
    "average": "averages over classes are asked for with the metric: e.metric(name, average='macro')",
    "zero_division": "an undefined value has a reason here; convention='zero' of a metric supplies a number",
    "normalize": "shares are metrics: .metric('recall'), .metric('specificity')",
    "multi_class": "one class against the rest is roc_auc with average=, pairs of classes are roc_auc_pairs",
    "output_dict": "as a dictionary it is .to_dict()",
    "digits": "all digits are in .to_frame() and .to_dict()",
    "n_bins": "it is called bins here, and goes with kind='binned'",
    "strategy": "how bins are laid is spacing='equal-mass' or 'equal-width', with kind='binned'",
    "miss": "a missed positive is fn: tc.Cost(fn=...)",
    "false_negative": "a missed positive is fn: tc.Cost(fn=...)",
    "false_alarm": "a false alarm is fp: tc.Cost(fp=...)",
    "false_positive": "a false alarm is fp: tc.Cost(fp=...)",
}
Misused = Callable[[Sequence[Any]], str]


def _difference(args: Sequence[Any]) -> str:
    if len(args) > 1:
        return 'The metric comes first: c.difference("roc_auc", "a", "b").'
    return 'Of which models? c.difference("roc_auc", "a", "b"), or all pairs: c.differences("roc_auc").'


def _evaluate(args: Sequence[Any]) -> str:
    if len(args) > 1 and all(isinstance(one, str) for one in args[1:]):
        return f'Columns are named: tc.evaluate(table, label="{args[1]}", score="{args[-1]}").'
    return (
        "evaluate takes labels and scores: tc.evaluate(y, s). Of a fitted model, what it says: "
        "tc.evaluate(y, model.predict_proba(X)[:, 1]), or truecut.sklearn.evaluate(model, X, y)."
    )


# What was meant by places that do not fit, by function.
PLACES: dict[str, str | Misused] = {
    "evaluate": _evaluate,
    "compare": 'Give the models names: tc.compare(y, {"a": s1, "b": s2}).',
    "confusion": "confusion takes labels and predictions: tc.confusion(y, predicted); the classes that may occur are "
    "classes=.",
    "counts": "Name the counts: tc.counts(tp=30, fp=5, fn=10, tn=55).",
    "check": 'check takes an evaluation and requirements: tc.check(tc.evaluate(y, s), ["recall >= 0.9"]).',
    "plan": 'Say expected=, and within= or against=: tc.plan("recall", expected=0.9, within=0.03).',
    "Cost.__init__": "Name the outcomes: tc.Cost(fp=10, fn=1).",
    "Comparison.difference": _difference,
    "Comparison.ratio": 'Of which metric and models? c.ratio("recall", "a", "b").',
    "ClassComparison.verdict": 'A verdict is on two models; say metric=: c.verdict("a", "b", metric="accuracy").',
    "Comparison.verdict": 'A verdict is on two models; say metric=: c.verdict("a", "b", metric="recall").',
    "Evaluation.report": 'Where to? e.report("report.html"); in a notebook: e.show().',
    "ClassEvaluation.report": 'Where to? e.report("report.html"); in a notebook: e.show().',
}


def misuse(
    function: Callable[..., Any], signature: inspect.Signature, args: Sequence[Any], options: Mapping[str, Any]
) -> str | None:
    """Return a sentence about a call that does not fit a signature; None where it fits."""
    try:
        signature.bind(*args, **options)
    except TypeError as problem:
        name, known = function.__name__, signature.parameters
        called = function.__qualname__.partition(".")[0] if name == "__init__" else name
        for argument, value in options.items():
            if argument not in known:
                return unknown_argument(called, argument, value, [one for one in known if one != "self"])
        is_method = next(iter(known), "") == "self"
        told = f"The call of {called}() has {problem}; it is called {called}{_shown(signature)}."
        hint = PLACES.get(function.__qualname__, told.replace(" has missing ", " is missing "))
        return hint if isinstance(hint, str) else hint(args[1:] if is_method else args)
    return None


def meant_by(parameter: str) -> str:
    """Return what was probably meant by a parameter of other libraries; nothing where nobody has it.

    >>> meant_by("alpha")
    ' How sure to be is level here, 1 - alpha: level=0.95.'
    """
    if parameter in INSTEAD:
        said = INSTEAD[parameter].format(function="evaluate")
        return f" {said[0].upper()}{said[1:]}."
    return f" Here it is called {FOREIGN[parameter]}." if parameter in FOREIGN else ""


def _shown(signature: inspect.Signature) -> str:
    """Return the arguments of a function by name, without types: (name, *, level, ...)."""
    names, is_by_name = [], False
    for one in signature.parameters.values():
        if one.name == "self" or one.kind in (one.VAR_KEYWORD, one.VAR_POSITIONAL):
            continue
        if one.kind == one.KEYWORD_ONLY and not is_by_name:
            names.append("*")
            is_by_name = True
        names.append(one.name)
    return f"({', '.join(names)})"


def unknown_argument(function: str, name: str, value: object, known: Collection[str]) -> str:
    """Return a sentence about an argument that a function does not have."""
    start = f"There is no argument {name} of {function}()"
    if name in INSTEAD:
        return f"{start}: {INSTEAD[name].format(function=function)}."
    ours = FOREIGN.get(name, "")
    also = {"weight": "weights"}.get(ours, ours)  # confusion() has weights
    ours = next((one for one in (ours, also) if one in known), "")
    if ours and ours != name:
        shown = repr(value) if isinstance(value, str | int | float) else "..."
        return f"{start}: here it is called {ours}, as in {ours}={shown}."
    return f"{start}.{near_miss(name, sorted(known))}"
