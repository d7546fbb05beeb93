"""What the worked examples of the teaching material conclude: who wins, what is advised, what is warned of.

The numbers are held in `test_source_examples.py`. Where the material concludes wrongly, the right conclusion is
asserted, and `docs/explanation/mistakes.md` tells why.
"""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from tests.reference.test_source_examples import ERRATA_IN_FORMULAS

import truecut as tc
from truecut.catalogue.situation import Situation
from truecut.counting.counts import Counts
from truecut.decisions.advice import advise
from truecut.decisions.common_share import at_common_shares
from truecut.decisions.geometry import Region, RocPoint
from truecut.decisions.hard_classifiers import points_of, said_of_points
from truecut.summaries.decision import summary_of_classifiers
from truecut.summaries.of_counts import summary_of_point
from truecut.views.cost.text import drawn_costs
from truecut.words import DEFAULT

EXAMPLES = json.loads((Path(__file__).parent / "data" / "source-examples.json").read_text(encoding="utf-8"))
BY_ID = {case["id"]: Counts(**case["counts"]) for case in EXAMPLES["counts_cases"]}
PRICES = {case["id"]: case["cost"] for case in EXAMPLES["counts_cases"] if "cost" in case}


def point(name: str):
    return tc.counts(**BY_ID[name].cells())


def warnings(name: str) -> dict[str, str]:
    """Return the findings of a report of the four counts, by code."""
    return {finding.code: f"{finding.title} {finding.text}" for finding in summary_of_point(point(name)).findings}


def said_of_costs(*names: str, **prices: float) -> str:
    summary = summary_of_classifiers({name: BY_ID[name] for name in names}, Situation().given(cost=prices))
    console = Console(width=200, file=io.StringIO())
    console.print(drawn_costs(summary))
    return console.file.getvalue()


# Coronavirus: the model that finds nobody is the more accurate one, and the worse


@pytest.mark.parametrize("name", ["coronavirus-1", "useless-99.9"])
def test_a_model_that_finds_nobody_is_warned_of_whatever_its_accuracy(name):
    found = warnings(name)
    assert found["no_division"].startswith("Nothing is flagged in the predictions.")
    assert "no better than the" in found["accuracy"]
    assert found["imbalance"].startswith("Only ")
    assert "average precision" not in found["imbalance"]  # four counts have none
    assert RocPoint(name, BY_ID[name]).region == Region.NOTHING


def test_the_second_coronavirus_model_wins_as_soon_as_a_miss_costs_more_than_a_few_false_alarms():
    """Eight of ten are found for 48 false alarms: even at 48 / 8 = 6 false alarms a miss."""
    for miss, winner in ((2, "coronavirus-1"), (5.9, "coronavirus-1"), (6.1, "coronavirus-2"), (100, "coronavirus-2")):
        costs = {name: tc.Cost(fp=1, fn=miss).mean(BY_ID[name]) for name in ("coronavirus-1", "coronavirus-2")}
        assert min(costs, key=costs.get) == winner
    assert "coronavirus-2 is the cheapest by row, although coronavirus-1 is more accurate." in said_of_costs(
        "coronavirus-1", "coronavirus-2", fn=100, fp=1
    )


def test_where_a_sick_person_must_not_be_sent_home_recall_is_advised():
    advice = advise(tc.Cost(fn=100, fp=1), prevalence=0.01, has_scores=False)
    assert advice.emphasis == "recall"
    assert "accuracy is left out" in advice.watch_why


# Spam: the same accuracy, and a good letter lost is the worse mistake


