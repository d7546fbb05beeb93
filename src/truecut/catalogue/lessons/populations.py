"""Two models whose populations differ."""

from __future__ import annotations

from truecut.catalogue.lessons.benches import INFECTED, counts_as_read
from truecut.catalogue.lessons.lesson import Bench, Classifiers, Lesson, Step, choice_of, count_up

POPULATIONS = Lesson(
    name="populations",
    title="Two models whose populations differ",
    about="A cheaper total that proves nothing.",
    practise="cost",
    steps=(
        Step(
            text="Two models, 500 rows each. A miss costs 100, a false alarm 1, and a hit gains 1, so it costs −1.",
            bench=Bench(
                evidence=Classifiers({"M1": counts_as_read(150, 40, 60, 250)}), prices={"tp": -1, "fn": 100, "fp": 1}
            ),
            asks=count_up(
                "What does M1 cost?",
                3910,
                "40 × 100 + 60 × 1 − 150.",
                "Misses, plus false alarms, minus hits.",
                {
                    4060: "The hits are missing: each gains 1.",
                    4210: "The hits come off the sum; a gain is a negative cost.",
                    100: "That is how many mistakes there are.",
                },
                within=0.5,
            ),
            before=("matrix",),
            after=("matrix", "cost"),
        ),
        Step(
            text="M2 has 250 hits, 45 misses, 5 false alarms: 4,255 in total. M1 cost 3,910.",
            bench=Bench(
                evidence=Classifiers({"M1": counts_as_read(150, 40, 60, 250), "M2": counts_as_read(250, 45, 5, 200)}),
                prices={"tp": -1, "fn": 100, "fp": 1},
            ),
            asks=choice_of(
                "So M1 is the better model for these costs?",
                ("That does not follow", "Right to hesitate. Look at how many positives each was given."),
                ("Yes, it is cheaper", "By total, in this table. Count how many positives each of them was given."),
                (
                    "No, M2 is more accurate",
                    "Accuracy (80 % against 90 %) ignores what the mistakes cost. The reason is another one.",
                ),
                at=1,
            ),
            before=("classifiers",),
            after=("classifiers",),
        ),
        Step(
            text="M1 met 150 + 40 positives.",
            bench=Bench(
                evidence=Classifiers({"M1": counts_as_read(150, 40, 60, 250), "M2": counts_as_read(250, 45, 5, 200)}),
                prices={"tp": -1, "fn": 100, "fp": 1},
            ),
            asks=count_up(
                "How many positives did M2 meet?",
                295,
                "295 of 500 against 190. With a miss at 100, more positives mean more cost for any model.",
                "Hits and misses together.",
                {250: "Those are only the ones it caught.", 255: "That is what it flagged: hits and false alarms."},
                within=0.5,
            ),
            before=("classifiers",),
            after=("classifiers",),
        ),
        Step(
            text="So compare rates, which do not depend on how many there are.",
            bench=Bench(
                evidence=Classifiers({"M1": counts_as_read(150, 40, 60, 250), "M2": counts_as_read(250, 45, 5, 200)})
            ),
            asks=choice_of(
                "M1 catches 78.9 % and alarms 19.4 % of its negatives. M2?",
                (
                    "Catches more and alarms less",
                    "84.7 % and 2.4 %. Its point lies to the north-west of M1: better at both.",
                ),
                ("Catches more but alarms more too", "It has 5 false alarms among 205 negatives: 2.4 %."),
                ("Catches less", "250 of 295 is 84.7 %."),
                at=2,
            ),
            before=(),
            after=("classifiers", "roc"),
        ),
        Step(
            text="Give M2 the population of M1: 190 positives and 310 negatives, at M2's own rates.",
            bench=Bench(
                evidence=Classifiers(
                    {"M1": counts_as_read(150, 40, 60, 250), "M2 there": counts_as_read(161, 29, 8, 302)}
                ),
                prices={"tp": -1, "fn": 100, "fp": 1},
            ),
            asks=count_up(
                "About 161 hits, 29 misses, 8 false alarms. What would it cost?",
                2747,
                "About 2,747 against 3,910: on equal terms M2 is cheaper by almost a third.",
                "29 × 100 + 8 − 161.",
                {
                    2908: "The hits come off: 161 of them.",
                    3069: "A gain is a negative cost: subtract the hits.",
                    4255: "That was on its own, harder population.",
                },
                within=5,
            ),
            before=(),
            after=("classifiers", "roc"),
        ),
        Step(
            text=(
                "Another pair: two infection models, 1,000 patients each. A treats 150 of 320 infected patients "
                "early, B 150 of 170. A costs 10.44 million, B 5.19 million."
            ),
            bench=Bench(
                evidence=Classifiers({"A": counts_as_read(150, 170, 50, 630), "B": counts_as_read(150, 20, 200, 630)}),
                prices={"tp": 27000, "fn": 37000, "fp": 2000},
                words=INFECTED,
            ),
            asks=choice_of(
                "B costs half. How much of that is the model's merit?",
                (
                    "A small part",
                    "On the same patients B saves between 8 and 10 %. The rest is having met fewer infected people.",
                ),
                (
                    "All of it",
                    "A was given 320 infected patients, B 170. An infected patient costs at least 27,000 whatever "
                    "the model says.",
                ),
                (
                    "None: B is worse",
                    "B misses fewer infected patients, at the price of more false alarms. It is cheaper, only not "
                    "by half.",
                ),
                at=1,
            ),
            before=("classifiers",),
            after=("classifiers", "roc"),
        ),
        Step(
            text="You are shown two totals.",
            bench=Bench(
                evidence=Classifiers({"M1": counts_as_read(150, 40, 60, 250), "M2": counts_as_read(250, 45, 5, 200)}),
                prices={"tp": -1, "fn": 100, "fp": 1},
            ),
            asks=choice_of(
                "What do you ask first?",
                (
                    "Were both measured on the same rows?",
                    "If so, compare row by row. If not, compare rates, or bring both to one stated prevalence.",
                ),
                ("Which is smaller?", "That is the last question."),
                (
                    "Which has the larger area?",
                    "Counts have no area; and areas of different populations need the same care.",
                ),
                at=1,
            ),
            before=("classifiers",),
            after=("classifiers",),
            conclusion=(
                "Totals, accuracy and precision carry the population inside them. Recall and the false positive "
                "rate carry less of it. Same rows beat every correction."
            ),
        ),
    ),
)
