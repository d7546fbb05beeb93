"""The same question gets the same answer by every path, and what is stated is lived on all of them."""

import json

import numpy as np
import pandas as pd
import pytest
from tests.soak.paths_of_answers import QUICK, SLOW, Answer
from tests.soak.random_situations import Asked
from tests.soak.same_answer import CommandLine, differences

import truecut as tc
from truecut.catalogue import CATALOGUE, metric

RANDOM = np.random.default_rng(11)
LABELS = np.where(RANDOM.random(400) < 0.3, "ill", "well")
SCORES = np.round(1 / (1 + np.exp(-RANDOM.normal(np.where(LABELS == "ill", 0.8, -0.8)))), 3)
OTHERS = np.round(np.clip(SCORES + RANDOM.normal(0, 0.2, 400), 0.001, 0.999), 3)
AMOUNTS = np.round(RANDOM.lognormal(3, 0.6, 400), 2)
FRAME = pd.DataFrame({"y": LABELS, "p": SCORES, "q": OTHERS, "amount": AMOUNTS})
READ = {"label": "y", "positive": "ill"}
OF_COUNTS = [entry.name for entry in CATALOGUE if entry.needs_only_counts]

SITUATIONS = {
    "nothing stated": {},
    "prices": {"cost": {"fp": 1, "fn": 10}},
    "gains and a test": {"cost": {"tp": -5, "fp": 2, "fn": 10, "per_row": 0.5}},
    "amounts": {"cost": {"fn": "amount", "fp": "2 + 0.1 * amount"}},
    "rare": {"prevalence": 0.02},
    "rare and priced": {"prevalence": 0.02, "cost": {"fp": 1, "fn": 30}, "threshold": 0.6},
    "another cut": {"threshold": 0.25, "level": 0.9},
    "a cut beyond all scores": {"threshold": 1.5},
    "sampled": {"sampled": (1, 0.2), "cost": {"fp": 1, "fn": 5}},
}


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    return path


def typed(stated: dict) -> list[str]:
    """Return a situation as options."""
    words = []
    for name, value in stated.items():
        pairs = dict(zip(("positives", "negatives"), value, strict=True)) if name == "sampled" else value
        text = ",".join(f"{key}={one}" for key, one in pairs.items()) if isinstance(pairs, dict) else str(pairs)
        words += [f"--{name}", text]
    return words


def in_file(stated: dict) -> str:
    """Return a situation as truecut.toml has it."""
    lines = ["[data]", 'file = "rows.csv"', 'label = "y"', 'positive = "ill"', 'score = "p"', "[situation]"]
    for name, value in stated.items():
        pairs = dict(zip(("positives", "negatives"), value, strict=True)) if name == "sampled" else value
        prices = pairs.items() if isinstance(pairs, dict) else ()
        table = "{ " + ", ".join(f"{key} = {json.dumps(one)}" for key, one in prices) + " }"
        lines.append(f"{name} = {table if prices else json.dumps(pairs)}")
    return "\n".join(lines)


def plain(found: tc.Estimate) -> tuple:
    return found.value, found.low, found.high, found.method or None, found.undefined


def of_json(found: dict) -> tuple:
    return found["value"], found.get("low"), found.get("high"), found.get("method") or None, found.get("undefined")


def assert_same(one: tuple, other: tuple, name: str) -> None:
    assert one[3:] == other[3:], name
    for ours, theirs in zip(one[:3], other[:3], strict=True):
        if isinstance(theirs, str) or theirs is None or ours is None:
            assert ours is None or theirs == "infinity" or theirs is None, name
        else:
            assert ours == pytest.approx(theirs, rel=1e-12), name


@pytest.mark.parametrize("case", SITUATIONS)
def test_python_asks_alike_however_the_situation_is_stated(case, tmp_path):
    stated = SITUATIONS[case]
    amounts = ["amount"] if "amounts" in case else []
    at_once = tc.evaluate(FRAME, score="p", amount=amounts, **READ, **stated)
    later = tc.evaluate(FRAME, score="p", amount=amounts, **READ).given(**stated)
    part_by_part = tc.evaluate(FRAME, score="p", amount=amounts, **READ)
    for name in reversed(stated):
        part_by_part = part_by_part.given(**{name: stated[name]})
    at_once.save(tmp_path / "saved.json")
    loaded = tc.load(tmp_path / "saved.json")
    assert at_once.situation == later.situation == part_by_part.situation == loaded.situation
    summary = at_once.summary().models[0].metrics
    for name in OF_COUNTS:
        asked = at_once.metric(name)
        for other in (later.metric(name), part_by_part.metric(name), loaded.metric(name), summary[name]):
            assert plain(other) == plain(asked), name


