"""A metric with its interval: which method is taken, what is said about it, and what there is not."""

from dataclasses import replace
from math import inf, sqrt

import numpy as np
import pytest
from scipy.special import stdtrit
from scipy.stats import beta, binomtest, t

import truecut as tc
from truecut.catalogue import CATALOGUE, Needs, metric
from truecut.catalogue.measures.areas import average_precision
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.counting.countable import Weights
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, UnknownName
from truecut.inference import ratios
from truecut.inference.composites import f_score, fisher_z
from truecut.inference.intervals import estimate
from truecut.inference.methods import METHODS, methods_of
from truecut.inference.precision_recall import Influences
from truecut.inference.quantiles import student_quantile

FOB = Counts(tp=20, fp=180, fn=10, tn=1820)
DEFAULTS = {
    "precision": "wilson",
    "threat_score": "wilson",
    "f1": "wilson-indirect",
    "f_beta": "score",
    "weighted_f": "score",
    "lr_plus": "koopman",
    "lr_minus": "koopman",
    "odds_ratio": "woolf",
    "yules_q": "woolf",
    "informedness": "mover",
    "balanced_accuracy": "mover",
    "markedness": "mover",
    "mcc": "fisher-z",
    "kappa": "dirichlet",
    "g_mean": "dirichlet",
    "lift": "dirichlet",
    "alerts_per_true_positive": "wilson",
    "mean_cost": "cells",
    "total_cost": "cells",
    "net_benefit": "cells",
    "zero_one_count": "wilson",
    "roc_auc": "guarded",
    "gini": "guarded",
    "average_precision": "jackknife",
    "brier": "hall",
    "log_loss": "hall",
    "brier_skill": "delta",
    "brier_uncertainty": "wilson",
    "precision_at_k": "wilson",
    "calibration_slope": "information",
    "calibration_intercept": "information",
    "observed_expected_ratio": "log",
    "ks": "bootstrap",
    "partial_auc": "bootstrap",
    "calibration_error": "bootstrap",
}


def of_counts(**cells: float) -> Model:
    return Model.of_counts("counts", Counts(**cells))


def scored(seed: int = 0, rows: int = 200, apart: float = 1.5, share: float = 0.4) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    labels = random.random(rows) < share
    return labels, np.round(1 / (1 + np.exp(-random.normal((labels - 0.5) * apart))), 2)


def model_of(labels, scores, weights=None, **options) -> Model:
    return Model("model", ScoreTable.from_rows(labels, scores, weights, **options))


def ends(found) -> tuple[float | None, float | None]:
    return found.low, found.high


@pytest.mark.parametrize(("name", "method"), DEFAULTS.items())
def test_the_default_method(name, method):
    assert next(iter(methods_of(metric(name)))) == method


EQUAL = Situation(cost=tc.Cost(fp=1, fn=1))


def priced(counts: Counts) -> Model:
    """Return counts with a miss five times as dear as a false alarm."""
    return replace(Model.of_counts("counts", counts), situation=Situation(cost=tc.Cost(fp=1, fn=5)))


def test_every_metric_of_four_counts_has_an_interval_or_a_reason():
    for entry in CATALOGUE:
        if entry.needs == Needs.COUNTS:
            found = estimate(priced(FOB), entry.name)
            assert found.has_interval or found.note == "it does not depend on the rows"


def test_the_table_names_metrics_by_their_own_names():
    assert set(METHODS) <= {entry.name for entry in CATALOGUE}


def test_every_metric_of_enough_rows_has_an_interval_or_does_not_depend_on_them():
    model = replace(model_of(*scored(rows=400)), situation=EQUAL)
    without = {entry.name for entry in CATALOGUE if not estimate(model, entry.name).has_interval}
    assert (
        without
        == {e.name for e in CATALOGUE if e.no_interval}
        == {"uniform_guess_rate", "brier_miscalibration", "brier_discrimination"}
    )


