"""Many groups are not printed by the thousand: readers get the worst and are told where the others are."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import truecut as tc
from truecut.decisions.group_differences import by_group
from truecut.errors.visible_text import visible_in_json
from truecut.summaries.group_metrics import OF_GROUPS, metrics_of_groups
from truecut.views.formats import written_in
from truecut.views.groups import GroupsView
from truecut.views.json_values import VERSION, as_json_text
from truecut.views.summary import SummaryView


def evaluation(groups: int) -> tc.Evaluation:
    chance = np.random.default_rng(7)
    rows = 12 * groups
    labels = chance.random(rows) < 0.4
    return tc.evaluate(labels, chance.random(rows).round(2), group=[f"g{i % groups:03}" for i in range(rows)])


def view_of(e: tc.Evaluation) -> GroupsView:
    models = {group: by_model[e.model.name] for group, by_model in e.by_group.items()}
    return GroupsView(e.read, e.words, [by_group(e.model, models, "recall")])


def text_of(view: GroupsView) -> str:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(view.text(100))
    return captured.get()


def lines_about_groups(text: str) -> int:
    return sum(line.lstrip("| ").startswith("g") and line.lstrip("| ")[1:4].isdigit() for line in text.splitlines())


def test_of_many_groups_the_worst_and_the_best_are_shown_and_the_others_counted():
    view = view_of(evaluation(90))
    order = [one.group for one in view.found[0].worst_first if one.estimate.value is not None]
    said = "The 40 worst and the 20 best of 90 groups"
    for text in (view.markdown(), text_of(view)):
        assert lines_about_groups(text) == 60
        assert said in text
        assert all(group in text for group in (*order[:40], *order[-20:]))
        assert order[45] not in text
    assert len(view.sheet().rows) == len(view.data()["metrics"][0]["groups"]) == 90


def test_few_groups_are_all_shown():
    view = view_of(evaluation(60))
    assert lines_about_groups(view.markdown()) == 60
    assert "worst" not in view.markdown()


def test_the_markdown_report_shows_the_worst_and_the_largest():
    from truecut.views.summary.tables import markdown_of

    text = markdown_of(evaluation(90).summary())
    assert "the worst and the largest of 90; -o report.csv has all" in text
    assert lines_about_groups(text) == 60


def test_a_group_has_metrics_whose_intervals_have_a_formula_and_others_by_wish():
    groups = evaluation(5)
    usual = groups.summary().models[0].groups[0].metrics
    assert tuple(usual) == metrics_of_groups(()) and set(usual) == set(OF_GROUPS)
    assert not any(value.resampled for value in usual.values())
    wished = groups.summary(group_metrics=["ks", "tpr"]).models[0].groups[0].metrics
    assert list(wished) == ["recall", "ks"]
    every = groups.summary(group_metrics=["all"]).models[0].groups[0].metrics
    assert list(every) == list(groups.summary().models[0].metrics)


def test_a_metric_of_groups_that_does_not_exist_is_refused_at_once():
    with pytest.raises(tc.TruecutError, match="No metric is called 'recal'"):
        evaluation(2).summary(group_metrics=["recal"])


@pytest.mark.parametrize("rows", [{}, {"weight": True}, {"cluster": True}, {"design": "case-control"}], ids=str)
def test_groups_of_the_same_counts_share_what_follows_from_the_counts_and_nothing_else(rows):
    labels, scores = [1, 1, 0, 0] * 3, [0.9, 0.2, 0.7, 0.1] * 2 + [0.8, 0.4, 0.6, 0.3]
    columns = {"weight": [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3], "cluster": [0, 0, 1, 1, 2, 3, 4, 5, 6, 6, 6, 7]}
    chosen = {name: columns.get(name, value) for name, value in rows.items()}
    e = tc.evaluate(labels, scores, group=["a"] * 4 + ["b"] * 4 + ["c"] * 4, **chosen)
    for group in e.summary(group_metrics=["all"]).models[0].groups:
        for name in group.metrics:
            assert repr(group.metrics[name]) == repr(e.groups[group.name].metric(name)), (group.name, name)


def test_the_markdown_of_groups_shows_the_metrics_that_were_wished_for():
    from truecut.views.summary.tables import markdown_of

    text = markdown_of(evaluation(3).summary(group_metrics=["mcc"]))
    assert "| group | rows | mcc |" in text


def test_each_of_many_groups_is_one_line_of_json():
    text = written_in(SummaryView(evaluation(120).summary(group_metrics=["recall"])), "json")
    assert sum('"name": "g' in line for line in text.splitlines()) == 120
    assert [group["name"] for group in json.loads(text)["models"][0]["groups"]] == [f"g{i:03}" for i in range(120)]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    )
)
def test_json_of_short_lists_is_indented_as_ever(data):
    wanted = json.dumps({"truecut": "x", "version": VERSION, "data": data}, indent=2, ensure_ascii=False)
    assert as_json_text("x", {"data": data}) == visible_in_json(wanted)
