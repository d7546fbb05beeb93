"""Formulas in LaTeX: read off the catalogue where it has one, written by hand where a metric needs scores."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from truecut.catalogue import Metric
from truecut.counting.counts import CELLS

BARE, SUM, PRODUCT, POWER = range(4)  # what a part stands in, and so whether it needs brackets
SYMBOLS = {"beta": r"\beta", "pt": "p_t", "classes": "C"}


def _best(what: str, condition: str) -> str:
    return rf"\max_t\; {what}(t) \quad \mathrm{{where}} \quad {condition}"


# s+ and s- are the scores of a random positive and a random negative, p a probability, y what happened,
# π the prevalence.
OF_SCORES = {
    "roc_auc": r"P(s_+ > s_-) + \frac{1}{2}\, P(s_+ = s_-)",
    "gini": r"2\,\mathrm{AUC} - 1",
    "partial_auc": r"\int_{a}^{b} \mathrm{TPR}\; d\,\mathrm{FPR}",
    "average_precision": r"\sum_i (R_i - R_{i-1})\, P_i",
    "pr_auc": r"\int_0^1 \frac{\mathrm{TP}}{\mathrm{TP}+\mathrm{FP}}\; d R",
    "ks": r"\max_t \left( \mathrm{TPR}(t) - \mathrm{FPR}(t) \right)",
    "roc_auc_hull": r"\int_0^1 \mathrm{hull}(\mathrm{TPR})\; d\,\mathrm{FPR}",
    "h_measure": r"1 - \frac{\int L(c)\, w(c)\, dc}{\int L_0(c)\, w(c)\, dc}, \quad w = \mathrm{Beta}(\alpha, \beta)",
    "precision_at_k": r"\frac{\mathrm{TP}_k}{k}",
    "recall_at_k": r"\frac{\mathrm{TP}_k}{\mathrm{TP} + \mathrm{FN}}",
    "lift_at_k": r"\frac{\mathrm{TP}_k / k}{\pi}",
    "best_subject_to": _best("m", r"g(t) \ge c"),
    "recall_at_precision": _best(r"\mathrm{recall}", r"\mathrm{precision}(t) \ge c"),
    "precision_at_recall": _best(r"\mathrm{precision}", r"\mathrm{recall}(t) \ge c"),
    "sensitivity_at_specificity": _best(r"\mathrm{recall}", r"\mathrm{specificity}(t) \ge c"),
    "specificity_at_sensitivity": _best(r"\mathrm{specificity}", r"\mathrm{recall}(t) \ge c"),
    "recall_at_fpr": _best(r"\mathrm{recall}", r"\mathrm{FPR}(t) \le c"),
    "brier": r"\frac{1}{n} \sum_i (y_i - p_i)^2",
    "brier_skill": r"1 - \frac{\mathrm{Brier}}{\pi\,(1 - \pi)}",
    "brier_miscalibration": r"\mathrm{Brier}(p) - \mathrm{Brier}(\hat p_{\mathrm{isotonic}})",
    "brier_discrimination": r"\pi\,(1 - \pi) - \mathrm{Brier}(\hat p_{\mathrm{isotonic}})",
    "brier_uncertainty": r"\pi\,(1 - \pi)",
    "log_loss": r"-\frac{1}{n} \sum_i \left( y_i \ln p_i + (1 - y_i) \ln (1 - p_i) \right)",
    "log_loss_skill": r"1 - \frac{\mathrm{log\ loss}}{-\pi \ln \pi - (1 - \pi) \ln (1 - \pi)}",
    "spherical_score": (
        r"\frac{1}{n} \sum_i \frac{q_i}{\sqrt{p_i^2 + (1 - p_i)^2}}, \quad q_i = y_i p_i + (1 - y_i)(1 - p_i)"
    ),
    "calibration_intercept": r"a \quad \mathrm{in} \quad \mathrm{logit}\, P(y = 1) = a + \mathrm{logit}\, p",
    "calibration_slope": r"b \quad \mathrm{in} \quad \mathrm{logit}\, P(y = 1) = a + b\, \mathrm{logit}\, p",
    "calibration_error": r"\sum_{b} \frac{n_b}{n}\, \left| \bar y_b - \bar p_b \right|",
    "observed_expected_ratio": r"\frac{\sum_i y_i}{\sum_i p_i}",
}


def formula_of(entry: Metric) -> str:
    """Return the formula of a metric; a metric of scores that nobody wrote down yet is shown in its own words."""
    if entry.needs_only_counts:
        return typeset(entry.formula)
    return OF_SCORES.get(entry.name) or rf"\text{{{entry.formula}}}"


def typeset(formula: str, numbers: Mapping[str, str] | None = None) -> str:
    """Return a formula of the catalogue in LaTeX, with numbers in the place of names if they are given.

    >>> typeset("tp / (tp + fp)", {"tp": "30", "fp": "5"})
    '\\\\frac{30}{30 + 5}'
    """
    return _written(ast.parse(formula, mode="eval").body, numbers, BARE)


def _written(node: ast.expr, numbers: Mapping[str, str] | None, inside: int) -> str:
    def part(child: ast.expr, place: int = BARE) -> str:
        return _written(child, numbers, place)

    match node:
        case ast.BinOp(left, ast.Div(), right):
            return rf"\frac{{{part(left)}}}{{{part(right)}}}"
        case ast.BinOp(left, ast.Add() | ast.Sub() as operation, right):
            sign = "+" if isinstance(operation, ast.Add) else "-"
            text = f"{part(left, SUM)} {sign} {part(right, PRODUCT if sign == '-' else SUM)}"
            return rf"\left( {text} \right)" if inside >= PRODUCT else text
        case ast.BinOp(left, ast.Mult(), right):
            dot = r" \cdot " if numbers is None else r" \times "
            text = f"{part(left, PRODUCT)}{dot}{part(right, PRODUCT)}"
            return rf"\left( {text} \right)" if inside >= POWER else text
        case ast.BinOp(left, ast.Pow(), right):
            return f"{{{part(left, POWER)}}}^{{{part(right)}}}"
        case ast.Call(ast.Name("sqrt"), [within]):
            return rf"\sqrt{{{part(within)}}}"
        case ast.Call(ast.Name(name), within):
            return rf"\{name}\left( {', '.join(map(part, within))} \right)"
        case ast.Name(name):
            return (numbers or {}).get(name) or _symbol(name)
        case ast.Constant(value):
            return str(value)
    raise TypeError(f"{ast.dump(node)} has no place in a formula.")


def _symbol(name: str) -> str:
    if name in CELLS:
        return rf"\mathrm{{{name.upper()}}}"
    head, _, tail = name.partition("_")
    if head in ("cost", "w") and tail:
        return rf"{head[0]}_{{\mathrm{{{tail.upper() if tail in CELLS else tail}}}}}"
    return SYMBOLS.get(name) or rf"\mathrm{{{name}}}"
