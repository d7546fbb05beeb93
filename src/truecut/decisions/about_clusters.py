"""What to say of rows that belong together: few clusters, or copies that nobody declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truecut.catalogue.model import Model
from truecut.decisions.copied_rows import copied_rows
from truecut.inference.clustered.rows import FEW_CLUSTERS, FEWEST_CLUSTERS
from truecut.words import counted

NARROW = f"Below {FEW_CLUSTERS} intervals tend to be too narrow."
NONE_AT_ALL = f"Below {FEWEST_CLUSTERS} there is no interval at all."


@dataclass(frozen=True)
class Remark:
    """A title and a sentence, with {units} and the like to be filled in."""

    title: str
    text: str


def about_few_clusters(model: Model) -> Iterator[Remark]:
    """Say that the clusters are few, if they are."""
    clusters = model.design.clusters or FEW_CLUSTERS
    if clusters >= FEW_CLUSTERS:
        return
    yield Remark(
        f"The {{units}} are of {counted(clusters, 'cluster')} only.",
        "The {units} of a cluster resemble each other, so clusters count, not {units}. "
        f"{NONE_AT_ALL if clusters < FEWEST_CLUSTERS else NARROW} More {{units}} of the same clusters help little; "
        "more clusters do.",
    )


def about_copies(model: Model) -> Iterator[Remark]:
    """Say that rows look copied though no clusters were named."""
    found = None if model.is_hard or model.design.is_clustered else copied_rows(model.table)
    if found is None:
        return
    yield Remark(
        f"Every {{unit}} seems to be there {found.times:,} times."
        if found.times > 1
        else f"{found.rows:,} {{units}} share score and class with another one, which is too many for chance.",
        "Copies, and several {units} of one patient or customer, are less evidence than they seem: every interval is "
        "too narrow. Leave copies out, or say which {units} belong together with --cluster.",
    )
