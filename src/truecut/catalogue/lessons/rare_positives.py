"""ROC against PR where positives are rare."""

from __future__ import annotations

from truecut.catalogue.lessons.benches import SICK, counts_as_read
from truecut.catalogue.lessons.lesson import Bench, Classifiers, Deed, Hill, Hills, Lesson, Step, choice_of, work_out

RARE = Lesson(
    name="rare",
    title="ROC against PR when positives are rare",
    about="The same model, a hundred times fewer positives.",
    practise="prevalence",
    steps=(
        Step(
            text="A good model; every second row is positive. Here is its ROC curve.",
            bench=Bench(evidence=Hills(Hill(0.65, 0.12, 5000), Hill(0.4, 0.12, 5000)), threshold=0.52, in_rows=True),
            asks=choice_of(
                "Where will its precision lie at this threshold?",
                ("Above 80 %", "With as many positives as negatives, few false alarms reach the pile."),
                ("Around 50 %", "That is what flagging at random would give."),
                ("Below 20 %", "Not while half of all rows are positive."),
            ),
            before=("scores", "roc"),
            after=("scores", "roc", "pr"),
        ),
        Step(
            text="Now only 1 row in 100 is positive. The model is the same: each hill keeps its shape.",
            bench=Bench(evidence=Hills(Hill(0.65, 0.12, 100), Hill(0.4, 0.12, 9900)), threshold=0.52, in_rows=True),
            asks=choice_of(
                "What happens to the ROC curve?",
                (
                    "Nothing",
                    "Recall looks at positives only, the false positive rate at negatives only; neither knows how "
                    "many of the others there are.",
                ),
                (
                    "It sinks to the diagonal",
                    "That would mean the hills lie on each other. Their shapes did not change.",
                ),
                ("It rises", "Nothing became easier to tell apart."),
                at=2,
            ),
            before=("scores",),
            after=("scores", "roc"),
        ),
        Step(
            text=(
                "Count with small numbers: 1,000 people, 10 sick. The test finds 8 of them and alarms 48 of the 990 "
                "healthy ones, less than 5 %."
            ),
            bench=Bench(evidence=Classifiers({"Test 2": counts_as_read(8, 2, 48, 942)}), words=SICK),
            asks=work_out(
                "Of the people it flags, what share is sick?",
                8 / 56,
                "8 of 56: one in seven. A small share of very many healthy people is more than a large share of few "
                "sick ones.",
                "It flags 8 + 48 people.",
                {
                    0.8: "That is recall: of the sick, the share found. Here the question starts from the flagged.",
                    0.95: "That is accuracy.",
                    942 / 990: (
                        "That is specificity: 1 − FPR. You divided by the healthy people; precision divides by the "
                        "flagged ones."
                    ),
                    48 / 56: "That is the wrong part: the false discovery rate, 1 − precision.",
                    8 / 48: "You divided by the false alarms only. The flagged are 8 + 48.",
                },
            ),
            before=("matrix",),
            after=("matrix",),
        ),
        Step(
            text="Back to the rare positives. Both curves of one and the same model.",
            bench=Bench(evidence=Hills(Hill(0.65, 0.12, 100), Hill(0.4, 0.12, 9900)), threshold=0.52, in_rows=True),
            asks=choice_of(
                "How does the PR curve look now?",
                ("It has dropped nearly to the floor", "At this threshold most of what is flagged is false."),
                ("Like before", "Precision mixes both classes, so it feels how many there are of each."),
                at=1,
            ),
            before=("scores", "roc"),
            after=("scores", "roc", "pr"),
        ),
        Step(
            text="Each curve has its own floor: what a model without knowledge reaches.",
            bench=Bench(evidence=Hills(Hill(0.5, 0.15, 100), Hill(0.5, 0.15, 9900)), threshold=0.5),
            asks=work_out(
                "Which precision does flagging at random give here (1 row in 100 positive)?",
                0.01,
                "The prevalence. So a precision of 14 % may be fourteen times better than chance.",
                "Among rows picked blindly, how many are positive?",
                {
                    0.5: "One half is the floor of the ROC area. Precision has another floor.",
                    0: "Even blind picking hits a positive now and then.",
                },
                within=0.002,
            ),
            before=("scores",),
            after=("scores", "roc", "pr"),
        ),
        Step(
            text="A warning that follows: precision measured here is not precision measured there.",
            bench=Bench(evidence=Hills(Hill(0.65, 0.12, 100), Hill(0.4, 0.12, 9900)), threshold=0.6),
            asks=Deed(
                "Without touching the threshold or the hills, bring precision to 90 % or more.",
                ("precision >= 0.9", "threshold = 0.6"),
                {"prevalence": 0.5},
                "You changed the population, not the model. Whoever tests on a hand-picked half-and-half sample "
                "reports this number.",
            ),
            before=("matrix", "scores", "controls", "pr"),
            after=("matrix", "scores", "controls", "pr"),
        ),
        Step(
            text="The alerts go to three people who look into each one.",
            bench=Bench(evidence=Hills(Hill(0.65, 0.12, 100), Hill(0.4, 0.12, 9900)), threshold=0.6, in_rows=True),
            asks=choice_of(
                "Which curve answers their question, how much of our work is wasted?",
                ("PR", "Precision is the share of their alerts that were worth it."),
                ("ROC", "ROC tells how well the two classes are told apart, whatever their sizes."),
                at=1,
            ),
            before=("roc", "pr"),
            after=("roc", "pr", "matrix"),
            conclusion=(
                "ROC is not wrong when positives are rare; it answers a question about the model. PR answers one "
                "about the pile of alerts. Rare positives make the two answers differ, so show both, and name the "
                "prevalence."
            ),
        ),
    ),
)
