"""What a user asks of a comparison, and what it answers."""

import numpy as np
import pytest
from scipy import stats

import truecut as tc
from truecut.catalogue import CATALOGUE, Better
from truecut.errors import BadCall, TruecutError, UnknownName
from truecut.inference.comparison import Comparison
from truecut.inference.paired.difference import adjusted
from truecut.inference.paired.verdict import ComparisonOutcome
from truecut.summaries.comparison import summary_of_comparison

ROWS = 400


@pytest.fixture(scope="module")
def data():
    random = np.random.default_rng(4)
    labels = (random.random(ROWS) < 0.35).astype(int)
    shared = random.normal(size=ROWS)
    skills = {"weak": 0.3, "good": 1.2, "better": 1.6}
    logits = {
        name: skill * (labels - 0.5) * 2 + shared * 0.8 + random.normal(size=ROWS) * 0.6
        for name, skill in skills.items()
    }
    return labels, {name: 1 / (1 + np.exp(-logit)) for name, logit in logits.items()}


@pytest.fixture(scope="module")
def compared(data):
    return tc.compare(*data, replicates=300)


def test_the_difference_of_areas_is_delongs(compared):
    found = compared.difference("roc_auc", "good", "weak")
    assert found.value == pytest.approx(found.values[0] - found.values[1])
    assert found.low < found.value < found.high
    assert found.method == "delong-t"
    plain = compared.difference("roc_auc", "good", "weak", method="z")
    assert plain.method == "delong-z"
    assert plain.high - plain.low < found.high - found.low


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_every_metric_has_a_difference_with_an_interval_or_a_reason(compared, entry):
    quick = Comparison(compared.read, compared.models, compared.rows, replicates=20)
    found = quick.difference(entry.name, "better", "good")
    turned = quick.difference(entry.name, "good", "better")
    if found.value is None:
        assert found.undefined
        return
    assert found.has_interval or found.note
    if found.has_interval:
        assert found.low <= found.high
    assert turned.value == pytest.approx(-found.value)
    if found.p_value is not None:
        assert 0 <= found.p_value <= 1


@pytest.mark.parametrize("name", ["brier", "log_loss"])
def test_mean_losses_are_a_paired_t_test(data, compared, name):
    labels, scores = data
    losses = [
        (labels - p) ** 2 if name == "brier" else -np.log(np.where(labels == 1, p, 1 - p))
        for p in (scores["good"], scores["weak"])
    ]
    theirs = stats.ttest_rel(*losses)
    found = compared.difference(name, "good", "weak")
    assert found.p_value == pytest.approx(theirs.pvalue)
    interval = theirs.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


def test_recall_is_compared_by_mcnemar_on_the_positives(data, compared):
    labels, scores = data
    flagged = {name: p[labels == 1] >= 0.5 for name, p in scores.items()}
    b = int((flagged["good"] & ~flagged["weak"]).sum())
    c = int((flagged["weak"] & ~flagged["good"]).sum())
    found = compared.difference("recall", "good", "weak", method="exact")
    assert found.p_value == pytest.approx(stats.binomtest(b, b + c).pvalue)
    assert found.value == pytest.approx((b - c) / (labels == 1).sum())
    assert compared.difference("recall", "good", "weak").p_value < found.p_value


def test_the_bootstrap_agrees_with_the_formula_where_there_is_one(compared):
    many = Comparison(compared.read, compared.models, compared.rows, replicates=1500)
    for name in ("roc_auc", "average_precision", "brier", "f1", "recall"):
        one, other = (many.difference(name, "good", "weak", method=how) for how in (None, "bootstrap"))
        assert other.high - other.low == pytest.approx(one.high - one.low, rel=0.2)


def test_the_same_seed_gives_the_same_numbers(data):
    one, again, other = (
        tc.compare(*data, seed=seed, replicates=200).difference("ks", "good", "weak", method="bootstrap")
        for seed in (1, 1, 2)
    )
    assert one == again
    assert (one.low, one.high) != (other.low, other.high)
    assert "200 draws" in one.note
    assert "seed 1" in one.note


