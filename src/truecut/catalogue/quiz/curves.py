"""Questions about the ROC curve: its area, and its places."""

from __future__ import annotations

from truecut.catalogue.quiz.draw import Draw
from truecut.catalogue.quiz.question import ChoiceAnswer, NumberAnswer, Option, Question, Slip, three_decimals

PLACES = (
    ("Nothing is flagged.", "lower left corner", "no hit, and no false alarm: both rates are 0"),
    ("Everything is flagged.", "upper right corner", "every hit and every false alarm: both rates are 1"),
    ("Every positive is flagged and no negative.", "upper left corner", "recall 1 at a false positive rate of 0"),
    ("Rows are flagged by tossing a coin.", "on the diagonal", "positives and negatives are flagged alike"),
    (
        "A model is right less often than a coin, on very many rows.",
        "below the diagonal",
        "more alarms than hits, as shares",
    ),
)


def area_question(draw: Draw) -> Question:
    """Ask for the area under the ROC curve of a few rows."""
    while True:
        labels = [draw.below(2) for _ in range(draw.one_of((6, 7, 8)))]
        positives, negatives = labels.count(1), labels.count(0)
        won = pairs_in_order(labels)
        pairs = positives * negatives
        # As many pairs in order as out of it would make two slips one.
        if positives >= 2 and negatives >= 2 and 0 < won < pairs and 2 * won != pairs:
            return area_of_rows(labels)


def pairs_in_order(labels: list[int]) -> int:
    """Return in how many pairs of a positive and a negative the positive stands higher."""
    return sum(low < high for high, y in enumerate(labels) if y for low, z in enumerate(labels) if not z)


def area_of_rows(labels: list[int], kind: str = "area", name: str = "") -> Question:
    """Ask for the area of given rows, listed from the lowest to the highest score."""
    positives, negatives, won = labels.count(1), labels.count(0), pairs_in_order(labels)
    pairs = positives * negatives
    return Question(
        kind=kind,
        name=name,
        story=f"{len(labels)} rows from the lowest to the highest score; 1 is positive.",
        table=(("truth", *map(str, labels)),),
        asks="What is the area under the ROC curve? (a fraction will do)",
        answer=NumberAnswer(
            won / pairs,
            slips=(
                Slip(1 - won / pairs, "Those are the pairs in the wrong order."),
                Slip(float(won), f"That many pairs are in order. There are {positives} × {negatives} pairs."),
                Slip(
                    won / (len(labels) * (len(labels) - 1) / 2),
                    "A pair is one positive and one negative row, not any two.",
                ),
            ),
            hint="For each positive, count the negatives below it. Divide by all pairs.",
        ),
        solution=f"{positives} × {negatives} = {pairs} pairs, in {won} of them the positive scores higher: "
        f"{won}/{pairs} = {three_decimals(won / pairs)}",
    )


def corner_question(draw: Draw) -> Question:
    """Ask where in ROC space a classifier stands."""
    right = draw.below(len(PLACES))
    options = tuple(
        Option(place, which == right, "" if which == right else f"There, {why}.")
        for which, (_, place, why) in enumerate(PLACES)
    )
    story, place, why = PLACES[right]
    return Question(
        kind="corner",
        story=f"In ROC space the false positive rate goes across and recall goes up. {story}",
        asks="Where does that stand?",
        answer=ChoiceAnswer(options),
        solution=f"{place.capitalize()}: {why}.",
    )
