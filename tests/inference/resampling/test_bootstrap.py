"""The bootstrap of any metric: what is drawn, what is read off it, and what is said where it should not be trusted."""

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import roc_auc_score

from strategies import asked_of, counts, parameters, rows_for
from truecut.catalogue import CATALOGUE, metric
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.counts import Counts
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.inference.intervals import estimate
from truecut.inference.resampling import bootstrap, coarse, replicates
from truecut.inference.resampling.bootstrap import bootstraps_of
from truecut.inference.resampling.options import Resampling
from truecut.kernel import Scheme

SOME = Counts(tp=60, fp=30, fn=25, tn=185)
OF_COUNTS = [entry for entry in CATALOGUE if entry.needs_only_counts and not entry.no_interval]
OF_CURVES = [entry for entry in CATALOGUE if not entry.needs_only_counts and not entry.no_interval]
FITTED = {"calibration_slope", "calibration_intercept"}  # one by one, which takes its time

each_reading = pytest.mark.parametrize("interval", ["bootstrap", "bca", "basic"])


def of_counts(at: Counts) -> Model:
    return Model.of_counts("counts", at)


def scored(rows: int = 300, seed: int = 1, share: float = 0.3, apart: float = 1.2) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    labels = random.random(rows) < share
    return labels, 1 / (1 + np.exp(-random.normal((labels - 0.5) * apart)))


def model_of(labels, scores, *more, **options) -> Model:
    return Model("model", ScoreTable.from_rows(labels, scores, *more, **options))


def ends(found) -> tuple[float | None, float | None]:
    return found.low, found.high


def assert_honest(found, entry) -> None:
    if not found.has_interval:
        assert found.note
        return
    lowest, highest = entry.bounds
    assert lowest <= found.low <= found.value <= found.high <= highest
    assert f"{found.resampled.replicates:,} replicates" in found.note
    assert f"seed {found.resampled.seed}" in found.note


# ---- laws over the catalogue


@pytest.mark.parametrize("entry", OF_COUNTS, ids=lambda entry: entry.name)
@settings(max_examples=8, deadline=None)
@given(at=counts(st.integers(0, 60)), data=st.data())
def test_a_bootstrap_of_counts_holds_the_value_or_says_why_there_is_none(entry, at, data):
    for interval in bootstraps_of(entry):
        model, chosen = asked_of(of_counts(at), data.draw(parameters(entry)))
        found = estimate(model, entry.name, interval=interval, replicates=100, **chosen)
        assert_honest(found, entry)


@pytest.mark.parametrize("entry", OF_CURVES, ids=lambda entry: entry.name)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_a_bootstrap_of_a_curve_holds_the_value_or_says_why_there_is_none(entry, data):
    table = data.draw(rows_for(entry, kinds=(Weights.NONE, Weights.REPEATED), least=20, most=60)).table()
    for interval in bootstraps_of(entry):
        found = estimate(
            Model("model", table), entry.name, interval=interval, replicates=100, **data.draw(parameters(entry))
        )
        assert_honest(found, entry)


@pytest.mark.parametrize("entry", OF_CURVES, ids=lambda entry: entry.name)
def test_every_metric_of_a_curve_can_be_drawn(entry):
    found = estimate(model_of(*scored()), entry.name, interval="bootstrap", replicates=100)
    assert found.has_interval
    assert found.low < found.high


@pytest.mark.parametrize("name", ["mcc", "roc_auc", "ks", "brier"])
def test_being_surer_is_never_narrower(name):
    model = model_of(*scored())
    for interval in bootstraps_of(metric(name)):
        found = [estimate(model, name, interval=interval, level=level) for level in (0.5, 0.8, 0.95, 0.99)]
        assert [one.low for one in found] == sorted((one.low for one in found), reverse=True)
        assert [one.high for one in found] == sorted(one.high for one in found)


# ---- against other implementations


@each_reading
def test_scipy_finds_the_same_for_a_mean(interval):
    labels, p = scored(rows=150)
    losses = (labels - p) ** 2
    method = {"bootstrap": "percentile", "bca": "BCa", "basic": "basic"}[interval]
    theirs = stats.bootstrap((losses,), np.mean, n_resamples=5_000, method=method, rng=np.random.default_rng(0))
    found = estimate(model_of(labels, p), "brier", interval=interval, replicates=5_000)
    width = theirs.confidence_interval.high - theirs.confidence_interval.low
    assert ends(found) == pytest.approx(tuple(theirs.confidence_interval), abs=0.06 * width)


def test_scikit_learn_finds_the_same_for_the_area():
    labels, p = scored(rows=200)
    random = np.random.default_rng(5)
    sides = np.flatnonzero(labels), np.flatnonzero(~labels)
    areas = []
    for _ in range(600):
        drawn = np.concatenate([random.choice(side, len(side)) for side in sides])
        areas.append(roc_auc_score(labels[drawn], p[drawn]))
    found = estimate(model_of(labels, p), "roc_auc", interval="bootstrap")
    assert ends(found) == pytest.approx(tuple(np.quantile(areas, [0.025, 0.975])), abs=0.015)


