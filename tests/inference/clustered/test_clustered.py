"""Rows that come in clusters: their own variances, checked by brute force, by law and by simulation."""

from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue import CATALOGUE, metric
from truecut.counting.counts import Counts
from truecut.errors import BadCall, UnknownName
from truecut.inference.clustered import bootstrap as clustered_bootstrap
from truecut.inference.clustered.bootstrap import ClusterBootstrap
from truecut.inference.clustered.rows import ClusteredRows
from truecut.inference.clustered.variance import ClusteredArea, ClusteredShare, area_covariance, ratio_variance
from truecut.inference.delong import Ranking
from truecut.inference.quantiles import normal_quantile, student_quantile


def clustered_data(clusters: int, size: int, seed: int, alike: float = 1.0) -> dict[str, np.ndarray]:
    """Rows whose truth and score both depend on the cluster, the more so the more `alike` they are."""
    rng = np.random.default_rng(seed)
    of_row = np.repeat(np.arange(clusters), size)
    truth, shift = (alike * rng.normal(size=clusters)[of_row] for _ in range(2))
    labels = truth + rng.normal(size=len(of_row)) > 0.5
    scores = 1 / (1 + np.exp(-(1.2 * labels - 0.6 + shift + rng.normal(size=len(of_row)))))
    return {"labels": labels, "scores": scores, "cluster": of_row}


def evaluated(clusters: int = 40, size: int = 5, seed: int = 0, alike: float = 1.0, **options) -> tc.Evaluation:
    data = clustered_data(clusters, size, seed, alike)
    return tc.evaluate(data["labels"], data["scores"], cluster=data["cluster"], **options)


SMALL_ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 5)), min_size=4, max_size=25)


def obuchowski_from_the_formula(labels, first, second, clusters) -> float:
    """Return the covariance as Obuchowski (1997) writes it, with loops over pairs of rows."""

    def placements(scores):
        pairs = {
            (i, j): (scores[i] > scores[j]) + (scores[i] == scores[j]) / 2 for i, j in product(positives, negatives)
        }
        area = sum(pairs.values()) / len(pairs)
        above = {i: sum(pairs[i, j] for j in negatives) / len(negatives) - area for i in positives}
        below = {j: sum(pairs[i, j] for i in positives) / len(positives) - area for j in negatives}
        return above, below

    positives = [i for i, label in enumerate(labels) if label]
    negatives = [i for i, label in enumerate(labels) if not label]
    (above_1, below_1), (above_2, below_2) = placements(first), placements(second)
    kinds = sorted(set(clusters))

    def summed(values, cluster):
        return sum(value for i, value in values.items() if clusters[i] == cluster)

    holding_p = len({clusters[i] for i in positives})
    holding_n = len({clusters[i] for i in negatives})
    p, n, all_clusters = len(positives), len(negatives), len(kinds)
    s10 = holding_p / ((holding_p - 1) * p) * sum(summed(above_1, k) * summed(above_2, k) for k in kinds)
    s01 = holding_n / ((holding_n - 1) * n) * sum(summed(below_1, k) * summed(below_2, k) for k in kinds)
    s11 = all_clusters / (all_clusters - 1) * sum(summed(above_1, k) * summed(below_2, k) for k in kinds)
    s11_swapped = all_clusters / (all_clusters - 1) * sum(summed(below_1, k) * summed(above_2, k) for k in kinds)
    return s10 / p + s01 / n + (s11 + s11_swapped) / (p * n)


@settings(deadline=None, max_examples=60)
@given(SMALL_ROWS, st.randoms(use_true_random=False))
def test_obuchowskis_covariance_is_the_one_of_the_formula(rows, random):
    labels, scores, clusters = (list(column) for column in zip(*rows, strict=True))
    holding = [
        {c for label, c in zip(labels, clusters, strict=True) if label == of_class} for of_class in (True, False)
    ]
    assume(min(map(len, holding)) >= 2)
    others = random.sample(scores, len(scores))
    e = tc.evaluate(labels, {"a": scores, "b": others}, positive=True, cluster=clusters)
    areas = [ClusteredArea.of(ClusteredRows.of(model), model.curve) for model in e.by_model.values()]
    for one, other in product((0, 1), repeat=2):
        expected = obuchowski_from_the_formula(labels, (scores, others)[one], (scores, others)[other], clusters)
        assert area_covariance(areas[one], areas[other]) == pytest.approx(expected, abs=1e-12)


