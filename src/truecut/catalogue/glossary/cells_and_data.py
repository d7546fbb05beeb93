"""The four cells, and what the rows hold."""

from __future__ import annotations

from truecut.catalogue.glossary.term import Picture, Term

CELLS = (
    Term(
        name="true positive",
        says="A row that is positive and was called positive. The second word is what the model said, the first "
        "whether that is right.",
        also=("TP", "hit", "caught"),
        formula="tp",
        relatives=("false negative", "recall", "precision"),
        page="examples/index",
        exercise="cell",
        picture=Picture.MATRIX,
        lab="lessons/matrix",
    ),
    Term(
        name="false positive",
        says="A row that is negative but was called positive. The second word is what the model said, and it was "
        "wrong. It is a false alarm: a healthy person called ill, a good letter called spam.",
        also=("FP", "false alarm"),
        formula="fp",
        relatives=("type I error", "false positive rate", "precision"),
        page="examples/index",
        exercise="cell",
        picture=Picture.MATRIX,
        lab="lessons/matrix",
    ),
    Term(
        name="false negative",
        says="A row that is positive but was called negative. It is a miss: an ill person sent home, spam in the "
        "inbox.",
        also=("FN", "miss", "missed"),
        formula="fn",
        relatives=("type II error", "miss rate", "recall"),
        page="examples/index",
        exercise="cell",
        picture=Picture.MATRIX,
        lab="lessons/matrix",
    ),
    Term(
        name="true negative",
        says="A row that is negative and was left alone. Many measures never look at it: precision, recall and F1 are "
        "the same for fifty of them and for fifty thousand.",
        also=("TN", "correct rejection", "left alone"),
        formula="tn",
        relatives=("specificity", "F1"),
        page="examples/index",
        exercise="cell",
        picture=Picture.MATRIX,
        lab="lessons/matrix",
    ),
)

