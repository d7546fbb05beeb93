"""Questions about the four cells."""

from __future__ import annotations

from truecut.catalogue.quiz.draw import Draw
from truecut.catalogue.quiz.question import ChoiceAnswer, CountsAnswer, Option, Question
from truecut.catalogue.quiz.settings import any_setting

ROWS = 10
NAMES = ("true positive", "false negative", "false positive", "true negative")
TRULY = (1, 1, 0, 0)
SAID = (1, 0, 1, 0)


def matrix_question(draw: Draw) -> Question:
    """Ask for the four counts of ten rows."""
    while True:
        truth, said = ([draw.below(2) for _ in range(ROWS)] for _ in range(2))
        tp, fn, fp, tn = cells = cells_counted(truth, said)
        if fn != fp and tp != tn and min(cells) > 0:  # so that swaps show
            return matrix_of_rows(truth, said)


def cells_counted(truth: list[int], said: list[int]) -> tuple[int, int, int, int]:
    """Return how many rows are in each cell."""
    pairs = list(zip(truth, said, strict=True))
    tp, fn, fp, tn = (pairs.count(pair) for pair in zip(TRULY, SAID, strict=True))
    return tp, fn, fp, tn


def matrix_of_rows(truth: list[int], said: list[int], kind: str = "matrix", name: str = "") -> Question:
    """Ask for the four counts of given rows."""
    tp, fn, fp, tn = cells_counted(truth, said)
    every = ("truth", *map(str, truth)), ("said", *map(str, said))
    slips = (
        ((tp, fp, fn, tn), "You swapped FP and FN: the second word is what the model said."),
        ((tn, fp, fn, tp), "You took 0 for the positive class."),
        ((tn, fn, fp, tp), "You took 0 for the positive class in the right answers."),
        ((tp + fp, fn, fp, tn), f"{tp + fp} rows were called positive, but not all of them are."),
        ((tp + fn, fn, fp, tn), f"{tp + fn} rows are positive, but not all of them were called so."),
    )
    told = tuple((cells, says) for cells, says in slips if cells != (tp, fn, fp, tn))
    return Question(
        kind=kind,
        name=name,
        story=f"{len(truth)} rows: what is true, and what the model said. 1 is positive.",
        table=(("row", *(str(row + 1) for row in range(len(truth)))), *every),
        asks="How many are TP, FN, FP and TN? (four numbers)",
        answer=CountsAnswer(tp, fn, fp, tn, told),
        solution=f"Truth 1: {tp} said 1 (TP), {fn} said 0 (FN). Truth 0: {fp} said 1 (FP), {tn} said 0 (TN).",
    )


def cell_question(draw: Draw) -> Question:
    """Ask which cell a story belongs to."""
    setting, right = any_setting(draw), draw.below(len(NAMES))
    positive, negative = setting.words.positive, setting.words.negative
    truly, said = TRULY[right], SAID[right]
    was = f"{setting.flagged}, which is to be called positive" if said else "left alone, which is to be called negative"
    options = []
    for cell, name in enumerate(NAMES):
        if cell == right:
            says = ""
        elif SAID[cell] != said:
            says = f"The second word is what was said: it was {was}."
        else:
            says = f"What was said is {'right' if truly == said else 'wrong'}, and the first word must say so."
        options.append(Option(name, cell == right, says))
    return Question(
        kind="cell",
        story=f"Positive is {positive}, negative is {negative}. {setting.cells[right]}",
        asks="What is that?",
        answer=ChoiceAnswer(tuple(options)),
        solution=f"It was {was}, and that is {'true' if truly == said else 'false'}: a {NAMES[right]}.",
    )
