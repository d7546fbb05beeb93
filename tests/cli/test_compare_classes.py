"""truecut compare: predictions of many classes."""

import json

import numpy as np
import pytest

import truecut as tc

NAMES = ("a", "b", "c")


def two_columns(rows=300):
    """Return truth, a good model's answers and a worse one's."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, rows)
    return truth, *(np.where(rng.random(rows) < good, truth, rng.integers(0, 3, rows)) for good in (0.9, 0.6))


def test_predictions_in_columns_are_compared_on_the_command_line(tmp_path, run):
    lines = ["y,new,old"] + [f"{NAMES[t]},{NAMES[a]},{NAMES[b]}" for t, a, b in zip(*two_columns(), strict=True)]
    file = tmp_path / "two.csv"
    file.write_text("\n".join(lines) + "\n")
    found = json.loads(run("compare", str(file), "--label", "y", "--predicted", "new,old", "--json").out)
    by_python = tc.compare(file, label="y", predicted=["new", "old"])
    by_name = {one["metric"]: one for one in found["differences"]}
    for name in ("accuracy", "f1", "kappa"):
        difference = by_python.difference(name, "new", "old")
        assert (by_name[name]["value"], by_name[name]["low"]) == pytest.approx((difference.value, difference.low))
    assert found["verdicts"][0]["outcome"] == "better"
    text = run("compare", str(file), "--label", "y", "--predicted", "new,old").out
    assert "new is better than old" in text
    assert "Stuart-Maxwell" in text


def test_options_of_two_classes_are_refused(tmp_path, run):
    file = tmp_path / "two.csv"
    file.write_text("y,new,old\na,a,b\nb,b,b\nc,c,a\n")
    found = run("compare", str(file), "--label", "y", "--predicted", "new,old", "--above", "0,0.1")
    assert found.code == 2
    assert "no threshold" in found.err


def class_scores(path, *, by_file=False):
    """Write the scores of two models of three classes: in one file, or in one each with the rows in another order."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 200)
    models = {}
    for name, skill in (("forest", 2.0), ("tree", 0.8)):
        logits = rng.normal(size=(200, 3)) + skill * np.eye(3)[truth]
        models[name] = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    for name, scores in models.items() if by_file else ():
        order = rng.permutation(200)
        lines = [f"{i},{NAMES[truth[i]]},{','.join(map(str, scores[i]))}" for i in order]
        (path / f"{name}.csv").write_text("\n".join(["case,y,pa,pb,pc", *lines]) + "\n")
    lines = [
        ",".join(
            [
                NAMES[truth[i]],
                NAMES[int(models["tree"][i].argmax())],
                *map(str, models["forest"][i]),
                *map(str, models["tree"][i]),
            ]
        )
        for i in range(200)
    ]
    (path / "both.csv").write_text("\n".join(["y,guess,fa,fb,fc,ta,tb,tc", *lines]) + "\n")
    return str(path / "both.csv")


BY_NAME = {"forest": {name: f"f{name}" for name in NAMES}, "tree": {name: f"t{name}" for name in NAMES}}
TYPED = [
    word
    for model, columns in BY_NAME.items()
    for word in ("--class-score", f"{model}:" + ",".join(f"{k}={v}" for k, v in columns.items()))
]


def test_class_scores_of_several_models_are_compared(tmp_path, run):
    file = class_scores(tmp_path)
    found = json.loads(run("compare", file, "--label", "y", *TYPED, "--json").out)
    by_python = tc.compare(file, label="y", class_scores=BY_NAME)
    by_name = {one["metric"]: one for one in found["differences"]}
    for name in ("accuracy", "f1", "roc_auc", "log_loss", "brier_multiclass"):
        difference = by_python.difference(name, "forest", "tree")
        assert (by_name[name]["value"], by_name[name]["high"]) == pytest.approx((difference.value, difference.high))
    asked = json.loads(
        run(
            "compare",
            file,
            "--label",
            "y",
            *TYPED,
            "--metric",
            "weighted f1,micro roc_auc",
            "--reference",
            "forest",
            "--json",
        ).out
    )
    assert [(one["metric"], one["average"], one["first"]) for one in asked["differences"]] == [
        ("f1", "weighted", "tree"),
        ("roc_auc", "micro", "tree"),
    ]
    assert asked["differences"][1]["low"] is not None


def test_files_joined_on_an_id_are_compared_as_one_table_is(tmp_path, run):
    one = class_scores(tmp_path, by_file=True)
    pairs = ",".join(f"{name}=p{name}" for name in NAMES)
    files = [str(tmp_path / "forest.csv"), str(tmp_path / "tree.csv")]
    joined = json.loads(run("compare", *files, "--id", "case", "--label", "y", "--class-score", pairs, "--json").out)
    together = json.loads(run("compare", one, "--label", "y", *TYPED, "--json").out)
    for mine, theirs in zip(joined["differences"], together["differences"], strict=True):
        assert (mine["metric"], mine["value"], mine["low"]) == (
            theirs["metric"],
            pytest.approx(theirs["value"]),
            pytest.approx(theirs["low"]),
        )


def test_predictions_stand_beside_named_models_as_another(tmp_path, run):
    file = class_scores(tmp_path)
    found = json.loads(run("compare", file, "--label", "y", *TYPED[:2], "--predicted", "guess", "--json").out)
    assert found["models"] == ["forest", "guess"]
    assert {one["metric"] for one in found["differences"]} == {"accuracy", "balanced_accuracy", "f1", "kappa", "mcc"}


def test_the_report_and_the_check_take_several_models_too(tmp_path, run):
    file = class_scores(tmp_path)
    told = json.loads(run("report", file, "--label", "y", *TYPED, "--json").out)
    assert list(told["models"]) == ["forest", "tree"]
    page = tmp_path / "report.html"
    assert run("report", file, "--label", "y", *TYPED, "-o", str(page)).code == 0
    assert '"name":"tree"' in page.read_text()
    checked = json.loads(run("check", file, "--label", "y", *TYPED, "--require", "macro f1 >= 0.7", "--json").out)
    assert [(gate["model"], gate["outcome"]) for gate in checked["gates"]] == [("forest", "passed"), ("tree", "failed")]
    one = run("report", file, "--label", "y", *TYPED, "--positive", "a", "--json")
    assert [model["name"] for model in json.loads(one.out)["models"]] == ["forest", "tree"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--class-score", "a=fa,b=fb,c=fc", "--class-score", "tree:a=ta,b=tb,c=tc"], "one has no name"),
        (["--class-score", "m:a=fa,b=fb,c=fc", "--class-score", "m:a=ta"], "has two columns"),
        (["--class-score", "m:a=fa,b=fb", "--class-score", "n:a=ta,b=tb,c=tc"], "Class 'c' has no score of 'm'"),
        (["--class-score", "guess:a=fa,b=fb,c=fc", "--predicted", "guess"], "Two models are called 'guess'"),
        (["--class-score", "m:a=fa,b=fb,c=fc"], "two models or more"),
        ([*TYPED, "--reference", "wood"], "No model is called 'wood'"),
        ([*TYPED, "--metric", "recall of a"], "all classes together"),
        ([*TYPED, "--metric", "macro accuracy"], "two numbers go by that name"),
        ([*TYPED, "--replicates", "10"], "Nothing is drawn"),
    ],
)
def test_what_contradicts_itself_is_refused(words, said, tmp_path, run):
    found = run("compare", class_scores(tmp_path), "--label", "y", *words)
    assert found.code == 2
    assert said in found.err
