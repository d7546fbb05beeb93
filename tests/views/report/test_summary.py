"""The tree behind the page: which thresholds it carries, and how formulas travel."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truecut as tc
from truecut.catalogue import CATALOGUE
from truecut.catalogue.formula import Formula
from truecut.catalogue.measures.hull import hull_entries
from truecut.catalogue.model import Model
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.summaries.of_models import summary_of_models
from truecut.summaries.report import ReportOptions, report_of
from truecut.summaries.report.entries import entries, tree_of
from truecut.summaries.report.groups import MOST_GROUPS
from truecut.summaries.report.thinning import cuts_at_entries, enough_digits, kept_entries, usual_thresholds
from truecut.views.html import report_as_html
from truecut.views.page_data import as_data


def table_of(number=20_000, seed=0, lower_is_positive=False):
    generator = np.random.default_rng(seed)
    labels = generator.random(number) < 0.1
    scores = 1 / (1 + np.exp(-(generator.normal(size=number) + 2 * labels - 3)))
    return ScoreTable.from_rows(
        labels, 1 - scores if lower_is_positive else scores, lower_is_positive=lower_is_positive
    )


def evaluated(tree, names):
    """Evaluate a formula as data, in the way the page does."""
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return names[tree]
    name, *parts = tree
    values = [evaluated(part, names) for part in parts]
    operations = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "^": lambda a, b: a**b,
        "negated": lambda a: -a,
        "sqrt": np.sqrt,
        "max": max,
        "min": min,
    }
    return operations[name](*values)


@pytest.mark.parametrize(
    "entry", [entry for entry in CATALOGUE if entry.needs_only_counts], ids=lambda entry: entry.name
)
def test_a_formula_as_data_is_the_formula(entry):
    prices = {"cost_tp": -1, "cost_fp": 2, "cost_fn": 30, "cost_tn": 0}
    names = {"tp": 31, "fp": 7, "fn": 11, "tn": 53, **prices, **entry.parameters}
    assert evaluated(tree_of(entry.formula), names) == pytest.approx(Formula(entry.formula).at(names), rel=1e-12)


def test_every_metric_of_four_counts_travels_along():
    assert [entry.name for entry in entries()] == [entry.name for entry in CATALOGUE if entry.needs_only_counts]


def test_every_corner_of_the_hull_is_kept_and_no_more_than_are_needed():
    curve = CountsCurve(table_of())
    kept = kept_entries(curve, [0.5])
    assert set(hull_entries(curve)[1:]) <= set(kept)
    assert {int(curve.reached([0.5])[0]), 1, len(curve) - 1} <= set(kept)
    assert 900 < len(kept) < 1200


def test_few_scores_are_all_kept():
    curve = CountsCurve(table_of(500))
    assert kept_entries(curve, []).tolist() == list(range(1, 501))


@pytest.mark.parametrize("lower_is_positive", [False, True])
def test_the_kept_cuts_are_dense_in_both_classes(lower_is_positive):
    curve = CountsCurve(table_of(lower_is_positive=lower_is_positive))
    kept = kept_entries(curve, [])
    for column in (curve.counts.tp, curve.counts.fp):
        assert np.diff(column[kept]).max() <= column[-1] / 200


@given(
    st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=2, max_size=30, unique=True),
    st.booleans(),
)
def test_the_digits_of_a_threshold_flag_the_same_rows(scores, lower_is_positive):
    table = ScoreTable.from_rows([True] * len(scores), scores, lower_is_positive=lower_is_positive)
    for entry in range(1, len(table) + 1):
        short = float(f"{table.scores[entry - 1]:.{enough_digits(table, entry)}g}")
        assert CountsCurve(table).reached([short])[0] == entry


def test_the_thresholds_people_type_are_exact():
    model = Model("m", table_of(), threshold=0.123)
    asked = usual_thresholds(model)
    cuts = cuts_at_entries(model, kept_entries(model.curve, asked), asked)
    for threshold in (0.01, 0.37, 0.5, 0.123):
        place = sum(score >= threshold for score in cuts.scores) - 1
        assert cuts.tp[place] == model.at(threshold).counts.tp
        assert threshold in cuts.exact


def test_groups_add_up_to_all_rows_at_every_cut():
    generator = np.random.default_rng(1)
    labels, groups = generator.random(400) < 0.3, generator.choice(["a", "b", "c"], 400)
    evaluation = tc.evaluate(labels.astype(int), generator.random(400) + labels, group=groups)
    page = report_of(evaluation.summary()).models[0]
    assert np.sum([group.tp for group in page.groups.groups], axis=0).tolist() == list(page.cuts.tp)
    assert np.sum([group.fp for group in page.groups.groups], axis=0).tolist() == list(page.cuts.fp)


def test_small_groups_are_left_out_if_asked():
    labels, scores = [1, 0] * 50, list(range(100))
    evaluation = tc.evaluate(labels, scores, group=["small"] * 6 + ["large"] * 94)
    page = report_of(evaluation.summary(), ReportOptions(least_group=10)).models[0]
    assert [group.name for group in page.groups.groups] == ["large"]


def test_data_is_plain_json_without_numbers_that_json_lacks():
    evaluation = tc.evaluate([1, 0, 1, 0, 1], [np.inf, -np.inf, 3, 2, 1])
    data = json.loads(as_data(report_of(evaluation.summary())))
    assert data["models"][0]["cuts"]["scores"] == "Infinity 3 2 1 -Infinity"


def test_ten_million_rows_of_three_models_in_ten_groups_stay_small():
    """Tables stand for the rows: each score occurs many times."""
    generator = np.random.default_rng(2)
    scores = np.sort(generator.random(40_000))

    def table(skill):
        positives = generator.binomial(250, scores**skill * 0.3) // 10
        negatives = 25 - np.minimum(positives, 25)
        return ScoreTable(scores[::-1], *(column[::-1] for column in (positives, negatives) * 3))

    from truecut.data.rows import Provenance
    from truecut.decisions.findings import Subject
    from truecut.words import DEFAULT

    subjects = []
    for name, skill in (("one", 2.0), ("two", 1.5), ("three", 1.0)):
        groups = {f"group {i}": Model(name, table(skill)) for i in range(10)}
        total = sum((group.table for group in list(groups.values())[1:]), groups["group 0"].table)
        subjects.append(Subject(Model(name, total), groups, DEFAULT, is_only_model=False))
    assert subjects[0].model.table.rows == 10_000_000
    page = report_as_html(report_of(summary_of_models(Provenance("rows", 10_000_000, "1", "0"), subjects)))
    assert len(page.encode()) <= 400_000
    assert 'id="data">{' in page  # and not packed


def test_of_many_groups_the_worst_and_the_largest_are_shown_and_the_rest_counted():
    generator = np.random.default_rng(4)
    names = np.array([f"g{i}" for i in range(200)])
    groups = np.concatenate([np.repeat(names, 15), np.repeat(["bad", "large"], [60, 400])])
    labels = generator.random(len(groups)) < 0.5
    scores = np.clip(0.25 + 0.5 * (labels ^ (groups == "bad")) + generator.normal(size=len(groups)) / 10, 0, 1)
    evaluation = tc.evaluate(labels.astype(int), scores, group=groups)
    report = report_of(evaluation.summary())
    charted = report.models[0].groups
    shown = [group.name for group in charted.groups]
    assert {"bad", "large"} <= set(shown)
    assert len(shown) + charted.left_out == 202
    assert len(shown) == MOST_GROUPS
    assert shown == [name for name in evaluation.by_group if name in shown]
    assert [worse.threshold for worse in charted.worse] == [0.5]
    assert {("bad", "recall"), ("bad", "fpr")} == set(charted.worse[0].worse)
    assert len(report_as_html(report).encode()) < 400_000
