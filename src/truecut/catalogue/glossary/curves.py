"""Curves, and the places on them."""

from __future__ import annotations

from truecut.catalogue.glossary.term import Picture, Term

CURVES = (
    Term(
        name="ROC curve",
        says="Recall against false positive rate, one point per threshold. It starts in the lower left corner, where "
        "nothing is flagged, and ends in the upper right, where everything is. Prevalence does not move it.",
        also=("ROC", "ROC plot", "receiver operating characteristic curve", "receiver operating characteristics"),
        formula="(fpr, recall) at every threshold",
        relatives=("PR curve", "AUC", "diagonal", "receiver operating characteristic"),
        command="truecut plot FILE roc",
        page="gallery/index",
        exercise="area",
        picture=Picture.ROC,
        lab="hand/ten",
    ),
    Term(
        name="receiver operating characteristic",
        says="The long name of the ROC curve comes from radar: how a receiver's operator trades hits for false alarms "
        "by turning a knob.",
        also=("receiving operating characteristics", "origin of the name ROC", "origin of the name"),
        relatives=("ROC curve",),
        page="gallery/index",
        picture=Picture.ROC,
        lab="hand/six",
    ),
    Term(
        name="ROC space",
        says="The square in which a classifier with fixed decisions is one point: false positive rate across, recall "
        "up.",
        also=("ROC plane", "ROC point", "ROC square"),
        formula="(fpr, recall)",
        relatives=("north-west", "discrete classifier", "diagonal"),
        page="examples/index",
        exercise="corner",
        picture=Picture.ROC_ENDS,
        lab="hand/ten",
    ),
    Term(
        name="lower left corner",
        says="Nothing is flagged: no hit, and no false alarm.",
        also=("lower left", "(0, 0)", "point (0,0)"),
        formula="recall = fpr = 0",
        relatives=("majority model", "upper right corner"),
        exercise="corner",
        page="examples/index",
        picture=Picture.ROC_ENDS,
    ),
    Term(
        name="upper right corner",
        says="Everything is flagged: every hit, and every false alarm.",
        also=("upper right", "(1, 1)", "point (1,1)"),
        formula="recall = fpr = 1",
        relatives=("majority model", "lower left corner"),
        exercise="corner",
        page="examples/index",
        picture=Picture.ROC_ENDS,
    ),
    Term(
        name="upper left corner",
        says="Every positive is flagged and no negative: no mistakes.",
        also=("upper left", "(0, 1)", "point (0,1)", "north star", "perfect point"),
        formula="fpr = 0, recall = 1",
        relatives=("ideal model", "north-west"),
        exercise="corner",
        page="examples/index",
        picture=Picture.ROC_ENDS,
    ),
    Term(
        name="diagonal",
        says="Where positives and negatives are flagged alike: the decisions know nothing. In a confusion matrix the "
        "word means another thing, the cells of right decisions.",
        also=("chance line", "no-skill line", "main diagonal", "off-diagonal", "diagonal baseline"),
        formula="recall = fpr",
        relatives=("random model", "AUC"),
        exercise="corner",
        page="examples/index",
        picture=Picture.ROC_ENDS,
        lab="lessons/ends",
    ),
    Term(
        name="convex hull of the ROC",
        says="The outer edge of all points. Whatever the costs, the cheapest threshold lies on it; what lies inside is"
        " never the best choice.",
        also=("convex hull", "ROC convex hull", "ROCCH"),
        relatives=("north-west", "cost ratio", "area under the ROC convex hull"),
        page="metrics/roc_auc_hull",
        picture=Picture.ROC,
    ),
    Term(
        name="PR curve",
        says="Precision against recall, one point per threshold; its floor is the prevalence. Where positives are rare"
        " it shows what the ROC curve hides: how many alarms are false.",
        also=("precision-recall curve", "precision recall curve", "PRC", "PR plot"),
        formula="(recall, precision) at every threshold",
        relatives=("ROC curve", "average precision", "baseline of the PR curve"),
        command="truecut plot FILE pr",
        page="gallery/index",
        picture=Picture.PRECISION_RECALL,
        lab="lessons/rare",
    ),
    Term(
        name="baseline of the PR curve",
        says="The prevalence: what flagging at random gives, at every threshold.",
        also=("PR baseline", "floor of the PR curve"),
        formula="prevalence",
        relatives=("random model", "PR curve", "prevalence"),
        page="metrics/average_precision",
        picture=Picture.PRECISION_RECALL,
        lab="lessons/rare",
    ),
    Term(
        name="rates against the threshold",
        says="Precision and recall, or recall and false positive rate, drawn over the score. Recall can only fall as "
        "the threshold rises; precision may zigzag.",
        also=(
            "precision and recall against threshold",
            "TPR and FPR against threshold",
            "precision recall vs threshold",
            "tpr vs threshold",
        ),
        relatives=("trade-off", "threshold"),
        command="truecut plot FILE threshold rates",
        page="gallery/index",
        lab="hand/churn",
    ),
)
