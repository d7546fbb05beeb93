"""Folds of a cross-validation whose scores are on different levels, or that hold too few rows of a class."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np

from truecut.decisions.findings.finding import Finding, Subject, Tone
from truecut.inference.cross_validation import ranking_of
from truecut.words import counted

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


def clusters_in_folds(subject: Subject) -> Iterator[Finding]:
    """Warn that rows of one cluster are in several folds: models saw the patients that they are judged on."""
    folds = subject.model.folds
    if folds is None or subject.model.clustered is None:
        return
    parts = [model.clustered.clusters for model in folds.by_repeat[0].values() if model.clustered is not None]
    found = [np.unique(clusters) for clusters in parts if clusters is not None]
    _, in_folds = np.unique(np.concatenate(found), return_counts=True)
    shared = int((in_folds > 1).sum())
    if shared:
        yield subject.say(
            "clusters_in_folds",
            Tone.PROBLEM,
            f"{counted(shared, 'cluster')} of {len(in_folds):,} {'is' if shared == 1 else 'are'} in several folds.",
            "A model that is judged on some rows of a cluster was fitted on others of it, which flatters every number. "
            "Divide whole clusters into folds, as scikit-learn's GroupKFold does.",
        )


def _literal(text: str) -> str:
    """Return a text that may hold braces so that it survives the filling in of words."""
    return text.replace("{", "{{").replace("}", "}}")