def test_with_one_row_per_cluster_the_area_has_delongs_variance_but_for_the_factor():
    # The classes never meet in a cluster: then the formula of each class is DeLong's own, factor and all.
    data = clustered_data(60, 1, seed=1)
    model = tc.evaluate(data["labels"], data["scores"], cluster=np.arange(60)).model
    area = ClusteredArea.of(ClusteredRows.of(model), model.curve)
    assert area.variance == pytest.approx(Ranking.of(model.curve).variance, rel=1e-12)


@given(st.lists(st.booleans(), min_size=2, max_size=50))
def test_with_one_row_per_cluster_a_share_has_the_binomial_variance_but_for_the_factor(counted):
    sums, clusters = np.array(counted, dtype=float), len(counted)
    share = sums.mean()
    expected = share * (1 - share) / clusters * clusters / (clusters - 1)
    assert ratio_variance(sums, np.ones(clusters)) == pytest.approx(expected, abs=1e-15)


def test_rows_that_repeat_their_cluster_are_worth_the_clusters():
    once = np.array([1.0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1])
    alone = ClusteredShare.of(once, np.ones(12))
    repeated = ClusteredShare.of(7 * once, np.full(12, 7.0))
    assert repeated.rows == 84
    assert repeated.effective_rows == pytest.approx(alone.effective_rows)
    assert repeated.limits(0.95) == pytest.approx(alone.limits(0.95))


def test_wilson_of_clusters_is_wilson_with_students_quantile():
    share = ClusteredShare(0.3, 200, 12, 50)
    t, m, p = student_quantile(0.9, 11), 50, 0.3
    centre, half = (
        (p + t * t / (2 * m)) / (1 + t * t / m),
        t / (1 + t * t / m) * sqrt(p * (1 - p) / m + t * t / (4 * m * m)),
    )
    assert share.limits(0.9) == pytest.approx((centre - half, centre + half), abs=1e-14)
    assert t > normal_quantile(0.9)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 1000), st.floats(0.1, 8))
def test_renaming_clusters_and_scaling_weights_changes_nothing(seed, scale):
    data, rng = clustered_data(20, 4, seed), np.random.default_rng(seed)
    weights, names = rng.random(80) + 0.1, rng.permutation(1000)[data["cluster"]]
    plain = tc.evaluate(data["labels"], data["scores"], cluster=data["cluster"], weight=weights)
    other = tc.evaluate(data["labels"], data["scores"], cluster=names, weight=weights * scale)
    for name in ("recall", "roc_auc", "average_precision", "brier"):
        one, same = plain.metric(name), other.metric(name)
        assert (one.low is None) == (same.low is None)
        if one.low is not None:
            assert (same.low, same.high) == pytest.approx((one.low, one.high), rel=1e-6, abs=1e-9)


def test_repeated_rows_are_rows():
    data = clustered_data(20, 4, seed=5)
    times = np.random.default_rng(5).integers(1, 4, 80)
    short = tc.evaluate(data["labels"], data["scores"], cluster=data["cluster"], weight=times, weights_are="repeated")
    long = tc.evaluate(
        *(np.repeat(data[name], times) for name in ("labels", "scores")), cluster=np.repeat(data["cluster"], times)
    )
    for name in ("recall", "roc_auc", "average_precision", "brier", "mcc", "ks"):
        one, same = short.metric(name), long.metric(name)
        assert (same.low, same.high, same.rows) == pytest.approx((one.low, one.high, one.rows), rel=1e-9)
        assert (same.clusters, same.note) == (one.clusters, one.note)


# Every metric


@pytest.fixture(scope="module")
def forty_clusters() -> tc.Evaluation:
    return evaluated(cost={"fp": 1, "fn": 1})


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.name)
def test_every_metric_has_an_interval_of_clusters_or_a_reason(entry, forty_clusters):
    found = forty_clusters.metric(entry.name)
    assert found.is_defined
    if entry.no_interval:
        assert found.note == entry.no_interval
        return
    assert found.low <= found.value <= found.high
    assert found.low < found.high
    assert 10 <= found.clusters <= 40
    assert found.note


