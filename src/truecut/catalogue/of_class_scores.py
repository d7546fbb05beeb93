"""Metrics of the scores of many classes: one name for each definition that is in use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truecut.catalogue.class_metric import Average, ClassMetric
from truecut.catalogue.measures import class_scores
from truecut.catalogue.measures.probability_scores import SMALLEST
from truecut.catalogue.metric import NO_ROWS, UNBOUNDED, Better
from truecut.catalogue.value import Value
from truecut.counting.class_table import ClassTable

ONE_CLASS = "all rows are of one class, so its share alone says everything"
WITHOUT_PROBABILITIES = {
    "no rows": NO_ROWS,
    "scores outside [0, 1]": "scores are not probabilities: they go from -3 to 5",
}


def _of_probabilities(function: Callable[..., Value | float]) -> Callable[..., Value | float]:
    def checked(table: ClassTable, **parameters: Any) -> Value | float:
        reason = class_scores.without_probabilities(table)
        return Value.absent(reason) if reason else function(table, **parameters)

    return checked


def _of_scores(function: Callable[..., Value | float]) -> Callable[..., Value | float]:
    def checked(table: ClassTable, **parameters: Any) -> Value | float:
        return function(table, **parameters) if table.rows else Value.absent(NO_ROWS)

    return checked


def _skill(
    loss: Callable[[ClassTable], float], baseline: Callable[[ClassTable], float]
) -> Callable[[ClassTable], Value | float]:
    def skill(table: ClassTable) -> Value | float:
        without = baseline(table)
        return 1 - loss(table) / without if without else Value.absent(ONE_CLASS)

    return skill


METRICS = (
    ClassMetric(
        name="log_loss",
        title="Log loss",
        aliases=("cross_entropy", "multinomial_log_loss", "mn_log_loss"),
        formula="mean of -ln p(true class)",
        bounds=UNBOUNDED,
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        function=_of_probabilities(class_scores.multinomial_log_loss),
        clipped=lambda table: class_scores.multinomial_log_loss(table, SMALLEST),
        losses_are="log",
        meaning="The mean surprise at the true class: what -ln of its probability is.",
        use="To judge probabilities as a whole, where a confident mistake should hurt most.",
        misleads="One {unit} whose true class got 0 makes it infinite; clipping hides that, and what it gives "
        "hangs on the number type.",
        reference="Good 1952, J R Stat Soc B 14:107; Gneiting & Raftery 2007, J Am Stat Assoc 102:359",
    ),
    ClassMetric(
        name="log_loss_skill",
        title="Log loss skill",
        formula="1 - log loss / entropy of the shares of the classes",
        bounds=(-float("inf"), 1.0),
        undefined={**WITHOUT_PROBABILITIES, "one class": ONE_CLASS},
        function=_of_probabilities(_skill(class_scores.multinomial_log_loss, class_scores.entropy_of_shares)),
        losses_are="log",
        meaning="The share of the log loss that the model saves against always giving the shares of the classes.",
        use="To compare problems with different classes.",
        misleads="The shares are those of these very {units}.",
        reference="Gneiting & Raftery 2007, J Am Stat Assoc 102:359",
    ),
    ClassMetric(
        name="log_loss_one_vs_rest",
        title="Log loss, one versus rest",
        formula="mean over classes of the log loss of each against the rest",
        bounds=UNBOUNDED,
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        no_interval="each row counts once for every class, and no interval was tried",
        function=_of_probabilities(lambda table: class_scores.one_versus_rest(table, "log")),
        meaning="The two-class log loss of each class, averaged over the classes.",
        use="To compare with numbers that were stored under the name log_loss before.",
        misleads="It is not the log loss of the classes: with ten classes it is several times smaller.",
        reference="Gneiting & Raftery 2007, J Am Stat Assoc 102:359",
    ),
    ClassMetric(
        name="brier_multiclass",
        title="Brier score of all classes",
        formula="mean over rows of Σ (p(class) - [class is true])²",
        bounds=(0.0, 2.0),
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        function=_of_probabilities(class_scores.multinomial_brier),
        losses_are="brier",
        meaning="The mean squared distance of the probabilities from the true class, summed over classes: 0 to 2.",
        use="To judge probabilities as a whole, where one bad {unit} should not decide everything.",
        misleads="Others halve it (brier_multiclass_halved) or divide by the classes (brier_one_vs_rest): say which.",
        reference="Brier 1950, Mon Weather Rev 78:1",
    ),
    ClassMetric(
        name="brier_multiclass_halved",
        title="Brier score of all classes, halved",
        formula="mean over rows of Σ (p(class) - [class is true])² / 2",
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        function=_of_probabilities(lambda table: class_scores.multinomial_brier(table) / 2),
        losses_are="brier",
        meaning="Half the Brier score of all classes: 0 to 1, and for two classes the usual one.",
        use="To agree with yardstick, and with scikit-learn's scale_by_half=True.",
        misleads="It is half of what scikit-learn gives for more than two classes.",
        reference="yardstick brier_class; scikit-learn brier_score_loss(scale_by_half=True)",
    ),
    ClassMetric(
        name="brier_one_vs_rest",
        title="Brier score, one versus rest",
        formula="mean over classes of the Brier score of each against the rest",
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        function=_of_probabilities(lambda table: class_scores.one_versus_rest(table, "brier")),
        losses_are="brier",
        meaning="The Brier score of all classes divided by their number.",
        use="To compare with the two-class Brier scores of the classes.",
        misleads="It shrinks as classes are added.",
        reference="Brier 1950, Mon Weather Rev 78:1",
    ),
    ClassMetric(
        name="brier_multiclass_baseline",
        title="Brier score of the shares",
        formula="1 - Σ share²",
        better=Better.NEITHER,
        undefined={"no rows": NO_ROWS},
        no_interval="it says nothing about the model",
        sums="1 - true_squares / (n * n)",
        meaning="The Brier score of always giving the shares of the classes: what skill is measured against.",
        use="As the bar for brier_multiclass.",
        misleads="It says nothing about the model.",
        reference="Brier 1950, Mon Weather Rev 78:1",
    ),
    ClassMetric(
        name="brier_skill",
        title="Brier skill",
        formula="1 - Brier score / Brier score of the shares",
        bounds=(-float("inf"), 1.0),
        undefined={**WITHOUT_PROBABILITIES, "one class": ONE_CLASS},
        function=_of_probabilities(_skill(class_scores.multinomial_brier, class_scores.brier_of_shares)),
        losses_are="brier",
        meaning="The share of the Brier score that the model saves against always giving the shares of the classes.",
        use="To compare problems with different classes.",
        misleads="The shares are those of these very {units}.",
        reference="Brier 1950, Mon Weather Rev 78:1; Murphy 1973, J Appl Meteorol 12:595",
    ),
    *(
        ClassMetric(
            name=f"brier_multiclass_{part}",
            title=f"{title} (Brier, all classes)",
            formula=f"Σ over classes of the {part} of each against the rest",
            bounds=(0.0, 2.0),
            better=better,
            undefined=WITHOUT_PROBABILITIES,
            no_interval="parts of a score have no interval that was tried for many classes",
            function=_of_probabilities(lambda table, place=place: class_scores.brier_parts(table)[place]),
            meaning=meaning,
            use="To see why the Brier score of all classes is what it is.",
            misleads="Each class is recalibrated alone, so recalibrated probabilities need not add up to 1.",
            reference="Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118",
        )
        for place, (part, title, better, meaning) in enumerate(
            (
                ("miscalibration", "Miscalibration", Better.LOWER, "What recalibrating each class would save."),
                ("discrimination", "Discrimination", Better.HIGHER, "What the order of the scores saves."),
                ("uncertainty", "Uncertainty", Better.NEITHER, "What always giving the shares would lose."),
            )
        )
    ),
    ClassMetric(
        name="roc_auc_pairs",
        title="ROC AUC of pairs of classes",
        aliases=("hand_till", "roc_auc_ovo"),
        formula="mean over ordered pairs (i, j) of P(score i of a row of i > score i of a row of j)",
        averages=(Average.MACRO, Average.WEIGHTED),
        undefined={"no rows": NO_ROWS, "no rows of a class": "class 'c' has no rows"},
        function=_of_scores(class_scores.area_of_pairs),
        meaning="How well each class is told from each other one, averaged over all pairs (Hand & Till's M).",
        use="Classes differ in size, and that should not matter. It is yardstick's roc_auc and scikit-learn's ovo.",
        misleads="An average over many pairs hides the two classes that are always mixed up.",
        reference="Hand & Till 2001, Mach Learn 45:171",
    ),
    ClassMetric(
        name="top_k_accuracy",
        title="Top-k accuracy",
        formula="rows whose true class is among the k highest scores / rows",
        in_percent=True,
        parameters={"k": 2, "ties": "shared"},
        undefined={"no rows": NO_ROWS},
        function=_of_scores(class_scores.top_k_accuracy),
        meaning="Of all {units}, the share whose true class is among the k with the highest scores. A tie that does "
        "not fit counts by the share of it that does ('shared'), as a hit ('first') or as a miss ('last').",
        use="A person, or a later step, picks from the few likeliest classes.",
        misleads="It rises to 1 as k reaches the number of classes.",
        reference="Russakovsky et al. 2015, Int J Comput Vis 115:211",
    ),
    ClassMetric(
        name="confidence_error",
        title="Calibration error of the answer",
        aliases=("top_label_calibration_error",),
        formula="Σ over bins of share of rows × |share of right answers - mean score of the answer|",
        parameters={"bins": 10},
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        no_interval="noise alone lifts it above 0 and no interval held in simulations",
        function=_of_probabilities(class_scores.confidence_error),
        meaning="How far answers given with 0.9 are right more or less often than 9 times in 10, over bins of equally "
        "many {units}.",
        use="The score of the answer decides whether it is used.",
        misleads="It is never 0 by chance alone, changes with the bins, and says nothing about the other classes.",
        reference="Guo et al. 2017, ICML, 1321",
    ),
)
