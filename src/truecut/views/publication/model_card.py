"""The metadata that Hugging Face reads at the top of a model card: `model-index` in YAML.

Values are JSON, which is YAML too, so that no name of a model or file can break out of its place.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from truecut.data.rows import Provenance
from truecut.summaries.publication import Publication, PublishedRow

# How the hub calls metrics that have a page there; others keep their name.
HUB = {"mcc": "matthews_correlation", "brier": "brier_score"}


def model_index(read: Provenance, publications: Sequence[Publication]) -> str:
    """Return the metadata of all models, between the lines that mark it."""
    lines = ["---", "model-index:"]
    for one in publications:
        lines += [
            f"- name: {json.dumps(one.model, ensure_ascii=False)}",
            "  results:",
            "  - task:",
            "      type: tabular-classification",
            "    dataset:",
            f"      name: {json.dumps(read.source, ensure_ascii=False)}",
            f"      type: {json.dumps(read.source, ensure_ascii=False)}",
            "    metrics:",
            *(line for row in one.rows for line in _metric(row, one)),
        ]
    return "\n".join([*lines, "---", ""])


def _metric(row: PublishedRow, one: Publication) -> list[str]:
    interval = f" ({100 * one.level:g} % interval {row.interval})" if row.estimate.has_interval else ""
    return [
        f"    - type: {HUB.get(row.name, row.name)}",
        f"      value: {json.dumps(row.estimate.value)}",
        f"      name: {json.dumps(row.title + interval, ensure_ascii=False)}",
    ]