def test_models_are_compared_at_a_common_operating_point(data):
    labels, scores = data
    found = tc.compare(labels, scores, replicates=200)
    equal = found.difference("precision", "better", "weak", at={"share_flagged": 0.2})
    assert "flags 20.0 % of the rows" in equal.at
    assert "which the interval allows for" in equal.note
    drawn = found.difference("precision", "better", "weak", at={"share_flagged": 0.2}, method="bootstrap")
    assert "every draw finds them anew" in drawn.note
    assert (equal.method, drawn.method) == ("local-slope", "bootstrap")
    order = np.argsort(-scores["better"], kind="stable")[: ROWS // 5]
    assert equal.values[0] == pytest.approx(labels[order].mean())
    share = found.difference("share_flagged", "better", "weak", at="same share flagged")
    assert share.value == pytest.approx(0, abs=0.01)
    recall = found.difference("recall", "better", "good", at={"recall": 0.9})
    assert min(recall.values) >= 0.9


def test_an_operating_point_is_no_question_to_a_metric_of_all_thresholds(compared):
    with pytest.raises(BadCall, match="looks at every threshold"):
        compared.difference("roc_auc", "good", "weak", at="same recall")


def test_identical_models_are_called_identical(data):
    labels, scores = data
    twins = tc.compare(labels, {"a": scores["good"], "b": scores["good"] / 2})
    found = twins.difference("roc_auc", "a", "b")
    assert (found.value, found.low, found.high, found.p_value) == (0, 0, 0, 1)
    assert "identically" in found.note
    same = tc.compare(labels, {"a": scores["good"], "b": scores["good"]}).difference("recall", "a", "b")
    assert (same.value, same.p_value) == (0, 1)
    assert same.low < 0 < same.high
    assert "decide alike" in same.note


def test_no_spread_is_no_certainty():
    labels = [1, 1, 1, 0, 0, 0]
    found = tc.compare(labels, {"perfect": [6, 5, 4, 3, 2, 1], "constant": [1] * 6, "twin": [60, 50, 40, 30, 20, 10]})
    # Every row tells the same difference of 1/2, and six rows are no proof.
    apart = found.difference("roc_auc", "perfect", "constant")
    assert apart.value == 0.5
    assert (apart.low, apart.p_value) == (None, None)
    assert "no spread" in apart.note
    alike = found.verdict("perfect", "twin", margin=0.01)
    assert alike.outcome == ComparisonOutcome.NOT_ENOUGH_DATA
    assert alike.sentence.endswith("both models rank the rows identically.")


def test_all_pairs_allow_for_their_number(compared):
    found = compared.differences("roc_auc")
    assert [(d.first, d.second) for d in found] == [("weak", "good"), ("weak", "better"), ("good", "better")]
    assert {d.family for d in found} == {3}
    assert all(d.adjusted_p >= d.p_value for d in found)


def test_nothing_to_adjust_is_left_alone(compared):
    untested = compared.difference("net_benefit", "good", "weak")
    assert untested.p_value is None
    assert untested.has_interval
    assert adjusted([untested])[0].adjusted_p is None


def test_all_models_are_tested_together(compared):
    areas, decisions = compared.joint_test(), compared.joint_test("accuracy")
    assert (areas.freedom, decisions.freedom) == (2, 2)
    assert (areas.method, areas.error_freedom > 20) == ("hotelling-f", True)
    assert areas.p_value < 1e-6
    by_chi_square = compared.joint_test(method="chi-square")
    assert (by_chi_square.method, by_chi_square.error_freedom) == ("delong-chi-square", None)
    assert by_chi_square.p_value < areas.p_value
    with pytest.raises(UnknownName, match="chi-square"):
        compared.joint_test(method="chi-squared")
    with pytest.raises(BadCall, match="Only areas have a choice"):
        compared.joint_test("accuracy", method="f")
    assert decisions.method == "cochran-q"
    with pytest.raises(BadCall, match="no joint test of f1"):
        compared.joint_test("f1")


@pytest.mark.parametrize(
    ("first", "second", "options", "outcome"),
    [
        ("better", "weak", {}, ComparisonOutcome.BETTER),
        ("weak", "better", {}, ComparisonOutcome.WORSE),
        ("weak", "better", {"metric": "brier"}, ComparisonOutcome.WORSE),
        ("better", "weak", {"metric": "fpr"}, ComparisonOutcome.BETTER),
        ("better", "good", {"margin": 0.3}, ComparisonOutcome.TIED),
        ("better", "weak", {"margin": 0.001}, ComparisonOutcome.BETTER),
    ],
)
def test_a_verdict_says_what_the_interval_says(compared, first, second, options, outcome):
    found = compared.verdict(first, second, **options)
    assert found.outcome == outcome
    assert outcome.value in found.sentence
    assert first in found.sentence


def test_a_verdict_without_enough_data_says_how_many_rows_would_give_an_even_chance(data):
    labels, scores = data
    few = tc.compare(labels[:60], {name: column[:60] for name, column in scores.items()})
    found = few.verdict("better", "good")
    assert found.outcome == ComparisonOutcome.NOT_ENOUGH_DATA
    d = found.difference
    half = (d.high - d.low) / 2
    # An interval shrinks with the root of the rows: the wanted number brings its reach down to the difference.
    assert found.more_rows == pytest.approx(60 * ((half / d.value) ** 2 - 1), rel=0.02)
    assert "more rows like these would give an even chance" in found.sentence


def test_not_worse_is_less_than_tied_and_more_than_nothing(data):
    labels, scores = data
    found = tc.compare(labels[:60], {name: column[:60] for name, column in scores.items()})
    low = found.difference("roc_auc", "better", "good", level=0.9).low
    high = found.difference("roc_auc", "better", "good", level=0.9).high
    assert -high < low < 0 < high
    verdict = found.verdict("better", "good", margin=(high - low) / 2)
    assert verdict.outcome == ComparisonOutcome.NOT_WORSE
    assert "not worse" in verdict.sentence


def test_a_margin_that_gives_away_most_of_the_skill_is_said(compared):
    assert "more than half of what" in compared.verdict("good", "weak", margin=0.3).notes[0]
    with pytest.raises(BadCall, match="smallest difference that matters"):
        compared.verdict("good", "weak", margin=-0.1)


def test_a_metric_with_no_better_direction_gives_no_verdict(compared):
    assert tc.metrics("share_flagged")[0].better == Better.NEITHER
    with pytest.raises(BadCall, match="no direction"):
        compared.verdict("good", "weak", metric="share_flagged")


def test_the_ranking_answers_which_model(compared):
    found = compared.ranking()
    assert [one.model for one in found.standings] == ["better", "good", "weak"]
    assert found.leader == "better"
    assert found.standings[0].behind is None
    assert sum(one.first_place for one in found.standings) == pytest.approx(1)
    assert found.standings[2].first_place == 0
    assert found.answer.startswith("better ")
    lowest = compared.ranking("brier")
    assert lowest.standings[0].estimate.value == min(one.estimate.value for one in lowest.standings)


def test_areas_of_very_many_rows_are_drawn_themselves(compared, monkeypatch):
    drawn = Comparison(compared.read, compared.models, compared.rows).ranking()
    monkeypatch.setattr("truecut.inference.paired.best.VERY_MANY", ROWS)
    normal = Comparison(compared.read, compared.models, compared.rows).ranking()
    assert "20,000 draws" in normal.note
    for one, other in zip(drawn.standings, normal.standings, strict=True):
        assert other.first_place == pytest.approx(one.first_place, abs=0.05)


def test_a_clear_winner_is_called_best(data):
    labels, scores = data
    found = tc.compare(labels, {name: scores[name] for name in ("weak", "better")}, replicates=200).ranking()
    assert found.tied == ()
    assert found.answer.startswith("better is best: its area under the ROC curve of 0.9")


def test_which_of_three_models_is_answered_from_counts():
    # Precision 0.3, 0.2 and 0.7, recall 0.8, 0.9 and 0.4 of 100 positives: F1 decides, and how surely is said.
    counts = {"M1": (80, 187), "M2": (90, 360), "M3": (40, 17)}
    found = tc.compare({name: tc.counts(tp=tp, fn=100 - tp, fp=fp, tn=900 - fp) for name, (tp, fp) in counts.items()})
    ranked = found.ranking("f1")
    assert [one.model for one in ranked.standings] == ["M3", "M1", "M2"]
    assert [round(one.estimate.value, 2) for one in ranked.standings] == [0.51, 0.44, 0.33]
    assert ranked.tied == ("M1",)
    assert "cannot be told from M1; M2 is behind" in ranked.answer
    assert "as if on different rows" in ranked.note
    with pytest.raises(BadCall, match="only their counts"):
        found.disagreements("M1", "M2")


def test_disagreements_are_the_rows_that_one_model_flags_alone(data, compared):
    labels, scores = data
    found = compared.disagreements("good", "weak")
    flagged = {name: scores[name] >= 0.5 for name in ("good", "weak")}
    differs = np.flatnonzero(flagged["good"] != flagged["weak"])
    assert sorted(found.numbers.tolist()) == (differs + 1).tolist()
    assert sum(rows for *_, rows in found.cells) == ROWS
    for number, positive, a, b, by_a, by_b in found.rows():
        row = number - 1
        assert (positive == "yes") == bool(labels[row])
        assert (a, b) == (scores["good"][row], scores["weak"][row])
        assert (by_a == "yes", by_b == "yes") == (flagged["good"][row], flagged["weak"][row])
    assert found.cells[1] == (True, True, False, float((flagged["good"] & ~flagged["weak"])[labels == 1].sum()))


def test_ids_stand_beside_the_rows(data):
    labels, scores = data
    ids = [f"case {i}" for i in range(ROWS)]
    found = tc.compare(labels, scores, id=ids).disagreements("good", "weak")
    assert found.header[:2] == ("row", "id")
    assert all(row[1] == f"case {row[0] - 1}" for row in found.rows())


def test_a_curve_lies_above_another_only_where_it_does(compared):
    sure = compared.above("better", "weak", fpr=(0.05, 0.5))
    assert sure.answer == "yes"
    assert sure.confidence >= 0.95
    assert (sure.lower > 0).all()
    never = compared.above("weak", "better", fpr=(0.05, 0.5))
    assert never.answer == "no"
    assert never.confidence == 0
    unsure = compared.above("better", "good", fpr=(0, 1))
    assert unsure.answer == "not sure"
    assert "not sure" in unsure.sentence
    with pytest.raises(BadCall, match="goes up between 0 and 1"):
        compared.above("better", "good", fpr=(0.5, 0.1))


def test_clusters_widen_what_rows_alone_would_say(data):
    labels, scores = data
    # The same rows four times over: as rows they pretend to be four times as many, as clusters they do not.
    four = [np.tile(labels, 4), {name: np.tile(column, 4) for name, column in scores.items()}]
    plain, naive = tc.compare(labels, scores), tc.compare(*four)
    clustered = tc.compare(*four, cluster=np.tile(np.arange(ROWS), 4))
    for name in ("roc_auc", "recall", "precision", "f1", "average_precision", "brier"):
        widths = [d.high - d.low for d in (c.difference(name, "good", "weak") for c in (plain, naive, clustered))]
        assert widths[1] == pytest.approx(widths[0] / 2, rel=0.1)
        assert widths[2] == pytest.approx(widths[0], rel=0.1)
    assert "clusters" in clustered.difference("ks", "good", "weak", method="bootstrap").note


def test_too_few_clusters_give_no_interval(data):
    found = tc.compare(*data, cluster=np.arange(ROWS) % 5)
    for name in ("roc_auc", "recall", "ks"):
        difference = found.difference(name, "good", "weak")
        assert not difference.has_interval
        assert "clusters" in difference.note


def test_weights_of_importance_have_their_own_variance(data):
    plain, equal = tc.compare(*data), tc.compare(*data, weight=np.full(ROWS, 3.0))
    for name in ("roc_auc", "recall", "f1", "average_precision", "brier"):
        one, other = (c.difference(name, "good", "weak") for c in (plain, equal))
        assert other.value == pytest.approx(one.value)
        assert other.high - other.low == pytest.approx(one.high - one.low, rel=0.05)
    uneven = tc.compare(*data, weight=np.random.default_rng(1).exponential(size=ROWS))
    assert uneven.difference("brier", "good", "weak").rows < 0.7 * ROWS


def test_repeated_rows_are_the_rows_themselves(data):
    labels, scores = data
    times = np.random.default_rng(2).integers(1, 4, ROWS)
    short = tc.compare(labels, scores, weight=times, weights_are="repeated")
    long = tc.compare(np.repeat(labels, times), {name: np.repeat(column, times) for name, column in scores.items()})
    for name in ("roc_auc", "recall", "precision", "mcc", "average_precision", "log_loss"):
        one, other = (c.difference(name, "good", "weak") for c in (short, long))
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high), rel=1e-3)