def test_an_alias_is_the_metric():
    assert estimate(Model.of_counts("counts", FOB), "sensitivity") == estimate(Model.of_counts("counts", FOB), "recall")


def test_an_undefined_value_has_no_interval_and_its_reason():
    found = estimate(of_counts(tp=0, fp=0, fn=2, tn=3), "precision")
    assert (found.value, ends(found), found.note) == (None, (None, None), "nothing was flagged")


def test_a_value_by_convention_has_no_interval():
    found = estimate(of_counts(tp=0, fp=0, fn=2, tn=3), "precision", convention="zero")
    assert (found.value, ends(found)) == (0.0, (None, None))
    assert "convention" in found.note


def test_a_misspelt_method_is_nearly_one_that_fits():
    with pytest.raises(UnknownName, match=r"wilson, clopper-pearson.*Did you mean 'wilson'"):
        estimate(Model.of_counts("counts", FOB), "precision", interval="wilsn")


def test_a_method_of_another_metric_does_not_fit():
    with pytest.raises(BadCall, match=r"'koopman' is no interval for precision; there are wilson"):
        estimate(Model.of_counts("counts", FOB), "precision", interval="koopman")
    with pytest.raises(BadCall, match="'delong' is no interval for ks; there are bootstrap, basic"):
        estimate(model_of(*scored()), "ks", interval="delong")
    with pytest.raises(BadCall, match="there is none"):
        estimate(model_of(*scored()), "uniform_guess_rate", interval="wilson")


def test_a_method_may_be_written_as_people_do():
    model = Model.of_counts("counts", FOB)
    assert estimate(model, "recall", interval="Clopper Pearson").method == "clopper-pearson"


@pytest.mark.parametrize("level", [0, 1, 95])
def test_a_level_is_a_share(level):
    with pytest.raises(BadCall, match="lies between 0 and 1"):
        estimate(Model.of_counts("counts", FOB), "precision", level=level)


@pytest.mark.parametrize(("found", "rows"), [(0, 7), (3, 7), (7, 7), (1, 400), (250, 400)])
def test_scipy_gives_the_same_for_a_share(found, rows):
    model = of_counts(tp=found, fn=rows - found, fp=0, tn=0)
    for ours, theirs in (("wilson", "wilson"), ("clopper-pearson", "exact")):
        interval = binomtest(found, rows).proportion_ci(0.9, method=theirs)
        assert ends(estimate(model, "recall", interval=ours, level=0.9)) == pytest.approx(tuple(interval), abs=1e-10)


def test_jeffreys_is_a_beta_quantile():
    found = estimate(of_counts(tp=3, fn=9, fp=0, tn=0), "recall", interval="jeffreys")
    assert ends(found) == pytest.approx(beta.ppf([0.025, 0.975], 3.5, 9.5), abs=1e-10)


def test_the_ends_of_mid_p_leave_half_the_tails():
    low, high = ends(estimate(of_counts(tp=3, fn=9, fp=0, tn=0), "recall", interval="mid-p"))
    # P(X > 3) + P(X = 3) / 2 = 0.025 and P(X < 3) + P(X = 3) / 2 = 0.025
    above = binomtest(4, 12, low, alternative="greater").pvalue, binomtest(3, 12, low, alternative="greater").pvalue
    below = binomtest(2, 12, high, alternative="less").pvalue, binomtest(3, 12, high, alternative="less").pvalue
    assert (sum(above) / 2, sum(below) / 2) == pytest.approx((0.025, 0.025))


