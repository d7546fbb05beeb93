"""Publications as plain data, as one table, and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truecut.data.rows import Provenance
from truecut.summaries.publication import Publication
from truecut.views.json_values import counts_as_data, read_as_data, value_as_data
from truecut.views.sheet import Sheet, escaped
from truecut.words.numerals import count


def publications_data(read: Provenance, publications: Sequence[Publication]) -> dict[str, Any]:
    """Return every model with its counts, its estimates, its methods and what they cite."""
    return {
        "read": read_as_data(read),
        "models": [
            {
                "model": one.model,
                "threshold": one.threshold,
                "counts": counts_as_data(one.counts),
                "metrics": [
                    {"metric": row.name, "title": row.title, "estimate": value_as_data(row.estimate)}
                    for row in one.rows
                ],
                "methods": one.methods,
                "references": list(one.references),
            }
            for one in publications
        ],
    }


def publications_sheet(publications: Sequence[Publication]) -> Sheet:
    """Return one estimate per row."""
    header = ("model", "metric", "title", "value", "low", "high", "method", "fraction")
    return Sheet(
        header,
        [
            (
                one.model,
                row.name,
                row.title,
                row.estimate.value,
                row.estimate.low,
                row.estimate.high,
                row.estimate.method or None,
                row.fraction or None,
            )
            for one in publications
            for row in one.rows
        ],
    )


def publications_markdown(publications: Sequence[Publication]) -> str:
    """Return methods, cross tabulation, estimates and references of each model."""
    return "\n".join(_markdown(one) for one in publications)


def _markdown(one: Publication) -> str:
    references = "\n".join(f"{number}. {escaped(text)}" for number, text in enumerate(one.references, 1))
    return "\n".join(
        [
            f"## {escaped(one.model)}\n",
            f"{escaped(one.methods)}\n",
            cross_tabulation(one).as_markdown(),
            estimates_table(one).as_markdown(),
            f"### References\n\n{references}\n",
        ]
    )


def cross_tabulation(one: Publication) -> Sheet:
    """Return the test against the truth, with sums."""
    counts, words = one.counts, one.words
    cells = {"tp": counts.tp, "fp": counts.fp, "fn": counts.fn, "tn": counts.tn}
    tp, fp, fn, tn = (count(cells[name]) for name in ("tp", "fp", "fn", "tn"))
    return Sheet(
        ("", f"truly {words.positive}", f"truly {words.negative}", "all"),
        [
            (f"classified as {words.positive}", tp, fp, count(counts.tp + counts.fp)),
            (f"classified as {words.negative}", fn, tn, count(counts.fn + counts.tn)),
            ("all", count(counts.tp + counts.fn), count(counts.fp + counts.tn), count(sum(cells.values()))),
        ],
        "Cross tabulation",
    )


def estimates_table(one: Publication) -> Sheet:
    """Return the estimates as a paper prints them."""
    return Sheet(
        ("", "estimate", f"{100 * one.level:g} % interval", "rows"),
        [(row.title, row.value, row.interval if row.estimate.has_interval else "–", row.fraction) for row in one.rows],
        "Accuracy",
    )
