"""Every path on which a number is told, and what it tells there: so many answers, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tests.soak.random_situations import Asked

from truecut.catalogue import CATALOGUE, metric

Run = Callable[..., Any]


class _Absent:
    def __repr__(self) -> str:
        return "-"


ABSENT: Any = _Absent()
OF_COUNTS = [entry.name for entry in CATALOGUE if entry.needs_only_counts]
# With intervals that have a formula, or are fast.
OF_CURVES = ("roc_auc", "average_precision", "brier", "log_loss")
PRICED = ("mean_cost", "total_cost")
OF_THE_TRUTH = ("prevalence", "no_information_rate", "uniform_guess_rate")


@dataclass(frozen=True)
class Answer:
    """A number that a path told, with as much around it as it told; ABSENT where it did not say."""

    model: str
    metric: str
    value: Any
    low: Any = ABSENT
    high: Any = ABSENT
    method: Any = ABSENT
    undefined: Any = ABSENT
    threshold: Any = ABSENT  # other than the one in force
    group: str | None = None
    parameters: tuple[tuple[str, float], ...] = ()


def told(model: str, name: str, found: dict[str, Any], **where: Any) -> Answer:
    """Return a value of JSON as an answer, its interval with it."""
    ends = {end: found.get(end) for end in ("low", "high")}
    return Answer(
        model,
        name,
        found["value"],
        **ends,
        method=found.get("method") or None,
        undefined=found.get("undefined"),
        **where,
    )


def bare(model: str, name: str, found: Any, **where: Any) -> Answer:
    """Return a number that is told without an interval."""
    value = found["value"] if isinstance(found, dict) else found
    return Answer(model, name, value, **where)


def sampled_metrics(asked: Asked, count: int = 6) -> list[str]:
    """Return some metrics of four counts, those of cost among them where there are prices."""
    random = np.random.default_rng([16, asked.seed])
    chosen = [str(name) for name in random.choice(OF_COUNTS, count, replace=False) if name not in PRICED]
    return [*chosen, *(PRICED if "cost" in asked.stated else ())]


def by_report(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return what `report` tells, of groups and at the thresholds that it offers too."""
    found = go("report", "--group", "g")
    for model in found["models"]:
        name = model["name"]
        for one, value in model["metrics"].items():
            if metric(one).needs_only_counts or one in OF_CURVES:
                yield told(name, one, value)
        for group in model["groups"]:
            yield from (told(name, one, value, group=group["name"]) for one, value in group["metrics"].items())
        for option in model["thresholds"]:
            where = {"threshold": option["threshold"]}
            yield from (bare(name, one, value, **where) for one, value in option["metrics"].items())
            if option["mean_cost"] is not None:
                yield bare(name, "mean_cost", option["mean_cost"], **where)
    recommended = found["recommendation"]
    if "cost" in asked.stated and recommended["verdict"] != "no_answer" and recommended["threshold"] is not None:
        where = {"threshold": recommended["threshold"]}
        yield bare(recommended["model"], "mean_cost", recommended["cost"] / 1000, **where)


def by_file(_asked: Asked, go: Run) -> Iterator[Answer]:
    """Return what `publish` tells where all stands in truecut.toml."""
    found = go("publish", in_file=True)
    for model in found["models"]:
        yield from (told(model["model"], one["metric"], one["estimate"]) for one in model["metrics"])


def by_publish(_asked: Asked, go: Run) -> Iterator[Answer]:
    """Return what `publish` tells where all was typed."""
    found = go("publish")
    for model in found["models"]:
        yield from (told(model["model"], one["metric"], one["estimate"]) for one in model["metrics"])


