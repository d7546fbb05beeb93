"""One page per metric: formula, cells, worked example, interval, when it misleads, relatives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from math import isfinite
from pathlib import Path

import truecut as tc
from making.in_steps import steps_of
from making.live_pages import in_the_lab
from making.pictures import example_parameters, push_picture, row_of, share_picture, shares_in
from making.running import console
from making.ten_rows import LABELS, SCORES, picture_of
from making.typeset import formula_of, typeset
from truecut.catalogue import BY_NAME, CATALOGUE, FAMILIES, Better, Metric
from truecut.catalogue.explanation import Explanation, Relative, explain
from truecut.catalogue.lessons import LESSONS
from truecut.catalogue.lessons.by_hand import BY_HAND
from truecut.catalogue.names_elsewhere import NameElsewhere, named_elsewhere
from truecut.catalogue.quiz.rates import ASKED
from truecut.counting.counts import Counts
from truecut.words.numerals import plain_number

CANCER = Path(__file__).parents[2] / "examples" / "breast-cancer.csv"
MAIL = {"tp": 30, "fn": 10, "fp": 5, "tn": 55}
IN_WORDS = "--counts tp=30,fn=10,fp=5,tn=55 --words positive=spam,negative=ham,unit=email"
# Metrics whose defaults say little about ten rows.
GIVEN = {
    "best_subject_to": {"at_least": 0.6},
    "partial_auc": {"fpr": (0, 0.4)},
    "calibration_error": {"bins": 5},
    "precision_at_k": {"k": 4},
    "recall_at_k": {"k": 4},
    "lift_at_k": {"k": 4},
}
# Where the lab teaches a metric, and which exercises ask for it beside those of rates.
TAUGHT = {
    "accuracy": "lessons/worthless", "no_information_rate": "lessons/worthless", "recall": "lessons/matrix",
    "precision": "lessons/matrix", "f1": "lessons/f1", "f_beta": "lessons/worse", "specificity": "lessons/threshold",
    "fpr": "lessons/threshold", "roc_auc": "hand/ten", "average_precision": "lessons/rare",
    "prevalence": "lessons/rare", "total_cost": "lessons/populations", "mean_cost": "lessons/worse",
    "calibration_error": "lessons/promise",
    "brier": "lessons/promise", "informedness": "lessons/flip", "gini": "lessons/ends",
}  # fmt: skip
PRACTISED = {
    "no_information_rate": "no_information", "roc_auc": "area", "total_cost": "cost", "f_beta": "beta",
    "kappa": "kappa",
}  # fmt: skip
TITLES = {f"lessons/{lesson.name}": lesson.title for lesson in LESSONS} | {
    f"hand/{table.name}": f"a curve by hand, {table.title}" for table in BY_HAND
}
SPEAKS_ABOUT = {
    "all rows": "Of everybody",
    "what was predicted": "Of those flagged, or left alone",
    "what is true": "Of the positives, or the negatives",
    "both together": "Both together",
    "every threshold": "Over every threshold",
    "probabilities": "Of probabilities",
}


def metric_pages() -> Iterator[tuple[str, str]]:
    """Return every page under metrics/ with its place."""
    cancer = tc.evaluate(CANCER, positive="malignant", score="logistic")
    yield "metrics/index.md", index()
    for entry in CATALOGUE:
        yield f"metrics/{entry.name}.md", page(entry, cancer)


def page(entry: Metric, cancer: tc.Evaluation) -> str:
    """Return the page of one metric."""
    said = explain(entry.name)
    facts = "\n".join(f"| **{what}** | {text} |" for what, text in _facts(entry, said))
    parts = [
        f'---\nmyst:\n  html_meta:\n    description: "{quoted(said.meaning)}"\n---',
        f"({entry.name})=\n# {entry.title}",
        prose(said.meaning),
        f"$$ \\mathrm{{{entry.name.replace('_', chr(92) + ' ')}}} = {formula_of(entry)} $$",
        row_of(_pictures(entry)),
        f"{{.tc-facts}}\n| what | answer |\n|---|---|\n{facts}",
        f"## Worked example\n\n{_worked(entry)}",
        f"## How sure is it?\n\n{_interval(entry, cancer)}",
        f"## When to use it\n\n{prose(said.use)}",
        f"## When it misleads\n\n{prose(said.misleads)}",
    ]
    if relatives := list(_relatives(entry, said)):
        parts.append("## Relatives\n\n" + "\n".join(relatives))
    if others := named_elsewhere(entry.name):
        rows = "\n".join(f"| {one.tool} | `{_called(one)}` | {prose(one.note)} |" for one in others)
        parts.append(f"## In other tools\n\n| tool | name | difference |\n|---|---|---|\n{rows}")
    if learn := list(_learned(entry)):
        parts.append("## Learn it\n\n" + " ".join(learn))
    parts.append(f"**Reference:** {prose(entry.reference)}")
    return "\n\n".join(parts) + "\n"


def _learned(entry: Metric) -> Iterator[str]:
    """Say where the lab teaches a metric and asks for it."""
    if place := TAUGHT.get(entry.name):
        yield f"In the lab: {in_the_lab(place, TITLES[place])}."
    kind = "metric" if entry.name in ASKED else PRACTISED.get(entry.name)
    if kind:
        yield f"{in_the_lab(f'exercises/{kind}', 'Exercises without end')}, at a terminal `truecut quiz --only {kind}`."


def index() -> str:
    """Return the page that leads to all of them."""
    parts = [
        "# Metrics",
        f"{len(CATALOGUE)} numbers, one page each. A heading says whom they speak about, which is also how to tell "
        "them apart. `truecut explain NAME` prints the same in a terminal, with your own numbers and words put in.",
    ]
    for family, members in FAMILIES.items():
        rows = (f"| [{entry.title}]({entry.name}.md) | {prose(first_sentence(entry))} |" for entry in members)
        parts += [f"## {SPEAKS_ABOUT[family]}", "| metric | in one sentence |\n|---|---|\n" + "\n".join(rows)]
    parts += ["## Every name", "Whatever it is called elsewhere:"]
    for first, some in groupby(sorted(BY_NAME.items()), key=lambda item: item[0][0].upper()):
        parts.append(f"**{first}** · " + " · ".join(f"[{name}]({entry.name}.md)" for name, entry in some))
    for family, members in FAMILIES.items():
        listed = "\n".join(f"{entry.title} <{entry.name}>" for entry in members)
        parts.append(f"```{{toctree}}\n:hidden:\n:caption: {SPEAKS_ABOUT[family]}\n\n{listed}\n```")
    return "\n\n".join(parts) + "\n"


def first_sentence(entry: Metric) -> str:
    """Return what a metric means, in one sentence."""
    return re.split(r"(?<=[.])\s", explain(entry.name).meaning)[0]


def prose(text: str) -> str:
    """Return text in which no sign means something to Markdown."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def quoted(text: str) -> str:
    """Return text for a quoted line of YAML."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _called(one: NameElsewhere) -> str:
    return one.name.replace("|", "\\|")


def _pictures(entry: Metric) -> list[str]:
    if not entry.needs_only_counts:
        return [picture_of(entry)]
    return [*(share_picture(above, below, MAIL) for above, below in shares_in(entry.formula)[:2]), push_picture(entry)]


def _facts(entry: Metric, said: Explanation) -> Iterator[tuple[str, str]]:
    low, high = (plain_number(bound) for bound in entry.bounds)
    better = "neither end is better" if entry.better == Better.NEITHER else f"{entry.better.value} is better"
    yield "Speaks about", prose(said.population) or "all rows"
    yield "Range", f"{low} to {high}; {better}"
    yield "Needs", entry.needs.value
    yield "Undefined when", "; ".join(map(prose, said.undefined)) or "never"
    if entry.conventions:
        yield "A convention says", ", ".join(f"`{whose}`: {value:g}" for whose, value in entry.conventions.items())
    if entry.parameters:
        yield "Parameters", ", ".join(f"`{name}` = {_parameter(value)}" for name, value in entry.parameters.items())
    if entry.aliases:
        yield "Other names", ", ".join(f"`{alias}`" for alias in entry.aliases)


def _parameter(value: object) -> str:
    return "none given" if value is None else f"`{value}`"


def _worked(entry: Metric) -> str:
    if not entry.needs_only_counts:
        return _worked_on_rows(entry)
    numbers = {name: plain_number(value) for name, value in (MAIL | example_parameters(entry)).items()}
    value = entry.at(Counts(**MAIL), **example_parameters(entry)).value
    prices = " --cost fp=1,fn=10" if entry.is_priced else ""
    shown = f"{value:.4g}" if value is not None and isfinite(value) else str(value)
    return (
        "100 emails: of 40 that are spam 30 were flagged, of 60 that are ham 5.\n\n"
        f"$$ {typeset(entry.formula, numbers)} = {shown} $$\n\n"
        f"{console(f'truecut explain {entry.name} {IN_WORDS}{prices}', until='Meaning')}"
    )


def _worked_on_rows(entry: Metric) -> str:
    given = GIVEN.get(entry.name, {})
    options = "".join(f", {name}={value!r}" for name, value in given.items())
    value = tc.evaluate(LABELS, SCORES).metric(entry.name, **given).value
    steps = steps_of(entry.name)
    return (f"{steps}\n\n" if steps else "") + (
        f"```python\n>>> import truecut as tc\n>>> labels = {LABELS}\n>>> scores = {SCORES}\n"
        f'>>> round(tc.evaluate(labels, scores).metric("{entry.name}"{options}).value, 4)\n{round(value, 4)}\n```'
    )


def _interval(entry: Metric, cancer: tc.Evaluation) -> str:
    asked = cancer.given(cost=tc.Cost(fp=1, fn=10)) if entry.is_priced else cancer
    found = asked.metric(entry.name, **GIVEN.get(entry.name, {}))
    priced = ", a false alarm costing 1 and a miss 10" if entry.is_priced else ""
    if found.low is None or found.high is None:
        return f"There is no interval: {prose(found.note)}."
    return (
        f"On the 569 rows of `examples/breast-cancer.csv` (model `logistic`, threshold 0.5{priced}) it is "
        f"**{found.value:.4g}**, with a 95 % interval from {found.low:.4g} to {found.high:.4g}, by the method "
        f"`{found.method}`. [How intervals are made](../how-to/intervals.md), "
        "[how often they hold](../explanation/coverage.md)."
    )


def _relatives(entry: Metric, said: Explanation) -> Iterator[str]:
    for text in entry.equals:
        yield f"- **The same as** {_linked(text)}"
    for formula, relative in zip(entry.confused_with, said.not_same_as, strict=True):
        yield f"- **Not the same as** {_linked(formula)}{_why(relative)}"
    if entry.mirror:
        yield f"- **With the classes swapped** it is {_linked(entry.mirror)}."


def _why(relative: Relative) -> str:
    return f": {prose(relative.why)}" if relative.why else ""


def _linked(formula: str) -> str:
    """Return a formula over metrics with each of them a link."""

    def link(found: re.Match[str]) -> str:
        entry = BY_NAME.get(found[0])
        return f"[{found[0].replace('_', ' ')}]({entry.name}.md)" if entry else found[0]

    readable = formula.replace("**2", "²").replace("*", "×")
    return re.sub(r"[a-z][a-z_0-9]*", link, readable)
