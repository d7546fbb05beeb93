"""Each finding appears on a case made for it, and not on a case near it."""

import numpy as np
import polars as pl
import pytest

import truecut as tc
from truecut.decisions.findings import RULES, Finding, Tone
from truecut.words.numerals import percent


def found(e: tc.Evaluation, code: str) -> list[Finding]:
    return [finding for finding in e.findings if finding.code == code]


def the(e: tc.Evaluation, code: str) -> Finding:
    (finding,) = found(e, code)
    return finding


def separated(positives: int, negatives: int, mistakes: int = 0, **options) -> tc.Evaluation:
    """Scores 0.9 and 0.8 for positives, 0.2 and 0.1 for negatives; the first negatives take the place of positives."""
    labels = [1] * positives + [0] * negatives
    high, low = np.tile([0.9, 0.8], positives), np.tile([0.2, 0.1], negatives)
    scores = np.concatenate([high[:positives], low[:negatives]])
    scores[positives : positives + mistakes] = 0.85
    return tc.evaluate(labels, scores, **options)


def noise(rows: int, scale=lambda scores: scores, **options) -> tc.Evaluation:
    scores = np.arange(rows) / rows
    labels = np.tile([1, 0, 0, 1], rows // 4)  # pairs cancel out: an AUC of exactly one half
    return tc.evaluate(labels, scale(scores), **options)


def two_groups(missed: int) -> tc.Evaluation:
    """Group a misses so many of its 60 positives, group b misses 2 of 60; both flag 3 of 60 negatives."""
    scores = [0.1] * missed + [0.9] * (60 - missed) + [0.8] * 3 + [0.2] * 57
    scores += [0.1] * 2 + [0.9] * 58 + [0.8] * 3 + [0.2] * 57
    return tc.evaluate(([1] * 60 + [0] * 60) * 2, scores, group=["a"] * 120 + ["b"] * 120)


def copied(times: int) -> tc.Evaluation:
    scores = np.random.default_rng(0).random(200)
    return tc.evaluate(np.tile(scores > 0.5, times), np.tile(scores, times))


def by_part(shift: float, role: str) -> tc.Evaluation:
    """Five folds or groups of equal skill, the scores of each higher by so much than those of the one before."""
    chance, part = np.random.default_rng(0), np.arange(1000) % 5
    labels = chance.random(1000) < 0.3
    return tc.evaluate(labels, 1.75 * labels + chance.normal(size=1000) + shift * part, **{role: part})


def in_cells(most: int) -> tc.Evaluation:
    scores = np.random.default_rng(0).random(2000)
    rows = pl.LazyFrame({"y": scores + np.random.default_rng(1).random(2000) > 1, "p": scores})
    return tc.evaluate(rows, label="y", score="p", resolution=most)


NEAR = {
    "cells": (lambda: in_cells(16), lambda: in_cells(1500)),
    "one_class": (lambda: tc.evaluate([0] * 40, np.arange(40) / 40), lambda: separated(1, 39)),
    "reversed": (
        lambda: separated(50, 50, lower_is_positive=True),
        lambda: separated(50, 50),
    ),
    "no_division": (lambda: separated(40, 40, threshold=0.95), lambda: separated(40, 40, threshold=0.9)),
    "chance": (lambda: noise(400), lambda: separated(50, 50, 20)),
    "perfect": (lambda: separated(15, 15), lambda: separated(15, 14)),
    "imbalance": (lambda: separated(9, 91), lambda: separated(10, 90)),
    "few_rows": (lambda: separated(29, 30, 1), lambda: separated(30, 30, 1)),
    "few_clusters": (
        lambda: separated(50, 50, 20, cluster=np.arange(100) % 29),
        lambda: separated(50, 50, 20, cluster=np.arange(100) % 30),
    ),
    "sampled_by_class": (
        lambda: separated(50, 50, 20, design="case-control"),
        lambda: separated(50, 50, 20, design="cohort"),
    ),
    "copies": (lambda: copied(times=2), lambda: copied(times=1)),
    "logits": (
        lambda: noise(80, lambda scores: 4 * scores - 2),
        lambda: noise(80, lambda scores: 2 * scores - 1),
    ),
    "percentages": (lambda: noise(80, lambda scores: 100 * scores), lambda: noise(80)),
    "ties": (
        lambda: tc.evaluate([1, 0] * 40, [0.75, 0.25, 0.25, 0.75] * 20),
        lambda: noise(80),
    ),
    "certain_and_wrong": (
        lambda: tc.evaluate([1, 0] * 20, [0.0, 1.0] + [0.6, 0.4] * 19),
        lambda: tc.evaluate([1, 0] * 20, [1.0, 0.0] + [0.6, 0.4] * 19),
    ),
    "one_class_group": (
        lambda: tc.evaluate([1, 0, 1], [0.9, 0.1, 0.8], group=["a", "a", "b"]),
        lambda: tc.evaluate([1, 0, 1, 0], [0.9, 0.1, 0.8, 0.1], group=["a", "a", "b", "b"]),
    ),
    "group_worse": (lambda: two_groups(missed=20), lambda: two_groups(missed=4)),
    "fold_levels": (lambda: by_part(1.5, "fold"), lambda: by_part(0.0, "fold")),
    "clusters_in_folds": (
        lambda: separated(50, 50, 20, cluster=np.arange(100) // 2, fold=np.arange(100) % 5),
        lambda: separated(50, 50, 20, cluster=np.arange(100) // 2, fold=np.arange(100) // 2 % 5),
    ),
    "few_in_fold": (
        lambda: separated(24, 60, 20, fold=np.arange(84) % 5),
        lambda: separated(25, 60, 20, fold=np.arange(85) % 5),
    ),
    "group_levels": (lambda: by_part(1.5, "group"), lambda: by_part(0.0, "group")),
    "ranks": (lambda: separated(50, 50, 20), lambda: noise(400)),
}


@pytest.mark.parametrize("code", NEAR)
def test_a_finding_appears_on_its_case_and_not_on_the_near_one(code):
    fires, stays_silent = NEAR[code]
    assert found(fires(), code)
    assert not found(stays_silent(), code)


@pytest.mark.parametrize("scale", [1.2, 101, 1000])
def test_scores_from_0_that_end_elsewhere_are_no_percentages(scale):
    assert not found(noise(80, lambda scores: scale * scores / scores.max()), "percentages")


def test_every_rule_has_its_case():
    fired = {finding.code for fires, _ in NEAR.values() for finding in fires().findings}
    assert fired == {*NEAR, "accuracy"}
    assert len(RULES) == len(fired)


# What each says


def test_reversed_predictions_say_what_turning_them_round_gives():
    """24 of 100 positives and 88 of 100 negatives are flagged; 45 and 55 of 100 may be by chance."""
    labels, answers = [1] * 100 + [0] * 100, [1] * 24 + [0] * 76 + [1] * 88 + [0] * 12
    finding = the(tc.evaluate(labels, predicted=answers), "reversed")
    assert finding.tone == Tone.PROBLEM
    assert "With every answer turned round it would be 76.0 % and 12.0 %." in finding.text
    by_chance = [1] * 45 + [0] * 55 + [1] * 55 + [0] * 45
    assert not found(tc.evaluate(labels, predicted=by_chance), "reversed")


def test_a_missing_class_is_a_problem_for_what_needs_it():
    finding = the(tc.evaluate(["spam"] * 40, np.arange(40) / 40, positive="spam"), "one_class")
    assert finding.tone == Tone.PROBLEM
    assert finding.title == "There is no not spam row."
    assert "specificity" in finding.text


@pytest.mark.parametrize(("lower", "remedy"), [(False, "say so with --lower-is-positive"), (True, "leave out --lower")])
def test_reversed_scores_say_what_turning_them_round_gives(lower, remedy):
    labels, scores = [1] * 50 + [0] * 50, np.r_[np.arange(50), np.arange(20, 70)]
    e = tc.evaluate(labels, -scores if lower else scores, lower_is_positive=lower)
    area = e.metric("roc_auc").value
    finding = the(e, "reversed")
    assert area < 0.4
    assert finding.tone == Tone.PROBLEM
    assert f"ROC AUC is {area:.3f}" in finding.text
    assert f"ROC AUC is then {1 - area:.3f}" in finding.text
    assert remedy in finding.text
    assert not found(e, "ranks")


def test_noise_is_said_to_be_noise_with_the_range_of_chance():
    finding = the(noise(400), "chance")
    # The standard error of chance is sqrt((P + N + 1) / (12 P N)) = sqrt(401 / 480,000) = 0.029.
    assert "ROC AUC is 0.500" in finding.text
    assert "between 0.44 and 0.56" in finding.text


def test_folds_on_different_levels_are_told_with_both_areas():
    e = by_part(1.5, "fold")
    within, pooled = e.metric("roc_auc").value, e.over_folds("roc_auc").pooled.value
    assert within - pooled > 0.1
    finding = the(e, "fold_levels")
    assert f"{within:.3f} within folds" in finding.text
    assert f"{pooled:.3f} if all folds are ranked together" in finding.text


def test_groups_on_different_levels_are_advised_to_be_folds_if_they_are():
    finding = the(by_part(1.5, "group"), "group_levels")
    assert finding.title == "Scores of the groups are on different levels."
    assert "--fold" in finding.text


def test_a_handful_of_rows_cannot_be_told_from_chance_however_well_it_looks():
    finding = the(tc.evaluate([1, 0], [0.9, 0.1]), "chance")
    assert "between 0.00 and 1.00" in finding.text


def test_a_good_ranking_is_said_in_times_out_of_100():
    finding = the(separated(50, 50, 10), "ranks")
    # Of 50 negatives 10 score 0.85: above the 0.8 of every other positive, so 10 x 25 of 2,500 pairs are wrong.
    assert "the positive one has the higher score 90 times in 100 (ROC AUC 0.900" in finding.text


def test_where_low_scores_are_positive_the_positive_one_has_the_lower_score():
    e = tc.evaluate([1] * 50 + [0] * 50, np.arange(100), lower_is_positive=True)
    assert "has the lower score every time" in the(e, "ranks").text
    assert "scores below every" in the(e, "perfect").text


def test_almost_every_time_is_not_every_time():
    scores = np.arange(2000.0)
    scores[[999, 1000]] = scores[[1000, 999]]
    e = tc.evaluate([0] * 1000 + [1] * 1000, scores)
    assert "99.9999 times in 100" in the(e, "ranks").text
    assert not found(e, "perfect")


@pytest.mark.parametrize(
    ("threshold", "tone", "title"),
    [
        (0.5, Tone.GOOD, "Accuracy is 100 %, against 60.0 % without a model."),
        (0.95, Tone.WARNING, "Accuracy is 60.0 %, no better than the 60.0 % without a model."),
        (0.05, Tone.WARNING, "Accuracy is 40.0 %, no better than the 60.0 % without a model."),
    ],
)
def test_accuracy_is_held_against_calling_every_row_the_common_class(threshold, tone, title):
    finding = the(separated(40, 60, threshold=threshold), "accuracy")
    assert (finding.tone, finding.title) == (tone, title)
    assert "calling every row negative" in finding.text.lower()


@pytest.mark.parametrize(
    ("counts", "tone", "title"),
    [
        # 95 flagged rightly against 80 wrongly: as uneven as that a coin falls once in four times.
        ((95, 80, 20, 205), Tone.WARNING, "Accuracy is 75.0 %, not shown to beat the 71.2 % without a model."),
        ((95, 50, 20, 235), Tone.GOOD, "Accuracy is 82.5 %, against 71.2 % without a model."),
        ((1, 0, 0, 1), Tone.WARNING, "Accuracy is 100 %, not shown to beat the 50.0 % without a model."),
    ],
)
def test_accuracy_is_praised_only_where_chance_did_not_make_it(counts, tone, title):
    tp, fp, fn, tn = counts
    rows = {"y": [1] * tp + [0] * fp + [1] * fn + [0] * tn, "said": [1] * (tp + fp) + [0] * (fn + tn)}
    e = tc.evaluate(rows, label="y", predicted="said")
    finding = the(e, "accuracy")
    assert (finding.tone, finding.title) == (tone, title)
    # At equal prices the recommendation answers the same question.
    assert (e.recommend().verdict.value == "use") == (tone == Tone.GOOD)


def test_an_area_is_written_as_the_table_writes_it():
    scores = np.arange(4000.0)
    scores[[1999, 2000]] = scores[[2000, 1999]]
    e = tc.evaluate([0] * 2000 + [1] * 2000, scores)
    assert "(ROC AUC 0.9999997, a coin toss is 0.5)" in the(e, "ranks").text


def test_the_common_class_may_be_the_positive_one():
    assert "calling every row positive" in the(separated(60, 40), "accuracy").text


@pytest.mark.parametrize(("rows", "share"), [(10_000, "0.02"), (10_000_000, "0.00002")])
def test_a_rare_class_is_never_rounded_to_none(rows, share):
    e = tc.evaluate([1, 0], [0.9, 0.1], weight=[2, rows - 2])
    assert the(e, "imbalance").title == f"Only {share} % of the rows are positive."


def test_rare_positives_flatter_specificity_and_rare_negatives_flatter_precision():
    rare, common = the(separated(5, 95), "imbalance"), the(separated(95, 5), "imbalance")
    assert rare.title == "Only 5.0 % of the rows are positive."
    assert rare.text.startswith("Accuracy and specificity look good")
    assert "no-skill value is 0.05 here" in rare.text
    assert common.title == "Only 5.0 % of the rows are negative."
    assert common.text.startswith("Accuracy, precision and recall look good")
    assert "specificity and NPV" in common.text


def test_ten_percent_of_either_class_is_not_rare():
    assert not found(separated(10, 90), "imbalance")
    assert not found(separated(90, 10), "imbalance")


@pytest.mark.parametrize(
    ("positives", "title", "points"),
    [(1, "There is only one positive row.", "100"), (8, "There are only 8 positive rows.", "12.5")],
)
def test_few_rows_say_how_much_one_of_them_moves(positives, title, points):
    finding = the(separated(positives, 30, 1), "few_rows")
    assert finding.title == title
    assert f"moves recall by {points} percentage points" in finding.text


def test_few_negatives_move_specificity():
    assert "moves specificity by 5 percentage points" in the(separated(30, 20, 1), "few_rows").text


@pytest.mark.parametrize(
    ("code", "scale", "middle", "said"),
    [
        ("logits", lambda scores: 8 * scores - 4, 0, "Their middle is 0, but the threshold was taken to be"),
        # What goes from 5 to 40 may be a body mass index, whose middle nobody knows.
        ("percentages", lambda scores: 100 * scores, 50, "where they are cut (percentages at 50)"),
    ],
)
def test_scores_that_are_no_probabilities_name_their_middle(code, scale, middle, said):
    unstated = the(noise(80, scale), code).text
    assert "taken to be 0.5, as for probabilities" in unstated
    assert said in unstated
    assert f"The threshold {middle} is their middle" in the(noise(80, scale, threshold=middle), code).text
    # A threshold that somebody stated, or that was chosen, is not talked out of.
    assert "middle" not in the(noise(80, scale, threshold=middle + 1), code).text
    assert code != "logits" or "--threshold" not in ranked_logits().recommend().objection.text


def ranked_logits() -> tc.Evaluation:
    """Return log odds that rank well, but whose best cut is far from 0."""
    random, labels = np.random.default_rng(0), np.arange(600) % 3 == 0
    return tc.evaluate(labels, 2 * labels + random.normal(4, 3, 600) * np.where(labels, 0.2, 1))


def test_what_is_common_and_what_is_rare_is_so_where_the_model_is_used():
    """Three in ten rows are positive; used where nine in ten are, calling every row positive is the bar."""
    random = np.random.default_rng(0)
    labels = random.random(1000) < 0.3
    e = tc.evaluate(labels, np.clip(0.4 * labels + random.normal(0.3, 0.2, 1000), 0, 1))
    assert "Calling every row positive" in the(e.given(prevalence=0.9), "accuracy").text
    assert not found(e, "imbalance")
    for there in (e.given(prevalence=0.01), e.given(sampled=(1, 0.02))):
        rare = the(there, "imbalance")
        share = there.metric("prevalence").value
        assert rare.title == f"Only {percent(share)} of the rows are positive where it is used."
        assert f"no-skill value is {share:.3g} here" in rare.text
    assert not found(separated(9, 91, prevalence=0.4), "imbalance")


@pytest.mark.parametrize("scores", ["reversed", "random", "constant"])
def test_no_threshold_is_worth_moving_to_where_scores_do_not_rank(scores):
    random = np.random.default_rng(0)
    labels = random.random(400) < 0.3
    known = {"reversed": 1 - 0.6 * labels, "random": random.random(400), "constant": np.full(400, 0.5)}
    assert "move the threshold" not in the(tc.evaluate(labels, known[scores]), "accuracy").text
    ranked = tc.evaluate(labels, 0.5 + 0.3 * labels + 0.1 * random.random(400))
    assert "or move the threshold" in the(ranked, "accuracy").text


def test_weights_do_not_make_few_rows_many():
    """Twenty rows of weight 1,000 are twenty rows: by chance alone answers may look reversed, or scores knowing."""
    labels, answers = [1, 0] * 10, [0, 0, 1, 0, 1, 1, 0, 1, 0, 1] * 2
    assert not found(tc.evaluate(labels, predicted=answers, weight=[1000.0] * 20), "reversed")
    random = np.random.default_rng(1)
    unlike = random.pareto(0.5, 20) + 0.01
    e = tc.evaluate(labels, random.random(20), weight=unlike)
    assert "They differ in weight, and tell as much as" in found(e, "few_rows")[0].text
    assert "moves recall by 10 percentage points" in found(tc.evaluate(labels, answers), "few_rows")[0].text
    assert not found(e, "ranks") and not found(e, "reversed")


def test_infinite_scores_are_neither_percentages_nor_a_failure():
    e = tc.evaluate([1, 0] * 20, [np.inf, 0.1] * 20)
    assert not found(e, "percentages")
    assert not found(e, "logits")


@pytest.mark.parametrize(("threshold", "what"), [(0.95, "Nothing"), (0.05, "Everything")])
def test_a_threshold_that_does_not_divide_the_rows_is_a_problem(threshold, what):
    finding = the(separated(40, 40, threshold=threshold), "no_division")
    assert finding.tone == Tone.PROBLEM
    assert finding.title == f"{what} is flagged at threshold {threshold}."
    assert "The scores go from 0.1 to 0.9" in finding.text


def test_predictions_that_do_not_divide_the_rows_have_no_threshold_to_move():
    e = tc.evaluate({"y": [1, 0, 1], "guess": [0, 0, 0]}, label="y", predicted="guess")
    finding = the(e, "no_division")
    assert finding.title == "Nothing is flagged in the predictions."
    assert "--threshold" not in finding.text


def test_ties_say_how_many_pairs_and_how_few_values():
    finding = the(tc.evaluate([1, 0] * 40, [0.75, 0.25, 0.25, 0.75] * 20), "ties")
    # Half of each class on each of two values: half of all pairs are tied.
    assert finding.title == "50.0 % of all pairs of a positive and a negative row have the same score."
    assert "only 2 distinct values" in finding.text


def test_one_value_for_all_is_one_value():
    assert "only 1 distinct value," in the(tc.evaluate([1, 0], [0.5, 0.5]), "ties").text


@pytest.mark.parametrize(
    ("scores", "title"),
    [
        ([0.0, 0.4], "1 row was called certain or impossible, wrongly."),
        ([0.0, 1.0], "2 rows were called certain or impossible, wrongly."),
    ],
)
def test_certainty_that_fails_is_counted(scores, title):
    assert the(tc.evaluate([1, 0], scores), "certain_and_wrong").title == title


def test_findings_use_the_users_words():
    e = separated(5, 95, words=tc.Words("fraud", "fair", "payment"))
    assert the(e, "imbalance").title == "Only 5.0 % of the payments are fraud."
    assert the(e, "few_rows").title == "There are only 5 fraud payments."


def test_hostile_words_and_groups_come_out_literally():
    words = tc.Words("{negative}", "{0}", "[bold]")
    e = tc.evaluate([1, 0, 1], [0.9, 0.1, 0.8], group=["a", "a", "{positive} {x}"], words=words)
    assert the(e, "one_class_group").title == "Group '{positive} {x}' has no {0} [bold]."


def test_the_worst_comes_first():
    e = separated(5, 95, threshold=0.95)
    tones = [finding.tone for finding in e.findings]
    assert tones == sorted(tones, key=list(Tone).index)
    assert tones[0] == Tone.PROBLEM
    assert tones[-1] == Tone.GOOD


def test_findings_name_their_model_where_there_are_several():
    e = tc.evaluate([1, 0] * 40, {"flat": [0.5] * 80, "fine": [0.9, 0.1] * 40})
    assert {finding.model for finding in e.findings} == {"flat", "fine"}
    assert {finding.model for finding in e.models["fine"].findings} == {""}


def test_what_is_true_of_every_model_is_about_the_rows_and_said_once():
    labels = [1] * 5 + [0] * 95
    e = tc.evaluate(labels, {"flat": [0.5] * 100, "fine": np.arange(100)[::-1] / 100})
    assert [(finding.code, finding.model) for finding in e.findings if finding.code in ("imbalance", "few_rows")] == [
        ("imbalance", ""),
        ("few_rows", ""),
    ]


def test_shares_never_look_like_none_or_all_unless_they_are():
    written = [percent(share) for share in (0, 1e-9, 0.005, 0.394, 0.99999, 1)]
    assert written == ["0 %", "0.0000001 %", "0.5 %", "39.4 %", "99.999 %", "100 %"]


def test_many_groups_of_one_class_are_one_finding():
    groups = np.repeat([f"g{i}" for i in range(5)], 4)
    labels = np.tile([False, False, False, True], 5) & (groups == "g0")
    found = [
        f for f in tc.evaluate(labels, np.linspace(0, 1, 20), group=groups).findings if f.code == "one_class_group"
    ]
    assert [finding.title for finding in found] == ["4 groups have no positive row."]
    assert "'g1', 'g2', 'g3' and 1 more" in found[0].text
