"""Questions that ask for a rate, with every other rate as a slip that is named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isclose, sqrt

from truecut.catalogue import BY_NAME, Metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.quiz.draw import Draw
from truecut.catalogue.quiz.question import NumberAnswer, Question, Slip, three_decimals
from truecut.catalogue.quiz.settings import Setting, any_setting
from truecut.counting.counts import Counts
from truecut.words import DEFAULT, Words
from truecut.words.numerals import plain_number

TAKEN_FOR_F1 = "threat_score"
ASKED = (
    "accuracy", "error_rate", "prevalence", "precision", "npv", "fdr", "fomr", "recall", "specificity", "fpr", "fnr",
    "share_flagged", "f1",
)  # fmt: skip
APART = 0.011  # values nearer than this could not be told apart in two decimals


def metric_question(draw: Draw) -> Question:
    """Ask for one of the rates of four counts."""
    setting, counts = any_setting(draw), _counts_whose_rates_differ(draw)
    return rate_question("metric", BY_NAME[draw.one_of(ASKED)], counts, setting)


def rate_question(kind: str, entry: Metric, counts: Counts, setting: Setting, name: str = "") -> Question:
    """Ask for one metric of four counts told as a story."""
    cells = {cell: int(value) for cell, value in counts.cells().items()}
    value = float(entry.at(counts))
    numbers = Formula(entry.formula).with_names({cell: plain_number(count) for cell, count in cells.items()})
    return Question(
        kind=kind,
        name=name,
        story=setting.counted(cells["tp"], cells["fn"], cells["fp"], cells["tn"]),
        asks=f"What is the {called(entry)}?",
        answer=NumberAnswer(
            value, slips=tuple(slips_of(entry, counts, setting.words)), hint=_hint(entry, setting.words)
        ),
        solution=f"{setting.words.fill(meaning_of(entry))} {entry.readable} = {numbers} = {three_decimals(value)}",
    )


def called(entry: Metric) -> str:
    """Return the name of a metric as it stands in a sentence."""
    return entry.title if entry.title[1:2].isdigit() or "'" in entry.title else entry.title.lower()


def slips_of(entry: Metric, counts: Counts, words: Words = DEFAULT) -> Iterator[Slip]:
    """Return what else people compute when they are asked for a metric, and what to say to it."""
    right = float(entry.at(counts))
    if entry.name == "f1":
        yield from _slips_of_f1(counts)
    for name in ASKED:
        other = BY_NAME[name]
        value = float(other.at(counts))
        if other is not entry and abs(value - right) > APART:
            yield Slip(value, _taken_for(other, entry, counts, words))
    if entry.is_proportion:
        yield from _slips_of_a_share(entry, counts, words)


def _taken_for(other: Metric, entry: Metric, counts: Counts, words: Words) -> str:
    name = f"That is the {called(other)}"
    if not (other.is_proportion and entry.is_proportion):
        return f"{name}. {_hint(entry, words)}"
    if other.denominator != entry.denominator:
        mine, right = (words.fill(metric.population) for metric in (other, entry))
        divided, whole = (plain_number(_whole(metric, counts)) for metric in (other, entry))
        return f"{name}: you divided by {mine} ({divided}). The {called(entry)} is a share of {right} ({whole})."
    if isclose(float(other.at(counts)) + float(entry.at(counts)), 1):
        return f"{name}, which is 1 - {called(entry)}: the right whole, but the other part of it."
    return f"{name}: the right whole, but the wrong part on top."


def _slips_of_a_share(entry: Metric, counts: Counts, words: Words) -> Iterator[Slip]:
    cells, whole = counts.cells(), words.fill(entry.population)
    part = Formula(Formula(entry.formula).numerator).at(cells)
    if not is_of_all(entry):
        yield Slip(part / sum(cells.values()), f"You divided by everybody. The {called(entry)} is a share of {whole}.")
    yield Slip(part, f"That is how many there are. A rate divides them by {whole}.")
    if part:
        yield Slip(_whole(entry, counts) / part, "That is upside down: the part goes on top.")


def is_of_all(entry: Metric) -> bool:
    """Say whether it is a share of every row."""
    return entry.denominator == Formula("0 / (tp + fp + fn + tn)").denominator


def _slips_of_f1(counts: Counts) -> Iterator[Slip]:
    p, r = (float(BY_NAME[name].at(counts)) for name in ("precision", "recall"))
    yield from slips_of_a_harmonic_mean(p, r)
    yield Slip(float(BY_NAME[TAKEN_FOR_F1].at(counts)), "That is the Jaccard index: F1 counts the hits twice.")


def slips_of_a_harmonic_mean(p: float, r: float) -> Iterator[Slip]:
    """Return the other ways to make one number of two."""
    yield Slip((p + r) / 2, "That is the plain average. The harmonic mean stays nearer to the smaller number.")
    yield Slip(p * r / (p + r), "You forgot the 2 on top: 2ab / (a + b).")
    yield Slip(sqrt(p * r), "That is the geometric mean, the root of the product.")
    yield Slip(p * r, "That is the product. Divide twice it by the sum.")


def _whole(entry: Metric, counts: Counts) -> float:
    return Formula(entry.denominator).at(counts.cells())


def _hint(entry: Metric, words: Words) -> str:
    if not entry.is_proportion:
        return f"The formula is {entry.readable}."
    return f"First the whole: {words.fill(entry.population)}. How many are there? Then the part."


def meaning_of(entry: Metric) -> str:
    """Return what a metric means in one sentence, with places for words."""
    return entry.meaning.partition(": of 1 and 9")[0].partition(". It stays")[0].rstrip(".") + "."


def _counts_whose_rates_differ(draw: Draw) -> Counts:
    """Return counts at which no two rates could be taken for each other."""
    while True:
        counts = Counts(tp=draw.between(8, 60), fn=draw.between(3, 40), fp=draw.between(2, 40), tn=draw.between(20, 99))
        values = sorted(float(BY_NAME[name].at(counts)) for name in (*ASKED, TAKEN_FOR_F1))
        f1 = float(BY_NAME["f1"].at(counts))
        other_means = [abs(slip.value - f1) for slip in _slips_of_f1(counts)]
        if all(high - low > APART for low, high in pairwise(values)) and min(other_means) > APART:
            return counts


# Rates in other guises


def no_information_question(draw: Draw) -> Question:
    """Ask what accuracy needs no model at all."""
    setting = any_setting(draw)
    positives = draw.one_of((10, 20, 50, 80, 120, 200, 300))
    negatives = draw.one_of((400, 600, 700, 900)) + positives
    rows, words = positives + negatives, setting.words
    value = negatives / rows
    return Question(
        kind="no_information",
        story=f"{rows:,} {words.units}, {positives:,} of them {words.positive}. Nobody has a model.",
        asks="What accuracy does giving everybody the same answer reach at best (the no-information rate)?",
        answer=NumberAnswer(
            value,
            slips=(
                Slip(positives / rows, f"That is the share of {words.positive}: where the best answer is wrong."),
                Slip(0.5, "A half is right only if both classes are equally common."),
            ),
            hint="Which answer is right most often? How often?",
        ),
        solution=f"Call everybody {words.negative}: right for {negatives:,} of {rows:,}, which is "
        f"{three_decimals(value)}.",
    )


def kappa_question(draw: Draw) -> Question:
    """Ask for kappa from the observed and the expected accuracy."""
    by_chance, agreed = draw.one_of((40, 44, 56, 60, 64, 70)), draw.between(75, 95)
    expected, observed = by_chance / 100, agreed / 100
    value = (observed - expected) / (1 - expected)
    return Question(
        kind="kappa",
        story=f"A model agrees with the truth in {agreed} % of the rows; by chance, {by_chance} % would agree.",
        asks="What is Cohen's kappa?",
        answer=NumberAnswer(
            value,
            slips=(
                Slip(observed - expected, "That is what was gained over chance. Divide it by what chance left open."),
                Slip(
                    (observed - expected) / expected,
                    "You divided by the chance agreement; divide by what it leaves open.",
                ),
                Slip(
                    (observed - expected) / observed, "You divided by the agreement; divide by what chance left open."
                ),
                Slip(observed, "That is the accuracy. Kappa takes off what comes by chance."),
                Slip(1 - expected, "That is what chance left open. How much of it was reached?"),
            ),
            hint="(O - E) / (1 - E): how much of what chance leaves open was reached?",
        ),
        solution=f"(O - E) / (1 - E) = ({observed} - {expected}) / (1 - {expected}) = {three_decimals(value)}",
    )


def means_question(draw: Draw) -> Question:
    """Ask for F1 from precision and recall."""
    while True:
        p, r = draw.between(1, 19) / 20, draw.between(1, 19) / 20
        value = 2 * p * r / (p + r)
        slips = tuple(slips_of_a_harmonic_mean(p, r))
        if all(abs(slip.value - value) > APART for slip in slips):
            break
    return Question(
        kind="means",
        story=f"A model has precision {p} and recall {r}.",
        asks="What is its F1, the harmonic mean of the two?",
        answer=NumberAnswer(value, slips=slips, hint="2 × precision × recall, divided by precision + recall."),
        solution=f"2 × {p} × {r} / ({p} + {r}) = {three_decimals(value)}; the plain average would be {(p + r) / 2:g}",
    )


def prevalence_question(draw: Draw) -> Question:
    """Ask for the precision of a test where positives are rare."""
    recall, alarms = draw.one_of((60, 70, 80, 90)), draw.one_of((2, 5, 10, 20))
    positives = draw.one_of((10, 20, 50, 100))
    negatives = 1000 - positives
    hits, false = recall * positives / 100, alarms * negatives / 100
    value = hits / (hits + false)
    return Question(
        kind="prevalence",
        story=f"Of 1,000 people {positives} are ill. A test finds {recall} % of them and flags {alarms} % of the rest.",
        asks="What share of the flagged people is ill (the precision)?",
        answer=NumberAnswer(
            value,
            slips=(
                Slip(
                    recall / 100, "That is the recall: of the ill, the share that is flagged. Start from the flagged."
                ),
                Slip(1 - alarms / 100, "That is the specificity, 1 - FPR; it looks at the healthy alone."),
                Slip(
                    1 - value, "That is the share of false alarms among the flagged: the other part of the right whole."
                ),
                Slip(positives / 1000, "That is the prevalence: before anybody was tested."),
                Slip(hits / 1000, "You divided by everybody. How many people are flagged?"),
            ),
            hint="Count people: how many ill and how many healthy ones are flagged?",
        ),
        solution=f"{plain_number(hits)} ill and {plain_number(false)} healthy people are flagged: "
        f"{plain_number(hits)} / ({plain_number(hits)} + {plain_number(false)}) = {three_decimals(value)}",
    )


def orientation_question(draw: Draw) -> Question:
    """Ask for recall from a matrix that is printed the other way round."""
    counts = _counts_whose_rates_differ(draw)
    tp, fn, fp, tn = (plain_number(counts.cells()[cell]) for cell in ("tp", "fn", "fp", "tn"))
    entry = BY_NAME["recall"]
    slips = [slip for slip in slips_of(entry, counts) if slip.value != float(BY_NAME["precision"].at(counts))]
    swapped = "That is the precision: the truth stands in the columns here. Read the headings first."
    return Question(
        kind="orientation",
        story="Some tools print the matrix the other way round: here the prediction stands in the rows.",
        table=(("", "truly positive", "truly negative"), ("said positive", tp, fp), ("said negative", fn, tn)),
        asks="What is the recall?",
        answer=NumberAnswer(
            float(entry.at(counts)),
            slips=(Slip(float(BY_NAME["precision"].at(counts)), swapped), *slips),
            hint="Find the truly positive rows first: a column here.",
        ),
        solution=f"Truly positive are {tp} + {fn}, of whom {tp} were flagged: "
        f"{tp} / ({tp} + {fn}) = {three_decimals(float(entry.at(counts)))}",
    )
