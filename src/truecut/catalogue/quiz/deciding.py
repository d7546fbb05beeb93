"""Questions about costs, beta and where to cut."""

from __future__ import annotations

from truecut.catalogue.quiz.draw import Draw
from truecut.catalogue.quiz.question import NumberAnswer, Question, Slip
from truecut.counting.counts import Counts
from truecut.words.numerals import plain_number

EXACT = 1e-6


def cost_question(draw: Draw) -> Question:
    """Ask what the cheaper of two models costs; it makes more mistakes."""
    while True:
        miss, alarm = draw.one_of((20, 50, 100)), draw.one_of((1, 2, 5))
        positives, negatives = draw.one_of((40, 60, 100)), draw.one_of((150, 200, 300))
        fn_a, fp_a = draw.between(8, 20), draw.between(2, 10)
        fn_b, fp_b = draw.between(1, fn_a - 4), draw.between(30, 80)
        costs = (fn_a * miss + fp_a * alarm, fn_b * miss + fp_b * alarm)
        values = {*costs, fn_b * alarm + fp_b * miss, fn_b + fp_b, (fn_b + fp_b) * miss}
        if costs[1] < costs[0] and fn_b + fp_b > fn_a + fp_a and len(values) == 5:
            break
    swapped = "You gave the misses the price of the false alarms."
    return Question(
        kind="cost",
        story=f"A miss costs {miss}, a false alarm {alarm}. Two models judged the same rows, {positives} positive and "
        f"{negatives} negative: A missed {fn_a} and raised {fp_a} false alarms, B missed {fn_b} and raised {fp_b}.",
        asks="What does the cheaper of the two cost in all?",
        answer=NumberAnswer(
            costs[1],
            tolerance=0.5,
            is_share=False,
            slips=(
                Slip(
                    costs[0],
                    "That is the other one, and its sum is right. Work out both: fewer mistakes are not cheaper.",
                ),
                Slip(fn_b * alarm + fp_b * miss, swapped),
                Slip(
                    fn_b + fp_b, "That is how many mistakes it makes. Multiply each kind by its price before you add."
                ),
                Slip((fn_b + fp_b) * miss, "You gave every mistake the price of a miss."),
            ),
            hint="For each model: misses × their price + false alarms × theirs.",
        ),
        solution=f"B: {fn_b} × {miss} + {fp_b} × {alarm} = {costs[1]:,}. "
        f"A: {fn_a} × {miss} + {fp_a} × {alarm} = {costs[0]:,}.",
    )


def beta_question(draw: Draw) -> Question:
    """Ask for the beta that a ratio of prices means."""
    root = draw.one_of((2, 3, 4, 5, 10))
    is_miss = draw.below(3) < 2
    ratio, value = root**2, float(root) if is_miss else 1 / root
    worse, better = ("miss", "false alarm") if is_miss else ("false alarm", "miss")
    upside = "Upside down: above 1 leans to recall, below 1 to precision."
    return Question(
        kind="beta",
        story=f"A {worse} is {ratio} times as bad as a {better}.",
        asks="Which beta goes with that in F-beta?",
        answer=NumberAnswer(
            value,
            is_share=False,
            slips=(
                Slip(
                    ratio if is_miss else 1 / ratio, "That is the ratio itself: a miss weighs beta², so take the root."
                ),
                Slip(1 / value, upside),
                Slip(1 / ratio if is_miss else ratio, f"{upside} And it lacks the root."),
            ),
            hint="beta² is the price of a miss over that of a false alarm.",
        ),
        solution=f"beta² = {ratio if is_miss else f'1/{ratio}'}, so beta = {plain_number(value)}.",
    )


def threshold_question(draw: Draw) -> Question:
    """Ask for the strictest threshold that keeps a recall."""
    while True:
        scores = sorted(draw.some_of(range(5, 99), 10))
        labels = [int(draw.below(100) < 20 + 6 * place) for place in range(10)]
        positives = labels.count(1)
        if positives == 5 and labels != sorted(labels):
            break
    needed = draw.one_of((3, 4))
    at = {score: _counts_at(labels, scores, score) for score in scores}
    right = max(score for score, counts in at.items() if counts.tp >= needed)
    slips = tuple(
        Slip(score / 100, _said_at(counts, needed, score > right)) for score, counts in at.items() if score != right
    )
    return Question(
        kind="threshold",
        story="Ten rows by score. A row is flagged if its score is at or above the threshold.",
        table=(
            ("truth", *map(str, labels)),
            ("score", *(f"{score / 100:.2f}" for score in scores)),
        ),
        asks=f"Which of the scores is the highest threshold that keeps a recall of at least {needed * 20} %?",
        answer=NumberAnswer(right / 100, EXACT, is_share=False, slips=slips, hint="It is one of the ten scores."),
        solution=f"Going down from the top, the {_ordinal(needed)} positive row is found at {right / 100:.2f}: "
        f"{needed} of 5 are flagged there, and {plain_number(at[right].fp)} of 5 negatives.",
    )


def _counts_at(labels: list[int], scores: list[int], threshold: int) -> Counts:
    flagged = [label for label, score in zip(labels, scores, strict=True) if score >= threshold]
    hits = sum(flagged)
    alarms = len(flagged) - hits
    return Counts(tp=hits, fn=labels.count(1) - hits, fp=alarms, tn=labels.count(0) - alarms)


def _said_at(counts: Counts, needed: int, is_too_high: bool) -> str:
    if not is_too_high:
        return f"Recall is kept there, but {plain_number(counts.fp)} negatives are flagged. Can it be stricter?"
    short = " One row short: a row at the threshold is flagged." if counts.tp == needed - 1 else ""
    return f"There only {plain_number(counts.tp)} of 5 positives are flagged.{short}"


def _ordinal(number: int) -> str:
    return {3: "third", 4: "fourth"}[number]
