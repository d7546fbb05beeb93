"""Terminal, JSON and page say the same: they draw one summary, in which nothing is found twice."""

import io
import json
import re
from collections import Counter
from html import escape

import numpy as np
import pytest
from rich.console import Console

import truecut as tc
from truecut.catalogue.situation import Situation
from truecut.counting.counts import Counts
from truecut.inference.point import Point
from truecut.summaries.of_counts import summary_of_point
from truecut.summaries.report import report_of
from truecut.views.formats import written_in as written_as
from truecut.views.page_data import as_data
from truecut.views.summary import SummaryView
from truecut.views.summary.one_model import told_most_of
from truecut.views.summary.text import drawn
from truecut.words.numerals import threshold as written


def summary_as_json(summary):
    return written_as(SummaryView(summary), "json")


COST = tc.Cost(fp=10, fn=1)
GOAL = "maximise recall subject to precision >= 0.9"


def rows(number=600, seed=0):
    generator = np.random.default_rng(seed)
    y = (generator.random(number) < 0.3).astype(int)
    noise = generator.normal(size=(2, number))
    return {
        "y": y,
        "good": np.round(1 / (1 + np.exp(-(noise[0] + 2 * y - 1))), 4),
        "poor": np.round(1 / (1 + np.exp(-(noise[1] + 0.3 * y - 1))), 4),
        "odds": np.round(noise[0] + 2 * y, 3),
        "hard": (noise[1] + y > 0.5).astype(int),
        "group": generator.choice(["a", "b", "c"], number),
        "weight": generator.gamma(2, size=number),
    }


def classes(*, scores):
    generator = np.random.default_rng(1)
    names = np.array(["cat", "dog", "hen"])
    true, noise = generator.choice(3, 300), generator.normal(size=(300, 3))
    noise[np.arange(300), true] += 1.5
    shares = np.exp(noise) / np.exp(noise).sum(axis=1, keepdims=True)
    columns = {"y": names[true], **{name: shares[:, k] for k, name in enumerate(names)}}
    if scores:
        return tc.evaluate(columns, label="y", class_scores={name: name for name in names})
    return tc.evaluate({"y": names[true], "g": names[shares.argmax(axis=1)]}, label="y", predicted="g")


def of(columns, **asked):
    return lambda: tc.evaluate(rows(), label="y", **columns).summary(**asked)


SUMMARIES = {
    "scores": of({"score": "good"}),
    "log odds": of({"score": "odds"}),
    "several models": of({"score": ["good", "poor", "odds"]}),
    "groups": of({"score": ["good", "poor"], "group": "group"}),
    "costs": of({"score": "good"}, cost=COST),
    "a goal": of(
        {"score": "good"}, presets=[GOAL, "maximise recall subject to precision >= 1 and recall >= 1"], level=0.9
    ),
    "weights": of({"score": "good", "weight": "weight"}),
    "low is positive": of({"score": "good", "lower_is_positive": True}),
    "hard predictions": of({"predicted": "hard"}),
    "both": of({"score": ["good", "poor"], "predicted": "hard"}),
    "infinite scores": lambda: tc.evaluate([1, 0, 1, 0, 1, 0], [np.inf, -np.inf, 3, 2, 1, 2]).summary(),
    "one class": lambda: tc.evaluate([1, 1, 1], [0.2, 0.4, 0.9]).summary(),
    "counts": lambda: summary_of_point(Point(Counts(tp=30, fp=5, fn=10, tn=55)), situation=Situation(cost=COST)),
}


@pytest.fixture(params=SUMMARIES)
def views(request):
    """Return a summary, and what the three views say of it."""
    summary = SUMMARIES[request.param]()
    console = Console(file=io.StringIO(), width=400, no_color=True)
    console.print(drawn(summary, 400))
    return (
        summary,
        console.file.getvalue(),
        json.loads(summary_as_json(summary)),
        json.loads(as_data(report_of(summary))),
    )


