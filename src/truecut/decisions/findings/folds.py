"""Folds of a cross-validation whose scores are on different levels, or that hold too few rows of a class."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from truecut.decisions.findings.finding import Finding, Subject, Tone
from truecut.inference.cross_validation import ranking_of

FEW_IN_A_FOLD = 5  # rows of a class
MOST_NAMED = 3


def fold_levels(subject: Subject) -> Iterator[Finding]:
    """Notice that all folds together are ranked otherwise than each of them, by more than a standard error."""
    model = subject.model
    if model.folds is None or model.is_hard:
        return
    within, pooled = model.metric("roc_auc").value, model.pooled.metric("roc_auc").value
    if within is None or pooled is None or abs(within - pooled) <= sqrt(ranking_of(model).variance or 0.0):
        return
    yield subject.say(
        "fold_levels",
        Tone.WARNING,
        "Scores of the folds are on different levels.",
        f"ROC AUC is {within:.3f} within folds, which is what counts, and {pooled:.3f} if all folds are ranked "
        "together. So one threshold does not mean the same in every fold; recalibrate each fold's scores, or look at "
        "counts and calibration with that in mind.",
    )


def few_in_folds(subject: Subject) -> Iterator[Finding]:
    """Warn that a fold with a handful of rows of a class says little."""
    if subject.model.folds is None:
        return
    for name in ("positive", "negative"):
        rows = {
            fold: int(getattr(model.table, f"{name}_rows").sum()) for fold, model in subject.model.folds.models.items()
        }
        few = {fold: number for fold, number in rows.items() if number < FEW_IN_A_FOLD}
        if not few:
            continue
        named = ", ".join(f"{fold!r} has {number}" for fold, number in list(few.items())[:MOST_NAMED])
        more = f" and {len(few) - MOST_NAMED} more have few" if len(few) > MOST_NAMED else ""
        yield subject.say(
            "few_in_fold",
            Tone.WARNING,
            f"{len(few)} of {len(rows)} folds {'has' if len(few) == 1 else 'have'} fewer than {FEW_IN_A_FOLD} "
            f"{{{name}}} {{units}}.",
            _literal(f"Fold {named}{more}. ")
            + "Areas within such folds jump from value to value; make fewer folds, or divide the rows by class.",
        )


def _literal(text: str) -> str:
    """Return a text that may hold braces so that it survives the filling in of words."""
    return text.replace("{", "{{").replace("}", "}}")