def test_what_follows_from_a_share_follows_its_interval():
    model = Model.of_counts("counts", FOB)
    precision, alerts = estimate(model, "precision"), estimate(model, "alerts_per_true_positive")
    assert ends(alerts) == pytest.approx((1 / precision.high, 1 / precision.low))
    wrong, errors = estimate(model, "error_rate"), estimate(model, "zero_one_count")
    assert ends(errors) == pytest.approx((2030 * wrong.low, 2030 * wrong.high))
    informed, balanced = estimate(model, "informedness"), estimate(model, "balanced_accuracy")
    assert ends(balanced) == pytest.approx(((1 + informed.low) / 2, (1 + informed.high) / 2))
    odds, q = estimate(model, "odds_ratio"), estimate(model, "yules_q")
    assert ends(q) == pytest.approx(((odds.low - 1) / (odds.low + 1), (odds.high - 1) / (odds.high + 1)))


def test_the_larger_class_has_at_least_half():
    found = estimate(of_counts(tp=26, fn=0, fp=24, tn=0), "no_information_rate")
    assert (found.value, found.low) == (0.52, 0.5)
    assert found.high == estimate(of_counts(tp=26, fn=0, fp=24, tn=0), "prevalence").high


def test_an_infinite_ratio_has_a_finite_lower_end():
    found = estimate(of_counts(tp=20, fp=0, fn=10, tn=100), "lr_plus")
    assert (found.value, found.high) == (inf, inf)
    assert 1 < found.low < inf
    assert ratios.koopman(0, 10, 0, 10) == (0.0, inf)


def test_koopman_ends_solve_the_score_equation():
    low, high = ratios.koopman(20, 30, 180, 2000)
    # The likeliest pair of shares with this ratio, by brute force.
    for ratio in (low, high):
        second = np.linspace(1e-6, min(1, 1 / ratio) - 1e-9, 2_000_001)
        first = ratio * second
        likelihood = 20 * np.log(first) + 10 * np.log1p(-first) + 180 * np.log(second) + 1820 * np.log1p(-second)
        p1, p2 = first[likelihood.argmax()], second[likelihood.argmax()]
        variance = p1 * (1 - p1) / 30 + ratio**2 * p2 * (1 - p2) / 2000
        assert (20 / 30 - ratio * 180 / 2000) ** 2 / variance == pytest.approx(1.959964**2, rel=1e-3)


@pytest.mark.parametrize("cells", [(20, 180, 10), (3, 0, 4), (3, 4, 0), (7, 1, 2)])
@pytest.mark.parametrize("w", [0.2, 0.8])
def test_the_ends_of_an_f_score_solve_the_score_equation(cells, w):
    tp, fp, fn = cells
    for value in f_score(tp, fp, fn, w):
        # The likeliest three shares with this value, by brute force: one of them is free.
        a = np.linspace(1e-7, 1 - 1e-7, 2_000_001)
        wrong = a * (1 - value) / value  # w * b + (1 - w) * c, where b + c = 1 - a
        b = (wrong - (1 - w) * (1 - a)) / (w - (1 - w))
        c = 1 - a - b
        kept = (b >= 0) & (c >= 0)
        with np.errstate(divide="ignore"):
            parts = [n * np.log(share[kept]) for n, share in ((tp, a), (fn, b), (fp, c)) if n]
        best = np.flatnonzero(kept)[sum(parts).argmax()]
        spread = (1 - value) ** 2 * a[best] + (w * value) ** 2 * b[best] + ((1 - w) * value) ** 2 * c[best]
        distance = (1 - value) * tp - w * value * fn - (1 - w) * value * fp
        assert distance**2 == pytest.approx(1.959964**2 * sum(cells) * spread, rel=1e-3)


def test_the_log_interval_of_a_ratio_needs_counts_above_0():
    found = estimate(of_counts(tp=20, fp=0, fn=10, tn=100), "lr_plus", interval="simel")
    assert (ends(found), found.note) == ((None, None), "this method needs counts above 0")