@pytest.mark.parametrize("case", SITUATIONS)
def test_commands_answer_as_python_does(case, run, data, monkeypatch):
    stated = SITUATIONS[case]
    amounts = ["amount"] if "amounts" in case else []
    e = tc.evaluate(FRAME, score="p", amount=amounts, **READ, **stated)
    options = ["--label", "y", "--positive", "ill", "--score", "p", *typed(stated)]
    reported = json.loads(run("report", str(data), *options, "--json").out)["models"][0]["metrics"]
    for name in OF_COUNTS:
        assert_same(plain(e.metric(name)), of_json(reported[name]), name)
    (data.parent / "truecut.toml").write_text(in_file(stated))
    monkeypatch.chdir(data.parent)
    by_file = json.loads(run("report", "--json").out)["models"][0]["metrics"]
    assert by_file == reported
    (data.parent / "truecut.toml").unlink()
    for name in ("recall", "precision", "cost", "total_cost"):
        found = e.metric(name)
        if found.value is None or found.low is None:
            continue
        limit = found.high + abs(found.high) * 1e-6 + 1e-9
        checked = run("check", str(data), *options, "--require", f"{name}@value <= {limit:.12g}", "--json")
        if checked.code == 2:
            continue  # a limit that says nothing is refused
        gate = json.loads(checked.out)["gates"][0]
        assert gate["value"]["value"] == pytest.approx(found.value, rel=1e-12), name


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_random_situations_get_the_same_answer_by_every_path(first, tmp_path):
    found = []
    for seed in range(first, first + 20):
        # Each situation is asked on some of the paths, in turn; `make soak` asks each on all of them.
        paths = [QUICK[(3 * seed + step) % len(QUICK)] for step in range(3)]
        paths += [SLOW[seed // 25 % len(SLOW)]] if seed % 25 == 0 else []
        found += differences(seed, paths, tmp_path)
    assert not found, "\n".join(found)


def test_every_part_that_is_stated_moves_what_depends_on_it():
    e = tc.evaluate(FRAME, score="p", **READ, cost={"fp": 1, "fn": 10})
    rarer, dearer, higher = e.given(prevalence=0.02), e.given(cost={"fp": 1, "fn": 20}), e.given(threshold=0.7)
    moved_by_prevalence = {entry.name for entry in CATALOGUE if not entry.is_of_each_class}
    for name in ("precision", "npv", "accuracy", "f1", "mcc", "average_precision", "brier", "cost", "net_benefit"):
        assert name == "cost" or name in moved_by_prevalence
        assert rarer.metric(name).value != pytest.approx(e.metric(name).value), name
    for name in ("recall", "specificity", "roc_auc", "lr_plus", "ks"):
        assert plain(rarer.metric(name)) == plain(e.metric(name)), name
    assert dearer.metric("cost").value > e.metric("cost").value
    assert plain(dearer.metric("f1")) == plain(e.metric("f1"))
    assert higher.metric("recall").value < e.metric("recall").value
    assert plain(higher.metric("roc_auc")) == plain(e.metric("roc_auc"))


GROUPED = FRAME.assign(g=["a", "b"] * 200)
PLAIN = {"cost": {"fp": 1, "fn": 10}, "threshold": 0.5}
MOVED = {
    "cost": {**PLAIN, "cost": {"fp": 3, "fn": 20}},
    "prevalence": {**PLAIN, "prevalence": 0.02},
    "threshold": {**PLAIN, "threshold": 0.7},
}
# Of what a path tells, these do not follow the part; what it tells at a threshold of its own does not follow the cut.
OF_THE_ROWS = {"prevalence", "no_information_rate", "uniform_guess_rate"}
OF_SCORES = {"roc_auc", "average_precision", "brier", "log_loss", "observed_expected_ratio"}
OF_THE_LINE = {"calibration_slope", "calibration_intercept"}


def depends(answer: Answer, part: str) -> bool:
    """Say whether a number must move with a part of the situation, but for coincidence."""
    entry = metric(answer.metric)
    if part == "cost":
        return entry.is_priced or (answer.metric == "net_benefit" and not answer.parameters)  # else at a pt of its own
    if part == "prevalence":
        return not entry.is_free_of_prevalence
    is_elsewhere = repr(answer.threshold) != "-" or answer.metric in OF_SCORES | OF_THE_LINE | OF_THE_ROWS
    return not is_elsewhere


def answers_by(path, stated: dict, folder) -> dict:
    asked = Asked(3, GROUPED, {"label": "y", "positive": "ill", "score": ["p", "q"]}, stated)
    asked.frame.to_csv(folder / "rows.csv", index=False)
    told = path(asked, CommandLine(asked, folder))
    return {(one.model, one.metric, one.group, repr(one.threshold), one.parameters): one for one in told}


@pytest.mark.parametrize("part", MOVED)
@pytest.mark.parametrize("path", [*QUICK, *SLOW], ids=lambda path: path.__name__)
def test_what_is_stated_is_lived_on_every_path(path, part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before, after = (answers_by(path, stated, tmp_path) for stated in (PLAIN, MOVED[part]))
    assert before and after  # another rule or price may choose another cut, which is to live it too
    dependent = [key for key, answer in before.items() if key in after and depends(answer, part)]
    still = [key for key in dependent if before[key].value is not None and before[key].value == after[key].value]
    assert not still, f"{still[:6]}: {part} is forgotten by {path.__name__}"


def test_differences_are_of_the_place_that_was_stated():
    e = tc.evaluate(FRAME.assign(g=["a", "b"] * 200), score=["p", "q"], group="g", **READ, prevalence=0.02)
    apart = tc.compare_unpaired(e.groups["a"].models["p"], e.groups["b"].models["p"], "precision")
    (found, _) = e.models["p"].group_differences("precision")
    for one, value in ((apart, apart.value), (found, found.difference)):
        assert one.method == "mover"
        assert one.low < value < one.high
    assert found.difference == pytest.approx(apart.value)
    assert abs(found.low - apart.low) < 1e-9


def test_the_stated_level_is_that_of_every_answer():
    e = tc.evaluate(FRAME.assign(g=["a", "b"] * 200), score="p", group="g", **READ, level=0.8)
    assert e.metric("recall").level == e.chance("recall").level == e.band("roc").level == 0.8
    assert e.group_differences("recall")[0].level == e.widths("recall")[0].estimate.level == 0.8
    assert e.calibration(replicates=200).level == e.decision_curve(points=3, replicates=200).level == 0.8
    two = tc.evaluate(FRAME, score=["p", "q"], **READ, level=0.8).compare()
    assert two.difference("roc_auc", "p", "q").level == 0.8
    assert two.difference("roc_auc", "p", "q", level=0.99).level == 0.99


def test_the_page_and_the_summary_tell_the_same_situation():
    e = tc.evaluate(FRAME, score=["p", "q"], **READ, cost={"fp": 3, "fn": 7}, threshold={"p": 0.4, "q": 0.6})
    page = e.html()
    assert "0.4" in page
    assert [model.model.threshold for model in e.summary().models] == [0.4, 0.6]


PLACE = "at a prevalence of 2.0 %, assuming that sensitivity and specificity"
WITHOUT_OWN_WORDS = [
    ["table", "--metrics", "precision"],
    ["curve", "precision"],
    ["calibration"],
    ["chance"],
    ["publish"],
    ["groups", "--group", "g", "--metric", "precision"],
]


@pytest.mark.parametrize("words", WITHOUT_OWN_WORDS, ids=lambda words: words[0])
def test_a_stated_prevalence_is_told_in_every_format_of_the_result(words, run, data):
    FRAME.assign(g=["a", "b"] * 200).to_csv(data, index=False)
    asked = [words[0], str(data), *words[1:], "--label", "y", "--positive", "ill", "--score", "p"]
    stated = [*asked, "--prevalence", "2%"]
    assert PLACE in " ".join(run(*stated, "--format", "text").out.split())
    assert PLACE.replace("_", "\\_") in run(*stated, "--format", "markdown").out
    assert PLACE in json.loads(run(*stated, "--json").out)["situation"]["supposed"]
    assert json.loads(run(*asked, "--json").out)["situation"]["supposed"] is None
    sheet = run(*stated, "--format", "csv").out.splitlines()
    assert sheet[0].endswith(",stated_prevalence")
    assert all(line.endswith(",0.02") for line in sheet[1:])
    assert PLACE not in " ".join(run(*asked, "--format", "text").out.split())


@pytest.mark.parametrize("words", [["curve", "roc"], ["table"], ["groups", "--group", "g"]], ids=lambda w: w[0])
def test_results_that_look_at_each_class_say_that_they_do_not_move(words, run, data):
    FRAME.assign(g=["a", "b"] * 200).to_csv(data, index=False)
    asked = [words[0], str(data), *words[1:], "--label", "y", "--positive", "ill", "--score", "p", "--quiet"]
    stated = run(*asked, "--prevalence", "2%", "--format", "csv").out
    assert stated == run(*asked, "--format", "csv").out
    said = " ".join(run(*asked, "--prevalence", "2%", "--format", "text").out.split())
    assert "A stated share of positives changes nothing here" in said
