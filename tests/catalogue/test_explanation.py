"""Every metric explains itself, in the user's words, with numbers and without, in every format."""

import csv
import io
import json
import re

import pytest
from rich.console import Console

import truecut as tc
from truecut.catalogue import CATALOGUE, Metric
from truecut.catalogue.explanation import Explanation
from truecut.errors import BadCall, UnknownName
from truecut.views.explanation import ExplanationView
from truecut.views.explanation.tables import explanation_sheet
from truecut.views.explanation.text import drawn_explanation
from truecut.views.formats import written_in
from truecut.words.numerals import plain_number


def explanation_as_json(explanation):
    return written_in(ExplanationView(explanation), "json")


COUNTS = {"tp": 30, "fn": 10, "fp": 5, "tn": 55}
NOTHING = {"tp": 0, "fn": 0, "fp": 0, "tn": 0}
DEFINED_WITHOUT_ROWS = {"zero_one_count": 0, "uniform_guess_rate": 0.5}
SPAM = tc.Words("spam", "ham", "email")
HOSTILE = tc.Words("{unit} [bold]x[/bold] | *a*", "new\nline", "{0}")
BY_NAME = pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)


def as_text(explanation: Explanation, width: int = 100) -> str:
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False, emoji=False)
    console.print(drawn_explanation(explanation))
    return console.file.getvalue()


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no strict JSON")


def formats(explanation: Explanation) -> dict[str, str]:
    sheet = explanation_sheet(explanation)
    return {
        "text": as_text(explanation),
        "json": explanation_as_json(explanation),
        "csv": sheet.as_csv(),
        "markdown": sheet.as_markdown(),
    }


@BY_NAME
@pytest.mark.parametrize("counts", [{}, COUNTS, NOTHING], ids=["without counts", "with counts", "with nothing"])
def test_every_metric_is_explained_in_every_format(entry: Metric, counts: dict[str, int]):
    explanation = tc.explain(entry.name, words=SPAM, **(counts if entry.needs_only_counts else {}))
    shown = formats(explanation)
    assert json.loads(shown["json"], parse_constant=refuse)["name"] == entry.name
    for row in csv.reader(io.StringIO(shown["csv"])):
        assert len(row) == 2
    for line in shown["markdown"].splitlines():
        assert re.fullmatch(r"\|.*\|", line)
        assert len(re.findall(r"(?<!\\)\|", line)) == 3
    assert entry.title in shown["text"]
    for text in (shown["text"], shown["csv"], shown["markdown"]):
        assert "{" not in text
        assert "}" not in text
    for text in (explanation.meaning, explanation.population, explanation.use, explanation.misleads):
        assert text
        assert "{" not in text


@BY_NAME
def test_every_metric_of_four_counts_shows_the_numbers_put_in_and_what_they_give(entry: Metric):
    if not entry.needs_only_counts:
        with pytest.raises(BadCall, match=f"^{entry.name} needs .*, and four counts do not tell them"):
            tc.explain(entry.name, **COUNTS)
        return
    explanation = tc.explain(entry.name, **COUNTS)
    assert not re.search(r"\b(tp|fp|fn|tn)\b", explanation.numbers)
    assert explanation.value is not None
    assert explanation.value.value == tc.counts(**COUNTS).metric(entry.name).value


@pytest.mark.parametrize(
    "entry",
    [
        entry
        for entry in CATALOGUE
        if entry.needs_only_counts and not entry.is_priced and entry.name not in DEFINED_WITHOUT_ROWS
    ],
    ids=lambda entry: entry.name,
)
def test_nothing_counted_says_why_there_is_no_value(entry: Metric):
    explanation = tc.explain(entry.name, **NOTHING)
    assert explanation.value == tc.Value.absent("there are no rows")
    assert "undefined: there are no rows" in as_text(explanation)
    assert json.loads(explanation_as_json(explanation))["value"] == {"value": None, "undefined": "there are no rows"}


@pytest.mark.parametrize("name", DEFINED_WITHOUT_ROWS)
def test_totals_of_nothing_are_numbers(name):
    assert tc.explain(name, **NOTHING).value.value == DEFINED_WITHOUT_ROWS[name]


def test_precision_is_explained_with_its_relatives():
    explanation = tc.explain("precision", **COUNTS)
    assert explanation.formula == "tp / (tp + fp)"
    assert explanation.numbers == "30 / (30 + 5)"
    assert explanation.sentence == "Of the 35 rows flagged as positive, 30 are truly positive."
    same = {relative.formula: relative.value.value for relative in explanation.same_as}
    other = {relative.formula: relative.value.value for relative in explanation.not_same_as}
    assert same["1 - fdr"] == pytest.approx(30 / 35)
    assert other["1 - fpr"] == pytest.approx(55 / 60)
    text = as_text(explanation)
    assert "precision = tp / (tp + fp)" in text
    assert "= 30 / (30 + 5) = 85.7 %" in text
    assert "1 - fdr = 85.7 %" in text
    assert "1 - fpr = 91.7 %" in text


def test_the_users_words_are_used():
    explanation = tc.explain("recall", words=SPAM, **COUNTS)
    assert explanation.sentence == "Of the 40 emails that are truly spam, 30 were flagged."
    assert "row" not in explanation.meaning
    assert "positive" not in explanation.meaning