def test_shares_and_areas_say_what_their_rows_are_worth(forty_clusters):
    found = forty_clusters.metric("accuracy")
    assert (found.rows, found.clusters) == (200, 40)
    assert found.effective_rows < 200
    assert found.design_effect == 200 / found.effective_rows
    assert found.note == (
        f"200 rows of 40 clusters are worth about {found.effective_rows:.0f} independent ones "
        f"(design effect {found.design_effect:.2f})"
    )


def test_analytic_intervals_agree_with_resampled_clusters():
    e = evaluated(clusters=300, size=4, seed=2)
    for name in ("accuracy", "recall", "precision", "roc_auc", "average_precision", "brier", "net_benefit"):
        own, resampled = e.metric(name), e.metric(name, interval="bootstrap")
        assert resampled.high - resampled.low == pytest.approx(own.high - own.low, rel=0.15)


def test_resampling_clusters_is_drawing_rows_of_drawn_clusters():
    e = evaluated(clusters=12, size=3, seed=4)
    bootstrap, rows = ClusterBootstrap.of(e.model, seed=3), e.model.clustered
    for name in ("mcc", "pr_auc"):
        found = bootstrap.resampled(e.model, metric(name), {}, 600)
        for b in (0, 17, 599):
            times = bootstrap.draws(600)[b][rows.clusters]
            drawn = tc.evaluate(np.repeat(rows.is_positive, times), np.repeat(rows.scores("scores"), times))
            assert found[b] == pytest.approx(drawn.metric(name).value, rel=1e-12)


def test_bca_leaves_out_one_cluster_at_a_time():
    e = evaluated(clusters=12, size=8, seed=4)
    rows = e.model.clustered
    for name in ("mcc", "pr_auc"):
        found = ClusterBootstrap.of(e.model).without_one(e.model, metric(name), {})
        for cluster in range(12):
            kept = rows.taken(np.flatnonzero(rows.clusters != cluster))
            expected = tc.evaluate(kept.is_positive, kept.scores("scores")).metric(name).value
            assert found[cluster] == pytest.approx(expected, rel=1e-12)
    corrected, plain = (e.metric("mcc", interval=name, replicates=1000) for name in ("bca", "percentile"))
    assert corrected.method == "bca"
    assert (corrected.low, corrected.high) != (plain.low, plain.high)


def test_joined_scores_and_grouped_clusters_tell_the_same_spread(monkeypatch):
    data = clustered_data(900, 2, seed=6)

    def widths() -> dict[str, float]:
        e = tc.evaluate(data["labels"], data["scores"], cluster=data["cluster"])
        found = {name: e.metric(name) for name in ("ks", "pr_auc", "calibration_slope", "mcc", "recall_at_fpr")}
        return {name: one.high - one.low for name, one in found.items()}

    whole = widths()
    monkeypatch.setattr(clustered_bootstrap, "MOST_SCORES", 300)
    monkeypatch.setattr(clustered_bootstrap, "MOST_CLUSTERS", 300)
    assert widths() == pytest.approx(whole, rel=0.2)


def test_grouped_clusters_are_said_to_be(monkeypatch):
    monkeypatch.setattr(clustered_bootstrap, "MOST_CLUSTERS", 20)
    note = evaluated().metric("mcc").note
    assert note == "2,000 resamples of 40 clusters, dealt at random into 20 groups, seed 0"


def test_more_replicates_begin_with_the_same_ones_and_another_seed_draws_others():
    e = evaluated()
    few, many = (ClusterBootstrap.of(e.model).resampled(e.model, metric("ks"), {}, number) for number in (500, 700))
    assert many[:500].tolist() == few.tolist()
    assert e.metric("ks", seed=1).low != e.metric("ks").low
    assert e.metric("ks", interval="bootstrap", replicates=300).resampled.replicates == 300


def test_clusters_are_not_drawn_by_class():
    with pytest.raises(BadCall, match="Clusters are drawn whole"):
        evaluated().metric("mcc", stratified=True)


# Edges


def test_fewer_than_ten_clusters_have_no_interval():
    found = evaluated(clusters=9, size=30)
    for name in ("recall", "roc_auc", "mcc", "brier", "average_precision", "ks"):
        one = found.metric(name)
        assert one.low is None
        assert one.note == "it rests on 9 clusters, and fewer than 10 are too few for an interval"