def test_the_same_thresholds_are_offered_everywhere(views):
    summary, text, data, page = views
    for said, shown in zip(data["models"], page["models"], strict=True):
        in_json = [(one["name"], one["rule"] or "", one["threshold"], one["why"]) for one in said["thresholds"]]
        on_page = [(one["name"], one["rule"], one.get("threshold"), one["why"]) for one in shown["thresholds"]]
        assert in_json == on_page
    for option in told_most_of(summary).thresholds:
        at = "none" if option.threshold is None else written(option.threshold)
        assert re.search(rf"{re.escape(option.name)}\s+{re.escape(at)}\s", text), option.name
    offered = text.partition("Thresholds")[2].partition("Found on these rows")[0].strip().splitlines()[1:]
    assert len(offered) == len(told_most_of(summary).thresholds)


def test_the_same_is_found_everywhere(views):
    summary, text, data, page = views
    assert data["findings"] == [
        {**one, "model": one["model"] or None, "group": one["group"] or None} for one in page["findings"]
    ]
    plain = " ".join(text.split())
    first = {"", told_most_of(summary).name}
    for finding in summary.findings:
        if finding.tone != "good" or finding.model in first:
            assert " ".join(finding.title.split()) in plain


def test_the_same_histogram_is_drawn_everywhere(views):
    summary, text, data, page = views
    for said, shown in zip(data["models"], page["models"], strict=True):
        assert said["histogram"] == shown.get("histogram")
        if said["histogram"]:
            assert sum(shown["histogram"]["positives"]) == pytest.approx(shown["positives"])
            assert sum(shown["histogram"]["negatives"]) == pytest.approx(shown["negatives"])
    drawn_bars = re.findall(r"^ *positive ([ ▁▂▃▄▅▆▇█┃]{33})$", text, re.MULTILINE)
    histogram = told_most_of(summary).histogram
    if histogram is None:
        assert drawn_bars == []
        return
    bars = histogram.coarser(32).positives
    (line,) = drawn_bars
    assert [sign != " " for sign in line.replace("┃", "")] == [bar > 0 for bar in bars]


def test_bars_that_are_taken_together_are_those_that_would_have_been_counted():
    histogram = SUMMARIES["scores"]().models[0].histogram
    labels, scores = rows()["y"], rows()["good"]
    expected, _ = np.histogram(scores[labels == 1], bins=32, range=(0, 1))
    assert list(histogram.coarser(32).positives) == expected.tolist()
    with pytest.raises(ValueError, match="64 bars"):
        histogram.coarser(30)


@pytest.mark.parametrize("scores", [False, True])
def test_the_same_is_found_of_many_classes_in_text_data_and_page(scores):
    evaluated = classes(scores=scores)
    summary = evaluated.summary()
    console = Console(file=io.StringIO(), width=400, no_color=True)
    console.print(drawn(summary, 400))
    titles = [finding.title for finding in summary.findings]
    assert [one["title"] for one in json.loads(summary_as_json(summary))["findings"]] == titles
    page = evaluated.html()
    assert all(title in console.file.getvalue() and escape(title) in page for title in titles)


def test_a_summary_is_found_once_for_all_views():
    e = tc.evaluate(rows(), label="y", score=["good", "poor"], group="group")
    assert e.summary(cost=COST) is e.summary(cost=tc.Cost(fp=10, fn=1))
    assert e.summary(cost=COST) is not e.summary()
    assert report_of(e.summary()).models[0].summary is e.summary().models[0]
    assert e.cut_at(0.2).summary() is not e.summary()
    assert e.cut_at(0.2).summary().models[0].threshold == 0.2
    classed = classes(scores=True)
    assert classed.summary() is classed.summary()


def test_the_page_finds_nothing_twice(monkeypatch):
    """Each of these goes through all scores, or tests every group."""
    from truecut.decisions import threshold_options
    from truecut.inference.calibration import significance

    seen = Counter()

    def counted(module, name, key=id):
        find = getattr(module, name)

        def counting(subject, *args, **asked):
            seen[name, key(subject)] += 1
            return find(subject, *args, **asked)

        monkeypatch.setattr(module, name, counting)

    counted(threshold_options, "_found")
    counted(threshold_options, "decide")
    counted(significance, "_line", lambda curve: id(curve.table))
    e = tc.evaluate(rows(5000), label="y", score=["good", "poor"], group="group")
    e.html(cost=COST)
    summary_as_json(e.summary(cost=COST))
    assert seen
    once = {key: times for key, times in seen.items() if key[0] != "decide"}
    assert set(once.values()) == {1}, once
    assert {times for key, times in seen.items() if key[0] == "decide"} == {4}, "one rule each"
