"""What other tools call a metric is that metric: scikit-learn's names are computed and compared."""

import ast
from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from click.testing import CliRunner

import truecut as tc
from truecut.catalogue import BY_NAME, CATALOGUE, metric
from truecut.catalogue.glossary import look_up
from truecut.catalogue.names_elsewhere import ELSEWHERE, OF_SKLEARN, TOOLS, named_elsewhere, said_elsewhere
from truecut.cli.main import truecut

RNG = np.random.default_rng(2)
Y = RNG.integers(0, 2, 300)
P = np.clip(0.35 + 0.3 * Y + RNG.normal(0, 0.2, 300), 0.01, 0.99)
OF_SCORES = ("roc_auc_score", "average_precision_score", "brier_score_loss", "log_loss", "d2_log_loss_score")
OF_SCORES = (*OF_SCORES, "d2_brier_score")


def computed(name: str) -> Any:
    """Call scikit-learn's function by the name that the table has for it."""
    tree = ast.parse(name, mode="eval").body
    place = None
    if isinstance(tree, ast.Subscript):
        tree, place = tree.value, ast.literal_eval(tree.slice)
    options = {word.arg: ast.literal_eval(word.value) for word in getattr(tree, "keywords", [])}
    function = tree.func.id if isinstance(tree, ast.Call) else tree.id
    found = getattr(sklearn.metrics, function)(Y, P if function in OF_SCORES else (P >= 0.5).astype(int), **options)
    return found if place is None else found[place]


@pytest.mark.parametrize("entry", OF_SKLEARN, ids=lambda entry: entry.name)
def test_scikit_learn_computes_the_same_number(entry):
    if not hasattr(sklearn.metrics, entry.name.partition("(")[0].partition("[")[0]):
        pytest.skip("not in this release of scikit-learn")
    ours = tc.evaluate(Y, P).model.metric(entry.metric, **entry.parameters)
    assert float(ours) == pytest.approx(computed(entry.name), abs=1e-12)


@pytest.mark.parametrize("entry", ELSEWHERE, ids=lambda entry: f"{entry.tool} {entry.name}")
def test_every_name_leads_to_a_metric_and_back(entry):
    found = metric(entry.metric)
    assert found.name == entry.metric
    found.chosen(entry.parameters)
    assert entry in said_elsewhere(entry.name)
    assert said_elsewhere(f"{entry.tool} {entry.name}") == (entry,)
    assert entry in named_elsewhere(entry.metric)


def test_no_tool_says_a_name_twice():
    assert len({(entry.tool, entry.name) for entry in ELSEWHERE}) == len(ELSEWHERE)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("recall_score(pos_label=0)", "specificity"),
        ("sklearn.metrics.recall_score", "recall"),
        ("sklearn's roc_auc_score()", "roc_auc"),
        ('recall_score( average="macro" )', "balanced_accuracy"),
        ("pROC::auc", "roc_auc"),
        ("SAS False POS", "fdr"),
        ("torchmetrics.classification.BinaryAUROC", "roc_auc"),
    ],
)
def test_names_are_found_as_people_type_them(typed, expected):
    assert expected in [entry.metric for entry in said_elsewhere(typed)]


def test_what_nobody_says_is_not_found():
    assert said_elsewhere("no such name") == ()


def test_a_name_of_another_tool_is_no_metric_but_is_known():
    with pytest.raises(tc.TruecutError, match=r"scikit-learn's recall_score\(pos_label=0\) is specificity"):
        metric("recall_score(pos_label=0)")


def test_the_table_says_something_of_the_tools_and_metrics_that_people_use_most():
    assert len(TOOLS) >= 9
    used = {entry.metric for entry in ELSEWHERE}
    assert {"recall", "precision", "roc_auc", "brier", "mcc", "kappa"} <= used <= {entry.name for entry in CATALOGUE}
    assert not {entry.metric for entry in ELSEWHERE} - set(BY_NAME)


def test_the_glossary_opens_the_metric_and_its_parameters():
    found = look_up("sklearn.metrics.fbeta_score(beta=2)")
    assert (found.entry.name, dict(found.parameters)) == ("f_beta", {"beta": 2})
    assert look_up("recall").elsewhere == ()


def test_explain_says_which_tool_means_it():
    done = CliRunner().invoke(truecut, ["explain", "recall_score(pos_label=0)"])
    said, _, told = done.stdout.partition("\n\n")
    assert said == "scikit-learn's recall_score(pos_label=0) is specificity."
    assert told.startswith("Specificity")
