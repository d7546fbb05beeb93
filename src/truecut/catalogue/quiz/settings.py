"""The situations that questions are set in: who is positive, and how the four answers are called there."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.catalogue.quiz.draw import Draw
from truecut.words import Words


@dataclass(frozen=True)
class Setting:
    """A situation with its words."""

    words: Words
    flagged: str  # what is done to a flagged row
    cells: tuple[str, str, str, str]  # a story for TP, FN, FP, TN

    def counted(self, tp: int, fn: int, fp: int, tn: int) -> str:
        """Tell four counts as a story."""
        units, positive, negative = self.words.units, self.words.positive, self.words.negative
        return (
            f"{tp + fn + fp + tn:,} {units}, {tp + fn:,} of them {positive}. Of these, {tp:,} were {self.flagged}; "
            f"of the {fp + tn:,} that are {negative}, {fp:,} were {self.flagged}, too."
        )


SETTINGS = (
    Setting(
        Words(positive="spam", negative="ham", unit="email"),
        "deleted",
        (
            "An advertisement for pills is deleted.",
            "An advertisement for pills arrives in the inbox.",
            "An invitation from a friend is deleted unread.",
            "A letter from grandmother arrives in the inbox.",
        ),
    ),
    Setting(
        Words(positive="ill", negative="healthy", unit="patient"),
        "called ill",
        (
            "Somebody who is ill is sent to the doctor.",
            "Somebody who is ill is told that all is well.",
            "Somebody healthy is sent for more tests.",
            "Somebody healthy is sent home.",
        ),
    ),
    Setting(
        Words(positive="fraudulent", negative="honest", unit="payment"),
        "stopped",
        (
            "A thief's payment is stopped.",
            "A thief's payment goes through.",
            "An honest customer's card is refused.",
            "An honest customer pays and notices nothing.",
        ),
    ),
    Setting(
        Words(positive="leaving", negative="staying", unit="customer"),
        "sent an offer",
        (
            "A customer about to leave gets an offer.",
            "A customer about to leave hears nothing, and leaves.",
            "A customer who would have stayed gets an offer.",
            "A customer who stays hears nothing.",
        ),
    ),
)


def any_setting(draw: Draw) -> Setting:
    """Return one of the situations."""
    return draw.one_of(SETTINGS)
