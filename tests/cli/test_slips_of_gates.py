"""A slip in a requirement is refused alike whether it was typed, stands in a file or is part of a program."""

import json

import pytest

import truecut as tc
from truecut.decisions.gate_file import read_gate_file
from truecut.errors import TruecutError

SLIPS = [
    "fpr <= 5",
    "fpr <= 1",
    "recall >= 0",
    "recall >= 0.8%",
    "recal >= 0.5",
    "recall >= 0,5",
    "recall => 0.5",
    "fpr <= 5 %%",
    "fpr <= 5/0",
    "recall@value",
    "recall@lowr >= 0.5",
    "cost <= 1",
]
LABELS, SCORES = [1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]


@pytest.fixture
def predictions(tmp_path):
    path = tmp_path / "preds.csv"
    path.write_text("y,p\n" + "".join(f"{y},{p}\n" for y, p in zip(LABELS, SCORES, strict=True)))
    return str(path)


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_refused_by_option_by_file_and_by_call_alike(slip, predictions, run, tmp_path):
    rules = tmp_path / "model.gate.toml"
    rules.write_text(f"require = [{slip!r}]\n")
    assert read_gate_file(rules).require == (slip,)
    with pytest.raises(TruecutError) as refused:
        tc.check(tc.evaluate(LABELS, SCORES), slip)
    for how in (["--require", slip], ["--rules", str(rules)]):
        outcome = run("check", predictions, *how)
        assert (outcome.code, outcome.out, outcome.err) == (2, "", f"truecut: {refused.value}\n")


def test_the_prices_that_are_typed_are_those_of_every_cost(run):
    """20 misses at 10 and 30 false alarms at 1 are 230 in all, 0.767 for each of 300 rows."""
    counts = ["--counts", "tp=80,fn=20,fp=30,tn=170", "--cost", "fp=1,fn=10"]
    failed = run("check", *counts, "--require", "total_cost <= 50", "--json")
    assert (failed.code, json.loads(failed.out)["gates"][0]["value"]["value"]) == (1, 230)
    assert run("check", *counts, "--require", "cost <= 1.5").code == 0
    assert run("check", *counts, "--require", "cost <= 0.8").code == 1
    unpriced = run("check", *counts[:2], "--require", "cost <= 1")
    said = "truecut: 'cost <= 1' needs prices: no costs were stated; state them with --cost.\n"
    assert (unpriced.code, unpriced.err) == (2, said)


def test_what_is_typed_and_what_a_file_says_must_not_exclude_each_other(predictions, run, tmp_path):
    rules = tmp_path / "model.gate.toml"
    rules.write_text('require = ["recall >= 0.9"]\n')
    outcome = run("check", predictions, "--rules", str(rules), "--require", "recall <= 0.8")
    assert (outcome.code, outcome.err) == (2, "truecut: 'recall >= 0.9' and 'recall <= 0.8' cannot both be met.\n")
