"""Forty-one slips: units, names, ranges, absent classes, files that contradict each other. None makes a gate looser.

Each is refused with a sentence (exit code 2), left undecided (1), or, where it cannot be known for a slip, noted.
"""

from pathlib import Path

import numpy as np
import pytest

import truecut as tc
from truecut.errors import TruecutError

SPAM = ["spam.csv", "--label", "kind", "--positive", "spam", "--score", "logistic"]
HAM = ["ham.csv", "--label", "kind", "--score", "logistic", "--positive", "spam"]
COUNTS = ["--counts", "tp=10,fn=5,fp=5,tn=80"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Return a folder with mails, a day without spam, one of which a label is misspelt, and two measurements."""
    random = np.random.default_rng(1)
    kinds = np.where(random.random(120) < 0.4, "spam", "ham")
    scores = np.round(np.clip(np.where(kinds == "spam", 0.6, 0.35) + random.normal(0, 0.2, 120), 0, 1), 3)
    header = "kind,logistic,boosted,amount,w,guess"
    lines = [
        f"{kind},{score},{score},{10 + i},{1 + i % 3},{'spam' if score > 0.5 else 'ham'}"
        for i, (kind, score) in enumerate(zip(kinds, scores, strict=True))
    ]
    (tmp_path / "spam.csv").write_text("\n".join([header, *lines]))
    (tmp_path / "sapm.csv").write_text("\n".join([header, *lines[:16], "sapm" + lines[16][4:], *lines[17:]]))
    (tmp_path / "ham.csv").write_text("\n".join(["kind,logistic", *(f"ham,{score}" for score in scores[:30])]))
    patients = [
        f"{int(k == 'spam')},{48 + int(150 * s)},{15 + int(37 * s)}" for k, s in zip(kinds, scores, strict=True)
    ]
    (tmp_path / "glu.csv").write_text("\n".join(["y,glu,bmi", *patients]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def required(text, *more):
    return ["check", *SPAM, "--require", text, *more]


TYPED = {
    "1 percent for share": (required("fpr <= 5"), "Did you mean 5%?"),
    "2 met by all": (required("fpr <= 1"), "is met by every model"),
    "2 met by all, below": (required("recall >= 0"), "is met by every model"),
    "3 prevalence of 2": (required("recall >= .5", "--prevalence", "2"), "2 % is written 2% or 0.02"),
    "4 prevalence of 1": (required("recall >= .5", "--prevalence", "1"), "1 does not"),
    "4 prevalence of 0": (required("recall >= .5", "--prevalence", "0"), "0 does not"),
    "5 prevalence in words": (required("recall >= .5", "--prevalence", "2 percent"), "must be a share such as"),
    "6 level of 95": (required("recall >= .5", "--level", "95"), "95 % is written 95% or 0.95"),
    "6 level for error": (required("recall >= .5", "--level", "0.05"), "An error of 0.05 is 0.95"),
    "10 cut of predictions": (
        ["report", "spam.csv", "--label", "kind", "--positive", "spam", "--predicted", "guess", "--threshold", "0.3"],
        "no threshold to move",
    ),
    "12 amounts of counts": (["check", *COUNTS, "--cost", "fn=amount,fp=1", "--require", "cost <= 1"], "amounts"),
    "14 forgotten price": (required("recall >= .5", "--cost", "fn=10"), "state fp= as well"),
    "15 gain as plus": (required("recall >= .5", "--cost", "tp=100,fn=-100,fp=1"), "Gains are negative: tp=-100"),
    "16 misspelt outcome": (required("recall >= .5", "--cost", "fx=1"), "No outcome is called 'fx'"),
    "17 cost without prices": (required("cost <= 1"), "needs prices"),
    "21 a class absent": (["check", *HAM, "--require", "recall >= .5"], "--classes ham,spam"),
    "22 misspelt label": (
        ["check", "sapm.csv", *SPAM[1:], "--classes", "ham,spam", "--require", "recall >= .5"],
        "Did you mean 'spam'?",
    ),
    "23 misspelt positive": (
        [
            "check",
            *["Spam" if word == "spam" else word for word in SPAM],
            "--classes",
            "ham,spam",
            "--require",
            "f1 >= .5",
        ],
        "Did you mean 'spam'?",
    ),
    "28 rule in a check": (required("recall >= .5", "--rule", "youden"), "--rule has no use"),
    "30 part without use": (["table", *SPAM, "--rule", "youden"], "--rule has no use in `truecut table`"),
    "31 both shares": (
        required("recall >= .5", "--prevalence", "2%", "--sampled", "positives=1,negatives=0.1"),
        "each follows from the other",
    ),
    "32 weighed twice": (
        required("precision >= .5", "--weight", "w", "--sampled", "positives=1,negatives=0.1"),
        "weigh them twice",
    ),
    "41 contradiction": (required("recall >= .9", "--require", "recall <= .8"), "cannot both be met"),
}


@pytest.mark.parametrize("slip", TYPED)
def test_a_typed_slip_is_refused_with_a_sentence(slip, run):
    words, says = TYPED[slip]
    found = run(*words)
    assert (found.code, found.out) == (2, "")
    assert says in found.err
    assert len(found.err.strip().splitlines()) == 1


IN_FILE = {
    "28 rule for a threshold": ('[situation]\nthreshold = "cheapest"', "A threshold in force is a number"),
    "28 rule and no threshold": ('[situation]\nrule = "youden"', "states the rule 'youden' and no threshold"),
    "34 misspelt key": ("[situation]\nprevalance = 0.1", "Did you mean 'prevalence'?"),
    "35 wrong table": ("[data]\ncost = { fp = 1, fn = 2 }", "cost belongs into [situation]"),
    "36 no table": ('require = ["recall >= 0.5"]\n[data]\nlabel = "kind"', "require belongs into [check]"),
    "37 no such column": ('[data]\ncluster = "knid"', "has no column 'knid'"),
    "38 words exchanged": ('[words]\npositive = "ham"', "which is the name of the other class"),
}


@pytest.mark.parametrize("slip", IN_FILE)
def test_a_slip_in_a_file_is_refused_with_a_sentence(slip, run):
    text, says = IN_FILE[slip]
    Path("slip.toml").write_text(text)
    found = run(*required("recall >= .5", "--config", "slip.toml"))
    assert (found.code, found.out) == (2, "")
    assert says in found.err


def test_33_two_files_that_may_be_meant_are_refused(folder, run):
    (folder / "data").mkdir()
    Path("data/spam.csv").write_text(Path("spam.csv").read_text())
    for place, level in (("data/truecut.toml", 0.9), ("truecut.toml", 0.8)):
        Path(place).write_text(f"[situation]\nlevel = {level}")
    found = run("check", "data/spam.csv", *SPAM[1:], "--require", "recall >= .5")
    assert found.code == 2 and "name one with --config" in found.err


UNDECIDED = {
    "20 class declared, absent": (
        ["check", *HAM, "--classes", "ham,spam", "--require", "recall >= .1"],
        "no row is truly spam",
    ),
    "24 prevalence, class absent": (
        ["check", *HAM, "--classes", "ham,spam", "--require", "precision >= .1", "--prevalence", "2%"],
        "both classes must be among the rows",
    ),
    "25 sampled by class": (required("precision >= .1", "--design", "case-control"), "was decided by sampling"),
    "26 supposed cut beyond scores": (
        ["check", "glu.csv", "--label", "y", "--score", "glu", "--require", "recall >= .9"],
        "No threshold was stated, and 0.5 flags every row of 'glu'",
    ),
}


@pytest.mark.parametrize("slip", UNDECIDED)
def test_what_rows_do_not_tell_is_undecided(slip, run):
    words, says = UNDECIDED[slip]
    found = run(*words)
    assert found.code == 1
    assert says in " ".join(found.out.split())
    assert "undecided" in found.out


def test_18_and_27_cannot_be_known_for_slips_and_are_noted(run):
    total = run(*required("total_cost <= 2", "--cost", "fp=1,fn=1"))
    assert total.code == 1 and "total_cost is of all 120 rows; cost is of one." in " ".join(total.out.split())
    beyond = run("check", "glu.csv", "--label", "y", "--score", "bmi", "--threshold", "126", "--require", "fpr <= 50%")
    assert "126 flags no row of 'bmi' (15 to " in " ".join(beyond.out.split())


CALLED = {
    "5 true": (lambda e: e.given(prevalence=True), "must be a share"),
    "7 text": (lambda e: e.given(threshold="126"), "A threshold is a number, not '126'"),
    "7 nan": (lambda e: e.given(threshold=float("nan")), "A threshold is a number"),
    "7 true": (lambda e: e.given(threshold=True), "A threshold is a number, not True"),
    "7 at": (lambda e: e.models["logistic"].at("126"), "A threshold is a number, not '126'"),
    "7 cut_at": (lambda e: e.cut_at("126"), "A threshold is a number, not '126'"),
    "8 list": (lambda e: e.given(threshold=[0.3, 0.5]), "One threshold for each model"),
    "9 misspelt model": (lambda e: e.given(threshold={"boostd": 1}), "Did you mean 'boosted'?"),
    "11 amounts not counted": (
        lambda e: e.given(cost={"fn": "amount", "fp": 1}),
        "evaluate again with amount='amount'",
    ),
    "13 one price": (lambda e: e.models["logistic"].metric("total_cost", cost_fn=10), "Prices are stated together"),
    "19 misspelt part": (lambda e: e.given(cots=1), "Did you mean 'cost'?"),
    "29 positive": (lambda e: e.given(positive="ham"), "evaluate again with positive='ham'"),
    "38 words": (lambda e: e.given(words={"negative": "spam"}), "the name of the other class"),
}


@pytest.mark.parametrize("slip", CALLED)
def test_a_slip_in_a_call_is_refused_with_a_sentence(slip):
    ask, says = CALLED[slip]
    e = tc.evaluate("spam.csv", label="kind", positive="spam", score=["logistic", "boosted"])
    with pytest.raises(TruecutError) as refused:
        ask(e)
    assert says in str(refused.value)


def test_39_a_baseline_that_flags_the_other_class_is_refused(run):
    tc.evaluate("spam.csv", label="kind", positive="ham", score="logistic").save("ham.json")
    found = run(*required("recall >= baseline.recall", "--baseline", "ham.json"))
    assert found.code == 2 and "they cannot be held against each other" in found.err


def test_40_a_saved_file_without_amounts_says_so():
    tc.evaluate("spam.csv", label="kind", positive="spam", score="logistic").save("saved.json")
    with pytest.raises(TruecutError, match="these amounts were not counted"):
        tc.load("saved.json").given(cost={"fn": "amount", "fp": 1})


@pytest.mark.parametrize(
    ("part", "why"),
    [
        (["--cost", "fp=1,fn=2"], "There are 3 classes, and "),
        (["--prevalence", "2%"], "There are 3 classes, and "),
        (["--threshold", "0.3"], "Deciding needs a score for every class, and only predictions were given."),
    ],
)
def test_what_is_stated_of_two_classes_is_refused_where_there_are_more(part, why, run):
    Path("digits.csv").write_text("digit,said\n" + "1,1\n2,2\n3,1\n" * 20)
    found = run("report", "digits.csv", "--label", "digit", "--predicted", "said", *part)
    assert found.code == 2 and found.err.startswith(f"truecut: {why}")
    assert (
        run("report", "digits.csv", "--label", "digit", "--predicted", "said", "--positive", "1", "--quiet").code == 0
    )
