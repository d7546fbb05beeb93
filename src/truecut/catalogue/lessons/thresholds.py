"""What a threshold does."""

from __future__ import annotations

from truecut.catalogue.lessons.benches import TEN_ROWS
from truecut.catalogue.lessons.lesson import Bench, Deed, Hill, Hills, Lesson, Step, choice_of, count_up, work_out

THRESHOLD = Lesson(
    name="threshold",
    title="What a threshold does",
    about="One line, two rates, and no free lunch.",
    practise="threshold",
    steps=(
        Step(
            text=(
                "A model gives each row a score. One rule turns scores into decisions: flag a row if its score is "
                "at or above the threshold."
            ),
            bench=Bench(evidence=TEN_ROWS, threshold=0.55, has_curves=False),
            asks=choice_of(
                "Row 7 scores 0.55 and the threshold is 0.55. Is it flagged?",
                ("Yes", "At counts as above. Tools differ in this; here it is always so."),
                ("No", "The rule says at or above."),
            ),
            before=("scores",),
            after=("scores",),
        ),
        Step(
            text="Ten rows, five positive (triangles). The threshold is 0.5.",
            bench=Bench(evidence=TEN_ROWS, threshold=0.5, has_curves=False),
            asks=count_up(
                "How many true positives are there?",
                3,
                "Three triangles stand right of the line.",
                "Count the triangles right of the line.",
                {
                    4: "That is all that is flagged; one of them is a circle.",
                    5: "That is all positives, wherever they stand.",
                    2: "Those are the missed ones, left of the line.",
                },
            ),
            before=("scores",),
            after=("scores", "matrix"),
        ),
        Step(
            text="Recall is 3/5 and specificity 4/5 here. Now the threshold goes down to 0.2.",
            bench=Bench(evidence=TEN_ROWS, threshold=0.2, has_curves=False),
            asks=choice_of(
                "What happens?",
                ("Recall rises, specificity falls", "4/5 and 3/5. More is flagged, of both kinds."),
                ("Recall falls, specificity rises", "That is what a higher threshold does."),
                ("Both rise", "A lower threshold flags more of everything: it cannot turn negatives away as well."),
            ),
            before=(),
            after=("scores", "matrix"),
        ),
        Step(
            text="And up to 0.8.",
            bench=Bench(evidence=TEN_ROWS, threshold=0.8, has_curves=False),
            asks=work_out(
                "What is specificity now?",
                1,
                "All five circles stand left of the line: 5/5. The price: only 2 of 5 triangles are caught.",
                "How many of the five circles are left of the line?",
                {
                    0.4: "That is recall: the triangles.",
                    0.8: "It was 0.8 at threshold 0.5. One more circle has been passed.",
                    0: "That is the false positive rate.",
                },
            ),
            before=("scores",),
            after=("scores", "matrix"),
        ),
        Step(
            text="The same with 1,000 rows. The ROC picture keeps a point for each threshold you visit.",
            bench=Bench(evidence=Hills(Hill(0.62, 0.13, 300), Hill(0.38, 0.13, 700)), threshold=0.6, has_curves=False),
            asks=Deed(
                "Move the threshold until at least 95 % of the positives are caught.",
                ("recall >= 0.95",),
                {"threshold": 0.4},
                "Look at the lower right: that is what it cost in false alarms.",
            ),
            before=("scores", "controls", "roc"),
            after=("scores", "controls", "roc"),
        ),
        Step(
            text="Push it to the far left: everything is flagged.",
            bench=Bench(evidence=Hills(Hill(0.62, 0.13, 300), Hill(0.38, 0.13, 700)), threshold=0, has_curves=False),
            asks=choice_of(
                "Which corner of the ROC picture is that?",
                ("Upper right", "All positives caught (recall 1), all negatives flagged (false positive rate 1)."),
                ("Lower left", "There nothing is flagged: no hit, no alarm."),
                ("Upper left", "There every positive is caught without a single false alarm."),
                at=2,
            ),
            before=("scores",),
            after=("scores", "roc"),
        ),
        Step(
            text="So the threshold only walks along one curve.",
            bench=Bench(evidence=Hills(Hill(0.62, 0.13, 300), Hill(0.38, 0.13, 700)), threshold=0.5),
            asks=choice_of(
                "Can another threshold raise recall and specificity at once?",
                ("No; only a better model can", "A better model pushes the hills apart and lifts the whole curve."),
                (
                    "Yes, the best one",
                    "Walking right gains specificity and loses recall. The best one is a compromise, not a gift.",
                ),
                at=1,
            ),
            before=("scores", "roc"),
            after=("scores", "roc", "controls"),
        ),
        Step(
            text="Be the better model.",
            bench=Bench(evidence=Hills(Hill(0.62, 0.13, 300), Hill(0.38, 0.13, 700)), threshold=0.5),
            asks=Deed(
                "Drag the hills (or use the sliders) until recall and specificity are both at least 95 %.",
                ("recall >= 0.95", "specificity >= 0.95"),
                {"positive_middle": 0.8, "negative_middle": 0.2},
                "The curve now hugs the upper left corner, and the area grew with it.",
            ),
            before=("scores", "roc", "controls"),
            after=("scores", "roc", "controls"),
            conclusion=(
                "The threshold chooses a point on the curve; the model decides which curve. Judge the model by the "
                "curve, the decision by the point."
            ),
        ),
    ),
)
