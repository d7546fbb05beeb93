"""Why 99 % accuracy can be worthless."""

from __future__ import annotations

from truecut.catalogue.lessons.benches import SICK, counts_as_read
from truecut.catalogue.lessons.lesson import Bench, Classifiers, Deed, Hill, Hills, Lesson, Step, choice_of, work_out

WORTHLESS = Lesson(
    name="worthless",
    title="Why 99 % accuracy can be worthless",
    about="A test that is almost always right and helps nobody.",
    practise="no_information",
    steps=(
        Step(
            text=(
                "A hospital has 1,000 patients; 10 of them are sick. Somebody sells a test: it takes no time, needs "
                "no blood, and its accuracy is 99 %."
            ),
            bench=Bench(evidence=Classifiers({"Test 1": counts_as_read(0, 10, 0, 990)}), words=SICK),
            asks=choice_of(
                "How could such a test work?",
                ("It says “healthy” to everybody", "It is wrong for the 10 sick patients and right for the other 990."),
                (
                    "It must be a very good test",
                    "It may be. But accuracy alone cannot tell you: look at what a far cheaper test reaches.",
                ),
                ("It says “sick” to everybody", "Then it would be right for 10 of 1,000 only: 1 %."),
                at=1,
            ),
            before=(),
            after=("matrix",),
        ),
        Step(
            text="Here is that test as a table. Nobody is flagged, so the left column is empty.",
            bench=Bench(evidence=Classifiers({"Test 1": counts_as_read(0, 10, 0, 990)}), words=SICK),
            asks=work_out(
                "What is its accuracy?",
                0.99,
                "990 right answers out of 1,000.",
                "Right answers over all answers.",
                {
                    0.01: "That is the share of wrong answers.",
                    0: "That is its recall: of the sick, it finds none. Accuracy counts right answers of both kinds.",
                },
            ),
            before=("matrix",),
            after=("matrix",),
        ),
        Step(
            text="Accuracy asks about all 1,000. Ask about the 10 who matter instead.",
            bench=Bench(evidence=Classifiers({"Test 1": counts_as_read(0, 10, 0, 990)}), words=SICK),
            asks=work_out(
                "Of the sick patients, what share does it find?",
                0,
                "None of 10. That share is called recall, or sensitivity.",
                "It never says “sick”. How many of the 10 can it have found?",
                {
                    0.99: "That is the accuracy again: you divided by everybody.",
                    0.01: "That is the prevalence: how many are sick, not how many are found.",
                },
            ),
            before=("matrix",),
            after=("matrix",),
        ),
        Step(
            text="A second test finds 8 of the 10 sick patients and also alarms 48 healthy ones.",
            bench=Bench(
                evidence=Classifiers(
                    {"Test 1": counts_as_read(0, 10, 0, 990), "Test 2": counts_as_read(8, 2, 48, 942)}
                ),
                words=SICK,
            ),
            asks=choice_of(
                "Which test has the higher accuracy?",
                (
                    "The first, which finds nobody",
                    "99 % against 95 %. The second makes 50 mistakes, the first only 10.",
                ),
                (
                    "The second, which finds eight",
                    "It makes 2 + 48 = 50 mistakes; the first makes 10. Accuracy does not ask which.",
                ),
            ),
            before=(),
            after=("classifiers",),
        ),
        Step(
            text="Accuracy 99 % against 95 %, recall 0 % against 80 %.",
            bench=Bench(
                evidence=Classifiers(
                    {"Test 1": counts_as_read(0, 10, 0, 990), "Test 2": counts_as_read(8, 2, 48, 942)}
                ),
                words=SICK,
            ),
            asks=choice_of(
                "Which would you use if a flagged patient simply gets a second, better test?",
                ("The second", "48 people take one more test, 8 are treated in time."),
                ("The first", "It sends all ten sick patients home. You do not need a test for that."),
                (
                    "Neither: both are below 100 %",
                    "No test is perfect. The question is which mistakes you can live with.",
                ),
                at=1,
            ),
            before=("classifiers",),
            after=("classifiers", "roc"),
            conclusion="In the ROC plane the first test stands in the lower left corner, where doing nothing stands.",
        ),
        Step(
            text=(
                "So accuracy needs something to be compared with: what would you reach without any model? Now 9,990 "
                "of 10,000 rows are negative."
            ),
            bench=Bench(evidence=Classifiers({"nothing flagged": counts_as_read(0, 10, 0, 9990)})),
            asks=work_out(
                "What accuracy does answering “negative” every time reach?",
                0.999,
                "9,990 / 10,000 = 99.9 %. This floor is called the no-information rate: the share of the commoner "
                "class.",
                "It is right exactly for the negatives.",
                {
                    0.001: "That is the share of positives: where it is wrong.",
                    0.5: "Only if both classes were equally common.",
                },
                within=0.00051,
            ),
            before=("matrix",),
            after=("matrix",),
        ),
        Step(
            text="Try it: the threshold stands where nobody is flagged, and half of the rows are positive.",
            bench=Bench(
                evidence=Hills(Hill(0.6, 0.13, 500), Hill(0.4, 0.13, 500)),
                threshold=None,
                in_rows=True,
                has_curves=False,
            ),
            asks=Deed(
                "Leave the threshold alone. Make accuracy 99 % or more by moving one slider only.",
                ("tp + fp = 0", "accuracy >= 0.99"),
                {"prevalence": 0.01},
                "Prevalence did it. The model has not changed, it still flags nobody: the data made it look good.",
            ),
            before=("scores", "matrix", "controls"),
            after=("scores", "matrix", "controls"),
        ),
        Step(
            text="Recall saw through the trick. Can recall be tricked as well?",
            bench=Bench(evidence=Classifiers({"all flagged": counts_as_read(10, 0, 990, 0)}), words=SICK),
            asks=choice_of(
                "Which test has a recall of 100 % and is just as useless?",
                (
                    "One that flags everybody",
                    "It misses nobody, and 990 healthy people are alarmed. Its precision is 1 %.",
                ),
                ("One that flags nobody", "That one has recall 0."),
                ("There is none", "There is: flag everybody and nobody can be missed."),
                at=1,
            ),
            before=(),
            after=("matrix",),
            conclusion=(
                "Every single number can be fooled. Read accuracy beside the no-information rate, recall beside "
                "precision, and ask which mistake hurts."
            ),
        ),
    ),
)
