"""Exercises that teaching documents set, with their answers; they are asked in their order."""

from __future__ import annotations

from truecut.catalogue import BY_NAME
from truecut.catalogue.quiz.curves import area_of_rows
from truecut.catalogue.quiz.matrices import matrix_of_rows
from truecut.catalogue.quiz.question import ChoiceAnswer, NumberAnswer, Option, Question, Slip
from truecut.catalogue.quiz.rates import called, rate_question, slips_of_a_harmonic_mean
from truecut.catalogue.quiz.settings import SETTINGS
from truecut.counting.counts import Counts

KIND = "sources"
RECALL_OR_PRECISION = ("recall", "precision")


def _choice(name: str, story: str, asks: str, options: tuple[tuple[str, str], ...], right: str, why: str) -> Question:
    """Return a question with one right option; every other one says why not."""
    answer = ChoiceAnswer(tuple(Option(text, text == right, "" if text == right else says) for text, says in options))
    return Question(kind=KIND, name=name, story=story, asks=asks, answer=answer, solution=why)


def _number(name: str, story: str, asks: str, answer: NumberAnswer, solution: str) -> Question:
    return Question(kind=KIND, name=name, story=story, asks=asks, answer=answer, solution=solution)


def _rate(name: str, metric: str, counts: tuple[int, int, int, int], setting: int) -> Question:
    tp, fn, fp, tn = counts
    return rate_question(KIND, BY_NAME[metric], Counts(tp=tp, fn=fn, fp=fp, tn=tn), SETTINGS[setting], name)


def _worse(name: str, what: str, right: str, why: str) -> Question:
    wrong = {
        "recall": "Then misses would be the worse mistake.",
        "precision": "Then false alarms would be the worse mistake.",
    }
    return _choice(
        name,
        what,
        "Which of the two should be emphasised?",
        tuple((text, f"{wrong[text]} {why}") for text in RECALL_OR_PRECISION),
        right,
        why,
    )


def _beta(name: str, what: str, right: str, why: str) -> Question:
    claims = {
        "0.5": "That says that a false alarm is four times as bad as a miss.",
        "1": "That says that both mistakes are equally bad.",
        "10": "That says that a miss is a hundred times as bad as a false alarm.",
    }
    return _choice(
        name,
        what,
        "Which beta would you judge it with?",
        tuple((beta, f"{claim} {why}") for beta, claim in claims.items()),
        right,
        f"{claims[right]} {why}",
    )


def _exact(value: float, slips: tuple[Slip, ...], hint: str) -> NumberAnswer:
    return NumberAnswer(value, tolerance=0.5, is_share=False, slips=slips, hint=hint)


RATES = (
    _rate("coronavirus model 1: accuracy", "accuracy", (0, 10, 0, 990), 1),
    _rate("coronavirus model 1: recall", "recall", (0, 10, 0, 990), 1),
    _rate("coronavirus model 2: accuracy", "accuracy", (8, 2, 48, 942), 1),
    _rate("coronavirus model 2: recall", "recall", (8, 2, 48, 942), 1),
    _rate("spam model 1: precision", "precision", (30, 10, 5, 55), 0),
    _rate("spam model 2: precision", "precision", (35, 5, 10, 50), 0),
    _rate("figure 7.1: sensitivity", "recall", (3, 2, 1, 4), 1),
    _rate("figure 7.1: specificity", "specificity", (3, 2, 1, 4), 1),
    _rate("exercise 7.2: sensitivity", "recall", (120, 22, 63, 795), 1),
    _rate("exercise 7.2: specificity", "specificity", (120, 22, 63, 795), 1),
    _rate("class sizes of 9,990 and 10: accuracy", "accuracy", (0, 10, 0, 9990), 1),
    _rate("churn at 0.5: true positive rate", "recall", (210, 176, 101, 922), 3),
    _rate("churn at 0.5: false positive rate", "fpr", (210, 176, 101, 922), 3),
)

