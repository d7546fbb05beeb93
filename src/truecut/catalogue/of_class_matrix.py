"""Metrics of the whole matrix of many classes: one name for each definition that is in use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from truecut.catalogue.class_margins import Margins
from truecut.catalogue.class_metric import ClassMetric, Counted
from truecut.catalogue.formula import Formula
from truecut.catalogue.metric import NO_ROWS, UNBOUNDED, Better

ONE_CLASS = "all rows, or all answers, are of one class"
ALL_ALIKE = "all rows and all answers are of one class"
NO_CHANCE = "chance alone leaves nothing to disagree about"
RECALL, PRECISION, F1, SPECIFICITY = "tp / (tp + fn)", "tp / (tp + fp)", "2 * tp / (2 * tp + fp + fn)", "tn / (fp + tn)"


def _mean_of(formula: str) -> Callable[[Margins, Counted], Any]:
    """Return the mean over the classes that count of a formula of four counts."""
    return lambda margins, counted: Formula(formula).along(margins.counts.cells())[..., counted].mean(-1)


def _that_occur(margins: Margins) -> Counted:
    return np.asarray(margins.true > 0, dtype=bool)


def _with_precision_and_recall(margins: Margins) -> Counted:
    return np.asarray((margins.true > 0) & (margins.answered > 0), dtype=bool)


def _adjusted(margins: Margins, counted: Counted) -> Any:
    chance = 1 / max(int(counted.sum()), 1)
    return (
        (_mean_of(RECALL)(margins, counted) - chance) / (1 - chance)
        if chance < 1
        else np.full(margins.true.shape[:-1], np.nan)
    )


def _of_means(margins: Margins, counted: Counted) -> Any:
    precision, recall = _mean_of(PRECISION)(margins, counted), _mean_of(RECALL)(margins, counted)
    return 2 * precision * recall / (precision + recall)


METRICS = (
    ClassMetric(
        name="accuracy",
        title="Accuracy",
        formula="rows answered rightly / rows",
        sums="agree / n",
        in_percent=True,
        undefined={"n": NO_ROWS},
        share_of="recall",
        meaning="Of all {units}, the share that got their own class. Micro precision, recall and F1 are the same.",
        use="Every mistake costs the same, and classes are about equally common.",
        misleads="A common class decides it: naming nothing else may look good.",
        reference="Sokolova & Lapalme 2009, Inf Process Manag 45:427",
    ),
    ClassMetric(
        name="error_rate",
        title="Error rate",
        aliases=("zero_one_loss", "misclassification_rate"),
        formula="rows answered wrongly / rows",
        sums="(n - agree) / n",
        in_percent=True,
        better=Better.LOWER,
        undefined={"n": NO_ROWS},
        share_of="fnr",
        meaning="Of all {units}, the share that did not get their own class.",
        use="As accuracy, thought of as mistakes.",
        misleads="As accuracy does.",
        reference="Sokolova & Lapalme 2009, Inf Process Manag 45:427",
    ),
    ClassMetric(
        name="zero_one_count",
        title="Mistakes",
        formula="rows answered wrongly",
        sums="n - agree",
        bounds=UNBOUNDED,
        better=Better.LOWER,
        is_total=True,
        share_of="fnr",
        meaning="How many {units} did not get their own class.",
        use="To see the amount of work behind an error rate.",
        misleads="It grows with the number of {units}.",
        reference="Sokolova & Lapalme 2009, Inf Process Manag 45:427",
    ),
    ClassMetric(
        name="no_information_rate",
        title="No-information rate",
        formula="rows of the commonest true class / rows",
        sums="largest / n",
        in_percent=True,
        better=Better.NEITHER,
        undefined={"n": NO_ROWS},
        meaning="The accuracy of always naming the commonest true class.",
        use="The bar that accuracy has to clear.",
        misleads="It says nothing about the model.",
        reference="Kuhn 2008, J Stat Softw 28(5)",
    ),
    ClassMetric(
        name="uniform_guess_rate",
        title="Uniform guess rate",
        formula="1 / classes",
        sums="1 / classes",
        in_percent=True,
        better=Better.NEITHER,
        no_interval="it hangs on the number of classes alone",
        meaning="The accuracy of guessing among the classes with equal chances.",
        use="A bar for balanced classes.",
        misleads="Guessing the commonest class does better where classes differ in size.",
        reference="Kuhn 2008, J Stat Softw 28(5)",
    ),
    ClassMetric(
        name="balanced_accuracy",
        title="Balanced accuracy",
        formula="mean of recall over the classes that occur",
        over_classes=_mean_of(RECALL),
        counts_classes=_that_occur,
        in_percent=True,
        undefined={"n": NO_ROWS},
        meaning="The accuracy that the model would have if all classes that occur were equally common.",
        use="Rare classes matter as much as common ones. Others call it macro accuracy (torchmetrics) or macro recall.",
        misleads="A rare class with a handful of {units} decides as much as all others.",
        reference="Brodersen et al. 2010, ICPR, 3121",
    ),
    ClassMetric(
        name="balanced_accuracy_adjusted",
        title="Balanced accuracy, adjusted",
        formula="(balanced accuracy - 1 / classes) / (1 - 1 / classes)",
        over_classes=_adjusted,
        counts_classes=_that_occur,
        bounds=(-1.0, 1.0),
        undefined={"one": "one class alone occurs"},
        meaning="Balanced accuracy with guessing at 0 and perfection at 1; classes are those that occur.",
        use="To compare problems with different numbers of classes.",
        misleads="As balanced accuracy does.",
        reference="scikit-learn balanced_accuracy_score(adjusted=True)",
    ),
    ClassMetric(
        name="balanced_accuracy_one_vs_rest",
        title="Balanced accuracy, one versus rest",
        formula="mean over classes of (recall + specificity) / 2",
        over_classes=_mean_of(f"({RECALL} + {SPECIFICITY}) / 2"),
        undefined={"class": "a class, or its rest, has no rows"},
        meaning="Each class against the rest: the mean of recall and specificity, averaged over the classes.",
        use="To agree with yardstick's bal_accuracy.",
        misleads="With many classes specificity is near 1 for any model, so a half of it says nothing.",
        reference="yardstick bal_accuracy (macro)",
    ),
    ClassMetric(
        name="accuracy_one_vs_rest",
        title="Accuracy, one versus rest",
        formula="mean over classes of (tp + tn) / n",
        sums="1 - 2 * (n - agree) / (n * classes)",
        undefined={"n": NO_ROWS},
        meaning="Each class against the rest: the share of {units} on the right side, averaged over the classes.",
        use="To agree with tools that call this macro accuracy.",
        misleads="It is 1 - 2 × error rate / classes, so ten classes never fall below 0.8: it flatters.",
        reference="pycm ACC Macro",
    ),
    ClassMetric(
        name="f1_of_means",
        title="F1 of macro precision and recall",
        formula="2 × macro precision × macro recall / (macro precision + macro recall)",
        over_classes=_of_means,
        undefined={"class": "precision or recall of a class is undefined"},
        meaning="The harmonic mean of macro precision and macro recall: the other macro F1.",
        use="To agree with Sokolova & Lapalme's formula.",
        misleads="It is never below the mean of the classes' F1, and can lie far above it.",
        reference="Sokolova & Lapalme 2009; Opitz & Burst 2019, arXiv:1911.03347",
    ),
    ClassMetric(
        name="f1_where_defined",
        title="Macro F1 over classes with precision and recall",
        formula="mean of F1 over the classes that occur and were answered",
        over_classes=_mean_of(F1),
        counts_classes=_with_precision_and_recall,
        undefined={"class": "no class both occurs and was answered"},
        meaning="The mean F1 of the classes for which both precision and recall exist.",
        use="To agree with yardstick's f_meas.",
        misleads="A model gains by never naming a class that it does not know.",
        reference="yardstick f_meas (macro)",
    ),
    ClassMetric(
        name="kappa",
        title="Cohen's kappa",
        aliases=("cohens_kappa", "cohen_kappa"),
        formula="1 - disagreement / disagreement by chance, each cell by its weight",
        sums="1 - n * weighed / weighed_by_chance",
        weighs_cells="weights",
        parameters={"weights": None},
        bounds=(-1.0, 1.0),
        undefined={"chance": ALL_ALIKE},
        meaning="Agreement of truth and answers beyond what their margins alone would give.",
        use="Chance agreement is high, or (weighted) some mistakes are worse than others.",
        misleads="It hangs on how common the classes are; weights must be stated to be compared.",
        reference="Cohen 1960, Educ Psychol Meas 20:37; Cohen 1968, Psychol Bull 70:213",
    ),
    ClassMetric(
        name="mcc",
        title="Matthews correlation",
        aliases=("matthews", "phi", "r_k"),
        formula="(n × right - Σ true × answered) / √((n² - Σ true²) × (n² - Σ answered²))",
        sums="(n * agree - chance) / sqrt((n * n - true_squares) * (n * n - answered_squares))",
        bounds=(-1.0, 1.0),
        undefined={"margins": ONE_CLASS},
        conventions={"scikit-learn": 0.0},
        meaning="The correlation of true and answered classes (R_K): 1 is perfect, 0 is chance.",
        use="One number of the whole matrix that no common class can carry alone.",
        misleads="Below 0 its lower end hangs on the margins: with many classes -1 is out of reach.",
        reference="Gorodkin 2004, Comput Biol Chem 28:367",
    ),
    ClassMetric(
        name="scott_pi",
        title="Scott's pi",
        formula="(agreement - chance) / (1 - chance), chance from both margins pooled",
        sums="(4 * n * agree - pooled_squares) / (4 * n * n - pooled_squares)",
        bounds=(-1.0, 1.0),
        undefined={"chance": ALL_ALIKE},
        meaning="Agreement beyond chance where truth and answers are taken to have the same margins.",
        use="Two raters that are interchangeable.",
        misleads="Truth and a model are not interchangeable.",
        reference="Scott 1955, Public Opin Q 19:321",
    ),
    ClassMetric(
        name="gwet_ac1",
        title="Gwet's AC1",
        formula="(agreement - chance) / (1 - chance), chance = Σ share × (1 - share) / (classes - 1)",
        sums="(4 * n * agree * (classes - 1) - (4 * n * n - pooled_squares))"
        " / (4 * n * n * (classes - 1) - (4 * n * n - pooled_squares))",
        bounds=(-1.0, 1.0),
        undefined={"chance": NO_CHANCE},
        meaning="Agreement beyond chance that stays high where one class is very common.",
        use="Kappa falls though raters agree on almost all {units}.",
        misleads="With one common class it is close to accuracy, and as easily pleased.",
        reference="Gwet 2008, Br J Math Stat Psychol 61:29",
    ),
    ClassMetric(
        name="mean_cost",
        title="Mean cost",
        formula="Σ price of the cell × its rows / rows",
        sums="weighed / n",
        weighs_cells="costs",
        parameters={"costs": None, "unsure": None},
        bounds=UNBOUNDED,
        better=Better.LOWER,
        undefined={"n": NO_ROWS},
        meaning="What the answers cost by {unit}, at the prices stated for each true and answered class.",
        use="Mistakes have prices.",
        misleads="It is as good as the prices.",
        reference="Elkan 2001, IJCAI, 973",
    ),
    ClassMetric(
        name="total_cost",
        title="Total cost",
        formula="Σ price of the cell × its rows",
        sums="weighed",
        weighs_cells="costs",
        parameters={"costs": None, "unsure": None},
        bounds=UNBOUNDED,
        better=Better.LOWER,
        is_total=True,
        meaning="What all answers cost together, at the prices stated for each true and answered class.",
        use="To see the amount behind a mean cost.",
        misleads="It grows with the number of {units}.",
        reference="Elkan 2001, IJCAI, 973",
    ),
)
