"""The random and the ideal model."""

from __future__ import annotations

from truecut.catalogue.lessons.benches import EVENLY, LEAVING, TEN_ROWS, counts_as_read
from truecut.catalogue.lessons.lesson import (
    Bench,
    Classifiers,
    Deed,
    Hill,
    Hills,
    Lesson,
    Step,
    choice_of,
    count_up,
    work_out,
)

ENDS = Lesson(
    name="ends",
    title="The random and the ideal model",
    about="The two ends of the scale every curve is read on.",
    practise="area",
    steps=(
        Step(
            text="A model that gives every row a random score. Both hills are the same.",
            bench=Bench(evidence=Hills(Hill(0.5, 0.15, 300), Hill(0.5, 0.15, 700)), threshold=0.5, has_curves=False),
            asks=choice_of(
                "What will its ROC curve look like?",
                ("A diagonal", "Any threshold flags the same share of both classes. Sweep it and see."),
                ("A flat line at the bottom", "At the bottom no positive is caught at any threshold."),
                ("It bends to the upper left", "That takes scores that know something."),
                at=2,
            ),
            before=("scores",),
            after=("scores", "roc", "controls"),
        ),
        Step(
            text="Random scores spread evenly from 0 to 1, and alike in both classes. The threshold is 0.6.",
            bench=Bench(evidence=EVENLY, threshold=0.6, has_curves=False),
            asks=work_out(
                "What share of the positives does it flag?",
                0.4,
                "Everything from 0.6 up is flagged: 40 % of the positives and 40 % of the negatives.",
                "What share of evenly spread scores lies above 0.6?",
                {
                    0.6: "That is the share below the threshold.",
                    0.5: "At threshold 0.5 it would be a half.",
                    1.0: "That is what threshold 0 flags.",
                },
            ),
            before=(),
            after=("roc",),
        ),
        Step(
            text="It still has a precision.",
            bench=Bench(evidence=Hills(Hill(0.5, 0.15, 300), Hill(0.5, 0.15, 700)), threshold=0.5),
            asks=work_out(
                "30 % of the rows are positive. What is the precision of the random model?",
                0.3,
                "The prevalence, at every threshold.",
                "Pick rows blindly. How many are positive?",
                {0.5: "A half would need as many positives as negatives.", 0.7: "That is the share of negatives."},
            ),
            before=("scores",),
            after=("scores", "pr"),
        ),
        Step(
            text="Now the ideal: every positive scores above every negative.",
            bench=Bench(evidence=Hills(Hill(0.8, 0.04, 300), Hill(0.25, 0.05, 700)), threshold=0.9),
            asks=Deed(
                "Put the threshold where no mistake is made.",
                ("fp + fn = 0",),
                {"threshold": 0.55},
                "There is a whole range of them. The curve goes straight up and then straight right, through the "
                "corner.",
            ),
            before=("scores", "controls"),
            after=("scores", "controls", "roc"),
        ),
        Step(
            text=(
                "Being ideal is a property of the order. Take 1,409 customers with evenly spaced scores from 0 to "
                "1: first the 1,023 who stay, then the 386 who leave."
            ),
            bench=Bench(evidence=Classifiers({"threshold 0.5": counts_as_read(386, 0, 319, 704)}), words=LEAVING),
            asks=work_out(
                "The order is perfect. Which threshold makes no mistake?",
                1023 / 1408,
                "About 0.726: the score of the first who leaves, 1023/1408.",
                "Count how far along the row the first leaver stands.",
                {
                    0.5: "At 0.5 this ideal model still raises 319 false alarms: the order is perfect, the cut is not.",
                    386 / 1409: "That is the share who leave. They stand at the upper end.",
                },
                within=0.0031,
            ),
            before=(),
            after=("matrix",),
        ),
        Step(
            text="At threshold 0.5 it flags 319 of the 1,023 who stay.",
            bench=Bench(evidence=Classifiers({"threshold 0.5": counts_as_read(386, 0, 319, 704)}), words=LEAVING),
            asks=work_out(
                "What is its false positive rate there?",
                319 / 1023,
                "319/1023. An area of 1 does not save you from a bad threshold.",
                "False alarms over everybody who stays.",
                {
                    319 / 1409: "You divided by everybody. The rate is a share of those who stay.",
                    319 / 705: "You divided by the flagged: that is the false discovery rate.",
                    704 / 1023: "That is specificity, the rest.",
                },
            ),
            before=("matrix",),
            after=("matrix", "roc"),
        ),
        Step(
            text=(
                "Real models lie in between. The area under the curve says where. In the ten rows there are 5 × 5 = "
                "25 pairs of one positive and one negative."
            ),
            bench=Bench(evidence=TEN_ROWS, threshold=0.5),
            asks=count_up(
                "In how many of the 25 pairs does the positive score higher?",
                18,
                "18, so the area is 18/25 = 0.72: the chance that a random positive outranks a random negative.",
                "For each circle, count the triangles to its right: 5, 4, 4, …",
                {
                    7: "Those are the pairs in the wrong order.",
                    25: "That would be the ideal model.",
                    12.5: "That would be the random one.",
                },
            ),
            before=("scores",),
            after=("scores", "roc"),
            conclusion=(
                "Random: diagonal, area 0.5, precision equals the prevalence. Ideal: through the corner, area 1. "
                "Both say nothing yet about where you cut."
            ),
        ),
    ),
)
