"""What a finding is, and what a rule that makes them looks at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from truecut.catalogue.model import Model
from truecut.decisions.about_groups import rate_differences
from truecut.words import Words
from truecut.words.shown import Shown

if TYPE_CHECKING:
    from truecut.decisions.group_differences import GroupDifference


class Tone(StrEnum):
    """How a finding should be read; the worst come first."""

    PROBLEM = "problem"
    WARNING = "warning"
    GOOD = "good"


@dataclass(frozen=True)
class Finding(Shown):
    """One thing to know, in a title and a sentence or two."""

    code: str
    tone: Tone
    title: str
    text: str
    model: str = ""
    group: str = ""


@dataclass(frozen=True, eq=False)
class Subject:
    """What a rule looks at: a model, its groups and the words to use."""

    model: Model
    groups: Mapping[str, Model]
    words: Words
    is_only_model: bool = True
    cut: float | None = None  # where the model and its groups are judged, if not as they were handed over
    _differences: dict[float | None, tuple[GroupDifference, ...]] = field(default_factory=dict)  # by that cut

    @property
    def group_differences(self) -> tuple[GroupDifference, ...]:
        """Return recall and the false positive rate of every group against the rest."""
        if self.cut not in self._differences:
            self._differences[self.cut] = rate_differences(self.model, self.groups)
        return self._differences[self.cut]

    def cut_at(self, threshold: float) -> Subject:
        """Return the model and its groups judged at another threshold."""
        if all(one.threshold == threshold for one in (self.model, *self.groups.values())):
            return self
        groups = {name: group.cut_at(threshold) for name, group in self.groups.items()}
        return replace(self, model=self.model.cut_at(threshold), groups=groups, cut=threshold)

    def say(self, code: str, tone: Tone, title: str, text: str, group: str = "") -> Finding:
        """Return a finding about this model."""
        name = "" if self.is_only_model else self.model.name
        return Finding(code, tone, self.words.fill(title), self.words.fill(text), name, group)
