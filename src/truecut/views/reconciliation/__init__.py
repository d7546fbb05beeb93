"""Somebody else's number and what explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from truecut.data.rows import Provenance
    from truecut.decisions.reconciling import Reconciliation


@dataclass(frozen=True, eq=False)
class ReconciliationView(View):
    """A number that was told, and the conventions that give it."""

    read: Provenance
    model: str
    found: Reconciliation

    kind = "reconciliation"
    text = made_by("reconciliation.tables:drawn_reconciliation", "model", "found")
    data = made_by("reconciliation.tables:reconciliation_data", "read", "model", "found")
    sheet = made_by("reconciliation.tables:reconciliation_sheet", "found")
