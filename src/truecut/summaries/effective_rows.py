"""How many independent rows of equal weight clustered or weighted ones are worth, in words."""

from __future__ import annotations

from truecut.summaries.summary import Summary
from truecut.words import counted
from truecut.words.numerals import count

WORTH = {"accuracy": "accuracy", "roc_auc": "ROC AUC"}  # for what clusters are said to be worth fewer rows


def about_clusters(summary: Summary) -> str:
    """Say how many independent rows the clusters are worth, for what is asked most often."""
    rows, clusters = counted(summary.read.rows, "row"), counted(summary.read.clusters, "cluster")
    first = summary.models[0].metrics
    worth = {title: getattr(first[name], "effective_rows", None) for name, title in WORTH.items()}
    said = [f"{count(round(number))} (for {title})" for title, number in worth.items() if number]
    return f"{rows} of {clusters}" + (f", worth about {' or '.join(said)} independent ones" if said else "")


def about_weights(summary: Summary) -> str:
    """Say how many rows of equal weight the weighted ones are worth; nothing if weights repeat rows."""
    effective = summary.models[0].effective if summary.models else None
    if effective is None:
        return ""
    positives, negatives = (f"{rows:,.0f}" for rows in effective)
    words = summary.words
    return f"worth about {positives} {words.positive} and {negatives} {words.negative} {words.units} of equal weight"