DATA = (
    Term(
        name="label",
        says="What is really the case for a row, as far as it is known. Whoever or whatever said so is the reference "
        "standard, and its mistakes become the model's.",
        also=(
            "truth",
            "ground truth",
            "actual",
            "actual label",
            "observed",
            "observation",
            "reference standard",
            "y true",
        ),
        formula="y",
        relatives=("prediction", "positive class"),
        page="how-to/positive-class",
    ),
    Term(
        name="prediction",
        says="What is said about a row once the threshold has been applied: positive or negative. A model that gives "
        "only this has one confusion matrix and no curve.",
        also=("predicted label", "decision", "hard prediction", "predicted class", "y pred"),
        formula="positive if score >= threshold",
        relatives=("score", "label", "discrete classifier"),
        page="how-to/predictions-and-counts",
    ),
    Term(
        name="score",
        says="A number that orders the rows from the least to the most suspicious. It need not be a probability: log "
        "odds, distances and points do as well.",
        also=("decision function", "output", "model output", "risk score"),
        relatives=("probability", "threshold", "ranking"),
        page="how-to/score-scales",
        picture=Picture.THRESHOLD,
    ),
    Term(
        name="probability",
        says="A score that promises how often it is right: of the rows given 0.7, seven in ten should be positive. "
        "Whether it keeps the promise is its calibration.",
        also=("predicted probability", "predict proba", "class probability"),
        relatives=("calibration", "Brier score", "score"),
        command="truecut calibration FILE",
        page="how-to/calibration",
        lab="lessons/promise",
    ),
    Term(
        name="support",
        says="How many rows a number rests on; of a class, how many rows truly belong to it. A recall of 100 % with a "
        "support of 3 says little.",
        also=("supports", "number of rows", "class size"),
        formula="tp + fn",
        relatives=("prevalence", "interval", "weighted average"),
        page="how-to/many-classes",
        picture=Picture.MARGINS,
    ),
    Term(
        name="margin",
        says="The sums at the edge of the confusion matrix: what is true along the rows, what was said along the "
        "columns. Every rate is a cell divided by a margin.",
        also=("row total", "column total", "marginal total", "marginals"),
        relatives=("population", "expected accuracy", "confusion matrix"),
        page="examples/index",
        picture=Picture.MARGINS,
        lab="lessons/matrix",
    ),
    Term(
        name="condition positive",
        says="All rows that are truly positive, found or missed. Recall and miss rate are shares of them.",
        also=("P", "real positives", "condition positives", "actual positives", "RP", "positives"),
        formula="tp + fn",
        relatives=("recall", "miss rate", "condition negative"),
        page="examples/index",
        picture=Picture.MARGINS,
        lab="lessons/matrix",
        exercise="matrix",
    ),
    Term(
        name="condition negative",
        says="All rows that are truly negative, left alone or not. Specificity and false positive rate are shares of "
        "them.",
        also=("N", "real negatives", "actual negatives", "RN", "negatives"),
        formula="fp + tn",
        relatives=("specificity", "false positive rate", "condition positive"),
        page="examples/index",
        picture=Picture.MARGINS,
        lab="lessons/matrix",
        exercise="matrix",
    ),
    Term(
        name="predicted positive",
        says="All rows that were flagged, rightly or not. Precision and false discovery rate are shares of them.",
        also=("PP", "predicted positives", "positive predictions", "flagged rows"),
        formula="tp + fp",
        relatives=("precision", "false discovery rate", "flag"),
        page="examples/index",
        picture=Picture.MARGINS,
        lab="lessons/matrix",
        exercise="matrix",
    ),
    Term(
        name="predicted negative",
        says="All rows that were left alone, rightly or not. Negative predictive value and false omission rate are "
        "shares of them.",
        also=("PN", "negative predictions"),
        formula="fn + tn",
        relatives=("negative predictive value", "false omission rate"),
        page="examples/index",
        picture=Picture.MARGINS,
        lab="lessons/matrix",
        exercise="matrix",
    ),
    Term(
        name="imbalance",
        says="One class is much rarer than the other. Accuracy and precision feel it; recall, specificity and the ROC "
        "curve do not. So a good ROC curve and a poor precision are no contradiction.",
        also=(
            "imbalanced classes",
            "imbalanced data",
            "class imbalance",
            "skewed classes",
            "unbalanced",
            "imbalance data",
        ),
        relatives=("prevalence", "PR curve", "accuracy", "rare event"),
        page="explanation/mistakes",
        exercise="prevalence",
        picture=Picture.RARE,
        lab="lessons/worthless",
    ),
    Term(
        name="rare event",
        says="A positive class so rare that even a small false positive rate outnumbers the hits. At 1 in 100, a test "
        "that finds 90 % and flags 5 % of the others is wrong in eleven of thirteen alarms.",
        also=("low prevalence", "rare class", "minority class", "rare positives"),
        relatives=("base-rate fallacy", "Bayes' rule", "imbalance"),
        page="explanation/mistakes",
        exercise="prevalence",
        picture=Picture.RARE,
        lab="lessons/rare",
    ),
    Term(
        name="ties",
        says="Rows with equal scores: no threshold can part them, so they move together. A tied pair of a positive and"
        " a negative counts half in the area under the ROC curve.",
        also=("equal scores", "tie", "tied scores"),
        formula="1/2 per pair",
        relatives=("AUC", "the one rule"),
        page="explanation/the-one-rule",
        exercise="area",
    ),
    Term(
        name="training, validation and test set",
        says="Rows to learn from, rows to choose with, rows to judge by. A row plays one part only; whatever was "
        "chosen on a row cannot be judged on it.",
        also=(
            "training set",
            "test set",
            "validation set",
            "holdout",
            "train test split",
            "val data",
            "development set",
        ),
        relatives=("leakage", "optimism", "cross-validation"),
        command="truecut threshold FILE --choose-on CALIBRATION_FILE",
        page="how-to/thresholds",
        picture=Picture.FOLDS,
    ),
    Term(
        name="stale model",
        says="The world moves on: prevalence and scores drift away from what was measured. Recall may stay while "
        "precision falls, because positives became rarer.",
        also=("drift", "data drift", "concept drift", "changing prevalence", "stale"),
        relatives=("prevalence", "standardising to a prevalence"),
        page="how-to/gates",
    ),
    Term(
        name="churn",
        says="A customer leaves. In the course's running example who leaves is positive: 386 of 1,409.",
        also=("customer churn", "customer leaves", "churning"),
        relatives=("ideal model", "threshold"),
        page="examples/index",
        lab="hand/churn",
    ),
    Term(
        name="spam and ham",
        says="The running example in which a false positive is worse: a good letter (ham) is lost. 40 of 100 emails "
        "are spam.",
        also=("spam", "ham", "spam filter", "email spam detection"),
        relatives=("precision", "high-precision model"),
        page="examples/index",
        exercise="metric",
    ),
    Term(
        name="screening test",
        says="The running example in which a false negative is worse: an ill patient is sent home. 10 of 1,000 are "
        "ill, so calling everybody healthy is 99 % accurate.",
        also=("coronavirus", "cancer", "diagnostic test", "RT-PCR", "rapid antigen test", "medical test"),
        relatives=("recall", "high-recall model", "useless model with great accuracy"),
        page="tutorials/clinic",
    ),
    Term(
        name="recommendation",
        says="Showing a few of very many: the precision of what is shown counts, and a miss goes unnoticed.",
        also=("recommender", "films", "videos", "movies", "recommendation system", "recommender system"),
        relatives=("precision", "capacity"),
        page="examples/index",
        exercise="sources",
    ),
    Term(
        name="fraud",
        says="Rare positives and two victims: the bank by a miss, the honest customer by a false alarm. Both mistakes "
        "have a price, and only so many alarms can be looked at.",
        also=("fraud detection", "fraudulent transaction"),
        relatives=("imbalance", "capacity", "cost matrix"),
        page="how-to/costs",
    ),
    Term(
        name="die",
        says="Why one in six is not the best guess if the die is loaded: answer with the commonest side. A die that "
        "shows four half of the time is guessed right half of the time.",
        also=("loaded die", "six-sided die"),
        formula="1/6 against 1/2",
        relatives=("no-information rate", "uniform guess rate"),
        exercise="no_information",
    ),
)
