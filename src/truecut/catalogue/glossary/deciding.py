"""Deciding: costs, thresholds and what to aim for."""

from __future__ import annotations

from truecut.catalogue.glossary.term import Picture, Term

DECISIONS = (
    Term(
        name="which error is worse",
        says="Ask what happens next to a missed row and to a falsely flagged one, and what each costs. A missed "
        "illness is worse than a second test; a deleted letter is worse than spam read.",
        also=("worse error", "false positive or false negative", "errors are not created equal"),
        relatives=("cost matrix", "beta", "high-recall model", "high-precision model"),
        page="how-to/costs",
        exercise="sources",
        lab="lessons/worse",
    ),
    Term(
        name="high-recall model",
        says="A task in which misses are far dearer than false alarms, so recall is pushed up first: screening, "
        "pedestrians before a car.",
        also=("high recall model", "high sensitivity", "high sensitivity model"),
        relatives=("recall", "F2", "screening test"),
        command='truecut threshold FILE --rule "maximise precision subject to recall >= 0.95"',
        page="how-to/thresholds",
        exercise="sources",
    ),
    Term(
        name="high-precision model",
        says="A task in which false alarms are far dearer than misses: deleting letters, recommending films.",
        also=("high precision model", "high specificity", "high specificity model"),
        relatives=("precision", "F0.5", "spam and ham"),
        command='truecut threshold FILE --rule "maximise recall subject to precision >= 0.95"',
        page="how-to/thresholds",
        exercise="sources",
    ),
    Term(
        name="beta",
        says="How many times as important recall is as precision in F-beta. A miss weighs beta² false alarms, so it is"
        " chosen from the costs beforehand, and never tuned.",
        also=("β", "value of beta", "choose beta"),
        formula="sqrt(cost of a miss / cost of a false alarm)",
        relatives=("F-beta", "cost ratio"),
        page="metrics/f_beta",
        exercise="beta",
        lab="lessons/worse",
    ),
    Term(
        name="metrics for imbalance",
        says="A short list that survives rare positives: precision and recall together, average precision, net benefit"
        " or cost. MCC and kappa look at all four cells, but both still move with prevalence.",
        also=("imbalanced metrics", "metric for imbalanced data"),
        relatives=("PR curve", "MCC", "informedness", "imbalance"),
        page="explanation/mistakes",
    ),
    Term(
        name="metric for a goal",
        says="From what hurts to what to measure. If it is misses, recall; if false alarms, precision; if workload, "
        "the share flagged; if money, the cost.",
        also=("which metric", "choose a metric", "business objective", "what metric to use", "performance metrics"),
        relatives=("cost matrix", "beta", "capacity"),
        command="truecut metrics WORD",
        page="metrics/index",
        exercise="sources",
    ),
    Term(
        name="threshold",
        says="The score from which on a row is flagged; at counts as above. Moving it up flags fewer rows: recall can "
        "only fall, specificity can only rise.",
        also=("cut", "cut-off", "cutoff", "operating point", "decision threshold", "decision boundary", "thresholding"),
        formula="flag if score >= threshold",
        relatives=("the one rule", "trade-off", "ROC curve"),
        command="truecut threshold FILE",
        page="how-to/thresholds",
        exercise="threshold",
        picture=Picture.THRESHOLD,
        lab="lessons/threshold",
    ),
    Term(
        name="threshold optimisation",
        says="Choosing the threshold by cost, by a rule or under a condition, on rows kept aside for it.",
        also=(
            "optimize threshold",
            "threshold optimization",
            "tuning the threshold",
            "threshold tuning",
            "best threshold",
        ),
        relatives=("constraint", "cost ratio", "optimism"),
        command="truecut threshold FILE --cost fp=1,fn=10",
        page="how-to/thresholds",
        exercise="threshold",
    ),
    Term(
        name="constraint",
        says="A rule that must hold; among the thresholds that keep it, the best by something else is taken.",
        also=("at least 90 % recall", "subject to", "condition"),
        formula="maximise specificity subject to recall >= 0.9",
        relatives=("threshold", "specificity at a sensitivity"),
        command='truecut threshold FILE --rule "maximise specificity subject to recall >= 0.9"',
        page="how-to/thresholds",
        exercise="threshold",
    ),
    Term(
        name="tipping point",
        says="The place on the ROC curve farthest above the diagonal, where one more hit starts to cost more false "
        "alarms than before. It takes both mistakes to be equally bad as a share of their class, which they "
        "seldom are.",
        also=("elbow", "knee", "tipping point of the curve", "elbow point"),
        formula="max of recall - fpr",
        relatives=("Youden's J", "cost ratio", "threshold"),
        command="truecut threshold FILE --rule youden",
        page="how-to/thresholds",
        picture=Picture.ROC,
    ),
    Term(
        name="low, middle and high threshold",
        says="Catch nearly all; balance; raise few false alarms: three places on one curve.",
        also=("low threshold", "middle threshold", "medium threshold", "high threshold"),
        relatives=("threshold", "trade-off"),
        command="truecut table FILE",
        page="how-to/thresholds",
        picture=Picture.THRESHOLD,
        lab="lessons/threshold",
    ),
    Term(
        name="capacity",
        says="A fixed number of rows that can be looked at. Then the order counts, and the threshold follows.",
        also=("budget of alerts", "top k", "alert budget", "workload"),
        relatives=("share flagged", "precision among the top k", "lift"),
        command="truecut threshold FILE --rule capacity --with share=0.02",
        page="how-to/thresholds",
    ),
    Term(
        name="cost matrix",
        says="What each of the four answers costs; gains are negative. Times the four counts and added up, it is the "
        "total cost.",
        also=("C(i|j)", "C(i given j)", "misclassification cost", "loss matrix", "cost of misclassification"),
        formula="cost_tp × tp + cost_fp × fp + cost_fn × fn + cost_tn × tn",
        relatives=("total cost", "cost ratio", "beta"),
        command="truecut explain total_cost --counts tp=150,fn=40,fp=60,tn=250 --cost tp=-1,fn=100,fp=1",
        page="how-to/costs",
        exercise="cost",
        picture=Picture.COSTS,
        lab="lessons/worse",
    ),
    Term(
        name="cost-sensitive choice of threshold",
        says="For honest probabilities, flag when the expected cost of a miss exceeds that of a false alarm. No data "
        "are needed for that, only the two prices.",
        also=("cost-sensitive", "cost sensitive learning", "Bayes optimal threshold"),
        formula="threshold = cost_fp / (cost_fp + cost_fn)",
        relatives=("calibration", "cost ratio", "cost matrix"),
        command="truecut threshold FILE --cost fp=1,fn=10",
        page="how-to/costs",
        exercise="cost",
        lab="lessons/worse",
    ),
    Term(
        name="cost ratio",
        says="How many false alarms one miss is worth; only the ratio moves the threshold.",
        also=("ratio of costs", "exchange rate"),
        formula="cost_fn / cost_fp",
        relatives=("beta", "cost matrix", "net benefit"),
        command="truecut cost FILE --cost fp=1,fn=10",
        page="how-to/costs",
        exercise="beta",
    ),
    Term(
        name="early and late treatment",
        says="Prices of the four answers built from the steps that each one causes. A hit costs the test, the move and"
        " early treatment; a miss late treatment in the place of early.",
        also=("deduced costs", "infection prediction"),
        formula="27,000 = 2,000 + 5,000 + 20,000",
        relatives=("cost matrix",),
        page="examples/index",
        exercise="cost",
    ),
    Term(
        name="revenue",
        says="What a decision earns is a negative cost. Put gains into the cost matrix with a minus sign.",
        also=("gross revenue", "profit", "gain matrix", "benefit"),
        relatives=("cost matrix", "net benefit"),
        command="truecut cost FILE --cost tp=-5,fp=1,fn=10",
        page="how-to/costs",
        exercise="cost",
    ),
)
