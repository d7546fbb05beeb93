"""Ideas that the numbers rest on."""

from __future__ import annotations

from truecut.catalogue.glossary.term import Picture, Term

IDEAS = (
    Term(
        name="confusion matrix",
        says="A table that counts every pair of truth and decision, so that the two kinds of mistakes stay apart. For "
        "two classes it has four cells, and every metric at a threshold is a function of them. Read its headings "
        "before its numbers: some tools print it the other way round.",
        also=(
            "contingency table",
            "error matrix",
            "2x2 table",
            "2 × 2 table",
            "two by two table",
            "confusion table",
            "CM",
        ),
        relatives=("true positive", "margin", "cost matrix", "transposed matrix"),
        command="truecut report --counts tp=30,fn=10,fp=5,tn=55",
        page="examples/index",
        exercise="matrix",
        picture=Picture.MATRIX,
        lab="lessons/matrix",
    ),
    Term(
        name="classification",
        says="Saying for each row which of several classes it belongs to. With two of them, one is called positive.",
        also=("binary classification", "classifier", "supervised learning", "two-class problem", "model evaluation"),
        relatives=("positive class", "score", "confusion matrix"),
        page="start",
    ),
    Term(
        name="positive class",
        says="The class one is looking for; nothing says that it is good or common. Every rate changes if the other "
        "class is taken, so it is named, never guessed.",
        also=("positive label", "class of interest", "positive"),
        relatives=("negative class", "flip"),
        page="how-to/positive-class",
    ),
    Term(
        name="negative class",
        says="Everything that is not the class one is looking for.",
        also=("negative label", "negative"),
        relatives=("positive class",),
        page="how-to/positive-class",
    ),
    Term(
        name="flag",
        says="To call a row positive, whatever is done about it afterwards. A row is flagged when its score is at or "
        "above the threshold.",
        also=("alert", "alarm", "flagged", "selected"),
        formula="tp + fp",
        relatives=("share flagged", "precision", "predicted positive"),
        page="explanation/the-one-rule",
    ),
    Term(
        name="error",
        says="A row whose decision differs from the truth, of either kind. Counting both kinds together says that they"
        " are equally bad.",
        also=("mistake", "misclassification", "misclassified", "wrong prediction"),
        formula="fp + fn",
        relatives=("error rate", "cost matrix", "which error is worse"),
        exercise="cost",
        page="how-to/costs",
    ),
    Term(
        name="population",
        says="The rows that a rate is a share of: what it is divided by. Choosing the wrong one is the commonest "
        "mistake of all; precision divides by what was flagged, recall by what is true.",
        also=("denominator", "divides by", "what it is divided by"),
        relatives=("precision against recall", "margin"),
        page="metrics/index",
        exercise="metric",
        picture=Picture.MARGINS,
        lab="lessons/matrix",
    ),
    Term(
        name="complement",
        says="Two rates of the same population that add up to 1: recall and miss rate, specificity and false positive "
        "rate, precision and false discovery rate.",
        also=("1 -", "one minus", "inverse of accuracy"),
        formula="recall + miss rate = 1",
        relatives=("recall", "specificity", "precision", "negative predictive value"),
        page="metrics/index",
        exercise="metric",
    ),
    Term(
        name="precision against recall",
        says="Same cell on top; precision starts from what was said, recall from what is true. The one asks how "
        "many of the flagged rows are positive, the other how many of the positive rows were flagged.",
        also=(
            "precision vs recall",
            "precision recall difference",
            "difference precision recall",
            "precision and recall",
            "recall vs precision",
            "how to tell precision from recall",
            "how to tell them apart",
        ),
        formula="tp / (tp + fp) against tp / (tp + fn)",
        relatives=("precision", "recall", "mnemonic"),
        page="metrics/precision",
        exercise="metric",
        picture=Picture.MARGINS,
        lab="lessons/matrix",
    ),
    Term(
        name="mnemonic",
        says="Pictures that hold the words. Recall: call back all faulty cars, even if some good ones come along. "
        "Precision: precisely those that are faulty. A sensitive earthquake sensor overlooks no tremor; a "
        "specific one beeps for nothing else.",
        also=("car recall", "earthquake sensor", "how to remember", "mnemonics"),
        relatives=("recall", "sensitivity", "specificity", "precision"),
        exercise="metric",
    ),
    Term(
        name="undefined",
        says="A rate without rows to divide by has no value. It is not 0: precision of a filter that flags nothing is "
        "not bad, there is none. A convention may give it a value, and must be named.",
        also=("0/0", "division by zero", "zero division", "not defined", "NaN"),
        formula="0 / 0",
        relatives=("textbook convention", "precision"),
        command="truecut explain precision --counts tp=0,fn=10,fp=0,tn=990",
        page="explanation/undefined",
    ),
    Term(
        name="textbook convention",
        says="The agreement to write 100 % precision for a model without false alarms, even if it flags nothing. Other"
        " tools agree on 0.",
        also=("convention", "by convention"),
        relatives=("undefined",),
        command="truecut explain precision --counts tp=0,fn=10,fp=0,tn=990 --convention textbook",
        page="explanation/undefined",
    ),
    Term(
        name="Bayes' rule",
        says="How precision follows from recall, false positive rate and prevalence. The same test has another "
        "precision where positives are rarer.",
        also=("Bayes theorem", "Bayes rule", "precision at another prevalence"),
        formula="recall × prevalence / (recall × prevalence + fpr × (1 - prevalence))",
        relatives=("precision", "prior and posterior", "standardising to a prevalence"),
        page="tutorials/clinic",
        exercise="prevalence",
        picture=Picture.RARE,
    ),
    Term(
        name="prior and posterior",
        says="How likely a row is positive before and after it was flagged: prevalence and precision.",
        also=(
            "prior",
            "posterior",
            "prior probability",
            "posterior probability",
            "pre-test probability",
            "post-test probability",
        ),
        formula="prevalence before, precision after",
        relatives=("Bayes' rule", "likelihood ratio"),
        exercise="prevalence",
        page="tutorials/clinic",
    ),
    Term(
        name="the one rule",
        says="A row is flagged if its score is at or above the threshold, everywhere.",
        also=("one rule", "at or above", "score at the threshold"),
        formula="score >= threshold",
        relatives=("ties", "threshold"),
        page="explanation/the-one-rule",
        exercise="threshold",
        lab="lessons/threshold",
    ),
    Term(
        name="trade-off",
        says="One model, one curve: a threshold buys one rate with another. More hits cost more false alarms; only a "
        "better model gives both.",
        also=(
            "precision-recall trade-off",
            "precision recall tradeoff",
            "sensitivity-specificity trade-off",
            "sensitivity-specificity",
            "precision-recall",
            "tradeoff",
            "trade off",
        ),
        relatives=("threshold", "ROC curve", "PR curve"),
        command="truecut table FILE",
        page="how-to/thresholds",
        exercise="threshold",
        picture=Picture.THRESHOLD,
        lab="lessons/threshold",
    ),
    Term(
        name="discrete classifier",
        says="A model that gives classes only. It has one matrix and one point in ROC space, and no curve.",
        also=("points against curves", "points vs curves", "hard classifier", "class labels only"),
        relatives=("scoring classifier", "ROC space"),
        page="how-to/predictions-and-counts",
        picture=Picture.ROC,
    ),
    Term(
        name="scoring classifier",
        says="A model that gives scores; each threshold makes a discrete classifier of it, so it has a whole curve.",
        also=("ranking classifier", "ranking or scoring classifier", "probabilistic classifier"),
        relatives=("threshold", "discrete classifier"),
        page="explanation/the-one-rule",
        picture=Picture.ROC,
    ),
    Term(
        name="north-west",
        says="A point with higher recall and lower false positive rate is better at any costs and any prevalence. It "
        "lies to the north-west of the other, and dominates it.",
        also=("northwest", "dominance", "dominates", "dominated"),
        relatives=("convex hull of the ROC", "ROC space"),
        page="how-to/compare",
        exercise="corner",
        picture=Picture.ROC_ENDS,
    ),
    Term(
        name="random model",
        says="Scores that have nothing to do with the truth. Positives and negatives are flagged alike, so its ROC "
        "curve is the diagonal, its area 0.5 and its precision the prevalence.",
        also=(
            "coin",
            "coin toss",
            "coin flip",
            "guessing",
            "random guessing",
            "no-skill model",
            "random classifier",
            "random baseline",
        ),
        formula="recall = fpr",
        relatives=("diagonal", "baseline of the PR curve", "ideal model"),
        command="truecut table FILE --baseline random",
        page="examples/index",
        exercise="corner",
        picture=Picture.ROC_ENDS,
        lab="lessons/ends",
    ),
    Term(
        name="ideal model",
        says="Every positive scores above every negative: the area is 1. A bad threshold can still spoil it, since "
        "only the order is perfect.",
        also=("perfect classifier", "perfect model", "ideal classifier", "ideal spot"),
        formula="AUC = 1",
        relatives=("upper left corner", "random model", "AUC"),
        command="truecut table FILE --baseline ideal",
        page="examples/index",
        exercise="corner",
        picture=Picture.ROC_ENDS,
        lab="lessons/ends",
    ),
    Term(
        name="baseline",
        says="Something simple that a model must beat: the random model, the majority, yesterday's model. A number "
        "without it says nothing.",
        also=("reference model", "benchmark model"),
        relatives=("no-information rate", "random model", "majority model"),
        command="truecut chance FILE",
        page="how-to/chance",
        exercise="no_information",
        lab="lessons/worthless",
    ),
    Term(
        name="majority model",
        says="A model that gives one answer to all rows. Its accuracy is the no-information rate, and it stands in a "
        "corner of the ROC square.",
        also=("constant model", "never flag", "always flag", "predict everything as one class", "majority class"),
        relatives=("no-information rate", "lower left corner", "upper right corner"),
        page="examples/index",
        exercise="no_information",
        lab="lessons/worthless",
    ),
    Term(
        name="worse than random",
        says="Below the diagonal: information with the wrong sign, if it is clearly so and not noise. Look first "
        "whether the classes or the scores were swapped.",
        also=("below the diagonal", "worse than guessing", "lower right triangle"),
        formula="AUC < 0.5",
        relatives=("flip", "noise", "AUC 0 and AUC 0.5"),
        page="explanation/mistakes",
        exercise="corner",
        picture=Picture.ROC_ENDS,
        lab="lessons/flip",
    ),
    Term(
        name="liar",
        says="Somebody who is always wrong tells you everything: turn each answer round. Somebody wrong half of the "
        "time tells nothing.",
        also=("always wrong", "a person who lies"),
        relatives=("flip", "worse than random"),
        page="explanation/mistakes",
        lab="lessons/flip",
    ),
    Term(
        name="ranking",
        says="The order of the rows by score: all that ROC, PR and area look at. Any rising rescaling of the scores "
        "leaves them alone.",
        also=("order", "sort by score", "sorting", "rank"),
        relatives=("AUC", "score"),
        page="how-to/score-scales",
        exercise="area",
        picture=Picture.THRESHOLD,
        lab="hand/ten",
    ),
    Term(
        name="many classes",
        says="One row and one column per class; right decisions stand on the diagonal. Each class against the rest is "
        "a matrix of four cells again.",
        also=("multiclass", "multi-class", "multiclass matrix", "more than two classes"),
        relatives=("one against the rest", "macro average", "micro average"),
        page="how-to/many-classes",
    ),
    Term(
        name="agreement",
        says="How often two raters, or a model and the truth, say the same. Some of it comes by chance; kappa takes "
        "that off.",
        also=("inter-rater agreement", "percent agreement", "interrater agreement"),
        relatives=("kappa", "observed accuracy", "expected accuracy"),
        page="metrics/kappa",
        exercise="kappa",
    ),
)
