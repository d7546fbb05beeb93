"""Evaluations of many classes are saved without rows, loaded, and added up: parts give what the whole gives."""

import json

import numpy as np
import pytest

import truecut as tc
from edited_files import edit
from truecut.errors import BadCall, Incompatible, UnreadableSource

NAMES = ("a", "b", "c")


def table(seed=0, rows=120):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, rows)
    scores = rng.dirichlet(np.ones(3), rows) + np.eye(3)[truth]
    scores = np.round(scores / 2, 3)
    return {"y": [NAMES[t] for t in truth], **{name: scores[:, i] for i, name in enumerate(NAMES)}}


def evaluated(rows, **options):
    return tc.evaluate(rows, label="y", class_scores={name: name for name in NAMES}, classes=NAMES, **options)


def part(rows, kept):
    return {name: np.asarray(column)[kept] for name, column in rows.items()}


ASKED = [
    ("log_loss", None),
    ("brier_multiclass", None),
    ("brier_skill", None),
    ("roc_auc_pairs", None),
    ("top_k_accuracy", None),
    ("confidence_error", None),
    ("roc_auc", "macro"),
    ("average_precision", "micro"),
    ("f1", "macro"),
    ("kappa", None),
]


def test_what_was_saved_is_what_is_loaded(tmp_path):
    e = evaluated(table())
    e.save(tmp_path / "classes.json")
    again = tc.load(tmp_path / "classes.json")
    assert again.table == e.table
    assert again.matrix.rows.tolist() == e.matrix.rows.tolist()
    for name, average in ASKED:
        assert again.metric(name, average).value == e.metric(name, average).value
    for name in ("log_loss", "brier_multiclass", "f1", "kappa"):
        assert again.metric(name) == e.metric(name)
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "classes.json").read_bytes()


def test_parts_add_up_to_the_whole_in_any_order_even_without_a_class():
    rows = table()
    labels = np.array(rows["y"])
    with_c, without_c = evaluated(part(rows, labels == "c")), evaluated(part(rows, labels != "c"))
    whole = evaluated(rows)
    for together in (with_c + without_c, without_c + with_c):
        assert together.table == whole.table
        assert together.read.rows == whole.read.rows
        for name, average in ASKED:
            assert together.metric(name, average).value == whole.metric(name, average).value


def test_predictions_alone_are_saved_and_add_up(tmp_path):
    one = tc.evaluate({"y": list("abca"), "g": list("abba")}, label="y", predicted="g", classes=NAMES)
    two = tc.evaluate({"y": list("bb"), "g": list("ab")}, label="y", predicted="g", classes=NAMES)
    one.save(tmp_path / "one.json")
    together = tc.load(tmp_path / "one.json") + two
    assert together.matrix.rows.tolist() == [[2, 0, 0], [1, 2, 0], [0, 1, 0]]
    assert together.metric("accuracy").value == 4 / 6


def test_answers_that_were_decided_are_saved_too(tmp_path):
    decided = evaluated(table()).decide(answer_from=0.6)
    decided.save(tmp_path / "decided.json")
    again = tc.load(tmp_path / "decided.json")
    assert again.matrix.unsure.tolist() == decided.matrix.unsure.tolist()
    assert again.table == decided.table


def test_what_needs_the_rows_says_so(tmp_path):
    evaluated(table()).save(tmp_path / "classes.json")
    again = tc.load(tmp_path / "classes.json")
    with pytest.raises(BadCall, match="needs the rows"):
        again.decide(unsure=0.3)
    with pytest.raises(BadCall, match="needs the rows"):
        again.compare(again)
    assert again.trade_off()[-1].answered == 1


def test_what_does_not_belong_together_is_refused():
    one = evaluated(table())
    other = tc.evaluate({"y": list("abd"), "g": list("abd")}, label="y", predicted="g")
    with pytest.raises(Incompatible, match="same classes"):
        one + other
    with pytest.raises(Incompatible, match="predictions only"):
        one + tc.evaluate({"y": list("abc"), "g": list("abc")}, label="y", predicted="g")


@pytest.mark.parametrize("part", ["classes", "matrix", "table", "read"])
def test_a_file_that_was_changed_is_refused(tmp_path, part):
    path = tmp_path / "classes.json"
    evaluated(table()).save(path)
    content = json.loads(path.read_text())
    del content[part]
    path.write_text(json.dumps(content))
    with pytest.raises(UnreadableSource):
        tc.load(path)


STATED = {
    "shares": {"prevalence": {"nine": 0.4}},
    "rates": {"sampled": {"nine": 0.1, "eight": 0.5}},
    "prices": {"cost": {("nine", "one"): 7, "unsure": 0.3}},
    "how sure": {"level": 0.8},
    "cuts": {"threshold": {"nine": 0.6}},
    "all of it": {"prevalence": {"nine": 0.4}, "cost": {("nine", "one"): 7}, "level": 0.9, "threshold": 0.5},
}


@pytest.mark.parametrize("name", STATED)
def test_a_stated_situation_is_saved_with_the_rows(name, tmp_path):
    e = tc.example("rare-digits").evaluate().given(**STATED[name])
    e.save(tmp_path / "e.json")
    loaded = tc.load(tmp_path / "e.json")
    for metric, parameters in (("accuracy", {}), ("f1", {"average": "macro"}), ("kappa", {})):
        ours, theirs = e.metric(metric, **parameters), loaded.metric(metric, **parameters)
        assert (ours.value, ours.low, ours.high, ours.level) == (theirs.value, theirs.low, theirs.high, theirs.level)
        assert (ours.method, ours.note) == (theirs.method, theirs.note)
    assert loaded.read.stated == e.read.stated
    assert loaded.situation.cost == e.situation.cost
    assert loaded.situation.unsure == e.situation.unsure
    if name == "shares":  # which can be taken back, since the rows were saved as they were counted
        back, plain = loaded.given(prevalence=None), tc.example("rare-digits").evaluate()
        assert back.metric("accuracy").value == plain.metric("accuracy").value


NOT_POSSIBLE = [
    '{"cost": [[1]]}',
    '{"prevalence": {"ten": 0.1}}',
    '{"level": 7}',
    "[]",
    "{",
    '{"odd": 1}',
    '{"cost": 3}',
]


@pytest.mark.parametrize("stated", NOT_POSSIBLE)
def test_a_situation_that_cannot_be_is_one_sentence(stated, tmp_path):
    tc.example("rare-digits").evaluate().given(prevalence={"nine": 0.4}).save(tmp_path / "e.json")
    edit(tmp_path / "e.json", lambda content: content.update(situation=stated))
    with pytest.raises(UnreadableSource, match="states a situation that cannot be"):
        tc.load(tmp_path / "e.json")