def test_of_two_spam_filters_of_the_same_accuracy_the_precise_one_wins_where_lost_letters_are_dear():
    assert point("spam-1").metric("accuracy").value == point("spam-2").metric("accuracy").value
    assert point("spam-1").metric("precision").value > point("spam-2").metric("precision").value
    assert point("spam-1").metric("recall").value < point("spam-2").metric("recall").value
    dear_letters = {name: tc.Cost(fp=10, fn=1).mean(BY_ID[name]) for name in ("spam-1", "spam-2")}
    assert min(dear_letters, key=dear_letters.get) == "spam-1"  # 60 against 105
    dear_misses = {name: tc.Cost(fp=1, fn=10).mean(BY_ID[name]) for name in ("spam-1", "spam-2")}
    assert min(dear_misses, key=dear_misses.get) == "spam-2"
    assert advise(tc.Cost(fp=10, fn=1)).emphasis == "precision"


# Small counts


def test_predictions_that_are_right_half_of_the_time_say_nothing():
    """Three of six positives and two of four negatives are flagged: the same half."""
    assert RocPoint("ten samples", BY_ID["pen-and-paper"]).region == Region.DIAGONAL
    assert "few_rows" in warnings("pen-and-paper")


@pytest.mark.parametrize("name", ["figure-7.1", "exercise-7.2", "churn-at-0.5"])
def test_the_models_of_the_book_are_better_than_guessing(name):
    assert RocPoint(name, BY_ID[name]).region == Region.ABOVE
    assert "reversed" not in warnings(name)


# Costs: totals of different populations


def test_the_second_model_is_the_cheaper_one_once_both_meet_the_same_rows():
    """The material says that M1 costs less: it met 38 % positives, and M2 59 %."""
    totals = {name: tc.Cost(**PRICES[name]).total(BY_ID[name]) for name in ("cost-M1", "cost-M2")}
    assert totals == {"cost-M1": 3910, "cost-M2": 4255}
    low, high = at_common_shares({name: BY_ID[name] for name in totals}, tc.Cost(**PRICES["cost-M1"]))
    assert (low.share, high.share) == (0.38, 0.59)
    assert low.means == {"cost-M1": pytest.approx(7.82), "cost-M2": pytest.approx(5.49, abs=0.001)}
    assert high.means == {"cost-M1": pytest.approx(12.035, abs=0.001), "cost-M2": pytest.approx(8.51)}
    assert (low.cheapest, high.cheapest) == ("cost-M2", "cost-M2")
    said = said_of_costs(*totals, **PRICES["cost-M1"])
    assert "the totals are of different populations and do not tell who is cheaper." in said
    assert "By these counts cost-M2 is the cheapest at either share, and between." in said
    assert "cost-M1 is the cheapest" not in said
    assert "says something too" not in said
    assert "roc_auc" not in said


def test_the_second_infection_model_saves_a_tenth_and_not_a_half():
    low, high = at_common_shares(
        {name: BY_ID[name] for name in ("infection-A", "infection-B")}, tc.Cost(**PRICES["infection-A"])
    )
    assert (low.cheapest, high.cheapest) == ("infection-B", "infection-B")
    for one in (low, high):
        assert 0.88 < one.means["infection-B"] / one.means["infection-A"] < 0.93


# The ROC plane


def test_points_of_the_roc_plane_are_told_from_each_other_without_prices():
    course = {name.removeprefix("roc-point-"): BY_ID[name] for name in BY_ID if name.startswith("roc-point-")}
    assert {name: RocPoint(name, counts).region for name, counts in course.items()} == {
        "A": Region.ABOVE,
        "B": Region.DIAGONAL,
        "C": Region.BELOW,
        "C-reversed": Region.ABOVE,
    }
    assert RocPoint("C", course["C"]).flipped.counts == course["C-reversed"]
    said = list(said_of_points(points_of({name: course[name] for name in "ABC"})))
    assert any("turn its answers round" in line and line.startswith("C:") for line in said)
    said = list(said_of_points(points_of(course)))
    assert "By these counts A is beaten in both rates by C-reversed, so at any price." in said
    assert warnings("roc-point-C")["reversed"].startswith("The predictions look reversed.")
    assert "reversed" not in warnings("roc-point-B")


