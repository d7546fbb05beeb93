"""truecut calibration: the verdict, the drawing, the data, and the preview of a recalibration."""

import json

import numpy as np
import pytest

import truecut as tc


def written(tmp_path, name, columns):
    lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def extreme(tmp_path):
    """Return a file of probabilities that are too extreme, beside others and logits."""
    generator = np.random.default_rng(0)
    honest = generator.uniform(0.02, 0.98, 800)
    labels = (generator.random(800) < honest).astype(int)
    odds = np.log(honest / (1 - honest))
    too_sure = (1 / (1 + np.exp(-3 * odds))).round(6)
    columns = {"y": labels, "p": too_sure, "honest": honest.round(6), "logit": odds.round(4), "g": labels % 2}
    return written(tmp_path, "extreme.csv", columns)


def test_the_verdict_comes_first_and_the_curve_is_drawn(run, extreme):
    outcome = run("calibration", extreme, "--label", "y", "--score", "p")
    lines = outcome.out.splitlines()
    assert outcome.code == 0
    assert lines[0].startswith("extreme.csv")
    assert lines[2].startswith("✗ The probabilities are miscalibrated")
    assert "too extreme" in outcome.out
    assert outcome.out.count("●") > 30
    assert "1,000 draws, seed 0" in " ".join(outcome.out.split())
    assert all(len(line) <= 80 for line in lines)


def test_several_models_are_shown_one_by_one(run, extreme):
    out = run("calibration", extreme, "--label", "y", "--score", "p,honest").out
    assert out.index("\np\n") < out.index("miscalibrated") < out.index("\nhonest\n") < out.index("✓")


def test_data_are_those_of_python(run, extreme):
    data = json.loads(run("calibration", extreme, "--label", "y", "--score", "p", "--json").out)
    c = tc.evaluate(extreme, label="y", score="p").calibration().thinned(200)
    model = data["models"][0]
    assert data["truecut"] == "calibration"
    assert (model["name"], model["verdict"], model["seed"]) == ("p", c.verdict.value, 0)
    assert [point["observed"] for point in model["points"]] == c.points.observed.tolist()
    assert len(model["points"]) <= 200
    assert model["tests"]["slope"]["estimate"]["value"] == c.slope.value
    assert model["decompositions"][0]["miscalibration"] == c.decomposition.miscalibration
    assert sum(model["histogram"]["positives"]) + sum(model["histogram"]["negatives"]) == 800


@pytest.mark.parametrize("form", ["csv", "markdown"])
def test_points_are_a_sheet(run, extreme, form):
    out = run("calibration", extreme, "--label", "y", "--score", "p", "--kind", "binned", "--format", form).out
    rows = [line.strip("| ").replace(" | ", ",").split(",") for line in out.splitlines()]
    assert rows[0] == ["model", "score", "observed", "low", "high", "rows"]
    assert len(rows) == (11 if form == "csv" else 12)


def test_bins_show_their_error_beside_chance(run, extreme):
    out = " ".join(run("calibration", extreme, "--label", "y", "--score", "p", "--kind", "binned").out.split())
    assert "promised observed interval rows" in out
    assert "in 10 equal-mass bins; calibrated probabilities show" in out


def test_a_recalibration_is_previewed(run, extreme):
    call = ("calibration", extreme, "--label", "y", "--score", "p", "--recalibrate", "platt,isotonic", "--repeats", "2")
    out = " ".join(run(*call).out.split())
    assert "✓ platt: Recalibrating is worth it" in out
    assert "Cross-fitted in 5 folds, 2 times, seed 0." in out
    platt, isotonic = json.loads(run(*call, "--json").out)["models"][0]["recalibrations"]
    assert platt["verdict"] == "worth it"
    assert platt["map"]["slope"] == pytest.approx(1 / 3, abs=0.1)
    assert len(isotonic["map"]["scores"]) == len(isotonic["map"]["probabilities"])


def test_other_scores_are_refused_unless_they_are_to_become_probabilities(run, extreme):
    refused = run("calibration", extreme, "--label", "y", "--score", "logit")
    assert (refused.code, refused.out) == (2, "")
    assert "--recalibrate platt" in refused.err
    turned = run("calibration", extreme, "--label", "y", "--score", "logit", "--recalibrate", "platt")
    assert turned.code == 0
    assert "No reliability curve: scores are not probabilities: they go from" in turned.out
    assert "can be turned into probabilities" in turned.out
    data = json.loads(run("calibration", extreme, "--score", "logit", "--recalibrate", "platt", "--json").out)
    assert "not probabilities" in data["models"][0]["undefined"]
    assert data["models"][0]["recalibrations"][0]["before"] is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--recalibrate", "plat"), "Did you mean 'platt'?"),
        (("--replicates", "5"), "at least 100 replicates"),
        (("--level", "95"), "A level lies between 0 and 1"),
        (("--group", "g"), "looks at all rows; leave out --group"),
    ],
    ids=str,
)
def test_a_mistake_is_one_sentence(run, extreme, arguments, sentence):
    outcome = run("calibration", extreme, "--label", "y", "--score", "p", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


def test_ten_rows_are_enough_for_a_drawing(run, tmp_path):
    path = written(tmp_path, "ten.csv", {"y": [0, 1] * 5, "p": [0.1, 0.9, 0.2, 0.8, 0.5, 0.5, 0.3, 0.7, 0.0, 1.0]})
    outcome = run("calibration", path, "--label", "y", "--score", "p")
    assert outcome.code == 0
    assert "There is no calibration slope" in " ".join(outcome.out.split())
