"""Why F1 is a harmonic mean."""

from __future__ import annotations

from truecut.catalogue.lessons.benches import SPAM, counts_as_read
from truecut.catalogue.lessons.lesson import Bench, Classifiers, Lesson, Step, choice_of, count_up, work_out

F1 = Lesson(
    name="f1",
    title="Why F1 is a harmonic mean",
    about="An average that cannot be bought with one good half.",
    practise="means",
    steps=(
        Step(
            text="A model with precision 100 % and recall 50 %. The plain average is 75 %.",
            bench=Bench(evidence=Classifiers({"half": counts_as_read(50, 50, 0, 100)})),
            asks=choice_of(
                "Is 75 % a fair mark?",
                ("It flatters the model", "The perfect half covers up the poor one. It gets worse."),
                ("Yes", "It misses every second positive. Let us push it further."),
                at=1,
            ),
            before=("matrix",),
            after=("matrix",),
        ),
        Step(
            text="A lazy model flags a single row it is sure about: precision 100 %, recall 1 %.",
            bench=Bench(evidence=Classifiers({"lazy": counts_as_read(1, 99, 0, 100)})),
            asks=work_out(
                "What is the plain average of its precision and recall?",
                0.505,
                "More than a half, for finding one of a hundred.",
                "(1 + 0.01) / 2",
                {0.0198: "That is the harmonic mean already: what F1 will say.", 0.01: "That is recall alone."},
            ),
            before=("matrix",),
            after=("matrix",),
        ),
        Step(
            text="The harmonic mean of a and b is 2ab / (a + b).",
            bench=Bench(evidence=Classifiers({"lazy": counts_as_read(1, 99, 0, 100)})),
            asks=count_up(
                "What is the harmonic mean of 1 and 9?",
                1.8,
                "2 × 9 / 10 = 1.8, while the plain mean is 5. It stays near the smaller number.",
                "2 × 1 × 9, divided by 1 + 9.",
                {
                    5: "That is the arithmetic mean.",
                    3: "That is the geometric mean, √9.",
                    0.9: "You forgot the 2 on top.",
                },
                within=0.0051,
            ),
            before=(),
            after=(),
        ),
        Step(
            text="Compare the two means for any pair of numbers.",
            bench=Bench(evidence=Classifiers({"Filter 1": counts_as_read(30, 10, 5, 55)}), words=SPAM),
            asks=choice_of(
                "When are the plain and the harmonic mean equal?",
                (
                    "Only if both numbers are equal",
                    "Otherwise the harmonic mean is lower, the more so the further they are apart.",
                ),
                ("Never", "Take 4 and 4: both means are 4."),
                ("If one of them is 1", "With 1 and 9 they are 1.8 and 5."),
            ),
            before=(),
            after=(),
        ),
        Step(
            text=(
                "F1 is the harmonic mean of precision and recall. Three models: M1 has precision 0.3 and recall "
                "0.8, M2 0.2 and 0.9, M3 0.7 and 0.4."
            ),
            bench=Bench(evidence=Classifiers({"Filter 1": counts_as_read(30, 10, 5, 55)}), words=SPAM),
            asks=choice_of(
                "Which has the highest F1?",
                ("M3", "0.509. All three have the plain average 0.55; the most even one wins."),
                ("M1", "0.436. Its plain average of 0.55 ties with M2 and M3: the plain mean cannot choose at all."),
                ("M2", "0.327, the lowest: precision 0.2 holds it down."),
                at=2,
            ),
            before=(),
            after=(),
        ),
        Step(
            text=(
                "From counts no rates are needed: F1 = 2 TP / (2 TP + FP + FN). Filter 1 has 30 hits, 10 misses, 5 "
                "false alarms."
            ),
            bench=Bench(evidence=Classifiers({"Filter 1": counts_as_read(30, 10, 5, 55)}), words=SPAM),
            asks=work_out(
                "What is its F1?",
                0.8,
                "60 / 75.",
                "60 on top; below, 60 and the two kinds of mistakes.",
                {
                    30 / 45: "That is TP / (TP + FP + FN), the Jaccard index: F1 counts the hits twice.",
                    (30 / 35 + 30 / 40) / 2: (
                        "That is the plain average of precision and recall; close here, because both are nearly equal."
                    ),
                    0.85: "That is accuracy.",
                },
                within=0.0015,
            ),
            before=("matrix",),
            after=("matrix",),
        ),
        Step(
            text="F1 weighs both halves alike. With beta 2, F2 = 5PR / (4P + R) leans to recall.",
            bench=Bench(evidence=Classifiers({"Filter 1": counts_as_read(30, 10, 5, 55)}), words=SPAM),
            asks=choice_of(
                "Which of M1 (0.3, 0.8), M2 (0.2, 0.9) and M3 (0.7, 0.4) wins by F2?",
                (
                    "M1",
                    "0.600, before M2 with 0.529 and M3 with 0.438. The choice of beta chose the winner, so choose "
                    "beta first.",
                ),
                ("M2", "It has the highest recall but 0.529: precision still counts a little."),
                ("M3", "It won by F1; with F2 its recall of 0.4 costs it the lead: 0.438."),
            ),
            before=(),
            after=(),
        ),
        Step(
            text=(
                "A warning. Two models have the same hits, misses and false alarms; one rightly lets 50 rows "
                "through, the other 50,000."
            ),
            bench=Bench(
                evidence=Classifiers(
                    {"few negatives": counts_as_read(30, 10, 5, 50), "many negatives": counts_as_read(30, 10, 5, 50000)}
                )
            ),
            asks=choice_of(
                "Which has the higher F1?",
                (
                    "They are equal",
                    "F1 never looks at the true negatives. That is a strength for search, a blind spot elsewhere.",
                ),
                ("The one with 50,000", "Look at the formula: true negatives do not appear."),
                at=1,
            ),
            before=("classifiers",),
            after=("classifiers", "roc"),
            conclusion=(
                "Harmonic, because a half that fails must not be averaged away. F-beta, because halves rarely "
                "matter alike. And beside it something that sees the true negatives."
            ),
        ),
    ),
)
