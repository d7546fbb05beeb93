"""The metadata that Hugging Face reads at the top of a model card: `model-index` in YAML.

Values are JSON, which is YAML too, so that no name of a model or file can break out of its place.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from truecut.data.rows import Provenance
from truecut.errors.visible_text import visible_in_json
from truecut.summaries.publication import Publication, PublishedRow

# How the hub calls metrics that have a page there; others keep their name.
HUB = {"mcc": "matthews_correlation", "brier": "brier_score"}


def model_index(read: Provenance, publications: Sequence[Publication]) -> str:
    """Return the metadata of all models, between the lines that mark it."""
    lines = ["---", "model-index:"]
    for one in publications:
        lines += [
            f"- name: {_quoted(one.model)}",
            "  results:",
            "  - task:",
            "      type: tabular-classification",
            "    dataset:",
            f"      name: {_quoted(read.source)}",
            f"      type: {_quoted(read.source)}",
            "    metrics:",
            *(line for row in one.rows for line in _metric(row, one)),
        ]
    return "\n".join([*lines, "---", ""])


def _metric(row: PublishedRow, one: Publication) -> list[str]:
    interval = f" ({100 * one.level:g} % interval {row.interval})" if row.estimate.has_interval else ""
    return [
        f"    - type: {HUB.get(row.name, row.name)}",
        f"      value: {json.dumps(row.estimate.value)}",
        f"      name: {_quoted(row.title + interval)}",
    ]


def _quoted(text: str) -> str:
    return visible_in_json(json.dumps(text, ensure_ascii=False))