@pytest.mark.parametrize("name", ["brier_skill", "log_loss_skill", "calibration_slope", "calibration_intercept"])
def test_the_analytic_interval_agrees_with_the_bootstrap(name):
    model = model_of(*scored(rows=800))
    analytic, drawn = estimate(model, name), estimate(model, name, interval="bootstrap", replicates=600)
    assert ends(drawn) == pytest.approx(ends(analytic), abs=0.15 * (analytic.high - analytic.low))


@pytest.mark.parametrize("name", ["precision", "recall", "mcc", "f1", "lr_plus"])
def test_a_bootstrap_of_counts_agrees_with_the_usual_interval(name):
    many = Counts(*(20 * cell for cell in SOME.cells().values()))
    usual, drawn = estimate(of_counts(many), name), estimate(of_counts(many), name, interval="bca")
    assert ends(drawn) == pytest.approx(ends(usual), abs=0.08 * (usual.high - usual.low))


def test_bca_is_surer_about_its_direction_than_percentiles():
    # Exponential losses are skewed to the right: BCa moves both ends up.
    labels = np.zeros(200, bool)
    p = 1 - np.exp(-np.random.default_rng(4).exponential(size=200))
    model = model_of(labels, p)
    plain, corrected = (estimate(model, "log_loss", interval=name, replicates=5_000) for name in ("bootstrap", "bca"))
    assert corrected.low > plain.low
    assert corrected.high > plain.high


def test_bootstrap_t_reaches_further_to_the_skewed_side():
    labels = np.zeros(60, bool)
    p = 1 - np.exp(-np.random.default_rng(4).exponential(size=60))
    found = estimate(model_of(labels, p), "log_loss", interval="bootstrap-t")
    assert found.high - found.value > found.value - found.low


# ---- options


def test_the_same_seed_draws_the_same():
    model = model_of(*scored())
    first, again = (estimate(model_of(*scored()), "ks", interval="bootstrap", seed=7) for _ in range(2))
    assert first == again
    assert ends(first) != ends(estimate(model, "ks", interval="bootstrap", seed=8))


def test_metrics_share_their_replicates():
    model = model_of(*scored(rows=150))
    area, gini = (estimate(model, name, interval="bootstrap") for name in ("roc_auc", "gini"))
    assert ends(gini) == pytest.approx((2 * area.low - 1, 2 * area.high - 1))


def test_a_default_takes_fewer_replicates_than_a_name():
    model = model_of(*scored())
    assert estimate(model, "ks").resampled.replicates == 500
    assert estimate(model, "ks", interval="percentile").resampled.replicates == 2_000
    assert estimate(model, "roc_auc", interval="bca").resampled.replicates == 5_000
    assert estimate(model, "ks", replicates=250).resampled.replicates == 250


@pytest.mark.parametrize(
    ("name", "smaller", "scheme"),
    [
        ("roc_auc", 500, Scheme.BY_CLASS),
        ("accuracy", 500, Scheme.ROWS),
        ("accuracy", 49, Scheme.BY_CLASS),
        ("average_precision", 500, Scheme.ROWS),
    ],
)
def test_classes_are_kept_apart_where_the_metric_looks_at_each(name, smaller, scheme):
    assert Resampling().scheme_for(metric(name), smaller) == scheme


def test_keeping_classes_apart_can_be_asked_for():
    model = of_counts(SOME)
    found = [estimate(model, "prevalence", interval="bootstrap", stratified=apart) for apart in (True, False)]
    assert not found[0].has_interval  # it cannot vary then
    assert found[1].low < found[1].high


@pytest.mark.parametrize("options", [{"replicates": 10}, {"replicates": 150.5}, {"seed": -1}, {"seed": 0.5}])
def test_what_cannot_be_drawn_is_refused(options):
    with pytest.raises(BadCall, match="must be a whole number from"):
        estimate(of_counts(SOME), "mcc", interval="bootstrap", **options)


def test_more_replicates_leave_less_to_chance():
    model = model_of(*scored())
    few, many = (estimate(model, "roc_auc", interval="bootstrap", replicates=n).resampled for n in (200, 5_000))
    assert 0 < many.low_error < few.low_error
    assert few.undefined == many.undefined == 0


# ---- what is said


def test_fewer_than_ten_are_refused_and_the_better_method_is_named():
    labels = np.arange(100) < 9
    found = estimate(model_of(labels, np.linspace(1, 0, 100) ** 2), "roc_auc", interval="bootstrap")
    assert ends(found) == (None, None)
    assert "fewer than 10 rows" in found.note
    assert "'guarded' is the better interval" in found.note