ERRORS = (
    _choice(
        "exercise 7.1",
        "A visitor of a video site likes animal videos and nothing else. You see the recommendations that were shown.",
        "Which of these can be told from that page?",
        (
            ("accuracy", "Accuracy counts what was rightly left out, too, and that is not on the page."),
            ("recall", "Recall needs all animal videos there are, and they are not on the page."),
            ("precision", ""),
            ("F1", "F1 needs recall, and recall needs what was not shown."),
        ),
        "precision",
        "Of the videos shown, the share with animals: that is precision. What was not shown is not on the page.",
    ),
    _worse(
        "exercise 7.3: films",
        "A system recommends films. Positive: the visitor will watch it.",
        "precision",
        "A bad film costs an evening; a film that was not recommended goes unnoticed.",
    ),
    _worse(
        "exercise 7.3: pedestrians",
        "A model in a self-driving car looks for pedestrians.",
        "recall",
        "A pedestrian overlooked is a life; braking for nothing is a jolt.",
    ),
    _worse(
        "exercise 7.3: voice assistant",
        "An assistant at home listens whether it was given an order.",
        "precision",
        "Waking unasked disturbs everybody in the room; an order not heard is said again.",
    ),
    _beta("exercise 7.4: pedestrians", "Pedestrians before a self-driving car.", "10", "A miss may kill."),
    _beta(
        "exercise 7.4: a deadly illness", "A model diagnoses a deadly illness.", "10", "Who is missed is not treated."
    ),
    _beta(
        "exercise 7.4: films",
        "A system recommends films.",
        "0.5",
        "A bad recommendation annoys; a missing one does not.",
    ),
    _beta(
        "exercise 7.4: voice assistant",
        "An assistant decides whether it was asked.",
        "1",
        "Both mistakes annoy about alike.",
    ),
    _beta("exercise 7.4: spam", "A filter deletes spam.", "0.5", "A good letter lost is worse than a bad one read."),
    _choice(
        "how is beta decided?",
        "F-beta has a dial.",
        "How is beta decided?",
        (
            ("by cross-validation", "Beta is part of the question and not a setting: tuning it changes what is asked."),
            ("from what the two mistakes cost", ""),
            ("so that F-beta is highest", "Then every model would choose its own yardstick."),
        ),
        "from what the two mistakes cost",
        "beta² is how many false alarms a miss is worth; it is decided before looking at a model.",
    ),
)

COSTS = (
    _number(
        "five subjects",
        "Five people, two of them with cancer. One with cancer is missed, one without is alarmed. A miss costs 100, "
        "a false alarm 10.",
        "What do the mistakes cost together?",
        _exact(
            110,
            (
                Slip(2, "That is how many mistakes there are."),
                Slip(20, "You priced the miss like a false alarm."),
                Slip(200, "You priced the false alarm like a miss."),
            ),
            "One miss and one false alarm, each at its own price.",
        ),
        "1 × 100 + 1 × 10 = 110",
    ),
    _number(
        "infection: a hit",
        "A test costs 2,000, moving a patient 5,000, treating an infection early 20,000 and late 30,000.",
        "A patient is predicted to be infected, and is. What does that cost?",
        _exact(
            27_000,
            (
                Slip(37_000, "That is the price of a miss: late treatment. Here it is early."),
                Slip(22_000, "The patient is moved, too."),
                Slip(20_000, "The test and the move come on top."),
                Slip(25_000, "Everybody flagged is tested first."),
            ),
            "Which steps follow? Add their prices.",
        ),
        "2,000 + 5,000 + 20,000 = 27,000",
    ),
    _number(
        "infection: a miss",
        "A test costs 2,000, moving a patient 5,000, treating an infection early 20,000 and late 30,000.",
        "A patient is predicted not to be infected, but is. What does that cost in the end?",
        _exact(
            37_000,
            (
                Slip(27_000, "That is early treatment. A miss is treated late."),
                Slip(30_000, "The test and the move come on top, once it is found out."),
                Slip(35_000, "It has to be found out by the test, too."),
            ),
            "Which steps follow once it is found out? Add their prices.",
        ),
        "2,000 + 5,000 + 30,000 = 37,000",
    ),
    _number(
        "cost of M1",
        "A hit gains 1, so it costs -1; a miss costs 100, a false alarm 1. M1 has 150 hits, 40 misses, 60 false "
        "alarms and left 250 alone.",
        "What does M1 cost?",
        _exact(
            3910,
            (
                Slip(4060, "The hits are missing: each gains 1."),
                Slip(4210, "The hits come off the sum: a gain is a negative cost."),
                Slip(100, "That is how many mistakes there are."),
            ),
            "Misses × 100 + false alarms × 1 - hits.",
        ),
        "40 × 100 + 60 × 1 - 150 × 1 = 3,910",
    ),
    _choice(
        "M1 or M2?",
        "M1 costs 3,910 and met 190 positives, M2 costs 4,255 and met 295. A miss costs 100.",
        "So M1 is the better model at these costs?",
        (
            ("yes", "By total, in its own table. But each of them was given another number of positives."),
            ("that does not follow", ""),
            ("no, M2 is more accurate", "Accuracy ignores what the mistakes cost. The reason is another one."),
        ),
        "that does not follow",
        "More positives mean more cost for any model: totals of different populations cannot be compared.",
    ),
)