def test_hard_predictions_are_compared_by_their_decisions(data, tmp_path):
    labels, scores = data
    path = tmp_path / "hard.csv"
    lines = [
        f"{y},{int(a >= 0.5)},{int(b >= 0.5)}" for y, a, b in zip(labels, scores["good"], scores["weak"], strict=True)
    ]
    path.write_text("\n".join(["y,a,b", *lines]))
    hard = tc.compare(path, label="y", predicted=["a", "b"])
    soft = tc.compare(labels, {"a": scores["good"], "b": scores["weak"]})
    for name in ("accuracy", "recall", "f1"):
        one, other = (c.difference(name, "a", "b") for c in (hard, soft))
        assert (one.value, one.p_value) == pytest.approx((other.value, other.p_value))
    assert hard.difference("roc_auc", "a", "b").undefined
    with pytest.raises(BadCall, match="no threshold to move"):
        hard.difference("recall", "a", "b", at="same share flagged")


def test_files_are_joined_on_an_id(data, tmp_path):
    labels, scores = data
    order = np.random.default_rng(3).permutation(ROWS)
    (tmp_path / "weak.csv").write_text("\n".join(["case,p", *(f"{i},{float(scores['weak'][i])!r}" for i in order)]))
    (tmp_path / "good.csv").write_text(
        "\n".join(["case,y,p", *(f"{i},{labels[i]},{float(scores['good'][i])!r}" for i in range(ROWS))])
    )
    found = tc.compare([tmp_path / "good.csv", tmp_path / "weak.csv"], id="case")
    expected = tc.compare(labels, {name: scores[name] for name in ("good", "weak")})
    assert found.difference("roc_auc", "good", "weak") == expected.difference("roc_auc", "good", "weak")
    assert found.disagreements("good", "weak").ids is not None
    named = tc.compare({"a": tmp_path / "good.csv", "b": tmp_path / "weak.csv"}, id="case")
    assert list(named.models) == ["a", "b"]
    with pytest.raises(BadCall, match="on which column"):
        tc.compare([tmp_path / "good.csv", tmp_path / "weak.csv"])