def test_half_is_added_only_where_a_count_is_0():
    assert not estimate(Model.of_counts("counts", FOB), "odds_ratio").note
    found = estimate(of_counts(tp=20, fp=0, fn=10, tn=100), "odds_ratio")
    assert found.note == "a count is 0, so 0.5 was added to each"
    assert found.high == inf
    # Odds 20.5 * 100.5 / (0.5 * 10.5), less 1.96 standard errors on the log scale.
    error = sqrt(1 / 20.5 + 1 / 0.5 + 1 / 10.5 + 1 / 100.5)
    assert found.low == pytest.approx(20.5 * 100.5 / (0.5 * 10.5) * np.exp(-1.9599639845 * error))


def test_the_variance_of_the_correlation_is_that_of_the_closed_form():
    tp, fp, fn, tn = 30, 12, 8, 70
    n = tp + fp + fn + tn
    r1, c1 = (tp + fn) / n, (tp + fp) / n
    r0, c0 = 1 - r1, 1 - c1
    m = float(metric("mcc").at(Counts(tp, fp, fn, tn)))
    spread = 1 - m**2 + m * (1 + m**2 / 2) * (r1 - r0) * (c1 - c0) / sqrt(r1 * r0 * c1 * c0)
    spread -= 3 / 4 * m**2 * ((r1 - r0) ** 2 / (r1 * r0) + (c1 - c0) ** 2 / (c1 * c0))
    half = 1.959963984540054 * sqrt(spread / n) / (1 - m**2)
    assert fisher_z(tp, fp, fn, tn) == pytest.approx((np.tanh(np.arctanh(m) - half), np.tanh(np.arctanh(m) + half)))


@pytest.mark.parametrize(("cells", "word"), [((3, 0, 2, 0), "fewer than 10"), ((30, 0, 0, 5), "one-sided")])
def test_weak_evidence_is_said(cells, word):
    assert word in estimate(Model.of_counts("counts", Counts(*cells)), "recall").note


def test_an_interval_may_leave_the_range_only_where_that_is_said():
    found = estimate(of_counts(tp=19, fn=1, fp=0, tn=0), "recall", interval="wald")
    assert found.high > 1
    assert "leaves the range" in found.note


def test_the_mean_cost_is_a_mean_of_losses():
    found = estimate(priced(FOB), "mean_cost", interval="t")
    losses = np.repeat([0.0, 1.0, 5.0, 0.0], [20, 180, 10, 1820])
    half = t.ppf(0.975, 2029) * losses.std(ddof=1) / sqrt(2030)
    assert ends(found) == pytest.approx((losses.mean() - half, losses.mean() + half))
    total = estimate(priced(FOB), "total_cost", interval="t")
    assert ends(total) == pytest.approx((2030 * found.low, 2030 * found.high))


def test_a_mean_cost_has_the_standard_error_of_a_mean():
    losses = np.repeat([0.0, 1.0, 5.0, 0.0], [20, 180, 10, 1820])
    found = estimate(priced(FOB), "mean_cost")
    assert found.standard_error == pytest.approx(losses.std() / sqrt(2030), rel=1e-6)
    assert estimate(priced(FOB), "total_cost").low == pytest.approx(2030 * found.low)


def test_a_dear_miss_that_did_not_happen_still_counts():
    found = estimate(priced(Counts(tp=20, fp=0, fn=0, tn=80)), "mean_cost")
    assert (found.value, found.low, found.method) == (0.0, 0.0, "cells")
    assert found.high > 0.05


def test_few_dear_misses_reach_far():
    """Two misses at 100 each: Student's interval ends at 0.44, and held the cost in 89 of 100 samples."""
    dear = Situation(cost=tc.Cost(fp=1, fn=100))
    model = replace(of_counts(tp=18, fp=98, fn=2, tn=882), situation=dear)
    found = estimate(model, "mean_cost")
    assert ends(found) == pytest.approx((0.13829095, 0.73520219), abs=1e-6)
    assert "the number of false negatives, about 2, decides this" in found.note
    assert ends(estimate(model, "mean_cost", interval="dirichlet")) == ends(found)