def test_fewer_than_thirty_are_said():
    found = estimate(model_of(*scored(rows=60)), "roc_auc", interval="bootstrap")
    assert found.has_interval
    assert "fewer than 30 rows" in found.note


@each_reading
def test_a_perfect_ranking_has_no_interval_of_no_width(interval):
    found = estimate(model_of(np.arange(80) < 40, np.arange(80, 0, -1.0)), "roc_auc", interval=interval)
    assert (found.value, ends(found)) == (1.0, (None, None))
    assert "all replicates give the same value" in found.note
    assert "'guarded'" in found.note


def test_undefined_replicates_are_counted_and_many_leave_no_interval():
    at = Counts(tp=1, fp=2, fn=39, tn=158)  # three flagged: none in 5 % of the replicates
    some = estimate(of_counts(at), "precision", interval="bootstrap")
    assert some.has_interval
    assert 0.01 < some.resampled.undefined / 2_000 < 0.1
    assert "of them it has no value" in some.note
    none = estimate(of_counts(Counts(tp=1, fp=0, fn=39, tn=160)), "precision", interval="bootstrap")
    assert not none.has_interval
    assert "too many replicates have no value" in none.note


def test_bca_falls_back_where_the_value_lies_outside_the_replicates(monkeypatch):
    outside = replicates.Replicates(np.linspace(0.6, 0.7, 5_000))
    monkeypatch.setattr(bootstrap, "values_of_replicates", lambda *_: outside)
    found = estimate(of_counts(SOME), "accuracy", interval="bca")
    assert found.method == "bootstrap"
    assert "BCa has no correction" in found.note


def test_the_basic_interval_is_said_to_be_the_worst():
    assert "covers worst" in estimate(of_counts(SOME), "accuracy", interval="basic").note


def test_bca_is_not_offered_for_maxima():
    with pytest.raises(BadCall, match="'bca' is no interval for ks"):
        estimate(model_of(*scored()), "ks", interval="bca")


def test_an_infinite_ratio_keeps_its_infinite_end():
    found = estimate(of_counts(Counts(tp=40, fp=1, fn=10, tn=100)), "lr_plus", interval="bootstrap")
    assert found.high == inf
    assert 1 < found.low < inf


def test_more_rows_than_can_be_drawn_are_refused():
    found = estimate(of_counts(Counts(tp=10**20, fp=10**20, fn=10**20, tn=10**20)), "mcc", interval="bootstrap")
    assert "more rows than can be drawn" in found.note


def test_noise_does_not_make_a_calibrated_model_look_miscalibrated():
    random = np.random.default_rng(2)
    p = random.random(2_000)
    model = model_of(random.random(2_000) < p, p)
    found = estimate(model, "calibration_error")
    assert found.value > 0
    assert found.low < 0.3 * found.value
    assert "noise alone lifts it" in found.note
    assert not estimate(model, "brier_miscalibration").has_interval


# ---- large tables


def test_groups_of_scores_hold_the_same_rows():
    labels, p = scored(rows=20_000)
    table = ScoreTable.from_rows(labels, p)
    small = coarse.coarsened(table, 500)
    assert len(small) <= 500
    assert (small.total_positive, small.total_negative) == (table.total_positive, table.total_negative)
    assert (np.diff(small.scores) < 0).all()
    assert (small.scores * (small.positives + small.negatives)).sum() == pytest.approx(p.sum())
    assert small.positives[0] + small.negatives[0] <= 2  # fine towards the ends


@pytest.mark.parametrize(
    "name",
    [
        "partial_auc",
        "ks",
        "h_measure",
        "recall_at_k",
        "sensitivity_at_specificity",
        "recall_at_fpr",
        "calibration_error",
    ],
)
def test_replicates_over_groups_vary_like_those_over_scores(name, monkeypatch):
    labels, p = scored(rows=6_000)
    over_groups = estimate(model_of(labels, p), name, replicates=2_000)
    assert "groups of scores" in over_groups.note
    monkeypatch.setattr(replicates, "coarsened", lambda table: table)
    replicates._coarse.cache_clear()
    over_scores = estimate(model_of(labels, p), name, replicates=400)
    replicates._coarse.cache_clear()
    assert "groups" not in over_scores.note
    width = over_scores.high - over_scores.low
    assert ends(over_groups) == pytest.approx(ends(over_scores), abs=0.15 * width)


def test_the_area_of_many_scores_is_drawn_over_all_rows():
    labels, p = scored(rows=5_000)
    model = model_of(labels, p)
    drawn, usual = estimate(model, "roc_auc", interval="bootstrap"), estimate(model, "roc_auc")
    assert "Poisson" in drawn.note
    assert ends(drawn) == pytest.approx(ends(usual), abs=0.07 * (usual.high - usual.low))