def test_an_evaluation_of_several_models_compares_them(data, tmp_path):
    evaluation = tc.evaluate(*data)
    found = evaluation.compare(reference="good").difference("roc_auc", "better", "weak")
    evaluation.save(tmp_path / "saved.json")
    loaded = tc.load(tmp_path / "saved.json").compare().difference("roc_auc", "better", "weak")
    assert loaded.value == pytest.approx(found.value)
    assert "different rows" in loaded.note
    # Scores that share most of what they know tell more as pairs.
    assert loaded.high - loaded.low > found.high - found.low
    with pytest.raises(BadCall, match="two models or more"):
        evaluation.models["good"].compare()


def test_evaluations_of_different_rows_are_compared_unpaired(data):
    labels, scores = data
    half = ROWS // 2
    one, other = (tc.evaluate(labels[part], scores["good"][part]) for part in (slice(half), slice(half, None)))
    area = tc.compare_unpaired(one, other)
    errors = [
        (e.metric("roc_auc", interval="delong").high - e.metric("roc_auc").value) / 1.959964 for e in (one, other)
    ]
    assert area.method == "delong-t"
    assert (area.high - area.low) / 2 == pytest.approx(1.97 * np.hypot(*errors), rel=0.01)
    share = tc.compare_unpaired(one, other, "recall", method="miettinen-nurminen")
    assert share.low < share.value < share.high
    composite = Comparison.unpaired(one, other, "mcc")
    assert composite.method == "mover"
    with pytest.raises(BadCall, match="different rows"):
        tc.compare_unpaired(one, other, "recall", method="tango")