def test_higher_thresholds_find_less_and_spare_more():
    labels = EXAMPLES["roc_steps"]["labels_by_ascending_score"]
    ten = tc.evaluate(labels, np.arange(10) / 10 + 0.05)
    recalls = [ten.at(threshold).metric("recall").value for threshold in np.arange(11) / 10]
    spared = [ten.at(threshold).metric("specificity").value for threshold in np.arange(11) / 10]
    assert recalls == sorted(recalls, reverse=True)
    assert spared == sorted(spared)
    # Ten rows do not tell an area of 0.72 from a coin toss.
    area = ten.metric("roc_auc")
    assert (area.value, area.low < 0.5 < area.high) == (0.72, True)


# F1


def test_the_third_model_wins_by_f1_and_the_first_by_recall_weighed_more():
    scores = {
        f"M{i}": {"precision": one["precision"], "recall": one["recall"]}
        for i, one in enumerate(EXAMPLES["f_scores"], 1)
    }
    f1 = {name: float(tc.explain("f1", **one).value) for name, one in scores.items()}
    assert max(f1, key=f1.get) == "M3"
    f2 = {name: float(tc.explain("f_beta", beta=2, **one).value) for name, one in scores.items()}
    assert max(f2, key=f2.get) == "M1"


# Churn: the best printed threshold by accuracy, and what a random and an ideal model would do


def churn() -> tc.Evaluation:
    """Return rows whose counts are those of the printed sweep: every row scores the threshold that it still reaches."""
    rows = EXAMPLES["churn_sweep"]["rows"]
    labels, scores, weights = [], [], []
    for (threshold, tp, _, fp, _), following in zip(rows, [*rows[1:], [None, 0, 0, 0, 0]], strict=True):
        labels += [1, 0]
        scores += [threshold, threshold]
        weights += [tp - following[1], fp - following[3]]
    return tc.evaluate(labels, scores, weight=weights, weights_are="repeated")


def test_one_half_is_the_best_printed_threshold_by_accuracy_but_not_if_losing_a_customer_is_dear():
    e = churn()
    assert e.at(0.5).counts == BY_ID["churn-at-0.5"]
    assert e.choose("accuracy").threshold == 0.5
    dear = e.choose("cheapest", cost=tc.Cost(fn=5, fp=1))
    assert dear.threshold < 0.5


def test_the_churn_model_lies_between_the_random_and_the_ideal_one():
    e = churn()
    sweeps = {
        name: e.curve.sweep(11, metrics=["tpr", "fpr", "accuracy"], baseline=name) for name in ("random", "ideal")
    }
    j = {name: (one.metrics["tpr"] - one.metrics["fpr"]).max() for name, one in sweeps.items()}
    ours = max(e.at(t).metric("informedness").value for t in np.arange(11) / 10)
    assert j["random"] == pytest.approx(0)
    assert j["random"] < ours < j["ideal"]
    # Without mistakes only at its own threshold: beyond 0.726 the ideal model misses more and more.
    at = dict(zip(sweeps["ideal"].thresholds.round(1).tolist(), sweeps["ideal"].metrics["tpr"].tolist(), strict=True))
    assert (at[0.7], round(at[0.8], 3), round(at[0.9], 3)) == (1.0, 0.731, 0.365)


# Who is better, as a comparison says it


