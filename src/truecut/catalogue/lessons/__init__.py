"""Lessons for the lab: each step asks for a prediction before it shows. Plain data, so that tests can take them."""

from __future__ import annotations

from truecut.catalogue.lessons.accuracy import WORTHLESS
from truecut.catalogue.lessons.errors import WORSE
from truecut.catalogue.lessons.flipping import FLIP
from truecut.catalogue.lessons.four_answers import MATRIX
from truecut.catalogue.lessons.harmonic_mean import F1
from truecut.catalogue.lessons.lesson import (
    VIEWS,
    Bench,
    Classifiers,
    Deed,
    Hill,
    Hills,
    Lesson,
    ScoredRows,
    Step,
)
from truecut.catalogue.lessons.populations import POPULATIONS
from truecut.catalogue.lessons.promises import PROMISE
from truecut.catalogue.lessons.random_and_ideal import ENDS
from truecut.catalogue.lessons.rare_positives import RARE
from truecut.catalogue.lessons.thresholds import THRESHOLD

__all__ = [
    "LESSONS",
    "VIEWS",
    "Bench",
    "Classifiers",
    "Deed",
    "Hill",
    "Hills",
    "Lesson",
    "ScoredRows",
    "Step",
]

# In the order in which they are learned.
LESSONS = (MATRIX, WORTHLESS, WORSE, THRESHOLD, RARE, FLIP, ENDS, F1, POPULATIONS, PROMISE)