def test_average_precision_of_other_prevalences_is_not_a_difference_of_models(data):
    labels, scores = data
    few = np.flatnonzero((labels == 0) | (np.arange(ROWS) % 3 == 0))
    one, other = tc.evaluate(labels, scores["good"]), tc.evaluate(labels[few], scores["good"][few])
    found = tc.compare_unpaired(one, other, "average_precision")
    assert not found.has_interval
    assert "depends on the share of positives" in found.note


def test_ratios_are_compared_on_logs(compared):
    found = compared.ratio("precision", "better", "weak")
    assert found.is_ratio
    assert found.value == pytest.approx(found.values[0] / found.values[1])
    assert found.value**2 == pytest.approx(found.low * found.high)
    with pytest.raises(BadCall, match="four counts"):
        compared.ratio("roc_auc", "better", "weak")


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda c: c.difference("roc_auc", "good", "god"), UnknownName),
        (lambda c: c.difference("roc_auk", "good", "weak"), UnknownName),
        (lambda c: c.difference("roc_auc", "good", "good"), BadCall),
        (lambda c: c.difference("roc_auc", "good", "weak", method="mid-p"), BadCall),
        (lambda c: c.difference("roc_auc", "good", "weak", method="magic"), UnknownName),
        (lambda c: c.difference("roc_auc", "good", "weak", level=95), BadCall),
        (lambda c: c.difference("recall", "good", "weak", beta=2), TruecutError),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(compared, ask, error):
    with pytest.raises(error) as problem:
        ask(compared)
    assert str(problem.value).endswith((".", "?"))


