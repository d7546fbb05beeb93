"""The example files: what real models said about real rows they had not seen.

Every score is out of fold: the rows are dealt into ten stratified folds, identical rows into the same fold,
and each fold is scored by a model fitted to the other nine. Scores are written with six significant digits,
or fewer where fewer are exact; the class probabilities of the digits with five decimals.
The same versions of Python, NumPy, scikit-learn and polars write the same bytes.

    python examples/make_predictions.py                   # all five files, next to this script
    python examples/make_predictions.py digits spam       # only these

It needs NumPy, SciPy, scikit-learn and polars. The e-mails also need R with the package kernlab, whose data
set `spam` is read through Rscript (Debian: r-base-core and r-cran-kernlab). Where R is elsewhere, export it
there and pass the file with --spam-csv:

    Rscript -e 'data(spam, package = "kernlab"); write.csv(spam, "spam.csv", row.names = FALSE)'
"""

import argparse
import csv
import gzip
import io
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.decomposition import PCA
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, log_loss, roc_auc_score
from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

Array = NDArray[Any]
Folds = Sequence[tuple[Array, Array]]

SEED = 0
RARE = {0: 178, 1: 182, 2: 177, 8: 24, 9: 12}  # rows that are kept of each digit
NAMES = {0: "zero", 1: "one", 2: "two", 8: "eight", 9: "nine"}
EXPORT_SPAM = 'data(spam, package = "kernlab"); write.csv(spam, stdout(), row.names = FALSE)'


@dataclass(frozen=True)
class Example:
    """One file: its columns in order, the truth, and each model's scores as probabilities of that truth."""

    file: str
    columns: Mapping[str, Sequence[Any]]
    truth: Array
    probabilities: Mapping[str, Array]


def breast_cancer() -> Example:
    """Score 569 breast masses with a model that is good, one that ties and one that is overconfident."""
    data = load_breast_cancer()
    malignant = data.target == 0
    models = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "forest": RandomForestClassifier(n_estimators=200, random_state=SEED),
        "naive_bayes": GaussianNB(),
    }
    folds = ten_folds(data.data, malignant)
    scores = {name: probability(model, data.data, malignant, folds) for name, model in models.items()}
    columns = {
        "id": range(1, len(malignant) + 1),
        "diagnosis": words(malignant, "malignant", "benign"),
        **lists(scores),
    }
    return Example("breast-cancer.csv", columns, malignant, scores)


def digits() -> Example:
    """Tell ten handwritten digits apart from six principal components of their pixels: a K x K matrix."""
    pixels, digit = load_digits(return_X_y=True)
    model = make_pipeline(PCA(6), LogisticRegression(max_iter=1000))
    exact = out_of_fold(model, pixels, digit, ten_folds(pixels, digit), "predict_proba")
    rounded = exact.round(5)
    columns = {
        "digit": digit.tolist(),
        "predicted": exact.argmax(axis=1).tolist(),
        **{f"p{k}": rounded[:, k].tolist() for k in range(10)},
    }
    return Example("digits.csv", columns, digit, {"logistic": rounded})


def rare_digits() -> Example:
    """Tell five digits apart of which two are rare: most of the eights and nines are left out."""
    pixels, digit = load_digits(return_X_y=True)
    kept = [place for k, most in RARE.items() for place in np.flatnonzero(digit == k)[:most]]
    pixels, digit = pixels[np.sort(kept)], digit[np.sort(kept)]
    names = {k: NAMES[k] for k in sorted(RARE)}
    folds = ten_folds(pixels, digit)
    logistic = make_pipeline(PCA(6), LogisticRegression(max_iter=1000))
    exact = out_of_fold(logistic, pixels, digit, folds, "predict_proba")
    forest = out_of_fold(RandomForestClassifier(n_estimators=25, random_state=SEED), pixels, digit, folds, "predict")
    rounded, classes = exact.round(5), sorted(RARE)
    columns = {
        "digit": [names[k] for k in digit],
        "logistic": [names[classes[k]] for k in exact.argmax(axis=1)],
        "forest": [names[k] for k in forest],
        **{f"p_{names[k]}": rounded[:, place].tolist() for place, k in enumerate(classes)},
    }
    return Example("rare-digits.csv", columns, np.searchsorted(classes, digit), {"logistic": rounded})