DIFFERENT_ROWS = "their rows hold 17.0 % and 32.0 % positives; costs are compared at either"
VERDICTS = [
    # Accuracy alone would let the model win that finds nobody.
    ("coronavirus-2", "coronavirus-1", {}, "depends on prices", "a miss is as bad as 6 false alarms"),
    ("coronavirus-2", "coronavirus-1", {"fn": 100, "fp": 1}, "better", "its mean cost is lower by 0.752"),
    ("coronavirus-2", "coronavirus-1", {"fn": 2, "fp": 1}, "worse", "its mean cost is higher by 0.032"),
    # A hundred e-mails do not tell two filters apart, whichever mistake is the worse one.
    ("spam-1", "spam-2", {}, "not enough data", "at any price of a miss"),
    ("spam-1", "spam-2", {"fp": 10, "fn": 1}, "not enough data", "mean cost is lower by 0.450"),
    ("spam-1", "spam-2", {"fp": 1, "fn": 10}, "not enough data", "mean cost is higher by 0.450"),
    # Totals would let M1 win; at either share M2 is cheaper, which 500 rows each do not prove.
    ("cost-M2", "cost-M1", {}, "better", "as long as a miss costs up to"),
    ("cost-M2", "cost-M1", PRICES["cost-M1"], "not enough data", "mean cost is lower by 2.330"),
    ("infection-B", "infection-A", PRICES["infection-A"], "better", "At 32.0 % positives"),
    ("roc-point-C-reversed", "roc-point-A", {}, "better", "whatever a miss costs"),
    ("roc-point-C", "roc-point-A", {}, "worse", "whatever a miss costs"),
    ("roc-point-C", "roc-point-B", {}, "worse", "whatever a miss costs"),
    ("roc-point-A", "roc-point-B", {}, "depends on prices", "a miss is as bad as 3.5 false alarms"),
]


@pytest.mark.parametrize(("first", "second", "prices", "outcome", "said"), VERDICTS)
def test_a_comparison_says_who_is_better_and_why(first, second, prices, outcome, said):
    models = {first: point(first), second: point(second)}
    verdict = tc.compare(models, **({"cost": prices} if prices else {})).verdict(first, second)
    assert verdict.outcome.value == outcome
    assert said in verdict.sentence


def test_what_to_beware_of_is_said_beside_the_verdict():
    def notes(first: str, second: str, **stated) -> tuple[str, ...]:
        return tc.compare({first: point(first), second: point(second)}, **stated).verdict(first, second).notes

    assert "coronavirus-1 flags nobody" in notes("coronavirus-2", "coronavirus-1")
    assert DIFFERENT_ROWS in notes("infection-B", "infection-A", cost=PRICES["infection-A"])


# Six rows and the harmonic mean


def test_six_rows_are_ranked_but_for_one_pair_and_tell_nothing_for_sure():
    """One negative, 0.72, scores above one positive, 0.68: 8 of 9 pairs are in order."""
    rows = EXAMPLES["six_points"]
    six = tc.evaluate(rows["labels"], rows["scores"])
    area = six.metric("roc_auc")
    assert area.value == pytest.approx(8 / 9)
    assert area.low < 0.5
    assert any(finding.code == "few_rows" for finding in six.findings)
    first = six.at(rows["first_point"]["threshold"])
    assert (first.metric("recall").value, first.metric("fpr").value) == (1 / 3, 0)


def test_the_harmonic_mean_is_pulled_towards_the_smaller_of_two():
    one = EXAMPLES["harmonic_mean"]
    shares = {"precision": one["a"] / 10, "recall": one["b"] / 10}
    found = 10 * float(tc.explain("f1", **shares).value)
    assert found == pytest.approx(one["harmonic"])
    assert found - one["a"] < one["b"] - found
    assert found < one["mean"]


# The ideal model: everything is right at one threshold, and one half is not it


def ideal() -> tc.Evaluation:
    """Return the rows of the ideal model: 1,023 negatives, then 386 positives, evenly from 0 to 1."""
    rows = EXAMPLES["ideal_model"]["rows"]
    positives, negatives = rows[0][1], rows[0][3]
    labels = np.repeat([0, 1], [negatives, positives])
    e = tc.evaluate(labels, np.linspace(0, 1, len(labels)))
    assert [[t, *(e.at(t).counts.cells()[cell] for cell in ("tp", "tn", "fp", "fn"))] for t, *_ in rows] == rows
    return e


