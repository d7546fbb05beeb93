"""Attributes that results of other libraries have: what to ask here instead."""

from __future__ import annotations

from truecut.errors import UnknownAttribute

FIGURES = 'the figures are e.plot.roc(), e.plot.pr(), e.plot.matrix()... (e.plot("roc") by name)'
OF_EVALUATION = {
    "confusion_matrix": "the counts are e.at(threshold).counts, as a table e.at(threshold).matrix",
    "classification_report": "ask e.at(threshold).matrix.classification_report()",
    "roc_curve": "e.curve.to_frame() has every threshold, and e.plot.roc() draws it",
    "precision_recall_curve": "e.curve.to_frame() has every threshold, and e.plot.pr() draws it",
    "thresholds": "they are e.curve.thresholds",
    "best_threshold": 'say what is best: e.choose("f1").threshold',
    "optimal_threshold": 'say what is best: e.choose("f1").threshold',
    "best_threshold_": 'say what is best: e.choose("f1").threshold',
    "tp": "the counts are e.at(threshold).counts",
    "fp": "the counts are e.at(threshold).counts",
    "fn": "the counts are e.at(threshold).counts",
    "tn": "the counts are e.at(threshold).counts",
    "to_html": 'write the page with e.report("report.html"), or take its text from e.html()',
    "to_excel": 'ask e.to_pandas().to_excel("e.xlsx")',
    "describe": "print(e) shows it, and e.metrics() has every metric",
    "results": "e.metrics() has every metric, e.metric(name) one",
    "scores": "e.metrics() has every metric, e.metric(name) one; the scores are counted in e.table",
    "bootstrap": 'every metric has an interval; by draws: e.metric("recall", interval="bootstrap")',
    "ci": 'value, low and high are e.metric("recall").value, .low and .high',
    "confidence_interval": 'value, low and high are e.metric("recall").value, .low and .high',
    "predict": "an evaluation is of what a model said; truecut.sklearn.ThresholdClassifier predicts",
}
ONE_CLASS = 'each class against the rest is an evaluation of its own: e.classes["name"]'
OF_CLASSES = {
    **dict.fromkeys(("of", "models", "by_label"), ONE_CLASS),
    **dict.fromkeys(("curve", "at", "plot", "calibration", "band", "cut_at", "optimism"), ONE_CLASS),
    "choose": "answers are chosen by e.decide(costs=..., unsure=..., answer_from=...)",
    "threshold": "scores from which an answer is given are e.decide(answer_from=0.6), one for all or by class",
    "confusion_matrix": "rows by true and answered class are e.matrix, as an array e.matrix.rows",
    "metrics": "print(e) shows all; one is e.metric(name, average=...), of one class e.metric_of_class(name, of)",
    "roc_curve": 'ask e.classes["name"].curve, pooled over classes e.micro.curve',
    "precision_recall_curve": 'ask e.classes["name"].curve, pooled over classes e.micro.curve',
    "costs": "what answers cost is e.decision(costs=...)",
}
OF_MATRIX = {
    **dict.fromkeys(("ravel", "flatten", "T", "shape", "tolist", "values", "sum"), "the counts are an array: .rows"),
    **dict.fromkeys(("tp", "fp", "fn", "tn"), 'each class has its own: .of("name").counts'),
    "normalize": "shares are .rows / .rows.sum(axis=1, keepdims=True), or metrics: .metric('recall')",
    "plot": 'ask tc.evaluate(...).report("report.html"), whose matrix is drawn',
}
LOW, HIGH = "the lower limit is .low", "the upper limit is .high"
OF_ESTIMATE = {
    **dict.fromkeys(("lower", "ci_lower", "lcl", "lo", "min"), LOW),
    **dict.fromkeys(("upper", "ci_upper", "ucl", "hi", "max"), HIGH),
    **dict.fromkeys(("ci", "interval", "confidence_interval", "conf_int", "bounds"), "the limits are .low and .high"),
    **dict.fromkeys(("point", "estimate", "mean", "score", "item"), "the number is .value, or float(...)"),
    **dict.fromkeys(("std", "se", "stderr", "bse"), "its standard error is .standard_error"),
}
OF_COMPARISON = {
    **dict.fromkeys(
        ("p_value", "pvalue", "p"), 'p values are of differences: c.difference("roc_auc", "a", "b").p_value'
    ),
    **dict.fromkeys(("winner", "best", "best_model"), "ask c.ranking(), which says how sure that is"),
    "summary": "print(c) shows it, and c.to_frame() is its table",
    "delong": 'ask c.difference("roc_auc", "a", "b")',
    "mcnemar": 'ask c.difference("accuracy", "a", "b")',
}


def foreign_attribute(called: str, name: str, known: dict[str, str]) -> UnknownAttribute | None:
    """Return the error that says what to ask in the place of an attribute of others; None where nobody has it.

    >>> print(foreign_attribute("An estimate", "lower", OF_ESTIMATE))
    An estimate has no attribute 'lower'; the lower limit is .low.
    """
    said = known.get(name) or (FIGURES if known is OF_EVALUATION and name.startswith("plot_") else "")
    return UnknownAttribute(f"{called} has no attribute {name!r}; {said}.") if said else None