CURVES = (
    matrix_of_rows([1, 0, 1, 1, 0, 0, 1, 1, 0, 1], [1, 0, 0, 0, 1, 1, 0, 1, 0, 1], KIND, "pen and paper"),
    area_of_rows([0, 1, 0, 0, 1, 0, 1, 0, 1, 1], KIND, "figure 7.5: the area"),
    area_of_rows([0, 0, 1, 0, 1, 1], KIND, "six rows: the area"),
    _number(
        "six rows: the first point",
        "Six rows by falling score: 0.94, 0.92, 0.72, 0.68, 0.30, 0.20. Truth: 1, 1, 0, 1, 0, 0. The threshold is "
        "0.94.",
        "What is the true positive rate there?",
        NumberAnswer(
            1 / 3,
            slips=(
                Slip(1.0, "That is the precision: the one flagged row is positive. Divide by all positives."),
                Slip(1 / 6, "You divided by all rows."),
                Slip(0.0, "That is the false positive rate."),
            ),
            hint="How many rows are positive? How many of them are flagged?",
        ),
        "One of three positives is flagged: 1/3.",
    ),
    _choice(
        "worse than random?",
        "A model's area under the ROC curve is 0.2, on very many rows.",
        "What is it worth?",
        (
            (
                "nothing: the worst area is 0.5",
                "0.5 carries no information. 0.2 is far from it, only on the other side.",
            ),
            ("turned round, it has an area of 0.8", ""),
            ("it cannot be: no model is worse than random", "It can: above all if classes or scores were swapped."),
        ),
        "turned round, it has an area of 0.8",
        "Every pair changes its order, so 0.2 becomes 1 - 0.2 = 0.8.",
    ),
    _choice(
        "classifier C",
        "Classifier C has a true positive rate of 0.24 and a false positive rate of 0.88.",
        "Where does it stand once all its answers are turned round?",
        (
            ("at FPR 0.12, TPR 0.76", ""),
            (
                "at FPR 0.24, TPR 0.88",
                "That mirrors it at the diagonal: the two rates were exchanged, not turned round.",
            ),
            ("at FPR 0.88, TPR 0.76", "Both kinds of rows are answered the other way, so both rates change."),
        ),
        "at FPR 0.12, TPR 0.76",
        "A row that was flagged is left alone and the other way round: 1 - 0.88 = 0.12 and 1 - 0.24 = 0.76.",
    ),
    _number(
        "the mean of 1 and 9",
        "The harmonic mean of a and b is 2ab / (a + b).",
        "What is the harmonic mean of 1 and 9?",
        NumberAnswer(
            1.8, is_share=False, slips=tuple(slips_of_a_harmonic_mean(1, 9)), hint="2 × 1 × 9, divided by 1 + 9."
        ),
        "2 × 1 × 9 / (1 + 9) = 1.8, while the plain mean is 5.",
    ),
    _choice(
        "three models",
        "M1 has precision 0.3 and recall 0.8, M2 0.2 and 0.9, M3 0.7 and 0.4.",
        "Which has the highest F1?",
        (
            ("M1", "Its F1 is 0.436."),
            ("M2", "Its F1 is 0.327: precision 0.2 holds it down."),
            ("M3", ""),
        ),
        "M3",
        "0.436, 0.327 and 0.509: the most even one wins, though all three have the plain average 0.55.",
    ),
    _number(
        "a random model",
        "1,409 customers get scores drawn evenly from 0 to 1, whatever they do. The threshold is 0.6.",
        "What true positive rate is to be expected?",
        NumberAnswer(
            0.4,
            slips=(
                Slip(0.6, "That is the share below the threshold."),
                Slip(0.5, "At threshold 0.5 it would be a half."),
                Slip(386 / 1409, "That is how many leave. The true positive rate does not ask that."),
            ),
            hint="What share of evenly spread scores lies at or above 0.6?",
        ),
        "Above 0.6 lie 40 % of the scores, of positives and of negatives alike.",
    ),
    _number(
        "the ideal model at 0.5",
        "The ideal model scores all 386 who leave above all 1,023 who stay. At threshold 0.5 it flags 319 who stay.",
        "What is its false positive rate there?",
        NumberAnswer(
            319 / 1023,
            slips=(
                Slip(319 / 1409, "You divided by everybody. The rate is a share of those who stay."),
                Slip(319 / 705, "You divided by the flagged: that is the false discovery rate."),
                Slip(704 / 1023, "That is the specificity, the rest."),
                Slip(0.0, "Its order is ideal; the cut is not."),
            ),
            hint=f"The {called(BY_NAME['fpr'])} is a share of those who stay.",
        ),
        "319 / 1,023 = 0.312: an area of 1 does not save one from a bad threshold.",
    ),
)

EXERCISES = (*RATES, *ERRORS, *COSTS, *CURVES)