def test_clusters_are_those_behind_the_value():
    # 12 clusters hold negatives, 9 of them positives: recall has no interval, specificity has one.
    labels, clusters = [1] * 9 * 4 + [0] * 12 * 4, [*np.repeat(range(9), 4), *np.repeat(range(12), 4)]
    e = tc.evaluate(labels, np.random.default_rng(0).random(84), cluster=clusters)
    assert e.metric("recall").note == "it rests on 9 clusters, and fewer than 10 are too few for an interval"
    assert e.metric("specificity").has_interval
    assert e.metric("mcc").note == "one of the classes occurs in 9 of 12 clusters only, too few to resample them"
    assert "cautious, wide" in e.metric("roc_auc").note


def test_a_perfect_ranking_has_an_interval_of_clusters_not_of_rows():
    labels, clusters = np.tile([1, 0], 200), np.arange(400) // 20
    found = tc.evaluate(labels, labels * 0.8 + 0.1, cluster=clusters).metric("roc_auc")
    alone = tc.evaluate(labels[:40], labels[:40] * 0.8 + 0.1).metric("roc_auc")
    assert found.value == 1
    assert found.low == pytest.approx(alone.low)  # 20 clusters that hold both classes: like 20 positives, 20 negatives
    assert "follows from their number" in found.note


def test_a_share_of_all_rows_counts_each_cluster_once():
    found = tc.evaluate([1] * 60 + [0] * 60, [0.9] * 60 + [0.1] * 60, cluster=np.arange(120) % 20).metric("recall")
    assert found.effective_rows == 20
    assert (found.value, found.high) == (1, 1)
    assert "each cluster counts as one row" in found.note


def test_intervals_for_independent_rows_are_refused_by_name():
    e = evaluated()
    with pytest.raises(
        BadCall, match="'delong' is no interval for roc_auc of rows that come in clusters; there are obu"
    ):
        e.metric("roc_auc", interval="delong")
    with pytest.raises(UnknownName):
        e.metric("roc_auc", interval="obuchovsky")
    assert e.metric("recall", interval="clopper-pearson").low < e.metric("recall").low


def test_groups_have_their_own_clusters():
    data = clustered_data(40, 6, seed=3)
    halves = np.where(data["cluster"] < 15, "a", "b")
    e = tc.evaluate(data["labels"], data["scores"], cluster=data["cluster"], group=halves)
    alone = tc.evaluate(
        *(data[name][halves == "a"] for name in ("labels", "scores")), cluster=data["cluster"][halves == "a"]
    )
    assert e.groups["a"].metric("roc_auc") == alone.metric("roc_auc")
    assert e.groups["a"].metric("accuracy").clusters == 15
    assert e.without_group("b").metric("accuracy") == alone.metric("accuracy")


def test_clusters_go_along_to_another_prevalence():
    e = evaluated()
    there = e.given(prevalence=0.05)
    assert there.metric("recall").low == pytest.approx(e.metric("recall").low)
    moved = there.metric("precision")
    assert moved.clusters == e.metric("precision").clusters
    assert moved.value < e.metric("precision").value
    assert moved.low < moved.value < moved.high


# What else must respect clusters


def test_gates_count_clusters():
    data = clustered_data(40, 10, seed=8)
    rows = tc.evaluate(data["labels"], data["scores"])
    clusters = tc.evaluate(data["labels"], data["scores"], cluster=data["cluster"])
    for name in ("accuracy", "roc_auc"):
        limit = (rows.metric(name).low + clusters.metric(name).low) / 2
        by_rows, by_clusters = (tc.check(e, f"{name} >= {limit}").gates[0] for e in (rows, clusters))
        assert (by_rows.outcome, by_clusters.outcome) == ("passed", "undecided")
        assert by_clusters.interval.low == clusters.metric(name).low
        assert by_clusters.more.rows > 0


def test_gates_cannot_be_passed_by_a_handful_of_clusters():
    data = clustered_data(6, 200, seed=8)
    e = tc.evaluate(data["labels"], data["scores"], cluster=data["cluster"])
    (gate,) = tc.check(e, "accuracy >= 0.1").gates
    assert gate.outcome == "undecided"
    assert gate.notes == ("it rests on 6 clusters, and fewer than 10 are too few for an interval",)


