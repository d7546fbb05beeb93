"""A short run of what `make soak` runs for long."""

from __future__ import annotations

from tests.soak.fuzz import run


def test_every_way_in_counts_what_brute_force_counts():
    assert run(0, cases=60) == 60