def test_the_ideal_model_is_to_be_cut_where_it_makes_no_mistake_and_not_at_one_half():
    told = ideal().recommend()
    assert told.verdict.value == "use"
    assert round(told.threshold, 3) == 0.727
    assert told.cost == 0
    one_half = EXAMPLES["ideal_model"]["rows"][5]
    assert told.sentences.saves[0].startswith(f"{1000 * one_half[3] / 1409:.0f} ")  # 319 false alarms at 0.5
    assert "less than the usual 0.5" in told.sentences.saves[0]


def test_perfect_ranks_are_warned_of_as_a_leak_and_are_no_good_probabilities():
    e = ideal()
    found = {finding.code: f"{finding.title} {finding.text}" for finding in e.findings}
    assert "separated perfectly" in found["perfect"] and "leak" in found["perfect"]
    assert e.metric("roc_auc").value == 1
    assert e.calibration().findings[0].startswith("The probabilities are miscalibrated")


def test_the_ideal_model_wins_against_chance_and_against_the_churn_model_at_any_price():
    scores = {"ideal": np.linspace(0, 1, 1409), "random": np.random.default_rng(0).random(1409)}
    verdict = tc.evaluate(np.repeat([0, 1], [1023, 386]), scores).compare().verdict("ideal", "random")
    assert verdict.outcome.value == "better"
    assert "its area under the ROC curve is higher by 0.5" in verdict.sentence
    models = {"ideal": ideal().at(0.726), "churn": churn().at(0.5)}
    of_counts = tc.compare({name: tc.counts(**one.counts.cells()) for name, one in models.items()})
    verdict = of_counts.verdict("ideal", "churn")
    assert (verdict.outcome.value, "whatever a miss costs" in verdict.sentence) == ("better", True)


# Errata: what follows from the right number, and what is warned of


@pytest.mark.parametrize("says", ERRATA_IN_FORMULAS)
def test_whoever_looks_a_misprinted_formula_up_is_warned_of_it(says):
    name, _, as_printed, *_ = ERRATA_IN_FORMULAS[says]
    explained = " ".join(str(tc.explain(name)).split())
    warned = DEFAULT.fill(tc.explain(name).metric.confused_with[as_printed])
    assert " ".join(warned.split()) in explained


def test_the_third_threshold_of_figure_7_3_is_the_strictest_of_three():
    """At 0.8 nobody is flagged by mistake, so it is the one to take where false alarms are dear; 0.2 never is."""
    ten = tc.evaluate(EXAMPLES["roc_steps"]["labels_by_ascending_score"], np.arange(10) / 10 + 0.05)
    dear = {
        threshold: ten.at(threshold).given(cost={"fp": 5, "fn": 1}).metric("cost").value for threshold in (0.2, 0.8)
    }
    assert dear[0.8] < dear[0.2]
    chosen = ten.choose("cheapest", cost={"fp": 5, "fn": 1})
    assert ten.at(chosen.threshold).counts.fp == 0


def test_a_curve_is_judged_alike_on_either_axes_but_reversed_scores_are_worse_than_none():
    labels = EXAMPLES["roc_steps"]["labels_by_ascending_score"] * 20
    scores = np.tile(np.arange(10), 20)
    right, turned = tc.evaluate(labels, scores), tc.evaluate(labels, -scores)
    assert turned.metric("roc_auc").value == pytest.approx(1 - right.metric("roc_auc").value)
    worst = next(finding for finding in turned.findings if finding.code == "reversed")
    assert "below the 0.5 of a coin toss" in worst.text and "--lower-is-positive" in worst.text
    assert not any(finding.code == "reversed" for finding in right.findings)
    no_order = tc.evaluate(labels, [0.5] * 200)
    assert not any(finding.code == "reversed" for finding in no_order.findings)
    assert no_order.recommend().verdict.value == "do_not_use"


