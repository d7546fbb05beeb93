"""Means, averages and how sure one can be; and ways of doing it."""

from __future__ import annotations

from truecut.catalogue.glossary.term import Picture, Term

STATISTICS = (
    Term(
        name="arithmetic mean",
        says="The sum over how many. It forgives one bad part if the other is good: precision 1 and recall 0.01 "
        "average to 0.505.",
        also=("average", "AM", "plain mean", "mean", "arith mean"),
        formula="(a + b) / 2",
        relatives=("harmonic mean", "geometric mean"),
        page="examples/index",
        exercise="means",
        picture=Picture.MEANS,
        lab="lessons/f1",
    ),
    Term(
        name="geometric mean",
        says="The root of the product, for factors and for numbers of different units.",
        also=("GM", "root of the product"),
        formula="sqrt(a × b)",
        relatives=("G-mean", "Fowlkes-Mallows index", "harmonic mean"),
        page="metrics/g_mean",
        exercise="means",
        picture=Picture.MEANS,
        lab="lessons/f1",
    ),
    Term(
        name="harmonic mean",
        says="The mean of rates: it stays near the smaller number and never exceeds the plain mean. Of 1 and 9 it is "
        "1.8, and the plain mean 5. F1 is the harmonic mean of precision and recall.",
        also=("HM", "mean of rates"),
        formula="2 × a × b / (a + b)",
        relatives=("F1", "arithmetic mean", "weighted F"),
        command="truecut explain f1 --counts tp=30,fn=10,fp=5,tn=55",
        page="examples/index",
        exercise="means",
        picture=Picture.MEANS,
        lab="lessons/f1",
    ),
    Term(
        name="macro average",
        says="The plain mean over classes: a rare class weighs as much as a common one.",
        also=("macro", "macro averaging", "macro average recall", "macro f1"),
        formula="sum of m_c / C",
        relatives=("micro average", "weighted average", "balanced accuracy"),
        page="how-to/many-classes",
    ),
    Term(
        name="micro average",
        says="All cells added up before dividing: a row weighs as much as a row. Over all classes it is accuracy.",
        also=("micro", "micro averaging", "micro f1"),
        formula="sum of tp / sum of (tp + fp)",
        relatives=("macro average", "accuracy"),
        page="how-to/many-classes",
    ),
    Term(
        name="weighted average",
        says="The mean over classes by their support.",
        also=("weighted averaging", "support-weighted average", "weighted f1"),
        formula="sum of m_c × n_c / n",
        relatives=("macro average", "support"),
        page="how-to/many-classes",
    ),
    Term(
        name="observed accuracy",
        says="In kappa: the plain accuracy, before the agreement that comes by chance is taken off.",
        also=("O", "observed agreement"),
        formula="(tp + tn) / (tp + fp + fn + tn)",
        relatives=("kappa", "expected accuracy", "accuracy"),
        page="metrics/kappa",
        exercise="kappa",
    ),
    Term(
        name="expected accuracy",
        says="In kappa: the accuracy of two raters with these margins who know nothing of each other.",
        also=("E", "chance agreement", "expected agreement"),
        formula="((tp + fp) × (tp + fn) + (fn + tn) × (fp + tn)) / (tp + fp + fn + tn)²",
        relatives=("kappa", "observed accuracy", "margin"),
        page="metrics/kappa",
        exercise="kappa",
    ),
    Term(
        name="interval",
        says="The range of values that the rows at hand do not rule out. Of 3 hits in 3 the recall is 100 %, and its "
        "interval still reaches below a half.",
        also=("confidence interval", "CI", "95 % interval", "uncertainty interval", "error bars"),
        relatives=("support", "noise", "bootstrap"),
        command="truecut report FILE",
        page="how-to/intervals",
    ),
    Term(
        name="noise",
        says="Few rows make any measure wander: an area below 0.5 on 30 rows means nothing.",
        also=("small sample", "chance", "random fluctuation", "sample size"),
        relatives=("interval", "worse than random"),
        command="truecut plan recall --expected 0.85 --within 0.05 --prevalence 0.1",
        page="how-to/sample-size",
    ),
    Term(
        name="bootstrap",
        says="Drawing the rows again, with repetition, and looking how much the number moves.",
        also=("resampling", "bootstrapping"),
        relatives=("interval",),
        page="how-to/bootstrap",
    ),
    Term(
        name="calibration",
        says="Whether scores called probabilities come true as often as they say. A model may rank perfectly and be "
        "badly calibrated.",
        also=("calibrated", "reliability curve", "reliability diagram", "calibration curve", "calibration plot"),
        relatives=("Brier score", "probability", "calibration slope"),
        command="truecut calibration FILE",
        page="how-to/calibration",
        lab="lessons/promise",
    ),
    Term(
        name="p-value",
        says="How often chance alone would show a difference at least as large. It says nothing about how large the "
        "difference is; the interval does.",
        also=("p value", "significance", "statistical test", "significant"),
        relatives=("interval", "noise"),
        command="truecut compare FILE",
        page="how-to/compare",
    ),
    Term(
        name="likelihood ratio",
        says="How many times likelier a flag, or its absence, is for a positive row than for a negative one. There are"
        " two: of a flag (LR+) and of no flag (LR-).",
        also=("LR", "likelihood ratios", "diagnostic likelihood ratio"),
        formula="recall / fpr, and (1 - recall) / specificity",
        relatives=("positive likelihood ratio", "negative likelihood ratio", "odds ratio"),
        page="metrics/lr_plus",
    ),
)

