"""Which error is worse?"""

from __future__ import annotations

from truecut.catalogue.lessons.benches import SICK, SPAM, counts_as_read
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

WORSE = Lesson(
    name="worse",
    title="Which error is worse?",
    about="Two kinds of mistakes, and why their price decides.",
    practise="cost",
    steps=(
        Step(
            text=(
                "A test looks for sick patients: sick is the positive class. A sick patient is told that all is "
                "well and goes home."
            ),
            bench=Bench(evidence=Classifiers({"Test 2": counts_as_read(8, 2, 48, 942)}), words=SICK),
            asks=choice_of(
                "What kind of answer is that?",
                (
                    "A false negative",
                    "The test said negative, and that is false. Statisticians call it a type II error; here: a miss.",
                ),
                ("A false positive", "“Positive” is what the test says. It said negative here."),
                ("A true negative", "The patient is sick, so the negative answer is not true."),
                at=1,
            ),
            before=(),
            after=("matrix",),
        ),
        Step(
            text="A filter looks for spam: spam is positive. An invitation from a friend is deleted unread.",
            bench=Bench(evidence=Classifiers({"Filter 1": counts_as_read(30, 10, 5, 55)}), words=SPAM),
            asks=choice_of(
                "What kind of answer is that?",
                ("A false positive", "It was called positive (spam) and is not. A type I error; here: a false alarm."),
                ("A false negative", "The filter said “spam”, which is the positive answer."),
                ("A true positive", "Then it would have been spam."),
                at=2,
            ),
            before=(),
            after=("matrix",),
        ),
        Step(
            text=(
                "Two filters looked at the same 100 e-mails, 40 of them spam. Filter 1 lets 10 spam through and "
                "deletes 5 good letters; filter 2 lets 5 through and deletes 10."
            ),
            bench=Bench(
                evidence=Classifiers(
                    {"Filter 1": counts_as_read(30, 10, 5, 55), "Filter 2": counts_as_read(35, 5, 10, 50)}
                ),
                words=SPAM,
            ),
            asks=choice_of(
                "Which is more accurate?",
                ("They are equally accurate", "15 mistakes of 100 each. Accuracy cannot choose between them."),
                ("Filter 1", "Count its mistakes: 10 + 5."),
                ("Filter 2", "Count its mistakes: 5 + 10."),
                at=2,
            ),
            before=("classifiers",),
            after=("classifiers",),
        ),
        Step(
            text="But deleted letters are gone. So look only at what was deleted.",
            bench=Bench(
                evidence=Classifiers(
                    {"Filter 1": counts_as_read(30, 10, 5, 55), "Filter 2": counts_as_read(35, 5, 10, 50)}
                ),
                words=SPAM,
            ),
            asks=work_out(
                "Of what filter 1 deleted, what share was spam?",
                30 / 35,
                "30 of the 35 deleted. That is precision; filter 2 has 35/45.",
                "It deleted 30 + 5 e-mails.",
                {
                    0.75: "You divided by the 40 spam mails: that is recall. Divide by what was deleted.",
                    0.85: "That is accuracy: 85 of 100.",
                    55 / 60: "That is specificity: of the good mails, the share kept.",
                    5 / 35: "That is the wrong part of what was deleted: the false discovery rate.",
                },
            ),
            before=("classifiers",),
            after=("classifiers",),
        ),
        Step(
            text=(
                "Now with money. Five people are tested; one sick person is missed and one healthy person is "
                "alarmed. A false alarm costs 10, a miss 100."
            ),
            bench=Bench(
                evidence=Classifiers({"five people": counts_as_read(1, 1, 1, 2)}),
                prices={"fn": 100, "fp": 10},
                words=SICK,
            ),
            asks=count_up(
                "What do the mistakes cost together?",
                110,
                "1 × 100 + 1 × 10.",
                "One miss and one false alarm, each at its own price.",
                {
                    2: "That is how many mistakes there are.",
                    20: "You priced the miss like a false alarm.",
                    200: "You priced the false alarm like a miss.",
                },
            ),
            before=("matrix",),
            after=("matrix", "cost"),
        ),
        Step(
            text="A model with a threshold. A miss costs 10, a false alarm 1. The threshold stands in the middle.",
            bench=Bench(
                evidence=Hills(Hill(0.62, 0.13, 300), Hill(0.38, 0.13, 700)),
                threshold=0.5,
                prices={"fn": 10, "fp": 1},
                has_curves=False,
            ),
            asks=choice_of(
                "Where is the cheapest threshold?",
                ("Further left", "Misses are dear, so flag more and accept false alarms."),
                ("Right here", "Only if both mistakes cost about the same."),
                ("Further right", "That makes more misses, the expensive kind."),
            ),
            before=("scores", "controls"),
            after=("scores", "controls", "cost"),
        ),
        Step(
            text="Find it yourself.",
            bench=Bench(
                evidence=Hills(Hill(0.62, 0.13, 300), Hill(0.38, 0.13, 700)),
                threshold=0.5,
                prices={"fn": 10, "fp": 1},
                has_curves=False,
                tells_cheapest=False,
            ),
            asks=Deed(
                "Move the threshold until the cost is within 2 % of the lowest.",
                ("cost <= 1.02 * least_cost",),
                {"threshold": 0.4},
                "There. The flat bottom of the cost curve tells you how exact you need to be.",
            ),
            before=("scores", "cost", "controls"),
            after=("scores", "cost", "controls"),
        ),
        Step(
            text="If you must write one number: F-beta weighs a miss β² times a false alarm.",
            bench=Bench(
                evidence=Hills(Hill(0.62, 0.13, 300), Hill(0.38, 0.13, 700)),
                threshold=0.42,
                prices={"fn": 4, "fp": 1},
                has_curves=False,
            ),
            asks=count_up(
                "A miss is four times as bad as a false alarm. Which beta?",
                2,
                "β² = 4, so β = 2.",
                "β² is the ratio of the prices.",
                {
                    4: "That is the ratio itself: take its root.",
                    0.5: "Upside down: below 1 leans to precision.",
                    0.25: "Upside down, and without the root.",
                },
                within=0.0051,
            ),
            before=("scores",),
            after=("scores", "cost"),
            conclusion=(
                "Say first what each mistake costs. Then choose the measure: misses dear → recall (beta above 1); "
                "false alarms dear → precision (beta below 1)."
            ),
        ),
    ),
)