def digits_eight() -> Example:
    """Ask whether a digit is an 8: one score is log odds, the other a share of neighbours with many ties."""
    pixels, digit = load_digits(return_X_y=True)
    eight = digit == 8
    folds = ten_folds(pixels, eight)
    booster = HistGradientBoostingClassifier(max_iter=60, random_state=SEED)
    log_odds = six_digits(out_of_fold(booster, pixels, eight, folds, "decision_function"))
    # Whole-number pixels are often equally far apart. Brute force breaks such ties by the number of threads.
    neighbours = KNeighborsClassifier(20, algorithm="kd_tree")
    nearest = probability(neighbours, pixels, eight, folds)
    columns = {"is_eight": eight.tolist(), **lists({"boosted": log_odds, "nearest": nearest})}
    return Example("digits-eight.parquet", columns, eight, {"boosted": expit(log_odds), "nearest": nearest})


def spam(exported: Path | None) -> Example:
    """Score 4,601 e-mails, with a group: the terciles of how many capital letters an e-mail holds."""
    mails = read_spam(exported)
    is_spam = (mails["type"] == "spam").to_numpy()
    features = mails.drop("type").to_numpy().astype(np.float64)
    models = {
        "logistic": make_pipeline(FunctionTransformer(np.log1p), StandardScaler(), LogisticRegression(max_iter=1000)),
        "boosted": HistGradientBoostingClassifier(random_state=SEED),
    }
    folds = ten_folds(features, is_spam)
    scores = {name: probability(model, features, is_spam, folds) for name, model in models.items()}
    columns = {
        "kind": words(is_spam, "spam", "ham"),
        **lists(scores),
        "length": terciles(mails["capitalTotal"].to_numpy(), ("short", "medium", "long")),
    }
    return Example("spam.csv.gz", columns, is_spam, scores)


def read_spam(exported: Path | None) -> pl.DataFrame:
    """Return kernlab's data set `spam`, from an exported CSV file or from R itself."""
    source = exported.read_bytes() if exported else export_spam()
    return pl.read_csv(io.BytesIO(source), infer_schema_length=None)


def export_spam() -> bytes:
    """Ask R for the e-mails as CSV."""
    if shutil.which("Rscript") is None:
        raise SystemExit(
            "spam needs Rscript with the R package kernlab (Debian: r-base-core and r-cran-kernlab), "
            "or a file exported elsewhere: --spam-csv FILE. The other data sets need neither."
        )
    answer = subprocess.run(["Rscript", "-e", EXPORT_SPAM], capture_output=True, check=False)
    if answer.returncode:
        raise SystemExit(f"Rscript could not export kernlab's spam:\n{answer.stderr.decode()}")
    return answer.stdout


def ten_folds(features: Array, labels: Array) -> Folds:
    """Deal the rows into ten stratified folds, identical rows into the same one.

    394 of the e-mails repeat the features of an earlier one; dealt freely, their scores would come from
    models that had seen them.
    """
    _, twins = np.unique(features, axis=0, return_inverse=True)
    folds = StratifiedGroupKFold(n_splits=10, shuffle=True, random_state=SEED)
    return list(folds.split(features, labels, twins))


def out_of_fold(model: Any, features: Array, labels: Array, folds: Folds, method: str) -> Array:
    """Return what models fitted to the other folds say about each row."""
    return np.asarray(cross_val_predict(model, features, labels, cv=folds, method=method))


def probability(model: Any, features: Array, labels: Array, folds: Folds) -> Array:
    """Return the out-of-fold probability of the positive class, with six significant digits."""
    return six_digits(out_of_fold(model, features, labels, folds, "predict_proba")[:, 1])


