"""Values of many classes from scikit-learn 1.9.1, torchmetrics 1.9.0 and pycm 4.6, and by hand, as each says itself.

`arguments` of the file are translated here: where truecut has a name of its own for a definition, it is asked by name.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import truecut as tc

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
FILE = json.loads((HERE / "data" / "many-classes.json").read_text())
INPUTS = FILE["inputs"]
# scikit-learn asks for rows that add up to 1 here, and those of the file miss it by up to 2e-5.
OF_DIVIDED_ROWS = {80, 81, 86, 87, 91}


def of_scores(truth, scores, weights=None):
    names = [str(i) for i in range(scores.shape[1])]
    table = {"y": [str(t) for t in truth], **{f"p{n}": scores[:, i] for i, n in enumerate(names)}}
    if weights is not None:
        table["w"] = weights
    return tc.evaluate(
        table,
        label="y",
        class_scores={n: f"p{n}" for n in names},
        weight=None if weights is None else "w",
        **({} if weights is None else {"weights_are": "repeated"}),
    )


def digits(is_divided: bool):
    import csv

    with (EXAMPLES / "digits.csv").open() as file:
        rows = list(csv.DictReader(file))
    scores = np.array([[float(row[f"p{i}"]) for i in range(10)] for row in rows])
    if is_divided:
        scores /= scores.sum(axis=1, keepdims=True)
    return of_scores([row["digit"] for row in rows], scores)


@pytest.fixture(scope="module")
def evaluations():
    made = {("digits", divided): digits(divided) for divided in (False, True)}
    for name in ("eighths", "zero"):
        given = INPUTS[name]
        made[name, False] = of_scores(given["true"], np.array(given["probabilities"]))
        if "weights" in given:
            made[name, True] = of_scores(given["true"], np.array(given["probabilities"]), given["weights"])
    return made


def found(reference, evaluations):
    name, source = reference["metric"], reference["input"]
    asked = dict(reference["arguments"])
    if source in ("never", "extra"):
        classes = asked.pop("classes", ())
        of = tc.confusion(INPUTS[source]["true"], INPUTS[source]["predicted"], classes=classes)
    else:
        is_other = asked.pop("weight", None) == "given" or reference["id"] in OF_DIVIDED_ROWS
        of = evaluations[source, is_other]
    if "class_" in asked:
        return of.of(asked.pop("class_")).metric(name)
    if asked.pop("f1_of", None):
        return of.metric("f1_where_defined")
    if name == "brier" and asked.pop("average") == "macro":
        return of.metric("brier_one_vs_rest")
    if name == "accuracy_one_vs_rest":
        asked.pop("average")
    if name == "mean_cost":
        costs = INPUTS["eighths"]["costs"]
        decided = of.decide(costs=costs) if asked.pop("decide") == "cheapest" else of
        return decided.metric("mean_cost", costs=costs)
    if name == "selective_accuracy":
        return of.confidence.at(asked["answer_from"]).metric("precision")
    if asked.get("convention", "").startswith("F1 from counts"):
        asked.pop("convention")
    if asked.get("convention") == "clipped":
        asked["convention"] = "scikit-learn"
    if asked.get("ties") in ("first named class", "scikit-learn"):
        # argmax takes the first class of a tie, scikit-learn's top-k the later one: on these rows both give the same.
        asked.pop("ties")
    return of.metric(name, **asked)


@pytest.mark.parametrize("reference", FILE["values"], ids=lambda one: f"{one['id']}-{one['input']}-{one['metric']}")
def test_values_are_those_of_others(reference, evaluations):
    value = found(reference, evaluations).value
    if reference["value"] is None:
        assert value is None
    elif reference["value"] == "inf":
        assert value == float("inf")
    else:
        assert value == pytest.approx(reference["value"], abs=max(reference["tolerance"], 1e-14))