def test_a_simulated_interval_is_the_same_every_time():
    model = Model.of_counts("counts", FOB)
    assert estimate(model, "kappa") == estimate(model, "kappa")


def test_a_simulated_share_is_close_to_that_of_jeffreys():
    model = Model.of_counts("counts", FOB)
    simulated, exact = (estimate(model, "recall", interval=name) for name in ("dirichlet", "jeffreys"))
    assert ends(simulated) == pytest.approx(ends(exact), abs=0.005)


def test_what_makes_an_interval_of_the_area_doubtful_is_said():
    few, many = model_of(*scored(rows=30, apart=3)), model_of(*scored(rows=400))
    assert "fewer than 1.5 rows of the smaller class are misranked" in estimate(few, "roc_auc").note
    assert "may promise too much" in estimate(few, "roc_auc", interval="delong").note
    assert not estimate(many, "roc_auc").note
    assert not estimate(many, "roc_auc", interval="delong").note


def test_gini_follows_the_area():
    model = model_of(*scored())
    area, gini = estimate(model, "roc_auc"), estimate(model, "gini")
    assert ends(gini) == pytest.approx((2 * area.low - 1, 2 * area.high - 1))


def test_a_perfect_ranking_has_an_interval():
    found = estimate(model_of([True] * 10 + [False] * 10, range(20, 0, -1)), "roc_auc")
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.8, abs=0.001)
    assert not estimate(model_of([True, False], [2, 1]), "roc_auc", interval="delong").has_interval


def test_the_influence_of_a_row_is_what_a_little_more_of_it_brings():
    labels, scores = scored(rows=30)
    influences = Influences.of(CountsCurve(ScoreTable.from_rows(labels, scores)))
    table = ScoreTable.from_rows(labels, scores)
    step = 1e-6
    for row in range(len(labels)):
        weights = np.ones(len(labels))
        ends_of_step = []
        for change in (step, -step):
            weights[row] = 1 + change
            ends_of_step.append(average_precision(CountsCurve(ScoreTable.from_rows(labels, scores, weights))))
        at = int(np.flatnonzero(table.scores == scores[row])[0])
        of_class = influences.of_positives if labels[row] else influences.of_negatives
        assert of_class[at] == pytest.approx((ends_of_step[0] - ends_of_step[1]) / (2 * step), abs=1e-7)


def test_few_positives_make_average_precision_cautious():
    few = estimate(model_of(*scored(rows=40)), "average_precision")
    plain = estimate(model_of(*scored(rows=40)), "average_precision", interval="boyd")
    assert few.low <= plain.low
    assert few.high >= plain.high
    assert "fewer than 30 positives" in few.note
    assert "too high" in few.note
    assert not estimate(model_of(*scored(rows=400)), "average_precision").note


def test_tied_scores_have_an_average_precision_as_sure_as_the_prevalence():
    labels, _ = scored(rows=200)
    influences = Influences.of(CountsCurve(ScoreTable.from_rows(labels, np.zeros(200))))
    share = labels.mean()
    assert influences.standard_error == pytest.approx(sqrt(share * (1 - share) / 200))


@pytest.mark.parametrize("name", ["brier", "log_loss", "spherical_score"])
def test_a_score_of_probabilities_is_a_mean_of_losses(name):
    labels, p = scored()
    losses = {
        "brier": (labels - p) ** 2,
        "log_loss": -np.log(np.where(labels, p, 1 - p)),
        "spherical_score": np.where(labels, p, 1 - p) / np.hypot(p, 1 - p),
    }[name]
    half = t.ppf(0.975, len(p) - 1) * losses.std(ddof=1) / sqrt(len(p))
    found = estimate(model_of(labels, p), name, interval="t")
    assert ends(found) == pytest.approx((losses.mean() - half, losses.mean() + half))
    assert found.value == pytest.approx(losses.mean())