def six_digits(values: Array) -> Array:
    """Round to six significant digits, so that the last bits of a processor's sums do not reach the file."""
    return np.array([float(f"{value:.6g}") for value in values])


def terciles(values: Array, names: tuple[str, str, str]) -> list[str]:
    """Name the third each value lies in; a value on the border belongs to the lower third."""
    borders = np.quantile(values, [1 / 3, 2 / 3])
    return [names[third] for third in np.searchsorted(borders, values, side="left")]


def words(positive: Array, yes: str, no: str) -> list[str]:
    """Spell out a boolean column."""
    return [yes if is_positive else no for is_positive in positive]


def lists(columns: Mapping[str, Array]) -> dict[str, list[Any]]:
    """Turn arrays into lists of Python values, whose text is the shortest that reads back the same."""
    return {name: values.tolist() for name, values in columns.items()}


def write(example: Example, folder: Path) -> Path:
    """Write the columns in the format the file's name asks for."""
    path = folder / example.file
    if path.suffix == ".parquet":
        pl.DataFrame(example.columns).write_parquet(path, compression="zstd", compression_level=19)
    elif path.suffix == ".gz":
        path.write_bytes(gzipped(csv_text(example.columns).encode()))
    else:
        path.write_bytes(csv_text(example.columns).encode())
    return path


def csv_text(columns: Mapping[str, Sequence[Any]]) -> str:
    """Return the columns as CSV with one header line and plain line feeds."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()


def gzipped(content: bytes) -> bytes:
    """Compress without a file name and a date, so that the same content gives the same bytes."""
    target = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=target, mtime=0) as stream:
        stream.write(content)
    return target.getvalue()


def verdict(truth: Array, probabilities: Array) -> str:
    """Judge one model by scikit-learn: area under the ROC curve, accuracy and log loss.

    With more than two classes the area is the mean over one class against the rest, and the rows are made to
    sum to 1 again after rounding. scikit-learn clips a probability of 0 before it takes the logarithm;
    `sure and wrong` counts the rows where that hides an infinite loss.
    """
    if probabilities.ndim == 2:
        probabilities = probabilities / probabilities.sum(axis=1, keepdims=True)
        predicted = probabilities.argmax(axis=1)
        given_to_truth = probabilities[np.arange(len(truth)), truth]
    else:
        predicted = probabilities >= 0.5
        given_to_truth = np.where(truth, probabilities, 1 - probabilities)
    return (
        f"AUC {roc_auc_score(truth, probabilities, multi_class='ovr'):.4f}  "
        f"accuracy {accuracy_score(truth, predicted):.4f}  "
        f"log loss {log_loss(truth, probabilities):.4f}  "
        f"sure and wrong {np.count_nonzero(given_to_truth == 0)}"
    )


def arguments(names: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Make the example predictions.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which to make: {', '.join(names)} (all)")
    parser.add_argument("--into", type=Path, default=Path(__file__).parent, help="folder to write to")
    parser.add_argument("--spam-csv", type=Path, help="kernlab's spam, exported by R's write.csv")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.names if name not in names]
    if unknown:
        parser.error(f"there is no data set {', '.join(unknown)}; choose from {', '.join(names)}")
    return chosen


def main() -> None:
    """Make the chosen files and print how good each model is."""
    chosen = arguments(["breast-cancer", "digits", "rare-digits", "digits-eight", "spam"])
    makers: dict[str, Callable[[], Example]] = {
        "breast-cancer": breast_cancer,
        "digits": digits,
        "rare-digits": rare_digits,
        "digits-eight": digits_eight,
        "spam": partial(spam, chosen.spam_csv),
    }
    for name in chosen.names or makers:
        example = makers[name]()
        path = write(example, chosen.into)
        print(f"{path.name}: {len(example.truth)} rows, {path.stat().st_size} bytes")
        for model, probabilities in example.probabilities.items():
            print(f"  {model:12}{verdict(example.truth, probabilities)}")


if __name__ == "__main__":
    main()
