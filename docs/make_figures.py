"""Draw the figures that the documentation shows.

    python docs/make_figures.py

With the same matplotlib, the same data give the same bytes.
"""

from __future__ import annotations

from pathlib import Path

import truecut as tc
from truecut.views.plots.figure_files import write_figure
from truecut.views.plots.style import figure_of

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "examples"


def main() -> None:
    """Write all figures."""
    cancer = tc.evaluate(
        EXAMPLES / "breast-cancer.csv", positive="malignant", score=["logistic", "forest", "naive_bayes"]
    )
    spam = tc.evaluate(EXAMPLES / "spam.csv.gz", label="kind", positive="spam", score="boosted")
    figures = {"roc": cancer.plot.roc(), "distribution": spam.plot.distribution(stretched=True)}
    for name, ax in figures.items():
        write_figure(figure_of(ax), DOCS / "pictures" / f"{name}.svg")
        print(f"Wrote docs/pictures/{name}.svg")


if __name__ == "__main__":
    main()
