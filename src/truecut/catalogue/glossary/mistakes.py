"""Mix-ups and mistakes, under the words in which they are made."""

from __future__ import annotations

from truecut.catalogue.glossary.term import Picture, Term

MISTAKES = (
    Term(
        name="transposed matrix",
        says="Some tools put the prediction in the rows, some the class 0 first. Read the labels before the numbers: "
        "turned round, precision and recall change places.",
        also=("rows or columns", "which way round", "matrix orientation", "orientation of the matrix"),
        relatives=("confusion matrix", "positive class"),
        page="explanation/mistakes",
        exercise="orientation",
        picture=Picture.MATRIX,
    ),
    Term(
        name="type I error",
        says="The statistician's name for a false positive. Its rate is the share of the negatives that were flagged, "
        "which is the false positive rate and not 1 - precision.",
        also=("type 1 error", "type one error", "alpha error", "error of the first kind", "type I"),
        formula="fp, and as a rate fp / (fp + tn)",
        relatives=("false positive rate", "false positive", "type II error"),
        page="explanation/mistakes",
        exercise="cell",
        picture=Picture.MATRIX,
        lab="lessons/worse",
    ),
    Term(
        name="type II error",
        says="The statistician's name for a false negative. Its rate is the miss rate; 1 - it is the power, which is "
        "recall.",
        also=("type 2 error", "type two error", "beta error", "error of the second kind", "type II"),
        formula="fn, and as a rate fn / (tp + fn)",
        relatives=("miss rate", "recall", "type I error"),
        page="explanation/mistakes",
        exercise="cell",
        picture=Picture.MATRIX,
        lab="lessons/worse",
    ),
    Term(
        name="precision against specificity",
        says="Both fall with false alarms, but precision divides by the flagged rows and specificity by the negatives."
        " Precision is 1 - FDR; it is specificity that is 1 - FPR.",
        also=("precision vs specificity", "precision = 1 - FPR", "precision and specificity"),
        formula="tp / (tp + fp) against tn / (fp + tn)",
        relatives=("precision", "specificity", "false discovery rate"),
        page="explanation/mistakes",
        exercise="metric",
        picture=Picture.MARGINS,
    ),
    Term(
        name="base-rate fallacy",
        says="Taking recall for the chance that a flagged row is positive, forgetting how rare positives are.",
        also=("base rate fallacy", "prosecutor's fallacy", "base rate neglect"),
        relatives=("precision", "prevalence", "rare event"),
        page="explanation/mistakes",
        exercise="prevalence",
        picture=Picture.RARE,
        lab="lessons/rare",
    ),
    Term(
        name="regardless of imbalance",
        says="Said of MCC and others; but every measure that mixes both classes moves with prevalence.",
        also=("robust to imbalance", "insensitive to imbalance"),
        relatives=("MCC", "kappa", "imbalance"),
        page="explanation/mistakes",
        lab="lessons/rare",
    ),
    Term(
        name="default threshold",
        says="0.5 is a habit, not a choice: nothing makes it right for scores, costs or prevalence.",
        also=("0.5", "threshold 0.5", "one half"),
        relatives=("threshold", "cost-sensitive choice of threshold"),
        command="truecut threshold FILE --cost fp=1,fn=10",
        page="explanation/mistakes",
        exercise="threshold",
    ),
    Term(
        name="axes of the ROC",
        says="Some books draw sensitivity against specificity instead of the false positive rate. The area is the "
        "same, the picture is mirrored.",
        also=("sensitivity against specificity", "ROC axes", "sensitivity vs specificity curve"),
        relatives=("ROC curve", "specificity"),
        page="explanation/mistakes",
        picture=Picture.ROC,
    ),
    Term(
        name="AUC 0 and AUC 0.5",
        says="0.5 carries no information; 0 is a perfect order read the wrong way. So the least useful area is 0.5, "
        "and the lowest is 0.",
        also=("worst AUC", "AUC of zero", "AUC 0.5", "AUC 0"),
        relatives=("flip", "AUC", "worse than random"),
        page="explanation/mistakes",
        exercise="area",
        picture=Picture.ROC_ENDS,
        lab="lessons/flip",
    ),
    Term(
        name="useless model with great accuracy",
        says="Calling every row negative is right as often as negatives are common: 99.9 % where one in a thousand is "
        "positive.",
        also=(
            "accuracy paradox",
            "99 % accuracy",
            "useless model",
            "useless classifier",
            "limitation of accuracy",
            "super effective yet useless",
        ),
        formula="accuracy = no-information rate",
        relatives=("no-information rate", "accuracy", "recall"),
        command="truecut report --counts tp=0,fn=10,fp=0,tn=9990",
        page="explanation/mistakes",
        exercise="no_information",
        lab="lessons/worthless",
    ),
    Term(
        name="populations that differ",
        says="Totals, accuracy and precision carry the mix of classes; two of them from different mixes prove nothing."
        " Compare on the same rows, or bring both to one prevalence.",
        also=("totals that cannot be compared", "different populations", "different test sets"),
        relatives=("standardising to a prevalence", "total cost", "prevalence"),
        page="examples/index",
        exercise="cost",
        lab="lessons/populations",
    ),
    Term(
        name="pooling folds",
        says="Throwing scores of different folds into one pot gives another area than the mean of the folds, since the"
        " models of different folds need not share a scale.",
        also=("pooled folds", "pooling", "concatenating folds"),
        relatives=("cross-validation", "AUC"),
        page="explanation/mistakes",
        picture=Picture.FOLDS,
    ),
    Term(
        name="optimism",
        says="A threshold chosen and judged on the same rows looks better than it is. `truecut threshold` says by how "
        "much.",
        also=("overfitting the threshold", "overfitting", "overoptimism", "in-sample threshold"),
        relatives=("cross-validation", "threshold optimisation", "training, validation and test set"),
        command="truecut threshold FILE --rule f1",
        page="how-to/thresholds",
    ),
    Term(
        name="leakage",
        says="Something in the features that gives the answer away and will not be there in use. An area of nearly 1 "
        "on a hard problem is the usual sign.",
        also=("data leakage", "target leakage", "too good to be true"),
        relatives=("training, validation and test set", "optimism"),
        page="how-to/report",
    ),
)
