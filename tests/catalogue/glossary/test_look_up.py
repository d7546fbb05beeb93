"""Every word that readers meet opens something, and no word is a dead end."""

import json
import random
import re
from pathlib import Path
from string import ascii_lowercase

import pytest

from truecut.catalogue import BY_NAME, CATALOGUE, Metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.glossary import KINDS, TERMS, NoSuchWord, Term, look_up, spellings_of
from truecut.catalogue.glossary.other_spellings import SPELLINGS, TWO_MEANINGS
from truecut.catalogue.glossary.spelling import forms, plain_spelling

TAUGHT = json.loads((Path(__file__).parents[2] / "reference/data/teaching-terms.json").read_text(encoding="utf-8"))[
    "terms"
]
# Spellings of ours that mean two things; which one opens is decided in TWO_MEANINGS, or the metric goes first.
SHARED = {"geometric mean", "dsc", "f score"}
# Spellings that the documents give to one word, and that have an entry of their own.
OF_THEIR_OWN = {"predicted positive", "LR+", "LR−", "receiver operating characteristic", "F10", "F0.1"}


@pytest.mark.parametrize("taught", TAUGHT, ids=lambda taught: taught["term"])
def test_every_word_of_the_teaching_documents_opens_its_entry(taught) -> None:
    opened = look_up(taught["term"])
    assert not opened.spelling, "it is a slip of something else"
    if "metric" in taught:
        assert opened.entry is BY_NAME[taught["metric"]]
    for spelling in taught["spellings"]:
        found = look_up(spelling)
        assert not found.spelling
        assert opened.entry in (found.entry, found.other) or spelling in OF_THEIR_OWN, spelling


@pytest.mark.parametrize("taught", TAUGHT, ids=lambda taught: taught["term"])
def test_every_word_leads_on_to_a_page_a_command_or_an_exercise(taught) -> None:
    entry = look_up(taught["term"]).entry
    assert isinstance(entry, Metric) or entry.page or entry.command or entry.exercise


@pytest.mark.parametrize("entry", [*CATALOGUE, *TERMS], ids=lambda entry: entry.name)
def test_every_spelling_opens_its_own_entry_however_it_is_written(entry) -> None:
    for spelling in spellings_of(entry):
        for written in (
            spelling,
            spelling.upper(),
            spelling.replace(" ", "-"),
            spelling.replace("_", " "),
            f" {spelling} ",
        ):
            if plain_spelling(written) in SHARED or "---" in written:
                continue
            found = look_up(written)
            assert found.entry is entry, (written, found.entry.name)
            assert not found.spelling


def test_no_spelling_is_claimed_twice() -> None:
    claimed: dict[str, str] = {}
    for entry in (*CATALOGUE, *TERMS):
        for spelling in {plain_spelling(spelling) for spelling in spellings_of(entry)}:
            assert claimed.setdefault(spelling, entry.name) == entry.name or spelling in SHARED, spelling


@pytest.mark.parametrize(
    ("typed", "opened"),
    {
        "kappa statistic": "kappa",
        "cross validation": "cross-validation",
        "SPC": "specificity",
        "dominance": "north-west",
        "arithmetic mean": "arithmetic mean",
        "false positives": "false positive",
        "confusion matrices": "confusion matrix",
        "What is a confusion matrix": "confusion matrix",
        "Youden’s J": "informedness",
        "LR+": "lr_plus",
        "LR−": "lr_minus",
        "threshold optimization": "threshold optimisation",
        "crossvalidation": "cross-validation",
        "F1-Score": "f1",
    }.items(),
)
def test_words_that_once_led_elsewhere_lead_home(typed: str, opened: str) -> None:
    assert look_up(typed).entry.name == opened


QUESTIONS = (
    "what is {}?", "What is the {}?", "what's {}", "whats {}", "what does {} mean?", "How do I compute {}?", "the {}",
    "how to calculate {}", "how do you interpret {}", "define {}", "{} meaning", "{} formula", "{} definition", "a {}",
    "when should I use {}?", "why use {}", "{} example", "what is a good {}?", "{} explained", "tell me about {}",
    "is {} good?", "i don't understand {}", "{} in machine learning",
)  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_about_any_entry_opens_it(question) -> None:
    for entry in (*CATALOGUE, *TERMS):
        found = look_up(question.format(entry.name.replace("_", " ")))
        assert found.entry is entry, (question, entry.name, found.entry.name)
        assert not found.spelling


@pytest.mark.parametrize(
    ("question", "pair"),
    {
        "F1 vs accuracy": ("f1", "accuracy"),
        "f1 vs. accuracy": ("f1", "accuracy"),
        "ROC versus PR": ("ROC curve", "PR curve"),
        "What is the difference between sensitivity and the specificity?": ("recall", "specificity"),
        "should I use roc auc or pr auc": ("roc_auc", "pr_auc"),
        "is a false positive a type I error or a type II error": None,
        "precision vs. recall": ("precision against recall", None),
    }.items(),
)
def test_two_that_are_asked_about_together_are_both_named(question, pair) -> None:
    if pair is None:
        with pytest.raises(NoSuchWord):
            look_up(question)
        return
    found = look_up(question)
    assert (found.entry.name, found.beside and found.beside.name) == pair