def by_check(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return what requirements are held against, which no model can be said to meet by its range alone."""
    # A limit below the range of a metric is refused, since it says nothing.
    names = [name for name in sampled_metrics(asked) if metric(name).bounds[0] < 0.123]
    words = [word for name in names for word in ("--require", f"{name} >= 0.123")]
    found = go("check", *words, codes=(0, 1))
    for gate in found["gates"]:
        value = {**gate["value"], "low": gate["low"], "high": gate["high"], "method": gate["method"]}
        yield told(gate["model"], gate["metric"], value)


def by_table(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return what the table tells at two thresholds."""
    if "predicted" in asked.read:
        return
    low, high = sorted({float(np.quantile(asked.frame["p"], share)) for share in (0.3, 0.8)})[:2] or (0, 1)
    if low == high:
        return
    names = sampled_metrics(asked)
    found = go("table", "--from", repr(low), "--to", repr(high), "--points", "2", "--metrics", ",".join(names))
    for row in found["rows"]:
        cut = row["threshold"]
        for name in names:
            yield bare(row.get("model", asked.scored[0]), name, row[name], threshold=cut)


def by_threshold(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return what is told of the threshold that a rule chooses."""
    if not asked.scored:
        return
    rule = "cheapest" if "cost" in asked.stated else "f1"
    found = go("threshold", "--no-cross-fit", "--rule", rule, one=True, codes=(0, 1))
    where = {"threshold": found["threshold"]}
    yield from (bare(found["model"], name, value, **where) for name, value in found["metrics"].items())
    yield bare(found["model"], found["measure"], found["value"], **where)


def by_cost(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return what is told of costs now, at the cheapest cut, and of flagging nobody."""
    if "cost" not in asked.stated:
        return
    found = go("cost")
    for model in found["models"]:
        for line in model["lines"]:
            where = {"threshold": line["threshold"]} if line["name"] != "now" else {}
            if model["name"] in asked.scored:
                yield bare(model["name"], "mean_cost", line["mean"], **where)
                yield bare(model["name"], "total_cost", line["total"], **where)


def by_compare(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return the values of models that stand beside each other."""
    if len(asked.evaluation.by_model) < 2:
        return
    names = [name for name in sampled_metrics(asked, 4) if metric(name).better.value != "neither"]
    names = [name for name in names if all(one.metric(name).is_defined for one in asked.evaluation.models.values())]
    if not names:
        return  # models without a value cannot be ranked by it
    found = go("compare", "--metric", ",".join(names), "--replicates", "200")
    for compared in found["metrics"]:
        yield from (told(one["model"], compared["name"], one["value"]) for one in compared["standings"])


def by_groups(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return what is told of every group and of all rows."""
    names = [name for name in sampled_metrics(asked, 3) if not metric(name).is_total]  # which grow with the rows
    found = go("groups", "--group", "g", "--metric", ",".join(names), "--least-rows", "1")
    for part in found["metrics"]:
        yield told(part["model"], part["metric"], part["overall"])
        for group in part["groups"]:
            yield told(part["model"], part["metric"], group["value"], group=group["group"])


def by_chance(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return the values that are held against chance, and those of flagging nobody and everybody."""
    found = go("chance", "--metric", ",".join(sampled_metrics(asked, 3)), "--draws", "200")
    for model in found["models"]:
        for one in model["metrics"]:
            yield bare(model["model"], one["metric"], one["value"])
            for name, cut in (("flag all", -np.inf), ("flag none", np.inf)):
                if model["model"] in asked.scored:
                    yield bare(model["model"], one["metric"], one["constant"][name], threshold=cut)


def by_curve(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return a metric along the thresholds, at two of them."""
    if "predicted" in asked.read:
        return
    name = "mean_cost" if "cost" in asked.stated and asked.seed % 3 == 0 else sampled_metrics(asked)[0]
    first = next(iter(asked.evaluation.models.values()))
    if name == "lift" or name in OF_THE_TRUTH or not first.metric("recall").is_defined:
        return  # lift is a curve of its own; how common classes are does not follow the threshold
    cuts = [float(np.quantile(asked.frame["p"], share)) for share in (0.3, 0.7)]
    takes_prices = metric(name).is_priced or "pt" in metric(name).parameters  # as net benefit does
    unused = () if takes_prices else ("cost",)
    found = go("curve", name, "--at", ",".join(map(repr, cuts)), "--replicates", "200", without=unused)
    for curve in found["curves"]:
        for point in curve["points"]:
            # Bands of clustered rows are resampled, and intervals of shares are not.
            ends = {} if "cluster" in asked.read else {end: point[end] for end in ("low", "high")}
            yield Answer(curve["model"], name, point[name], **ends, threshold=point["threshold"])


def by_plan(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return the interval of today, as the plan for more rows begins."""
    if "sampled" in asked.stated:
        return
    found = go("plan", "--metric", ",".join(sampled_metrics(asked, 3)), one=True)
    model = next(iter(asked.evaluation.by_model)) if not asked.scored else asked.scored[0]
    for row in found["rows"]:
        if row["times"] == 1:
            yield Answer(model, row["metric"], row["value"], row["low"], row["high"])


def by_decision(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return the net benefit of acting on probabilities."""
    if not asked.scored or not ((asked.frame[asked.scored] >= 0) & (asked.frame[asked.scored] <= 1)).all(axis=None):
        return
    found = go("decision", "--at", "0.1,0.3", "--replicates", "200", without=("threshold",))
    for model in found["models"]:
        for pt, value in zip(found["thresholds"], model["net_benefit"]["value"], strict=True):
            yield bare(model["name"], "net_benefit", value, threshold=pt, parameters=(("pt", pt),))


OF_CALIBRATION = {
    "observed_expected": "observed_expected_ratio",
    "in_the_large": "calibration_intercept",
    "slope": "calibration_slope",
}


def by_calibration(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return the numbers of calibration, by the command and in the line of `report`."""
    if not asked.scored or not ((asked.frame[asked.scored] >= 0) & (asked.frame[asked.scored] <= 1)).all(axis=None):
        return
    found = go("calibration", "--replicates", "100", without=("cost", "threshold"))
    for model in found["models"]:
        for name, called in OF_CALIBRATION.items():
            if "tests" in model:
                value = model["tests"][name]
                yield told(model["name"], called, value.get("estimate", value))
    for model in go("report")["models"]:
        for name in ("observed_expected", "slope"):
            if model["calibration"] is not None:
                yield told(model["name"], OF_CALIBRATION[name], model["calibration"][name])


def by_call(asked: Asked, _go: Run) -> Iterator[Answer]:
    """Return what a call finds whose arguments state the situation."""
    from truecut import evaluate

    e = evaluate(asked.frame, **asked.read, amount=asked.amounts)
    parts = {name: asked.stated[name] for name in ("cost", "prevalence") if name in asked.stated}
    if "sampled" in asked.stated:
        e = e.given(sampled=asked.stated["sampled"])
    for name, one in e.models.items():
        cut = asked.stated.get("threshold") if name in asked.scored else None
        cut = cut[name] if isinstance(cut, dict) else cut
        stated = {**parts, **({} if cut is None else {"threshold": cut})}
        for called in sampled_metrics(asked):
            yield estimated(name, called, one.metric(called, **stated, level=asked.stated.get("level")))


def by_given(asked: Asked, _go: Run) -> Iterator[Answer]:
    """Return what is found where the situation is stated part by part, and something else was stated before."""
    from truecut import evaluate

    e = evaluate(asked.frame, **asked.read, amount=asked.amounts, prevalence=0.123, cost={"fp": 3, "fn": 4})
    e = e.given(prevalence=None, cost=None)
    for name in reversed(asked.stated):
        e = e.given(**{name: asked.stated[name]})
    assert e.situation == asked.evaluation.situation
    for name, one in e.models.items():
        yield from (estimated(name, called, one.metric(called)) for called in sampled_metrics(asked))


def by_saved_file(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return what is found in a file that was saved and read."""
    from truecut import load

    path = Path(go.folder) / "saved.json"  # type: ignore[attr-defined]
    asked.evaluation.save(path)
    e = load(path)
    assert e.situation == asked.evaluation.situation
    for name, one in e.models.items():
        yield from (estimated(name, called, one.metric(called)) for called in sampled_metrics(asked))


def by_engine(asked: Asked, _go: Run) -> Iterator[Answer]:
    """Return what is found where DuckDB counts the rows."""
    import duckdb

    from truecut import evaluate

    if "cluster" in asked.read or "fold" in asked.read:
        return
    frame = asked.frame
    with duckdb.connect() as connection:
        e = evaluate(connection.from_df(frame), **asked.read, **asked.stated, resolution="exact")
    for name, one in e.models.items():
        yield from (estimated(name, called, one.metric(called)) for called in sampled_metrics(asked))


def by_page(asked: Asked, go: Run) -> Iterator[Answer]:
    """Return the numbers that the page is told; what it computes of counts is tested in browsers."""
    page = go.page(asked)  # type: ignore[attr-defined]
    assert page["level"] == asked.stated.get("level", 0.95)
    for model in page["models"]:
        for name in OF_CURVES:
            if name in model["curve_metrics"]:
                value = model["curve_metrics"][name]
                yield told(model["name"], name, {"value": value.get("value"), **value})


def estimated(model: str, name: str, found: Any) -> Answer:
    """Return an estimate as an answer."""
    return Answer(model, name, found.value, found.low, found.high, found.method or None, found.undefined)


QUICK = (
    by_call,
    by_given,
    by_saved_file,
    by_engine,
    by_check,
    by_table,
    by_threshold,
    by_cost,
    by_compare,
    by_groups,
    by_chance,
    by_curve,
    by_plan,
    by_decision,
)
SLOW = (by_report, by_page, by_publish, by_file, by_calibration)