def test_the_summary_holds_every_pair_of_every_metric(compared):
    found = summary_of_comparison(compared, ["roc_auc", "recall"], margin=0.02, above=(0, 0.1))
    assert [of.metric.name for of in found.metrics] == ["roc_auc", "recall"]
    assert all(len(of.differences) == 3 for of in found.metrics)
    assert len(found.pairs) == len(found.metrics[0].differences)
    assert [verdict.difference.second for verdict in found.verdicts] == ["weak", "weak"]
    assert len(found.above) == 2
    assert sum(cell.rows for cell in found.pairs[0].cells) == ROWS


def test_a_tiny_class_is_told_and_never_breaks(data):
    labels, scores = data
    some = np.r_[np.flatnonzero(labels == 1)[:3], np.flatnonzero(labels == 0)]
    found = tc.compare(labels[some], {name: column[some] for name, column in scores.items()})
    assert found.difference("roc_auc", "good", "weak").has_interval
    assert "10 rows of either class" in found.difference("ks", "good", "weak", method="bootstrap").note
    one = np.r_[np.flatnonzero(labels == 1)[:1], np.flatnonzero(labels == 0)]
    alone = tc.compare(labels[one], {name: column[one] for name, column in scores.items()})
    assert "fewer than two rows of a class" in alone.difference("roc_auc", "good", "weak").note


def test_the_ks_distance_varies_as_informedness_does_where_it_is_largest(data):
    found = tc.compare(*data).difference("ks", "good", "weak")
    labels, scores = np.asarray(data[0], dtype=bool), data[1]
    influences = np.zeros(len(labels))
    for name, sign in (("good", 1), ("weak", -1)):
        cuts = np.unique(scores[name])
        gaps = [np.mean(scores[name][labels] >= c) - np.mean(scores[name][~labels] >= c) for c in cuts]
        flagged = scores[name] >= cuts[int(np.argmax(gaps))]
        for of_class, towards in ((labels, 1), (~labels, -1)):
            share = flagged[of_class].mean()
            influences[of_class] += sign * towards * (flagged[of_class] - share) / of_class.sum()
    error = np.sqrt(np.var(influences, ddof=1) * len(labels) + 1 / labels.sum() ** 2 + 1 / (~labels).sum() ** 2)
    assert found.method == "linearised-t"
    assert (found.high - found.low) / 2 / error == pytest.approx(stats.t.ppf(0.975, len(labels) - 1))
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(found.value) / error, len(labels) - 1))
