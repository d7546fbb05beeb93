"""Evaluations on a real tracking server of MLflow, started on this machine (`make test-mlflow`)."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from importlib.metadata import entry_points

import pytest

os.environ["MLFLOW_DISABLE_TELEMETRY"] = os.environ["DO_NOT_TRACK"] = "true"

import mlflow
import numpy as np
import pandas as pd
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression

import truecut as tc
from truecut.errors import BadCall
from truecut.pipelines import mlflow as pipeline

pytestmark = pytest.mark.filterwarnings("ignore")  # MLflow warns about its own future

X, Y = make_classification(400, weights=[0.7], flip_y=0.1, random_state=1)
MODEL = LogisticRegression().fit(X, Y)
SCORES = MODEL.predict_proba(X)[:, 1]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "mlflow", "server", "--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
    command += ["--backend-store-uri", f"sqlite:///{folder}/runs.db", "--artifacts-destination", str(folder / "files")]
    with (folder / "log.txt").open("w") as said:
        running = subprocess.Popen(command, stdout=said, stderr=said, cwd=folder)
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for(f"{address}/health", running, folder / "log.txt")
            mlflow.set_tracking_uri(address)
            mlflow.set_experiment("truecut")
            yield mlflow.MlflowClient()
        finally:
            running.terminate()
            running.wait(30)


def wait_for(address, running, said):
    until = time.monotonic() + 120
    while time.monotonic() < until and running.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.5)
    pytest.fail(f"The server did not start:\n{said.read_text()[-2000:]}")


def files(client, run_id):
    return sorted(one.path for one in client.list_artifacts(run_id, pipeline.FOLDER))


def test_metrics_come_with_their_intervals_and_the_report_as_a_file(server, tmp_path):
    e = tc.evaluate(Y, SCORES)
    with mlflow.start_run() as run:
        told = pipeline.log(e, metrics=["roc_auc", "recall"])
    stored = server.get_run(run.info.run_id).data.metrics
    assert stored == pytest.approx(told)
    assert set(stored) == {f"{name}{end}" for name in ("roc_auc", "recall") for end in ("", ".low", ".high")}
    assert stored["recall.low"] == pytest.approx(e.metric("recall").low)
    assert files(server, run.info.run_id) == ["truecut/evaluation.truecut.json", "truecut/report.html"]
    saved = mlflow.artifacts.download_artifacts(
        run_id=run.info.run_id, artifact_path="truecut/evaluation.truecut.json", dst_path=str(tmp_path)
    )
    assert tc.load(saved).metric("roc_auc").value == e.metric("roc_auc").value


def test_what_is_undefined_is_left_out_and_models_are_told_apart():
    one_class = tc.evaluate([1, 1, 1], [0.2, 0.6, 0.9], classes=[0, 1])
    assert "roc_auc" not in pipeline.flat_metrics(one_class, ["roc_auc", "recall"])
    two = tc.evaluate(Y, {"a": SCORES, "b": -SCORES})
    assert set(pipeline.flat_metrics(two, ["ks"])) >= {"a.ks", "b.ks"}


@pytest.fixture(scope="module", autouse=True)
def known_to_mlflow():
    # Installed, MLflow finds the evaluator by itself.
    if not entry_points(group="mlflow.model_evaluator", name="truecut"):
        from mlflow.models.evaluation.evaluator_registry import _model_evaluation_registry

        _model_evaluation_registry.register("truecut", pipeline.Evaluator)


def test_mlflow_evaluates_a_table_of_scores_by_name(server):
    table = pd.DataFrame({"label": np.where(Y == 1, "sick", "well"), "score": SCORES})
    with mlflow.start_run() as run:
        found = mlflow.models.evaluate(
            data=table,
            targets="label",
            predictions="score",
            model_type="classifier",
            evaluators="truecut",
            evaluator_config={"positive": "sick", "threshold": 0.4, "metrics": ["roc_auc", "recall"]},
        )
    expected = tc.evaluate(Y, SCORES, threshold=0.4)
    assert found.metrics["recall"] == pytest.approx(expected.metric("recall").value)
    assert server.get_run(run.info.run_id).data.metrics["recall.high"] == pytest.approx(expected.metric("recall").high)
    assert found.artifacts["truecut_report"].content.startswith("<!doctype html>")


def test_mlflow_evaluates_a_logged_model_beside_its_own_evaluator(server):
    rows = pd.DataFrame(X, columns=[f"x{i}" for i in range(X.shape[1])])
    model = LogisticRegression().fit(rows, Y)
    with mlflow.start_run() as run:
        logged = mlflow.sklearn.log_model(model, name="model", input_example=rows.head(2))
        found = mlflow.models.evaluate(
            model=logged.model_uri,
            data=rows.assign(label=Y),
            targets="label",
            model_type="classifier",
            evaluators=["default", "truecut"],
            evaluator_config={
                "default": {"log_explainer": False, "log_model_explainability": False},
                "truecut": {"metric_prefix": "truecut."},
            },
        )
    area = tc.evaluate(Y, model.predict_proba(rows)[:, 1]).metric("roc_auc").value
    stored = server.get_run(run.info.run_id).data.metrics
    assert stored["truecut.roc_auc"] == pytest.approx(area)
    assert found.metrics["roc_auc"] == pytest.approx(area)  # MLflow's own


@pytest.mark.usefixtures("server")
def test_a_setting_that_is_not_known_gets_a_sentence():
    table = pd.DataFrame({"label": Y, "score": SCORES})
    with mlflow.start_run(), pytest.raises((BadCall, mlflow.MlflowException), match="has no 'pos_label'; it takes"):
        mlflow.models.evaluate(
            data=table,
            targets="label",
            predictions="score",
            model_type="classifier",
            evaluators="truecut",
            evaluator_config={"pos_label": 1},
        )