def test_the_skew_of_losses_is_taken_out_of_their_interval():
    # Hall's transformation of Student's t, written out: both ends must be mapped to the quantile of the symmetric one.
    labels, p = scored()
    losses = -np.log(np.where(labels, p, 1 - p))
    error, rows = losses.std(ddof=1) / sqrt(len(p)), len(p)
    skew = np.mean((losses - losses.mean()) ** 3) / losses.std() ** 3 / sqrt(rows)
    found = estimate(model_of(labels, p), "log_loss")
    for end, quantile in ((found.low, t.ppf(0.975, rows - 1)), (found.high, t.ppf(0.025, rows - 1))):
        away = (losses.mean() - end) / error
        assert away + skew * away**2 / 3 + skew**2 * away**3 / 27 + skew / 6 == pytest.approx(quantile)
    plain = estimate(model_of(labels, p), "log_loss", interval="t")
    assert found.low > plain.low
    assert found.high > plain.high


def test_an_infinite_log_loss_has_no_interval():
    found = estimate(model_of([True, False], [0.0, 0.5]), "log_loss")
    assert (found.value, ends(found)) == (inf, (None, None))


def test_repeated_rows_are_rows():
    labels, p = scored(rows=40)
    often = np.arange(40) % 3 + 1
    repeated = model_of(labels, p, often, weights_are=Weights.REPEATED)
    written_out = model_of(np.repeat(labels, often), np.repeat(p, often))
    for name in ("precision", "mcc", "roc_auc", "average_precision", "brier"):
        assert ends(estimate(repeated, name)) == pytest.approx(ends(estimate(written_out, name)))


def test_uneven_weights_leave_fewer_rows():
    labels, p = scored()
    weights = np.random.default_rng(5).exponential(size=len(labels))
    plain, weighted = estimate(model_of(labels, p), "recall"), estimate(model_of(labels, p, weights), "recall")
    kish = weights[labels].sum() ** 2 / (weights[labels] ** 2).sum()
    assert weighted.rows <= kish + 1e-9 < plain.rows
    assert weighted.high - weighted.low > plain.high - plain.low
    assert "effective" in weighted.note


def test_the_weighted_variance_of_an_area_is_that_of_its_influences():
    labels, p = scored(rows=400)
    weights = np.random.default_rng(6).uniform(0.5, 1.5, size=len(labels))
    found = estimate(model_of(labels, p, weights), "roc_auc", interval="delong")
    wins = (p[labels][:, None] > p[~labels]) + (p[labels][:, None] == p[~labels]) / 2
    positive, negative = weights[labels] / weights[labels].sum(), weights[~labels] / weights[~labels].sum()
    area = positive @ wins @ negative
    variance = (positive**2 * (wins @ negative - area) ** 2).sum() + (negative**2 * (positive @ wins - area) ** 2).sum()
    assert found.value == pytest.approx(area)
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * sqrt(variance), rel=0.01)


def test_methods_for_equal_rows_refuse_weighted_ones():
    labels, p = scored()
    found = estimate(model_of(labels, p, np.linspace(1, 2, len(p))), "mcc", interval="fisher-z")
    assert found.is_defined
    assert (ends(found), found.note) == ((None, None), "this method takes all rows for equally important")


def test_parts_of_rows_have_no_interval():
    found = estimate(of_counts(tp=2.5, fp=1, fn=1, tn=1), "recall")
    assert (ends(found), found.note) == ((None, None), "the counts are not whole numbers of rows")


@pytest.mark.parametrize("level", [0.01, 0.5, 0.9, 0.95, 0.999, 0.9999])
@pytest.mark.parametrize("freedom", [1, 2.5, 3, 4, 9, 29.3, 100, 499.9, 500, 3e3, 1e4, 1e7])
def test_students_quantile_agrees_with_scipy(level, freedom):
    assert student_quantile(level, freedom) == pytest.approx(stdtrit(freedom, (1 + level) / 2), rel=1e-10)