def test_a_share_of_all_is_said_to_be_of_all():
    assert tc.explain("prevalence", **COUNTS).sentence == "Of all 100 rows, 40 are truly positive."


def test_a_share_of_nobody_is_said_in_words():
    explanation = tc.explain("precision", tp=0, fn=4, fp=0, tn=6)
    assert explanation.value.undefined == "nothing was flagged"
    assert explanation.sentence == "There are no rows flagged as positive, so there is no share to speak of."


@BY_NAME
def test_hostile_words_come_out_literally(entry: Metric):
    counts = COUNTS if entry.needs_only_counts else {}
    explanation = tc.explain(entry.name, words=HOSTILE, **counts)
    data = json.loads(explanation_as_json(explanation))
    plain = tc.explain(entry.name, words=tc.Words("POSITIVE", "NEGATIVE", "UNIT", "UNITS"), **counts)
    expected = plain.meaning.replace("POSITIVE", HOSTILE.positive).replace("NEGATIVE", HOSTILE.negative)
    assert data["meaning"] == expected.replace("UNITS", HOSTILE.units).replace("UNIT", HOSTILE.unit)
    for line in explanation_sheet(explanation).as_markdown().splitlines():
        assert len(re.findall(r"(?<!\\)\|", line)) == 3
    if "POSITIVE" in plain.meaning:
        assert "[bold]x[/bold] | *a*" in " ".join(as_text(explanation, width=2000).split())


def test_parameters_are_put_in_and_shown():
    explanation = tc.explain("f_beta", beta=2, **COUNTS)
    assert explanation.parameters == {"beta": 2}
    assert "2²" in explanation.numbers
    assert "beta = 2" in as_text(explanation)
    assert explanation.value.value == pytest.approx(5 * 30 / (5 * 30 + 4 * 10 + 5))


def test_an_infinite_value_is_said_to_be_infinite():
    explanation = tc.explain("lr_plus", tp=3, fn=0, fp=0, tn=3)
    assert "= ∞" in as_text(explanation)
    assert json.loads(explanation_as_json(explanation))["value"] == {"value": "infinity"}


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_long_formula_is_broken_over_lines_and_never_cut(width):
    text = as_text(tc.explain("mcc", tp=10**9, fn=10**9 + 1, fp=10**9 + 2, tn=10**9 + 3), width)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    for count in ("1,000,000,000", "1,000,000,001", "1,000,000,002", "1,000,000,003"):
        assert count in text


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: tc.explain("gradient boosting"), UnknownName, "Nearest: confusion matrix"),
        (lambda: tc.explain("precision", beta=2), BadCall, "precision takes no parameters, but 'beta' was given"),
        (lambda: tc.explain("f_beta", bta=2), UnknownName, "Did you mean 'beta'"),
        (lambda: tc.explain("f_beta", beta=float("nan"), **COUNTS), BadCall, "beta must be a number, not NaN"),
        (lambda: tc.explain("accuracy", tp=1, fp=2), BadCall, "fn and tn are missing"),
        (lambda: tc.explain("precision", **{**COUNTS, "tp": -1}), BadCall, "tp must be 0 or more"),
    ],
)
def test_what_cannot_be_explained_is_refused(call, error, said):
    with pytest.raises(error) as refused:
        call()
    assert said in str(refused.value)


def test_numbers_are_written_as_people_write_them():
    written = [plain_number(value) for value in (12345, 0.25, 1.0, 1234567.25, float("inf"), "text")]
    assert written == ["12,345", "0.25", "1", "1,234,567.2", "infinity", "text"]


def test_prices_are_put_into_the_formula():
    """150 finds gain 1 each, 40 misses cost 100, 60 false alarms 1: -150 + 4,000 + 60."""
    explained = tc.explain("total_cost", tp=150, fn=40, fp=60, tn=250, cost={"tp": -1, "fn": 100, "fp": 1})
    assert explained.value.value == 3910
    assert explained.numbers == "(-1) × 150 + 1 × 60 + 100 × 40 + 0 × 250"
    assert tc.explain("total_cost", tp=150, fn=40, fp=60, tn=250).value.undefined.startswith("no costs were stated")
    with pytest.raises(BadCall, match="Four counts carry no amounts; state a number in place of 'amount'"):
        tc.explain("cost", tp=1, fn=1, fp=1, tn=1, cost={"fn": "amount", "fp": 1})
    with pytest.raises(BadCall, match="recall has no prices in it"):
        tc.explain("recall", tp=1, fn=1, fp=1, tn=1, cost={"fn": 2, "fp": 1})


def test_a_term_takes_no_numbers():
    with pytest.raises(BadCall, match=r"'cost matrix' is a term and no metric.* name a metric"):
        tc.explain("cost matrix", tp=30, fn=10, fp=5, tn=55)


def test_an_entry_is_the_same_however_it_was_asked_for():
    exact, slip = tc.explain("confusion matrix"), tc.explain("confusoin matrix")
    assert exact == slip
    assert exact.notes == ()
    assert slip.notes == ("'confusoin matrix' is taken for 'confusion matrix'.",)