def test_no_cluster_chooses_a_threshold_for_itself():
    # Each cluster has its own score, shared by its rows: a fold that divided clusters would know every score.
    rng = np.random.default_rng(0)
    of_cluster = rng.random(60) < 0.5
    clusters = np.repeat(np.arange(60), 5)
    scores, labels = rng.random(60)[clusters], of_cluster[clusters]
    e = tc.evaluate(labels, scores, cluster=clusters)
    seen: list[set[float]] = []

    def chooser(part) -> float:
        seen.append(set(part.table.scores.tolist()))
        assert (part.table.positive_rows + part.table.negative_rows == 5).all()
        return 0.5

    from truecut.decisions.cross_fitting import cross_fit, threshold_spread

    fit = cross_fit(e.model, chooser, folds=5, repeats=1)
    assert sum(60 - len(scores_of_others) for scores_of_others in seen) == 60
    assert fit.judged[0].counts == e.model.point.counts
    spread = threshold_spread(e.model, lambda part: float(part.table.rows), resamples=20)
    assert (spread.low, spread.high) == (300, 300)  # as many clusters of 5 rows are drawn as there are


def test_cross_fitting_needs_clusters_of_each_class():
    labels = [1] * 40 + [0] * 40
    e = tc.evaluate(labels, np.random.default_rng(0).random(80), cluster=[0] * 20 + [1] * 20 + list(range(2, 42)))
    with pytest.raises(BadCall, match="5 clusters that hold each class; the rarer one has 2"):
        e.optimism("youden")


# Promises


def test_clustered_intervals_cover_where_naive_ones_do_not():
    # The true share is known; the true area is taken from many rows of the same kind.
    area = (
        tc.evaluate(*(clustered_data(20_000, 5, seed=99)[name] for name in ("labels", "scores")))
        .metric("roc_auc")
        .value
    )
    truth = {"roc_auc": area, "prevalence": 0.5 * (1 - 0.2763263901682369)}  # P(|N(0, 2)| > 0.5) / 2
    hits = {(name, kind): 0 for name in truth for kind in ("rows", "clusters")}
    runs = 150
    for seed in range(runs):
        data = clustered_data(40, 5, seed)
        for kind, options in (("rows", {}), ("clusters", {"cluster": data["cluster"]})):
            e = tc.evaluate(data["labels"], data["scores"], **options)
            for name, value in truth.items():
                found = e.metric(name)
                hits[name, kind] += found.low <= value <= found.high
    for name in truth:
        assert hits[name, "rows"] < 0.9 * runs
        assert 0.9 * runs <= hits[name, "clusters"]


def test_weights_of_a_cluster_are_part_of_its_spread():
    # All weight on ten of forty clusters: the rest is as good as absent.
    data = clustered_data(40, 5, seed=1)
    weights = np.where(data["cluster"] < 12, 1.0, 1e-9)
    heavy = tc.evaluate(data["labels"], data["scores"], cluster=data["cluster"], weight=weights).metric("accuracy")
    few = data["cluster"] < 12
    alone = tc.evaluate(data["labels"][few], data["scores"][few], cluster=data["cluster"][few]).metric("accuracy")
    assert heavy.effective_rows == pytest.approx(alone.effective_rows, rel=0.1)


def test_counts_of_clusters_add_up_to_the_counts():
    e = evaluated()
    rows = ClusteredRows.of(e.model)
    by_cluster = rows.counts(int(e.curve.reached([0.5])[0]))
    assert Counts(**{cell: int(sums.sum()) for cell, sums in by_cluster.cells().items()}) == e.at(0.5).counts


def test_reports_say_what_the_rows_are_worth():
    from truecut.summaries.effective_rows import about_clusters, about_weights

    e = evaluated(weight=np.tile([1.0, 3.0], 100))
    accuracy, area = (round(e.metric(name).effective_rows) for name in ("accuracy", "roc_auc"))
    assert about_clusters(e.summary()) == (
        f"200 rows of 40 clusters, worth about {accuracy} (for accuracy) or {area} (for ROC AUC) independent ones"
    )
    positives, negatives = (f"{rows:.0f}" for rows in e.summary().models[0].effective)
    assert about_weights(e.summary()) == (
        f"worth about {positives} positive and {negatives} negative rows of equal weight"
    )
