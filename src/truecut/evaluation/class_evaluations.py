"""Evaluations of many classes by name: groups of their rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from truecut.errors import UnknownName
from truecut.evaluation.evaluation import NOT_THERE
from truecut.words.shown import Shown

if TYPE_CHECKING:
    from truecut.evaluation.class_evaluation import ClassEvaluation


class ClassEvaluationsByName(Shown, dict[str, "ClassEvaluation"]):
    """Evaluations of many classes by name; a name that is not there gets a suggestion."""

    def __init__(self, kind: str, known: Mapping[str, ClassEvaluation]) -> None:
        super().__init__(known)
        self.kind = kind

    def __missing__(self, name: str) -> ClassEvaluation:
        if not self:
            raise UnknownName(self.kind, str(name), (), NOT_THERE.get(self.kind, ""))
        raise UnknownName(self.kind, str(name), self)
