"""What a score promises."""

from __future__ import annotations

from truecut.catalogue.lessons.lesson import Bench, Deed, Hill, Hills, Lesson, ScoredRows, Step, choice_of, work_out

# Ten rows at each of four probabilities; as many positives as they promise.
_PROMISED = (0.1, 0.3, 0.7, 0.9)
_SCORES = tuple(score for score in _PROMISED for _ in range(10))
KEPT = ScoredRows(tuple(int(row < round(10 * score)) for score in _PROMISED for row in range(10)), _SCORES)
BOLD = ScoredRows(KEPT.labels, tuple({0.1: 0.01, 0.3: 0.1, 0.7: 0.9, 0.9: 0.99}[score] for score in _SCORES))
FLAT = Hills(Hill(0.62, 0.13, 300), Hill(0.38, 0.13, 700))

PROMISE = Lesson(
    name="promise",
    title="What a score promises",
    about="A good order is not yet a true probability.",
    practise="all",
    steps=(
        Step(
            text="A forecast says 70 % for ten days. A probability is a promise about many cases, not about one.",
            bench=Bench(evidence=KEPT),
            asks=choice_of(
                "If the promise is kept, what happened on those days?",
                ("It rained on about seven of them", "That is all that a probability can promise."),
                ("It rained on all ten", "Then 100 % would have been the honest forecast."),
                ("Nothing can be said", "Not about one day. About ten of them one can."),
            ),
            after=("calibration",),
        ),
        Step(
            text="Forty rows, ten at each of the scores 0.1, 0.3, 0.7 and 0.9. The picture sets what came "
            "over what was promised.",
            bench=Bench(evidence=KEPT),
            asks=choice_of(
                "Where do the dots of these scores lie?",
                ("On the diagonal", "1, 3, 7 and 9 of ten are positive: each promise is kept."),
                ("Above it", "Then more would have come than was promised."),
                ("Below it", "Then less would have come than was promised."),
            ),
            before=("scores",),
            after=("scores", "calibration"),
        ),
        Step(
            text="Another model gives the same rows the scores 0.01, 0.1, 0.9 and 0.99: bolder, in the same order.",
            bench=Bench(evidence=BOLD),
            asks=choice_of(
                "What happens to its ROC curve?",
                ("Nothing", "ROC looks at the order of scores alone, and the order is the same."),
                ("It gets worse", "Which pair of rows has changed places? None has."),
                ("It gets better", "Bolder is not better ordered."),
                at=2,
            ),
            before=("scores",),
            after=("scores", "roc"),
        ),
        Step(
            text="But it is bought as a probability: somebody multiplies it by money. Ten rows were given 0.9.",
            bench=Bench(evidence=BOLD),
            asks=work_out(
                "What share of them is positive?",
                0.7,
                "7 of 10. It promised 9, so whoever paid by the score paid for two that never came.",
                "They are the rows that the careful model gave 0.7.",
                {0.9: "That is what was promised.", 0.99: "That is what the next ten were promised."},
            ),
            before=("scores",),
            after=("scores", "calibration"),
        ),
        Step(
            text="A thousand rows, three in ten positive. Below 0.3 there is hardly a positive one, and above 0.7 "
            "hardly another.",
            bench=Bench(evidence=FLAT),
            asks=choice_of(
                "These scores are",
                ("too timid", "What is given 0.7 nearly always comes, and what is given 0.3 nearly never."),
                ("too bold", "Then the ends would promise more than comes. Here more comes than they promise."),
                ("calibrated", "Then about 70 % of what is given 0.7 would be positive."),
                at=1,
            ),
            before=("scores",),
            after=("scores", "calibration"),
        ),
        Step(
            text="Make these scores honest. The calibration error is the mean gap between promise and outcome.",
            bench=Bench(evidence=FLAT),
            asks=Deed(
                "Move the hills until the calibration error is 0.05 or less, and watch the ROC curve.",
                ("calibration_error <= 0.05",),
                {"positive_middle": 0.36, "negative_middle": 0.26},
                "The promise is kept, and the order has become worse: honest scores need not be good ones. Giving "
                "everybody the prevalence keeps its promise, too.",
            ),
            before=("scores", "calibration", "roc", "controls"),
            after=("scores", "calibration", "roc", "controls"),
            conclusion="Order and promise are two things. The curves and the best cut ask for the order; whoever "
            "multiplies a score by money asks for the promise. Look at both.",
        ),
    ),
)
