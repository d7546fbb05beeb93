"""Writes what torchmetrics finds under the names of the name map, for test_names_of_torchmetrics.py.

Run by `make torchmetrics`.
"""

import json
import sys
from pathlib import Path

import torch  # type: ignore[import-not-found,unused-ignore]
import torchmetrics  # type: ignore[import-not-found,unused-ignore]
from torchmetrics import classification  # type: ignore[import-not-found,unused-ignore]

R = json.loads((Path(__file__).parent / "data/names.json").read_text(encoding="utf-8"))
AT_A_CUT = ("Accuracy", "Precision", "Recall", "Specificity", "NegativePredictiveValue", "F1Score")
AT_A_CUT = (*AT_A_CUT, "HammingDistance", "JaccardIndex", "MatthewsCorrCoef", "CohenKappa")
OF_SCORES = ("AUROC", "AveragePrecision", "CalibrationError")
AT_A_LEAST = {
    "RecallAtFixedPrecision": "min_precision",
    "PrecisionAtFixedRecall": "min_recall",
    "SensitivityAtSpecificity": "min_specificity",
    "SpecificityAtSensitivity": "min_sensitivity",
}
LEAST = 0.7

truth, score = torch.tensor(R["truth"]), torch.tensor(R["score"], dtype=torch.float64)


def found(name, **options):
    """Return what it finds; of a pair the first, since the second is the threshold."""
    value = getattr(classification, f"Binary{name}")(**options)(score, truth)
    return float(value[0] if isinstance(value, tuple) else value)


of_each = {
    **{name: found(name, threshold=R["cut"]) for name in AT_A_CUT},
    "FBetaScore": found("FBetaScore", beta=2.0, threshold=R["cut"]),
    **{name: found(name) for name in OF_SCORES},
    **{name: found(name, **{least: LEAST}) for name, least in AT_A_LEAST.items()},
}
json.dump(
    {
        "source": f"torchmetrics {torchmetrics.__version__}, torch {torch.__version__}",
        **{name: R[name] for name in ("truth", "score", "cut")},
        "beta": 2,
        "least": LEAST,
        "bins": 15,
        "recall on the cut": found("Recall", threshold=0.55),
        "torchmetrics": {f"Binary{name}": value for name, value in of_each.items()},
    },
    sys.stdout,
    indent=1,
)
sys.stdout.write("\n")
