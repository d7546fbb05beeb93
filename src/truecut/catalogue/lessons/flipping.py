"""Flipping a bad classifier."""

from __future__ import annotations

from truecut.catalogue.lessons.benches import counts_as_read
from truecut.catalogue.lessons.lesson import (
    Bench,
    Classifiers,
    Hill,
    Hills,
    Lesson,
    Step,
    choice_of,
    count_up,
    work_out,
)

FLIP = Lesson(
    name="flip",
    title="Flip a bad classifier",
    about="Worse than chance can be worth more than chance.",
    practise="corner",
    steps=(
        Step(
            text="Classifier A judged 100 positives and 100 negatives: it caught 63 and raised 28 false alarms.",
            bench=Bench(evidence=Classifiers({"A": counts_as_read(63, 37, 28, 72)})),
            asks=work_out(
                "How far right does its ROC point stand?",
                0.28,
                "28 of 100 negatives. And 0.63 up: above the diagonal.",
                "Across is the false positive rate.",
                {
                    0.63: "That is how high it stands: recall.",
                    0.72: "That is specificity; the axis shows the rest of it.",
                    28 / 91: "You divided by the flagged rows. The rate divides by the negatives.",
                },
            ),
            before=("matrix",),
            after=("matrix", "roc"),
        ),
        Step(
            text="B flags 77 of the 100 positives and 77 of the 100 negatives.",
            bench=Bench(
                evidence=Classifiers({"A": counts_as_read(63, 37, 28, 72), "B": counts_as_read(77, 23, 77, 23)})
            ),
            asks=choice_of(
                "What does B know about the truth?",
                ("Nothing", "It flags both classes alike. Its point lies on the diagonal."),
                (
                    "More than A: its recall is higher",
                    "It flags more of everything. A coin that says “yes” 77 times of 100 does the same.",
                ),
                ("The opposite of the truth", "Then it would flag negatives more often than positives."),
                at=1,
            ),
            before=("classifiers",),
            after=("classifiers", "roc"),
        ),
        Step(
            text="C is right for 18 % only: 24 caught, 88 false alarms.",
            bench=Bench(
                evidence=Classifiers(
                    {
                        "A": counts_as_read(63, 37, 28, 72),
                        "B": counts_as_read(77, 23, 77, 23),
                        "C": counts_as_read(24, 76, 88, 12),
                    }
                )
            ),
            asks=choice_of(
                "If you may keep only one of B and C, which?",
                ("C", "It knows the truth quite well and says the contrary."),
                (
                    "B: 50 % is better than 18 %",
                    "B gives you nothing. C gives you something you can use; think of a friend who always lies.",
                ),
                ("Neither", "One of the two contains information."),
                at=1,
            ),
            before=("classifiers",),
            after=("classifiers", "roc"),
        ),
        Step(
            text="Turn every answer of C round: flagged becomes let through and the reverse.",
            bench=Bench(
                evidence=Classifiers({"C": counts_as_read(24, 76, 88, 12), "C flipped": counts_as_read(76, 24, 12, 88)})
            ),
            asks=count_up(
                "How many true positives has the flipped C?",
                76,
                "The 76 it missed are now caught; accuracy goes from 18 % to 82 %.",
                "Which positives are flagged after the flip?",
                {
                    24: "Those were flagged before; now they are let through.",
                    88: "Those are the former false alarms: now rightly let through.",
                    12: "Those are the new false alarms.",
                },
            ),
            before=(),
            after=("classifiers", "roc"),
        ),
        Step(
            text="Look at the two points of C.",
            bench=Bench(
                evidence=Classifiers({"C": counts_as_read(24, 76, 88, 12), "C flipped": counts_as_read(76, 24, 12, 88)})
            ),
            asks=choice_of(
                "How does flipping move a point?",
                (
                    "Through the middle of the square to the other side",
                    "(x, y) becomes (1 − x, 1 − y), so what lay below the diagonal now lies above.",
                ),
                (
                    "Over the diagonal, like in a mirror",
                    "Nearly: a mirror would swap across and up. Both are replaced by their rest.",
                ),
                ("Straight up", "The false positive rate changes too."),
                at=1,
            ),
            before=("roc",),
            after=("roc", "classifiers"),
        ),
        Step(
            text="The same with scores: the positives score lower. The area under this curve is below one half.",
            bench=Bench(evidence=Hills(Hill(0.38, 0.13, 300), Hill(0.62, 0.13, 700)), threshold=0.5),
            asks=choice_of(
                "The area is about 0.09. What is it after turning all scores round?",
                ("0.91", "1 − 0.09. An area of 0.5 knows nothing; one of 0 is a perfect order read the wrong way."),
                ("0.09", "Each pair that was in the wrong order is now in the right one."),
                ("0.50", "One half would mean that the order is noise. This order is nearly perfectly wrong."),
                at=2,
            ),
            before=("scores", "roc"),
            after=("scores", "roc", "controls"),
        ),
        Step(
            text="A last one. A model has an area of 0.47 on 30 rows.",
            bench=Bench(evidence=Hills(Hill(0.49, 0.15, 15), Hill(0.51, 0.15, 15)), threshold=0.5),
            asks=choice_of(
                "Flip it?",
                (
                    "No: 0.47 is noise here",
                    "Flip only what is clearly below one half, and first look for the cause: usually the labels or "
                    "the sign of the score are swapped.",
                ),
                (
                    "Yes: 0.53 is better",
                    "On 30 rows the area of a coin wanders between about 0.3 and 0.7. Flipping noise gives noise, "
                    "and a habit of flipping makes noise look good.",
                ),
                at=1,
            ),
            before=("scores",),
            after=("scores", "roc"),
            conclusion=(
                "Far below the diagonal means information with the wrong sign. Find out why before you flip it, and "
                "check on fresh rows."
            ),
        ),
    ),
)