@pytest.mark.parametrize(
    ("slip", "meant"),
    {
        "presicion": "precision",
        "sensitvity": "recall",
        "thresold": "threshold",
        "confussion matrix": "confusion matrix",
    }.items(),
)
def test_a_slip_is_taken_for_what_it_is_a_slip_of_and_that_is_said(slip: str, meant: str) -> None:
    found = look_up(slip)
    assert found.entry.name == meant
    assert found.spelling


def slips_of(word: str, rng: random.Random) -> set[str]:
    """Return the word with a letter left out, doubled, swapped with the next, and exchanged for another."""
    i = rng.choice([i for i in range(1, len(word) - 1) if " " not in word[i : i + 2]])
    other = rng.choice(sorted(set(ascii_lowercase) - {word[i]}))
    return {
        word[:i] + word[i + 1 :],
        word[:i] + word[i] + word[i:],
        word[:i] + word[i + 1] + word[i] + word[i + 2 :],
        word[:i] + other + word[i + 1 :],
    } - {word}


def test_a_slip_in_any_name_opens_it_or_has_it_among_the_nearest_three() -> None:
    rng = random.Random(3)
    opened, offered = 0, 0
    for entry in (*CATALOGUE, *TERMS):
        name = entry.name.replace("_", " ").lower()
        if len(name) < 6 or not name.replace(" ", "").isalpha():
            continue
        for slip in slips_of(name, rng):
            try:
                assert look_up(slip).entry is entry, (slip, name)
                opened += 1
            except NoSuchWord as told:
                assert entry.name in {near.name for near in told.near}, (slip, name)
                offered += 1
    assert opened > 10 * offered


@pytest.mark.parametrize(
    ("plural", "meant"),
    {"majority classes": "majority model", "log losses": "log_loss", "misses": "false negative"}.items(),
)
def test_a_plural_opens_what_its_singular_does(plural: str, meant: str) -> None:
    assert look_up(plural).entry.name == meant


@pytest.mark.parametrize(
    ("typed", "beta"), {"F2": 2, "f10 score": 10, "F0.5": 0.5, "F half": 0.5, "F_0.1": 0.1}.items()
)
def test_an_f_with_a_number_is_f_beta_with_that_beta(typed: str, beta: float) -> None:
    found = look_up(typed)
    assert (found.entry.name, found.parameters) == ("f_beta", {"beta": beta})


@pytest.mark.parametrize(
    "word", ["R squared", "gradient boosting", "zzz", "", "?", "🙂", "x" * 500, "mean average cost of validating"]
)
def test_no_word_is_a_dead_end(word: str) -> None:
    with pytest.raises(NoSuchWord) as told:
        look_up(word)
    assert len(told.value.near) == 3
    assert len({near.name for near in told.value.near}) == 3
    for near in told.value.near:
        assert near.why
        assert look_up(near.name).entry.name == near.name


def test_the_nearest_are_near_in_letters_or_in_meaning() -> None:
    with pytest.raises(NoSuchWord) as told:
        look_up("validated across folds")
    assert "cross-validation" in {near.name for near in told.value.near}
    assert "brier_miscalibration" not in {near.name for near in told.value.near}


def test_a_word_with_two_meanings_names_both() -> None:
    for word, names in TWO_MEANINGS.items():
        found = look_up(word)
        assert (found.entry.name, found.other.name) == names


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_a_term_is_told_in_at_most_four_sentences_and_its_relatives_exist(term: Term) -> None:
    assert 1 <= len(re.findall(r"[.?!](?:\s|$)", term.says)) <= 4
    assert term.says.endswith(".")
    assert len(set(term.relatives)) == len(term.relatives)
    for relative in term.relatives:
        found = look_up(relative)
        assert not found.spelling, relative
        assert found.entry is not term


@pytest.mark.parametrize(
    "term", [term for term in TERMS if re.fullmatch(r"[tfpn +]+", term.formula)], ids=lambda t: t.name
)
def test_sums_of_cells_are_what_metrics_divide_by_or_a_cell(term: Term) -> None:
    denominators = {Formula(entry.formula).denominator for entry in CATALOGUE if entry.is_proportion}
    counts = {entry.formula for entry in CATALOGUE if entry.needs_only_counts}
    assert term.formula in {*denominators, *counts, "tp", "fp", "fn", "tn"}


def test_metrics_with_extra_spellings_are_in_the_catalogue() -> None:
    assert SPELLINGS.keys() <= {entry.name for entry in CATALOGUE}
    assert sum(map(len, KINDS.values())) == len(TERMS)
    assert len(list(forms("F1 score"))) >= 3