def test_shares_are_read_off_the_counts_and_say_how_sure_they_are():
    """At 0.4 the ideal model flags 45 % of the negatives; 32 %, guessed from a plot, is outside of what may be."""
    fpr = ideal().at(0.4).metric("fpr")
    assert fpr.value == 459 / 1023
    assert fpr.low > 0.32
    rows = EXAMPLES["six_points"]
    first = tc.evaluate(rows["labels"], rows["scores"]).at(rows["first_point"]["threshold"]).metric("fpr")
    assert (first.value, first.rows) == (0, 3)  # and not 5 negatives
    assert first.high > 0.5  # of which three tell next to nothing


def test_of_all_people_the_second_coronavirus_model_is_right_about_950_and_that_is_no_praise():
    found = warnings("coronavirus-2")["accuracy"]
    assert found.startswith("Accuracy is 95.0 %, no better than the 99.0 % without a model.")


def test_a_model_below_0_by_youden_is_worth_turning_round():
    wrong = tc.counts(tp=5, fn=45, fp=80, tn=20)
    assert wrong.metric("informedness").high < 0
    assert {finding.code for finding in summary_of_point(wrong).findings} >= {"reversed"}
    turned = tc.counts(tp=45, fn=5, fp=20, tn=80)
    verdict = tc.compare({"turned": turned, "wrong": wrong}).verdict("turned", "wrong")
    assert (verdict.outcome.value, "whatever a miss costs" in verdict.sentence) == ("better", True)


def test_beyond_its_threshold_the_ideal_model_costs_more_though_no_false_alarm_is_left():
    e = ideal().given(cost={"fn": 1, "fp": 1})
    best, beyond = e.at(e.choose("cheapest").threshold), e.at(0.8)
    assert (beyond.counts.fp, beyond.counts.fn) == (0, 104)
    assert best.metric("cost").value == 0 < beyond.metric("cost").low


# Which test concludes what from each erratum; those in formulas are looked up.
CONCLUDED = {
    "third column of figure 7.3 is labelled threshold 0.2": "the_third_threshold_of_figure_7_3",
    "ROC drawn with sensitivity across and specificity up": "judged_alike_on_either_axes",
    "the worst AUC is 0.5": "reversed_scores_are_worse_than_none",
    "for around 32% of people predicted ... (prose about threshold 0.4)": "shares_are_read_off_the_counts",
    "FPR = 0/(0+5) with three negatives": "shares_are_read_off_the_counts",
    "the second model diagnosed 942 of the 1,000 people": "right_about_950",
    "Youden's J ranges from 0 to 1": "below_0_by_youden",
    "the detection becomes always true after 0.726": "beyond_its_threshold_the_ideal_model",
    "M1 costs 3910 and M2 4255, compared as they are": "the_second_model_is_the_cheaper_one_once_both_meet",
    "infection models A and B compared by their total costs": "the_second_infection_model_saves_a_tenth",
}


def test_every_erratum_has_a_conclusion():
    assert {erratum["says"] for erratum in EXAMPLES["errata"]} == {*CONCLUDED, *ERRATA_IN_FORMULAS}
    tests = [name for name in globals() if name.startswith("test_")]
    assert [part for part in CONCLUDED.values() if not any(part in name for name in tests)] == []


def test_every_worked_example_has_a_conclusion():
    """The names of all examples stand in this file, in a test that asserts what follows from them."""
    text = Path(__file__).read_text(encoding="utf-8")
    told = [name for name in BY_ID if not name.startswith("roc-point-")]  # those of the plane are all asked together
    others = ("f_scores", "harmonic_mean", "roc_steps", "six_points", "churn_sweep", "ideal_model", "errata")
    assert [name for name in (*told, *others) if f'"{name}"' not in text.partition("def test_every_worked")[0]] == []
    assert {*EXAMPLES} - {*others} == {"about", "counts_cases", "f_scores_note"}
