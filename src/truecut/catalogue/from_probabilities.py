"""Metrics of probabilities: are they near to what happens, and do they mean what they say?"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isnan

import numpy as np

from truecut.catalogue.defined import (
    LOWER_IS_POSITIVE,
    missing_log_odds,
    missing_probabilities,
    missing_probabilities_or_class,
    unless,
)
from truecut.catalogue.measures import calibration
from truecut.catalogue.measures.probability_scores import (
    brier,
    brier_discrimination,
    brier_miscalibration,
    brier_uncertainty,
    clipped_log_loss,
    entropy,
    log_loss,
    spherical_score,
)
from truecut.catalogue.metric import (
    NO_NEGATIVES,
    NO_POSITIVES,
    NO_ROWS,
    UNBOUNDED,
    Better,
    Metric,
    Needs,
    PrevalenceRole,
)
from truecut.catalogue.value import Value
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall

NOISE_ALONE = (
    "noise alone lifts it above 0 and no interval held in simulations; `truecut calibration` says what chance gives"
)
WITHOUT_PROBABILITIES = {
    "no rows": NO_ROWS,
    "scores outside [0, 1]": "scores are not probabilities: they go from -3.2 to 5.1",
    "lower scores are positive": LOWER_IS_POSITIVE,
}
WITHOUT_TWO_CLASSES = {**WITHOUT_PROBABILITIES, "no positives": NO_POSITIVES, "no negatives": NO_NEGATIVES}
WITHOUT_LOG_ODDS = {
    **WITHOUT_TWO_CLASSES,
    "p = 0 or p = 1": "7 rows have probability 0 or 1, whose log odds are infinite",
}
ONE_SCORE = "all rows have the same probability"
SEPARATED = "one probability parts the classes, so the slope that fits best is infinite"
STUCK = "the fit did not converge"
NONE_EXPECTED = "no positive row was expected and none is there"


def _of_table(score: Callable[[ScoreTable], float]) -> Callable[[CountsCurve], float]:
    return lambda curve: score(curve.table)


def _brier_skill(curve: CountsCurve) -> float:
    return 1 - brier(curve.table) / brier_uncertainty(curve.table)


def _log_loss_skill(curve: CountsCurve) -> float:
    return 1 - log_loss(curve.table) / entropy(curve.table)


def _slope(curve: CountsCurve) -> Value:
    if len(curve.table) == 1:
        return Value.absent(ONE_SCORE)
    if calibration.is_separated(curve.table):
        return Value.absent(SEPARATED)
    slope = calibration.slope(curve.table)
    return Value.absent(STUCK) if isnan(slope) else Value(slope)


def _calibration_error(curve: CountsCurve, bins: int) -> float:
    if bins != int(bins) or bins < 1:
        raise BadCall(f"bins must be a whole number from 1 up, not {bins}.")
    return calibration.binned_error(curve.table, int(bins))


def _observed_expected_ratio(curve: CountsCurve) -> Value:
    observed, expected = calibration.observed_and_expected(curve.table)
    if expected:
        return Value(observed / expected)
    return Value(inf) if observed else Value.absent(NONE_EXPECTED)


SCORES = (
    Metric(
        name="brier",
        title="Brier score",
        aliases=("brier_score", "brier_loss"),
        formula="mean of (y - p)²",
        meaning="The mean squared distance between the probability p and what happened, y: 1 for a "
        "{positive} {unit}, 0 for a {negative} one.",
        population="all {units}",
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        use="To judge probabilities as a whole: order and calibration together. Only the true "
        "probabilities make it as small as can be.",
        misleads="With rare {positive} {units} it is small for every model: at a prevalence of 0.01, "
        "always saying 0.01 gives 0.0099. Read it with its skill.",
        equals=("brier_miscalibration - brier_discrimination + brier_uncertainty",),
        mirror="brier",
        losses=(lambda p: (1 - p) ** 2, lambda p: p**2),
        without_skill="brier_uncertainty",
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities, _of_table(brier)),
        reference="Brier 1950, Mon Weather Rev 78:1",
    ),
    Metric(
        name="brier_skill",
        title="Brier skill",
        aliases=("brier_skill_score", "bss"),
        formula="1 - Brier score / (prevalence × (1 - prevalence))",
        meaning="The share of the Brier score saved against saying the prevalence to every {unit}: 0 is no "
        "better, 1 is perfect, below 0 is worse.",
        population="all {units}",
        bounds=(-inf, 1.0),
        undefined=WITHOUT_TWO_CLASSES,
        use="To compare Brier scores, and to see at once whether the model beats knowing nothing but the prevalence.",
        misleads="The constant it is measured against knows the prevalence of these very rows, which no "
        "model did; a good order with bad calibration can be below 0.",
        equals=(
            "1 - brier / brier_uncertainty",
            "(brier_discrimination - brier_miscalibration) / brier_uncertainty",
        ),
        mirror="brier_skill",
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities_or_class, _brier_skill),
        reference="Murphy 1973, J Appl Meteorol 12:595",
    ),
    Metric(
        name="brier_miscalibration",
        title="Miscalibration part of the Brier score",
        aliases=("mcb", "miscalibration"),
        formula="Brier score - Brier score of the isotonic regression of y on p",
        meaning="By how much the Brier score would fall if the probabilities were recalibrated without "
        "changing their order.",
        population="all {units}",
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        use="To see what recalibration would gain, without bins to choose.",
        misleads="The recalibration is fitted to these very rows, so it is above 0 even for perfect "
        "probabilities, the more the fewer rows.",
        equals=("brier + brier_discrimination - brier_uncertainty",),
        mirror="brier_miscalibration",
        no_interval=NOISE_ALONE,
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities, brier_miscalibration),
        reference="Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118",
    ),
    Metric(
        name="brier_discrimination",
        title="Discrimination part of the Brier score",
        aliases=("dsc", "discrimination"),
        formula="prevalence × (1 - prevalence) - Brier score of the isotonic regression of y on p",
        meaning="By how much the probabilities, once recalibrated, beat saying the prevalence to every {unit}.",
        population="all {units}",
        bounds=(0.0, 0.25),
        undefined=WITHOUT_PROBABILITIES,
        use="To see what the order of the probabilities is worth, whatever their calibration.",
        misleads="It is fitted to these very rows, so it is above 0 even for noise; its most is the "
        "uncertainty, which depends on prevalence.",
        equals=("brier_uncertainty + brier_miscalibration - brier",),
        mirror="brier_discrimination",
        no_interval=NOISE_ALONE,
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities, brier_discrimination),
        reference="Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118",
    ),
    Metric(
        name="brier_uncertainty",
        title="Uncertainty part of the Brier score",
        aliases=("unc", "uncertainty"),
        formula="prevalence × (1 - prevalence)",
        meaning="The Brier score of saying the prevalence to every {unit}: how hard the {units} are without a model.",
        population="all {units}",
        bounds=(0.0, 0.25),
        better=Better.NEITHER,
        undefined=WITHOUT_PROBABILITIES,
        use="As the bar that the Brier score has to stay below.",
        misleads="It says nothing about the model: only the prevalence enters.",
        equals=("brier - brier_miscalibration + brier_discrimination",),
        mirror="brier_uncertainty",
        prevalence_is=PrevalenceRole.ALL,
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities, _of_table(brier_uncertainty)),
        reference="Dimitriadis, Gneiting & Jordan 2021, PNAS 118:e2016191118",
    ),
    Metric(
        name="log_loss",
        title="Log loss",
        aliases=("cross_entropy", "logloss", "logarithmic_score"),
        formula="-mean of y × ln p + (1 - y) × ln(1 - p)",
        meaning="The mean surprise: minus the logarithm of the probability that was given to what happened.",
        population="all {units}",
        bounds=UNBOUNDED,
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        use="Probabilities near 0 and 1 matter, as in betting or in a chain of decisions.",
        misleads="One {unit} that was called impossible and happened makes it infinite. Tools that clip p "
        "report a finite number instead, which depends on where they clip.",
        mirror="log_loss",
        losses=(lambda p: -np.log(p), lambda p: -np.log1p(-p)),
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities, _of_table(log_loss)),
        clipped=_of_table(clipped_log_loss),
        reference="Good 1952, J R Stat Soc B 14:107",
    ),
    Metric(
        name="log_loss_skill",
        title="Log loss skill",
        aliases=("mcfadden_r2", "relative_information_gain"),
        formula="1 - log loss / entropy of the prevalence",
        meaning="The share of the log loss saved against saying the prevalence to every {unit}: 0 is no "
        "better, 1 is perfect, below 0 is worse.",
        population="all {units}",
        bounds=(-inf, 1.0),
        undefined=WITHOUT_TWO_CLASSES,
        use="To compare log losses of data sets with different prevalence.",
        misleads="As the log loss: one {unit} called impossible makes it minus infinity. The constant it "
        "is measured against knows the prevalence of these very rows.",
        mirror="log_loss_skill",
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities_or_class, _log_loss_skill),
        reference="McFadden 1974, Frontiers in Econometrics, 105",
    ),
    Metric(
        name="spherical_score",
        title="Spherical score",
        aliases=("spherical",),
        formula="mean of q / sqrt(p² + (1 - p)²), q being p for a positive and 1 - p for a negative",
        meaning="The mean cosine between the probabilities (p, 1 - p) and what happened.",
        population="all {units}",
        undefined=WITHOUT_PROBABILITIES,
        use="Like the Brier score, as a check that a ranking of models does not hang on one scoring rule.",
        misleads="A value means little by itself: saying 1/2 to every {unit} gives 0.71.",
        mirror="spherical_score",
        losses=(lambda p: p / np.hypot(p, 1 - p), lambda p: (1 - p) / np.hypot(p, 1 - p)),
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities, _of_table(spherical_score)),
        reference="Gneiting & Raftery 2007, J Am Stat Assoc 102:359",
    ),
)

CALIBRATION = (
    Metric(
        name="calibration_intercept",
        title="Calibration intercept",
        aliases=("citl", "calibration_in_the_large"),
        formula="a in logit P(y = 1) = a + logit p",
        meaning="What must be added to all log odds so that as many {positive} {units} are promised as "
        "there are: above 0 the probabilities are too low, below 0 too high.",
        population="all {units}",
        bounds=(-inf, inf),
        better=Better.NEAR_ZERO,
        undefined=WITHOUT_LOG_ODDS,
        use="To see whether the probabilities are too high or too low as a whole, as after a change of prevalence.",
        misleads="It is 0 for probabilities that are too extreme at both ends, or that say the prevalence "
        "to every {unit}: read it with the slope.",
        needs=Needs.PROBABILITIES,
        function=unless(missing_log_odds, _of_table(calibration.intercept)),
        reference="Cox 1958, Biometrika 45:562; Van Calster et al. 2016, J Clin Epidemiol 74:167",
    ),
    Metric(
        name="calibration_slope",
        title="Calibration slope",
        aliases=("cox_slope",),
        formula="b in logit P(y = 1) = a + b × logit p",
        meaning="By what the log odds must be multiplied to fit what happened: below 1 the probabilities "
        "are too extreme, above 1 too cautious.",
        population="all {units}",
        bounds=(-inf, inf),
        better=Better.NEAR_ONE,
        undefined={**WITHOUT_LOG_ODDS, "one probability": ONE_SCORE, "classes parted": SEPARATED},
        use="To see overfitting: on new rows an overfitted model has a slope below 1.",
        misleads="It is 1 even if every probability is ten times too high in odds: read it with the "
        "intercept. A straight line cannot see a bend in the middle. On the rows the model was fitted to, "
        "logistic regression always shows 1.",
        mirror="calibration_slope",
        prevalence_is=PrevalenceRole.NOTHING_ON_AVERAGE,
        needs=Needs.PROBABILITIES,
        function=unless(missing_log_odds, _slope),
        reference="Cox 1958, Biometrika 45:562; Van Calster et al. 2016, J Clin Epidemiol 74:167",
    ),
    Metric(
        name="calibration_error",
        title="Expected calibration error",
        aliases=("ece", "expected_calibration_error"),
        formula="sum over bins of share of rows × |share of positives - mean p|",
        meaning="The distance between the share of {positive} {units} and their mean probability, averaged "
        "over bins of equally many {units}. A probability is never split: all its {units} go where the "
        "middle one falls.",
        population="all {units}",
        better=Better.LOWER,
        undefined=WITHOUT_PROBABILITIES,
        parameters={"bins": 10},
        use="Only beside a calibration diagram, with the number of bins, or where somebody asks for it.",
        misleads="It is never 0 by chance alone: with 10 bins perfect probabilities show about 0.10 on 100 "
        "rows, 0.03 on 1,000 and 0.01 on 5,000. It changes with the bins, hides errors that cancel inside "
        "one, and is 0 for a model that says the prevalence to every {unit}.",
        is_smooth=False,
        lifted_by_noise=2,
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities, _calibration_error),
        reference="Naeini, Cooper & Hauskrecht 2015, AAAI, 2901; Roelofs et al. 2022, AISTATS",
    ),
    Metric(
        name="observed_expected_ratio",
        title="Observed to expected ratio",
        aliases=("o_e", "oe_ratio", "observed_to_expected"),
        formula="sum of y / sum of p",
        meaning="How many {positive} {units} there are for each one that the probabilities promise: above "
        "1 they are too low, below 1 too high.",
        population="all {units}",
        bounds=UNBOUNDED,
        better=Better.NEAR_ONE,
        undefined={**WITHOUT_PROBABILITIES, "sum of p = 0, no positives": NONE_EXPECTED},
        use="To say in plain counts whether too many or too few {positive} {units} are promised.",
        misleads="It is 1 whenever the totals agree, however wrong the probabilities of single {units} are.",
        needs=Needs.PROBABILITIES,
        function=unless(missing_probabilities, _observed_expected_ratio),
        reference="Debray et al. 2017, BMJ 356:i6460",
    ),
)

METRICS = (*SCORES, *CALIBRATION)
