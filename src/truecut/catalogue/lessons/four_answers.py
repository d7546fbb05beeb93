"""What a confusion matrix is."""

from __future__ import annotations

from truecut.catalogue.lessons.benches import SPAM, counts_as_read
from truecut.catalogue.lessons.lesson import Bench, Classifiers, Lesson, Step, choice_of, count_up, work_out

FILTER = Classifiers({"Filter": counts_as_read(30, 10, 5, 55)})
BENCH = Bench(evidence=FILTER, words=SPAM)

MATRIX = Lesson(
    name="matrix",
    title="What a confusion matrix is",
    about="Four kinds of answers, and the two ways to add them up.",
    practise="matrix",
    steps=(
        Step(
            text="A filter reads 100 emails, 40 of them spam. Spam is what it looks for, so spam is called positive. "
            "It can be right in two ways and wrong in two ways.",
            bench=BENCH,
            asks=choice_of(
                "It deletes an email that is spam. What is that called?",
                ("A true positive", "It said positive (spam), and that is true. In short: TP."),
                ("A true negative", "The second word is what the filter said, and it said positive."),
                ("A false positive", "The first word is whether that was right, and it was."),
                at=1,
            ),
        ),
        Step(
            text="Of the 40 spam emails it deleted 30.",
            bench=BENCH,
            asks=count_up(
                "How many false negatives are there?",
                10,
                "10 spam emails were let through: called negative, and falsely so.",
                "How many of the 40 were not deleted?",
                {30: "Those were deleted: the true positives.", 40: "Those are all that are spam, found or not."},
            ),
            after=("matrix",),
            has_rates=False,
        ),
        Step(
            text="Here are all four. A row is what is true, a column what the filter said. It deleted 5 good emails.",
            bench=BENCH,
            asks=choice_of(
                "Which cell do those 5 stand in?",
                ("False positive", "Good emails that were called spam: second row, first column."),
                ("False negative", "Negative is what the filter would have said of an email that it left alone."),
                ("True negative", "A true negative is a good email that was left alone."),
                at=2,
            ),
            before=("matrix",),
            after=("matrix",),
            has_rates=False,
        ),
        Step(
            text="Adding up a row tells how many there are of a kind; adding up a column, how often it was said.",
            bench=BENCH,
            asks=count_up(
                "How many emails did it delete in all?",
                35,
                "30 + 5, the first column: everything that was called spam.",
                "Deleted is a column.",
                {40: "That is the first row: all that is spam.", 30: "Those are the ones it deleted rightly."},
            ),
            before=("matrix",),
            after=("matrix",),
            has_rates=False,
        ),
        Step(
            text="Divide a cell by its row, and you ask about the truth: of the spam, how much was caught?",
            bench=BENCH,
            asks=work_out(
                "What is that share, the recall?",
                30 / 40,
                "30 of 40, along the row.",
                "Caught spam over all spam.",
                {
                    30 / 35: "You divided by the column: that is the precision.",
                    85 / 100: "That is the accuracy: right answers of both kinds.",
                    10 / 40: "That is the part that was missed.",
                },
            ),
            before=("matrix",),
            after=("matrix",),
        ),
        Step(
            text="Divide the same cell by its column, and you ask about what was said: how much of that is spam?",
            bench=BENCH,
            asks=work_out(
                "What is that share, the precision?",
                30 / 35,
                "30 of 35, down the column. The same 30, another whole.",
                "Caught spam over everything deleted.",
                {
                    30 / 40: "You divided by the row: that is the recall.",
                    5 / 35: "That is the part that was good: the false discovery rate.",
                    85 / 100: "That is the accuracy: right answers of both kinds.",
                },
            ),
            before=("matrix",),
            after=("matrix",),
            conclusion="Four cells, two ways to add them up. Whatever a rate is called, ask first what it divides by: "
            "a row (what is true), a column (what was said) or everything.",
        ),
    ),
)