PROCEDURES = (
    Term(
        name="trapezoidal rule",
        says="Adding up slices between neighbouring points of a curve. It is exact for the ROC curve, and too kind to "
        "the PR curve.",
        also=("trapezoid rule", "trapezoid", "trapezium rule"),
        formula="sum of width × (left + right) / 2",
        relatives=("AUC", "average precision"),
        page="explanation/mistakes",
        exercise="area",
    ),
    Term(
        name="counting squares",
        says="With few rows the area is a number of squares, one per pair of a positive and a negative in the right "
        "order: 18 of 25 for the ten rows.",
        also=("18 of 25", "squares under the curve", "count pairs", "pairs in order"),
        formula="pairs in order / all pairs",
        relatives=("AUC", "ranking"),
        page="examples/index",
        exercise="area",
        picture=Picture.ROC,
        lab="hand/ten",
    ),
    Term(
        name="flip",
        says="Turning every decision round moves a ROC point through the middle of the square: an area of 0.2 becomes "
        "0.8. Do it because of a reason, not because the sample looks better so.",
        also=("reverse", "invert predictions", "flip predictions", "reversed", "flipping"),
        formula="(x, y) becomes (1 - x, 1 - y)",
        relatives=("AUC", "worse than random", "liar"),
        command="truecut report FILE --lower-is-positive",
        page="explanation/mistakes",
        exercise="corner",
        picture=Picture.ROC_ENDS,
        lab="lessons/flip",
    ),
    Term(
        name="standardising to a prevalence",
        says="Keeping the rates of a model and giving it another mix of classes. So two models that met different "
        "populations can be compared.",
        also=("elsewhere", "another prevalence", "prevalence adjustment"),
        formula="tp = recall × positives, fp = fpr × negatives",
        relatives=("Bayes' rule", "populations that differ"),
        command="truecut threshold FILE --prevalence 0.01",
        page="how-to/thresholds",
        exercise="prevalence",
        lab="lessons/populations",
    ),
    Term(
        name="one against the rest",
        says="Treating each class once as positive and all others as negative.",
        also=("one vs rest", "one versus rest", "OvR", "one vs all"),
        relatives=("macro average", "many classes"),
        page="how-to/many-classes",
    ),
    Term(
        name="cross-validation",
        says="Each part of the rows is judged once by a model that has not seen it; folds have a mean and a spread. "
        "Every row gets one honest score, and none was learned from.",
        also=("k-fold", "CV", "cross validation", "folds", "fold", "k-fold cross-validation", "leave one out"),
        formula="mean and spread over k folds",
        relatives=("pooling folds", "optimism", "training, validation and test set"),
        page="how-to/thresholds",
        picture=Picture.FOLDS,
    ),
    Term(
        name="hyperparameter",
        says="A setting of the learner, chosen on validation rows. Beta and costs are not among them: they belong to "
        "the question.",
        also=("tuning C", "hyperparameter tuning", "hyper param", "tuning"),
        relatives=("training, validation and test set", "beta"),
        page="how-to/thresholds",
    ),
)
