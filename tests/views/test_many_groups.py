"""Many groups are not printed by the thousand: readers get the worst and are told where the others are."""

import numpy as np
from rich.console import Console

import truecut as tc
from truecut.decisions.group_differences import by_group
from truecut.views.groups import GroupsView


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
